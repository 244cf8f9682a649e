/** Waiting, but not for ever. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { settlesWithin, startDeadline, withTimeout } from '../../../src/core/lib/timeout.js'

const late = () => new Error('too late')
const never = new Promise<never>(() => {})

test('work that ends in time is what it comes to, and what it throws', async () => {
  await expect(withTimeout(1000, late, async () => 'done')).resolves.toBe('done')
  const failing = async () => {
    throw new Error('of the work')
  }
  await expect(withTimeout(1000, late, failing)).rejects.toThrow('of the work')
})

test('work that takes longer is told by its signal, and its late error is nobody’s', async () => {
  let signal: AbortSignal | undefined
  const work = async (deadline: { signal: AbortSignal }) => {
    signal = deadline.signal
    await sleep(40)
    throw new Error('of late work')
  }
  await expect(withTimeout(10, late, work)).rejects.toThrow('too late')
  expect(signal?.reason).toEqual(late())
  await sleep(60) // an error that nobody takes would end the process
})

test('whether work has settled says nothing of how', async () => {
  const failed = Promise.reject(new Error('of the work'))
  expect(await settlesWithin(failed, 1000)).toBe(true)
  expect(await settlesWithin(Promise.resolve(), 0)).toBe(true)
  expect(await settlesWithin(never, 10)).toBe(false)
})

test('work that was waited for in vain goes on, also where it could be cancelled', async () => {
  let isCancelled = false
  const work = Object.assign(sleep(30, 'done'), { cancel: () => (isCancelled = true) })
  expect(await settlesWithin(work, 5)).toBe(false)
  await expect(work).resolves.toBe('done')
  expect(isCancelled).toBe(false)
})

test('a deadline ends by its caller, too, and not once it was stopped', async () => {
  const outer = new AbortController()
  const [open, stopped] = [startDeadline(1000, { outer: outer.signal }), startDeadline(1000, { outer: outer.signal })]
  stopped.stop()
  outer.abort()
  expect([open.signal.aborted, stopped.signal.aborted]).toEqual([true, false])
  open.stop()
  const calledOff = startDeadline(1000, { outer: outer.signal })
  expect([calledOff.calledOff, calledOff.signal.aborted]).toEqual([true, true])
  calledOff.stop()
})

test('what moves has its time again', async () => {
  const deadline = startDeadline(10_000)
  await sleep(20)
  const leftMs = deadline.leftMs()
  deadline.restart()
  expect(deadline.leftMs()).toBeGreaterThan(leftMs)
  deadline.stop()
})

test('a deadline ends by itself, for the reason that it was given', async () => {
  const deadline = startDeadline(10, { error: late })
  await expect.poll(() => deadline.signal.reason as unknown).toEqual(late())
  expect(deadline.leftMs()).toBe(0)
})
