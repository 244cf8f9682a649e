/** Connects an account of the platform by its tokens, for the first time or again. */
import type { Actor } from '../lib/actor.js'
import { refreshCardsOf } from '../notices/cards.js'
import { recordAct, type Channel } from '../audit/audit.js'
import { grantDefaultPlan } from '../billing/plan.js'
import { badRequest, DomainError } from '../lib/errors.js'
import { enqueueNotice } from '../notices/notices.js'
import type { ConnectedForm, Queue } from '../ports/notice.js'
import type { PlatformTokens, PlatformUser } from '../ports/platform.js'
import type { Deps, Sql } from '../ports/deps.js'
import { isTimezone } from '../lib/time.js'
import { domainOf } from '../lib/http/url.js'
import { announceAccount } from '../events/announce.js'
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import { requireOrganization } from '../accounts/workspaces/organizations.js'
import { readQueue, releaseQueue } from '../accounts/queue.js'

/** `expiresAt` null: the platform did not say. `refreshToken` null: the connection ends with the access token. */
export type Grant = Omit<PlatformTokens, 'expiresAt'> & { expiresAt: Date | null }

export type NewConnection = {
  user: PlatformUser
  grant: Grant
  /** null: a new account has none, a known one keeps its own. */
  timezone: string | null
}
/** `queue`: the waiting pins when it was connected. */
export type Connected = { account: Account; isNew: boolean; wasUnauthorized: boolean; queue: Queue }

/**
 * Connects an account with separately obtained tokens, for the operator: reads whose they are, and stores them. refreshBoards
 * reads the boards later.
 * @throws BAD_REQUEST accessToken, refreshToken (also one that another organization has), timezone · NOT_FOUND organization ·
 * PlatformError the token is refused
 */
export async function addAccount(
  { db, clock, platform, sealer }: Pick<Deps, 'db' | 'clock' | 'platform' | 'sealer'>,
  actor: Actor,
  { accessToken, refreshToken, timezone }: { accessToken: string; refreshToken: string | null; timezone: string | null },
): Promise<Account> {
  if (accessToken.trim() === '') throw badRequest('accessToken', (of) => `${of('accessToken')} must not be empty.`)
  if (refreshToken?.trim() === '')
    throw badRequest('refreshToken', (of) => `${of('refreshToken')} must not be empty. Leave it out if there is none.`)
  if (timezone !== null && !isTimezone(timezone)) {
    throw badRequest('timezone', (of) => `${of('timezone')} must be an IANA time zone name, like America/New_York.`)
  }
  await requireOrganization(db.sql, actor)
  const user = await platform.readUser({ accessToken })
  const now = clock()
  const grant = { accessToken, refreshToken, expiresAt: null, refreshExpiresAt: null, scopes: '' }
  return db.tx(async (sql) => {
    await requireOwnTokens(sql, { sealer }, actor, { user, refreshToken })
    const connected = await storeConnection(sql, { sealer }, actor, { user, grant, timezone }, now)
    if (connected.wasUnauthorized) await notifyChannel(sql, connected, now)
    return connected.account
  })
}

/**
 * Stores a connection, in the caller's transaction; no other code does. A new account gets a schedule and the default plan; for a
 * known one, the held queue becomes due, and its analytics are read again.
 */
export async function storeConnection(
  sql: Sql,
  { sealer }: Pick<Deps, 'sealer'>,
  by: Pick<Actor, 'organizationId' | 'userId'> & { via: Channel },
  { user, grant, timezone }: NewConnection,
  now: Date,
): Promise<Connected> {
  const { organizationId } = by
  const { id, isNew, wasUnauthorized } = await storeAccount(sql, organizationId, { user, timezone }, now)
  const { expiresAt, refreshExpiresAt, scopes } = grant
  const access = sealer.seal(grant.accessToken)
  const refresh = grant.refreshToken === null ? null : sealer.seal(grant.refreshToken)
  await sql`
    insert into connections (organization_id, account_id, access_token, refresh_token, expires_at, refresh_expires_at, scopes)
    values (${organizationId}, ${id}, ${access}, ${refresh}, ${expiresAt}, ${refreshExpiresAt}, ${scopes})
    on conflict (organization_id, account_id) do update
       set access_token = excluded.access_token, refresh_token = excluded.refresh_token, expires_at = excluded.expires_at,
           refresh_expires_at = excluded.refresh_expires_at, scopes = excluded.scopes, refreshing_until = null`
  await sql`
    insert into schedules (organization_id, account_id)
    values (${organizationId}, ${id})
    on conflict (organization_id, account_id) do nothing`
  await sql`
    delete from analytics_cache
     where organization_id = ${organizationId} and account_id = ${id}`
  const owner: Actor = { organizationId, via: 'operator', role: 'admin', userId: 'connect' }
  const account = await requireAccount(sql, owner, id)
  await grantDefaultPlan(sql, account, now)
  if (account.publishing === 'active') await releaseQueue(sql, account, now)
  await refreshCardsOf(sql, account, now)
  const after = { username: account.username, connectionNumber: account.connectionNumber }
  const act = { accountId: id, subject: `account:${id}`, action: isNew ? 'connect' : 'reconnect', after }
  await recordAct(sql, by, act, now)
  await announceAccount(sql, 'account.connected', account, now)
  return { account, isNew, wasUnauthorized, queue: await readQueue(sql, account, now) }
}

/** Locks the account's row until the end of the transaction. */
async function storeAccount(
  sql: Sql,
  organizationId: string,
  { user, timezone }: { user: PlatformUser; timezone: string | null },
  now: Date,
): Promise<{ id: string; isNew: boolean; wasUnauthorized: boolean }> {
  await requireNotDeleting(sql, organizationId, user)
  const [before] = await sql<{ tokenStatus: Account['tokenStatus'] }[]>`
    select token_status as "tokenStatus"
      from accounts
     where organization_id = ${organizationId} and platform_user_id = ${user.id}
       for no key update`
  const [row] = await sql<[{ id: string; connectionNumber: number }]>`
    insert into accounts as a (organization_id, platform_user_id, username, display_name, avatar_url, timezone, is_business, domain,
                                set_up, tells_published, published_daily, created_at)
    values (${organizationId}, ${user.id}, ${user.username}, ${user.displayName}, ${user.avatarUrl}, ${timezone}, ${user.isBusiness},
            ${domainOf(user.websiteUrl)}, 'due', true, true, ${now})
    on conflict (organization_id, platform_user_id) do update
       set username = excluded.username, display_name = excluded.display_name, avatar_url = excluded.avatar_url,
           timezone = coalesce(excluded.timezone, a.timezone), is_business = excluded.is_business,
           domain = excluded.domain, is_domain_verified = coalesce(a.is_domain_verified and a.domain = excluded.domain, false),
           token_status = 'authorized', disconnected_at = null, connection_number = a.connection_number + 1, results_after = null, days_read_at = null
    returning id, connection_number as "connectionNumber"`
  return { id: row.id, isNew: row.connectionNumber === 1, wasUnauthorized: before?.tokenStatus === 'unauthorized' }
}

/** Locks both rows, so that a deletion waits for this transaction. @throws CONFLICT the deletion has begun */
async function requireNotDeleting(sql: Sql, organizationId: string, user: PlatformUser): Promise<void> {
  const [organization] = await sql<{ isDeleting: boolean }[]>`
    select deleting_at is not null as "isDeleting"
      from organizations
     where id = ${organizationId}
       for no key update`
  const [account] = await sql<{ isDeleting: boolean }[]>`
    select deleting_at is not null as "isDeleting"
      from accounts
     where organization_id = ${organizationId}
       and platform_user_id = ${user.id}
       for no key update`
  if (organization?.isDeleting || account?.isDeleting)
    throw new DomainError('CONFLICT', 'This account is being deleted. Connect it again in a few minutes.')
}

/** Notifies the account's channel that it is connected again, in the transaction that stores it. */
export async function notifyChannel(sql: Sql, connected: Notified, now: Date): Promise<void> {
  await notifyConnected(sql, `account:${connected.account.id}`, connected, now)
}

/** `isDenied`: the platform does not let us read its boards. `form`: a form in Slack to update. */
type Notified = Connected & { isDenied?: boolean; form?: ConnectedForm | undefined }

/** @param destination `account:7` or `user:T1:U1`; each gets one notice per connection */
export async function notifyConnected(
  sql: Sql,
  destination: string,
  { account, isNew, queue, isDenied = false, form }: Notified,
  now: Date,
): Promise<void> {
  const { organizationId, id, connectionNumber } = account
  const dedupeKey = `connected:${id}:${connectionNumber}:${destination}`
  const notice = {
    kind: 'accountConnected',
    accountId: id,
    isNew,
    queue,
    ...(isDenied && { isDenied }),
    ...(form && { form }),
  } as const
  await enqueueNotice(sql, { organizationId, destination, dedupeKey, notice }, now)
}

/**
 * Checks all organizations, in the transaction that stores the tokens; of two that store the same at once, the second is refused.
 * An account may be in two organizations if each has its own consent and so its own refresh token.
 * @throws BAD_REQUEST refreshToken
 */
async function requireOwnTokens(
  sql: Sql,
  { sealer }: Pick<Deps, 'sealer'>,
  { organizationId }: Pick<Actor, 'organizationId'>,
  { user, refreshToken }: { user: Pick<PlatformUser, 'id'>; refreshToken: string | null },
): Promise<void> {
  if (refreshToken === null) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`platform account ${user.id}`}, 0))`
  const others = await sql<{ refreshToken: Buffer }[]>`
    select c.refresh_token as "refreshToken"
      from accounts a
      join connections c on c.organization_id = a.organization_id and c.account_id = a.id
     where a.platform_user_id = ${user.id}
       and a.organization_id <> ${organizationId}
       and c.refresh_token is not null`
  if (others.every((other) => sealer.open(other.refreshToken) !== refreshToken)) return
  throw badRequest(
    'refreshToken',
    (of) =>
      `${of('refreshToken')} belongs to another organization’s connection. It works only once, so the first renewal would end that connection. Connect this account with its own consent (npm run admin -- account connect).`,
  )
}
