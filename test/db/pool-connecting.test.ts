/** Before its first statement a connection asks which types of arrays there are: what becomes of both when it is lost there. */
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import type { Sql } from '../../src/core/ports/deps.js'
import { openPool, type Pool } from '../../src/db/pool.js'
import { aDatabase } from '../support/database.js'
import { hostOf, startProxy } from '../support/proxy.js'

const { db, url } = await aDatabase()
const names = (pool: Pool) => pool.sql<{ name: string }[]>`select name from unnest(${['a', 'b']}::text[]) as w(name)`
const NAMES = [{ name: 'a' }, { name: 'b' }]
const pools: Pool[] = []
const open = (at: string) => {
  const pool = openPool(at, { max: 1 })
  pools.push(pool)
  return pool
}
/** As `expect().rejects`, but from now on: a call that is refused while we wait for something else is not unhandled. */
const endOf = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code,
  )
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close()
})

/** The ends of as many calls; the first has its connection, whose question for types waits for as long as `then` runs. */
async function whileAsking(pool: Pool, calls: number, then: (sql: Sql, pid: number) => Promise<unknown>) {
  return db.tx(async (sql) => {
    await sql`lock table pg_catalog.pg_type in access exclusive mode`
    const ends = Array.from({ length: calls }, () => endOf(names(pool)))
    const waiting = () => sql<{ pid: number }[]>`select pid from pg_locks where relation = 'pg_type'::regclass and not granted`
    await then(sql, await vi.waitFor(async () => (await waiting())[0]!.pid, { timeout: 60_000 }))
    return { ends: Promise.all(ends) }
  })
}

test('cut off there and refused when it comes back: the call is refused, and a later one is done', async () => {
  const proxy = await startProxy(hostOf(url))
  const pool = open(proxy.through(url))
  const { ends } = await whileAsking(pool, 1, () => proxy.close())
  expect(await ends).toEqual(['CONNECTION_CLOSED'])
  expect(await endOf(names(pool))).toBe('ECONNREFUSED')
  const again = await startProxy(hostOf(url), proxy.port)
  expect([...(await names(pool))]).toEqual(NAMES)
  await pool.close()
  await again.close()
})

test('ended there by the server: the call is refused with its words, and the next one is done', async () => {
  const pool = open(url)
  const { ends } = await whileAsking(pool, 2, (sql, pid) => sql`select pg_terminate_backend(${pid})`)
  expect(await ends).toEqual(['57P01', 'done'])
  expect([...(await names(pool))]).toEqual(NAMES)
})

test('told there that it took too long: the call is refused, and arrays are known to the next one', async () => {
  const pool = open(url)
  const { ends } = await whileAsking(pool, 2, (sql, pid) => sql`select pg_cancel_backend(${pid})`)
  expect(await ends).toEqual(['57014', 'done'])
  expect([...(await names(pool))]).toEqual(NAMES)
})

test('ended in the middle of a statement: the call is refused, and what the server said is not said to the next one', async () => {
  const pool = open(url)
  const [{ pid }] = await pool.sql<[{ pid: number }]>`select pg_backend_pid() as pid`
  const call = endOf(pool.sql`select pg_sleep(20)`)
  const sleeping = () => db.sql`select from pg_stat_activity where pid = ${pid} and wait_event = 'PgSleep'`
  await expect.poll(async () => (await sleeping()).count).toBe(1)
  await db.sql`select pg_terminate_backend(${pid})`
  expect(await call).toBe('CONNECTION_CLOSED')
  expect([...(await names(pool))]).toEqual(NAMES)
})

test('a server that takes every connection and ends it at once: each call is refused', async () => {
  const server = createServer((socket) => socket.on('data', () => socket.end()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP
  const pool = open(`postgres://someone@127.0.0.1:${port}/app`)
  expect(await Promise.all([endOf(names(pool)), endOf(names(pool))])).toEqual(['CONNECTION_CLOSED', 'CONNECTION_CLOSED'])
  await pool.close()
  await new Promise((resolve) => server.close(resolve))
})

test('a statement that fails half way through its rows leaves none of them to the next one', async () => {
  const pool = open(url)
  expect(await endOf(pool.sql`select 1 / (3 - i) from generate_series(1, 9) as i`)).toBe('22012')
  expect([...(await names(pool))]).toEqual(NAMES)
})
