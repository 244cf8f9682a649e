/** Our posts in a week: the number published, by label too, the best ones, and those that failed. */
import type { Account } from '../../accounts/account.js'
import type { Post } from '../../posts/post.js'
import { postColumns, type PostRow, toPost } from '../../posts/row.js'
import type { Sql } from '../../ports/deps.js'
import { before, DAY_MS } from '../../lib/duration.js'
import { READ_AGE } from './pin-days.js'
import type { Window } from './windows.js'

/** `from` is included, `to` is not. */
export type Span = { from: Date; to: Date }
export type BestPin = { post: Post; impressions: number; saves: number; pinClicks: number; outboundClicks: number }

/** `name` null: pins of boards that are gone. */
export type Share = { name: string | null; count: number }

/** The most lines of a list of shares. */
export const MOST_SHARES = 10

const BEST = 3

export async function countPublished(sql: Sql, { organizationId, id }: Account, { from, to }: Span): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
      from posts
     where organization_id = ${organizationId} and account_id = ${id}
       and status = 'sent'
       and sent_at >= ${from} and sent_at < ${to}`
  return row.count
}

/** The labels of most pins, each in its usual spelling. A pin with several counts for each. */
export const countByLabel = async (sql: Sql, { organizationId, id }: Account, { from, to }: Span): Promise<Share[]> => [
  ...(await sql<Share[]>`
    select mode() within group (order by l.name) as name, count(*)::int as count
      from posts p
     cross join unnest(p.labels) as l (name)
     where p.organization_id = ${organizationId} and p.account_id = ${id}
       and p.status = 'sent'
       and p.labels <> '{}'
       and p.sent_at >= ${from} and p.sent_at < ${to}
     group by lower(l.name)
     order by count(*) desc, lower(l.name)
     limit ${MOST_SHARES}`),
]

/** Counts drafts whose publishing failed and that have not been scheduled again. */
export async function countFailed(sql: Sql, { organizationId, id }: Account): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
      from posts
     where organization_id = ${organizationId} and account_id = ${id}
       and status = 'draft'
       and failure is not null`
  return row.count
}

/**
 * Lists pins by saves and clicks, then impressions, from the stored days: the platform is not called. Only pins young enough to
 * have numbers in the window are read, so accounts with years of pins are not slower.
 */
export async function listBestPins(
  sql: Sql,
  { organizationId, id }: Account,
  { startDate, endDate }: Window,
): Promise<BestPin[]> {
  const sum = (metric: string) => sql`coalesce(sum((d.metrics ->> ${metric}::text)::float8), 0)::float8`
  const youngEnough = before(new Date(startDate), READ_AGE.toMs + DAY_MS) // a day is that of a zone
  const rows = await sql<(PostRow & Omit<BestPin, 'post'>)[]>`
    with best as (
      select s.id, s.sent_at, d.*
        from posts s
       cross join lateral (
             select ${sum('impression')} as impressions, ${sum('save')} as saves, ${sum('pinClick')} as "pinClicks",
                    ${sum('outboundClick')} as "outboundClicks"
               from pin_days d
              where d.organization_id = ${organizationId} and d.account_id = ${id} and d.pin_id = s.pin_id
                and d.day between ${startDate}::date and ${endDate}::date) d
       where s.organization_id = ${organizationId} and s.account_id = ${id}
         and s.status = 'sent'
         and s.sent_at >= ${youngEnough}
         and d.impressions + d.saves + d."pinClicks" + d."outboundClicks" > 0
       order by d.saves + d."pinClicks" + d."outboundClicks" desc, d.impressions desc, s.sent_at desc, s.id desc
       limit ${BEST}
    )
    select ${postColumns(sql)}, best.impressions, best.saves, best."pinClicks", best."outboundClicks"
      from best
      join posts p on p.organization_id = ${organizationId} and p.id = best.id
     order by best.saves + best."pinClicks" + best."outboundClicks" desc, best.impressions desc, p.sent_at desc, p.id desc`
  return rows.map(({ impressions, saves, pinClicks, outboundClicks, ...row }) => ({
    post: toPost(row),
    impressions,
    saves,
    pinClicks,
    outboundClicks,
  }))
}
