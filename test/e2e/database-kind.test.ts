/** A missing or wrong variable must not let stand-ins loose on real accounts, nor real work on the sandbox's. With real processes. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { Pool } from '../../src/db/pool.js'
import { anEmptyDatabase } from '../support/database.js'
import { aQueuedPost } from '../support/factories.js'
import { killAll, startProcess } from '../support/processes.js'
import { realSettings } from '../support/real-settings.js'
import { aWorld } from '../support/world.js'

afterEach(killAll)
const dirs: string[] = []
afterAll(() => dirs.forEach((dir) => rmSync(dir, { recursive: true, force: true })))
const aFolder = () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-kind-'))
  dirs.push(dir)
  return dir
}

const real = await anEmptyDatabase()
const KEY = Buffer.alloc(32, 7).toString('base64')
const sandboxOn = (url: string) => ({
  PORT: '0',
  PINSLOT_DATA_DIR: aFolder(),
  DATABASE_URL: url,
  ENCRYPTION_KEY: KEY,
  PINSLOT_ENV: 'development',
})

/** Every row of every table, and which tables there are. */
async function contents({ sql }: Pool): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public' order by 1`
  const counts = tables.map(async ({ name }) => [name, Number((await sql`select count(*) from ${sql(name)}`)[0]?.count)] as const)
  return Object.fromEntries(await Promise.all(counts))
}

async function refusal(env: Record<string, string>, command?: string[]): Promise<string> {
  const { exited, stdout, stderr } = startProcess(env, command)
  expect([await exited, stdout()]).toEqual([1, ''])
  return stderr().replace(/^The sources changed .*\n/, '')
}

test('a HOST that is no address of this machine, and a role without rights, are named with the remedy', async () => {
  const { url, db } = await anEmptyDatabase()
  expect(await refusal({ ...realSettings(url, aFolder()), HOST: 'nope.invalid', PORT: '3499' })).toMatch(
    /^HOST nope\.invalid is no address of this machine \(E\w+\): set HOST to one, or leave it out\.\n$/,
  )
  const role = `guest_${Date.now()}`
  await db.sql.unsafe(`create role ${role} login password 'guest'`)
  try {
    const guest = new URL(url)
    Object.assign(guest, { username: role, password: 'guest' })
    expect(await refusal(realSettings(guest.href, aFolder()))).toMatch(
      new RegExp(
        `^The role ${role} of DATABASE_URL may not make tables in .*: run "grant create, usage on schema public to ${role}" .*\\.\\n$`,
      ),
    )
  } finally {
    await db.sql.unsafe(`drop role ${role}`)
  }
})

/** Of an account of a real platform; it falls due while a process starts. */
const aRealPin = async (db: Pool) => aQueuedPost(await aWorld(db, { at: new Date() }), { at: new Date(Date.now() + 3_000) })

test('a start with stand-ins beside a real database is refused without PINSLOT_ENV=development', async () => {
  const { PINSLOT_ENV: _, ...env } = sandboxOn(real.url)
  expect(await refusal(env)).toMatch(
    /^PINSLOT_ENV is missing: beside DATABASE_URL there would be stand-ins for the platform and Slack\. /,
  )
  expect(await contents(real.db)).toEqual({})
})

test('a process with everything real makes its database a production database', async () => {
  const started = startProcess(realSettings(real.url, aFolder()))
  await started.ready
  started.child.kill('SIGTERM')
  expect(await started.exited).toBe(0)
  expect(await real.db.sql`select kind, key_check is not null as checked from database_identity`).toEqual([
    { kind: 'production', checked: true },
  ])
  expect(Object.keys(await contents(real.db)).filter((name) => /^(sim_|slk_|sandbox_)/.test(name))).toEqual([])
})

test.each(['remembers what it is', 'was made by an older version'])(
  'a process with stand-ins changes nothing in a production database that %s, and names the remedy',
  async (which) => {
    await aRealPin(real.db)
    if (which !== 'remembers what it is') await real.db.sql`drop table database_identity`
    const before = await contents(real.db)
    const sentence =
      /^The database at \S+ is a production database, and this process has stand-ins .*PINSLOT_ENV=production .*\.\n$/
    expect(await refusal(sandboxOn(real.url))).toMatch(sentence)
    const command = [process.execPath, 'scripts/admin.mjs', 'org', 'create', '--name', 'Sandbox']
    expect(await refusal(sandboxOn(real.url), command)).toMatch(sentence)
    expect(await contents(real.db)).toEqual(before)
  },
)
