/** Pauses and resumes an account's publishing. @see docs/contract.md#pausing */
import type { Actor } from '../lib/actor.js'
import { recordAct } from '../audit/audit.js'
import { conflict, notFound } from '../lib/errors.js'
import { refreshCardsOf } from '../outbox/cards.js'
import type { BeforeCommit, Deps, Sql } from '../ports/deps.js'
import type { Account } from './account.js'
import { accountColumns } from './accounts.js'
import { isUncompared } from './uncompared.js'
import { enqueueAccountChange } from './account-change.js'
import { holdNoted, holdQueue, readQueue, releaseQueue } from './queue.js'
import { requireRoleOn } from './people/roles.js'
import { isRowId } from '../lib/row-id.js'

/**
 * Pauses publishing: open attempts end, retries are held, and pins that fall due wait, or fail as `paused` if `whilePaused` says
 * so. Pausing again only changes `whilePaused`; an account paused by a restore then stays paused after its boards are compared.
 * @throws FORBIDDEN not an admin · NOT_FOUND
 */
export async function pausePublishing(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, whilePaused }: { accountId: string; whilePaused?: Account['whilePaused'] | undefined },
  beforeCommit?: BeforeCommit<Account>,
): Promise<Account> {
  requireRoleOn(actor, accountId, 'admin')
  return db.tx(async (sql) => {
    const now = clock()
    const account = await setPublishing(sql, actor, { accountId, publishing: 'paused', whilePaused }, now)
    await holdQueue(sql, account)
    await refreshCardsOf(sql, account, now)
    await beforeCommit?.(sql, account)
    return account
  })
}

/**
 * Resumes publishing: waiting pins go out by the rule of late pins, once the account is also connected.
 * @throws FORBIDDEN not an admin · NOT_FOUND · CONFLICT not_compared
 */
export async function resumePublishing(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId }: { accountId: string },
  beforeCommit?: BeforeCommit<Account>,
): Promise<Account> {
  requireRoleOn(actor, accountId, 'admin')
  const now = clock()
  return db.tx(async (sql) => {
    const account = await setPublishing(sql, actor, { accountId, publishing: 'active', whilePaused: undefined }, now)
    if (account.tokenStatus === 'authorized') await releaseQueue(sql, account, now)
    await refreshCardsOf(sql, account, now)
    await beforeCommit?.(sql, account)
    return account
  })
}

async function announce(sql: Sql, actor: Actor, account: Account, now: Date): Promise<void> {
  if (account.publishing === 'paused') return enqueueAccountChange(sql, actor, account, { kind: 'paused' }, now)
  const { overdue } = account.tokenStatus === 'authorized' ? await readQueue(sql, account, now) : { overdue: 0 }
  await enqueueAccountChange(sql, actor, account, { kind: 'resumed', overdue }, now)
}

type Key = Pick<Account, 'organizationId' | 'id'>

/**
 * Sets the reason of the pause in an update of `a` (accounts) by an admin: rows from a backup stay held until they were compared.
 */
const becauseKept = (sql: Sql, { organizationId, id }: Key) => sql`
  paused_because = case when a.paused_because = 'restored' and ${isUncompared(sql, { organizationId, accountId: id })}
                        then a.paused_because end`

/**
 * Keeps an account that an admin paused after a restore from being resumed automatically. The caller has locked the account's
 * row.
 * @returns true when it would have been resumed
 */
async function declineResuming(sql: Sql, { organizationId, id }: Key): Promise<boolean> {
  const declined = await sql`
    update comparisons
       set resumes = false
     where organization_id = ${organizationId}
       and account_id = ${id}
       and resumes`
  return declined.count > 0
}

/** @throws CONFLICT not_compared its rows came from a backup, and what was published since is unknown */
async function requireCompared(sql: Sql, { organizationId, id }: Key): Promise<void> {
  const [row] = await sql<[{ isWaiting: boolean }]>`select ${isUncompared(sql, { organizationId, accountId: id })} as "isWaiting"`
  if (!row.isWaiting) return
  throw conflict(
    'not_compared',
    () =>
      'Pinslot was restored from a backup. This account stays paused until the operator has compared its boards with its queue.',
  )
}

type Switch = { accountId: string; publishing: Account['publishing']; whilePaused: Account['whilePaused'] | undefined }

/**
 * Locks the account's row until the end of the transaction, so that pausing, resuming and connecting run one at a time. @throws
 * NOT_FOUND
 */
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
           ${publishing === 'paused' ? sql`${becauseKept(sql, { organizationId, id: accountId })}, ${holdNoted(sql, 'paused', now)}` : sql`paused_because = null`}
     where a.organization_id = ${organizationId}
       and a.id = ${accountId}
    returning ${accountColumns(sql)}`
  if (!account || !before) throw notFound('Account')
  if (publishing === 'active') await requireCompared(sql, account)
  const after = { publishing: account.publishing, whilePaused: account.whilePaused }
  const isDeclined = publishing === 'paused' && (await declineResuming(sql, account))
  if (before.publishing === after.publishing && before.whilePaused === after.whilePaused && !isDeclined) return account
  const action = publishing === 'paused' ? 'pause' : 'resume'
  await recordAct(sql, actor, { accountId, subject: `account:${accountId}`, action, before: { ...before }, after }, now)
  if (before.publishing !== after.publishing) await announce(sql, actor, account, now)
  return account
}
