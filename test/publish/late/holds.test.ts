/** An answer about the account holds its queue: nothing fails for it, one pin is tried again, and the rest follows. */
import { afterEach, expect, test } from 'vitest'
import { readAccount } from '../../../src/core/accounts/accounts.js'
import { disconnectAccount } from '../../../src/core/connections/disconnect.js'
import { storeConnection } from '../../../src/core/connections/connect.js'
import { holdOf, resumeHold } from '../../../src/core/accounts/hold.js'
import { pausePublishing, resumePublishing } from '../../../src/core/accounts/publishing.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import type { Post } from '../../../src/core/posts/post.js'
import { nextSweepDue, sweepLate } from '../../../src/core/publish/late/sweep.js'
import { readStates } from '../../../src/core/posts/state/read.js'
import { listPosts } from '../../../src/core/posts/list.js'
import { setStanding, type StandingInput } from '../../../src/sandbox/platform/faults/standings.js'
import { addBoard, addUser } from '../../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../../support/database.js'
import { anotherAccount, creditsOf, DAY_MS, HOUR_MS } from '../../support/factories.js'
import { aVideoPin } from '../support/kinds.js'
import {
  aPin,
  aPublisher,
  aPublishWorld,
  attemptsOf,
  givePicture,
  MINUTE_MS,
  noticesOf,
  pinsOf,
  type PublishWorld,
  reread,
  workFor,
} from '../support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { deps, actor, accountId, clock } = world

const inMinutes = (minutes: number) => new Date(clock.now.getTime() + minutes * MINUTE_MS)
const pin = (name: string, minutes: number, boardId = '101') =>
  aPin(world, { url: `https://example.com/${name}`, at: inMinutes(minutes), boardId })
const stands = (standing: StandingInput['standing']) => setStanding(db.sql, { username: 'maker', standing })
const hold = async () => holdOf(await readAccount(deps, actor, { accountId }))
const resume = () => resumeHold(deps, actor, { accountId })
const creates = async (of: PublishWorld = world) => (await of.simulator.state()).creates
const kindsOf = async () =>
  (
    await db.sql<{ kind: string }[]>`
      select notice ->> 'kind' as kind
        from outbox
       where organization_id = ${world.organizationId}
       order by id`
  ).map(({ kind }) => kind)
const told = async (kind: string) => (await kindsOf()).filter((one) => one === kind).length

/** As the tick does, each minute. */
async function sweepFor(ms: number): Promise<void> {
  for (let done = 0; done < ms; done += MINUTE_MS) {
    await workFor(world, MINUTE_MS)
    await sweepLate(deps)
  }
  await workFor(world, 0)
}
const sentAts = async (posts: Post[]) =>
  Promise.all(posts.map(async (post) => (await reread(world, post)).sentAt?.getTime() ?? null))
const stateOf = async (post: Post) => (await readStates(deps, [await reread(world, post)]))[0]!

afterEach(async () => {
  await stands('good')
  await db.sql`delete from sim_faults`
  await resumePublishing(deps, actor, { accountId })
  await resume()
  await sweepFor(10 * MINUTE_MS)
  const page = {
    accountId,
    status: 'queued',
    limit: 100,
    cursor: null,
    startDate: new Date(0),
    endDate: inMinutes(99_999),
  } as const
  for (const { id } of (await listPosts(deps, actor, page)).posts) await deletePost(deps, actor, { accountId, postId: id })
  await db.sql`update accounts set hold_probes = 0, hold_ended_at = null, late_after = null`
  await db.sql`delete from outbox`
})

test.each(['spam', 'under_review', 'disapproved', 'suspended', 'restricted', 'terms'] as const)(
  'an account that is %s: its pins stay scheduled, the team is notified once, and Pinterest is asked once',
  async (standing) => {
    const creditsBefore = await creditsOf(world)
    const pins = [await pin(`${standing}-1`, 1), await pin(`${standing}-2`, 11, '102'), await pin(`${standing}-3`, 21)]
    await stands(standing)
    await sweepFor(40 * MINUTE_MS)
    for (const post of pins) {
      expect(await reread(world, post)).toMatchObject({ status: 'queued', failure: null })
      expect(await stateOf(post)).toMatchObject({ name: 'waiting', cause: 'account_on_hold' })
    }
    const asked = await Promise.all(pins.map(async (post) => (await attemptsOf(world, post)).length))
    expect(asked).toEqual([1, 0, 0])
    const since = pins[0]!.sendAt!
    expect(await hold()).toMatchObject({ since, reason: standing, probeAt: new Date(since.getTime() + HOUR_MS) })
    expect(await kindsOf()).toEqual(['accountOnHold'])
    expect(await creditsOf(world)).toBe(creditsBefore - 3)
  },
)

test('one pin is tried after an hour, then after 3, 12 and 24, each time another one', async () => {
  const pins = [await pin('tried-1', 1), await pin('tried-2', 2, '102'), await pin('tried-3', 3)]
  await stands('under_review')
  await sweepFor(2 * MINUTE_MS)
  const tries = async () => Promise.all(pins.map(async (post) => (await attemptsOf(world, post)).length))
  expect(await tries()).toEqual([1, 0, 0])
  await sweepFor(HOUR_MS)
  expect(await tries()).toEqual([1, 1, 0])
  await sweepFor(3 * HOUR_MS + MINUTE_MS)
  expect(await tries()).toEqual([1, 1, 1])
  const { probeAt, since } = (await hold())!
  expect((probeAt.getTime() - since.getTime()) / HOUR_MS).toBeCloseTo(16, 1)
  expect(since).toEqual(pins[0]!.sendAt)
  expect(await told('accountOnHold')).toBe(1)
})

test('once Pinterest takes the pin that is tried, the others follow by themselves, late ones five minutes apart', async () => {
  const late = [await pin('follow-1', 1), await pin('follow-2', 2, '102'), await pin('follow-3', 3)]
  const later = await pin('follow-later', 90)
  await stands('spam')
  await sweepFor(30 * MINUTE_MS)
  await stands('good')
  await sweepFor(50 * MINUTE_MS)
  expect(await hold()).toBeNull()
  const [first, second, third] = await sentAts([late[1]!, late[0]!, late[2]!])
  expect(second! - first!).toBeGreaterThanOrEqual(5 * MINUTE_MS - 1_000)
  expect(third! - second!).toBeGreaterThanOrEqual(5 * MINUTE_MS - 1_000)
  await sweepFor(15 * MINUTE_MS)
  expect(await reread(world, later)).toMatchObject({ status: 'sent', sentAt: later.sendAt })
  expect((await kindsOf()).filter((kind) => kind.startsWith('account'))).toEqual(['accountOnHold', 'accountHoldEnded'])
  expect(await stateOf(late[0]!)).toMatchObject({ name: 'published', cause: 'account_on_hold', isLate: true })
  for (const post of [...late, later]) expect(await pinsOf(world, post)).toHaveLength(1)
})

test('a virtual clock stops where a pin is tried', async () => {
  await pin('clock', 1)
  await stands('suspended')
  await sweepFor(2 * MINUTE_MS)
  expect(await nextSweepDue(db.sql)).toEqual((await hold())!.probeAt)
})

test('a pin that the spam guard refuses again, after it took another, is to blame itself', async () => {
  const guilty = await pin('guilty', 1)
  const innocent = await pin('innocent', 2, '102')
  await world.simulator.fault({ operation: 'create_pin', fault: 'spam', times: 9, match: { link: guilty.url! } })
  await sweepFor(80 * MINUTE_MS)
  expect((await reread(world, innocent)).status).toBe('sent')
  expect(await reread(world, guilty)).toMatchObject({ status: 'draft', failure: { reason: 'platform_rejected' } })
  expect(await attemptsOf(world, guilty)).toHaveLength(2)
  expect(await hold()).toBeNull()
  expect((await noticesOf(world, guilty)).filter(({ kind }) => kind === 'pinFailed')).toMatchObject([{ refunded: true }])
})

test('resumed by hand, the queue goes on; refused again, the account is on hold again and waits for longer', async () => {
  const first = await pin('by-hand-1', 1)
  const second = await pin('by-hand-2', 20)
  await stands('restricted')
  await sweepFor(5 * MINUTE_MS)
  await resume()
  expect(await hold()).toBeNull()
  await sweepFor(MINUTE_MS)
  const again = (await hold())!
  expect(again.probeAt.getTime() - again.since.getTime()).toBe(3 * HOUR_MS)
  expect(await told('accountOnHold')).toBe(2)
  await stands('good')
  await resume()
  await sweepFor(20 * MINUTE_MS)
  for (const post of [first, second]) expect((await reread(world, post)).status).toBe('sent')
})

test.each(['taken', 'refused'] as const)('resumed by hand while a pin is tried, which is %s then', async (answer) => {
  const [tried, other] = [await pin(`race-${answer}-1`, 1), await pin(`race-${answer}-2`, 2, '102')]
  await stands('spam')
  await sweepFor(3 * MINUTE_MS)
  if (answer === 'taken') await stands('good')
  clock.advance(HOUR_MS)
  await sweepLate(deps)
  const publisher = aPublisher(world, {
    atFailpoint: async (point) => {
      if (point === 'answered') await resume()
    },
  })
  await workFor(world, 0, [publisher])
  const states = [await reread(world, tried), await reread(world, other)].map(({ status }) => status)
  if (answer === 'refused') {
    expect(states).toEqual(['queued', 'queued'])
    expect(await hold()).not.toBeNull()
  } else {
    expect(await hold()).toBeNull()
    await sweepFor(15 * MINUTE_MS)
    for (const post of [tried, other]) expect(await pinsOf(world, post)).toHaveLength(1)
  }
})

test('pins on their way when the hold begins send nothing; one that had left counts for nothing', async () => {
  const pins = [await pin('way-1', 1), await pin('way-2', 1, '102')]
  await stands('spam')
  const sent: string[] = []
  let letGo: () => void = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const publisher = aPublisher(world, {
    atFailpoint: async (point, { postId }) => {
      if (point === 'prepared' && postId === pins[1]!.id) await held
      if (point === 'answered') {
        sent.push(postId)
        setImmediate(() => void hold().then(() => letGo()))
      }
    },
  })
  const before = await creates()
  await workFor(world, MINUTE_MS, [publisher])
  expect(await hold()).not.toBeNull()
  for (const post of pins) expect((await reread(world, post)).status).toBe('queued')
  expect(await creates()).toBe(before)
  expect(await told('accountOnHold')).toBe(1)
})

test('an unknown outcome of the pin that is tried: the hold stays until its board shows it', async () => {
  const [tried, other] = [await pin('unknown-1', 1), await pin('unknown-2', 2, '102')]
  await stands('suspended')
  await sweepFor(3 * MINUTE_MS)
  await stands('good')
  await world.simulator.fault({ operation: 'create_pin', fault: 'commit_then_hang', times: 1 })
  clock.advance(HOUR_MS)
  await sweepLate(deps)
  await workFor(world, 0)
  expect([await reread(world, tried), await reread(world, other)].map(({ status }) => status).toSorted()).toEqual([
    'queued',
    'uploading',
  ])
  expect(await hold()).not.toBeNull()
  await sweepFor(20 * MINUTE_MS)
  expect(await hold()).toBeNull()
  for (const post of [tried, other]) expect(await pinsOf(world, post)).toHaveLength(1)
})

test('a pin that is tried and fails for itself, or cannot be sent, is followed by another', async () => {
  const [first, second] = [await pin('own-fault-1', 1), await pin('own-fault-2', 2, '102')]
  await stands('under_review')
  await sweepFor(3 * MINUTE_MS)
  await stands('good')
  await world.simulator.fault({ operation: 'create_pin', fault: 'board_gone', times: 1, match: { link: second.url! } })
  await sweepFor(HOUR_MS)
  expect(await reread(world, second)).toMatchObject({ status: 'draft', failure: { reason: 'board_gone' } })
  await sweepFor(5 * MINUTE_MS)
  expect((await reread(world, first)).status).toBe('sent')
  expect(await hold()).toBeNull()
})

test('a pin that waits for more than a day becomes a draft, is paid back, and one message a day says so', async () => {
  const creditsBefore = await creditsOf(world)
  const pins = [await pin('day-1', 1), await pin('day-2', 2, '102')]
  await stands('disapproved')
  await sweepFor(3 * MINUTE_MS)
  clock.advance(DAY_MS)
  await sweepFor(3 * MINUTE_MS)
  for (const post of pins) {
    expect(await reread(world, post)).toMatchObject({
      status: 'draft',
      failure: { reason: 'account_on_hold', sendAt: post.sendAt },
    })
    expect(await noticesOf(world, post)).toEqual([])
  }
  expect(await creditsOf(world)).toBe(creditsBefore)
  expect(await told('pinsMissedOnHold')).toBe(1)
  expect(await hold()).not.toBeNull()
})

test('paused during a hold, nothing is tried; set to fail, pins fail at their time; resumed, the hold goes on', async () => {
  const post = await pin('paused-1', 1)
  await stands('spam')
  await sweepFor(3 * MINUTE_MS)
  await pausePublishing(deps, actor, { accountId, whilePaused: 'wait' })
  await sweepFor(70 * MINUTE_MS)
  expect(await attemptsOf(world, post)).toHaveLength(1)
  expect(await stateOf(post)).toMatchObject({ cause: 'paused' })
  await resumePublishing(deps, actor, { accountId })
  expect(await stateOf(post)).toMatchObject({ cause: 'account_on_hold' })
  await sweepFor(2 * MINUTE_MS)
  expect(await attemptsOf(world, post)).toHaveLength(2)
  await pausePublishing(deps, actor, { accountId, whilePaused: 'fail' })
  await sweepFor(2 * MINUTE_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'draft', failure: { reason: 'paused' } })
  await pausePublishing(deps, actor, { accountId, whilePaused: 'wait' })
})

test('disconnected and connected again during a hold, pins wait for both', async () => {
  const [tokens] = await db.sql<
    [{ access: Buffer }]
  >`select access_token as access from connections where account_id = ${accountId}`
  const accessToken = deps.sealer.open(tokens.access)
  const { platformUserId: id, username, displayName, avatarUrl, isBusiness } = await readAccount(deps, actor, { accountId })
  const post = await pin('disconnected', 1)
  await stands('spam')
  await sweepFor(3 * MINUTE_MS)
  await disconnectAccount(deps, actor, { accountId })
  await sweepFor(70 * MINUTE_MS)
  expect(await stateOf(post)).toMatchObject({ cause: 'disconnected' })
  await stands('good')
  const user = { id, username, displayName, avatarUrl, isBusiness, websiteUrl: null }
  const grant = { accessToken, refreshToken: 'pinr_next', expiresAt: null, refreshExpiresAt: null, scopes: '' }
  await db.tx((sql) => storeConnection(sql, deps, actor, { user, grant, timezone: null }, clock.now))
  await workFor(world, 0)
  expect((await reread(world, post)).status).toBe('queued')
  await sweepFor(2 * MINUTE_MS)
  expect(await hold()).toBeNull()
  expect((await reread(world, post)).status).toBe('sent')
})

test('a pin that is deleted while it is tried leaves the next one', async () => {
  const [first, second] = [await pin('deleted-1', 1), await pin('deleted-2', 2, '102')]
  await stands('spam')
  await sweepFor(3 * MINUTE_MS)
  await stands('good')
  clock.advance(HOUR_MS)
  await sweepLate(deps)
  await deletePost(deps, actor, { accountId, postId: second.id })
  await sweepFor(2 * MINUTE_MS)
  expect((await reread(world, first)).status).toBe('sent')
  expect(await hold()).toBeNull()
})

test('a process that dies after Pinterest took the pin leaves no hold behind', async () => {
  const post = await pin('died', 1)
  await stands('spam')
  await sweepFor(3 * MINUTE_MS)
  await stands('good')
  clock.advance(HOUR_MS)
  await sweepLate(deps)
  const end = { hold_since: new Date(clock.now) }
  await workFor(world, 0)
  // as it would be: the pin is sent, and the hold was not ended
  await db.sql`
    update accounts
       set hold_since = ${end.hold_since}, hold_reason = 'spam', hold_probe_at = ${inMinutes(600)}, hold_probe_post_id = ${post.id}
     where id = ${accountId}`
  expect((await nextSweepDue(db.sql))!.getTime()).toBeLessThanOrEqual(clock.now.getTime())
  await sweepLate(deps)
  expect(await hold()).toBeNull()
  await givePicture(world, post)
})

test('a video that may not be uploaded holds the account as a refused pin does, and is tried like one', async () => {
  const video = await aVideoPin(world, { url: 'https://example.com/held-video', at: inMinutes(20) })
  await stands('suspended')
  await sweepFor(30 * MINUTE_MS)
  expect(await stateOf(video)).toMatchObject({ name: 'waiting', cause: 'account_on_hold' })
  expect(await told('accountOnHold')).toBe(1)
  await stands('good')
  await sweepFor(HOUR_MS)
  expect(await hold()).toBeNull()
  expect((await reread(world, video)).status).toBe('sent')
})

test('another account of the organization goes on', async () => {
  const user = { username: 'held-beside', displayName: 'Beside', isBusiness: true, createdAt: clock.now }
  const tokens = await addUser(db.sql, user)
  const [{ id: ownerId }] = await db.sql<[{ id: string }]>`select id from sim_users where username = 'held-beside'`
  const { id: boardId } = await addBoard(db.sql, {
    ownerId,
    name: 'Beside',
    description: null,
    privacy: 'PUBLIC',
    createdAt: clock.now,
  })
  const beside = await anotherAccount(world, 'held-beside')
  await db.sql`update connections set access_token = ${deps.sealer.seal(tokens.accessToken)} where account_id = ${beside.accountId}`
  await db.sql`update boards set id = ${boardId} where account_id = ${beside.accountId}`
  const held = await pin('held-first', 1)
  const free = await aPin(beside, { url: 'https://example.com/held-second', at: inMinutes(2), boardId })
  await stands('under_review')
  await sweepFor(5 * MINUTE_MS)
  expect((await reread(world, held)).status).toBe('queued')
  expect((await reread(beside, free)).status).toBe('sent')
  expect(holdOf(await readAccount(deps, actor, { accountId: beside.accountId }))).toBeNull()
})
