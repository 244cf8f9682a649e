/** Connecting an account of the platform by its tokens, for the first time or again. */
import type { Actor } from '../actor.js'
import { grantDefaultPlan } from '../billing/plan.js'
import { badRequest } from '../errors.js'
import type { PlatformUser } from '../platform-port.js'
import type { Deps, Sql } from '../ports.js'
import { isTimezone } from '../time.js'
import type { Account } from './account.js'
import { requireAccount } from './accounts.js'
import { requireOrganization } from './organizations.js'
import { releaseQueue } from './publishing.js'

export type NewConnection = {
  accessToken: string
  /** null: the connection ends when the access token does. */
  refreshToken: string | null
  /** null: a new account has none, a known one keeps its own. */
  timezone: string | null
}

/**
 * Reads whose the token is, and stores account and tokens; a new account gets a schedule and the default plan. A known one is
 * connected again: its queue, held while the tokens were dead, becomes due. Its boards are left to refreshBoards.
 * @throws BAD_REQUEST accessToken, refreshToken, timezone · NOT_FOUND organization · PlatformError the token is refused
 */
export async function addAccount(
  { db, clock, platform, sealer }: Pick<Deps, 'db' | 'clock' | 'platform' | 'sealer'>,
  actor: Actor,
  { accessToken, refreshToken, timezone }: NewConnection,
): Promise<Account> {
  if (accessToken.trim() === '') throw badRequest('accessToken', 'accessToken must not be empty.')
  if (refreshToken?.trim() === '') throw badRequest('refreshToken', 'refreshToken must not be empty: leave it out instead.')
  if (timezone !== null && !isTimezone(timezone)) {
    throw badRequest('timezone', 'timezone must be an IANA time zone name, like America/New_York.')
  }
  await requireOrganization(db.sql, actor)
  const user = await platform.readUser({ accessToken })
  const now = clock()
  return db.tx(async (sql) => {
    const accountId = await storeAccount(sql, actor, { user, timezone }, now)
    const { organizationId } = actor
    const tokens = { access: sealer.seal(accessToken), refresh: refreshToken === null ? null : sealer.seal(refreshToken) }
    await sql`
      insert into connections (organization_id, account_id, access_token, refresh_token)
      values (${organizationId}, ${accountId}, ${tokens.access}, ${tokens.refresh})
      on conflict (organization_id, account_id) do update
         set access_token = excluded.access_token, refresh_token = excluded.refresh_token,
             expires_at = null, refresh_expires_at = null, scopes = ''`
    await sql`
      insert into schedules (organization_id, account_id)
      values (${organizationId}, ${accountId})
      on conflict (organization_id, account_id) do nothing`
    const account = await requireAccount(sql, actor, accountId)
    await grantDefaultPlan(sql, account, now)
    if (account.publishing === 'active') await releaseQueue(sql, account)
    return account
  })
}

async function storeAccount(
  sql: Sql,
  { organizationId }: Actor,
  { user, timezone }: { user: PlatformUser; timezone: string | null },
  now: Date,
): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    insert into accounts as a (organization_id, platform_user_id, username, display_name, avatar_url, timezone, is_business, domain, created_at)
    values (${organizationId}, ${user.id}, ${user.username}, ${user.displayName}, ${user.avatarUrl}, ${timezone}, ${user.isBusiness},
            ${domainOf(user.websiteUrl)}, ${now})
    on conflict (organization_id, platform_user_id) do update
       set username = excluded.username, display_name = excluded.display_name, avatar_url = excluded.avatar_url,
           timezone = coalesce(excluded.timezone, a.timezone), is_business = excluded.is_business,
           domain = excluded.domain, is_domain_verified = coalesce(a.is_domain_verified and a.domain = excluded.domain, false),
           token_status = 'authorized', connection_number = a.connection_number + 1
    returning id`
  return row.id
}

const domainOf = (websiteUrl: string | null) =>
  websiteUrl !== null && URL.canParse(websiteUrl) ? new URL(websiteUrl).hostname.replace(/^www\./, '') || null : null
