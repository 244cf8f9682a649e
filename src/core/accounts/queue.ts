/**
 * The queue of an account that is put on hold or released. Whether a pin is sent depends on its account at the pin's time; its
 * due time only says when the publisher checks it. So the request that holds or releases a queue writes those it matters for at
 * once, no more than `AT_ONCE` of them however long the queue is, and the sweep of each minute does the rest.
 */
import { before } from '../lib/duration.js'
import { LATE_AFTER_MS } from '../lib/late.js'
import { hasStatus } from '../lib/rows/of-status.js'
import type { Queue } from '../ports/notice.js'
import type { Sql } from '../ports/deps.js'
import type { Account } from './account.js'

/** Pins of one account in one statement. */
export const AT_ONCE = 2_000

/** For what holds the queues of all accounts of an organization in one transaction. */
export const BUDGET = { budgetMs: 60_000 }

type Key = Pick<Account, 'organizationId' | 'id'>

/** Of `a` (accounts): Pinterest may be asked in its name, by the pin that is tried during a hold too. Not paused, and its tokens are good. */
export const mayAsk = (sql: Sql) => sql`(a.publishing = 'active' and a.token_status = 'authorized')`

/** Of `a` (accounts): its queue is not held. Publishing is not paused, its tokens are good, and Pinterest does not hold it back. */
export const mayPublish = (sql: Sql) => sql`(a.publishing = 'active' and a.token_status = 'authorized' and a.hold_since is null)`

/** Of `accounts a`, in the update that puts it on hold: since when and why. A hold that another one overlaps keeps its beginning. */
export const holdNoted = (sql: Sql, cause: 'paused' | 'disconnected' | 'account_on_hold', now: Date) => sql`
  held_since = case when ${mayPublish(sql)} then ${now}::timestamptz else a.held_since end,
  held_for = case when ${mayPublish(sql)} then ${cause} else a.held_for end`

/** Of `p` (posts) and `a` (accounts), in the update that releases the post: what it waited for, where its time has passed. */
export const delayNoted = (sql: Sql, now: Date) =>
  sql`delayed_by = case when p.send_at <= ${now} then coalesce(a.held_for, p.delayed_by) else p.delayed_by end`

/** The due time of a queued pin of `a` (accounts): none while its queue is held. @param at when the publisher is to look at it otherwise */
export const dueUnlessHeld = (sql: Sql, at: ReturnType<typeof mayPublish>) => sql`case when ${mayPublish(sql)} then ${at} end`

/**
 * The first queued pins lose their due time, and the publisher finds none of them. The next sweep puts the rest on hold, or the
 * publisher does, which takes a pin at its time and sees that its account is on hold: so also one that is being queued
 * meanwhile, by a transaction that saw the account free. The caller has locked the account's row.
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
 * The first queued pins that wait without a due time get it back: the publisher checks each at its time, late ones by its
 * lateness rule; none while something else holds the queue. Those on time and those that are late count apart, so that neither waits behind the other. The next sweep
 * releases the rest, and also one that is being queued meanwhile, by a transaction that saw the account on hold. The caller has
 * locked the account's row.
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

/** Also what the publisher has taken already: it may be faster than the caller. */
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
