/** Settles an attempt: attempt, post, board lock, charge and notice, in one transaction, once. */
import type { DelayCause } from '../../posts/state/causes.js'
import { Superseded } from '../../lib/work/superseded.js'
import { endProbe } from '../../accounts/hold.js'
import { rechecking, showing } from '../../posts/changed.js'
import { dueUnlessHeld } from '../../accounts/queue.js'
import type { FailureCause, FailureReason } from '../../ports/notice.js'
import type { Db, Sql } from '../../ports/deps.js'
import { type BoardSeen, endAttempt, platformResponse, type AttemptState, type PlatformResponse } from '../model/attempt.js'
import { type Claimed, isProbe } from '../model/claimed-post.js'
import { reasonOf } from '../model/failure-cause.js'
import { failDraft } from './failed.js'

/** Runs the settlement. @returns false when the post was no longer this attempt's; then nothing was written */
export async function settling(db: Db, work: (sql: Sql) => Promise<void>): Promise<boolean> {
  try {
    await db.tx(work)
    return true
  } catch (error) {
    if (error instanceof Superseded) return false
    throw error
  }
}

export type Failed = {
  cause: FailureCause
  as: 'refused' | 'absent' | 'ambiguous'
  response?: PlatformResponse | null
}

/**
 * Fails the post: a draft again, its charge refunded, its team notified.
 * @returns the reason it failed for, which is `outcome_unknown` while another request may have made the pin; undefined as
 * settling()
 */
export async function settleFailed(db: Db, claimed: Claimed, failed: Failed, now: Date): Promise<FailureReason | undefined> {
  let reason: FailureReason | undefined
  const settled = await settling(db, async (sql) => {
    reason = await settleFailedIn(sql, claimed, failed, now)
  })
  return settled ? reason : undefined
}

type Key = Pick<Claimed, 'organizationId' | 'postId' | 'attemptNumber'>

/** Fails the post within the caller's transaction. */
export async function settleFailedIn(
  sql: Sql,
  claimed: Key & Pick<Claimed, 'account'>,
  { cause, as, response = null }: Failed,
  now: Date,
): Promise<FailureReason> {
  const { account, postId, attemptNumber } = claimed
  const from = { status: 'uploading', attemptNumber } as const
  const failedAs = await failDraft(sql, { account, postId, cause, from }, now)
  if (!failedAs) throw new Superseded()
  await end(sql, claimed, { from: ['claimed', 'sending', 'unknown'], to: as, reason: reasonOf(cause), response }, now)
  return failedAs
}

/** `because`: what it waits for; absent: no delay to be shown, and the earlier cause stays. */
export type Requeue = {
  dueAt: Date
  /** Absent: no try is spent. */
  tries?: number
  as: 'retry' | 'absent'
  reason: string
  response?: PlatformResponse | null
  because?: DelayCause | undefined
}

/**
 * Queues the post again when nothing of this attempt is on the platform. While the account is paused, its tokens are dead, or
 * Pinterest holds it back, the post is on hold without a due time; in the last case another pin is tried.
 */
export async function requeue(db: Db, claimed: Claimed, back: Requeue, now: Date): Promise<boolean> {
  return settling(db, async (sql) => {
    if (isProbe(claimed)) await endProbe(sql, claimed.account, claimed.postId, back.dueAt)
    await requeueIn(sql, claimed, back, now)
  })
}

/** Queues the post again within the caller's transaction. */
export async function requeueIn(
  sql: Sql,
  claimed: Key,
  { dueAt, tries, as, reason, response = null, because = as === 'absent' ? 'unconfirmed' : undefined }: Requeue,
  now: Date,
): Promise<void> {
  const { organizationId, postId, attemptNumber } = claimed
  const queued = await sql`
    with p as (
      update posts p
         set status = 'queued', tries = coalesce(${tries ?? null}, p.tries), lease_until = null, delayed_by = coalesce(${because ?? null}, p.delayed_by),
             -- the later of both, by a clock that was set back meanwhile
             due_at = ${dueUnlessHeld(sql, sql`greatest(${dueAt}::timestamptz, p.send_at)`)},
             version = p.version + 1, updated_at = ${now}
        from accounts a
       where p.organization_id = ${organizationId}
         and p.id = ${postId}
         and p.status = 'uploading'
         and p.attempt_number = ${attemptNumber}
         and a.organization_id = p.organization_id
         and a.id = p.account_id
      returning p.*
    ), ${rechecking(sql, sql`p`, { now })}, ${showing(sql, sql`p`, { organizationId, now })}
    select
      from p`
  if (queued.count !== 1) throw new Superseded()
  await end(sql, claimed, { from: ['claimed', 'sending', 'unknown'], to: as, reason, response }, now)
}

/** Records an unknown outcome: the board lock stays taken and the board is read at `dueAt`. */
export async function awaitReadBack(
  db: Db,
  { organizationId, postId, attemptNumber }: Key,
  {
    dueAt,
    response,
    readBacks = 0,
    seen = null,
  }: { dueAt: Date; response?: PlatformResponse; readBacks?: number; seen?: BoardSeen | null },
): Promise<boolean> {
  return settling(db, async (sql) => {
    const waiting = await sql`
      update posts
         set due_at = ${dueAt}, lease_until = null
       where organization_id = ${organizationId}
         and id = ${postId}
         and status = 'uploading'
         and attempt_number = ${attemptNumber}`
    const noted = await sql`
      update publish_attempts
         set state = 'unknown', read_backs = ${readBacks}, board_seen = ${seen && sql.json(seen)},
             ${platformResponse(sql, response ?? null)}
       where organization_id = ${organizationId}
         and post_id = ${postId}
         and number = ${attemptNumber}
         and state in ('sending', 'unknown')`
    if (waiting.count !== 1 || noted.count !== 1) throw new Superseded()
  })
}

type End = { from: AttemptState[]; to: AttemptState; reason: string | null; response: PlatformResponse | null }

/** Ends the attempt and releases its board lock. */
async function end(sql: Sql, claimed: Key, ending: End, now: Date): Promise<void> {
  if (!(await endAttempt(sql, claimed, ending, now))) throw new Superseded()
  await sql`
    delete from publish_lanes
     where organization_id = ${claimed.organizationId}
       and post_id = ${claimed.postId}
       and attempt_number = ${claimed.attemptNumber}`
}
