/** Reattaches pins when slots are replaced: they keep their times, and get a slot of the new week where there is one. */
import type { Account } from '../../accounts/account.js'
import { inSavepoint } from '../../lib/rows/savepoint.js'
import type { Sql } from '../../ports/deps.js'
import { keptFromOthers, readKept } from '../kept.js'
import { isOccurrenceTaken } from '../occurrence-taken.js'
import type { WeeklySlot } from '../occurrences.js'
import { attach, type Attachment, type Held, type LoosePin } from './rebuild-plan.js'
import { isLive } from '../../lib/rows/live.js'

/** A loose pin as read; `timeslotId` is null or a slot that is removed. */
export type ReadPin = LoosePin & { timeslotId: string | null }
/** `stayingIds`: existing slots that stay, evergreen ones included. `slots`: the smart slots of the new week, oldest first. */
export type NewWeek = { slots: readonly WeeklySlot[]; stayingIds: readonly string[] }
type Move = { pin: ReadPin; to: string | null }

/** Pins per statement: other requests run in between, and a lost occurrence repeats no more than these. */
const AT_A_TIME = 2000

/**
 * Reads coming pins on none of the staying slots, oldest first, with pins being published last, so that these are locked for the
 * shortest time.
 */
export async function readLoosePins(
  sql: Sql,
  { organizationId, id }: Account,
  stayingIds: readonly string[],
  now: Date,
): Promise<ReadPin[]> {
  return sql<ReadPin[]>`
    select id as "postId", send_at as "sendAt", timeslot_id as "timeslotId"
      from posts
     where organization_id = ${organizationId} and account_id = ${id}
       and status in ('queued', 'uploading')
       and send_at > ${now}
       and (timeslot_id is null or timeslot_id <> all(${[...stayingIds]}::bigint[]))
     order by status = 'uploading', id`
}

/** Plans the attachments without locks. */
export async function planAttachments(
  sql: Sql,
  account: Account,
  { slots, stayingIds }: NewWeek,
  pins: readonly ReadPin[],
  now: Date,
): Promise<Attachment[]> {
  return attach(slots, pins, await readLocked(sql, account, stayingIds, now), now)
}

/**
 * Puts loose pins on the slots of their instants, and takes others off removed slots. Everything is planned before locking; then
 * all rows to be changed are locked before the first write. A pin that was published or moved meanwhile is left unchanged.
 * @returns the number of pins that now are on a slot
 */
export async function reattachPins(
  sql: Sql,
  account: Account,
  week: NewWeek,
  pins: readonly ReadPin[],
  now: Date,
): Promise<number> {
  const moves = movesOf(pins, await planAttachments(sql, account, week, pins, now))
  const locked: Move[] = []
  for (const some of inParts(moves)) locked.push(...(await lockPins(sql, account, some)))
  let reattached = 0
  for (const some of inParts(locked)) reattached += await movePins(sql, account, week, some, now)
  return reattached
}

/** Counts coming pins that are on no slot. */
export async function countOffSlot(sql: Sql, { organizationId, id }: Account, now: Date): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
      from posts
     where organization_id = ${organizationId} and account_id = ${id}
       and status in ('queued', 'uploading')
       and send_at > ${now}
       and timeslot_id is null`
  return row.count
}

function movesOf(pins: readonly ReadPin[], attachments: readonly Attachment[]): Move[] {
  const slotOf = new Map(attachments.map(({ postId, timeslotId }) => [postId, timeslotId]))
  return pins.map((pin) => ({ pin, to: slotOf.get(pin.postId) ?? null })).filter(({ pin, to }) => pin.timeslotId !== to)
}

function* inParts(moves: readonly Move[]): Generator<Move[]> {
  for (let from = 0; from < moves.length; from += AT_A_TIME) yield moves.slice(from, from + AT_A_TIME)
}

async function readLocked(sql: Sql, { organizationId, id }: Account, timeslotIds: readonly string[], now: Date): Promise<Held[]> {
  const live = await sql<Held[]>`
    select timeslot_id as "timeslotId", send_at as "sendAt"
      from posts
     where organization_id = ${organizationId} and account_id = ${id}
       and ${isLive(sql)}
       and timeslot_id = any(${[...timeslotIds]}::bigint[]) and send_at > ${now}`
  const kept = keptFromOthers(await readKept(sql, { organizationId, id }, now), null)
  return [
    ...live,
    ...kept.flatMap(({ timeslotId, at: sendAt }) =>
      timeslotId !== null && timeslotIds.includes(timeslotId) ? [{ timeslotId, sendAt }] : [],
    ),
  ]
}

/** Locks in the order given, which is key order. @returns moves of pins unchanged since they were read */
async function lockPins(sql: Sql, { organizationId, id }: Account, moves: Move[]): Promise<Move[]> {
  const pins = moves.map(({ pin }) => pin)
  const rows = await sql<{ postId: string }[]>`
    select p.id as "postId"
      from posts p
      join unnest(${pins.map(({ postId }) => postId)}::bigint[], ${pins.map(({ sendAt }) => sendAt.toISOString())}::timestamptz[],
                  ${pins.map(({ timeslotId }) => timeslotId)}::bigint[]) with ordinality as w (id, send_at, timeslot_id, place)
        on p.id = w.id and p.send_at = w.send_at and p.timeslot_id is not distinct from w.timeslot_id
     where p.organization_id = ${organizationId} and p.account_id = ${id}
       and p.status in ('queued', 'uploading')
     order by w.place
       for no key update of p`
  const locked = new Set(rows.map(({ postId }) => postId))
  return moves.filter(({ pin }) => locked.has(pin.postId))
}

/**
 * Moves locked pins. An explicit time takes no schedule lock and may take an occurrence first; the pin planned for it then gets
 * another one, or is off-slot. This terminates, because each repetition means that another request got its slot.
 * @returns the number of them that now are on a slot
 */
async function movePins(sql: Sql, account: Account, week: NewWeek, moves: Move[], now: Date): Promise<number> {
  const pins = moves.map(({ pin }) => pin)
  for (let wanted = moves; ; ) {
    try {
      await inSavepoint(sql, (inner) => writeSlots(inner, account, wanted, now))
      return wanted.filter(({ to }) => to !== null).length
    } catch (error) {
      if (!isOccurrenceTaken(error)) throw error
      wanted = movesOf(pins, await planAttachments(sql, account, week, pins, now))
    }
  }
}

/** Makes no new version: nothing changes for people, and earlier changes can still be undone. */
async function writeSlots(sql: Sql, { organizationId, id }: Account, moves: Move[], now: Date): Promise<void> {
  await sql`
    update posts p
       set timeslot_id = w.timeslot_id, updated_at = ${now}
      from unnest(${moves.map(({ pin }) => pin.postId)}::bigint[], ${moves.map(({ to }) => to)}::bigint[]) as w (id, timeslot_id)
     where p.organization_id = ${organizationId} and p.account_id = ${id} and p.id = w.id`
}
