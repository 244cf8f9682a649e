/** Who may do what with pins: viewers nothing, contributors drafts of their own, schedulers and admins all. */
import { EMPTY_CONTENT } from '../../../src/core/posts/content.js'
import { expect, test } from 'vitest'
import type { Actor, Role } from '../../../src/core/lib/actor.js'
import { createPosts, type NewPost } from '../../../src/core/posts/create/create.js'
import { deletePost, deleteSeries } from '../../../src/core/posts/delete.js'
import { editPost } from '../../../src/core/posts/edit.js'
import { readPost } from '../../../src/core/posts/list.js'
import type { Post } from '../../../src/core/posts/post.js'
import { setOutcome } from '../../../src/core/publish/settle/set-outcome.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { undoChange } from '../../../src/core/posts/undo/undo.js'
import { unschedulePost, unscheduleSeries } from '../../../src/core/posts/unschedule.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, creditsOf, inDays, readFields } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'
import { aSeries } from '../../slack/support/pins.js'

const { db } = await aDatabase()

const as = (world: World, role: Role, userId = `T1:U${role.toUpperCase()}`): Actor => ({
  organizationId: world.organizationId,
  via: 'slack',
  role,
  userId,
})
const at = (world: World) => ({ kind: 'at', at: inDays(world, 3) }) as const

/** A draft that this person made. */
async function aDraftOf(world: World, { userId }: Actor): Promise<Post> {
  const draft = await aDraft(world)
  await db.sql`update posts set created_by = ${userId} where organization_id = ${world.organizationId} and id = ${draft.id}`
  return readFields(world.deps, world.actor, { accountId: world.accountId, postId: draft.id })
}

const refusal = (message: RegExp) => ({ code: 'FORBIDDEN', message: expect.stringMatching(message) as string })

const someMedia = { kind: 'url', url: 'https://pictures.test/x.jpg', mediaType: 'image' } as const
const aNew = (world: World, fields: Partial<NewPost> = {}): NewPost => ({
  ...EMPTY_CONTENT,
  accountId: world.accountId,
  media: someMedia,
  carouselItems: [],
  title: 'A pin',
  description: 'x',
  url: 'https://example.com/a',
  altText: null,
  board: { boardId: '101', boardSectionId: null },
  series: null,
  when: { kind: 'draft' },
  isSimplified: false,
  productTagPinIds: [],
  ...fields,
})

test('a viewer changes nothing, and reads who does', async () => {
  const world = await aWorld(db)
  const viewer = as(world, 'viewer')
  const { deps, accountId } = world
  const draft = await aDraft(world)
  const queued = await aQueuedPost(world)
  const [first] = await aSeries(world, 2)
  const pin = { accountId, postId: draft.id }
  const intervalGroupId = first?.intervalGroupId ?? ''
  const refused = refusal(/^Viewers cannot change pins\..*Ask an admin/)
  await expect(createPosts(deps, viewer, aNew(world))).rejects.toMatchObject(refused)
  await expect(editPost(deps, viewer, { ...pin, changes: { title: 'Mine' } })).rejects.toMatchObject(refused)
  await expect(schedulePost(deps, viewer, { ...pin, when: at(world) })).rejects.toMatchObject(refused)
  await expect(unschedulePost(deps, viewer, { accountId, postId: queued.id })).rejects.toMatchObject(refused)
  await expect(deletePost(deps, viewer, pin)).rejects.toMatchObject(refused)
  await expect(unscheduleSeries(deps, viewer, { accountId, intervalGroupId })).rejects.toMatchObject(refused)
  await expect(deleteSeries(deps, viewer, { accountId, intervalGroupId })).rejects.toMatchObject(refused)
  await expect(undoChange(deps, viewer, { ...pin, version: queued.version })).rejects.toMatchObject(refused)
  await expect(setOutcome(deps, viewer, { ...pin, outcome: { kind: 'notThere' } })).rejects.toMatchObject(refused)
  expect(await readFields(deps, viewer, pin)).toEqual(draft)
})

test('a contributor edits and deletes the drafts they made, and takes that back', async () => {
  const world = await aWorld(db)
  const contributor = as(world, 'contributor')
  const { deps, accountId } = world
  const draft = await aDraftOf(world, contributor)
  const pin = { accountId, postId: draft.id }
  const edited = await editPost(deps, contributor, { ...pin, changes: { title: 'Better' } })
  const taken = await undoChange(deps, contributor, { ...pin, version: edited.version })
  expect(taken.posts[0]?.title).toBe('A pin')
  const gone = await deletePost(deps, contributor, pin)
  const back = await undoChange(deps, contributor, { ...pin, version: gone.version })
  expect(back.posts[0]).toMatchObject({ id: draft.id, status: 'draft' })
})

test('a contributor changes no draft of somebody else', async () => {
  const world = await aWorld(db)
  const contributor = as(world, 'contributor')
  const { deps, accountId } = world
  const draft = await aDraftOf(world, as(world, 'contributor', 'T1:UOTHER'))
  const pin = { accountId, postId: draft.id }
  const refused = refusal(/^Contributors can change only their own drafts\. Ask a scheduler/)
  await expect(editPost(deps, contributor, { ...pin, changes: { title: 'Mine' } })).rejects.toMatchObject(refused)
  await expect(deletePost(deps, contributor, pin)).rejects.toMatchObject(refused)
  const edited = await editPost(deps, world.actor, { ...pin, changes: { title: 'By a scheduler' } })
  await expect(undoChange(deps, contributor, { ...pin, version: edited.version })).rejects.toMatchObject(refused)
  const gone = await deletePost(deps, world.actor, pin)
  await expect(undoChange(deps, contributor, { ...pin, version: gone.version })).rejects.toMatchObject(refused)
})

test('what is on the schedule is for schedulers and admins alone, also of others’ pins', async () => {
  const world = await aWorld(db)
  const contributor = as(world, 'contributor')
  const scheduler = as(world, 'scheduler')
  const { deps, accountId } = world
  const draft = await aDraftOf(world, contributor)
  const pin = { accountId, postId: draft.id }
  const queued = await schedulePost(deps, scheduler, { ...pin, when: at(world) })
  const refused = refusal(/^Only schedulers and admins can change scheduled pins\. Ask one of them\.$/)
  await expect(editPost(deps, contributor, { ...pin, changes: { title: 'Mine' } })).rejects.toMatchObject(refused)
  await expect(schedulePost(deps, contributor, { ...pin, when: at(world) })).rejects.toMatchObject(refused)
  await expect(unschedulePost(deps, contributor, pin)).rejects.toMatchObject(refused)
  await expect(deletePost(deps, contributor, pin)).rejects.toMatchObject(refused)
  await expect(undoChange(deps, contributor, { ...pin, version: queued.version })).rejects.toMatchObject(refused)
  const off = await unschedulePost(deps, scheduler, pin)
  await expect(undoChange(deps, contributor, { ...pin, version: off.version })).rejects.toMatchObject(refused)
  expect(await readPost(deps, contributor, pin)).toMatchObject({ status: 'draft', version: off.version })
})

test('a contributor of an account without approvals saves drafts, makes no series and schedules nothing', async () => {
  const world = await aWorld(db)
  const contributor = as(world, 'contributor')
  const { deps, accountId } = world
  const draft = await aDraftOf(world, contributor)
  const credits = await creditsOf(world)
  const later = refusal(/^Only schedulers and admins can schedule pins\. .*draft.*ask one of them/)
  await expect(schedulePost(deps, contributor, { accountId, postId: draft.id, when: at(world) })).rejects.toMatchObject(later)
  await expect(createPosts(deps, contributor, aNew(world, { when: at(world) }))).rejects.toMatchObject(later)
  const series = {
    boards: [
      { boardId: '101', boardSectionId: null },
      { boardId: '102', boardSectionId: null },
    ],
    intervalType: 'weekly',
    intervalDays: null,
    mode: 'exact',
  } as const
  await expect(
    createPosts(
      deps,
      contributor,
      aNew(world, { board: null, series: { ...series, boards: [...series.boards] }, when: at(world) }),
    ),
  ).rejects.toMatchObject(refusal(/^Only schedulers and admins can create or change pins for several boards/))
  expect(await creditsOf(world)).toBe(credits)
  expect(await readFields(deps, contributor, { accountId, postId: draft.id })).toEqual(draft)
})
