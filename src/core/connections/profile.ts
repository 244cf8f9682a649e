/** Reads an account's profile from the platform again: its name may have changed, or a personal account become a business. */
import type { PlatformUser } from '../ports/platform.js'
import type { Sql } from '../ports/deps.js'
import type { Account } from '../accounts/account.js'
import { accountColumns } from '../accounts/accounts.js'
import { callPlatform, type CallDeps } from './call-platform.js'

/** @throws as callPlatform() */
export async function refreshProfile(deps: CallDeps, account: Account): Promise<Account> {
  const { platform, db } = deps
  const user = await callPlatform(deps, account, { thing: 'Account', forbids: 'analytics' }, (access) =>
    platform.readUser(access),
  )
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
