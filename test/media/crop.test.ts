/** A picture cut to two to three: what draws the eye stays in it. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cropOf } from '../../src/media/crop.js'

const LIMITS = { maxPixels: 100_000_000, maxBytes: 4 * 1024 * 1024, seconds: 10 }
const crop = (bytes: Buffer) => cropOf(bytes, LIMITS)

/** Grey, with a red disc where it is said, by shares of the sides. */
const scene = (width: number, height: number, x: number, y: number, { background = '#777', disc = '#d11' } = {}) =>
  sharp({ create: { width, height, channels: 3, background } }).composite([
    {
      input: Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><circle cx="${x * width}" cy="${y * height}" r="${0.2 * Math.min(width, height)}" fill="${disc}"/></svg>`,
      ),
    },
  ])
async function redIn(bytes: Buffer): Promise<number> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let red = 0
  for (let at = 0; at < data.length; at += info.channels) if (data[at]! > 150 && data[at + 1]! < 90) red++
  return red
}

test.each([0.15, 0.3, 0.5, 0.7, 0.85])('what stands out at %d of a wide picture is whole in the crop', async (x) => {
  const bytes = await scene(1200, 800, x, 0.5).jpeg().toBuffer()
  const { contentType, bytes: cropped } = await crop(bytes)
  expect(contentType).toBe('image/jpeg')
  expect(await sharp(cropped).metadata()).toMatchObject({ width: 533, height: 800 })
  expect(await redIn(cropped)).toBeGreaterThan((await redIn(bytes)) * 0.97)
})

test.each([0.1, 0.5, 0.9])('and so at %d of one that is far too tall', async (y) => {
  const bytes = await scene(600, 2400, 0.5, y).jpeg().toBuffer()
  const { bytes: cropped } = await crop(bytes)
  expect(await sharp(cropped).metadata()).toMatchObject({ width: 600, height: 900 })
  expect(await redIn(cropped)).toBeGreaterThan((await redIn(bytes)) * 0.97)
})

test('nothing is enlarged, and nothing is larger than it is shown', async () => {
  const { bytes: small } = await crop(await scene(300, 200, 0.5, 0.5).jpeg().toBuffer())
  expect(await sharp(small).metadata()).toMatchObject({ width: 133, height: 200 })
  const { bytes: large } = await crop(await scene(6000, 3600, 0.5, 0.5).jpeg().toBuffer())
  expect(await sharp(large).metadata()).toMatchObject({ width: 2000, height: 3000 })
})

test('a plain picture is cut in its middle, and the same bytes come of the same picture', async () => {
  const stripes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#abc' } })
    .jpeg()
    .toBuffer()
  const [one, two] = [await crop(stripes), await crop(stripes)]
  expect(one.bytes.equals(two.bytes)).toBe(true)
})

test('upright by its EXIF, and without it', async () => {
  const lying = await scene(800, 1200, 0.5, 0.5).withMetadata({ orientation: 6 }).jpeg().toBuffer() // is seen as 1200 by 800
  const { width, height, exif, orientation } = await sharp((await crop(lying)).bytes).metadata()
  expect([width, height, exif, orientation]).toEqual([533, 800, undefined, undefined])
})

test('a PNG stays one and see-through; gray and CMYK pictures come out as pictures', async () => {
  const png = await sharp({ create: { width: 900, height: 600, channels: 4, background: { r: 200, g: 10, b: 10, alpha: 0.5 } } })
    .png()
    .toBuffer()
  const made = await crop(png)
  expect([made.contentType, (await sharp(made.bytes).metadata()).hasAlpha]).toEqual(['image/png', true])
  for (const space of ['b-w', 'cmyk'] as const) {
    const bytes = await scene(900, 600, 0.2, 0.5).toColorspace(space).jpeg().toBuffer()
    expect(await sharp((await crop(bytes)).bytes).metadata()).toMatchObject({ width: 400, height: 600 })
  }
})

test('what is no picture, and what has too many pixels, throws', async () => {
  await expect(crop(Buffer.from('no picture at all'))).rejects.toThrow()
  await expect(cropOf(await scene(900, 600, 0.5, 0.5).jpeg().toBuffer(), { ...LIMITS, maxPixels: 1000 })).rejects.toThrow(
    'pixel limit',
  )
})
