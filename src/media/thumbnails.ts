/** Small JPEGs for lists and cards. */
import sharp from 'sharp'

const LONGEST_SIDE = 480
const QUALITY = 80

/** @param bytes JPEG or PNG */
export const shrink = (bytes: Buffer, { maxPixels, seconds }: { maxPixels: number; seconds: number }): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: maxPixels })
    .timeout({ seconds })
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: QUALITY })
    .toBuffer()

/** A dark picture of the video's shape with a play mark: its own pictures are not unpacked here. */
export function drawVideo(shape: { width: number; height: number }): Promise<Buffer> {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(shape.width, shape.height))
  const [width, height] = [shape.width, shape.height].map((side) => Math.max(1, Math.round(side * scale))) as [number, number] // two of two
  const [x, y, r] = [width / 2, height / 2, Math.min(width, height) / 5]
  const mark = `M${x - r * 0.35} ${y - r * 0.5}L${x + r * 0.55} ${y}L${x - r * 0.35} ${y + r * 0.5}Z`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#3a4150"/><stop offset="1" stop-color="#1b1e25"/></linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#dusk)"/>
    <circle cx="${x}" cy="${y}" r="${r}" fill="#fff" fill-opacity="0.92"/><path d="${mark}" fill="#1b1e25"/></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: QUALITY }).toBuffer()
}
