/**
 * The next open slot behind 0 to 50,000 queued pins without a gap (10,000 in a short run): reading, claiming, placing, and
 * freed instants.
 */
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { forgetFull } from '../../../src/core/slots/full-until.js'
import { listOpenSlots, lockSchedule, nextOpenSlot } from '../../../src/core/slots/next-open-slot.js'
import { HORIZON_YEARS } from '../../../src/core/slots/occurrences.js'
import { readSmartSlots } from '../../../src/core/slots/occupancy.js'
import { addYears } from '../../../src/core/lib/time.js'
import type { Pool } from '../../../src/db/pool.js'
import { aBusyAccount, type Busy, countDoubles, drafts, free } from './account.js'
import { bar, ms, must, p50, show, time, times, type Took } from './figures.js'
import { byLuxon, byRrule, naiveNext } from './references.js'

const SIZES = [0, 1_000, 10_000, 50_000]
const WARM_UP = 3

const KINDS = ['look', 'claim', 'place', 'explicit'] as const
type Case = { queued: number; busy: Busy; ids: string[] } & Record<(typeof KINDS)[number], Took>

export async function measureNext(db: Pool, { rounds, isSmoke }: { rounds: number; isSmoke: boolean }): Promise<void> {
  const cases: Case[] = []
  for (const queued of isSmoke ? SIZES.slice(0, 3) : SIZES) {
    const busy = await aBusyAccount(db, { queued })
    const ids = await drafts(db, busy, 3 * rounds + 2 * WARM_UP)
    cases.push({ queued, busy, ids, look: [], claim: [], place: [], explicit: [] })
  }
  await db.sql`vacuum analyze posts`
  console.log('\nnext open slot, 100 slots a week, behind so many queued pins without a gap')
  for (const one of cases) await measureUnknown(db, one)
  for (const one of cases) {
    await time(WARM_UP, () => takeOne(db, one))
    for (const kind of KINDS) one[kind] = []
  }
  for (let round = 0; round < rounds; round++) {
    for (const one of cases) await takeOne(db, one) // alternating: other load of the machine affects all sizes
  }
  for (const one of cases) {
    for (const kind of KINDS) one[kind].sort((a, b) => a - b)
    const { queued, look, claim, place, explicit } = one
    console.log(
      `${of(queued)} look ${show(look)} · claim under the lock ${show(claim)} · place ${show(place)} (at an explicit time ${show(explicit)})`,
    )
  }
  printNextBars(cases)
  await measureNaive(db, cases, isSmoke)
  for (const one of cases.slice(1)) await measureFreed(db, one, rounds)
  for (const { busy, queued } of cases) must((await countDoubles(db, busy)) === 0, `behind ${queued}: an instant was given twice`)
}

const of = (queued: number) => `${queued.toLocaleString('en-US').padStart(8)}:`

const queryOnce = ({ deps, actor, accountId }: Busy) => listOpenSlots(deps, actor, { accountId, limit: 1 })
const claimOnce = (db: Pool, { account, clock }: Busy) =>
  db.tx(async (sql) => {
    await lockSchedule(sql, account)
    return nextOpenSlot(sql, account, { postId: null }, clock.now)
  })
const placeOnce = ({ deps, actor, accountId }: Busy, postId: string) =>
  schedulePost(deps, actor, { accountId, postId, when: { kind: 'nextOpenSlot' } })

/** Reads, claims and places, and expects that all three mean the same instant; and schedules another at a time of its own. */
async function takeOne(db: Pool, { busy, ids, look, claim, place, explicit }: Case): Promise<void> {
  const [id, other] = ids.splice(-2)
  must(id !== undefined && other !== undefined, 'the bench has too few drafts')
  const timed = async <T>(took: Took, work: () => Promise<T>) => {
    const from = performance.now()
    const result = await work()
    took.push(performance.now() - from)
    return result
  }
  const [seen] = await timed(look, () => queryOnce(busy))
  const claimed = await timed(claim, () => claimOnce(db, busy))
  const placed = await timed(place, () => placeOnce(busy, id))
  const all = [seen?.at, claimed.sendAt, placed.sendAt].map((at) => at?.getTime())
  must(new Set(all).size === 1, `looked, claimed and placed differ: ${all.join(', ')}`)
  const at = new Date(busy.clock.now.getTime() + 1000 + ids.length * 60_000) // no slot begins within a minute
  await timed(explicit, () =>
    schedulePost(busy.deps, busy.actor, { accountId: busy.accountId, postId: other, when: { kind: 'at', at } }),
  )
}

/** Slots have just changed: what is full is not known, and the first to ask finds out. */
async function measureUnknown(db: Pool, { queued, busy }: Case): Promise<void> {
  const took: Took = []
  for (let round = 0; round < 5; round++) {
    await forgetFull(db.sql, busy.account)
    took.push(...(await time(1, () => claimOnce(db, busy))))
  }
  console.log(`${of(queued)} the first to ask after slots changed: ${ms(p50(took.sort((a, b) => a - b)))}`)
}

function printNextBars(cases: Case[]): void {
  for (const kind of ['look', 'claim', 'place'] as const) {
    const [, thousand, ten, fifty] = cases.map((one) => p50(one[kind]))
    must(thousand !== undefined && ten !== undefined, 'a size is missing')
    // The bar is of finding the slot. To place a pin is also to charge it, to write it and to note who did: an explicit time pays for that as well.
    const parts = [`at 10,000 ${kind === 'place' ? ms(ten) : bar(`${kind} at 10,000`, ten, 5, 'ms')}`]
    if (fifty !== undefined) {
      parts.push(`50,000 against 1,000 ${bar(`${kind}, 50,000 against 1,000`, fifty / thousand, 3, 'times')}`)
    }
    console.log(`${kind.padStart(8)}: ${parts.join('; ')}`)
  }
}

async function measureNaive(db: Pool, cases: Case[], isSmoke: boolean): Promise<void> {
  for (const [name, expand] of [
    ['luxon', byLuxon],
    ['rrule', byRrule],
  ] as const) {
    if (isSmoke && name === 'rrule') continue // a quarter of a minute for each answer
    const isLong = isSmoke || name === 'rrule'
    for (const { queued, busy, look } of cases.filter(({ queued }) => !isLong || queued === 10_000)) {
      const { clock, account } = busy
      const slots = await readSmartSlots(db.sql, account)
      const window = { after: clock.now, until: addYears(clock.now, HORIZON_YEARS) }
      let found: number | undefined
      const took = await time(isLong ? 1 : 3, async () => (found = await naiveNext(db, busy, slots, window, expand)))
      const [seen] = await queryOnce(busy)
      must(name === 'rrule' || found === seen?.at.getTime(), `${name} finds another next open slot behind ${queued}`)
      console.log(`${of(queued)} naive expansion with ${name}: ${ms(p50(took))} = ${times(p50(took) / p50(look))} our look`)
    }
  }
}

/** One early pin goes away: its instant is the next open slot, and after that all is as before. */
async function measureFreed(db: Pool, { queued, busy, ids }: Case, rounds: number): Promise<void> {
  const [look, place]: [Took, Took] = [[], []]
  for (let round = 0; round < rounds; round++) {
    const freed = await free(db, busy, (round * 37) % Math.min(queued, 900))
    const id = ids.pop()
    must(id !== undefined, 'the bench has too few drafts')
    look.push(
      ...(await time(1, async () =>
        must((await queryOnce(busy))[0]?.at.getTime() === freed.getTime(), 'a freed instant is not seen'),
      )),
    )
    place.push(
      ...(await time(1, async () =>
        must((await placeOnce(busy, id)).sendAt?.getTime() === freed.getTime(), 'a freed instant is not taken'),
      )),
    )
  }
  for (const took of [look, place]) took.sort((a, b) => a - b)
  console.log(
    `${of(queued)} one early instant freed: look ${show(look)} · place ${show(place)}${queued === 10_000 ? `; look ${bar('look for a freed instant at 10,000', p50(look), 5, 'ms')}` : ''}`,
  )
}
