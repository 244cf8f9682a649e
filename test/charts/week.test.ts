/** The picture of the days to come: what stands where, and what cannot be drawn. */
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { makeCharts } from '../../src/charts/charts.js'
import type { WeekCell, WeekPicture } from '../../src/core/ports/charts.js'

const charts = makeCharts()
afterAll(() => charts.close())

const pin = (change: Partial<WeekCell> = {}): WeekCell => ({
  kind: 'pin',
  title: 'Open shelves for a small kitchen',
  board: 0,
  mark: null,
  isRepeat: false,
  more: 0,
  cover: 0,
  ...change,
})
const open = pin({ kind: 'open', title: '', board: null, cover: null })
const red = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#d00000' } })
  .jpeg()
  .toBuffer()

const DAYS = ['Sat 5', 'Sun 6', 'Mon 7', 'Tue 8', 'Wed 9', 'Thu 10', 'Fri 11']
/** One row, whose first days have these cells. */
const week = (cells: (WeekCell | null)[], change: Partial<WeekPicture> = {}): WeekPicture => ({
  days: DAYS,
  rows: [{ label: '9:30\nAM', cells: DAYS.map((_, day) => cells[day] ?? null) }],
  boards: ['Warm kitchens'],
  images: [red],
  ...change,
})

const DENSITY = 2
/** The cell of a day in the first row, in px of the drawing. */
const cellAt = (day: number) => ({ left: 92 + Math.round((day * 614) / 7) + 5, top: 82, width: 78, height: 117 })
async function shareOf(jpeg: Buffer, day: number, isSuch: (r: number, g: number, b: number) => boolean): Promise<number> {
  const { left, top, width, height } = cellAt(day)
  const part = { left: left * DENSITY, top: top * DENSITY, width: width * DENSITY, height: height * DENSITY }
  const data = await sharp(jpeg).extract(part).raw().toBuffer()
  let count = 0
  for (let at = 0; at < data.length; at += 3) if (isSuch(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)) count++
  return (count * 3) / data.length
}
const isRed = (r: number, g: number, b: number) => r > 170 && g < 60 && b < 60
const isBoard = (r: number, g: number, b: number) => r > 210 && g > 140 && g < 200 && b < 110
const isOpenGreen = (r: number, g: number, b: number) => g > 170 && r < 180 && b < 210 && g > r + 30

test('is a JPEG of twice 720 px, on a dark ground, and below 400 kB with 42 pictures', async () => {
  const jpeg = await charts.week(week([pin()]))
  expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 1440, hasAlpha: false })
  const [r = 255, g = 255, b = 255] = await sharp(jpeg).extract({ left: 4, top: 4, width: 1, height: 1 }).raw().toBuffer()
  expect(Math.max(r, g, b)).toBeLessThan(80)
  const images = await Promise.all(
    Array.from({ length: 42 }, (_, index) =>
      sharp({
        create: {
          width: 300,
          height: 450,
          channels: 3,
          background: '#808080',
          noise: { type: 'gaussian', mean: 90 + index, sigma: 40 },
        },
      })
        .jpeg()
        .toBuffer(),
    ),
  )
  const rows = Array.from({ length: 6 }, (_, row) => ({
    label: '9:30\nAM',
    cells: DAYS.map((__, day) => pin({ cover: row * 7 + day })),
  }))
  const full = await charts.week(week([], { rows, images }))
  expect(full.length).toBeLessThan(400_000)
  expect((await sharp(full).metadata()).height ?? 9999).toBeLessThan(1600)
})

test('a pin is its picture in the color of its board, an open slot a frame, and nothing is nothing', async () => {
  const jpeg = await charts.week(week([pin(), open]))
  expect(await shareOf(jpeg, 0, isRed)).toBeGreaterThan(0.6)
  expect(await shareOf(jpeg, 0, isBoard)).toBeGreaterThan(0.08)
  expect(await shareOf(jpeg, 1, isOpenGreen)).toBeGreaterThan(0.02)
  expect(await shareOf(jpeg, 2, (r, g, b) => Math.max(r, g, b) > 110)).toBe(0)
})

test.each([
  ['missing', null],
  ['no picture', Buffer.from('no picture at all')],
  ['too large', Buffer.alloc(3 * 1024 * 1024)],
])('a picture that is %s is the color of its board with the first words of the title', async (_what, image) => {
  const jpeg = await charts.week(week([pin()], { images: [image] }))
  expect(await shareOf(jpeg, 0, isBoard)).toBeGreaterThan(0.6)
  expect(await shareOf(jpeg, 0, (r, g, b) => Math.max(r, g, b) < 110)).toBeGreaterThan(0.03)
})

test.each([
  ['published', { mark: 'published' }],
  ['unknown', { mark: 'unknown' }],
  ['failed', { mark: 'failed' }],
  ['a repeat', { isRepeat: true }],
  ['one of several', { more: 2 }],
] as const)('a pin that is %s bears a mark', async (_what, change) => {
  const [plain, marked] = await Promise.all([charts.week(week([pin()])), charts.week(week([pin(change)]))])
  expect(await shareOf(marked, 0, isRed)).toBeLessThan((await shareOf(plain, 0, isRed)) - 0.03)
})

test.each(['<b>&amp;"\'</b>', '🌸 メーカー', '\u202emaker', '', 'm'.repeat(500)])(
  'titles and boards may be %j',
  async (words) => {
    const jpeg = await charts.week(week([pin({ title: words, cover: null })], { boards: [words] }))
    expect(jpeg.length).toBeGreaterThan(10_000)
  },
)
