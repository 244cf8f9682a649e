/** Between a restore and its comparison people go on working: nothing goes out, nothing is lost, and what they do makes no second pin. */
import { expect, test } from 'vitest'
import { readAccount } from '../../../src/core/accounts/accounts.js'
import { pausePublishing } from '../../../src/core/accounts/publishing.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { editPost } from '../../../src/core/posts/edit.js'
import type { Db } from '../../../src/core/ports/deps.js'
import { PlatformError, type Platform } from '../../../src/core/ports/platform.js'
import type { Post } from '../../../src/core/posts/post.js'
import { foundMessage } from '../../../src/core/posts/state/failure-messages.js'
import { setOutcome } from '../../../src/core/publish/settle/set-outcome.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { undoChange } from '../../../src/core/posts/undo/undo.js'
import { unschedulePost } from '../../../src/core/posts/unschedule.js'
import { compareAccount } from '../../../src/core/care/restores/compare.js'
import { addSection } from '../../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, HOUR_MS } from '../../support/factories.js'
import { aPin, noticesOf, reread, workFor } from '../../publish/support/support.js'
import { anUnknownDraft, asking, scheduleAgain } from '../../publish/support/unknown.js'
import { aRestoreWorld } from './support/restores.js'

const { db } = await aDatabase()
const { world, inHours, published, restore, comparison, compare, resume, pinsOf } = await aRestoreWorld(db)
const { deps, actor, accountId, clock } = world
const { sql } = db
const url = (name: string) => `https://example.com/meanwhile/${name}`
const edit = (post: Post, changes: Parameters<typeof editPost>[2]['changes']) =>
  editPost(deps, actor, { accountId, postId: post.id, changes })
const schedule = (post: Post, at: Date) => schedulePost(deps, actor, { accountId, postId: post.id, when: { kind: 'at', at } })
const unschedule = (post: Post) => unschedulePost(deps, actor, { accountId, postId: post.id })
const OTHER_BOARD = { boardId: '102', boardSectionId: null }

const ACTS: [string, (post: Post) => Promise<unknown>][] = [
  ['nobody has touched', async () => {}],
  ['was moved', (post) => scheduleAgain(world, post, 3 * HOUR_MS)],
  ['was unscheduled', unschedule],
  ['was unscheduled and scheduled again', (post) => unschedule(post).then(() => scheduleAgain(world, post, 3 * HOUR_MS))],
  ['was put on another board', (post) => edit(post, { board: OTHER_BOARD })],
  ['was rewritten', (post) => edit(post, { title: 'New', description: 'New', url: url(`new-${post.id}`) })],
  [
    'was unscheduled, rewritten and put on another board',
    (post) => unschedule(post).then(() => edit(post, { title: 'New', url: url(`new-${post.id}`), board: OTHER_BOARD })),
  ],
]

test.each(ACTS)('a pin that was due, and %s since, is known by what it was', async (name, doIt) => {
  const post = await aPin(world, { url: url(`known-${ACTS.findIndex(([one]) => one === name)}`), at: inHours(2) })
  const pinId = await published(post, inHours(2))
  await restore(20)
  await doIt(post)
  expect(await compare()).toMatchObject({ found: [{ postId: post.id, pinId }], doubtful: [], unknownPins: 0 })
  const { title, url: link, boardId } = post
  expect(await reread(world, post)).toMatchObject({ status: 'sent', pinId, title, url: link, boardId, sentAt: inHours(2) })
  await resume()
  await workFor(world, 5 * HOUR_MS)
  expect(await pinsOf(post)).toHaveLength(1)
})

test.each(ACTS)(
  'a pin that was due, and %s since, asks where its board does not tell, and is not sent again',
  async (name, doIt) => {
    const post = await aPin(world, { url: url(`asks-${ACTS.findIndex(([one]) => one === name)}`), at: inHours(2) })
    const pinId = await published(post, inHours(4), { title: 'Edited meanwhile' })
    await restore(20)
    await doIt(post)
    expect(await compare()).toMatchObject({ found: [], doubtful: [{ postId: post.id }] })
    expect(await reread(world, post)).toMatchObject({ status: 'draft', failure: { reason: 'outcome_unknown' } })
    expect((await noticesOf(world, post)).filter(({ kind }) => kind === 'pinFailed')).toMatchObject([
      { reason: 'outcome_unknown' },
    ])
    await resume()
    const { title, description, url: link } = post
    await edit(post, { title: title!, description: description!, url: link! })
    await scheduleAgain(world, post)
    await workFor(world, HOUR_MS)
    expect(await pinsOf(post)).toHaveLength(1)
    await setOutcome(deps, actor, { accountId, postId: post.id, outcome: { kind: 'there', pinId } })
    expect(await reread(world, post)).toMatchObject({ status: 'sent', pinId })
  },
)

const BROUGHT_BACK: [string, (post: Post) => Promise<unknown>][] = [
  ['was', async () => {}],
  ['was moved and', (post) => scheduleAgain(world, post, 30 * HOUR_MS)],
  ['was unscheduled and', unschedule],
  ['was rewritten and', (post) => edit(post, { title: 'New', url: url(`new-${post.id}`), board: OTHER_BOARD })],
]

test.each(BROUGHT_BACK)(
  'a pin that was due, %s deleted before the comparison and is brought back after it, is searched for before it is sent again',
  async (name, doIt) => {
    const post = await aPin(world, { url: url(`back-${BROUGHT_BACK.findIndex(([one]) => one === name)}`), at: inHours(2) })
    const pinId = await published(post, inHours(6))
    await restore(20)
    await doIt(post)
    const { version } = await reread(world, post)
    await deletePost(deps, actor, { accountId, postId: post.id })
    expect(await compare()).toMatchObject({ found: [], doubtful: [], isDone: true })
    const { notScheduled } = await undoChange(deps, actor, { accountId, postId: post.id, version: version + 1 })
    if (notScheduled.length > 0)
      expect(await reread(world, post)).toMatchObject({ status: 'draft', failure: { reason: 'outcome_unknown' } })
    await resume()
    if (name !== 'was moved and') await scheduleAgain(world, post)
    await workFor(world, 31 * HOUR_MS)
    expect(await pinsOf(post)).toHaveLength(1)
    expect(await reread(world, post)).toMatchObject({ status: 'sent', pinId, sentAt: inHours(6) })
  },
)

test('one that is not there is brought back as it was deleted, and goes out', async () => {
  const post = await aPin(world, { url: url('back-absent'), at: inHours(2) })
  await restore(20)
  await deletePost(deps, actor, { accountId, postId: post.id })
  await compare()
  await undoChange(deps, actor, { accountId, postId: post.id, version: post.version + 1 })
  expect(await reread(world, post)).toMatchObject({ status: 'draft', failure: null })
  await resume()
  await scheduleAgain(world, post)
  await workFor(world, HOUR_MS)
  expect(await pinsOf(post)).toHaveLength(1)
})

test('one that is brought back while its board is read is compared again before its account goes on', async () => {
  const post = await aPin(world, { url: url('back-meanwhile'), at: inHours(2) })
  const pinId = await published(post, inHours(6))
  await restore(20)
  await deletePost(deps, actor, { accountId, postId: post.id })
  const readBoard: Platform['readBoard'] = async (...asked) => {
    const pins = await deps.platform.readBoard(...asked)
    await undoChange(deps, actor, { accountId, postId: post.id, version: post.version + 1 }).catch(() => undefined)
    return pins
  }
  const compared = await compareAccount(asking(world, { readBoard }).deps, actor, await comparison())
  expect(compared).toMatchObject({ found: [{ postId: post.id, pinId }] })
})

test('what somebody changes in the moment in which it is settled is compared again before its account goes on', async () => {
  const post = await aPin(world, { url: url('changed-meanwhile'), at: inHours(2) })
  const pinId = await published(post, inHours(6))
  await restore(20)
  let change: Promise<Post> | undefined
  const tx: Db['tx'] = async (...given) => {
    await (change ??= edit(post, { title: 'Another title' }))
    return db.tx(...given)
  }
  const beside = { ...deps, db: { ...deps.db, tx } }
  expect(await compareAccount(beside, actor, await comparison())).toMatchObject({ found: [], isDone: false })
  await expect(resume()).rejects.toMatchObject({ details: { reason: 'not_compared' } })
  expect(await compare()).toMatchObject({ found: [{ postId: post.id, pinId }], isDone: true })
})

test('who edited a pin that had gone out reads which changes it lacks', async () => {
  const post = await aPin(world, { url: url('edited-since'), at: inHours(2) })
  const pinId = await published(post, inHours(2))
  await restore(20)
  await edit(post, { title: 'Another title' })
  await compare()
  const [notice, ...others] = await noticesOf(world, post)
  expect(notice).toMatchObject({ kind: 'pinPublished', message: foundMessage(pinId, ['title']) })
  expect(others).toEqual([])
})

test('a pin that Pinterest has moved is shown where it is, and who put it on another board since reads that it is not there', async () => {
  const { id: sectionId } = await addSection(sql, { boardId: '101', name: 'Shelves' })
  const [quiet, edited] = [
    await aPin(world, { url: url('moved'), at: inHours(2) }),
    await aPin(world, { url: url('moved-edited'), at: inHours(3) }),
  ]
  await published(quiet, inHours(2), { sectionId })
  const pinId = await published(edited, inHours(3), { sectionId })
  await restore(20)
  await edit(edited, { board: OTHER_BOARD })
  await compare()
  for (const post of [quiet, edited])
    expect(await reread(world, post)).toMatchObject({ status: 'sent', boardId: '101', boardSectionId: sectionId })
  expect(await noticesOf(world, quiet)).toEqual([])
  expect(await noticesOf(world, edited)).toMatchObject([{ kind: 'pinPublished', message: foundMessage(pinId, ['board']) }])
})

test('what was due and is not there goes out as it is by now, once', async () => {
  const post = await aPin(world, { url: url('not-there'), at: inHours(2) })
  await restore(20)
  await edit(post, { title: 'Another title' })
  await scheduleAgain(world, post, 2 * HOUR_MS)
  expect(await compare()).toMatchObject({ found: [], doubtful: [], absent: 1 })
  await resume()
  await workFor(world, 3 * HOUR_MS)
  expect(await pinsOf(post)).toMatchObject([{ title: 'Another title' }])
})

test('a person who says that it is not there is not asked again when the boards are read once more', async () => {
  const post = await aPin(world, { url: url('said'), at: inHours(2) })
  await published(post, inHours(4), { title: 'Edited meanwhile' })
  await compareHalf()
  expect(await reread(world, post)).toMatchObject({ status: 'draft', failure: { reason: 'outcome_unknown' } })
  await setOutcome(deps, actor, { accountId, postId: post.id, outcome: { kind: 'notThere' } })
  await scheduleAgain(world, post, HOUR_MS)
  expect(await compare()).toMatchObject({ doubtful: [], absent: 1, isDone: true })
  expect(await reread(world, post)).toMatchObject({ status: 'queued' })
})

test('a team is asked once, however often boards are read', async () => {
  const post = await aPin(world, { url: url('asked-once'), at: inHours(2) })
  await published(post, inHours(4), { title: 'Edited meanwhile' })
  await compareHalf()
  const { version } = await reread(world, post)
  expect(await compare()).toMatchObject({ doubtful: [{ postId: post.id }], isDone: true })
  expect(await reread(world, post)).toMatchObject({ status: 'draft', failure: { reason: 'outcome_unknown' }, version })
  expect((await noticesOf(world, post)).map(({ kind }) => kind)).toEqual(['pinFailed'])
})

test('a pin in doubt that somebody has scheduled again stays scheduled when the boards are read once more', async () => {
  const post = await aPin(world, { url: url('scheduled-since'), at: inHours(2) })
  await published(post, inHours(4), { title: 'Edited meanwhile' })
  await compareHalf()
  await scheduleAgain(world, post, 30 * HOUR_MS)
  expect(await compare()).toMatchObject({ doubtful: [], absent: 1, isDone: true })
  expect(await reread(world, post)).toMatchObject({ status: 'queued' })
})

test('a team that was asked hears when the pin is found after all', async () => {
  const post = await aPin(world, { url: url('after-all'), at: inHours(2) })
  const pinId = await published(post, inHours(4), { title: 'Edited meanwhile' })
  await compareHalf()
  await sql`update sim_pins set title = ${post.title} where id = ${pinId}`
  expect(await compare()).toMatchObject({ found: [{ postId: post.id, pinId }], isDone: true })
  expect((await noticesOf(world, post)).map(({ kind }) => kind)).toEqual(['pinFailed', 'pinPublished'])
})

/** Restored at +20 h, and one of the boards cannot be read yet. */
async function compareHalf(): Promise<void> {
  await aPin(world, { url: url('unread'), at: inHours(3), boardId: '102' })
  await restore(20)
  const readBoard: Platform['readBoard'] = (...asked) =>
    asked[1] === '102' ? Promise.reject(new PlatformError('unavailable', 'No answer.')) : deps.platform.readBoard(...asked)
  const half = asking(world, { readBoard })
  const compared = await compareAccount(half.deps, actor, await comparison())
  expect(compared).toMatchObject({ unread: [{ boardId: '102' }], isDone: false })
}

test('what a person ruled out before anybody compared stays ruled out', async () => {
  const post = await anUnknownDraft(world, { made: false, post: { url: url('ruled-out') } })
  await published(post, clock.now, { title: 'Edited meanwhile' })
  await restore(20)
  await setOutcome(deps, actor, { accountId, postId: post.id, outcome: { kind: 'notThere' } })
  expect(await compare()).toMatchObject({ found: [], doubtful: [] })
  expect(await reread(world, post)).toMatchObject({ status: 'draft', failure: null })
})

test('a pin in doubt that is scheduled again for the very time it had has its board read', async () => {
  const post = await aPin(world, { url: url('own-time'), at: inHours(40) })
  await published(post, inHours(5))
  await published(post, inHours(6))
  await restore()
  expect(await compare()).toMatchObject({ doubtful: [{ postId: post.id }] })
  await resume()
  await schedule(post, inHours(40))
  await workFor(world, 20 * HOUR_MS)
  expect(await pinsOf(post)).toHaveLength(2)
  expect(await reread(world, post)).toMatchObject({ status: 'sent' })
})

test('a draft with two pins just like it asks before it is published', async () => {
  const draft = await aDraft(world, { url: url('draft-twins') })
  await published(draft, inHours(5))
  await published(draft, inHours(6))
  await restore()
  expect(await compare()).toMatchObject({ doubtful: [{ postId: draft.id }] })
  expect(await reread(world, draft)).toMatchObject({ status: 'draft', failure: { reason: 'outcome_unknown' } })
})

test('restored twice: what was due at first is known by what it was then, and the account is resumed all the same', async () => {
  const post = await aPin(world, { url: url('twice'), at: inHours(2) })
  const pinId = await published(post, inHours(2))
  await restore(20)
  await edit(post, { title: 'New', board: OTHER_BOARD })
  await scheduleAgain(world, post, 30 * HOUR_MS)
  await restore(30)
  expect(await comparison()).toMatchObject({ resumes: true, comparedAt: null })
  expect(await compare()).toMatchObject({ found: [{ postId: post.id, pinId }] })
  await restore(40)
  expect(await comparison()).toMatchObject({ resumes: true, isPaused: true })
  await compare()
  await resume()
  await pausePublishing(deps, actor, { accountId })
  await restore(50)
  expect(await comparison()).toMatchObject({ resumes: false })
  await compare()
  expect(await readAccount(deps, actor, { accountId })).toMatchObject({ publishing: 'paused', pausedBecause: null })
})
