/** The yardstick: the same rows by one statement, sent as they come, and bytes stored as they come. */
import { randomUUID } from 'node:crypto'
import { createWriteStream, mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import Fastify from 'fastify'
import { requireAccount } from '../../src/core/accounts/accounts.js'
import type { Actor } from '../../src/core/lib/actor.js'
import type { PostMedia } from '../../src/core/media/post-media.js'
import { newChangeId } from '../../src/core/posts/audit.js'
import { EMPTY_CONTENT } from '../../src/core/posts/content.js'
import { postColumns } from '../../src/core/posts/row.js'
import { insertDraft } from '../../src/core/posts/store.js'
import { openPool } from '../../src/db/pool.js'
import { readTarget, reportPort } from './forked.js'

type Target = { url: string; dir: string; organizationId: string; accountId: string }

const { url, dir, organizationId, accountId } = readTarget<Target>()
const { sql } = openPool(url, { max: 10 })
mkdirSync(dir, { recursive: true })
const app = Fastify()
app.addContentTypeParser('image/jpeg', (_request, payload, done) => done(null, payload))

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

app.get('/boards', async () => ({
  boards: await sql`
    select id, name, description, privacy, pin_count as "pinCount", follower_count as "followerCount",
           is_collaborator as "isCollaborator", pins_modified_at as "pinsModifiedAt"
      from boards
     where organization_id = ${organizationId}
       and account_id = ${accountId}
     order by lower(name), id`,
}))

const [media] = await sql<PostMedia[]>`
  select id, token, content_type as "contentType", width, height, duration_ms as "durationMs", false as "hasThumbnail"
    from media
   where organization_id = ${organizationId}
   limit 1`
const actor: Actor = { organizationId, via: 'api', role: 'admin', userId: 'bench' }
const account = await requireAccount(sql, actor, accountId)
const blank = { ...EMPTY_CONTENT, boardId: null, boardSectionId: null }
const alone = {
  savedPin: null,
  series: null,
  author: { organizationId: '1', via: 'api', userId: 'bench' } as const,
}
app.post<{ Body: { title: string } }>('/posts', async ({ body: { title } }) => {
  if (!media) throw new Error('the bench has no picture')
  const draft = { ...blank, ...alone, changeId: newChangeId(), title, mediaType: 'image' as const, media: [media] }
  return { post: await insertDraft(sql, account, draft, new Date()) }
})

app.post('/uploads', async () => ({ uploadUrl: `/uploads/${randomUUID()}` }))
app.put<{ Params: { name: string } }>('/uploads/:name', async ({ params, body }) => {
  await pipeline(body as Readable, createWriteStream(path.join(dir, params.name))) // the parser above hands the stream on
  return {}
})
reportPort(Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port))
