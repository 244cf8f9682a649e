/** Attempts with an unknown outcome: the request was sent, and neither an answer nor a read-back has settled it. */
import { MINUTE_MS } from '../../lib/duration.js'
import type { Sql } from '../../ports/deps.js'
import { isUnresolved } from '../../posts/state/open-question.js'
import type { Payload } from './payload.js'

/** The most by which the platform's time of a pin may differ from the time we sent it. */
export const SENT_AROUND_MS = 15 * MINUTE_MS

export type UnresolvedAttempt = { number: number; boardId: string; payload: Payload; sendingAt: Date; sendAt: Date }

type Key = { organizationId: string; postId: string }

/** Lists them in the order in which they were sent. */
export async function listUnresolved(sql: Sql, { organizationId, postId }: Key): Promise<UnresolvedAttempt[]> {
  const rows = await sql<UnresolvedAttempt[]>`
    select u.number, u.board_id as "boardId", u.payload, u.sending_at as "sendingAt", u.send_at as "sendAt"
      from publish_attempts u
     where u.organization_id = ${organizationId}
       and u.post_id = ${postId}
       and ${isUnresolved(sql)}
     order by u.number`
  return [...rows]
}

/**
 * Records that the team was notified of the unknown outcome. The question stays open until a person answers or a pin is found.
 */
export const noteReportedUnknown = (sql: Sql, post: Key, now: Date): Promise<void> => stamp(sql, post, 'reported_unknown_at', now)

/** Records that a person has checked: later requests are sent without a search for these. */
export const ruleOut = (sql: Sql, post: Key, now: Date): Promise<void> => stamp(sql, post, 'ruled_out_at', now)

async function stamp(
  sql: Sql,
  { organizationId, postId }: Key,
  column: 'reported_unknown_at' | 'ruled_out_at',
  now: Date,
): Promise<void> {
  await sql`
    update publish_attempts u
       set ${sql(column)} = ${now}
     where u.organization_id = ${organizationId}
       and u.post_id = ${postId}
       and ${isUnresolved(sql)}`
}

/** Returns the attempt that was sent when the pin was made; undefined when there is none. */
export function nearestAttempt<A extends { sendingAt: Date }>(attempts: A[], at: Date): A | undefined {
  const apart = ({ sendingAt }: A) => Math.abs(sendingAt.getTime() - at.getTime())
  return attempts.reduce<A | undefined>((near, one) => (near && apart(near) <= apart(one) ? near : one), undefined)
}
