/** What every reading of numbers begins with. */
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import type { AskDeps } from '../accounts/ask-platform.js'
import type { Actor } from '../actor.js'
import { requireBusiness } from './require-business.js'
import { resolveWindow, type AskedWindow, type Window } from './windows.js'

/**
 * Whose numbers of which days: what is wrong with the question is told before the platform is asked for anything.
 * @throws NOT_FOUND account · BAD_REQUEST startDate, endDate · FORBIDDEN platform_analytics_forbidden no business account
 * @throws UNPROCESSABLE_ENTITY platform_reconnect_required · SERVICE_UNAVAILABLE platform_rate_limited · GATEWAY_TIMEOUT platform_timeout
 */
export async function beginReading(
  deps: AskDeps,
  actor: Actor,
  { accountId, ...asked }: { accountId: string } & AskedWindow,
): Promise<{ account: Account; window: Window }> {
  const account = await requireAccount(deps.db.sql, actor, accountId)
  const window = resolveWindow(asked, deps.clock())
  await requireBusiness(deps, account)
  return { account, window }
}
