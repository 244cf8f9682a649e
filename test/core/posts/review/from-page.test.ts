/** Links to pages in reviews: drafts come in with the end of their generation, whoever waits for them and however it ends. */
import { expect, onTestFinished, test } from 'vitest'
import { cancelGeneration } from '../../../../src/core/sources/generations/cancel.js'
import { nextGenerationDue } from '../../../../src/core/sources/generations/claim.js'
import { claimDueGenerations, generate } from '../../../../src/core/sources/generations/work.js'
import { deletePost } from '../../../../src/core/posts/delete.js'
import type { Actor } from '../../../../src/core/lib/actor.js'
import { MINUTE_MS } from '../../../../src/core/lib/duration.js'
import { addPicture } from '../../../../src/core/sources/review/amend.js'
import { noteSeen, readReview } from '../../../../src/core/sources/review/change.js'
import { fillReview } from '../../../../src/core/sources/review/fill.js'
import { takeUnshownReviews } from '../../../../src/core/sources/review/left.js'
import { draftsIn, MOST_ITEMS, type Review } from '../../../../src/core/sources/review/model.js'
import type { Given } from '../../../../src/core/sources/review/proposals.js'
import { readItem } from '../../../../src/core/sources/read-item.js'
import { aDatabase } from '../../../support/database.js'
import { begin, draftsOf, openSites, readAgain, type Site, work } from '../../generations/support/generations.js'
import { aPage } from '../../generations/support/page.js'

const { db } = await aDatabase()
const aWebsite = openSites(db)

async function aPublished(): Promise<Site> {
  const site = await aWebsite()
  site.put('shelves.html', aPage())
  return site
}
const person = ({ organizationId }: Site, userId = 'T1:U1'): Actor => ({ organizationId, via: 'slack', role: 'admin', userId })
const noFiles = () => Promise.reject(new Error('no file is read here'))
const refOf = ({ accountId, id }: Review) => ({ accountId, reviewId: id })
const again = (site: Site, review: Review, actor = person(site)) => readReview(site.deps, actor, refOf(review))
const namesOf = ({ items }: Review) => items.map(({ state }) => state.name)
const causesOf = ({ items }: Review) => items.map(({ state }) => (state.name === 'failed' ? state.cause : null))

/** Brought, and asked for; the page is not read yet. */
async function bring(site: Site, urls: readonly string[], more: Partial<Given> = {}, actor = person(site)): Promise<Review> {
  const links = urls.map((url) => ({ url, shows: 'page' as const }))
  const {
    review,
    added,
    again: failed,
  } = await fillReview(site.deps, actor, {
    accountId: site.accountId,
    files: [],
    words: '',
    links,
    ...more,
  })
  for (const position of added) await readItem(site.deps, actor, { ...refOf(review), position, which: 'first' }, noFiles)
  for (const position of failed) await readItem(site.deps, actor, { ...refOf(review), position, which: 'again' }, noFiles)
  return again(site, review, actor)
}

test('one link is as many drafts as somebody may choose among, the first in its place and the others behind it', async () => {
  const site = await aPublished()
  const asked = await bring(site, [site.at('shelves.html')])
  expect(namesOf(asked)).toEqual(['reading'])
  await work(site)
  const read = await again(site, asked)
  expect(namesOf(read)).toEqual(['ready', 'ready', 'ready'])
  expect(read.items.map(({ position, source }) => [position, source.kind])).toEqual([
    [1, 'link'],
    [2, 'draft'],
    [3, 'draft'],
  ])
  expect(draftsIn(read).map(({ id }) => id)).toEqual((await draftsOf(site)).map(({ id }) => id))
  for (const { proposal, state } of read.items)
    expect(proposal.board).toMatchObject({ boardId: state.name === 'ready' && state.post.boardId })
  expect(read.items[0]?.proposal.board).toMatchObject({ because: 'words' })
})

test('of a board that nothing speaks for it is not said that it fits', async () => {
  const site = await aWebsite()
  site.put(
    'fog.html',
    aPage()
      .replaceAll(/kitchen/gi, 'harbour')
      .replaceAll(/shel(?:f|ves)/gi, 'fog'),
  )
  await db.sql`delete from boards where organization_id = ${site.organizationId} and id <> '102'`
  const review = await bring(site, [site.at('fog.html')])
  await work(site)
  for (const { proposal } of (await again(site, review)).items)
    expect(proposal.board).toMatchObject({ boardId: '102', because: 'guess' })
})

test('of several links each is one draft, in its place; the board and the words that were said are used', async () => {
  const site = await aPublished()
  site.put('jars.html', aPage())
  const review = await bring(site, [site.at('shelves.html'), site.at('jars.html')], {
    words: 'Shelves we like\nJars we like',
    wish: { boardId: '102' },
  })
  await work(site)
  const read = await again(site, review)
  expect(draftsIn(read)).toMatchObject([
    { title: 'Shelves we like', boardId: '102', url: site.at('shelves.html') },
    { title: 'Jars we like', boardId: '102', url: site.at('jars.html') },
  ])
  for (const { proposal } of read.items) expect(proposal.board).toMatchObject({ because: 'said' })
})

test('a board that is none is no reason to make nothing', async () => {
  const site = await aPublished()
  const review = await bring(site, [site.at('shelves.html')], { wish: { boardId: 'Kitchen' } })
  await work(site)
  expect(namesOf(await again(site, review))).toEqual(['ready', 'ready', 'ready'])
})

test('a page that fails keeps its place with its reason; tried again, or brought again, it is read', async () => {
  const site = await aWebsite()
  const url = site.at('late.html')
  const review = await bring(site, [url])
  await work(site)
  expect(causesOf(await again(site, review))).toEqual([{ code: 'page', failure: 'unreachable' }])
  await readItem(site.deps, person(site), { ...refOf(review), position: 1, which: 'again' }, noFiles)
  expect(namesOf(await again(site, review))).toEqual(['reading'])
  await work(site)
  expect(causesOf(await again(site, review))).toEqual([{ code: 'page', failure: 'unreachable' }])
  site.put('late.html', aPage())
  expect(namesOf(await bring(site, [url]))).toEqual(['reading'])
  await work(site)
  expect(namesOf(await again(site, review))).toEqual(['ready', 'ready', 'ready'])
})

test('an address that no pin can lead to is refused in its place', async () => {
  const site = await aWebsite()
  const [cause] = causesOf(await bring(site, ['https://127.0.0.1/admin']))
  expect(cause).toMatchObject({ code: 'refused', error: 'BAD_REQUEST', field: 'url' })
})

test('two people who wait for one page have the same drafts; a third who joins at its end has them, too, or others', async () => {
  const site = await aPublished()
  const url = site.at('shelves.html')
  const [one, two] = [await bring(site, [url]), await bring(site, [url], {}, person(site, 'T1:U2'))]
  expect(await draftsOf(site)).toEqual([])
  const [, three] = await Promise.all([work(site), bring(site, [url], {}, person(site, 'T1:U3'))])
  await work(site)
  const idsOf = (review: Review) => draftsIn(review).map(({ id }) => id)
  const ids = idsOf(await again(site, one))
  expect(ids).toHaveLength(3)
  expect(idsOf(await again(site, two, person(site, 'T1:U2')))).toEqual(ids)
  expect(idsOf(await again(site, three, person(site, 'T1:U3')))).toHaveLength(3)
})

test('two links to one page in one review are its drafts once, and the second one says so', async () => {
  const site = await aPublished()
  const review = await bring(site, [site.at('shelves.html'), site.at('shelves.html#oil')])
  await work(site)
  const read = await again(site, review)
  expect(namesOf(read)).toEqual(['ready', 'failed'])
  expect(causesOf(read)[1]).toEqual({ code: 'same_page' })
  expect(await draftsOf(site)).toHaveLength(1)
})

test('a generation that others began and cancel ends the waiting, too', async () => {
  const site = await aPublished()
  const url = site.at('shelves.html')
  const { id: generationId } = await begin(site, url)
  const review = await bring(site, [url])
  await cancelGeneration(site.deps, site.actor, { accountId: site.accountId, generationId })
  expect(causesOf(await again(site, review))).toEqual([{ code: 'page', failure: 'cancelled' }])
})

test('a review is never longer than it may be: what finds no room stays a draft', async () => {
  const site = await aPublished()
  const files = Array.from({ length: MOST_ITEMS - 2 }, (_, index) => ({ id: `F${index}`, name: `shelf-${index}.jpg` }))
  const actor = person(site)
  await fillReview(site.deps, actor, { accountId: site.accountId, files, links: [], words: '' })
  const review = await bring(site, [site.at('shelves.html')])
  await bring(site, [site.at('jars.html')])
  await work(site)
  const read = await again(site, review)
  expect(read.items).toHaveLength(MOST_ITEMS)
  expect(await draftsOf(site)).toHaveLength(2)
})

test('a draft that is deleted is none any more; a picture that is put in the place of a page is read in place of it', async () => {
  const site = await aPublished()
  const review = await bring(site, [site.at('shelves.html')])
  await work(site)
  const [first] = draftsIn(await again(site, review))
  await deletePost(site.deps, site.actor, { accountId: site.accountId, postId: first!.id })
  expect(namesOf(await again(site, review))).toEqual(['deleted', 'ready', 'ready'])
  const failed = await bring(site, [site.at('gone.html')])
  await work(site)
  await addPicture(site.deps, person(site), { ...refOf(failed), position: 4, file: { id: 'F1', name: 'a.jpg' } })
  expect((await again(site, failed)).items[3]).toMatchObject({ source: { kind: 'file', id: 'F1' }, name: 'a.jpg' })
})

test('a worker that comes too late gives a review nothing', async () => {
  const site = await aPublished()
  const review = await bring(site, [site.at('shelves.html')])
  const [late] = (await claimDueGenerations(site.deps, 99)).filter(({ organizationId }) => organizationId === site.organizationId)
  site.clock.advance(10 * MINUTE_MS)
  await work(site)
  await generate(site.deps, late!)
  expect(namesOf(await again(site, review))).toEqual(['ready', 'ready', 'ready'])
  expect(await draftsOf(site)).toHaveLength(3)
})

test('what nobody has shown a minute after it came is taken by one process, once', async () => {
  const site = await aPublished()
  const review = await bring(site, [site.at('shelves.html')])
  await work(site)
  const ours = async () =>
    (await takeUnshownReviews(site.deps)).filter(({ organizationId }) => organizationId === site.organizationId)
  expect(await ours()).toEqual([])
  site.clock.advance(2 * MINUTE_MS)
  const taken = (await Promise.all([ours(), ours(), ours()])).flat()
  expect(taken).toMatchObject([{ reviewId: review.id, person: 'T1:U1' }])
  site.put('more.html', aPage())
  await bring(site, [site.at('more.html')])
  await work(site)
  await noteSeen(site.deps, person(site), refOf(review))
  site.clock.advance(2 * MINUTE_MS)
  expect(await ours()).toEqual([])
})

test('where no public board is for any draft, they come without one and say nothing of a board', async () => {
  const site = await aPublished()
  await db.sql`delete from boards where organization_id = ${site.organizationId}`
  const review = await bring(site, [site.at('shelves.html')])
  await work(site)
  const read = await again(site, review)
  expect(namesOf(read)).toEqual(['ready', 'ready', 'ready'])
  expect(read.items.map(({ proposal }) => proposal.board)).toEqual([null, null, null])
  expect(draftsIn(read).map(({ boardId }) => boardId)).toEqual([null, null, null])
})

/** Every write of an item's end fails, as a fault of ours would make it. */
async function breakItems(): Promise<void> {
  await db.sql`
    create function pg_temp_broken_item() returns trigger language plpgsql as $$
    begin raise exception 'an item that cannot be written'; end $$`
  await db.sql`
    create trigger broken_item before update on review_items for each row when (new.state <> 'reading') execute function pg_temp_broken_item()`
  onTestFinished(async () => {
    await db.sql`drop trigger broken_item on review_items`
    await db.sql`drop function pg_temp_broken_item()`
  })
}

test('a fault that comes at every try ends the generation within minutes, and the next request for its page begins another one', async () => {
  const site = await aPublished()
  const url = site.at('shelves.html')
  const review = await bring(site, [url])
  const [{ id: generationId }] = await db.sql<[{ id: string }]>`
    select id from generations where organization_id = ${site.organizationId}`
  await breakItems()
  const begun = site.clock.now.getTime()
  for (let next = await nextGenerationDue(db.sql); next !== null; next = await nextGenerationDue(db.sql)) {
    if (next > site.clock.now) site.clock.now = next
    await work(site)
  }
  expect(site.clock.now.getTime() - begun).toBeLessThan(5 * MINUTE_MS)
  expect(await readAgain(site, { id: generationId })).toMatchObject({ status: 'failed', failureCode: 'internal_error' })
  expect(await draftsOf(site)).toEqual([])
  expect((await begin(site, url)).id).not.toBe(generationId)
  expect(namesOf(await again(site, review))).toEqual(['reading'])
})
