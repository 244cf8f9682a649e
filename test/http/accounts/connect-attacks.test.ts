import { afterAll, beforeEach, expect, test } from 'vitest'
import { createOrganization } from '../../../src/core/accounts/workspaces/organizations.js'
import { aDatabase } from '../../support/database.js'
import { START } from '../../support/world.js'
import { aBrowser, aConnectingServer, aLink } from './support/connect-browser.js'

const { db } = await aDatabase()
const server = await aConnectingServer(db)
const { accountId, organizationId, time, simulator, logged } = server
afterAll(() => simulator.close())

const storedNow = () => db.sql`
  select c.*, a.connection_number, a.token_status
    from connections c
    join accounts a on a.organization_id = c.organization_id and a.id = c.account_id
   order by a.id`
let before: Awaited<ReturnType<typeof storedNow>>
beforeEach(async () => {
  time.now = START
  before = await storedNow()
})
const expectNothingStored = async () => expect([...(await storedNow())]).toEqual([...before])

/** The values of a token of ours, and the token with other values under the old signature. */
const readToken = (token: string) => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()) as { ask: object }
const forge = (token: string, values: object) =>
  `${Buffer.from(JSON.stringify(values)).toString('base64url')}.${token.split('.')[1]}`
const withState = (path: string, change: (state: string) => string) => {
  const url = new URL(path, 'https://x')
  url.searchParams.set('state', change(url.searchParams.get('state')!))
  return url.pathname + url.search
}

test('an answer of the platform is taken from the browser that began, and from no other', async () => {
  const browser = aBrowser(server)
  const back = await browser.decide(await browser.press(await aLink(server)))
  const withoutCookie = await aBrowser(server).get(back)
  expect([withoutCookie.status, withoutCookie.text]).toEqual([400, expect.stringContaining('Start again in this browser')])

  const other = aBrowser(server)
  await other.press(await aLink(server))
  expect((await other.get(back)).status).toBe(400)
  const [name] = browser.jar.keys()
  const [value] = other.jar.values()
  expect((await aBrowser(server).get(back, { cookie: `${name}=${value}` })).status).toBe(400)
  await expectNothingStored()
  expect((await browser.get(back)).status).toBe(200) // the code was not spent on any of them
})

test('an answer works once: the browser forgets, and whoever comes back with it is told that it is done', async () => {
  const browser = aBrowser(server)
  const back = await browser.decide(await browser.press(await aLink(server)))
  const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  expect((await browser.get(back)).status).toBe(200)
  before = await storedNow()
  for (const replayed of [await browser.get(back), await browser.get(back, { cookie })])
    expect([replayed.status, replayed.text]).toEqual([200, expect.stringContaining('You’re done')])
  await expectNothingStored()
})

test('of two answers that arrive at the same time with the same code one connects, and a double click ends well', async () => {
  const browser = aBrowser(server)
  const connectionNumber = async () => {
    const [row] = await db.sql<{ number: number }[]>`
      select connection_number as number from accounts where id = ${server.accountId}`
    return row!.number
  }
  const before = await connectionNumber()
  const back = await browser.decide(await browser.press(await aLink(server)))
  const ends = await Promise.all([browser.get(back), browser.get(back), aBrowser(server).get(back)])
  expect(ends.slice(0, 2).map(({ status }) => status)).toEqual([200, 200])
  expect(ends[1]?.text).toContain('<h1>Connected as maker</h1>')
  // a stranger's answer is refused, or told that it is done if it arrives after the others
  const stranger = ends[2]
  if (stranger.status === 200) expect(stranger.text).toContain('You’re done')
  else expect(stranger.status).toBe(400)
  expect(await connectionNumber()).toBe(before + 1)
})

test('an answer after ten minutes is too late, and a link after fifteen', async () => {
  const browser = aBrowser(server)
  const path = await aLink(server)
  const back = await browser.decide(await browser.press(path))
  time.now = new Date(START.getTime() + 600_000)
  const late = await browser.get(back)
  expect([late.status, late.text]).toEqual([410, expect.stringContaining('That took too long')])

  time.now = new Date(START.getTime() + 899_000)
  expect((await browser.get(path)).status).toBe(200)
  time.now = new Date(START.getTime() + 900_000)
  for (const page of [await browser.get(path), await browser.post(path)])
    expect([page.status, page.text]).toEqual([410, expect.stringContaining('This link has expired')])
  await expectNothingStored()
})

test('a state or a link that was changed is none of ours', async () => {
  const { id: other } = await createOrganization(server.deps, { name: 'Other', slack: { teamIds: [], enterpriseId: null } })
  const browser = aBrowser(server)
  const path = await aLink(server)
  const back = await browser.decide(await browser.press(path))
  for (const ask of [
    { kind: 'link', organizationId: other, accountId: null, askedBy: null },
    { kind: 'link', organizationId, accountId: null, askedBy: 'T1:U1' },
    { kind: 'again', accountId },
  ]) {
    const changed = withState(back, (state) => forge(state, { ...readToken(state), ask }))
    const page = await browser.get(changed)
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('This link isn’t valid')])
    const token = path.replace('/connect/link/', '')
    expect((await browser.get(`/connect/link/${forge(token, { ...readToken(token), ask })}`)).status).toBe(404)
  }
  for (const state of ['', 'x', 'x.y', path.replace('/connect/link/', '')]) // the last is signed, for something else
    expect((await browser.get(withState(back, () => state))).status).toBe(400)
  expect((await browser.get(`${back}&state=twice`)).status).toBe(400)
  await expectNothingStored()
  expect(await db.sql`select 1 from accounts where organization_id = ${other}`).toHaveLength(0)
})

test('a link for an account connects no other, and says whose it is', async () => {
  const page = await aBrowser(server).connect(await aLink(server), { as: '902' })
  expect(page.status).toBe(403)
  expect(page.text).toContain('You’re signed in to Pinterest as baker &#60;b&#62;&#38;, but this link is for maker.')
  await expectNothingStored()
})

test('another site cannot send its visitor on to the platform by a link of its own', async () => {
  const path = await aLink(server)
  const noWord = { 'sec-fetch-site': '' }
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { ...noWord, origin: 'https://elsewhere.test' },
    { ...noWord, origin: 'null' },
  ]) {
    const browser = aBrowser(server)
    const page = await browser.post(path, headers)
    expect([page.status, browser.jar.size]).toEqual([403, 0])
  }
  expect(await aBrowser(server).press(path, { ...noWord, origin: 'https://pinslot.test' })).toMatch(/^http/)
})

test('no page, header or line of the log holds what is secret', async () => {
  logged.length = 0
  const browser = aBrowser(server)
  const path = await aLink(server)
  const consent = await browser.press(path)
  const state = new URL(consent).searchParams.get('state')!
  const [secret] = browser.jar.values()
  const back = await browser.decide(consent)
  const code = new URL(back, 'https://x').searchParams.get('code')!
  const pages = [await browser.get(path), await browser.get(back), await browser.get(back)]
  const [tokens] = await db.sql<{ access: Buffer; refresh: Buffer }[]>`
    select access_token as access, refresh_token as refresh from connections where account_id = ${accountId}`
  const secrets = [path.split('/').at(-1)!, state, secret!, code, tokens!.access.toString(), tokens!.refresh.toString()]
  expect(secrets.every((one) => one.length > 15)).toBe(true)
  for (const one of secrets) {
    for (const { text, headers } of pages) expect(text + JSON.stringify(headers)).not.toContain(one)
    expect(logged.join('\n')).not.toContain(one)
  }
  expect(logged.join('\n')).toContain('/connect/callback')
})
