/** The checks of "publish now" on a post and its account, beyond those of scheduling. */
import { requireAccount } from '../../accounts/accounts.js'
import { RefusedBecause } from '../../lib/errors.js'
import type { Actor } from '../../lib/actor.js'
import { before } from '../../lib/duration.js'
import { LATE_AFTER_MS } from '../../lib/late.js'
import type { Sql } from '../../ports/deps.js'
import { isQuestionOpen } from '../state/open-question.js'
import type { PostRow } from '../row.js'

/**
 * Checks that the account publishes at this moment, so that "publish now" never publishes long after the request. It reads in the
 * transaction of the write: a later pause holds the pin as any other.
 * @throws NOT_FOUND · CONFLICT publishing_paused, account_on_hold · UNPROCESSABLE_ENTITY platform_reconnect_required
 */
export async function requirePublishing(sql: Sql, actor: Actor, accountId: string): Promise<void> {
  const { publishing, tokenStatus, holdSince } = await requireAccount(sql, actor, accountId)
  if (publishing === 'paused') throw new RefusedBecause('publishing_paused')
  if (holdSince) throw new RefusedBecause('account_on_hold')
  if (tokenStatus === 'unauthorized') throw new RefusedBecause('platform_reconnect_required')
}

/**
 * Refuses to send a pin that may be on Pinterest already: a person has to record first whether it is there.
 * @throws CONFLICT outcome_unknown
 */
export async function requireUnquestioned(sql: Sql, { organizationId, id, status, failure }: PostRow): Promise<void> {
  if (status === 'draft' && failure?.reason !== 'outcome_unknown') return
  const [row] = await sql<{ isOpen: boolean }[]>`
    select p.status = 'draft' or ${isQuestionOpen(sql, organizationId)} is not null as "isOpen"
      from posts p
     where p.organization_id = ${organizationId}
       and p.id = ${id}`
  if (!row?.isOpen) return
  throw new RefusedBecause('outcome_unknown')
}

/** True when the publisher will take the queued post at any moment: it is due, on time, and not on hold. */
export async function isGoingOut(sql: Sql, { organizationId, id, status }: PostRow, now: Date): Promise<boolean> {
  if (status !== 'queued') return false
  const due = await sql`
    select
      from posts
     where organization_id = ${organizationId}
       and id = ${id}
       and due_at <= ${now}
       and send_at > ${before(now, LATE_AFTER_MS)}`
  return due.length > 0
}
