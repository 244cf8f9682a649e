/** Evergreen that ends. The world starts on Monday 2 March 2026, 10:00 UTC, which is 05:00 in New York. */
import { describe, expect, test } from 'vitest'
import { keepEvergreen, readEvergreen, removeFromEvergreen } from '../../../../src/core/posts/evergreen/pool.js'
import { isEvergreen } from '../../../../src/core/posts/evergreen/membership.js'
import { runEvergreen } from '../../../../src/core/posts/evergreen/run.js'
import { unschedulePost } from '../../../../src/core/posts/unschedule.js'
import type { LimitsChange } from '../../../../src/core/slots/evergreen-limits.js'
import { listRepeats } from '../../../../src/core/slots/repeats.js'
import { lockSchedule } from '../../../../src/core/slots/next-open-slot.js'
import { untilWaiting } from '../../../db/support/waiting.js'
import { aDatabase, isOnCluster } from '../../../support/database.js'
import { aWorld, type World } from '../../../support/world.js'
import { accountOf } from '../../slots/support/fixtures.js'
import { anEvergreenSlot, aPoolPin, aPublishedPin, copiesOf, runAt, runsOf } from './support/fixtures.js'

const { db } = await aDatabase()
const testOfLocks = test.skipIf(isOnCluster())

const keep = ({ deps, actor, accountId }: World, postId: string, limits: LimitsChange = {}) =>
  keepEvergreen(deps, actor, { accountId, postId, ...limits })
const read = ({ deps, actor, accountId }: World) => readEvergreen(deps, actor, { accountId, limit: 10 })
const madeFrom = async (world: World) => (await copiesOf(world)).map(({ sourcePostId }) => sourcePostId)

describe('a pin of the pool', () => {
  test('goes out on its last day, and has ended the day after, by the clock of the account', async () => {
    const world = await aWorld(db)
    const { id } = await aPublishedPin(world)
    await keep(world, id, { until: '2026-03-02' })
    await anEvergreenSlot(world, 'mon 23:00')
    await runAt(world, '2026-03-03T03:40:00Z') // still Monday in New York
    expect(await madeFrom(world)).toEqual([id])
    expect((await read(world)).poolSize).toBe(1)
    await runAt(world, '2026-03-10T02:40:00Z')
    expect(await madeFrom(world)).toEqual([id])
    const { pool, poolSize, ended } = await read(world)
    expect([pool, poolSize]).toEqual([[], 0])
    expect(ended.map(({ post, ended: end }) => [post.id, end])).toEqual([[id, { because: 'until', on: '2026-03-02' }]])
    expect((await runsOf(world)).at(-1)?.reason).toBe('empty_pool')
  })

  test('goes out so many times, and one that was unscheduled is none of them', async () => {
    const world = await aWorld(db)
    const { deps, actor, accountId } = world
    const { id } = await aPublishedPin(world)
    await keep(world, id, { atMost: 2 })
    await anEvergreenSlot(world, 'mon 09:00')
    await runAt(world, '2026-03-02T13:40:00Z')
    const [first] = await copiesOf(world)
    await unschedulePost(deps, actor, { accountId, postId: first!.id })
    for (const at of ['2026-03-09T12:40:00Z', '2026-03-16T12:40:00Z', '2026-03-23T12:40:00Z']) await runAt(world, at)
    expect(await copiesOf(world)).toHaveLength(3)
    expect((await read(world)).ended.map(({ ended }) => ended)).toEqual([{ because: 'atMost', on: '2026-03-16' }])
  })

  test('waits for its months, and others go out meanwhile', async () => {
    const world = await aWorld(db)
    const winter = await aPublishedPin(world, { days: 50 })
    await keep(world, winter.id, { months: [12, 1, 12] })
    await anEvergreenSlot(world, 'mon 09:00')
    await runAt(world, '2026-03-02T13:40:00Z')
    expect((await runsOf(world)).map(({ reason }) => reason)).toEqual(['out_of_season'])
    const spring = await aPoolPin(world)
    await runAt(world, '2026-03-09T12:40:00Z')
    expect(await madeFrom(world)).toEqual([spring.id])
    expect((await read(world)).pool.map(({ limits }) => limits.months)).toEqual([[1, 12], []])
    await runAt(world, '2026-12-07T13:40:00Z') // passes what is late
    await runAt(world, '2026-12-07T13:41:00Z')
    expect((await madeFrom(world)).at(-1)).toBe(winter.id)
  })

  test('that has ended is not evergreen, and joins again from zero', async () => {
    const world = await aWorld(db)
    const { deps, actor, accountId } = world
    const { id } = await aPublishedPin(world)
    await keep(world, id, { atMost: 1 })
    await anEvergreenSlot(world, 'mon 09:00')
    await runAt(world, '2026-03-02T13:40:00Z')
    expect(await isEvergreen(deps, actor, { accountId, postId: id })).toBe(false)
    world.clock.now = new Date('2026-03-03T10:00:00Z')
    expect((await keep(world, id, { atMost: 1 })).ended).toBeNull()
    expect(await isEvergreen(deps, actor, { accountId, postId: id })).toBe(true)
    await runAt(world, '2026-03-09T12:40:00Z')
    expect(await copiesOf(world)).toHaveLength(2)
    expect((await read(world)).ended).toHaveLength(1)
  })

  test('keeps the limits that are not named, and loses those that are null', async () => {
    const world = await aWorld(db)
    const { id } = await aPublishedPin(world)
    await keep(world, id, { until: '2026-12-24', atMost: 3, months: [12] })
    expect((await keep(world, id, { atMost: 5, until: null })).limits).toMatchObject({ until: null, atMost: 5, months: [12] })
    expect((await keep(world, id)).limits).toMatchObject({ until: null, atMost: 5, months: [12] })
    const all = Array.from({ length: 12 }, (_, index) => index + 1)
    expect((await keep(world, id, { months: all })).limits.months).toEqual([])
  })

  test.each([
    [{ until: '2026-03-01' }, 'until'],
    [{ until: '2026-02-30' }, 'until'],
    [{ until: 'soon' }, 'until'],
    [{ until: '3000-01-01' }, 'until'],
    [{ atMost: 0 }, 'atMost'],
    [{ atMost: 1001 }, 'atMost'],
    [{ atMost: 1.5 }, 'atMost'],
    [{ months: [0] }, 'months'],
    [{ months: [13] }, 'months'],
  ])('is refused with %o, and nothing is written', async (limits, field) => {
    const world = await aWorld(db)
    const { id } = await aPublishedPin(world)
    await expect(keep(world, id, limits)).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field } })
    expect((await read(world)).poolSize).toBe(0)
  })
})

test('no repeat is expected at a time when no pin of the pool may go out', async () => {
  const world = await aWorld(db)
  const { id } = await aPublishedPin(world)
  await keep(world, id, { until: '2026-03-20', months: [3] })
  await anEvergreenSlot(world, 'mon 09:00')
  const until = new Date('2026-05-01T00:00:00Z')
  const account = await accountOf(world)
  const repeats = await listRepeats(world.deps.db.sql, account, { after: world.clock.now, until }, world.clock.now)
  expect(repeats.map(({ at }) => at.toISOString().slice(0, 10))).toEqual(['2026-03-02', '2026-03-09', '2026-03-16'])
})

test('three processes at once make no more repeats than a pin may have', async () => {
  const world = await aWorld(db)
  const { id } = await aPublishedPin(world)
  await keep(world, id, { atMost: 2 })
  for (const time of ['08:50', '08:55', '09:00', '09:05']) await anEvergreenSlot(world, `mon ${time}`)
  world.clock.now = new Date('2026-03-02T13:46:00Z')
  const ticks = await Promise.all([1, 2, 3].map(() => runEvergreen(world.deps)))
  expect(ticks.flatMap(({ failed }) => failed)).toEqual([])
  expect(await madeFrom(world)).toEqual([id, id])
})

testOfLocks.each([
  ['ends', (world: World, id: string) => keep(world, id, { months: [12] })],
  ['is removed', ({ deps, actor, accountId }: World, id: string) => removeFromEvergreen(deps, actor, { accountId, postId: id })],
] as const)('a pin that %s while a run waits to choose is not chosen', async (_what, act) => {
  const world = await aWorld(db)
  const { id } = await aPublishedPin(world)
  await keep(world, id)
  await anEvergreenSlot(world, 'mon 09:00')
  world.clock.now = new Date('2026-03-02T13:40:00Z')
  const account = await accountOf(world)
  let acts: Promise<unknown>[] = []
  await db.tx(async (sql) => {
    await lockSchedule(sql, account)
    acts = [act(world, id)]
    await untilWaiting(db)
    acts.push(runEvergreen(world.deps)) // waits behind it
  })
  await Promise.all(acts)
  expect(await copiesOf(world)).toEqual([])
  expect((await runsOf(world)).map(({ postId }) => postId)).toEqual([null])
})
