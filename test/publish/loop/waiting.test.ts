/** What a look has found serves more than the places that are free at its moment; in turns between organizations, and never stale. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import type { DuePost } from '../../../src/core/publish/claim/due.js'
import { choose, inTurns } from '../../../src/core/publish/claim/waiting.js'
import type { Loop } from '../../../src/jobs/loop.js'
import { aDatabase } from '../../support/database.js'
import { aGate } from '../../support/gate.js'
import { aCrowd, aCrowdWorld, aPlatform, besides, created, crowdPublisher, statusesOf } from '../support/loop-crowd.js'
import { SECOND_MS } from '../support/support.js'

const { db } = await aDatabase()
const running: Loop[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()))
  await db.sql`delete from posts`
})

/** Counts the looks over all organizations. */
function counting() {
  let looks = 0
  const sql = new Proxy(db.sql, {
    apply(target, self, args: [TemplateStringsArray, ...unknown[]]) {
      if (args[0][0]?.includes('with recent')) looks++
      return Reflect.apply(target, self, args) as unknown
    },
  })
  return { db: { ...db, sql }, looks: () => looks }
}

test('hundreds of pins that wait for few places are read a few times', async () => {
  const asked = aPlatform((_, number) => sleep(1).then(() => created(String(number))))
  const { db: counted, looks } = counting()
  const world = await aCrowdWorld(db, asked)
  await aCrowd(world, { count: 300, at: world.clock.now, name: 'waiting' })
  const publisher = crowdPublisher({ ...world, deps: { ...world.deps, db: counted } }, { maxOpen: 10 })
  await publisher.drain()
  expect(await statusesOf(world)).toEqual({ sent: 300 })
  expect(looks()).toBeLessThan(25) // 30 times ten places: nothing is read for most of them
})

test('a pin that is edited, moved or taken back while it waits goes out as it is by then, or not', async () => {
  const gate = aGate()
  const asked = aPlatform((_, number) => gate.passed.then(() => created(String(number))))
  const world = await aCrowdWorld(db, asked)
  await aCrowd(world, { count: 9, at: world.clock.now, name: 'changed' })
  const publisher = crowdPublisher(world, { maxOpen: 2 })
  running.push(publisher)
  await publisher.start()
  await expect.poll(() => asked.open.size).toBe(2)
  const waiting = await db.sql<{ id: string }[]>`select id from posts where status = 'queued' order by id`
  const [edited, moved, unscheduled, deleted, ...rest] = waiting.map(({ id }) => id)
  const later = new Date(world.clock.now.getTime() + 600 * SECOND_MS)
  await db.sql`update posts set url = 'https://example.com/edited', version = version + 1 where id = ${edited!}`
  await db.sql`update posts set send_at = ${later}, due_at = ${later}, version = version + 1 where id = ${moved!}`
  await db.sql`update posts set status = 'draft', send_at = null, due_at = null, version = version + 1 where id = ${unscheduled!}`
  await db.sql`delete from posts where id = ${deleted!}`
  gate.open()
  await expect.poll(() => statusesOf(world)).toEqual({ sent: 2 + 1 + rest.length, queued: 1, draft: 1 })
  expect(asked.asked).toContain('https://example.com/edited')
  expect(new Set(asked.asked).size).toBe(2 + 1 + rest.length)
})

test('a team with one pin goes out beside a team with hundreds that was there first', async () => {
  const first: string[] = []
  const asked = aPlatform(({ link }, number) => {
    first.push(link)
    return sleep(1).then(() => created(String(number)))
  })
  const world = await aCrowdWorld(db, asked)
  await aCrowd(world, { count: 180, at: world.clock.now, name: 'hundreds' })
  const other = await besides(db, world)
  await aCrowd(other, { count: 1, at: world.clock.now, name: 'one' })
  await crowdPublisher(world, { maxOpen: 10 }).drain()
  expect(first.findIndex((link) => link.includes('/one/'))).toBeLessThan(20)
})

describe('what may begin of what waits', () => {
  const at = new Date('2026-03-02T10:00:00.100Z')
  const post = (organizationId: number, n: number, parts: Partial<DuePost> = {}): DuePost => ({
    organizationId: String(organizationId),
    accountId: String(organizationId),
    postId: `${organizationId}${n}`,
    boardId: String(n),
    attemptNumber: 1,
    work: 'publish',
    isLate: false,
    sendAt: at,
    dueAt: at,
    ...parts,
  })
  const NO_LIMIT = {
    now: at,
    aheadMs: 0,
    readBacks: 0,
    limit: 100,
    perAccount: 100,
    perOrganization: 100,
    busy: [],
    openBoards: [],
  }
  const ids = (posts: DuePost[]) => posts.map(({ postId }) => postId)

  test('one of each organization in turn, first of that with the least open', () => {
    const posts = [post(1, 1), post(1, 2), post(1, 3), post(2, 1), post(2, 2)]
    expect(ids(inTurns(posts, [{ organizationId: '1', accountId: '1', open: 1 }], 0))).toEqual(['21', '22', '11', '12', '13'])
  })

  test('what was due a second before comes first, late pins come last in their order', () => {
    const before = new Date(at.getTime() - SECOND_MS)
    const posts = [post(1, 1), post(2, 1, { dueAt: before }), post(3, 2, { isLate: true }), post(3, 1, { isLate: true })]
    expect(ids(inTurns(posts, [], 0.3))).toEqual(['21', '11', '32', '31'])
  })

  test.each([
    ['organizations', (n: number) => post(n, 1)],
    ['accounts of one organization', (n: number) => post(1, n, { accountId: String(n) })],
  ])('processes begin with other %s', (_, ofNumber) => {
    const posts = Array.from({ length: 50 }, (_, n) => ofNumber(n))
    expect(ids(inTurns(posts, [], 0.1))).not.toEqual(ids(inTurns(posts, [], 0.7)))
    expect(ids(inTurns(posts, [], 0.1)).sort()).toEqual(ids(posts).sort())
  })

  test('no more of a board, an account and an organization than may be open', () => {
    const same = [post(1, 1), post(1, 1, { postId: 'x' }), post(1, 2)]
    expect(ids(choose(same, NO_LIMIT))).toEqual(['11', '12'])
    expect(ids(choose(same, { ...NO_LIMIT, openBoards: [{ organizationId: '1', accountId: '1', boardId: '1' }] }))).toEqual([
      '12',
    ])
    const busy = [{ organizationId: '1', accountId: '1', open: 1 }]
    expect(ids(choose(same, { ...NO_LIMIT, perAccount: 2, busy }))).toEqual(['11'])
    expect(ids(choose([post(1, 1), post(1, 2, { accountId: '5' })], { ...NO_LIMIT, perOrganization: 2, busy }))).toEqual(['11'])
  })

  test('of an account one late pin', () => {
    const late = [post(1, 1, { isLate: true }), post(1, 2, { isLate: true }), post(2, 1, { isLate: true })]
    expect(ids(choose(late, NO_LIMIT))).toEqual(['11', '21'])
  })
})
