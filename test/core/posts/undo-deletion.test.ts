/** What was deleted comes back in any case: nothing else brings it back. */
import { expect, test } from 'vitest'
import { changeMany } from '../../../src/core/many/bulk/change.js'
import { undoMany } from '../../../src/core/many/bulk/undo.js'
import { deletePost, deleteSeries } from '../../../src/core/posts/delete.js'
import type { Post } from '../../../src/core/posts/post.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { undoChange } from '../../../src/core/posts/undo/undo.js'
import { aDatabase } from '../../support/database.js'
import { whileWaited } from '../../db/support/waiting.js'
import { aDraft, aQueuedPost, aTimeslot, creditsOf, inDays } from '../../support/factories.js'
import { aWorld, START, type World } from '../../support/world.js'
import { aCreated, ledgerOf, reread } from './support/changes.js'

const { db } = await aDatabase()

const MINUTE_MS = 60_000
const inMinutes = ({ clock }: World, minutes: number) => new Date(clock.now.getTime() + minutes * MINUTE_MS)

const remove = ({ deps, actor, accountId }: World, { id }: Post) => deletePost(deps, actor, { accountId, postId: id })
const undo = ({ deps, actor, accountId }: World, { id, version }: Pick<Post, 'id' | 'version'>) =>
  undoChange(deps, actor, { accountId, postId: id, version })
const removeMany = async ({ deps, actor, accountId }: World, posts: Post[]) => {
  const which = { kind: 'ids', ids: posts.map(({ id }) => id) } as const
  const { changeId } = await changeMany(deps, actor, { accountId, which, action: { kind: 'delete' }, preview: false })
  return changeId!
}
const restoreMany = ({ deps, actor, accountId }: World, changeId: string) => undoMany(deps, actor, { accountId, changeId })

test('a deleted post whose time has passed comes back as a draft, and its charge stays returned', async () => {
  const world = await aWorld(db, { credits: 1 })
  const post = await aQueuedPost(world, { at: inMinutes(world, 2), altText: 'A shelf' })
  const gone = await remove(world, post)
  world.clock.advance(3 * MINUTE_MS)
  const { posts, notScheduled } = await undo(world, gone)
  expect(posts).toEqual([{ ...post, status: 'draft', sendAt: null, version: posts[0]!.version }])
  expect(notScheduled).toMatchObject([{ postId: post.id, error: { code: 'BAD_REQUEST', details: { field: 'sendAt' } } }])
  expect(await reread(world, post.id)).toEqual(posts[0])
  expect(await creditsOf(world)).toBe(1)
  expect(await ledgerOf(world, post.id)).toEqual([`charge credit post:${post.id}#1`, `refund credit post:${post.id}#1`])
  const { deps, actor, accountId } = world
  await schedulePost(deps, actor, { accountId, postId: post.id, when: { kind: 'at', at: inDays(world, 1) } })
  expect(await creditsOf(world)).toBe(0)
})

test('of many that were deleted at once each comes back: those with a time to come on the schedule, the others as drafts', async () => {
  const world = await aWorld(db, { credits: 5 })
  const [soon, later] = [
    await aQueuedPost(world, { at: inMinutes(world, 2) }),
    await aQueuedPost(world, { at: inDays(world, 2) }),
  ]
  const draft = await aDraft(world)
  const changeId = await removeMany(world, [soon, later, draft])
  world.clock.advance(3 * MINUTE_MS)
  const { posts, notScheduled } = await restoreMany(world, changeId)
  expect(posts.map(({ id, status }) => [id, status])).toEqual([
    [soon.id, 'draft'],
    [later.id, 'queued'],
    [draft.id, 'draft'],
  ])
  expect(notScheduled.map(({ postId }) => postId)).toEqual([soon.id])
  expect(await creditsOf(world)).toBe(4)
})

test('a deleted series comes back whole, those of it whose time has passed as drafts', async () => {
  const world = await aWorld(db, { credits: 3 })
  const { deps, actor, accountId, clock } = world
  const posts = await aCreated(world, { count: 3 })
  const gone = await deleteSeries(deps, actor, { accountId, intervalGroupId: posts[0]!.intervalGroupId! })
  await db.sql`
    update deleted_posts set post = post || jsonb_build_object('send_at', ${inMinutes(world, 2)}::timestamptz) where id = ${posts[0]!.id}`
  await db.sql`
    update audit set before = before || jsonb_build_object('sendAt', ${inMinutes(world, 2)}::timestamptz)
     where subject = ${`post:${posts[0]!.id}`} and action = 'delete'`
  clock.advance(3 * MINUTE_MS)
  const back = await undo(world, gone[1]!)
  expect(back.posts.map(({ status, intervalGroupId }) => [status, intervalGroupId])).toEqual(
    ['draft', 'queued', 'queued'].map((status) => [status, posts[0]!.intervalGroupId]),
  )
})

test('where there is not credit for all, the soonest are scheduled, and the others come back as drafts that say so', async () => {
  const world = await aWorld(db, { credits: 4 })
  const last = await aQueuedPost(world, { at: inDays(world, 9) })
  const first = await aQueuedPost(world, { at: inDays(world, 2) })
  const changeId = await removeMany(world, [last, first])
  await db.sql`update entitlements set credits_left = 1 where organization_id = ${world.organizationId}`
  const { posts, notScheduled } = await restoreMany(world, changeId)
  expect(posts.map(({ id, status }) => [id, status])).toEqual([
    [last.id, 'draft'],
    [first.id, 'queued'],
  ])
  expect(notScheduled).toMatchObject([
    { postId: last.id, error: { code: 'PAYMENT_REQUIRED', details: { reason: 'insufficient_credits' } } },
  ])
  expect(await creditsOf(world)).toBe(0)
})

test('on an account that is no longer connected a deleted post comes back as a draft, also when nothing was refunded', async () => {
  const world = await aWorld(db)
  const { organizationId } = world
  await db.sql`
    update entitlements set access = 'none', trial_offered = true, trial_left = 1, credits_left = 0
     where organization_id = ${organizationId}`
  const post = await aQueuedPost(world)
  const gone = await remove(world, post)
  await db.sql`update accounts set token_status = 'unauthorized' where organization_id = ${organizationId}`
  const { posts, notScheduled } = await undo(world, gone)
  expect(posts).toMatchObject([{ status: 'draft', sendAt: null }])
  expect(notScheduled).toMatchObject([{ error: { details: { reason: 'account_not_connected' } } }])
  expect(await ledgerOf(world, post.id)).toEqual([`charge trial post:${post.id}#1`])
})

test('a deleted post that may be on its board already comes back as a draft with that question', async () => {
  const world = await aWorld(db)
  const { organizationId, clock } = world
  const draft = await aDraft(world)
  const failure = { reason: 'outcome_unknown', message: 'Look on the board', failedAt: START.toISOString(), sendAt: null }
  await db.sql`update posts set failure = ${db.sql.json(failure)}, attempt_number = 1, charge_number = 1 where id = ${draft.id}`
  await db.sql`
    insert into publish_attempts (organization_id, post_id, number, state, board_id, send_at, claimed_at, sending_at, settled_at, payload)
    values (${organizationId}, ${draft.id}, 1, 'ambiguous', '101', ${clock.now}, ${clock.now}, ${clock.now}, ${clock.now}, '{}')`
  const { deps, actor, accountId } = world
  const when = { kind: 'at', at: inMinutes(world, 2) } as const
  const queued = await schedulePost(deps, actor, { accountId, postId: draft.id, when })
  const gone = await remove(world, queued)
  clock.advance(3 * MINUTE_MS)
  expect((await undo(world, gone)).posts).toMatchObject([{ status: 'draft', failure: { reason: 'outcome_unknown' } }])
})

test('a slot that was taken and a section that went meanwhile do not keep a deleted post away', async () => {
  const world = await aWorld(db)
  await aTimeslot(world, { day: 2, time: '09:00' })
  const slot = new Date('2026-03-03T09:00:00Z')
  const post = await aQueuedPost(world, { at: slot, boardSectionId: '1011' })
  const gone = await remove(world, post)
  const other = await aQueuedPost(world, { at: slot })
  expect(other.timeslotId).not.toBeNull()
  await db.sql`delete from board_sections where organization_id = ${world.organizationId} and id = '1011'`
  const { posts, notScheduled } = await undo(world, gone)
  expect(posts).toMatchObject([{ status: 'queued', sendAt: slot, timeslotId: null }])
  expect(notScheduled).toEqual([])
})

test('a time that passes while the undo waits for the schedule is not queued in the past', async () => {
  const world = await aWorld(db)
  const post = await aQueuedPost(world, { at: inMinutes(world, 2) })
  const gone = await remove(world, post)
  const { posts } = await whileWaited(
    db,
    (sql) => sql`select id from schedules where organization_id = ${world.organizationId} for update`,
    () => undo(world, gone),
    () => void world.clock.advance(3 * MINUTE_MS),
  )
  expect(posts).toMatchObject([{ id: post.id, status: 'draft' }])
})

test('two undos of one deletion at once have one effect, also where it comes back as drafts', async () => {
  const world = await aWorld(db, { credits: 3 })
  const posts = [await aQueuedPost(world, { at: inMinutes(world, 2) }), await aQueuedPost(world, { at: inDays(world, 2) })]
  const changeId = await removeMany(world, posts)
  world.clock.advance(3 * MINUTE_MS)
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => restoreMany(world, changeId)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ message: 'This was already undone.' })
  expect(await creditsOf(world)).toBe(2)
})
