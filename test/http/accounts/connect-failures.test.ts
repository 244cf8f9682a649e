import { afterAll, beforeEach, expect, test } from 'vitest'
import type { FaultInput } from '../../../src/sandbox/platform/faults/faults.js'
import { aDatabase } from '../../support/database.js'
import { aBrowser, aConnectingServer, aLink, type Page } from './support/connect-browser.js'

const { db } = await aDatabase()
const server = await aConnectingServer(db)
const { accountId, organizationId, simulator } = server
afterAll(() => simulator.close())

const alerts = () => db.sql<{ notice: { message: string } }[]>`
  select notice
    from outbox
   where organization_id = ${organizationId} and destination = 'staff'`
const stored = () => db.sql`select * from connections order by account_id`
let before: Awaited<ReturnType<typeof stored>>
beforeEach(async () => {
  await db.sql`delete from outbox`
  before = await stored()
})

/** A whole page of ours, with the next step, and nothing was stored. */
async function expectEnd({ status, text, headers }: Page, expected: { status: number; words: RegExp; step: RegExp }) {
  expect(status).toBe(expected.status)
  expect(text).toMatch(/^<!doctype html>\n<html lang="en">/)
  expect(text).toMatch(expected.words)
  expect(text).toMatch(expected.step)
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  expect(headers['content-security-policy']).toContain("form-action 'none'; frame-ancestors 'none'")
  expect([...(await stored())]).toEqual([...before])
}
const openAgain = /Open the link you were given again/

test('a holder who says no has connected nothing', async () => {
  const page = await aBrowser(server).connect(await aLink(server), { decision: 'deny' })
  await expectEnd(page, { status: 403, words: /You didn’t allow access/, step: openAgain })
})

test.each([
  ['pins:write', 'user_accounts:read,boards:read,boards:write,pins:read'],
  ['user_accounts:read', 'boards:read,boards:write,pins:read,pins:write'],
])('without the scope %s nothing is stored', async (missing, scopes) => {
  const page = await aBrowser(server).connect(await aLink(server), { scopes })
  await expectEnd(page, { status: 403, words: new RegExp(`Without <code>${missing}</code>`), step: openAgain })
})

test('secret boards may be left out', async () => {
  const scopes = 'user_accounts:read,boards:read,boards:write,pins:read,pins:write'
  expect((await aBrowser(server).connect(await aLink(server), { scopes })).status).toBe(200)
})

type Case = { what: string; fault: FaultInput; status: number; words: RegExp; isOurs?: true }
test.each<Case>([
  {
    what: 'a code that is refused',
    fault: { operation: 'exchange_code', fault: 'unauthorized' },
    status: 400,
    words: /response has expired/,
  },
  {
    what: 'a platform that fails',
    fault: { operation: 'exchange_code', fault: 'fail_500' },
    status: 502,
    words: /didn’t respond/,
  },
  {
    what: 'a platform that is silent',
    fault: { operation: 'exchange_code', fault: 'hang' },
    status: 502,
    words: /didn’t respond/,
  },
  {
    what: 'a platform that fails to say who it is',
    fault: { operation: 'user_account', fault: 'fail_500', times: 9 },
    status: 502,
    words: /didn’t respond/,
  },
  {
    what: 'a platform that limits us',
    fault: { operation: 'exchange_code', fault: 'rate_limited' },
    status: 503,
    words: /is busy/,
  },
  {
    what: 'an app that is not approved',
    fault: { operation: 'exchange_code', fault: 'app_not_approved' },
    status: 502,
    words: /is rejecting Pinslot/,
    isOurs: true,
  },
  {
    what: 'an app that may not read',
    fault: { operation: 'user_account', fault: 'restricted_feature' },
    status: 502,
    words: /is rejecting Pinslot/,
    isOurs: true,
  },
])('$what has a page of its own', async ({ fault, status, words, isOurs }) => {
  await simulator.fault(fault)
  const page = await aBrowser(server).connect(await aLink(server))
  await db.sql`delete from sim_faults`
  await expectEnd(page, { status, words, step: isOurs ? /Ask your Pinslot operator/ : openAgain })
  expect(await alerts()).toHaveLength(isOurs ? 1 : 0)
})

test.each([
  ['server_error', 502, 0],
  ['invalid_scope', 502, 1],
  ['<script>', 502, 1],
])('an error of the consent page, %s, is not shown as it came', async (error, status, notices) => {
  const browser = aBrowser(server)
  const state = new URL(await browser.press(await aLink(server))).searchParams.get('state')!
  const page = await browser.get(`/connect/callback?${new URLSearchParams({ state, error }).toString()}`)
  expect(page.status).toBe(status)
  expect(page.text).not.toContain('<script>')
  const said = await alerts()
  expect(said).toHaveLength(notices)
  expect(JSON.stringify(said)).not.toContain('<script>')
})

test.each([
  {
    what: 'an error that the visitor made up',
    answer: { error: 'unauthorized_client' },
    status: 502,
    words: /is rejecting Pinslot/,
    notices: 0,
  },
  {
    what: 'a code that the visitor made up',
    answer: { code: 'x' },
    fault: 'board_gone',
    status: 502,
    words: /is rejecting Pinslot/,
    notices: 0,
  },
  {
    what: 'our own id or secret',
    answer: { code: 'x' },
    fault: 'app_not_approved',
    status: 502,
    words: /is rejecting Pinslot/,
    notices: 1,
  },
] as const)('from the public page, $what alerts the operator: $notices', async ({ answer, status, words, notices, ...more }) => {
  if ('fault' in more) await simulator.fault({ operation: 'exchange_code', fault: more.fault })
  const browser = aBrowser(server)
  const link = (await browser.press(`/connect/${accountId}`)).replace('https://pinslot.test', '')
  const state = new URL(await browser.press(link)).searchParams.get('state')!
  const page = await browser.get(`/connect/callback?${new URLSearchParams({ state, ...answer }).toString()}`)
  await db.sql`delete from sim_faults`
  await expectEnd(page, { status, words, step: /Ask your Pinslot operator/ })
  expect(await alerts()).toHaveLength(notices)
})

test('an answer without a code is not one we asked for', async () => {
  const browser = aBrowser(server)
  const state = new URL(await browser.press(await aLink(server))).searchParams.get('state')!
  const page = await browser.get(`/connect/callback?state=${state}`)
  await expectEnd(page, { status: 400, words: /This link isn’t valid/, step: openAgain })
  await expectEnd(await browser.get('/connect/callback'), {
    status: 400,
    words: /This link isn’t valid/,
    step: /How to get a new link/,
  })
})

test('an account that went away meanwhile is told before its code is spent', async () => {
  const browser = aBrowser(server)
  const [gone] = await db.sql<{ id: string }[]>`
    insert into accounts (organization_id, platform_user_id, username, display_name, created_at)
    values (${organizationId}, '77', 'gone', 'Gone', ${server.time.now})
    returning id`
  const path = await aLink(server, gone!.id)
  const back = await browser.decide(await browser.press(path))
  await db.sql`delete from accounts where id = ${gone!.id}`
  await expectEnd(await browser.get(back), {
    status: 410,
    words: /Its team or account no longer exists/,
    step: /How to get a new link/,
  })
  await expectEnd(await browser.get(path), {
    status: 410,
    words: /Its team or account no longer exists/,
    step: /How to get a new link/,
  })
})

test('from the public page the next step is that page', async () => {
  const browser = aBrowser(server)
  const link = (await browser.press(`/connect/${accountId}`)).replace('https://pinslot.test', '')
  const page = await browser.connect(link, { decision: 'deny' })
  await expectEnd(page, {
    status: 403,
    words: /You didn’t allow access/,
    step: new RegExp(`<a href="/connect/${accountId}">Start again</a>`),
  })
})

test('a HEAD connects nothing', async () => {
  const browser = aBrowser(server)
  const back = await browser.decide(await browser.press(await aLink(server)))
  const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  expect((await server.app.inject({ method: 'HEAD', url: back, headers: { cookie } })).statusCode).toBe(405)
  expect([...(await stored())]).toEqual([...before])
})
