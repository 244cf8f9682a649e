/** Pairs of pins: how they begin, end, keep apart, and reach a verdict by what the simulated Pinterest counts. */
import { afterAll, expect, test } from 'vitest'
import { beginTwin, endTwin, pairTwins, readTwin } from '../../../../src/core/insight/twins/twins.js'
import { DAY_MS } from '../../../../src/core/lib/duration.js'
import { DomainError } from '../../../../src/core/lib/errors.js'
import { addDates, dateOf } from '../../../../src/core/lib/time.js'
import { deletePost } from '../../../../src/core/posts/delete.js'
import { editPost } from '../../../../src/core/posts/edit.js'
import { addToEvergreen } from '../../../../src/core/posts/evergreen/pool.js'
import { schedulePost } from '../../../../src/core/posts/schedule.js'
import { undoChange } from '../../../../src/core/posts/undo/undo.js'
import { readAllResults } from '../../../../src/jobs/ticks.js'
import { addBoard, addDays, addPin, addUser } from '../../../../src/sandbox/platform/seed-api.js'
import { aPicture } from '../../../platform/support/pictures.js'
import { aDatabase } from '../../../support/database.js'
import { aDraft, aQueuedPost, aSentPost, aTimeslot, inDays } from '../../../support/factories.js'
import { startSimulator } from '../../../support/simulator.js'
import { aWorld, START, type SettableClock, type World } from '../../../support/world.js'

const { db } = await aDatabase()
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof DomainError ? (error.details.reason ?? error.details.field ?? error.code) : error),
  )
const pair = ({ deps, actor, accountId }: World, postId: string, otherPostId: string) =>
  pairTwins(deps, actor, { accountId, postId, otherPostId })
const begin = ({ deps, actor, accountId }: World, postId: string) => beginTwin(deps, actor, { accountId, postId })
const read = ({ deps, actor, accountId }: World, postId: string) => readTwin(deps, actor, { accountId, postId })
const rows = async ({ organizationId }: World) =>
  (await db.sql`select from twins where organization_id = ${organizationId}`).length

test('two pins of one link are a pair from either side, and pairing them again changes nothing', async () => {
  const world = await aWorld(db)
  const [a, b] = [await aSentPost(world), await aDraft(world)]
  const twin = await pair(world, b.id, a.id)
  expect(twin.versions.map(({ postId }) => postId)).toEqual([a.id, b.id])
  expect(twin.comparison.state).toBe('waiting')
  expect(await pair(world, a.id, b.id)).toEqual(twin)
  expect(await read(world, b.id)).toEqual(twin)
  const { deps, actor, accountId } = world
  expect(await endTwin(deps, actor, { accountId, postId: b.id })).toEqual(twin)
  expect(await refusalOf(read(world, a.id))).toBe('NOT_FOUND')
  expect(await refusalOf(endTwin(deps, actor, { accountId, postId: a.id }))).toBe('NOT_FOUND')
  const acts = await db.sql<{ action: string }[]>`select action from audit where subject = ${`twin:${a.id}`} order by id`
  expect(acts.map(({ action }) => action)).toEqual(['add', 'remove'])
})

test('what has no numbers of its own is no version, with the reason', async () => {
  const world = await aWorld(db)
  const { organizationId } = world
  const a = await aSentPost(world)
  const other = await aDraft(world, { url: 'https://example.com/other' })
  expect(await refusalOf(pair(world, a.id, other.id))).toBe('not_testable')
  expect(await refusalOf(pair(world, a.id, a.id))).toBe('postId')
  expect(await refusalOf(pair(world, a.id, '999999'))).toBe('NOT_FOUND')
  expect(await refusalOf(pair(world, a.id, 'x'))).toBe('NOT_FOUND')
  const none = await aDraft(world, { url: null })
  expect(await refusalOf(begin(world, none.id))).toBe('not_testable')
  const [deleted, repeat, edited] = [await aSentPost(world), await aSentPost(world), await aSentPost(world)]
  await db.sql`update posts set pin_deleted_at = ${START} where organization_id = ${organizationId} and id = ${deleted.id}`
  await db.sql`update posts set source_post_id = ${a.id} where organization_id = ${organizationId} and id = ${repeat.id}`
  await db.sql`
    insert into pin_edits (organization_id, account_id, post_id, pin_id, kind, state, before, after, via, actor, requested_at, settled_at)
    values (${organizationId}, ${world.accountId}, ${edited.id}, ${edited.pinId}, 'edit', 'applied', '{"title": "A"}', '{"title": "B"}',
            'api', 'u', ${START}, ${START})`
  for (const { id } of [deleted, repeat, edited]) expect(await refusalOf(begin(world, id))).toBe('not_testable')
  expect(await rows(world)).toBe(0)
})

test('schedulers pair and end; contributors begin with a draft of their own; viewers read', async () => {
  const world = await aWorld(db)
  const [a, b] = [await aSentPost(world), await aDraft(world)]
  const as = (role: 'viewer' | 'contributor') => ({ ...world, actor: { ...world.actor, role, userId: 'T1:U9' } })
  for (const role of ['viewer', 'contributor'] as const) expect(await refusalOf(pair(as(role), a.id, b.id))).toBe('FORBIDDEN')
  expect(await refusalOf(begin(as('viewer'), a.id))).toBe('FORBIDDEN')
  const copy = await begin(as('contributor'), a.id)
  expect((await read(as('viewer'), copy)).versions.map(({ postId }) => postId)).toEqual([a.id, copy])
  const { deps, actor, accountId } = as('contributor')
  expect(await refusalOf(endTwin(deps, actor, { accountId, postId: a.id }))).toBe('FORBIDDEN')
})

test('two people who begin at once get one copy, and two pairings of one pin make one pair', async () => {
  const world = await aWorld(db)
  const a = await aSentPost(world)
  const copies = await Promise.all([1, 2, 3, 4].map(() => begin(world, a.id)))
  expect(new Set(copies).size).toBe(1)
  const { organizationId } = world
  expect(await db.sql`select from posts where organization_id = ${organizationId} and status = 'draft'`).toHaveLength(1)
  const [one, two, three, four] = [await aDraft(world), await aDraft(world), await aDraft(world), await aDraft(world)]
  const ended = await Promise.all([
    refusalOf(pair(world, one.id, two.id)),
    refusalOf(pair(world, four.id, one.id)),
    refusalOf(pair(world, three.id, four.id)),
    refusalOf(pair(world, two.id, three.id)),
  ])
  expect(ended.filter((end) => end !== null && end !== 'test_exists')).toEqual([])
  const pairs = await db.sql<{ post: string; twin: string }[]>`
    select post_id as post, twin_post_id as twin from twins where organization_id = ${organizationId}`
  for (const { post, twin } of pairs) expect(pairs).toContainEqual({ post: twin, twin: post })
  expect(ended.filter((end) => end === null)).toHaveLength((pairs.length - 2) / 2)
})

test('the next open slot is three days from the other version, or as far as spacing says', async () => {
  const world = await aWorld(db)
  const { deps, actor, accountId, clock } = world
  for (const day of [0, 1, 2, 3, 4, 5, 6]) await aTimeslot(world, { day, time: '09:00' })
  const a = await aQueuedPost(world, { at: inDays(world, 1) })
  const { id: alone } = await aDraft(world)
  const next = { kind: 'nextOpenSlot' } as const
  const unpaired = await schedulePost(deps, actor, { accountId, postId: alone, when: next })
  expect(unpaired.sendAt!.getTime() - clock.now.getTime()).toBeLessThan(2 * DAY_MS)
  await deletePost(deps, actor, { accountId, postId: alone })
  const copy = await begin(world, a.id)
  const placed = await schedulePost(deps, actor, { accountId, postId: copy, when: next })
  expect(dateOf(placed.sendAt!)).toBe(addDates(dateOf(a.sendAt!), 3))
})

test('a deleted version ends the test, and so does an undone copy', async () => {
  const world = await aWorld(db)
  const { deps, actor, accountId } = world
  const a = await aSentPost(world)
  const copy = await begin(world, a.id)
  const deleted = await deletePost(deps, actor, { accountId, postId: copy })
  expect(await rows(world)).toBe(0)
  await undoChange(deps, actor, { accountId, postId: copy, version: deleted.version })
  expect(await refusalOf(read(world, copy))).toBe('NOT_FOUND')
  expect(await begin(world, a.id)).not.toBe(copy)
})

test('an edited link of the copy stops the comparison', async () => {
  const world = await aWorld(db)
  const { deps, actor, accountId } = world
  const a = await aSentPost(world)
  const copy = await begin(world, a.id)
  await editPost(deps, actor, { accountId, postId: copy, changes: { url: 'https://example.com/elsewhere' } })
  expect((await read(world, a.id)).comparison).toMatchObject({ state: 'stopped', stopped: { because: 'links_differ' } })
})

const clock: SettableClock = {
  now: START,
  advance(ms) {
    clock.now = new Date(clock.now.getTime() + ms)
  },
}
const simulator = await startSimulator(db, clock)
afterAll(() => simulator.close())

test('Pinterest’s days decide, and the winner is evergreen from then on', async () => {
  const world = await aWorld(db)
  const { organizationId, accountId, actor } = world
  const tokens = { accessToken: 'pina_t', refreshToken: 'pinr_t' }
  const user = { username: 'tester', displayName: 'T', isBusiness: true, createdAt: START, ...tokens }
  const { id: userId } = await addUser(db.sql, user)
  const { id: boardId } = await addBoard(db.sql, { ownerId: userId, name: 'Own', createdAt: START })
  await db.sql`
    update connections set access_token = ${Buffer.from('pina_t')}, refresh_token = ${Buffer.from('pinr_t')}
     where organization_id = ${organizationId}`
  const picture = { contentType: 'image/jpeg', bytes: await aPicture() } as const
  const publish = async (postId: string, day: number, clicks: number) => {
    const at = new Date(START.getTime() + day * DAY_MS)
    const pin = { boardId, title: postId, description: null, link: null, altText: null, createdAt: at, picture }
    const { id: pinId } = await addPin(db.sql, pin)
    await db.sql`
      update posts set status = 'sent', sent_at = ${at}, send_at = ${at}, pin_id = ${pinId}, due_at = null
       where organization_id = ${organizationId} and id = ${postId}`
    const metrics = { IMPRESSION: 100, OUTBOUND_CLICK: clicks }
    const days = Array.from({ length: 30 }, (_, age) => ({ day: addDates(dateOf(at), age), metrics }))
    await addDays(db.sql, { userId, pinId }, days)
  }
  const a = await aDraft(world)
  await publish(a.id, 1, 2)
  const copy = await begin(world, a.id)
  await publish(copy, 5, 6)
  const deps = { ...world.deps, clock: () => new Date(clock.now), platform: simulator.platform }
  const compared = async (day: number) => {
    clock.now = new Date(START.getTime() + day * DAY_MS)
    await readAllResults(deps)
    return (await readTwin(deps, actor, { accountId, postId: a.id })).comparison
  }
  expect(await compared(12)).toMatchObject({ state: 'counting', days: 5 })
  expect(await compared(20)).toMatchObject({ state: 'counting', days: 13 }) // today and yesterday are still counted
  expect(await compared(22)).toMatchObject({
    state: 'differs',
    days: 14,
    winnerPostId: copy,
    shares: [
      { count: 28, of: 1400 },
      { count: 84, of: 1400 },
    ],
  })
  await addToEvergreen(deps, actor, { accountId, postId: copy })
  expect((await compared(24)).winnerPostId).toBe(copy)
})
