/** Pins that failed are put right together: changed and scheduled as one change, which one Undo takes back. */
import { expect, test } from 'vitest'
import { FAILURE_REASONS, type FailureReason } from '../../../../src/core/ports/notice.js'
import { changeMany } from '../../../../src/core/many/bulk/change.js'
import { countFailed, fixOf } from '../../../../src/core/many/bulk/fix.js'
import type { BulkAction, BulkChange, BulkFilter, ChangeMany } from '../../../../src/core/many/bulk/model.js'
import { fingerprintOf } from '../../../../src/core/posts/seen.js'
import { undoMany } from '../../../../src/core/many/bulk/undo.js'
import type { Post } from '../../../../src/core/posts/post.js'
import { deletePost } from '../../../../src/core/posts/delete.js'
import { aDatabase } from '../../../support/database.js'
import { anotherAccount, aDraft, aQueuedPost, aTimeslot, creditsOf, inDays, readFields } from '../../../support/factories.js'
import { aWorld, type World } from '../../../support/world.js'
import { fail } from '../../../slack/support/pins.js'

const { db } = await aDatabase()

const NOTHING: BulkFilter = { status: 'draft', boardId: null, failureReason: null, from: null, to: null, text: null }
const change = (
  { deps, actor, accountId }: World,
  filter: Partial<BulkFilter>,
  action: BulkAction,
  rest: Partial<ChangeMany> = {},
) =>
  changeMany(deps, actor, {
    accountId,
    which: { kind: 'filter', filter: { ...NOTHING, ...filter } },
    action,
    preview: false,
    ...rest,
  })
const undo = ({ deps, actor, accountId }: World, { changeId }: BulkChange) =>
  undoMany(deps, actor, { accountId, changeId: changeId! })
const shown = async ({ deps, actor, accountId }: World, { id }: Pick<Post, 'id'>) => {
  const { version: _, ...post } = await readFields(deps, actor, { accountId, postId: id })
  return post
}
const aFailed = async (world: World, reason: FailureReason, fields = {}) => {
  const post = await aDraft(world, fields)
  await fail(world, post, reason)
  return post
}
async function aWeek(world: World): Promise<World> {
  for (let day = 0; day < 7; day++) await aTimeslot(world, { day, time: '09:00' })
  return world
}

test('pins whose board is gone go to another one and onto the schedule as one change, and one Undo makes them what they were', async () => {
  const world = await aWeek(await aWorld(db))
  const failed = [await aFailed(world, 'board_gone', { boardId: '102' }), await aFailed(world, 'board_gone', { boardId: '102' })]
  await aFailed(world, 'missed')
  const before = await Promise.all(failed.map((post) => shown(world, post)))
  const credits = await creditsOf(world)
  const done = await change(world, { failureReason: 'board_gone' }, { kind: 'reschedule', edit: { boardId: '101' } })
  expect(done.results.map(({ postId, post }) => [postId, post?.status, post?.boardId, post?.failure])).toEqual(
    failed.map(({ id }) => [id, 'queued', '101', null]),
  )
  expect(await creditsOf(world)).toBe(credits - 2)
  await undo(world, done)
  expect(await Promise.all(failed.map((post) => shown(world, post)))).toEqual(before)
  expect(await creditsOf(world)).toBe(credits)
})

test('another link goes with the times of drafts and of scheduled pins, and back with one Undo', async () => {
  const world = await aWeek(await aWorld(db))
  const draft = await aDraft(world, { url: 'https://example.com/a' })
  const queued = await aQueuedPost(world, { at: inDays(world, 40), url: 'https://example.com/b' })
  const { deps, actor, accountId } = world
  const before = [await shown(world, draft), await shown(world, queued)]
  const ids = [queued.id, draft.id]
  const done = await changeMany(deps, actor, {
    accountId,
    which: { kind: 'ids', ids },
    action: { kind: 'reschedule', edit: { url: 'https://example.com/new' } },
    preview: false,
  })
  expect(done.results.map(({ post }) => [post?.status, post?.url])).toEqual([
    ['queued', 'https://example.com/new'],
    ['queued', 'https://example.com/new'],
  ])
  const [row] = await db.sql`select url_key from posts where organization_id = ${world.organizationId} and id = ${draft.id}`
  expect(row?.['url_key']).toContain('example.com/new')
  await undo(world, done)
  expect([await shown(world, draft), await shown(world, queued)]).toEqual(before)
  const [back] = await db.sql`select url_key from posts where organization_id = ${world.organizationId} and id = ${draft.id}`
  expect(back?.['url_key']).toContain('example.com/a')
})

test('a scheduled pin that is on its slot already gets the link and stays there, and Undo gives it its own back', async () => {
  const world = await aWeek(await aWorld(db))
  const draft = await aDraft(world, { url: 'https://example.com/a' })
  await change(world, {}, { kind: 'reschedule' })
  const before = await shown(world, draft)
  const done = await change(world, { status: 'queued' }, { kind: 'reschedule', edit: { url: 'https://example.com/new' } })
  expect(done.results[0]?.post).toMatchObject({ sendAt: before.sendAt, url: 'https://example.com/new' })
  await undo(world, done)
  expect(await shown(world, draft)).toEqual(before)
})

test('where the schedule takes no more, the pin keeps its board too', async () => {
  const world = await aWorld(db) // without slots
  const failed = await aFailed(world, 'board_gone', { boardId: '102' })
  const done = await change(world, { failureReason: 'board_gone' }, { kind: 'reschedule', edit: { boardId: '101' } })
  expect(done.results[0]?.error?.details.reason).toBe('no_open_slot')
  expect([done.changeId, (await shown(world, failed)).boardId]).toEqual([null, '102'])
})

test('what was seen in a preview is what is changed: other pins by then, and nothing is', async () => {
  const world = await aWeek(await aWorld(db))
  const { deps, actor, accountId } = world
  const [one, two] = [await aFailed(world, 'missed'), await aFailed(world, 'missed')]
  const filter = { failureReason: 'missed' } as const
  const foreseen = await change(world, filter, { kind: 'reschedule' }, { preview: true })
  const seen = fingerprintOf(foreseen.results.flatMap(({ was }) => was ?? []))
  await deletePost(deps, actor, { accountId, postId: one.id })
  await aFailed(world, 'missed') // as many as before
  await expect(change(world, filter, { kind: 'reschedule' }, { seen })).rejects.toMatchObject({
    details: { reason: 'post_status_changed' },
  })
  expect((await shown(world, two)).status).toBe('draft')
})

test('failed pins are counted by reason, the most common first, of this account alone', async () => {
  const world = await aWorld(db)
  const { deps, actor, accountId } = world
  await aFailed(world, 'missed')
  for (let n = 0; n < 2; n++) await aFailed(world, 'board_gone')
  await aDraft(world)
  const other = await anotherAccount(world)
  await aFailed(other, 'paused')
  expect(await countFailed(deps, actor, { accountId })).toEqual([
    { reason: 'board_gone', count: 2, fix: 'board' },
    { reason: 'missed', count: 1, fix: 'time' },
  ])
  await expect(countFailed((await aWorld(db)).deps, (await aWorld(db)).actor, { accountId })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('each reason has its fix; of what may be published already nothing is done to all', () => {
  expect(FAILURE_REASONS.map(fixOf)).not.toContain(undefined)
  expect(fixOf('outcome_unknown')).toBe('each')
})
