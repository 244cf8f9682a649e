/** Renews tokens that end soon. */
import { listEndingTokens, renewAhead } from '../core/accounts/connect/renew-ahead.js'
import { requireAllDone } from '../core/cron-runs.js'
import type { GoesOn } from '../core/lib/batch.js'
import { PlatformError } from '../core/ports/platform.js'
import type { Deps } from '../core/ports/deps.js'

const ACCOUNTS_AT_A_TIME = 200
/** Real time. The rest follows in the next tick. */
const BUDGET_MS = 30_000

/**
 * Renews one account after another, because nobody waits and the platform limits our requests. A failed one stops no other,
 * unless the platform refuses or limits all of us.
 * @throws NotAllDoneError afterwards, if some could not be renewed for a reason that is not Pinterest's
 */
export async function renewTokens(deps: Deps, goesOn: GoesOn = () => true): Promise<void> {
  const { db, clock, log } = deps
  const endsAt = performance.now() + BUDGET_MS
  let failed = 0
  for (const ending of await listEndingTokens(db.sql, { now: clock(), limit: ACCOUNTS_AT_A_TIME })) {
    if (!goesOn() || performance.now() >= endsAt) break
    const { organizationId, id: accountId } = ending.account
    try {
      await renewAhead(deps, ending)
      log.info({ organizationId, accountId }, 'tokens were renewed')
    } catch (error) {
      log.warn({ organizationId, accountId, error }, 'tokens could not be renewed')
      if (!(error instanceof PlatformError)) failed++
      else if (isAboutAll(error)) break
    }
  }
  requireAllDone(failed, 'tokens could not be renewed')
}

const isAboutAll = ({ kind }: PlatformError) => kind === 'app_refused' || kind === 'rate_limited'
