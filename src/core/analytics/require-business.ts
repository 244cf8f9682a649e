/** Who is given numbers. */
import type { Account } from '../accounts/account.js'
import type { CallDeps } from '../accounts/connect/call-platform.js'
import { analyticsForbidden } from '../accounts/connect/platform-refusals.js'
import { refreshProfile } from '../accounts/profile.js'
import { answerOnce, KEPT_MS } from './cache.js'

/**
 * The platform gives numbers to businesses alone. What we believe to be none is read once: it may have become one. That it is none is kept
 * as long as an answer is, so that who asks again and again for what is refused for good asks us alone.
 * @throws FORBIDDEN platform_analytics_forbidden · and as callPlatform()
 */
export async function requireBusiness(deps: CallDeps, account: Account): Promise<void> {
  if (account.isBusiness) return
  const isBusiness = await answerOnce(deps, account, 'is a business', async () => {
    const { isBusiness: answer } = await refreshProfile(deps, account)
    return { answer, keptMs: answer ? 0 : KEPT_MS }
  })
  if (!isBusiness) throw analyticsForbidden()
}
