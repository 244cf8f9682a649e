/** A pin as it will look: what is cut, what fits, and what people type. */
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { makeCharts } from '../../src/charts/charts.js'
import type { PinPicture } from '../../src/core/ports/charts.js'

const charts = makeCharts()
afterAll(() => charts.close())

/** Red above, blue below, green between. */
async function aCover(width = 320, height = 480): Promise<Buffer> {
  const band = (background: string, top: number) => ({
    input: { create: { width, height: 40, channels: 3 as const, background } },
    top,
    left: 0,
  })
  return sharp({ create: { width, height, channels: 3, background: '#00a000' } })
    .composite([band('#d00000', 0), band('#0000d0', height - 40)])
    .jpeg()
    .toBuffer()
}
const cover = await aCover()
const draw = (pin: Partial<PinPicture> = {}): Promise<Buffer> =>
  charts.pin({ image: cover, title: 'Shelf', board: 'Garden', host: 'example.com', pictures: 1, durationMs: null, ...pin })

const DENSITY = 2
const WIDTH = 264
const SIDE = 14
/** Where the words begin below a picture of 2:3. */
const WORDS = SIDE + 354
const LINE = 19

async function sizeOf(png: Buffer): Promise<{ width: number; height: number }> {
  const { width, height } = await sharp(png).metadata()
  return { width, height }
}

type Area = { left: number; top: number; width: number; height: number }
/** How many pixels of a part are of the kind, in the measure of the drawing. */
async function pixels(png: Buffer, area: Area, isSuch: (r: number, g: number, b: number) => boolean): Promise<number> {
  const { left, top, width, height } = area
  const part = { left: left * DENSITY, top: top * DENSITY, width: width * DENSITY, height: height * DENSITY }
  const data = await sharp(png).removeAlpha().extract(part).raw().toBuffer()
  let count = 0
  for (let at = 0; at < data.length; at += 3) if (isSuch(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)) count++
  return count
}
const isInk = (r: number, g: number, b: number) => Math.max(r, g, b) < 0xf0
const isRed = (r: number, g: number, b: number) => r > 150 && g < 90 && b < 90
const isBlue = (r: number, g: number, b: number) => b > 150 && r < 90 && g < 90
const wordsOf = async (png: Buffer): Promise<Area> => ({
  left: 0,
  top: WORDS,
  width: WIDTH,
  height: (await sizeOf(png)).height / DENSITY - WORDS,
})

test('is a PNG of 528 px, with a picture of 2:3 and three lines below', async () => {
  const png = await draw()
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: WIDTH * DENSITY, hasAlpha: false })
  expect((await sizeOf(png)).height).toBe((WORDS + 6 + LINE + 4 + 17 + 2 + 17 + SIDE) * DENSITY)
  const picture = { left: SIDE, top: SIDE, width: 236, height: 354 }
  expect(await pixels(png, picture, isRed)).toBeGreaterThan(10_000)
  expect(await pixels(png, picture, isBlue)).toBeGreaterThan(10_000)
})

test('cuts what is taller than 2:3 below, and leaves what is wider its shape', async () => {
  const tall = await draw({ image: await aCover(160, 480) })
  expect(await sizeOf(tall)).toEqual(await sizeOf(await draw()))
  const picture = { left: SIDE, top: SIDE, width: 236, height: 354 }
  expect(await pixels(tall, picture, isRed)).toBeGreaterThan(10_000)
  expect(await pixels(tall, picture, isBlue)).toBe(0)
  const wide = await draw({ image: await aCover(480, 320) })
  expect((await sizeOf(tall)).height - (await sizeOf(wide)).height).toBe((354 - 157) * DENSITY)
})

test('has round corners', async () => {
  const png = await draw()
  expect(await pixels(png, { left: SIDE, top: SIDE, width: 3, height: 3 }, isInk)).toBe(0)
})

test('cuts the title off after two lines', async () => {
  const two = await draw({ title: 'word '.repeat(9) })
  const many = await draw({ title: 'word '.repeat(20) })
  expect(await sizeOf(many)).toEqual(await sizeOf(two))
  expect((await sizeOf(two)).height - (await sizeOf(await draw())).height).toBe(LINE * DENSITY)
})

test.each([
  ['wide letters without a blank', 'W'.repeat(100)],
  ['one long word', 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenknopf'],
  ['capitals', 'GROWING HERBS ON A MOMENTOUS MAMMOTH BALCONY '.repeat(2)],
  ['Hebrew', 'שתים עשרה רעיונות לגינה קטנה במרפסת שלכם לקיץ ולחורף הקרוב '.repeat(2)],
  ['Arabic', 'أفكار لحديقة الشرفة الصغيرة في الربيع والصيف مع اثني عشر نباتا '.repeat(2)],
  ['marks upon marks', 'a\u0301\u0302\u0303\u0304'.repeat(40)],
  ['Arabic marks', 'مُحَمَّدٌ '.repeat(20)],
  ['a family of emoji', '👩‍👩‍👧‍👦'.repeat(100)],
  ['line breaks', 'one\n\ntwo\r\nthree\n> four\n```five'],
  ['direction marks', '\u202eevil\u202c \u2066x\u2069'.repeat(20)],
  ['eight hundred letters', 'ж'.repeat(800)],
])('keeps words within their room: %s', async (_name, words) => {
  const png = await draw({ title: words, board: words, host: words })
  const room = await wordsOf(png)
  expect(await pixels(png, { ...room, width: SIDE - 1 }, isInk)).toBe(0)
  expect(await pixels(png, { ...room, left: WIDTH - SIDE + 1, width: SIDE - 1 }, isInk)).toBe(0)
  expect((await sizeOf(png)).height).toBeLessThanOrEqual(964)
  expect(png.length).toBeLessThan(400_000)
})

test('draws signs as signs', async () => {
  const evil = '</text><rect width="264" height="999" fill="#d00000"/><text>'
  const png = await draw({ title: evil, board: `"${evil}`, host: '&amp;&lt;' })
  expect(await pixels(png, await wordsOf(png), isRed)).toBe(0)
  expect(await draw({ title: 'a &amp; b' })).not.toEqual(await draw({ title: 'a & b' }))
  await expect(draw({ title: '\u0000]]>&#0;\ud800' })).resolves.toBeInstanceOf(Buffer)
})

test('writes from the right what is read from there, and the link from the left', async () => {
  const png = await draw({ title: 'גינה' })
  const title = { top: WORDS + 6, height: LINE, width: WIDTH / 2 }
  expect(await pixels(png, { ...title, left: 0 }, isInk)).toBe(0)
  expect(await pixels(png, { ...title, left: WIDTH / 2 }, isInk)).toBeGreaterThan(50)
})

test('leaves out emoji, and shows a bar for a title whose letters it has not', async () => {
  expect(await draw({ title: '🌿 Shelf 🌱' })).toEqual(await draw())
  expect(await sizeOf(await draw({ title: '!?' }))).toEqual(await sizeOf(await draw()))
  expect(await sizeOf(await draw({ title: '🌿' }))).toEqual(await sizeOf(await draw({ title: null })))
  const bar = await draw({ title: '小さなベランダの庭のアイデア' })
  expect(await sizeOf(bar)).toEqual(await sizeOf(await draw()))
  expect(await pixels(bar, { left: 0, top: WORDS + 6, width: WIDTH, height: LINE }, (r) => r < 0xb0)).toBe(0)
})

test('has a dot for each picture of a carousel, and the length of a video', async () => {
  const heightOf = async (pin: Partial<PinPicture>) => (await sizeOf(await draw(pin))).height
  expect((await heightOf({ pictures: 5 })) - (await heightOf({}))).toBe(16 * DENSITY)
  const corner = { left: SIDE + 10, top: SIDE + 10, width: 40, height: 22 }
  const white = (r: number, g: number, b: number) => Math.min(r, g, b) > 0xd0
  expect(await pixels(await draw(), corner, white)).toBe(0)
  expect(await pixels(await draw({ durationMs: 12_400 }), corner, white)).toBeGreaterThan(1000)
})

test('draws without title, board or link', async () => {
  const png = await draw({ title: null, board: null, host: null })
  expect((await sizeOf(png)).height).toBe((WORDS + SIDE) * DENSITY)
})

test('keeps whichever text comes first off the picture', async () => {
  const png = await draw({ title: null, board: null })
  expect((await sizeOf(png)).height).toBe((WORDS + 6 + 17 + SIDE) * DENSITY)
})

test('refuses what is no picture, and what is too large, and draws the next', async () => {
  await expect(draw({ image: Buffer.from('<svg/>') })).rejects.toThrow('a picture could not be drawn')
  await expect(draw({ image: Buffer.alloc(2 * 1024 * 1024 + 1) })).rejects.toThrow('the picture of a pin has 2097153 bytes')
  await expect(draw()).resolves.toBeInstanceOf(Buffer)
})
