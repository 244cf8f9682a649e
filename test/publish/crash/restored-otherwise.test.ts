/** The database goes back by an hour, by means that know nothing of Pinslot: what went out in that hour must not go out once more. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { listComparisons } from '../../../src/core/care/restores/comparisons.js'
import { compareAccount } from '../../../src/core/care/restores/compare.js'
import { makeSealer } from '../../../src/core/care/seal.js'
import type { Sql } from '../../../src/core/ports/deps.js'
import { aDatabase, anEmptyDatabase, poolOn } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { killAll, startProcess } from '../../support/processes.js'
import { realSettings } from '../../support/real-settings.js'
import { aPin, aPublishWorld, MINUTE_MS, pinsOf, reread, workFor } from '../support/support.js'

const { db, url } = await aDatabase()
const { sql } = db
const world = await aPublishWorld(db)
const dataDir = mkdtempSync(path.join(tmpdir(), 'pinslot-otherwise-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
afterEach(killAll)

world.clock.now = new Date() // the command goes by the database's time
const settings = realSettings(url, dataDir)
const key_check = makeSealer(Buffer.from(settings.ENCRYPTION_KEY, 'base64')).seal('the check')
await sql`insert into database_identity ${sql({ kind: 'production', key_check, created_at: world.clock.now })}`

async function admin(args: string[], to = url) {
  const env = { ...settings, DATABASE_URL: to }
  const { exited, stdout, stderr } = startProcess(env, [process.execPath, 'scripts/admin.mjs', ...args])
  const code = await exited
  return { code, out: stdout(), err: stderr().replace(/^The sources changed .*\n/, '') } // given when it builds first
}
const restored = (asOf: Date, ...options: string[]) => admin(['restored', '--as-of', asOf.toISOString(), ...options])

/** Of the service: what Pinterest knows does not go back. */
const tables = await sql<{ name: string; columns: string[] }[]>`
  select t.table_name as name, array_agg(c.column_name::text) as columns
    from information_schema.tables t
    join information_schema.columns c on c.table_schema = t.table_schema and c.table_name = t.table_name and c.is_generated = 'NEVER'
   where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and t.table_name !~ '^(sim|slk|sandbox)_'
   group by 1`

/** As a dump does, and its load an hour later. */
async function dump(): Promise<() => Promise<void>> {
  await sql`drop schema if exists dump cascade`
  await sql`create schema dump`
  for (const { name } of tables) await sql`create table dump.${sql(name)} as table ${sql(name)}`
  return () =>
    db.tx(async (tx: Sql) => {
      await tx`set local session_replication_role = replica`
      await tx`truncate ${tx(tables.map(({ name }) => name))}`
      for (const { name, columns } of tables)
        await tx`insert into ${tx(name)} (${tx(columns)}) overriding system value select ${tx(columns)} from dump.${tx(name)}`
    })
}

/** A pin goes out within an hour that is lost. */
async function losesAnHour(name: string) {
  const asOf = new Date(world.clock.now)
  const post = await aPin(world, { url: `https://example.com/${name}`, at: new Date(asOf.getTime() + 30 * MINUTE_MS) })
  const goBack = await dump()
  await workFor(world, HOUR_MS)
  expect(await pinsOf(world, post)).toHaveLength(1)
  await goBack()
  expect(await reread(world, post)).toMatchObject({ status: 'queued' })
  return { asOf, post }
}

test('a pin of an hour that is lost would go out once more', async () => {
  const { post } = await losesAnHour('twice')
  await workFor(world, HOUR_MS)
  expect(await pinsOf(world, post)).toHaveLength(2)
})

test('after the command nothing goes out until the boards were compared, which finds what is there', async () => {
  const { asOf, post } = await losesAnHour('once')
  const earlier = new Date(asOf.getTime() - 4 * HOUR_MS) // of the database's clock, which stands before ours
  const { code, out, err } = await restored(earlier, '--json')
  expect(code, err).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ asOf: earlier.toISOString(), accounts: 1 })
  await workFor(world, HOUR_MS)
  expect(await pinsOf(world, post)).toHaveLength(1)
  const { organizationId, accountId } = world
  const [comparison] = await listComparisons(sql, { organizationId, accountId })
  expect(await compareAccount(world.deps, world.actor, { ...comparison!, restoredAt: world.clock.now })).toMatchObject({
    found: expect.arrayContaining([expect.objectContaining({ postId: post.id })]) as unknown,
    isDone: true,
  })
  expect(await reread(world, post)).toMatchObject({ status: 'sent' })
}, 300_000)

test('it says what it did, and what to do next', async () => {
  const { code, out } = await restored(new Date(Date.now() - HOUR_MS))
  expect(code).toBe(0)
  expect(out).toMatch(/^The database is taken for one of \S+Z\.\nOne account is paused: .*\nNext: npm run admin -- compare/)
}, 300_000)

test('beside a process of the service, for a time to come or on an empty database it is refused, and nothing is changed', async () => {
  const before = await sql`select id from database_identity`
  const process = poolOn(url, { max: 1, applicationName: 'pinslot 4711 api' })
  await process.sql`select 1`
  const beside = await restored(new Date(Date.now() - HOUR_MS))
  expect(beside).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^A process of the service is connected to this database/) as string,
  })
  await process.close()
  const ahead = await restored(new Date(Date.now() + HOUR_MS))
  expect(ahead).toMatchObject({ code: 1, err: expect.stringMatching(/^--as-of is to come/) as string })
  const empty = await anEmptyDatabase()
  const none = await admin(['restored', '--as-of', '2026-01-01T00:00:00Z'], empty.url)
  expect(none).toMatchObject({ code: 1, err: expect.stringMatching(/^The database has nothing that was restored/) as string })
  expect(await sql`select id from database_identity`).toEqual(before)
  expect(await admin(['restored'])).toMatchObject({ code: 2, err: expect.stringMatching(/^--as-of is missing/) as string })
}, 300_000)
