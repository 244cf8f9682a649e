/** Posts in the database: the row, reading it, and the writes that the operations share. */
import { dueUnlessHeld } from '../accounts/queue.js'
import { following, leftByUpdate, rechecking } from './changed.js'
import { notFound, RefusedBecause } from '../lib/errors.js'
import type { Account } from '../accounts/account.js'
import type { Author } from '../lib/actor.js'
import { noteHeld } from '../lib/rows/held.js'
import { isRowId } from '../lib/rows/row-id.js'
import type { Sql } from '../ports/deps.js'
import type { Slot } from '../slots/next-open-slot.js'
import type { Content } from './content.js'
import {
  contentColumns,
  contentValues,
  type LockedPost,
  postColumns,
  postColumnsOf,
  postImage,
  type PostRow,
  toPost,
} from './row.js'
import type { Post } from './post.js'
import type { PostMedia } from '../media/post-media.js'

/** Finds a post of this account; undefined also when the id has the wrong form. */
export async function findPost(
  sql: Sql,
  { organizationId, accountId, postId }: { organizationId: string; accountId: string; postId: string },
): Promise<Post | undefined> {
  if (!isRowId(accountId) || !isRowId(postId)) return undefined
  const [row] = await sql<PostRow[]>`
    select ${postColumns(sql)}
      from posts p
     where p.organization_id = ${organizationId}
       and p.account_id = ${accountId}
       and p.id = ${postId}`
  return row && toPost(row)
}

/** Locks the post for update until the transaction ends. @throws NOT_FOUND */
export async function lockPost(sql: Sql, account: Account, postId: string): Promise<LockedPost> {
  if (!isRowId(postId)) throw notFound('Post')
  const [row] = await lockPosts(sql, account, { postIds: [postId] })
  if (!row) throw notFound('Post')
  return row
}

/** Locks the posts of a series, as lockPosts does. @throws NOT_FOUND */
export async function lockSeries(sql: Sql, account: Account, intervalGroupId: string): Promise<LockedPost[]> {
  if (!isRowId(intervalGroupId)) throw notFound('Post')
  const posts = await lockPosts(sql, account, { intervalGroupId })
  if (posts.length === 0) throw notFound('Post')
  return posts
}

/**
 * Locks the existing posts for update in id order, so that two transactions cannot deadlock. A second statement reads them: one
 * that waits for a lock sees the new row, but the media of before the wait.
 */
export async function lockPosts(
  sql: Sql,
  account: Pick<Account, 'organizationId' | 'id'>,
  which: { postIds: string[] } | { intervalGroupId: string },
): Promise<LockedPost[]> {
  const only = 'postIds' in which && which.postIds.length === 1 ? which.postIds[0] : undefined
  const ofThis = sql`case when p.account_id = ${account.id} then true end` // in this form each is found by its key, not by a scan of the account
  const areMeant =
    only !== undefined
      ? sql`p.id = ${only} and ${ofThis}`
      : 'postIds' in which
        ? sql`p.id = any (${which.postIds}::bigint[]) and ${ofThis}`
        : sql`p.account_id = ${account.id} and p.interval_group_id = ${which.intervalGroupId}`
  const ofAccount = sql`
       from posts p
      where p.organization_id = ${account.organizationId}
        and ${areMeant}
      order by p.id`
  // sent together, which saves a round trip while the posts are locked
  const [locked, rows] = await Promise.all([
    sql<{ id: string }[]>`select p.id ${ofAccount} for update of p`,
    sql<
      LockedPost[]
    >`select ${postColumnsOf(sql, account.organizationId)}, ${postImage(sql, account.organizationId)} as image ${ofAccount}`,
  ])
  const held = new Set(locked.map(({ id }) => id))
  const posts = rows.filter(({ id }) => held.has(id)) // without those that joined the series in between
  noteHeld(sql, posts)
  return posts
}

export type NewDraft = Content &
  Pick<Post, 'boardId' | 'boardSectionId' | 'savedPin'> & {
    mediaType: Post['mediaType']
    media: PostMedia[]
    /** `groupId` null: this post is the first of its series, and its own id becomes the group. */
    series: { groupId: string | null; position: number } | null
    /** The published pin that an evergreen run repeats. */
    sourcePostId?: string
    /** The generation whose page the post was made from. */
    generationId?: string | null
    author: Author
    /** The id from newChangeId(); the posts of one series share it, so that they are undone together. */
    changeId: string
  }

/**
 * Inserts a draft with its audit row 'create', in one statement, so that a single draft needs no transaction; the first of a
 * series does. A post that is scheduled at once is queued in the same transaction, which then calls placedNew().
 */
export async function insertDraft(sql: Sql, account: Account, draft: NewDraft, now: Date): Promise<PostRow> {
  const { boardId, boardSectionId, savedPin, mediaType, media, series, author, changeId } = draft
  const joined = series !== null && series.groupId !== null ? series : null
  const [row] = await sql<[PostRow]>`
    with p as (
      insert into posts (organization_id, account_id, status, media_type, ${contentColumns(sql)}, board_id,
                         board_section_id, interval_group_id, interval_position,
                         source_post_id, generation_id, saved_pin_id, saved_pin_picture, created_via, created_by, created_at, updated_at)
      values (${account.organizationId}, ${account.id}, 'draft', ${mediaType}, ${contentValues(sql, draft)}, ${boardId}, ${boardSectionId},
              ${joined?.groupId ?? null}, ${joined?.position ?? null},
              ${draft.sourcePostId ?? null}, ${draft.generationId ?? null}, ${savedPin?.id ?? null}, ${savedPin?.pictureUrl ?? null}, ${author.via}, ${author.userId}, ${now}, ${now})
      returning *
    ), attached as (
      insert into post_media (organization_id, post_id, position, media_id)
      select p.organization_id, p.id, m.position - 1, m.id
        from p, unnest(${media.map(({ id }) => id)}::bigint[]) with ordinality as m(id, position)
    ), noted as (
      insert into audit (organization_id, change_id, account_id, subject, action, via, actor, api_key_id, agent, version, after, at)
      select p.organization_id, ${changeId}, p.account_id, 'post:' || p.id, 'create', ${author.via}, ${author.userId},
             ${author.apiKeyId ?? null}, ${author.agent ?? null}, p.version,
             ${postImage(sql, account.organizationId)} || jsonb_build_object('mediaIds', ${media.map(({ id }) => id)}::text[]), ${now}
        from p
    ), ${rechecking(sql, sql`p`, { now })}
    select ${postColumnsOf(sql, account.organizationId)}
      from p`
  const made = { ...row, media } // the statement does not see the media rows that it writes itself
  return series === null || joined !== null ? made : beginSeries(sql, made, series.position)
}

/** Makes the post's own id the group, which is only known after the insert. */
async function beginSeries(sql: Sql, post: PostRow, position: number): Promise<PostRow> {
  await sql`
    update posts
       set interval_group_id = id, interval_position = ${position}
     where organization_id = ${post.organizationId}
       and id = ${post.id}`
  return { ...post, intervalGroupId: post.id }
}

/**
 * Writes a post on the schedule: retries and lateness start over, an earlier failure is cleared, webhooks are notified. It is due
 * at its time; while the account is paused or its tokens are dead it is on hold without a due time.
 * @throws CONFLICT post_status_changed
 */
export async function queuePost(sql: Sql, post: PostRow, { sendAt, timeslotId }: Slot, now: Date): Promise<Post> {
  const [row] = await sql<(PostRow & { isOther: boolean })[]>`
    with p as (
      update posts p
         set status = 'queued', send_at = ${sendAt}, timeslot_id = ${timeslotId}, board_id = ${post.boardId},
             board_section_id = ${post.boardSectionId}, charge_number = ${post.chargeNumber},
             due_at = ${dueUnlessHeld(sql, sql`${sendAt}::timestamptz`)},
             lease_until = null, tries = 0, late_told = false, delayed_by = null, failure = null, version = p.version + 1, updated_at = ${now}
        from accounts a, posts o -- as it was
       where p.organization_id = ${post.organizationId}
         and p.id = ${post.id}
         and p.status in ('draft', 'queued')
         and a.organization_id = p.organization_id
         and a.id = p.account_id
         and o.organization_id = ${post.organizationId}
         and o.id = p.id
      returning p.*, (o.board_id, o.board_section_id) is distinct from (p.board_id, p.board_section_id)
                     or (o.status, o.send_at) = (p.status, p.send_at) as is_other, -- than one at a new time
                ${leftByUpdate(sql)}
    ), ${following(sql, sql`p`, { event: 'post.scheduled', organizationId: post.organizationId, now })}
    select ${postColumnsOf(sql, post.organizationId)}, is_other as "isOther"
      from p`
  if (!row) throw postStatusChanged()
  if (row.isOther) await forgetFindings(sql, post)
  await wakePublisher(sql, sendAt, now)
  return toPost({ ...row, media: post.media })
}

/** Forgets what a check found for the previous pin. */
async function forgetFindings(sql: Sql, { organizationId, id }: Pick<Post, 'organizationId' | 'id'>): Promise<void> {
  await sql`
    update preflights
       set checked_at = null, findings = '[]'
     where organization_id = ${organizationId}
       and post_id = ${id}`
}

const NEAR_MS = 60_000

/**
 * Wakes the publisher for a pin that is near: a notifying transaction takes a lock on the whole database, and for other pins the
 * loop scans often enough.
 */
async function wakePublisher(sql: Sql, sendAt: Date, now: Date): Promise<void> {
  if (sendAt.getTime() - now.getTime() > NEAR_MS) return
  await sql`select pg_notify('posts_due', '')`
}

export const postStatusChanged = () => new RefusedBecause('post_status_changed', { about: 'saving' })
