/** Pausing and resuming what an account publishes. @see docs/contract.md#pausing */
import type { Actor } from '../lib/actor.js'
import { recordAct } from '../audit/audit.js'
import { notFound } from '../lib/errors.js'
import type { BeforeCommit, Deps, Sql } from '../ports/deps.js'
import type { Account } from './account.js'
import { accountColumns } from './accounts.js'
import { holdQueue, releaseQueue } from './queue.js'
import { requireRole } from './people/roles.js'
import { isRowId } from './row-id.js'

/**
 * Nothing new of the account is sent from now on: open attempts end, retries hold, pins that fall due wait, or fail as `paused` where
 * `whilePaused` says so. Pausing what is paused changes nothing but `whilePaused`, when it is given.
 * @throws FORBIDDEN not an admin · NOT_FOUND
 */
export async function pausePublishing(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, whilePaused }: { accountId: string; whilePaused?: Account['whilePaused'] | undefined },
  beforeCommit?: BeforeCommit<Account>,
): Promise<Account> {
  requireRole(actor, 'admin')
  return db.tx(async (sql) => {
    const account = await setPublishing(sql, actor, { accountId, publishing: 'paused', whilePaused }, clock())
    await holdQueue(sql, account)
    await beforeCommit?.(sql, account)
    return account
  })
}

/**
 * What waited goes out by the lateness rule, once the account is connected too; resuming what is active changes nothing.
 * @throws FORBIDDEN not an admin · NOT_FOUND
 */
export async function resumePublishing(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId }: { accountId: string },
  beforeCommit?: BeforeCommit<Account>,
): Promise<Account> {
  requireRole(actor, 'admin')
  const now = clock()
  return db.tx(async (sql) => {
    const account = await setPublishing(sql, actor, { accountId, publishing: 'active', whilePaused: undefined }, now)
    if (account.tokenStatus === 'authorized') await releaseQueue(sql, account, now)
    await beforeCommit?.(sql, account)
    return account
  })
}

type Switch = { accountId: string; publishing: Account['publishing']; whilePaused: Account['whilePaused'] | undefined }

/** Holds the account's row until the end of the transaction: of pausing, resuming and connecting, one at a time. @throws NOT_FOUND */
async function setPublishing(
  sql: Sql,
  actor: Actor,
  { accountId, publishing, whilePaused }: Switch,
  now: Date,
): Promise<Account> {
  if (!isRowId(accountId)) throw notFound('Account')
  const { organizationId } = actor
  const [before] = await sql<Pick<Account, 'publishing' | 'whilePaused'>[]>`
    select publishing, while_paused as "whilePaused"
      from accounts
     where organization_id = ${organizationId}
       and id = ${accountId}
       for no key update`
  const [account] = await sql<Account[]>`
    update accounts a
       set publishing = ${publishing}, while_paused = coalesce(${whilePaused ?? null}, a.while_paused),
           paused_because = null
     where a.organization_id = ${organizationId}
       and a.id = ${accountId}
    returning ${accountColumns(sql)}`
  if (!account || !before) throw notFound('Account')
  const after = { publishing: account.publishing, whilePaused: account.whilePaused }
  if (before.publishing === after.publishing && before.whilePaused === after.whilePaused) return account
  const action = publishing === 'paused' ? 'pause' : 'resume'
  await recordAct(sql, actor, { accountId, subject: `account:${accountId}`, action, before: { ...before }, after }, now)
  return account
}
