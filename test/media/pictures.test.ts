import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { MEDIA_LIMITS } from '../../src/core/media/formats.js'
import { HOUR_MS } from '../../src/core/lib/duration.js'
import { DomainError } from '../../src/core/lib/errors.js'
import { makeConverter } from '../../src/media/convert.js'
import { makePictures } from '../../src/media/pictures.js'
import { aVideo, u32 } from '../support/videos.js'

const pictures = makePictures({
  limits: MEDIA_LIMITS,
  readSample: async (url) => (url === 'http://ours.test/a.jpg' ? Buffer.from('ours') : undefined),
})
afterAll(() => pictures.close())

type Format = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'
const draw = (width = 300, height = 200, alpha = false) =>
  sharp({ create: { width, height, channels: alpha ? 4 : 3, background: alpha ? { r: 9, g: 9, b: 9, alpha: 0.5 } : '#468' } })
const aPicture = (format: Format, width?: number, height?: number) => draw(width, height).toFormat(format).toBuffer()
const refusal = async (work: Promise<unknown>) => {
  const error: unknown = await work.catch((thrown: unknown) => thrown)
  if (!(error instanceof DomainError)) throw new Error(`not refused: ${String(error)}`)
  expect([error.code, error.details.field]).toEqual(['BAD_REQUEST', 'mediaUrl'])
  return error.message
}

test.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)('%s is told by its bytes', async (format) => {
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
  ['avif', false, 'image/jpeg'],
  ['avif', true, 'image/png'],
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
  ['a real PNG of 400 megapixels', () => flood(), /more than 100 megapixels/],
  ['a GIF with a huge canvas', () => gifOf(65_535, 65_535), /more than 100 megapixels/],
  ['a HEIC that is only a head', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), /not an image/],
  ['an AVIF that is only a head', () => Buffer.from('\0\0\0\x18ftypavif\0\0\0\0mif1avif', 'latin1'), /not an image/],
  ['an SVG whose words are multiplied ten times ten times', () => Buffer.from(laughs()), /not an image/],
  ['an SVG with a huge view box', () => anSvg('', 'viewBox="0 0 1000000000 1000000000"'), /pixels/],
  ['an SVG of 900 megapixels', () => anSvg('', 'width="30000" height="30000"'), /more than 25 megapixels/],
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

const NS = 'http://www.w3.org/2000/svg'
const ILLUSTRATOR = `<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 12.0.0, SVG Export Plug-In . SVG Version: 6.00 Build 51448)  -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
  <!-- its own -->
  ${Array.from({ length: 30 }, (_, n) => `<!ENTITY ns_${n} "http://ns.adobe.com/Extensibility/${n}/">`).join('\n  ')}
  <!ENTITY ns_svg "${NS}">
  <!ENTITY red 'fill:#f00;'>
  <!ENTITY st0 '&red;stroke:none'>
  <!ELEMENT unused ANY>
]>
<svg xmlns="&ns_svg;" xmlns:a="&ns_1;" width="300" height="200"><rect width="300" height="200" style="&st0;"/></svg>`

test.each([
  ['as Illustrator wrote them, with a document type of its own', ILLUSTRATOR],
  ['with a byte order mark', `\uFEFF${ILLUSTRATOR}`],
  ['in UTF-16', Buffer.from(`\uFEFF${ILLUSTRATOR.replace('utf-8', 'utf-16')}`, 'utf16le')],
  [
    'whose root has a prefix',
    `<svg:svg xmlns:svg="${NS}" width="300" height="200"><svg:rect width="300" height="200" fill="red"/></svg:svg>`,
  ],
  [
    'whose root has another one',
    `<s:svg xmlns:s="${NS}" width="300" height="200"><s:rect width="300" height="200" fill="red"/></s:svg>`,
  ],
  [
    'behind a long comment',
    `<!-- ${'word '.repeat(2000)} --><svg xmlns="${NS}" width="300" height="200"><rect width="300" height="200" fill="red"/></svg>`,
  ],
  [
    'whose entity is an element',
    `<!DOCTYPE svg [<!ENTITY r '<rect width="300" height="200" fill="red"/>'>]><svg xmlns="${NS}" width="300" height="200">&r;</svg>`,
  ],
] as const)('SVG %s is a picture', async (_how, svg) => {
  const bytes = typeof svg === 'string' ? Buffer.from(svg) : svg
  expect(await pictures.inspect(bytes, 'mediaUrl')).toEqual({ contentType: 'image/svg+xml', width: 300, height: 200 })
  const copy = await pictures.forPlatform(bytes, 'image/svg+xml', 'mediaUrl')
  expect(await colorAt(copy.bytes, 150, 100)).toBe('red')
})

test.each([
  ['of a file', `<!ENTITY x SYSTEM "file://${new URL(import.meta.url).pathname}">`],
  ['of an address', '<!ENTITY x PUBLIC "a" "http://127.0.0.1:9/x">'],
  ['behind a parameter', '<!ENTITY % p SYSTEM "http://127.0.0.1:9/x"> %p; <!ENTITY x "%p;">'],
  ['that is itself', '<!ENTITY x "&x;">'],
  ['of many megabytes', `<!ENTITY a "${'a'.repeat(60_000)}"><!ENTITY x "${'&a;'.repeat(1000)}">`],
])('the entity of an SVG %s is not filled in, and the drawing refused', async (_what, declared) => {
  const svg = Buffer.from(`<!DOCTYPE svg [${declared}]><svg xmlns="${NS}" width="300" height="200"><text y="90">&x;</text></svg>`)
  expect(await refusal(pictures.inspect(svg, 'mediaUrl'))).toMatch(/not an image/)
})

test('a JPEG in the colours of print becomes one in those of screens', async () => {
  const print = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } })
    .toColourspace('cmyk')
    .jpeg()
    .toBuffer()
  expect((await sharp(print).metadata()).space).toBe('cmyk')
  expect(await pictures.isAsSent(print)).toBe(false)
  const copy = await pictures.forPlatform(print, 'image/jpeg', 'mediaUrl')
  expect((await sharp(copy.bytes).metadata()).space).toBe('srgb')
  expect(await colorAt(copy.bytes, 150, 100)).toBe('red')
})

test('an AVIF that is to be turned is upright', async () => {
  const turned = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } })
    .withMetadata({ orientation: 6 })
    .avif({ effort: 0 })
    .toBuffer()
  const facts = await pictures.inspect(turned, 'mediaUrl')
  const copy = await pictures.forPlatform(turned, 'image/avif', 'mediaUrl')
  expect(await pictures.inspect(copy.bytes, 'mediaUrl')).toMatchObject({ width: facts.width, height: facts.height })
})

test('a HEIC becomes a JPEG in its own colours', async () => {
  const heic = fixture('scene.heic')
  expect(await pictures.inspect(heic, 'mediaUrl')).toEqual({ contentType: 'image/heic', width: 360, height: 240 })
  const copy = await pictures.forPlatform(heic, 'image/heic', 'mediaUrl')
  expect(await pictures.inspect(copy.bytes, 'mediaUrl')).toEqual({ contentType: 'image/jpeg', width: 360, height: 240 })
  const corners = [await colorAt(copy.bytes, 60, 60), await colorAt(copy.bytes, 270, 60), await colorAt(copy.bytes, 180, 180)]
  expect(corners).toEqual(['red', 'blue', 'green'])
})

test('the colours of a HEIC beyond sRGB are kept: its profile goes along', async () => {
  const copy = await pictures.forPlatform(fixture('wide.heic'), 'image/heic', 'mediaUrl')
  expect((await sharp(copy.bytes).metadata()).icc?.length).toBe(480) // Display P3
  const [r, g, b] = await sharp(copy.bytes).raw().toBuffer()
  expect([r, g, b]).toEqual([255, expect.closeTo(0, -1), expect.closeTo(0, -1)]) // without it 234, 51, 35
})

test('a HEIC that is to be turned is upright, in its facts and in its pixels', async () => {
  const heic = fixture('turned.heic')
  expect(await pictures.inspect(heic, 'mediaUrl')).toMatchObject({ width: 240, height: 360 })
  const copy = await pictures.forPlatform(heic, 'image/heic', 'mediaUrl')
  expect(await pictures.inspect(copy.bytes, 'mediaUrl')).toEqual({ contentType: 'image/jpeg', width: 240, height: 360 })
  // a quarter turn against the clock: what was at the left is at the foot
  expect([await colorAt(copy.bytes, 60, 300), await colorAt(copy.bytes, 60, 90)]).toEqual(['red', 'blue'])
})

test('a damaged HEIC is refused, and the next one is not', async () => {
  const damaged = Buffer.from(fixture('scene.heic'))
  damaged.fill(0xff, damaged.length - 600)
  expect(await refusal(pictures.forPlatform(damaged.subarray(0, -300), 'image/heic', 'mediaUrl'))).toMatch(/damaged/)
  expect(await pictures.forPlatform(fixture('scene.heic'), 'image/heic', 'mediaUrl')).toMatchObject({ contentType: 'image/jpeg' })
})

test('a drawing that takes for ever is killed at its deadline, and one that waits for it is not', async () => {
  const hurried = makeConverter({ deadlineMs: 4000 })
  const endless = anSvg(TURBULENCE, 'width="2000" height="2000"')
  const [first, second] = await Promise.all([
    hurried.convert(endless, 'image/svg+xml', wide),
    hurried.convert(fixture('scene.heic'), 'image/heic', wide),
  ])
  expect(second).toMatchObject({ kind: 'done', value: { contentType: 'image/jpeg' } })
  // on a machine that is short of the processor the drawing is not to blame
  if (first.kind === 'failed') expect(first.error).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  else expect(first.kind).toBe('tooCostly')
  await hurried.close()
})

test('a drawing that takes gigabytes is ended before it has them', async () => {
  const floods = Array.from({ length: 60 }, (_, n) => `<feFlood flood-color="red" result="r${n}"/>`).join('')
  const drawing = `<filter id="f" x="0" y="0" width="1" height="1">${floods}</filter><rect width="5000" height="5000" filter="url(#f)"/>`
  const converter = makeConverter({ deadlineMs: HOUR_MS }) // it is its memory that ends it
  const flooded = await converter.convert(anSvg(drawing, 'width="5000" height="5000"'), 'image/svg+xml', wide)
  expect(flooded).toEqual({ kind: 'tooCostly' })
  await converter.close()
})

test('what is being drawn when we close ends at once', async () => {
  const converter = makeConverter({ deadlineMs: HOUR_MS })
  const drawn = converter.convert(anSvg(TURBULENCE, 'width="2000" height="2000"'), 'image/svg+xml', wide)
  const waiting = converter.convert(fixture('scene.heic'), 'image/heic', wide)
  await new Promise((resolve) => setImmediate(resolve)) // it runs
  await converter.close()
  expect([(await drawn).kind, (await waiting).kind]).toEqual(['failed', 'failed'])
})

test('an SVG reads nothing from the network', async () => {
  let asked = 0
  const server = createServer((_request, response) => void response.end(String(asked++)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const href = `http://127.0.0.1:${port}/`
  const svg = Buffer.from(
    `<!DOCTYPE svg [<!ENTITY e SYSTEM "${href}e">]>` +
      svgOf(
        `<style>@import url(${href}s);</style><image width="99" height="99" href="${href}i"/><use href="${href}u#a"/>`,
        'width="200" height="200"',
      ),
  )
  const copy = await pictures.forPlatform(svg, 'image/svg+xml', 'mediaUrl').catch(() => undefined)
  expect([asked, copy?.contentType ?? 'refused']).toEqual([0, expect.any(String)])
  server.close()
})

test('a thumbnail is a JPEG of at most 480 pixels, upright, on white', async () => {
  const of = async (bytes: Buffer) => sharp(await pictures.thumbnail(bytes, 'mediaUrl')).metadata()
  expect(await of(await aPicture('jpeg', 1000, 1500))).toMatchObject({ format: 'jpeg', width: 320, height: 480 })
  expect(await of(await aPicture('png', 300, 200))).toMatchObject({ format: 'jpeg', width: 300, height: 200 })
  expect(await of(await draw(1000, 500).withMetadata({ orientation: 6 }).jpeg().toBuffer())).toMatchObject({
    width: 240,
    height: 480,
  })
  const clear = await sharp({ create: { width: 200, height: 200, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toBuffer()
  expect(await colorAt(await pictures.thumbnail(clear, 'mediaUrl'), 9, 9)).toBe('white')
  expect(await refusal(pictures.thumbnail(Buffer.from('nothing'), 'mediaUrl'))).toMatch(/damaged/)
})

test.each([
  [1080, 1920, 270, 480],
  [1920, 1080, 480, 270],
  [300, 200, 300, 200],
  [100, 60_000, 1, 480],
])('the stand-in of a video of %i x %i is a JPEG of its shape', async (width, height, smallWidth, smallHeight) => {
  const bytes = await pictures.videoThumbnail({ width, height })
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: smallWidth, height: smallHeight })
  if (smallWidth > 9)
    expect(
      await colorAt(bytes, Math.round(smallWidth / 2) - Math.round(Math.min(smallWidth, smallHeight) / 5) + 6, smallHeight / 2),
    ).toBe('white')
})

test('a video where a picture was said is a 400 of mediaType', async () => {
  const error: unknown = await pictures.inspect(aVideo(), 'mediaUrl').catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'BAD_REQUEST', details: { field: 'mediaType' } })
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
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

/** As anybody can make it: 400 megapixels of one colour in some fifty kilobytes. */
function flood(): Buffer {
  const head = Buffer.from('00004e2000004e200100000000', 'hex') // 20000 x 20000, one bit a pixel
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    return Buffer.concat([u32(data.length), body, u32(crc32(body))])
  }
  const rows = deflateSync(Buffer.alloc(20_000 * 2501))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function gifOf(width: number, height: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width, 0)
  size.writeUInt16LE(height, 2)
  const [colors, frame, data] = ['800000000000ffffff', '2c00000000', '0002024401003b'].map((hex) => Buffer.from(hex, 'hex'))
  return Buffer.concat([Buffer.from('GIF89a'), size, colors!, frame!, size, data!])
}

const svgOf = (inside: string, size: string) => `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inside}</svg>`
const laughs = () => {
  const entities = Array.from({ length: 10 }, (_, n) => `<!ENTITY a${n} "${n === 0 ? 'lol' : `&a${n - 1};`.repeat(10)}">`)
  return `<!DOCTYPE svg [${entities.join('')}]>${svgOf('<text y="20">&a9;</text>', 'width="300" height="300"')}`
}
const anSvg = (inside: string, size: string) => Buffer.from(svgOf(inside, size))
const wide = { maxPixels: 1e8, minSide: 100, sent: MEDIA_LIMITS.sent }
/** Minutes of work. */
const TURBULENCE = `<filter id="f" x="0" y="0" width="1" height="1">${'<feTurbulence baseFrequency="0.9" numOctaves="200"/>'.repeat(200)}</filter>
  <rect width="2000" height="2000" filter="url(#f)"/>`

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url))

async function colorAt(bytes: Buffer, left: number, top: number): Promise<string> {
  const pixel = sharp(bytes).extract({ left, top: Math.round(top), width: 1, height: 1 })
  const [r = 0, g = 0, b = 0] = await pixel.raw().toBuffer()
  if (Math.min(r, g, b) > 200) return 'white'
  return r > g && r > b ? 'red' : g > b ? 'green' : 'blue'
}
