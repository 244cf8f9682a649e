/** Handles tokens that no longer work, or lack a scope. */
import { refreshCardsOf } from '../notices/cards.js'
import { enqueueNotice } from '../notices/notices.js'
import type { Sql } from '../ports/deps.js'
import { announceAccount } from '../events/announce.js'
import type { Account } from '../accounts/account.js'
import { holdNoted, holdQueue, readQueue, releaseQueue } from '../accounts/queue.js'

/**
 * Marks the account as unauthorized because its tokens no longer work: its queue waits without a due time, and the team gets one
 * notice.
 * @param account as read with its tokens: if it was reconnected since, nothing changes
 * @returns false when it was unauthorized already, or was reconnected
 * @see docs/platform.md#tokens
 */
export async function markUnauthorized(sql: Sql, account: Account, now: Date): Promise<boolean> {
  const { organizationId, id, connectionNumber } = account
  const marked = await sql`
    update accounts a
       set token_status = 'unauthorized', ${holdNoted(sql, 'disconnected', now)}
     where a.organization_id = ${organizationId}
       and a.id = ${id}
       and a.connection_number = ${connectionNumber}
       and a.token_status = 'authorized'`
  if (marked.count === 0) return false
  await holdQueue(sql, account)
  await refreshCardsOf(sql, account, now)
  await notifyReconnect(sql, account, { cause: 'dead', dedupeKey: `reconnect:${id}:${now.getTime()}` }, now) // once for each time the tokens died
  return true
}

/**
 * Reverts that once new tokens are stored: the renewing process may stall so long that another one tries the spent refresh token
 * and finds it not working. The queue goes on, and the team is notified.
 * @param account as read with its tokens: if it was reconnected since, there is nothing to revert
 */
export async function markAlive(sql: Sql, account: Account, now: Date): Promise<void> {
  const { organizationId, id, connectionNumber } = account
  await lockTokenStatus(sql, account) // who is about to mark it is waited for
  const [marked] = await sql<Pick<Account, 'publishing'>[]>`
    update accounts
       set token_status = 'authorized'
     where organization_id = ${organizationId}
       and id = ${id}
       and connection_number = ${connectionNumber}
       and token_status = 'unauthorized'
    returning publishing`
  if (!marked) return
  if (marked.publishing === 'active') await releaseQueue(sql, account, now)
  await refreshCardsOf(sql, account, now)
  const destination = `account:${id}`
  const notice = { kind: 'accountConnected', accountId: id, isNew: false, queue: await readQueue(sql, account, now) } as const
  await enqueueNotice(sql, { organizationId, destination, dedupeKey: `alive:${id}:${now.getTime()}`, notice }, now)
  await announceAccount(sql, 'account.connected', account, now)
}

/**
 * Notifies the team once per connection that the tokens work but lack a scope: operations that need it are refused until the
 * account is reconnected.
 */
export async function notifyLackingScope(sql: Sql, account: Account, now: Date): Promise<void> {
  const dedupeKey = `reconnect:${account.id}:scope:${account.connectionNumber}`
  await notifyReconnect(sql, account, { cause: 'scope', dedupeKey }, now)
}

async function notifyReconnect(
  sql: Sql,
  account: Account,
  { cause, dedupeKey }: { cause: 'dead' | 'scope'; dedupeKey: string },
  now: Date,
): Promise<void> {
  const { organizationId, id, connectionNumber } = account
  const destination = `account:${id}`
  const notice = { kind: 'reconnectNeeded', accountId: id, cause, connectionNumber } as const
  await enqueueNotice(sql, { organizationId, destination, dedupeKey, notice }, now)
  await announceAccount(sql, 'account.reconnect_required', account, now)
}

/** Locks the account's row until the end of the transaction, so that token changes and connecting run one at a time. */
export async function lockTokenStatus(sql: Sql, { organizationId, id }: Account): Promise<Account['tokenStatus'] | undefined> {
  const [row] = await sql<{ tokenStatus: Account['tokenStatus'] }[]>`
    select token_status as "tokenStatus"
      from accounts
     where organization_id = ${organizationId}
       and id = ${id}
       for no key update`
  return row?.tokenStatus
}
