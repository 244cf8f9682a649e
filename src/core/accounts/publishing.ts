/** Pauses and resumes an account's publishing. @see docs/contract.md#pausing */
import type { Actor } from '../lib/actor.js'
import { recordAct } from '../audit/audit.js'
import { after, DAY_MS } from '../lib/duration.js'
import { badRequest, notFound, RefusedBecause } from '../lib/errors.js'
import { refreshCardsOf } from '../notices/cards.js'
import { organizationOr } from '../lib/rows/by-organization.js'
import type { BeforeCommit, Deps, Sql } from '../ports/deps.js'
import type { Account } from './account.js'
import { accountColumns } from './accounts.js'
import { isUncompared } from './uncompared.js'
import { enqueueAccountChange } from './account-change.js'
import { holdNoted, holdQueue, mayPublish, readQueue, releaseQueue } from './queue.js'
import { requireRoleOn } from './people/roles.js'
import { isRowId } from '../lib/rows/row-id.js'

/** The longest pause with an end. */
export const LONGEST_PAUSE_MS = 366 * DAY_MS

/**
 * Pauses publishing: open attempts end, retries are held, and pins that fall due wait, or fail as `paused` if `whilePaused` says
 * so. Pausing again only changes `whilePaused` and the end where they are given; an account paused by a restore then stays paused
 * after its boards are compared. `until`: when it resumes by itself; null: when an admin resumes it.
 * @throws FORBIDDEN not an admin · NOT_FOUND · BAD_REQUEST until
 */
export async function pausePublishing(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, whilePaused, until }: { accountId: string } & Pause,
  beforeCommit?: BeforeCommit<Account>,
): Promise<Account> {
  requireRoleOn(actor, accountId, 'admin')
  return db.tx(async (sql) => {
    const now = clock()
    if (until && (until <= now || until > after(now, LONGEST_PAUSE_MS)))
      throw badRequest('until', (of) => `${of('until')} must be in the future, and within a year.`)
    const account = await setPublishing(sql, actor, { accountId, publishing: 'paused', whilePaused, until }, now)
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
    const account = await resume(sql, actor, accountId, now)
    await beforeCommit?.(sql, account)
    return account
  })
}

type By = Pick<Actor, 'organizationId' | 'via' | 'userId'>

async function resume(sql: Sql, by: By, accountId: string, now: Date): Promise<Account> {
  const account = await setPublishing(sql, by, { accountId, publishing: 'active' }, now)
  if (account.tokenStatus === 'authorized') await releaseQueue(sql, account, now)
  await refreshCardsOf(sql, account, now)
  return account
}

/** True for `accounts a` whose pause ends by itself. Accounts from a backup stay paused until they were compared. */
const ends = (sql: Sql, organizationId?: string) => sql`
  not ${mayPublish(sql)} and a.publishing = 'paused' and a.paused_until is not null and a.deleting_at is null
  and not ${isUncompared(sql, { organizationId: organizationOr(sql, 'a', organizationId), accountId: sql`a.id` })}`

/** Lists the accounts whose pause is over, of all organizations. */
export const listEnded = async (sql: Sql, now: Date): Promise<Key[]> => [
  ...(await sql<Key[]>`
    select a.organization_id as "organizationId", a.id
      from accounts a
     where ${ends(sql)}
       and a.paused_until <= ${now}`),
]

/** Resumes one of them in the caller's transaction. @returns false when a person resumed it, or paused it for longer */
export async function resumeIfOver(sql: Sql, { organizationId, id }: Key, now: Date): Promise<boolean> {
  const over = await sql`
    select 1
      from accounts a
     where a.organization_id = ${organizationId}
       and a.id = ${id}
       and ${ends(sql, organizationId)}
       and a.paused_until <= ${now}
       for no key update`
  if (over.length === 0) return false
  await resume(sql, { organizationId, via: 'operator', userId: 'pause' }, id, now)
  return true
}

export async function nextPauseEnd(sql: Sql): Promise<Date | null> {
  const [row] = await sql<[{ at: Date | null }]>`
    select min(a.paused_until) as at
      from accounts a
     where ${ends(sql)}`
  return row.at
}

async function announce(sql: Sql, by: By, account: Account, now: Date): Promise<void> {
  const until = account.pausedUntil?.toISOString()
  if (account.publishing === 'paused')
    return enqueueAccountChange(sql, by, account, { kind: 'paused', ...(until !== undefined && { until }) }, now)
  const { overdue } = account.tokenStatus === 'authorized' ? await readQueue(sql, account, now) : { overdue: 0 }
  await enqueueAccountChange(sql, by, account, { kind: 'resumed', overdue }, now)
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
  throw new RefusedBecause('not_compared')
}

type Pause = { whilePaused?: Account['whilePaused'] | undefined; until?: Date | null | undefined }
type Switch = { accountId: string; publishing: Account['publishing'] } & Pause

/**
 * Locks the account's row until the end of the transaction, so that pausing, resuming and connecting run one at a time. @throws
 * NOT_FOUND
 */
async function setPublishing(
  sql: Sql,
  actor: By,
  { accountId, publishing, whilePaused, until }: Switch,
  now: Date,
): Promise<Account> {
  if (!isRowId(accountId)) throw notFound('Account')
  const { organizationId } = actor
  const [before] = await sql<Pick<Account, 'publishing' | 'whilePaused' | 'pausedUntil'>[]>`
    select publishing, while_paused as "whilePaused", case when publishing = 'paused' then paused_until end as "pausedUntil"
      from accounts
     where organization_id = ${organizationId}
       and id = ${accountId}
       for no key update`
  const [account] = await sql<Account[]>`
    update accounts a
       set publishing = ${publishing}, while_paused = coalesce(${whilePaused ?? null}, a.while_paused),
           paused_until = ${publishing === 'active' ? null : until === undefined ? sql`case when a.publishing = 'paused' then a.paused_until end` : until},
           ${publishing === 'paused' ? sql`${becauseKept(sql, { organizationId, id: accountId })}, ${holdNoted(sql, 'paused', now)}` : sql`paused_because = null`}
     where a.organization_id = ${organizationId}
       and a.id = ${accountId}
    returning ${accountColumns(sql)}`
  if (!account || !before) throw notFound('Account')
  if (publishing === 'active') await requireCompared(sql, account)
  const set = { publishing: account.publishing, whilePaused: account.whilePaused, pausedUntil: account.pausedUntil }
  const isDeclined = publishing === 'paused' && (await declineResuming(sql, account))
  const isSameEnd = before.pausedUntil?.getTime() === set.pausedUntil?.getTime()
  if (before.publishing === publishing && before.whilePaused === set.whilePaused && isSameEnd && !isDeclined) return account
  const action = publishing === 'paused' ? 'pause' : 'resume'
  await recordAct(sql, actor, { accountId, subject: `account:${accountId}`, action, before: { ...before }, after: set }, now)
  if (before.publishing !== publishing || !isSameEnd) await announce(sql, actor, account, now)
  return account
}
