/** From a feed to drafts for review: each entry once, so many a day, and each way to be no feed with its sentence. */
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { deleteAccount } from '../../../src/core/care/deletion/begin.js'
import { workOnDeletions } from '../../../src/core/care/deletion/work.js'
import { deleteFeed, pollNow, updateFeed } from '../../../src/core/sources/feeds/change.js'
import { nextFeedDue } from '../../../src/core/sources/feeds/claim.js'
import { feedErrorText } from '../../../src/core/sources/feeds/model.js'
import { claimDueFeeds, LEASE_MS, workOnFeed } from '../../../src/core/sources/feeds/work.js'
import { after, DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/lib/duration.js'
import { PlatformError } from '../../../src/core/ports/platform.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { purgeExpired } from '../../../src/core/care/purge.js'
import { aDatabase } from '../../support/database.js'
import { openSites, type Site } from '../generations/support/generations.js'
import { aPage } from '../generations/support/page.js'
import { reviewFeedDrafts } from '../../../src/core/sources/review/from-feeds.js'
import { aFeed, draftedPages, entriesOf, itemsOf, lookAtAll, noticesOf, publish, read, rssOf, settle } from './support/feeds.js'

const { db } = await aDatabase()
const aWebsite = openSites(db)

test('at the first look the newest become drafts, as many as a day; later only what is new', async () => {
  const site = await aWebsite()
  publish(site, itemsOf('e', 'd', 'c', 'b', 'a'))
  const feed = await aFeed(site, { perDay: 2, boardId: '102' })
  expect(feed).toMatchObject({
    kind: null,
    title: null,
    state: 'active',
    lastError: null,
    lookedAt: null,
    waiting: 0,
    drafted: 0,
  })
  await settle(site)
  expect(await draftedPages(site)).toEqual(['d', 'e'])
  expect(await read(site, feed)).toMatchObject({
    kind: 'rss',
    title: 'Oak & Co',
    lastError: null,
    waiting: 0,
    drafts: 2,
    drafted: 2,
  })
  const posts = await db.sql`select board_id, status, created_by from posts where organization_id = ${site.organizationId}`
  for (const post of posts) expect(post).toEqual({ board_id: '102', status: 'draft', created_by: 'feeds' })
  site.clock.advance(DAY_MS)
  publish(site, itemsOf('f', 'e', 'd', 'c', 'b', 'a'))
  await settle(site)
  expect(await draftedPages(site)).toEqual(['d', 'e', 'f'])
  const generations = await db.sql<
    { feed_id: string }[]
  >`select feed_id from generations where organization_id = ${site.organizationId}`
  expect(generations.map(({ feed_id }) => feed_id)).toEqual([feed.id, feed.id, feed.id])
})

test('no more than so many a day of the account, the newest first; the rest comes on the next days', async () => {
  const site = await aWebsite()
  publish(site, itemsOf('a'))
  await aFeed(site, { perDay: 2 })
  await settle(site)
  site.clock.advance(HOUR_MS)
  publish(site, itemsOf('f', 'e', 'd', 'c', 'b', 'a'))
  await settle(site)
  expect(await draftedPages(site)).toEqual(['a', 'f'])
  for (const expected of [
    ['a', 'd', 'e', 'f'],
    ['a', 'b', 'c', 'd', 'e', 'f'],
  ]) {
    site.clock.advance(DAY_MS)
    await settle(site)
    expect(await draftedPages(site)).toEqual(expected)
  }
  site.clock.advance(DAY_MS)
  await settle(site)
  expect((await draftedPages(site)).length).toBe(6)
})

test('of a sitemap nothing is drafted at the first look, and then only what is new in it', async () => {
  const site = await aWebsite()
  const sitemap = (...names: string[]) =>
    `<urlset>${['', ...names].map((name) => `<url><loc>${site.at(name === '' ? '' : `${name}.html`)}</loc></url>`).join('')}</urlset>`
  for (const name of ['a', 'b', 'c']) site.put(`${name}.html`, aPage())
  site.put('feed.xml', sitemap('a', 'b'))
  const feed = await aFeed(site)
  await settle(site)
  expect(await read(site, feed)).toMatchObject({ kind: 'sitemap', drafted: 0, waiting: 0 })
  site.put('feed.xml', sitemap('c', 'a', 'b'))
  site.clock.advance(HOUR_MS)
  await settle(site)
  expect(await draftedPages(site)).toEqual(['c'])
})

test('addresses of an Atom feed count from its xml:base, nested and relative', async () => {
  const site = await aWebsite()
  for (const file of ['post/d', 'post/2026/e']) site.put(file, aPage().replaceAll('small kitchen', `kitchen ${file}`))
  site.put(
    'feed.xml',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="${site.at('post/')}"><title>B</title><entry><id>1</id><title>D</title><link href="d"/></entry><entry xml:base="2026/"><id>2</id><title>E</title><link href="e"/></entry></feed>`,
  )
  const feed = await aFeed(site)
  await settle(site)
  const entries = (await entriesOf(site, feed)).map(({ url, state }) => [url, state])
  expect(entries.sort()).toEqual([
    [site.at('post/2026/e'), 'drafted'],
    [site.at('post/d'), 'drafted'],
  ])
})

test('of a JSON Feed the newest become drafts, of a sitemap of text only what comes later', async () => {
  const site = await aWebsite()
  for (const name of ['a', 'b', 'c']) site.put(name, aPage().replaceAll('small kitchen', `kitchen ${name}`))
  const items = (...names: string[]) => names.map((name) => ({ id: name, url: site.at(name), title: name }))
  site.put('feed.json', JSON.stringify({ version: 'https://jsonfeed.org/version/1', title: 'News', items: items('a') }))
  site.put('sitemap.txt', [site.at('a'), site.at('b')].join('\n'))
  const news = await aFeed(site, { url: site.at('feed.json') })
  const map = await aFeed(site, { url: site.at('sitemap.txt') })
  await settle(site)
  expect([await read(site, news), await read(site, map)]).toMatchObject([
    { kind: 'rss', title: 'News', lastError: null, drafted: 1 },
    { kind: 'sitemap', lastError: null, drafted: 0, waiting: 0 },
  ])
  site.put('sitemap.txt', [site.at('a'), site.at('b'), site.at('c')].join('\n'))
  site.clock.advance(HOUR_MS)
  await settle(site)
  expect(await draftedPages(site)).toEqual(['a', 'c'])
})

test('a feed that becomes another kind begins again: nothing old comes in, and what is new later does', async () => {
  const site = await aWebsite()
  const old = ['m', 'n', 'o', 'p', 'q']
  const mapOf = (...names: string[]) =>
    `<urlset>${names.map((name) => `<url><loc>${site.at(`${name}.html`)}</loc></url>`).join('')}</urlset>`
  publish(site, itemsOf(...old, 'r'))
  publish(site, itemsOf('a'))
  const feed = await aFeed(site, { perDay: 2 })
  await settle(site)
  site.put('feed.xml', mapOf('a', ...old))
  site.clock.advance(DAY_MS)
  await settle(site)
  expect(await read(site, feed)).toMatchObject({ kind: 'sitemap', lastError: null, waiting: 0, drafted: 1 })
  site.put('feed.xml', mapOf('a', ...old, 'r'))
  site.clock.advance(DAY_MS)
  await settle(site)
  expect(await draftedPages(site)).toEqual(['a', 'r'])
  const named = old.map((name) => ({ name, guid: `post ${name}` }))
  site.put('feed.xml', rssOf(site, named))
  for (let day = 0; day < 3; day++) {
    site.clock.advance(DAY_MS)
    await settle(site)
  }
  expect(await read(site, feed)).toMatchObject({ kind: 'rss', waiting: 0 })
  expect(await draftedPages(site)).toEqual(['a', 'r']) // the others were known by their pages
})

test('a sitemap index is read file by file, a few at a time; a file that comes later has new pages', async () => {
  const site = await aWebsite()
  const file = (number: number, ...names: string[]) => {
    site.put(
      `map-${number}.xml`,
      `<urlset>${names.map((name) => `<url><loc>${site.at(`${name}.html`)}</loc></url>`).join('')}</urlset>`,
    )
    for (const name of names) site.put(`${name}.html`, aPage())
  }
  const index = (count: number) =>
    site.put(
      'feed.xml',
      `<sitemapindex>${Array.from({ length: count }, (_, at) => `<sitemap><loc>${site.at(`map-${at}.xml`)}</loc><lastmod>2026-01-0${at + 1}</lastmod></sitemap>`).join('')}</sitemapindex>`,
    )
  for (let number = 0; number < 8; number++) file(number, `old-${number}`)
  index(7)
  const feed = await aFeed(site)
  await lookAtAll(site)
  const parts = async () =>
    (await db.sql<{ parts: { readAt: number | null }[] }[]>`select parts from feeds where id = ${feed.id}`)[0]!.parts
  expect((await parts()).filter(({ readAt }) => readAt !== null)).toHaveLength(5)
  site.clock.advance(2 * MINUTE_MS)
  await settle(site)
  expect((await parts()).filter(({ readAt }) => readAt !== null)).toHaveLength(7)
  expect(await draftedPages(site)).toEqual([])
  index(8)
  site.clock.advance(HOUR_MS)
  await settle(site)
  expect(await draftedPages(site)).toEqual(['old-7'])
  site.put('map-7.xml', '<urlset><url>') // of a file that breaks, the feed says which one
  site.put(
    'feed.xml',
    `<sitemapindex><sitemap><loc>${site.at('map-7.xml')}</loc><lastmod>2026-03-01</lastmod></sitemap></sitemapindex>`,
  )
  site.clock.advance(HOUR_MS)
  await settle(site)
  expect((await read(site, feed)).lastError).toMatchObject({ code: 'cut_off', detail: { part: site.at('map-7.xml') } })
})

describe('each entry once', () => {
  test('under another address of the same guid, in another order, or away for half a year', async () => {
    const site = await aWebsite()
    const items = [
      { name: 'a', guid: '1' },
      { name: 'b', guid: '2' },
    ]
    publish(site, items)
    await aFeed(site, { perDay: 2 })
    await settle(site)
    expect(await draftedPages(site)).toEqual(['a', 'b'])
    publish(site, [{ name: 'renamed', guid: '1' }])
    site.clock.advance(HOUR_MS)
    await settle(site)
    publish(site, [
      { name: 'b', guid: '2' },
      { name: 'renamed', guid: '1' },
    ])
    site.clock.advance(180 * DAY_MS)
    await settle(site)
    expect(await draftedPages(site)).toEqual(['a', 'b'])
  })

  test('in two feeds of the account, whatever each calls it; another organization has its own', async () => {
    const site = await aWebsite()
    publish(site, [{ name: 'a', guid: '1' }])
    site.put('other.xml', rssOf(site, [{ name: 'A', guid: 'other', url: `${site.at('a.html')}#top` }]))
    await aFeed(site)
    await aFeed(site, { url: site.at('other.xml') })
    await settle(site)
    expect(await draftedPages(site)).toEqual(['a'])
    const neighbour = await aWebsite()
    await aFeed(neighbour, { url: site.at('feed.xml') })
    await settle(neighbour)
    expect(await draftedPages(neighbour)).toEqual(['a'])
  })

  test('also when its feed is deleted and added again', async () => {
    const site = await aWebsite()
    publish(site, itemsOf('b', 'a'))
    const feed = await aFeed(site, { perDay: 1 })
    await settle(site)
    await deleteFeed(site.deps, site.actor, { accountId: site.accountId, feedId: feed.id })
    site.clock.advance(DAY_MS)
    await aFeed(site, { perDay: 1 })
    await settle(site)
    expect(await draftedPages(site)).toEqual(['b'])
  })

  test('whoever takes a feed after a lease that ended is the only one whose look counts', async () => {
    const site = await aWebsite()
    publish(site, itemsOf('a'))
    await aFeed(site)
    const [slow] = await claimDueFeeds(site.deps, 1000)
    expect(await claimDueFeeds(site.deps, 1000)).toEqual([])
    site.clock.advance(LEASE_MS + 1)
    const [next] = await claimDueFeeds(site.deps, 1000)
    await Promise.all([workOnFeed(site.deps, slow!), workOnFeed(site.deps, next!)])
    await settle(site)
    expect(await draftedPages(site)).toEqual(['a'])
  })

  test('deleting its draft does not bring it again', async () => {
    const site = await aWebsite()
    publish(site, itemsOf('a'))
    const feed = await aFeed(site)
    await settle(site)
    const [post] = await db.sql<{ id: string }[]>`select id from posts where organization_id = ${site.organizationId}`
    await deletePost(site.deps, site.actor, { accountId: site.accountId, postId: post!.id })
    site.clock.advance(DAY_MS)
    await settle(site)
    expect(await draftedPages(site)).toEqual([])
    expect(await read(site, feed)).toMatchObject({ drafts: 0, drafted: 1 })
  })
})

describe('what is wrong is said of the feed, nothing of it is kept, and others go on', () => {
  type Broken = { name: string; code: string; text?: string | Buffer; meta?: object; robots?: string }
  test.each<Broken>([
    { name: 'not there', code: 'http_status', meta: { status: 404 } },
    { name: 'a website that fails', code: 'http_status', meta: { status: 503 } },
    { name: 'a redirect in a circle', code: 'unreachable', meta: { status: 302, headers: { location: '/feed.xml' } } },
    {
      name: 'a redirect to a private address',
      code: 'private_address',
      meta: { status: 301, headers: { location: 'http://169.254.169.254/latest/meta-data/' } },
    },
    { name: 'robots', code: 'blocked_by_robots', robots: 'User-agent: *\nDisallow: /feed' },
    { name: 'a web page', code: 'not_a_feed', text: '<!doctype html><html><body>Hello</body></html>' },
    {
      name: 'one that ends in the middle',
      code: 'cut_off',
      text: '<rss><channel><item><link>https://a.example.com/x</link></item>',
    },
    { name: 'a million laughs', code: 'entities', text: '<!DOCTYPE r [<!ENTITY a "b">]><rss><channel></channel></rss>' },
    { name: 'a charset of its own', code: 'charset', text: '<?xml version="1.0" encoding="x-own"?><rss></rss>' },
    { name: 'a bomb, zipped', code: 'too_large', text: gzipSync(Buffer.alloc(51 * 1024 * 1024, 32)) },
  ])('$name: $code', async ({ code, text, meta, robots }) => {
    const site = await aWebsite()
    publish(site, itemsOf('a'), 'good.xml')
    if (robots !== undefined) site.put('robots.txt', robots)
    site.put('feed.xml', text ?? rssOf(site, itemsOf('a')))
    if (meta) site.put('feed.xml.meta.json', JSON.stringify(meta))
    const broken = await aFeed(site)
    const good = await aFeed(site, { url: site.at('good.xml') })
    await settle(site)
    const { lastError, lookedAt, nextLookAt } = await read(site, broken)
    expect(lastError).toMatchObject({ code })
    expect(feedErrorText(lastError!)).toMatch(/^[A-Z].*\.$/)
    expect([lookedAt, nextLookAt! > site.clock.now]).toEqual([null, true])
    expect(await entriesOf(site, broken)).toEqual([])
    expect(await read(site, good)).toMatchObject({ lastError: null, drafted: 1 })
  })

  test('it is looked at more and more rarely, and every hour again once it is well', async () => {
    const site = await aWebsite()
    const feed = await aFeed(site)
    const waits: number[] = []
    for (let time = 0; time < 7; time++) {
      await lookAtAll(site)
      const { nextLookAt } = await read(site, feed)
      waits.push((nextLookAt!.getTime() - site.clock.now.getTime()) / HOUR_MS)
      site.clock.now = nextLookAt!
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 24, 24])
    publish(site, itemsOf('a'))
    await lookAtAll(site)
    const well = await read(site, feed)
    expect(well).toMatchObject({ lastError: null, waiting: 1 })
    expect(well.nextLookAt!.getTime() - site.clock.now.getTime()).toBe(HOUR_MS)
  })

  test('a website that wants time gets it; what did not change is not read again', async () => {
    const site = await aWebsite()
    publish(site, itemsOf('a'))
    site.put('feed.xml.meta.json', JSON.stringify({ headers: { etag: '"one"' } }))
    const feed = await aFeed(site)
    await settle(site)
    publish(site, itemsOf('b', 'a')) // the website says that it is the same
    site.clock.advance(HOUR_MS)
    await settle(site)
    expect(await read(site, feed)).toMatchObject({ lastError: null, drafted: 1 })
    site.put('feed.xml.meta.json', JSON.stringify({ status: 429, headers: { 'retry-after': '36000' } }))
    site.clock.advance(HOUR_MS)
    const before = site.clock.now
    await lookAtAll(site)
    const { nextLookAt, lastError } = await read(site, feed)
    expect(lastError).toMatchObject({ code: 'http_status', detail: { status: 429 } })
    expect(nextLookAt!.getTime() - before.getTime()).toBe(10 * HOUR_MS)
  })

  test('without a network of our own nothing is said of any feed', async () => {
    const site = await aWebsite({
      parts: {
        web: {
          ...(await aWebsite()).deps.web,
          get: () => Promise.resolve({ kind: 'unanswered', because: 'offline' }),
          readFeed: () => Promise.resolve({ kind: 'unanswered', because: 'offline' }),
        },
      },
    })
    const feed = await aFeed(site)
    await lookAtAll(site)
    expect(await read(site, feed)).toMatchObject({ lastError: null, lookedAt: null })
    expect((await read(site, feed)).nextLookAt! > site.clock.now).toBe(true)
  })
})

test('a page that makes no draft says why, and takes nobody’s place; one that did not answer is tried on another day', async () => {
  const site = await aWebsite()
  publish(site, itemsOf('c', 'b', 'a'))
  site.put('c.html', aPage({ head: '<meta name="pinterest" content="nopin">' }))
  site.put('b.html.meta.json', JSON.stringify({ status: 500 }))
  const feed = await aFeed(site, { perDay: 3 })
  await settle(site)
  expect(await draftedPages(site)).toEqual(['a'])
  const states = async () =>
    Object.fromEntries((await entriesOf(site, feed)).map(({ url, state, failureCode }) => [url.slice(-6), [state, failureCode]]))
  expect(await states()).toEqual({
    'c.html': ['failed', 'nopin'],
    'b.html': ['waiting', 'unreachable'],
    'a.html': ['drafted', null],
  })
  site.put('b.html.meta.json', '{}')
  site.clock.advance(DAY_MS)
  await settle(site)
  expect(await draftedPages(site)).toEqual(['a', 'b'])
})

test('a product whose page cannot be read is drafted by what the list says of it', async () => {
  const site = await aWebsite()
  const products = [
    {
      id: 1,
      handle: 'oak-shelf',
      title: 'Oak shelf with a rail',
      published_at: '2026-02-20T10:00:00Z',
      body_html:
        '<p>A shelf of solid oak that carries a whole set of plates without bending. The rail below has room for cups.</p>',
      images: [{ src: 'https://pictures.test/600x900-a33', width: 600, height: 900, alt: 'An oak shelf above the sink' }],
    },
  ]
  site.put('products.json', JSON.stringify({ products }))
  const feed = await aFeed(site, { url: site.at('products.json'), kind: 'products' })
  await settle(site)
  expect(await read(site, feed)).toMatchObject({ kind: 'products', drafted: 1 })
  const [post] = await db.sql<{ title: string; url: string }[]>`
    select title, url from posts where organization_id = ${site.organizationId}`
  expect(post!.title).toContain('Oak shelf')
  expect(post!.url).toBe(site.at('products/oak-shelf'))
})

test('a board that is gone does not stop drafts: the feed says so until another one is chosen', async () => {
  const gone = () => Promise.reject(new PlatformError('not_found', 'Board not found'))
  const site = await aWebsite({ parts: { platform: { readBoard: gone, listSections: gone } as never } })
  publish(site, itemsOf('a'))
  const feed = await aFeed(site, { boardId: '102' })
  await db.sql`delete from boards where organization_id = ${site.organizationId} and id = '102'`
  await settle(site)
  expect(await draftedPages(site)).toEqual(['a'])
  site.clock.advance(HOUR_MS)
  await settle(site)
  expect((await read(site, feed)).lastError).toMatchObject({ code: 'board_gone' })
  const changed = await updateFeed(site.deps, site.actor, { accountId: site.accountId, feedId: feed.id, boardId: '101' })
  expect(changed.lastError).toBeNull()
})

test('a paused feed is not looked at; what came meanwhile is drafted when it goes on', async () => {
  const site = await aWebsite()
  publish(site, itemsOf('a'))
  const { id: feedId } = await aFeed(site)
  const ref = { accountId: site.accountId, feedId }
  await settle(site)
  expect(await updateFeed(site.deps, site.actor, { ...ref, state: 'paused' })).toMatchObject({
    state: 'paused',
    nextLookAt: null,
  })
  await expect(pollNow(site.deps, site.actor, ref)).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'feed_paused' },
  })
  publish(site, itemsOf('b', 'a'))
  site.clock.advance(DAY_MS)
  await settle(site)
  expect(await draftedPages(site)).toEqual(['a'])
  await updateFeed(site.deps, site.actor, { ...ref, state: 'active' })
  await settle(site)
  expect(await draftedPages(site)).toEqual(['a', 'b'])
})

test('“look now” looks now, and once a minute', async () => {
  const site = await aWebsite()
  publish(site, itemsOf('a'))
  const { id: feedId } = await aFeed(site)
  const ref = { accountId: site.accountId, feedId }
  await lookAtAll(site)
  await expect(pollNow(site.deps, site.actor, ref)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  site.clock.advance(MINUTE_MS)
  publish(site, itemsOf('b', 'a'))
  await pollNow(site.deps, site.actor, ref)
  await settle(site)
  expect(await draftedPages(site)).toEqual(['a', 'b'])
})

test('a feed that is deleted while it is looked at leaves nothing', async () => {
  const site = await aWebsite()
  publish(site, itemsOf('a'))
  const { id: feedId } = await aFeed(site)
  const [claimed] = await claimDueFeeds(site.deps, 1000)
  await deleteFeed(site.deps, site.actor, { accountId: site.accountId, feedId })
  await workOnFeed(site.deps, claimed!)
  for (const table of ['feeds', 'feed_known', 'feed_entries'])
    expect(await db.sql`select from ${db.sql(table)} where organization_id = ${site.organizationId}`, table).toHaveLength(0)
})

test('whoever has many feeds has one place: others do not wait for them', async () => {
  const [busy, other] = [await aWebsite(), await aWebsite()]
  for (let number = 0; number < 5; number++) await aFeed(busy, { url: busy.at(`feed-${number}.xml`) })
  await aFeed(other)
  const claimed = await claimDueFeeds(busy.deps, 1000)
  const of = ({ organizationId }: Site) => claimed.filter((one) => one.organizationId === organizationId)
  expect([of(busy).length, of(other).length]).toEqual([1, 1])
  for (const one of claimed) await workOnFeed(busy.deps, one)
})

describe('the team is told', () => {
  const atNoon = new Date('2026-03-02T17:00:00.000Z') // noon in New York

  test('once a day, of all feeds together, in the account’s own day', async () => {
    const site = await aWebsite({ at: atNoon })
    publish(site, itemsOf('b', 'a'))
    site.put('more.xml', rssOf(site, itemsOf('c'), 'More'))
    site.put('c.html', aPage())
    await aFeed(site)
    await aFeed(site, { url: site.at('more.xml') })
    await settle(site)
    const [first, ...more] = await noticesOf(site)
    expect(more).toEqual([])
    expect(first!.drafts).toBeGreaterThan(0)
    publish(site, itemsOf('d', 'b', 'a'))
    site.clock.advance(2 * HOUR_MS)
    await settle(site)
    expect(await noticesOf(site)).toHaveLength(1)
    site.clock.advance(DAY_MS)
    await settle(site)
    const all = await noticesOf(site)
    expect(all).toHaveLength(2)
    expect(all[0]!.drafts + all[1]!.drafts).toBe(4)
  })

  test('not at night, and not of drafts that somebody has dealt with', async () => {
    const site = await aWebsite() // five in the morning
    publish(site, itemsOf('b', 'a'))
    await aFeed(site)
    await settle(site)
    expect(await noticesOf(site)).toEqual([])
    const [post] = await db.sql<
      { id: string }[]
    >`select id from posts where organization_id = ${site.organizationId} order by id limit 1`
    await deletePost(site.deps, site.actor, { accountId: site.accountId, postId: post!.id })
    site.clock.now = new Date('2026-03-02T13:00:00.000Z') // eight
    await settle(site)
    expect(await noticesOf(site)).toEqual([{ drafts: 1, feeds: [{ name: 'Oak & Co', drafts: 1 }] }])
  })

  test('not after eight in the evening, but at eight the next morning', async () => {
    const site = await aWebsite({ at: new Date('2026-03-03T01:00:00.000Z') })
    publish(site, itemsOf('a'))
    await aFeed(site)
    await settle(site)
    expect(await draftedPages(site)).toEqual(['a'])
    expect(await noticesOf(site)).toEqual([])
    site.clock.now = new Date('2026-03-03T13:00:00.000Z')
    await settle(site)
    expect(await noticesOf(site)).toHaveLength(1)
  })

  test('not where whoever added the feed has reviewed within the hour', async () => {
    for (const [reviewedAt, count] of [
      ['2026-03-02T12:30:00.000Z', 0],
      ['2026-03-02T11:30:00.000Z', 1],
    ] as const) {
      const site = await aWebsite() // five in the morning
      publish(site, itemsOf('b', 'a'))
      await aFeed(site)
      await settle(site)
      site.clock.now = new Date(reviewedAt)
      await reviewFeedDrafts(site.deps, site.actor, { accountId: site.accountId })
      site.clock.now = new Date('2026-03-02T13:00:00.000Z')
      await settle(site)
      expect(await noticesOf(site)).toHaveLength(count)
    }
  })

  test('not of drafts that are scheduled already', async () => {
    const site = await aWebsite() // five in the morning
    publish(site, itemsOf('b', 'a'))
    await aFeed(site, { boardId: '101' })
    await settle(site)
    const [post] = await db.sql<
      { id: string }[]
    >`select id from posts where organization_id = ${site.organizationId} order by id limit 1`
    const when = { kind: 'at', at: after(site.clock.now, DAY_MS) } as const
    await schedulePost(site.deps, site.actor, { accountId: site.accountId, postId: post!.id, when })
    site.clock.now = new Date('2026-03-02T13:00:00.000Z')
    await settle(site)
    expect(await noticesOf(site)).toMatchObject([{ drafts: 1 }])
  })
})

test('entries that were drafted are forgotten after two years, those that wait are not', async () => {
  const site = await aWebsite()
  publish(site, itemsOf('b', 'a'))
  const feed = await aFeed(site, { perDay: 1 })
  await settle(site)
  site.clock.advance(HOUR_MS)
  publish(site, itemsOf('c', 'b', 'a'))
  await settle(site)
  const purge = (at: Date) =>
    purgeExpired({
      ...site.deps,
      clock: () => at,
      storage: { ...site.deps.storage, sweepParts: () => Promise.resolve() },
    })
  await purge(new Date(site.clock.now.getTime() + 700 * DAY_MS))
  expect(await entriesOf(site, feed)).toHaveLength(2)
  await purge(new Date(site.clock.now.getTime() + 740 * DAY_MS))
  expect((await entriesOf(site, feed)).map(({ state }) => state)).toEqual(['waiting'])
})

test('with its account everything of a feed goes', async () => {
  const site = await aWebsite()
  publish(site, itemsOf('b', 'a'))
  await aFeed(site)
  await settle(site)
  await deleteAccount(site.deps, site.actor, { accountId: site.accountId, name: 'maker' })
  await settle(site)
  await workOnDeletions({ ...site.deps, messenger: { leave: () => Promise.resolve() } as never })
  for (const table of ['feeds', 'feed_known', 'feed_entries', 'feed_notices'])
    expect(await db.sql`select from ${db.sql(table)} where organization_id = ${site.organizationId}`, table).toHaveLength(0)
})

test('while one feed of an organization is looked after, the others of it are not due', async () => {
  const site = await aWebsite()
  await db.sql`update feeds set due_at = null, state = 'paused', lease_until = null` // of the tests before
  for (const file of ['one.xml', 'two.xml']) await aFeed(site, { url: site.at(file) })
  expect(await nextFeedDue(db.sql)).toEqual(site.clock.now)
  const [claimed] = await claimDueFeeds(site.deps, 1000)
  expect(await nextFeedDue(db.sql)).toEqual(new Date(site.clock.now.getTime() + LEASE_MS))
  await workOnFeed(site.deps, claimed!)
  expect(await nextFeedDue(db.sql)).toEqual(site.clock.now)
})
