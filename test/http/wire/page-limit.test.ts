/** Pages for everybody: so many a minute for each address, and none of what machines fetch in somebody's name. */
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { everyEntryPoint, signed } from '../accounts/support/any-entry-point.js'

const { db } = await aDatabase()
const READER = '198.51.100.7'
const MOST = 600

test('pages and documents together are a 429 that says how long to wait after 600 in a minute, for that address alone', async () => {
  const { ask, clock, link } = await everyEntryPoint(db)
  const path = await link()
  const paths = [
    '/docs',
    '/docs.md',
    '/llms.txt',
    '/v1/openapi.json',
    '/openapi.json',
    '/plans',
    '/connect',
    path,
    '/slack/install',
  ]
  for (let n = 0; n < MOST; n++) expect((await ask(READER, { url: paths[n % paths.length] ?? '' })).status).toBe(200)
  for (const url of paths) {
    const refused = await ask(READER, { url })
    expect([url, refused.status, refused.headers['retry-after']]).toEqual([url, 429, '60'])
    expect(JSON.parse(refused.text)).toMatchObject({ error: { code: 'TOO_MANY_REQUESTS' } })
  }
  expect((await ask('198.51.100.8', { url: '/docs' })).status).toBe(200)
  clock.advance(60_000)
  expect((await ask(READER, { url: '/docs' })).status).toBe(200)
})

test('health, metrics, media, drawings, calendars, keys, Slack and the ends of connecting are no pages', async () => {
  const { ask, key } = await everyEntryPoint(db)
  for (let n = 0; n <= MOST; n++) await ask(READER, { url: '/plans' })
  expect((await ask(READER, { url: '/plans' })).status).toBe(429)
  const statuses = []
  for (const url of ['/health/live', '/metrics', '/media/none.jpg', '/pictures/none', '/calendar/none.ics', '/connect/callback'])
    statuses.push((await ask(READER, { url })).status)
  expect(statuses).not.toContain(429)
  expect((await ask(READER, { url: '/v1/accounts', headers: { authorization: `Bearer ${key}` } })).status).toBe(200)
  expect((await ask(READER, signed('/slack/events'))).status).toBe(200)
})

test('a private address is a proxy that nobody has named, and everybody behind it: it has no limit', async () => {
  const { ask } = await everyEntryPoint(db)
  for (const from of ['127.0.0.1', '10.1.2.3', '::ffff:192.168.0.9', 'fd00::1']) {
    for (let n = 0; n <= MOST; n++) await ask(from, { url: '/plans' })
    expect([from, (await ask(from, { url: '/plans' })).status]).toEqual([from, 200])
  }
})
