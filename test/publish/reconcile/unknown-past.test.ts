import { expect, test } from 'vitest'
import { deletePost } from '../../../src/core/posts/delete.js'
import { editPost } from '../../../src/core/posts/edit.js'
import type { Post } from '../../../src/core/posts/post.js'
import { failureMessage } from '../../../src/core/posts/state/failure-messages.js'
import { undoChange } from '../../../src/core/posts/undo/undo.js'
import { PlatformError } from '../../../src/core/ports/platform.js'
import { aDatabase } from '../../support/database.js'
import { creditsOf, HOUR_MS } from '../../support/factories.js'
import { anUpload } from '../../core/posts/support/create-fixtures.js'
import { aTaggedPin } from '../support/kinds.js'
import {
  aPin,
  aPublisher,
  aPublishWorld,
  attemptsOf,
  MINUTE_MS,
  noticesOf,
  pinsOf,
  reread,
  SECOND_MS,
  workFor,
} from '../support/support.js'
import { anUnknownDraft, asking, counting, HIDDEN_MS, madeAt, scheduleAgain } from '../support/unknown.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { actor, accountId, organizationId } = world
const statesOf = async (post: Post) => (await attemptsOf(world, post)).map(({ state }) => state)

test('a draft whose pin has shown since is sent with that pin when it is scheduled again: nothing is sent a second time', async () => {
  const credits = await creditsOf(world)
  const draft = await anUnknownDraft(world, { made: true, post: { url: 'https://example.com/shown-since' } })
  expect(draft).toMatchObject({ status: 'draft', failure: { reason: 'outcome_unknown' } })
  expect(await creditsOf(world)).toBe(credits)
  await workFor(world, HIDDEN_MS)
  const { sendAt } = await scheduleAgain(world, draft)
  await workFor(world, 2 * MINUTE_MS)
  const sent = await reread(world, draft)
  const [pinId, ...others] = await pinsOf(world, draft)
  expect(others).toEqual([])
  expect(sent).toMatchObject({ status: 'sent', pinId, sendAt, sentAt: await madeAt(world, draft), failure: null })
  expect(await statesOf(draft)).toEqual(['found', 'absent', 'retry'])
  expect(await creditsOf(world)).toBe(credits - 1) // one pin, one charge
  expect((await noticesOf(world, draft)).map(({ kind }) => kind)).toEqual(['pinFailed'])
  const boardLocks = await db.sql`select 1 from publish_lanes where organization_id = ${organizationId}`
  expect(boardLocks).toHaveLength(0)
})

test('what its board does not show when it was read wholly is sent', async () => {
  const draft = await anUnknownDraft(world, { made: false, post: { url: 'https://example.com/never-made' } })
  await scheduleAgain(world, draft)
  await workFor(world, 2 * MINUTE_MS)
  expect(await statesOf(draft)).toEqual(['absent', 'absent', 'confirmed'])
  expect(await pinsOf(world, draft)).toEqual([(await reread(world, draft)).pinId])
})

test('of a pin that may be it a person must say so: nothing is sent, what was charged is refunded, the team is told', async () => {
  const credits = await creditsOf(world)
  const draft = await anUnknownDraft(world, { made: true, post: { url: 'https://example.com/weak' } })
  await db.sql`update sim_pins set link = link || '?utm=1', visible_at = null where link = ${draft.url}`
  await scheduleAgain(world, draft)
  await workFor(world, 2 * MINUTE_MS)
  const failed = await reread(world, draft)
  expect(failed.failure).toMatchObject({
    reason: 'outcome_unknown',
    cause: { code: 'earlier_request', because: 'board_ambiguous' },
  })
  expect(await statesOf(draft)).toEqual(['absent', 'absent', 'refused'])
  expect(await creditsOf(world)).toBe(credits)
  expect((await noticesOf(world, draft)).filter(({ kind }) => kind === 'pinFailed')).toHaveLength(2)
  expect(await pinsOf(world, { url: `${draft.url}?utm=1` })).toHaveLength(1)
  expect(await pinsOf(world, draft)).toHaveLength(0)
})

test('two pins that equal it are for a person to say', async () => {
  const draft = await anUnknownDraft(world, { made: true, post: { url: 'https://example.com/two' } })
  const twin = await anUnknownDraft(world, { made: true, post: { url: 'https://example.com/two-2' } })
  await db.sql`
    update sim_pins s
       set link = ${draft.url}, visible_at = null, created_at = (select min(created_at) from sim_pins where link = ${draft.url})
     where link in (${draft.url}, ${twin.url})`
  await scheduleAgain(world, draft)
  await workFor(world, 2 * MINUTE_MS)
  expect((await reread(world, draft)).failure?.message).toBe(
    failureMessage({ code: 'earlier_request', because: 'board_ambiguous' }),
  )
  expect(await pinsOf(world, draft)).toHaveLength(2)
})

test('the board of the request is read, not the one chosen since; the post then tells what was sent, and the team what was lost', async () => {
  const draft = await anUnknownDraft(world, { made: true, post: { url: 'https://example.com/edited', title: 'As sent' } })
  const changes = { title: 'Changed since', altText: 'New', board: { boardId: '102' } }
  await editPost(world.deps, actor, { accountId, postId: draft.id, changes })
  await workFor(world, HIDDEN_MS)
  await scheduleAgain(world, draft)
  await workFor(world, 2 * MINUTE_MS)
  expect(await reread(world, draft)).toMatchObject({
    status: 'sent',
    title: 'As sent',
    altText: null,
    boardId: '101',
    pinId: (await pinsOf(world, draft))[0],
  })
  const notices = (await noticesOf(world, draft)).filter(({ kind }) => kind === 'pinPublished')
  expect(notices).toMatchObject([
    { message: expect.stringContaining('Later changes are missing: title, alt text, board.') as string },
  ])
})

test('an image that was replaced since is not in the pin: the post shows the one that was sent, and the team hears of it', async () => {
  const draft = await anUnknownDraft(world, { made: true, post: { url: 'https://example.com/replaced' } })
  const media = [await anUpload(world, { color: '13579b' })] as const
  const edited = await editPost(world.deps, actor, { accountId, postId: draft.id, changes: { media: [...media] } })
  expect(edited.media).not.toEqual(draft.media)
  await workFor(world, HIDDEN_MS)
  await scheduleAgain(world, draft)
  await workFor(world, 2 * MINUTE_MS)
  expect(await reread(world, draft)).toMatchObject({ status: 'sent', media: draft.media, pinId: (await pinsOf(world, draft))[0] })
  const notices = (await noticesOf(world, draft)).filter(({ kind }) => kind === 'pinPublished')
  expect(notices).toMatchObject([{ message: expect.stringContaining('Later changes are missing: image or video.') as string }])
})

test('an account that tells of publications tells of this one too, and its product tags are due', async () => {
  await db.sql`update accounts set tells_published = true where id = ${accountId}`
  const url = 'https://example.com/tagged-past'
  const at = new Date(world.clock.now.getTime() + MINUTE_MS)
  const draft = await anUnknownDraft(world, { made: true, post: await aTaggedPin(world, { url, at, tags: ['8001'] }) })
  await workFor(world, HIDDEN_MS)
  await scheduleAgain(world, draft)
  await workFor(world, 2 * MINUTE_MS, [aPublisher(world)])
  expect(await reread(world, draft)).toMatchObject({ status: 'sent', productTagsState: 'pending' })
  const notices = (await noticesOf(world, draft)).filter(({ kind }) => kind === 'pinPublished')
  expect(notices).toHaveLength(1)
  expect(notices[0]).not.toHaveProperty('message')
  await db.sql`update accounts set tells_published = false where id = ${accountId}`
})

test('what was on a board that is gone is gone with it: the pin is sent to the board chosen since', async () => {
  const draft = await anUnknownDraft(world, { made: false, post: { url: 'https://example.com/past-gone', boardId: '102' } })
  await editPost(world.deps, actor, { accountId, postId: draft.id, changes: { board: { boardId: '101' } } })
  await scheduleAgain(world, draft)
  const gone = asking(world, {
    readBoard: (access, boardId) =>
      boardId === '102'
        ? Promise.reject(new PlatformError('not_found', 'Board not found.'))
        : world.deps.platform.readBoard(access, boardId),
  })
  await workFor(gone, 2 * MINUTE_MS, [aPublisher(gone)])
  expect(await reread(world, draft)).toMatchObject({ status: 'sent', boardId: '101' })
})

test('a pin that waits for its second attempt and is moved meanwhile has an unknown past too', async () => {
  const post = await anUnknownHeld('https://example.com/past-moved')
  await workFor(world, HIDDEN_MS)
  await scheduleAgain(world, post)
  await db.sql`update accounts set publishing = 'active' where id = ${accountId}`
  await db.sql`update posts set due_at = send_at where id = ${post.id}`
  await workFor(world, 2 * MINUTE_MS)
  expect(await pinsOf(world, post)).toHaveLength(1)
  expect(await statesOf(post)).toEqual(['found', 'retry'])
})

/** Its first attempt made a pin that no board showed; the account was paused before the second. */
async function anUnknownHeld(url: string) {
  const post = await aPin(world, { url })
  await world.simulator.fault({ operation: 'create_pin', fault: 'commit_then_hang', match: { link: url } })
  await workFor(world, MINUTE_MS + SECOND_MS)
  await db.sql`update sim_pins set visible_at = ${new Date(world.clock.now.getTime() + HIDDEN_MS)} where link = ${url}`
  await db.sql`update accounts set publishing = 'paused' where id = ${accountId}`
  await workFor(world, HOUR_MS)
  expect(await statesOf(post)).toEqual(['absent'])
  return reread(world, post)
}

test('a draft that was deleted and brought back still has its past', async () => {
  const draft = await anUnknownDraft(world, { made: true, post: { url: 'https://example.com/past-restored' } })
  const deleted = await deletePost(world.deps, actor, { accountId, postId: draft.id })
  await undoChange(world.deps, actor, { accountId, postId: draft.id, version: deleted.version })
  await workFor(world, HIDDEN_MS)
  await scheduleAgain(world, draft)
  await workFor(world, 2 * MINUTE_MS)
  expect((await reread(world, draft)).status).toBe('sent')
  expect(await pinsOf(world, draft)).toHaveLength(1)
})

test('no board is read for a post without such a past, however often it is tried', async () => {
  const { world: counted, reads } = counting(world)
  const post = await aPin(world, { url: 'https://example.com/no-past' })
  await world.simulator.fault({ operation: 'create_pin', fault: 'rate_limited', times: 2, match: { link: post.url! } })
  await workFor(counted, HOUR_MS, [aPublisher(counted)])
  expect(await statesOf(post)).toEqual(['retry', 'retry', 'confirmed'])
  expect(reads).toEqual({ boards: 0, pages: 0 })
})
