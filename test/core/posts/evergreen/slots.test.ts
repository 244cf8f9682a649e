import { describe, expect, test } from 'vitest'
import { lockSchedule } from '../../../../src/core/slots/next-open-slot.js'
import {
  createEvergreenSlot,
  deleteEvergreenSlot,
  editEvergreenSlot,
  listEvergreenSlots,
} from '../../../../src/core/slots/evergreen-slots.js'
import { MOST_SLOTS } from '../../../../src/core/slots/week/rules.js'
import { deleteTimeslot, editTimeslot, listTimeslots } from '../../../../src/core/slots/week/timeslots.js'
import { aDatabase } from '../../../support/database.js'
import { aWorld, type World } from '../../../support/world.js'
import { anEvergreenSlot, nextAtOf } from './support/fixtures.js'
import { accountOf, aPin, aSlot, next } from '../../slots/support/fixtures.js'

const { db } = await aDatabase()
// The world starts on Monday 2 March 2026, 10:00 UTC, which is 05:00 in New York.

const list = ({ deps, actor, accountId }: World) => listEvergreenSlots(deps, actor, { accountId })
const create = ({ deps, actor, accountId }: World, slot: { day?: number; time?: string; timezone?: string | null } = {}) =>
  createEvergreenSlot(deps, actor, { accountId, day: 1, time: '09:00', timezone: null, ...slot })

describe('evergreen slots', () => {
  test('are listed by weekday and time, apart from the smart ones', async () => {
    const world = await aWorld(db)
    const smart = await aSlot(world, 'mon 08:00')
    const [late, early, sunday] = [
      await anEvergreenSlot(world, 'mon 12:00'),
      await anEvergreenSlot(world, 'mon 07:00'),
      await anEvergreenSlot(world, 'sun 20:00', 'UTC'),
    ]
    const slots = await list(world)
    expect(slots.map(({ id, type }) => [id, type])).toEqual([sunday, early, late].map((id) => [id, 'evergreen']))
    expect(slots[0]).toMatchObject({ day: 0, minute: 20 * 60, timezone: 'UTC' })
    expect(slots[1]?.timezone).toBe('America/New_York')
    expect((await listTimeslots(world.deps, world.actor, { accountId: world.accountId })).map(({ id }) => id)).toEqual([smart])
  })

  test('give no smart occurrence', async () => {
    const world = await aWorld(db)
    await anEvergreenSlot(world, 'mon 09:00')
    await expect(next(world)).rejects.toMatchObject({ details: { reason: 'no_open_slot' } })
  })

  test('begin with the first occurrence after now', async () => {
    const world = await aWorld(db)
    expect(await nextAtOf(world, await anEvergreenSlot(world, 'mon 09:00'))).toEqual(new Date('2026-03-02T14:00:00Z'))
    expect(await nextAtOf(world, await anEvergreenSlot(world, 'mon 05:00'))).toEqual(new Date('2026-03-09T09:00:00Z'))
  })

  test('are refused with the field that is wrong', async () => {
    const world = await aWorld(db, { timezone: null })
    for (const [field, slot] of [
      ['dayPreference', { day: 7 }],
      ['time', { time: '24:00' }],
      ['timezone', { timezone: 'Mars/Base' }],
      ['timezone', {}],
    ] as const)
      await expect(create(world, slot)).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field } })
    expect(await list(world)).toEqual([])
  })

  test('are at most fifty, also when two are made at once', async () => {
    const world = await aWorld(db)
    for (let count = 1; count < MOST_SLOTS.evergreen.most; count++) await create(world)
    const outcomes = await Promise.allSettled([create(world), create(world), create(world)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(create(world)).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field: 'dayPreference' } })
  })

  test('that are edited stay evergreen, start over and leave their pins where they are', async () => {
    const world = await aWorld(db)
    const { deps, actor, accountId } = world
    const timeslotId = await anEvergreenSlot(world, 'mon 09:00')
    const pin = await aPin(world, { at: '2026-03-02T14:00:00Z', timeslotId })
    const edited = await editEvergreenSlot(deps, actor, { accountId, timeslotId, time: '10:30' })
    expect(edited).toMatchObject({ type: 'evergreen', day: 1, minute: 630, timezone: 'America/New_York' })
    expect(await nextAtOf(world, timeslotId)).toEqual(new Date('2026-03-02T15:30:00Z'))
    const [post] = await db.sql`select timeslot_id, send_at from posts where id = ${pin}`
    expect(post).toEqual({ timeslot_id: null, send_at: new Date('2026-03-02T14:00:00Z') })
    await editEvergreenSlot(deps, actor, { accountId, timeslotId, day: 3, timezone: 'UTC' })
    expect(await nextAtOf(world, timeslotId)).toEqual(new Date('2026-03-04T10:30:00Z'))
    await expect(editEvergreenSlot(deps, actor, { accountId, timeslotId })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('that are deleted are given as they were, and their pins stay', async () => {
    const world = await aWorld(db)
    const { deps, actor, accountId } = world
    const timeslotId = await anEvergreenSlot(world, 'mon 09:00')
    const pin = await aPin(world, { at: '2026-03-02T14:00:00Z', timeslotId })
    expect(await deleteEvergreenSlot(deps, actor, { accountId, timeslotId })).toMatchObject({ id: timeslotId, minute: 540 })
    expect(await list(world)).toEqual([])
    const [post] = await db.sql`select timeslot_id, status from posts where id = ${pin}`
    expect(post).toEqual({ timeslot_id: null, status: 'queued' })
  })

  test('and smart ones are not found by the operations of the other', async () => {
    const [world, other] = [await aWorld(db), await aWorld(db)]
    const { deps, actor, accountId } = world
    const [evergreen, smart] = [await anEvergreenSlot(world, 'mon 09:00'), await aSlot(world, 'mon 09:00')]
    const notFound = { code: 'NOT_FOUND' }
    await expect(editTimeslot(deps, actor, { accountId, timeslotId: evergreen, time: '10:00' })).rejects.toMatchObject(notFound)
    await expect(deleteTimeslot(deps, actor, { accountId, timeslotId: evergreen })).rejects.toMatchObject(notFound)
    for (const timeslotId of [smart, await anEvergreenSlot(other, 'mon 09:00'), '999999', 'x']) {
      await expect(editEvergreenSlot(deps, actor, { accountId, timeslotId, time: '10:00' })).rejects.toMatchObject(notFound)
      await expect(deleteEvergreenSlot(deps, actor, { accountId, timeslotId })).rejects.toMatchObject(notFound)
    }
  })

  test('are changed by schedulers and admins', async () => {
    const world = await aWorld(db)
    const timeslotId = await anEvergreenSlot(world, 'mon 09:00')
    const { deps, accountId } = world
    const forbidden = { code: 'FORBIDDEN' }
    const contributor = { ...world, actor: { ...world.actor, role: 'contributor' as const } }
    await expect(create(contributor)).rejects.toMatchObject(forbidden)
    await expect(editEvergreenSlot(deps, contributor.actor, { accountId, timeslotId, day: 2 })).rejects.toMatchObject(forbidden)
    await expect(deleteEvergreenSlot(deps, contributor.actor, { accountId, timeslotId })).rejects.toMatchObject(forbidden)
    expect(await list(contributor)).toHaveLength(1)
    await create({ ...world, actor: { ...world.actor, role: 'scheduler' } })
  })

  test('are not changed while the schedule is being changed', async () => {
    const world = await aWorld(db)
    const account = await accountOf(world)
    await db.tx(async (sql) => {
      await lockSchedule(sql, account)
      await expect(create(world)).rejects.toMatchObject({ code: 'CONFLICT', details: { reason: 'schedule_locked' } })
    })
    expect(await list(world)).toEqual([])
  })
})
