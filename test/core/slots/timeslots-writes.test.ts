/** Around every write of timeslots: who may, what it makes forgotten, which pins it leaves behind. */
import { describe, expect, test } from 'vitest'
import { detachPins } from '../../../src/core/slots/week/detach.js'
import { createTimeslot, deleteTimeslot, editTimeslot, listTimeslots } from '../../../src/core/slots/week/timeslots.js'
import { aDatabase } from '../../support/database.js'
import { aWorld, type World } from '../../support/world.js'
import { aPin } from './support/fixtures.js'

const { db } = await aDatabase()

const create = ({ deps, actor, accountId }: World, { day = 1 } = {}) =>
  createTimeslot(deps, actor, { accountId, day, time: '09:00', timezone: null })
const edit = ({ deps, actor, accountId }: World, timeslotId: string, change: { day: number }) =>
  editTimeslot(deps, actor, { accountId, timeslotId, ...change })
const remove = ({ deps, actor, accountId }: World, timeslotId: string) => deleteTimeslot(deps, actor, { accountId, timeslotId })
const list = ({ deps, actor, accountId }: World) => listTimeslots(deps, actor, { accountId })

describe('who may write timeslots', () => {
  test.each(['viewer', 'contributor'] as const)('a %s may look and not write', async (role) => {
    const world = await aWorld(db)
    const made = await create(world)
    const below = { ...world, actor: { ...world.actor, via: 'slack', role } as const }
    const message = 'Only schedulers and admins can do this. Ask an admin of your workspace.'
    const refused = { code: 'FORBIDDEN', message }
    await expect(create(below)).rejects.toMatchObject(refused)
    await expect(edit(below, made.id, { day: 2 })).rejects.toMatchObject(refused)
    await expect(remove(below, made.id)).rejects.toMatchObject(refused)
    expect(await list(below)).toEqual([made])
  })

  test('a scheduler may', async () => {
    const world = await aWorld(db)
    const scheduler = { ...world, actor: { ...world.actor, via: 'slack', role: 'scheduler' } as const }
    const { id } = await create(scheduler)
    await edit(scheduler, id, { day: 2 })
    await remove(scheduler, id)
    expect(await list(world)).toEqual([])
  })
})

describe('what is known to be full is forgotten', () => {
  const hintOf = async ({ organizationId }: World) =>
    (
      await db.sql<{ fullUntil: Date | null; zone: string | null }[]>`
      select full_until as "fullUntil", full_until_tz as zone
        from schedules
       where organization_id = ${organizationId}`
    )[0]
  const remember = async ({ organizationId }: World) =>
    db.sql`update schedules set full_until = '2030-01-01', full_until_tz = '2026a' where organization_id = ${organizationId}`

  test.each([
    ['created', (world: World) => create(world)],
    ['edited', (world: World, id: string) => edit(world, id, { day: 2 })],
    ['deleted', remove],
  ] as const)('when a slot is %s', async (_how, write) => {
    const [world, other] = [await aWorld(db), await aWorld(db)]
    const { id } = await create(world)
    await remember(world)
    await remember(other)
    await write(world, id)
    expect(await hintOf(world)).toEqual({ fullUntil: null, zone: null })
    expect((await hintOf(other))?.zone).toBe('2026a')
  })

  test('but not by a write that is refused', async () => {
    const world = await aWorld(db)
    await remember(world)
    await expect(edit(world, '999999', { day: 2 })).rejects.toThrow('not found')
    await expect(create(world, { day: 9 })).rejects.toThrow('dayPreference')
    expect((await hintOf(world))?.zone).toBe('2026a')
  })
})

describe('detaching', () => {
  const slotsOfPins = ({ organizationId }: World) => db.sql<{ id: string; timeslotId: string | null; version: number }[]>`
    select id, timeslot_id as "timeslotId", version
      from posts
     where organization_id = ${organizationId}
     order by id`

  test('takes one slot or several, and leaves the pins of others alone', async () => {
    const world = await aWorld(db)
    const slots = [await create(world), await create(world), await create(world), await create(world)] as const
    const at = '2026-03-02T14:00:00Z'
    const pins = await Promise.all(slots.map(({ id }) => aPin(world, { at, timeslotId: id })))
    const held = async () => new Map((await slotsOfPins(world)).map(({ id, timeslotId }) => [id, timeslotId]))
    await db.tx((sql) => detachPins(sql, slots[0], world.clock.now))
    let now = await held()
    expect(pins.map((id) => now.get(id))).toEqual([null, slots[1].id, slots[2].id, slots[3].id])
    await db.tx((sql) => detachPins(sql, [slots[1], slots[2]], world.clock.now))
    now = await held()
    expect(pins.map((id) => now.get(id))).toEqual([null, null, null, slots[3].id])
  })

  test('of no slot changes nothing', async () => {
    const world = await aWorld(db)
    await aPin(world, { at: '2026-03-02T14:00:00Z', timeslotId: (await create(world)).id })
    const before = await slotsOfPins(world)
    await db.tx((sql) => detachPins(sql, [], world.clock.now))
    expect(await slotsOfPins(world)).toEqual(before)
  })
})
