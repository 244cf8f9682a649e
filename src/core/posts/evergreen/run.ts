/** Publishes a pin of the pool again, as a new post, at each evergreen slot. @see docs/contract.md#evergreen */
import type { GoesOn } from '../../lib/work/batch.js'
import { after, before, DAY_MS, MINUTE_MS } from '../../lib/duration.js'
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import { DomainError } from '../../lib/errors.js'
import { inSavepoint } from '../../lib/rows/savepoint.js'
import { enqueueNotice } from '../../notices/notices.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { lockSchedule, RESOLUTION_BUDGET_MS, turnOfSchedule } from '../../slots/next-open-slot.js'
import { firstOccurrence, type WeeklySlot } from '../../slots/occurrences.js'
import { chooseSource } from './choice.js'
import { actorOf, becauseOf, makeCopy } from './copy.js'
import { isDecided, type Outcome, type SlotAt, writeRun } from './runs.js'
import { startSlots } from './start.js'

/**
 * How long before its time a copy is made: a video is uploaded 15 minutes before its time, and a person may still see, move or
 * unschedule the copy.
 */
export const LEAD_MS = 20 * MINUTE_MS
/** The longest delay for an occurrence: after a longer outage it is skipped, because a pin is promised at its time. */
const GRACE_MS = 10 * MINUTE_MS
const AT_A_TIME = 500

type DueSlot = { organizationId: string; accountId: string; timeslotId: string; at: Date }

/** `at` null: its first occurrence could not be computed. */
type Failure = Omit<DueSlot, 'at'> & { at: Date | null; error: unknown }

/** `made`: new posts; `passed`: occurrences without one; `failed`: those that are tried again at the next tick. */
export type EvergreenTick = { made: number; passed: number; failed: Failure[] }

/**
 * Decides what each near occurrence publishes, over all organizations, once however many processes run this. It goes earliest
 * first, each in a transaction of its own, so that a failing one does not block the others.
 */
export async function runEvergreen(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  goesOn: GoesOn = () => true,
): Promise<EvergreenTick> {
  const tick: EvergreenTick = { made: 0, passed: 0, failed: [] }
  const until = after(clock(), LEAD_MS)
  for (const slot of await startSlots(db.sql, clock(), goesOn)) tick.failed.push({ ...slot, at: null })
  let some: DueSlot[] = []
  do {
    some = await listDueSlots(db.sql, until, some.at(-1))
    for (const slot of some) {
      if (!goesOn()) return tick
      try {
        const done = await db.tx((sql) => runSlot(sql, slot, clock()), {
          budgetMs: RESOLUTION_BUDGET_MS,
          turn: turnOfSchedule(slot.organizationId, slot.accountId),
        })
        if (done) tick[done]++
      } catch (error) {
        tick.failed.push({ ...slot, error })
      }
    }
  } while (some.length === AT_A_TIME)
  return tick
}

/** Lists due slots of all organizations. */
async function listDueSlots(sql: Sql, until: Date, last: DueSlot | undefined): Promise<DueSlot[]> {
  const rows = await sql<DueSlot[]>`
    select organization_id as "organizationId", account_id as "accountId", id as "timeslotId", next_at as at
      from timeslots
     where next_at <= ${until}
     ${last ? sql`and (next_at, organization_id, id) > (${last.at}, ${last.organizationId}, ${last.timeslotId})` : sql``}
     order by next_at, organization_id, id
     limit ${AT_A_TIME}`
  return [...rows]
}

/** Returns the next occurrence to decide about in all organizations, so that the virtual clock need not stop at every minute. */
export async function nextEvergreenDue(sql: Sql): Promise<Date | null> {
  const [row] = await sql<[{ next: Date | null }]>`
    select min(next_at) as next from timeslots where next_at is not null`
  return row.next && before(row.next, LEAD_MS)
}

/** Decides one occurrence. @returns undefined: another instance decided, or the slot was changed meanwhile */
async function runSlot(sql: Sql, { at, timeslotId, ...due }: DueSlot, now: Date): Promise<'made' | 'passed' | undefined> {
  const actor = actorOf(due.organizationId)
  await lockSchedule(sql, await requireAccount(sql, actor, due.accountId))
  const account = await requireAccount(sql, actor, due.accountId) // read again after the wait for the lock
  const slot = await findSlot(sql, account, { timeslotId, at })
  if (!slot) return undefined
  const meant = { timeslotId, at: occurrenceNear(slot, at) }
  if (meant.at > after(now, LEAD_MS)) return void (await moveOn(sql, account, { timeslotId, at }, meant.at)) // it was moved later
  const inGrace = before(now, GRACE_MS)
  const isLate = meant.at < inGrace
  await moveOn(sql, account, { timeslotId, at }, firstOccurrence(slot, isLate ? before(inGrace, 1) : meant.at))
  if (await isDecided(sql, account, meant)) return undefined
  const outcome = isLate ? ({ reason: 'too_late' } as const) : await putOut(sql, account, meant, now)
  await writeRun(sql, account, { ...meant, outcome }, now)
  return 'postId' in outcome ? 'made' : 'passed'
}

async function findSlot(sql: Sql, { organizationId, id }: Account, { timeslotId, at }: SlotAt): Promise<WeeklySlot | undefined> {
  const [slot] = await sql<WeeklySlot[]>`
    select id, day, minute, timezone
      from timeslots
     where organization_id = ${organizationId} and account_id = ${id} and id = ${timeslotId} and next_at = ${at}`
  return slot
}

/**
 * Returns the occurrence of a stored instant, which time zone data may have moved since: no zone moves by days, and a slot is
 * weekly.
 */
const occurrenceNear = (slot: WeeklySlot, at: Date) => firstOccurrence(slot, before(at, 3 * DAY_MS))

async function moveOn(sql: Sql, { organizationId, id }: Account, { timeslotId, at }: SlotAt, next: Date): Promise<void> {
  const moved = await sql`
    update timeslots
       set next_at = ${next}
     where organization_id = ${organizationId} and account_id = ${id} and id = ${timeslotId} and next_at = ${at}`
  if (moved.count !== 1) throw new Error(`evergreen slot ${timeslotId} changed under the schedule lock`)
}

/** Makes the copy in a savepoint: a denied charge rolls back the post, but not the decision. */
async function putOut(sql: Sql, account: Account, slot: SlotAt, now: Date): Promise<Outcome> {
  const choice = await chooseSource(sql, account, slot.at, now)
  if (choice.kind === 'nothing') return { reason: choice.because }
  try {
    return await inSavepoint(sql, (inner) => makeCopy(inner, account, { sourcePostId: choice.postId, slot }, now))
  } catch (error) {
    const reason = becauseOf(error)
    if (reason === 'no_credit' && error instanceof DomainError) await notifyStopped(sql, account, error, now)
    return { reason }
  }
}

/** Notifies once a day. */
async function notifyStopped(sql: Sql, { organizationId, id }: Account, denial: DomainError, now: Date): Promise<void> {
  const destination = `account:${id}`
  const dedupeKey = `evergreen:${id}:${now.toISOString().slice(0, 10)}:no_credit`
  const { message, details } = denial
  const notice = { kind: 'evergreenStopped', accountId: id, message, ...(details.reason && { reason: details.reason }) } as const
  await enqueueNotice(sql, { organizationId, destination, dedupeKey, notice }, now)
}
