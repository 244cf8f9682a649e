import { expect, test } from 'vitest'
import { setApprovalPolicy } from '../../../../src/core/accounts/approval-policy.js'
import { editPost, type EditPost } from '../../../../src/core/posts/edit.js'
import { listApprovalsOf } from '../../../../src/core/posts/approval/approval.js'
import { takeBackRequest } from '../../../../src/core/posts/approval/request.js'
import { undoChange } from '../../../../src/core/posts/undo/undo.js'
import { schedulePost } from '../../../../src/core/posts/schedule.js'
import type { Post } from '../../../../src/core/posts/post.js'
import { aDatabase } from '../../../support/database.js'
import { aDraft, aQueuedPost, aTimeslot, creditsOf, DAY_MS } from '../../../support/factories.js'
import { aWorld, START, type World } from '../../../support/world.js'
import { auditOf, conflictOf, reread } from '../support/changes.js'

const { db } = await aDatabase()

const edit = ({ deps, actor, accountId }: World, { id }: Post, rest: Omit<EditPost, 'accountId' | 'postId'>, as = actor) =>
  editPost(deps, as, { accountId, postId: id, ...rest })
const undo = ({ deps, actor, accountId }: World, { id, version }: Post, as = actor) =>
  undoChange(deps, as, { accountId, postId: id, version })
const days = (count: number) => new Date(START.getTime() + count * DAY_MS)
const AT = { kind: 'at', at: days(3) } as const

test('an edit with a time fixes a draft and schedules it in one change, which one undo takes back whole', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world, { title: 'Shelf', boardId: '101' })
  const credits = await creditsOf(world)
  const changes = { title: 'Two shelves', board: { boardId: '102' } }
  const edited = await edit(world, draft, { changes, when: AT, seenAt: null })
  expect(edited).toMatchObject({ status: 'queued', title: 'Two shelves', boardId: '102', sendAt: AT.at })
  expect(await creditsOf(world)).toBe(credits - 1)
  expect((await auditOf(world, draft.id)).map(({ action }) => action)).toEqual(['schedule'])
  await undo(world, edited)
  expect(await reread(world, draft.id)).toMatchObject({ status: 'draft', title: 'Shelf', boardId: '101', sendAt: null })
  expect(await creditsOf(world)).toBe(credits)
})

test('an edit with a time moves a scheduled post, and undo restores its words and its time', async () => {
  const world = await aWorld(db)
  const post = await aQueuedPost(world, { title: 'Shelf', at: days(2) })
  const edited = await edit(world, post, { changes: { title: 'Two shelves' }, when: AT, seenAt: post.sendAt })
  expect(edited).toMatchObject({ title: 'Two shelves', sendAt: AT.at })
  await undo(world, edited)
  expect(await reread(world, post.id)).toMatchObject({ title: 'Shelf', sendAt: post.sendAt })
})

test('an edit with a time writes nothing where the post was moved since it was seen, or its time cannot be had', async () => {
  const world = await aWorld(db)
  const post = await aQueuedPost(world, { title: 'Shelf', at: days(2) })
  const changes = { title: 'Two shelves' }
  await expect(edit(world, post, { changes, when: AT, seenAt: days(1) })).rejects.toMatchObject(conflictOf('post_status_changed'))
  await expect(edit(world, post, { changes, when: { kind: 'openSlot', at: days(5) } })).rejects.toMatchObject(
    conflictOf('slot_not_open'),
  )
  await expect(edit(world, post, { changes, when: { kind: 'nextOpenSlot' } })).rejects.toMatchObject({
    details: { reason: 'no_open_slot' },
  })
  expect(await reread(world, post.id)).toEqual(post)
})

test('an edit with a time needs all that scheduling needs, with what it edits', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world, { title: null, description: null })
  const refused = edit(world, draft, { changes: { title: 'Shelf' }, when: AT })
  await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field: 'description' } })
  expect(await reread(world, draft.id)).toEqual(draft)
  await aTimeslot(world, { day: 2, time: '12:00' })
  const changes = { title: 'Shelf', description: 'Open.' }
  expect(await edit(world, draft, { changes, when: { kind: 'nextOpenSlot' } })).toMatchObject({ status: 'queued', ...changes })
})

test('of two that edit and schedule one draft at once, one is refused and nothing is charged twice', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world)
  const credits = await creditsOf(world)
  const both = [3, 4].map((day) =>
    edit(world, draft, { changes: { title: `Day ${day}` }, when: { kind: 'at', at: days(day) }, seenAt: null }),
  )
  const settled = await Promise.allSettled(both)
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await creditsOf(world)).toBe(credits - 1)
})

async function aContributor() {
  const world = await aWorld(db)
  await setApprovalPolicy(world.deps, world.actor, { accountId: world.accountId, policy: 'required', channelId: 'C1' })
  const milo = { ...world.actor, userId: 'T1:U2', role: 'contributor' as const, via: 'slack' as const }
  const draft = await aDraft({ ...world, actor: milo }, { title: 'Shelf' })
  const approvals = () => listApprovalsOf(world.deps, world.actor, { accountId: world.accountId, postId: draft.id, limit: 5 })
  return { world, milo, draft, approvals }
}

test('a contributor’s edit with a time asks for approval in the same change; undoing it takes the request back', async () => {
  const { world, milo, draft, approvals } = await aContributor()
  const edited = await edit(world, draft, { changes: { title: 'Two shelves' }, when: AT }, milo)
  expect(edited).toMatchObject({ status: 'draft', approval: { state: 'open', requestedTime: AT } })
  expect(await approvals()).toMatchObject([{ state: 'open', title: 'Two shelves', changes: [] }])
  await undo(world, edited, milo)
  expect(await reread(world, draft.id)).toMatchObject({ title: 'Shelf' })
  expect(await approvals()).toMatchObject([{ state: 'withdrawn' }])
})

test('undoing an edit leaves a request that was made by itself', async () => {
  const { world, milo, draft, approvals } = await aContributor()
  const edited = await edit(world, draft, { changes: { title: 'Two shelves' } }, milo)
  world.clock.advance(1000)
  await schedulePost(world.deps, milo, { accountId: world.accountId, postId: draft.id, when: AT })
  await undo(world, edited, milo)
  expect(await approvals()).toMatchObject([{ state: 'open' }])
})

test('a request is taken back by whoever may change the draft, once', async () => {
  const { world, milo, draft, approvals } = await aContributor()
  await schedulePost(world.deps, milo, { accountId: world.accountId, postId: draft.id, when: AT })
  const ref = { accountId: world.accountId, postId: draft.id }
  const other = { ...milo, userId: 'T1:U3' }
  await expect(takeBackRequest(world.deps, other, ref)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await takeBackRequest(world.deps, milo, ref)
  expect(await approvals()).toMatchObject([{ state: 'withdrawn' }])
  await expect(takeBackRequest(world.deps, milo, ref)).rejects.toMatchObject(conflictOf('approval_decided'))
})
