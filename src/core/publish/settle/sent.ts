/** Settles an attempt whose pin is on the platform: post, attempt, board lock and notice, once. */
import { Superseded } from '../../lib/work/superseded.js'
import { makeBatcher } from '../../lib/work/batcher.js'
import { eachOrganization, within } from '../../lib/rows/by-organization.js'
import type { Clock, Db, Sql } from '../../ports/deps.js'
import { announce, announcing, show, showing } from '../../posts/changed.js'
import type { Claimed } from '../model/claimed-post.js'
import { isNotified, notifyPublished } from './notify-published.js'
import { settling } from './settle.js'
import type { AttemptKey, PlatformResponse } from '../model/attempt.js'

const AT_A_TIME = 100

/**
 * Settles the successes of a publisher, concurrent ones in one statement. An account that is notified of each pin has its own
 * transaction.
 * @returns a function as settleSent()
 */
export function makeSettleSent({ db, clock }: { db: Db; clock: Clock }): (claimed: Claimed, sent: Sent) => Promise<boolean> {
  const together = makeBatcher<SentPost, boolean>({
    most: AT_A_TIME,
    async together(all) {
      const written = await writeAll(db, all, clock())
      return all.map(({ attempt }) => written.has(postKey(attempt)) || undefined)
    },
    alone: (one) => writeOne(db, one, clock()),
  })
  return async (claimed, sent) => {
    if (isNotified(claimed.account)) return settleSent(db, claimed, sent, clock())
    return wakingTags(db, claimed, await together({ attempt: claimed, sent }))
  }
}

/**
 * Settles a published pin, from `sending` or `unknown`, with or without a lease, and makes its product tags due.
 * @returns false when another process has settled it, or the post is no longer this attempt's; then nothing was written
 */
export async function settleSent(db: Db, claimed: Claimed, sent: Sent, now: Date): Promise<boolean> {
  const settled = await (isNotified(claimed.account)
    ? settleAndNotify(db, claimed, sent, now)
    : writeOne(db, { attempt: claimed, sent }, now))
  return wakingTags(db, claimed, settled)
}

/** Commits the pin and its notice together. */
async function settleAndNotify(db: Db, claimed: Claimed, sent: Sent, now: Date): Promise<boolean> {
  const { organizationId, account, postId } = claimed
  return settling(db, async (sql) => {
    const one = [{ attempt: claimed, sent }]
    const written = (await db.isDistributed())
      ? await writeInSteps(sql, organizationId, one, { locked: 'wait', now })
      : await writeSent(sql, one, { locked: 'wait', now })
    if (written.size !== 1) throw new Superseded()
    await notifyPublished(sql, { ...account, organizationId }, { postId, sentAt: sent.sentAt }, now)
  })
}

/**
 * Writes one post in one statement; a locked post is retried in a transaction that waits, because waiting here would occupy a
 * connection.
 */
async function writeOne(db: Db, one: SentPost, now: Date): Promise<boolean> {
  const write = async (sql: Sql, locked: 'wait' | 'skip') => (await writeSent(sql, [one], { locked, now })).size === 1
  if (!(await db.isDistributed())) return (await write(db.sql, 'skip')) || db.tx((sql) => write(sql, 'wait'))
  const written = await db.tx((sql) => writeInSteps(sql, one.attempt.organizationId, [one], { locked: 'wait', now }))
  return written.size === 1
}

/**
 * Writes all posts; on a distributed database in one transaction for each organization, which creates its webhook events in a
 * statement of its own.
 */
async function writeAll(db: Db, all: SentPost[], now: Date): Promise<Set<string>> {
  if (!(await db.isDistributed())) return writeSent(db.sql, all, { locked: 'skip', now })
  const keyed = all.map((one) => ({ organizationId: one.attempt.organizationId, one }))
  const written = await eachOrganization(keyed, async (organizationId, theirs) => {
    const posts = theirs.map(({ one }) => one)
    return [...(await db.tx((sql) => writeInSteps(sql, organizationId, posts, { locked: 'skip', now })))]
  })
  return new Set(written)
}

/** Writes in steps, because a cluster plans no insert within a `with`. */
async function writeInSteps(sql: Sql, organizationId: string, all: SentPost[], by: WriteOptions): Promise<Set<string>> {
  const written = await writeSent(sql, all, { ...by, organizationId })
  const ids = all.filter(({ attempt }) => written.has(postKey(attempt))).map(({ attempt }) => attempt.postId)
  if (ids.length === 0) return written
  const p = sql`(select * from posts where organization_id = ${organizationId} and id = any(${ids}::bigint[])) p`
  await announce(sql, 'post.sent', p, { organizationId, now: by.now })
  await show(sql, p, { organizationId, now: by.now })
  return written
}

async function wakingTags(db: Db, { hasTags }: Claimed, settled: boolean): Promise<boolean> {
  if (settled && hasTags) await db.sql`select pg_notify('tags_due', '')` // if lost, the read-back finds it soon
  return settled
}

export type Sent = { pinId: string; sentAt: Date; as: 'confirmed' | 'found'; response: PlatformResponse | null }
/** `attempt`: the object itself and not a copy, because there is one for each pin. */
export type SentPost = { attempt: AttemptKey & { hasTags: boolean }; sent: Sent }

type WriteOptions = { locked: 'wait' | 'skip'; now: Date }

/**
 * Writes posts, each fenced by attempt number and state, in key order, as everywhere. Every change of an attempt's state holds
 * the lock of its post, so the state read here is valid.
 * @param locked `wait`: for a lock on a post · `skip`: a locked post is left out, and does not delay the others
 * @param organizationId of all of them, and the caller announces and shows them; absent: they are of several
 * @returns the ids of the posts that were written, with their organization's
 */
async function writeSent(
  sql: Sql,
  all: SentPost[],
  { locked, now, organizationId }: WriteOptions & { organizationId?: string },
): Promise<Set<string>> {
  const rows = await sql<{ organizationId: string; postId: string }[]>`
    with mine as (
      select p.organization_id, p.id, p.attempt_number, a.board_id, w.pin_id, w.sent_at, w.ended_as, w.status, w.request_id, w.has_tags
        from ${arrayOf(sql, all)}
        join posts p on p.organization_id = w.organization_id and p.id = w.post_id and p.attempt_number = w.number
        join publish_attempts a on a.organization_id = p.organization_id and a.post_id = p.id and a.number = p.attempt_number
       where case when p.status = 'uploading' then a.state in ('sending', 'unknown') end -- so written each is found by its key
         ${within(sql, 'p', organizationId)} ${within(sql, 'a', organizationId)}
       order by p.organization_id, p.id
         for no key update of p ${locked === 'skip' ? sql`skip locked` : sql``}
    ), sent as (
      update posts p
         set status = 'sent', pin_id = m.pin_id, sent_at = m.sent_at, due_at = null, lease_until = null,
             tags_state = case when m.has_tags then 'pending' else p.tags_state end,
             tags_due_at = case when m.has_tags then ${now}::timestamptz else p.tags_due_at end,
             tags_tries = case when m.has_tags then 0 else p.tags_tries end,
             version = p.version + 1, updated_at = ${now}
        from mine m
       where p.organization_id = m.organization_id
         and p.id = m.id ${within(sql, 'p', organizationId)}
      returning p.*, m.board_id as locked_board_id, m.ended_as, m.status as platform_status, m.request_id
    ), ended as (
      update publish_attempts a
         set state = s.ended_as, settled_at = ${now}, platform_status = coalesce(s.platform_status, a.platform_status),
             platform_request_id = coalesce(s.request_id, a.platform_request_id)
        from sent s
       where a.organization_id = s.organization_id
         and a.post_id = s.id
         and a.number = s.attempt_number ${within(sql, 'a', organizationId)}
    ), freed as (
      delete from publish_lanes l
       using sent s
       where l.organization_id = s.organization_id
         and l.account_id = s.account_id
         and l.board_id = s.locked_board_id
         and l.post_id = s.id
         and l.attempt_number = s.attempt_number ${within(sql, 'l', organizationId)}
    ), done as (
      delete from video_jobs j
       using sent s
       where s.media_type = 'video'
         and j.organization_id = s.organization_id
         and j.post_id = s.id ${within(sql, 'j', organizationId)}
    ) ${organizationId === undefined ? sql`, ${announcing(sql, 'post.sent', sql`sent p`, { now })}, ${showing(sql, sql`sent p`, { now })}` : sql``}
    select organization_id as "organizationId", id as "postId" from sent`
  return new Set(rows.map(postKey))
}

const postKey = ({ organizationId, postId }: { organizationId: string; postId: string }) => `${organizationId} ${postId}`

const arrayOf = (sql: Sql, all: SentPost[]) => sql`
  unnest(${all.map(({ attempt }) => attempt.organizationId)}::bigint[], ${all.map(({ attempt }) => attempt.postId)}::bigint[],
         ${all.map(({ attempt }) => attempt.attemptNumber)}::int[], ${all.map(({ sent }) => sent.pinId)}::text[],
         ${all.map(({ sent }) => sent.sentAt.toISOString())}::timestamptz[], ${all.map(({ sent }) => sent.as)}::text[],
         ${all.map(({ sent }) => sent.response?.status ?? null)}::int[], ${all.map(({ sent }) => sent.response?.requestId ?? null)}::text[],
         ${all.map(({ attempt }) => String(attempt.hasTags))}::text[]::boolean[])
    as w(organization_id, post_id, number, pin_id, sent_at, ended_as, status, request_id, has_tags)`
