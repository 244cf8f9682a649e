/**
 * The recipients of an approval: the channel its card is in, and the person who requested it. In the transaction that enqueues
 * it.
 */
import { isSlackPerson } from '../../lib/actor.js'
import { enqueueNotice } from '../../outbox/notices.js'
import type { Sql } from '../../ports/deps.js'
import type { Approval } from './model.js'

/** A new card, or the one that is there in its present state. */
export async function enqueueCard(
  sql: Sql,
  { organizationId, id, accountId, postId, revision }: Approval,
  now: Date,
): Promise<void> {
  const notice = { kind: 'approvalCard', accountId, postId, approvalId: id } as const
  const destination = `approvals:${accountId}`
  await enqueueNotice(sql, { organizationId, destination, dedupeKey: `approval:${id}#${revision}`, notice }, now)
}

/** Not of what they did themselves. */
export async function notifyRequester(sql: Sql, approval: Approval, now: Date): Promise<void> {
  const { organizationId, id, accountId, postId, askedBy, decidedBy } = approval
  if (decidedBy === askedBy || !isSlackPerson(askedBy)) return
  const notice = { kind: 'approvalDecided', accountId, postId, approvalId: id } as const
  await enqueueNotice(sql, { organizationId, destination: `user:${askedBy}`, dedupeKey: `approval:${id}:decided`, notice }, now)
}
