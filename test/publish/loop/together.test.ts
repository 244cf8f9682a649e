/** Attempts that commit and settle in one statement: each has its own fence, and none spoils the others. */
import { expect, test as always } from 'vitest'
import type { Claimed } from '../../../src/core/publish/model/claimed-post.js'
import { claimPosts } from '../../../src/core/publish/claim/claim.js'
import { makeCommitSending } from '../../../src/core/publish/send/commit-sending.js'
import { listDue } from '../../../src/core/publish/claim/due.js'
import { makeSettleSent } from '../../../src/core/publish/settle/sent.js'
import type { Payload } from '../../../src/core/publish/model/payload.js'
import type { World } from '../../support/world.js'
import { aDatabase, isOnCluster } from '../../support/database.js'
import { aCrowd, aCrowdWorld, aPlatform, besides, created, crowdPublisher, holding, statusesOf } from '../support/loop-crowd.js'
import { MINUTE_MS } from '../support/support.js'

const { db } = await aDatabase()
const world = await aCrowdWorld(db, aPlatform())
/** A cluster does it organization by organization: distributed.test.ts. */
const test = always.skipIf(isOnCluster())
let names = 0

/** Claimed just now, each on a board of its own. */
async function claimed(count: number, of: World = world): Promise<Claimed[]> {
  const { now } = world.clock
  await aCrowd(of, { count, at: now, name: `together${++names}` })
  const due = await listDue(db.sql, { now, limit: 1000 })
  const all = await claimPosts(db.sql, due, now)
  expect(all).toHaveLength(count)
  return all
}

const payload: Payload = {
  boardId: '1',
  boardSectionId: null,
  title: 'A pin',
  description: 'It',
  link: 'https://example.com',
  altText: null,
  isSimplified: false,
  mediaKind: 'image',
  mediaIds: [],
}
const states = async (all: Claimed[]) => {
  const rows = await db.sql<{ state: string }[]>`
    select state from publish_attempts where post_id = any(${all.map(({ postId }) => postId)}::bigint[]) order by post_id`
  return rows.map(({ state }) => state)
}
const byPost = (all: Claimed[]) => all.sort((a, b) => Number(a.postId) - Number(b.postId))
const clear = () => db.sql`delete from posts`
const sentAs = (pinId: string, now: Date) => ({ pinId, sentAt: now, as: 'confirmed', response: null }) as const

/** How many statements the database gets. */
function counted() {
  const asked = { statements: 0 }
  const sql = new Proxy(db.sql, {
    apply(target, self, args: [TemplateStringsArray, ...unknown[]]) {
      if (/^\s*with/.test(args[0][0] ?? '')) asked.statements++
      return Reflect.apply(target, self, args) as unknown
    },
  })
  return { asked, parts: { db: { ...db, sql }, clock: world.deps.clock } }
}

test('attempts that are ready at the same time are committed in one statement, over organizations too', async () => {
  const all = [...(await claimed(20)), ...(await claimed(20, await besides(db, world)))]
  const { asked, parts } = counted()
  const commitSending = makeCommitSending(parts)
  const permissions = await Promise.all(all.map((one) => commitSending({ attempt: one, payload })))
  expect(permissions.every((one) => one !== null)).toBe(true)
  expect(asked.statements).toBe(1)
  expect(new Set(await states(all))).toEqual(new Set(['sending']))
  await clear()
})

test.each([
  ['whose lease has run out', (id: string) => db.sql`update posts set lease_until = ${world.clock.now} where id = ${id}`],
  ['that was taken over by another attempt', (id: string) => db.sql`update posts set attempt_number = 2 where id = ${id}`],
  ['that was requeued', (id: string) => db.sql`update publish_attempts set state = 'retry' where post_id = ${id}`],
])('an attempt %s may not send, and those beside it may', async (_, spoil) => {
  const all = byPost(await claimed(5))
  await spoil(all[2]!.postId)
  const commitSending = makeCommitSending(world.deps)
  const permissions = await Promise.all(all.map((one) => commitSending({ attempt: one, payload })))
  expect(permissions.map((one) => one !== null)).toEqual([true, true, false, true, true])
  await clear()
})

test('an attempt that somebody holds does not hold up those beside it, and is told when it is free', async () => {
  const all = byPost(await claimed(5))
  const commitSending = makeCommitSending(world.deps)
  const letGo = await holding(db, (sql) => sql`select 1 from publish_attempts where post_id = ${all[0]!.postId} for update`)
  const [held, ...others] = all.map((one) => commitSending({ attempt: one, payload }))
  expect((await Promise.all(others)).every((one) => one !== null)).toBe(true)
  expect(await states(all)).toEqual(['claimed', 'sending', 'sending', 'sending', 'sending'])
  await letGo()
  expect(await held).not.toBeNull()
  await clear()
})

test('what a moment ago began to be committed is fresh by that moment, not by when it was asked for', async () => {
  const all = byPost(await claimed(3))
  const commitSending = makeCommitSending(world.deps)
  const letGo = await holding(db, (sql) => sql`select 1 from publish_attempts where post_id = ${all[0]!.postId} for update`)
  const slow = commitSending({ attempt: all[0]!, payload })
  await new Promise((resolve) => setTimeout(resolve, 100))
  const askedAt = performance.now()
  const behind = await commitSending({ attempt: all[1]!, payload })
  expect(behind!.beganAt).toBeGreaterThanOrEqual(askedAt)
  await letGo()
  expect((await slow)!.beganAt).toBeLessThan(askedAt)
  await clear()
})

test('successes of a moment are settled in one statement; one that was superseded spoils none', async () => {
  const all = byPost(await claimed(20))
  const commitSending = makeCommitSending(world.deps)
  await Promise.all(all.map((one) => commitSending({ attempt: one, payload })))
  await db.sql`update publish_attempts set state = 'absent' where post_id = ${all[3]!.postId}`
  const { asked, parts } = counted()
  const settleSent = makeSettleSent(parts)
  const settled = await Promise.all(all.map((one) => settleSent(one, sentAs(`8${one.postId}`, world.clock.now))))
  expect(settled.map((one, n) => one === (n !== 3))).toEqual(all.map(() => true))
  expect(asked.statements).toBe(2) // all of them, and the one by itself
  expect(await statusesOf(world)).toEqual({ sent: 19, uploading: 1 })
  expect(await db.sql`select 1 from publish_lanes`).toHaveLength(1)
  await clear()
})

test('a pin that the database refuses, since another post has it, loses the others nothing', async () => {
  const all = byPost(await claimed(6))
  const commitSending = makeCommitSending(world.deps)
  await Promise.all(all.map((one) => commitSending({ attempt: one, payload })))
  const settleSent = makeSettleSent(world.deps)
  const ended = await Promise.allSettled(
    all.map((one, n) => settleSent(one, sentAs(n < 2 ? 'the same' : `9${one.postId}`, world.clock.now))),
  )
  const settled = ended.map((one) => one.status === 'fulfilled' && one.value)
  expect(settled.slice(2)).toEqual([true, true, true, true])
  expect(settled.slice(0, 2).filter(Boolean)).toHaveLength(1)
  expect(await statusesOf(world)).toEqual({ sent: 5, uploading: 1 })
  await clear()
})

test('a post that somebody holds is settled when it is free, the others at once', async () => {
  const all = byPost(await claimed(4))
  const commitSending = makeCommitSending(world.deps)
  await Promise.all(all.map((one) => commitSending({ attempt: one, payload })))
  const settleSent = makeSettleSent(world.deps)
  const letGo = await holding(db, (sql) => sql`select 1 from posts where id = ${all[0]!.postId} for update`)
  const [held, ...others] = all.map((one) => settleSent(one, sentAs(`6${one.postId}`, world.clock.now)))
  expect(await Promise.all(others)).toEqual([true, true, true])
  expect(await statusesOf(world)).toEqual({ sent: 3, uploading: 1 })
  await letGo()
  expect(await held).toBe(true)
  await clear()
})

test('a pin whose account is told of it is settled together with its notice', async () => {
  await db.sql`update accounts set tells_published = true where id = ${world.accountId}`
  await aCrowd(world, { count: 5, at: world.clock.now, name: 'told' })
  await crowdPublisher(world).drain()
  expect(await statusesOf(world)).toEqual({ sent: 5 })
  const notices = await db.sql`select 1 from outbox where notice ->> 'kind' = 'pinPublished'`
  expect(notices).toHaveLength(5)
  await db.sql`update accounts set tells_published = false where id = ${world.accountId}`
  await clear()
})

test('a request is not written when more than a second has passed since its own commit began, those beside it are', async () => {
  const asked = aPlatform((_, number) => Promise.resolve(created(`5${number}`)))
  const parts = { platform: asked.platform }
  const slow = { ...world, deps: { ...world.deps, ...parts } }
  await aCrowd(slow, { count: 3, at: world.clock.now, name: 'fresh' })
  const publisher = crowdPublisher(slow, {
    atFailpoint: async (failpoint, { boardId }) => {
      if (failpoint === 'sending' && boardId === '501') await new Promise((resolve) => setTimeout(resolve, 1_100))
    },
  })
  await publisher.drain()
  expect(await statusesOf(world)).toEqual({ sent: 2, queued: 1 })
  expect(asked.asked).toHaveLength(2)
  world.clock.advance(2 * MINUTE_MS)
  await crowdPublisher(slow).drain()
  expect(await statusesOf(world)).toEqual({ sent: 3 })
})
