/** Connecting an account in a real browser: our pages, the platform's on another site, and back. Browsers alone know what a policy and a cookie forbid. */
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { createConnectLink } from '../../src/core/connections/link.js'
import { makePlatform } from '../../src/platform/client.js'
import { simulatorPlugin } from '../../src/sandbox/platform/plugin.js'
import { addUser } from '../../src/sandbox/platform/seed-api.js'
import { aServer } from '../http/support/support.js'
import { aDatabase } from '../support/database.js'
import { START } from '../support/world.js'
import { aChrome, expectNoSideScroll, shoot } from './chromium.js'

const { db } = await aDatabase()
const chrome = await aChrome()
const clock = () => new Date(START)
const log = { debug() {}, info() {}, warn() {}, error() {} }

/** Two sites: localhost is ours, 127.0.0.1 the platform's. */
let own = ''
let foreign = ''
const simulator = Fastify()
const redirectUris = () => [`${own}/connect/callback`]
await simulator.register(simulatorPlugin({ db, clock, publicUrl: () => foreign, redirectUris }))
simulator.get<{ Querystring: { to: string } }>('/prize', async ({ query }, reply) =>
  reply.type('text/html').send(`<form method="post" action="${query.to}"><button>Win a prize</button></form>`),
)
foreign = await simulator.listen({ host: '127.0.0.1', port: 0 })
const maker = { id: '901', username: 'maker', displayName: 'The Maker', isBusiness: true, createdAt: START }
await addUser(db.sql, maker)
const platform = makePlatform({
  apiUrl: () => `${foreign}/sandbox/platform/v5`,
  authorizeUrl: () => `${foreign}/sandbox/platform/oauth`,
  clientId: 'client',
  clientSecret: 'secret',
  timeoutMs: 2_000,
  log,
  clock,
  random: () => 0.5,
  pacing: false,
})
const server = await aServer(db, { parts: { platform, clock } })
own = (await server.app.listen({ host: '127.0.0.1', port: 0 })).replace('127.0.0.1', 'localhost')
Object.assign(server.deps.settings, { publicUrl: own })
const { accountId, actor, deps } = server
await db.sql`update accounts set platform_user_id = '901', token_status = 'unauthorized' where id = ${accountId}`
afterAll(async () => {
  await platform.close()
  await simulator.close()
})

test.each([false, true])('a link leads to the platform and back, without a complaint of the browser (dark: %s)', async (dark) => {
  const { url } = await createConnectLink(deps, actor, { accountId })
  const { page, complaints } = await chrome.aPage(url, { dark, width: 390 })
  await expectNoSideScroll(page)
  await shoot(page, `connect-link${dark ? '-dark' : ''}`)
  await page.getByRole('button', { name: 'Continue to Pinterest' }).click()
  await page.waitForURL(`${foreign}/**`)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Connected as maker' }).waitFor()
  await expectNoSideScroll(page)
  await shoot(page, `connect-end${dark ? '-dark' : ''}`)
  expect(complaints).toEqual([])
  expect(await page.context().cookies(own)).toEqual([])
  await page.reload()
  await page.getByRole('heading', { name: 'You’re done' }).waitFor()
})

test('the public page leads there too', async () => {
  const { page, complaints } = await chrome.aPage(`${own}/connect/${accountId}`)
  await shoot(page, 'connect-again')
  await page.getByRole('button', { name: 'Reconnect' }).click()
  await page.getByRole('button', { name: 'Continue to Pinterest' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Connected as maker' }).waitFor()
  expect(complaints).toEqual([])
})

test('no two steps on the way to Pinterest have a button of the same name', async () => {
  const { page } = await chrome.aPage(`${own}/connect/${accountId}`)
  const named = async () => (await page.getByRole('button').allTextContents()).map((words) => words.trim())
  const met: string[][] = [await named()]
  await page.getByRole('button', { name: 'Reconnect' }).click()
  await page.getByRole('button', { name: 'Continue to Pinterest' }).waitFor()
  met.push(await named())
  await page.getByRole('button', { name: 'Continue to Pinterest' }).click()
  await page.getByRole('button', { name: 'Allow' }).waitFor()
  met.push(await named())
  const all = ['Connect at Pinterest', ...met.flat()] // in Slack
  expect(met.slice(0, 2).map(({ length }) => length)).toEqual([1, 1])
  expect(new Set(all).size).toBe(all.length)
})

test('a form on another site does not lead its visitor to the platform', async () => {
  const { url } = await createConnectLink(deps, actor, { accountId: null })
  const { page } = await chrome.aPage(`${foreign}/prize?${new URLSearchParams({ to: url }).toString()}`)
  await page.getByRole('button').click()
  await page.getByRole('heading', { name: 'Open the link yourself' }).waitFor()
  expect(await page.context().cookies(own)).toEqual([])
})
