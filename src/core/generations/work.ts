/** A generation from the address to its drafts, each of them once. */
import { type Asking, hasLostRight, requireMaker } from '../accounts/keys/actor-now.js'
import { after, HOUR_MS, MINUTE_MS, SECOND_MS } from '../lib/duration.js'
import { faultOf, isWorthAnother } from '../lib/work/fault.js'
import { Superseded } from '../lib/work/superseded.js'
import type { Deps } from '../ports/deps.js'
import { type ClaimedGeneration, claimGenerations, closeGeneration, endGeneration, postpone } from './claim.js'
import { makeDrafts } from './make-drafts.js'
import type { FailureCode } from './page-failures.js'
import { readPageAt } from './read-page.js'

/** Longer than the page, four rounds of pictures and the transaction take. One who dies is followed after it. */
export const LEASE_MS = 5 * MINUTE_MS
/** From the request on. Nobody waits longer for drafts, and what ends its process again and again ends, too. */
export const MOST_MS = HOUR_MS
/** When our own network is down: it may be so for long, as on a laptop. */
const OFFLINE_MS = 5 * MINUTE_MS
const FIRST_WAIT_MS = 10 * SECOND_MS

/** @returns generations of different organizations */
export const claimDueGenerations = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, limit: number): Promise<ClaimedGeneration[]> =>
  claimGenerations(db.sql, { now: clock(), until: after(clock(), LEASE_MS), limit })

/**
 * Reads the page of a claimed generation and makes its drafts, in the name of who requested it and with the rights they have now. Its drafts and its end are one transaction:
 * whoever else works on it, after a lease that ended, keeps nothing.
 * @returns how many drafts were made by this
 */
export async function generate(deps: Deps & Asking, taken: ClaimedGeneration): Promise<{ made: number }> {
  let claimed = taken
  try {
    if (claimed.version > 1 && isTooLate(claimed, deps.clock())) return await fail(deps, claimed, 'timeout')
    claimed = { ...taken, actor: await requireMaker(deps, deps.db, taken.actor, taken.accountId) }
    const read = await readPageAt(deps, claimed.organizationId, claimed.url)
    switch (read.kind) {
      case 'failed':
        return await failOr(deps, claimed, read.because)
      case 'later':
        return await waitOr(deps, claimed, { until: read.at, isTry: false, otherwise: 'timeout' })
      case 'offline':
        return await waitOr(deps, claimed, {
          until: nextTry(deps, claimed),
          isTry: true,
          otherwise: 'unreachable',
          mostMs: OFFLINE_MS,
        })
      case 'read': {
        const done = await makeDrafts(deps, claimed, read.page)
        return 'failed' in done ? await failOr(deps, claimed, done.failed) : done
      }
    }
  } catch (error) {
    if (error instanceof Superseded) return NONE
    if (hasLostRight(error)) return fail(deps, claimed, 'not_allowed')
    return giveUpOrWait(deps, claimed, error)
  }
}

const NONE = { made: 0 }

/** Those who wait for its drafts hear of it in the same transaction; where that fails, too, the generation ends without them. */
async function fail(deps: Deps, claimed: ClaimedGeneration, failureCode: FailureCode): Promise<{ made: number }> {
  const { db, clock, log } = deps
  const ended = { status: 'failed', failureCode } as const
  try {
    await db.tx((sql) => endGeneration(sql, claimed, ended, clock()))
  } catch (error) {
    if (faultOf(error) === 'passing') throw error
    const { organizationId, generationId } = claimed
    log.error({ organizationId, generationId, err: error }, 'the end of a generation reached nobody who waits for it')
    await closeGeneration(db.sql, claimed, ended, clock())
  }
  return NONE
}

/** In these cases what the feed says of the page itself is enough. One that wants no pins has none. */
const READ_OTHERWISE: readonly FailureCode[] = [
  ...([
    'unreachable',
    'timeout',
    'not_html',
    'too_large',
    'unreadable',
    'blocked_by_robots',
    'no_picture',
    'no_content',
  ] as const),
]

async function failOr(deps: Deps, claimed: ClaimedGeneration, because: FailureCode): Promise<{ made: number }> {
  if (!claimed.instead || !READ_OTHERWISE.includes(because)) return fail(deps, claimed, because)
  const done = await makeDrafts(deps, claimed, claimed.instead)
  return 'failed' in done ? fail(deps, claimed, because) : done
}

const isTooLate = ({ createdAt }: ClaimedGeneration, at: Date, mostMs = MOST_MS) => at > after(createdAt, mostMs)

/** `mostMs`: from the request on. */
type Waiting = { until: Date; isTry: boolean; otherwise: FailureCode; mostMs?: number }

async function waitOr(
  deps: Deps,
  claimed: ClaimedGeneration,
  { until, isTry, otherwise, mostMs }: Waiting,
): Promise<{ made: number }> {
  if (isTooLate(claimed, until, mostMs)) return fail(deps, claimed, otherwise)
  await postpone(deps.db.sql, claimed, { until, isTry })
  return NONE
}

const nextTry = ({ clock }: Pick<Deps, 'clock'>, { tries }: ClaimedGeneration) => after(clock(), FIRST_WAIT_MS * 2 ** tries)

/** What passes by itself is tried again for an hour; a fault of ours a few times. */
async function giveUpOrWait(deps: Deps, claimed: ClaimedGeneration, error: unknown): Promise<{ made: number }> {
  const { organizationId, generationId, tries } = claimed
  const line = { organizationId, generationId, tries, err: error }
  if (isWorthAnother(faultOf(error), tries)) {
    deps.log.warn(line, 'a generation was not finished; it is tried again')
    return waitOr(deps, claimed, { until: nextTry(deps, claimed), isTry: true, otherwise: 'internal_error' })
  }
  deps.log.error(line, 'a generation was given up')
  return fail(deps, claimed, 'internal_error')
}
