/** The daily reading of every account: what it is, and its numbers before the platform forgets them. */
import { listAccountsToReadDays, type AccountToRead } from '../core/analytics/days.js'
import { readDays } from '../core/analytics/read-days.js'
import type { Deps } from '../core/ports.js'
import { sideBySide } from './side-by-side.js'

const ACCOUNTS_AN_HOUR = 500

/** Those not read today, several side by side; an account that fails stops no other, and has its next turn in an hour. */
export async function readAllDays(deps: Deps): Promise<void> {
  const { db, clock } = deps
  await sideBySide(await listAccountsToReadDays(db.sql, { now: clock(), limit: ACCOUNTS_AN_HOUR }), (one) =>
    readAccount(deps, one),
  )
}

async function readAccount(deps: Deps, one: AccountToRead): Promise<void> {
  const { organizationId, id: accountId } = one.account
  const line = { organizationId, accountId }
  try {
    if ((await readDays(deps, one)) === 'refused') deps.log.warn(line, 'the platform refuses the numbers of this account')
  } catch (error) {
    deps.log.warn({ ...line, error }, 'days could not be read')
  }
}
