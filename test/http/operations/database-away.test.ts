/** What clients are told while the database is away, takes no writes, or loses a connection under a request. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeMcpEntryPoint } from '../../../src/mcp/entry-point.js'
import { openPool, type Pool } from '../../../src/db/pool.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost } from '../../support/factories.js'
import { SOON } from '../../support/gate.js'
import { hostOf, type Proxy, startProxy } from '../../support/proxy.js'
import { aServer, type Answer, type Server } from '../support/support.js'

const { db, url } = await aDatabase()
const entryPoints = (deps: Server['deps']) => [makeMcpEntryPoint(deps, { version: 'test' })]

let proxy: Proxy
let pool: Pool
let server: Server
beforeEach(async () => {
  proxy = await startProxy(hostOf(url))
  pool = openPool(proxy.through(url), { max: 2 })
  server = await aServer(db, { parts: { db: pool }, entryPoints })
})
afterEach(async () => {
  await pool.close()
  await proxy.close()
})

const read = () => server.call('GET', '/v1/accounts')
const expectAway = ({ status, headers, body }: Answer) => {
  expect(status).toBe(503)
  expect(headers['retry-after']).toBe('5')
  expect(body).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('Try again') as string } })
}

test('while the database is out of reach, a request is 503 with Retry-After, and works again when it is back', async () => {
  expect((await read()).status).toBe(200)
  await proxy.close() // and each connection is lost
  expectAway(await read())
  expectAway(await server.call('PATCH', `/v1/accounts/${server.accountId}`, { holdDeadLinks: true }, {}))
  proxy = await startProxy(hostOf(url), proxy.port)
  await vi.waitFor(async () => expect((await read()).status).toBe(200), SOON)
})

test('an agent is told the same, by the same code', async () => {
  await proxy.close()
  const answer = await server.call(
    'POST',
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    { accept: 'application/json' },
  )
  expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
  expect(answer.text).toContain('SERVICE_UNAVAILABLE')
})

test('a database that takes no writes is 503, too', async () => {
  const [{ name } = { name: '' }] = await db.sql<{ name: string }[]>`select current_database() as name`
  await db.sql.unsafe(`alter database ${name} set default_transaction_read_only = on`)
  proxy.cut() // what is set so holds for new connections
  await vi.waitFor(() => pool.sql`select 1`, SOON)
  try {
    expectAway(await read()) // counts the request, which is a write
  } finally {
    await db.tx(async (sql) => {
      await sql`set transaction read write`
      await sql.unsafe(`alter database ${name} reset default_transaction_read_only`)
    })
  }
})

test('a connection that is lost before the commit is 503, and nothing is written', async () => {
  await db.sql.unsafe(`
    create function stop_of_connection() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
    create trigger stops before update on accounts for each row execute function stop_of_connection()`)
  const answer = await server.call('PATCH', `/v1/accounts/${server.accountId}`, { holdDeadLinks: true })
  await db.sql`drop trigger stops on accounts`
  expectAway(answer)
  expect(await holds()).toBe(false)
})

test('a connection that is lost while the commit is under way stays 500: what it wrote may stand', async () => {
  await db.sql.unsafe(`
    create function linger() returns trigger language plpgsql as $$ begin perform pg_sleep(1); return null; end $$;
    create constraint trigger lingering after update on accounts deferrable initially deferred for each row execute function linger()`)
  const answering = server.call('PATCH', `/v1/accounts/${server.accountId}`, { holdDeadLinks: true })
  await vi.waitFor(
    async () => expect(await db.sql`select from pg_stat_activity where wait_event = 'PgSleep'`).toHaveLength(1),
    SOON,
  )
  proxy.cut()
  const answer = await answering
  expect(answer).toMatchObject({ status: 500, body: { error: { code: 'INTERNAL_SERVER_ERROR' } } })
  expect(answer.headers['retry-after']).toBeUndefined()
  await vi.waitFor(async () => expect(await holds()).toBe(true), SOON)
  await db.sql`drop trigger lingering on accounts`
})

test('a connection that is lost once something is written, before its answer is read, stays 500: it stands', async () => {
  const times = ['2030-03-04T10:00:00.000Z', '2030-03-05T10:00:00.000Z'].map((at) => new Date(at))
  const [one, other] = [await aQueuedPost(server, { at: times[0]! }), await aQueuedPost(server, { at: times[1]! })]
  await db.sql.unsafe(`
    create or replace function linger() returns trigger language plpgsql as $$ begin perform pg_sleep(1); return null; end $$;
    create constraint trigger lingering after update on posts deferrable initially deferred for each row execute function linger()`)
  const answering = server.call('POST', `/v1/accounts/${server.accountId}/posts/${one.id}/swap`, { otherPostId: other.id })
  await vi.waitFor(
    async () => expect(await db.sql`select from pg_stat_activity where wait_event = 'PgSleep'`).toHaveLength(1),
    SOON,
  )
  await db.tx(async (sql) => {
    await sql`lock table preflights` // granted with the commit; the answer waits behind it
    await vi.waitFor(
      async () =>
        expect(await db.sql`select from pg_locks where relation = 'preflights'::regclass and not granted`).toHaveLength(1),
      SOON,
    )
    proxy.cut()
    const answer = await answering
    expect(answer).toMatchObject({ status: 500, body: { error: { code: 'INTERNAL_SERVER_ERROR' } } })
    expect(answer.headers['retry-after']).toBeUndefined()
  })
  const [swapped] = await db.sql<{ at: Date }[]>`select send_at as at from posts where id = ${one.id}`
  expect(swapped?.at).toEqual(times[1])
  await db.sql`drop trigger lingering on posts`
})

const holds = async () => {
  const [account] = await db.sql<
    { holds: boolean }[]
  >`select holds_dead_links as holds from accounts where id = ${server.accountId}`
  return account?.holds
}
