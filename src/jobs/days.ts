/** The daily reading of every account: its profile, and its analytics before the platform deletes them. */
import type { Account } from '../core/accounts/account.js'
import { areDaysDue, findDaysReadAt, nextDaysAt } from '../core/insight/analytics/days.js'
import { readDays } from '../core/insight/analytics/read-days.js'
import type { Deps } from '../core/ports/deps.js'
import { type AccountWork, workOnAccounts } from './account-jobs.js'

/** Reads accounts not read today, several at once; a failed account stops no other. */
export const readAllDays = (deps: Deps, goesOn: () => boolean = () => true): Promise<void> => workOnAccounts(deps, DAYS, goesOn)

async function readAccount(deps: Deps, account: Account): Promise<Date> {
  const { db, clock, log } = deps
  const daysReadAt = await findDaysReadAt(db.sql, account)
  if (areDaysDue(daysReadAt, clock())) {
    const line = { organizationId: account.organizationId, accountId: account.id }
    if ((await readDays(deps, { account, daysReadAt })) === 'refused')
      log.warn(line, 'the platform refuses the numbers of this account')
  }
  return nextDaysAt(clock())
}

export const DAYS: AccountWork = { job: 'days', failed: 'days could not be read', work: readAccount }
