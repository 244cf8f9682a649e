import { expect, test } from 'vitest'
import { judgeVideo, nextLookMs, nextTryMs } from '../../src/core/posts/video-rules.js'

const MINUTE_MS = 60_000
const uploaded = { state: 'uploaded', looks: 0, rejections: 0 } as const

test('looks come after 5, 5, 10, 20 and 30 seconds, then every minute, and after half an hour every five', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map(nextLookMs)).toEqual([5, 5, 10, 20, 30, 60, 60].map((seconds) => seconds * 1000))
  expect([35, 36, 1000].map(nextLookMs)).toEqual([MINUTE_MS, 5 * MINUTE_MS, 5 * MINUTE_MS])
})

test('what went wrong is tried again after 10 s, doubling to an hour', () => {
  expect([0, 1, 2, 8, 9, 500].map((tries) => nextTryMs(tries, 0))).toEqual([
    10_000, 20_000, 40_000, 2_560_000, 3_600_000, 3_600_000,
  ])
  expect(nextTryMs(0, 0.999)).toBeLessThanOrEqual(11_000)
})

test.each([
  ['succeeded', uploaded, 'ready'],
  ['processing', { ...uploaded, looks: 500 }, 'lookAgain'],
  ['registered', { ...uploaded, looks: 500 }, 'lookAgain'],
  ['registered', { ...uploaded, state: 'registered', looks: 3 }, 'lookAgain'],
  ['registered', { ...uploaded, state: 'registered', looks: 4 }, 'anew'],
  ['failed', uploaded, 'anew'],
  ['gone', uploaded, 'anew'],
  ['failed', { ...uploaded, rejections: 1 }, 'rejected'],
  ['gone', { ...uploaded, rejections: 1 }, 'rejected'],
] as const)('a video that the platform has as %s, %j: %s', (status, so, verdict) => {
  expect(judgeVideo(status, so)).toBe(verdict)
})
