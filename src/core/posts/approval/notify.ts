/**
 * Notifies the recipients of an approval: the channel of its card, and the person who requested it. Notices are enqueued in the
 * transaction of the change.
 */
import { type Author, isSamePerson, isSlackPerson } from '../../lib/actor.js'
import { enqueueCard as enqueueTeamCard } from '../../notices/approval-cards.js'
import { followSlots, redrawRequests } from '../../notices/cards.js'
import { enqueueNotice, enqueueRedraw } from '../../notices/notices.js'
import { endStepsOf } from '../../notices/workflow-steps.js'
import { freeInstants } from '../../slots/kept.js'
import type { Sql } from '../../ports/deps.js'
import type { Notice } from '../../ports/notice.js'
import { progressNow } from './judge.js'
import type { Approval } from './model.js'
import { pendingOf } from './steps/steps.js'

/** Enqueues the card of a request, and one in the channel of the clients whom it waits for. */
export async function enqueueCard(sql: Sql, approval: Approval, now: Date): Promise<void> {
  await enqueueTeamCard(sql, approval, now)
  await askClients(sql, approval, now)
}

/**
 * Enqueues the card for the clients whom the pending step waits for, unless their channel has it: then it is redrawn. Contacts
 * without people in Slack have their links.
 */
export async function askClients(sql: Sql, approval: Approval, now: Date): Promise<void> {
  const { organizationId, id: approvalId, accountId, postId, state, waitsFor } = approval
  const contacts = waitsFor?.filter((token) => token.startsWith('contact:')) ?? []
  const step = pendingOf(progressNow(approval))?.number
  if (state !== 'open' || contacts.length === 0 || step === undefined) return
  const notice = { kind: 'clientCard', accountId, postId, approvalId, step } as const
  const [asked] = await sql`
    select 1
      from accounts a
     where a.organization_id = ${organizationId}
       and a.id = ${accountId}
       and a.clients_channel_id is not null
       and exists (select 1
                     from client_people p
                    where p.organization_id = ${organizationId}
                      and p.account_id = a.id
                      and 'contact:' || p.contact_key = any (${contacts}))
       and not exists (select 1
                         from pin_cards c
                        where c.organization_id = ${organizationId}
                          and c.post_id = ${postId}
                          and c.channel_id = a.clients_channel_id
                          and c.notice @> ${sql.json(notice)})`
  const destination = `clients:${accountId}`
  if (asked) await enqueueRedraw(sql, { organizationId, destination, dedupeKey: `clients:${approvalId}#${step}`, notice }, now)
}

/**
 * Lets go of what waited for requests which are settled now: steps of workflows end, and the slots that were kept are free; those
 * of approved pins are filled.
 */
export async function letGo(sql: Sql, settled: readonly Approval[], now: Date): Promise<void> {
  await endStepsOf(
    sql,
    settled.filter(({ state }) => state !== 'open'),
    now,
  )
  const kept = settled.flatMap(({ keptSlot, state, ...approval }) =>
    keptSlot && state !== 'open' ? [{ ...approval, keptSlot }] : [],
  )
  const [first] = kept
  if (!first) return
  const { organizationId, accountId } = first
  await freeInstants(
    sql,
    first,
    kept.map(({ keptSlot }) => keptSlot.sendAt),
    now,
  )
  await followSlots(sql, { organizationId, id: accountId }, now)
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
  if (batchId !== null) await redrawRequests(sql, { organizationId, accountId, batchId }, now)
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

/**
 * Notifies the requester that their request was put on hold, and, when the hold has ended by itself, the requester and the
 * holder.
 */
export async function notifyHeld(
  sql: Sql,
  { organizationId, id, accountId, postId, revision, askedBy, hold }: Approval,
  now: Date,
): Promise<void> {
  if (hold === null) return
  const about = { accountId, postId, approvalId: id }
  if (isSlackPerson(askedBy)) {
    const notice: Notice = { kind: 'approvalHeld', ...about }
    await enqueueNotice(
      sql,
      { organizationId, destination: `user:${askedBy}`, dedupeKey: `approval:${id}#${revision}:held`, notice },
      now,
    )
  }
  if (hold.until === null) return
  const notice: Notice = { kind: 'approvalHoldEnded', ...about, until: hold.until.toISOString() }
  for (const person of [askedBy, hold.by].filter(isSlackPerson)) {
    const dedupeKey = `approval:${id}#${revision}:holdEnded:${person}`
    await enqueueNotice(
      sql,
      { organizationId, destination: `user:${person}`, dedupeKey, orderKey: dedupeKey, notice },
      hold.until,
    )
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
