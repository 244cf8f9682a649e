/**
 * Notifies the recipients of an approval: the channel of its card, and the person who requested it. Notices are enqueued in the
 * transaction of the change.
 */
import { type Author, isSamePerson, isSlackPerson } from '../../lib/actor.js'
import { after, SECOND_MS } from '../../lib/duration.js'
import { enqueueNotice, enqueueRedraw } from '../../notices/notices.js'
import type { Sql } from '../../ports/deps.js'
import type { Notice } from '../../ports/notice.js'
import type { Approval } from './model.js'

/**
 * Enqueues a new card, or an update of the existing one; requests that were made together have one card, which is enqueued once a
 * transaction.
 */
export async function enqueueCard(
  sql: Sql,
  { organizationId, id, accountId, postId, batchId, revision }: Approval,
  now: Date,
): Promise<void> {
  if (batchId !== null) {
    await sql`select note_approvals_changed(${organizationId}, ${accountId}, ${batchId}, ${now})`
    return
  }
  const notice = { kind: 'approvalCard', accountId, postId, approvalId: id } as const
  const destination = `approvals:${accountId}`
  await enqueueNotice(sql, { organizationId, destination, dedupeKey: `approval:${id}#${revision}`, notice }, now)
}

/**
 * The delay of a card's update after a check: the pins of one card are checked one after the other, and this collects their
 * findings.
 */
const REDRAWN_AFTER_MS = 3 * SECOND_MS

const cardOf = ({ organizationId, accountId, batchId }: { organizationId: string; accountId: string; batchId: string }) => ({
  organizationId,
  destination: `approvals:${accountId}`,
  dedupeKey: `approvals:${batchId}:findings`,
  notice: { kind: 'approvalsCard', accountId, batchId } as const,
})

/** Queues updates of the cards of requests for the next open slots, whose times change when slots are filled or freed. */
export async function followSlots(
  sql: Sql,
  { organizationId, id: accountId }: { organizationId: string; id: string },
  now: Date,
): Promise<void> {
  const cards = await sql<{ batchId: string }[]>`
    select distinct batch_id as "batchId"
      from approvals
     where organization_id = ${organizationId}
       and account_id = ${accountId}
       and state = 'open'
       and wanted_at is null
       and batch_id is not null
     order by 1`
  for (const { batchId } of cards)
    await enqueueRedraw(sql, cardOf({ organizationId, accountId, batchId }), after(now, REDRAWN_AFTER_MS))
}

/**
 * Queues an update of the card of a batch's requests after a check found something else for one of its posts. The card of a
 * single request is its pin's card, which is updated anyway. @returns whether the post waits for approval
 */
export async function followFindings(
  sql: Sql,
  { organizationId, id: postId }: { organizationId: string; id: string },
  now: Date,
): Promise<boolean> {
  const [open] = await sql<{ accountId: string; batchId: string | null }[]>`
    select account_id as "accountId", batch_id as "batchId"
      from approvals
     where organization_id = ${organizationId}
       and post_id = ${postId}
       and state = 'open'`
  if (!open) return false
  const { accountId, batchId } = open
  if (batchId !== null) await enqueueRedraw(sql, cardOf({ organizationId, accountId, batchId }), after(now, REDRAWN_AFTER_MS))
  return true
}

/** Notifies each requester once about the approvals that one act settled, except those that they settled themselves. */
export async function notifyRequesters(sql: Sql, approvals: readonly Approval[], now: Date): Promise<void> {
  const told = approvals.filter(({ askedBy, decidedBy }) => decidedBy !== askedBy && isSlackPerson(askedBy))
  for (const [askedBy, theirs] of byRequester(told)) {
    const [{ organizationId, id, accountId, postId, revision }] = theirs
    const notice: Notice =
      theirs.length === 1
        ? { kind: 'approvalDecided', accountId, postId, approvalId: id }
        : { kind: 'approvalsDecided', accountId, approvalIds: theirs.map((approval) => approval.id) }
    const dedupeKey = `approval:${id}#${revision}:decided` // a reopened one can be decided again
    await enqueueNotice(sql, { organizationId, destination: `user:${askedBy}`, dedupeKey, notice }, now)
  }
}

/** Notifies each requester once about the approvals that one act opened again, except those that they opened themselves. */
export async function notifyReopened(
  sql: Sql,
  { userId: by }: Pick<Author, 'userId'>,
  approvals: readonly Approval[],
  now: Date,
): Promise<void> {
  const told = approvals.filter(({ askedBy }) => isSlackPerson(askedBy) && !isSamePerson(askedBy, by))
  for (const [askedBy, theirs] of byRequester(told)) {
    const [{ organizationId, id, accountId, postId, revision }] = theirs
    const notice: Notice = { kind: 'approvalsReopened', accountId, approvalIds: theirs.map((approval) => approval.id), by }
    const destination = `user:${askedBy}`
    const dedupeKey = `approval:${id}#${revision}:reopened`
    const orderKey = theirs.length === 1 ? `post:${postId}` : destination // ordered after the decision that it undoes
    await enqueueNotice(sql, { organizationId, destination, dedupeKey, orderKey, notice }, now)
  }
}

/** Groups approvals by requester, in their order. */
function byRequester(approvals: readonly Approval[]): Map<string, [Approval, ...Approval[]]> {
  const found = new Map<string, [Approval, ...Approval[]]>()
  for (const approval of approvals) {
    const theirs = found.get(approval.askedBy)
    if (theirs) theirs.push(approval)
    else found.set(approval.askedBy, [approval])
  }
  return found
}
