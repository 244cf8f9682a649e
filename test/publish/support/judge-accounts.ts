/** Charges and notices of one organization, which a cluster plans as one Postgres does, against what became of the posts. */
import type { Sql } from '../../../src/core/ports/deps.js'

/** Balances are the sums of their rows; a pin that was sent is paid for once, and nothing else is. */
export async function judgeMoney(sql: Sql, organizationId: string): Promise<string[]> {
  const rows = await sql<{ what: string }[]>`
    select 'account ' || e.account_id || ' holds ' || u.held || ' of ' || u.unit || ', and its ledger says ' || coalesce(sum(l.amount), 0) as what
      from entitlements e
     cross join lateral (values ('allowance', e.allowance_left), ('credit', e.credits_left), ('trial', e.trial_left)) as u(unit, held)
      left join credit_ledger l
        on l.organization_id = ${organizationId} and l.account_id = e.account_id and l.unit = u.unit
     where e.organization_id = ${organizationId}
     group by e.organization_id, e.account_id, u.unit, u.held
    having u.held <> coalesce(sum(l.amount), 0)
        or u.held <> coalesce((array_agg(l.balance_after order by l.id desc))[1], 0)
     union all
    select 'organization ' || o.organization_id || ' has used ' || o.used || ' pins of its plan, and its ledger says ' || coalesce(-sum(l.amount), 0)
      from organization_periods o
      left join credit_ledger l on l.organization_id = ${organizationId} and l.period = o.period and l.unit = 'plan_post'
     where o.organization_id = ${organizationId}
     group by o.organization_id, o.period, o.used
    having o.used <> coalesce(-sum(l.amount), 0)
     union all
    select 'post ' || p.id || ' (' || p.status || ') was scheduled ' || p.charge_number || ' times, charged ' || count(c.id)
           || ' times and refunded ' || count(r.id) || ' times'
      from ${endedPosts(sql, organizationId)} p
      left join credit_ledger c
        on c.organization_id = ${organizationId} and split_part(c.charge_key, '#', 1) = 'post:' || p.id and c.kind = 'charge'
      left join credit_ledger r
        on r.organization_id = ${organizationId} and r.charge_key = c.charge_key and r.kind = 'refund'
     group by p.organization_id, p.id, p.status, p.charge_number, p.found_later
    having count(c.id) <> p.charge_number
        or count(c.id) filter (where c.unit not in ('free', 'trial') and r.id is null)
           <> count(c.id) filter (where p.status = 'sent' and not p.found_later and c.unit not in ('free', 'trial')
                                    and c.charge_key = 'post:' || p.id || '#' || p.charge_number)`
  return rows.map(({ what }) => what)
}

/** Each failure once, with its reason and its refund; none of a pin that went out. */
export async function judgeNotices(sql: Sql, organizationId: string): Promise<string[]> {
  const rows = await sql<{ what: string }[]>`
    with told as (
      select o.organization_id, o.dedupe_key, o.created_at as told_at, o.notice ->> 'postId' as post_id, o.notice ->> 'reason' as reason,
             (o.notice ->> 'refunded')::boolean as refunded, split_part(o.dedupe_key, ':failed', 1) as charge_key
        from outbox o
       where o.organization_id = ${organizationId}
         and o.notice ->> 'kind' = 'pinFailed'
       union all -- a hold takes pin after pin past its day: one notice a day says so of all
      select p.organization_id, o.dedupe_key, p.failed_at, p.id::text, p.reason, null, null
        from ${endedPosts(sql, organizationId)} p
        join outbox o
          on o.organization_id = p.organization_id
         and o.dedupe_key = 'hold:' || p.account_id || ':missed:' || to_char(p.failed_at at time zone 'UTC', 'YYYY-MM-DD')
       where p.reason = 'account_on_hold'
    )
    select 'post ' || p.id || ' (' || p.status || ', ' || p.reason || ') was told ' || count(t.dedupe_key) || ' times to have failed so' as what
      from ${endedPosts(sql, organizationId)} p
      left join told t
        on t.organization_id = p.organization_id and t.post_id = p.id::text and t.reason = p.reason and t.told_at = p.failed_at
     where p.reason is not null
     group by p.organization_id, p.id, p.status, p.reason
    having count(t.dedupe_key) <> 1
     union all
    select 'post ' || p.id || ' (' || p.status || ') was told to have failed and has not: ' || t.dedupe_key
      from ${endedPosts(sql, organizationId)} p
      join told t
        on t.organization_id = p.organization_id and t.charge_key = 'post:' || p.id || '#' || p.charge_number
     where p.status = 'sent' and not p.found_later
     union all
    select 'post ' || t.post_id || ' was told to have failed more often than it was scheduled: ' || string_agg(t.dedupe_key, ', ')
      from told t
      join ${endedPosts(sql, organizationId)} p on p.organization_id = t.organization_id and p.id::text = t.post_id
     group by t.organization_id, t.post_id, p.charge_number
    having count(*) > p.charge_number
     union all
    select 'post ' || t.post_id || ' was told ' || case when t.refunded then '' else 'not ' end || 'to be refunded: ' || t.dedupe_key
      from told t
      left join credit_ledger r
        on r.organization_id = ${organizationId} and r.charge_key = t.charge_key and r.kind = 'refund'
     where t.refunded <> (r.id is not null)`
  return rows.map(({ what }) => what)
}

/**
 * Those that exist and those put aside. `found_later`: it failed because its outcome was unknown, was refunded and reported so,
 * and was found after all.
 */
const endedPosts = (sql: Sql, organizationId: string) => sql`
  (select e.*, e.failure ->> 'reason' as reason, (e.failure ->> 'failedAt')::timestamptz as failed_at,
          e.status = 'sent'
          and exists (select from outbox o
                       where o.organization_id = ${organizationId}
                         and o.notice ->> 'kind' = 'pinFailed'
                         and o.notice ->> 'postId' = e.id::text
                         and o.notice ->> 'reason' = 'outcome_unknown')
          and exists (select from credit_ledger g
                       where g.organization_id = ${organizationId}
                         and g.charge_key = 'post:' || e.id || '#' || e.charge_number
                         and g.kind = 'refund') as found_later
     from (select organization_id, account_id::text, id, status, charge_number, failure
             from posts
            where organization_id = ${organizationId}
            union all
           select organization_id, post ->> 'account_id', id, 'deleted', (post ->> 'charge_number')::int, nullif(post -> 'failure', 'null')
             from deleted_posts
            where organization_id = ${organizationId}) e)`
