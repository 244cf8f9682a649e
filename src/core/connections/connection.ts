/** The stored tokens of an account. */
import { after } from '../lib/duration.js'
import type { PlatformAccess, PlatformTokens } from '../ports/platform.js'
import type { Deps, Sql } from '../ports/deps.js'
import type { Account } from '../accounts/account.js'

/** The dependencies for renewing a token. */
export type RefreshDeps = Pick<Deps, 'db' | 'clock' | 'platform' | 'sealer'>

export type Connection = {
  /** Encrypted, like `refreshToken`. */
  accessToken: Buffer
  /** null: it cannot be renewed. */
  refreshToken: Buffer | null
  /** When the access token ends; null: the platform did not say. */
  expiresAt: Date | null
  tokenStatus: Account['tokenStatus']
}
type Owner = Pick<Account, 'organizationId' | 'id'>

export async function findConnection(sql: Sql, { organizationId, id }: Owner): Promise<Connection | undefined> {
  const [connection] = await sql<Connection[]>`
    select c.access_token as "accessToken", c.refresh_token as "refreshToken", c.expires_at as "expiresAt",
           a.token_status as "tokenStatus"
      from connections c
      join accounts a on a.organization_id = c.organization_id and a.id = c.account_id
     where c.organization_id = ${organizationId}
       and c.account_id = ${id}`
  return connection
}

/**
 * Finds an account of any organization whose token works without renewal, to read what the platform says about our app. Prefers
 * personal accounts, for which Pinterest restricts an app most, then the token that lasts longest.
 */
export async function findLongest(sql: Sql, now: Date): Promise<(Owner & { username: string; accessToken: Buffer }) | undefined> {
  const [row] = await sql<(Owner & { username: string; accessToken: Buffer })[]>`
    select a.organization_id as "organizationId", a.id, a.username, c.access_token as "accessToken"
      from connections c
      join accounts a on a.organization_id = c.organization_id and a.id = c.account_id
     where a.token_status = 'authorized'
       and (c.expires_at is null or c.expires_at > ${now})
     order by a.is_business, c.expires_at desc nulls last
     limit 1`
  return row
}

/** Builds the access for the client, which paces the calls of one account together. */
export const accessOf = ({ organizationId, id }: Owner, accessToken: string): PlatformAccess => ({
  accessToken,
  account: `${organizationId} ${id}`,
})

export const isOver = (expiresAt: Date | null, now: Date): boolean => expiresAt !== null && expiresAt <= now

/**
 * Leases the renewal to one process, because a refresh token may work only once and no lock is held over a network call.
 * @returns the end of the lease; undefined: another process has it, has just stored other tokens, or found these not working
 */
export async function takeRenewal(
  sql: Sql,
  { organizationId, id }: Owner,
  { accessToken }: Connection,
  { now, leaseMs }: { now: Date; leaseMs: number },
): Promise<Date | undefined> {
  const until = after(now, leaseMs)
  const taken = await sql`
    update connections
       set refreshing_until = ${until}
     where organization_id = ${organizationId}
       and account_id = ${id}
       and access_token = ${accessToken}
       and (refreshing_until is null or refreshing_until <= ${now})
       and exists (select 1
                     from accounts a
                    where a.organization_id = ${organizationId} and a.id = ${id} and a.token_status = 'authorized')`
  return taken.count === 1 ? until : undefined
}

export async function leaveRenewal(sql: Sql, { organizationId, id }: Owner, until: Date): Promise<void> {
  await sql`
    update connections
       set refreshing_until = null
     where organization_id = ${organizationId}
       and account_id = ${id}
       and refreshing_until = ${until}`
}

/**
 * Stores both tokens in place of those whose refresh token was spent. Tokens stored since then (by reconnecting, or this pair by
 * a commit whose answer was lost) are kept.
 * @returns the access token that is stored now; undefined: there is no connection any more
 */
export async function storeRenewed(
  { db, sealer }: Pick<Deps, 'db' | 'sealer'>,
  { organizationId, id }: Owner,
  { spent, fresh }: { spent: string; fresh: PlatformTokens },
): Promise<string | undefined> {
  return db.tx(async (sql) => {
    const [stored] = await sql<{ accessToken: Buffer; refreshToken: Buffer | null }[]>`
      select access_token as "accessToken", refresh_token as "refreshToken"
        from connections
       where organization_id = ${organizationId}
         and account_id = ${id}
         for update`
    if (!stored) return undefined
    // compares the decrypted text, because the bytes may have been encrypted with another key since
    if (stored.refreshToken === null || sealer.open(stored.refreshToken) !== spent) return sealer.open(stored.accessToken)
    const { accessToken, refreshToken, expiresAt, refreshExpiresAt, scopes } = fresh
    const isNewRefresh = refreshToken !== null
    await sql`
      update connections
         set access_token = ${sealer.seal(accessToken)},
             refresh_token = ${isNewRefresh ? sealer.seal(refreshToken) : stored.refreshToken},
             expires_at = ${expiresAt},
             refresh_expires_at = ${isNewRefresh ? refreshExpiresAt : sql`coalesce(${refreshExpiresAt}, refresh_expires_at)`},
             scopes = coalesce(nullif(${scopes}, ''), scopes),
             refreshing_until = null
       where organization_id = ${organizationId}
         and account_id = ${id}`
    return accessToken
  })
}
