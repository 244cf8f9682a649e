/** What a scheduling has settled is asked for again once that scheduling is undone. */
import { expect, test } from 'vitest'
import type { Actor } from '../../../../src/core/lib/actor.js'
import { readApproval } from '../../../../src/core/posts/approval/approval.js'
import { approveMany } from '../../../../src/core/many/approve-many.js'
import { approvePin, declinePin } from '../../../../src/core/posts/approval/decide.js'
import type { Approval } from '../../../../src/core/posts/approval/model.js'
import { undoDecision } from '../../../../src/core/posts/undo/decision.js'
import { deletePost } from '../../../../src/core/posts/delete.js'
import { editPost } from '../../../../src/core/posts/edit.js'
import { requestDrafts, scheduleDrafts } from '../../../../src/core/many/batch/drafts.js'
import { undoBatch } from '../../../../src/core/many/batch/undo.js'
import { changeMany } from '../../../../src/core/many/bulk/change.js'
import { undoMany } from '../../../../src/core/many/bulk/undo.js'
import type { Post } from '../../../../src/core/posts/post.js'
import { schedulePost } from '../../../../src/core/posts/schedule.js'
import { undoChange } from '../../../../src/core/posts/undo/undo.js'
import { aDatabase } from '../../../support/database.js'
import { aDraft, aQueuedPost, creditsOf, DAY_MS, inDays } from '../../../support/factories.js'
import { aWorld, type World } from '../../../support/world.js'
import { threeADay } from '../batch/support/batches.js'

const { db } = await aDatabase()

const as = ({ organizationId }: World, role: Actor['role'], name: string): Actor => ({
  organizationId,
  via: 'slack',
  role,
  userId: `T1:U${name}`,
})
const milo = (world: World) => as(world, 'contributor', 'MILO')
const ada = (world: World) => as(world, 'admin', 'ADA')

type Asked = { world: World; post: Post; approval: Approval }

async function aPolicyWorld(): Promise<World> {
  const world = await aWorld(db, { credits: 20 })
  await db.sql`
    update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where organization_id = ${world.organizationId}`
  await threeADay(world)
  return world
}

async function milosDraft(world: World): Promise<Post> {
  const draft = await aDraft(world, { url: `https://example.com/${Math.random()}` })
  await db.sql`
    update posts set created_by = 'T1:UMILO' where organization_id = ${world.organizationId} and id = ${draft.id}`
  return draft
}

/** Milo's draft, for which he asks. */
async function asked(): Promise<Asked> {
  const world = await aPolicyWorld()
  const { id: postId } = await milosDraft(world)
  const when = { kind: 'at', at: inDays(world, 3) } as const
  const post = await schedulePost(world.deps, milo(world), { accountId: world.accountId, postId, when })
  return { world, post, approval: post.approval! }
}

const approve = ({ world, post, approval }: Asked) =>
  approvePin(world.deps, ada(world), { accountId: world.accountId, approvalId: approval.id, version: post.version })
const undo = ({ deps, accountId }: World, { id: postId, version }: Post, actor: Actor) =>
  undoChange(deps, actor, { accountId, postId, version })
const approvalNow = ({ world, approval }: Asked) =>
  readApproval(world.deps, world.actor, { accountId: world.accountId, approvalId: approval.id })
const statesOf = async ({ organizationId }: World) =>
  (await db.sql<{ state: string }[]>`select state from approvals where organization_id = ${organizationId} order by id`).map(
    ({ state }) => state,
  )
const noticesOf = async ({ organizationId }: World) =>
  (
    await db.sql<{ kind: string; destination: string }[]>`
      select notice ->> 'kind' as kind, destination from outbox where organization_id = ${organizationId} order by id`
  ).flatMap(({ kind, destination }) => (destination.startsWith('user:') ? [`${kind} > ${destination}`] : [kind]))

test('an approval that is undone is open as it was: its card asks again, and whoever asked is told', async () => {
  const it = await asked()
  const { world } = it
  const credits = await creditsOf(world)
  const queued = await approve(it)
  const { posts } = await undo(world, queued, ada(world))
  expect(posts).toMatchObject([{ status: 'draft' }])
  expect(await approvalNow(it)).toEqual({
    ...it.approval,
    postVersion: posts[0]!.version,
    revision: it.approval.revision + 2,
  })
  expect(await creditsOf(world)).toBe(credits)
  expect(await noticesOf(world)).toEqual([
    'approvalCard',
    'approvalCard',
    'approvalDecided > user:T1:UMILO',
    'approvalCard',
    'approvalsReopened > user:T1:UMILO',
  ])
  const acts = await db.sql`
    select action, actor, before, after from audit
     where organization_id = ${world.organizationId} and subject = ${`approval:${it.approval.id}`} order by id desc limit 1`
  expect(acts).toMatchObject([{ action: 'reopen', actor: 'T1:UADA', before: { state: 'approved' }, after: { state: 'open' } }])
})

test('one that is open again is decided again, and whoever asked is told of that, too', async () => {
  const it = await asked()
  const { world } = it
  const { posts } = await undo(world, await approve(it), ada(world))
  await approve({ ...it, post: posts[0]! })
  expect(await approvalNow(it)).toMatchObject({ state: 'approved' })
  expect((await noticesOf(world)).filter((kind) => kind.startsWith('approvalDecided'))).toHaveLength(2)
})

test('what was approved by scheduling it another way, in bulk or in a batch is open again by its undo', async () => {
  const it = await asked()
  const { world, post } = it
  const { deps, accountId } = world
  const when = { kind: 'at', at: inDays(world, 5) } as const
  await undo(world, await schedulePost(deps, ada(world), { accountId, postId: post.id, when }), ada(world))
  expect(await statesOf(world)).toEqual(['open'])
  const which = { kind: 'ids', ids: [post.id] } as const
  const { changeId } = await changeMany(deps, ada(world), { accountId, which, action: { kind: 'reschedule' }, preview: false })
  expect(await statesOf(world)).toEqual(['approved'])
  await undoMany(deps, ada(world), { accountId, changeId: changeId! })
  expect(await statesOf(world)).toEqual(['open'])
  const batch = await scheduleDrafts(deps, ada(world), { accountId, postIds: [post.id] })
  expect(await statesOf(world)).toEqual(['approved'])
  await undoBatch(deps, ada(world), { accountId, batchId: batch.id! })
  expect(await statesOf(world)).toEqual(['open'])
})

test('a bulk change that moved one pin and approved another: its undo opens that request, whichever of them is first', async () => {
  const it = await asked()
  const { world, post } = it
  const { deps, accountId } = world
  const queued = await aQueuedPost(world)
  const draft = await milosDraft(world)
  const when = { kind: 'at', at: inDays(world, 4) } as const
  await schedulePost(deps, milo(world), { accountId, postId: draft.id, when })
  const which = { kind: 'ids', ids: [post.id, queued.id, draft.id] } as const // the one on the schedule stands between two requests
  for (const ids of [which.ids.slice(0, 2), which.ids.slice(1)]) {
    const { changeId } = await changeMany(deps, ada(world), {
      accountId,
      which: { ...which, ids },
      action: { kind: 'reschedule' },
      preview: false,
    })
    expect((await statesOf(world)).filter((state) => state === 'approved')).toHaveLength(1)
    await undoMany(deps, ada(world), { accountId, changeId: changeId! })
    expect(await statesOf(world)).toEqual(['open', 'open'])
  }
})

test('one undo of several that were approved together opens all of them, with one message for whoever asked', async () => {
  const world = await aPolicyWorld()
  const { deps, accountId } = world
  const drafts = [await milosDraft(world), await milosDraft(world), await milosDraft(world)]
  const { results } = await requestDrafts(deps, milo(world), { accountId, postIds: drafts.map(({ id }) => id) })
  const approvals = results.map(({ post }) => ({ approvalId: post!.approval!.id, version: post!.approval!.postVersion }))
  const { changeId } = await approveMany(deps, ada(world), { accountId, approvals })
  expect(await statesOf(world)).toEqual(Array(3).fill('approved'))
  await undoMany(deps, ada(world), { accountId, changeId: changeId! })
  expect(await statesOf(world)).toEqual(Array(3).fill('open'))
  expect((await noticesOf(world)).filter((kind) => kind.startsWith('approvalsReopened'))).toHaveLength(1)
})

test('what whoever asked scheduled themselves, and takes back, is asked for again, and nobody is told', async () => {
  const it = await asked()
  const { world, post } = it
  const promoted: Actor = { ...milo(world), role: 'scheduler' }
  const when = { kind: 'at', at: inDays(world, 5) } as const
  const queued = await schedulePost(world.deps, promoted, { accountId: world.accountId, postId: post.id, when })
  expect(await approvalNow(it)).toMatchObject({ state: 'withdrawn' })
  await undo(world, queued, promoted)
  expect(await approvalNow(it)).toMatchObject({ state: 'open' })
  expect((await noticesOf(world)).filter((kind) => kind.includes('user:'))).toEqual([])
})

test('an undo that is refused leaves the request approved, and so does one of a later move', async () => {
  const it = await asked()
  const { world, post } = it
  const queued = await approve(it)
  const when = { kind: 'at', at: inDays(world, 6) } as const
  const moved = await schedulePost(world.deps, ada(world), { accountId: world.accountId, postId: post.id, when })
  await expect(undo(world, queued, ada(world))).rejects.toMatchObject({ details: { reason: 'post_status_changed' } })
  await undo(world, moved, ada(world))
  expect(await approvalNow(it)).toMatchObject({ state: 'approved' })
})

test('a request whose time has passed meanwhile is open, with the time that it had', async () => {
  const it = await asked()
  const { world } = it
  const ref = { accountId: world.accountId, approvalId: it.approval.id, version: it.post.version }
  world.clock.advance(4 * DAY_MS)
  const queued = await approvePin(world.deps, ada(world), { ...ref, inNextOpenSlot: true })
  await undo(world, queued, ada(world))
  expect(await approvalNow(it)).toMatchObject({ state: 'open', requestedTime: it.approval.requestedTime })
})

test('an undo while whoever asked asks again: one request is open, and it is of the draft as it is', async () => {
  for (let round = 0; round < 6; round++) {
    const it = await asked()
    const { world, post } = it
    const queued = await approve(it)
    const when = { kind: 'at', at: inDays(world, 7) } as const
    const [undone] = await Promise.allSettled([
      undo(world, queued, ada(world)),
      schedulePost(world.deps, milo(world), { accountId: world.accountId, postId: post.id, when }),
    ])
    expect(undone.status).toBe('fulfilled')
    expect(await statesOf(world)).toEqual(['open'])
    const [row] = await db.sql`
      select p.version = a.post_version as "isCurrent", p.status
        from posts p join approvals a on a.organization_id = p.organization_id and a.post_id = p.id
       where p.organization_id = ${world.organizationId} and p.id = ${post.id}`
    expect(row).toEqual({ isCurrent: true, status: 'draft' })
  }
})

const decline = ({ world, approval }: Asked, kind: 'rejected' | 'changes_requested' = 'rejected') =>
  declinePin(world.deps, ada(world), { accountId: world.accountId, approvalId: approval.id, kind, reason: 'Too dark.' })
const takeBack = ({ world, approval }: Asked, actor = ada(world)) =>
  undoDecision(world.deps, actor, { accountId: world.accountId, approvalId: approval.id })

test.each(['rejected', 'changes_requested'] as const)('a request that was %s is open again once that is undone', async (kind) => {
  const it = await asked()
  await decline(it, kind)
  await takeBack(it)
  expect(await approvalNow(it)).toMatchObject({ state: 'open', reason: null, decidedBy: null, postVersion: it.post.version })
  expect((await noticesOf(it.world)).at(-1)).toEqual('approvalsReopened > user:T1:UMILO')
  await approve(it)
  await takeBack(it)
  expect(await approvalNow(it)).toMatchObject({ state: 'open' })
})

test('a decision stays where something else became of the pin: it was edited, deleted or asked for again', async () => {
  const stays = async (act: (it: Asked) => Promise<unknown>, message: RegExp) => {
    const it = await asked()
    await decline(it)
    await act(it)
    await expect(takeBack(it)).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringMatching(message) as unknown })
    expect((await approvalNow(it)).state).toBe('rejected')
  }
  const of = ({ world, post }: Asked) => [world.deps, milo(world), { accountId: world.accountId, postId: post.id }] as const
  await stays((it) => {
    const [all, actor, pin] = of(it)
    return editPost(all, actor, { ...pin, changes: { title: 'Lighter' } })
  }, /was changed in the meantime. Nothing was undone/)
  await stays((it) => deletePost(...of(it)), /was deleted in the meantime. Nothing was undone/)
  await stays((it) => {
    const [all, actor, pin] = of(it)
    return schedulePost(all, actor, { ...pin, when: { kind: 'nextOpenSlot' } })
  }, /requested again. Nothing was undone/)
})

test('of two who undo a decision at once one does it, and after ten minutes nobody does', async () => {
  const it = await asked()
  await decline(it)
  const results = await Promise.allSettled([takeBack(it), takeBack(it), takeBack(it)])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await decline(it)
  await expect(takeBack(it, milo(it.world))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  it.world.clock.advance(10 * 60_000 + 1000)
  await expect(takeBack(it)).rejects.toMatchObject({ details: { reason: 'undo_expired' } })
})
