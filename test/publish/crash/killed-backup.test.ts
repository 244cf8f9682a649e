/** The operator's commands, killed in the middle: no half file under its name, and no half database. */
import { execFileSync } from 'node:child_process'
import { createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Pool } from '../../../src/db/pool.js'
import { aDatabase, anEmptyDatabase } from '../../support/database.js'
import { aQueuedPost } from '../../support/factories.js'
import { killAll, startProcess } from '../../support/processes.js'
import { realSettings } from '../../support/real-settings.js'
import { aWorld } from '../../support/world.js'
import { aFolder, aPlace } from '../../service/backup/support/place.js'

const source = await aDatabase()
const target = await anEmptyDatabase()
const world = await aWorld(source.db)
const place = aPlace(source.url)
await place.claim()
await aQueuedPost(world)
await source.db.sql`
  insert into outbox (organization_id, destination, dedupe_key, order_key, notice, created_at, delivered_at)
  select ${world.organizationId}, 'staff', 'n' || n, 'n', ${source.db.sql.json({ kind: 'operatorAlert', text: 'x' })}, now(), now()
    from generate_series(1, 200000) n`
afterEach(killAll)

const dataDir = aFolder()
const admin = (url: string, ...args: string[]) =>
  startProcess(realSettings(url, dataDir), [process.execPath, 'scripts/admin.mjs', ...args])

const tablesOf = async ({ sql }: Pool) =>
  (await sql<[{ n: number }]>`select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace`)[0].n
/** Where the build is stale the first command makes it, which takes longer than what is tested. */
beforeAll(async () => void (await admin(source.url, 'help').exited), 300_000)

/** Restores that hold the database. */
const restoring = async ({ sql }: Pool) =>
  (
    await sql`
      select from pg_stat_activity a
        join pg_locks l on l.pid = a.pid and l.locktype = 'advisory' and l.granted
       where a.datname = current_database() and a.pid <> pg_backend_pid()`
  ).length
const PATIENCE = { timeout: 120_000, interval: 20 }

test('a backup that is killed leaves nothing under its name, and the next one is whole and cleans up behind it', async () => {
  const dir = aFolder()
  const to = path.join(dir, 'monday.backup')
  const killed = admin(source.url, 'backup', '--to', to)
  await vi.waitUntil(() => readdirSync(dir).length > 0, PATIENCE)
  killed.child.kill('SIGKILL')
  await killed.exited
  expect(existsSync(to)).toBe(false)
  const whole = admin(source.url, 'backup', '--to', to, '--without-media', '--json')
  expect(await whole.exited, whole.stderr()).toBe(0)
  expect(readdirSync(dir)).toEqual(['monday.backup'])
  expect(JSON.parse(whole.stdout())).toMatchObject({ rows: { outbox: 200_000, posts: 1 }, isEncrypted: false })
}, 300_000)

test('a restore that is killed half way leaves the database empty, and the next one is whole', async () => {
  const dir = aFolder()
  const file = path.join(dir, 'monday.backup')
  await place.backup({ to: file, withMedia: false })
  const bytes = readFileSync(file)
  const pipe = path.join(dir, 'pipe')
  execFileSync('mkfifo', [pipe])
  const killed = admin(target.url, 'restore', '--from', pipe)
  const feed = createWriteStream(pipe)
  feed.on('error', () => {}) // its reader is killed
  feed.write(bytes.subarray(0, bytes.length - 1_000))
  await vi.waitUntil(async () => (await restoring(target.db)) > 0, PATIENCE)
  expect(await tablesOf(target.db)).toBe(0) // nobody sees a table before all are there
  killed.child.kill('SIGKILL')
  await killed.exited
  feed.destroy()
  await vi.waitUntil(async () => (await restoring(target.db)) === 0, PATIENCE)
  expect(await tablesOf(target.db)).toBe(0)
  const whole = admin(target.url, 'restore', '--from', file)
  expect(await whole.exited, whole.stderr()).toBe(0)
  expect(whole.stdout()).toMatch(/^Restored as of /)
  expect(whole.stdout()).toContain('One account is paused')
  expect(whole.stdout()).toContain('npm run admin -- compare')
}, 300_000)
