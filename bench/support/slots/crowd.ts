/** Many placements on one account: one after another, on ten full years, and all at once. A place given twice, or a deadlock, ends it. */
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { listOpenSlots } from '../../../src/core/slots/next-open-slot.js'
import type { Pool } from '../../../src/db/pool.js'
import { ALL, aBusyAccount, type Busy, countDoubles, drafts, free } from './account.js'
import { bar, ms, must, p50, show, time } from './figures.js'

const place = ({ deps, actor, accountId }: Busy, postId: string) =>
  schedulePost(deps, actor, { accountId, postId, when: { kind: 'nextOpenSlot' } })

export async function measureRow(db: Pool, { pins }: { pins: number }): Promise<void> {
  const busy = await aBusyAccount(db, { queued: 0 })
  const ids = await drafts(db, busy, pins)
  let last = 0
  const each = await time(pins, async (round) => {
    const { sendAt } = await place(busy, ids[round]!)
    must(sendAt !== null && sendAt.getTime() > last, 'the places do not follow each other')
    last = sendAt.getTime()
  })
  const whole = each.reduce((sum, took) => sum + took, 0)
  console.log(
    `\n${pins} placed one after another, each ${show(each)}: ${bar('placing 1,000', (whole * 1000) / pins, 10_000, 'ms')} for 1,000 at this pace`,
  )
  must((await countDoubles(db, busy)) === 0, 'one after another: an instant was given twice')
}

type Full = { rounds: number; aWeek: number; crowds: Crowd[] }

/** Ten years without an open slot, and then so many open places for so many callers at once. */
export async function measureFull(db: Pool, { rounds, aWeek, crowds }: Full): Promise<void> {
  const busy = await aBusyAccount(db, { queued: ALL, aWeek })
  const [id] = await drafts(db, busy, 1)
  await db.sql`vacuum analyze posts`
  const look = () => listOpenSlots(busy.deps, busy.actor, { accountId: busy.accountId, limit: 1 })
  const refused = async () => must((await outcome(place(busy, id!))) === 'no_open_slot', 'ten full years have an open slot')
  const first = await time(1, refused)
  const looked = await time(rounds, async () => must((await look()).length === 0, 'ten full years show an open slot'))
  const placed = await time(rounds, refused)
  console.log(
    `\nten years full, ${aWeek} slots a week: the first to ask ${ms(p50(first))} · look ${show(looked)} · place, refused as no_open_slot ${show(placed)}`,
  )
  for (const crowd of crowds) await measureCrowd(db, busy, crowd)
}

/** `open`: so many places; all of them are taken again but by the last crowd. */
export type Crowd = { callers: number; open: number }

async function measureCrowd(db: Pool, busy: Busy, { callers, open }: Crowd): Promise<void> {
  const opened = new Set<number>()
  for (let place = 0; place < open; place++) opened.add((await free(db, busy, place * 7)).getTime())
  const ids = await drafts(db, busy, callers)
  await db.sql`vacuum analyze posts`
  const before = await countDeadlocks(db)
  const answers: Record<string, number> = {}
  const taken: number[] = []
  const call = async (id: string) => {
    const answer = await outcome(place(busy, id).then(({ sendAt }) => taken.push(sendAt?.getTime() ?? 0)))
    answers[answer] = (answers[answer] ?? 0) + 1
  }
  const whole = await time(1, () => Promise.all(ids.map(call)))
  console.log(`${callers} at once on ${open} open places: ${JSON.stringify(answers)} in ${ms(p50(whole))}`)
  const { placed = 0, no_open_slot: refused = 0, slot_resolution_timeout: late = 0, ...others } = answers
  must(Object.keys(others).length === 0, `errors: ${JSON.stringify(others)}`)
  must(new Set(taken).size === placed && (await countDoubles(db, busy)) === 0, 'a place was given twice')
  must(
    taken.every((atMs) => opened.has(atMs)),
    'a place was given that was not open',
  )
  must((await countDeadlocks(db)) === before, 'there was a deadlock')
  const written = await countQueued(db, busy, ids)
  must(refused === 0 || written === open, `refused as no_open_slot while ${open - written} places were open`)
  must(late > 0 || placed === Math.min(open, callers), 'a place was left open')
  const lost = bar(`told out of time but written, of ${callers} at once`, written - placed, 0, 'callers')
  console.log(
    `  distinct places, no deadlock; out of time ${bar(`out of time of ${callers} at once`, late, 0, 'callers')}, though written ${lost}`,
  )
}

/** `placed`, the reason of the refusal, or the message of what went wrong. */
const outcome = (placing: Promise<unknown>): Promise<string> =>
  placing.then(
    () => 'placed',
    (error: Error & { details?: { reason?: string } }) => error.details?.reason ?? error.message,
  )

async function countQueued(db: Pool, { organizationId }: Busy, ids: string[]): Promise<number> {
  const [row] = await db.sql<[{ count: number }]>`
    select count(*)::int as count
      from posts
     where organization_id = ${organizationId} and id = any(${ids}::bigint[]) and status = 'queued'`
  return row.count
}

async function countDeadlocks(db: Pool): Promise<number> {
  await db.sql`select pg_stat_force_next_flush()`
  const [row] = await db.sql<[{ deadlocks: number }]>`
    select deadlocks::int
      from pg_stat_database
     where datname = current_database()`
  return row.deadlocks
}
