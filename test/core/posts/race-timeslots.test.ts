/** Explicit times take no schedule lock: whatever becomes of the slots meanwhile, no pin is left on one that is gone or moved. */
import { describe, expect, test } from 'vitest'
import { DomainError } from '../../../src/core/lib/errors.js'
import type { Placed } from '../../../src/core/posts/post.js'
import { readPost } from '../../../src/core/posts/list.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { readSmartSlots } from '../../../src/core/slots/occupancy.js'
import { slotsAt } from '../../../src/core/slots/occurrences.js'
import { rebuildTimeslots } from '../../../src/core/slots/week/rebuild.js'
import { createTimeslot, deleteTimeslot, editTimeslot, listTimeslots } from '../../../src/core/slots/week/timeslots.js'
import { countWaiting, untilWaiting } from '../../db/support/waiting.js'
import { aDatabase } from '../../support/database.js'
import { aDraft } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'
import { accountOf, aPin, aSlot } from '../slots/support/fixtures.js'
import { manySlots, occurrences } from '../slots/support/search.js'

const { db } = await aDatabase()
// The world starts on Monday 2 March 2026, 10:00 UTC, which is 05:00 in New York.
const TUESDAY_NINE = new Date('2026-03-03T14:00:00Z')
const WEEK_AFTER = new Date('2026-03-10T13:00:00Z')

type BeforeCommit = (sql: unknown, placed: Placed) => Promise<void>
const placeAt = ({ deps, actor, accountId }: World, postId: string, at: Date, beforeCommit?: BeforeCommit) =>
  schedulePost(deps, actor, { accountId, postId, when: { kind: 'at', at } }, beforeCommit)
const rebuild = ({ deps, actor, accountId }: World, pinsPerDay = 1) =>
  rebuildTimeslots(deps, actor, { accountId, pinsPerDay, timezone: null, preview: false })
const WRITES = [
  ['removed', ({ deps, actor, accountId }: World, timeslotId: string) => deleteTimeslot(deps, actor, { accountId, timeslotId })],
  [
    'moved',
    ({ deps, actor, accountId }: World, timeslotId: string) =>
      editTimeslot(deps, actor, { accountId, timeslotId, time: '10:00' }),
  ],
  ['not in the new week', (world: World) => rebuild(world)],
] as const

describe('a pin at an explicit time', () => {
  test.each(WRITES)('that is there before its slot is %s is on no slot afterwards', async (_how, write) => {
    const world = await aWorld(db)
    const slot = await aSlot(world, 'tue 09:00')
    const draft = await aDraft(world)
    let writing: Promise<unknown> = Promise.resolve()
    let isWritten = false
    await placeAt(world, draft.id, TUESDAY_NINE, async (_sql, { timeslotId }) => {
      expect(timeslotId).toBe(slot)
      writing = write(world, slot).then(() => (isWritten = true))
      await expect.poll(async () => isWritten || (await countWaiting(db)) > 0).toBe(true)
    })
    await writing
    const { deps, actor, accountId } = world
    expect(await readPost(deps, actor, { accountId, postId: draft.id })).toMatchObject({ timeslotId: null, sendAt: TUESDAY_NINE })
  })

  test.each(WRITES)('that comes while its slot is %s stands on none, and neither waits for the other', async (_how, write) => {
    const world = await aWorld(db)
    const { deps, actor, accountId, organizationId } = world
    const slot = await aSlot(world, 'tue 09:00')
    const before = await aPin(world, { at: WEEK_AFTER, timeslotId: slot })
    const pin = await aPin(world, { at: TUESDAY_NINE, timeslotId: slot })
    let writing: Promise<unknown> = Promise.resolve()
    await db.tx(async (sql) => {
      await sql`select from posts where organization_id = ${organizationId} and id = ${before} for update`
      writing = write(world, slot) // holds the slot, waits for the first of its pins
      await untilWaiting(db, 1)
      const moved = await placeAt(world, pin, new Date('2026-03-17T13:00:00Z')) // holds the second, and may want the slot
      expect(moved.timeslotId).toBeNull()
    })
    await writing
    for (const postId of [before, pin]) expect((await readPost(deps, actor, { accountId, postId })).timeslotId).toBeNull()
  })

  test('takes the other slot of its instant when the first is just being removed', async () => {
    const world = await aWorld(db)
    const [first, second] = [await aSlot(world, 'tue 09:00'), await aSlot(world, 'tue 09:00')]
    const draft = await aDraft(world)
    await db.tx(async (sql) => {
      await sql`delete from timeslots where organization_id = ${world.organizationId} and id = ${first}`
      expect((await placeAt(world, draft.id, TUESDAY_NINE)).timeslotId).toBe(second)
    })
  })

  test('stands on its slot while a rebuild keeps that, and beside another that is just being placed there', async () => {
    const world = await aWorld(db)
    const slot = await aSlot(world, 'tue 09:00')
    const [one, other] = [await aPin(world, { at: '2026-03-03T12:00:00Z' }), await aPin(world, { at: '2026-03-03T12:30:00Z' })]
    await db.tx(async (sql) => {
      await sql`update timeslots set type = 'auto-created' where organization_id = ${world.organizationId} and id = ${slot}`
      await placeAt(world, one, TUESDAY_NINE, async (_sql, { timeslotId }) => {
        expect(timeslotId).toBe(slot)
        expect((await placeAt(world, other, WEEK_AFTER)).timeslotId).toBe(slot)
      })
    })
  })
})

/** Live pins on a slot that is not there, or at an instant at which it does not occur. */
async function astray(world: World): Promise<{ id: string; timeslotId: string; sendAt: Date }[]> {
  const slots = await readSmartSlots(db.sql, await accountOf(world))
  const pins = await db.sql<{ id: string; timeslotId: string; sendAt: Date }[]>`
    select id, timeslot_id as "timeslotId", send_at as "sendAt"
      from posts
     where organization_id = ${world.organizationId} and timeslot_id is not null
       and status in ('queued', 'uploading', 'sent')`
  return pins.filter(({ timeslotId, sendAt }) => !slotsAt(slots, sendAt).includes(timeslotId))
}

test('many explicit times, and slots removed, moved, made and rebuilt at once: no pin astray, nobody fails', async () => {
  const world = await aWorld(db, { credits: 5000 })
  const { deps, actor, accountId } = world
  await manySlots(world, 24)
  const pins = (await Promise.all(Array.from({ length: 40 }, () => aDraft(world)))).map(({ id }) => id)
  let onSlots = 0
  let written = 0
  for (let round = 0; round < 20; round++) {
    const slots = await listTimeslots(deps, actor, { accountId })
    const instants = (await occurrences(world)).slice(0, 40)
    const slot = (n: number) => slots[(round * 7 + n) % slots.length]!.id
    const writes = [
      () => deleteTimeslot(deps, actor, { accountId, timeslotId: slot(0) }),
      () => editTimeslot(deps, actor, { accountId, timeslotId: slot(5), day: round % 7 }),
      () => createTimeslot(deps, actor, { accountId, day: (round + 2) % 7, time: '09:00', timezone: null }),
      () => (round % 2 ? rebuild(world, 1 + (round % 5)) : deleteTimeslot(deps, actor, { accountId, timeslotId: slot(11) })),
    ]
    const places = pins.map((id, n) => async () => {
      const post = await placeAt(world, id, instants[(n * 3 + round) % instants.length]!.at)
      if (post.timeslotId) onSlots++
    })
    const acts = places.flatMap((place, n) => (n % 10 === 4 ? [writes[(n - 4) / 10]!, place] : [place]))
    const outcomes = await Promise.allSettled(acts.map((act) => act()))
    const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    // Two concurrent writes of slots may conflict: the response says so.
    const isSaid = (error: unknown) => error instanceof DomainError && ['CONFLICT', 'NOT_FOUND'].includes(error.code)
    expect(failed.filter((error) => !isSaid(error))).toEqual([])
    written += 4 - failed.length
    expect(await astray(world)).toEqual([])
  }
  expect(onSlots).toBeGreaterThan(100)
  expect(written).toBeGreaterThan(40)
}, 120_000)
