/** Processes the accounts that are due for a job until none is left; every process takes its share. */
import { after, MINUTE_MS } from '../core/lib/duration.js'
import type { Account } from '../core/accounts/account.js'
import {
  type AccountJob,
  type ClaimedAccount,
  claimAccount,
  finishAccount,
  planAccountJobs,
  retryAt,
} from '../core/accounts/account-jobs.js'
import { repeatConcurrently } from '../core/lib/work/concurrency.js'
import { DomainError } from '../core/lib/errors.js'
import { PlatformError } from '../core/ports/platform.js'
import type { Deps } from '../core/ports/deps.js'

/** Accounts at once in this process. */
const AT_ONCE = 8
/** Real time in ms for one account, after which it goes to the end of the queue. */
const SLICE_MS = MINUTE_MS
/** The delay until a disconnected account is checked again. */
const UNCONNECTED_MS = 10 * MINUTE_MS

export type AccountWork = {
  job: AccountJob
  /** The log message when it throws. */
  failed: string
  /**
   * @param goesOn false: begin nothing further
   * @returns when the account is next due; now: it goes to the end of the queue
   */
  work(deps: Deps, account: Account, goesOn: () => boolean): Promise<Date>
}

/**
 * Processes several accounts at once, fairly between organizations. A failed account stops no other: it waits longer each time,
 * and as long as the platform requires.
 */
export async function workOnAccounts(deps: Deps, what: AccountWork, goesOn: () => boolean): Promise<void> {
  await planAccountJobs(deps.db.sql, what.job, deps.clock())
  await workOnDueAccounts(deps, what, goesOn)
}

/** Like workOnAccounts(), for accounts whose job is already scheduled. */
export async function workOnDueAccounts(deps: Deps, what: AccountWork, goesOn: () => boolean): Promise<void> {
  const { db, clock } = deps
  const busy: string[] = []
  await repeatConcurrently(AT_ONCE, async () => {
    const claimed = goesOn() ? await claimAccount(db.sql, what.job, { busy, now: clock() }) : undefined
    if (!claimed) return false
    const { organizationId } = claimed.account
    busy.push(organizationId)
    try {
      await workOnOne(deps, what, claimed, goesOn)
    } finally {
      busy.splice(busy.indexOf(organizationId), 1)
    }
    return true
  })
}

async function workOnOne(deps: Deps, what: AccountWork, claimed: ClaimedAccount, goesOn: () => boolean): Promise<void> {
  const { db, clock, log } = deps
  const { account } = claimed
  const endsAt = performance.now() + SLICE_MS
  const inSlice = () => goesOn() && performance.now() < endsAt
  if (account.tokenStatus !== 'authorized') {
    const dueAt = after(clock(), UNCONNECTED_MS)
    await finishAccount(db.sql, what.job, claimed, { dueAt, failures: 0 })
    return
  }
  try {
    const dueAt = await what.work(deps, account, inSlice)
    await finishAccount(db.sql, what.job, claimed, { dueAt, failures: 0 })
  } catch (error) {
    log.warn({ organizationId: account.organizationId, accountId: account.id, error }, what.failed)
    const failures = claimed.failures + 1
    await finishAccount(db.sql, what.job, claimed, { dueAt: retryAt(clock(), failures, waitOf(error)), failures })
  }
}

/** The platform's own wait, in ms. */
function waitOf(error: unknown): number | undefined {
  if (error instanceof PlatformError) return error.details.retryAfterMs
  if (error instanceof DomainError && error.details.retryAfterSeconds !== undefined) return error.details.retryAfterSeconds * 1000
  return undefined
}
