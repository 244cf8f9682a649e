/**
 * A database as the version before the baseline left it, with pins of every state, is adopted by a start: nothing of it is lost, the old key opens
 * it, and pins go out. The dump is a sandbox's that began at 0115, with every migration to 0345, made by pg_dump --inserts.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { compareMigrations, listMigrations } from '../../src/db/migrations/migrate.js'
import { migrationsDir } from '../../src/root.js'
import { restoreDump } from '../db/support/before-baseline.js'
import { anEmptyDatabase } from '../support/database.js'
import { killAll, type Started, startProcess } from '../support/processes.js'

vi.setConfig({ hookTimeout: 300_000 }) // a build may come first

/** Of the dump: its own key of the sandbox. */
const API_KEY = 'pst_1_Qb1TGcZCI-wzl-LnwaYGfgWrXAwJzy6wbrPIFFli_lA'
const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64')

const { db, url } = await anEmptyDatabase()
const dataDir = mkdtempSync(path.join(tmpdir(), 'pinslot-upgrade-'))
type Row = Record<string, unknown>
type Kept = Record<'posts' | 'boards' | 'audit' | 'ledger' | 'pins' | 'keys', Row[]>
let before: Kept
let service: Started | undefined
let baseUrl: string

async function read(): Promise<Kept> {
  const { sql } = db
  return {
    posts: await sql`select id, account_id, status, title, description, url, board_id, send_at, pin_id from posts order by id`,
    boards: await sql`select account_id, id, name from boards order by account_id, id`,
    audit: await sql`select id, action, at from audit order by id`,
    ledger: await sql`select id, kind, amount, balance_after from credit_ledger order by id`,
    pins: await sql`select id, board_id, title, link from sim_pins order by id`,
    keys: await sql`select id, hash from api_keys order by id`,
  }
}

beforeAll(async () => {
  await restoreDump(url, '0345-used')
  before = await read()
  service = startProcess({ PINSLOT_ENV: 'development', PORT: '0', PINSLOT_DATA_DIR: dataDir, DATABASE_URL: url, ENCRYPTION_KEY })
  baseUrl = await service.ready
})
afterAll(async () => {
  killAll()
  await service?.exited
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

const call = async <Data>(method: string, at: string, body?: object): Promise<Data> => {
  const answer = await fetch(`${baseUrl}/v1${at}`, {
    method,
    headers: { authorization: `Bearer ${API_KEY}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${text}`)
  return (JSON.parse(text) as { data: Data }).data
}

test('the dump has what an older version leaves: drafts, queued and sent pins, a batch, an import, a webhook, rules', async () => {
  const { sql } = db
  const [counts] = await sql`
    select count(*) filter (where status = 'draft')::int as drafts, count(*) filter (where status = 'queued')::int as queued,
           count(*) filter (where status = 'sent')::int as sent,
           (select count(*)::int from batches) as batches, (select count(*)::int from imports) as imports,
           (select count(*)::int from webhooks) as webhooks, (select count(*)::int from utm_rules) as rules
      from posts`
  expect(counts).toEqual({ drafts: 8, queued: 7, sent: 8, batches: 3, imports: 1, webhooks: 1, rules: 1 })
})

test('a start adopts it and applies what is missing, and nothing that was there is changed', async () => {
  expect(await compareMigrations(db.sql, listMigrations(migrationsDir))).toMatchObject({ missing: [], unknown: [] })
  const applied = await db.sql<{ name: string }[]>`select name from schema_migrations`
  expect(applied.map(({ name }) => name)).toEqual(expect.arrayContaining(listMigrations(migrationsDir).map(({ name }) => name)))
  const now = await read()
  for (const name of Object.keys(before) as (keyof Kept)[])
    expect(now[name].slice(0, before[name].length), name).toEqual(before[name])
  // once each loop has scanned, and the 30 s that those have who wait for a start
  await vi.waitFor(async () => expect((await fetch(`${baseUrl}/health/ready`)).status).toBe(200), { timeout: 60_000 })
})

test('the key of before opens it, and what waits is there with its time', async () => {
  const { posts } = await call<{ posts: { id: string; title: string }[] }>('GET', '/accounts/1/posts?status=queued')
  const waiting = before.posts.filter(({ account_id: account, status }) => account === '1' && status === 'queued')
  expect(posts.map(({ id, title }) => [id, title]).sort()).toEqual(waiting.map(({ id, title }) => [id, title]).sort())
})

test('a pin of before is changed, a new one goes out by the sealed tokens of before', async () => {
  const old = before.posts.find(({ account_id: account, status }) => account === '1' && status === 'queued')
  await call('PATCH', `/accounts/1/posts/${String(old?.['id'])}`, { title: 'A lamp, brought along' })
  const { upload } = await call<{ upload: { uploadId: string; uploadUrl: string } }>('POST', '/media/uploads', {
    extension: 'jpg',
  })
  const bytes = await sharp({ create: { width: 200, height: 300, channels: 3, background: '#a86' } })
    .jpeg()
    .toBuffer()
  const put = await fetch(upload.uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg' },
    body: new Uint8Array(bytes),
  })
  expect(put.status).toBe(200)
  const { post } = await call<{ post: { id: string } }>('POST', '/accounts/1/posts', {
    uploadId: upload.uploadId,
    title: 'After',
    description: 'Low.',
    boardId: old?.['board_id'],
    url: 'https://shop.example.com/after',
    sendAt: new Date(Date.now() + 6_000).toISOString(),
  })
  await vi.waitFor(
    async () => expect(await db.sql`select status from posts where id = ${post.id}`).toEqual([{ status: 'sent' }]),
    { timeout: 90_000, interval: 200 },
  )
  expect(await db.sql`select count(*)::int as times from sim_pins where link like '%/after%'`).toEqual([{ times: 1 }])
})
