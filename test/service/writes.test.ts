/** A database whose disk is full answers every read: what it says of itself goes by its writes. */
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { listMigrations } from '../../src/db/migrations/migrate.js'
import { openPool } from '../../src/db/pool.js'
import { makeWriteWatch } from '../../src/db/writes.js'
import { makeMetrics } from '../../src/metrics/metrics.js'
import { migrationsDir } from '../../src/root.js'
import { makeReadiness } from '../../src/service/readiness.js'
import { openMetrics } from '../../src/start/open-metrics.js'
import { aDatabase } from '../support/database.js'

const { db: setup, url } = await aDatabase()
const opened: (() => Promise<void>)[] = []
afterAll(() => Promise.all(opened.map((close) => close())))
await setup.sql`create table things (n int)`

/** Every write fails as Postgres says it on a full disk; `things` alone: the small write goes through. */
const fill = (what: 'all' | 'things') =>
  setup.sql.unsafe(`
    create or replace function no_space() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    create or replace function no_space_for_tables() returns event_trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    create trigger full_disk before insert on things for each statement execute function no_space();
    ${what === 'all' ? `create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS') execute function no_space_for_tables()` : ''}`)
const makeRoom = () => setup.sql.unsafe('drop event trigger if exists full_disk; drop trigger if exists full_disk on things')
afterEach(makeRoom)

const noLog = { debug() {}, info() {}, warn() {}, error() {} }

function aProcess() {
  const writes = makeWriteWatch()
  const db = openPool(url, { max: 3, onFailure: writes.failed })
  opened.push(() => db.close())
  const ready = makeReadiness({ db, migrations: listMigrations(migrationsDir), loops: [], isStopping: () => false, writes })
  const parts = { deps: { db, clock: () => new Date(), log: noLog }, metrics: makeMetrics(), loops: [], writes }
  const metrics = openMetrics({ mode: 'sandbox', metricsToken: null }, parts)
  const insert = () => db.tx((sql) => sql`insert into things values (1)`)
  return {
    insert,
    problems: async () => (await ready()).problems,
    writable: async () => /^pinslot_database_writable (\d)$/m.exec((await metrics!.read()).text)?.[1],
  }
}

const FULL = [expect.stringMatching(/^The database takes no writes: its disk is full/)]

test('a full disk is known by the first write that fails, and is over with the first one that goes through', async () => {
  const { insert, problems, writable } = aProcess()
  expect([await problems(), await writable()]).toEqual([[], '1'])
  await fill('all')
  await expect(insert()).rejects.toMatchObject({ code: '53100' })
  expect([await problems(), await writable()]).toEqual([FULL, '0'])
  await makeRoom()
  await vi.waitFor(async () => expect([await problems(), await writable()]).toEqual([[], '1']), { timeout: 60_000 })
})

test('where nobody writes, a small write finds it out', async () => {
  const { problems, writable } = aProcess()
  await fill('all')
  expect([await problems(), await writable()]).toEqual([FULL, '0'])
})

test('a small write that goes through before the last one failed clears nothing', async () => {
  const { insert, problems } = aProcess()
  expect(await problems()).toEqual([])
  await fill('things')
  await expect(insert()).rejects.toMatchObject({ code: '53100' })
  expect(await problems()).toEqual(FULL) // within the second in which no other small write is tried
})

test('a write that fails for another reason decides nothing', async () => {
  const writes = makeWriteWatch()
  const db = openPool(url, { max: 1, onFailure: writes.failed })
  opened.push(() => db.close())
  await expect(db.tx((sql) => sql`insert into nowhere values (1)`)).rejects.toMatchObject({ code: '42P01' })
  expect(await writes.takesWrites(db)).toBe(true)
})
