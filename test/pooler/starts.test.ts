/** The service as processes of their own behind a pooler in transaction mode. */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { root } from '../../src/root.js'
import { killAll, startProcess } from '../support/processes.js'
import { startPgBouncer } from './support/pgbouncer.js'

const bouncer = await startPgBouncer(inject('adminUrl'))
const admin = postgres(inject('adminUrl'), { max: 1, onnotice: () => {} })
const dirs: string[] = []
let url: string
let name: string

// Once, before processes that start at the same time would each do it.
const BUILD = "import('./scripts/ready.mjs').then(({ makeReady }) => makeReady())" // nothing, where it is built: others may be running it
beforeAll(() => void spawnSync(process.execPath, ['-e', BUILD], { cwd: root }), 300_000)
beforeEach(async () => {
  name = `p_${randomBytes(6).toString('hex')}`
  await admin.unsafe(`create database ${name}`)
  url = Object.assign(new URL(inject('adminUrl')), { pathname: `/${name}` }).href
})
afterEach(async () => {
  killAll()
  await admin.unsafe(`drop database ${name} with (force)`)
})
afterAll(async () => {
  await bouncer.stop()
  await admin.end()
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
})

function start(env: Record<string, string> = {}) {
  const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-pooler-'))
  dirs.push(dir)
  // Each has a data folder of its own, and one database has one key.
  const secrets = { ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }
  const given = { DATABASE_URL: bouncer.through(url), DATABASE_PREPARE: 'false', PINSLOT_ENV: 'development', ...secrets }
  return startProcess({ ...given, PINSLOT_DATA_DIR: dir, PORT: '0', ...env })
}
type Ready = { data: { notes?: string[] } }
const readNotes = async (address: string) => ((await (await fetch(`${address}/health/ready`)).json()) as Ready).data.notes ?? []
const LOST: unknown = expect.stringMatching(/^Notifications of the database do not arrive/)

test('two processes start at once on an empty database, a third after them, and readiness notes that notifications do not arrive', {
  timeout: 300_000,
}, async () => {
  const addresses = await Promise.all([start().ready, start().ready])
  addresses.push(await start().ready)
  for (const address of addresses) await expect.poll(() => readNotes(address)).toEqual([LOST])
  const locks =
    await admin`select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = ${name})`
  expect(locks).toHaveLength(0)
})

test('with the direct address of the database notifications arrive, and readiness has nothing to note', {
  timeout: 200_000,
}, async () => {
  const address = await start({ DATABASE_DIRECT_URL: url }).ready
  await new Promise((resolve) => setTimeout(resolve, 3_000)) // an echo that did not come back would be known by then
  expect(await readNotes(address)).toEqual([])
})

test('a start with settings that the pooler refuses ends in a sentence', { timeout: 200_000 }, async () => {
  const { exited, stderr, stdout } = start({ DATABASE_PREPARE: 'true' })
  expect(await exited).not.toBe(0)
  const said = stdout() + stderr()
  expect(said).toContain('unsupported startup parameter: statement_timeout')
  expect(said).toContain('set DATABASE_PREPARE=false, and DATABASE_DIRECT_URL to the address of Postgres itself.')
  expect(said).not.toMatch(/^\s+at /m)
})
