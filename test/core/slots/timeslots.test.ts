import { describe, expect, test } from 'vitest'
import { lockSchedule } from '../../../src/core/slots/next-open-slot.js'
import { createTimeslot, deleteTimeslot, editTimeslot, listTimeslots } from '../../../src/core/slots/week/timeslots.js'
import { aDatabase } from '../../support/database.js'
import { aWorld, type World } from '../../support/world.js'
import { accountOf, aPin, aSlot, setType } from './support/fixtures.js'

const { db } = await aDatabase()

const mondayNine = { day: 1, time: '09:00', timezone: null }
const create = ({ deps, actor, accountId }: World, input: Partial<{ day: number; time: string; timezone: string | null }> = {}) =>
  createTimeslot(deps, actor, { accountId, ...mondayNine, ...input })
const edit = (
  { deps, actor, accountId }: World,
  timeslotId: string,
  change: { day?: number; time?: string; timezone?: string },
) => editTimeslot(deps, actor, { accountId, timeslotId, ...change })
const remove = ({ deps, actor, accountId }: World, timeslotId: string) => deleteTimeslot(deps, actor, { accountId, timeslotId })
const list = ({ deps, actor, accountId }: World) => listTimeslots(deps, actor, { accountId })
const pinOf = async ({ organizationId }: World, id: string) =>
  (
    await db.sql<{ status: string; sendAt: Date; timeslotId: string | null }[]>`
    select status, send_at as "sendAt", timeslot_id as "timeslotId"
      from posts
     where organization_id = ${organizationId} and id = ${id}`
  )[0]

describe('creating a timeslot', () => {
  test("makes a manual one in the account's timezone and predicts one occurrence", async () => {
    const world = await aWorld(db)
    const made = await create(world)
    expect(made).toMatchObject({
      accountId: world.accountId,
      day: 1,
      minute: 540,
      timezone: 'America/New_York',
      type: 'manual',
      predictedSendAt: new Date('2026-03-02T14:00:00Z'),
    })
    expect(made.scheduleId).toMatch(/^\d+$/)
    expect(await list(world)).toEqual([made])
  })

  test('identical calls create two slots', async () => {
    const world = await aWorld(db)
    await create(world)
    await create(world)
    expect((await list(world)).map(({ day, minute }) => [day, minute])).toEqual([
      [1, 540],
      [1, 540],
    ])
  })

  test('an omitted timezone is refused when the account has none; a given one is taken', async () => {
    const world = await aWorld(db, { timezone: null })
    await expect(create(world)).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field: 'timezone' } })
    expect(await create(world, { timezone: 'Asia/Kathmandu' })).toMatchObject({ timezone: 'Asia/Kathmandu' })
  })

  test.each([
    [{ day: 7 }, 'dayPreference'],
    [{ day: -1 }, 'dayPreference'],
    [{ day: 1.5 }, 'dayPreference'],
    [{ time: '9:00' }, 'time'],
    [{ time: '24:00' }, 'time'],
    [{ time: '09:60' }, 'time'],
    [{ time: '0900' }, 'time'],
    [{ timezone: 'Europe/Nowhere' }, 'timezone'],
    [{ timezone: '+02:00' }, 'timezone'],
  ])('%j is refused and names %s', async (input, field) => {
    const world = await aWorld(db)
    await expect(create(world, input)).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field } })
    expect(await list(world)).toEqual([])
  })

  test('what is done before the commit fails the whole write', async () => {
    const world = await aWorld(db)
    const refuse = () => Promise.reject(new Error('lease lost'))
    const { deps, actor, accountId } = world
    await expect(createTimeslot(deps, actor, { accountId, ...mondayNine }, refuse)).rejects.toThrow('lease lost')
    expect(await list(world)).toEqual([])
  })
})

describe('editing a timeslot', () => {
  test('omitted fields keep their values, timezone included', async () => {
    const world = await aWorld(db)
    const { id } = await create(world, { timezone: 'Europe/Berlin' })
    expect(await edit(world, id, { time: '18:15' })).toMatchObject({ id, day: 1, minute: 1095, timezone: 'Europe/Berlin' })
    expect(await edit(world, id, { day: 0 })).toMatchObject({ day: 0, minute: 1095, timezone: 'Europe/Berlin' })
    expect(await edit(world, id, { timezone: 'UTC' })).toMatchObject({
      day: 0,
      minute: 1095,
      timezone: 'UTC',
      predictedSendAt: new Date('2026-03-08T18:15:00Z'),
    })
    expect(await list(world)).toMatchObject([{ id, day: 0, minute: 1095, timezone: 'UTC' }])
  })

  test.each(['auto-created', 'recommended'] as const)('makes an %s slot manual, also when nothing changes', async (type) => {
    const world = await aWorld(db)
    const { id } = await create(world)
    await setType(world, id, type)
    expect((await list(world))[0]?.type).toBe(type)
    expect(await edit(world, id, { time: '09:00' })).toMatchObject({ minute: 540, type: 'manual' })
  })

  test('pins on the slot keep their times and become off-slot, those of other slots stay', async () => {
    const world = await aWorld(db)
    const [moved, other] = [await create(world), await create(world)]
    const at = '2026-03-02T14:00:00.000Z'
    const queued = await aPin(world, { at, timeslotId: moved.id })
    const uploading = await aPin(world, { at: '2026-03-09T13:00:00Z', timeslotId: moved.id, status: 'uploading' })
    const sent = await aPin(world, { at: '2026-02-23T14:00:00Z', timeslotId: moved.id, status: 'sent' })
    const untouched = await aPin(world, { at, timeslotId: other.id })
    await edit(world, moved.id, { time: '10:00' })
    expect(await pinOf(world, queued)).toEqual({ status: 'queued', sendAt: new Date(at), timeslotId: null })
    expect(await pinOf(world, uploading)).toMatchObject({ status: 'uploading', timeslotId: null })
    expect(await pinOf(world, sent)).toMatchObject({ status: 'sent', timeslotId: null })
    expect(await pinOf(world, untouched)).toMatchObject({ timeslotId: other.id })
  })

  test('at least one field is required', async () => {
    const world = await aWorld(db)
    const { id } = await create(world)
    await expect(edit(world, id, {})).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test.each([
    [{ day: 9 }, 'dayPreference'],
    [{ time: 'noon' }, 'time'],
    [{ timezone: 'EDT' }, 'timezone'],
  ])('%j is refused and names %s', async (change, field) => {
    const world = await aWorld(db)
    const { id } = await create(world)
    await expect(edit(world, id, change)).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field } })
  })
})

describe('deleting a timeslot', () => {
  test('gives the slot as it was, and its pins keep their times and become off-slot', async () => {
    const world = await aWorld(db)
    const made = await create(world)
    await setType(world, made.id, 'recommended')
    const at = '2026-03-02T14:00:00.000Z'
    const pin = await aPin(world, { at, timeslotId: made.id })
    expect(await remove(world, made.id)).toEqual({ ...made, type: 'recommended' })
    expect(await list(world)).toEqual([])
    expect(await pinOf(world, pin)).toEqual({ status: 'queued', sendAt: new Date(at), timeslotId: null })
    await expect(remove(world, made.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('slots are listed by weekday and time, without evergreen ones', async () => {
  const world = await aWorld(db)
  for (const when of ['sat 08:00', 'sun 20:00', 'sun 07:30']) await aSlot(world, when)
  await setType(world, await aSlot(world, 'mon 06:00'), 'evergreen')
  expect((await list(world)).map(({ day, minute }) => [day, minute])).toEqual([
    [0, 450],
    [0, 1200],
    [6, 480],
  ])
})

test('evergreen, foreign, missing and malformed ids are not found', async () => {
  const [mine, theirs] = [await aWorld(db), await aWorld(db)]
  const evergreen = await aSlot(mine, 'mon 09:00')
  await setType(mine, evergreen, 'evergreen')
  for (const id of [evergreen, (await create(theirs)).id, '999999', '0', 'abc', '1e3', '99999999999999999999', '']) {
    await expect(edit(mine, id, { day: 2 }), id).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Timeslot not found.' })
    await expect(remove(mine, id), id).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Timeslot not found.' })
  }
  await expect(create({ ...mine, accountId: theirs.accountId })).rejects.toMatchObject({ message: 'Account not found.' })
  await expect(list({ ...mine, accountId: theirs.accountId })).rejects.toMatchObject({ message: 'Account not found.' })
  expect(await list(theirs)).toHaveLength(1)
})

test('while another write holds the schedule lock, every write is refused at once and nothing is written', async () => {
  const world = await aWorld(db)
  const made = await create(world)
  const pin = await aPin(world, { at: '2026-03-02T14:00:00Z', timeslotId: made.id })
  const account = await accountOf(world)
  const locked = { code: 'CONFLICT', details: { reason: 'schedule_locked' } }
  await db.tx(async (sql) => {
    await lockSchedule(sql, account)
    await expect(create(world)).rejects.toMatchObject(locked)
    await expect(edit(world, made.id, { day: 2 })).rejects.toMatchObject(locked)
    await expect(remove(world, made.id)).rejects.toMatchObject(locked)
    await expect(edit(world, '999999', { day: 2 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(create(world, { day: 8 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
  expect(await list(world)).toEqual([made])
  expect(await pinOf(world, pin)).toMatchObject({ timeslotId: made.id })
  expect(await edit(world, made.id, { day: 2 })).toMatchObject({ day: 2 })
})

test('a pin that is being written is waited for when its slot moves, longer than for the schedule lock', async () => {
  const world = await aWorld(db)
  const made = await create(world)
  const pin = await aPin(world, { at: '2026-03-02T14:00:00Z', timeslotId: made.id })
  let moved: Promise<unknown> = Promise.resolve()
  await db.tx(async (sql) => {
    await sql`select id from posts where organization_id = ${world.organizationId} and id = ${pin} for update`
    moved = edit(world, made.id, { day: 2 }).catch((error: unknown) => error)
    await sql`select pg_sleep(1.3)` // beyond the second that the schedule lock is waited for
  })
  expect(await moved).toMatchObject({ day: 2 })
  expect(await pinOf(world, pin)).toMatchObject({ timeslotId: null })
})

test('slots created side by side wait for each other, and identical ones are two slots', async () => {
  const world = await aWorld(db)
  await Promise.all(Array.from({ length: 8 }, () => create(world)))
  expect(await list(world)).toHaveLength(8)
})

test('the lock of one account is not that of another', async () => {
  const [mine, theirs] = [await aWorld(db), await aWorld(db)]
  const account = await accountOf(theirs)
  await db.tx(async (sql) => {
    await lockSchedule(sql, account)
    await create(mine)
  })
  expect(await list(mine)).toHaveLength(1)
})

test('waiting for the lock ends with the budget of the transaction', async () => {
  const world = await aWorld(db)
  const account = await accountOf(world)
  await db.tx(async (sql) => {
    await lockSchedule(sql, account)
    const waiting = db.tx((other) => lockSchedule(other, account), { budgetMs: 50, onTimeout: () => new Error('spent') })
    await expect(waiting).rejects.toThrow('spent')
  })
})
