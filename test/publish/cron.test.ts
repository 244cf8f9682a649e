import { expect, test } from 'vitest'
import { makeCron } from '../../src/jobs/cron.js'
import { readExpression } from '../../src/jobs/cron-expression.js'
import type { TickJob } from '../../src/jobs/ticks.js'
import { TICKS } from '../../src/jobs/ticks.js'
import { aDatabase } from '../support/database.js'
import { HOUR_MS } from '../support/factories.js'
import { aWorld } from '../support/world.js'

const { db } = await aDatabase()
const world = await aWorld(db)
const { deps, clock } = world

const aJob = (job: string, run: () => Promise<void>, more: Partial<TickJob> = {}): TickJob => ({
  job,
  expression: '*/10 * * * *',
  run,
  ...more,
})

test('a tick runs once over all processes', async () => {
  let runs = 0
  const jobs = [aJob('once', async () => void runs++)]
  const crons = [makeCron(deps, jobs), makeCron(deps, jobs), makeCron(deps, jobs)]
  await Promise.all(crons.map((one) => one.drain()))
  expect(runs).toBe(1)
  await Promise.all(crons.map((one) => one.drain()))
  expect(runs).toBe(1)
  clock.advance(10 * 60_000)
  await Promise.all(crons.map((one) => one.drain()))
  expect(runs).toBe(2)
})

test('of the ticks missed while nothing ran only the last is made up for', async () => {
  let runs = 0
  const cron = makeCron(deps, [aJob('missed', async () => void runs++)])
  await cron.drain()
  clock.advance(5 * HOUR_MS)
  await cron.drain()
  expect(runs).toBe(2)
})

test('a tick whose runner died runs again when its lease is over', async () => {
  let runs = 0
  const cron = makeCron(deps, [aJob('died', async () => void runs++, { expression: '0 * * * *' })])
  const tick = readExpression('0 * * * *').lastTick(clock.now)!
  await db.sql`insert into cron_runs (job, tick, lease_until) values ('died', ${tick}, ${new Date(clock.now.getTime() + 60_000)})`
  await cron.drain()
  expect(runs).toBe(0)
  clock.advance(61_000)
  await cron.drain()
  expect(runs).toBe(1)
})

test('a tick that fails is tried again after five minutes, and keeps no other from running', async () => {
  let tries = 0
  let others = 0
  const failing = aJob(
    'fails',
    async () => {
      tries++
      throw new Error('not now')
    },
    { expression: '0 * * * *' },
  )
  const cron = makeCron(deps, [failing, aJob('other', async () => void others++)])
  await cron.drain()
  await cron.drain()
  expect([tries, others]).toEqual([1, 1])
  clock.advance(5 * 60_000)
  await cron.drain()
  expect(tries).toBe(2)
})

test('a job that says when it has work is due at the first tick from then on; another only when a tick is open', async () => {
  const work = new Date(Math.ceil(clock.now.getTime() / HOUR_MS) * HOUR_MS + 5 * 60_000)
  const cron = makeCron(deps, [aJob('works', async () => {}, { nextWork: async () => work }), aJob('lately', async () => {})])
  expect((await cron.nextDue())!.getTime()).toBeLessThanOrEqual(clock.now.getTime())
  await cron.drain()
  expect(await cron.nextDue()).toEqual(new Date(work.getTime() + 5 * 60_000))
})

test('expressions are read in UTC', () => {
  const expression = readExpression('17 */6 * * 1-5')
  expect(expression.lastTick(new Date('2026-03-02T05:00:00Z'))).toEqual(new Date('2026-03-02T00:17:00Z')) // a Monday
  expect(expression.nextTick(new Date('2026-03-02T00:17:00Z'))).toEqual(new Date('2026-03-02T00:17:00Z'))
  expect(expression.nextTick(new Date('2026-03-02T00:17:00.001Z'))).toEqual(new Date('2026-03-02T06:17:00Z'))
  expect(expression.lastTick(new Date('2026-03-08T12:00:00Z'))).toBeUndefined() // a Sunday: more than a day ago
})

test('each of the ticks runs on an empty database', async () => {
  const storage = { ...deps.storage, remove: async () => {} }
  for (const tick of TICKS.filter(({ job }) => job !== 'boards')) await tick.run({ ...deps, storage })
})
