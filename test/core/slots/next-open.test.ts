import { describe, expect, test } from 'vitest'
import { listOpenSlots, nextOpenSlot } from '../../../src/core/slots/next-open-slot.js'
import { deleteTimeslot, editTimeslot } from '../../../src/core/slots/week/timeslots.js'
import { aDatabase } from '../../support/database.js'
import { aWorld, type World } from '../../support/world.js'
import { accountOf, aDraft, aPin, aSlot, next, setType, slotOf, takeNext } from './support/fixtures.js'

const { db } = await aDatabase()
// The world starts on Monday 2 March 2026, 10:00 UTC, which is 05:00 in New York.

describe('the next open slot', () => {
  test('is the earliest open occurrence after now', async () => {
    const world = await aWorld(db)
    await aSlot(world, 'wed 09:00')
    const monday = await aSlot(world, 'mon 09:00')
    expect(await next(world)).toEqual({ sendAt: new Date('2026-03-02T14:00:00Z'), timeslotId: monday })
  })

  test('is never now itself nor in the past', async () => {
    const world = await aWorld(db, { at: new Date('2026-03-02T14:00:00Z') })
    await aSlot(world, 'mon 09:00')
    expect((await next(world)).sendAt.toISOString()).toBe('2026-03-09T13:00:00.000Z')
  })

  test('keeps the wall time over a change of the clocks', async () => {
    const world = await aWorld(db, { at: new Date('2026-03-01T15:00:00Z') })
    await aSlot(world, 'sun 09:00')
    await aSlot(world, 'sun 02:30')
    const times = [await takeNext(world), await takeNext(world), await takeNext(world), await takeNext(world)]
    expect(times.map(({ sendAt }) => sendAt.toISOString())).toEqual([
      '2026-03-08T07:30:00.000Z', // 02:30 is in the gap: 03:30 daylight time
      '2026-03-08T13:00:00.000Z',
      '2026-03-15T06:30:00.000Z',
      '2026-03-15T13:00:00.000Z',
    ])
  })

  test('is the first of a repeated hour, once', async () => {
    const world = await aWorld(db, { at: new Date('2026-10-31T12:00:00Z') })
    await aSlot(world, 'sun 01:30')
    const times = [await takeNext(world), await takeNext(world)]
    expect(times.map(({ sendAt }) => sendAt.toISOString())).toEqual(['2026-11-01T05:30:00.000Z', '2026-11-08T06:30:00.000Z'])
  })

  test('several slots at one instant count as capacity, also when a gap or two zones bring them together', async () => {
    const world = await aWorld(db, { at: new Date('2026-03-07T12:00:00Z') })
    const ids = [
      await aSlot(world, 'sun 02:30'),
      await aSlot(world, 'sun 03:30'),
      await aSlot(world, 'sun 03:30'),
      await aSlot(world, 'sun 08:30', 'Europe/Berlin'),
    ]
    const taken = [await takeNext(world), await takeNext(world), await takeNext(world), await takeNext(world)]
    expect(taken.map(({ sendAt }) => sendAt.toISOString())).toEqual(Array(4).fill('2026-03-08T07:30:00.000Z'))
    expect(taken.map(({ timeslotId }) => timeslotId)).toEqual(ids)
    expect((await next(world)).sendAt.toISOString()).toBe('2026-03-15T06:30:00.000Z')
  })

  test.each(['queued', 'uploading', 'sent'] as const)('passes over an occurrence that a %s post holds', async (status) => {
    const world = await aWorld(db)
    const slot = await aSlot(world, 'mon 09:00')
    await aPin(world, { at: '2026-03-02T14:00:00Z', timeslotId: slot, status })
    expect((await next(world)).sendAt.toISOString()).toBe('2026-03-09T13:00:00.000Z')
  })

  test('passes over an instant that a post on no slot holds, for a moved slot never books an instant twice', async () => {
    const world = await aWorld(db)
    await aSlot(world, 'mon 09:00')
    await aPin(world, { at: '2026-03-02T14:00:00Z' })
    expect((await next(world)).sendAt.toISOString()).toBe('2026-03-09T13:00:00.000Z')
  })

  test('is on a slot that no live post holds at that instant', async () => {
    const world = await aWorld(db)
    const first = await aSlot(world, 'mon 09:00')
    const second = await aSlot(world, 'mon 09:00')
    await aPin(world, { at: '2026-03-02T14:00:00Z', timeslotId: first })
    expect(await next(world)).toEqual({ sendAt: new Date('2026-03-02T14:00:00Z'), timeslotId: second })
  })

  test("counts a post's own occurrence as open for itself, so asking again changes nothing", async () => {
    const world = await aWorld(db)
    await aSlot(world, 'mon 09:00')
    const second = await aSlot(world, 'mon 09:00')
    const own = { at: '2026-03-02T14:00:00Z', timeslotId: second }
    const post = await aPin(world, own)
    expect(await next(world, post)).toEqual({ sendAt: new Date(own.at), timeslotId: second })
    await aPin(world, { at: own.at })
    expect(await next(world, post)).toEqual({ sendAt: new Date(own.at), timeslotId: second })
  })

  test('moves a post forward to an earlier opening', async () => {
    const world = await aWorld(db)
    const slot = await aSlot(world, 'mon 09:00')
    const post = await aPin(world, { at: '2026-03-16T13:00:00Z', timeslotId: slot })
    expect((await next(world, post)).sendAt.toISOString()).toBe('2026-03-02T14:00:00.000Z')
  })

  test('is the same for a draft as for a new post', async () => {
    const world = await aWorld(db)
    const slot = await aSlot(world, 'mon 09:00')
    expect((await next(world, await aDraft(world))).timeslotId).toBe(slot)
  })

  test('there is none without slots, and evergreen slots do not count', async () => {
    const world = await aWorld(db)
    await expect(next(world)).rejects.toMatchObject({ code: 'UNPROCESSABLE_ENTITY', details: { reason: 'no_open_slot' } })
    await setType(world, await aSlot(world, 'mon 09:00'), 'evergreen')
    await expect(next(world)).rejects.toMatchObject({ details: { reason: 'no_open_slot' } })
  })

  test('there is none when ten years are full', async () => {
    const world = await aWorld(db)
    const slot = await aSlot(world, 'mon 09:00', 'UTC')
    await db.sql`
      insert into posts (organization_id, account_id, status, media_type, title, description, url, board_id, send_at, timeslot_id,
                         created_via, created_at, updated_at)
      select ${world.organizationId}, ${world.accountId}, 'queued', 'image', 't', 'd', 'https://shop.test', '101', at, ${slot},
             'api', at, at
        from generate_series('2026-03-09T09:00:00Z'::timestamptz, '2036-03-02T10:00:00Z', '168 hours') as at`
    await expect(next(world)).rejects.toMatchObject({ details: { reason: 'no_open_slot' } })
  })

  test('looks at this account alone', async () => {
    const [mine, theirs] = [await aWorld(db), await aWorld(db)]
    const slot = await aSlot(mine, 'mon 09:00')
    await aSlot(theirs, 'mon 08:00')
    await aPin(theirs, { at: '2026-03-02T14:00:00Z' })
    expect(await next(mine)).toEqual({ sendAt: new Date('2026-03-02T14:00:00Z'), timeslotId: slot })
  })

  test('follows a moved slot, whose pins keep their instants taken', async () => {
    const world = await aWorld(db)
    const slot = await aSlot(world, 'mon 09:00')
    await aPin(world, { at: '2026-03-02T14:00:00Z', timeslotId: slot })
    const { deps, actor, accountId } = world
    await editTimeslot(deps, actor, { accountId, timeslotId: slot, time: '09:30' })
    expect((await next(world)).sendAt.toISOString()).toBe('2026-03-02T14:30:00.000Z')
    await editTimeslot(deps, actor, { accountId, timeslotId: slot, time: '09:00' })
    expect((await next(world)).sendAt.toISOString()).toBe('2026-03-09T13:00:00.000Z')
  })

  test('forgets a deleted slot', async () => {
    const world = await aWorld(db)
    const { deps, actor, accountId } = world
    await deleteTimeslot(deps, actor, { accountId, timeslotId: await aSlot(world, 'mon 09:00') })
    await expect(next(world)).rejects.toMatchObject({ details: { reason: 'no_open_slot' } })
  })
})

describe('the first open slot at or after an instant', () => {
  const from = async (world: World, notBefore: string) =>
    (await nextOpenSlot(db.sql, await accountOf(world), { postId: null, notBefore: new Date(notBefore) }, world.clock.now)).sendAt

  test('is the occurrence at the instant itself, or the next one', async () => {
    const world = await aWorld(db)
    await aSlot(world, 'mon 09:00')
    expect(await from(world, '2026-03-09T13:00:00Z')).toEqual(new Date('2026-03-09T13:00:00Z'))
    expect(await from(world, '2026-03-09T13:00:01Z')).toEqual(new Date('2026-03-16T13:00:00Z'))
  })

  test('is never in the past', async () => {
    const world = await aWorld(db)
    await aSlot(world, 'mon 09:00')
    expect(await from(world, '2026-02-01T00:00:00Z')).toEqual(new Date('2026-03-02T14:00:00Z'))
  })

  test('passes over what is taken, and there is none beyond ten years from now', async () => {
    const world = await aWorld(db)
    const slot = await aSlot(world, 'mon 09:00', 'UTC')
    await aPin(world, { at: '2036-02-11T09:00:00Z', timeslotId: null })
    await aPin(world, { at: '2036-02-18T09:00:00Z', timeslotId: slot })
    expect(await from(world, '2036-02-11T09:00:00Z')).toEqual(new Date('2036-02-25T09:00:00Z'))
    await expect(from(world, '2036-02-26T09:00:00Z')).rejects.toMatchObject({ details: { reason: 'no_open_slot' } })
  })
})

describe('an explicit time', () => {
  test('occupies the open occurrence of its instant', async () => {
    const world = await aWorld(db)
    const slot = await aSlot(world, 'mon 09:00')
    expect(await slotOf(world, '2026-03-09T13:00:00Z')).toBe(slot)
  })

  test('is off-slot between occurrences and where the occurrence is taken', async () => {
    const world = await aWorld(db)
    const slot = await aSlot(world, 'mon 09:00')
    const post = await aPin(world, { at: '2026-03-09T13:00:00Z', timeslotId: slot })
    expect(await slotOf(world, '2026-03-09T13:00:01Z')).toBeNull()
    expect(await slotOf(world, '2026-03-09T14:00:00Z')).toBeNull()
    expect(await slotOf(world, '2026-03-09T13:00:00Z')).toBeNull()
    expect(await slotOf(world, '2026-03-09T13:00:00Z', post)).toBe(slot)
  })

  test('is off-slot where a post on no slot has used up the capacity', async () => {
    const world = await aWorld(db)
    await aSlot(world, 'mon 09:00')
    await aPin(world, { at: '2026-03-09T13:00:00Z' })
    expect(await slotOf(world, '2026-03-09T13:00:00Z')).toBeNull()
  })
})

describe('the list of open slots', () => {
  test('shows the next ones, each place once', async () => {
    const world = await aWorld(db)
    const [first, second] = [await aSlot(world, 'mon 09:00'), await aSlot(world, 'mon 09:00')]
    await aPin(world, { at: '2026-03-02T14:00:00Z', timeslotId: first })
    const { deps, actor, accountId } = world
    expect(await listOpenSlots(deps, actor, { accountId, limit: 3 })).toEqual([
      { at: new Date('2026-03-02T14:00:00Z'), timeslotId: second },
      { at: new Date('2026-03-09T13:00:00Z'), timeslotId: first },
      { at: new Date('2026-03-09T13:00:00Z'), timeslotId: second },
    ])
  })

  test('is empty without slots and not found for a foreign account', async () => {
    const [mine, theirs] = [await aWorld(db), await aWorld(db)]
    expect(await listOpenSlots(mine.deps, mine.actor, { accountId: mine.accountId, limit: 5 })).toEqual([])
    await expect(listOpenSlots(mine.deps, mine.actor, { accountId: theirs.accountId, limit: 5 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
