import { expect, test } from 'vitest'
import { makeBatcher } from '../../../src/core/lib/work/batcher.js'

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function gathering(together: (items: number[]) => Promise<(string | undefined)[]>, { most = 100, giveUpMs = 10_000 } = {}) {
  const calls: number[][] = []
  const alone: number[] = []
  const ask = makeBatcher<number, string>({
    most,
    giveUpMs,
    together: (items) => {
      calls.push(items)
      return together(items)
    },
    alone: async (item) => {
      alone.push(item)
      if (item < 0) throw new Error(`no ${item}`)
      return `alone ${item}`
    },
  })
  return { ask, calls, alone }
}
const named = async (items: number[]) => items.map((item) => `with others ${item}`)

test('calls of one moment go in one statement, a lone one by itself', async () => {
  const { ask, calls, alone } = gathering(named)
  expect(await ask(1)).toBe('alone 1')
  expect(await Promise.all([ask(2), ask(3)])).toEqual(['with others 2', 'with others 3'])
  expect({ calls, alone }).toEqual({ calls: [[2, 3]], alone: [1] })
})

test('what comes while a statement is under way goes into the next, and no more than its most', async () => {
  const { ask, calls } = gathering(
    async (items) => {
      await after(20)
      return named(items)
    },
    { most: 3 },
  )
  const first = [ask(1), ask(2)]
  await after(5)
  await Promise.all([...first, ask(3), ask(4), ask(5), ask(6), ask(7)])
  expect(calls).toEqual([
    [1, 2],
    [3, 4, 5],
    [6, 7],
  ])
})

test('when the statement for all fails each is asked by itself, and fails by itself', async () => {
  const { ask } = gathering(() => Promise.reject(new Error('one of them is bad')))
  const ended = await Promise.allSettled([ask(1), ask(-2), ask(3)])
  expect(ended.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message))).toEqual([
    'alone 1',
    'no -2',
    'alone 3',
  ])
})

test('one that could not be done with the others is asked by itself', async () => {
  const { ask, alone } = gathering(async (items) => items.map((item) => (item === 2 ? undefined : `with others ${item}`)))
  expect(await Promise.all([ask(1), ask(2), ask(3)])).toEqual(['with others 1', 'alone 2', 'with others 3'])
  expect(alone).toEqual([2])
})

test('a statement that does not answer holds up those behind it for a moment only, and is given up', async () => {
  let asked = 0
  const { ask } = gathering((items) => (++asked === 1 ? new Promise(() => {}) : named(items)), { giveUpMs: 600 })
  const hanging = [ask(1), ask(2)]
  let isGivenUp = false
  const givenUp = expect(Promise.all(hanging).finally(() => (isGivenUp = true))).rejects.toThrow(
    'the database did not answer for 600 ms',
  )
  await after(5)
  expect(await Promise.all([ask(3), ask(4)])).toEqual(['with others 3', 'with others 4'])
  expect(isGivenUp).toBe(false)
  await givenUp
})

test('one that waits for a lock by itself holds up none of those behind it', async () => {
  let letGo = () => {}
  const ask = makeBatcher<number, string>({
    most: 100,
    together: async (items) => items.map((item) => (item === 1 ? undefined : 'done')),
    alone: () => new Promise((resolve) => (letGo = () => resolve('at last'))),
  })
  const first = [ask(1), ask(2)]
  expect(await first[1]).toBe('done')
  expect(await Promise.all([ask(3), ask(4)])).toEqual(['done', 'done']) // before the lock is let go
  letGo()
  expect(await first[0]).toBe('at last')
})
