import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../../src/core/lib/duration.js'
import { judgeVideo, nextPollMs, nextTryMs } from '../../../src/core/publish/prefetch/video-step.js'

const uploaded = { state: 'uploaded', looks: 0, rejections: 0, takenForMs: 0 } as const
const overdue = { ...uploaded, takenForMs: 20 * MINUTE_MS }

test('looks come after 5, 5, 10, 20 and 30 seconds, then every minute', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map(nextPollMs)).toEqual([5, 5, 10, 20, 30, 60, 60].map((seconds) => seconds * 1000))
  expect(nextPollMs(1000)).toBe(MINUTE_MS)
})

test('what went wrong is tried again after 10 s, doubling to an hour', () => {
  expect([0, 1, 2, 8, 9, 500].map((tries) => nextTryMs(tries, 0))).toEqual([
    10_000, 20_000, 40_000, 2_560_000, 3_600_000, 3_600_000,
  ])
  expect(nextTryMs(0, 0.999)).toBeLessThanOrEqual(11_000)
})

test.each([
  ['succeeded', uploaded, 'ready'],
  ['succeeded', overdue, 'ready'],
  ['processing', { ...uploaded, takenForMs: 20 * MINUTE_MS - 1 }, 'lookAgain'],
  ['processing', overdue, 'restart'],
  ['processing', { ...overdue, rejections: 1 }, 'unfinished'],
  ['registered', { ...uploaded, looks: 500 }, 'lookAgain'],
  ['registered', overdue, 'restart'],
  ['registered', { ...overdue, rejections: 1 }, 'unfinished'],
  ['registered', { ...uploaded, state: 'registered', looks: 3 }, 'lookAgain'],
  ['registered', { ...uploaded, state: 'registered', looks: 4 }, 'sendAgain'],
  ['failed', uploaded, 'restart'],
  ['gone', uploaded, 'restart'],
  ['failed', { ...uploaded, rejections: 1 }, 'rejected'],
  ['gone', { ...overdue, rejections: 1 }, 'rejected'],
] as const)('a video that the platform has as %s, %j: %s', (status, so, verdict) => {
  expect(judgeVideo(status, so)).toBe(verdict)
})
