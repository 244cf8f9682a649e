import { expect, test } from 'vitest'
import { requireDestination, requireUrl, urlKeyOf } from '../../../src/core/lib/http/url.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost } from '../../support/factories.js'
import { aWorld } from '../../support/world.js'
import { fc } from '../../support/random.js'

const { db } = await aDatabase()

test.each([
  ['http://shop.test/shelf', 'https://shop.test/shelf'],
  ['HTTPS://Shop.TEST/shelf', 'https://shop.test/shelf'],
  ['https://shop.test:443/shelf', 'https://shop.test/shelf'],
  ['http://shop.test:80/shelf', 'https://shop.test/shelf'],
  ['https://shop.test/shelf///', 'https://shop.test/shelf'],
  ['https://shop.test/', 'https://shop.test'],
  ['https://shop.test/shelf/#oak', 'https://shop.test/shelf'],
  ['https://shop.test/shelf/?color=red', 'https://shop.test/shelf?color=red'],
  ['https://möbel.test/regal', 'https://xn--mbel-5qa.test/regal'],
  ['https://shop.test/möbel', 'https://shop.test/m%C3%B6bel'],
])('%s is the same url as %s', (one, other) => {
  expect(urlKeyOf(one)).toBe(urlKeyOf(other))
})

test.each([
  ['https://shop.test/Shelf', 'https://shop.test/shelf'],
  ['https://www.shop.test/shelf', 'https://shop.test/shelf'],
  ['https://shop.test:8443/shelf', 'https://shop.test/shelf'],
  ['https://shop.test:80/shelf', 'https://shop.test/shelf'], // the default port is the one of the scheme
  ['https://shop.test/shelf?color=red', 'https://shop.test/shelf'],
  ['https://shop.test/shelf?color=red', 'https://shop.test/shelf?color=RED'],
  ['https://shop.test/shelf?a=1&b=2', 'https://shop.test/shelf?b=2&a=1'],
  ['https://shop.test/shelf?next=/', 'https://shop.test/shelf?next='],
  ['https://shop.test/a//b', 'https://shop.test/a/b'],
  ['https://shop.test/shelf.html', 'https://shop.test/shelf'],
  ['https://maker:one@shop.test/shelf', 'https://shop.test/shelf'],
])('%s is another url than %s', (one, other) => {
  expect(urlKeyOf(one)).not.toBe(urlKeyOf(other))
})

const letters = (from: string, max: number) => fc.string({ unit: fc.constantFrom(...from), maxLength: max })
/** A url by its parts: those that count, and those that do not. */
const counting = fc.record({
  host: fc.constantFrom('shop.test', 'www.shop.test', 'a-b.example', 'xn--mbel-5qa.test', '192.0.2.7'),
  port: fc.constantFrom('', ':8080', ':1'),
  path: fc.array(
    letters('aB7-_.~%é🎉', 4).filter((part) => part !== '' && !/^\.+$/.test(part) && !part.includes('%')),
    {
      maxLength: 3,
    },
  ),
  query: fc.oneof(
    fc.constant(''),
    letters('aB7=&/é', 6).map((text) => (text === '' ? '' : `?${text}`)),
  ),
})
const dropped = fc.record({
  scheme: fc.constantFrom('http', 'https', 'HTTP', 'Https'),
  isUpper: fc.boolean(),
  hasPort: fc.boolean(),
  slashes: fc.integer({ min: 0, max: 3 }),
  fragment: fc.oneof(
    fc.constant(''),
    letters('aB/?#', 5).map((text) => `#${text}`),
  ),
})
type Counting = typeof counting extends fc.Arbitrary<infer T> ? T : never
type Dropped = typeof dropped extends fc.Arbitrary<infer T> ? T : never

function write({ host, port, path, query }: Counting, { scheme, isUpper, hasPort, slashes, fragment }: Dropped): string {
  const ownPort = scheme.toLowerCase() === 'http' ? ':80' : ':443'
  const place = `${isUpper ? host.toUpperCase() : host}${port || (hasPort ? ownPort : '')}`
  return `${scheme}://${place}${path.map((part) => `/${part}`).join('')}${'/'.repeat(slashes)}${query}${fragment}`
}

test('two ways to write one url have one key, and two urls have two', () => {
  fc.assert(
    fc.property(counting, dropped, counting, dropped, (one, thisWay, other, thatWay) => {
      expect(urlKeyOf(write(one, thisWay))).toBe(urlKeyOf(write(one, thatWay)))
      const isSame = JSON.stringify(one) === JSON.stringify(other)
      expect(urlKeyOf(write(one, thisWay)) === urlKeyOf(write(other, thatWay))).toBe(isSame)
    }),
    { numRuns: 3_000 },
  )
})

test('a key read as a url again gives the same key', () => {
  fc.assert(
    fc.property(counting, dropped, (parts, way) => {
      const key = urlKeyOf(write(parts, way))
      for (const scheme of ['http', 'https']) expect(urlKeyOf(`${scheme}://${key}`)).toBe(key)
      expect(key).toMatch(/^[\x21-\x7e]+$/)
    }),
  )
})

test('of the longest url, written in letters beyond ASCII, the key fits an index and still tells it apart', async () => {
  const random = fc.sample(fc.integer({ min: 0x4e00, max: 0x9fff }), 2_000)
  const path = String.fromCodePoint(...random)
  const url = requireUrl('url', `https://shop.test/${path}`)
  expect(urlKeyOf(url)).toBe(urlKeyOf(`http://SHOP.test/${path}/#top`))
  expect(urlKeyOf(url)).not.toBe(urlKeyOf(`${url}?`))
  const post = await aQueuedPost(await aWorld(db), { url })
  expect(post.url).toBe(url)
})

test('an address with letters beyond ASCII stays a destination, however often that was asked', () => {
  const url = 'https://bücher.example/lampe'
  for (let n = 0; n < 20_000; n++) if (requireDestination('url', url) !== url) throw new Error(`not the ${n}th time`)
})
