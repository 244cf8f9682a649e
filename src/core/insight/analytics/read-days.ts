/** Reads an account's profile and days from the platform and stores them, before the platform forgets them. */
import { callPlatform, type CallDeps } from '../../connections/call-platform.js'
import { DomainError } from '../../lib/errors.js'
import { keepDays, noteDaysRead, type AccountToRead } from './days.js'
import { refreshProfile } from '../../connections/profile.js'
import { addDates } from '../../lib/time.js'
import { dateOf } from '../../lib/time.js'

/** The platform reports this many days, today included. */
const FIRST_READ_DAYS = 90
/** The platform corrects numbers of a day for a while. */
const READ_AGAIN_DAYS = 14

/** `personal`: the account has no numbers · `refused`: the platform gives this account none. Both are retried the next day. */
export type DaysRead = 'read' | 'personal' | 'refused'

/** Reads all reported days at first, and later the days since and two weeks before. @throws as callPlatform() */
export async function readDays(deps: CallDeps, { account: known, daysReadAt }: AccountToRead): Promise<DaysRead> {
  const { db, clock, platform } = deps
  const now = clock()
  const account = await refreshProfile(deps, known)
  if (!account.isBusiness) {
    await noteDaysRead(db.sql, account, now)
    return 'personal'
  }
  const days = { first: firstDay(now, daysReadAt), last: dateOf(now) }
  try {
    const { days: fresh } = await callPlatform(deps, account, { thing: 'Account', forbids: 'analytics' }, (access) =>
      platform.readAccountAnalytics(access, days),
    )
    await db.tx(async (sql) => {
      await keepDays(sql, account, fresh, now)
      await noteDaysRead(sql, account, now)
    })
    return 'read'
  } catch (error) {
    if (!(error instanceof DomainError && error.details.reason === 'platform_analytics_forbidden')) throw error
    await noteDaysRead(db.sql, account, now)
    return 'refused'
  }
}

function firstDay(now: Date, daysReadAt: Date | null): string {
  const earliest = addDates(dateOf(now), 1 - FIRST_READ_DAYS)
  const again = daysReadAt ? addDates(dateOf(daysReadAt), -READ_AGAIN_DAYS) : earliest
  return again > earliest ? again : earliest
}
