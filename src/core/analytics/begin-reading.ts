/** What every reading of numbers begins with. */
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import type { CallDeps } from '../accounts/connect/call-platform.js'
import { analyticsForbidden } from '../accounts/connect/platform-refusals.js'
import { refreshProfile } from '../accounts/profile.js'
import type { Actor } from '../lib/actor.js'
import { DomainError } from '../lib/errors.js'
import { answerOnce, KEPT_MS } from './cache.js'
import { resolveWindow, type RequestedWindow, type Window } from './windows.js'

/**
 * Whose numbers of which days: an invalid request is refused before any call to the platform.
 * @param beforeRefusal of an account that is no business: may throw something in place of platform_analytics_forbidden
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
 * The platform gives numbers to businesses alone. What we believe to be none is read once: it may have become one. That it is none is kept
 * as long as an answer is, so that who asks again and again for what is refused for good asks us alone.
 * @throws FORBIDDEN platform_analytics_forbidden · and as callPlatform()
 */
async function requireBusiness(deps: CallDeps, account: Account): Promise<void> {
  if (account.isBusiness) return
  const isBusiness = await answerOnce(deps, account, 'is a business', async () => {
    const { isBusiness: answer } = await refreshProfile(deps, account)
    return { answer, keptMs: answer ? 0 : KEPT_MS }
  })
  if (!isBusiness) throw analyticsForbidden()
}
