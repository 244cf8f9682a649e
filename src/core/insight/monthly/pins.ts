/** Pins of a month's report: the published ones by board, and the scheduled ones by week. */
import type { Account } from '../../accounts/account.js'
import { weekOf, zoneOf } from '../../accounts/digest-times.js'
import { addDays } from '../../lib/time.js'
import { hasStatus } from '../../lib/rows/of-status.js'
import type { Sql } from '../../ports/deps.js'
import { listRepeats } from '../../slots/repeats.js'
import { MOST_SHARES, type Share, type Span } from '../analytics/digest-pins.js'

/** The boards with most pins. */
export const countByBoard = async (sql: Sql, { organizationId, id }: Account, { from, to }: Span): Promise<Share[]> => [
  ...(await sql<Share[]>`
    select b.name, count(*)::int as count
      from posts p
      left join boards b on b.organization_id = p.organization_id and b.account_id = p.account_id and b.id = p.board_id
     where p.organization_id = ${organizationId} and p.account_id = ${id}
       and p.status = 'sent'
       and p.sent_at >= ${from} and p.sent_at < ${to}
     group by b.id, b.name
     order by count(*) desc, b.name
     limit ${MOST_SHARES}`),
]

/** `week`: its Monday in the account's zone. */
export type PlannedWeek = { week: string; count: number }

const PLANNED_DAYS = 28

/** Counts what goes out in the next four weeks, evergreen repeats too; what is late counts in the current week. */
export async function countPlanned(sql: Sql, account: Account, now: Date): Promise<PlannedWeek[]> {
  const { organizationId, id } = account
  const zone = zoneOf(account)
  const until = addDays(now, PLANNED_DAYS, zone)
  const [pins, repeats] = await Promise.all([
    sql<{ sendAt: Date }[]>`
      select p.send_at as "sendAt"
        from posts p
       where p.organization_id = ${organizationId} and p.account_id = ${id}
         and ${hasStatus(sql, 'queued')}
         and p.send_at <= ${until}`,
    listRepeats(sql, account, { after: now, until }, now),
  ])
  const counts = new Map<string, number>()
  for (const at of [...pins.map(({ sendAt }) => sendAt), ...repeats.map(({ at }) => at)]) {
    const week = weekOf(at > now ? at : now, zone)
    counts.set(week, (counts.get(week) ?? 0) + 1)
  }
  return [...counts].map(([week, count]) => ({ week, count })).sort((a, b) => (a.week < b.week ? -1 : 1))
}
