/** Pictures by their bytes: facts, conversion to what the platform accepts, thumbnails, and downloads. */
import { oneAtATime } from '../core/lib/work/concurrency.js'
import { badRequest, type DomainError } from '../core/lib/errors.js'
import { otherKind } from './other-kind.js'
import type { PlatformImage } from '../core/ports/platform.js'
import type { ImageFacts, Pictures, PicturePrint } from '../core/ports/deps.js'
import { type Converter, type ConvertLimits, makeConverter, type Size } from './convert.js'
import { cropOf } from './crop.js'
import { loadSharp } from './load-sharp.js'
import { judge, type Outcome } from './outcome.js'
import { makeRemote, type Remote } from './remote.js'
import { saysAi } from './says-ai.js'
import { sniff } from './sniff.js'
import { plainSvg } from './svg.js'

/** The core's limits. */
export type ImageLimits = { maxBytes: number; minSide: number; sent: ConvertLimits['sent'] }
export type PicturesOptions = {
  limits: ImageLimits
  /** The bytes behind one of our own sample addresses (sandbox); checked before any network. */
  readSample?: (url: string) => Promise<Buffer | undefined>
  remote?: Remote
  converter?: Converter
}

const MIB = 1024 * 1024
const MAX_PIXELS = 100_000_000
/** Lower limits for formats whose decoding takes more memory than the pixels. */
const MAX_PIXELS_OF = new Map([
  ['image/heic', 50_000_000],
  ['image/avif', 50_000_000],
  ['image/svg+xml', 25_000_000],
])
const SECONDS = 10
const TAKEN = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/heic', 'image/avif', 'image/svg+xml'])
const ACCEPTED_TYPES = 'JPEG, PNG, GIF, WebP, HEIC, AVIF or SVG'

export function makePictures(options: PicturesOptions): Pictures & { close(): Promise<void> } {
  const { limits, readSample, remote = makeRemote(), converter = makeConverter() } = options
  const inTurn = oneAtATime() // 100 megapixels use a lot of memory
  return {
    isAsSent: async (bytes) => isAsSent(bytes, sniff(bytes)?.contentType ?? '', limits.sent),
    isAnimated,
    saysAi,
    inspect: (bytes, field) => inspect(bytes, field, { converter, ...limits }),
    async forPlatform(bytes, contentType, field) {
      const { minSide, sent } = limits
      const most = { maxPixels: maxPixelsOf(contentType), minSide, sent }
      const image = (await isAsSent(bytes, contentType, sent))
        ? await inTurn(() => judged(() => whole({ contentType, bytes })))
        : await converter.convert(readable(bytes, contentType), contentType, most)
      return valueOf(image, field, damaged)
    },
    async thumbnail(bytes, field) {
      const made = await inTurn(() => judged(() => shrink(bytes, { maxPixels: MAX_PIXELS, seconds: SECONDS })))
      return valueOf(made, field, damaged)
    },
    async crop(bytes, field) {
      const most = { maxPixels: MAX_PIXELS, maxBytes: limits.sent.bytes, seconds: SECONDS }
      return valueOf(await inTurn(() => judged(() => cropOf(bytes, most))), field, damaged)
    },
    async print(bytes, field) {
      const limits = { maxPixels: MAX_PIXELS, seconds: SECONDS }
      return valueOf(await inTurn(() => judged(() => printOf(bytes, limits))), field, damaged)
    },
    videoThumbnail: drawVideo,
    async fetch(url, field) {
      const { maxBytes } = limits
      const tooLarge = () => imageTooLarge(field, maxBytes)
      const wanted = { kind: 'image', maxBytes, timeoutMs: SECONDS * 1000, tooLarge } as const
      return (await readSample?.(url)) ?? remote.get(url, field, wanted)
    },
    async close() {
      await Promise.all([remote.close(), converter.close()])
    },
  }
}

type Inspecting = ImageLimits & { converter: Converter }

async function inspect(bytes: Buffer, field: string, { converter, maxBytes, minSide }: Inspecting): Promise<ImageFacts> {
  if (bytes.length > maxBytes) throw imageTooLarge(field, maxBytes)
  const sniffed = sniff(bytes)
  if (sniffed?.mediaType === 'video') throw otherKind(field, 'video')
  if (!sniffed) throw notAnImage(field)
  const { contentType } = sniffed
  if (!TAKEN.has(contentType))
    throw badRequest(field, (of) => `${of(field)}: ${contentType} images are not supported. Send ${ACCEPTED_TYPES}.`)
  const size = contentType === 'image/svg+xml' ? await measureSvg(converter, bytes) : await judged(() => measure(bytes))
  const { width, height } = valueOf(size, field, notAnImage)
  const maxPixels = maxPixelsOf(contentType)
  if (width * height > maxPixels)
    throw badRequest(field, (of) => `${of(field)}: the image has more than ${maxPixels / 1e6} megapixels.`)
  if (Math.min(width, height) < minSide)
    throw badRequest(
      field,
      (of) => `${of(field)}: the image is ${width} x ${height}; each side needs at least ${minSide} pixels.`,
    )
  return { contentType, width, height }
}

const readable = (bytes: Buffer, contentType: string) => (contentType === 'image/svg+xml' ? plainSvg(bytes) : undefined) ?? bytes

async function measureSvg(converter: Converter, bytes: Buffer): Promise<Outcome<Size>> {
  const plain = plainSvg(bytes)
  return plain ? converter.measure(plain) : { kind: 'damaged' }
}

/** Measures from the header alone, as a viewer shows the picture: orientations 5 to 8 swap the sides. */
async function measure(bytes: Buffer): Promise<Size> {
  const sharp = await loadSharp()
  const { width, height, orientation = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata()
  return orientation >= 5 ? { width: height, height: width } : { width, height }
}

type Claimed = { bytes: Buffer; contentType: string }

/** Color spaces that every viewer shows alike, unlike CMYK. */
const SCREEN: ReadonlySet<string> = new Set(['srgb', 'rgb16', 'b-w', 'grey16'])

/** True for a picture that can be sent unchanged: an accepted format, upright, in screen colors, and not too large. */
async function isAsSent(bytes: Buffer, contentType: string, sent: ConvertLimits['sent']): Promise<boolean> {
  if ((contentType !== 'image/jpeg' && contentType !== 'image/png') || bytes.length > sent.bytes) return false
  const sharp = await loadSharp()
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  const { width = 0, height = 0, orientation = 1, space = '' } = metadata ?? {}
  const isShown = Math.max(width, height) <= sent.longSide || Math.min(width, height) <= sent.shortSide
  return orientation === 1 && SCREEN.has(space) && isShown && width * height <= sent.pixels
}

const MAY_MOVE: ReadonlySet<string> = new Set(['image/gif', 'image/webp'])
/** Brands of files with a sequence of AVIF or HEIC pictures. */
const SEQUENCES = ['avis', 'msf1', 'hevc', 'hevx']

/** True for an animation. Sharp counts the frames of GIF and WebP; other formats are recognized by their first bytes. */
async function isAnimated(bytes: Buffer): Promise<boolean> {
  const { contentType = '' } = sniff(bytes) ?? {}
  if (contentType === 'image/png') {
    const moves = bytes.indexOf('acTL', 8, 'latin1') // animation control, which comes before the picture
    const begins = bytes.indexOf('IDAT', 8, 'latin1')
    return moves >= 0 && moves < begins
  }
  if (bytes.toString('latin1', 4, 8) === 'ftyp') {
    const brands = bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 256))
    return SEQUENCES.some((brand) => brands.includes(brand))
  }
  if (!MAY_MOVE.has(contentType)) return false
  const sharp = await loadSharp()
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined) // damaged: inspecting it reports that
  return (metadata?.pages ?? 1) > 1
}

/** Decodes every pixel at an eighth of the size, so that a truncated picture fails now rather than when it is published. */
async function whole({ bytes, contentType }: Claimed): Promise<PlatformImage> {
  const sharp = await loadSharp()
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'truncated' })
  await picture.timeout({ seconds: SECONDS }).resize({ width: 64 }).raw().toBuffer()
  return { contentType: contentType === 'image/png' ? 'image/png' : 'image/jpeg', bytes }
}

/** Measures decoding in this process; the CPU time includes its other work. */
async function judged<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  const from = process.cpuUsage()
  try {
    return { kind: 'done', value: await work() }
  } catch (error) {
    const { user, system } = process.cpuUsage(from)
    return judge(error, { cpuMs: (user + system) / 1000, deadlineMs: SECONDS * 1000 })
  }
}

/** @throws BAD_REQUEST for a fault of the picture · Error for any other */
function valueOf<T>(outcome: Outcome<T>, field: string, refuse: (field: string) => DomainError): T {
  switch (outcome.kind) {
    case 'done':
      return outcome.value
    case 'damaged':
      throw refuse(field)
    case 'tooCostly':
      throw badRequest(
        field,
        (of) => `${of(field)}: the image takes too much time or memory to unpack. Send a smaller or simpler one.`,
      )
    case 'failed':
      throw outcome.error
  }
}

const maxPixelsOf = (contentType: string) => MAX_PIXELS_OF.get(contentType) ?? MAX_PIXELS

const imageTooLarge = (field: string, maxBytes: number): DomainError =>
  badRequest(field, (of) => `${of(field)}: the image is larger than ${maxBytes / MIB} MiB.`)
const notAnImage = (field: string): DomainError =>
  badRequest(field, (of) => `${of(field)}: this is not an image. Send ${ACCEPTED_TYPES}.`)
const damaged = (field: string): DomainError =>
  badRequest(field, (of) => `${of(field)}: the image is damaged and could not be read.`)

const LONGEST_SIDE = 480
const QUALITY = 80

/** @param bytes JPEG or PNG */
async function shrink(bytes: Buffer, { maxPixels, seconds }: { maxPixels: number; seconds: number }): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(bytes, { limitInputPixels: maxPixels })
    .timeout({ seconds })
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: QUALITY })
    .toBuffer()
}

/** Draws a dark picture with a play mark in the video's shape, because videos are not decoded here. */
async function drawVideo(shape: { width: number; height: number }): Promise<Buffer> {
  const sharp = await loadSharp()
  const scale = Math.min(1, LONGEST_SIDE / Math.max(shape.width, shape.height))
  const [width, height] = [shape.width, shape.height].map((side) => Math.max(1, Math.round(side * scale))) as [number, number] // has two elements
  const [x, y, r] = [width / 2, height / 2, Math.min(width, height) / 5]
  const mark = `M${x - r * 0.35} ${y - r * 0.5}L${x + r * 0.55} ${y}L${x - r * 0.35} ${y + r * 0.5}Z`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#3a4150"/><stop offset="1" stop-color="#1b1e25"/></linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#dusk)"/>
    <circle cx="${x}" cy="${y}" r="${r}" fill="#fff" fill-opacity="0.92"/><path d="${mark}" fill="#1b1e25"/></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: QUALITY }).toBuffer()
}

/** A fingerprint of a picture's appearance in a few bytes: similar pictures have similar ones, whatever their size and format. */
const SIDE = 8
const GRID = SIDE + 1
/** The least deviation of gray, 0 to 255: below it a picture has practically one color. */
const LEAST_DEVIATION = 8

/**
 * A difference hash (dHash) in both directions: brighter to the right and to the bottom, in an 8 by 8 grid each, plus the average
 * color, so that the same shelf in red and in blue differ.
 * @returns null if nothing distinguishes the picture
 */
async function printOf(bytes: Buffer, limits: { maxPixels: number; seconds: number }): Promise<PicturePrint | null> {
  const sharp = await loadSharp()
  const picture = sharp(bytes, { limitInputPixels: limits.maxPixels })
    .timeout({ seconds: limits.seconds })
    .rotate()
    .flatten({ background: '#ffffff' })
  const gray = await picture.clone().greyscale().resize(GRID, GRID, { fit: 'fill' }).raw().toBuffer()
  const [red = 0, green = 0, blue = 0] = await picture
    .clone()
    .toColourspace('srgb')
    .removeAlpha()
    .resize(1, 1, { fit: 'fill' })
    .raw()
    .toBuffer()
  if (deviation(gray) < LEAST_DEVIATION) return null
  const at = (x: number, y: number) => gray[y * GRID + x] ?? 0
  let bits = ''
  for (let y = 0; y < SIDE; y++) for (let x = 0; x < SIDE; x++) bits += at(x, y) < at(x + 1, y) ? '1' : '0'
  for (let y = 0; y < SIDE; y++) for (let x = 0; x < SIDE; x++) bits += at(x, y) < at(x, y + 1) ? '1' : '0'
  return { bits, red, green, blue }
}

function deviation(values: Buffer): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}
