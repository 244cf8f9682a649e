import { expect, test } from 'vitest'
import { unschedulePost, unscheduleSeries } from '../../../src/core/posts/unschedule.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, anUploadingPost, aQueuedPost, aSentPost, aTimeslot, creditsOf, inDays } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'
import { aCreated, auditOf, conflictOf, ledgerOf, reread } from './support/changes.js'

const { db } = await aDatabase()

const unschedule = ({ deps, actor, accountId }: World, postId: string) => unschedulePost(deps, actor, { accountId, postId })
const unscheduleAll = ({ deps, actor, accountId }: World, intervalGroupId: string) =>
  unscheduleSeries(deps, actor, { accountId, intervalGroupId })

test('unscheduling makes a draft again with everything but its time, and gives its charge back', async () => {
  const world = await aWorld(db, { credits: 1 })
  await aTimeslot(world, { day: 2, time: '09:00' })
  const post = await aQueuedPost(world, { altText: 'A shelf', boardSectionId: '1011', at: new Date('2026-03-03T09:00:00Z') })
  expect(post.timeslotId).not.toBeNull()
  const draft = await unschedule(world, post.id)
  expect(draft).toEqual({ ...post, status: 'draft', sendAt: null, timeslotId: null, version: post.version + 1 })
  expect(await reread(world, post.id)).toEqual(draft)
  expect(await creditsOf(world)).toBe(1)
  expect(await ledgerOf(world, post.id)).toEqual([`charge credit post:${post.id}#1`, `refund credit post:${post.id}#1`])
})

test('the publisher does not see what was taken off', async () => {
  const world = await aWorld(db)
  const post = await aQueuedPost(world)
  await unschedule(world, post.id)
  const [row] = await db.sql`select due_at, lease_until from posts where id = ${post.id}`
  expect(row).toEqual({ due_at: null, lease_until: null })
})

test('unscheduling a draft gives it as it is, and may so be repeated', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world)
  expect(await unschedule(world, draft.id)).toEqual(draft)
  expect(await auditOf(world, draft.id)).toEqual([])
})

test.each([
  ['sent', aSentPost],
  ['uploading', anUploadingPost],
])('a post that is %s cannot be unscheduled', async (_, make) => {
  const world = await aWorld(db)
  const post = await make(world)
  await expect(unschedule(world, post.id)).rejects.toMatchObject(conflictOf('post_not_schedulable'))
  expect(await reread(world, post.id)).toEqual(post)
})

test('a trial pin and a charge of an earlier period are not refunded', async () => {
  const world = await aWorld(db)
  const { organizationId } = world
  await db.sql`
    update entitlements set access = 'none', trial_offered = true, trial_left = 1, credits_left = 0 where organization_id = ${organizationId}`
  const trial = await aQueuedPost(world)
  await unschedule(world, trial.id)
  expect(await ledgerOf(world, trial.id)).toEqual([`charge trial post:${trial.id}#1`])

  const later = await aWorld(db, { credits: 1 })
  const post = await aQueuedPost(later, { at: inDays(later, 60) })
  later.clock.now = inDays(later, 40)
  await unschedule(later, post.id)
  expect(await creditsOf(later)).toBe(0)
})

test('a series is taken off in one change, without those that are drafts, uploading or sent', async () => {
  const world = await aWorld(db, { credits: 4 })
  const [first, second, third, fourth] = await aCreated(world, { count: 4 })
  await unschedule(world, second!.id)
  await db.sql`
    update posts set status = 'sent', pin_id = '77', sent_at = send_at, due_at = null where id = ${third!.id}`
  const taken = await unscheduleAll(world, first!.intervalGroupId!)
  expect(taken.map(({ id, status }) => [id, status])).toEqual([
    [first!.id, 'draft'],
    [fourth!.id, 'draft'],
  ])
  expect(await creditsOf(world)).toBe(3)
  expect((await reread(world, third!.id)).status).toBe('sent')
  const [a, b] = [(await auditOf(world, first!.id)).at(-1), (await auditOf(world, fourth!.id)).at(-1)]
  expect(a).toMatchObject({ action: 'unschedule', before: { status: 'queued' }, after: { status: 'draft', sendAt: null } })
  expect(a!.change).toBe(b!.change)
  expect(await unscheduleAll(world, first!.intervalGroupId!)).toEqual([])
})

test('a missing or foreign post or series is not found', async () => {
  const [world, other] = [await aWorld(db), await aWorld(db)]
  const [foreign] = await aCreated(other, { count: 2 })
  for (const id of ['x', '999999', foreign!.id]) {
    await expect(unschedule(world, id)).rejects.toThrow('Post not found.')
    await expect(unscheduleAll(world, id)).rejects.toThrow('Post not found.')
  }
  expect((await reread(other, foreign!.id)).status).toBe('queued')
})
