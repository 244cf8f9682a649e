/** The tokens of an account: opened for a call, renewed when refused, given up when dead. */
import { reconnectRequired } from '../errors.js'
import { tell } from '../notices.js'
import { PlatformError, type PlatformAccess } from '../platform-port.js'
import type { Deps, Sql } from '../ports.js'
import type { Account } from './account.js'

/** Longer than a token request takes, deadline and storing included. */
const REFRESH_LEASE_MS = 60_000

type Tokens = { accessToken: Buffer; refreshToken: Buffer | null }

/** @throws UNPROCESSABLE_ENTITY platform_reconnect_required when the account has no connection */
export async function readAccess({ db, sealer }: Pick<Deps, 'db' | 'sealer'>, account: Account): Promise<PlatformAccess> {
  const tokens = await findTokens(db.sql, account)
  if (!tokens) throw reconnectRequired()
  return { accessToken: sealer.open(tokens.accessToken) }
}

/**
 * New tokens from the platform, stored; callers of one process share a renewal, and of several processes one renews.
 * `refused`: the access that was refused; when newer tokens are stored by now, those are the answer.
 * @throws UNPROCESSABLE_ENTITY platform_reconnect_required no way to renew · PlatformError of the token request, and
 * `unavailable` while another process renews (try again later: the tokens are not dead)
 */
export async function refreshAccess(deps: RefreshDeps, account: Account, refused?: PlatformAccess): Promise<PlatformAccess> {
  const key = `${account.organizationId} ${account.id}`
  const renewals = renewalsOf(deps.db)
  const running = renewals.get(key)
  if (running) return running
  const renewal = renew(deps, account, refused).finally(() => renewals.delete(key))
  renewals.set(key, renewal)
  return renewal
}

export type RefreshDeps = Pick<Deps, 'db' | 'clock' | 'platform' | 'sealer'>

const open = new WeakMap<Deps['db'], Map<string, Promise<PlatformAccess>>>()
function renewalsOf(db: Deps['db']): Map<string, Promise<PlatformAccess>> {
  const renewals = open.get(db) ?? new Map<string, Promise<PlatformAccess>>()
  open.set(db, renewals)
  return renewals
}

/** A refresh token may work once only: a lease, not a lock over the network call, keeps other processes from spending it too. */
async function renew(
  { db, clock, platform, sealer }: RefreshDeps,
  account: Account,
  refused?: PlatformAccess,
): Promise<PlatformAccess> {
  const before = await findTokens(db.sql, account)
  if (!before) throw reconnectRequired()
  const current = sealer.open(before.accessToken)
  if (refused && refused.accessToken !== current) return { accessToken: current }
  if (!before.refreshToken) throw reconnectRequired()
  const lease = await takeLease(db.sql, account, before, clock())
  if (!lease) throw new PlatformError('unavailable', 'another process is renewing the tokens of this account')
  try {
    const fresh = await platform.refreshToken(sealer.open(before.refreshToken))
    await db.sql`
      update connections
         set access_token = ${sealer.seal(fresh.accessToken)},
             refresh_token = ${fresh.refreshToken === null ? before.refreshToken : sealer.seal(fresh.refreshToken)},
             expires_at = ${fresh.expiresAt},
             refresh_expires_at = coalesce(${fresh.refreshExpiresAt}, refresh_expires_at),
             scopes = ${fresh.scopes}
       where organization_id = ${account.organizationId}
         and account_id = ${account.id}
         and access_token = ${before.accessToken}`
    return await readAccess({ db, sealer }, account) // the account may have been connected anew meanwhile: those tokens go before
  } finally {
    await db.sql`
      update connections
         set refreshing_until = null
       where organization_id = ${account.organizationId}
         and account_id = ${account.id}
         and refreshing_until = ${lease}`
  }
}

/** @returns until when it is held; undefined: another process has it, or has just stored other tokens */
async function takeLease(
  sql: Sql,
  { organizationId, id }: Account,
  { accessToken }: Tokens,
  now: Date,
): Promise<Date | undefined> {
  const lease = new Date(now.getTime() + REFRESH_LEASE_MS)
  const taken = await sql`
    update connections
       set refreshing_until = ${lease}
     where organization_id = ${organizationId}
       and account_id = ${id}
       and access_token = ${accessToken}
       and (refreshing_until is null or refreshing_until <= ${now})`
  return taken.count === 1 ? lease : undefined
}

/**
 * The tokens are dead: the account is unauthorized, its queue waits without a due time, and the team hears of it once.
 * @param account as it was when its tokens were taken: connected anew since then, it is left alone
 * @returns false when it was unauthorized already, or is connected anew
 * @see publishing.md "Token dead"
 */
export async function markUnauthorized(sql: Sql, { organizationId, id, connectionNumber }: Account, now: Date): Promise<boolean> {
  const marked = await sql`
    update accounts
       set token_status = 'unauthorized'
     where organization_id = ${organizationId}
       and id = ${id}
       and connection_number = ${connectionNumber}
       and token_status = 'authorized'`
  await sql`
    update posts p
       set due_at = null
      from accounts a
     where a.organization_id = ${organizationId}
       and a.id = ${id}
       and a.token_status = 'unauthorized'
       and p.organization_id = a.organization_id
       and p.account_id = a.id
       and p.status = 'queued'
       and p.due_at is not null`
  if (marked.count === 0) return false
  const destination = `account:${id}`
  const dedupeKey = `reconnect:${id}:${now.getTime()}` // once for each time the tokens died
  await tell(
    sql,
    { organizationId, destination, dedupeKey, orderKey: destination, notice: { kind: 'reconnectNeeded', accountId: id } },
    now,
  )
  return true
}

async function findTokens(sql: Sql, { organizationId, id }: Account): Promise<Tokens | undefined> {
  const [tokens] = await sql<Tokens[]>`
    select access_token as "accessToken", refresh_token as "refreshToken"
      from connections
     where organization_id = ${organizationId}
       and account_id = ${id}`
  return tokens
}
