/** Whether notifications arrive: the listener hears those of its own database alone, so that one of another stands for a pooler. */
import postgres from 'postgres'
import { afterAll, expect, inject, test } from 'vitest'
import { makeNotifications, type NotificationParts } from '../../src/db/notifications.js'
import { aDatabase } from '../support/database.js'

const { url } = await aDatabase()
const here = postgres(url, { max: 2, onnotice: () => {} })
const elsewhere = postgres(inject('adminUrl'), { max: 1, onnotice: () => {} })
afterAll(() => Promise.all([here.end(), elsewhere.end()]))

/** Sends where `to` says by now. */
function aWorld({ to = here, ...parts }: { to?: postgres.Sql } & Partial<NotificationParts> = {}) {
  const way = { to }
  const changes: boolean[] = []
  const notifier = ((...given: Parameters<postgres.Sql>) => way.to(...given)) as unknown as postgres.Sql
  const times = { echoEveryMs: 100, echoWithinMs: 400, pollEveryMs: 20 }
  const onChange = (arrive: boolean) => changes.push(arrive)
  return { way, changes, notifications: makeNotifications({ listener: here, notifier, onChange, ...times, ...parts }) }
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('while they arrive, nobody is woken without one', async () => {
  const { notifications, changes } = aWorld({ echoWithinMs: 10_000 })
  let woken = 0
  const stop = await notifications.listen('quiet', () => woken++)
  const atFirst = woken // once it listens
  await pause(600)
  expect([woken, changes, notifications.arrive()]).toEqual([atFirst, [], true])
  await here.notify('quiet', 'x')
  await expect.poll(() => woken).toBe(atFirst + 1)
  await stop()
  notifications.close()
})

test('where they do not arrive, a listener is woken again and again, until two in a row came back', async () => {
  const { notifications, changes, way } = aWorld({ to: elsewhere })
  let woken = 0
  const stop = await notifications.listen('lost', () => woken++)
  await expect.poll(() => changes).toEqual([false])
  expect(notifications.arrive()).toBe(false)
  const before = woken
  await expect.poll(() => woken).toBeGreaterThan(before + 3)
  way.to = here
  await expect.poll(() => changes).toEqual([false, true])
  const after = woken
  await pause(200)
  expect([woken, notifications.arrive()]).toEqual([after, true])
  await stop()
  notifications.close()
})

test('one echo that gets through by chance changes nothing', async () => {
  const { notifications, changes, way } = aWorld({ to: elsewhere })
  let echoes = 0
  const stop = await notifications.listen('chance', () => {})
  await expect.poll(() => changes).toEqual([false])
  // Every second one goes where it is heard.
  way.to = ((...given: Parameters<postgres.Sql>) => (++echoes % 2 === 0 ? here : elsewhere)(...given)) as unknown as postgres.Sql
  await expect.poll(() => echoes).toBeGreaterThan(5)
  expect(changes).toEqual([false])
  await stop()
  notifications.close()
})

test('a database that is away says nothing of notifications, and nobody is woken after the end', async () => {
  const gone = postgres('postgres://app@127.0.0.1:9/none', { max: 1, onnotice: () => {}, backoff: () => 0.01 })
  const { notifications, changes, way } = aWorld({ to: gone })
  let woken = 0
  const stop = await notifications.listen('away', () => woken++)
  await pause(500)
  expect(changes).toEqual([])
  way.to = elsewhere
  await expect.poll(() => changes).toEqual([false])
  notifications.close()
  const after = woken
  await pause(200)
  expect(woken).toBe(after)
  await stop()
  await gone.end({ timeout: 1 })
})
