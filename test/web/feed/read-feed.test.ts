/** Feeds as they come over the net: each form, each way to be none, and none that takes more than its part. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { FeedAnswer, FeedEntry, FeedRequest } from '../../../src/core/ports/feed.js'
import { makePublicOnlyAgent } from '../../../src/media/public-only.js'
import { makeWeb } from '../../../src/web/web.js'
import { readers } from '../support/readers.js'
import { aSite } from '../../core/preflight/support/web-world.js'

type Answer = (request: IncomingMessage, response: ServerResponse) => void
let answer: Answer = (_request, response) => response.end()
const site = await aSite((request, response) => answer(request, response))
afterAll(() => site.close())

type Read = { answer: Extract<FeedAnswer, { kind: 'answered' }>; entries: FeedEntry[] }

async function read(body: string | Buffer | Answer, given: Partial<FeedRequest> & { type?: string } = {}): Promise<Read> {
  const { type = 'application/xml', ...request } = given
  answer = typeof body === 'function' ? body : (_request, response) => response.writeHead(200, { 'content-type': type }).end(body)
  const entries: FeedEntry[] = []
  const wanted = { organizationId: '1', wanted: null, etag: null, lastModified: null, timeoutMs: 20_000, mostEntries: 50_000 }
  const got = await site.web.readFeed({ url: site.at('/blog/feed.xml'), ...wanted, ...request }, (entry) => entries.push(entry))
  if (got.kind === 'unanswered') throw new Error(`unanswered: ${got.because}`)
  return { answer: got, entries }
}
const faultOf = async (...given: Parameters<typeof read>) => {
  const { read: found } = (await read(...given)).answer
  return found?.kind === 'fault' ? found.because : found?.kind
}

const item = (rest: string) => `<rss version="2.0" xmlns:dc="x"><channel><title>Oak &amp; Co</title>${rest}</channel></rss>`

describe('RSS', () => {
  test('items have their guid, address, title and date; the feed its title', async () => {
    const { answer, entries } = await read(
      item(`<image><title>Logo</title></image>
        <item><title>A &amp; B &lt;b&gt;bold&lt;/b&gt;</title><link> https://shop.example.com/a?x=1&amp;y=2 </link>
          <guid isPermaLink="false">n-1</guid><pubDate>Mon, 23 Nov 2026 10:00:00 +0100</pubDate>
          <media:content xmlns:media="m"><media:title>Another</media:title></media:content></item>
        <item><title><![CDATA[Second]]></title><guid>https://shop.example.com/b</guid><dc:date>2026-11-20</dc:date></item>
        <item><title>Nowhere</title><guid isPermaLink="false">n-3</guid></item>
        <item><link>/relative</link></item><item><link>javascript:alert(1)</link></item>`),
    )
    expect(answer.read).toEqual({ kind: 'entries', of: 'rss', title: 'Oak & Co' })
    expect(entries.map(({ id, link, title }) => [id, link, title])).toEqual([
      ['n-1', 'https://shop.example.com/a?x=1&y=2', 'A & B bold'],
      ['https://shop.example.com/b', 'https://shop.example.com/b', 'Second'],
      [site.at('/relative'), site.at('/relative'), null],
    ])
    expect(entries.map(({ at }) => at?.toISOString())).toEqual([
      '2026-11-23T09:00:00.000Z',
      '2026-11-20T00:00:00.000Z',
      undefined,
    ])
  })

  test.each([
    ['Mon, 02 Mar 2026 15:00:00 +0100', '2026-03-02T14:00:00.000Z'],
    ['2 Mar 26 15:00 UT', '2026-03-02T15:00:00.000Z'],
    ['Monday, 02-Mar-26 15:00:00 GMT', '2026-03-02T15:00:00.000Z'],
    ['Mar 2, 2026 15:00 GMT', '2026-03-02T15:00:00.000Z'],
    ['Mon Mar 02 2026 15:00:00 GMT+0100', '2026-03-02T14:00:00.000Z'],
    ['2026-03-02T15:00Z', '2026-03-02T15:00:00.000Z'],
    ['2026-03', '2026-03-01T00:00:00.000Z'],
    ['01.12.2026 15:00', undefined],
    ['1/12/2026', undefined],
    ['1', undefined],
    ['Week 12', undefined],
    ['Mon, 02 Mar 2026 15:00 CEST', undefined],
  ])('a date that could be another one is none: %s', async (written, at) => {
    const { entries } = await read(item(`<item><link>/a</link><pubDate>${written}</pubDate></item>`))
    expect(entries.map((entry) => entry.at?.toISOString())).toEqual([at])
  })

  test('RSS 1.0, and one that writes HTML into its descriptions, are read all the same', async () => {
    const rdf = `<rdf:RDF xmlns:rdf="r"><channel><title>Old</title></channel><item><title>One</title><link>https://a.example.com/1</link></item></rdf:RDF>`
    expect((await read(rdf)).entries).toMatchObject([{ link: 'https://a.example.com/1' }])
    const loose = item(
      '<item><description><p>one<br>two & three</description><link>https://a.example.com/2</link></item><item><link>https://a.example.com/3</link></item>',
    )
    expect((await read(loose)).entries.map(({ link }) => link)).toEqual(['https://a.example.com/2', 'https://a.example.com/3'])
  })
})

test('Atom entries have the address of their page, whatever else they link to', async () => {
  const { answer, entries } =
    await read(`<?xml version="1.0"?><a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title type="html">B&amp;lt;b&amp;gt;log</a:title>
    <a:entry><a:id>tag:1</a:id><a:link rel="self" href="https://b.example.com/self"/><a:link rel="enclosure" href="https://b.example.com/x.jpg"/>
      <a:link href="/posts/1" type="text/html"/><a:link rel="alternate" type="application/json" href="/1.json"/>
      <a:title>One</a:title><a:published>2026-11-01T00:00:00Z</a:published><a:updated>2026-11-20T00:00:00Z</a:updated>
      <a:source><a:id>tag:other</a:id><a:title>Other</a:title></a:source></a:entry></a:feed>`)
  expect(answer.read).toMatchObject({ kind: 'entries', of: 'atom' })
  expect(entries).toMatchObject([{ id: 'tag:1', link: site.at('/posts/1'), title: 'One', at: new Date('2026-11-01T00:00:00Z') }])
})

describe('addresses count from where the feed says', () => {
  const atom = (root: string, entries: string) =>
    `<feed xmlns="http://www.w3.org/2005/Atom" ${root}><title>B</title>${entries}</feed>`
  test.each<[name: string, feed: string, links: string[]]>([
    [
      'by xml:base of the feed, and of an entry within it',
      atom(
        'xml:base="https://atom.test/post/"',
        '<entry><id>1</id><link href="d"/></entry><entry xml:base="2026/"><id>2</id><link href="e"/></entry><entry><id>3</id><link href="f"/></entry>',
      ),
      ['https://atom.test/post/d', 'https://atom.test/post/2026/e', 'https://atom.test/post/f'],
    ],
    [
      'by xml:base of the link itself',
      atom('xml:base="https://atom.test/a/"', '<entry xml:base="b/"><id>1</id><link xml:base="c/" href="d"/></entry>'),
      ['https://atom.test/a/b/c/d'],
    ],
    [
      'which is relative to the address of the feed where it is not absolute',
      atom(
        'xml:base="/posts/"',
        '<entry><id>1</id><link href="d"/></entry><entry xml:base="../x/y"><id>2</id><link href="?p=1"/></entry>',
      ),
      [site.at('/posts/d'), site.at('/x/y?p=1')],
    ],
    [
      'and ends with its element',
      atom(
        '',
        '<entry xml:base="https://one.test/"><id>1</id><content xml:base="https://no.test/"/><link href="a"/></entry><entry><id>2</id><link href="b"/></entry>',
      ),
      ['https://one.test/a', site.at('/blog/b')],
    ],
    [
      'but not where it is no address of the web',
      atom(
        'xml:base="https://atom.test/a/"',
        '<entry xml:base="javascript:1"><id>1</id><link href="b"/></entry><entry xml:base=""><id>2</id><link href="c"/></entry>',
      ),
      ['https://atom.test/a/b', 'https://atom.test/a/c'],
    ],
    [
      'in RSS, too',
      '<rss xml:base="https://rss.test/x/"><channel xml:base="y/"><item><link>a</link><guid isPermaLink="false">1</guid></item><item xml:base="/z/"><link>b</link></item><item><link xml:base="https://b.test/">c</link></item></channel></rss>',
      ['https://rss.test/x/y/a', 'https://rss.test/z/b', 'https://b.test/c'],
    ],
    ['in a sitemap', '<urlset xml:base="https://map.test/"><url><loc>a</loc></url></urlset>', ['https://map.test/a']],
    ['else from its own', atom('', '<entry><id>1</id><link href="d"/></entry>'), [site.at('/blog/d')]],
  ])('%s', async (_, feed, links) => {
    expect((await read(feed)).entries.map(({ link }) => link)).toEqual(links)
  })

  test('in an index of sitemaps', async () => {
    const { answer: got } = await read(
      '<sitemapindex xml:base="https://map.test/"><sitemap><loc>a.xml</loc></sitemap></sitemapindex>',
    )
    expect(got.read).toEqual({ kind: 'index', parts: [{ url: 'https://map.test/a.xml', changed: null }] })
  })
})

describe('JSON Feed', () => {
  const feed = (items: unknown, version = 'https://jsonfeed.org/version/1.1') =>
    JSON.stringify({ version, title: 'Oak &amp; Co', items })
  test.each(['https://jsonfeed.org/version/1', 'https://jsonfeed.org/version/1.1', 'http://www.jsonfeed.org/version/1.0/'])(
    'of version %s has entries with their id, address, title and date',
    async (version) => {
      const items = [
        { id: 'a', url: 'https://w.example.com/a', title: 'A &#8211; B', date_published: '2026-11-20T08:00:00+01:00' },
        { id: 7, url: '/b', date_modified: '2026-11-20T08:00:00Z' },
        { id: 'https://w.example.com/c', content_text: 'No title.' },
        { id: 'd', external_url: 'https://other.example.com/d' },
        { url: 'https://w.example.com/e' },
        { id: 'nowhere', title: 'No address' },
        'nothing',
      ]
      const { answer: got, entries } = await read(feed(items, version), { type: 'application/feed+json' })
      expect(got.read).toEqual({ kind: 'entries', of: 'rss', title: 'Oak & Co' })
      const at = new Date('2026-11-20T07:00:00Z')
      expect(entries).toEqual([
        { id: 'a', link: 'https://w.example.com/a', title: 'A – B', at, page: null },
        { id: '7', link: site.at('/b'), title: null, at: new Date('2026-11-20T08:00:00Z'), page: null },
        { id: 'https://w.example.com/c', link: 'https://w.example.com/c', title: null, at: null, page: null },
        { id: 'd', link: 'https://other.example.com/d', title: null, at: null, page: null },
        { id: 'https://w.example.com/e', link: 'https://w.example.com/e', title: null, at: null, page: null },
      ])
    },
  )

  test('stands for RSS and Atom, and for no list of products; one that is empty is one', async () => {
    for (const wanted of ['rss', 'atom', null] as const) expect(await faultOf(feed([]), { wanted })).toBe('entries')
    for (const wanted of ['sitemap', 'products'] as const) expect(await faultOf(feed([]), { wanted })).toBe('wrong_kind')
    expect(await faultOf(feed([], 'https://example.com/version/1'))).toBe('not_a_feed')
    expect(await faultOf(feed({ a: 1 }))).toBe('not_a_feed')
    expect(await faultOf(feed([{ id: 'a', url: 'https://w.example.com/a' }]).slice(0, -5))).toBe('cut_off')
  })

  test('is found by the page that names it', async () => {
    const page =
      '<html><head><base href="/news/"><link rel="alternate" type="application/feed+json" href="feed.json"></head></html>'
    const { answer: got } = await read(page)
    expect(got.read).toEqual({ kind: 'fault', because: 'not_a_feed', instead: site.at('/news/feed.json') })
  })
})

describe('a sitemap as text', () => {
  const lines = ['https://w.example.com/a', 'http://w.example.com/b?c=1&d=2', 'https://w.example.com/é']
  test.each([
    ['lines', lines.join('\n')],
    ['lines of Windows, and an empty one', `${lines.join('\r\n')}\r\n\r\n`],
    ['a byte order mark and spaces', `\ufeff\n  ${lines.join('  \n\t')}`],
    ['gzip', gzipSync(lines.join('\n'))],
    ['UTF-16', Buffer.from(`\ufeff${lines.join('\n')}`, 'utf16le')],
  ])('is read, with %s', async (_, body) => {
    for (const wanted of [null, 'sitemap'] as const) {
      const { answer: got, entries } = await read(body, { type: 'text/plain', wanted })
      expect(got.read).toEqual({ kind: 'entries', of: 'sitemap', title: null })
      expect(entries.map(({ link }) => link)).toEqual([
        'https://w.example.com/a',
        'http://w.example.com/b?c=1&d=2',
        'https://w.example.com/%C3%A9',
      ])
    }
  })

  test('has addresses and nothing else', async () => {
    for (const text of [
      'https://w.example.com/a is a page of ours',
      'https://w.example.com/a\nSee also:\nhttps://w.example.com/b',
      'hello',
      'https://',
      `https://w.example.com/${'x'.repeat(5_000)}`,
      'User-agent: *\nDisallow: /',
    ])
      expect(await faultOf(text, { type: 'text/plain' }), text.slice(0, 40)).toBe('not_a_feed')
    expect(await faultOf(lines.join('\n'), { type: 'text/plain', wanted: 'rss' })).toBe('wrong_kind')
    const many = (count: number) => Array.from({ length: count }, (_, at) => `https://w.example.com/${at}`).join('\n')
    expect(await faultOf(many(51), { mostEntries: 50 })).toBe('too_large')
    expect((await read(many(50_000), { type: 'text/plain' })).entries).toHaveLength(50_000)
  })
})

test('a sitemap has pages, a sitemap index has files', async () => {
  const pages = `<urlset xmlns:image="i"><url><loc>https://a.example.com/</loc><image:image><image:loc>https://a.example.com/x.jpg</image:loc></image:image></url>
    <url><loc>https://a.example.com/b</loc><lastmod>2026-11-02</lastmod></url></urlset>`
  const { answer, entries } = await read(pages)
  expect(answer.read).toMatchObject({ kind: 'entries', of: 'sitemap' })
  expect(entries).toMatchObject([
    { link: 'https://a.example.com/', at: null },
    { id: 'https://a.example.com/b', at: new Date('2026-11-02') },
  ])
  const index = `<sitemapindex><sitemap><loc>https://a.example.com/1.xml.gz</loc><lastmod>2026-11-02</lastmod></sitemap><sitemap><loc>/2.xml</loc></sitemap></sitemapindex>`
  expect((await read(index, { wanted: 'sitemap' })).answer.read).toEqual({
    kind: 'index',
    parts: [
      { url: 'https://a.example.com/1.xml.gz', changed: '2026-11-02' },
      { url: site.at('/2.xml'), changed: null },
    ],
  })
})

describe('lists of products and posts', () => {
  const asJson = { type: 'application/json' }
  test('Shopify: the address by its handle, and a page of what the list says, without a price that has no currency', async () => {
    const product = {
      id: 7,
      handle: 'oak-shelf',
      title: 'Oak <shelf>',
      vendor: 'Maple & Thread',
      published_at: '2026-11-20T08:00:00+01:00',
      body_html: '<p>A shelf of solid oak that carries a whole set of plates without bending.</p><script>alert(1)</script>',
      images: [{ src: 'https://cdn.example.com/shelf.jpg', width: 1000, height: 1500, alt: 'A "wide" shelf above the sink' }],
      variants: [{ price: '129.00' }],
    }
    const { answer, entries } = await read(JSON.stringify({ products: [product, { id: 8 }] }), asJson)
    expect(answer.read).toEqual({ kind: 'entries', of: 'products', title: null })
    expect(entries).toMatchObject([{ id: '7', link: site.at('/products/oak-shelf'), at: new Date('2026-11-20T07:00:00Z') }])
    const page = await entries[0]?.page?.()
    expect(page).toMatchObject({
      kind: 'product',
      link: site.at('/products/oak-shelf'),
      facts: { price: null, brand: 'Maple & Thread' },
    })
    expect(page?.sentences).toEqual(['A shelf of solid oak that carries a whole set of plates without bending.'])
    expect(page?.pictures).toMatchObject([
      { url: 'https://cdn.example.com/shelf.jpg', width: 1000, height: 1500, alt: 'A "wide" shelf above the sink' },
    ])
    expect(page?.text).not.toContain('alert')
  })

  test('a picture that a list names is not judged by a word in its name', async () => {
    const images = [{ src: 'https://cdn.example.com/img/pride-flag.png', alt: 'Flag icon' }, { src: '/image.php?id=7' }]
    const product = { id: 7, handle: 'flag', title: 'A flag', body_html: '', images }
    const { entries } = await read(JSON.stringify({ products: [product] }), asJson)
    const { pictures = [] } = (await entries[0]?.page?.()) ?? {}
    expect(pictures.map(({ url }) => url)).toEqual(['https://cdn.example.com/img/pride-flag.png', site.at('/image.php?id=7')])
  })

  test('WooCommerce says its price with its currency; WordPress has posts', async () => {
    const prices = { price: '12905', currency_code: 'EUR', currency_minor_unit: 2 }
    const woo = [
      {
        id: 3,
        permalink: 'https://w.example.com/jar',
        name: 'Jar &amp; lid',
        description: '<p>Keeps flour dry.</p>',
        images: [],
        prices,
      },
    ]
    const { entries } = await read(JSON.stringify(woo), asJson)
    expect(entries).toMatchObject([{ id: '3', link: 'https://w.example.com/jar', title: 'Jar & lid' }])
    expect((await entries[0]?.page?.())?.facts).toMatchObject({ price: { amount: '129.05', currency: 'EUR' } })
    const posts = [
      { id: 9, link: 'https://w.example.com/post', date_gmt: '2026-11-20T08:00:00', title: { rendered: 'A &#8211; B' } },
    ]
    expect((await read(JSON.stringify(posts), { ...asJson, wanted: 'products' })).entries).toEqual([
      { id: '9', link: 'https://w.example.com/post', title: 'A – B', at: new Date('2026-11-20T08:00:00Z'), page: null },
    ])
  })

  test.each([
    ['another object', '{"error":"no"}', 'not_a_feed'],
    ['a list of other things', '[1,{"a":2}]', 'not_a_feed'],
    ['one that ends in the middle', '{"products":[{"id":1,', 'cut_off'],
    ['a list of nothing', '{"products":[]}', 'entries'],
    ['brackets without end', '['.repeat(1_000_000), 'cut_off'],
    ['more than is read in one piece', `["${'x'.repeat(9 * 1024 * 1024)}"]`, 'too_large'],
  ])('%s', async (_name, body, expected) => expect(await faultOf(body, asJson)).toBe(expected))
})

describe('what is none', () => {
  const BOMB = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "${'&lol;'.repeat(10)}">]>`
  test.each([
    ['a web page', '<!doctype html><html><head><title>x</title></head><body><p>Hi</body></html>', 'not_a_feed'],
    ['plain text', 'Not found', 'not_a_feed'],
    ['nothing', '', 'not_a_feed'],
    ['other XML', '<?xml version="1.0"?><svg><g/></svg>', 'not_a_feed'],
    ['a million laughs', `${BOMB}${item('<item><title>&lol2;</title></item>')}`, 'entities'],
    [
      'an entity from elsewhere',
      `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${item('<item><title>&x;</title><link>https://a.example.com/&x;</link></item>')}`,
      'entities',
    ],
    ['a charset that nobody knows', `<?xml version="1.0" encoding="x-klingon"?>${item('')}`, 'charset'],
    ['one that ends in the middle', item('<item><link>https://a.example.com/1</link></item>').slice(0, -12), 'cut_off'],
    ['elements without end', '<rss>'.repeat(200_000), 'not_a_feed'],
    ['attributes without end', `<rss ${'a="b" '.repeat(100_000)}>`, 'not_a_feed'],
    ['what is zipped and broken', Buffer.concat([gzipSync(item('')).subarray(0, 20), Buffer.alloc(50, 7)]), 'not_a_feed'],
    ['what is zipped and breaks off', gzipSync(item('<item/>'.repeat(5000))).subarray(0, 60), 'cut_off'],
    ['a bomb of nothing, zipped', gzipSync(Buffer.alloc(60 * 1024 * 1024, 32)), 'too_large'],
    ['a bomb in a bomb in a bomb', gzipSync(gzipSync(gzipSync(item('')))), 'not_a_feed'],
  ])('%s', async (_name, body, expected) => expect(await faultOf(body)).toBe(expected))

  test('a web page that names its feed says which one', async () => {
    const page =
      '<!DOCTYPE html><html><head><meta charset="utf-8"><link rel="alternate" type="application/rss+xml" href="/feed/"></head><body></body></html>'
    expect((await read(page, { type: 'text/html' })).answer.read).toEqual({
      kind: 'fault',
      because: 'not_a_feed',
      instead: site.at('/feed/'),
    })
  })

  test('a feed of another kind than was said; RSS and Atom stand for each other', async () => {
    expect(await faultOf(item(''), { wanted: 'sitemap' })).toBe('wrong_kind')
    expect(await faultOf(item(''), { wanted: 'products' })).toBe('wrong_kind')
    expect(await faultOf('[]', { wanted: 'rss' })).toBe('wrong_kind')
    expect(await faultOf(item(''), { wanted: 'atom' })).toBe('entries')
  })

  test('what never ends ends with its time; what breaks off, and what is not unzipped, has nothing', async () => {
    const forever: Answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/xml' }).write('<rss><channel>')
      const timer = setInterval(() => response.write('<item><link>https://a.example.com/1</link></item>'), 5)
      response.on('close', () => clearInterval(timer))
    }
    expect(await faultOf(forever, { timeoutMs: 400 })).toBe('timeout')
    const torn: Answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '5000' })
      response.write('<rss><channel>', () => response.destroy())
    }
    expect(await faultOf(torn)).toBe('reset')
  })

  test('whatever comes instead of a feed, the reader ends with an answer', async () => {
    const scrap = fc.constantFrom(
      '<rss>',
      '<item>',
      '</item>',
      '<',
      '>',
      '&',
      '<![CDATA[',
      ']]>',
      '<!--',
      '<?',
      '"',
      'é',
      '\0',
      '</rss>',
      '{',
      '[',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(scrap, { maxLength: 40 }), async (scraps) => {
        expect(await faultOf(scraps.join(''))).toEqual(expect.any(String))
      }),
      { numRuns: 60 },
    )
  })
})

describe('charsets', () => {
  const told = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`
  const café = item('<item><title>Café für alle</title><link>https://a.example.com/1</link></item>')
  test.each([
    ['UTF-8', Buffer.from(café), 'application/xml'],
    ['one that it names', Buffer.from(told('ISO-8859-1') + café, 'latin1'), 'text/xml'],
    ['one that its server names', Buffer.from(café, 'latin1'), 'text/xml; charset=iso-8859-1'],
    ['UTF-8 that its server calls another one', Buffer.from(told('utf-8') + café), 'text/xml; charset=iso-8859-1'],
    ['another one that says UTF-8', Buffer.from(told('utf-8') + café, 'latin1'), 'application/xml'],
    ['UTF-16 by its mark', Buffer.from(`\ufeff${café}`, 'utf16le'), 'application/xml'],
    ['UTF-8 that says UTF-16', Buffer.from(told('utf-16') + café), 'application/xml'],
  ])('%s', async (_name, body, type) => {
    const { entries } = await read(body, { type })
    expect(entries[0]?.title).toBe('Café für alle')
  })

  test('a letter that comes in two pieces is one', async () => {
    const bytes = Buffer.from(item(`<item><title>${'é'.repeat(3000)}</title><link>https://a.example.com/1</link></item>`))
    const { entries } = await read((_request, response) => {
      response.writeHead(200)
      const at = bytes.indexOf('é') + 2001
      response.write(bytes.subarray(0, at), () => setTimeout(() => response.end(bytes.subarray(at)), 20))
    })
    expect(entries[0]?.title).toMatch(/^é{300}$/)
  })
})

test('what did not change is not sent again; a website that wants time says so', async () => {
  const conditional: Answer = ({ headers }, response) => {
    if (headers['if-none-match'] === '"v1"') return void response.writeHead(304, { etag: '"v1"' }).end()
    response.writeHead(200, { etag: '"v1"', 'last-modified': 'Mon, 23 Nov 2026 09:00:00 GMT' }).end(item(''))
  }
  expect((await read(conditional)).answer).toMatchObject({ etag: '"v1"', lastModified: 'Mon, 23 Nov 2026 09:00:00 GMT' })
  expect((await read(conditional, { etag: '"v1"' })).answer).toMatchObject({ status: 304, read: null })
  const busy = await read((_request, response) => response.writeHead(429, { 'retry-after': '120' }).end())
  expect(busy.answer).toMatchObject({ status: 429, retryAfter: '120', read: null })
})

test('a private address is not reached', async () => {
  const server = createServer((_request, response) => response.end(item('')))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const agent = makePublicOnlyAgent({ ports: null })
  const web = makeWeb({ agent, readers, isBlocked: (error) => error instanceof Error && /public/.test(error.message) })
  const { port } = server.address() as AddressInfo
  const wanted = { organizationId: '1', wanted: null, etag: null, lastModified: null, timeoutMs: 2_000, mostEntries: 10 }
  expect(await web.readFeed({ url: `http://127.0.0.1:${port}/`, ...wanted }, () => {})).toEqual({
    kind: 'unanswered',
    because: 'private_address',
  })
  await agent.destroy()
  await new Promise((resolve) => server.close(resolve))
})

describe('fifty thousand entries', () => {
  const many = (count: number) => {
    const urls = Array.from(
      { length: count },
      (_, at) => `<url><loc>https://a.example.com/products/number-${at}</loc><lastmod>2026-11-02</lastmod></url>`,
    )
    return `<?xml version="1.0" encoding="UTF-8"?><urlset>${urls.join('\n')}</urlset>`
  }
  test('are read zipped, as they come and in a few seconds; one more is too many', async () => {
    const zipped = gzipSync(many(50_000))
    answer = (_request, response) => response.writeHead(200, { 'content-type': 'application/gzip' }).end(zipped)
    let count = 0
    let latest = performance.now()
    let longest = 0
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - latest)
      latest = performance.now()
    }, 5)
    const wanted = { organizationId: '1', wanted: null, etag: null, lastModified: null, timeoutMs: 30_000, mostEntries: 50_000 }
    const got = await site.web.readFeed({ url: site.at('/sitemap.xml.gz'), ...wanted }, () => void count++)
    clearInterval(timer)
    expect(got).toMatchObject({ read: { kind: 'entries', of: 'sitemap' } })
    expect(count).toBe(50_000)
    expect(longest).toBeLessThan(500) // others are not held up
    expect(await faultOf(gzipSync(many(50_001)))).toBe('too_large')
  })
})
