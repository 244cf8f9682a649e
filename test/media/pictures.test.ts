import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { DomainError } from '../../src/core/errors.js'
import { makePictures } from '../../src/media/pictures.js'

const pictures = makePictures({ readSample: async (url) => (url === 'http://ours.test/a.jpg' ? Buffer.from('ours') : undefined) })
afterAll(() => pictures.close())

type Format = 'jpeg' | 'png' | 'gif' | 'webp'
const draw = (width = 300, height = 200, alpha = false) =>
  sharp({ create: { width, height, channels: alpha ? 4 : 3, background: alpha ? { r: 9, g: 9, b: 9, alpha: 0.5 } : '#468' } })
const aPicture = (format: Format, width?: number, height?: number) => draw(width, height).toFormat(format).toBuffer()
const refusal = async (work: Promise<unknown>) => {
  const error: unknown = await work.catch((thrown: unknown) => thrown)
  if (!(error instanceof DomainError)) throw new Error(`not refused: ${String(error)}`)
  expect([error.code, error.details.field]).toEqual(['BAD_REQUEST', 'mediaUrl'])
  return error.message
}

test.each(['jpeg', 'png', 'gif', 'webp'] as const)('%s is told by its bytes', async (format) => {
  const facts = await pictures.inspect(await aPicture(format), 'mediaUrl')
  expect(facts).toEqual({ contentType: `image/${format}`, width: 300, height: 200 })
})

test.each([1, 3, 5, 6, 7, 8])('orientation %i: dimensions and bytes come out upright', async (orientation) => {
  const bytes = await draw().withMetadata({ orientation }).jpeg().toBuffer()
  const [width, height] = orientation >= 5 ? [200, 300] : [300, 200]
  expect(await pictures.inspect(bytes, 'mediaUrl')).toEqual({ contentType: 'image/jpeg', width, height })
  const copy = await pictures.forPlatform(bytes, 'image/jpeg', 'mediaUrl')
  const facts = await sharp(copy.bytes).metadata()
  expect([facts.width, facts.height, facts.orientation ?? 1]).toEqual([width, height, 1])
  expect(copy.bytes === bytes).toBe(orientation === 1)
})

test.each([
  ['webp', false, 'image/jpeg'],
  ['webp', true, 'image/png'],
  ['gif', false, 'image/jpeg'],
] as const)('%s (transparent: %s) goes to the platform as %s', async (format, alpha, contentType) => {
  const bytes = await draw(300, 200, alpha).toFormat(format).toBuffer()
  const copy = await pictures.forPlatform(bytes, `image/${format}`, 'mediaUrl')
  expect(copy.contentType).toBe(contentType)
  expect(await pictures.inspect(copy.bytes, 'mediaUrl')).toEqual({ contentType, width: 300, height: 200 })
})

test.each([
  ['text', () => Buffer.from('<!doctype html><p>This is not a picture.'), /not an image/],
  ['nothing', () => Buffer.alloc(0), /not an image/],
  ['a head without a body', async () => (await aPicture('png')).subarray(0, 12), /not an image/],
  ['a picture below 100 pixels', () => aPicture('png', 99, 500), /at least 100 pixels/],
  [
    'more than 20 MiB',
    () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(20 * 1024 * 1024)]),
    /larger than 20 MiB/,
  ],
  ['a bomb', () => bomb(30_000, 30_000), /100 megapixels/],
  ['a HEIC', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), /image\/heic pictures are not taken/],
] as const)('%s is refused with a clear sentence', async (_what, make, sentence) => {
  expect(await refusal(pictures.inspect(await make(), 'mediaUrl'))).toMatch(sentence)
})

test('an SVG becomes a PNG or JPEG, and reads no file beside it', async () => {
  const svg = Buffer.from(`<?xml version="1.0"?>
    <!-- a picture --><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="150">
    <rect width="200" height="150" fill="#fff"/><image width="200" height="150" xlink:href="file://${new URL(import.meta.url).pathname}"/></svg>`)
  expect(await pictures.inspect(svg, 'mediaUrl')).toEqual({ contentType: 'image/svg+xml', width: 200, height: 150 })
  const copy = await pictures.forPlatform(svg, 'image/svg+xml', 'mediaUrl')
  expect(await pictures.inspect(copy.bytes, 'mediaUrl')).toEqual({ contentType: 'image/jpeg', width: 200, height: 150 })
})

test('a damaged picture that needs converting is refused', async () => {
  const bytes = (await aPicture('webp')).subarray(0, 60)
  expect(await refusal(pictures.forPlatform(bytes, 'image/webp', 'mediaUrl'))).toMatch(/damaged/)
})

test.each(['jpeg', 'png'] as const)('a %s that was cut off is refused, although the platform takes the kind', async (format) => {
  const noise = await sharp({
    create: { width: 600, height: 600, channels: 3, background: '#468', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
    .toFormat(format)
    .toBuffer()
  expect(await pictures.forPlatform(noise, `image/${format}`, 'mediaUrl')).toMatchObject({ contentType: `image/${format}` })
  const half = noise.subarray(0, noise.length / 2)
  expect(await refusal(pictures.forPlatform(half, `image/${format}`, 'mediaUrl'))).toMatch(/damaged/)
})

test('one of our own samples is read without any network', async () => {
  expect((await pictures.fetch('http://ours.test/a.jpg', 'mediaUrl')).toString()).toBe('ours')
})

/** A small PNG whose head claims a huge picture. */
async function bomb(width: number, height: number): Promise<Buffer> {
  const bytes = Buffer.from(await aPicture('png'))
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  const { crc32 } = await import('node:zlib')
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}
