/** Checks that Pinterest answers, and what it allows the app to do. */
import type { Config } from '../../config/config.js'
import { findDenial } from '../../core/connections/reads-denied.js'
import { accessOf, findLongest } from '../../core/connections/connection.js'
import type { Deps } from '../../core/ports/deps.js'
import { type Platform, PlatformError } from '../../core/ports/platform.js'
import { type Check, messageOf, ok, problem, skipped, warning } from './check.js'

const PART = 'Pinterest'

/** Queries in the name of one account, because an app alone cannot query anything. */
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

/** Checks the app's id and secret before an account is connected: Pinterest refuses an unknown app in another way than an unknown code. */
export async function checkPlatformApp(platform: Pick<Platform, 'exchangeCode'>, publicUrl: string): Promise<Check> {
  const known = 'It knows the app by its id and secret. Which access it has is said once an account is connected.'
  try {
    await platform.exchangeCode({ code: 'pinslot-setup', redirectUri: `${publicUrl}/connect/callback` })
    return ok(PART, known)
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    if (error.kind === 'reconnect' || error.kind === 'invalid') return ok(PART, known)
    if (error.kind !== 'app_refused')
      return problem(PART, `Pinterest does not answer: ${error.message}`, 'Let this machine reach https://api.pinterest.com.')
    return error.details.appRefusal === 'consumer_type'
      ? problem(
          PART,
          `Pinterest has not approved the app yet: ${error.message}`,
          'Wait for Trial access, which Pinterest grants.',
        )
      : problem(
          PART,
          'Pinterest refuses PLATFORM_CLIENT_ID and PLATFORM_CLIENT_SECRET.',
          'Take both from the app’s page at https://developers.pinterest.com/apps/.',
        )
  }
}
