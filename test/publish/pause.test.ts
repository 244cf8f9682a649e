import { afterEach, expect, test } from 'vitest'
import { pausePublishing, resumePublishing } from '../../src/core/accounts/publishing.js'
import { schedulePost } from '../../src/core/posts/schedule.js'
import type { Post } from '../../src/core/posts/post.js'
import { sweepLate } from '../../src/core/publish/late/sweep.js'
import { aDatabase } from '../support/database.js'
import { aDraft, creditsOf, DAY_MS, HOUR_MS } from '../support/factories.js'
import {
  aPin,
  aPublisher,
  aPublishWorld,
  attemptsOf,
  givePicture,
  MINUTE_MS,
  noticesOf,
  pinsOf,
  reread,
  SECOND_MS,
  workFor,
} from './support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { deps, actor, accountId, clock } = world

const pause = (whilePaused: 'wait' | 'fail' = 'wait') => pausePublishing(deps, actor, { accountId, whilePaused })
const resume = () => resumePublishing(deps, actor, { accountId })
const inMinutes = (minutes: number) => new Date(clock.now.getTime() + minutes * MINUTE_MS)
const pin = (name: string, minutes: number, boardId = '101') =>
  aPin(world, { url: `https://example.com/${name}`, at: inMinutes(minutes), boardId })
/** As the tick does, each minute. */
async function sweepFor(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    await workFor(world, MINUTE_MS)
    await sweepLate(deps)
  }
}
const minutesAfter = async (begun: Date, posts: Post[]) => {
  const minutes = []
  for (const post of posts)
    minutes.push(Math.round(((await reread(world, post)).sentAt!.getTime() - begun.getTime()) / MINUTE_MS))
  return minutes
}

afterEach(async () => {
  await resume()
})

test('pins that fall due wait; resumed, those hardly late go at once and the others one a minute, in order', async () => {
  const late = [await pin('late-1', 5), await pin('late-2', 6, '102'), await pin('late-3', 7)]
  const hardly = [await pin('hardly-1', 55), await pin('hardly-2', 56, '102')]
  const later = await pin('later', 90)
  await pause()
  await sweepFor(60)
  for (const post of [...late, ...hardly, later])
    expect(await reread(world, post)).toMatchObject({ status: 'queued', failure: null })
  expect((await world.simulator.state()).pins).toEqual([])
  expect((await noticesOf(world, late[0]!)).map(({ kind }) => kind)).toEqual([]) // their team knows why

  const begun = clock.now
  await resume()
  await workFor(world, 35 * MINUTE_MS)
  expect(await minutesAfter(begun, hardly)).toEqual([0, 0])
  expect(await minutesAfter(begun, late)).toEqual([0, 1, 2])
  expect((await reread(world, later)).sentAt).toEqual(later.sendAt)
})

test('paused for more than a day, a pin fails as paused, is paid back and told once', async () => {
  const creditsBefore = await creditsOf(world)
  const post = await pin('a-day', 10)
  await pause()
  clock.advance(DAY_MS + 9 * MINUTE_MS)
  await sweepLate(deps)
  expect((await reread(world, post)).status).toBe('queued')
  await sweepFor(3)
  expect(await reread(world, post)).toMatchObject({ status: 'draft', failure: { reason: 'paused', sendAt: post.sendAt } })
  expect(await noticesOf(world, post)).toMatchObject([{ kind: 'pinFailed', reason: 'paused', refunded: true }])
  expect(await creditsOf(world)).toBe(creditsBefore)
})

test('set to fail, pins fail at their time and not before, with the charge refunded, told once', async () => {
  const creditsBefore = await creditsOf(world)
  const [soon, later] = [await pin('soon', 5), await pin('after', 40)]
  await pause('fail')
  await sweepFor(4)
  expect((await reread(world, soon)).status).toBe('queued')
  await sweepFor(3)
  expect(await reread(world, soon)).toMatchObject({ status: 'draft', failure: { reason: 'paused', sendAt: soon.sendAt } })
  expect(await noticesOf(world, soon)).toMatchObject([{ kind: 'pinFailed', reason: 'paused', refunded: true }])
  expect(await creditsOf(world)).toBe(creditsBefore - 1)
  await resume()
  await sweepFor(40)
  expect(await reread(world, later)).toMatchObject({ status: 'sent', sentAt: later.sendAt })
  expect(await pinsOf(world, soon)).toEqual([])
})

test('a retry holds and goes on where it was', async () => {
  const post = await pin('retry', 1)
  await world.simulator.fault({ operation: 'create_pin', fault: 'image_unreachable', times: 1, match: { link: post.url! } })
  await workFor(world, MINUTE_MS + SECOND_MS)
  expect(await attemptsOf(world, post)).toMatchObject([{ state: 'retry' }])
  await pause()
  await sweepFor(30)
  expect(await attemptsOf(world, post)).toHaveLength(1)
  const tries = () =>
    db.sql<{ tries: number }[]>`select tries from posts where organization_id = ${world.organizationId} and id = ${post.id}`
  expect(await tries()).toMatchObject([{ tries: 1 }])
  await resume()
  await workFor(world, MINUTE_MS)
  expect(await attemptsOf(world, post)).toMatchObject([{ state: 'retry' }, { state: 'confirmed' }])
  expect(await pinsOf(world, post)).toHaveLength(1)
})

test.each(['claimed', 'prepared', 'sending', 'answered'] as const)(
  'an attempt that is open at the pause ends: %s',
  async (failpoint) => {
    const post = await pin(`open-${failpoint}`, 1)
    const publisher = aPublisher(world, { atFailpoint: async (at) => void (at === failpoint && (await pause())) })
    await workFor(world, 5 * MINUTE_MS, [publisher])
    expect(await reread(world, post)).toMatchObject({ status: 'sent' })
    expect(await pinsOf(world, post)).toHaveLength(1)
  },
)

test('the board is read back while paused, and what is there is adopted', async () => {
  const post = await pin('read-back', 1)
  await world.simulator.fault({ operation: 'create_pin', fault: 'commit_then_500', times: 1, match: { link: post.url! } })
  await workFor(world, MINUTE_MS + SECOND_MS)
  expect(await attemptsOf(world, post)).toMatchObject([{ state: 'unknown' }])
  await pause()
  await sweepFor(2)
  expect(await reread(world, post)).toMatchObject({ status: 'sent' })
  expect(await attemptsOf(world, post)).toMatchObject([{ state: 'found' }])
})

test('what the board does not show is held, and sent once after the pause', async () => {
  const post = await pin('absent', 1)
  await world.simulator.fault({ operation: 'create_pin', fault: 'fail_500', times: 1, match: { link: post.url! } })
  await workFor(world, MINUTE_MS + SECOND_MS)
  await pause()
  await sweepFor(30)
  expect(await attemptsOf(world, post)).toMatchObject([{ state: 'absent' }])
  expect(await reread(world, post)).toMatchObject({ status: 'queued' })
  expect(await pinsOf(world, post)).toEqual([])
  await resume()
  await workFor(world, 2 * MINUTE_MS)
  expect(await attemptsOf(world, post)).toMatchObject([{ state: 'absent' }, { state: 'confirmed' }])
  expect(await pinsOf(world, post)).toHaveLength(1)
})

test('a pin that was queued while the account was being paused is held at its time, and spends no retry', async () => {
  const draft = await aDraft(world, { url: 'https://example.com/beside' })
  await givePicture(world)
  const when = { kind: 'at', at: inMinutes(5) } as const
  await schedulePost(deps, actor, { accountId, postId: draft.id, when }, async () => void (await pause()))
  await workFor(world, 8 * MINUTE_MS)
  const [row] =
    await db.sql`select status, due_at, tries from posts where organization_id = ${world.organizationId} and id = ${draft.id}`
  expect(row).toEqual({ status: 'queued', due_at: null, tries: 0 })
  expect(await pinsOf(world, draft)).toEqual([])
  await resume()
  await workFor(world, SECOND_MS)
  expect((await reread(world, draft)).status).toBe('sent')
})

test('the same one fails at its time where the account is set so', async () => {
  const draft = await aDraft(world, { url: 'https://example.com/beside-and-fail' })
  await givePicture(world)
  const when = { kind: 'at', at: inMinutes(5) } as const
  await schedulePost(deps, actor, { accountId, postId: draft.id, when }, async () => void (await pause('fail')))
  await workFor(world, HOUR_MS)
  expect(await reread(world, draft)).toMatchObject({ status: 'draft', failure: { reason: 'paused', sendAt: when.at } })
  expect(await noticesOf(world, draft)).toMatchObject([{ kind: 'pinFailed', reason: 'paused', refunded: true }])
})
