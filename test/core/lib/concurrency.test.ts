/** How much is done at once. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { limitConcurrency, mapConcurrently, oneAtATime, repeatConcurrently } from '../../../src/core/lib/work/concurrency.js'

/** Counts what is under way at the same moment. */
function aCounter() {
  let open = 0
  const counter = {
    most: 0,
    async work<T>(result: T): Promise<T> {
      counter.most = Math.max(counter.most, ++open)
      await nextTurn()
      open--
      return result
    },
  }
  return counter
}

test('items are worked on a few at a time, and their results come in their order', async () => {
  const counter = aCounter()
  const results = await mapConcurrently([5, 1, 4, 2, 3], 2, (item, index) => counter.work(`${index}: ${item}`))
  expect(results).toEqual(['0: 5', '1: 1', '2: 4', '3: 2', '4: 3'])
  expect(counter.most).toBe(2)
})

test('an item that fails is told, and the others are begun all the same', async () => {
  const begun: number[] = []
  const all = mapConcurrently([1, 2, 3], 1, async (item) => {
    begun.push(item)
    await nextTurn()
    if (item === 1) throw new Error('the first')
  })
  await expect(all).rejects.toThrow('the first')
  await expect.poll(() => begun).toEqual([1, 2, 3])
})

test('one at a time means in the order of asking, whatever becomes of those before', async () => {
  const inTurn = oneAtATime()
  const ended: string[] = []
  const first = inTurn(async () => {
    await nextTurn()
    ended.push('first')
    throw new Error('of the first')
  })
  const second = inTurn(async () => void ended.push('second'))
  await expect(first).rejects.toThrow('of the first')
  await second
  expect(ended).toEqual(['first', 'second'])
})

test('a limit holds for all who share it', async () => {
  const [limit, counter] = [limitConcurrency(3), aCounter()]
  await Promise.all(Array.from({ length: 9 }, (_, n) => limit(() => counter.work(n))))
  expect(counter.most).toBe(3)
})

test('a step is repeated side by side until none is left', async () => {
  const [left, counter] = [[1, 2, 3, 4, 5], aCounter()]
  const done: number[] = []
  await repeatConcurrently(2, async () => {
    const one = left.shift()
    if (one === undefined) return false
    done.push(await counter.work(one))
    return true
  })
  expect(done.sort()).toEqual([1, 2, 3, 4, 5])
  expect(counter.most).toBe(2)
})
