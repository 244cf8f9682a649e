import { beforeEach, expect, test } from 'vitest'
import { addToEvergreen, readEvergreen } from '../../src/core/posts/evergreen/pool.js'
import { readPost } from '../../src/core/posts/list.js'
import type { Post } from '../../src/core/posts/post.js'
import { makeCron } from '../../src/jobs/cron.js'
import type { Loop } from '../../src/jobs/loop.js'
import { TICKS } from '../../src/jobs/ticks.js'
import { clearFaults } from '../../src/sandbox/platform/faults/faults.js'
import { anEvergreenSlot, copiesOf } from '../core/posts/evergreen/support/fixtures.js'
import { aDatabase } from '../support/database.js'
import { creditsOf, DAY_MS, HOUR_MS } from '../support/factories.js'
import { aVideoPin, uploadsOf } from './support/kinds.js'
import {
  aPin,
  aPublisher,
  aPublishWorld,
  attemptsOf,
  aVideoWorker,
  MINUTE_MS,
  noticesOf,
  pinsOf,
  reread,
  workFor,
} from './support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { deps, actor, accountId, simulator, clock } = world

beforeEach(async () => {
  await clearFaults(db.sql)
  await db.sql`update timeslots set next_at = null, type = 'manual' where type = 'evergreen'`
  await db.sql`delete from evergreen_posts`
})

const aCron = (): Loop =>
  makeCron(
    deps,
    TICKS.filter(({ job }) => job === 'evergreen'),
  )
/** The clock moves from due time to due time, as the sandbox forwards it. */
const forward = (ms: number) => workFor(world, ms, [aCron(), aPublisher(world), aVideoWorker(world)])

/** Published, and in the pool; the slot is tomorrow at this time of the day, to the minute. */
async function aDayBefore(post: Promise<Post>): Promise<{ source: Post; at: Date; timeslotId: string }> {
  const { id } = await post
  await forward(HOUR_MS)
  clock.now = new Date(Math.ceil(clock.now.getTime() / HOUR_MS) * HOUR_MS)
  const source = await addToEvergreen(deps, actor, { accountId, postId: id })
  const at = new Date(clock.now.getTime() + DAY_MS)
  const weekday = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][at.getUTCDay()]!
  const timeslotId = await anEvergreenSlot(world, `${weekday} ${at.toISOString().slice(11, 16)}`, 'UTC')
  return { source, at, timeslotId }
}

const copyOf = async ({ id }: Post): Promise<Post> => {
  const copy = (await copiesOf(world)).filter(({ sourcePostId }) => sourcePostId === id).at(-1)
  return readPost(deps, actor, { accountId, postId: copy!.id })
}

test('an evergreen pin is made twenty minutes before its slot and goes out at exactly the slot’s time, as a pin of its own', async () => {
  const { source, at, timeslotId } = await aDayBefore(aPin(world, { url: 'https://example.com/evergreen', altText: 'A shelf' }))
  await forward(DAY_MS - 20 * MINUTE_MS - 1)
  expect((await copiesOf(world)).filter(({ sourcePostId }) => sourcePostId === source.id)).toEqual([])
  await forward(1)
  const made = await copyOf(source)
  expect(made).toMatchObject({ status: 'queued', sendAt: at, timeslotId, createdAt: new Date(at.getTime() - 20 * MINUTE_MS) })
  await forward(20 * MINUTE_MS)
  const sent = await reread(world, made)
  expect(sent).toMatchObject({ status: 'sent', sentAt: at, failure: null, sourcePostId: source.id })
  expect((await pinsOf(world, source)).sort()).toEqual([source.pinId, sent.pinId].sort())
  const { pool } = await readEvergreen(deps, actor, { accountId, limit: 5 })
  expect(pool).toMatchObject([{ post: { id: source.id }, lastOutAt: at, runs: 1 }])
})

test('forwarded over weeks at once, each occurrence has its pin at its time', async () => {
  const { source, at } = await aDayBefore(aPin(world, { url: 'https://example.com/weeks' }))
  await forward(DAY_MS + 21 * DAY_MS)
  const times = (await copiesOf(world)).filter(({ sourcePostId }) => sourcePostId === source.id).map(({ sendAt }) => sendAt)
  expect(times).toEqual([0, 7, 14, 21].map((days) => new Date(at.getTime() + days * DAY_MS)))
  expect(await pinsOf(world, source)).toHaveLength(5)
  const rows = await db.sql`select from posts where source_post_id = ${source.id} and sent_at = send_at and status = 'sent'`
  expect(rows).toHaveLength(4)
})

test('a video is made early enough to be on the platform at its time', async () => {
  const { source, at } = await aDayBefore(aVideoPin(world, { url: 'https://example.com/evergreen-video' }))
  const before = await uploadsOf(world)
  await forward(DAY_MS)
  expect(await copyOf(source)).toMatchObject({ status: 'sent', sentAt: at, mediaType: 'video' })
  expect(await uploadsOf(world)).toBe(before + 1)
})

test('one whose board is gone fails like any pin: a draft with the reason, its charge refunded, not made again for this time', async () => {
  const { source } = await aDayBefore(aPin(world, { url: 'https://example.com/no-board' }))
  const before = await creditsOf(world)
  const match = { link: source.url! }
  await simulator.fault({ operation: 'create_pin', fault: 'board_gone', match })
  await forward(DAY_MS + HOUR_MS)
  const failed = await copyOf(source)
  expect(failed).toMatchObject({ status: 'draft', sourcePostId: source.id, failure: { reason: 'board_gone' } })
  expect(await creditsOf(world)).toBe(before)
  expect(await noticesOf(world, failed)).toMatchObject([{ kind: 'pinFailed', reason: 'board_gone', refunded: true }])
  expect((await copiesOf(world)).filter(({ sourcePostId }) => sourcePostId === source.id)).toHaveLength(1)
  expect(await reread(world, source)).toMatchObject({ status: 'sent', pinId: source.pinId })
})

test.each(['commit_then_hang', 'hang'] as const)('create with %s: the pin that it repeats is not taken for it', async (fault) => {
  const { source } = await aDayBefore(aPin(world, { url: `https://example.com/evergreen-${fault}` }))
  await simulator.fault({ operation: 'create_pin', fault, match: { link: source.url! } })
  await forward(DAY_MS + HOUR_MS)
  const sent = await copyOf(source)
  expect(sent.status).toBe('sent')
  expect(await attemptsOf(world, sent)).toMatchObject(
    fault === 'hang' ? [{ state: 'absent' }, { state: 'confirmed' }] : [{ state: 'found' }],
  )
  expect((await pinsOf(world, source)).sort()).toEqual([source.pinId, sent.pinId].sort())
})
