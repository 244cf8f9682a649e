/** A fingerprint of a picture's appearance in a few bytes: similar pictures have similar ones, whatever their size and format. */
import type { PicturePrint } from '../core/ports/deps.js'
import { loadSharp } from './load-sharp.js'

const SIDE = 8
const GRID = SIDE + 1
/** The least deviation of gray, 0 to 255: below it a picture has practically one color. */
const LEAST_DEVIATION = 8

/**
 * A difference hash (dHash) in both directions: brighter to the right and to the bottom, in an 8 by 8 grid each, plus the average
 * color, so that the same shelf in red and in blue differ.
 * @returns null if nothing distinguishes the picture
 */
export async function printOf(bytes: Buffer, limits: { maxPixels: number; seconds: number }): Promise<PicturePrint | null> {
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
