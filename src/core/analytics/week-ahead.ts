/** What the next seven days of an account hold: pins that go out, and slots that are open. */
import type { Account } from '../accounts/account.js'
import type { Sql } from '../ports/deps.js'
import { countLivePosts, readSmartSlots } from '../slots/occupancy.js'
import { slotInstants } from '../slots/occurrences.js'
import { addDays } from '../lib/time.js'
import { zoneOf } from '../accounts/digest-times.js'

const DAYS = 7
/** Days in which somebody has to act now for something to go out. */
const SOON_DAYS = 3
const FIRST_PINS = 3

/** `sendAt` may be over: what waits goes out as soon as it can. */
export type ComingPin = { postId: string; title: string | null; boardName: string | null; sendAt: Date }
export type WeekAhead = {
  /** On the schedule or on their way; the first three by name. */
  pins: { count: number; first: ComingPin[] }
  /** Smart occurrences: how many there are, how many are open, and the first open one. */
  slots: { count: number; open: number; firstOpen: Date | null }
  /** Of the next three days. */
  soon: { pins: number; open: number }
}

/** Days are those of the account's zone, from now on: an hour more or less where the clocks change. */
export async function readWeekAhead(sql: Sql, account: Account, now: Date): Promise<WeekAhead> {
  const zone = zoneOf(account)
  const [until, soonUntil] = [addDays(now, DAYS, zone), addDays(now, SOON_DAYS, zone)]
  const [first, counted, slots] = await Promise.all([
    listComing(sql, account, until),
    countComing(sql, account, { until, soonUntil }),
    countSlots(sql, account, { after: now, until, soonUntil }),
  ])
  return {
    pins: { count: counted.pins, first },
    slots: { count: slots.count, open: slots.open, firstOpen: slots.firstOpen },
    soon: { pins: counted.soon, open: slots.soon },
  }
}

async function countSlots(
  sql: Sql,
  account: Account,
  { after, until, soonUntil }: { after: Date; until: Date; soonUntil: Date },
): Promise<{ count: number; open: number; soon: number; firstOpen: Date | null }> {
  const found = { count: 0, open: 0, soon: 0, firstOpen: null as Date | null }
  const weekly = await readSmartSlots(sql, account)
  if (weekly.length === 0) return found
  const live = await countLivePosts(sql, account, { after, until })
  for (const { at, timeslotIds } of slotInstants(weekly, { after, until })) {
    const open = Math.max(0, timeslotIds.length - (live.get(at.getTime()) ?? 0))
    found.count += timeslotIds.length
    found.open += open
    if (at <= soonUntil) found.soon += open
    if (open > 0) found.firstOpen ??= at
  }
  return found
}

async function countComing(
  sql: Sql,
  { organizationId, id }: Account,
  { until, soonUntil }: { until: Date; soonUntil: Date },
): Promise<{ pins: number; soon: number }> {
  const [row] = await sql<[{ pins: number; soon: number }]>`
    select count(*)::int as pins, count(*) filter (where send_at <= ${soonUntil})::int as soon
      from posts
     where organization_id = ${organizationId} and account_id = ${id}
       and status in ('queued', 'uploading')
       and send_at <= ${until}`
  return row
}

async function listComing(sql: Sql, { organizationId, id }: Account, until: Date): Promise<ComingPin[]> {
  return [
    ...(await sql<ComingPin[]>`
    select p.id as "postId", p.title, b.name as "boardName", p.send_at as "sendAt"
      from posts p
      left join boards b on b.organization_id = p.organization_id and b.account_id = p.account_id and b.id = p.board_id
     where p.organization_id = ${organizationId} and p.account_id = ${id}
       and p.status in ('queued', 'uploading')
       and p.send_at <= ${until}
     order by p.send_at, p.id
     limit ${FIRST_PINS}`),
  ]
}
