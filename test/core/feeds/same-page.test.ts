/** One page is one entry: whatever a feed does to its ids and links, nothing that was known becomes new. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { entryKey, idOf, Known } from '../../../src/core/sources/feeds/known.js'
import { hostOf } from '../../../src/core/sources/feeds/model.js'
import { DAY_MS, HOUR_MS } from '../../../src/core/lib/duration.js'
import { urlKeyOf } from '../../../src/core/lib/http/url.js'
import { pageKeyOf } from '../../../src/core/links/page-key.js'
import { aDatabase } from '../../support/database.js'
import { openSites, type Site } from '../generations/support/generations.js'
import { aPage } from '../generations/support/page.js'
import { aFeed, draftedPages, entriesOf, lookAtAll, read, settle } from './support/feeds.js'

const { db } = await aDatabase()
const aWebsite = openSites(db)

const NAMES = ['one', 'two', 'three', 'four', 'five', 'six']
type Entry = { id: string; link: string; isOpaque?: boolean }
const escaped = (text: string) => text.replaceAll('&', '&amp;')
const rss = (entries: readonly Entry[]) =>
  `<rss version="2.0"><channel><title>F</title>${entries
    .map(
      ({ id, link, isOpaque = true }) =>
        `<item><title>x</title><link>${escaped(link)}</link><guid isPermaLink="${!isOpaque}">${escaped(id)}</guid></item>`,
    )
    .join('')}</channel></rss>`
const atom = (entries: readonly Entry[]) =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title>${entries
    .map(({ id, link }) => `<entry><id>${escaped(id)}</id><title>x</title><link href="${escaped(link)}"/></entry>`)
    .join('')}</feed>`
const sitemap = (entries: readonly Entry[]) =>
  `<urlset>${entries.map(({ link }) => `<url><loc>${escaped(link)}</loc></url>`).join('')}</urlset>`

const jsonFeed = (entries: readonly Entry[]) =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'F',
    items: entries.map(({ id, link: url }) => ({ id, url, title: 'x' })),
  })
const lines = (entries: readonly Entry[]) => entries.map(({ link }) => link).join('\n')

type Written = { site: Site; name: string }
const plain = ({ site, name }: Written): Entry => ({ id: `http://${site.host}/?p=${name}`, link: `http://${site.host}/${name}` })

/** Two of six are drafts, the others are only known. */
async function aFollowed(of: (written: Written) => Entry = plain, write = rss) {
  const site = await aWebsite()
  for (const name of NAMES) site.put(name, aPage().replaceAll('small kitchen', `kitchen ${name}`))
  const entries = NAMES.map((name) => of({ site, name }))
  site.put('feed.xml', write(entries))
  const feed = await aFeed(site, { perDay: 2 })
  await settle(site)
  expect(await read(site, feed)).toMatchObject({ lastError: null, drafted: 2, waiting: 0 })
  return { site, feed, entries }
}

const MOVES: readonly (readonly [string, (written: Written) => Entry, ((entries: readonly Entry[]) => string)?])[] = [
  ['it moves to https', ({ site: { host }, name }) => ({ id: `https://${host}/?p=${name}`, link: `https://${host}/${name}` })],
  ['it gets other ids', ({ site: { host }, name }) => ({ id: `r7-${name}`, link: `http://${host}/${name}` })],
  [
    'its ids become its links',
    ({ site: { host }, name }) => ({ id: `http://${host}/${name}`, link: `http://${host}/${name}`, isOpaque: false }),
  ],
  [
    'its links get utm parameters, and its ids are its links',
    ({ site: { host }, name }) => {
      const link = `http://${host}/${name}?utm_source=rss&utm_medium=feed`
      return { id: link, link, isOpaque: false }
    },
  ],
  ['its links end with a slash', ({ site: { host }, name }) => ({ id: name, link: `http://${host}/${name}/` })],
  ['its links begin with www.', ({ site: { host }, name }) => ({ id: name, link: `https://www.${host}/${name}` })],
  ['its links get a fragment', ({ site: { host }, name }) => ({ id: name, link: `http://${host}/${name}#more` })],
  ['its links get an empty query', ({ site: { host }, name }) => ({ id: name, link: `http://${host}/${name}?` })],
  [
    'its links name a click and a campaign',
    ({ site: { host }, name }) => ({ id: name, link: `https://${host}/${name}/?fbclid=1&mc_cid=2#x` }),
  ],
  [
    'its host is written in capitals',
    ({ site: { host }, name }) => ({ id: name, link: `HTTP://${host.toUpperCase()}:80/${name}` }),
  ],
  [
    'its pages move and its ids only change their scheme',
    ({ site: { host }, name }) => ({ id: `https://www.${host}/?p=${name}`, link: `https://${host}/2027/${name}` }),
  ],
  [
    'it becomes Atom with ids of its own',
    ({ site: { host }, name }) => ({ id: `tag:${host},2027:${name}`, link: `https://${host}/${name}` }),
    atom,
  ],
  ['it becomes a JSON Feed', ({ site: { host }, name }) => ({ id: `json ${name}`, link: `https://${host}/${name}` }), jsonFeed],
  ['it becomes a sitemap of text', ({ site: { host }, name }) => ({ id: '', link: `https://${host}/${name}` }), lines],
  ['it becomes a sitemap', ({ site: { host }, name }) => ({ id: '', link: `https://${host}/${name}` }), sitemap],
]

const moves = MOVES.map(([name, move, write = rss]) => ({ name, move, write }))
test.each(moves)('nothing is new where $name', async ({ move, write }) => {
  const { site, feed } = await aFollowed()
  site.put('feed.xml', write(NAMES.map((name) => move({ site, name }))))
  for (const wait of [26 * HOUR_MS, DAY_MS]) {
    site.clock.advance(wait)
    await settle(site)
    expect(await read(site, feed)).toMatchObject({ lastError: null, drafted: 2, waiting: 0 })
  }
  expect(await entriesOf(site, feed)).toHaveLength(2)
})

test('nothing is new where each of it happens after the other, and what is new then is drafted', async () => {
  const { site, feed } = await aFollowed()
  for (const [, move, write = rss] of MOVES) {
    site.put('feed.xml', write(NAMES.map((name) => move({ site, name }))))
    site.clock.advance(2 * HOUR_MS)
    await lookAtAll(site)
  }
  expect(await entriesOf(site, feed)).toHaveLength(2)
  site.put('seven', aPage())
  site.put(
    'feed.xml',
    rss([...NAMES, 'seven'].map((name) => ({ id: `again-${name}`, link: `https://${site.host}/${name}?utm_source=x` }))),
  )
  site.clock.advance(DAY_MS)
  await settle(site)
  expect(await draftedPages(site)).toContain('seven')
  expect(await entriesOf(site, feed)).toHaveLength(3)
})

describe('a feed that is written again in any form', () => {
  let followed: Awaited<ReturnType<typeof aFollowed>>
  beforeAll(async () => {
    followed = await aFollowed()
  })
  test('with other ids or other links of the same pages has nothing new', async () => {
    const { site, feed } = followed
    const form = fc.record({
      scheme: fc.constantFrom('http', 'https'),
      www: fc.constantFrom('', 'www.'),
      end: fc.constantFrom('', '/', '//'),
      query: fc.array(
        fc.constantFrom('utm_source=a', 'utm_id=%C3%A9', 'gclid=1', 'fbclid=b', 'epik=c', 'pk_campaign=d', 'msclkid=e'),
        { maxLength: 3 },
      ),
      fragment: fc.constantFrom('', '#', '#top', '#:~:text=a'),
      id: fc.option(fc.string({ minLength: 1, maxLength: 20 }).map((text) => `id ${text.replace(/[^\w]/g, '')}`)),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(form, { minLength: NAMES.length, maxLength: NAMES.length }),
        fc.constantFrom(rss, atom),
        fc.shuffledSubarray(NAMES, { minLength: 3 }),
        async (forms, write, order) => {
          const all = order.map((name): Entry => {
            const { scheme, www, end, query, fragment, id } = forms[NAMES.indexOf(name)]!
            const link = `${scheme}://${www}${site.host}/${name}${end}${query.length > 0 ? '?' : ''}${query.join('&')}${fragment}`
            return { id: id === null ? link : `${id} ${name}`, link, isOpaque: id !== null }
          })
          site.put('feed.xml', write(all))
          site.clock.advance(2 * HOUR_MS)
          await lookAtAll(site)
          expect(await read(site, feed)).toMatchObject({ lastError: null, waiting: 0, drafted: 2 })
        },
      ),
      { numRuns: 25 },
    )
  })
})

describe('two entries of one page are one draft', () => {
  const twins = ({ site }: Written): Entry[] => [
    { id: 'a', link: `https://${site.host}/one?utm_source=a` },
    { id: 'b', link: `http://www.${site.host}/one/` },
    { id: 'c', link: `https://${site.host}/two` },
  ]
  test('within a feed, where neither takes the place of another page', async () => {
    const site = await aWebsite()
    for (const name of NAMES) site.put(name, aPage().replaceAll('small kitchen', `kitchen ${name}`))
    site.put('feed.xml', rss(twins({ site, name: '' })))
    const feed = await aFeed(site, { perDay: 2 })
    await settle(site)
    expect(await read(site, feed)).toMatchObject({ drafted: 2, waiting: 0 })
    expect(await draftedPages(site)).toEqual(['one', 'two'])
  })

  test('in two feeds of an account, also while one of them waits', async () => {
    const { site } = await aFollowed()
    site.put('other.xml', rss(NAMES.map((name) => ({ id: name, link: `https://www.${site.host}/${name}/?gclid=1` }))))
    const other = await aFeed(site, { url: site.at('other.xml'), perDay: 2 })
    await lookAtAll(site)
    expect(await entriesOf(site, other)).toHaveLength(0)
  })
})

test('a page of its own is told from others by what is no tracking', () => {
  const of = (link: string) => pageKeyOf(`https://example.com${link}`)
  const pages = ['/a', '/A', '/a/b', '/a?p=1', '/a?p=2', '/a?ref=x', '/a?tag=y', '/a;v=1', '/a%2Fb', '/a?q=utm_source']
  expect(new Set(pages.map(of)).size).toBe(pages.length)
  expect(of('/%c3%a9')).toBe(of('/é'))
  expect(pageKeyOf('https://www.com/a')).not.toBe(pageKeyOf('https://com/a'))
  expect(pageKeyOf('https://shop.example.com/a')).not.toBe(pageKeyOf('https://example.com/a'))
})

describe('what an earlier version has kept, by ids and by links as they came,', () => {
  /** As it wrote it. */
  async function asBefore({ site, feed, entries }: Awaited<ReturnType<typeof aFollowed>>) {
    const known = Known.read(null, site.clock.now)
    known.see(entries.map(({ id }) => idOf(entryKey(hostOf(feed.url), id))))
    await db.sql`update feed_known set ids = ${known.write()}, has_links = false where organization_id = ${site.organizationId}`
    const rows = await db.sql<
      { id: string; url: string }[]
    >`select id, url from feed_entries where organization_id = ${site.organizationId}`
    for (const { id, url } of rows)
      await db.sql`
        update feed_entries
           set by_page = false, link_key = ${createHash('sha256').update(urlKeyOf(url)).digest()},
               entry_key = ${entryKey(hostOf(feed.url), entries.find(({ link }) => link === url)!.id)}
         where organization_id = ${site.organizationId} and id = ${id}`
  }
  const tracked = ({ site, name }: Written): Entry => {
    const link = `https://www.${site.host}/${name}?utm_source=old`
    return { id: link, link, isOpaque: false }
  }
  /** The pages of `www.` too. */
  const aTracked = async () => {
    const site = await aWebsite()
    for (const name of NAMES) site.putAt(`www.${site.host}/${name}`, aPage().replaceAll('small kitchen', `kitchen ${name}`))
    const entries = NAMES.map((name) => tracked({ site, name }))
    site.put('feed.xml', rss(entries))
    site.put('feed.xml.meta.json', JSON.stringify({ headers: { etag: '"one"' } }))
    const feed = await aFeed(site, { perDay: 2 })
    await settle(site)
    expect(await read(site, feed)).toMatchObject({ drafted: 2, waiting: 0 })
    return { site, feed, entries }
  }

  test('is known by its pages after the next poll, also where the feed says that it did not change', async () => {
    const followed = await aTracked()
    const { site, feed } = followed
    await asBefore(followed)
    site.clock.advance(HOUR_MS)
    await settle(site)
    site.put('feed.xml', rss(NAMES.map((name) => ({ id: `new-${name}`, link: `http://${site.host}/${name}/` }))))
    site.put('feed.xml.meta.json', '{}')
    site.clock.advance(26 * HOUR_MS)
    await settle(site)
    expect(await read(site, feed)).toMatchObject({ lastError: null, drafted: 2, waiting: 0 })
    const rows = await db.sql<
      { by_page: boolean }[]
    >`select by_page from feed_entries where organization_id = ${site.organizationId}`
    expect(rows.map(({ by_page: isByPage }) => isByPage)).toEqual([true, true])
  })

  test('is no news of another feed, and of twins those that wait are dropped', async () => {
    const followed = await aTracked()
    const { site, feed } = followed
    await asBefore(followed)
    const [drafted] = await db.sql<
      { url: string }[]
    >`select url from feed_entries where organization_id = ${site.organizationId} order by id limit 1`
    const link = `${drafted!.url}&utm_medium=twin`
    await db.sql`
      insert into feed_entries (organization_id, account_id, feed_id, entry_key, link_key, url, state, found_at)
      values (${site.organizationId}, ${site.accountId}, ${feed.id}, ${Buffer.from('twin')},
              ${createHash('sha256').update(urlKeyOf(link)).digest()}, ${link}, 'waiting', ${site.clock.now})`
    site.put('other.xml', rss(NAMES.slice(0, 2).map((name) => ({ id: name, link: `https://${site.host}/${name}` }))))
    const other = await aFeed(site, { url: site.at('other.xml'), perDay: 2 })
    site.clock.advance(HOUR_MS)
    await settle(site)
    expect((await entriesOf(site, feed)).map(({ state }) => state)).toEqual(['drafted', 'drafted'])
    expect(await entriesOf(site, other)).toEqual([])
  })

  test('is read again file by file of an index of sitemaps', async () => {
    const site = await aWebsite()
    const links = NAMES.map((name) => `http://${site.host}/${name}`)
    const index = `<sitemapindex><sitemap><loc>${site.at('map.xml')}</loc><lastmod>2026-01-01</lastmod></sitemap></sitemapindex>`
    site.put('feed.xml', index)
    site.put('map.xml', sitemap(links.map((link) => ({ id: '', link }))))
    const feed = await aFeed(site, { perDay: 2 })
    await settle(site)
    await asBefore({ site, feed, entries: links.map((link) => ({ id: link, link })) })
    site.clock.advance(HOUR_MS)
    await settle(site)
    site.put('feed.xml', index.replace('2026-01-01', '2026-02-02'))
    site.put('map.xml', sitemap(links.map((link) => ({ id: '', link: `${link.replace('http:', 'https:')}/` }))))
    site.clock.advance(HOUR_MS)
    await settle(site)
    expect(await entriesOf(site, feed)).toEqual([])
  })
})
