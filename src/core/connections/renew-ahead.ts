/** Renews tokens before they end, so that no caller waits for it and no account stops working. @see docs/platform.md#tokens */
import { after, before, DAY_MS, HOUR_MS } from '../lib/duration.js'
import type { PlatformAccess } from '../ports/platform.js'
import type { Deps, Sql } from '../ports/deps.js'
import { refreshAccess } from './access.js'
import { type RefreshDeps, accessOf } from './connection.js'
import type { Account } from '../accounts/account.js'
import { accountColumns } from '../accounts/accounts.js'
import { noteRefusal } from './call-platform.js'

const ACCESS_BEFORE_MS = 3 * DAY_MS
/** Without a valid refresh token the account has to be reconnected. */
const REFRESH_BEFORE_MS = 10 * DAY_MS
/** An access token lasts 30 days. If its renewal extends no refresh token, it is retried once a day, not in each run. */
const RENEWED_TODAY_MS = 29 * DAY_MS

export type EndingToken = { account: Account; accessToken: Buffer }

/**
 * Lists connected accounts of all organizations whose tokens end soon, in random order, so that those that cannot be renewed do
 * not always delay the others.
 */
export async function listEndingTokens(sql: Sql, { now, limit }: { now: Date; limit: number }): Promise<EndingToken[]> {
  const rows = await sql<(Account & { accessToken: Buffer })[]>`
    select ${accountColumns(sql)}, c.access_token as "accessToken"
      from connections c
      join accounts a on a.organization_id = c.organization_id and a.id = c.account_id
     where ${isKeptAlive(sql)}
       and (c.refreshing_until is null or c.refreshing_until <= ${now})
       and (c.expires_at <= ${after(now, ACCESS_BEFORE_MS)}
            or c.refresh_expires_at <= ${after(now, REFRESH_BEFORE_MS)}
               and (c.expires_at is null or c.expires_at <= ${after(now, RENEWED_TODAY_MS)}))
     order by random()
     limit ${limit}`
  return rows.map(({ accessToken, ...account }) => ({ account, accessToken }))
}

/**
 * True for `a` (accounts) and `c` (connections) whose tokens are kept valid. Automatically paused accounts have no users; their
 * tokens are renewed once these return.
 */
const isKeptAlive = (sql: Sql) => sql`
  a.token_status = 'authorized'
  and c.refresh_token is not null
  and not (a.publishing = 'paused' and a.paused_because is not null)`

/** Returns when tokens are next to be renewed, ignoring those overdue for an hour, which cannot be renewed. */
export async function nextTokenEnd(sql: Sql, now: Date): Promise<Date | null> {
  const [row] = await sql<[{ next: Date | null }]>`
    select min(d.due) as next
      from (select least(c.expires_at - ${ACCESS_BEFORE_MS} * interval '1 millisecond',
                         c.refresh_expires_at - ${REFRESH_BEFORE_MS} * interval '1 millisecond') as due
              from connections c
              join accounts a on a.organization_id = c.organization_id and a.id = c.account_id
             where ${isKeptAlive(sql)}) d
     where d.due > ${before(now, HOUR_MS)}`
  return row.next
}

/**
 * Renews the tokens and records a refusal.
 * @throws as refreshAccess(): it is tried again in the next run
 */
export async function renewAhead(
  deps: RefreshDeps & Pick<Deps, 'sealer'>,
  { account, accessToken }: EndingToken,
): Promise<PlatformAccess> {
  try {
    return await refreshAccess(deps, account, accessOf(account, deps.sealer.open(accessToken)))
  } catch (error) {
    await noteRefusal(deps, account, error)
    throw error
  }
}
