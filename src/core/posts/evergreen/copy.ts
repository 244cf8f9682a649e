/** Creates the post of an evergreen run from a published pin. */
import type { Account } from '../../accounts/account.js'
import type { Actor } from '../../lib/actor.js'
import { takeCharge } from '../../billing/ledger.js'
import { findGoneSections } from '../../boards/lock-sections.js'
import { DomainError } from '../../lib/errors.js'
import type { Sql } from '../../ports/deps.js'
import { newChangeId } from '../audit.js'
import { placedNew } from '../changed.js'
import { findPost, insertDraft, queuePost } from '../store.js'
import type { NothingBecause } from './evergreen.js'
import type { SlotAt } from './runs.js'

/** The actor that the audit names as the author of copies. */
export const actorOf = (organizationId: string): Actor => ({
  organizationId,
  via: 'operator',
  role: 'admin',
  userId: 'evergreen',
})

/**
 * Copies all that is published, then charges and queues the copy on the evergreen slot, in the caller's transaction, which holds
 * the schedule lock. A section that is gone is left out, and the source goes to the end of the pool, so that a pin that always
 * fails does not block the others.
 * @throws PAYMENT_REQUIRED: to be rolled back
 */
export async function makeCopy(
  sql: Sql,
  account: Account,
  { sourcePostId, slot }: { sourcePostId: string; slot: SlotAt },
  now: Date,
): Promise<{ postId: string }> {
  const { organizationId, id: accountId } = account
  const source = await findPost(sql, { organizationId, accountId, postId: sourcePostId })
  if (!source) throw new Error(`post ${sourcePostId} of the evergreen pool is not there`) // a published pin is never deleted
  const isGone = (await findGoneSections(sql, account, [source])).length > 0 // as the boards were last read
  const boardSectionId = isGone ? null : source.boardSectionId
  const changeId = newChangeId()
  const draft = await insertDraft(
    sql,
    account,
    { ...source, boardSectionId, sourcePostId, generationId: null, series: null, author: actorOf(organizationId), changeId },
    now,
  )
  const chargeNumber = draft.chargeNumber + 1
  await takeCharge(sql, account, { postId: draft.id, chargeNumber }, now)
  await queuePost(sql, { ...draft, chargeNumber }, { sendAt: slot.at, timeslotId: slot.timeslotId }, now)
  await placedNew(sql, account, changeId, now)
  await sql`
    update evergreen_posts
       set last_run_at = ${now}
     where organization_id = ${organizationId} and post_id = ${sourcePostId}`
  return { postId: draft.id }
}

/** Returns why nothing is published after a denied charge. @throws any other error unchanged */
export function becauseOf(error: unknown): NothingBecause {
  if (!(error instanceof DomainError) || error.code !== 'PAYMENT_REQUIRED') throw error
  return error.details.reason === 'account_not_connected' ? 'not_connected' : 'no_credit'
}
