/** The picture of what people search for: a line for each keyword over one year. */
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { makeCharts } from '../../src/charts/charts.js'
import { DAY_MS } from '../../src/core/lib/duration.js'
import type { Searches } from '../../src/core/ports/charts.js'

const charts = makeCharts()
afterAll(() => charts.close())

const LAST = Date.parse('2026-11-22')
const DENSITY = 2
const LINE = [122, 47, 111]
/** In px of the picture, which has two points each. */
const PANEL = { top: 44, height: 64, step: 108, left: 14, width: 692 }

const one = (rank: number, keyword: string, valueAt: (week: number) => number, count = 52): Searches => ({
  rank,
  keyword,
  weeks: Array.from({ length: count }, (_, at) => ({
    week: new Date(LAST - (count - 1 - at) * 7 * DAY_MS).toISOString().slice(0, 10),
    value: valueAt(at),
  })),
})
const bell = (at: number) => 100 * Math.exp(-((at - 40) ** 2) / 20)

/** Columns with the full color of the line, of a panel, as shares of its width. */
async function drawn(png: Buffer, panel: number, [from, to]: [number, number]): Promise<number> {
  const area = {
    left: Math.round((PANEL.left + PANEL.width * from) * DENSITY),
    width: Math.round(PANEL.width * (to - from) * DENSITY),
    top: (PANEL.top + panel * PANEL.step) * DENSITY,
    height: Math.round(PANEL.height * 0.5) * DENSITY, // its upper half
  }
  const { data } = await sharp(png).removeAlpha().extract(area).raw().toBuffer({ resolveWithObject: true })
  let found = 0
  for (let at = 0; at < data.length; at += 3)
    if (LINE.every((channel, of) => Math.abs((data[at + of] ?? 0) - channel) < 24)) found++
  return found
}

test('is a PNG on a ground of its own, as high as it has keywords, and small', async () => {
  for (const count of [1, 5]) {
    const png = await charts.searches({ searches: Array.from({ length: count }, (_, at) => one(at + 1, `keyword ${at}`, bell)) })
    const { format, width, height, hasAlpha } = await sharp(png).metadata()
    expect([format, width, hasAlpha]).toEqual(['png', 1440, false])
    expect(height).toBe((14 + count * 108 - 14 + 34) * DENSITY)
    expect(png.length).toBeLessThan(120_000)
  }
})

test('has its line high where most people search, in the panel of its keyword', async () => {
  const png = await charts.searches({ searches: [one(1, 'christmas', bell), one(2, 'spring', (at) => bell(at + 26))] })
  const [early, late] = [
    [0.15, 0.4],
    [0.68, 0.9],
  ] as [[number, number], [number, number]] // of the year
  expect(await drawn(png, 0, late)).toBeGreaterThan(200)
  expect(await drawn(png, 0, early)).toBe(0)
  expect(await drawn(png, 1, early)).toBeGreaterThan(200)
  expect(await drawn(png, 1, late)).toBe(0)
})

test.each([
  ['one week alone', [one(1, 'a', () => 50, 1)]],
  ['nobody who searches', [one(1, 'a', () => 0)]],
  ['words that no font has', [one(1, '漢字の👩‍🎨', bell)]],
  ['two years', [one(1, 'a'.repeat(200), bell, 106), one(2, 'b', bell, 2)]],
])('%s is drawn, too', async (_, searches) => {
  const png = await charts.searches({ searches })
  expect((await sharp(png).metadata()).width).toBe(1440)
})
