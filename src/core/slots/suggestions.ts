/** Times worth a slot. @see decisions.md section 6 */
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import { requireRole } from '../accounts/roles.js'
import type { Actor } from '../actor.js'
import { badRequest } from '../errors.js'
import type { Deps, Sql } from '../ports.js'
import { minutesIn, readBestTimes, zoneFor } from './account-times.js'
import type { Basis, BestTime } from './best-times.js'
import { forgetFull } from './full-until.js'
import { lockSchedule } from './next-open-slot.js'
import { readSmartSlots } from './occupancy.js'
import { firstOccurrence } from './occurrences.js'
import { pickTimes } from './spread.js'
import type { Timeslot } from './timeslot.js'
import { readMinute, requireDay, requireTimezone } from './timeslot-rules.js'
import { columns, requireRoom } from './timeslots.js'

export const SUGGESTIONS = { least: 1, most: 50, usual: 10 } as const

export type Suggestions = {
  basis: Basis
  /** Published pins whose results were read. */
  pinsRead: number
  timezone: string
  /** Best first. No two, and none and a slot, are closer than an hour while there is room. */
  suggestions: BestTime[]
}

/**
 * @param limit 1 to 50, default 10
 * @throws BAD_REQUEST limit, timezone (no zone given, and the account has none) · NOT_FOUND
 */
export async function suggestTimeslots(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  {
    accountId,
    limit = SUGGESTIONS.usual,
    timezone = null,
  }: { accountId: string; limit?: number | undefined; timezone?: string | null | undefined },
): Promise<Suggestions> {
  requireLimit(limit)
  if (timezone !== null) requireTimezone(timezone)
  const now = clock()
  const account = await requireAccount(db.sql, actor, accountId)
  const zone = zoneFor(account, timezone)
  const { basis, pinsRead, scores } = await readBestTimes(db.sql, account, zone, now)
  const taken = minutesIn(zone, await readSmartSlots(db.sql, account), now)
  return { basis, pinsRead, timezone: zone, suggestions: pickTimes(scores, taken, limit) }
}

function requireLimit(limit: number): void {
  const { least, most } = SUGGESTIONS
  if (Number.isInteger(limit) && limit >= least && limit <= most) return
  throw badRequest('limit', `limit must be a whole number from ${least} to ${most}.`)
}

/**
 * Makes a suggested time a slot of type recommended; when there is a slot at this time already, gives that one.
 * @throws BAD_REQUEST dayPreference, time, timezone; too many slots · FORBIDDEN below scheduler · NOT_FOUND · CONFLICT schedule_locked
 */
export async function takeSuggestion(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, day, time, timezone }: { accountId: string; day: number; time: string; timezone: string | null },
): Promise<Timeslot> {
  requireRole(actor, 'scheduler')
  requireDay(day)
  const minute = readMinute(time)
  if (timezone !== null) requireTimezone(timezone)
  const now = clock()
  return db.tx(async (sql) => {
    const account = await requireAccount(sql, actor, accountId)
    await lockSchedule(sql, account, 'briefly')
    const rule = { day, minute, timezone: zoneFor(account, timezone) }
    const known = await findSlot(sql, account, rule)
    if (known) return known
    await requireRoom(sql, account)
    await forgetFull(sql, account)
    const [made] = await sql<[Timeslot]>`
      insert into timeslots (organization_id, account_id, day, minute, timezone, type, predicted_send_at, created_at)
      values (${account.organizationId}, ${account.id}, ${day}, ${minute}, ${rule.timezone}, 'recommended', ${firstOccurrence(rule, now)}, ${now})
      returning ${columns(sql)}`
    return made
  })
}

type Rule = Pick<Timeslot, 'day' | 'minute' | 'timezone'>

async function findSlot(
  sql: Sql,
  { organizationId, id }: Account,
  { day, minute, timezone }: Rule,
): Promise<Timeslot | undefined> {
  const [known] = await sql<Timeslot[]>`
    select ${columns(sql)}
      from timeslots
     where organization_id = ${organizationId} and account_id = ${id} and type <> 'evergreen'
       and day = ${day} and minute = ${minute} and timezone = ${timezone}
     order by id
     limit 1`
  return known
}
