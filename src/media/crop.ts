/** Crops a picture to two to three, the shape that the feed shows completely. */
import type { Sharp } from 'sharp'
import type { PlatformImage } from '../core/ports/platform.js'
import { loadSharp } from './load-sharp.js'

/** Height by width. */
const SHAPE = 3 / 2
/** Wider than the feed shows pictures. */
const WIDEST = 2000
const QUALITY = 92

type Limits = { maxPixels: number; maxBytes: number; seconds: number }
type Size = { width: number; height: number }

/**
 * Cuts out the most salient part without enlarging it, in sRGB and without EXIF. A small enough PNG stays one; equal input gives
 * equal bytes.
 * @param bytes JPEG or PNG
 */
export async function cropOf(bytes: Buffer, { maxPixels, maxBytes, seconds }: Limits): Promise<PlatformImage> {
  const sharp = await loadSharp()
  const picture = () => sharp(bytes, { limitInputPixels: maxPixels }).timeout({ seconds }).autoOrient()
  const { format, autoOrient: whole } = await picture().metadata()
  const size = partOf(whole)
  const place = await placeOf(picture(), whole, size)
  const part = () =>
    picture()
      .extract({ ...place, ...size })
      .resize({ width: WIDEST, withoutEnlargement: true })
  if (format === 'png') {
    const png = await part().png().toBuffer()
    if (png.length <= maxBytes) return { contentType: 'image/png', bytes: png }
  }
  const jpeg = await part().flatten({ background: 'white' }).jpeg({ quality: QUALITY }).toBuffer()
  return { contentType: 'image/jpeg', bytes: jpeg }
}

/** The largest part of the required shape. */
function partOf({ width, height }: Size): Size {
  return height < width * SHAPE
    ? { width: Math.max(1, Math.round(height / SHAPE)), height }
    : { width, height: Math.max(1, Math.round(width * SHAPE)) }
}

const SAMPLE = 96
/** The weight of the part's edge is reduced by this compared with its middle. */
const TO_MIDDLE = 0.5

/**
 * The position with the most salient pixels: their distance from the average color, after Achanta and others, “Frequency-tuned
 * salient region detection” (2009). sharp’s own strategies find the strongest spot and cut off the object around it.
 */
async function placeOf(picture: Sharp, whole: Size, part: Size): Promise<{ left: number; top: number }> {
  const isAcross = part.width < whole.width
  const [long, seen] = isAcross ? [whole.width, part.width] : [whole.height, part.height]
  if (long === seen) return { left: 0, top: 0 }
  const along = await standingOut(picture, isAcross)
  const window = Math.max(1, Math.round((SAMPLE * seen) / long))
  const weights = Array.from({ length: window }, (_, at) => 1 - TO_MIDDLE * Math.abs((2 * (at + 0.5)) / window - 1) ** 2)
  let [best, most] = [0, -1]
  const last = SAMPLE - window
  // from the middle outwards, so that of equal positions the most central one wins
  const starts = Array.from({ length: last + 1 }, (_, at) => at).sort((a, b) => Math.abs(a - last / 2) - Math.abs(b - last / 2))
  for (const start of starts) {
    const sum = weights.reduce((so, weight, at) => so + weight * (along[start + at] ?? 0), 0)
    if (sum > most * (1 + 1e-9)) [best, most] = [start, sum]
  }
  const at = last === 0 ? 0 : Math.round(((long - seen) * best) / last)
  return isAcross ? { left: at, top: 0 } : { left: 0, top: at }
}

/** The saliency of each column or row. */
async function standingOut(picture: Sharp, isAcross: boolean): Promise<number[]> {
  const size = { width: SAMPLE, height: SAMPLE, fit: 'fill' } as const
  const raw = picture.resize(size).flatten({ background: 'white' }).toColorspace('srgb').blur(1).raw()
  const { data, info } = await raw.toBuffer({ resolveWithObject: true })
  const colors = Array.from({ length: SAMPLE * SAMPLE }, (_, at) => opponents(data, at * info.channels, info.channels))
  const mean = [0, 1, 2].map((axis) => colors.reduce((sum, color) => sum + (color[axis] ?? 0), 0) / colors.length)
  const along = new Array<number>(SAMPLE).fill(0)
  for (const [at, color] of colors.entries()) {
    const distance = color.reduce((sum, value, axis) => sum + (value - (mean[axis] ?? 0)) ** 2, 0)
    const place = isAcross ? at % SAMPLE : Math.floor(at / SAMPLE)
    along[place] = (along[place] ?? 0) + distance
  }
  return along
}

/** Lightness, redness and yellowness of a pixel. */
function opponents(data: Buffer, at: number, channels: number): [number, number, number] {
  const [r, g, b] = [0, 1, 2].map((channel) => data[at + (channels < 3 ? 0 : channel)] ?? 0) as [number, number, number] // has three elements
  return [0.3 * r + 0.59 * g + 0.11 * b, r - g, (r + g) / 2 - b]
}
