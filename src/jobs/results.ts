/** The hourly reading of what became of published pins. */
import type { Account } from '../core/accounts/account.js'
import { listAccountsToRead } from '../core/analytics/pin-days.js'
import { readResults } from '../core/analytics/read-results.js'
import type { Deps } from '../core/ports.js'
import { sideBySide } from './side-by-side.js'

const ACCOUNTS_AN_HOUR = 500

/** Several accounts side by side, the pins of each one after the other; an account that fails stops no other. */
export async function readAllResults(deps: Deps): Promise<void> {
  const { db, clock } = deps
  const waiting = await listAccountsToRead(db.sql, { now: clock(), limit: ACCOUNTS_AN_HOUR })
  await sideBySide(waiting, (account, goesOn) => readAccount(deps, account, goesOn))
}

async function readAccount(deps: Deps, account: Account, goesOn: () => boolean): Promise<void> {
  const { organizationId, id: accountId } = account
  const line = { organizationId, accountId }
  try {
    const { read, refused } = await readResults(deps, account, goesOn)
    if (refused) deps.log.warn({ ...line, read }, 'the platform refuses the results of this account')
    else if (read > 0) deps.log.info({ ...line, read }, 'results of pins')
  } catch (error) {
    deps.log.warn({ ...line, error }, 'results could not be read')
  }
}
