import { expect, test } from 'vitest'
import { approvePin } from '../../../../src/core/posts/approval/decide.js'
import { previewDrafts, requestDrafts, scheduleDrafts } from '../../../../src/core/many/batch/drafts.js'
import { undoBatch } from '../../../../src/core/many/batch/undo.js'
import type { Actor } from '../../../../src/core/lib/actor.js'
import type { Post } from '../../../../src/core/posts/post.js'
import { aDatabase } from '../../../support/database.js'
import { aDraft, aQueuedPost, creditsOf } from '../../../support/factories.js'
import { aWorld, type World } from '../../../support/world.js'
import { threeADay, withoutNames, saidOf } from './support/batches.js'

const { db } = await aDatabase()

const milo = (world: World): Actor => ({
  organizationId: world.organizationId,
  via: 'slack',
  role: 'contributor',
  userId: 'T1:UMILO',
})

async function drafts(world: World, count: number, createdBy?: string): Promise<Post[]> {
  const made: Post[] = []
  for (let number = 0; number < count; number++) made.push(await aDraft(world, { url: `https://example.com/${number}` }))
  if (createdBy) await db.sql`update posts set created_by = ${createdBy} where organization_id = ${world.organizationId}`
  return made
}
const refOf = ({ accountId }: World, posts: Post[]) => ({ accountId, postIds: posts.map(({ id }) => id) })
const statuses = async ({ organizationId }: World) =>
  (await db.sql<{ status: string }[]>`select status from posts where organization_id = ${organizationId} order by id`).map(
    ({ status }) => status,
  )
const approvals = async ({ organizationId }: World) =>
  (await db.sql<{ state: string }[]>`select state from approvals where organization_id = ${organizationId} order by id`).map(
    ({ state }) => state,
  )
const withApprovals = ({ organizationId }: World) => db.sql`
  update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where organization_id = ${organizationId}`

test('drafts go on the next open slots together, one charge each, and come off with one Undo', async () => {
  const world = await aWorld(db, { credits: 3 })
  const { deps, actor, accountId } = world
  await threeADay(world)
  const made = await drafts(world, 3)
  const seen = await previewDrafts(deps, actor, refOf(world, made))
  expect(await statuses(world)).toEqual(['draft', 'draft', 'draft'])
  const batch = await scheduleDrafts(deps, actor, refOf(world, made))
  expect(withoutNames(saidOf(seen))).toEqual(withoutNames(saidOf(batch)))
  expect(batch.results.map(({ post }) => [post?.id, post?.status])).toEqual(made.map(({ id }) => [id, 'queued']))
  expect(await creditsOf(world)).toBe(0)
  const undone = await undoBatch(deps, actor, { accountId, batchId: batch.id! })
  expect(undone.results.map(({ post }) => post?.status)).toEqual(['draft', 'draft', 'draft'])
  expect(await creditsOf(world)).toBe(3)
})

test('all or none: one that is scheduled, gone or incomplete refuses all, each named', async () => {
  const world = await aWorld(db)
  await threeADay(world)
  const [good, bare] = [await aDraft(world), await aDraft(world, { title: null })]
  const queued = await aQueuedPost(world)
  const postIds = [good.id, queued.id, '999999', bare.id]
  await expect(scheduleDrafts(world.deps, world.actor, { accountId: world.accountId, postIds })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    details: {
      rows: [
        { index: 1, error: { details: { reason: 'post_not_schedulable' } } },
        { index: 2, error: { code: 'NOT_FOUND' } },
        { index: 3, error: { details: { field: 'title' } } },
      ],
    },
  })
  expect(await statuses(world)).toEqual(['draft', 'draft', 'queued'])
})

test('of two people who schedule the same drafts at once one does it, and each is paid for once', async () => {
  const world = await aWorld(db, { credits: 20 })
  await threeADay(world)
  const made = await drafts(world, 6)
  const outcomes = await Promise.allSettled([
    scheduleDrafts(world.deps, world.actor, refOf(world, made)),
    scheduleDrafts(world.deps, world.actor, refOf(world, [...made].reverse())),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'BAD_REQUEST' } })
  expect(await creditsOf(world)).toBe(14)
})

test('credit for two of three schedules none, and says how many fit', async () => {
  const world = await aWorld(db, { credits: 2 })
  await threeADay(world)
  const made = await drafts(world, 3)
  await expect(scheduleDrafts(world.deps, world.actor, refOf(world, made))).rejects.toMatchObject({
    code: 'PAYMENT_REQUIRED',
    message: expect.stringContaining('credit for 2 of these 3 posts') as string,
  })
  expect([await creditsOf(world), await statuses(world)]).toEqual([2, ['draft', 'draft', 'draft']])
})

test('a contributor asks for their drafts together, and takes it back with one Undo', async () => {
  const world = await aWorld(db)
  await withApprovals(world)
  const made = await drafts(world, 2, 'T1:UMILO')
  const batch = await requestDrafts(world.deps, milo(world), refOf(world, made))
  expect(batch).toMatchObject({
    mode: 'approval',
    results: made.map(({ id }) => ({ post: { id, approval: { state: 'open' } } })),
  })
  await undoBatch(world.deps, milo(world), { accountId: world.accountId, batchId: batch.id! })
  expect(await approvals(world)).toEqual(['withdrawn', 'withdrawn'])
})

test('requests of which one was decided are not taken back', async () => {
  const world = await aWorld(db)
  await withApprovals(world)
  await threeADay(world)
  const made = await drafts(world, 2, 'T1:UMILO')
  const { id, results } = await requestDrafts(world.deps, milo(world), refOf(world, made))
  const { approval } = results[0]!.post!
  const ada: Actor = { ...milo(world), role: 'admin', userId: 'T1:UADA' }
  await approvePin(world.deps, ada, { accountId: world.accountId, approvalId: approval!.id, version: 1 })
  await expect(undoBatch(world.deps, milo(world), { accountId: world.accountId, batchId: id! })).rejects.toMatchObject({
    details: { reason: 'post_status_changed' },
  })
  expect(await approvals(world)).toEqual(['approved', 'open'])
})

test('a contributor schedules nothing, and asks for nobody else’s drafts', async () => {
  const world = await aWorld(db)
  const made = await drafts(world, 2)
  await expect(requestDrafts(world.deps, milo(world), refOf(world, made))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await withApprovals(world)
  await expect(scheduleDrafts(world.deps, milo(world), refOf(world, made))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(requestDrafts(world.deps, milo(world), refOf(world, made))).rejects.toMatchObject({
    details: { rows: [{ error: { code: 'FORBIDDEN' } }, { error: { code: 'FORBIDDEN' } }] },
  })
})
