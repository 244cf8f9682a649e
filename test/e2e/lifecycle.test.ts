import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startEmbedded } from '../../src/db/embedded/embedded.js'
import { findPostmaster } from '../../src/db/embedded/postmaster.js'
import type { ReadyFile } from '../../src/sandbox/ready-file.js'
import { hasReadyFile, killAll, readReadyFile, startProcess } from '../support/processes.js'

vi.setConfig({ hookTimeout: 300_000 }) // a build may come first

/** A folder that one start, from nothing to its clean end, has left; its output. */
const begun = mkdtempSync(path.join(tmpdir(), 'pinslot-begun-'))
let cold: { ready: ReadyFile; mode: number; stdout: string; accountsStatus: number; watched: number[]; exitCode: number | null }
beforeAll(async () => {
  const first = startProcess({ PORT: '0', PINSLOT_DATA_DIR: begun })
  const baseUrl = await first.ready
  const ready = readReadyFile(begun)
  const { status } = await accounts(baseUrl, ready.apiKey)
  await vi.waitFor(async () => expect((await fetch(`${baseUrl}/health/ready`)).ok).toBe(true), { timeout: 60_000 }) // each loop has scanned
  const watched = await Promise.all(['health/ready', 'metrics'].map(async (at) => (await fetch(`${baseUrl}/${at}`)).status))
  const { mode } = statSync(path.join(begun, 'sandbox.json'))
  first.child.kill('SIGTERM')
  cold = { ready, mode, stdout: first.stdout(), accountsStatus: status, watched, exitCode: await first.exited }
})
afterAll(() => rmSync(begun, { recursive: true, force: true }))
const begunBefore = () => cpSync(begun, dataDir, { recursive: true, preserveTimestamps: true })

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'pinslot-e2e-'))
})
afterEach(() => {
  killAll()
  const left = server()
  if (left) process.kill(left.pid, 'SIGKILL')
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})
const start = (env: Record<string, string> = {}) => startProcess({ PORT: '0', PINSLOT_DATA_DIR: dataDir, ...env })
const server = () => (readdirSync(dataDir).includes('pg') ? findPostmaster(path.join(dataDir, 'pg')) : undefined)
const accounts = (baseUrl: string, apiKey: string) =>
  fetch(`${baseUrl}/v1/accounts`, { headers: { authorization: `Bearer ${apiKey}` } })

test('a start with nothing configured tells where everything is', () => {
  const { ready, stdout } = cold
  const { baseUrl, apiKey } = ready
  expect(cold.mode & 0o777).toBe(0o600)
  expect(ready).toMatchObject({ platformUrl: `${baseUrl}/sandbox/platform/v5`, slack: { users: {}, channels: {} } })
  expect(ready.accounts.map(({ isBusiness, timezone }) => [isBusiness, timezone])).toEqual([
    [true, 'America/New_York'],
    [false, 'Europe/Berlin'],
  ])
  expect(stdout).toContain(`curl -H 'Authorization: Bearer ${apiKey}' ${baseUrl}/v1/accounts`)
  expect(stdout).toContain(`${baseUrl}/sandbox`)
  expect(cold.accountsStatus).toBe(200)
  expect(cold.watched).toEqual([200, 200])
})

test('one signal ends it without a trace, a repeat does no harm, and the key stays over restarts', async () => {
  expect(cold.exitCode).toBe(0)
  expect(hasReadyFile(begun)).toBe(false)
  expect(findPostmaster(path.join(begun, 'pg'))).toBeUndefined()
  await expect(fetch(cold.ready.baseUrl)).rejects.toThrow()

  begunBefore()
  const second = start()
  const baseUrl = await second.ready
  const { apiKey, organizationId } = cold.ready
  expect(readReadyFile(dataDir)).toMatchObject({ apiKey, organizationId, baseUrl, pid: second.child.pid })
  for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM'] as const) second.child.kill(signal)
  expect(await second.exited).toBe(0)
  expect(hasReadyFile(dataDir)).toBe(false)
  expect(server()).toBeUndefined()
})

test('after SIGKILL a start takes over what was left, with the same key', async () => {
  begunBefore()
  const killed = start()
  await killed.ready
  const { apiKey } = cold.ready
  killed.child.kill('SIGKILL')
  await killed.exited
  const left = server()
  expect(left?.isReady).toBe(true)

  const next = start()
  const baseUrl = await next.ready
  expect(readReadyFile(dataDir)).toMatchObject({ pid: next.child.pid, baseUrl, apiKey })
  expect(server()?.pid).toBe(left?.pid)
  next.child.kill('SIGTERM')
  expect(await next.exited).toBe(0)
  expect(server()).toBeUndefined()
})

test('a second start in the same folder shares the database and leaves sandbox.json alone; the last one stops the database', async () => {
  begunBefore()
  const [first, second] = [start(), start()]
  const addresses = await Promise.all([first.ready, second.ready])
  const ready = readReadyFile(dataDir)
  const [owner, guest] = ready.pid === first.child.pid ? [first, second] : [second, first]
  expect(addresses[0]).not.toBe(addresses[1])
  expect(guest.stdout()).toContain('sandbox.json is left as it is')

  owner.child.kill('SIGTERM')
  expect(await owner.exited).toBe(0)
  expect(hasReadyFile(dataDir)).toBe(false)
  expect((await accounts(await guest.ready, ready.apiKey)).status).toBe(200)

  guest.child.kill('SIGTERM')
  expect(await guest.exited).toBe(0)
  expect(server()).toBeUndefined()
})

test('a signal while it starts ends it without a trace', async () => {
  const early = start()
  await vi.waitFor(() => expect(readdirSync(dataDir)).toContain('pg.lock'), { timeout: 60_000, interval: 5 })
  early.child.kill('SIGTERM')
  expect(await early.exited).toBe(0)
  expect(server()).toBeUndefined()
  expect(early.stdout()).toBe('')
})

test('when npm is killed its service ends too', async () => {
  begunBefore()
  const npm = startProcess({ PORT: '0', PINSLOT_DATA_DIR: dataDir }, ['npm', 'start'])
  const baseUrl = await npm.ready
  const { pid } = readReadyFile(dataDir)
  expect(pid).not.toBe(npm.child.pid)
  npm.child.kill('SIGKILL')
  await vi.waitFor(() => expect(hasReadyFile(dataDir)).toBe(false), { timeout: 60_000, interval: 50 })
  await vi.waitFor(() => expect(server()).toBeUndefined(), { timeout: 60_000 })
  await expect(fetch(baseUrl)).rejects.toThrow()
})

test('a port that is taken is told before anything is made', async () => {
  const taken = net.createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  const { port } = taken.address() as net.AddressInfo // it listens on a port
  const refused = start({ PORT: String(port) })
  expect(await refused.exited).toBe(1)
  expect(refused.stderr().trim()).toBe(`Port ${port} is taken: stop what uses it, or set PORT to another.`)
  expect(readdirSync(dataDir)).toEqual([])
  await new Promise((resolve) => taken.close(resolve))
})

test('what cannot work is told in a sentence each, with a non-zero exit', async () => {
  const file = path.join(dataDir, 'file')
  writeFileSync(file, '')
  const half = path.join(dataDir, 'half')
  mkdirSync(path.join(half, 'pg'), { recursive: true })
  writeFileSync(path.join(half, 'pg', 'PG_VERSION'), '18')
  const cases: [Record<string, string>, RegExp][] = [
    [{ PINSLOT_DATA_DIR: path.join(file, 'data') }, /^The data folder .* is not writable \(ENOTDIR\): set PINSLOT_DATA_DIR/],
    [
      { PINSLOT_ENV: 'development', DATABASE_URL: 'postgres://a:hunter2@127.0.0.1:1/none' },
      /^The database at 127\.0\.0\.1:1\/none cannot be reached \(ECONNREFUSED\)/,
    ],
    [{ PINSLOT_DATA_DIR: half }, /^The database in .*pg is not whole \(app\.secret is missing\): put it back from a backup/],
    [{ PORT: 'x', LOG_LEVEL: 'loud' }, /^PORT must be a whole number from 0 to 65535\.\nLOG_LEVEL must be one of/],
  ]
  await Promise.all(
    cases.map(async ([env, sentence]) => {
      const refused = start(env)
      expect(await refused.exited).toBe(1)
      expect(refused.stderr()).toMatch(sentence)
      expect(refused.stderr()).not.toContain('hunter2')
      expect(refused.stdout()).toBe('')
    }),
  )
})

test('an altered migration is refused by name, and the database is stopped again', async () => {
  begunBefore()
  const embedded = await startEmbedded(dataDir, 'pinslot')
  const sql = postgres(embedded.url, { max: 1 })
  await sql`update schema_migrations set sha256 = 'another' where name = '0001_database.sql'`
  await sql.end()
  await embedded.stop()
  const refused = start()
  expect(await refused.exited).toBe(1)
  expect(refused.stderr().trim()).toMatch(/^Migration 0001_database\.sql was altered after it was applied\. [^\n]*$/)
  expect(server()).toBeUndefined()
})
