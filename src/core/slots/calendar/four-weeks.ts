/** The coming four weeks as days by hours: what the picture of the schedule shows. */
import { DAY_MS } from '../../lib/duration.js'
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import type { Actor } from '../../lib/actor.js'
import { scheduleTimeout } from '../../lib/errors.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { instantOfDay, wallDayOf, type WallDay } from '../../lib/time.js'
import { readSmartSlots } from '../occupancy.js'
import { slotInstants, type Window } from '../occurrences.js'
import { listRepeats } from '../repeats.js'
import type { FourWeeks, HourOfDay } from '../../ports/charts.js'
import { isLive } from '../../lib/rows/live.js'

export const WEEKS_SHOWN = 4
const DAYS_SHOWN = WEEKS_SHOWN * 7
const HOURS = 24
const BUDGET_MS = 5000

/** @throws NOT_FOUND · GATEWAY_TIMEOUT schedule_timeout */
export async function readFourWeeks(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId }: { accountId: string },
): Promise<FourWeeks> {
  const now = clock()
  const read = async (sql: Sql) => {
    const account = await requireAccount(sql, actor, accountId)
    const timezone = account.timezone ?? 'UTC'
    const hours = makeHours(now, timezone)
    await countInto(hours, sql, account, now)
    return { username: account.username, timezone, hour: hours.indexOf(now) % HOURS, days: hours.days }
  }
  return db.tx(read, { budgetMs: BUDGET_MS, onTimeout: scheduleTimeout })
}

async function countInto(hours: Hours, sql: Sql, account: Account, now: Date): Promise<void> {
  const ahead = { after: now, until: hours.window.until }
  const [live, slots, repeats] = await Promise.all([
    countAtInstants(sql, account, hours.window),
    readSmartSlots(sql, account),
    listRepeats(sql, account, ahead, now),
  ])
  for (const [atMs, taken] of live) hours.at(atMs).taken += taken
  for (const { at, timeslotIds } of slotInstants(slots, ahead)) {
    hours.at(at.getTime()).open += Math.max(0, timeslotIds.length - (live.get(at.getTime()) ?? 0)) // as many as openSlots() gives
  }
  for (const { at } of repeats) hours.at(at.getTime()).taken += 1
}

/** Live posts by ms: also those between whole minutes, where no slot can be. */
async function countAtInstants(
  sql: Sql,
  { organizationId, id }: Account,
  { after, until }: Window,
): Promise<Map<number, number>> {
  const rows = await sql<{ at: Date; live: number }[]>`
    select send_at as at, count(*)::int as live
      from posts
     where organization_id = ${organizationId} and account_id = ${id}
       and ${isLive(sql)}
       and send_at > ${after} and send_at <= ${until}
     group by send_at`
  return new Map(rows.map(({ at, live }) => [at.getTime(), live]))
}

type Hours = {
  days: FourWeeks['days']
  window: Window
  /** Of all the hours shown. */
  indexOf(at: Date): number
  at(atMs: number): HourOfDay
}

/** An hour is known by the instant at which it begins, so that one that is repeated goes on until the next. */
function makeHours(now: Date, timezone: string): Hours {
  const today = wallDayOf(now, timezone)
  const starts = Array.from({ length: DAYS_SHOWN * HOURS }, (_, hour) => startOf(today, hour, timezone))
  // What the clocks skip, an hour or (Apia) a day, begins together with what follows, and holds nothing.
  for (let hour = starts.length - 1; hour > 0; hour--) starts[hour - 1] = Math.min(starts[hour - 1]!, starts[hour]!)
  const days = Array.from({ length: DAYS_SHOWN }, (_, day) => ({
    date: new Date((today + day) * DAY_MS).toISOString().slice(0, 10),
    hours: Array.from({ length: HOURS }, () => ({ taken: 0, open: 0 })),
  }))
  const cells = days.flatMap(({ hours }) => hours)
  const indexOf = (atMs: number) => lastUpTo(starts, atMs)
  return {
    days,
    window: {
      after: new Date(startOf(today, 0, timezone) - 1), // a window begins after its instant
      until: new Date(startOf(today, DAYS_SHOWN * HOURS, timezone) - 1),
    },
    indexOf: (at) => indexOf(at.getTime()),
    at: (atMs) => cells[indexOf(atMs)]!, // as many as starts
  }
}

const startOf = (today: WallDay, hour: number, timezone: string): number =>
  instantOfDay(today + Math.floor(hour / HOURS), (hour % HOURS) * 60, timezone).getTime()

/** Index of the last of the ascending values that is not above `value`; 0 when there is none. */
function lastUpTo(values: readonly number[], value: number): number {
  let [low, high] = [0, values.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (values[middle]! <= value) low = middle
    else high = middle
  }
  return low
}
