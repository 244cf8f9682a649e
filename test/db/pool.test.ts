import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { expect, test, vi } from 'vitest'
import { CommitUnanswered } from '../../src/core/lib/database-away.js'
import { startEmbedded } from '../../src/db/embedded/embedded.js'
import { openPool } from '../../src/db/pool.js'
import { aDatabase } from '../support/database.js'
import { hostOf, startProxy } from '../support/proxy.js'

const { db, url } = await aDatabase()
await db.sql`create table notes (n int not null)`

test('a transaction that throws leaves nothing behind', async () => {
  const failing = db.tx(async (sql) => {
    await sql`insert into notes (n) values (1)`
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await db.sql`select n from notes where n = 1`).toHaveLength(0)
})

test('a transaction past its budget is refused in the words of its caller and rolled back', async () => {
  const slow = db.tx(
    async (sql) => {
      await sql`insert into notes (n) values (2)`
      await sql`select pg_sleep(5)`
    },
    { budgetMs: 200, onTimeout: () => new Error('took too long') },
  )
  await expect(slow).rejects.toThrow('took too long')
  const sleeping = () => db.sql`select 1 from pg_stat_activity where wait_event = 'PgSleep'`
  await vi.waitFor(async () => expect(await sleeping()).toHaveLength(0), { timeout: 60_000 }) // on a busy machine, too
  expect(await db.sql`select n from notes where n = 2`).toHaveLength(0)
})

test('a transaction whose budget ends while it is being committed is not said to have written nothing', async () => {
  await db.sql.unsafe(`
    create table slow_notes (n int not null);
    create function linger() returns trigger language plpgsql as $$ begin perform pg_sleep(0.6); return null; end $$;
    create constraint trigger lingering after insert on slow_notes deferrable initially deferred for each row execute function linger()`)
  const insert = (n: number) => db.tx((sql) => sql`insert into slow_notes (n) values (${n})`, { budgetMs: 400 })
  await insert(1)
  expect(await db.sql`select n from slow_notes`).toHaveLength(1)
})

test('a transaction whose caller has gone while it waited for a connection does nothing', async () => {
  const small = openPool(url, { max: 1 })
  const blocker = small.tx((sql) => sql`select pg_sleep(0.5)`)
  let ran = false
  const late = small.tx(
    async () => {
      ran = true
    },
    { budgetMs: 100 },
  )
  await expect(late).rejects.toThrow('100 ms')
  await blocker
  await small.close()
  expect(ran).toBe(false)
})

test('two transactions that wait for each other in a circle are both done', async () => {
  await db.sql`insert into notes (n) values (10), (20)`
  const holding = new Set<number>()
  const add = (first: number, second: number) =>
    db.tx(async (sql) => {
      await sql`update notes set n = n + 1 where n between ${first} and ${first + 9}`
      holding.add(first)
      await expect.poll(() => holding.size).toBe(2)
      await sql`update notes set n = n + 1 where n between ${second} and ${second + 9}`
    })
  await Promise.all([add(10, 20), add(20, 10)])
  expect([...(await db.sql`select n from notes where n >= 10 order by n`)]).toEqual([{ n: 12 }, { n: 22 }])
})

const deadlock = `do $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`

test('a transaction that is given up for another is repeated once, and leaves nothing behind', async () => {
  let runs = 0
  const failing = db.tx(async (sql) => {
    runs++
    await sql`insert into notes (n) values (3)`
    await sql.unsafe(deadlock)
  })
  await expect(failing).rejects.toMatchObject({ code: '40P01' })
  expect(runs).toBe(2)
  expect(await db.sql`select n from notes where n = 3`).toHaveLength(0)
})

test('a transaction that is repeated has one budget for both', async () => {
  let runs = 0
  const slow = db.tx(
    async (sql) => {
      runs++
      await sql`select pg_sleep(0.3)`
      await sql.unsafe(deadlock)
    },
    { budgetMs: 500, onTimeout: () => new Error('took too long') },
  )
  await expect(slow).rejects.toThrow('took too long')
  expect(runs).toBe(2)
  const sleeping = () => db.sql`select 1 from pg_stat_activity where wait_event = 'PgSleep'`
  await vi.waitFor(async () => expect(await sleeping()).toHaveLength(0), { timeout: 60_000 }) // on a busy machine, too
})

test('a transaction that begins where no more statements are sent ahead has its connection to itself', async () => {
  const pool = openPool(url, { max: 2 })
  const read = () => pool.sql`select 1`.execute() // sent at once, before the transactions below
  const write = () => pool.tx((sql) => sql`insert into notes (n) values (1000)`)
  try {
    await Promise.all([read(), read(), read()]) // known to both connections: from here on they are sent without waiting for answers
    // more than a connection takes at once, so that some transaction comes last
    for (let ahead = 180; ahead < 220; ahead++) await Promise.all([...Array.from({ length: ahead }, read), write(), write()])
  } finally {
    await pool.close()
  }
  expect(await db.sql`select from notes where n = 1000`).toHaveLength(80)
})

test('no single statement runs for ever', async () => {
  const strict = openPool(url, { max: 1, statementTimeoutMs: 100 })
  await expect(strict.sql`select pg_sleep(5)`).rejects.toThrow(/statement timeout/)
  await strict.close()
})

test('what a connection has locked that fell silent between two messages of a statement is free again', async () => {
  const proxy = await startProxy(hostOf(url))
  const applicationName = 'pinslot silent'
  const pool = openPool(proxy.through(url), { max: 1, statementTimeoutMs: 500, transactionTimeoutMs: 1_500, applicationName })
  await db.sql`insert into notes (n) values (2000)`
  const lost = pool.tx(async (sql) => {
    await sql`update notes set n = n where n = ${2000}`
    proxy.freezeAnswers()
    // New to the connection: it is described first, and its answer, after which it would be executed, never arrives.
    await sql`update notes set n = n + ${0} where n = ${2000}`
  })
  lost.catch(() => {}) // expected below
  const standsBetween = () => db.sql`
    select from pg_stat_activity
     where application_name = ${applicationName} and state = 'active' and wait_event = 'ClientRead'`
  await expect.poll(async () => (await standsBetween()).count).toBe(1)
  proxy.freeze() // nor does the server hear that we give up
  await db.sql`update notes set n = 2001 where n = 2000` // waits for the lock, as a claim would not
  await expect(lost).rejects.toThrow()
  await pool.close()
  await proxy.close()
})

test('a listener hears of a notification, and once at the start', async () => {
  const heard: string[] = []
  const stop = await db.listen('bell', (payload) => heard.push(payload))
  await db.sql`select pg_notify('bell', 'ding')`
  await expect.poll(() => heard).toEqual(['', 'ding'])
  await stop()
})

test('Postgres killed under load: no crash, no half transaction, and pool and listener recover', async () => {
  const base = mkdtempSync(path.join(tmpdir(), 'pinslot-pool-'))
  const server = await startEmbedded(base)
  const pool = openPool(server.url, { max: 8 })
  await pool.sql`create table pairs (pair int not null, half int not null)`
  let connects = 0
  await pool.listen('bell', () => connects++)
  const load = underLoad(pool)
  await load.hasDone(200)
  process.kill(server.pid, 'SIGKILL')
  await vi.waitFor(() => expect(load.failures()).toBeGreaterThan(0), { timeout: 60_000 })
  const before = load.successes()
  await vi.waitFor(() => expect(load.successes()).toBeGreaterThan(before + 200), { timeout: 60_000, interval: 100 })
  await load.stop()
  const halves = await pool.sql`select pair from pairs group by pair having count(*) <> 2`
  expect(halves).toHaveLength(0)
  await vi.waitFor(() => expect(connects).toBeGreaterThan(1), { timeout: 60_000 })
  await pool.close()
  await server.stop()
  rmSync(base, { recursive: true, force: true })
}, 120_000)

/** Ten callers of single statements and ten of transactions, until stopped. Every failure must be the connection's. */
function underLoad(pool: ReturnType<typeof openPool>) {
  const big = 'x'.repeat(50_000)
  let stopped = false
  let successes = 0
  let failures = 0
  let pair = 0
  const repeat = async (work: () => Promise<unknown>) => {
    while (!stopped) {
      try {
        await work()
        successes++
      } catch (error) {
        if (!isConnectionLoss(error)) throw error
        failures++
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    }
  }
  const single = () => pool.sql`select ${big}::text as big`.execute()
  const transaction = () =>
    pool.tx(
      async (sql) => {
        const mine = ++pair
        await sql`insert into pairs (pair, half) values (${mine}, 1)`
        await new Promise((resolve) => setTimeout(resolve, 2)) // the connection may be lost here, where nothing waits for it
        await sql`insert into pairs (pair, half) values (${mine}, 2)`
      },
      { budgetMs: 60_000 }, // a busy machine starts a killed server slowly
    )
  const callers = Array.from({ length: 20 }, (_, at) => repeat(at % 2 === 0 ? single : transaction))
  return {
    successes: () => successes,
    failures: () => failures,
    hasDone: (count: number) => vi.waitFor(() => expect(successes).toBeGreaterThan(count), { timeout: 60_000 }),
    async stop() {
      stopped = true
      await Promise.all(callers)
    },
  }
}

function isConnectionLoss(error: unknown): boolean {
  if (error instanceof CommitUnanswered) return true
  if (error instanceof postgres.PostgresError) return ['57P01', '57P02', '57P03'].includes(error.code)
  const { code } = error as NodeJS.ErrnoException
  return ['CONNECTION_CLOSED', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'CONNECT_TIMEOUT'].includes(code ?? '')
}
