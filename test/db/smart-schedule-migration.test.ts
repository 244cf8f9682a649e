/** The migrations of the smart schedule, over a database from before it. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { urlKeyOf } from '../../src/core/lib/url.js'
import { migrate } from '../../src/db/migrations/migrate.js'
import { migrationsDir } from '../../src/root.js'

const now = new Date('2026-03-02T10:00:00Z')
const FIRST = '0006'
let dir: string
let name: string
let url: string
let sql: postgres.Sql

beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'pinslot-migrations-'))
  name = `m_${randomBytes(6).toString('hex')}`
  const admin = postgres(inject('adminUrl'), { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database ${name}`)
  await admin.end()
  url = Object.assign(new URL(inject('adminUrl')), { pathname: `/${name}` }).href
  sql = postgres(url, { max: 2, onnotice: () => {} })
  await migrateTo((file) => file < FIRST)
  await sql`insert into organizations (name, period_anchor, created_at) values ('Maple', ${now}, ${now})`
  await sql`
    insert into accounts (organization_id, platform_user_id, username, display_name, created_at)
    values (1, 'u', 'maple', 'Maple', ${now})`
})
afterEach(async () => {
  await sql.end()
  const admin = postgres(inject('adminUrl'), { max: 1, onnotice: () => {} })
  await admin.unsafe(`drop database ${name} with (force)`)
  await admin.end()
  rmSync(dir, { recursive: true, force: true })
})

async function migrateTo(wanted: (file: string) => boolean): Promise<string[]> {
  for (const file of readdirSync(migrationsDir)) {
    if (file.endsWith('.sql') && wanted(file)) cpSync(path.join(migrationsDir, file), path.join(dir, file))
  }
  return migrate(url, dir, { now })
}

/** Drafts, whose keys no index keeps short. */
const aPin = (address: string, key: string) => sql<[{ id: string }]>`
  insert into posts (organization_id, account_id, status, media_type, title, url, url_key, created_via, created_at, updated_at)
  values (1, 1, 'draft', 'image', 'A pin', ${address}, ${key}, 'api', ${now}, ${now})
  returning id`

test('posts are read on while the long part of the work goes through them, and written while keys are', async () => {
  await aPin('https://shop.test', 'shop.test')
  expect(await migrateTo((file) => file.startsWith(FIRST))).toHaveLength(1)
  const [{ isValid, indexes }] = await sql<[{ isValid: boolean; indexes: number }]>`
    select (select convalidated from pg_constraint where conname = 'posts_source') as "isValid",
           (select count(*)::int from pg_indexes where indexname in ('posts_sent', 'posts_of_source')) as indexes`
  expect([isValid, indexes]).toEqual([false, 0])
  await sql.begin(async (reader) => {
    await reader`select from posts`
    expect(await migrateTo((file) => file.startsWith('0007'))).toHaveLength(1)
  })
  await sql.begin(async (writer) => {
    await writer`update posts set title = 'Another'`
    expect(await migrateTo((file) => file < '0010')).not.toHaveLength(0)
  })
  const rows = await sql`select from pg_constraint where conname = 'posts_source' and convalidated`
  expect(rows).toHaveLength(1)
})

/** As it was: without user info, and without the mark of an empty query. */
function keyBefore(address: string): string {
  const { host, pathname, search } = new URL(address)
  return `${host}${pathname.replace(/\/+$/, '')}${search}`
}

test('urls that count otherwise now have the key that a new pin with the same url has', async () => {
  const long = `https://u@shop.test/${'a'.repeat(2030)}`
  const urls = [
    ...['https://shop.test', 'http://SHOP.test:80/a//?b=c#d', 'https://shop.test/möbel?ä=ö', 'https://shop.test/a@b?c@d#e@f'],
    ...[
      'https://shop.test?',
      'https://shop.test/?',
      'https://shop.test/a/?#top',
      'https://shop.test/#a?',
      'https://shop.test/?a=?',
    ],
    ...['https://shop.test/a??', 'https://shop.test/?#a?#', 'https://shop.test/?#'],
    ...['https://u@shop.test/a/', 'HTTPS://U:P@Shop.test?', 'https://u:@shop.test', 'https://:p@shop.test', 'https://@shop.test'],
    ...['https://:@shop.test/?', 'https://u@shop.test?a@b', 'https://u.-_~!$&()*+,%20:p.-_~!$&()*+,%41@shop.test:8443/a'],
    ...[long, `https://shop.test/${'é'.repeat(1000)}`, `https://shop.test/${'é'.repeat(400)}?`],
  ]
  const pins = await Promise.all(urls.map(async (address) => ({ address, id: (await aPin(address, keyBefore(address)))[0].id })))
  await sql`
    insert into deleted_posts (organization_id, id, account_id, post, media_ids, attempts, deleted_at)
    select organization_id, id + 1000, account_id, to_jsonb(p), '{}', '[]', ${now} from posts p`
  await migrateTo(() => true)
  const rows = await sql<{ id: string; key: string; deleted: string }[]>`
    select p.id, p.url_key as key, d.post ->> 'url_key' as deleted
      from posts p
      join deleted_posts d on d.id = p.id + 1000`
  const found = pins.map(({ address, id }) => ({ address, ...rows.find((row) => row.id === id) }))
  expect(found).toEqual(pins.map(({ address, id }) => ({ address, id, key: urlKeyOf(address), deleted: urlKeyOf(address) })))
  expect(pins.filter(({ address }) => keyBefore(address) !== urlKeyOf(address)).length).toBeGreaterThan(10)
})

test('a pin without a url has no key, and user info that a browser escapes keeps the one it had', async () => {
  await sql`
    insert into posts (organization_id, account_id, status, media_type, title, created_via, created_at, updated_at)
    values (1, 1, 'draft', 'image', 'A pin', 'api', ${now}, ${now})`
  await aPin('https://u:ä@shop.test/?', 'shop.test')
  await migrateTo(() => true)
  const keys = await sql`select url_key from posts order by id`
  expect(keys.map(({ url_key }) => url_key as string | null)).toEqual([null, 'shop.test'])
})
