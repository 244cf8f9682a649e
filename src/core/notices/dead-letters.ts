/** Notices that could not be delivered, for the operator. */
import { isRowId } from '../lib/rows/row-id.js'
import type { Actor } from '../lib/actor.js'
import { recordAct } from '../audit/audit.js'
import type { Notice } from '../ports/notice.js'
import type { Sql, UndeliverableCause } from '../ports/deps.js'

export type DeadLetter = {
  organizationId: string
  id: string
  destination: string
  kind: Notice['kind']
  attempts: number
  /** The last error of the other side, or why there is no recipient. */
  lastError: string | null
  /** null: an error occurred. */
  cause: UndeliverableCause | null
  createdAt: Date
  deadAt: Date
}

/** Lists the latest first, for one organization or all; they are kept for 30 days. `without`: causes to exclude. */
export async function listDeadLetters(
  sql: Sql,
  {
    organizationId,
    limit,
    without = [],
  }: { organizationId?: string | undefined; limit: number; without?: readonly UndeliverableCause[] },
): Promise<DeadLetter[]> {
  return [
    ...(await sql<DeadLetter[]>`
    select organization_id as "organizationId", id, destination, notice ->> 'kind' as kind, attempt as attempts,
           last_error as "lastError", cause, created_at as "createdAt", dead_at as "deadAt"
      from outbox
     where dead_at is not null
       and coalesce(cause, '') <> all(${[...without]}::text[])
       and ${organizationId === undefined ? sql`true` : sql`organization_id = ${organizationId}`}
     order by dead_at desc, organization_id, id desc
     limit ${limit}`),
  ]
}

/**
 * Makes a dead letter due now, with all its tries; if it fails again, it becomes a dead letter again.
 * @returns false when there is no such dead letter (any more)
 */
export async function reviveDeadLetter(sql: Sql, actor: Actor, { id }: Pick<DeadLetter, 'id'>, now: Date): Promise<boolean> {
  const { organizationId } = actor
  if (!isRowId(organizationId) || !isRowId(id)) return false
  const revived = await sql`
    update outbox
       set due_at = ${now}, dead_at = null, lease_until = null, attempt = 0, cause = null
     where organization_id = ${organizationId}
       and id = ${id}
       and dead_at is not null`
  if (revived.count === 0) return false
  await recordAct(sql, actor, { subject: `notice:${id}`, action: 'retry' }, now)
  await sql`select pg_notify('outbox_due', '')`
  return true
}
