/** What tests of changes ask: what the audit says, what was charged, a pin with several pictures, a series. */
import { expect } from 'vitest'
import type { PostImage } from '../../../../src/core/posts/row.js'
import { requireAccount } from '../../../../src/core/accounts/accounts.js'
import { newChangeId } from '../../../../src/core/posts/audit.js'
import { EMPTY_CONTENT } from '../../../../src/core/posts/content.js'
import { placedNew } from '../../../../src/core/posts/changed.js'
import { placePost } from '../../../../src/core/posts/schedule/take-slot.js'
import type { Db } from '../../../../src/core/ports/deps.js'
import type { Post } from '../../../../src/core/posts/post.js'
import { insertDraft } from '../../../../src/core/posts/store.js'
import { aMedia, inDays, readFields } from '../../../support/factories.js'
import type { World } from '../../../support/world.js'

export const conflictOf = (reason: string) => ({ code: 'CONFLICT', details: { reason } })
export const badField = (field: string) => ({ code: 'BAD_REQUEST', details: { field } })

export const reread = ({ deps, actor, accountId }: World, postId: string) => readFields(deps, actor, { accountId, postId })

/** Two pictures and no words of its own; a draft. */
export async function asCarousel(world: World, post: Post): Promise<Post> {
  await world.deps.db.sql`
    insert into post_media (organization_id, post_id, position, media_id)
    values (${world.organizationId}, ${post.id}, 1, ${await aMedia(world)})`
  return reread(world, post.id)
}

/** The same world, in which something happens between a read and the transaction after it. */
export function interrupted(world: World, work: () => Promise<unknown>): World {
  const { db } = world.deps
  const tx: Db['tx'] = async (...args) => {
    await work()
    return db.tx(...args)
  }
  return { ...world, deps: { ...world.deps, db: { ...db, tx } } }
}

type AuditRow = { action: string; version: number; before: PostImage | null; after: PostImage | null; change: string }

export async function auditOf({ deps, organizationId }: World, postId: string): Promise<AuditRow[]> {
  return [
    ...(await deps.db.sql<AuditRow[]>`
      select action, version, before, after, change_id as change
        from audit
       where organization_id = ${organizationId} and subject = ${`post:${postId}`}
       order by id`),
  ]
}

export async function ledgerOf({ deps, organizationId }: World, postId: string): Promise<string[]> {
  const rows = await deps.db.sql<{ line: string }[]>`
    select kind || ' ' || unit || ' ' || charge_key as line
      from credit_ledger
     where organization_id = ${organizationId} and charge_key like ${`post:${postId}#%`}
     order by id`
  return rows.map(({ line }) => line)
}

/** As createPosts() writes it: one change. `queued`: a day apart from tomorrow on; otherwise drafts. */
export async function aCreated(
  world: World,
  { count = 1, queued = true }: { count?: number; queued?: boolean } = {},
): Promise<Post[]> {
  const { deps, actor, accountId, clock } = world
  const account = await requireAccount(deps.db.sql, actor, accountId)
  const changeId = newChangeId()
  const mediaIds = [await aMedia(world)]
  const shape = {
    token: 't',
    contentType: 'image/jpeg',
    width: 600,
    height: 900,
    durationMs: null,
    codec: null,
    fit: null,
    originalId: null,
    hasThumbnail: false,
  }
  const ids = await deps.db.tx(async (sql) => {
    const made: string[] = []
    for (let position = 0; position < count; position++) {
      const draft = await insertDraft(
        sql,
        account,
        {
          ...EMPTY_CONTENT,
          title: 'A pin',
          description: 'What it shows',
          url: 'https://example.com/pin',
          boardId: String(200 + position),
          boardSectionId: null,
          mediaType: 'image' as const,
          savedPin: null,
          media: mediaIds.map((id) => ({ id, ...shape })),
          author: actor,
          changeId,
          series: count > 1 ? { groupId: made[0] ?? null, position } : null,
        },
        clock.now,
      )
      if (queued) await placePost(sql, account, { post: draft, when: { kind: 'at', at: inDays(world, position + 1) } }, clock.now)
      made.push(draft.id)
    }
    if (queued) await placedNew(sql, account, changeId, clock.now)
    return made
  })
  const posts = await Promise.all(ids.map((id) => reread(world, id)))
  expect(posts).toHaveLength(count)
  return posts
}
