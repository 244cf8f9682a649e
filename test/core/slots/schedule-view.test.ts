import { describe, expect, test } from 'vitest'
import { readSchedule } from '../../../src/core/slots/calendar.js'
import { editTimeslot } from '../../../src/core/slots/week/timeslots.js'
import { aDatabase } from '../../support/database.js'
import { aWorld, type World } from '../../support/world.js'
import { aPin, aSlot, setType } from './support/fixtures.js'

const { db } = await aDatabase()
// The world starts on Monday 2 March 2026, 10:00 UTC, which is 05:00 in New York.

const read = ({ deps, actor, accountId }: World, from?: string, to?: string) =>
  readSchedule(deps, actor, { accountId, from: from ? new Date(from) : null, to: to ? new Date(to) : null })

async function brief(world: World, from?: string, to?: string) {
  const { entries } = await read(world, from, to)
  return entries.map(({ sendAt, state, timeslotId, post }) => [
    sendAt.toISOString().slice(0, 16),
    state,
    timeslotId,
    post?.postId ?? null,
  ])
}

describe('an entry', () => {
  test('is open, scheduled, publishing or published, earliest first', async () => {
    const world = await aWorld(db, { at: new Date('2026-03-03T10:00:00Z') })
    const slots = [await aSlot(world, 'mon 09:00'), await aSlot(world, 'tue 09:00'), await aSlot(world, 'wed 09:00')]
    const sent = await aPin(world, { at: '2026-03-02T14:00:00Z', timeslotId: slots[0]!, status: 'sent' })
    const uploading = await aPin(world, { at: '2026-03-03T09:59:00Z', status: 'uploading' })
    const queued = await aPin(world, { at: '2026-03-04T14:00:00Z', timeslotId: slots[2]! })
    expect(await brief(world, '2026-03-02T00:00:00Z', '2026-03-10T00:00:00Z')).toEqual([
      ['2026-03-02T14:00', 'published', slots[0], sent],
      ['2026-03-03T09:59', 'publishing', null, uploading],
      ['2026-03-03T14:00', 'open', slots[1], null],
      ['2026-03-04T14:00', 'scheduled', slots[2], queued],
      ['2026-03-09T13:00', 'open', slots[0], null],
    ])
  })

  test('of a pin tells what is published and where', async () => {
    const world = await aWorld(db)
    const postId = await aPin(world, { at: '2026-03-04T14:00:00Z' })
    expect((await read(world)).entries).toEqual([
      {
        sendAt: new Date('2026-03-04T14:00:00Z'),
        kind: 'pin',
        state: 'scheduled',
        timeslotId: null,
        post: { postId, title: 'Shelf', url: 'https://shop.test/shelf', boardId: '101' },
      },
    ])
  })

  test('names no slot when its slot was moved away, and the old place is not open', async () => {
    const world = await aWorld(db)
    const slot = await aSlot(world, 'mon 09:00')
    const pin = await aPin(world, { at: '2026-03-02T14:00:00Z', timeslotId: slot })
    const { deps, actor, accountId } = world
    await editTimeslot(deps, actor, { accountId, timeslotId: slot, time: '10:00' })
    expect(await brief(world, undefined, '2026-03-05T00:00:00Z')).toEqual([
      ['2026-03-02T14:00', 'scheduled', null, pin],
      ['2026-03-02T15:00', 'open', slot, null],
    ])
  })

  test('names no slot where that slot does not occur', async () => {
    const world = await aWorld(db)
    const slot = await aSlot(world, 'mon 09:00')
    const pin = await aPin(world, { at: '2026-03-03T14:00:00Z', timeslotId: slot })
    expect(await brief(world, '2026-03-03T00:00:00Z', '2026-03-04T00:00:00Z')).toEqual([
      ['2026-03-03T14:00', 'scheduled', null, pin],
    ])
  })

  test('of an evergreen post names no slot, and evergreen slots are not open', async () => {
    const world = await aWorld(db)
    const slot = await aSlot(world, 'mon 09:00')
    await setType(world, slot, 'evergreen')
    const pin = await aPin(world, { at: '2026-03-02T14:00:00Z', timeslotId: slot })
    expect(await brief(world)).toEqual([['2026-03-02T14:00', 'scheduled', null, pin]])
  })
})

test('an evergreen post that was moved to an occurrence of a smart slot takes it and names no slot', async () => {
  const world = await aWorld(db)
  const slot = await aSlot(world, 'mon 09:00')
  const source = await aPin(world, { at: '2026-03-01T14:00:00Z', status: 'sent' })
  const copy = await aPin(world, { at: '2026-03-02T14:00:00Z', timeslotId: slot })
  await db.sql`update posts set source_post_id = ${source} where organization_id = ${world.organizationId} and id = ${copy}`
  expect(await brief(world, undefined, '2026-03-05T00:00:00Z')).toEqual([['2026-03-02T14:00', 'scheduled', null, copy]])
})

describe('open places', () => {
  test('of one instant are as many as its slots exceed its live posts', async () => {
    const world = await aWorld(db)
    const slots = [await aSlot(world, 'mon 09:00'), await aSlot(world, 'mon 09:00'), await aSlot(world, 'mon 09:00')]
    const onSlot = await aPin(world, { at: '2026-03-02T14:00:00Z', timeslotId: slots[1]! })
    const offSlot = await aPin(world, { at: '2026-03-02T14:00:00Z' })
    expect(await brief(world, undefined, '2026-03-05T00:00:00Z')).toEqual([
      ['2026-03-02T14:00', 'scheduled', slots[1], onSlot],
      ['2026-03-02T14:00', 'scheduled', null, offSlot],
      ['2026-03-02T14:00', 'open', slots[0], null],
    ])
  })

  test('are never in the past and never now', async () => {
    const world = await aWorld(db, { at: new Date('2026-03-09T13:00:00Z') })
    await aSlot(world, 'mon 09:00')
    expect((await brief(world, '2026-03-01T00:00:00Z', '2026-03-20T00:00:00Z')).map(([at]) => at)).toEqual(['2026-03-16T13:00'])
  })

  test('follow the wall clock over a change of the clocks', async () => {
    const world = await aWorld(db, { at: new Date('2026-10-20T00:00:00Z') })
    await aSlot(world, 'sun 01:30')
    expect((await brief(world, undefined, '2026-11-10T00:00:00Z')).map(([at]) => at)).toEqual([
      '2026-10-25T05:30',
      '2026-11-01T05:30',
      '2026-11-08T06:30',
    ])
  })

  test('end where scheduling ends, after ten years', async () => {
    const world = await aWorld(db)
    await aSlot(world, 'mon 09:00', 'UTC')
    expect((await brief(world, '2036-02-20T00:00:00Z', '2036-03-20T00:00:00Z')).map(([at]) => at)).toEqual(['2036-02-25T09:00'])
  })
})

describe('the window', () => {
  test('is 14 days from now by default, in whole seconds', async () => {
    const world = await aWorld(db, { at: new Date('2026-03-02T10:00:00.789Z') })
    expect((await read(world)).window).toEqual({ from: new Date('2026-03-02T10:00:00Z'), to: new Date('2026-03-16T10:00:00Z') })
    const later = '2026-04-01T00:00:00Z'
    expect((await read(world, later)).window).toEqual({ from: new Date(later), to: new Date('2026-04-15T00:00:00Z') })
  })

  test('includes both its ends', async () => {
    const world = await aWorld(db)
    await aSlot(world, 'mon 09:00')
    const at = '2026-03-09T13:00:00Z'
    expect(await brief(world, at, '2026-03-10T00:00:00Z')).toHaveLength(1)
    expect(await brief(world, '2026-03-03T00:00:00Z', at)).toHaveLength(1)
    expect(await brief(world, '2026-03-09T13:00:01Z', '2026-03-10T00:00:00Z')).toHaveLength(0)
  })

  test('is at most 60 days and ends after it begins', async () => {
    const world = await aWorld(db)
    await read(world, '2026-03-02T10:00:00Z', '2026-05-01T10:00:00Z')
    const refused = { code: 'BAD_REQUEST', details: { field: 'to' } }
    await expect(read(world, '2026-03-02T10:00:00Z', '2026-05-01T10:00:01Z')).rejects.toMatchObject(refused)
    await expect(read(world, '2026-03-02T10:00:00Z', '2026-03-02T10:00:00Z')).rejects.toMatchObject(refused)
    await expect(read(world, '2026-03-02T10:00:00Z', '2026-03-01T10:00:00Z')).rejects.toMatchObject(refused)
    await expect(read(world, undefined, '2026-03-01T10:00:00Z')).rejects.toMatchObject(refused)
  })
})

test('a foreign account is not found', async () => {
  const [mine, theirs] = [await aWorld(db), await aWorld(db)]
  await expect(read({ ...mine, accountId: theirs.accountId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
