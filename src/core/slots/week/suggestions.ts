/** Suggests times for slots. @see docs/contract.md#rebuild */
import { requireAccount } from '../../accounts/accounts.js'
import type { Actor } from '../../lib/actor.js'
import { badRequest } from '../../lib/errors.js'
import type { Deps } from '../../ports/deps.js'
import { minutesIn, readBestTimes, zoneFor } from '../account-times.js'
import type { Basis, BestTime } from './best-times.js'
import { readSmartSlots } from '../occupancy.js'
import { addSlot, type NewSlot } from './writes.js'
import { pickTimes } from './spread.js'
import type { Timeslot } from './timeslot.js'
import { requireTimezone } from './rules.js'

export const SUGGESTIONS = { least: 1, most: 50, usual: 10 } as const

export type Suggestions = {
  basis: Basis
  /** Published pins whose results were read. */
  pinsRead: number
  timezone: string
  /** Best first. Where possible, at least an hour from each other and from slots. */
  suggestions: BestTime[]
}

/**
 * Suggests 1 to 50 times, by default 10.
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
  throw badRequest('limit', (of) => `${of('limit')} must be a whole number from ${least} to ${most}.`)
}

/**
 * Creates a slot of type recommended at a suggested time; returns an existing slot at this time.
 * @throws BAD_REQUEST dayPreference, time, timezone; too many slots · FORBIDDEN below scheduler · NOT_FOUND · CONFLICT
 * schedule_locked
 */
export const takeSuggestion = (deps: Pick<Deps, 'db' | 'clock'>, actor: Actor, time: NewSlot): Promise<Timeslot> =>
  addSlot(deps, actor, time, { type: 'recommended', once: true })
