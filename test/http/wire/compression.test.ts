/** How answers travel: compressed where a client takes that, and not at all where it has them already. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aDraft } from '../../support/factories.js'
import { aServer, mediaUrl } from '../support/support.js'

const { db } = await aDatabase()
const server = await aServer(db)
const { app, key, accountId } = server
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { authorization: `Bearer ${key}`, ...headers } })

test.each(['/v1/openapi.json', '/docs', '/docs.md', '/llms.txt', '/plans', '/docs/assets/swagger-ui.css'])(
  '%s is compressed for a client that takes it, and plain for any other',
  async (url) => {
    const plain = await get(url)
    expect(plain.headers['content-encoding']).toBeUndefined()
    const packed = await get(url, { 'accept-encoding': 'gzip' })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(String(packed.headers['vary']).toLowerCase()).toContain('accept-encoding')
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
    const { headers, rawPayload } = await get(url, { 'accept-encoding': 'br, gzip' })
    const unpack = headers['content-encoding'] === 'br' ? brotliDecompressSync : gunzipSync
    expect(unpack(rawPayload).equals(plain.rawPayload)).toBe(true)
  },
)

test('a list of /v1 is compressed, and a short answer is not', async () => {
  for (let n = 0; n < 5; n++) await aDraft(server)
  const list = await get(`/v1/accounts/${accountId}/posts?status=draft`, { 'accept-encoding': 'gzip' })
  expect(list.headers['content-encoding']).toBe('gzip')
  expect((JSON.parse(gunzipSync(list.rawPayload).toString()) as { data: { posts: object[] } }).data.posts).toHaveLength(5)
  const short = await get('/v1/nothing', { 'accept-encoding': 'gzip' })
  expect([short.statusCode, short.headers['content-encoding']]).toEqual([404, undefined])
})

test.each(['/v1/openapi.json', '/docs', '/docs.md', '/llms.txt', '/plans', '/docs/assets/swagger-ui.css'])(
  '%s has an ETag, and is not sent again to a client that has it',
  async (url) => {
    const first = await get(url)
    const etag = String(first.headers['etag'])
    expect(etag).toMatch(/^W\/"[\w-]+"$/)
    for (const header of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const again = await get(url, { 'if-none-match': header, 'accept-encoding': 'gzip' })
      expect([again.statusCode, again.payload, again.headers['etag']]).toEqual([304, '', etag])
    }
    expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  },
)

test('an error has no ETag, and an answer of /v1 has none either', async () => {
  for (const url of ['/docs/assets/nothing.js', '/v1/accounts']) expect((await get(url)).headers['etag']).toBeUndefined()
})

test('media has an ETag for good: a client that has it gets 304, and a part of it when it still is the same', async () => {
  const { post } = (await server.call('POST', `/v1/accounts/${accountId}/posts`, { mediaUrl })).body.data
  const url = String(post.mediaUrl).replace('https://pinslot.test', '')
  const first = await get(url, { 'accept-encoding': 'gzip, br' })
  const etag = String(first.headers['etag'])
  expect([first.statusCode, etag, first.headers['content-encoding']]).toEqual([200, `"${url.split('/').at(-1)}"`, undefined])
  const again = await get(url, { 'if-none-match': etag })
  expect([again.statusCode, again.payload, again.headers['cache-control']]).toEqual([
    304,
    '',
    'public, max-age=31536000, immutable',
  ])
  const part = (ifRange: string) => get(url, { range: 'bytes=0-9', 'if-range': ifRange })
  expect([(await part(etag)).statusCode, (await part('"other"')).statusCode]).toEqual([206, 200])
  expect((await get('/media/nothing.jpg', { 'if-none-match': '*' })).statusCode).toBe(404)
})

test('the address alone leads to the landing page, and a slash too many to the page without it', async () => {
  expect((await get('/')).headers['location']).toBe('/about')
  for (const page of ['/docs/', '/plans/', '/billing/credits/']) {
    const { statusCode, headers } = await get(page)
    expect([statusCode, headers['location']]).toEqual([308, page.slice(0, -1)])
  }
  for (const elsewhere of ['//other.test/', '/nothing/', '/v1/accounts/'])
    expect((await get(elsewhere)).statusCode, elsewhere).toBe(404)
})
