/** What a listing asks for: the operator's links on every page, and a page that shows the app. */
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aServer } from '../support/support.js'

const { db } = await aDatabase()
const links = {
  privacy: 'https://studio.com/privacy?a=1&b="2"',
  terms: 'https://studio.com/terms',
  support: 'mailto:help@studio.com',
}
const { app } = await aServer(db, { settings: { links } })
const plain = await aServer(db)
const PAGES = [
  '/about',
  '/plans',
  '/billing/credits',
  '/billing/plans',
  '/connect',
  '/connect/7',
  '/connect/x',
  '/connect/link/nothing',
  '/docs',
  '/docs/guide/first-pin',
  '/docs/contract',
  '/review/nothing',
]

test.each(PAGES)('the foot of %s leads to the operator’s privacy policy, terms and support', async (path) => {
  const { payload, headers } = await app.inject(path)
  expect(headers['content-type']).toContain('text/html')
  expect(payload).toContain('<a href="https://studio.com/privacy?a=1&#38;b=&#34;2&#34;">Privacy</a>')
  expect(payload).toContain('<a href="https://studio.com/terms">Terms</a>')
  expect(payload).toContain('<a href="mailto:help@studio.com">Support</a>')
  expect(payload.indexOf('<footer>')).toBeLessThan(payload.indexOf('>Privacy<'))
})

test('without the settings no page has such links, and nothing stands in their place', async () => {
  for (const path of PAGES) {
    const { payload } = await plain.app.inject(path)
    expect([path, payload.includes('>Privacy<'), payload.includes('<!--')]).toEqual([path, false, false])
  }
})

test('what is no page is sent as it is', async () => {
  const { payload } = await app.inject('/docs.md')
  expect(payload).not.toContain('studio.com')
})

test('the landing page shows the app in at most 150 KB of pictures, each described and of its real size', async () => {
  const { statusCode, payload, headers } = await app.inject('/about')
  expect(statusCode).toBe(200)
  expect(headers['content-security-policy']).toContain("img-src data: 'self'")
  expect(payload).not.toContain('noindex')
  const pictures = [...payload.matchAll(/<img src="([^"]+)" width="(\d+)" height="(\d+)" alt="([^"]+)"/g)]
  expect(pictures).toHaveLength(3)
  let bytes = 0
  for (const [, src = '', width, height] of pictures) {
    const { statusCode: found, rawPayload, headers: of } = await app.inject(src)
    expect([found, of['content-type']]).toEqual([200, 'image/png'])
    expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([Number(width), Number(height)])
    bytes += rawPayload.length
  }
  expect(bytes).toBeLessThan(150 * 1024)
  expect((await app.inject('/about/other.png')).statusCode).toBe(404)
  expect((await app.inject('/about/..%2F..%2Fpackage.json')).statusCode).toBe(404)
})

test('where workspaces can’t install it themselves, the landing page has no button that leads nowhere', async () => {
  const { payload } = await app.inject('/about')
  expect(payload).not.toContain('/slack/')
  for (const [, to = ''] of payload.matchAll(/<a [^>]*href="(\/[^"]*)"/g)) expect((await app.inject(to)).statusCode, to).toBe(200)
})
