/** /v1 against a bare Fastify route with one equal statement, in the same run: GET one post, list 50, create a draft. Goal 0.5, bar 0.4. */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { requireAccount } from '../src/core/accounts/accounts.js'
import { createApiKey } from '../src/core/accounts/api-keys.js'
import type { Actor } from '../src/core/actor.js'
import type { Deps } from '../src/core/ports.js'
import type { PostMedia } from '../src/core/posts/post.js'
import { insertDraft, postColumns } from '../src/core/posts/store.js'
import { startEmbedded } from '../src/db/embedded.js'
import { migrate } from '../src/db/migrate.js'
import { openPool } from '../src/db/pool.js'
import { buildServer } from '../src/http/server.js'
import { makeLog } from '../src/log.js'
import { makePictures } from '../src/media/pictures.js'
import { migrationsDir, root } from '../src/root.js'
import { drawSample } from './support/sample.js'
import { makeLocalStorage } from '../src/storage/local.js'
import { aWorld, testDeps, type World } from '../test/support/world.js'
import { fire } from './support/fire.js'

const isSmoke = process.argv.includes('--smoke')
const SECONDS = isSmoke ? 1 : 3
const POSTS = 200
const SAMPLE = 'https://sample.test/one.jpg'

type Started = { port: number }
type Target = { url: string; organizationId: string; accountId: string; dir: string }

/** The service as production runs it but for the platform, on a pool of the production's size. */
async function serveApi({ url, dir }: Target): Promise<number> {
  const db = openPool(url, { max: 10 })
  const sample = await drawSample()
  const deps: Deps = testDeps(
    db,
    { now: new Date(), advance() {} },
    {
      clock: () => new Date(),
      log: makeLog('warn'),
      storage: makeLocalStorage({
        dir,
        publicUrl: () => 'https://pinslot.test',
        secret: Buffer.from('bench'),
        clock: () => new Date(),
      }),
      pictures: makePictures({ readSample: async (address) => (address === SAMPLE ? sample : undefined) }),
      settings: {
        publicUrl: 'https://pinslot.test',
        dailyRequestLimit: 1_000_000_000,
        sendTimeoutMs: 2000,
        simplifiedPins: false,
      },
    },
  )
  return listen(await buildServer(deps))
}

/** The yardstick: the same rows by one statement, sent as they come. */
async function serveBare({ url, organizationId, accountId }: Target): Promise<number> {
  const { sql } = openPool(url, { max: 10 })
  const app = Fastify()
  app.get<{ Params: { id: string } }>('/posts/:id', async ({ params }) => {
    const [post] = await sql`
      select ${postColumns(sql)}
        from posts p
       where p.organization_id = ${organizationId} and p.account_id = ${accountId} and p.id = ${params.id}`
    return { post }
  })
  app.get('/posts', async () => ({
    posts: await sql`
      select ${postColumns(sql)}
        from posts p
       where p.organization_id = ${organizationId} and p.account_id = ${accountId} and p.status = 'draft'
       order by p.created_at desc, p.id desc
       limit 50`,
  }))
  const [media] = await sql<PostMedia[]>`
    select id, token, content_type as "contentType", width, height
      from media
     where organization_id = ${organizationId}`
  if (!media) throw new Error('the bench has no picture')
  const account = await requireAccount(sql, { organizationId, via: 'api', role: 'admin', userId: 'bench' }, accountId)
  const blank = { description: null, url: null, altText: null, boardId: null, boardSectionId: null, isSimplified: true }
  app.post<{ Body: { title: string } }>('/posts', async ({ body: { title } }) => ({
    post: await insertDraft(
      sql,
      account,
      { ...blank, title, mediaType: 'image', media: [media], createdVia: 'api', createdBy: 'bench' },
      new Date(),
    ),
  }))
  return listen(app)
}

const listen = async (app: { listen(at: { port: number; host: string }): Promise<string> }) =>
  Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)

const children: ChildProcess[] = []
/** A process of its own, so that each side has an event loop to itself. */
async function start(side: 'api' | 'bare', target: Target): Promise<number> {
  const child = fork(fileURLToPath(import.meta.url), ['serve', side, JSON.stringify(target)], { cwd: root })
  children.push(child)
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve((message as Started).port)) // sent by `serve` below
    child.once('exit', (code) => reject(new Error(`the ${side} server ended with ${code}`)))
  })
}

async function fill({ deps, organizationId, accountId }: World): Promise<string> {
  const at = new Date()
  await deps.db.sql`
    insert into media (organization_id, token, storage_key, sha256, media_type, content_type, bytes, width, height, created_at)
    values (${organizationId}, ${'x'.repeat(24)}, 'media/none', '\\x00', 'image', 'image/jpeg', 1, 100, 100, ${at})`
  await deps.db.sql`
    insert into posts (organization_id, account_id, status, media_type, title, description, url, board_id, created_via, created_at, updated_at)
    select ${organizationId}, ${accountId}, 'draft', 'image', 'Pin ' || n, 'Made of oak', 'https://shop.test/' || n, '101', 'api', ${at}, ${at}
      from generate_series(1, ${POSTS}) n`
  await deps.db.sql`
    insert into post_media (organization_id, post_id, position, media_id)
    select p.organization_id, p.id, 0, m.id from posts p join media m using (organization_id) where p.organization_id = ${organizationId}`
  const [row] = await deps.db.sql<[{ id: string }]>`
    select max(id) as id from posts where organization_id = ${organizationId}`
  return row.id
}

async function main(): Promise<void> {
  const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-bench-'))
  const embedded = await startEmbedded(dir)
  await migrate(embedded.url, migrationsDir, { now: new Date() })
  const db = openPool(embedded.url, { max: 2 })
  try {
    const world = await aWorld(db)
    const actor: Actor = world.actor
    const { key } = await createApiKey(world.deps, actor, { name: 'bench' })
    const id = await fill(world)
    const target = { url: embedded.url, organizationId: world.organizationId, accountId: world.accountId, dir }
    const api = `http://127.0.0.1:${await start('api', target)}/v1/accounts/${world.accountId}`
    const bare = `http://127.0.0.1:${await start('bare', target)}`
    const authorization = `Bearer ${key}`
    const body = JSON.stringify({ mediaUrl: SAMPLE, title: 'A shelf' })
    const rows = [
      { what: 'GET one post', ours: { url: `${api}/posts/${id}` }, theirs: { url: `${bare}/posts/${id}` } },
      { what: 'list 50', ours: { url: `${api}/posts?status=draft` }, theirs: { url: `${bare}/posts` } },
      { what: 'create draft', ours: { url: `${api}/posts`, body }, theirs: { url: `${bare}/posts`, body } },
    ]
    for (const { what, ours, theirs } of rows) {
      // bare, ours, bare: the machine's mood counts on both sides
      const before = await fire({ ...theirs, seconds: SECONDS })
      const found = await fire({ ...ours, seconds: SECONDS, headers: { authorization } })
      const after = await fire({ ...theirs, seconds: SECONDS })
      const yardstick = (before + after) / 2
      console.log(
        `${what.padEnd(14)} ${found.toFixed(0).padStart(6)} of ${yardstick.toFixed(0).padStart(6)} req/s = ${(found / yardstick).toFixed(2)}`,
      )
    }
  } finally {
    for (const child of children) child.kill()
    await db.close()
    await embedded.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

if (process.argv[2] === 'serve') {
  const target = JSON.parse(process.argv[4] ?? '') as Target // written by `start` above
  const port = process.argv[3] === 'api' ? await serveApi(target) : await serveBare(target)
  process.send?.({ port } satisfies Started)
} else {
  await main()
}
