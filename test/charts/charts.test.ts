/** The picture of the coming four weeks, and the process that draws it. */
import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { makeCharts } from '../../src/charts/charts.js'
import type { FourWeeksPicture, HourOfDay } from '../../src/core/ports/charts.js'
import { whereNoneStarts } from '../media/support/none-starts.js'

const opened: ReturnType<typeof makeCharts>[] = []
/** With a deadline that holds on a busy machine, too, where a process may take ten seconds to begin. */
const someCharts = (options: Parameters<typeof makeCharts>[0] = {}) => {
  const made = makeCharts({ deadlineMs: 60_000, ...options })
  opened.push(made)
  return made
}
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

type Given = Partial<Omit<FourWeeksPicture, 'days'>> & { start?: string; at?: (day: number, hour: number) => Partial<HourOfDay> }
function fourWeeks({ start = '2026-03-02', at = () => ({}), ...given }: Given = {}): FourWeeksPicture {
  const dateOf = (day: number) => new Date(Date.parse(start) + day * 86_400_000).toISOString().slice(0, 10)
  const days = Array.from({ length: 28 }, (_, day) => ({
    date: dateOf(day),
    hours: Array.from({ length: 24 }, (_, hour) => ({ taken: 0, open: 0, ...at(day, hour) })),
  }))
  return { username: 'maker', timezone: 'America/New_York', hour: 10, hasTwelveHours: false, ...given, days }
}
/** In every hour another number of each. */
const full = fourWeeks({ at: (day, hour) => ({ taken: (day * 7 + hour * 3) % 30, open: (day * 5 + hour) % 14 }) })

/** Below this process those that draw. */
function children(): number[] {
  const tasks = readdirSync('/proc/self/task').map((task) => readFileSync(`/proc/self/task/${task}/children`, 'latin1'))
  const pids = tasks.join(' ').split(/\s+/).filter(Boolean).map(Number)
  return pids.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('draw-child.mjs'))
}
const soon = { timeout: 20_000, interval: 5 }
const theChild = () => vi.waitUntil(() => children()[0], soon)

type Area = { left: number; top: number; width: number; height: number }
const DENSITY = 2
const HEADING: Area = { left: 10, top: 8, width: 700, height: 34 }
const DAYS: Area = { left: 10, top: 134, width: 116, height: 584 }
const HOURS: Area = { left: 128, top: 104, width: 560, height: 23 }
const cellAt = (day: number, hour: number): Area => ({
  left: 130 + hour * 24,
  top: 134 + day * 20 + Math.floor(day / 7) * 8,
  width: 24,
  height: 17,
})

/** The pixels of a part, as `r,g,b` with how many there are of each. */
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
const [TAKEN, OPEN, EMPTY, WEEKEND] = ['122,47,111', '221,243,232', '242,239,243', '233,224,240']

describe('the picture', () => {
  const charts = makeCharts()
  afterAll(() => charts.close())

  test('is a PNG of twice 720 px, on white, and below 200 kB however full it is', async () => {
    for (const weeks of [fourWeeks(), full]) {
      const png = await charts.fourWeeks(weeks)
      expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1440, height: 1464, hasAlpha: false })
      expect(png.length).toBeLessThan(200_000)
      expect([...(await colorsIn(png, { left: 0, top: 0, width: 4, height: 732 })).keys()]).toEqual(['255,255,255'])
    }
  })

  test('has the hours of the reader’s clock, and nothing else differs', async () => {
    const [all, twelve] = await Promise.all(
      [false, true].map((hasTwelveHours) => charts.fourWeeks(fourWeeks({ hasTwelveHours }))),
    )
    const above = { left: 0, top: 0, width: 720, height: HOURS.top }
    const below = { left: 0, top: HOURS.top + HOURS.height, width: 720, height: 732 - HOURS.top - HOURS.height }
    for (const area of [above, below]) expect(await colorsIn(twelve!, area)).toEqual(await colorsIn(all!, area))
    const label = (hour: number): Area => ({ ...HOURS, left: 130 + hour * 24, width: 70 })
    const ink = (png: Buffer, hour: number) => inkIn(png, label(hour))
    for (const hour of [0, 3, 12, 21]) expect(await ink(twelve!, hour), `${hour} o’clock`).not.toBe(await ink(all!, hour))
    const last = { ...HOURS, left: 130 + 21 * 24 + 68, width: 720 - (130 + 21 * 24 + 68) }
    expect(await inkIn(twelve!, last)).toBe(0) // none sticks out
  })

  test('has letters on a machine without fonts: name, days and hours', async () => {
    const png = await charts.fourWeeks(fourWeeks())
    expect(await inkIn(png, HEADING)).toBeGreaterThan(500)
    expect(await inkIn(png, DAYS)).toBeGreaterThan(5000)
    expect(await inkIn(png, HOURS)).toBeGreaterThan(1000)
  })

  test('shows taken, open and empty hours, and both where there is both', async () => {
    const cells: Record<string, HourOfDay> = {
      '3 12': { taken: 1, open: 0 },
      '4 12': { taken: 0, open: 1 },
      '9 20': { taken: 1, open: 1 },
    }
    const png = await charts.fourWeeks(fourWeeks({ at: (day, hour) => cells[`${day} ${hour}`] ?? {} }))
    const most = async (day: number, hour: number) => {
      const colors = await colorsIn(png, cellAt(day, hour))
      return [TAKEN, OPEN, EMPTY, WEEKEND].filter((color) => (colors.get(color) ?? 0) > 100)
    }
    expect(await most(3, 12)).toEqual([TAKEN])
    expect(await most(4, 12)).toEqual([OPEN])
    expect(await most(9, 20)).toEqual([TAKEN, OPEN])
    expect(await most(3, 13)).toEqual([EMPTY])
    expect(await most(5, 13)).toEqual([WEEKEND]) // Saturday
    expect(await most(6, 13)).toEqual([WEEKEND])
    expect(await most(7, 13)).toEqual([EMPTY])
  })

  test('has a number where there are several, and none where there is one', async () => {
    const cells: Record<string, HourOfDay> = {
      '3 12': { taken: 1, open: 0 },
      '3 14': { taken: 8, open: 0 },
      '4 12': { taken: 0, open: 1 },
      '4 14': { taken: 0, open: 8 },
    }
    const png = await charts.fourWeeks(fourWeeks({ at: (day, hour) => cells[`${day} ${hour}`] ?? {} }))
    const of = async (day: number, hour: number, color: string) => (await colorsIn(png, cellAt(day, hour))).get(color) ?? 0
    expect(await of(3, 14, '255,255,255')).toBeGreaterThan((await of(3, 12, '255,255,255')) + 50)
    expect(await of(4, 12, OPEN)).toBeGreaterThan((await of(4, 14, OPEN)) + 50)
  })

  test('marks now in the row of today', async () => {
    const png = await charts.fourWeeks(fourWeeks({ hour: 17 }))
    const red = async (area: Area) => (await colorsIn(png, area)).get('209,36,47') ?? 0
    expect(await red({ left: 130 + 17 * 24 - 5, top: 127, width: 10, height: 27 })).toBeGreaterThan(100)
    expect(await red({ left: 130, top: 156, width: 576, height: 570 })).toBe(0)
  })

  test.each([
    ['emoji and Chinese, which no letter of ours can draw', '🌸🎉 メーカー 制造商 👩‍👩‍👧‍👦', 'Schedule'],
    ['letters among them', 'ma🌸k️er\u200d', 'maker'],
    ['marks that turn the line around', '\u202emaker\u202c\u2066', 'maker'],
    ['line breaks', ' ma\r\n\tker\0 ', 'ma ker'],
    ['half of a character', 'maker\ud83c', 'maker'],
    ['nothing', '', 'Schedule'],
    ['sixty letters', 'm'.repeat(60), `${'m'.repeat(35)}…`],
  ])('draws a name with %s', async (_what, username, drawn) => {
    const pixels = async (name: string) =>
      sharp(await charts.fourWeeks(fourWeeks({ username: name })))
        .extract(twice(HEADING))
        .raw()
        .toBuffer()
    expect((await pixels(username)).equals(await pixels(drawn))).toBe(true)
  })

  test.each(['Маша', 'مرحبا', 'שלום', '<b>&amp;"\'</b>', 'ñandú', 'Đặng'])('draws the name %s', async (username) => {
    expect(await inkIn(await charts.fourWeeks(fourWeeks({ username })), HEADING)).toBeGreaterThan(300)
  })
})
const twice = ({ left, top, width, height }: Area): Area => ({
  left: left * DENSITY,
  top: top * DENSITY,
  width: width * DENSITY,
  height: height * DENSITY,
})

describe('the process that draws', () => {
  test('is started by the first picture, draws the next ones, and ends when there is none for a while', async () => {
    const charts = someCharts({ idleMs: 300 })
    expect(children()).toEqual([])
    await charts.fourWeeks(fourWeeks({ hour: 1 }))
    const first = await theChild()
    await charts.fourWeeks(fourWeeks({ hour: 2 }))
    expect(children()).toEqual([first])
    await vi.waitUntil(() => children().length === 0, soon)
    expect((await charts.fourWeeks(fourWeeks({ hour: 3 }))).length).toBeGreaterThan(10_000)
  })

  test('knows nothing of our environment', async () => {
    await someCharts().fourWeeks(fourWeeks())
    expect(readFileSync(`/proc/${await theChild()}/environ`, 'latin1').replace(/NODE_CHANNEL\w+=\w+\0/g, '')).toBe('')
  })

  test('that cannot be started is nobody’s end, and the next picture is drawn', async () => {
    const charts = someCharts()
    const { outcome, kills } = await whereNoneStarts(() => charts.fourWeeks(fourWeeks()))
    await expect(outcome).rejects.toThrow()
    expect(kills).toBe(0)
    expect((await charts.fourWeeks(fourWeeks())).length).toBeGreaterThan(10_000)
  })

  test('draws equal pictures once, also when they are asked for together', async () => {
    const charts = someCharts()
    const [one, other] = await Promise.all([charts.fourWeeks(fourWeeks()), charts.fourWeeks(fourWeeks())])
    expect(other).toBe(one)
    process.kill(await theChild(), 'SIGKILL')
    expect(await charts.fourWeeks(fourWeeks())).toBe(one)
  })

  test('keeps the pictures that were asked for last', async () => {
    const charts = someCharts({ mostKept: 2 })
    const ask = (hour: number) => charts.fourWeeks(fourWeeks({ hour }))
    const [first, second] = [await ask(0), await ask(1)]
    expect(await ask(0)).toBe(first)
    await ask(2)
    expect(await ask(0)).toBe(first)
    expect(await ask(1)).not.toBe(second)
  })

  test('refuses pictures when too many wait, and draws those that do', async () => {
    const charts = someCharts({ mostWaiting: 2 })
    const asked = [1, 2, 3, 4, 5].map((hour) =>
      charts.fourWeeks(fourWeeks({ hour })).then(
        () => 'drawn',
        (error: unknown) => error,
      ),
    )
    const outcomes = await Promise.all(asked)
    expect(outcomes.slice(0, 3)).toEqual(['drawn', 'drawn', 'drawn'])
    for (const outcome of outcomes.slice(3))
      expect(outcome).toMatchObject({ code: 'SERVICE_UNAVAILABLE', details: { retryAfterSeconds: 5 } })
    expect((await charts.fourWeeks(fourWeeks({ hour: 4 }))).length).toBeGreaterThan(10_000)
  })

  test('is killed when a picture takes too long, and the next picture is drawn by another', async () => {
    const charts = someCharts({ deadlineMs: 5000 })
    await charts.fourWeeks(fourWeeks({ hour: 1 }))
    const first = await theChild()
    process.kill(first, 'SIGSTOP')
    await expect(charts.fourWeeks(fourWeeks({ hour: 2 }))).rejects.toThrow('a picture took longer than 5000 ms')
    expect((await charts.fourWeeks(fourWeeks({ hour: 2 }))).length).toBeGreaterThan(10_000)
    expect(await theChild()).not.toBe(first)
  })

  test('that somebody ends costs one picture at most', async () => {
    const charts = someCharts()
    const asked = charts.fourWeeks(full)
    process.kill(await theChild(), 'SIGKILL')
    await expect(asked).rejects.toThrow('the process for a picture ended by SIGKILL')
    expect((await charts.fourWeeks(full)).length).toBeGreaterThan(10_000)
  })

  test('tells what it could not draw, and draws the next', async () => {
    const charts = someCharts()
    const broken = { ...fourWeeks(), days: [{ date: 'no date', hours: [] }] }
    await expect(charts.fourWeeks(broken)).rejects.toThrow('a picture could not be drawn')
    expect((await charts.fourWeeks(fourWeeks())).length).toBeGreaterThan(10_000)
  })

  test('ends with us, and draws nothing afterwards', async () => {
    const charts = someCharts()
    await charts.fourWeeks(fourWeeks())
    await charts.close()
    await vi.waitUntil(() => children().length === 0, soon)
    await expect(charts.fourWeeks(full)).rejects.toThrow('we are closing')
  })
})
