/** Enqueues the card of a request for approval. */
import type { Sql } from '../ports/deps.js'
import { redrawClientCards } from './cards.js'
import { enqueueNotice } from './notices.js'

/** What a card needs of its request. `batchId`: of requests that share one card. */
export type CardOf = {
  organizationId: string
  id: string
  accountId: string
  postId: string
  batchId: string | null
  revision: number
}

/**
 * Enqueues a new card, or an update of the existing one; requests that were made together have one card, which is enqueued once a
 * transaction. Cards that clients see are updated, too.
 */
export async function enqueueCard(
  sql: Sql,
  { organizationId, id, accountId, postId, batchId, revision }: CardOf,
  now: Date,
): Promise<void> {
  await redrawClientCards(sql, { organizationId, accountId, postId }, now)
  if (batchId !== null) {
    await sql`select note_approvals_changed(${organizationId}, ${accountId}, ${batchId}, ${now})`
    return
  }
  const notice = { kind: 'approvalCard', accountId, postId, approvalId: id } as const
  const destination = `approvals:${accountId}`
  await enqueueNotice(sql, { organizationId, destination, dedupeKey: `approval:${id}#${revision}`, notice }, now)
}
