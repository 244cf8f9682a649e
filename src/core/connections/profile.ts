/** Reads an account's profile from the platform again: its name may have changed, or a personal account become a business. */
import { domainOf } from '../lib/http/url.js'
import { PlatformError, type PlatformUser } from '../ports/platform.js'
import type { Sql } from '../ports/deps.js'
import type { Account } from '../accounts/account.js'
import { accountColumns } from '../accounts/accounts.js'
import { callPlatform, type CallDeps } from './call-platform.js'
import { withAccess } from './with-access.js'

/** @throws as callPlatform() */
export async function refreshProfile(deps: CallDeps, account: Account): Promise<Account> {
  const { platform, db } = deps
  const user = await callPlatform(deps, account, { thing: 'Account', forbids: 'analytics' }, (access) =>
    platform.readUser(access),
  )
  return storeProfile(db.sql, account, user, user.websiteUrl === null ? [] : await readClaimed(deps, account))
}

/** Returns the hosts of the websites that the account has claimed; null: they cannot be read now, and the profile does not wait. */
async function readClaimed(deps: CallDeps, account: Account): Promise<string[] | null> {
  try {
    const { items } = await withAccess(deps, account, (access) => deps.platform.listWebsites(access))
    return items.flatMap(({ website, isClaimed }) => (isClaimed ? (domainOf(website) ?? []) : []))
  } catch (error) {
    if (error instanceof PlatformError) return null
    throw error
  }
}

async function storeProfile(sql: Sql, account: Account, user: PlatformUser, claimed: string[] | null): Promise<Account> {
  const domain = domainOf(user.websiteUrl)
  const isClaimed = domain !== null && claimed?.includes(domain)
  const [stored] = await sql<Account[]>`
    update accounts a
       set username = ${user.username}, display_name = ${user.displayName}, avatar_url = ${user.avatarUrl},
           is_business = ${user.isBusiness}, domain = ${domain},
           is_domain_verified = coalesce(${isClaimed ?? null}::boolean, a.is_domain_verified and a.domain = ${domain}, false)
     where a.organization_id = ${account.organizationId}
       and a.id = ${account.id}
    returning ${accountColumns(sql)}`
  return stored ?? account // removed meanwhile
}
