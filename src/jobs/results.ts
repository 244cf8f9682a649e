/** The hourly reading of what became of published pins. */
import type { Account } from '../core/accounts/account.js'
import { listAccountsToRead } from '../core/analytics/pin-days.js'
import { readResults } from '../core/analytics/read-results.js'
import type { Deps } from '../core/ports.js'

const ACCOUNTS_AN_HOUR = 500
const ACCOUNTS_AT_ONCE = 8
/** Real time: other ticks wait for this one. What is left over comes first in an hour. */
const BUDGET_MS = 30_000

/** Several accounts side by side, the pins of each one after the other; an account that fails stops no other. */
export async function readAllResults(deps: Deps): Promise<void> {
  const { db, clock } = deps
  const endsAt = performance.now() + BUDGET_MS
  const goesOn = () => performance.now() < endsAt
  const waiting = await listAccountsToRead(db.sql, { now: clock(), limit: ACCOUNTS_AN_HOUR })
  const readNext = async (): Promise<void> => {
    for (let account = waiting.shift(); account && goesOn(); account = waiting.shift()) await readAccount(deps, account, goesOn)
  }
  await Promise.all(Array.from({ length: ACCOUNTS_AT_ONCE }, readNext))
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
