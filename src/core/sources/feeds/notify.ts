/** Notifies the team, at most once a day, that drafts of its feeds wait. */
import type { Account } from '../../accounts/account.js'
import { before, HOUR_MS } from '../../lib/duration.js'
import { enqueueNotice } from '../../notices/notices.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { feedName } from './model.js'

/** The most feeds named in a notice. */
const MOST_NAMED = 5

type Unannounced = { feedId: string; url: string | null; title: string | null; drafts: number }

/**
 * Skips drafts that were reviewed already, and those of a feed whose creator reviewed within the hour. @param day in the
 * account's zone
 */
export async function notifyNewDrafts(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { organizationId, id }: Account,
  day: string,
): Promise<boolean> {
  return db.tx(async (sql) => {
    const now = clock()
    const [notified] = await sql`
      select from feed_notices
       where organization_id = ${organizationId}
         and account_id = ${id}
         and told_on >= ${day}
         for update`
    if (notified) return false
    const unannounced = await sql<Unannounced[]>`
      with announced as (
        update feed_entries
           set is_told = true
         where organization_id = ${organizationId}
           and account_id = ${id}
           and state = 'drafted'
           and not is_told
        returning feed_id, generation_id
      )
      select t.feed_id as "feedId", f.url, f.title, count(*)::int as drafts
        from announced t
        join posts p on p.organization_id = ${organizationId} and p.generation_id = t.generation_id and p.status = 'draft'
        left join feeds f on f.organization_id = ${organizationId} and f.id = t.feed_id
       where not exists (select 1
                           from reviews r
                          where r.organization_id = ${organizationId}
                            and r.account_id = ${id}
                            and r.person = f.created_by
                            and r.changed_at > ${before(now, HOUR_MS)})
       group by t.feed_id, f.url, f.title
       order by drafts desc, t.feed_id`
    const drafts = unannounced.reduce((sum, one) => sum + one.drafts, 0)
    if (drafts === 0) return false
    const feeds = unannounced
      .flatMap(({ url, title, drafts }) => (url === null ? [] : [{ name: feedName({ url, title }), drafts }]))
      .slice(0, MOST_NAMED)
    await sql`
      insert into feed_notices (organization_id, account_id, told_on)
      values (${organizationId}, ${id}, ${day})
      on conflict (organization_id, account_id) do update set told_on = excluded.told_on`
    const notice = { kind: 'feedDrafts', accountId: id, day, drafts, feeds } as const
    const destination = `account:${id}`
    await enqueueNotice(sql, { organizationId, destination, dedupeKey: `feeds:${id}:${day}`, notice }, now)
    return true
  })
}

/** Counts announced drafts of feeds that still wait. */
export async function countWaiting(sql: Sql, { organizationId, id }: Pick<Account, 'organizationId' | 'id'>): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count
      from feed_entries e
      join posts p on p.organization_id = e.organization_id and p.generation_id = e.generation_id and p.status = 'draft'
     where e.organization_id = ${organizationId}
       and e.account_id = ${id}
       and e.state = 'drafted'
       and e.is_told`
  return count
}
