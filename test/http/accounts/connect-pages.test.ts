import { afterAll, expect, test } from 'vitest'
import { createConnectLink } from '../../../src/core/connections/link.js'
import { createOrganization } from '../../../src/core/accounts/workspaces/organizations.js'
import { aDatabase } from '../../support/database.js'
import { aBrowser, aConnectingServer, aLink, anAdmin } from './support/connect-browser.js'

const { db } = await aDatabase()
const server = await aConnectingServer(db)
const { accountId, simulator, deps } = server
afterAll(() => simulator.close())

test('the page of a link names the team, which may have chosen any name, and is kept by nobody', async () => {
  const nasty = '<img src=x onerror=alert(1)> & "Söhne"'
  const organization = await createOrganization(deps, { name: nasty, slack: { teamIds: [], enterpriseId: null } })
  const { url } = await createConnectLink(deps, anAdmin({ organizationId: organization.id }), { accountId: null })
  const { status, text, headers } = await aBrowser(server).get(url.replace('https://pinslot.test', ''))
  expect(status).toBe(200)
  expect(text).not.toContain('<img')
  expect(text).toContain('&#60;img src=x onerror=alert(1)&#62; &#38; &#34;Söhne&#34;')
  expect(text.match(/<h1>/g)).toHaveLength(1)
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' })
})

test('the form may lead to itself and to the platform, whose page it is', async () => {
  const { headers } = await aBrowser(server).get(await aLink(server))
  expect(headers['content-security-policy']).toContain(`form-action 'self' ${simulator.url};`)
})

test('a platform behind https may lead on to hosts of its own', async () => {
  const authorizeUrl = () => 'https://www.pinterest.com/oauth/?state='
  const https = await aConnectingServer(db)
  Object.assign(https.deps.platform, { authorizeUrl })
  const { headers } = await aBrowser(https).get(await aLink(https, null))
  expect(headers['content-security-policy']).toContain("form-action 'self' https:;")
  await https.simulator.close()
})

test('the way to the platform is a 303 that tells nobody where it came from, with a secret for this browser alone', async () => {
  const { status, headers } = await aBrowser(server).post(await aLink(server))
  expect(status).toBe(303)
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  expect(headers['set-cookie']).toMatch(
    /^__Host-pinslot-connect-[\w-]{12}=[\w-]{32}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
})

test('without https the secret travels as everything else does there', async () => {
  const plain = await aConnectingServer(db, { publicUrl: simulator.url })
  const { headers } = await aBrowser(plain).post(await aLink(plain, null))
  expect(headers['set-cookie']).toMatch(/^pinslot-connect-[\w-]{12}=[\w-]{32}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
  await plain.simulator.close()
})

test.each(['x', 'x.y', '', 'a/b', '%zz', 'a'.repeat(300), 'a'.repeat(2000)])('%.9s is no link of ours', async (token) => {
  const { status, text } = await aBrowser(server).get(`/connect/link/${token}`)
  expect([status, text]).toEqual([404, expect.stringContaining('This link is incomplete')])
})

test('the public page gives anybody a link for 15 minutes that names nobody', async () => {
  const browser = aBrowser(server)
  const [known, unknown] = await Promise.all(
    [accountId, '999999'].map(async (id) => {
      const { headers } = await browser.post(`/connect/${id}`)
      const page = await browser.get(String(headers['location']).replace('https://pinslot.test', ''))
      return page.text.replaceAll(`account ${id}`, 'account #')
    }),
  )
  expect(known).toBe(unknown)
  expect(known).toContain('<h1>Reconnect account #</h1>')
  expect(known).not.toContain('maker')
})

test('an account id of the wrong form is not posted to either', async () => {
  expect((await aBrowser(server).post('/connect/x')).status).toBe(404)
})

test.each(['abc', '0', '%zz', '7/x', 'a'.repeat(2000)])('/connect/%.9s is told as a page too', async (id) => {
  for (const method of ['get', 'post'] as const) {
    const { status, text, headers } = await aBrowser(server)[method](`/connect/${id}`)
    expect([status, text]).toEqual([404, expect.stringContaining('<h1>Page not found</h1>')])
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    expect(headers['x-request-id']).toBeTruthy()
  }
})

test('the page without a number says how to get a link', async () => {
  const { status, text } = await aBrowser(server).get('/connect')
  expect(status).toBe(200)
  for (const way of ['/pin connect', 'POST /v1/connect-links', 'Pinslot operator']) expect(text).toContain(way)
})
