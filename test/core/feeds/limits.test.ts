/** How much of its feeds an account makes at once and a day, and that two who work on one feed do not both make it. */
import { expect, test } from 'vitest'
import { pollNow } from '../../../src/core/sources/feeds/change.js'
import { leaveFeed } from '../../../src/core/sources/feeds/claim.js'
import { claimDueFeeds, LEASE_MS, workOnFeed } from '../../../src/core/sources/feeds/work.js'
import { after, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/core/lib/duration.js'
import { aDatabase } from '../../support/database.js'
import { openSites, type Site, work as generateAll } from '../generations/support/generations.js'
import { aPage } from '../generations/support/page.js'
import { aFeed, draftedPages, entriesOf, itemsOf, lookAtAll, publish, settle } from './support/feeds.js'

const { db } = await aDatabase()
const aWebsite = openSites(db)
const statesOf = async (site: Site, feed: { id: string }) =>
  Object.fromEntries((await entriesOf(site, feed)).map(({ url, state }) => [url.replace(/^.*\/|\.html$/g, ''), state]))
const countOf = async (site: Site, feed: { id: string }, state: string) =>
  (await entriesOf(site, feed)).filter((one) => one.state === state).length

test('an account makes sixty drafts a day of all its feeds', async () => {
  const site = await aWebsite()
  const full = await aFeed(site, { url: site.at('full.xml') })
  await db.sql`
    insert into feed_entries (organization_id, account_id, feed_id, entry_key, link_key, url, state, tried_on, is_told, found_at, settled_at)
    select f.organization_id, f.account_id, f.id, sha256(n::text::bytea), sha256(('link' || n)::bytea), 'https://example.com/' || n, 'drafted',
           (${site.clock.now}::timestamptz at time zone coalesce(a.timezone, 'UTC'))::date, true, ${site.clock.now}, ${site.clock.now}
      from feeds f
      join accounts a on a.organization_id = f.organization_id and a.id = f.account_id
     cross join generate_series(1, 58) n
     where f.id = ${full.id}`
  publish(site, itemsOf('c', 'b', 'a'))
  const feed = await aFeed(site, { perDay: 3 })
  await settle(site)
  expect(await statesOf(site, feed)).toEqual({ c: 'drafted', b: 'drafted', a: 'waiting' })
  site.clock.advance(DAY_MS)
  await settle(site)
  expect(await countOf(site, feed, 'drafted')).toBe(3)
})

test('three pages of an account are in work at once, so that people who bring pages find room beside them', async () => {
  const site = await aWebsite()
  publish(site, itemsOf('e', 'd', 'c', 'b', 'a'))
  const feed = await aFeed(site, { perDay: 5 })
  await lookAtAll(site)
  expect(await countOf(site, feed, 'making')).toBe(3)
  await settle(site)
  expect(await countOf(site, feed, 'drafted')).toBe(5)
})

test('of what makes no draft three times as many are tried a day as drafts are wanted', async () => {
  const site = await aWebsite()
  publish(site, itemsOf('a'))
  const feed = await aFeed(site, { perDay: 1 })
  await settle(site)
  site.clock.advance(DAY_MS)
  publish(site, itemsOf('f', 'e', 'd', 'c', 'b', 'a'))
  for (const name of ['f', 'e', 'd', 'c', 'b'])
    site.put(`${name}.html`, aPage({ head: '<meta name="pinterest" content="nopin">' }))
  await settle(site)
  expect([await countOf(site, feed, 'failed'), await countOf(site, feed, 'waiting')]).toEqual([3, 2])
})

test('a page that never answers is tried on three days', async () => {
  const site = await aWebsite()
  publish(site, itemsOf('a'))
  site.put('a.html.meta.json', JSON.stringify({ status: 500 }))
  const feed = await aFeed(site)
  for (const state of ['waiting', 'waiting', 'failed']) {
    await settle(site)
    expect(await statesOf(site, feed)).toEqual({ a: state })
    site.clock.advance(DAY_MS)
  }
})

test('who had a feed before its lease ended keeps nothing of their look, and leaves it to who has it now', async () => {
  const site = await aWebsite()
  publish(site, itemsOf('a'))
  const feed = await aFeed(site)
  const [slow] = await claimDueFeeds(site.deps, 1000)
  site.clock.advance(LEASE_MS)
  const [next] = await claimDueFeeds(site.deps, 1000)
  expect(await workOnFeed(site.deps, slow!)).toEqual({ found: 0, begun: 0, isNotified: false })
  expect(await entriesOf(site, feed)).toEqual([])
  expect(await leaveFeed(db.sql, slow!, site.clock.now)).toBe(false)
  expect(await claimDueFeeds(site.deps, 1000)).toEqual([])
  expect(await workOnFeed(site.deps, next!)).toMatchObject({ found: 1, begun: 1 })
})

test('who had a feed before its lease ended begins none of the pages that wait', async () => {
  const site = await aWebsite()
  publish(site, itemsOf('d', 'c', 'b', 'a'))
  const feed = await aFeed(site, { perDay: 4 })
  await lookAtAll(site)
  await generateAll(site)
  site.clock.advance(MINUTE_MS)
  const [slow] = await claimDueFeeds(site.deps, 1000)
  site.clock.advance(LEASE_MS)
  const [next] = await claimDueFeeds(site.deps, 1000)
  expect(await workOnFeed(site.deps, slow!)).toMatchObject({ begun: 0 })
  expect(await countOf(site, feed, 'waiting')).toBe(1)
  expect(await workOnFeed(site.deps, next!)).toMatchObject({ begun: 1 })
  await settle(site)
  expect(await draftedPages(site)).toEqual(['a', 'b', 'c', 'd'])
})

test('a look that somebody asks for while the feed is worked on comes next, and not an hour later', async () => {
  const site = await aWebsite()
  const feed = await aFeed(site)
  const [claimed] = await claimDueFeeds(site.deps, 1000)
  site.clock.advance(SECOND_MS)
  await pollNow(site.deps, site.actor, { accountId: site.accountId, feedId: feed.id })
  await leaveFeed(db.sql, claimed!, after(site.clock.now, HOUR_MS))
  expect(await claimDueFeeds(site.deps, 1000)).toMatchObject([{ feedId: feed.id }])
})

test('a look that failed is a look: another one may be asked for a minute later', async () => {
  const site = await aWebsite() // has no such feed
  const feed = await aFeed(site)
  await lookAtAll(site)
  const look = () => pollNow(site.deps, site.actor, { accountId: site.accountId, feedId: feed.id })
  site.clock.advance(MINUTE_MS - 1)
  await expect(look()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', details: { retryAfterSeconds: 1 } })
  site.clock.advance(1)
  expect(await look()).toMatchObject({ id: feed.id })
})
