/** Setting up an account: once, wholly, and only by who may. */
import { expect, test } from 'vitest'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import { putOffSetUp, readSetUpDue, setUpAccount } from '../../../src/core/slots/set-up.js'
import { createTimeslot, createTimeslots, listTimeslots } from '../../../src/core/slots/week/timeslots.js'
import { aDatabase } from '../../support/database.js'
import { aWorld, type World } from '../../support/world.js'

const { db } = await aDatabase()

async function aNewAccount(): Promise<World> {
  const world = await aWorld(db, { timezone: null })
  await db.sql`update accounts set set_up = 'due' where id = ${world.accountId}`
  return world
}
const CHOICE = { timezone: 'Europe/Berlin', pinsPerDay: 2, channelId: 'C123' }
const setUp = ({ deps, actor, accountId }: World, change: Partial<typeof CHOICE> = {}) =>
  setUpAccount(deps, actor, { accountId, ...CHOICE, ...change })
const times = async ({ deps, actor, accountId }: World) =>
  (await listTimeslots(deps, actor, { accountId })).map(
    ({ day, minute, timezone, type }) => `${day} ${minute / 60} ${timezone} ${type}`,
  )
const due = ({ deps, actor, accountId }: World) =>
  readSetUpDue(deps, actor, { accountId, near: { timezone: 'America/New_York', channelId: 'C9' } })

test('zone, posting times and channel are set in one act', async () => {
  const world = await aNewAccount()
  expect(await setUp(world)).toMatchObject({ isFirst: true, slots: 14, account: { setUp: 'done', notifyChannelId: 'C123' } })
  expect((await times(world)).slice(0, 2)).toEqual(['0 10 Europe/Berlin auto-created', '0 20 Europe/Berlin auto-created'])
  expect(await due(world)).toBeNull()
})

test('of ten who set it up at once one does, and nothing is doubled', async () => {
  const world = await aNewAccount()
  const results = await Promise.all(
    Array.from({ length: 10 }, (_, index) => setUp(world, { pinsPerDay: [1, 2, 3, 5][index % 4]! })),
  )
  const [first] = results.filter(({ isFirst }) => isFirst)
  expect(results.filter(({ isFirst }) => isFirst)).toHaveLength(1)
  expect(new Set(results.map(({ slots }) => slots))).toEqual(new Set([first?.slots]))
  expect(await times(world)).toHaveLength(first?.slots ?? 0)
})

test('slots that are there already stay, and no others come', async () => {
  const world = await aNewAccount()
  const { deps, actor, accountId } = world
  await createTimeslot(deps, actor, { accountId, day: 1, time: '09:00', timezone: 'UTC' })
  expect(await due(world)).toMatchObject({ slots: 1 })
  expect(await setUp(world)).toMatchObject({ isFirst: true, slots: 1 })
  expect(await times(world)).toEqual(['1 9 UTC manual'])
})

test('an account with a zone and slots lacks nothing, whoever made them', async () => {
  const world = await aNewAccount()
  const { deps, actor, accountId } = world
  await createTimeslot(deps, actor, { accountId, day: 1, time: '09:00', timezone: 'UTC' })
  await db.sql`update accounts set timezone = 'UTC' where id = ${accountId}`
  expect(await due(world)).toBeNull()
})

test('putting it off keeps it due, and does not undo what is done', async () => {
  const world = await aNewAccount()
  const { deps, actor, accountId } = world
  expect(await due(world)).toMatchObject({ isPutOff: false, timezone: 'America/New_York', pinsPerDay: 2, channelId: 'C9' })
  await putOffSetUp(deps, actor, accountId)
  expect(await due(world)).toMatchObject({ isPutOff: true })
  await setUp(world, { pinsPerDay: 0 })
  await putOffSetUp(deps, actor, accountId)
  expect(await requireAccount(db.sql, actor, accountId)).toMatchObject({ setUp: 'done' })
})

test.each([
  [{ timezone: 'Mars/Olympus' }, 'timezone'],
  [{ pinsPerDay: 4 }, 'pinsPerDay'],
  [{ pinsPerDay: NaN }, 'pinsPerDay'],
  [{ channelId: 'x' }, 'notifyChannelId'],
])('%j is refused by its field, and nothing is written', async (change, field) => {
  const world = await aNewAccount()
  await expect(setUp(world, change)).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field } })
  expect(await due(world)).not.toBeNull()
  expect(await times(world)).toEqual([])
})

test('a scheduler may not', async () => {
  const world = await aNewAccount()
  const actor = { ...world.actor, via: 'slack', role: 'scheduler' } as const
  await expect(setUp({ ...world, actor })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(putOffSetUp(world.deps, actor, world.accountId)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('slots of several days are all made or none, and a day that has one gets no second', async () => {
  const world = await aWorld(db)
  const { deps, actor, accountId } = world
  const noon = { accountId, time: '12:00', timezone: 'UTC' }
  const made = await createTimeslots(deps, actor, { ...noon, days: [1, 2, 2] })
  expect([made.added.length, made.known.length]).toEqual([2, 0])
  const more = await createTimeslots(deps, actor, { ...noon, days: [2, 3] })
  expect([more.added.map(({ day }) => day), more.known.map(({ day }) => day)]).toEqual([[3], [2]])
  await expect(createTimeslots(deps, actor, { ...noon, days: [4, 9] })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(createTimeslots(deps, actor, { ...noon, days: [] })).rejects.toMatchObject({ details: { field: 'dayPreference' } })
  const twice = await Promise.all([1, 2].map(() => createTimeslots(deps, actor, { ...noon, days: [5, 6] })))
  expect(twice.flatMap(({ added }) => added)).toHaveLength(2)
  expect(await times(world)).toHaveLength(5)
})
