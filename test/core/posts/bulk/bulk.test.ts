import { expect, test } from 'vitest'
import type { Actor } from '../../../../src/core/lib/actor.js'
import { changeMany } from '../../../../src/core/many/bulk/change.js'
import { findMany } from '../../../../src/core/many/bulk/find.js'
import type { BulkAction, BulkChange, BulkFilter, ChangeMany } from '../../../../src/core/many/bulk/model.js'
import { undoMany } from '../../../../src/core/many/bulk/undo.js'
import { editPost } from '../../../../src/core/posts/edit.js'
import { readPost } from '../../../../src/core/posts/list.js'
import { aDatabase } from '../../../support/database.js'
import {
  aDraft,
  anotherAccount,
  anUploadingPost,
  aQueuedPost,
  aSentPost,
  aTimeslot,
  creditsOf,
  inDays,
  readFields,
} from '../../../support/factories.js'
import { aWorld, type World } from '../../../support/world.js'

const { db } = await aDatabase()

const NOTHING: BulkFilter = { status: 'draft', boardId: null, failureReason: null, from: null, to: null, text: null }
const change = (
  { deps, actor, accountId }: World,
  which: string[] | Partial<BulkFilter>,
  kind: BulkAction | Exclude<BulkAction['kind'], 'edit'>,
  { preview = false, by = actor }: { preview?: boolean; by?: Actor } = {},
) => {
  const asked: ChangeMany['which'] = Array.isArray(which)
    ? { kind: 'ids', ids: which }
    : { kind: 'filter', filter: { ...NOTHING, ...which } }
  return changeMany(deps, by, { accountId, which: asked, action: typeof kind === 'string' ? { kind } : kind, preview })
}
const undo = ({ deps, actor, accountId }: World, { changeId }: BulkChange) =>
  undoMany(deps, actor, { accountId, changeId: changeId! })
const read = ({ deps, actor, accountId }: World, postId: string) => readFields(deps, actor, { accountId, postId })
/** What a person sees of a post: its version and times of writing aside. */
const shown = async (world: World, postId: string) => {
  const { version: _, ...post } = await read(world, postId)
  return post
}
const outcomes = ({ results }: BulkChange) =>
  results.map(({ post, error }) => error?.details.reason ?? error?.details.field ?? error?.code ?? post?.status ?? 'gone')
const everyDay = async (world: World) => {
  for (let day = 0; day < 7; day++) await aTimeslot(world, { day, time: '09:00' })
}
const failed = async (world: World, reason: string, fields = {}) => {
  const draft = await aDraft(world, fields)
  const failure = { reason, message: 'It failed', failedAt: world.clock.now.toISOString(), sendAt: null }
  await db.sql`update posts set failure = ${db.sql.json(failure)} where organization_id = ${world.organizationId} and id = ${draft.id}`
  return draft
}

test('what can be unscheduled is, each of the others has its error, and one Undo brings all back at their times', async () => {
  const world = await aWorld(db)
  const [one, two] = [await aQueuedPost(world, { at: inDays(world, 2) }), await aQueuedPost(world, { at: inDays(world, 3) })]
  const before = [await shown(world, one.id), await shown(world, two.id)]
  const credits = await creditsOf(world)
  const sent = await aSentPost(world, { at: inDays(world, 1) })
  const draft = await aDraft(world)
  const taken = await creditsOf(world)
  const done = await change(world, [two.id, sent.id, '999999', 'x', draft.id, one.id], 'unschedule')
  expect(outcomes(done)).toEqual(['draft', 'post_not_schedulable', 'NOT_FOUND', 'NOT_FOUND', 'draft', 'draft'])
  expect(done.results.map(({ postId }) => postId)).toEqual([two.id, sent.id, '999999', 'x', draft.id, one.id])
  expect(await creditsOf(world)).toBe(taken + 2)
  expect((await read(world, draft.id)).version).toBe(draft.version)
  const { posts } = await undo(world, done)
  expect(posts.map(({ id }) => id).toSorted()).toEqual([one.id, two.id].toSorted())
  expect([await shown(world, one.id), await shown(world, two.id)]).toEqual(before)
  expect(await creditsOf(world)).toBe(credits - 1) // that of the published one
  await expect(undo(world, done)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('drafts and scheduled pins go to the next open slots in the order of the request, and one Undo makes both what they were', async () => {
  const world = await aWorld(db)
  await everyDay(world)
  const [draft, other] = [await aDraft(world), await aDraft(world)]
  const queued = await aQueuedPost(world, { at: inDays(world, 40) })
  const before = await Promise.all([draft, other, queued].map(({ id }) => shown(world, id)))
  const credits = await creditsOf(world)
  const ids = [other.id, queued.id, draft.id]
  const foreseen = await change(world, ids, 'reschedule', { preview: true })
  expect(await creditsOf(world)).toBe(credits)
  expect(await Promise.all([draft, other, queued].map(({ id }) => shown(world, id)))).toEqual(before)
  expect(foreseen.changeId).toBeNull()
  const done = await change(world, ids, 'reschedule')
  const times = ({ results }: BulkChange) => results.map(({ post }) => post!.sendAt!.getTime())
  expect(times(done)).toEqual(times(foreseen))
  expect(times(done)).toEqual(times(done).toSorted((a, b) => a - b))
  expect(new Set(times(done)).size).toBe(3)
  expect(done.results.every(({ post }) => post?.timeslotId !== null && post?.placement)).toBe(true)
  expect(await creditsOf(world)).toBe(credits - 2)
  const actions = await db.sql`
    select action from audit where organization_id = ${world.organizationId} and change_id = ${done.changeId} order by action`
  expect(actions.map(({ action }) => action as string)).toEqual(['reschedule', 'schedule', 'schedule'])
  await undo(world, done)
  expect(await Promise.all([draft, other, queued].map(({ id }) => shown(world, id)))).toEqual(before)
  expect(await creditsOf(world)).toBe(credits)
})

test('with credit for two of three, two are scheduled, the third says why, and no more is charged', async () => {
  const world = await aWorld(db)
  await everyDay(world)
  const ids = [(await aDraft(world)).id, (await aDraft(world)).id, (await aDraft(world)).id]
  await db.sql`update entitlements set credits_left = 2 where organization_id = ${world.organizationId}`
  expect(outcomes(await change(world, ids, 'reschedule'))).toEqual(['queued', 'queued', 'insufficient_credits'])
  expect(await creditsOf(world)).toBe(0)
})

test('an account without slots says so of each, and takes nothing', async () => {
  const world = await aWorld(db)
  const ids = [(await aDraft(world)).id, (await aDraft(world)).id]
  const credits = await creditsOf(world)
  const done = await change(world, ids, 'reschedule')
  expect([outcomes(done), done.changeId]).toEqual([['no_open_slot', 'no_open_slot'], null])
  expect(await creditsOf(world)).toBe(credits)
})

test('a draft that lacks a field is named, and the others go', async () => {
  const world = await aWorld(db)
  await everyDay(world)
  const [whole, bare] = [await aDraft(world), await aDraft(world, { title: null })]
  expect(outcomes(await change(world, [bare.id, whole.id], 'reschedule'))).toEqual(['title', 'queued'])
})

test('pins that failed for one reason are moved to another board, and no others', async () => {
  const world = await aWorld(db)
  const failures = [await failed(world, 'board_gone', { boardId: '102' }), await failed(world, 'board_gone', { boardId: '102' })]
  await failed(world, 'missed')
  await aDraft(world)
  const edit = { kind: 'edit', edit: { boardId: 'b_101' } } as const
  const foreseen = await change(world, { failureReason: 'board_gone' }, edit, { preview: true })
  expect([foreseen.matched, foreseen.results.length]).toEqual([2, 2])
  expect((await read(world, failures[0]!.id)).boardId).toBe('102')
  const done = await change(world, { failureReason: 'board_gone' }, edit)
  expect(done.results.map(({ postId, post }) => [postId, post?.boardId])).toEqual(failures.map(({ id }) => [id, '101']))
  await undo(world, done)
  expect((await read(world, failures[0]!.id)).boardId).toBe('102')
})

test('one that a person changes afterwards keeps the whole change from being undone', async () => {
  const world = await aWorld(db)
  const { deps, actor, accountId } = world
  const ids = [(await aDraft(world)).id, (await aDraft(world)).id]
  const done = await change(world, ids, { kind: 'edit', edit: { url: 'https://example.com/new' } })
  await editPost(deps, actor, { accountId, postId: ids[1]!, changes: { title: 'By hand' } })
  await expect(undo(world, done)).rejects.toMatchObject({ details: { reason: 'post_status_changed' } })
  expect((await read(world, ids[0]!)).url).toBe('https://example.com/new')
})

test('many are deleted and come back, scheduled ones at their times; one in flight stays', async () => {
  const world = await aWorld(db)
  const [draft, queued] = [await aDraft(world), await aQueuedPost(world, { at: inDays(world, 4) })]
  const flying = await anUploadingPost(world, { at: inDays(world, 1) })
  const before = [await shown(world, draft.id), await shown(world, queued.id)]
  const done = await change(world, [draft.id, queued.id, flying.id], 'delete')
  expect(outcomes(done)).toEqual(['gone', 'gone', 'post_not_editable'])
  await expect(read(world, draft.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await undo(world, done)
  expect([await shown(world, draft.id), await shown(world, queued.id)]).toEqual(before)
})

test('a filter finds by board, by time and by words, of its own account alone', async () => {
  const world = await aWorld(db)
  const near = await aQueuedPost(world, { at: inDays(world, 2), title: '100% oak' })
  await aQueuedPost(world, { at: inDays(world, 9), title: 'Oak, later' })
  const other = await anotherAccount(world)
  await aQueuedPost(other, { at: inDays(world, 2), title: '100% oak', boardId: '201' })
  const found = async (filter: Partial<BulkFilter>) =>
    (await change(world, { status: 'queued', ...filter }, 'unschedule', { preview: true })).results.map(({ postId }) => postId)
  expect(await found({ to: inDays(world, 3), boardId: 'b_101' })).toEqual([near.id])
  expect(await found({ text: 'oak 100%' })).toEqual([near.id])
  expect(await found({ boardId: '102' })).toEqual([])
  expect((await found({})).length).toBe(2)
})

test('a contributor changes their own drafts, and schedules nothing', async () => {
  const world = await aWorld(db)
  const by: Actor = { organizationId: world.organizationId, via: 'slack', role: 'contributor', userId: 'T1:U7' }
  const [own, others] = [await aDraft(world), await aDraft(world)]
  await db.sql`update posts set created_by = 'T1:U7' where organization_id = ${world.organizationId} and id = ${own.id}`
  const ids = [own.id, others.id]
  expect(outcomes(await change(world, ids, { kind: 'edit', edit: { url: 'https://example.com/x' } }, { by }))).toEqual([
    'draft',
    'FORBIDDEN',
  ])
  await expect(change(world, ids, 'reschedule', { by })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(outcomes(await change(world, ids, 'delete', { by }))).toEqual(['gone', 'FORBIDDEN'])
})

test('two people who schedule the same drafts at once charge each of them once', async () => {
  const world = await aWorld(db)
  await everyDay(world)
  const ids = [(await aDraft(world)).id, (await aDraft(world)).id, (await aDraft(world)).id]
  const credits = await creditsOf(world)
  await Promise.all([change(world, ids, 'reschedule'), change(world, ids.toReversed(), 'reschedule')])
  expect(await creditsOf(world)).toBe(credits - 3)
  const times = await Promise.all(ids.map(async (id) => (await read(world, id)).sendAt?.getTime()))
  expect(new Set(times).size).toBe(3)
})

test.each<[string, Partial<BulkFilter> | string[], BulkAction, string]>([
  ['a post twice', ['1', '1'], { kind: 'delete' }, 'ids'],
  ['none', [], { kind: 'delete' }, 'ids'],
  ['a failure of scheduled pins', { status: 'queued', failureReason: 'missed' }, { kind: 'delete' }, 'filter.failureReason'],
  ['a time of drafts', { from: new Date() }, { kind: 'delete' }, 'filter.from'],
  ['a text that is too long', { text: 'x'.repeat(201) }, { kind: 'delete' }, 'filter.text'],
  ['an edit of nothing', ['1'], { kind: 'edit', edit: {} }, 'edit'],
  ['a link that is none', ['1'], { kind: 'edit', edit: { url: 'shop' } }, 'url'],
  ['a section without its board', ['1'], { kind: 'edit', edit: { boardSectionId: '1011' } }, 'boardSectionId'],
])('%s is refused with the field', async (_what, which, action, field) => {
  const world = await aWorld(db)
  await expect(change(world, which, action)).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field } })
})

test.each([' ', '\t\n', '\u00a0'])(
  'a text of white space alone (%j) is refused and not everything there is, also to choose from',
  async (text) => {
    const world = await aWorld(db)
    const { deps, actor, accountId } = world
    const draft = await aDraft(world)
    const refused = { code: 'BAD_REQUEST', details: { field: 'filter.text' } }
    await expect(change(world, { text }, 'delete')).rejects.toMatchObject(refused)
    expect(await read(world, draft.id)).toMatchObject({ status: 'draft' })
    await expect(findMany(deps, actor, { accountId, filter: { ...NOTHING, text }, limit: 10 })).rejects.toMatchObject(refused)
  },
)

test('a change of another account is not there to be undone', async () => {
  const world = await aWorld(db)
  const done = await change(world, [(await aDraft(world)).id], 'delete')
  const stranger = await aWorld(db)
  await expect(undo(stranger, done)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(
    readPost(world.deps, world.actor, { accountId: world.accountId, postId: done.results[0]!.postId }),
  ).rejects.toThrow()
})

test('500 drafts are scheduled in one request', async () => {
  const world = await aWorld(db)
  for (let day = 0; day < 7; day++) for (const time of ['08:00', '12:00', '16:00', '20:00']) await aTimeslot(world, { day, time })
  const first = await aDraft(world)
  await db.sql`
    insert into posts (organization_id, account_id, status, media_type, title, description, url, url_key, board_id, created_via, created_at, updated_at)
    select organization_id, account_id, 'draft', 'image', 'Draft ' || n, 'x', 'https://example.com/' || n, 'https://example.com/' || n,
           '101', 'api', created_at, updated_at
      from posts, generate_series(1, 499) n
     where organization_id = ${world.organizationId} and id = ${first.id}`
  const rows = await db.sql<{ id: string }[]>`
    select id from posts where organization_id = ${world.organizationId} and id <> ${first.id}`
  await db.sql`
    insert into post_media (organization_id, post_id, position, media_id)
    select p.organization_id, p.id, 0, m.media_id
      from posts p
      join post_media m on m.organization_id = p.organization_id and m.post_id = ${first.id}
     where p.organization_id = ${world.organizationId} and p.id <> ${first.id}`
  await db.sql`update entitlements set credits_left = 1000 where organization_id = ${world.organizationId}`
  const done = await change(world, [first.id, ...rows.map(({ id }) => id)], 'reschedule')
  expect(done.results.filter(({ post }) => post?.status === 'queued').length).toBe(500)
  expect(new Set(done.results.map(({ post }) => post?.sendAt?.getTime())).size).toBe(500)
  await undo(world, done)
  expect(await creditsOf(world)).toBe(1000)
})
