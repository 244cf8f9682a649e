/** Trying again what failed in passing. */
import { expect, test } from 'vitest'
import { doubling, retry, untilStored } from '../../../src/core/lib/retry.js'

/** Fails so often, then succeeds. */
function failing(times: number) {
  const work = async (): Promise<string> => {
    work.tries++
    if (work.tries <= times) throw new Error(`try ${work.tries}`)
    return 'done'
  }
  work.tries = 0
  return work
}
const waitMs = () => 1

test('work is tried until it succeeds', async () => {
  const work = failing(3)
  const told: number[] = []
  await expect(retry(work, { waitMs, onFailure: (failed) => told.push(failed) })).resolves.toBe('done')
  expect([work.tries, told]).toEqual([4, [1, 2, 3]])
})

test('the last try of several throws its own error', async () => {
  const work = failing(9)
  await expect(retry(work, { waitMs, tries: 3 })).rejects.toThrow('try 3')
  expect(work.tries).toBe(3)
})

test('an error that does not pass is thrown at once', async () => {
  const work = failing(9)
  const isPassing = (error: unknown) => error instanceof Error && error.message === 'try 1'
  await expect(retry(work, { waitMs, isPassing })).rejects.toThrow('try 2')
})

test('no wait is begun that would end too late', async () => {
  const work = failing(9)
  await expect(retry(work, { waitMs: (failed) => (failed < 3 ? 1 : 60_000), withinMs: 30_000 })).rejects.toThrow('try 3')
})

test('a wait may depend on the error, and ends when it is called off', async () => {
  const stopping = new AbortController()
  const waited: unknown[] = []
  const asked = retry(failing(9), {
    waitMs: (failed, error) => {
      waited.push([failed, error])
      return 60_000
    },
    signal: stopping.signal,
  })
  stopping.abort()
  await expect(asked).rejects.toThrow('aborted')
  expect(waited).toEqual([[1, new Error('try 1')]])
})

test('waits double, up to the longest', () => {
  expect([1, 2, 3, 4, 5, 40].map(doubling(100, 1000))).toEqual([100, 200, 400, 800, 1000, 1000])
})

test('a write outlives a short absence of the database, and no error that will not pass', async () => {
  await expect(untilStored(failing(1))).resolves.toBe('done')
  const work = failing(1)
  await expect(untilStored(work, { isPassing: () => false })).rejects.toThrow('try 1')
})
