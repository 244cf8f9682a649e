/** What the guard of an account says about the time, picture and link of a pin; it refuses nothing. @see docs/contract.md#guard */
import type { Account } from '../../accounts/account.js'
import { after, before, DAY_MS } from '../../lib/duration.js'
import { isLive } from '../../lib/rows/live.js'
import { instantOfDay, wallDayOf, weekdayOf } from '../../lib/time.js'
import { isAlike, printOf } from '../../media/alike.js'
import type { Sql } from '../../ports/deps.js'
import { blackoutAt, roomOn, toGuard, zoneOfGuard, type GuardRow } from '../../slots/guard.js'
import type { Warning } from './warning.js'

/** Days between pins with the same link, where no rule says how many. */
export const CLOSE_DAYS = 3
const PICTURE_DAYS = 30
/** The newest pins of the time around, among which those with the picture are counted. */
const MOST_COMPARED = 2_000
/** A week with fewer pins is not judged. */
const LEAST_OF_WEEK = 6

type Planned = { postId: string | null; at: Date; urlKey: string | null }

export type GuardFacts = { mostOfPicture: number; withPicture: number | null; ofWeek: { all: number; same: number } | null }

/**
 * Columns over `schedules s`: how often the picture goes out in 30 days before or after, and how many of the week's pins have
 * the same website. They are read only for an account with a limit of a day, in the statement of the other warnings.
 */
export const guardFacts = (sql: Sql, account: Account, { postId, at, urlKey }: Planned) => sql`
  s.same_picture_per_month as "mostOfPicture",
  case when s.per_day is not null and ${postId !== null} then (${picturesAround(sql, account, postId, at)}) end as "withPicture",
  case when s.per_day is not null and ${urlKey !== null} then (${hostsOfWeek(sql, account, { postId, at, urlKey })}) end as "ofWeek"`

const picturesAround = (sql: Sql, { organizationId, id }: Account, postId: string | null, at: Date) => sql`
  select greatest(count(*) filter (where p.send_at <= ${at}), count(*) filter (where p.send_at >= ${at}))::int
    from post_media mine
    left join media_prints mf on mf.organization_id = ${organizationId} and mf.media_id = mine.media_id
   cross join lateral (select p.id, p.send_at
                         from posts p
                        where p.organization_id = ${organizationId} and p.account_id = ${id}
                          and ${isLive(sql, 'p')}
                          and p.send_at > ${before(at, PICTURE_DAYS * DAY_MS)} and p.send_at < ${after(at, PICTURE_DAYS * DAY_MS)}
                          and p.id <> ${postId}::bigint
                        order by p.send_at desc
                        limit ${MOST_COMPARED}) p
   cross join lateral (select m.media_id
                         from post_media m
                        where m.organization_id = ${organizationId} and m.post_id = p.id and m.position = 0
                       offset 0) m
    left join lateral (select f.print, f.red, f.green, f.blue
                         from media_prints f
                        where f.organization_id = ${organizationId} and f.media_id = m.media_id
                       offset 0) f on true
   where mine.organization_id = ${organizationId} and mine.post_id = ${postId}::bigint and mine.position = 0
     and (m.media_id = mine.media_id or ${isAlike(sql, printOf(sql, 'mf'), printOf(sql, 'f'))})`

/** The website of a key, without `www.`. */
const hostOf = (sql: Sql, key: ReturnType<Sql>) =>
  sql`regexp_replace(split_part(split_part(${key}, '/', 1), '?', 1), '^www\\.', '')`
const hostIn = (urlKey: string): string => urlKey.split(/[/?]/, 1)[0]!.replace(/^www\./, '')

function hostsOfWeek(sql: Sql, account: Account, { postId, at, urlKey }: Planned) {
  const timezone = zoneOfGuard(account)
  const day = wallDayOf(at, timezone)
  const monday = day - ((weekdayOf(day) + 6) % 7)
  return sql`
  select json_build_object('all', count(*), 'same', count(*) filter (where ${hostOf(sql, sql`p.url_key`)} = ${hostIn(urlKey ?? '')}))
    from posts p
   where p.organization_id = ${account.organizationId} and p.account_id = ${account.id}
     and ${isLive(sql, 'p')}
     and p.send_at >= ${instantOfDay(monday, 0, timezone)} and p.send_at < ${instantOfDay(monday + 7, 0, timezone)}
     and p.id is distinct from ${postId}::bigint`
}

/** Returns the warnings about the time, then those about the picture and the website. */
export function warningsOfGuard(
  account: Account,
  { at, urlKey }: Planned,
  { mostOfPicture, withPicture, ofWeek, ...row }: GuardRow & GuardFacts,
): Warning[] {
  const guard = toGuard(row, account, [])
  const warnings: Warning[] = []
  const range = blackoutAt(guard.ranges, at)
  if (range) {
    const { note } = range.blackout
    const message = `sendAt is in a blackout of the account${note === null ? '' : `: ${note}`}.`
    warnings.push({ code: 'blackout', field: 'sendAt', message, note })
  }
  const limit = guard.limitOn(wallDayOf(at, guard.timezone))
  if (limit !== null && roomOn(guard, at) === 0)
    warnings.push({
      code: 'many_today',
      field: 'sendAt',
      message: `The day of sendAt has ${limit} posts or more, the limit of the account’s guard.`,
      most: limit,
    })
  if (withPicture !== null && withPicture >= mostOfPicture)
    warnings.push({
      code: 'same_picture_month',
      field: 'mediaUrl',
      message: `The picture goes out more than ${mostOfPicture} times within ${PICTURE_DAYS} days.`,
      most: mostOfPicture,
    })
  const host = hostIn(urlKey ?? '')
  if (ofWeek && ofWeek.all + 1 >= LEAST_OF_WEEK && (ofWeek.same + 1) * 2 > ofWeek.all + 1 && !isOwn(account, host))
    warnings.push({
      code: 'one_domain',
      field: 'url',
      message: `More than half of the week’s posts lead to ${host}, which is not the website of the account’s Pinterest profile.`,
      host,
    })
  return warnings
}

/**
 * True for the website that the account’s Pinterest profile names, and for its subdomains, whether it is claimed there or not: many
 * shops never claim theirs.
 */
function isOwn({ domain }: Account, host: string): boolean {
  if (domain === null) return false
  const own = domain.toLowerCase().replace(/^www\./, '')
  return host === own || host.endsWith(`.${own}`)
}
