/** What every view says of a pin: what is so, why, since when and until when. */
import { afterEach, expect, test } from 'vitest'
import { lateMessage } from '../../../blocks/pin/notices.js'
import type { Card } from '../../../blocks/pin/text.js'
import { disconnectAccount } from '../../../src/core/connections/disconnect.js'
import { storeConnection } from '../../../src/core/connections/connect.js'
import { pausePublishing, resumePublishing } from '../../../src/core/accounts/publishing.js'
import { readAccount } from '../../../src/core/accounts/accounts.js'
import { requestApproval } from '../../../src/core/posts/approval/request.js'
import type { Post } from '../../../src/core/posts/post.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { listPosts, readPost } from '../../../src/core/posts/list.js'
import { sweepLate } from '../../../src/core/publish/late/sweep.js'
import { readStates } from '../../../src/core/posts/state/read.js'
import { plainState, type PostState, stateOf } from '../../../src/core/posts/state/state.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, DAY_MS, HOUR_MS } from '../../support/factories.js'
import { aPin, aPublisher, aPublishWorld, MINUTE_MS, reread, workFor } from '../../publish/support/support.js'
import { anUnknownPost } from '../../publish/support/unknown.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { deps, actor, accountId, clock } = world
const [tokens] = await db.sql<
  [{ access: Buffer }]
>`select access_token as access from connections where account_id = ${accountId}`
const accessToken = deps.sealer.open(tokens.access)

const inMinutes = (minutes: number) => new Date(clock.now.getTime() + minutes * MINUTE_MS)
const later = (at: Date, ms: number) => new Date(at.getTime() + ms)

/** The same by each way of reading it. */
async function stateNow(post: Post): Promise<PostState> {
  const [state] = await readStates(deps, [await reread(world, post)])
  const alone = await readPost(deps, actor, { accountId, postId: post.id })
  expect(alone.state).toEqual(state)
  const page = {
    accountId,
    status: alone.status,
    limit: 100,
    cursor: null,
    startDate: new Date(0),
    endDate: later(clock.now, 99 * DAY_MS),
  }
  expect((await listPosts(deps, actor, page)).posts.find(({ id }) => id === post.id)?.state).toEqual(state)
  return state!
}

async function connect(): Promise<void> {
  const { platformUserId: id, username, displayName, avatarUrl, isBusiness } = await readAccount(deps, actor, { accountId })
  const user = { id, username, displayName, avatarUrl, isBusiness, websiteUrl: null }
  const grant = { accessToken, refreshToken: 'pinr_next', expiresAt: null, refreshExpiresAt: null, scopes: '' }
  await deps.db.tx((sql) => storeConnection(sql, deps, actor, { user, grant, timezone: null }, clock.now))
}

afterEach(async () => {
  await resumePublishing(deps, actor, { accountId })
  await connect()
  await workFor(world, HOUR_MS)
})

test('a pin of a disconnected account says since when it waits and when it becomes a draft, and afterwards why it was late', async () => {
  const pin = await aPin(world, { url: 'https://example.com/late', at: inMinutes(30) })
  expect(await stateNow(pin)).toMatchObject({ name: 'scheduled', cause: null, until: pin.sendAt })
  const since = clock.now
  await disconnectAccount(deps, actor, { accountId })
  const until = later(pin.sendAt!, DAY_MS)
  expect(await stateNow(pin)).toEqual({
    name: 'waiting',
    cause: 'disconnected',
    isLate: false,
    since,
    until,
    nextAttemptAt: null,
  })
  await workFor(world, 4 * HOUR_MS)
  await sweepLate(deps)
  expect(await stateNow(pin)).toMatchObject({ name: 'waiting', cause: 'disconnected', isLate: true, since, until })
  await connect()
  await workFor(world, MINUTE_MS)
  expect(await stateNow(pin)).toMatchObject({ name: 'published', cause: 'disconnected', isLate: true })
})

test('a pin of a paused account waits for a day, or becomes a draft at its time where the account says so', async () => {
  const pin = await aPin(world, { url: 'https://example.com/paused', at: inMinutes(5) })
  await pausePublishing(deps, actor, { accountId, whilePaused: 'wait' })
  const since = clock.now
  expect(await stateNow(pin)).toMatchObject({ name: 'waiting', cause: 'paused', since, until: later(pin.sendAt!, DAY_MS) })
  await pausePublishing(deps, actor, { accountId, whilePaused: 'fail' })
  expect(await stateNow(pin)).toMatchObject({ cause: 'paused', since, until: pin.sendAt })
  clock.advance(HOUR_MS)
  await sweepLate(deps)
  expect(await stateNow(pin)).toMatchObject({ name: 'failed', since: clock.now })
})

test('a pin that was held and released before its time was not late, and says nothing of it', async () => {
  const pin = await aPin(world, { url: 'https://example.com/on-time', at: inMinutes(30) })
  await pausePublishing(deps, actor, { accountId, whilePaused: 'wait' })
  await resumePublishing(deps, actor, { accountId })
  await workFor(world, HOUR_MS)
  expect(await stateNow(pin)).toMatchObject({ name: 'published', cause: null, isLate: false })
  expect((await reread(world, pin)).delayedBy).toBeNull()
})

test('a pin that Pinterest asks to wait for says so, with its next try', async () => {
  await world.simulator.fault({
    operation: 'create_pin',
    fault: 'rate_limited',
    times: 30,
    match: { link: 'https://example.com/limited' },
  })
  const pin = await aPin(world, { url: 'https://example.com/limited', at: inMinutes(1) })
  await workFor(world, 2 * MINUTE_MS)
  const state = await stateNow(pin)
  expect(state).toMatchObject({ name: 'waiting', cause: 'rate_limit', isLate: false })
  expect(state.nextAttemptAt!.getTime()).toBeGreaterThan(clock.now.getTime())
  await workFor(world, HOUR_MS)
  expect(await stateNow(pin)).toMatchObject({ name: 'published', cause: 'rate_limit', isLate: true })
})

test('a pin that was put off and gets another time has no cause of delay any more', async () => {
  const match = { link: 'https://example.com/put-off' }
  await world.simulator.fault({ operation: 'create_pin', fault: 'rate_limited', times: 3, match })
  const pin = await aPin(world, { url: match.link, at: inMinutes(1) })
  await workFor(world, 2 * MINUTE_MS)
  expect((await reread(world, pin)).delayedBy).toBe('rate_limit')
  await schedulePost(deps, actor, { accountId, postId: pin.id, when: { kind: 'at', at: inMinutes(60) } })
  expect((await reread(world, pin)).delayedBy).toBeNull()
  await workFor(world, 2 * HOUR_MS)
})

test('a pin that was sent without an answer is unconfirmed, never said to be unpublished', async () => {
  const pin = await anUnknownPost(world, { made: true, post: { url: 'https://example.com/unknown' } })
  const state = await stateNow(pin)
  expect(state).toMatchObject({ name: 'unconfirmed' })
  expect(state.since).not.toBeNull()
  expect(state.nextAttemptAt).not.toBeNull()
})

test('a draft that waits for approval says until when, and after that time that the request has expired', async () => {
  const account = await readAccount(deps, actor, { accountId })
  await db.sql`update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where id = ${accountId}`
  const milo = { ...actor, via: 'slack', role: 'contributor', userId: 'T1:U2' } as const
  const draft = await aDraft(world)
  await db.sql`update posts set created_by = ${milo.userId} where id = ${draft.id}`
  const at = inMinutes(30)
  await requestApproval(
    deps,
    milo,
    { ...account, approvalPolicy: 'required', approvalsChannelId: 'C1' },
    { postId: draft.id, when: { kind: 'at', at } },
  )
  expect(await stateNow(draft)).toMatchObject({ name: 'awaiting_approval', since: clock.now, until: at })
  clock.advance(HOUR_MS)
  expect(await stateNow(draft)).toMatchObject({ name: 'approval_expired', since: at, until: null })
})

test('late pins behind others say that they catch up, and one whose board is busy that it waits for it', () => {
  const at = clock.now
  const now = later(at, HOUR_MS)
  const post = {
    status: 'queued',
    sendAt: at,
    sentAt: null,
    failure: null,
    delayedBy: 'disconnected',
    mediaType: 'image',
  } as const
  const account = {
    publishing: 'active',
    tokenStatus: 'authorized',
    whilePaused: 'wait',
    pausedBecause: null,
    pausedUntil: null,
    heldSince: at,
    holdSince: null,
  } as const
  const about = { dueAt: at, account, isBoardBusy: false, attempt: null, isVideoAwaited: false, approval: null }
  const dueAt = later(now, MINUTE_MS)
  expect(stateOf(post, { ...about, dueAt }, now)).toMatchObject({ cause: 'catching_up', nextAttemptAt: dueAt })
  expect(stateOf(post, { ...about, isBoardBusy: true }, now)).toMatchObject({ cause: 'board_busy', isLate: true })
  expect(stateOf(post, { ...about, isVideoAwaited: true }, now)).toMatchObject({ cause: 'video' })
  expect(stateOf(post, about, now)).toMatchObject({ cause: 'in_line' })
  expect(stateOf(post, about, later(at, DAY_MS))).toMatchObject({ cause: 'missed' })
  expect(stateOf(post, undefined, now)).toEqual(plainState(post))
})

test('a pin that may go again only after its 24 hours fails at once, with what kept it', async () => {
  const match = { link: 'https://example.com/last-minute' }
  await world.simulator.fault({ operation: 'create_pin', fault: 'rate_limited', match })
  const pin = await aPin(world, { url: match.link, at: inMinutes(1) })
  clock.now = later(pin.sendAt!, DAY_MS - 1)
  await aPublisher(world).drain()
  expect(await reread(world, pin)).toMatchObject({ status: 'draft', failure: { reason: 'platform_unavailable' } })
})

test('a picture that Pinterest cannot load is what the pin waits for, on its card too, and what it fails for after a day', async () => {
  const match = { link: 'https://example.com/no-picture' }
  await world.simulator.fault({ operation: 'create_pin', fault: 'image_unreachable', match, times: 9 })
  const pin = await aPin(world, { url: match.link, at: inMinutes(1) })
  await workFor(world, 2 * MINUTE_MS)
  const state = await stateNow(pin)
  expect(state).toMatchObject({ name: 'waiting', cause: 'image_unreachable' })
  expect(state.nextAttemptAt).not.toBeNull()
  const card = { post: await reread(world, pin), state, picture: null } as unknown as Card
  const late = JSON.stringify(lateMessage({ username: 'maker' }, card, 'Late.', later(pin.sendAt!, DAY_MS)))
  expect(late).toMatch(/Late: Pinterest couldn’t load the image\.\* Next try/)
  expect(late).toContain('Change image')
  await workFor(world, DAY_MS)
  expect(await reread(world, pin)).toMatchObject({
    status: 'draft',
    failure: {
      reason: 'media_rejected',
      cause: { code: 'image_unreachable' },
      message: expect.stringMatching(/could not load the image/) as string,
    },
  })
})

test.each([
  ['rate_limited', 'rate_limit', 'platform_unavailable', /limited our requests/],
  ['trial_app', 'app_refused', 'platform_unavailable', /did not allow Pinslot/],
] as const)('%s: the wait and the failure after it name their cause', async (fault, cause, reason, message) => {
  const match = { link: `https://example.com/named-${fault}` }
  await world.simulator.fault({ operation: 'create_pin', fault, match, times: 3_000 })
  const pin = await aPin(world, { url: match.link, at: inMinutes(1) })
  await workFor(world, MINUTE_MS + 1_000)
  expect(await stateNow(pin)).toMatchObject({ name: 'waiting', cause })
  clock.now = later(pin.sendAt!, DAY_MS - 30 * MINUTE_MS)
  await workFor(world, 30 * MINUTE_MS)
  const { status, failure } = await reread(world, pin)
  if (fault === 'rate_limited') await sweepLate(deps)
  const failed = failure ?? (await reread(world, pin)).failure
  expect([status === 'draft' || fault === 'rate_limited', failed?.reason, failed?.message]).toEqual([
    true,
    reason,
    expect.stringMatching(message),
  ])
  await db.sql`delete from sim_faults`
})
