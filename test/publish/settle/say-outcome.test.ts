/** A person says what became of a pin where the platform did not. */
import { expect, test } from 'vitest'
import { editPost } from '../../../src/core/posts/edit.js'
import { listPostChanges } from '../../../src/core/posts/history.js'
import type { Post } from '../../../src/core/posts/post.js'
import { setOutcome, type ReportedOutcome } from '../../../src/core/publish/settle/set-outcome.js'
import { undoChange } from '../../../src/core/posts/undo/undo.js'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { addUser, addBoard } from '../../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../../support/database.js'
import {
  aDraft,
  anotherAccount,
  aQueuedPost,
  aSentPost,
  anUploadingPost,
  creditsOf,
  DAY_MS,
  HOUR_MS,
} from '../../support/factories.js'
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
import { anUnknownDraft, anUnknownPost, asking, counting, madeAt, scheduleAgain } from '../support/unknown.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { deps, actor, accountId, organizationId } = world
const say = (post: Post, outcome: ReportedOutcome, by = deps) => setOutcome(by, actor, { accountId, postId: post.id, outcome })
const there = (pinId: string): ReportedOutcome => ({ kind: 'there', pinId })
const notThere: ReportedOutcome = { kind: 'notThere' }
const statesOf = async (post: Post) => (await attemptsOf(world, post)).map(({ state }) => state)
const pinOf = async (post: { url: string | null }) => (await pinsOf(world, post))[0]!
const versionOf = async (post: Post) => (await reread(world, post)).version

test('“it is there” makes a failed draft a sent post with that pin; what was refunded stays refunded', async () => {
  const credits = await creditsOf(world)
  const draft = await anUnknownDraft(world, { made: true, post: { url: 'https://example.com/there' } })
  const pinId = await pinOf(draft)
  const said = await say(draft, there(pinId))
  expect(said).toMatchObject({ status: 'sent', pinId, sendAt: draft.failure!.sendAt, failure: null })
  expect(said.sentAt).toEqual(await madeAt(world, draft))
  expect(said).toEqual(await reread(world, draft))
  expect(await creditsOf(world)).toBe(credits)
  expect(await statesOf(draft)).toEqual(['found', 'absent'])
  await workFor(world, HOUR_MS)
  expect(await pinsOf(world, draft)).toHaveLength(1)
})

test('“it is there” settles a post whose board is still being read: the charge is kept, its board lock is released', async () => {
  const credits = await creditsOf(world)
  const post = await anUnknownPost(world, { made: true, post: { url: 'https://example.com/there-open' } })
  const said = await say(post, there(`https://www.pinterest.com/pin/${await pinOf(post)}/`))
  expect(said).toMatchObject({ status: 'sent', sendAt: post.sendAt })
  expect(await statesOf(post)).toEqual(['found'])
  expect(await db.sql`select 1 from publish_lanes where organization_id = ${organizationId}`).toHaveLength(0)
  expect(await creditsOf(world)).toBe(credits - 1)
  await workFor(world, HOUR_MS)
  expect(await pinsOf(world, post)).toHaveLength(1)
})

test('“it is not there” leaves a draft without a failure, which is sent later without reading a board', async () => {
  const draft = await anUnknownDraft(world, { made: false, post: { url: 'https://example.com/not-there' } })
  const said = await say(draft, notThere)
  expect(said).toMatchObject({ status: 'draft', failure: null, version: draft.version + 1 })
  const { world: counted, reads } = counting(world)
  await scheduleAgain(world, draft)
  await workFor(counted, 2 * MINUTE_MS, [aPublisher(counted)])
  expect((await reread(world, draft)).status).toBe('sent')
  expect(reads).toEqual({ boards: 0, pages: 0 })
})

test('“it is not there” sends a post again at once whose board is still being read', async () => {
  const credits = await creditsOf(world)
  const post = await anUnknownPost(world, { made: false, post: { url: 'https://example.com/not-there-open' } })
  const said = await say(post, notThere)
  expect(said).toMatchObject({ status: 'queued', sendAt: post.sendAt })
  const { world: counted, reads } = counting(world)
  await workFor(counted, SECOND_MS, [aPublisher(counted)])
  expect(await reread(world, post)).toMatchObject({ status: 'sent', pinId: await pinOf(post) })
  expect(await statesOf(post)).toEqual(['absent', 'confirmed'])
  expect(reads).toEqual({ boards: 0, pages: 0 })
  expect(await creditsOf(world)).toBe(credits - 1)
})

test('“it is not there” said after a day: the post has missed its time, is told so once, and its charge is given back', async () => {
  const credits = await creditsOf(world)
  const post = await anUnknownPost(world, { made: false, post: { url: 'https://example.com/not-there-late' } })
  world.clock.advance(DAY_MS)
  expect(await say(post, notThere)).toMatchObject({ status: 'draft', failure: { reason: 'missed', sendAt: post.sendAt } })
  expect(await creditsOf(world)).toBe(credits)
  expect(await noticesOf(world, post)).toMatchObject([{ kind: 'pinFailed', reason: 'missed', refunded: true }])
  await scheduleAgain(world, post)
  await workFor(world, 2 * MINUTE_MS)
  expect(await statesOf(post)).toEqual(['absent', 'confirmed'])
})

test('a post that is said not to be there waits while its account is paused', async () => {
  const post = await anUnknownPost(world, { made: false, post: { url: 'https://example.com/not-there-paused' } })
  await db.sql`update accounts set publishing = 'paused' where id = ${accountId}`
  await say(post, notThere)
  await workFor(world, MINUTE_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'queued' })
  expect(await pinsOf(world, post)).toHaveLength(0)
  await db.sql`update accounts set publishing = 'active' where id = ${accountId}`
  await db.sql`update posts set due_at = send_at where id = ${post.id}`
  await workFor(world, MINUTE_MS)
})

test('edits since the request are in no pin: the post that is said to be there tells what was sent, and the team which were lost', async () => {
  const draft = await anUnknownDraft(world, { made: true, post: { url: 'https://example.com/there-edited', title: 'As sent' } })
  await editPost(deps, actor, { accountId, postId: draft.id, changes: { title: 'Changed', url: 'https://example.com/other' } })
  expect(await say(draft, there(await pinOf(draft)))).toMatchObject({ status: 'sent', title: 'As sent', url: draft.url })
  const notices = (await noticesOf(world, draft)).filter(({ kind }) => kind === 'pinPublished')
  expect(notices).toMatchObject([{ message: expect.stringContaining('title, destination link') as string }])
})

test('the pin must be a pin of this account: otherwise nothing is written, and what to do is said', async () => {
  const draft = await anUnknownDraft(world, { made: true, post: { url: 'https://example.com/whose' } })
  const own = await aPin(world, { url: 'https://example.com/whose-other' })
  await workFor(world, 2 * MINUTE_MS)
  const { id: ownerId } = await addUser(db.sql, {
    id: '902',
    username: 'other',
    displayName: 'Other',
    isBusiness: false,
    createdAt: world.clock.now,
    accessToken: 'pina_other',
    refreshToken: 'pinr_other',
  })
  await addBoard(db.sql, { id: '201', ownerId, name: 'Other', createdAt: world.clock.now })
  const foreign = await pinOf(draft)
  for (const [pinId, because] of [
    ['', 'must be a pin’s number'],
    ['https://example.com/a-page', 'must be a pin’s number'],
    ['999999999999', 'shows no pin 999999999999 on this account'],
    [await pinOf(own), `already belongs to another post, number ${own.id} here`],
  ] as const)
    await expect(say(draft, there(pinId)), pinId).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      details: { field: 'pinId' },
      message: expect.stringContaining(because) as string,
    })
  await db.sql`update sim_pins set owner_id = ${ownerId} where id = ${foreign}`
  await expect(say(draft, there(foreign))).rejects.toMatchObject({ details: { field: 'pinId' } })
  const notOwner = asking(world, {
    readPin: async (...asked) => ({ ...(await deps.platform.readPin(...asked)), isOwner: false }),
  })
  await db.sql`update sim_pins set owner_id = '901' where id = ${foreign}`
  await expect(say(draft, there(foreign), notOwner.deps)).rejects.toMatchObject({ details: { field: 'pinId' } })
  expect(await versionOf(draft)).toBe(draft.version)
})

const readsDenied = async (fault: 'forbidden' | 'pinner_data_denied') => {
  for (const operation of ['get_board', 'get_pin', 'list_board_pins'] as const)
    await world.simulator.fault({ operation, fault, times: 20 })
}

test.each(['forbidden', 'pinner_data_denied'] as const)(
  'where Pinterest does not let us read the account (%s) the word of a person counts, and it is kept that nobody checked it',
  async (fault) => {
    const draft = await anUnknownDraft(world, { made: true, post: { url: `https://example.com/word-${fault}` } })
    const pinId = await pinOf(draft)
    const other = await aPin(world, { url: `https://example.com/word-other-${fault}` })
    await workFor(world, 2 * MINUTE_MS)
    await readsDenied(fault)
    const taken = await pinOf(other)
    await expect(say(draft, there(taken))).rejects.toMatchObject({
      message: expect.stringContaining('already belongs') as string,
    })
    await expect(say(draft, there('the blue one'))).rejects.toMatchObject({ details: { field: 'pinId' } })
    const said = await say(draft, there(`https://www.pinterest.com/pin/${pinId}/`))
    expect(said).toMatchObject({ status: 'sent', pinId, failure: null, boardId: draft.boardId, isUnchecked: true })
    const [attempt] = await db.sql<{ at: Date }[]>`
      select sending_at as at from publish_attempts where post_id = ${draft.id} and state = 'found'`
    expect(said.sentAt).toEqual(attempt?.at)
    const [change] = await listPostChanges(deps, actor, { accountId, postId: draft.id, limit: 1 })
    expect(change?.action).toBe('sayThereUnchecked')
    await clearFaults(db.sql)
  },
)

test('a post in flight whose board may not be read is settled by the word of a person, too', async () => {
  const post = await anUnknownPost(world, { made: true, post: { url: 'https://example.com/word-open' } })
  await readsDenied('forbidden')
  const pinId = await pinOf(post)
  expect(await say(post, there(pinId))).toMatchObject({ status: 'sent', pinId, isUnchecked: true })
  await clearFaults(db.sql)
})

test('a pin that is not there, or of somebody else, is refused where the account may be read or not', async () => {
  const draft = await anUnknownDraft(world, { made: false, post: { url: 'https://example.com/word-none' } })
  await expect(say(draft, there('424242'))).rejects.toMatchObject({ details: { field: 'pinId' } })
  await world.simulator.fault({ operation: 'get_board', fault: 'forbidden', times: 5 })
  await expect(say(draft, there('424242'))).rejects.toMatchObject({ details: { field: 'pinId' } })
  await clearFaults(db.sql)
  await world.simulator.fault({ operation: 'get_pin', fault: 'forbidden' })
  await expect(say(draft, there('424242'))).rejects.toMatchObject({ details: { field: 'pinId' } })
})

test('a pin of another account of the organization cannot be named', async () => {
  const draft = await anUnknownDraft(world, { made: false, post: { url: 'https://example.com/word-elsewhere' } })
  const other = await anotherAccount(world)
  const theirs = await aSentPost(other)
  await db.sql`update posts set pin_id = '515151' where id = ${theirs.id}`
  await readsDenied('pinner_data_denied')
  await expect(say(draft, there('515151'))).rejects.toMatchObject({
    message: expect.stringContaining('already belongs') as string,
  })
  await clearFaults(db.sql)
})

test('a pin that is older than the request is another one', async () => {
  const draft = await anUnknownDraft(world, { made: true, post: { url: 'https://example.com/older' } })
  await db.sql`update sim_pins set created_at = created_at - interval '16 minutes' where link = ${draft.url}`
  await expect(say(draft, there(await pinOf(draft)))).rejects.toMatchObject({
    details: { field: 'pinId' },
    message: expect.stringContaining('is older than this post') as string,
  })
})

test('a dead connection is said to be one, and a platform that does not answer changes nothing', async () => {
  const draft = await anUnknownDraft(world, { made: true, post: { url: 'https://example.com/dead' } })
  const pinId = await pinOf(draft)
  await world.simulator.fault({ operation: 'get_pin', fault: 'fail_500', times: 10 })
  await expect(say(draft, there(pinId))).rejects.toMatchObject({ code: 'GATEWAY_TIMEOUT' })
  await db.sql`delete from sim_faults`
  await db.sql`update accounts set token_status = 'unauthorized' where id = ${accountId}`
  await expect(say(draft, there(pinId))).rejects.toMatchObject({ details: { reason: 'platform_reconnect_required' } })
  expect((await say(draft, notThere)).failure).toBeNull() // which asks the platform nothing
  await db.sql`update accounts set token_status = 'authorized' where id = ${accountId}`
})

test('nothing can be said of a post whose outcome is known, or of which nothing was sent', async () => {
  const failed = await aDraft(world)
  await db.sql`update posts set failure = '{"reason": "board_gone", "message": "x", "failedAt": "2026-03-02T10:00:00Z", "sendAt": null}' where id = ${failed.id}`
  const posts = [await aDraft(world), failed, await aQueuedPost(world), await aSentPost(world), await anUploadingPost(world)]
  for (const post of posts)
    for (const outcome of [notThere, there('1')])
      await expect(say(post, outcome), post.status).rejects.toMatchObject({
        code: 'CONFLICT',
        details: { reason: 'outcome_known' },
      })
  await expect(setOutcome(deps, actor, { accountId, postId: '999999', outcome: notThere })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(say(posts[4]!, notThere)).rejects.toThrow('is being published right now') // which is another thing than known
  await expect(say(posts[2]!, notThere)).rejects.toThrow('is scheduled. We check its board before') // and so is this
  await db.sql`delete from posts where id = ${posts[4]!.id}`
})

test('the history says who said so, and it is not taken back', async () => {
  const draft = await anUnknownDraft(world, { made: false, post: { url: 'https://example.com/history' } })
  const { version } = await say(draft, notThere)
  const changes = await listPostChanges(deps, actor, { accountId, postId: draft.id, limit: 1 })
  expect(changes).toMatchObject([{ action: 'sayNotThere', via: actor.via, actor: actor.userId }])
  await expect(undoChange(deps, actor, { accountId, postId: draft.id, version })).rejects.toMatchObject({
    details: { reason: 'undo_expired' },
  })
})

test('an account that tells of publications, and product tags, are served as for any other pin', async () => {
  await db.sql`update accounts set tells_published = true where id = ${accountId}`
  const draft = await anUnknownDraft(world, { made: true, post: { url: 'https://example.com/there-told' } })
  await db.sql`update posts set product_tag_pin_ids = '{8001}' where id = ${draft.id}`
  expect(await say(draft, there(await pinOf(draft)))).toMatchObject({ status: 'sent', productTagsState: 'pending' })
  expect((await noticesOf(world, draft)).filter(({ kind }) => kind === 'pinPublished')).toHaveLength(1)
})
