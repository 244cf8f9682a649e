/** What is read of a board after an answer that never came: its own word first, its pages only where that says something new. */
import { expect, test } from 'vitest'
import { after } from '../../../src/core/lib/duration.js'
import { PlatformError } from '../../../src/core/ports/platform.js'
import { failureMessage, unconfirmedMessage } from '../../../src/core/posts/state/failure-messages.js'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { aDatabase } from '../../support/database.js'
import { creditsOf, DAY_MS, HOUR_MS } from '../../support/factories.js'
import {
  aPin,
  aPublisher,
  aPublishWorld,
  attemptsOf,
  MINUTE_MS,
  noticesOf,
  pinsOf,
  reread,
  SECOND_MS,
  workFor,
} from '../support/support.js'
import { anUnknownPost, asking, counting, scheduleAgain } from '../support/unknown.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { platform } = world.deps
const statesOf = async (post: { id: string }) =>
  (await attemptsOf(world, post as Parameters<typeof attemptsOf>[1])).map(({ state }) => state)

test('the pages of a board that says it is as it was are read at the first look and at the last', async () => {
  const { world: counted, reads } = counting(world)
  const post = await anUnknownPost(world, { made: false, post: { url: 'https://example.com/unchanged' } })
  await workFor(counted, 8 * MINUTE_MS, [aPublisher(counted)])
  expect(reads).toEqual({ boards: 4, pages: 1 })
  await workFor(counted, 3 * MINUTE_MS, [aPublisher(counted)])
  expect(reads).toEqual({ boards: 5, pages: 2 })
  expect((await reread(world, post)).status).toBe('sent')
})

test('a pin that shows later is found at the next look, for the board says that it changed', async () => {
  const post = await aPin(world, { url: 'https://example.com/shows-later' })
  await world.simulator.fault({ operation: 'create_pin', fault: 'commit_late_then_hang', match: { link: post.url! } })
  const { world: counted, reads } = counting(world)
  await workFor(counted, 5 * MINUTE_MS, [aPublisher(counted)])
  expect((await reread(world, post)).status).toBe('sent')
  expect(reads).toEqual({ boards: 4, pages: 2 })
})

test('the word of a board is a hint: one that never says it changed is read at the last look, and the pin adopted', async () => {
  const stale = await platform.readBoard({ accessToken: 'pina_test' }, '101')
  const post = await anUnknownPost(world, { made: true, post: { url: 'https://example.com/stale' } })
  await db.sql`update sim_pins set visible_at = ${new Date(world.clock.now.getTime() + MINUTE_MS)} where link = ${post.url}`
  const lagging = counting(asking(world, { readBoard: () => Promise.resolve(stale) }))
  await workFor(lagging.world, 9 * MINUTE_MS, [aPublisher(lagging.world)])
  expect((await reread(world, post)).status).toBe('uploading')
  await workFor(lagging.world, 2 * MINUTE_MS, [aPublisher(lagging.world)])
  expect(await reread(world, post)).toMatchObject({ status: 'sent', pinId: (await pinsOf(world, post))[0] })
  expect(await statesOf(post)).toEqual(['found'])
})

test.each([
  ['does not say when it changed', { pinsModifiedAt: null }],
  ['counts pins that it does not show', { pinCount: 9 }],
])('a board that %s is read at every look', async (_, word) => {
  const post = await anUnknownPost(world, { made: false, post: { url: `https://example.com/each-${Object.keys(word)[0]}` } })
  const said = asking(world, { readBoard: async (...asked) => ({ ...(await platform.readBoard(...asked)), ...word }) })
  const { world: counted, reads } = counting(said)
  await workFor(counted, 11 * MINUTE_MS, [aPublisher(counted)])
  expect(reads).toEqual({ boards: 5, pages: 5 })
  expect((await reread(world, post)).status).toBe('sent')
})

test('a board of more pins than are read keeps its board lock for ten minutes, not for a day: then a person must look', async () => {
  const post = await anUnknownPost(world, { made: true, post: { url: 'https://example.com/too-large' } })
  const large = asking(world, { readBoard: async (...asked) => ({ ...(await platform.readBoard(...asked)), pinCount: 10_001 }) })
  const { world: counted, reads } = counting(large)
  await workFor(counted, 9 * MINUTE_MS, [aPublisher(counted)])
  expect((await reread(world, post)).status).toBe('uploading')
  await workFor(counted, 2 * MINUTE_MS, [aPublisher(counted)])
  expect((await reread(world, post)).failure?.reason).toBe('outcome_unknown')
  expect(reads.pages).toBe(0)
  expect(await db.sql`select 1 from publish_lanes where organization_id = ${world.organizationId}`).toHaveLength(0)
})

test.each(['forbidden', 'pinner_data_denied'] as const)(
  'a board that may not be read (%s) holds its pins up for a quarter of an hour, not for a day: a person is told so at once, and asked',
  async (fault) => {
    world.clock.advance(HOUR_MS)
    const post = await anUnknownPost(world, { made: true, post: { url: `https://example.com/unseen-${fault}` } })
    const next = await aPin(world, { url: `https://example.com/behind-${fault}`, at: after(world.clock.now, 2 * MINUTE_MS) })
    await world.simulator.fault({ operation: 'get_board', fault, times: 100 })
    await workFor(world, 10 * MINUTE_MS)
    expect(await reread(world, post)).toMatchObject({ status: 'uploading' })
    expect(await noticesOf(world, post)).toMatchObject([
      { kind: 'pinLate', isUnconfirmed: true, message: unconfirmedMessage(true) },
    ])
    await workFor(world, 6 * MINUTE_MS)
    const message = failureMessage({ code: 'outcome_unknown', isDenied: true })
    expect(message).toContain('does not let this app read its board')
    expect(await reread(world, post)).toMatchObject({ status: 'draft', failure: { reason: 'outcome_unknown', message } })
    expect(await noticesOf(world, post)).toMatchObject([{ kind: 'pinLate' }, { kind: 'pinFailed', message }])
    expect((await reread(world, next)).status).toBe('sent')
    expect(await pinsOf(world, post)).toHaveLength(1)

    await scheduleAgain(world, post)
    await workFor(world, 2 * MINUTE_MS)
    const again = await reread(world, post)
    expect(again.failure).toMatchObject({
      reason: 'outcome_unknown',
      message: expect.stringContaining('read its board') as string,
    })
    expect(await pinsOf(world, post)).toHaveLength(1)
    await clearFaults(db.sql)
  },
)

test('one refusal to show a board that passes asks nobody', async () => {
  world.clock.advance(HOUR_MS)
  const post = await anUnknownPost(world, { made: true, post: { url: 'https://example.com/unseen-once' } })
  await db.sql`update sim_pins set visible_at = ${after(world.clock.now, 5 * MINUTE_MS)} where link = ${post.url}`
  await workFor(world, 5 * MINUTE_MS)
  await world.simulator.fault({ operation: 'get_board', fault: 'forbidden' })
  await workFor(world, 20 * MINUTE_MS)
  expect((await reread(world, post)).status).toBe('sent')
})

const gone = () => Promise.reject(new PlatformError('not_found', 'Board not found.'))

test('a board that is gone at the last look took the pin with it: told so, the charge refunded, nothing sent again', async () => {
  world.clock.advance(HOUR_MS) // the pin of the test before is similar, and nobody has said whose it is
  const credits = await creditsOf(world)
  const post = await anUnknownPost(world, { made: false, post: { url: 'https://example.com/gone-board' } })
  const without = asking(world, { readBoard: gone })
  await workFor(without, 11 * MINUTE_MS, [aPublisher(without)])
  expect((await reread(world, post)).failure).toMatchObject({ reason: 'board_gone' })
  expect(await creditsOf(world)).toBe(credits)
  expect(await statesOf(post)).toEqual(['absent'])
  expect((await noticesOf(world, post)).map(({ kind }) => kind)).toEqual(['pinFailed'])
})

test('a board that is not there for a moment decides nothing', async () => {
  const post = await anUnknownPost(world, { made: true, post: { url: 'https://example.com/gone-for-a-moment' } })
  const without = asking(world, { readBoard: gone })
  await workFor(without, 30 * SECOND_MS, [aPublisher(without)])
  await workFor(world, HOUR_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'sent', pinId: (await pinsOf(world, post))[0] })
  expect(await statesOf(post)).toEqual(['found'])
})

test('a platform that answers no read for a day ends as unknown, told once while it lasted', async () => {
  const post = await anUnknownPost(world, { made: true, post: { url: 'https://example.com/blind-day' } })
  const blind = asking(world, { readBoard: () => Promise.reject(new PlatformError('unavailable', 'HTTP 503')) })
  await workFor(blind, DAY_MS + HOUR_MS, [aPublisher(blind)])
  expect((await reread(world, post)).failure?.reason).toBe('outcome_unknown')
  expect(await noticesOf(world, post)).toMatchObject([{ kind: 'pinLate', isUnconfirmed: true }, { kind: 'pinFailed' }])
})
