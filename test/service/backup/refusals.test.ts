/** What a restore refuses, and what a backup that fails leaves: nothing. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterEach, expect, test } from 'vitest'
import type { Storage } from '../../../src/core/ports/deps.js'
import { makeSealer } from '../../../src/core/care/seal.js'
import type { Pool } from '../../../src/db/pool.js'
import { writeArchive } from '../../../src/service/backup/archive.js'
import { madeByMigrations } from '../../../src/service/backup/made-by-migrations.js'
import { manifestSchema, type ManifestText } from '../../../src/service/backup/manifest.js'
import { writeFile } from '../../../src/service/backup/output.js'
import { readIdentity } from '../../../src/service/database/identity.js'
import { aDatabase, anEmptyDatabase, poolOn } from '../../support/database.js'
import { aMedia, aQueuedPost } from '../../support/factories.js'
import { aWorld } from '../../support/world.js'
import { aFile, aFolder, aPlace } from './support/place.js'

const source = await aDatabase()
const world = await aWorld(source.db)
const target = await anEmptyDatabase()
const place = aPlace(source.url)
await place.claim()
await aQueuedPost(world)
for (const bytes of [200_000, 100_000]) {
  const id = await aMedia(world, { bytes })
  const [{ key }] = await source.db.sql<[{ key: string }]>`select storage_key as key from media where id = ${id}`
  await place.storage.put(key, randomBytes(bytes), 'image/jpeg')
}
const file = aFile()
const taken = await place.backup({ to: file })
const bytes = readFileSync(file)
const there = aPlace(target.url)

afterEach(() => target.db.sql.unsafe('drop schema public cascade; create schema public'))

const tablesOf = async ({ sql }: Pool) =>
  (await sql<[{ n: number }]>`select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace`)[0].n
const objectsIn = (dir: string) =>
  existsSync(path.join(dir, 'media'))
    ? readdirSync(dir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length
    : 0

function fileOf(changed: Buffer): string {
  const other = aFile()
  writeFileSync(other, changed)
  return other
}

/** The bytes as they are packed, changed at one place. */
function changedInside(at: number): Buffer {
  const tar = gunzipSync(bytes)
  tar[at] = tar[at]! ^ 1
  return gzipSync(tar, { level: 1 })
}

const flipped = Buffer.from(bytes)
flipped[bytes.length >> 1]! ^= 1
const inPicture = gunzipSync(bytes).indexOf('media/media/') + 10_000

test.each([
  ['its last bytes are missing', bytes.subarray(0, bytes.length - 20)],
  ['its second half is missing', bytes.subarray(0, bytes.length >> 1)],
  ['a bit of it is another', flipped],
  ['a bit of what is packed in it is another, and it was packed again', changedInside(inPicture)],
  ['its last entry is missing', gzipSync(withoutEnd(gunzipSync(bytes)))],
  ['something stands behind it', Buffer.concat([bytes, Buffer.from('and more\n')])],
])('a file is refused as damaged when %s, and nothing is left of it', async (_why, changed) => {
  await expect(there.restore({ from: fileOf(changed) })).rejects.toThrow(/^This backup is damaged or was cut off/)
  expect(await tablesOf(target.db)).toBe(0)
  expect(objectsIn(there.dir)).toBe(0)
})

test.each(['a plain', 'an encrypted'])(
  '%s file that was cut off in the middle of a large table is refused as damaged, too',
  async (how) => {
    const large = await aDatabase()
    await large.db.sql`
    insert into shared_places (place, free_at)
    select string_agg(md5(n::text || m), ''), now() from generate_series(1, 1000) n, generate_series(1, 32) m group by n`
    const of = aPlace(large.url)
    await of.claim()
    const whole = aFile()
    const identity = await generateX25519Identity()
    const lock = how === 'a plain' ? null : { recipients: [await identityToRecipient(identity)], passphrase: null }
    await of.backup({ to: whole, lock })
    const cut = readFileSync(whole)
    const from = fileOf(cut.subarray(0, cut.length >> 1))
    const keys = { identities: lock ? [identity] : [], passphrases: [] }
    await expect(there.restore({ from, keys })).rejects.toThrow(/^This backup is damaged or was cut off/)
    expect(await tablesOf(target.db)).toBe(0)
  },
)

/** A tar that ends in order, before the entry that says so. */
function withoutEnd(tar: Buffer): Buffer {
  const at = tar.lastIndexOf('end.json') // its head begins with its name, and a head of its checksum stands before it
  const before = tar.subarray(0, at).lastIndexOf('PaxHeader')
  return Buffer.concat([tar.subarray(0, before), Buffer.alloc(1024)])
}

function manifestIn(tar: Buffer): ManifestText {
  const from = tar.indexOf('{"format"')
  return JSON.parse(tar.subarray(from, tar.indexOf('\0', from)).toString()) as ManifestText // as the backup wrote it
}

test.each([
  ['what is no backup', Buffer.from('SELECT 1;\n'), /^This file is no backup of Pinslot/],
  ['an empty file', Buffer.alloc(0), /^This file is no backup of Pinslot/],
])('%s is refused', async (_what, given, sentence) => {
  await expect(there.restore({ from: fileOf(given) })).rejects.toThrow(sentence)
  expect(await tablesOf(target.db)).toBe(0)
})

test('a file that is not encrypted is refused where a key or a passphrase is given: it is not the one that was sealed', async () => {
  for (const keys of [
    { identities: [], passphrases: ['correct horse'] },
    { identities: [await generateX25519Identity()], passphrases: [] },
  ])
    await expect(there.restore({ from: file, keys })).rejects.toThrow(/^This backup is not encrypted, .* leave --identity and/)
  expect([await tablesOf(target.db), objectsIn(there.dir)]).toEqual([0, 0])
})

test('a file that is not there is named', async () => {
  await expect(there.restore({ from: '/nowhere/a.backup' })).rejects.toThrow('There is no file /nowhere/a.backup.')
})

test('another key than that of the secrets is refused before a row is written, with what to do; as a previous one it will do', async () => {
  const key = randomBytes(32).toString('base64')
  const other = aPlace(target.url, { ENCRYPTION_KEY: key })
  await expect(other.restore({ from: file })).rejects.toThrow(
    /were sealed with another key \(fingerprint [0-9a-f]{16}; ours is [0-9a-f]{16}\).*Set ENCRYPTION_KEY to that one/,
  )
  expect(await tablesOf(target.db)).toBe(0)
})

test('a backup with another key than that of the secrets is refused, also where no check value is kept yet', async () => {
  const own = await aDatabase()
  const [key, lost] = [9, 8].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string]
  const right = aPlace(own.url, { ENCRYPTION_KEY: key })
  const wrong = aPlace(own.url, { ENCRYPTION_KEY: lost })
  await right.claim()
  const to = aFile()
  await expect(wrong.backup({ to })).rejects.toThrow(
    'ENCRYPTION_KEY is not the key that the secrets of the database are sealed with',
  )
  const { accountId } = await aWorld(own.db)
  await own.db
    .sql`update connections set access_token = ${makeSealer(Buffer.alloc(32, 9)).seal('pina_1')} where account_id = ${accountId}`
  await own.db.sql`update database_identity set key_check = null`
  await expect(wrong.backup({ to })).rejects.toThrow('ENCRYPTION_KEY is not the key')
  expect(existsSync(to)).toBe(false)
  await right.backup({ to })
})

test('a backup that was taken while keys were changed wants each of them; one from before that was known does not', async () => {
  const own = await aDatabase()
  const [before, now] = [9, 8].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string]
  await aPlace(own.url, { ENCRYPTION_KEY: before }).claim()
  const both = { ENCRYPTION_KEY: now, ENCRYPTION_KEY_PREVIOUS: before }
  const from = aFile()
  await aPlace(own.url, both).backup({ to: from })
  for (const key of [before, now])
    await expect(aPlace(target.url, { ENCRYPTION_KEY: key }).restore({ from })).rejects.toThrow(
      /sealed with (another key|the key before) \(fingerprint [0-9a-f]{16}/,
    )
  expect(await tablesOf(target.db)).toBe(0)
  await aPlace(target.url, { ENCRYPTION_KEY: before, ENCRYPTION_KEY_PREVIOUS: now }).restore({ from })

  const { previousKeyFingerprints: _, ...old } = manifestIn(gunzipSync(readFileSync(from)))
  expect(manifestSchema.parse(old).previousKeyFingerprints).toEqual([])
})

test('a backup of a newer Pinslot is refused, and so is one whose migrations are others', async () => {
  const of = (change: (manifest: ManifestText) => void) => {
    const manifest = manifestIn(gunzipSync(bytes))
    change(manifest)
    return JSON.stringify(manifest)
  }
  const made = async (text: string) => {
    const archive = writeArchive()
    const to = aFile()
    const writing = writeFile(to, archive.packed)
    await archive.add('manifest.json', Buffer.from(text))
    await archive.end({ rows: {}, lastIds: {}, media: { objects: 0, bytes: 0, missing: 0, missingKeys: [] } })
    await writing
    return to
  }
  const newer = of((manifest) => manifest.migrations.push({ name: '9999_tomorrow.sql', sha256: '0' }))
  await expect(there.restore({ from: await made(newer) })).rejects.toThrow(
    'This backup is of a newer Pinslot: it has the migration 9999_tomorrow.sql, which this one does not know.',
  )
  const changed = of((manifest) => (manifest.migrations[3]!.sha256 = '0'))
  await expect(there.restore({ from: await made(changed) })).rejects.toThrow(/is not the one that the backup was made with/)
  const form = of((manifest) => (manifest.format = 2))
  await expect(there.restore({ from: await made(form) })).rejects.toThrow(/made by a newer Pinslot, in a form/)
  expect(await tablesOf(target.db)).toBe(0)
})

test('a production’s backup is refused where stand-ins are configured', async () => {
  const sandbox = aPlace(target.url, {
    PINSLOT_ENV: 'development',
    SLACK_SIGNING_SECRET: '',
    SLACK_BOT_TOKEN: '',
    STAFF_CHANNEL_ID: '',
    PLATFORM_CLIENT_ID: '',
    PLATFORM_CLIENT_SECRET: '',
    PLATFORM_API_URL: '',
    PUBLIC_URL: '',
  })
  await expect(sandbox.restore({ from: file })).rejects.toThrow(/^This backup is of a production database/)
  expect(await tablesOf(target.db)).toBe(0)
})

test('a database that has something in it is left alone', async () => {
  await target.db.sql`create table notes (text text)`
  await expect(there.restore({ from: file })).rejects.toThrow(
    /is not empty: it has a table\. A backup is restored into an empty database only/,
  )
  expect(await tablesOf(target.db)).toBeLessThan(4) // its toast, too
})

test('a database that a start made its tables in, and nobody has used, is as good as an empty one; in use it is left alone', async () => {
  await there.prepare()
  await target.db.sql`insert into cron_runs (job, tick, lease_until) values ('deletions', now(), now())`
  const running = poolOn(target.url, { max: 1, applicationName: 'pinslot 4711 api' })
  await running.sql`select 1`
  await expect(there.restore({ from: file })).rejects.toThrow(/^A process of the service is connected to this database: stop all/)
  await running.close()
  const damaged = fileOf(bytes.subarray(0, bytes.length - 20))
  await expect(there.restore({ from: damaged })).rejects.toThrow(/^This backup is damaged/)
  expect(await readIdentity(target.db.sql)).toMatchObject({ kind: 'production' }) // it is as it was
  expect(await there.restore({ from: file })).toMatchObject({ rows: taken.rows, accounts: 1 })
  await expect(there.restore({ from: file })).rejects.toThrow(/is not empty: it is in use\. A backup is restored into an empty/)
})

test('a table that somebody else made beside ours is in no backup, and keeps none from being made', async () => {
  const role = `dba_${Date.now()}`
  await source.db.sql.unsafe(`create role ${role}; create table futures (name text); alter table futures owner to ${role}`)
  try {
    const { rows } = await place.backup({ to: aFile() })
    expect(Object.keys(rows)).toEqual(Object.keys(taken.rows))
  } finally {
    await source.db.sql.unsafe(`drop table futures; drop role ${role}`)
  }
})

test('a database of another application is left alone, also beside our tables', async () => {
  await target.db.sql`create table schema_migrations (version text)`
  await expect(there.restore({ from: file })).rejects.toThrow(/is not empty: it has a table\./)
  await target.db.sql`drop table schema_migrations`
  await there.prepare()
  await target.db.sql`create table notes (text text)`
  await expect(there.restore({ from: file })).rejects.toThrow(/is not empty: it has \d+ tables\./)
})

test('every table, function and sequence of a migrated database is known as ours', async () => {
  const all = await aDatabase()
  const found = await all.db.sql<{ name: string }[]>`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') and not relispartition
    union all
    select proname from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select c.relname from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
       and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i'))`
  const ours = madeByMigrations()
  expect(found.map(({ name }) => name).filter((name) => !ours.has(name))).toEqual([])
})

test('of two restores at once one is refused, and the other is whole', async () => {
  const [one, other] = await Promise.allSettled([there.restore({ from: file }), there.restore({ from: file })])
  const kinds = [one.status, other.status].sort()
  expect(kinds).toEqual(['fulfilled', 'rejected'])
  const refused = one.status === 'rejected' ? one : other
  expect(refused.status === 'rejected' && String(refused.reason)).toMatch(
    /Another restore into this database is under way|is not empty/,
  )
  const [{ posts }] = await target.db.sql<[{ posts: number }]>`select count(*)::int as posts from posts`
  expect(posts).toBe(taken.rows.posts)
})

test('a backup is never in the place of another file, and one that finds no room, no folder or no right leaves nothing', async () => {
  await expect(place.backup({ to: file })).rejects.toThrow(/^There is a file .* already/)
  expect(readFileSync(file).equals(bytes)).toBe(true)
  await expect(place.backup({ to: '/dev/full' })).rejects.toThrow('There is no room for the backup at /dev/full (ENOSPC)')
  await expect(place.backup({ to: '/nowhere/a.backup' })).rejects.toThrow('The folder of /nowhere/a.backup is not there')
})

test('a store that breaks off in the middle leaves no file, and what a killed process left is removed by the next', async () => {
  const dir = aFolder()
  const to = path.join(dir, 'monday.backup')
  const broken: Storage = { ...place.storage, stream: async () => Promise.reject(new Error('the store is away')) }
  await expect(aPlace(source.url, {}, dir, broken).backup({ to })).rejects.toThrow('the store is away')
  expect(readdirSync(dir)).toEqual([])
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  writeFileSync(`${to}.${child.pid}.part`, 'half')
  await aPlace(source.url, {}, aFolder(), place.storage).backup({ to })
  expect(readdirSync(dir)).toEqual(['monday.backup'])
})

test('what the store lacks is named; it is lost where the database names it still, and else deleted meanwhile', async () => {
  const media = () => source.db.sql<{ id: string; key: string }[]>`select id, storage_key as key from media where bytes = 100000`
  const [{ id, key } = { id: '', key: '' }] = await media()
  const kept = await place.storage.read(key)
  await place.storage.remove(key)
  const { media: found, lost } = await place.backup({ to: aFile() })
  expect(found).toMatchObject({ objects: taken.media.objects - 1, missing: taken.media.missing + 1 })
  expect(found.missingKeys).toContain(key)
  expect(lost).toEqual({ count: taken.lost.count + 1, keys: expect.arrayContaining([key]) as string[] })

  const deleting: Storage = {
    ...place.storage,
    async stat(wanted) {
      if (wanted === key) await source.db.sql`update media set storage_key = 'media/1/later' where id = ${id}` // its row is as good as deleted
      return place.storage.stat(wanted)
    },
  }
  try {
    const meanwhile = await aPlace(source.url, {}, aFolder(), deleting).backup({ to: aFile() })
    expect(meanwhile.media).toMatchObject({ missing: taken.media.missing + 1 })
    expect(meanwhile.lost.count).toBe(taken.lost.count)
  } finally {
    await source.db.sql`update media set storage_key = ${key} where id = ${id}`
    await place.storage.put(key, kept, 'image/jpeg')
  }
})

test('a store that has nothing of what the database names is refused as another one, and no file is kept', async () => {
  const dir = aFolder()
  const to = path.join(dir, 'monday.backup')
  const elsewhere = aPlace(source.url)
  await expect(elsewhere.backup({ to })).rejects.toThrow(
    /^The folder \S+ has none of the \d+ pictures and videos that the database names: is it the store of this database\? Set PINSLOT_DATA_DIR/,
  )
  expect(readdirSync(dir)).toEqual([])
  await elsewhere.backup({ to, withMedia: false })
  expect(readdirSync(dir)).toEqual(['monday.backup'])
})
