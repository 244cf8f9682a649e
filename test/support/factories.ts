/** Small things to test with, in a world. */
import { rechecking } from '../../src/core/posts/changed.js'
import { createHash, randomBytes } from 'node:crypto'
import { after, DAY_MS, MINUTE_MS } from '../../src/core/lib/duration.js'
import type { Post } from '../../src/core/posts/post.js'
import { readPost } from '../../src/core/posts/list.js'
import { schedulePost } from '../../src/core/posts/schedule.js'
import { urlKeyOf } from '../../src/core/lib/http/url.js'
import type { World } from './world.js'

export { DAY_MS, HOUR_MS } from '../../src/core/lib/duration.js'

export type DraftFields = Partial<Pick<Post, 'title' | 'description' | 'url' | 'altText' | 'boardId' | 'boardSectionId'>>

export const inDays = (world: World, days: number) => new Date(world.clock.now.getTime() + days * DAY_MS)

/** A picture row, or that of a video by its length; there are no bytes behind it. */
export async function aMedia(
  { deps, organizationId, clock }: World,
  { durationMs, bytes = 1000 }: { durationMs?: number; bytes?: number } = {},
): Promise<string> {
  const isVideo = durationMs !== undefined
  const token = randomBytes(18).toString('base64url')
  const [media] = await deps.db.sql<[{ id: string }]>`
    insert into media (organization_id, token, storage_key, sha256, media_type, content_type, bytes, width, height, duration_ms, created_at)
    values (${organizationId}, ${token}, ${`media/${token}`}, ${createHash('sha256').update(token).digest()},
            ${isVideo ? 'video' : 'image'}, ${isVideo ? 'video/mp4' : 'image/jpeg'}, ${bytes}, 600, 900, ${durationMs ?? null}, ${clock.now})
    returning id`
  return media.id
}

/** Complete, so that it may be scheduled; a field set to null is left out. */
export async function aDraft(world: World, fields: DraftFields = {}): Promise<Post> {
  const { deps, actor, organizationId, accountId, clock } = world
  const draft = {
    title: 'A pin',
    description: 'What it shows',
    url: 'https://example.com/pin',
    altText: null,
    boardId: '101',
    boardSectionId: null,
    ...fields,
  }
  const { sql } = deps.db
  const [row] = await sql<[{ id: string }]>`
    with p as (
      insert into posts (organization_id, account_id, status, media_type, title, description, url, url_key, alt_text, board_id,
                         board_section_id, created_via, created_by, created_at, updated_at)
      values (${organizationId}, ${accountId}, 'draft', 'image', ${draft.title}, ${draft.description}, ${draft.url},
              ${draft.url && urlKeyOf(draft.url)}, ${draft.altText}, ${draft.boardId}, ${draft.boardSectionId}, 'api', ${actor.userId},
              ${clock.now}, ${clock.now})
      returning *
    ), ${rechecking(sql, sql`p`, { now: clock.now })}
    select id
      from p`
  await deps.db.sql`
    insert into post_media (organization_id, post_id, position, media_id)
    values (${organizationId}, ${row.id}, 0, ${await aMedia(world)})`
  return readFields(deps, actor, { accountId, postId: row.id })
}

/** The post without the state that it was read with: as writes give it. */
export async function readFields(...asked: Parameters<typeof readPost>): Promise<Post> {
  const { state: _, findingCodes: __, ...fields } = await readPost(...asked)
  return fields
}

/** Scheduled through schedulePost(): charged, with its due time. */
export async function aQueuedPost(world: World, { at, ...fields }: DraftFields & { at?: Date } = {}): Promise<Post> {
  const draft = await aDraft(world, fields)
  const when = { kind: 'at', at: at ?? inDays(world, 1) } as const
  return schedulePost(world.deps, world.actor, { accountId: world.accountId, postId: draft.id, when })
}

/** As the publisher leaves it. */
export async function aSentPost(world: World, { at, ...fields }: DraftFields & { at?: Date } = {}): Promise<Post> {
  const post = await aQueuedPost(world, { ...fields, ...(at ? { at } : {}) })
  await world.deps.db.sql`
    update posts
       set status = 'sent', pin_id = ${`7${post.id}`}, sent_at = send_at, due_at = null
     where organization_id = ${world.organizationId} and id = ${post.id}`
  return readFields(world.deps, world.actor, { accountId: world.accountId, postId: post.id })
}

/** As the publisher leaves it while its attempt is open. */
export async function anUploadingPost(world: World, fields: DraftFields & { at?: Date } = {}): Promise<Post> {
  const post = await aQueuedPost(world, fields)
  const until = after(post.sendAt ?? world.clock.now, MINUTE_MS)
  await world.deps.db.sql`
    update posts
       set status = 'uploading', attempt_number = 1, lease_until = ${until}, due_at = null
     where organization_id = ${world.organizationId} and id = ${post.id}`
  return readFields(world.deps, world.actor, { accountId: world.accountId, postId: post.id })
}

/** A weekly slot of the smart schedule. @param time HH:MM */
export async function aTimeslot(
  world: World,
  { day, time, timezone }: { day: number; time: string; timezone?: string },
): Promise<string> {
  const [hours, minutes] = time.split(':').map(Number)
  const [slot] = await world.deps.db.sql<[{ id: string }]>`
    insert into timeslots (organization_id, account_id, day, minute, timezone, type, created_at)
    values (${world.organizationId}, ${world.accountId}, ${day}, ${(hours ?? 0) * 60 + (minutes ?? 0)}, ${timezone ?? 'UTC'}, 'manual',
            ${world.clock.now})
    returning id`
  return slot.id
}

export async function creditsOf({ deps, organizationId, accountId }: World): Promise<number> {
  const [row] = await deps.db.sql<[{ left: number }]>`
    select credits_left as left
      from entitlements
     where organization_id = ${organizationId} and account_id = ${accountId}`
  return row.left
}

/** A second account of the organization, with a board (`201`, "Loft"), a connection and credits of its own: the same world, seen from it. */
export async function anotherAccount(world: World, username = 'studio'): Promise<World> {
  const { deps, organizationId, clock } = world
  const { sql } = deps.db
  const at = clock.now
  const [account] = await sql<[{ id: string }]>`
    insert into accounts (organization_id, platform_user_id, username, display_name, timezone, is_business, boards_read_at, created_at)
    values (${organizationId}, ${`80${organizationId}${username}`}, ${username}, ${username}, 'America/New_York', true, ${at}, ${at})
    returning id`
  const accountId = account.id
  await sql`insert into schedules (organization_id, account_id) values (${organizationId}, ${accountId})`
  await sql`
    insert into connections (organization_id, account_id, access_token, refresh_token)
    values (${organizationId}, ${accountId}, ${Buffer.from('pina_test')}, ${Buffer.from('pinr_test')})`
  await sql`
    insert into entitlements (organization_id, account_id, access, credits_left, period)
    values (${organizationId}, ${accountId}, 'granted', 1000, ${at})`
  await sql`
    insert into credit_ledger (organization_id, account_id, charge_key, kind, unit, amount, balance_after, period, created_at)
    values (${organizationId}, ${accountId}, ${`grant:${username}`}, 'grant', 'credit', 1000, 1000, ${at}, ${at})`
  await sql`
    insert into boards (organization_id, account_id, id, name, privacy, fetched_at, sections_read_at)
    values (${organizationId}, ${accountId}, '201', 'Loft', 'public', ${at}, ${at})`
  return { ...world, accountId }
}
