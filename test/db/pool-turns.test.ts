/** Waits for locks that others hold, and who has how many connections of a pool at once. */
import { afterAll, expect, test } from 'vitest'
import { databaseAway } from '../../src/core/lib/database-away.js'
import { openPool } from '../../src/db/pool.js'
import { aDatabase } from '../support/database.js'

const { db: holder, url } = await aDatabase()
await holder.sql`create table things (id int primary key, n int not null)`
await holder.sql`insert into things select i, 0 from generate_series(1, 100) i`
const waits: number[] = []
const pool = openPool(url, { max: 5, onConnection: (ms) => waits.push(ms) })
const other = openPool(url, { max: 2 })
afterAll(() => Promise.all([pool.close(), other.close()]))

/** Holds rows until it is released. */
async function hold(first: number, last = first) {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let over: Promise<void> = Promise.resolve()
  await new Promise<void>((isHeld, reject) => {
    over = holder.tx(async (sql) => {
      await sql`select from things where id between ${first} and ${last} for update`
      isHeld()
      await released
    })
    over.catch(reject)
  })
  return async () => (release(), over)
}

const add = (id: number, options = {}) => pool.tx((sql) => sql`update things set n = n + 1 where id = ${id}`, options)
const numberOf = async (id: number) => (await holder.sql<[{ n: number }]>`select n from things where id = ${id}`)[0].n

test('who waits for locks of others keeps no connection for longer than a tenth of a second', async () => {
  const release = await hold(1, 20)
  const waiting = Promise.all(Array.from({ length: 20 }, (_, n) => add(n + 1)))
  const took: number[] = []
  for (let n = 0; n < 20; n++) {
    const from = performance.now()
    await add(50)
    took.push(performance.now() - from)
  }
  // twenty that wait by turns on five connections; before they would have kept all of them until the locks were free
  expect(Math.max(...took)).toBeLessThan(3_000)
  await release()
  await waiting
  expect(await numberOf(20)).toBe(1)
})

test('a lock that is not free within the budget is read as a database that is away for a moment, and nothing is written', async () => {
  const release = await hold(21)
  const error = await add(21, { budgetMs: 400 }).catch((caught: unknown) => caught)
  expect(databaseAway(error)).toMatchObject({ code: 'SERVICE_UNAVAILABLE', details: { retryAfterSeconds: 5 } })
  const refused = add(21, { budgetMs: 400, onTimeout: () => new Error('it took too long') })
  await expect(refused).rejects.toThrow('it took too long')
  await release()
  expect(await numberOf(21)).toBe(0)
})

test('transactions that share a key follow one another without a connection', async () => {
  const turn = { organizationId: '1', keys: ['schedule 1'] }
  let [inside, most] = [0, 0]
  const work = Array.from({ length: 8 }, () =>
    pool.tx(
      async (sql) => {
        most = Math.max(most, ++inside)
        await sql`select pg_sleep(0.05)`
        inside--
      },
      { turn },
    ),
  )
  waits.length = 0
  await add(60) // has a connection at once
  expect(waits.at(-1)).toBeLessThan(50)
  await Promise.all(work)
  expect(most).toBe(1)
})

test('an organization has no more than its part of the connections, and all of them leave some', async () => {
  const open = new Map<string, number>()
  const most = new Map<string, number>()
  let [all, mostAll] = [0, 0]
  const work = ['1', '2', '3'].flatMap((organizationId) =>
    Array.from({ length: 6 }, () =>
      pool.tx(
        async (sql) => {
          const now = (open.get(organizationId) ?? 0) + 1
          open.set(organizationId, now)
          most.set(organizationId, Math.max(now, most.get(organizationId) ?? 0))
          mostAll = Math.max(mostAll, ++all)
          await sql`select pg_sleep(0.03)`
          open.set(organizationId, open.get(organizationId)! - 1)
          all--
        },
        { turn: { organizationId } },
      ),
    ),
  )
  await Promise.all(work)
  expect(Math.max(...most.values())).toBe(2)
  expect(mostAll).toBe(3)
})

test('the wait for a turn ends with the words of its caller, and its place goes to the next', async () => {
  const turn = { organizationId: '1', keys: ['schedule 9'], waitMs: 100, onLocked: () => new Error('the schedule is locked') }
  const first = pool.tx((sql) => sql`select pg_sleep(0.4)`, { turn })
  await expect(add(70, { turn })).rejects.toThrow('the schedule is locked')
  await first
  await add(70, { turn })
  expect(await numberOf(70)).toBe(1)
})

test('of two processes neither starves behind a queue of the other', async () => {
  const turn = { organizationId: '1', keys: ['schedule 2'] }
  const take = (from: typeof pool) =>
    from.tx(
      async (sql) => {
        await sql`select from things where id = 80 for update`
        await sql`select pg_sleep(0.02)`
      },
      { turn },
    )
  const mine = Array.from({ length: 60 }, () => take(pool))
  const from = performance.now()
  await take(other)
  const took = performance.now() - from
  await Promise.all(mine)
  expect(took).toBeLessThan(performance.now() - from)
})

test('two that lock in opposite orders are both done', async () => {
  const both = (one: number, two: number) =>
    pool.tx(async (sql) => {
      await sql`update things set n = n + 1 where id = ${one}`
      await sql`select pg_sleep(0.02)`
      await sql`update things set n = n + 1 where id = ${two}`
    })
  await Promise.all([both(90, 91), both(91, 90), both(90, 91), both(91, 90)])
  expect(await numberOf(90)).toBe(4)
  expect(await numberOf(91)).toBe(4)
})
