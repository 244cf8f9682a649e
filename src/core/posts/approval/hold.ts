/** Puts an open request on hold: while it lasts, nobody approves its pin, and nobody schedules it another way. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import { recordAct } from '../../audit/audit.js'
import { announceApproval } from '../../events/announce.js'
import { type Actor, isSamePerson } from '../../lib/actor.js'
import { after, DAY_MS } from '../../lib/duration.js'
import { badRequest, RefusedBecause } from '../../lib/errors.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import { lockPosts } from '../store.js'
import { type ApprovalRef, readWritten, requireApproval } from './approval.js'
import { isOwnEdit, requireDecidable, requireDecider, requireOpenFor, requireTurn } from './decidable.js'
import type { Approval, Hold } from './model.js'
import { enqueueCard, notifyHeld } from './notify.js'
import { readReason } from './reason.js'
import { planReminder } from './remind.js'
import { withSight } from './sight.js'
import { holdNow } from './status.js'

/** The longest hold with an end. */
export const LONGEST_HOLD_MS = 366 * DAY_MS

/** `until` null or absent: until somebody releases it. */
export type HoldRequest = ApprovalRef & { until?: Date | null | undefined; reason?: string | undefined }

/**
 * Puts a request on hold; its holder may so change the end and the reason. It ends by itself at `until`, when it is released,
 * and with the request.
 * @throws FORBIDDEN no scheduler, the requester, approval_own_edit · NOT_FOUND · BAD_REQUEST until, reason
 * @throws CONFLICT approval_decided · approval_on_hold: another person holds it
 */
export async function holdRequest(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { until = null, reason = '', ...ref }: HoldRequest,
  beforeCommit?: BeforeCommit<Approval>,
): Promise<Approval> {
  const words = readReason(reason)
  return underLock(deps, actor, ref, async (sql, account, now) => {
    if (until !== null && (until <= now || until > after(now, LONGEST_HOLD_MS)))
      throw badRequest('until', 'The end of a hold must be in the future, and within a year.')
    const approval = await requireDecidable(sql, actor, ref, now)
    const before = holdNow(approval, now)
    if (before && !isSamePerson(before.by, actor.userId)) throw new RefusedBecause('approval_on_hold')
    const held = await writeHold(sql, account, { approval, hold: { by: actor.userId, at: now, until, reason: words } })
    await planReminder(sql, held, now)
    await enqueueCard(sql, held, now)
    await notifyHeld(sql, held, now)
    await announceApproval(sql, 'approval.held', held, now)
    const act = { accountId: account.id, subject: `approval:${held.id}`, action: 'hold' }
    await recordAct(sql, actor, { ...act, ...(before && { before: shown(before) }), after: { until, reason: words } }, now)
    await beforeCommit?.(sql, held)
    return held
  })
}

/**
 * Releases a request, whoever holds it, also for a person who edited its pin last, because that decides nothing. Releasing one
 * that is not on hold changes nothing.
 * @throws FORBIDDEN no scheduler, or the requester · NOT_FOUND · CONFLICT approval_decided
 */
export async function releaseRequest(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  ref: ApprovalRef,
  beforeCommit?: BeforeCommit<Approval>,
): Promise<Approval> {
  return underLock(deps, actor, ref, async (sql, account, now) => {
    const approval = await requireApproval(sql, actor, ref)
    if (!isOwnEdit(approval, actor)) requireTurn(approval, actor) // releasing decides nothing
    requireOpenFor(approval, actor)
    const before = holdNow(approval, now)
    const released = before ? await writeHold(sql, account, { approval, hold: null }) : approval
    if (before) {
      await planReminder(sql, released, now)
      await enqueueCard(sql, released, now)
      const act = { accountId: account.id, subject: `approval:${released.id}`, action: 'release' }
      await recordAct(sql, actor, { ...act, before: shown(before) }, now)
    }
    await beforeCommit?.(sql, released)
    return released
  })
}

const shown = ({ by, until, reason }: Hold) => ({ by, until, reason })

/** Works under the lock of the post, which every decision takes. */
async function underLock(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  person: Actor,
  ref: ApprovalRef,
  work: (sql: Sql, account: Account, now: Date) => Promise<Approval>,
): Promise<Approval> {
  const actor = await withSight(db.sql, person, ref)
  requireDecider(actor, ref.accountId)
  const account = await requireAccount(db.sql, actor, ref.accountId)
  const { postId } = await requireApproval(db.sql, actor, ref)
  return db.tx(async (sql) => {
    await lockPosts(sql, account, { postIds: [postId] })
    return work(sql, account, clock())
  })
}

async function writeHold(
  sql: Sql,
  { organizationId }: Pick<Account, 'organizationId'>,
  { approval: { id }, hold }: { approval: Pick<Approval, 'id'>; hold: Hold | null },
): Promise<Approval> {
  const written = await sql<{ id: string }[]>`
    update approvals a
       set held_by = ${hold?.by ?? null}, held_at = ${hold?.at ?? null}, held_until = ${hold?.until ?? null},
           held_reason = ${hold?.reason ?? null}, revision = a.revision + 1
     where a.organization_id = ${organizationId}
       and a.id = ${id}
       and a.state = 'open'
    returning a.id`
  const [now] = await readWritten(sql, organizationId, written)
  if (!now) throw new Error('a request that is open under the lock of its post stays so')
  return now
}
