/** The open requests of an account as a person works through them: by what they wait for, the soonest due first. */
import type { Account } from '../../accounts/account.js'
import { listAccountsAsked, requireAccount } from '../../accounts/accounts.js'
import { hasRoleOn, hasSight } from '../../accounts/people/roles.js'
import { type Actor, isSlackPerson } from '../../lib/actor.js'
import { instantOfDay, wallDayOf } from '../../lib/time.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { isHeld } from '../../slots/kept.js'
import { approvalColumns, type ApprovalRow, toApproval } from './approval.js'
import { isAsker, isDecidable, mayDecide as mayDecideIt } from './decidable.js'
import type { Approval } from './model.js'
import { asSeer, seenBy } from './sight.js'

/**
 * `forMe`: this person may decide them. `mine`: this person asked. `others`: somebody else asked, and somebody else decides. Of a
 * request on hold, the due time waits, too.
 */
export const REQUESTS_OF = ['forMe', 'mine', 'others', 'dueToday', 'overdue', 'onHold'] as const
export type RequestsOf = (typeof REQUESTS_OF)[number]
export type RequestCounts = Record<RequestsOf, number>

export type OpenRequestsQuery = {
  accountId: string
  /** Absent: `forMe` for those who decide, `mine` for those who ask, `others` for those who only see them. */
  of?: RequestsOf | undefined
  /** The reader's zone, in which a day ends. */
  timezone: string
  /** How many come before the page; beyond the end, the last page is read. */
  at: number
  limit: number
}
/** `reader`: the actor, who sees the account for these requests. */
export type OpenRequests = {
  of: RequestsOf
  at: number
  approvals: Approval[]
  counts: RequestCounts
  mayDecide: boolean
  reader: Actor
}

/**
 * Lists open requests page by page, the soonest due first, with the count of each kind; to a reviewer those that wait for them.
 * @throws NOT_FOUND the account
 */
export async function listOpenRequests(
  { db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, of: wanted, timezone, at, limit }: OpenRequestsQuery,
): Promise<OpenRequests> {
  const reader = asSeer(actor, accountId)
  const account = await requireAccount(sql, reader, accountId)
  const now = clock()
  const seen = seenBy(sql, actor, account.id)
  const kinds = kindsOf(sql, actor, { accountId: account.id, timezone, now })
  const [counts] = await sql<[RequestCounts]>`
    select count(*) filter (where ${kinds.forMe})::int as "forMe", count(*) filter (where ${kinds.mine})::int as mine,
           count(*) filter (where ${kinds.others})::int as others, count(*) filter (where ${kinds.dueToday})::int as "dueToday",
           count(*) filter (where ${kinds.overdue})::int as overdue, count(*) filter (where ${kinds.onHold})::int as "onHold"
      from approvals a
     where a.organization_id = ${account.organizationId}
       and a.account_id = ${account.id}
       and a.state = 'open'
       and ${seen}`
  const mayDecide = isSlackPerson(actor.userId) && (hasRoleOn(actor, account.id, 'scheduler') || counts.forMe > 0)
  const of = wanted ?? (mayDecide ? 'forMe' : hasRoleOn(actor, account.id, 'contributor') ? 'mine' : 'others')
  const count = counts[of]
  const begin = at < count ? at : Math.max(0, Math.floor((count - 1) / limit) * limit)
  const rows = await sql<ApprovalRow[]>`
    select ${approvalColumns(sql, account.organizationId)}
      from approvals a
     where a.organization_id = ${account.organizationId}
       and a.account_id = ${account.id}
       and a.state = 'open'
       and ${kinds[of]}
       and ${seen}
     order by coalesce(a.due_at, a.wanted_at, a.asked_at), a.id
     limit ${limit}
    offset ${begin}`
  return { of, at: begin, approvals: rows.map(toApproval), counts, mayDecide, reader }
}

/**
 * Lists the accounts whose requests this person lists: those that they see, and others with an open request that waits for them.
 * @param keep an account that stays in the list after its last decision
 */
export async function listRequestAccounts({ db }: Pick<Deps, 'db'>, actor: Actor, keep?: string): Promise<Account[]> {
  const accounts = await listAccountsAsked({ db }, actor)
  const unseen = accounts.filter(({ id }) => !hasSight(actor, id) && id !== keep)
  if (unseen.length === 0) return accounts
  const open = await db.sql<Pick<Approval, 'accountId' | 'askedBy' | 'waitsFor'>[]>`
    select distinct a.account_id as "accountId", a.asked_by as "askedBy", a.waits_for as "waitsFor"
      from approvals a
     where a.organization_id = ${actor.organizationId}
       and a.account_id = any (${unseen.map(({ id }) => id)}::bigint[])
       and a.state = 'open'`
  return accounts.filter(
    (account) => !unseen.includes(account) || open.some((one) => one.accountId === account.id && mayDecideIt(actor, one)),
  )
}

type Reading = { accountId: string; timezone: string; now: Date }

function kindsOf(sql: Sql, actor: Actor, { accountId, timezone, now }: Reading) {
  const tomorrow = instantOfDay(wallDayOf(now, timezone) + 1, 0, timezone)
  const forMe = isDecidable(sql, actor, { accountId, now })
  const mine = isAsker(sql, actor)
  const held = isHeld(sql, now)
  return {
    forMe,
    mine,
    others: sql`(not (${mine}) and not ${forMe})`,
    dueToday: sql`(coalesce(a.due_at >= ${now} and a.due_at < ${tomorrow}, false) and not ${held})`,
    overdue: sql`(coalesce(a.due_at < ${now}, false) and not ${held})`,
    onHold: held,
  }
}

/** Counts the open requests that this person may decide. @throws NOT_FOUND the account */
export async function countRequestsFor(
  { db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId }: { accountId: string },
): Promise<number> {
  const account = await requireAccount(sql, asSeer(actor, accountId), accountId)
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count
      from approvals a
     where a.organization_id = ${account.organizationId}
       and a.account_id = ${account.id}
       and a.state = 'open'
       and ${isDecidable(sql, actor, { accountId: account.id, now: clock() })}`
  return count
}
