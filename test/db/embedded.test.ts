import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startEmbedded } from '../../src/db/embedded/embedded.js'
import { findPostmaster } from '../../src/db/embedded/postmaster.js'
import { isAlive } from '../../src/db/embedded/processes.js'
import { SOON } from '../support/gate.js'

const madeOnce = mkdtempSync(path.join(tmpdir(), 'pinslot-embedded-'))
let base: string
beforeAll(async () => {
  await (await startEmbedded(madeOnce)).stop()
})
afterAll(() => rmSync(madeOnce, { recursive: true, force: true }))
beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'pinslot-embedded-'))
})
afterEach(() => {
  const left = existsSync(dataDir()) ? findPostmaster(dataDir()) : undefined
  if (left) process.kill(left.pid, 'SIGKILL')
  rmSync(base, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})
const dataDir = () => path.join(base, 'pg')
/** Spares a test that is not about the first start the making of the data folder. */
const begunBefore = () => cpSync(path.join(madeOnce, 'pg'), dataDir(), { recursive: true, preserveTimestamps: true })

async function ask<T>(url: string, question: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await question(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

test('what was written is there after a stop and a second start', async () => {
  const first = await startEmbedded(base)
  await ask(first.url, (sql) => sql`create table kept as select 7 as n`)
  await first.stop()
  expect(isAlive(first.pid)).toBe(false)
  const second = await startEmbedded(base)
  expect(await ask(second.url, (sql) => sql`select n from kept`)).toEqual([{ n: 7 }])
  expect(second.url).toBe(first.url)
  await second.stop()
})

test('two first starts that race share one server, which the last one to let go stops', async () => {
  const [one, two] = await Promise.all([startEmbedded(base), startEmbedded(base)])
  expect(two.pid).toBe(one.pid)
  await one.stop()
  expect(await ask(two.url, (sql) => sql`select 1 as n`)).toEqual([{ n: 1 }])
  await two.stop()
  expect(isAlive(one.pid)).toBe(false)
})

test('stopping twice does no harm to another user', async () => {
  begunBefore()
  const [one, two] = await Promise.all([startEmbedded(base), startEmbedded(base)])
  await Promise.all([one.stop(), one.stop()])
  await one.stop()
  expect(isAlive(two.pid)).toBe(true)
  await two.stop()
})

test('a server whose app was killed is adopted and then stopped', async () => {
  begunBefore()
  const orphan = await startOther()
  process.kill(orphan.appPid, 'SIGKILL')
  await vi.waitFor(() => expect(isAlive(orphan.appPid)).toBe(false), SOON)
  expect(isAlive(orphan.serverPid)).toBe(true)
  const next = await startEmbedded(base)
  expect(next.pid).toBe(orphan.serverPid)
  await next.stop()
  expect(isAlive(orphan.serverPid)).toBe(false)
  expect(readdirSync(path.join(base, 'pg.users'))).toEqual([])
})

test('a server that is killed comes back on the same port with what was committed', async () => {
  begunBefore()
  const server = await startEmbedded(base)
  await ask(server.url, (sql) => sql`create table kept as select 7 as n`)
  process.kill(server.pid, 'SIGKILL')
  await vi.waitFor(async () => expect(await ask(server.url, (sql) => sql`select n from kept`)).toEqual([{ n: 7 }]), {
    timeout: 60_000,
    interval: 200,
  })
  await server.stop()
  expect(findPostmaster(dataDir())).toBeUndefined()
})

test('a pid file that names another process is no server', async () => {
  begunBefore()
  writeFileSync(path.join(dataDir(), 'postmaster.pid'), `${process.pid}\n${dataDir()}\n0\n5432\n\n127.0.0.1\n\nready\n`)
  const server = await startEmbedded(base)
  expect(server.pid).not.toBe(process.pid)
  await server.stop()
})

test('a server that cannot start is told at once, with the last words of its log', async () => {
  begunBefore()
  writeFileSync(path.join(dataDir(), 'postgresql.conf'), 'no_such_setting = 1\n')
  await expect(startEmbedded(base)).rejects.toThrow(/did not start: .*pg\.log/)
})

test('a folder that cannot be written is named in one sentence', async () => {
  const file = path.join(base, 'file')
  writeFileSync(file, '')
  await expect(startEmbedded(path.join(file, 'data'))).rejects.toThrow(/^The data folder .* is not writable \(ENOTDIR\)/)
})

/** A process of its own that starts the server and keeps it in use until it is killed. */
async function startOther(): Promise<{ appPid: number; serverPid: number }> {
  const program = `
    const { createServer } = await import('vite')
    const vite = await createServer({ server: { middlewareMode: true, hmr: false, ws: false }, appType: 'custom', logLevel: 'error' })
    const { startEmbedded } = await vite.ssrLoadModule('/src/db/embedded/embedded.ts')
    console.log((await startEmbedded(${JSON.stringify(base)})).pid)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (data: Buffer) => resolve(data.toString()))
    child.once('exit', (code) => reject(new Error(`the other app ended with ${code}`)))
  })
  return { appPid: child.pid!, serverPid: Number(line) }
}
