/** A picture on a card of two to three: whole, on its own colour, with words that can be read. */
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { makeCharts } from '../../src/charts/charts.js'

const charts = makeCharts()
afterAll(() => charts.close())

const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
const card = async (image: Buffer, words: string | null = 'A brass lamp') => {
  const made = await charts.card({ image, words })
  if (!made) throw new Error('no card')
  return made
}
type Pixel = [number, number, number]
async function pixelsOf(jpeg: Buffer): Promise<(x: number, y: number) => Pixel> {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  return (x, y) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)] as Pixel
}
const light = ([r, g, b]: Pixel) => {
  const [x, y, z] = [r, g, b].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4)) as Pixel
  return 0.2126 * x + 0.7152 * y + 0.0722 * z
}
const contrast = (one: Pixel, other: Pixel) => {
  const [a, b] = [light(one), light(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
const near = (one: Pixel, other: Pixel, by = 12) => one.every((value, at) => Math.abs(value - other[at]!) <= by)

test('is a JPEG of 1000 by 1500 without EXIF, with the picture whole at its top', async () => {
  const edges = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#2a6' } })
    .composite([
      { input: { create: { width: 60, height: 800, channels: 3, background: '#f00' } }, left: 0, top: 0 },
      { input: { create: { width: 60, height: 800, channels: 3, background: '#00f' } }, left: 1140, top: 0 },
    ])
    .jpeg()
    .toBuffer()
  const made = await card(edges)
  expect(await sharp(made).metadata()).toMatchObject({ format: 'jpeg', width: 1000, height: 1500 })
  expect((await sharp(made).metadata()).exif).toBeUndefined()
  const at = await pixelsOf(made)
  expect([near(at(20, 300), [255, 0, 0], 20), near(at(980, 300), [0, 0, 255], 20)]).toEqual([true, true])
})

test.each(['#ffffff', '#000000', '#777777', '#e53935', '#1e88e5', '#fdd835', '#43a047', '#7b1fa2', '#8d6e63'])(
  'on %s the words stand out seven to one',
  async (background) => {
    const at = await pixelsOf(await card(await plain(1200, 800, background)))
    const paper = at(5, 1490)
    let best = 0
    for (let y = 900; y < 1400; y += 2) for (let x = 80; x < 920; x += 2) best = Math.max(best, contrast(paper, at(x, y)))
    expect(best).toBeGreaterThan(6.8) // JPEG rounds
  },
)

test('the background is the colour that most of the picture has', async () => {
  const at = await pixelsOf(await card(await plain(1200, 800, '#123a5c')))
  expect(near(at(5, 1490), [0x12, 0x3a, 0x5c])).toBe(true)
})

test('the same bytes come of the same picture and words', async () => {
  const image = await plain(900, 600, '#a52')
  expect((await card(image, 'Once')).equals(await card(image, 'Once'))).toBe(true)
  expect((await card(image, 'Once')).equals(await card(image, 'Twice'))).toBe(false)
})

test('a small picture is enlarged by half at most, a tall one leaves room for words', async () => {
  const at = await pixelsOf(await card(await plain(300, 200, '#0a0'), 'Small'))
  expect(near(at(200, 150), at(5, 1490), 3)).toBe(true) // beside it
  const tall = await pixelsOf(await card(await plain(600, 1800, '#00a'), 'Tall'))
  expect(near(tall(5, 5), tall(5, 1490), 3)).toBe(true)
})

/** Rows in which there is ink, below a plain picture whose own colour is the paper. */
async function inkRows(words: string): Promise<number> {
  const at = await pixelsOf(await card(await plain(1200, 800, '#123a5c'), words))
  const paper = at(5, 1490)
  let rows = 0
  for (let y = 700; y < 1500; y++) {
    const row = Array.from({ length: 250 }, (_, x) => at(x * 4, y))
    if (row.some((pixel) => !near(pixel, paper, 60))) rows++
    expect(near(at(20, y), paper, 30) && near(at(980, y), paper, 30), `words reach the edge at ${y}`).toBe(true)
  }
  return rows
}

test.each([
  'A',
  'Small hallway ideas: twelve ways to make a narrow entrance feel twice as wide without any new wall',
  'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz',
  'Weihnachtsbaumbeleuchtung und Donaudampfschifffahrtsgesellschaft',
  'W'.repeat(100),
  'أفكار لتزيين غرفة المعيشة الصغيرة في المنزل',
  'רעיונות לעיצוב סלון קטן',
  'Как связать плед своими руками',
  'Ernte & Küche: "Omas <b>beste</b> Rezepte" — ]]></text><image href="file:///etc/passwd"/>',
])('words within the card: %s', async (words) => {
  expect(await inkRows(words)).toBeGreaterThan(20)
})

test('emoji are left out, and of nothing but emoji the picture alone is left', async () => {
  const image = await plain(900, 600, '#a52')
  expect((await card(image, '🍰 Cake ❤️ 🇩🇪')).equals(await card(image, 'Cake'))).toBe(true)
  expect((await card(image, '🍰🍓')).equals(await card(image, ''))).toBe(true)
})

test.each(['小さなリビングを広く見せる', '작은 거실', 'ห้องนั่งเล่น', 'छोटा कमरा', 'Kimchi (김치) selber machen'])(
  'of words with letters that the fonts have not, there is no card: %s',
  async (words) => {
    expect(await charts.card({ image: await plain(900, 600, '#a52'), words })).toBeNull()
  },
)

test('what is no JPEG or PNG is refused, and the next card is drawn', async () => {
  await expect(charts.card({ image: Buffer.from('GIF89a'), words: 'No' })).rejects.toThrow()
  await expect(charts.card({ image: Buffer.alloc(21 * 1024 * 1024), words: 'No' })).rejects.toThrow()
  expect(await charts.card({ image: await plain(900, 600, '#a52'), words: 'Yes' })).not.toBeNull()
})
