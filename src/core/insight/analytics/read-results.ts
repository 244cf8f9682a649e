/** Reads the results of an account's published pins from the platform. @see docs/schedule.md#best-times */
import { after, DAY_MS } from '../../lib/duration.js'
import type { Account } from '../../accounts/account.js'
import type { RefreshDeps } from '../../connections/connection.js'
import { noteRefusal } from '../../connections/call-platform.js'
import { withAccess } from '../../connections/with-access.js'
import { PlatformError } from '../../ports/platform.js'
import { holdResults, keepPinDays, listPinsToRead, noteRead, type PinToRead } from './pin-days.js'
import { dateOf } from '../../lib/time.js'

/** Pins per account in one run, because the platform limits our requests. */
const PINS_AT_A_TIME = 40
const HELD_MS = 7 * DAY_MS

/** `refused`: the platform gives this account no analytics; the next try is in a week. */
export type ResultsRead = { read: number; refused: boolean }

/**
 * Reads at most 40 pins one by one, never-read ones first; each result is stored at once. If the tokens no longer work, the
 * account becomes unauthorized, as in foreground calls.
 * @param goesOn false: no further pin is begun
 * @throws PlatformError rate limit, dead tokens, no answer · UNPROCESSABLE_ENTITY platform_reconnect_required
 */
export async function readResults(deps: RefreshDeps, account: Account, goesOn: () => boolean): Promise<ResultsRead> {
  const { db, clock } = deps
  let read = 0
  for (const pin of await listPinsToRead(db.sql, account, { now: clock(), limit: PINS_AT_A_TIME })) {
    if (!goesOn()) break
    const end = await readOne(deps, account, pin)
    if (end === 'refused') {
      await holdResults(db.sql, account, after(clock(), HELD_MS))
      return { read, refused: true }
    }
    if (end === 'read') read++
  }
  return { read, refused: false }
}

/** `none`: the platform does not know the pin, or not in this form; retried the next day. */
async function readOne(
  deps: RefreshDeps,
  account: Account,
  { postId, pinId, sentAt, isVideo }: PinToRead,
): Promise<'read' | 'none' | 'refused'> {
  const { db, clock, platform } = deps
  const days = { first: dateOf(sentAt), last: dateOf(clock()) }
  try {
    const { days: known } = await withAccess(deps, account, (access) =>
      platform.readPinAnalytics(access, pinId, { ...days, isVideo }),
    )
    const now = clock()
    await db.tx(async (sql) => {
      await noteRead(sql, account, postId, now)
      await keepPinDays(sql, account, { pinId, days: known }, now)
    })
    return 'read'
  } catch (error) {
    await noteRefusal(deps, account, error)
    const kind = error instanceof PlatformError ? error.kind : undefined
    if (kind !== 'forbidden' && kind !== 'not_found' && kind !== 'invalid') throw error
    await noteRead(db.sql, account, postId, clock()) // also when refused: if it is this pin alone, another one comes first next time
    return kind === 'forbidden' ? 'refused' : 'none'
  }
}
