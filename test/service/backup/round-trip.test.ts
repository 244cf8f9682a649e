/** What a backup holds is what a restore brings: every row of every table, and every byte of the store. */
import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import type { Pool } from '../../../src/db/pool.js'
import { readMigrations } from '../../../src/db/migrations/files.js'
import { migrationsDir } from '../../../src/root.js'
import { aDatabase, anEmptyDatabase } from '../../support/database.js'
import { aDraft, aMedia, aQueuedPost, aSentPost } from '../../support/factories.js'
import { anS3Store } from '../../support/s3-store.js'
import { aWorld } from '../../support/world.js'
import { storageOf } from '../../storage/support.js'
import { aFile, aPlace } from './support/place.js'

const source = await aDatabase()
const targets = await Promise.all(Array.from({ length: 5 }, anEmptyDatabase))
const world = await aWorld(source.db)
const { sql } = source.db
const place = aPlace(source.url)
await place.claim()

const ODD = 'tab\t, line\nbreak, \\N and \\., “quotes”, emoji 🪴, \u2028 and "'
const photos = new Map<string, Buffer>()

await aDraft(world, { title: ODD, description: null })
const queued = await aQueuedPost(world)
await aSentPost(world)
for (const bytes of [12, 3_000_000, 70_000]) {
  const mediaId = await aMedia(world, { bytes })
  const [{ key }] = await sql<[{ key: string }]>`select storage_key as key from media where id = ${mediaId}`
  photos.set(key, randomBytes(bytes))
  await place.storage.put(key, photos.get(key)!, 'image/jpeg')
}
await sql`
  insert into outbox (organization_id, destination, dedupe_key, order_key, notice, created_at, delivered_at)
  select ${world.organizationId}, 'staff', 'n' || n, 'n', ${sql.json({ kind: 'operatorAlert', text: ODD })}, '-infinity', now()
    from generate_series(1, 60000) n`

/** Of each table: how many rows, and a sum over all of them. */
async function sumsOf({ sql: of }: Pool, without: string[] = []): Promise<Record<string, string>> {
  const tables = await of<{ name: string }[]>`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`
  const sums: Record<string, string> = {}
  for (const { name } of tables.filter((one) => !without.includes(one.name))) {
    const [row] = await of<[{ sum: string }]>`
      select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum from ${of(name)} t`
    sums[name] = row.sum
  }
  return sums
}

/** What a restore writes by itself. */
const ITS_OWN = ['accounts', 'posts', 'comparisons', 'audit', 'database_identity']

test('every table has the rows it had, every object its bytes, and the shape is that of the migrations', async () => {
  const target = targets.pop()!
  const there = aPlace(target.url)
  const file = aFile()
  const before = await sumsOf(source.db, ITS_OWN)
  const taken = await place.backup({ to: file })
  expect(taken.rows.outbox).toBe(60_000)
  expect(taken.media).toMatchObject({ objects: 3, missing: 3 }) // those of the posts have no bytes
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const restored = await there.restore({ from: file })
  expect(restored).toMatchObject({ rows: taken.rows, stored: 3, leftOut: [], accounts: 1 })
  expect(await sumsOf(target.db, ITS_OWN)).toEqual(before)
  for (const [key, bytes] of photos) expect((await there.storage.read(key)).equals(bytes)).toBe(true)
  const [post] = await target.db.sql`select title, description from posts where title like 'tab%'`
  expect(post).toEqual({ title: ODD, description: null })

  const shapeOf = ({ sql: of }: Pool) => of`
    select c.relname, i.indexdef as definition from pg_indexes i join pg_class c on c.relname = i.indexname
    union all select conname, pg_get_constraintdef(oid) || convalidated from pg_constraint where connamespace = 'public'::regnamespace
    union all select tgname, pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
    order by 1, 2`
  expect(await shapeOf(target.db)).toEqual(await shapeOf(source.db))
  const applied = await target.db.sql<{ name: string }[]>`select name from schema_migrations order by name`
  expect(applied.map(({ name }) => name)).toEqual(readMigrations(migrationsDir).map(({ name }) => name))
}, 120_000)

test('a key of age opens what it was encrypted for, a passphrase what it locked, and in neither stands a word of it', async () => {
  const identity = await generateX25519Identity()
  const locks = [
    {
      lock: { recipients: [await identityToRecipient(identity)], passphrase: null },
      keys: { identities: [identity], passphrases: [] },
    },
    { lock: { recipients: [], passphrase: 'correct horse' }, keys: { identities: [], passphrases: ['correct horse'] } },
  ]
  for (const { lock, keys } of locks) {
    const target = targets.pop()!
    const file = aFile()
    expect(await place.backup({ to: file, lock, withMedia: false })).toMatchObject({ isEncrypted: true, media: { objects: 0 } })
    expect(readFileSync(file).includes('manifest.json')).toBe(false)
    const there = aPlace(target.url)
    await expect(there.restore({ from: file })).rejects.toThrow(/^This backup is encrypted: give --identity/)
    const other = await generateX25519Identity()
    await expect(there.restore({ from: file, keys: { identities: [other], passphrases: ['wrong'] } })).rejects.toThrow(
      /^The key or the passphrase does not open this backup/,
    )
    expect(await tablesOf(target.db)).toBe(0)
    expect(await there.restore({ from: file, keys })).toMatchObject({ hasMedia: false, stored: 0 })
  }
}, 120_000)

const tablesOf = async ({ sql: of }: Pool) =>
  (await of<[{ n: number }]>`select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace`)[0].n

test('ids go on far behind those of the backup, so that none that was given out since comes twice', async () => {
  const target = targets.pop()!
  const file = aFile()
  await place.backup({ to: file })
  await aPlace(target.url).restore({ from: file })
  const [row] = await target.db.sql<[{ id: string }]>`select nextval(pg_get_serial_sequence('posts', 'id')) as id`
  expect(BigInt(row.id)).toBeGreaterThan(BigInt(queued.id) + 1_000_000n)
  const ids = async ({ sql: of }: Pool) => (await of<[{ id: string }]>`select id from database_identity`)[0].id
  expect(await ids(target.db)).not.toBe(await ids(source.db))
}, 120_000)

test('media go from one bucket into another, and what is there already with the same bytes is not written again', async () => {
  const target = targets.pop()!
  const stores = [await anS3Store({ now: new Date() }), await anS3Store({ now: new Date() })] as const
  const [from, to] = [storageOf(stores[0]), storageOf(stores[1])]
  for (const [key, bytes] of photos) await from.put(key, bytes, 'image/jpeg')
  const [there, other] = photos.keys()
  await to.put(there!, photos.get(there!)!, 'image/jpeg')
  await to.put(other!, Buffer.alloc(photos.get(other!)!.length), 'image/jpeg') // as long, and not the same
  const file = aFile()
  expect((await aPlace(source.url, {}, undefined, from).backup({ to: file })).media).toMatchObject({ objects: 3 })
  expect(await aPlace(target.url, {}, undefined, to).restore({ from: file })).toMatchObject({ stored: 2 })
  for (const [key, bytes] of photos) expect((await to.read(key)).equals(bytes)).toBe(true)
  for (const store of stores) await store.close()
}, 120_000)
