/** Daily results of our published pins: which to read, and how to store them. */
import { after, before, DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/duration.js'
import type { Account } from '../../accounts/account.js'
import type { MetricDay } from '../../ports/platform.js'
import type { Sql } from '../../ports/deps.js'

/** A published pin is read once a day from its third to its thirtieth day. */
export const READ_AGE = { fromMs: 2 * DAY_MS, toMs: 30 * DAY_MS }
const READ_AGAIN_MS = DAY_MS
/**
 * The next check is not before the soonest time, so that one query covers several pins, and not after the latest, for accounts
 * connected or changed meanwhile.
 */
const RECHECK = { soonestMs: 15 * MINUTE_MS, latestMs: 6 * HOUR_MS }

export type PinToRead = { postId: string; pinId: string; sentAt: Date; isVideo: boolean }

/** True for `posts p` whose results are due to be read. */
const isDue = (sql: Sql, now: Date) => sql`
  p.status = 'sent'
  and p.sent_at between ${before(now, READ_AGE.toMs)} and ${before(now, READ_AGE.fromMs)}
  and (p.results_read_at is null or p.results_read_at <= ${before(now, READ_AGAIN_MS)})`

/** Returns the time before which the results of this account are not requested. */
export async function resultsHeldUntil(sql: Sql, { organizationId, id }: Account): Promise<Date> {
  const [row] = await sql<{ until: Date | null }[]>`
    select results_after as until
      from accounts
     where organization_id = ${organizationId}
       and id = ${id}`
  return row?.until ?? new Date(0)
}

/**
 * Returns when pins of the account are next read: now while some are due, otherwise after 15 minutes to six hours, so that
 * several are due together.
 */
export async function nextResultsAt(sql: Sql, account: Account, now: Date): Promise<Date> {
  const { organizationId, id } = account
  if (!account.isBusiness || (await resultsHeldUntil(sql, account)) > now) return after(now, RECHECK.latestMs)
  const [row] = await sql<[{ at: Date | null }]>`
    select min(coalesce(p.results_read_at + ${READ_AGAIN_MS}::float8 * interval '1 ms', p.sent_at + ${READ_AGE.fromMs}::float8 * interval '1 ms')) as at
      from posts p
     where p.organization_id = ${organizationId} and p.account_id = ${id}
       and p.status = 'sent'
       and p.sent_at >= ${before(now, READ_AGE.toMs)}`
  if (row.at !== null && row.at <= now) return now
  const [soonest, latest] = [after(now, RECHECK.soonestMs), after(now, RECHECK.latestMs)]
  if (row.at === null || row.at > latest) return latest
  return row.at < soonest ? soonest : row.at
}

/** Lists pins that were never read first. */
export async function listPinsToRead(
  sql: Sql,
  { organizationId, id }: Account,
  { now, limit }: { now: Date; limit: number },
): Promise<PinToRead[]> {
  return [
    ...(await sql<PinToRead[]>`
    select p.id as "postId", p.pin_id as "pinId", p.sent_at as "sentAt", p.media_type = 'video' as "isVideo"
      from posts p
     where p.organization_id = ${organizationId} and p.account_id = ${id} and ${isDue(sql, now)}
     order by p.results_read_at nulls first, p.sent_at
     limit ${limit}`),
  ]
}

/** Stores days; a day that is reported again replaces the stored one. */
export async function keepPinDays(
  sql: Sql,
  { organizationId, id: accountId }: Account,
  { pinId, days }: { pinId: string; days: MetricDay[] },
  now: Date,
): Promise<void> {
  const byDay = [...new Map(days.map((one) => [one.day, one])).values()] // one statement may write a row but once
  await sql`
    insert into pin_days (organization_id, account_id, pin_id, day, metrics, data_status, read_at)
    select ${organizationId}, ${accountId}, ${pinId}, d.day, d.metrics, d."dataStatus", ${now}
      from jsonb_to_recordset(${sql.json(byDay)}::jsonb) as d (day date, metrics jsonb, "dataStatus" text)
    on conflict (organization_id, account_id, pin_id, day) do update
       set metrics = excluded.metrics, data_status = excluded.data_status, read_at = excluded.read_at`
}

/** Notes the read: the pin is not requested again within a day. */
export async function noteRead(sql: Sql, { organizationId, id: accountId }: Account, postId: string, now: Date): Promise<void> {
  await sql`
    update posts
       set results_read_at = ${now}
     where organization_id = ${organizationId} and account_id = ${accountId} and id = ${postId} and status = 'sent'`
}

/** Pauses the reads until then, because the platform refuses analytics to this account. */
export async function holdResults(sql: Sql, { organizationId, id }: Account, until: Date): Promise<void> {
  await sql`
    update accounts
       set results_after = ${until}
     where organization_id = ${organizationId} and id = ${id}`
}
