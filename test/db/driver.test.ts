/** What the patch of the driver changes: patches/README.md names these tests. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInThisContext } from 'node:vm'
import postgres from 'postgres'
import { afterEach, expect, test, vi } from 'vitest'
import { aDatabase } from '../support/database.js'
import { deadPort } from '../platform/support/dead-port.js'
import { hostOf, startProxy } from '../support/proxy.js'

const { db, url } = await aDatabase()
await db.sql`create table notes (n int not null)`

type Options = postgres.Options<Record<string, never>> & {
  silence_timeout?: number
  max_pipeline?: number
  socket?: () => Promise<Socket>
}
const opened: postgres.Sql[] = []
const open = (options: Options = {}, at = url, ports: number[] = []) => {
  const hosts = (ports.length > 0 ? { host: ports.map(() => '127.0.0.1'), port: ports } : {}) as object // its types know no list
  const sql = postgres(at, { max: 1, onnotice: () => {}, backoff: () => 0.05, ...hosts, ...options })
  opened.push(sql)
  return sql
}
afterEach(async () => {
  for (const sql of opened.splice(0)) await sql.end({ timeout: 1 })
})

const endOf = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code,
  )
const backendOf = async (sql: postgres.Sql) => {
  const [{ pid }] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`
  return pid
}
/** Resolves when its process is gone. */
async function terminate(pid: number) {
  await db.sql`select pg_terminate_backend(${pid})`
  await vi.waitFor(async () => expect(await db.sql`select from pg_stat_activity where pid = ${pid}`).toHaveLength(0), {
    timeout: 60_000,
  })
}

/** Answers each message of a connection with the next of these, then closes it. */
async function aServer(...answers: Buffer[]) {
  const server = createServer((socket: Socket) => {
    const left = [...answers]
    socket.on('error', () => {})
    socket.on('data', () => {
      const answer = left.shift()
      if (answer) socket.write(answer)
      if (left.length === 0) socket.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP
  return { url: `postgres://someone@127.0.0.1:${port}/app`, close: () => new Promise((resolve) => server.close(resolve)) }
}
/** AuthenticationCleartextPassword. */
const ASKS_FOR_PASSWORD = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3])

test('a connection that falls silent is closed, and the next query succeeds', async () => {
  const proxy = await startProxy(hostOf(url))
  const sql = open({ silence_timeout: 1.5 }, proxy.through(url))
  await sql`select 1`
  proxy.freeze()
  expect(await endOf(sql`select 1`)).toBe('CONNECTION_CLOSED')
  expect(await endOf(sql`select 1`)).toBe('done')
  await sql.end({ timeout: 1 })
  await proxy.close()
})

test('data restarts the silence timeout, and an idle connection has none', async () => {
  const sql = open({ silence_timeout: 1.2 })
  const pid = await backendOf(sql)
  // each row is longer than what the server keeps back
  expect(await sql`select repeat('x', 20000), pg_sleep(0.3) from generate_series(1, 6)`).toHaveLength(6)
  await sleep(1_600)
  expect(await backendOf(sql)).toBe(pid)
})

test('of a list of hosts that are all away each is tried once, and the query is rejected', async () => {
  const ports = [await deadPort(), await deadPort(), await deadPort()]
  const sql = open({}, url, ports)
  const tried: unknown[] = []
  for (let query = 0; query < 2; query++) tried.push(await sql`select 1`.catch((error: unknown) => error))
  expect(tried).toMatchObject([{ code: 'ECONNREFUSED' }, { code: 'ECONNREFUSED' }])
  const good = await startProxy(hostOf(url))
  const some = open({}, url, [ports[0]!, good.port])
  expect([await endOf(some`select 1`), good.connections()]).toEqual(['done', 1])
  await some.end({ timeout: 1 })
  await good.close()
})

test('a host that takes connections and says nothing does not keep a query from the next one', async () => {
  const [silent, good] = [await startProxy(hostOf(url)), await startProxy(hostOf(url))]
  silent.freezeAll()
  const sql = open({ connect_timeout: 0.5 }, url, [silent.port, good.port])
  expect(await endOf(sql`select 1`)).toBe('done')
  await sql.end({ timeout: 1 })
  await Promise.all([silent.close(), good.close()])
})

test('a reserved connection that is lost rejects every query', async () => {
  const sql = open({ max: 2 })
  const reserved = await sql.reserve()
  await terminate(await backendOf(reserved))
  expect(['CONNECTION_CLOSED', 'ECONNRESET']).toContain(await endOf(reserved`select 1`)) // the second when it is on its way first
  expect(await endOf(reserved`select 1`)).toBe('CONNECTION_CLOSED')
})

test('a query that comes between the error and the close of its socket is rejected', async () => {
  const sockets: Socket[] = []
  const socket = async () => {
    const made = connect(hostOf(url))
    sockets.push(made)
    await once(made, 'connect')
    return made
  }
  const reserved = await open({ socket, max: 2 }).reserve()
  const first = endOf(reserved`select pg_sleep(30)`.execute())
  sockets[0]?.destroy(Object.assign(new Error('reset by peer'), { code: 'ECONNRESET' }))
  expect(await first).toBe('ECONNRESET')
  expect(await endOf(reserved`select 1`)).toBe('CONNECTION_CLOSED')
})

test('a password that arrives after the connection closed is not written, and the process goes on', async () => {
  const server = await aServer(ASKS_FOR_PASSWORD)
  const password = vi.fn(() => sleep(100).then(() => 'secret'))
  const sql = open({ pass: password }, server.url)
  expect(await endOf(sql`select 1`)).toBe('CONNECTION_CLOSED')
  await sleep(200)
  expect(password).toHaveBeenCalled()
  await server.close()
})

test('bytes that wait for a lost connection are not written to the next one', async () => {
  const sockets: Socket[] = []
  const socket = async () => {
    const made = connect(hostOf(url))
    sockets.push(made)
    await once(made, 'connect')
    return made
  }
  const sql = open({ socket, connect_timeout: 2 })
  await sql`select 1`
  const call = endOf(sql`insert into notes (n) values (1)`.execute())
  await new Promise<void>((resolve) => process.nextTick(resolve)) // it is to be written at the end of this turn of the loop
  sockets[0]?.destroy().emit('close', false)
  expect(await call).toBe('CONNECTION_CLOSED')
  expect(await endOf(sql`select 1`)).toBe('done')
  expect(await db.sql`select from notes where n = 1`).toHaveLength(0)
})

test('a query of a lost transaction is rejected and never runs on another connection', async () => {
  const sql = open()
  let late: Promise<string | undefined> | undefined
  const lost = endOf(
    sql.begin(async (tx) => {
      const [{ pid }] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`
      await terminate(pid)
      await vi.waitFor(async () => expect(await endOf(sql`select 1`)).toBe('done'), { timeout: 60_000 }) // on a new connection
      late = endOf(tx`insert into notes (n) values (2)`)
      await late
    }),
  )
  expect(await lost).toBe('CONNECTION_CLOSED')
  expect(await vi.waitUntil(() => late, { timeout: 60_000 })).toBe('CONNECTION_CLOSED')
  expect(await db.sql`select from notes where n = 2`).toHaveLength(0)
})

test('queries queued inside a transaction are rejected when its connection closes', async () => {
  const sql = open({ max_pipeline: 0 })
  const ends: Promise<string | undefined>[] = []
  const lost = endOf(
    sql.begin(async (tx) => {
      const [{ pid }] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`
      ends.push(endOf(tx`select pg_sleep(20)`), endOf(tx`select 1`))
      await terminate(pid)
      await Promise.all(ends)
    }),
  )
  // The one that ran ends as the server said, as the socket was reset or as it closed: whichever came first.
  const ended = /^(?:CONNECTION_CLOSED|ECONNRESET|57P01)$/
  expect(await lost).toMatch(ended)
  expect(await Promise.all(ends)).toEqual([
    expect.stringMatching(ended),
    expect.stringMatching(/^(?:CONNECTION_CLOSED|ECONNRESET)$/),
  ])
})

test('what a pool keeps of its connections does not grow with the queries that they did', async () => {
  const sql = open({ max: 3 })
  await Promise.all([1, 2, 3].map(() => sql`select 1`))
  const searched: number[] = []
  const { indexOf } = Array.prototype
  const spy = vi.spyOn(Array.prototype, 'indexOf').mockImplementation(function (this: unknown[], ...given) {
    searched.push(this.length)
    return indexOf.apply(this, given)
  })
  try {
    for (let query = 0; query < 300; query++) await sql`select 1`
  } finally {
    spy.mockRestore()
  }
  expect(searched.length).toBeGreaterThanOrEqual(300)
  expect(Math.max(...searched)).toBeLessThan(100)
})

test('a row of many columns is no dictionary to the engine', async () => {
  setFlagsFromString('--allow-natives-syntax')
  const isPlain = runInThisContext('(row) => %HasFastProperties(row)') as (row: object) => boolean
  expect(isPlain({})).toBe(true) // compiled now, while the flag is on
  setFlagsFromString('--no-allow-natives-syntax')
  const sql = open()
  const columns = Array.from({ length: 40 }, (_, n) => `${n} as column_${n}`).join(', ')
  for (const row of await sql.unsafe<object[]>(`select ${columns} from generate_series(1, 3)`)) expect(isPlain(row)).toBe(true)
})

test('a column may have any name', async () => {
  const [row] = await open()`select 1 as b, 'x' as "__proto__", null as a, 2 as "1"`
  expect(Object.entries(row!)).toEqual([
    ['1', 2],
    ['b', 1],
    ['__proto__', 'x'],
    ['a', null],
  ])
})

test('a transaction begins with settings of its own, in one message', async () => {
  const sql = open()
  const shown = await sql.begin('; set local lock_timeout = 123', async (tx) => tx<{ lock_timeout: string }[]>`show lock_timeout`)
  expect(shown).toMatchObject([{ lock_timeout: '123ms' }])
  expect(await sql`show lock_timeout`).not.toMatchObject([{ lock_timeout: '123ms' }])
})
