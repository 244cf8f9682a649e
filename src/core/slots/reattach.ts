/** Pins whose slots come and go under them: they keep their times, and find a slot of the new week where there is one. */
import type { Account } from '../accounts/account.js'
import type { Sql, Transaction } from '../ports.js'
import { isOccurrenceTaken } from './occurrence-taken.js'
import type { WeeklySlot } from './occurrences.js'
import { attach, type Attachment, type Held, type LoosePin } from './rebuild-plan.js'

const MAX_TRIES = 5

/**
 * The coming pins that are on none of the slots which stay: on one that goes, or on none. Oldest first. For writing, they and all that
 * is to be taken off the slots that go are locked, in key order, before any of them is written.
 */
export async function readLoosePins(
  sql: Sql,
  { organizationId, id }: Account,
  { removedIds, forUpdate }: { removedIds: string[]; forUpdate: boolean },
  now: Date,
): Promise<LoosePin[]> {
  const rows = await sql<(LoosePin & { isComing: boolean })[]>`
    select id as "postId", send_at as "sendAt", status in ('queued', 'uploading') and send_at > ${now} as "isComing"
      from posts
     where organization_id = ${organizationId} and account_id = ${id}
       and status in ('queued', 'uploading', 'sent')
       and (timeslot_id = any(${removedIds}::bigint[])
            or timeslot_id is null and send_at > ${now})
     order by id
       ${forUpdate ? sql`for update` : sql``}`
  return rows.filter(({ isComing }) => isComing).map(({ postId, sendAt }) => ({ postId, sendAt }))
}

/** What would be attached. @param slots those of the new week that there are, and stand-ins for those to come, oldest first */
export async function planAttachments(
  sql: Sql,
  account: Account,
  { slots, pins }: { slots: readonly WeeklySlot[]; pins: readonly LoosePin[] },
  now: Date,
): Promise<Attachment[]> {
  return attach(slots, pins, await readHeld(sql, account, now), now)
}

/**
 * Puts loose pins on the slots of their instants, straight from slots that go. An explicit time takes no schedule lock and may be quicker: then the occurrence is its own,
 * and the rest is done again.
 * @returns how many pins are on a slot now
 */
export async function reattachPins(
  sql: Sql,
  account: Account,
  work: { slots: readonly WeeklySlot[]; pins: readonly LoosePin[] },
  now: Date,
): Promise<number> {
  // A rebuild is a transaction, and only a transaction has savepoints: ISql does not say so.
  const tx = sql as Transaction
  for (let tries = 1; ; tries++) {
    const attachments = await planAttachments(sql, account, work, now)
    try {
      return await tx.savepoint((inner) => writeAttachments(inner, account, attachments, now))
    } catch (error) {
      if (tries >= MAX_TRIES || !isOccurrenceTaken(error)) throw error
    }
  }
}

async function readHeld(sql: Sql, { organizationId, id }: Account, now: Date): Promise<Held[]> {
  return sql<Held[]>`
    select timeslot_id as "timeslotId", send_at as "sendAt"
      from posts
     where organization_id = ${organizationId} and account_id = ${id}
       and status in ('queued', 'uploading', 'sent')
       and timeslot_id is not null and send_at > ${now}`
}

/** The pins are locked, so they are as they were read. */
async function writeAttachments(
  sql: Sql,
  { organizationId, id }: Account,
  attachments: Attachment[],
  now: Date,
): Promise<number> {
  if (attachments.length === 0) return 0
  const written = await sql`
    update posts p
       set timeslot_id = a.timeslot_id, version = p.version + 1, updated_at = ${now}
      from unnest(${attachments.map(({ postId }) => postId)}::bigint[], ${attachments.map(({ timeslotId }) => timeslotId)}::bigint[])
           as a (post_id, timeslot_id)
     where p.organization_id = ${organizationId} and p.account_id = ${id} and p.id = a.post_id
       and p.status in ('queued', 'uploading')`
  return written.count
}
