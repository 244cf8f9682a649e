/** The guard beside others who place pins at the same moment: what slots take never lies in a blackout, nor over the limit. */
import { expect, test } from 'vitest'
import { changeMany } from '../../../src/core/many/bulk/change.js'
import { readPost } from '../../../src/core/posts/list.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { changeGuard, type GuardChange } from '../../../src/core/slots/guard-settings.js'
import { readGuard, blackoutAt, rangesOf, type Blackout } from '../../../src/core/slots/guard.js'
import { addDates, wallDayOf } from '../../../src/core/lib/time.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aTimeslot, HOUR_MS } from '../../support/factories.js'
import { fc } from '../../support/random.js'
import { aWorld, type World } from '../../support/world.js'
import { make, posts } from '../posts/batch/support/batches.js'
import { openStudios } from '../posts/support/create-fixtures.js'
import { accountOf } from './support/fixtures.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)

const set = ({ deps, actor, accountId }: World, change: GuardChange) => changeGuard(deps, actor, { accountId, ...change })
const place = ({ deps, actor, accountId }: World, postId: string) =>
  schedulePost(deps, actor, { accountId, postId, when: { kind: 'nextOpenSlot' } })
const daily = async (world: World, ...times: string[]) => {
  for (let day = 0; day < 7; day++) for (const time of times) await aTimeslot(world, { day, time, timezone: 'America/New_York' })
}
const drafts = (world: World, count: number) => Promise.all(Array.from({ length: count }, () => aDraft(world)))
const dayOf = (at: Date) => wallDayOf(at, 'America/New_York')

async function perDay({ organizationId }: World): Promise<Map<number, number>> {
  const rows = await db.sql<
    { at: Date }[]
  >`select send_at as at from posts where organization_id = ${organizationId} and status = 'queued'`
  const days = new Map<number, number>()
  for (const { at } of rows) days.set(dayOf(at), (days.get(dayOf(at)) ?? 0) + 1)
  return days
}

test('of two requests for the last place of a day one gets it, and the other one the next day', async () => {
  const world = await aWorld(db)
  await daily(world, '09:00', '10:00', '11:00', '12:00')
  await set(world, { perDay: 2 })
  await place(world, (await aDraft(world)).id)
  const asking = await drafts(world, 8)
  await Promise.all(asking.map(({ id }) => place(world, id)))
  expect([...(await perDay(world)).values()]).toEqual([2, 2, 2, 2, 1])
})

test('a pin that is placed while a blackout is set lies outside of it, or is counted by it', async () => {
  for (let round = 0; round < 8; round++) {
    const world = await aWorld(db)
    await daily(world, '12:00')
    const asking = await drafts(world, 4)
    const [{ blackouts }, ...placed] = await Promise.all([
      set(world, { blackouts: [{ from: '2026-03-02', to: '2026-03-04', note: null }] }),
      ...asking.map(({ id }) => place(world, id)),
    ])
    const inside = placed.filter(({ sendAt }) => dayOf(sendAt!) <= dayOf(new Date('2026-03-04T17:00:00Z')))
    expect(blackouts[0]?.pins).toBe(inside.length)
  }
})

test('a limit that is set beside a batch holds for all of it, or names the days that the batch filled before', async () => {
  for (let round = 0; round < 5; round++) {
    const world = await aWorld(db)
    await daily(world, '09:00', '12:00', '15:00')
    const asking = await drafts(world, 6)
    const [{ daysOver }] = await Promise.all([set(world, { perDay: 1 }), Promise.all(asking.map(({ id }) => place(world, id)))])
    const over = [...(await perDay(world))].filter(([, pins]) => pins > 1)
    expect(over.length).toBeLessThanOrEqual(daysOver.length + 1) // the day that was begun has later ones as soon as it is full
    expect(over.map(([, pins]) => pins)).toEqual(daysOver.map(({ pins }) => pins))
  }
})

test('whatever slots take, by any way, lies outside of blackouts and within the limit, unless a person set the time', async () => {
  const day = fc.integer({ min: 0, max: 12 })
  const ways = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constantFrom('next', 'batch', 'again', 'many', 'later', 'earlier') }),
      fc.record({ kind: fc.constant('at'), hours: fc.integer({ min: 8, max: 240 }) }),
    ),
    { minLength: 4, maxLength: 14 },
  )
  const spans = fc.array(fc.record({ first: day, days: fc.integer({ min: 0, max: 3 }) }), { maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(ways, spans, fc.integer({ min: 1, max: 3 }), async (steps, shut, limit) => {
      const world = await aStudio()
      const { deps, actor, accountId } = world
      await daily(world, '09:00', '12:00', '15:00', '23:30')
      const blackouts: Blackout[] = shut.map(({ first, days }) => ({
        from: addDates('2026-03-02', first),
        to: addDates('2026-03-02', first + days),
        note: null,
      }))
      await set(world, { perDay: limit, blackouts })
      const account = await accountOf(world)
      const ranges = rangesOf(blackouts, account)
      const placed: string[] = []
      const holds = async (post: { id: string; sendAt: Date | null }) => {
        expect(blackoutAt(ranges, post.sendAt!)).toBeUndefined()
        const guard = await readGuard(db.sql, account, { postId: post.id }, world.clock.now)
        expect(guard.days.get(dayOf(post.sendAt!)) ?? 0).toBeLessThan(limit)
      }
      for (const step of steps) {
        const [first] = placed
        if ('hours' in step) {
          const at = new Date(world.clock.now.getTime() + step.hours * HOUR_MS + 1000)
          await schedulePost(deps, actor, { accountId, postId: (await aDraft(world)).id, when: { kind: 'at', at } })
        } else if (step.kind === 'batch') {
          const { results } = await make(world, { posts: posts(3), mode: 'schedule' })
          for (const { post } of results) await holds(post!)
        } else if (step.kind === 'many') {
          const which = { kind: 'ids', ids: (await drafts(world, 2)).map(({ id }) => id) } as const
          const { results } = await changeMany(deps, actor, { accountId, which, action: { kind: 'reschedule' }, preview: false })
          for (const { post } of results) await holds(post!)
        } else if (step.kind === 'next' || first === undefined) {
          const post = await place(world, (await aDraft(world)).id)
          await holds(post)
          placed.push(post.id)
        } else if (step.kind === 'again') await holds(await place(world, first))
        else {
          const was = await readPost(deps, actor, { accountId, postId: first })
          const post = await schedulePost(deps, actor, { accountId, postId: first, when: { kind: step.kind as 'later' } })
          if (post.sendAt?.getTime() !== was.sendAt?.getTime()) await holds(post)
        }
      }
    }),
    { numRuns: 25 },
  )
})
