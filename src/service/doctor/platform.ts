/** Whether Pinterest answers, and what it lets the app do. */
import type { Config } from '../../config/config.js'
import { findDenial } from '../../core/accounts/connect/reads-denied.js'
import { accessOf, findLongest } from '../../core/accounts/connect/connection.js'
import type { Deps } from '../../core/ports/deps.js'
import { PlatformError } from '../../core/ports/platform.js'
import { type Check, messageOf, ok, problem, skipped, warning } from './check.js'

const PART = 'Pinterest'

/** Asks in the name of one account: an app is not told by itself. */
export async function checkPlatform({ platform: given }: Config, deps: Deps): Promise<Check> {
  if (given.kind === 'simulated') return skipped(PART, 'The simulated platform stands in for it.')
  const account = await findLongest(deps.db.sql, deps.clock())
  if (!account) return skipped(PART, 'No account is connected yet, so it can’t be asked: npm run admin -- account connect.')
  try {
    const access = accessOf(account, deps.sealer.open(account.accessToken))
    const { username } = await deps.platform.readUser(access)
    const tier = await deps.platform.readTier(access)
    const said = `It answers for ${username}`
    const denial = tier === 'trial' ? null : await findDenial(deps, access)
    if (denial)
      return warning(
        PART,
        `${said}, and does not let the app read its boards: ${denial.message}`,
        'Ask Pinterest for access, or have its holder switch to a business account (“Access at Pinterest” in docs/operating.md).',
      )
    if (tier === null) return ok(PART, `${said}, and does not say which access the app has.`)
    if (tier === 'standard') return ok(PART, `${said}; the app has Standard access.`)
    return problem(
      PART,
      `${said}; the app has Trial access, with which no pin can be created.`,
      'Ask for Standard access on the app’s page.',
    )
  } catch (error) {
    const who = `account ${account.id} (${account.username})`
    if (error instanceof PlatformError && error.kind === 'app_refused')
      return problem(
        PART,
        `It refuses the app: ${error.message}`,
        'See the app’s page at Pinterest, and PLATFORM_CLIENT_ID and PLATFORM_CLIENT_SECRET.',
      )
    return warning(PART, `It does not answer for ${who}: ${messageOf(error)}`, 'Connect the account again, if it goes on.')
  }
}
