import { beforeEach, expect, test } from 'vitest'
import { pausePublishing } from '../../../src/core/accounts/publishing.js'
import { after, before, DAY_MS } from '../../../src/core/lib/duration.js'
import { readAttemptHistory } from '../../../src/core/publish/diagnostics/attempt-history.js'
import { readBacklog } from '../../../src/core/publish/diagnostics/backlog.js'
import { listStuck } from '../../../src/core/publish/diagnostics/stuck.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost } from '../../support/factories.js'
import { aWorld } from '../../support/world.js'
import { aPin, aPublisher, aPublishWorld, MINUTE_MS, SECOND_MS, workFor, type PublishWorld } from '../support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { simulator, organizationId, accountId, clock } = world
const { sql } = db

const stuck = (ofOrganization: string | null = organizationId, limit = 100) =>
  listStuck(sql, { organizationId: ofOrganization, limit }, clock.now)
const backlog = () => readBacklog(db, clock.now)
const NOTHING = { unknown: [], orphaned: [], late: [], held: [], failedUnknown: [], orphanedBoardLocks: [] }

beforeEach(async () => {
  await sql`delete from posts`
  await sql`delete from sim_faults`
  await sql`delete from outbox`
  await sql`update accounts set publishing = 'active', token_status = 'authorized', late_after = null`
})

/** Sent, and no answer: it is on the board, and the board cannot be read for `ms`. */
async function anUnknown(of: PublishWorld, { url, unreadable = 0 }: { url: string; unreadable?: number }) {
  const post = await aPin(of, { url, title: 'A shelf' })
  await simulator.fault({ operation: 'create_pin', fault: 'hang', times: 1, match: { link: url } })
  if (unreadable > 0) await simulator.fault({ operation: 'get_board', fault: 'fail_500', times: unreadable })
  await workFor(of, MINUTE_MS + SECOND_MS)
  return post
}

test('where nothing is stuck there is nothing, also beside what is on its way in time', async () => {
  await aPin(world)
  expect(await stuck()).toEqual(NOTHING)
  expect(await backlog()).toEqual({
    accountsOnHold: 0,
    due: 0,
    late: 0,
    held: 0,
    openAttempts: 0,
    orphanedAttempts: 0,
    unknownOutcomes: 0,
    oldestUnknownSeconds: 0,
    outboxWaiting: 0,
    oldestNoticeSeconds: 0,
    deadLetters: 0,
    webhooksWaiting: 0,
    writable: 1,
  })
})

test('an unknown outcome: since when, how often its board was looked at, when next, what the platform said', async () => {
  const post = await anUnknown(world, { url: 'https://example.com/stuck-unknown' })
  await workFor(world, 30 * SECOND_MS)
  const { unknown, late } = await stuck()
  expect(late).toEqual([])
  expect(unknown).toEqual([
    {
      organizationId,
      accountId,
      username: 'maker',
      postId: post.id,
      title: 'A shelf',
      boardId: '101',
      boardName: 'Kitchen ideas',
      sendAt: post.sendAt,
      attemptNumber: 1,
      sendingAt: post.sendAt,
      looks: 2,
      nextLookAt: after(post.sendAt!, MINUTE_MS),
      response: { status: null, code: null, message: 'Pinterest did not answer in time.', requestId: null },
    },
  ])
  expect(await backlog()).toMatchObject({ unknownOutcomes: 1, oldestUnknownSeconds: 31, openAttempts: 0, due: 0 })
})

test('a pin behind it on its board is late, with the post that holds the board', async () => {
  const first = await anUnknown(world, { url: 'https://example.com/stuck-first', unreadable: 100 })
  const behind = await aPin(world, { url: 'https://example.com/stuck-behind' })
  await workFor(world, 12 * MINUTE_MS)
  const { late } = await stuck()
  expect(late).toMatchObject([{ postId: behind.id, why: { kind: 'boardHeld', byPostId: first.id } }])
  expect(await backlog()).toMatchObject({ due: 1, late: 1, unknownOutcomes: 1 })
  await sql`delete from sim_faults`
})

test('an attempt whose worker is gone, once its lease is over and nobody has taken it over', async () => {
  const post = await aPin(world, { url: 'https://example.com/stuck-orphan' })
  clock.advance(MINUTE_MS)
  let arrived = () => {}
  const claimed = new Promise<void>((resolve) => (arrived = resolve))
  const dead = aPublisher(world, {
    atFailpoint: async () => {
      arrived()
      await new Promise(() => {})
    },
  })
  void dead.drain()
  await claimed
  expect(await stuck()).toEqual(NOTHING)
  expect(await backlog()).toMatchObject({ openAttempts: 1, orphanedAttempts: 0 })
  clock.advance(MINUTE_MS)
  const { orphaned } = await stuck()
  expect(orphaned).toMatchObject([{ postId: post.id, attemptNumber: 1, state: 'claimed', leaseUntil: clock.now }])
  expect(await backlog()).toMatchObject({ openAttempts: 0, orphanedAttempts: 1 })
})

test('a late pin: it waits for its retry, with the last error', async () => {
  const post = await aPin(world, { url: 'https://example.com/stuck-retry' })
  await simulator.fault({ operation: 'create_pin', fault: 'image_unreachable', times: 3 })
  await workFor(world, 12 * MINUTE_MS)
  const { late } = await stuck()
  expect(late).toMatchObject([{ postId: post.id, why: { kind: 'retrying', tries: 3, at: expect.any(Date) as Date } }])
  expect(late[0]!.why).toMatchObject({ error: expect.stringMatching(/image/i) as string })
  expect(await backlog()).toMatchObject({ due: 0, late: 1 })
})

test('a late pin: its video is not at the platform yet; its day is over and the sweep has not come; nobody looks for work', async () => {
  const [video, missed, unclaimed, paced] = [
    await aPin(world, { url: 'https://example.com/stuck-video' }),
    await aPin(world, { url: 'https://example.com/stuck-missed', boardId: '102' }),
    await aPin(world, { url: 'https://example.com/stuck-unclaimed' }),
    await aPin(world, { url: 'https://example.com/stuck-paced' }),
  ]
  await sql`update posts set media_type = 'video' where id = ${video.id}`
  await sql`
    insert into video_jobs (organization_id, post_id, media_id, send_at, connection_number, claim_number, state, platform_media_id, due_at, last_error)
    select ${organizationId}, ${video.id}, media_id, ${video.sendAt}, 1, 1, 'uploaded', '5', ${clock.now}, 'the platform has it as processing'
      from post_media where post_id = ${video.id}`
  await sql`update posts set send_at = ${before(missed.sendAt!, DAY_MS)} where id = ${missed.id}`
  clock.advance(20 * MINUTE_MS)
  await sql`update posts set due_at = ${after(clock.now, MINUTE_MS)} where id = ${paced.id}`
  const { late } = await stuck()
  expect(late.map(({ postId, why }) => [postId, why])).toEqual([
    [missed.id, { kind: 'missed' }],
    [video.id, { kind: 'videoAwaited', state: 'uploaded', error: 'the platform has it as processing' }],
    [unclaimed.id, { kind: 'unclaimed', since: unclaimed.sendAt }],
    [paced.id, { kind: 'paced', at: after(clock.now, MINUTE_MS) }],
  ])
})

test('pins of an account that is held are told together: how many, since when, why', async () => {
  const first = await aPin(world, { url: 'https://example.com/stuck-held' })
  await aPin(world, { url: 'https://example.com/stuck-held-2', at: after(clock.now, 2 * MINUTE_MS) })
  await pausePublishing(world.deps, world.actor, { accountId })
  expect((await stuck()).held).toEqual([])
  clock.advance(5 * MINUTE_MS)
  const held = { organizationId, accountId, username: 'maker', pins: 2, oldestSendAt: first.sendAt }
  expect(await stuck()).toEqual({ ...NOTHING, held: [{ ...held, why: 'paused' }] })
  expect(await backlog()).toMatchObject({ held: 2, due: 0, late: 0 })
  await sql`update accounts set publishing = 'active', token_status = 'unauthorized'`
  expect((await stuck()).held).toEqual([{ ...held, why: 'disconnected' }])
})

test('what failed because its outcome stayed unknown, for a week; and a board that is held for nobody', async () => {
  const post = await anUnknown(world, { url: 'https://example.com/stuck-failed', unreadable: 100 })
  clock.advance(24 * 60 * MINUTE_MS)
  await workFor(world, SECOND_MS)
  const { failedUnknown } = await stuck()
  expect(failedUnknown).toMatchObject([{ postId: post.id, sendAt: post.sendAt, failedAt: expect.any(Date) as Date }])
  await sql`delete from sim_faults`

  const draft = await aPin(world)
  await sql`
    insert into publish_lanes (organization_id, account_id, board_id, post_id, attempt_number)
    values (${organizationId}, ${accountId}, '777', ${draft.id}, 1)`
  expect((await stuck()).orphanedBoardLocks).toEqual([
    { organizationId, accountId, boardId: '777', postId: draft.id, attemptNumber: 1 },
  ])

  clock.advance(8 * 24 * 60 * MINUTE_MS)
  expect((await stuck()).failedUnknown).toEqual([])
})

test('over all organizations, or of one alone; the earliest first and no more than asked for', async () => {
  const other = await aWorld(db, { at: clock.now })
  const post = await aQueuedPost(other, { at: after(clock.now, MINUTE_MS) })
  await aPin(world, { url: 'https://example.com/stuck-mine', at: after(clock.now, 2 * MINUTE_MS) })
  clock.advance(20 * MINUTE_MS)
  expect((await stuck(null)).late).toHaveLength(2)
  expect((await stuck(null, 1)).late).toMatchObject([{ postId: post.id, organizationId: other.organizationId }])
  expect((await stuck(other.organizationId)).late).toMatchObject([{ postId: post.id }])
  expect((await stuck()).late).not.toMatchObject([{ postId: post.id }])
})

test('the history of a post: each attempt with its times and with what the platform said', async () => {
  const post = await anUnknown(world, { url: 'https://example.com/stuck-history' })
  await workFor(world, 20 * MINUTE_MS)
  const history = await readAttemptHistory(world.deps, world.actor, { postId: post.id })
  expect(history).toMatchObject({ post: { postId: post.id, status: 'sent', title: 'A shelf' } })
  expect(history.attempts).toMatchObject([
    { number: 1, state: 'absent', claimedAt: post.sendAt, sendingAt: post.sendAt, settledAt: expect.any(Date) as Date, looks: 4 },
    { number: 2, state: 'confirmed', response: { status: 201 } },
  ])
  await expect(readAttemptHistory(world.deps, world.actor, { postId: '999999' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
