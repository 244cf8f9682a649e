/**
 * A hold: Pinterest takes nothing from an account for now, so its queue waits, and one pin is tried at intervals. Pausing and
 * disconnecting have their own columns, and each of the three holds the queue by itself. @see docs/contract.md#holds
 */
import { recordAct } from '../audit/audit.js'
import type { Actor } from '../lib/actor.js'
import { after, HOUR_MS } from '../lib/duration.js'
import { notFound } from '../lib/errors.js'
import { LATE_PACE_AFTER_HOLD_MS } from '../lib/late.js'
import { isRowId } from '../lib/rows/row-id.js'
import { refreshCardsOf } from '../notices/cards.js'
import { enqueueNotice } from '../notices/notices.js'
import type { HoldReason } from '../ports/answer-about.js'
import type { BeforeCommit, Deps, Sql } from '../ports/deps.js'
import type { Account } from './account.js'
import { enqueueAccountChange } from './account-change.js'
import { accountColumns } from './accounts.js'
import { requireRoleOn } from './people/roles.js'
import { holdNoted, holdQueue, readQueue, releaseQueue } from './queue.js'

/** The wait after a refusal, by the number of unsuccessful tries; the last one repeats. */
export const PROBE_AFTER_MS = [1, 3, 12, 24].map((hours) => hours * HOUR_MS)

/** The hold as shown with an account. */
export type Hold = { since: Date; reason: HoldReason; platformMessage: string; probeAt: Date }

type HoldFields = Pick<Account, 'holdSince' | 'holdReason' | 'holdMessage' | 'holdProbeAt'>

/** @returns null: Pinterest takes its pins, as far as we know */
export const holdOf = ({ holdSince, holdReason, holdMessage, holdProbeAt }: HoldFields): Hold | null =>
  holdSince && holdReason
    ? { since: holdSince, reason: holdReason, platformMessage: holdMessage ?? '', probeAt: holdProbeAt ?? holdSince }
    : null

type Key = Pick<Account, 'organizationId' | 'id'>
type Standing = Pick<Account, 'holdSince' | 'holdProbePostId'> & { probes: number }

/** Locks the account's row until the end of the transaction. @returns undefined when it is deleted */
export async function lockHold(sql: Sql, { organizationId, id }: Key): Promise<Standing | undefined> {
  const [row] = await sql<Standing[]>`
    select hold_since as "holdSince", hold_probe_post_id as "holdProbePostId", hold_probes as probes
      from accounts
     where organization_id = ${organizationId}
       and id = ${id}
       for no key update`
  return row
}

export type Refusal = { reason: HoldReason; message: string; retryAfterMs: number | null }

/**
 * Begins the hold at the first refusal and notifies the team once; a refusal of the tried pin extends the wait, and one of a pin
 * sent before the hold changes nothing. The caller has locked the account's row.
 */
export async function noteRefused(
  sql: Sql,
  account: Key,
  { holdSince, holdProbePostId, probes }: Standing,
  { postId, refusal }: { postId: string; refusal: Refusal },
  now: Date,
): Promise<void> {
  const { organizationId, id } = account
  const isFirst = holdSince === null
  if (!isFirst && holdProbePostId !== postId) return
  const waitMs = PROBE_AFTER_MS[Math.min(probes, PROBE_AFTER_MS.length - 1)]! // the list is not empty
  const probeAt = after(now, Math.max(waitMs, refusal.retryAfterMs ?? 0))
  await sql`
    update accounts a
       set hold_since = coalesce(a.hold_since, ${now}::timestamptz), hold_reason = ${refusal.reason}, hold_message = ${refusal.message},
           hold_probe_at = ${probeAt}, hold_probe_post_id = null, hold_probes = a.hold_probes + 1
           ${isFirst ? sql`, ${holdNoted(sql, 'account_on_hold', now)}` : sql``}
     where a.organization_id = ${organizationId}
       and a.id = ${id}`
  if (!isFirst) {
    await sql`
      update posts
         set due_at = null
       where organization_id = ${organizationId}
         and id = ${postId}
         and status = 'queued'` // one whose video was refused is still due
    return
  }
  await holdQueue(sql, account)
  await refreshCardsOf(sql, account, now)
  const notice = { kind: 'accountOnHold', accountId: id, since: now.toISOString() } as const
  await enqueueNotice(
    sql,
    { organizationId, destination: `account:${id}`, dedupeKey: `hold:${id}:${now.getTime()}`, notice },
    now,
  )
}

/**
 * Ends a try without an answer about the account; another pin is tried at `nextAt`. The caller must not lock posts before,
 * because holding a queue locks the account first.
 */
export async function endProbe(sql: Sql, { organizationId, id }: Key, postId: string, nextAt: Date): Promise<void> {
  await sql`
    update accounts
       set hold_probe_post_id = null, hold_probe_at = greatest(hold_probe_at, ${nextAt}::timestamptz)
     where organization_id = ${organizationId}
       and id = ${id}
       and hold_probe_post_id = ${postId}`
}

/**
 * Ends the hold because Pinterest took the tried pin: the queue goes on by the rule of late pins, and the team is notified.
 * @param postId the tried pin; if the hold ended or another pin is tried, nothing happens
 */
export async function endHold(sql: Sql, account: Key, postId: string, now: Date): Promise<boolean> {
  const standing = await lockHold(sql, account)
  if (!standing?.holdSince || standing.holdProbePostId !== postId) return false
  const { organizationId, id } = account
  await clearHold(sql, account, { isTaken: true }, now)
  const { overdue } = await readQueue(sql, account, now)
  const notice = { kind: 'accountHoldEnded', accountId: id, overdue } as const
  const dedupeKey = `hold:${id}:${standing.holdSince.getTime()}:ended`
  await enqueueNotice(sql, { organizationId, destination: `account:${id}`, dedupeKey, notice }, now)
  return true
}

/** `isTaken`: Pinterest took a pin, so the next hold begins with the shortest wait. */
async function clearHold(sql: Sql, account: Key, { isTaken }: { isTaken: boolean }, now: Date): Promise<Account | undefined> {
  const [cleared] = await sql<Account[]>`
    update accounts a
       set hold_since = null, hold_reason = null, hold_message = null, hold_probe_at = null, hold_probe_post_id = null, hold_ended_at = ${now},
           hold_probes = ${isTaken ? 0 : sql`a.hold_probes`},
           late_after = ${isTaken ? after(now, LATE_PACE_AFTER_HOLD_MS) : sql`a.late_after`}
     where a.organization_id = ${account.organizationId}
       and a.id = ${account.id}
    returning ${accountColumns(sql)}`
  await releaseQueue(sql, account, now)
  await refreshCardsOf(sql, account, now)
  return cleared
}

/**
 * Ends the hold by hand: waiting pins go out by the rule of late pins, and the next refusal begins another hold. It does not
 * resume a paused or disconnected account.
 * @throws FORBIDDEN not an admin · NOT_FOUND
 */
export async function resumeHold(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId }: { accountId: string },
  beforeCommit?: BeforeCommit<Account>,
): Promise<Account> {
  requireRoleOn(actor, accountId, 'admin')
  if (!isRowId(accountId)) throw notFound('Account')
  const key = { organizationId: actor.organizationId, id: accountId }
  return db.tx(async (sql) => {
    const now = clock()
    await lockHold(sql, key)
    const [before] = await sql<Account[]>`
      select ${accountColumns(sql)}
        from accounts a
       where a.organization_id = ${key.organizationId}
         and a.id = ${accountId}
         and a.deleting_at is null`
    if (!before) throw notFound('Account')
    const hold = holdOf(before)
    const account = hold ? ((await clearHold(sql, key, { isTaken: false }, now)) ?? before) : before
    if (hold) {
      const act = { accountId, subject: `account:${accountId}`, action: 'resumeHold', before: { hold }, after: { hold: null } }
      await recordAct(sql, actor, act, now)
      const { overdue } = await readQueue(sql, key, now)
      await enqueueAccountChange(sql, actor, account, { kind: 'holdResumed', overdue }, now)
    }
    await beforeCommit?.(sql, account)
    return account
  })
}
