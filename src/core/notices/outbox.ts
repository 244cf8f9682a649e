/** Notices that wait for delivery: in the order of their pin, one a second for each place, at least once. */
import { after, before, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../lib/duration.js'
import type { Notice } from '../ports/notice.js'
import type { Sql, UndeliverableCause } from '../ports/deps.js'
import type { GoesOn } from '../lib/work/batch.js'
import { type Part, purgeRows, type Rows } from '../lib/rows/by-organization.js'

export type OutboxRow = {
  organizationId: string
  id: string
  destination: string
  /** The conversation where it is read, which takes one message at a time. */
  place: string
  dedupeKey: string
  notice: Notice
  /** The number of tried deliveries, including this one. */
  attempt: number
  createdAt: Date
  leaseUntil: Date
}

/** The shared place where staff messages of all organizations are read. */
export const STAFF = 'staff'

const PACE_MS = SECOND_MS
/** The waits before the second try, the third, …; the tenth comes after a day. */
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
/**
 * A shorter rate limit counts as temporary, for a notice of any age: after an outage of ours, a day's notices may all be sent at
 * once.
 */
const PASSING_MS = MINUTE_MS
const KEPT_MS = 30 * DAY_MS

/** True for a row that this worker holds. */
const leasedBy = (sql: Sql, { organizationId, id, leaseUntil }: OutboxRow) => sql`
  organization_id = ${organizationId} and id = ${id} and lease_until = ${leaseUntil} and due_at is not null`

/**
 * Settles a row and frees its place from `freeAt` in one statement, unless another process has it. The staff's channel belongs to
 * no organization, so it is written by a separate statement before: a cluster does not write both kinds of tables at once.
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

/** Ends a notice without a recipient; the rows behind it go on. */
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
 * Postpones a delivery, or gives up after ten tries over a day, or when the row is a day old and the other side asks for more
 * than a minute. `afterMs`: a wait that the other side asked for, which applies to the whole place (shortened to allow one more
 * try at the age of a day); otherwise the wait grows with each try, and applies to this row and those behind it in its order.
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

/** Deletes finished rows of all organizations, which are kept for a while for the operator and for deduplication. */
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
