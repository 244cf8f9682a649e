/**
 * A migration stays as it was shipped, and every database that was ever made comes up to date: the first one, and one that has the texts which
 * some files had once. @see test/e2e/upgrade.test.ts for a later one, with a process
 */
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { listPosts } from '../../src/core/posts/list.js'
import { schedulePost } from '../../src/core/posts/schedule.js'
import type { Actor } from '../../src/core/lib/actor.js'
import type { Pool } from '../../src/db/pool.js'
import { readMigrations } from '../../src/db/migrations/files.js'
import { listAltered, listMigrations, migrate } from '../../src/db/migrations/migrate.js'
import { migrationsDir, root, sandboxMigrationsDir } from '../../src/root.js'
import { anEmptyDatabase } from '../support/database.js'
import { START, testDeps } from '../support/world.js'

const fixtures = path.join(root, 'test', 'fixtures', 'upgrade')
const earlierDir = path.join(fixtures, 'earlier')
const temporary = mkdtempSync(path.join(tmpdir(), 'pinslot-earlier-'))
afterAll(() => rmSync(temporary, { recursive: true, force: true }))

const sumsOf = (dir: string, prefix = '') => readMigrations(dir).map(({ name, sha256 }) => `${sha256}  ${prefix}${name}`)

test('a migration that was shipped is never altered: sums.txt has a line for each, and lines are only added', () => {
  const lines = readFileSync(path.join(fixtures, 'sums.txt'), 'utf8').trim().split('\n')
  const files = [...sumsOf(migrationsDir), ...sumsOf(sandboxMigrationsDir, 'sandbox/')]
  expect(
    lines.filter((line) => !files.includes(line)),
    'restore these files',
  ).toEqual([])
  expect(
    files.filter((line) => !lines.includes(line)),
    'add these lines to sums.txt',
  ).toEqual([])
})

/** A folder as it was when `last` was the newest file; `earlier`: with the first texts of those that were changed since. */
function folderUntil(last: string, { earlier }: { earlier: boolean }): string {
  const dir = mkdtempSync(path.join(temporary, 'migrations-'))
  for (const name of listMigrations(migrationsDir).filter((file) => file <= last)) {
    const from = earlier && readdirSync(earlierDir).includes(name) ? earlierDir : migrationsDir
    cpSync(path.join(from, name), path.join(dir, name))
  }
  return dir
}

const actor: Actor = { organizationId: '1', via: 'api', role: 'admin', userId: 'key:1' }
const [FIRST_KEY, QUEUED, DRAFT] = ['pst_1_first', '2', '3']

/** What a team of the first version has: the columns are those of 0001. */
async function fill({ sql }: Pool): Promise<void> {
  const hash = createHash('sha256').update(FIRST_KEY).digest()
  await sql`insert into organizations (name, period_anchor, created_at) values ('The first', '2026-01-01', ${START})`
  await sql`insert into api_keys (organization_id, name, prefix, hash, created_at) values (1, 'ours', 'pst_1', ${hash}, ${START})`
  await sql`
    insert into accounts (organization_id, platform_user_id, username, display_name, timezone, boards_read_at, created_at)
    values (1, '77', 'maker', 'The Maker', 'Europe/Berlin', ${START}, ${START})`
  await sql`insert into connections (organization_id, account_id, access_token) values (1, 1, 'pina')`
  await sql`insert into schedules (organization_id, account_id) values (1, 1)`
  await sql`
    insert into timeslots (organization_id, account_id, day, minute, timezone, type, created_at)
    values (1, 1, 2, 600, 'Europe/Berlin', 'manual', ${START})`
  await sql`
    insert into entitlements (organization_id, account_id, access, credits_left, monthly_allowance, allowance_left, period)
    values (1, 1, 'subscribed', 10, 10, 10, '2026-03-01')`
  await sql`
    insert into boards (organization_id, account_id, id, name, privacy, fetched_at) values (1, 1, '101', 'Lamps', 'PUBLIC', ${START})`
  await sql`
    insert into media (organization_id, token, storage_key, sha256, media_type, content_type, bytes, width, height, created_at)
    values (1, 'a-token-of-the-first', 'media/1/a', '\\x00', 'image', 'image/jpeg', 10, 100, 150, ${START})`
  const sentAt = new Date(START.getTime() - 86_400_000)
  const at = new Date(START.getTime() + 86_400_000)
  await sql`
    insert into posts (organization_id, account_id, status, media_type, title, description, url, url_key, board_id, send_at, due_at, attempt_number,
                       charge_number, pin_id, sent_at, created_via, created_by, created_at, updated_at)
    values (1, 1, 'sent', 'image', 'A sent one', 'Oak', 'https://u:p@shop.test/a%7Eb', 'u:p@shop.test/a%7Eb', '101', ${sentAt}, null, 1, 1, '900', ${sentAt},
            'api', 'key:1', ${START}, ${START}),
           (1, 1, 'queued', 'image', 'A queued one', 'Oak', 'https://shop.test/b', 'shop.test/b', '101', ${at}, ${at}, 0, 1, null, null,
            'api', 'key:1', ${START}, ${START}),
           (1, 1, 'draft', 'image', 'A draft', 'Oak', 'https://shop.test/c', 'shop.test/c', '101', null, null, 0, 0, null, null,
            'api', 'key:1', ${START}, ${START})`
  await sql`insert into post_media (organization_id, post_id, position, media_id) select 1, id, 0, 1 from posts`
  await sql`
    insert into publish_attempts (organization_id, post_id, number, state, board_id, send_at, claimed_at, sending_at, settled_at)
    values (1, 1, 1, 'confirmed', '101', ${sentAt}, ${sentAt}, ${sentAt}, ${sentAt})`
  await sql`
    insert into idempotency_keys (organization_id, scope, key, request, body_hash, status, answer, expires_at)
    values (1, 'key:1', 'k', 'POST /v1/accounts/1/posts', '\\x00', 201, '{"post":{}}', ${at})`
}

describe.each([
  ['of the first version', '0001_house.sql', false],
  ['that has the first texts of files which were changed since', '0022_keyword_searches_under_way.sql', true],
  ['that had all of these', '0222_attempts_validated.sql', true],
])('a database %s', async (_, last, earlier) => {
  const { db, url } = await anEmptyDatabase()
  const deps = testDeps(db, { now: START, advance() {} })

  test('is brought up to date by a start, and again without a change', async () => {
    await migrate(url, folderUntil('0001_house.sql', { earlier }), { now: START })
    await fill(db)
    await migrate(url, folderUntil(last, { earlier }), { now: START })
    await migrate(url, migrationsDir, { now: START })
    const applied = await db.sql<{ name: string }[]>`select name from schema_migrations order by name`
    expect(applied.map(({ name }) => name)).toEqual(listMigrations(migrationsDir))
    expect(await listAltered(db.sql, readMigrations(migrationsDir))).toEqual([])
    expect(await migrate(url, migrationsDir, { now: START })).toEqual([])
  })

  test('has its pins, and its draft is put on the schedule of before', async () => {
    const read = async (status: 'draft' | 'queued' | 'sent') => {
      const asked = { accountId: '1', status, limit: 10, cursor: null, startDate: null, endDate: null }
      const { posts } = await listPosts(deps, actor, {
        ...asked,
        ...(status === 'sent' && { startDate: new Date(0), endDate: START }),
      })
      return posts.map(({ title }) => title)
    }
    expect([await read('draft'), await read('queued'), await read('sent')]).toEqual([
      ['A draft'],
      ['A queued one'],
      ['A sent one'],
    ])
    const placed = await schedulePost(deps, actor, { accountId: '1', postId: DRAFT, when: { kind: 'nextOpenSlot' } })
    expect(placed).toMatchObject({ status: 'queued', timeslotId: '1' })
    const [waiting] = await db.sql`select status, send_at from posts where id = ${QUEUED}`
    expect(waiting).toEqual({ status: 'queued', send_at: new Date(START.getTime() + 86_400_000) })
  })
})

test('a file that was altered otherwise is refused as before', async () => {
  const { db, url } = await anEmptyDatabase()
  await migrate(url, folderUntil('0001_house.sql', { earlier: false }), { now: START })
  await db.sql`update schema_migrations set sha256 = 'another'`
  await expect(migrate(url, migrationsDir, { now: START })).rejects.toThrow('0001_house.sql was altered after it was applied')
})
