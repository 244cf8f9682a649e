/** When the loop sleeps and when it scans at once, by its timers. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '../../../src/core/ports/deps.js'
import { makeDueLoop } from '../../../src/jobs/due-loop.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const START = 1_000_000
const AHEAD_MS = 25

/** A loop whose scans find nothing. @param nextDue by scan, in ms from the start; `passes`: how long it runs */
async function scansOf(nextDue: (look: number) => number | null, passes = 0) {
  let nowMs = START
  const looks: number[] = []
  const loop = makeDueLoop(
    {
      db: { listen: async () => async () => undefined } as unknown as Db, // nothing else of it is used
      clock: () => new Date(nowMs),
      log: { debug() {}, info() {}, warn() {}, error() {} },
    },
    {
      name: 'test',
      channel: 'test',
      maxOpen: 1,
      closeMs: 0,
      aheadMs: AHEAD_MS,
      begin: async () => {
        looks.push(nowMs - START)
        return []
      },
      nextDue: async () => {
        const due = nextDue(looks.length)
        nowMs += passes
        return due === null ? null : new Date(START + due)
      },
    },
  )
  await loop.start()
  const pass = async (ms: number) => {
    nowMs += ms
    await vi.advanceTimersByTimeAsync(ms)
  }
  await pass(0)
  return { loop, looks, pass }
}

test('it looks so long ahead of what is due next', async () => {
  const { looks, pass } = await scansOf((look) => (look === 1 ? 1_000 : null))
  await pass(974)
  expect(looks).toEqual([0])
  await pass(1)
  expect(looks).toEqual([0, 975])
})

test('what comes within reach while it looks is looked for at once', async () => {
  const { looks } = await scansOf((look) => (look === 1 ? AHEAD_MS + 3 : null), 5)
  expect(looks).toEqual([0, 5])
})

test('what was there and could not be had is looked for after a short delay, not at once', async () => {
  const { looks, pass } = await scansOf((look) => (look < 3 ? AHEAD_MS - 1 : null))
  expect(looks).toEqual([0])
  await pass(20)
  expect(looks).toEqual([0, 20])
  await pass(100)
  expect(looks).toEqual([0, 20, 120])
})

test('with nothing to come it looks every 30 s, and whenever it is woken', async () => {
  const { loop, looks, pass } = await scansOf(() => null)
  await pass(30_000)
  expect(looks).toEqual([0, 30_000])
  await pass(10)
  loop.wake()
  await pass(0)
  expect(looks).toEqual([0, 30_000, 30_010])
})
