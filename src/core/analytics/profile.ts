/** What an account is at the platform, read anew: its name may have changed, and a personal account become a business. */
import type { Account } from '../accounts/account.js'
import { accountColumns } from '../accounts/accounts.js'
import { askPlatform, type AskDeps } from '../accounts/ask-platform.js'
import { analyticsForbidden } from '../accounts/platform-refusals.js'
import type { PlatformUser } from '../platform-port.js'
import type { Sql } from '../ports.js'
import { answerOnce, KEPT_MS } from './cache.js'

/** @throws as askPlatform() */
export async function refreshProfile(deps: AskDeps, account: Account): Promise<Account> {
  const { platform, db } = deps
  const user = await askPlatform(deps, account, { thing: 'Account', forbids: 'analytics' }, (access) => platform.readUser(access))
  return storeProfile(db.sql, account, user)
}

async function storeProfile(sql: Sql, account: Account, user: PlatformUser): Promise<Account> {
  const [stored] = await sql<Account[]>`
    update accounts a
       set username = ${user.username}, display_name = ${user.displayName}, avatar_url = ${user.avatarUrl},
           is_business = ${user.isBusiness}
     where a.organization_id = ${account.organizationId}
       and a.id = ${account.id}
    returning ${accountColumns(sql)}`
  return stored ?? account // removed meanwhile
}

/**
 * The platform gives numbers to businesses alone. What we believe to be none is read once: it may have become one. That it is none is kept
 * as long as an answer is, so that who asks again and again for what is refused for good asks us alone.
 * @throws FORBIDDEN platform_analytics_forbidden · and as askPlatform()
 */
export async function requireBusiness(deps: AskDeps, account: Account): Promise<void> {
  if (account.isBusiness) return
  const isBusiness = await answerOnce(deps, account, 'is a business', async () => {
    const { isBusiness: answer } = await refreshProfile(deps, account)
    return { answer, keptMs: answer ? 0 : KEPT_MS }
  })
  if (!isBusiness) throw analyticsForbidden()
}
