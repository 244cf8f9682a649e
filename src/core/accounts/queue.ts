/**
 * Holds and releases the queue of an account. The account's state at a pin's time decides whether it is sent; the due time only
 * says when the publisher checks it. So a request updates at most `AT_ONCE` pins, however long the queue is, and the sweep of
 * each minute does the rest.
 */
import { before } from '../lib/duration.js'
import { LATE_AFTER_MS } from '../lib/late.js'
import { hasStatus } from '../lib/rows/of-status.js'
import type { Queue } from '../ports/notice.js'
import type { Sql } from '../ports/deps.js'
import type { Account } from './account.js'

/** The most pins of one account in one statement. */
export const AT_ONCE = 2_000

/** The time limit of a transaction that holds the queues of all accounts of an organization. */
export const BUDGET = { budgetMs: 60_000 }

type Key = Pick<Account, 'organizationId' | 'id'>

/**
 * True for `a` (accounts) whose tokens may be used for calls, also by the pin that is tried during a hold: not paused, with
 * working tokens.
 */
export const mayAsk = (sql: Sql) => sql`(a.publishing = 'active' and a.token_status = 'authorized')`

/** True for `a` (accounts) whose queue is not held: not paused, with working tokens, and not on hold at Pinterest. */
export const mayPublish = (sql: Sql) => sql`(a.publishing = 'active' and a.token_status = 'authorized' and a.hold_since is null)`

/**
 * Sets since when and why `accounts a` is held, in the update that holds it. A hold that overlaps another keeps its beginning.
 */
export const holdNoted = (sql: Sql, cause: 'paused' | 'disconnected' | 'account_on_hold', now: Date) => sql`
  held_since = case when ${mayPublish(sql)} then ${now}::timestamptz else a.held_since end,
  held_for = case when ${mayPublish(sql)} then ${cause} else a.held_for end`

/** Sets what `p` (posts) waited for, in the update that releases a post of `a` (accounts) whose time has passed. */
export const delayNoted = (sql: Sql, now: Date) =>
  sql`delayed_by = case when p.send_at <= ${now} then coalesce(a.held_for, p.delayed_by) else p.delayed_by end`

/**
 * Returns the due time of a queued pin of `a` (accounts): none while its queue is held. @param at the time when the publisher
 * would check it otherwise
 */
export const dueUnlessHeld = (sql: Sql, at: ReturnType<typeof mayPublish>) => sql`case when ${mayPublish(sql)} then ${at} end`

/**
 * Clears the due time of the first queued pins. The next sweep holds the rest, as does the publisher, which checks the account at
 * a pin's time; so a pin queued concurrently is held, too. The caller has locked the account's row.
 */
export async function holdQueue(sql: Sql, { organizationId, id }: Key): Promise<void> {
  await sql`
    with first as materialized (
      select p.id, p.send_at
        from posts p
       where p.organization_id = ${organizationId}
         and p.account_id = ${id}
         and ${hasStatus(sql, 'queued')}
         and p.due_at is not null
       order by p.send_at, p.id
       limit ${AT_ONCE}
    ), taken as (
      select p.id
        from posts p
       where p.organization_id = ${organizationId}
         and p.id = any(array(select id from first))
         and case when p.status = 'queued' then p.due_at is not null end -- so written each is found by its key, not among all that are queued
       order by p.id
         for update
    ), held as (
      update posts p
         set due_at = null
        from taken t
       where p.organization_id = ${organizationId}
         and p.id = t.id
    )
    update accounts a
       set unheld_from = (select case when count(*) = ${AT_ONCE} then max(send_at) end from first)
     where a.organization_id = ${organizationId}
       and a.id = ${id}`
}

/**
 * Sets the due time of the first waiting pins, unless something else holds the queue; the publisher checks each at its time, late
 * ones by its rule. Pins on time and late ones are limited separately, so that neither wait for the other; the next sweep
 * releases the rest, including pins queued concurrently. The caller has locked the account's row.
 */
export async function releaseQueue(sql: Sql, { organizationId, id }: Key, now: Date): Promise<void> {
  const lateBefore = before(now, LATE_AFTER_MS)
  const first = (isLate: boolean) => sql`
    (select p.id
       from posts p
      where p.organization_id = ${organizationId}
        and p.account_id = ${id}
        and p.status = 'queued'
        and p.due_at is null
        and exists (select 1 from accounts a where a.organization_id = ${organizationId} and a.id = ${id} and ${mayPublish(sql)})
        and ${isLate ? sql`p.send_at <= ${lateBefore}` : sql`p.send_at > ${lateBefore}`}
      order by p.send_at, p.id
      limit ${AT_ONCE})`
  await sql`
    with first as materialized (${first(false)} union all ${first(true)}), taken as (
      select p.id
        from posts p
       where p.organization_id = ${organizationId}
         and p.id = any(array(select id from first))
         and case when p.status = 'queued' then p.due_at is null end -- so written each is found by its key, not among all that are held
       order by p.id
         for update
    ), released as (
      update posts p
         set due_at = p.send_at, ${delayNoted(sql, now)}
        from taken t
        join accounts a on a.organization_id = ${organizationId} and a.id = ${id}
       where p.organization_id = ${organizationId}
         and p.id = t.id
    )
    update accounts a
       set unheld_from = null
     where a.organization_id = ${organizationId}
       and a.id = ${id}
       and a.unheld_from is not null`
  await sql`select pg_notify('posts_due', '')`
}

/** Includes pins that the publisher has already claimed, because it may be faster than the caller. */
export async function readQueue(sql: Sql, { organizationId, id }: Key, now: Date): Promise<Queue> {
  const times = (status: 'queued' | 'uploading') => sql`
      select p.send_at
        from posts p
       where p.organization_id = ${organizationId}
         and p.account_id = ${id}
         and ${hasStatus(sql, status)}
         and p.send_at is not null`
  const [queue] = await sql<[Queue]>`
    select count(*)::int as waiting, (count(*) filter (where send_at <= ${now}))::int as overdue
      from (${times('queued')} union all ${times('uploading')}) posts`
  return { ...queue }
}
