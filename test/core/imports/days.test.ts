/** A line with a date without a time takes the first open slot of its day, as its preview says. */
import { expect, test } from 'vitest'
import { claimDueImports, writeChunk } from '../../../src/core/sources/imports/work.js'
import { changeGuard } from '../../../src/core/slots/guard-settings.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, aTimeslot, inDays } from '../../support/factories.js'
import { threeADay } from '../posts/batch/support/batches.js'
import { openStudios, type Studio } from '../posts/support/create-fixtures.js'
import { aLine, begin, fileOf, importAll, pinsOf, preview, readAgain, work } from './support/imports.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)

const FULL = 'No slot is open on this day. Write a time beside the date, or add posting times for the day.'
const LIMITED = 'This day has its limit of pins. Write a time beside the date, or choose another day.'
const SHUT = 'This day is in a blackout. Write a time beside the date, or choose another day.'
const onDays = (...days: string[]) => fileOf(days.map((day, number) => aLine(number, day)))
const timesOf = async (world: Studio) => (await pinsOf(world)).map(({ at }) => at?.slice(0, 16) ?? null)

test('dates without a time take the open slots of their day that no pin and no other line has, and the preview names each', async () => {
  const world = await aStudio({ timezone: 'UTC' })
  await threeADay(world)
  await aQueuedPost(world, { at: new Date('2026-03-10T08:00:00Z') })
  const file = onDays('2026-03-10', '2026-03-11', '2026-03-11T08:00:00Z', '2026-03-10')
  const seen = await preview(world, file)
  expect(seen).toMatchObject({ created: 4, errors: [] })
  expect(seen.notes).toEqual(['3 lines have a date without a time. Each takes the first open slot of its day.'])
  expect(seen.slots.map(({ line, at }) => [line, at.toISOString().slice(0, 16)])).toEqual([
    [2, '2026-03-10T12:00'],
    [3, '2026-03-11T12:00'],
    [5, '2026-03-10T16:00'],
  ])
  expect(await importAll(world, file)).toMatchObject({ created: 4, notes: seen.notes })
  expect((await timesOf(world)).slice(1)).toEqual([
    '2026-03-10T12:00',
    '2026-03-11T12:00',
    '2026-03-11T08:00',
    '2026-03-10T16:00',
  ])
})

test('the day is one of the account’s zone', async () => {
  const world = await aStudio({ timezone: 'Pacific/Auckland' })
  await threeADay(world)
  expect((await preview(world, onDays('2026-03-11'))).slots).toEqual([{ line: 2, at: new Date('2026-03-10T12:00:00Z') }])
})

test('a line whose day has no open slot is refused by itself, with the remedy: a day that is full, is over, or has no posting times', async () => {
  const world = await aStudio({ timezone: 'UTC' })
  await aTimeslot(world, { day: 3, time: '09:00' })
  const file = onDays('2026-03-04', '2026-03-04', '2026-03-05', '2026-02-25', '2026-03-11')
  const seen = await preview(world, file)
  expect(seen).toMatchObject({ created: 2, failed: 3 })
  expect(seen.errors).toEqual([3, 4, 5].map((line) => ({ line, column: 'Publish at', message: FULL })))
  expect(await importAll(world, file)).toMatchObject({ created: 2, failed: 3, errors: seen.errors })
  expect(await timesOf(world)).toEqual(['2026-03-04T09:00', '2026-03-11T09:00'])
})

test('a slot that somebody takes before the line is written is not taken twice: the line goes on the next of its day, or is refused', async () => {
  const world = await aStudio({ timezone: 'UTC' })
  for (const time of ['08:00', '12:00']) await aTimeslot(world, { day: 3, time })
  const made = await begin(world, onDays('2026-03-04', '2026-03-04'))
  await aQueuedPost(world, { at: new Date('2026-03-04T08:00:00Z') })
  await work(world)
  expect(await readAgain(world, made)).toMatchObject({ created: 1, errors: [{ line: 3, column: 'Publish at', message: FULL }] })
  expect(await timesOf(world)).toEqual(['2026-03-04T08:00', '2026-03-04T12:00'])
  const events =
    await db.sql`select 1 from webhook_events where organization_id = ${world.organizationId} and type = 'schedule.full'`
  expect(events).toEqual([])
})

test('a date in a blackout, or of a day that has its limit, has no open slot; the lines of a file count together', async () => {
  const world = await aStudio({ timezone: 'UTC' })
  await threeADay(world)
  await changeGuard(world.deps, world.actor, {
    accountId: world.accountId,
    perDay: 2,
    blackouts: [{ from: '2026-03-11', to: '2026-03-11', note: null }],
  })
  const file = onDays('2026-03-10', '2026-03-10', '2026-03-10', '2026-03-11')
  const seen = await preview(world, file)
  expect(seen.errors).toEqual([
    { line: 4, column: 'Publish at', message: LIMITED },
    { line: 5, column: 'Publish at', message: SHUT },
  ])
  expect(await importAll(world, file)).toMatchObject({ created: 2, failed: 2 })
  expect(await timesOf(world)).toEqual(['2026-03-10T08:00', '2026-03-10T12:00'])
})

test('lines that name a time count for the limit of their day, in the preview, too', async () => {
  const world = await aStudio({ timezone: 'UTC' })
  await threeADay(world)
  await changeGuard(world.deps, world.actor, { accountId: world.accountId, perDay: 2 })
  const file = onDays('2026-03-10', '2026-03-10T08:00:00Z', '2026-03-10', '2026-03-11')
  const seen = await preview(world, file)
  expect(seen).toMatchObject({ created: 3, errors: [{ line: 4, column: 'Publish at', message: LIMITED }] })
  expect(await importAll(world, file)).toMatchObject({ created: 3, errors: seen.errors })
  expect((await timesOf(world)).toSorted()).toEqual(['2026-03-10T08:00', '2026-03-10T12:00', '2026-03-11T08:00'])
})

test('a day that gets a blackout, or its limit, before the line is written is refused with that reason', async () => {
  const world = await aStudio({ timezone: 'UTC' })
  await threeADay(world)
  const made = await begin(world, onDays('2026-03-10', '2026-03-11'))
  await aQueuedPost(world, { at: new Date('2026-03-11T15:00:00Z') })
  const blackouts = [{ from: '2026-03-09', to: '2026-03-10', note: null }]
  await changeGuard(world.deps, world.actor, { accountId: world.accountId, perDay: 1, blackouts })
  await work(world)
  expect((await readAgain(world, made)).errors.map(({ message }) => message)).toEqual([SHUT, LIMITED])
})

test('two files with the same day, written at once, share no slot', async () => {
  const world = await aStudio({ timezone: 'UTC' })
  const other = await aStudio()
  await threeADay(world)
  await begin(world, onDays('2026-03-04', '2026-03-05'))
  await begin(world, onDays('2026-03-04', '2026-03-05'))
  const [first] = await claimDueImports(world.deps, 9)
  await db.sql`
    update imports set lease_until = null, due_at = ${inDays(world, 1)} where organization_id = ${world.organizationId} and id = ${first!.importId}`
  const [second] = await claimDueImports(world.deps, 9)
  await Promise.all([writeChunk(world.deps, first!), writeChunk(other.deps, second!)])
  expect((await timesOf(world)).toSorted()).toEqual([
    '2026-03-04T08:00',
    '2026-03-04T12:00',
    '2026-03-05T08:00',
    '2026-03-05T12:00',
  ])
})

test('in a long file lines without any time leave the slots of a day to the lines that name it', async () => {
  const world = await aStudio({ timezone: 'UTC', credits: 200 })
  await threeADay(world)
  const lines = Array.from({ length: 130 }, (_, number) => aLine(number, number === 129 ? '2026-03-04' : ''))
  const seen = await preview(world, fileOf(lines), { mode: 'schedule' })
  expect(seen.slots).toEqual([{ line: 131, at: new Date('2026-03-04T08:00:00Z') }])
  expect(await importAll(world, fileOf(lines), { mode: 'schedule' })).toMatchObject({ created: 130 })
  expect((await pinsOf(world)).find(({ title }) => title === 'Pin 129')?.at).toBe('2026-03-04T08:00:00.000Z')
})

test('a date of one column and a time of another that do not agree are refused, also where one has no time of day', async () => {
  const world = await aStudio({ timezone: 'UTC' })
  await threeADay(world)
  const file = fileOf(
    [[...aLine(1, '2026-03-04'), '2026-03-05 10:00']],
    [...['Title', 'Description', 'Link', 'Media URL', 'Board ID', 'Publish at', 'Publish date']],
  )
  const { errors } = await preview(world, file)
  expect(errors).toMatchObject([{ line: 2, column: 'Publish at' }])
  expect(errors[0]?.message).toMatch(/^“2026-03-04” has no time of day\. /)
})
