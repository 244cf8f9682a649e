/** The picture of an account's days: lines over each other, gaps where nothing is known. */
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { DAY_MS } from '../../src/core/lib/duration.js'
import { makeCharts } from '../../src/charts/charts.js'
import { dated, spanOf } from '../../src/charts/scale.mjs'
import type { DaysPicture, PictureDay } from '../../src/core/ports/charts.js'

const charts = makeCharts()
afterAll(() => charts.close())

const LAST = Date.parse('2026-03-02')
type Values = Partial<Omit<PictureDay, 'date'>>
const picture = (count: number, at: (fromEnd: number) => Values, username = 'maker'): DaysPicture => ({
  username,
  days: Array.from({ length: count }, (_, index) => {
    const fromEnd = count - 1 - index
    const date = new Date(LAST - fromEnd * DAY_MS).toISOString().slice(0, 10)
    return { date, isCounting: false, impressions: null, saves: null, outboundClicks: null, ...at(fromEnd) }
  }),
})
const counting: Values = { isCounting: true }
/** As the platform reports it: two days are still counted. */
const usual = (most: number) => (fromEnd: number) =>
  fromEnd < 2
    ? counting
    : {
        impressions: Math.round(most * (0.6 + 0.4 * Math.sin(fromEnd))),
        saves: Math.round((most / 40) * (0.6 + 0.4 * Math.cos(fromEnd))),
        outboundClicks: Math.round(most / 100) + (fromEnd % 3),
      }

/** In px of the picture, which has two points each. */
type Area = { left: number; top: number; width: number; height: number }
const [WIDTH, HEIGHT, DENSITY] = [720, 656, 2]
const PLOT = { left: 84, width: 622 }
const PANELS = {
  impressions: { top: 118, height: 190, color: '122,47,111' },
  saves: { top: 360, height: 100, color: '11,122,85' },
  outboundClicks: { top: 512, height: 100, color: '31,90,168' },
}
type Panel = keyof typeof PANELS

async function colorsIn(png: Buffer, { left, top, width, height }: Area): Promise<Map<string, number>> {
  const area = { left: left * DENSITY, top: top * DENSITY, width: width * DENSITY, height: height * DENSITY }
  const { data } = await sharp(png).removeAlpha().extract(area).raw().toBuffer({ resolveWithObject: true })
  const counts = new Map<string, number>()
  for (let at = 0; at < data.length; at += 3) {
    const color = data.subarray(at, at + 3).join(',')
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  return counts
}
/** How many pixels of letters: darker than any background. */
async function inkIn(png: Buffer, area: Area): Promise<number> {
  const dark = (color: string) => color.split(',').every((channel) => Number(channel) < 0x90)
  return [...(await colorsIn(png, area))].reduce((sum, [color, count]) => sum + (dark(color) ? count : 0), 0)
}
/** The column of a day in a panel, or a band of it: `from` and `to` are shares of its height, 0 at its top. */
function columnOf(panel: Panel, count: number, fromEnd: number, [from, to] = [0, 1]): Area {
  const { top, height } = PANELS[panel]
  const width = PLOT.width / count
  return {
    left: Math.round(PLOT.left + (count - 1 - fromEnd) * width) + 1,
    width: Math.max(1, Math.round(width) - 2),
    top: top + Math.round(height * from),
    height: Math.round(height * (to - from)),
  }
}
async function lineIn(png: Buffer, panel: Panel, area: Area): Promise<number> {
  const wanted = PANELS[panel].color.split(',').map(Number)
  const near = (color: string) => color.split(',').every((channel, at) => Math.abs(Number(channel) - (wanted[at] ?? 0)) < 24)
  return [...(await colorsIn(png, area))].reduce((sum, [color, count]) => sum + (near(color) ? count : 0), 0)
}
const panels = Object.keys(PANELS) as Panel[]

test.each([7, 30, 90, 91])('of %s days is a PNG on a ground of its own, below 120 kB', async (count) => {
  const png = await charts.days(picture(count, usual(1200)))
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: WIDTH * 2, height: HEIGHT * 2, hasAlpha: false })
  expect(png.length).toBeLessThan(120_000)
  expect([...(await colorsIn(png, { left: 0, top: 0, width: 6, height: HEIGHT })).keys()]).toEqual(['255,255,255'])
})

test('has letters on a machine without fonts: name, window, names of lines, scales and days', async () => {
  const png = await charts.days(picture(30, usual(1200)))
  expect(await inkIn(png, { left: 10, top: 8, width: 400, height: 32 })).toBeGreaterThan(500)
  expect(await inkIn(png, { left: 10, top: 44, width: 400, height: 24 })).toBeGreaterThan(500)
  for (const panel of panels) {
    const { top, height } = PANELS[panel]
    expect(await lineIn(png, panel, { left: 10, top: top - 36, width: 200, height: 26 })).toBeGreaterThan(400)
    expect(await inkIn(png, { left: 400, top: top - 36, width: 310, height: 26 })).toBeGreaterThan(400)
    expect(await inkIn(png, { left: 10, top: top - 8, width: 66, height: height + 16 })).toBeGreaterThan(200)
  }
  expect(await inkIn(png, { left: 84, top: 616, width: 630, height: 28 })).toBeGreaterThan(500)
})

test('has a scale for each line: a save is seen beside a million impressions', async () => {
  const png = await charts.days(picture(7, () => ({ impressions: 12_000_000, saves: 1, outboundClicks: 40 })))
  for (const panel of panels) expect(await lineIn(png, panel, columnOf(panel, 7, 3, [0, 0.5]))).toBeGreaterThan(100)
})

test('has a gap where nothing is known, and no line at zero', async () => {
  const unknown = [3, 4, 8]
  const png = await charts.days(
    picture(12, (day) => (unknown.includes(day) ? {} : { impressions: 90, saves: 9, outboundClicks: 3 })),
  )
  for (const panel of panels) {
    for (const day of [3, 8]) expect(await lineIn(png, panel, inner(columnOf(panel, 12, day)))).toBe(0)
    expect(await lineIn(png, panel, columnOf(panel, 12, 6))).toBeGreaterThan(100)
  }
})
/** Without what the lines beside it reach over. */
const inner = ({ left, width, ...rest }: Area): Area => ({ ...rest, left: left + 4, width: width - 8 })

test('shows a day alone between gaps', async () => {
  for (const count of [30, 90]) {
    const png = await charts.days(picture(count, (day) => (day === 5 ? { impressions: 40, saves: 2, outboundClicks: 1 } : {})))
    for (const panel of panels) expect(await lineIn(png, panel, columnOf(panel, count, 5))).toBeGreaterThan(30)
  }
})

test('shades the days that are still counted, says so, and draws no line to zero', async () => {
  const SHADE = '236,230,239'
  const KEY: Area = { left: 500, top: 44, width: 200, height: 22 }
  const png = await charts.days(picture(30, usual(1200)))
  for (const panel of panels) {
    expect((await colorsIn(png, columnOf(panel, 30, 0))).get(SHADE) ?? 0).toBeGreaterThan(1000)
    expect(await lineIn(png, panel, columnOf(panel, 30, 0))).toBe(0)
    expect((await colorsIn(png, columnOf(panel, 30, 4))).get(SHADE) ?? 0).toBe(0)
  }
  expect(await inkIn(png, KEY)).toBeGreaterThan(300)
  const counted = await charts.days(picture(30, (day) => usual(1200)(day + 2)))
  expect(await inkIn(counted, KEY)).toBe(0)
})

test('dashes the way to a day of which there is a part', async () => {
  const told = { impressions: 100, saves: 10, outboundClicks: 4 }
  const at = (isCounting: boolean) => (day: number) => ({ ...told, isCounting: isCounting && day < 4 })
  const [dashed, solid] = [await charts.days(picture(7, at(true))), await charts.days(picture(7, at(false)))]
  for (const panel of panels) {
    const column = columnOf(panel, 7, 1)
    const [some, all] = [await lineIn(dashed, panel, column), await lineIn(solid, panel, column)]
    expect(some).toBeGreaterThan(0)
    expect(some).toBeLessThan(all * 0.8)
  }
})

test('of zeros alone has its line at zero', async () => {
  const png = await charts.days(picture(30, () => ({ impressions: 0, saves: 0, outboundClicks: 0 })))
  for (const panel of panels) {
    expect(await lineIn(png, panel, columnOf(panel, 30, 10, [0.9, 1]))).toBeGreaterThan(20)
    expect(await lineIn(png, panel, columnOf(panel, 30, 10, [0, 0.8]))).toBe(0)
  }
})

test.each([
  ['nothing known', picture(30, () => ({}))],
  ['nothing but days that are counted', picture(30, () => counting)],
  ['one line alone', picture(30, () => ({ impressions: 5 }))],
  ['the largest numbers there are', picture(90, usual(Number.MAX_SAFE_INTEGER))],
  ['a name without letters of ours', picture(7, usual(9), '🌸 制造商')],
])('is drawn with %s', async (_what, facts) => {
  const png = await charts.days(facts)
  expect(await inkIn(png, { left: 10, top: 8, width: 690, height: 32 })).toBeGreaterThan(300)
})

test('dates are written as in the texts', () => {
  expect(dated('2026-11-21')).toBe('Nov 21')
  expect(spanOf('2026-02-02', '2026-03-03')).toBe('Feb 2 to Mar 3, 2026')
  expect(spanOf('2025-12-30', '2026-01-05')).toBe('Dec 30, 2025 to Jan 5, 2026')
})
