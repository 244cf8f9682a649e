/** The dated schedule of 60 days with 1,000 entries, and ten years of 100 weekly slots: against luxon and rrule. */
import { DAY_MS } from '../../../src/core/lib/duration.js'
import { readSchedule } from '../../../src/core/slots/calendar.js'
import { HORIZON_YEARS, slotInstants } from '../../../src/core/slots/occurrences.js'
import { readSmartSlots } from '../../../src/core/slots/occupancy.js'
import { addYears } from '../../../src/core/lib/time.js'
import type { Pool } from '../../../src/db/pool.js'
import { aBusyAccount, type Busy } from './account.js'
import { bar, ms, must, p50, show, time, times } from './figures.js'
import { byLuxon, byRrule, naiveSchedule } from './references.js'

const DAYS = 60
const ENTRIES = 1_000
const WARM_UP = 20

export async function measureSchedule(db: Pool, { rounds, isSmoke }: { rounds: number; isSmoke: boolean }): Promise<void> {
  const busy = await aBusyAccount(db, { queued: 500 })
  const { deps, actor, accountId, clock } = busy
  const to = new Date(clock.now.getTime() + DAYS * DAY_MS)
  const read = () => readSchedule(deps, actor, { accountId, from: null, to })
  await fillUp(db, busy, ENTRIES - (await read()).entries.length)
  await db.sql`vacuum analyze posts`
  const { entries } = await read()
  must(entries.length === ENTRIES, `the schedule has ${entries.length} entries`)
  await time(WARM_UP, read) // the process has just begun: the engine has not compiled anything yet
  const took = await time(rounds, read)
  console.log(`\nschedule of ${DAYS} days, ${ENTRIES} entries: ${show(took)}, ${bar('schedule of 60 days', p50(took), 15, 'ms')}`)

  const slots = await readSmartSlots(db.sql, busy.account)
  const window = { after: new Date(clock.now.getTime() - 1), until: to }
  for (const [name, expand] of [
    ['luxon', byLuxon],
    ['rrule', byRrule],
  ] as const) {
    let found: { atMs: number }[] = []
    const naive = await time(isSmoke ? 1 : 5, async () => (found = await naiveSchedule(db, busy, slots, window, expand)))
    const differ = entries.filter(({ sendAt }, index) => sendAt.getTime() !== found[index]?.atMs).length
    must(name === 'rrule' || differ === 0, `the schedule differs from luxon's at ${differ} places`)
    console.log(
      `  naive expansion with ${name}: ${ms(p50(naive))} = ${times(p50(naive) / p50(took))} ours${differ ? `, ${differ} differ` : ''}`,
    )
  }
  await measureExpansion(slots, clock.now, { rounds, isSmoke })
}

/** Off-slot pins, a minute after the hour so that no slot is there. */
const fillUp = (db: Pool, { organizationId, accountId, clock }: Busy, count: number) => db.sql`
  insert into posts (organization_id, account_id, status, media_type, title, description, url, board_id, send_at, due_at,
                     created_via, created_at, updated_at)
  select ${organizationId}, ${accountId}, 'queued', 'image', 'A pin', 'Made of oak', 'https://shop.test/off', '101', at, at, 'api',
         ${clock.now}, ${clock.now}
    from generate_series(1, ${count}::int) n, lateral (select ${clock.now}::timestamptz + n * interval '6 hours 1 minute' as at) a`

async function measureExpansion(
  slots: Awaited<ReturnType<typeof readSmartSlots>>,
  now: Date,
  { rounds, isSmoke }: { rounds: number; isSmoke: boolean },
): Promise<void> {
  const years = isSmoke ? 1 : HORIZON_YEARS
  const window = { after: now, until: addYears(now, years) }
  let ours: number[] = []
  const expandOurs = () => (ours = [...slotInstants(slots, window)].map(({ at }) => at.getTime()))
  const first = await time(1, expandOurs)
  const took = await time(rounds, expandOurs)
  console.log(
    `\nexpansion of ${slots.length} weekly slots over ${years} years: ${ours.length} instants in ${ms(p50(took))} (the first time ${ms(p50(first))})`,
  )
  for (const [name, expand] of [
    ['luxon', byLuxon],
    ['rrule', byRrule],
  ] as const) {
    let found: number[] = []
    const theirs = await time(1, () => (found = expand(slots, window)))
    const known = new Set(ours)
    const differ = found.filter((atMs) => !known.has(atMs)).length + Math.max(0, ours.length - found.length)
    must(name === 'rrule' || differ === 0, `the expansion differs from luxon's at ${differ} instants`)
    console.log(`  ${name}: ${ms(p50(theirs))} = ${times(p50(theirs) / p50(took))} ours, ${differ} instants differ`)
  }
}
