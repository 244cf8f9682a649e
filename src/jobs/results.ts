/** Reads the results of published pins. */
import type { Account } from '../core/accounts/account.js'
import { nextResultsAt, resultsHeldUntil } from '../core/analytics/pin-days.js'
import { readResults } from '../core/analytics/read-results.js'
import type { Deps } from '../core/ports/deps.js'
import { workOnAccounts } from './account-jobs.js'

/**
 * Reads all due pins, those of each account one after another. An account's time is limited, so that none waits for all pins of
 * another.
 */
export const readAllResults = (deps: Deps, goesOn: () => boolean = () => true): Promise<void> =>
  workOnAccounts(deps, { job: 'results', failed: 'results could not be read', work: readAccount }, goesOn)

async function readAccount(deps: Deps, account: Account, goesOn: () => boolean): Promise<Date> {
  const { db, clock } = deps
  const line = { organizationId: account.organizationId, accountId: account.id }
  const isOnHold = (await resultsHeldUntil(db.sql, account)) > clock()
  if (account.isBusiness && !isOnHold) {
    const { read, refused } = await readResults(deps, account, goesOn)
    if (refused) deps.log.warn({ ...line, read }, 'the platform refuses the results of this account')
    else if (read > 0) deps.log.info({ ...line, read }, 'results of pins')
  }
  return nextResultsAt(db.sql, account, clock())
}
