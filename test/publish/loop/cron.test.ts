import { afterAll, expect, test, vi } from 'vitest'
import {
  finishTick,
  leaveTick,
  PartsFailedError,
  renewTick,
  type TakenTick,
  takeTick,
  TICK_LEASE_MS,
} from '../../../src/core/cron-runs.js'
import { makeCron, readExpression } from '../../../src/jobs/cron.js'
import type { TickJob } from '../../../src/jobs/ticks.js'
import { TICKS } from '../../../src/jobs/ticks.js'
import { aDatabase, poolOn } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { aGate } from '../../support/gate.js'
import { aWorld } from '../../support/world.js'

const { db, url } = await aDatabase()
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

test('a runner that lost its tick to another does not finish it', async () => {
  const tick = { job: 'lost', tick: readExpression('0 * * * *').lastTick(clock.now)! }
  const first = (await takeTick(db, tick, clock.now)) as TakenTick
  clock.advance(HOUR_MS)
  const second = (await takeTick(db, tick, clock.now)) as TakenTick
  await finishTick(db.sql, first, clock.now)
  const finished = async () => {
    const [run] = await db.sql<[{ done: boolean }]>`select finished_at is not null as done from cron_runs where job = 'lost'`
    return run.done
  }
  expect(await finished()).toBe(false)
  await finishTick(db.sql, second, clock.now)
  expect(await finished()).toBe(true)
})

test('a runner that lost its tick to another does not renew it, nor says that it failed', async () => {
  const tick = { job: 'lost too', tick: readExpression('0 * * * *').lastTick(clock.now)! }
  const first = (await takeTick(db, tick, clock.now)) as TakenTick
  clock.advance(HOUR_MS)
  const second = (await takeTick(db, tick, clock.now)) as TakenTick
  clock.advance(60_000)
  expect(await renewTick(db.sql, first, clock.now)).toBeUndefined()
  await leaveTick(db.sql, first, { now: clock.now, retryAt: clock.now, leftOver: ['part'] })
  expect(await takeTick(db, tick, clock.now)).toBe('busy')
  const renewed = await renewTick(db.sql, second, clock.now)
  expect(renewed).toMatchObject({ leaseUntil: new Date(clock.now.getTime() + TICK_LEASE_MS) })
  await finishTick(db.sql, renewed!, clock.now)
  expect(await renewTick(db.sql, renewed!, clock.now)).toBeUndefined()
  expect(await takeTick(db, tick, clock.now)).toBe('over')
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

test('of a tick whose parts failed in part only these are tried again, by whichever process; the next tick does all', async () => {
  clock.now = readExpression('17 * * * *').nextTick(clock.now)!
  const done: (readonly string[] | null | undefined)[] = []
  const results: string[] = []
  const meter = { ...deps.meter, tickRan: (_job: string, result: string) => void results.push(result) }
  const run: TickJob['run'] = async (_deps, _goesOn, leftOver) => {
    done.push(leftOver)
    if (done.length < 3) throw new PartsFailedError([new Error('stuck')], ['media', 'audit'], '2 of the sweeps failed')
  }
  const job = { job: 'in parts', expression: '17 * * * *', run }
  const aProcess = () => makeCron({ ...deps, meter }, [job])
  for (let minutes = 0; minutes < 60; minutes++) {
    await aProcess().drain()
    clock.advance(60_000)
  }
  expect(done).toEqual([null, ['media', 'audit'], ['media', 'audit']])
  expect(results).toEqual(['failed', 'failed', 'done']) // each is seen by who watches the job
  clock.advance(HOUR_MS)
  await aProcess().drain()
  expect(done.at(-1)).toBeNull()
})

test('a minutely tick that failed holds up none of the next minute', async () => {
  let tries = 0
  const failing = aJob('fails each minute', () => Promise.reject(new Error(String(tries++))), { expression: '* * * * *' })
  for (let minutes = 0; minutes < 3; minutes++) {
    await makeCron(deps, [failing]).drain()
    clock.advance(60_000)
  }
  expect(tries).toBe(3)
})

/** Pools of their own, as other processes have. */
const pools = [1, 2, 3].map(() => poolOn(url, { max: 3 }))
afterAll(() => Promise.all(pools.map((pool) => pool.close())))

test('three processes that race through an hour run each tick of each job once', async () => {
  const ran: string[] = []
  const note = (job: string) => async () => {
    ran.push(`${job} ${clock.now.toISOString()}`)
    await new Promise((resolve) => setImmediate(resolve)) // the others get their chance in the middle of it
  }
  const jobs = () => [
    aJob('race minute', note('minute'), { expression: '* * * * *' }),
    aJob('race ten', note('ten')),
    aJob('race hour', note('hour'), { expression: '0 * * * *' }),
  ]
  const crons = pools.map((pool) => makeCron({ ...deps, db: pool }, jobs()))
  for (let minute = 0; minute < 60; minute++) {
    clock.advance(60_000)
    await Promise.all([...crons.map((one) => one.drain()), ...crons.map((one) => one.drain())])
  }
  const of = (job: string) => ran.filter((one) => one.startsWith(job))
  expect(ran.length).toBe(new Set(ran).size)
  expect(of('minute')).toHaveLength(60)
  expect(of('ten').length).toBeGreaterThanOrEqual(6)
  expect(of('hour').length).toBeGreaterThanOrEqual(1)
})

test('while a job is run in one process no other begins it, whatever the minute; afterwards the last tick is made up for', async () => {
  const { open, passed } = aGate()
  let [runs, now, most] = [0, 0, 0]
  const job = aJob(
    'long minute',
    async () => {
      runs++
      most = Math.max(most, ++now)
      await passed
      now--
    },
    { expression: '* * * * *' },
  )
  const crons = pools.map((pool) => makeCron({ ...deps, db: pool }, [job]))
  const first = crons[0]!.drain()
  await expect.poll(() => runs, { interval: 5 }).toBe(1)
  for (let minutes = 0; minutes < 3; minutes++) {
    clock.advance(60_000)
    expect(await Promise.all([crons[1]!.drain(), crons[2]!.drain()])).toEqual([false, false])
    expect((await crons[1]!.nextDue()) ?? 'none').toBe('none') // a clock that is forwarded does not wait for it
  }
  open()
  await first
  await Promise.all(crons.map((one) => one.drain()))
  expect([runs, most]).toEqual([2, 1])
})

test('two processes that take different ticks of a job at one instant: one gets its own', async () => {
  for (let round = 0; round < 20; round++) {
    const at = (minute: number) => new Date(clock.now.getTime() + (round * 10 + minute) * 60_000)
    const take = (index: number) => takeTick(pools[index]!, { job: 'race ticks', tick: at(index) }, at(2))
    const taken = await Promise.all([take(0), take(1), take(2)])
    expect(taken.filter((one) => typeof one !== 'string')).toHaveLength(1)
  }
})

test('a slow job keeps no other waiting, and is not begun twice', async () => {
  const { open, passed } = aGate()
  let slow = 0
  let quick = 0
  const jobs = [
    aJob('slow', () => (slow++, passed), { expression: '* * * * *' }),
    aJob('quick', async () => void quick++, { expression: '* * * * *' }),
  ]
  // so that the timer comes at once for each minute
  const cron = makeCron({ ...deps, clock: () => new Date(Math.floor(clock.now.getTime() / 60_000) * 60_000 + 59_980) }, jobs)
  await cron.start()
  await expect.poll(() => [slow, quick], { interval: 5 }).toEqual([1, 1])
  clock.advance(60_000)
  await expect.poll(() => quick, { interval: 5 }).toBe(2)
  clock.advance(60_000)
  await expect.poll(() => quick, { interval: 5 }).toBe(3)
  expect(slow).toBe(1)
  let isClosed = false
  const shutdown = cron.close().then(() => (isClosed = true))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(isClosed).toBe(false)
  open()
  await shutdown
})

test('a tick that goes on for longer than its lease is not taken for dead, and one that stands still is', async () => {
  const { open, passed } = aGate()
  let runs = 0
  const job = aJob('long', () => (runs++, passed), { expression: '0 * * * *' })
  clock.advance(HOUR_MS)
  const lease = async () => {
    const [row] = await db.sql<{ at: Date; isOver: boolean }[]>`
      select lease_until as at, finished_at is not null as "isOver" from cron_runs where job = 'long' order by tick desc limit 1`
    return row
  }
  const cron = makeCron({ ...deps, db: pools[0]! }, [job], { heartbeatMs: 5 })
  const ended = cron.drain()
  await expect.poll(() => runs, { interval: 5 }).toBe(1)
  for (let n = 0; n < 3; n++) {
    clock.advance(4 * 60_000)
    await expect.poll(async () => (await lease())!.at.getTime() - clock.now.getTime(), { interval: 5 }).toBe(5 * 60_000)
    expect(await makeCron({ ...deps, db: pools[1]! }, [job]).drain()).toBe(false)
  }
  open()
  expect(await ended).toBe(true)
  expect(await lease()).toMatchObject({ isOver: true })
  expect([await makeCron({ ...deps, db: pools[1]! }, [job]).drain(), runs]).toEqual([false, 1])
})

test('a process that stood still for longer than the lease ends no tick that another has taken over', async () => {
  const { open, passed } = aGate()
  let runs = 0
  const error = vi.fn()
  const job = aJob('stood still', () => (++runs === 1 ? passed : Promise.resolve()), { expression: '0 * * * *' })
  const still = makeCron({ ...deps, db: pools[0]!, log: { ...deps.log, error } }, [job], { heartbeatMs: 60_000 }).drain()
  await expect.poll(() => runs, { interval: 5 }).toBe(1)
  clock.advance(6 * 60_000)
  expect(await makeCron({ ...deps, db: pools[1]! }, [job]).drain()).toBe(true)
  open()
  await still
  expect(runs).toBe(2)
  const rows = await db.sql`select finished_at from cron_runs where job = 'stood still'`
  expect(rows).toEqual([{ finished_at: clock.now }])
})

test('the loop tells how long ago it knew what there is to do, and not while the database does not say', async () => {
  const cron = makeCron(deps, [aJob('heartbeats', async () => {})])
  expect(cron.heartbeatAgoMs()).toBeNull()
  await cron.start()
  await expect.poll(() => cron.heartbeatAgoMs(), { interval: 5 }).not.toBeNull()
  expect(cron.heartbeatAgoMs()).toBeLessThan(5_000)
  await cron.close()
  const gone = makeCron({ ...deps, db: { ...db, sql: (() => Promise.reject(new Error('gone'))) as never } }, [
    aJob('beats not', async () => {}),
  ])
  await gone.start()
  await gone.close()
  expect(gone.heartbeatAgoMs()).toBeNull()
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
  for (const tick of TICKS.filter(({ job }) => job !== 'boards' && job !== 'trends')) await tick.run({ ...deps, storage })
})
