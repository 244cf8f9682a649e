/** What pictures are brought to before they are kept: no larger than the platform shows them. */
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { MEDIA_LIMITS } from '../../src/core/media/formats.js'
import { makePictures } from '../../src/media/pictures.js'

const pictures = makePictures({ limits: MEDIA_LIMITS })
afterAll(() => pictures.close())

const draw = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#468' } })

const noise = (width: number, height: number, format: 'jpeg' | 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#468', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
    .toFormat(format, format === 'png' ? { compressionLevel: 1 } : { quality: 90 })
    .toBuffer()
const plain = (width: number, height: number, format: 'jpeg' | 'png') => draw(width, height).toFormat(format).toBuffer()

test.each([
  ['a photograph from a camera', () => plain(6000, 4000, 'jpeg'), [3000, 2000]],
  ['a tall picture, which keeps the width it is shown in', () => plain(2000, 8000, 'png'), [1200, 4800]],
  ['a very tall one', () => plain(1000, 9000, 'jpeg'), [1000, 9000]],
  ['a ribbon, whose short side stays above the least', () => plain(200, 90_000 / 2, 'png'), [200, 45_000]],
  ['one that is within all of it', () => plain(3000, 3000, 'jpeg'), [3000, 3000]],
] as const)('%s is brought to the size that is sent', async (_, make, [width, height]) => {
  const bytes = await make()
  const { contentType } = await pictures.inspect(bytes, 'mediaUrl')
  const copy = await pictures.forPlatform(bytes, contentType, 'mediaUrl')
  expect(await pictures.inspect(copy.bytes, 'mediaUrl')).toMatchObject({ width, height })
  expect(copy.bytes.length).toBeLessThanOrEqual(MEDIA_LIMITS.sent.bytes)
  expect(await pictures.isAsSent(copy.bytes)).toBe(true)
})

test.each([
  ['jpeg', 2900],
  ['png', 1400],
] as const)('a %s of noise becomes one of at most 4 MiB, and a small one stays as it is', async (format, side) => {
  const bytes = await noise(side, side, format)
  expect(bytes.length).toBeGreaterThan(MEDIA_LIMITS.sent.bytes)
  expect(await pictures.isAsSent(bytes)).toBe(false)
  const copy = await pictures.forPlatform(bytes, `image/${format}`, 'mediaUrl')
  expect(copy).toMatchObject({ contentType: 'image/jpeg' })
  expect(copy.bytes.length).toBeLessThanOrEqual(MEDIA_LIMITS.sent.bytes)
  const small = await noise(400, 400, format)
  expect((await pictures.forPlatform(small, `image/${format}`, 'mediaUrl')).bytes).toBe(small)
})

test('a WebP and a PNG of 27 megapixels are both taken', async () => {
  for (const format of ['webp', 'png'] as const) {
    const bytes = await draw(6000, 4500).toFormat(format).toBuffer()
    expect(await pictures.inspect(bytes, 'mediaUrl')).toMatchObject({ width: 6000, height: 4500 })
    const copy = await pictures.forPlatform(bytes, `image/${format}`, 'mediaUrl')
    expect(await pictures.inspect(copy.bytes, 'mediaUrl')).toMatchObject({ width: 3000, height: 2250 })
  }
})
