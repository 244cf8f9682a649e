/** A state allows one exchange of a code, whatever comes with it, and from one address no more than some. */
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConnectLink } from '../../../src/core/connections/link.js'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import { revokeApiKey } from '../../../src/core/accounts/keys/revoke.js'
import { purgeExpired } from '../../../src/core/care/purge.js'
import { buildServer } from '../../../src/http/server.js'
import { aDatabase } from '../../support/database.js'
import { START } from '../../support/world.js'
import { aBrowser, aConnectingServer, aLink, type Page } from './support/connect-browser.js'

const { db } = await aDatabase()
const server = await aConnectingServer(db)
const { deps, actor, accountId, organizationId, time, simulator, people } = server
const exchange = vi.spyOn(simulator.platform, 'exchangeCode') // it goes on to the simulated platform
afterAll(() => simulator.close())
beforeEach(() => {
  time.now = START
  exchange.mockClear()
})
afterEach(() => {
  for (const one of Object.keys(people)) delete people[one]
})

const ADDRESS = '198.51.100.7'
const cookieOf = ({ jar }: ReturnType<typeof aBrowser>) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
const answerWith = (state: string, code: string) => `/connect/callback?${new URLSearchParams({ state, code }).toString()}`
const stateOf = (url: string) => new URL(url, 'https://x').searchParams.get('state')!
/** A path on our own server. */
const pathOf = ({ url }: { url: string }) => new URL(url).pathname
const expectPage = ({ status, text }: Page, [wanted, words]: [number, string]) =>
  expect([status, text]).toEqual([wanted, expect.stringContaining(words)])

test('three hundred codes that come with one state, cookie and all, are one exchange', async () => {
  const browser = aBrowser(server, ADDRESS)
  const state = stateOf(await browser.press(await aLink(server)))
  const cookie = cookieOf(browser)
  for (let n = 0; n < 300; n++) await browser.get(answerWith(state, `made-up-${n}`), { cookie })
  expect(exchange).toHaveBeenCalledTimes(1)
})

test('answers with one state that reach several processes at once are one exchange, and the others say what to do', async () => {
  const processes = [server.app]
  for (let n = 0; n < 3; n++) {
    const own = { ...deps, db: { ...db } } // it shares nothing with the others but the database
    processes.push(await buildServer(own, { findPerson: server.findPerson }))
  }
  const browser = aBrowser(server)
  const back = await browser.decide(await browser.press(await aLink(server)))
  const cookie = cookieOf(browser)
  const pages = await Promise.all(processes.map((app) => app.inject({ url: back, headers: { cookie } })))
  for (const app of processes.slice(1)) await app.close()
  expect(exchange).toHaveBeenCalledTimes(1)
  const ends = pages.map(({ statusCode, payload }) => [statusCode, /<h1>(.*?)<\/h1>/.exec(payload)?.[1]])
  expect(ends.filter(([, title]) => title === 'Connected as maker')).toHaveLength(1)
  for (const [status, title] of ends)
    expect(['200 Connected as maker', '200 You’re done', '409 This link was already used']).toContain(`${status} ${title}`)
  expectPage(await browser.get(back, { cookie }), [200, 'You’re done'])
})

test('who reloads the last page is told that it is done, also when ten minutes are over', async () => {
  const browser = aBrowser(server)
  const back = await browser.decide(await browser.press(await aLink(server)))
  expectPage(await browser.get(back), [200, 'Connected as maker'])
  expectPage(await browser.get(back), [200, 'The account is already connected. You can close this window.'])
  time.now = new Date(START.getTime() + 3_600_000)
  expectPage(await browser.get(back), [200, 'You’re done'])
  expect(exchange).toHaveBeenCalledTimes(1)
})

test('a second code for a state that did not end well says to start again, and how', async () => {
  const browser = aBrowser(server)
  const link = await aLink(server)
  const state = stateOf(await browser.press(link))
  const cookie = cookieOf(browser)
  expectPage(await browser.get(answerWith(state, 'made-up')), [400, 'Pinterest’s response has expired'])
  const second = await browser.get(answerWith(state, 'another'), { cookie })
  expectPage(second, [409, 'This link was already used'])
  expect(second.text).toContain('Open the link you were given again')
  expectPage(await browser.connect(link), [200, 'Connected as maker']) // the link is as good as before
})

test('from one address come thirty exchanges a minute; the next waits, its state unspent', async () => {
  const from = '198.51.100.20'
  const link = await aLink(server)
  for (let n = 0; n < 30; n++) {
    const browser = aBrowser(server, from)
    await browser.get(answerWith(stateOf(await browser.press(link)), 'made-up'))
  }
  const browser = aBrowser(server, from)
  const back = await browser.decide(await browser.press(link))
  const page = await browser.get(back)
  expectPage(page, [429, 'Too many attempts'])
  expect(page.headers['retry-after']).toBe('60')
  expect(exchange).toHaveBeenCalledTimes(30)
  const elsewhere = aBrowser(server, '198.51.100.21')
  expectPage(await elsewhere.connect(link), [200, 'Connected as maker'])
  time.now = new Date(START.getTime() + 60_000)
  expectPage(await browser.get(back), [200, 'Connected as maker'])
})

test.each(['a code that is refused', 'a state that is too late'])('%s is a failure of its address', async (what) => {
  const from = what === 'a code that is refused' ? '198.51.100.30' : '198.51.100.31'
  const browser = aBrowser(server, from)
  const state = stateOf(await browser.press(await aLink(server)))
  const failures = Array.from({ length: 300 }, () => server.app.inject({ url: '/v1/accounts', remoteAddress: from }))
  await Promise.all(failures)
  if (what === 'a state that is too late') time.now = new Date(START.getTime() + 600_000)
  if (what === 'a state that is too late')
    await Promise.all(failures.map(() => server.app.inject({ url: '/v1/accounts', remoteAddress: from })))
  const page = await browser.get(answerWith(state, 'made-up'))
  expect([page.status, page.headers['retry-after']]).toEqual([429, '60'])
})

test('states that are spent are forgotten a day after they end', async () => {
  const kept = async () => (await db.sql`select 1 from spent_states`).length
  await aBrowser(server).connect(await aLink(server))
  time.now = new Date(START.getTime() + 86_400_000)
  await purgeExpired(deps)
  expect(await kept()).toBeGreaterThan(0)
  time.now = new Date(START.getTime() + 86_400_000 + 660_000)
  await purgeExpired(deps)
  expect(await kept()).toBe(0)
})

test('a link ends with the key that made it: it is not opened, and what was begun by it is not finished', async () => {
  const { apiKey } = await createApiKey(deps, actor, { name: 'short-lived' })
  const byKey = { ...actor, userId: `key:${apiKey.id}`, apiKeyId: apiKey.id }
  const link = pathOf(await createConnectLink(deps, byKey, { accountId }))
  const browser = aBrowser(server)
  const back = await browser.decide(await browser.press(link))
  expect((await browser.get(link)).status).toBe(200)
  await revokeApiKey(deps, actor, { apiKeyId: apiKey.id })
  for (const page of [await browser.get(link), await browser.post(link), await browser.get(back)])
    expectPage(page, [410, 'The person who created it can no longer connect accounts.'])
  expect(exchange).not.toHaveBeenCalled()
})

test('a key for some accounts connects these, and an expired one none', async () => {
  const expiresAt = new Date(START.getTime() + 60_000)
  const { apiKey } = await createApiKey(deps, actor, { name: 'for one', accountIds: [accountId], expiresAt })
  const byKey = { ...actor, role: 'none', accountRoles: { [accountId]: 'admin' }, apiKeyId: apiKey.id } as const
  const link = pathOf(await createConnectLink(deps, byKey, { accountId }))
  expectPage(await aBrowser(server).connect(link), [200, 'Connected as maker'])
  time.now = expiresAt
  expect((await aBrowser(server).get(link)).status).toBe(410)
})

test.each(['gone', 'scheduler', 'none'] as const)('a link ends with the person who made it, who is %s now', async (role) => {
  const byPerson = { organizationId, via: 'slack', role: 'admin', userId: 'T1:U7' } as const
  const link = pathOf(await createConnectLink(deps, byPerson, { accountId: null }))
  const browser = aBrowser(server)
  const back = await browser.decide(await browser.press(link))
  people['T1:U7'] = role
  for (const page of [await browser.get(link), await browser.get(back)])
    expectPage(page, [410, 'The person who created it can no longer connect accounts.'])
  expect(exchange).not.toHaveBeenCalled()
})
