/** Limits the requests per minute to a website's host, over all processes and organizations. */
import { before, HOUR_MS, MINUTE_MS } from '../../lib/duration.js'
import { type GoesOn, inBatches } from '../../lib/work/batch.js'
import { purgeRows, type Rows } from '../../lib/rows/by-organization.js'
import type { Deps, Sql } from '../../ports/deps.js'

export const REQUESTS_A_MINUTE = 20

/** @returns false when the limit of this minute is reached */
export async function takeRequestSlot(sql: Sql, host: string, now: Date, most: number): Promise<boolean> {
  const minute = minuteOf(now)
  const taken = await sql`
    insert into web_hosts as h (host, minute, asked)
    values (${host}, ${minute}, 1)
    on conflict (host) do update
       set asked = case when h.minute = excluded.minute then h.asked + 1 else 1 end, minute = excluded.minute
     where h.minute <> excluded.minute or h.asked < ${most}`
  return taken.count === 1
}

export const nextMinute = (now: Date): Date => new Date(minuteOf(now).getTime() + MINUTE_MS)
const minuteOf = (at: Date): Date => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)

/**
 * Reserves a minute for one more pin whose website has reached its limit, as many per minute as the limit allows. Each
 * organization has its own line; if several wait for one website, some requeue at the end of theirs.
 */
export async function placeInLine(
  sql: Sql,
  { organizationId, host }: { organizationId: string; host: string },
  now: Date,
  { webRequestsAMinute = REQUESTS_A_MINUTE }: Pick<Deps['settings'], 'webRequestsAMinute'>,
): Promise<Date> {
  const stepMs = Math.ceil(MINUTE_MS / webRequestsAMinute)
  const firstMs = nextMinute(now).getTime()
  const [row] = await sql<[{ placeMs: string }]>`
    insert into host_lines as l (organization_id, host, free_ms)
    values (${organizationId}, ${host}, ${firstMs + stepMs}::bigint)
    on conflict (organization_id, host) do update
       set free_ms = greatest(l.free_ms + ${stepMs}::bigint, excluded.free_ms)
    returning free_ms - ${stepMs}::bigint as "placeMs"`
  return minuteOf(new Date(Number(row.placeMs)))
}

/** Deletes empty lines of all organizations. */
export async function purgeLines(db: Rows, now: Date, goesOn: GoesOn): Promise<void> {
  await purgeRows(db, goesOn, { from: 'host_lines', key: { host: 'text' }, over: db.sql`t.free_ms <= ${now.getTime()}::bigint` })
}

/** Deletes minutes of all hosts that are long over. */
export async function purgeHosts(sql: Sql, now: Date, goesOn: GoesOn): Promise<void> {
  const until = before(now, HOUR_MS)
  await inBatches(goesOn, async (limit) => {
    const { count } = await sql`
      delete from web_hosts where host in (select host from web_hosts where minute <= ${until} limit ${limit}) and minute <= ${until}`
    return count
  })
}
