/** A review: what is brought becomes drafts, nothing of it is lost, and what is left out stays out. */
import { expect, test } from 'vitest'
import { badRequest } from '../../../../src/core/lib/errors.js'
import { HOUR_MS } from '../../../../src/core/lib/duration.js'
import type { Actor } from '../../../../src/core/lib/actor.js'
import { listPosts } from '../../../../src/core/posts/list.js'
import { deletePost } from '../../../../src/core/posts/delete.js'
import { leaveOut, readReview } from '../../../../src/core/sources/review/change.js'
import { fillReview } from '../../../../src/core/sources/review/fill.js'
import { draftsIn, MOST_ITEMS, type Review } from '../../../../src/core/sources/review/model.js'
import { type LoadFile, readItem } from '../../../../src/core/sources/read-item.js'
import { aDatabase } from '../../../support/database.js'
import type { World } from '../../../support/world.js'
import { anUpload, openStudios, type Studio } from '../support/create-fixtures.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)

const file = (id: string, name = `${id}.jpg`) => ({ id, name })
const person = (world: World, userId = 'T1:U1', role: Actor['role'] = 'admin'): Actor => ({
  organizationId: world.organizationId,
  via: 'slack',
  role,
  userId,
})
const fill = (world: World, given: Partial<Parameters<typeof fillReview>[2]>, actor = person(world)) =>
  fillReview(world.deps, actor, { accountId: world.accountId, files: [], links: [], words: '', ...given })

/** Each file is a real upload, of its own size. */
const loads =
  (studio: Studio): LoadFile =>
  async (_file, work) => {
    const upload = await anUpload(studio, { width: 400, height: 600 })
    return work(upload.uploadId)
  }
const readAll = (studio: Studio, { id, accountId, items }: Review, load = loads(studio), actor = person(studio)) =>
  Promise.all(
    items.map(({ position }) =>
      readItem(studio.deps, actor, { accountId, reviewId: id, position, which: 'first' }, load).catch(() => undefined),
    ),
  )
const again = (studio: Studio, { id, accountId }: Review, actor = person(studio)) =>
  readReview(studio.deps, actor, { accountId, reviewId: id })
const statesOf = ({ items }: Review) => items.map(({ state }) => state.name)

test('what is brought is written down before it is read, and each becomes a draft with its words', async () => {
  const studio = await aStudio()
  const { review, added } = await fill(studio, {
    files: [file('F1', 'oak-shelf.jpg'), file('F2', 'IMG_2.jpg')],
    links: [{ url: 'https://shop.example.com/', shows: 'page' }],
    words: 'Small kitchens',
  })
  expect(statesOf(review)).toEqual(['reading', 'reading'])
  expect(added).toEqual([1, 2])
  await readAll(studio, review)
  const read = await again(studio, review)
  expect(draftsIn(read)).toMatchObject([
    {
      title: 'Oak shelf',
      description: 'Small kitchens',
      url: 'https://shop.example.com/',
      altText: 'Oak shelf',
      createdBy: 'T1:U1',
    },
    { title: 'Small kitchens', url: 'https://shop.example.com/' },
  ])
})

test('several messages fill one review, the same file once, and thirty are the most', async () => {
  const studio = await aStudio()
  const ten = (from: number) => Array.from({ length: 10 }, (_, index) => file(`F${from + index}`))
  const first = await fill(studio, { files: ten(0) })
  const second = await fill(studio, { files: [...ten(5)] })
  expect(second.review.id).toBe(first.review.id)
  expect(second.added).toEqual([11, 12, 13, 14, 15])
  const third = await fill(studio, { files: [...ten(20), ...ten(30)] })
  expect(third.review.items).toHaveLength(MOST_ITEMS)
  expect(third.leftOver).toEqual(['F35.jpg', 'F36.jpg', 'F37.jpg', 'F38.jpg', 'F39.jpg'])
})

test('two messages that come at once fill one review, each item with a place of its own', async () => {
  const studio = await aStudio()
  const filled = await Promise.all(['A', 'B', 'C', 'D'].map((id) => fill(studio, { files: [file(`${id}1`), file(`${id}2`)] })))
  expect(new Set(filled.map(({ review }) => review.id)).size).toBe(1)
  const read = await again(studio, filled[0]!.review)
  expect(read.items.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('after an hour a new one begins, and the old one stays as drafts', async () => {
  const studio = await aStudio()
  const old = await fill(studio, { files: [file('F1')], words: 'Old words' })
  studio.clock.advance(HOUR_MS)
  const next = await fill(studio, { files: [file('F1')] })
  expect(next.review.id).not.toBe(old.review.id)
  expect(next.review.items[0]?.proposal.description).toBeNull()
  expect(await again(studio, old.review)).toMatchObject({ state: 'kept', decidedBy: 'T1:U1' })
})

test('what fails keeps its place with its cause, and is read when it is tried again', async () => {
  const studio = await aStudio()
  const { review } = await fill(studio, { files: [file('F1'), file('F2'), file('F3')] })
  const failing: LoadFile = async ({ id }, work) => {
    if (id === 'F2') throw badRequest('uploadId', '“F2.jpg” is no longer in Slack. Choose it again.')
    if (id === 'F3') throw new Error('the line broke')
    return loads(studio)({ id, name: id }, work)
  }
  await readAll(studio, review, failing)
  const read = await again(studio, review)
  expect(statesOf(read)).toEqual(['ready', 'failed', 'failed'])
  expect(read.items.map(({ state }) => (state.name === 'failed' ? state.cause : null))).toEqual([
    null,
    { code: 'refused', error: 'BAD_REQUEST', field: 'uploadId', sentence: '“F2.jpg” is no longer in Slack. Choose it again.' },
    { code: 'unknown' },
  ])
  const retry = { accountId: review.accountId, reviewId: review.id, position: 2, which: 'again' } as const
  await readItem(studio.deps, person(studio), retry, loads(studio))
  expect(statesOf(await again(studio, review))).toEqual(['ready', 'ready', 'failed'])
})

test('two who try one item at once make one draft', async () => {
  const studio = await aStudio()
  const { review } = await fill(studio, { files: [file('F1')] })
  const ref = { accountId: review.accountId, reviewId: review.id, position: 1, which: 'first' } as const
  await Promise.all([1, 2, 3].map(() => readItem(studio.deps, person(studio), ref, loads(studio))))
  const query = { accountId: studio.accountId, status: 'draft', limit: 50, cursor: null, startDate: null, endDate: null } as const
  expect((await listPosts(studio.deps, studio.actor, query)).posts).toHaveLength(1)
})

test('an item whose reader died can be tried again, and the dead one makes no second draft', async () => {
  const studio = await aStudio()
  const { review } = await fill(studio, { files: [file('F1')] })
  const ref = { accountId: review.accountId, reviewId: review.id, position: 1 } as const
  let goOn = () => {}
  const held = new Promise<void>((resolve) => (goOn = resolve))
  let began = () => {}
  const isBegun = new Promise<void>((resolve) => (began = resolve))
  const slow = readItem(studio.deps, person(studio), { ...ref, which: 'first' }, async (given, work) => {
    began()
    await held
    return loads(studio)(given, work)
  })
  await isBegun
  const later = { ...studio.deps, wallClock: () => new Date(Date.now() + HOUR_MS) }
  expect((await readReview(later, person(studio), ref2(review))).items[0]?.state).toEqual({
    name: 'failed',
    cause: { code: 'interrupted' },
  })
  await readItem(later, person(studio), { ...ref, which: 'again' }, loads(studio))
  goOn()
  await slow
  const read = await again(studio, review)
  expect(statesOf(read)).toEqual(['ready'])
  const query = { accountId: studio.accountId, status: 'draft', limit: 50, cursor: null, startDate: null, endDate: null } as const
  expect((await listPosts(studio.deps, studio.actor, query)).posts).toHaveLength(1)
})
const ref2 = ({ accountId, id }: Review) => ({ accountId, reviewId: id })

test('a link to a picture is read, and one to a page is read with the next message', async () => {
  const studio = await aStudio()
  const { review, added } = await fill(studio, {
    links: [
      { url: 'https://pictures.test/200x300', shows: 'image' },
      { url: 'https://pictures.test/300x400', shows: 'image' },
    ],
  })
  expect(added).toEqual([1, 2])
  await readAll(studio, review)
  expect(statesOf(await again(studio, review))).toEqual(['ready', 'ready'])
  const pages = await fill(studio, { links: [{ url: 'https://shop.example.com/oak-shelf', shows: 'page' }] })
  expect(pages.added).toEqual([3])
  expect(pages.review.items[2]).toMatchObject({ name: 'oak-shelf', state: { name: 'reading' } })
})

test('a board that is gone leaves a draft without one', async () => {
  const studio = await aStudio()
  const { review } = await fill(studio, { files: [file('F1', 'kitchen-shelf.jpg')] })
  const nobodys = studio.deps.db.sql.json({ board: { boardId: '9'.repeat(50), boardSectionId: null, because: 'words' } })
  await studio.deps.db.sql`
    update review_items
       set proposal = proposal || ${nobodys}
     where review_id = ${review.id}`
  await readItem(studio.deps, person(studio), { ...ref2(review), position: 1, which: 'first' }, loads(studio))
  expect(draftsIn(await again(studio, review))).toMatchObject([{ boardId: null }])
})

test('what is left out is in no decision until it is taken back, and a draft that was deleted is said to be', async () => {
  const studio = await aStudio()
  const { review } = await fill(studio, { files: [file('F1'), file('F2')] })
  await readAll(studio, review)
  const left = await leaveOut(studio.deps, person(studio), { ...ref2(review), position: 1, isLeftOut: true })
  expect(draftsIn(left)).toHaveLength(1)
  const back = await leaveOut(studio.deps, person(studio), { ...ref2(review), position: 1, isLeftOut: false })
  expect(draftsIn(back)).toHaveLength(2)
  const [first] = draftsIn(back)
  await deletePost(studio.deps, person(studio), { accountId: studio.accountId, postId: first!.id })
  expect(statesOf(await again(studio, review))).toEqual(['deleted', 'ready'])
})

test('a review is its person’s and the schedulers’, and nobody else’s', async () => {
  const studio = await aStudio()
  const other = await aStudio()
  const contributor = person(studio, 'T1:U2', 'contributor')
  const { review } = await fill(studio, { files: [file('F1')] })
  await expect(again(studio, review, contributor)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(again(studio, review, person(studio, 'T1:U3', 'viewer'))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(again(studio, review, person(studio, 'T1:U4', 'scheduler'))).resolves.toMatchObject({ id: review.id })
  await expect(readReview(other.deps, person(other), { accountId: other.accountId, reviewId: review.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(fill(studio, { files: [file('F9')] }, person(studio, 'T1:U3', 'viewer'))).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})
