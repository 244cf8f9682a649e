/** Notices that wait to be delivered: in the order of their pin, one a second and place, at least once. */
import { after, before, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../lib/duration.js'
import type { Notice } from '../ports/notice.js'
import type { Sql, UndeliverableCause } from '../ports/deps.js'
import type { GoesOn } from '../lib/batch.js'
import { type Part, purgeRows, type Rows } from '../lib/rows/by-organization.js'

export type OutboxRow = {
  organizationId: string
  id: string
  destination: string
  /** Where it is read: one message at a time. */
  place: string
  dedupeKey: string
  notice: Notice
  /** Deliveries tried, this one included. */
  attempt: number
  createdAt: Date
  leaseUntil: Date
}

/** Of the shared places: where all organizations' messages to the staff are read. */
export const STAFF = 'staff'

const PACE_MS = SECOND_MS
/** Before the second try, the third, …; the tenth comes after a day. */
const RETRY_AFTER_MS = [
  10 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  8 * HOUR_MS,
  12 * HOUR_MS,
]
const DEAD_AFTER_MS = DAY_MS
/** A limit that ends sooner is passing, for a notice of any age: those of a day may all come at once when we were away ourselves. */
const PASSING_MS = MINUTE_MS
const KEPT_MS = 30 * DAY_MS

/** A row is settled by the worker that holds it. */
const leasedBy = (sql: Sql, { organizationId, id, leaseUntil }: OutboxRow) => sql`
  organization_id = ${organizationId} and id = ${id} and lease_until = ${leaseUntil} and due_at is not null`

/**
 * Its place is free from `freeAt` on, in the same statement; not when somebody else has it by now. The channel of the staff, which is of no organization,
 * by a statement of its own before that: a cluster writes what every node has, and what one of them has, one after the other.
 * @param how as in an update
 */
async function settle(sql: Sql, row: OutboxRow, { freeAt, how }: { freeAt: Date; how: Part }): Promise<void> {
  const { organizationId, destination, place, leaseUntil } = row
  if (destination === STAFF)
    await sql`
      update shared_places
         set free_at = ${freeAt}
       where place = ${STAFF}
         and free_at = ${leaseUntil}`
  await sql`
    with freed as (
      update outbox_places
         set free_at = ${freeAt}
       where organization_id = ${organizationId}
         and place = ${place}
         and free_at = ${leaseUntil}
    )
    update outbox
       set ${how}
     where ${leasedBy(sql, row)}`
}

export async function markDelivered(sql: Sql, row: OutboxRow, now: Date): Promise<void> {
  const how = sql`delivered_at = ${now}, due_at = null, lease_until = null, last_error = null`
  await settle(sql, row, { freeAt: after(now, PACE_MS), how })
}

/** There is no recipient: what is queued behind it is not blocked. */
export async function markDead(
  sql: Sql,
  row: OutboxRow,
  { message, cause = null }: { message: string; cause?: UndeliverableCause | null },
  now: Date,
): Promise<void> {
  const how = sql`dead_at = ${now}, due_at = null, lease_until = null, last_error = ${message}, cause = ${cause}`
  await settle(sql, row, { freeAt: now, how })
}

/**
 * Tries again later, or gives up: after ten tries over a day, or when the other side wants no message for more than a minute and this one is a
 * day old. What waits behind it is tried then, and comes to its own end.
 * @param afterMs when the other side named a wait: it is of the place, so nothing is sent there sooner, but for one more try when this row
 * is a day old; else it grows with each try, and is of this row and those behind it in its order
 * @returns whether it is tried again
 */
export async function postpone(
  sql: Sql,
  row: OutboxRow,
  { afterMs, message }: { afterMs?: number; message: string },
  now: Date,
): Promise<'later' | 'dead'> {
  const leftMs = row.createdAt.getTime() + DEAD_AFTER_MS - now.getTime()
  if (leftMs <= 0 && (row.attempt > RETRY_AFTER_MS.length || (afterMs ?? 0) > PASSING_MS)) {
    await markDead(sql, row, { message }, now)
    return 'dead'
  }
  const namedMs = afterMs !== undefined && leftMs > 0 ? Math.min(afterMs, leftMs) : afterMs
  const waitMs = Math.max(namedMs ?? RETRY_AFTER_MS[Math.min(row.attempt, RETRY_AFTER_MS.length) - 1] ?? HOUR_MS, PACE_MS)
  const how = sql`due_at = ${after(now, waitMs)}, lease_until = null, last_error = ${message}`
  await settle(sql, row, { freeAt: after(now, afterMs === undefined ? PACE_MS : waitMs), how })
  return 'later'
}

/** One of the sweeps over all organizations: finished rows are kept for a while, for the operator and for deduplication. */
export async function purgeOutbox(db: Rows, now: Date, goesOn: GoesOn = () => true): Promise<void> {
  const { sql } = db
  const over = sql`t.due_at is null and coalesce(t.delivered_at, t.dead_at) <= ${before(now, KEPT_MS)}`
  await purgeRows(db, goesOn, { from: 'outbox', key: { id: 'bigint' }, over })
  await purgeRows(db, goesOn, {
    from: 'outbox_places',
    key: { place: 'text' },
    over: sql`t.free_at <= ${before(now, DEAD_AFTER_MS)}`,
  })
}
