/** Claiming a time on the smart schedule. */
import { requireAccount } from '../accounts/accounts.js'
import type { Account } from '../accounts/account.js'
import type { Actor } from '../actor.js'
import { conflict, noOpenSlot, slotResolutionTimeout } from '../errors.js'
import type { Deps, Sql } from '../ports.js'
import { addYears } from '../time.js'
import { countLivePosts, openSlots, readOccupants, readSmartSlots } from './occupancy.js'
import { growingWindows, HORIZON_YEARS, slotInstants, slotsAt } from './occurrences.js'
import type { Occurrence } from './timeslot.js'

export type Slot = { sendAt: Date; timeslotId: string | null }

/** Real-time budget of resolving the next open slot, waiting for the lock included. */
export const RESOLUTION_BUDGET_MS = 5000
/** Several slots created side by side wait for each other; what holds the lock longer is a rebuild. */
const BRIEFLY_MS = 1000

/**
 * The schedule lock, held to the end of the transaction. Taken before any post is locked.
 * `briefly`: for writes of timeslots, which wait for another quick write but not for a rebuild; `wait`: within the transaction's budget.
 * @throws CONFLICT schedule_locked (`briefly` only)
 */
export async function lockSchedule(sql: Sql, account: Account, mode: 'wait' | 'briefly'): Promise<void> {
  if (mode === 'briefly') await sql`select set_config('lock_timeout', ${`${BRIEFLY_MS}ms`}, true)`
  const rows = await sql`
    select id
      from schedules
     where organization_id = ${account.organizationId} and account_id = ${account.id}
       for update`.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === '55P03') throw scheduleLocked()
    throw error
  })
  if (mode === 'briefly') await sql`select set_config('lock_timeout', '0', true)` // pins on the slot are waited for
  if (rows.length === 0) throw new Error(`account ${account.id} has no schedule`) // made together with the account
}

const scheduleLocked = () =>
  conflict('schedule_locked', 'The schedule of this account is being changed. Nothing was written: try again shortly.')

/** `postId`: its own occurrence counts as open. `notBefore`: nothing earlier will do, this very instant will. */
export type Search = { postId: string | null; notBefore?: Date | undefined }

/**
 * The earliest open occurrence after now, within ten years.
 * The caller holds the schedule lock, so two callers never get the same place. An explicit time takes no lock and may be
 * faster: then the write violates posts_occurrence, and the caller asks again (in a savepoint).
 * @throws UNPROCESSABLE_ENTITY no_open_slot
 */
export async function nextOpenSlot(sql: Sql, account: Account, search: Search, now: Date): Promise<Slot> {
  for await (const { at, timeslotId } of openOccurrences(sql, account, search, now)) return { sendAt: at, timeslotId }
  throw noOpenSlot()
}

/**
 * Where an explicit time stands: on the open occurrence of its instant, else off-slot. Takes no lock: when another post takes
 * the occurrence first, the caller's write violates posts_occurrence and is to be made again with `timeslotId` null.
 */
export async function slotAt(sql: Sql, account: Account, { at, postId }: { at: Date; postId: string | null }): Promise<Slot> {
  const timeslotIds = slotsAt(await readSmartSlots(sql, account), at)
  if (timeslotIds.length === 0) return { sendAt: at, timeslotId: null }
  const [timeslotId] = openSlots({ at, timeslotIds }, await readOccupants(sql, account, at), postId)
  return { sendAt: at, timeslotId: timeslotId ?? null }
}

/**
 * The next `limit` open occurrences, for people to look at: nothing is held.
 * @throws NOT_FOUND · SERVICE_UNAVAILABLE slot_resolution_timeout
 */
export async function listOpenSlots(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<Occurrence[]> {
  const now = clock()
  return db.tx(
    async (sql) => {
      const account = await requireAccount(sql, actor, accountId)
      const found: Occurrence[] = []
      if (limit < 1) return found
      for await (const occurrence of openOccurrences(sql, account, { postId: null }, now)) {
        found.push(occurrence)
        if (found.length >= limit) break
      }
      return found
    },
    { budgetMs: RESOLUTION_BUDGET_MS, onTimeout: slotResolutionTimeout },
  )
}

/** Open occurrences after now, within the horizon, earliest first. Reads the taken instants window by window. */
async function* openOccurrences(
  sql: Sql,
  account: Account,
  { postId, notBefore }: Search,
  now: Date,
): AsyncGenerator<Occurrence> {
  const slots = await readSmartSlots(sql, account)
  if (slots.length === 0) return
  const ownAt = postId === null ? undefined : await readOwnInstant(sql, account, postId)
  const after = notBefore && notBefore > now ? new Date(notBefore.getTime() - 1) : now // a window begins after its instant
  for (const window of growingWindows({ after, until: addYears(now, HORIZON_YEARS) })) {
    const live = await countLivePosts(sql, account, window)
    for (const instant of slotInstants(slots, window)) {
      const atMs = instant.at.getTime()
      const others = (live.get(atMs) ?? 0) - (atMs === ownAt ? 1 : 0)
      if (others >= instant.timeslotIds.length) continue
      const occupants = live.has(atMs) ? await readOccupants(sql, account, instant.at) : []
      for (const timeslotId of openSlots(instant, occupants, postId)) yield { timeslotId, at: instant.at }
    }
  }
}

async function readOwnInstant(sql: Sql, account: Account, postId: string): Promise<number | undefined> {
  const [post] = await sql<{ sendAt: Date | null }[]>`
    select send_at as "sendAt"
      from posts
     where organization_id = ${account.organizationId} and account_id = ${account.id} and id = ${postId}
       and status in ('queued', 'uploading', 'sent')`
  return post?.sendAt?.getTime()
}
