/** The process that draws the pictures. */
import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { makeCharts } from '../../src/charts/charts.js'
import type { DaysPicture } from '../../src/core/ports/charts.js'
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

/** Other numbers are another picture. */
const someDays = (impressions = 0): DaysPicture => ({
  username: 'maker',
  days: Array.from({ length: 30 }, (_, day) => ({
    date: new Date(Date.UTC(2026, 1, 1 + day)).toISOString().slice(0, 10),
    isCounting: false,
    impressions: impressions + day,
    saves: day,
    outboundClicks: 1,
  })),
})

/** Below this process those that draw. */
function children(): number[] {
  const tasks = readdirSync('/proc/self/task').map((task) => readFileSync(`/proc/self/task/${task}/children`, 'latin1'))
  const pids = tasks.join(' ').split(/\s+/).filter(Boolean).map(Number)
  return pids.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('draw-child.mjs'))
}
const soon = { timeout: 20_000, interval: 5 }
const theChild = () => vi.waitUntil(() => children()[0], soon)

describe('the process that draws', () => {
  test('is started by the first picture, draws the next ones, and ends when there is none for a while', async () => {
    const charts = someCharts({ idleMs: 300 })
    expect(children()).toEqual([])
    await charts.days(someDays(1))
    const first = await theChild()
    await charts.days(someDays(2))
    expect(children()).toEqual([first])
    await vi.waitUntil(() => children().length === 0, soon)
    expect((await charts.days(someDays(3))).length).toBeGreaterThan(10_000)
  })

  test('knows nothing of our environment', async () => {
    await someCharts().days(someDays())
    expect(readFileSync(`/proc/${await theChild()}/environ`, 'latin1').replace(/NODE_CHANNEL\w+=\w+\0/g, '')).toBe('')
  })

  test('that cannot be started is nobody’s end, and the next picture is drawn', async () => {
    const charts = someCharts()
    const { outcome, kills } = await whereNoneStarts(() => charts.days(someDays()))
    await expect(outcome).rejects.toThrow()
    expect(kills).toBe(0)
    expect((await charts.days(someDays())).length).toBeGreaterThan(10_000)
  })

  test('draws equal pictures once, also when they are asked for together', async () => {
    const charts = someCharts()
    const [one, other] = await Promise.all([charts.days(someDays()), charts.days(someDays())])
    expect(other).toBe(one)
    process.kill(await theChild(), 'SIGKILL')
    expect(await charts.days(someDays())).toBe(one)
  })

  test('keeps the pictures that were asked for last', async () => {
    const charts = someCharts({ mostKept: 2 })
    const ask = (impressions: number) => charts.days(someDays(impressions))
    const [first, second] = [await ask(0), await ask(1)]
    expect(await ask(0)).toBe(first)
    await ask(2)
    expect(await ask(0)).toBe(first)
    expect(await ask(1)).not.toBe(second)
  })

  test('refuses pictures when too many wait, and draws those that do', async () => {
    const charts = someCharts({ mostWaiting: 2 })
    const asked = [1, 2, 3, 4, 5].map((impressions) =>
      charts.days(someDays(impressions)).then(
        () => 'drawn',
        (error: unknown) => error,
      ),
    )
    const outcomes = await Promise.all(asked)
    expect(outcomes.slice(0, 3)).toEqual(['drawn', 'drawn', 'drawn'])
    for (const outcome of outcomes.slice(3))
      expect(outcome).toMatchObject({ code: 'SERVICE_UNAVAILABLE', details: { retryAfterSeconds: 5 } })
    expect((await charts.days(someDays(4))).length).toBeGreaterThan(10_000)
  })

  test('is killed when a picture takes too long, and the next picture is drawn by another', async () => {
    const charts = someCharts({ deadlineMs: 5000 })
    await charts.days(someDays(1))
    const first = await theChild()
    process.kill(first, 'SIGSTOP')
    await expect(charts.days(someDays(2))).rejects.toThrow('a picture took longer than 5000 ms')
    expect((await charts.days(someDays(2))).length).toBeGreaterThan(10_000)
    expect(await theChild()).not.toBe(first)
  })

  test('that somebody ends costs one picture at most', async () => {
    const charts = someCharts()
    const asked = charts.days(someDays(1000))
    process.kill(await theChild(), 'SIGKILL')
    await expect(asked).rejects.toThrow('the process for a picture ended by SIGKILL')
    expect((await charts.days(someDays(1000))).length).toBeGreaterThan(10_000)
  })

  test('tells what it could not draw, and draws the next', async () => {
    const charts = someCharts()
    const broken = { ...someDays(), days: null } as unknown as DaysPicture
    await expect(charts.days(broken)).rejects.toThrow('a picture could not be drawn')
    expect((await charts.days(someDays())).length).toBeGreaterThan(10_000)
  })

  test('ends with us, and draws nothing afterwards', async () => {
    const charts = someCharts()
    await charts.days(someDays())
    await charts.close()
    await vi.waitUntil(() => children().length === 0, soon)
    await expect(charts.days(someDays(1000))).rejects.toThrow('we are closing')
  })
})
