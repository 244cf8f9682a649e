/** The rows of a patrol: which published pins have their links read again, when, and what was found. */
import type { Account } from '../accounts/account.js'
import { after, before, DAY_MS } from '../lib/duration.js'
import type { Sql } from '../ports/deps.js'
import type { Finding } from '../posts/state/finding.js'

/** The link of a published pin is read for the first time a week after the pin went out. */
const FIRST_AFTER_MS = 7 * DAY_MS
/** Outcomes are settled by then, so that no pin is published unnoticed behind those that were entered. */
const ENTERED_AFTER_MS = DAY_MS
const ENTERED_AT_A_TIME = 1000
/** The pins with the most outbound clicks, whose links are read each week; all others each month. */
const MOST_CLICKED = 500
const CLICKS_OF_MS = 180 * DAY_MS
const RANKED_EVERY_MS = DAY_MS
const EVERY = { weekly: 7 * DAY_MS, monthly: 30 * DAY_MS }
/** A finding is told of when it is seen again after this time. */
const CONFIRMED_AFTER_MS = DAY_MS

type Key = Pick<Account, 'organizationId' | 'id'>

export type PatrolledPin = {
  postId: string
  url: string
  title: string | null
  isWeekly: boolean
  /** When something was first found of this link; null: nothing was. */
  foundAt: Date | null
}

/** Enters pins that were published since the last time, at most a thousand. @returns true when there may be more */
export async function enterPins(sql: Sql, { organizationId, id }: Key, now: Date): Promise<boolean> {
  await sql`
    insert into patrols (organization_id, account_id)
    values (${organizationId}, ${id})
    on conflict do nothing`
  const [row] = await sql<[{ entered: number }]>`
    with published as materialized (
      select p.id, p.sent_at, p.url
        from posts p
       where p.organization_id = ${organizationId}
         and p.account_id = ${id}
         and p.status = 'sent'
         and p.sent_at > coalesce((select entered_until from patrols where organization_id = ${organizationId} and account_id = ${id}), '-infinity')
         and p.sent_at <= ${before(now, ENTERED_AFTER_MS)}
       order by p.sent_at
       fetch first ${ENTERED_AT_A_TIME} rows with ties
    ), entered as (
      insert into patrolled_pins (organization_id, post_id, account_id, due_at)
      select ${organizationId}, p.id, ${id}, greatest(p.sent_at + ${`${FIRST_AFTER_MS} ms`}::interval, ${now})
        from published p
       where p.url is not null
      on conflict do nothing
    ), advanced as (
      update patrols
         set entered_until = (select max(sent_at) from published)
       where organization_id = ${organizationId}
         and account_id = ${id}
         and exists (select 1 from published)
    )
    select count(*)::int as entered from published`
  return row.entered >= ENTERED_AT_A_TIME
}

/** Determines once a day which pins have the most outbound clicks. */
export async function rankPins(sql: Sql, { organizationId, id }: Key, now: Date): Promise<void> {
  const ranked = await sql`
    update patrols
       set ranked_at = ${now}
     where organization_id = ${organizationId}
       and account_id = ${id}
       and (ranked_at is null or ranked_at <= ${before(now, RANKED_EVERY_MS)})`
  if (ranked.count === 0) return
  await sql`
    with most_clicked as materialized (
      select p.id
        from (select pin_id, sum((metrics ->> 'outboundClick')::float8) as clicks
                from pin_days
               where organization_id = ${organizationId} and account_id = ${id} and day > ${before(now, CLICKS_OF_MS)}::timestamptz::date
               group by pin_id
              having sum((metrics ->> 'outboundClick')::float8) > 0
               order by clicks desc
               limit ${MOST_CLICKED}) d
        join posts p on p.organization_id = ${organizationId} and p.account_id = ${id} and p.pin_id = d.pin_id
    ), ranked as (
      select r.post_id, m.id is not null as is_weekly
        from patrolled_pins r
        left join most_clicked m on m.id = r.post_id
       where r.organization_id = ${organizationId}
         and r.account_id = ${id}
         and (r.is_weekly or m.id is not null)
    )
    update patrolled_pins r
       set is_weekly = n.is_weekly, due_at = case when n.is_weekly then least(r.due_at, ${after(now, EVERY.weekly)}) else r.due_at end
      from ranked n
     where r.organization_id = ${organizationId}
       and r.post_id = n.post_id
       and r.is_weekly <> n.is_weekly`
}

/** True for `p` (posts) that is on Pinterest, with a link. */
const isPatrolled = (sql: Sql) => sql`p.status = 'sent' and p.url is not null and p.pin_deleted_at is null`

/** Lists pins whose links are due to be read, the longest due first. */
export async function listDuePins(
  sql: Sql,
  { organizationId, id }: Key,
  { now, limit }: { now: Date; limit: number },
): Promise<PatrolledPin[]> {
  return [
    ...(await sql<PatrolledPin[]>`
    select r.post_id as "postId", p.url, p.title, r.is_weekly as "isWeekly", case when r.url = p.url then r.found_at end as "foundAt"
      from patrolled_pins r
      join posts p on p.organization_id = ${organizationId} and p.id = r.post_id and ${isPatrolled(sql)}
     where r.organization_id = ${organizationId}
       and r.account_id = ${id}
       and r.due_at <= ${now}
     order by r.due_at, r.post_id
     limit ${limit}`),
  ]
}

/** Returns when a link of the account is next due; null: it has no published pin with a link. */
export async function nextPinAt(sql: Sql, { organizationId, id }: Key): Promise<Date | null> {
  const [row] = await sql<[{ at: Date | null }]>`
    select min(r.due_at) as at
      from patrolled_pins r
      join posts p on p.organization_id = ${organizationId} and p.id = r.post_id and ${isPatrolled(sql)}
     where r.organization_id = ${organizationId}
       and r.account_id = ${id}`
  return row.at
}

/** Notes what was found of a pin's link; a finding is read again a day later, and confirmed if it is still so. */
export async function noteFinding(
  sql: Sql,
  { organizationId }: Key,
  { postId, url, isWeekly, foundAt }: PatrolledPin,
  finding: Finding | null,
  now: Date,
): Promise<void> {
  const isConfirmed = foundAt !== null && now >= after(foundAt, CONFIRMED_AFTER_MS)
  const waitMs = finding && !isConfirmed ? CONFIRMED_AFTER_MS : isWeekly ? EVERY.weekly : EVERY.monthly
  await sql`
    update patrolled_pins
       set checked_at = ${now}, due_at = ${after(now, waitMs)}, url = ${url},
           finding = ${finding && sql.json(finding)}::jsonb, found_at = ${finding && (foundAt ?? now)}::timestamptz,
           confirmed_at = case when ${finding !== null && isConfirmed} then coalesce(confirmed_at, ${now}) end,
           told_at = case when ${finding !== null && foundAt !== null} then told_at end
     where organization_id = ${organizationId}
       and post_id = ${postId}`
}

/** Postpones the reading of a link, because its website has reached its limit. */
export async function postponePin(sql: Sql, { organizationId }: Key, postId: string, dueAt: Date): Promise<void> {
  await sql`
    update patrolled_pins
       set due_at = ${dueAt}
     where organization_id = ${organizationId}
       and post_id = ${postId}`
}
