/** What is committed between somebody's look at a post and their write is not overwritten unasked. */
import { expect, test } from 'vitest'
import type { Actor } from '../../../src/core/lib/actor.js'
import type { Sql } from '../../../src/core/ports/deps.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { editPost, type EditPost } from '../../../src/core/posts/edit.js'
import { swapPosts } from '../../../src/core/posts/schedule/swap.js'
import type { Post } from '../../../src/core/posts/post.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { EditedSinceSeen, fingerprintsOf, mediaFingerprint, MovedSinceSeen } from '../../../src/core/posts/seen.js'
import type { NewTime } from '../../../src/core/posts/when.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, aTimeslot, creditsOf, inDays } from '../../support/factories.js'
import { whileWaited } from '../../db/support/waiting.js'
import { aWorld, type World } from '../../support/world.js'
import { reread } from './support/changes.js'
import { openStudios, picture } from './support/create-fixtures.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)

const SLOT = new Date('2026-03-03T09:00:00Z')
const at = (when: Date): NewTime => ({ kind: 'at', at: when })
const move = ({ deps, actor, accountId }: World, { id }: Post, when: NewTime, seenAt?: Date | null) =>
  schedulePost(deps, actor, { accountId, postId: id, when, ...(seenAt !== undefined && { seenAt }) })
const seenOf = (post: Post) => ({ ...fingerprintsOf(post), media: mediaFingerprint(post) })
const edit = ({ deps, actor, accountId }: World, post: Post, changes: EditPost['changes'], seen = seenOf(post)) =>
  editPost(deps, actor, { accountId, postId: post.id, changes, seen })

/** Somebody else's write is under way when ours has read the post. */
const meanwhile = <T>(theirs: (sql: Sql) => Promise<unknown>, ours: () => Promise<T>) => whileWaited(db, theirs, ours)

const retime = (post: Post, sendAt: Date) => (sql: Sql) =>
  sql`
  update posts set send_at = ${sendAt}, due_at = ${sendAt}, timeslot_id = null, version = version + 1
   where organization_id = ${post.organizationId} and id = ${post.id}`
const retitle = (post: Post, title: string) => (sql: Sql) =>
  sql`
  update posts set title = ${title}, version = version + 1 where organization_id = ${post.organizationId} and id = ${post.id}`

test.each([
  ['an exact time', (world: World) => at(inDays(world, 9))],
  ['the next open slot', (): NewTime => ({ kind: 'nextOpenSlot' })],
  ['an open slot', (): NewTime => ({ kind: 'openSlot', at: SLOT })],
])('a move to %s does not overwrite one that is committed while it waits', async (_, when) => {
  const world = await aWorld(db)
  await aTimeslot(world, { day: 2, time: '09:00' })
  const post = await aQueuedPost(world, { at: inDays(world, 5) })
  const theirs = inDays(world, 6)
  const moving = meanwhile(retime(post, theirs), () => move(world, post, when(world), post.sendAt))
  await expect(moving).rejects.toThrow(MovedSinceSeen)
  await moving.catch((error: MovedSinceSeen) => expect(error.post).toMatchObject({ id: post.id, sendAt: theirs }))
  expect((await reread(world, post.id)).sendAt).toEqual(theirs)
})

test('of two people who move a post from where both saw it one does, and the other is told where it is now', async () => {
  for (let round = 0; round < 8; round++) {
    const world = await aWorld(db)
    const post = await aQueuedPost(world, { at: inDays(world, 5) })
    const times = [inDays(world, 6), inDays(world, 7)]
    const outcomes = await Promise.allSettled(times.map((time) => move(world, post, at(time), post.sendAt)))
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as MovedSinceSeen] : []))
    expect(refused).toHaveLength(1)
    expect(refused[0]!.post.sendAt).toEqual((await reread(world, post.id)).sendAt)
  }
})

test('of two who move it to the same time neither is refused', async () => {
  const world = await aWorld(db)
  const post = await aQueuedPost(world, { at: inDays(world, 5) })
  const time = inDays(world, 6)
  await Promise.all([move(world, post, at(time), post.sendAt), move(world, post, at(time), post.sendAt)])
  expect((await reread(world, post.id)).sendAt).toEqual(time)
})

test('what changed but for its time keeps no move away, and nobody who does not say what they saw is refused', async () => {
  const world = await aWorld(db)
  const post = await aQueuedPost(world, { at: inDays(world, 5) })
  await meanwhile(retitle(post, 'Theirs'), () => move(world, post, at(inDays(world, 6)), post.sendAt))
  expect(await reread(world, post.id)).toMatchObject({ title: 'Theirs', sendAt: inDays(world, 6) })
  await move(world, post, at(inDays(world, 7)))
  expect((await reread(world, post.id)).sendAt).toEqual(inDays(world, 7))
})

test('a draft that somebody else schedules at that moment is charged once, and stays at their time', async () => {
  const world = await aWorld(db, { credits: 5 })
  const draft = await aDraft(world)
  const outcomes = await Promise.allSettled([
    move(world, draft, at(inDays(world, 6)), null),
    move(world, draft, at(inDays(world, 7)), null),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await creditsOf(world)).toBe(4)
})

test('a pin that was unscheduled, deleted or claimed at that moment is moved by nobody', async () => {
  const world = await aWorld(db)
  const { deps, actor, accountId, organizationId } = world
  const [off, gone, out] = [await aQueuedPost(world), await aQueuedPost(world), await aQueuedPost(world)]
  const unscheduled = (sql: Sql) => sql`
    update posts set status = 'draft', send_at = null, due_at = null, timeslot_id = null, version = version + 1
     where organization_id = ${organizationId} and id = ${off.id}`
  await expect(meanwhile(unscheduled, () => move(world, off, at(inDays(world, 9)), off.sendAt))).rejects.toThrow(MovedSinceSeen)
  const outcomes = await Promise.allSettled([
    deletePost(deps, actor, { accountId, postId: gone.id }),
    move(world, gone, at(inDays(world, 9)), gone.sendAt),
  ])
  expect(outcomes[0].status).toBe('fulfilled')
  const claimed = (sql: Sql) => sql`
    update posts set status = 'uploading', attempt_number = 1, lease_until = now(), version = version + 1
     where organization_id = ${organizationId} and id = ${out.id}`
  await expect(meanwhile(claimed, () => move(world, out, at(inDays(world, 9)), out.sendAt))).rejects.toMatchObject({
    details: { reason: 'post_not_schedulable' },
  })
})

test('a contributor who asks for approval is told where the draft went meanwhile', async () => {
  const world = await aWorld(db)
  const { organizationId, deps, accountId } = world
  await db.sql`
    update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where organization_id = ${organizationId}`
  const milo: Actor = { organizationId, via: 'slack', role: 'contributor', userId: 'T1:UMILO' }
  const draft = await aDraft(world)
  await db.sql`update posts set created_by = 'T1:UMILO' where organization_id = ${organizationId} and id = ${draft.id}`
  const ask = (input: { seenAt?: Date | null; version?: number }) =>
    schedulePost(deps, milo, { accountId, postId: draft.id, when: { kind: 'at', at: inDays(world, 3) }, ...input })
  await expect(ask({ seenAt: inDays(world, 1) })).rejects.toThrow(MovedSinceSeen)
  await expect(meanwhile(retitle(draft, 'Theirs'), () => ask({ version: draft.version }))).rejects.toMatchObject({
    details: { reason: 'post_status_changed' },
  })
  expect(await ask({ seenAt: null })).toMatchObject({ approval: { state: 'open' } })
})

test('a swap of a pin that was moved meanwhile is refused, and so is one of a pin that had no time', async () => {
  const world = await aWorld(db)
  const { deps, actor, accountId } = world
  const [post, other] = [await aQueuedPost(world, { at: inDays(world, 5) }), await aQueuedPost(world, { at: inDays(world, 7) })]
  const swap = (seenAt: Date | null) => swapPosts(deps, actor, { accountId, postId: post.id, otherPostId: other.id, seenAt })
  const moved = conflict()
  await expect(swap(null)).rejects.toMatchObject(moved)
  await expect(meanwhile(retime(post, inDays(world, 6)), () => swap(post.sendAt))).rejects.toMatchObject(moved)
})
const conflict = () => ({ details: { reason: 'post_status_changed' } })

test('an edit does not overwrite a field that is committed while it waits, and names it; other fields it may', async () => {
  const world = await aWorld(db)
  const post = await aQueuedPost(world)
  const editing = meanwhile(retitle(post, 'Theirs'), () => edit(world, post, { title: 'Mine', description: 'Also mine' }))
  await expect(editing).rejects.toThrow(EditedSinceSeen)
  await editing.catch((error: EditedSinceSeen) => expect([error.fields, error.post.title]).toEqual([['title'], 'Theirs']))
  expect(await reread(world, post.id)).toMatchObject({ title: 'Theirs', description: post.description })
  const now = await reread(world, post.id)
  await meanwhile(retitle(now, 'Theirs again'), () => edit(world, now, { description: 'Mine' }))
  expect(await reread(world, post.id)).toMatchObject({ title: 'Theirs again', description: 'Mine' })
})

test('two who write the same are not asked, and neither is who sees no difference', async () => {
  const world = await aWorld(db)
  const post = await aDraft(world)
  await meanwhile(retitle(post, 'The same'), () => edit(world, post, { title: 'The  same' }))
  const now = await reread(world, post.id)
  await meanwhile(retitle(now, `${now.title} `), () => edit(world, now, { title: 'Mine' }))
  expect((await reread(world, post.id)).title).toBe('Mine')
})

test('a board that a change of many writes at that moment is not overwritten', async () => {
  const world = await aWorld(db)
  const post = await aDraft(world, { boardSectionId: '1011' })
  const moved = (sql: Sql) => sql`
    update posts set board_id = '102', board_section_id = null, version = version + 1
     where organization_id = ${world.organizationId} and id = ${post.id}`
  const editing = meanwhile(moved, () => edit(world, post, { board: { boardId: '101', boardSectionId: null } }))
  await expect(editing).rejects.toMatchObject({ fields: ['board'] })
})

test('of two who give it another picture one does; the other is asked before theirs is fetched, or before it is attached', async () => {
  const world = await aStudio()
  const { accountId, deps, actor } = world
  const draft = await aDraft(world)
  const post = await reread(world, draft.id)
  const give = (width: number) =>
    editPost(deps, actor, { accountId, postId: post.id, changes: { media: [picture(width, 600)] }, seen: seenOf(post) })
  const outcomes = await Promise.allSettled([give(400), give(500)])
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as EditedSinceSeen] : []))
  expect(refused).toMatchObject([{ fields: ['media'] }])
  await expect(give(450)).rejects.toMatchObject({ fields: ['media'] })
})
