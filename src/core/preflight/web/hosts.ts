/** How often a website is asked: so many times a minute and host, over all processes and organizations. */
import { before, HOUR_MS, MINUTE_MS } from '../../lib/duration.js'
import { type GoesOn, inBatches } from '../../lib/batch.js'
import type { Sql } from '../../ports/deps.js'

export const REQUESTS_A_MINUTE = 20

/** @returns false: its minute is full */
export async function takeTurn(sql: Sql, host: string, now: Date, most: number): Promise<boolean> {
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

/** Of all hosts: minutes that are long over. */
export async function purgeHosts(sql: Sql, now: Date, goesOn: GoesOn): Promise<void> {
  const until = before(now, HOUR_MS)
  await inBatches(goesOn, async (limit) => {
    const { count } = await sql`
      delete from web_hosts where host in (select host from web_hosts where minute <= ${until} limit ${limit}) and minute <= ${until}`
    return count
  })
}
