/** Pictures by their bytes: facts, conversion to what the platform takes, and fetching from elsewhere. */
import sharp from 'sharp'
import { badRequest, type DomainError } from '../core/errors.js'
import type { Pictures } from '../core/ports.js'
import { makeRemote, type Remote } from './remote.js'
import { sniff } from './sniff.js'

export type PicturesOptions = {
  /** The bytes behind one of our own sample addresses (sandbox); asked before any network. */
  readSample?: (url: string) => Promise<Buffer | undefined>
  remote?: Remote
}

const MAX_BYTES = 20 * 1024 * 1024
const MAX_PIXELS = 100_000_000
const MIN_SIDE = 100
const CONVERT_SECONDS = 10
const TAKEN = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/svg+xml'])
const TAKEN_WORDS = 'JPEG, PNG, GIF, WebP or SVG'

sharp.cache(false) // a picture is converted once; what it took is given back at once
sharp.concurrency(1)

export function makePictures({ readSample, remote = makeRemote() }: PicturesOptions = {}): Pictures & { close(): Promise<void> } {
  let last: Promise<unknown> = Promise.resolve()
  /** One conversion at a time: a picture of 100 megapixels unpacked takes hundreds of megabytes. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.catch(() => undefined) // its own caller hears of it
    return turn
  }
  return {
    inspect,
    async forPlatform(bytes, contentType, field) {
      const isTaken = (contentType === 'image/jpeg' || contentType === 'image/png') && (await isUpright(bytes))
      try {
        if (!isTaken) return await inTurn(() => convert(bytes, contentType))
        await inTurn(() => requireWhole(bytes))
        return { contentType, bytes }
      } catch {
        throw badRequest(field, `${field}: the image is damaged and could not be read.`)
      }
    },
    fetch: async (url, field) => (await readSample?.(url)) ?? remote.get(url, field),
    close: () => remote.close(),
  }
}

async function inspect(bytes: Buffer, field: string): ReturnType<Pictures['inspect']> {
  if (bytes.length > MAX_BYTES) throw badRequest(field, `${field}: the image is larger than 20 MiB.`)
  const contentType = sniff(bytes)
  if (contentType === undefined) throw notAnImage(field)
  if (!TAKEN.has(contentType)) throw badRequest(field, `${field}: ${contentType} pictures are not taken. Send ${TAKEN_WORDS}.`)
  const { width, height } = await measure(bytes, field)
  if (width * height > MAX_PIXELS) throw badRequest(field, `${field}: the image has more than ${MAX_PIXELS / 1e6} megapixels.`)
  if (Math.min(width, height) < MIN_SIDE)
    throw badRequest(field, `${field}: the image is ${width} x ${height}; each side needs at least ${MIN_SIDE} pixels.`)
  return { contentType, width, height }
}

/** As a viewer sees it: orientations 5 to 8 lie on their side. */
async function measure(bytes: Buffer, field: string): Promise<{ width: number; height: number }> {
  try {
    const { width, height, orientation = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata()
    return orientation >= 5 ? { width: height, height: width } : { width, height }
  } catch {
    throw notAnImage(field)
  }
}

const isUpright = async (bytes: Buffer) => ((await sharp(bytes, { limitInputPixels: false }).metadata()).orientation ?? 1) === 1

/** Every pixel is read, at an eighth of the size: a picture that was cut off must not wait for its publishing to fail. */
async function requireWhole(bytes: Buffer): Promise<void> {
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'truncated' })
  await picture.timeout({ seconds: CONVERT_SECONDS }).resize({ width: 64 }).raw().toBuffer()
}

/** JPEG, or PNG where something shines through; of an animation the first picture. */
async function convert(bytes: Buffer, contentType: string): ReturnType<Pictures['forPlatform']> {
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS }).timeout({ seconds: CONVERT_SECONDS }).autoOrient()
  const opaque = contentType === 'image/jpeg' || (await sharp(bytes, { limitInputPixels: MAX_PIXELS }).stats()).isOpaque
  if (!opaque) {
    const png = await picture.clone().png().toBuffer()
    if (png.length <= MAX_BYTES) return { contentType: 'image/png', bytes: png }
  }
  return { contentType: 'image/jpeg', bytes: await picture.flatten({ background: 'white' }).jpeg({ quality: 92 }).toBuffer() }
}

const notAnImage = (field: string): DomainError => badRequest(field, `${field}: this is not an image. Send ${TAKEN_WORDS}.`)
