/** The first step of every read of numbers. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import type { CallDeps } from '../../connections/call-platform.js'
import { refreshProfile } from '../../connections/profile.js'
import type { Actor } from '../../lib/actor.js'
import { DomainError, RefusedBecause } from '../../lib/errors.js'
import { answerOnce, KEPT_MS } from './cache.js'
import { resolveWindow, type RequestedWindow, type Window } from './windows.js'

/**
 * Checks the account and the window, so that an invalid request is refused before any call to the platform.
 * @param beforeRefusal runs before an account that is no business is refused, and may throw another error
 * @throws NOT_FOUND account · BAD_REQUEST startDate, endDate · FORBIDDEN platform_analytics_forbidden no business account
 * @throws UNPROCESSABLE_ENTITY platform_reconnect_required · SERVICE_UNAVAILABLE platform_rate_limited · GATEWAY_TIMEOUT
 * platform_timeout
 */
export async function beginReading(
  deps: CallDeps,
  actor: Actor,
  { accountId, ...input }: { accountId: string } & RequestedWindow,
  beforeRefusal?: (account: Account) => Promise<void>,
): Promise<{ account: Account; window: Window }> {
  const account = await requireAccount(deps.db.sql, actor, accountId)
  const window = resolveWindow(input, deps.clock())
  await requireBusiness(deps, account).catch(async (error: unknown) => {
    if (error instanceof DomainError && error.details.reason === 'platform_analytics_forbidden') await beforeRefusal?.(account)
    throw error
  })
  return { account, window }
}

/**
 * Requires a business account, as the platform gives numbers to no others; one that we believe to be personal is read once, as it
 * may have become a business. A negative answer is cached, so that repeated requests do not reach the platform.
 * @throws FORBIDDEN platform_analytics_forbidden · and as callPlatform()
 */
async function requireBusiness(deps: CallDeps, account: Account): Promise<void> {
  if (account.isBusiness) return
  const isBusiness = await answerOnce(deps, account, 'is a business', async () => {
    const { isBusiness: answer } = await refreshProfile(deps, account)
    return { answer, keptMs: answer ? 0 : KEPT_MS }
  })
  if (!isBusiness) throw new RefusedBecause('platform_analytics_forbidden')
}
