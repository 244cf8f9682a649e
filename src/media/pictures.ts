/** Pictures by their bytes: facts, conversion to what the platform takes, small ones, and fetching from elsewhere. */
import sharp from 'sharp'
import { badRequest, type DomainError } from '../core/errors.js'
import { otherKind } from './other-kind.js'
import type { PlatformImage } from '../core/platform-port.js'
import type { ImageFacts, Pictures } from '../core/ports.js'
import { type Converter, makeConverter, type Size } from './convert.js'
import { makeRemote, type Remote } from './remote.js'
import { sniff } from './sniff.js'
import { drawVideo, shrink } from './thumbnails.js'

export type PicturesOptions = {
  /** The bytes behind one of our own sample addresses (sandbox); asked before any network. */
  readSample?: (url: string) => Promise<Buffer | undefined>
  remote?: Remote
  converter?: Converter
}

const MAX_BYTES = 20 * 1024 * 1024
const MAX_PIXELS = 100_000_000
/** Below that where unpacking takes more memory than the pixels. */
const MAX_PIXELS_OF = new Map([
  ['image/heic', 50_000_000],
  ['image/svg+xml', 25_000_000],
])
const MIN_SIDE = 100
const SECONDS = 10
const TAKEN = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/heic', 'image/svg+xml'])
const TAKEN_WORDS = 'JPEG, PNG, GIF, WebP, HEIC or SVG'

sharp.cache(false) // a picture is unpacked once; what it took is given back at once
sharp.concurrency(1)

export function makePictures(options: PicturesOptions = {}): Pictures & { close(): Promise<void> } {
  const { readSample, remote = makeRemote(), converter = makeConverter() } = options
  let last: Promise<unknown> = Promise.resolve()
  /** One at a time: 100 megapixels take a lot of memory. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.catch(() => undefined) // its own caller hears of it
    return turn
  }
  return {
    inspect: (bytes, field) => inspect(converter, bytes, field),
    async forPlatform(bytes, contentType, field) {
      const image = (await isAsTaken(bytes, contentType))
        ? await inTurn(() => whole({ contentType, bytes }))
        : await converter.convert(bytes, contentType, { maxPixels: maxPixelsOf(contentType), maxBytes: MAX_BYTES })
      if (!image) throw damaged(field)
      return image
    },
    async thumbnail(bytes, field) {
      try {
        return await inTurn(() => shrink(bytes, { maxPixels: MAX_PIXELS, seconds: SECONDS }))
      } catch {
        throw damaged(field)
      }
    },
    videoThumbnail: drawVideo,
    async fetch(url, field) {
      const tooLarge = () => imageTooLarge(field)
      const wanted = { kind: 'image', maxBytes: MAX_BYTES, timeoutMs: SECONDS * 1000, tooLarge } as const
      return (await readSample?.(url)) ?? remote.get(url, field, wanted)
    },
    async close() {
      await Promise.all([remote.close(), converter.close()])
    },
  }
}

async function inspect(converter: Converter, bytes: Buffer, field: string): Promise<ImageFacts> {
  if (bytes.length > MAX_BYTES) throw imageTooLarge(field)
  const sniffed = sniff(bytes)
  if (sniffed?.mediaType === 'video') throw otherKind(field, 'video')
  if (!sniffed) throw notAnImage(field)
  const { contentType } = sniffed
  if (!TAKEN.has(contentType)) throw badRequest(field, `${field}: ${contentType} pictures are not taken. Send ${TAKEN_WORDS}.`)
  const size = contentType === 'image/svg+xml' ? await converter.measure(bytes) : await measure(bytes)
  if (!size) throw notAnImage(field)
  const { width, height } = size
  const maxPixels = maxPixelsOf(contentType)
  if (width * height > maxPixels) throw badRequest(field, `${field}: the image has more than ${maxPixels / 1e6} megapixels.`)
  if (Math.min(width, height) < MIN_SIDE)
    throw badRequest(field, `${field}: the image is ${width} x ${height}; each side needs at least ${MIN_SIDE} pixels.`)
  return { contentType, width, height }
}

/** From the head alone, and as a viewer sees it: orientations 5 to 8 lie on their side. */
async function measure(bytes: Buffer): Promise<Size | undefined> {
  try {
    const { width, height, orientation = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata()
    return orientation >= 5 ? { width: height, height: width } : { width, height }
  } catch {
    return undefined
  }
}

type Claimed = { bytes: Buffer; contentType: string }

async function isAsTaken(bytes: Buffer, contentType: string): Promise<boolean> {
  if (contentType !== 'image/jpeg' && contentType !== 'image/png') return false
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  return (metadata?.orientation ?? 1) === 1
}

/** Every pixel is read, at an eighth of the size: a picture that was cut off must not wait for its publishing to fail. */
async function whole({ bytes, contentType }: Claimed): Promise<PlatformImage | undefined> {
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'truncated' })
    await picture.timeout({ seconds: SECONDS }).resize({ width: 64 }).raw().toBuffer()
    return { contentType: contentType === 'image/png' ? 'image/png' : 'image/jpeg', bytes }
  } catch {
    return undefined
  }
}

const maxPixelsOf = (contentType: string) => MAX_PIXELS_OF.get(contentType) ?? MAX_PIXELS

const imageTooLarge = (field: string): DomainError => badRequest(field, `${field}: the image is larger than 20 MiB.`)
const notAnImage = (field: string): DomainError => badRequest(field, `${field}: this is not an image. Send ${TAKEN_WORDS}.`)
const damaged = (field: string): DomainError => badRequest(field, `${field}: the image is damaged and could not be read.`)
