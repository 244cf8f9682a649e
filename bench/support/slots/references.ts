/** The two yardsticks: every slot expanded for the whole window, by luxon and by rrule, and what is open found by comparing. */
import { createRequire } from 'node:module'
import { DateTime } from 'luxon'
import type * as Rrule from 'rrule'
import type { WeeklySlot, Window } from '../../../src/core/slots/occurrences.js'
import type { Pool } from '../../../src/db/pool.js'
import type { World } from '../../../test/support/world.js'

// The package's own ESM build is not found by node.
const { RRule } = createRequire(import.meta.url)('rrule') as typeof Rrule

export type Expand = (slots: readonly WeeklySlot[], window: Window) => number[]

/** Every occurrence in ms, sorted: a DateTime for each. */
export const byLuxon: Expand = (slots, { after, until }) => {
  const found: number[] = []
  for (const { day, minute, timezone } of slots) {
    const start = DateTime.fromJSDate(after, { zone: timezone }).startOf('day')
    const first = start.plus({ days: (day - (start.weekday % 7) + 7) % 7 })
    for (let week = 0; ; week++) {
      const at = first.plus({ weeks: week }).set({ hour: Math.floor(minute / 60), minute: minute % 60 })
      if (at.toMillis() > until.getTime()) break
      if (at.toMillis() > after.getTime()) found.push(at.toMillis())
    }
  }
  return found.sort((a, b) => a - b)
}

/** A weekly rule for each slot, in its zone. */
export const byRrule: Expand = (slots, { after, until }) => {
  const day = 86_400_000
  const midnight = Math.floor(after.getTime() / day) * day
  const found: number[] = []
  for (const { day: weekday, minute, timezone } of slots) {
    const rule = new RRule({
      freq: RRule.WEEKLY,
      byweekday: [(weekday + 6) % 7], // Monday is 0 there
      dtstart: new Date(midnight - day + minute * 60_000), // read as wall time in tzid
      until: new Date(until.getTime() + day),
      tzid: timezone,
    })
    for (const at of rule.all()) if (at > after && at <= until) found.push(at.getTime())
  }
  return found.sort((a, b) => a - b)
}

/** The first instant of the window that no live post stands at. */
export async function naiveNext(db: Pool, world: World, slots: readonly WeeklySlot[], window: Window, expand: Expand) {
  const taken = new Set((await readTaken(db, world, window)).map(({ at }) => at.getTime()))
  return expand(slots, window).find((atMs) => !taken.has(atMs))
}

/** Taken and open instants of the window in order. */
export async function naiveSchedule(db: Pool, world: World, slots: readonly WeeklySlot[], window: Window, expand: Expand) {
  const posts = await readTaken(db, world, window)
  const taken = new Set(posts.map(({ at }) => at.getTime()))
  const open = expand(slots, window).filter((atMs) => !taken.has(atMs))
  return [...posts.map(({ at, id }) => ({ atMs: at.getTime(), id })), ...open.map((atMs) => ({ atMs, id: null }))].sort(
    (a, b) => a.atMs - b.atMs,
  )
}

const readTaken = (db: Pool, { organizationId, accountId }: World, { after, until }: Window) => db.sql<
  { id: string; at: Date }[]
>`
  select id, send_at as at
    from posts
   where organization_id = ${organizationId} and account_id = ${accountId}
     and status in ('queued', 'uploading', 'sent')
     and send_at > ${after} and send_at <= ${until}`
