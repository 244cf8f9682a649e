/** Pins in states that people meet them in, and how a test reads them again. */
import { following, leftByUpdate } from '../../../src/core/posts/changed.js'
import { listPosts } from '../../../src/core/posts/list.js'
import type { Post } from '../../../src/core/posts/post.js'
import type { PostStatus } from '../../../src/core/ports/post-status.js'
import type { FailureReason } from '../../../src/core/ports/notice.js'
import { aMedia, aQueuedPost, inDays, readFields, type DraftFields } from '../../support/factories.js'
import type { World } from '../../support/world.js'

export const AT = new Date('2026-03-09T09:00:00Z')

export const now = ({ deps, actor, accountId }: World, { id }: Pick<Post, 'id'>): Promise<Post> =>
  readFields(deps, actor, { accountId, postId: id })

export const postsOf = async ({ deps, actor, accountId }: World, status: PostStatus): Promise<Post[]> =>
  (await listPosts(deps, actor, { accountId, status, limit: 50, cursor: null, startDate: null, endDate: null })).posts

/** As the publisher leaves a pin that went out. */
export async function publish({ deps, organizationId, clock }: World, { id }: Pick<Post, 'id'>): Promise<void> {
  const { sql } = deps.db
  await sql`
    with p as (
      update posts p
         set status = 'sent', pin_id = ${`7${id}`}, sent_at = p.send_at, due_at = null, version = p.version + 1
        from posts o
       where p.organization_id = ${organizationId} and p.id = ${id} and o.organization_id = ${organizationId} and o.id = p.id
      returning p.*, ${leftByUpdate(sql)}
    ), ${following(sql, sql`p`, { organizationId, now: clock.now })}
    select from p`
}

/** As the publisher leaves a pin that could not go out. */
export async function fail(
  { deps, organizationId, clock }: World,
  { id }: Pick<Post, 'id'>,
  reason: FailureReason,
): Promise<void> {
  const at = clock.now.toISOString()
  const failure = { reason, cause: { code: reason }, message: 'It did not work.', failedAt: at, sendAt: at }
  const { sql } = deps.db
  await sql`
    with p as (
      update posts p
         set status = 'draft', failure = ${sql.json(failure)}, send_at = null, timeslot_id = null, due_at = null,
             version = p.version + 1
        from posts o
       where p.organization_id = ${organizationId} and p.id = ${id} and o.organization_id = ${organizationId} and o.id = p.id
      returning p.*, ${leftByUpdate(sql)}
    ), ${following(sql, sql`p`, { organizationId, now: clock.now })}
    select from p`
}

/** Further pictures after the cover. */
export async function asCarousel(world: World, { id }: Pick<Post, 'id'>, further = 4): Promise<void> {
  for (let position = 1; position <= further; position++) {
    await world.deps.db.sql`
      insert into post_media (organization_id, post_id, position, media_id)
      values (${world.organizationId}, ${id}, ${position}, ${await aMedia(world)})`
  }
}

/** One pin on several boards, a day apart. */
export async function aSeries(world: World, count: number, fields: DraftFields = {}): Promise<Post[]> {
  const posts: Post[] = []
  for (let turn = 0; turn < count; turn++) {
    const boardId = turn % 2 === 0 ? '101' : '102'
    posts.push(await aQueuedPost(world, { ...fields, boardId, at: inDays(world, turn + 1) }))
  }
  for (const [position, { id }] of posts.entries()) {
    await world.deps.db.sql`
      update posts
         set interval_group_id = ${posts[0]?.id ?? ''}, interval_position = ${position}
       where organization_id = ${world.organizationId} and id = ${id}`
  }
  return Promise.all(posts.map((post) => now(world, post)))
}
