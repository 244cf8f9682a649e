/** Ends the connection of an account: its tokens are deleted at once, and its content stays. */
import type { Actor } from '../lib/actor.js'
import { refreshCardsOf } from '../notices/cards.js'
import { recordAct } from '../audit/audit.js'
import { notFound } from '../lib/errors.js'
import type { BeforeCommit, Deps, Sql } from '../ports/deps.js'
import { announceAccount } from '../events/announce.js'
import type { Account } from '../accounts/account.js'
import { accountColumns, requireAccount } from '../accounts/accounts.js'
import { holdNoted, holdQueue } from '../accounts/queue.js'
import { requireRoleOn } from '../accounts/people/roles.js'
import { isRowId } from '../lib/rows/row-id.js'

/**
 * Disconnects the account: open attempts end, and queued pins wait for a day, each from its time, and go on when it is connected
 * again. The platform has no call to revoke a person's tokens, so they are deleted here; the permission itself ends in the
 * account's settings there.
 * @throws FORBIDDEN not an admin · NOT_FOUND
 */
export async function disconnectAccount(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId }: { accountId: string },
  beforeCommit?: BeforeCommit<Account>,
): Promise<Account> {
  requireRoleOn(actor, accountId, 'admin')
  const now = clock()
  return db.tx(async (sql) => {
    const account = await endConnection(sql, actor, accountId, now)
    await beforeCommit?.(sql, account)
    return account
  })
}

/** Runs in the caller's transaction and locks the account's row until its end. @throws NOT_FOUND */
export async function endConnection(sql: Sql, actor: Actor, accountId: string, now: Date): Promise<Account> {
  if (!isRowId(accountId)) throw notFound('Account')
  const { organizationId } = actor
  await sql`
    select
      from accounts
     where organization_id = ${organizationId}
       and id = ${accountId}
       for no key update`
  const before = await requireAccount(sql, actor, accountId)
  const ended = await sql`
    delete from connections
     where organization_id = ${organizationId}
       and account_id = ${accountId}`
  if (ended.count === 0 && before.disconnectedAt !== null) return before
  // another number, because what is known about the old tokens does not apply to the next ones
  const [account] = await sql<[Account]>`
    update accounts a
       set token_status = 'unauthorized', disconnected_at = ${now}, connection_number = a.connection_number + 1,
           ${holdNoted(sql, 'disconnected', now)}
     where a.organization_id = ${organizationId}
       and a.id = ${accountId}
    returning ${accountColumns(sql)}`
  await holdQueue(sql, account)
  await refreshCardsOf(sql, account, now)
  await recordAct(sql, actor, { accountId, subject: `account:${accountId}`, action: 'disconnect' }, now)
  await announceAccount(sql, 'account.reconnect_required', account, now)
  return account
}
