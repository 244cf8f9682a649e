/** The consent page in a real browser, whose rule for forms also holds for where their answers lead. */
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { simulatorPlugin } from '../../src/sandbox/platform/plugin.js'
import { addUser } from '../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../support/database.js'
import { aChrome, expectNoSideScroll, shoot } from './chromium.js'

const { db } = await aDatabase()
const now = new Date('2026-03-02T10:00:00Z')
await addUser(db.sql, { id: '901', username: 'maker', displayName: 'The Maker', isBusiness: true, createdAt: now })
await addUser(db.sql, { id: '902', username: 'a_friend', displayName: 'A friend', isBusiness: false, createdAt: now })

const product = Fastify() // of another origin than the platform
const seen: unknown[] = []
product.get('/connect/callback', async ({ query }, reply) => {
  seen.push(query)
  return reply.redirect('/connect/done')
})
product.get('/connect/done', async (_request, reply) =>
  reply.type('text/html').send('<link rel="icon" href="data:,"><title>Back</title><h1>Connected</h1>'),
)
const productUrl = await product.listen({ host: '127.0.0.1', port: 0 })
let platformUrl = ''
const platform = Fastify()
await platform.register(
  simulatorPlugin({
    db,
    clock: () => now,
    publicUrl: () => platformUrl,
    redirectUris: () => [`${productUrl}/connect/callback`],
  }),
)
platformUrl = await platform.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => Promise.all([product.close(), platform.close()]))
const chrome = await aChrome()

const consent = `${platformUrl}/sandbox/platform/oauth?${new URLSearchParams({
  client_id: 'client',
  redirect_uri: `${productUrl}/connect/callback`,
  response_type: 'code',
  state: 'xyz',
  scope: 'user_accounts:read,boards:read,boards:read_secret,boards:write,pins:read,pins:write',
}).toString()}`

test.each([
  ['Allow', { code: expect.any(String) as string, state: 'xyz' }],
  ['Deny', { error: 'access_denied', state: 'xyz' }],
])('%s leads back to the app, on another origin', async (button, query) => {
  const { page, complaints } = await chrome.aPage(consent, { dark: button === 'Deny', width: button === 'Deny' ? 375 : 1280 })
  await shoot(page, `consent-${button.toLowerCase()}`)
  await expectNoSideScroll(page)
  await page.getByLabel('A friend').check()
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('heading', { name: 'Connected' }).waitFor()
  expect(seen.at(-1)).toEqual(query)
  expect(complaints).toEqual([])
})
