/** Processes a generation from its address to its drafts, which are written once. */
import { type Asking, hasLostRight, requireMaker } from '../../accounts/keys/actor-now.js'
import { after, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/duration.js'
import { faultOf, isWorthAnother } from '../../lib/work/fault.js'
import { Superseded } from '../../lib/work/superseded.js'
import type { Deps } from '../../ports/deps.js'
import { type ClaimedGeneration, claimGenerations, closeGeneration, endGeneration, postpone } from './claim.js'
import { makeDrafts } from './make-drafts.js'
import type { FailureCode } from '../page-failures.js'
import { readPageAt } from './read-page.js'

/** Longer than the page, four rounds of pictures and the transaction take. Afterwards another process may claim it. */
export const LEASE_MS = 5 * MINUTE_MS
/** The time limit since the request: no one waits longer for drafts, and work that keeps crashing its process ends, too. */
export const MOST_MS = HOUR_MS
/** The limit while our own network is down, which may last long, as on a laptop. */
const OFFLINE_MS = 5 * MINUTE_MS
const FIRST_WAIT_MS = 10 * SECOND_MS

/** @returns generations of different organizations */
export const claimDueGenerations = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, limit: number): Promise<ClaimedGeneration[]> =>
  claimGenerations(db.sql, { now: clock(), until: after(clock(), LEASE_MS), limit })

/**
 * Reads the page and makes the drafts, as the requester and with their current rights. Drafts and end are one transaction, so a
 * process whose lease ended keeps nothing.
 * @returns the number of drafts made by this call
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

/**
 * Ends it as failed and updates those who wait for its drafts in the same transaction; if that fails, the generation ends without
 * them.
 */
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

/** Failures after which the feed's own content for the page is used instead. A page that wants no pins is not included. */
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

/** `mostMs`: counted from the request. */
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

/** Retries temporary failures for an hour, and unforeseen faults a few times. */
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
