/** Drafts of feeds in the review of whoever looks them through. */
import { expect, test } from 'vitest'
import { useNamedFeed } from '../../../src/core/sources/feeds/change.js'
import { listFeeds } from '../../../src/core/sources/feeds/store.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { readReview } from '../../../src/core/sources/review/change.js'
import { scheduleReview } from '../../../src/core/sources/review/decide.js'
import { reviewFeedDrafts } from '../../../src/core/sources/review/from-feeds.js'
import { draftsIn, MOST_ITEMS, type Review } from '../../../src/core/sources/review/model.js'
import { planReview, shownOf } from '../../../src/core/sources/review/plan.js'
import { aDatabase } from '../../support/database.js'
import { aTimeslot } from '../../support/factories.js'
import { openSites, type Site } from '../generations/support/generations.js'
import { aFeed, itemsOf, publish, read, settle } from './support/feeds.js'

const { db } = await aDatabase()
const aWebsite = openSites(db)

async function withDrafts(...names: string[]): Promise<Site> {
  const site = await aWebsite()
  publish(site, itemsOf(...names))
  await aFeed(site, { perDay: 30, boardId: '102' })
  await settle(site)
  return site
}
const asked = ({ deps, actor, accountId }: Site) => reviewFeedDrafts(deps, actor, { accountId })
async function reviewOf(site: Site): Promise<Review> {
  const { review } = await asked(site)
  if (!review) throw new Error('nothing waits')
  return review
}
const pagesOf = ({ items }: Review): string[] =>
  items.map(({ state }) => (state.name === 'ready' ? (state.post.url ?? '').replace(/^.*\/|\.html$/g, '') : state.name))

test('all of them come in once, with the board that their feed names, and are scheduled together', async () => {
  const site = await withDrafts('b', 'a')
  await aTimeslot(site, { day: 1, time: '09:00' })
  await aTimeslot(site, { day: 2, time: '09:00' })
  const first = await reviewOf(site)
  expect(pagesOf(first).sort()).toEqual(['a', 'b'])
  for (const { proposal } of first.items) expect(proposal.board).toMatchObject({ boardId: '102', because: 'said' })
  const again = await reviewOf(site)
  expect([again.id, again.items.length]).toEqual([first.id, 2])
  const { deps, actor, accountId } = site
  const ref = { accountId, reviewId: first.id }
  const { review } = await planReview(deps, actor, ref)
  await scheduleReview(deps, actor, {
    ...ref,
    shown: shownOf(
      review,
      draftsIn(review).map(({ id }) => id),
    ),
  })
  expect((await readReview(deps, actor, ref)).state).toBe('scheduled')
  expect(await asked(site)).toEqual({ review: null, leftOver: 0 })
})

test('what was deleted or scheduled meanwhile does not come in, nor what no feed made', async () => {
  const site = await withDrafts('b', 'a')
  const { deps, actor, accountId } = site
  const review = await reviewOf(site)
  const [one] = review.items
  if (one?.state.name !== 'ready') throw new Error('no draft')
  await deletePost(deps, actor, { accountId, postId: one.state.post.id })
  const again = await reviewOf(site)
  expect(again.items.map(({ state }) => state.name).sort()).toEqual(['deleted', 'ready'])
})

test('those for which there is no room are counted, the oldest of them', async () => {
  const site = await withDrafts('a')
  const { organizationId, accountId } = site
  await db.sql`
    insert into posts (organization_id, account_id, status, media_type, title, generation_id, created_via, created_by, created_at, updated_at)
    select organization_id, account_id, 'draft', 'image', 'No. ' || n, 1000000 + n, 'operator', 'feeds', created_at, updated_at
      from posts, generate_series(1, ${MOST_ITEMS}) n
     where organization_id = ${organizationId}`
  await db.sql`
    insert into feed_entries (organization_id, account_id, feed_id, entry_key, link_key, url, state, generation_id, found_at, settled_at)
    select ${organizationId}, ${accountId}, 1, decode(md5(generation_id::text), 'hex'), decode(md5(generation_id::text), 'hex'), 'https://a.example.com',
           'drafted', generation_id, now(), now()
      from posts
     where organization_id = ${organizationId}
       and title like 'No. %'`
  const { review, leftOver } = await asked(site)
  expect([review?.items.length, leftOver]).toEqual([MOST_ITEMS, 1])
  expect(review?.items[0]?.name).toBe(`No. ${MOST_ITEMS}`)
})

test('only schedulers get them, since they are nobody’s own', async () => {
  const site = await withDrafts('a')
  const { deps, actor, accountId } = site
  await expect(reviewFeedDrafts(deps, { ...actor, role: 'contributor' }, { accountId })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

test('the feed that a web page names takes the page’s place, as it was set; where it is there already, the page goes', async () => {
  const site = await aWebsite()
  const { deps, actor, accountId } = site
  publish(site, itemsOf('a'), 'named.xml')
  const page = `<!doctype html><html><head><title>Shop</title><link rel="alternate" type="application/rss+xml" href="${site.at('named.xml')}">`
  site.put('shop.html', page)
  site.put('blog.html', page)
  const added = await aFeed(site, { url: site.at('shop.html'), perDay: 7, boardId: '102' })
  await settle(site)
  expect(await read(site, added)).toMatchObject({ lastError: { code: 'not_a_feed', detail: { instead: site.at('named.xml') } } })
  await useNamedFeed(deps, actor, { accountId, feedId: added.id })
  const all = () => listFeeds(deps, actor, { accountId })
  expect(await all()).toMatchObject([{ url: site.at('named.xml'), perDay: 7, boardId: '102', lastError: null }])
  const other = await aFeed(site, { url: site.at('blog.html') })
  await settle(site)
  await useNamedFeed(deps, actor, { accountId, feedId: other.id })
  expect(await all()).toMatchObject([{ url: site.at('named.xml'), lastError: null }])
  const [feed] = await all()
  await expect(useNamedFeed(deps, actor, { accountId, feedId: feed?.id ?? '' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
