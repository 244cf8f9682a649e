import { afterAll, expect, test } from 'vitest'
import { readConnectLink } from '../../../src/core/connections/link.js'
import { aDatabase } from '../../support/database.js'
import { START } from '../../support/world.js'
import { aBrowser, aConnectingServer } from './support/connect-browser.js'
import { aServer } from '../support/support.js'

const { db } = await aDatabase()
const server = await aConnectingServer(db)
const { accountId, organizationId, simulator, deps, call } = server
afterAll(() => simulator.close())

const linkOf = ({ body }: { body: unknown }) =>
  (body as { data: { connectLink: { url: string; expiresAt: number } } }).data.connectLink
const askOf = (url: string) => {
  const read = readConnectLink(deps, url.replace('https://pinslot.test/connect/link/', ''), START)
  return read.kind === 'good' ? read.ask : read.kind
}

test('a link for a new account, and for a known one, lasts 15 minutes', async () => {
  const made = await call('POST', '/v1/connect-links')
  expect(made.status).toBe(201)
  expect(linkOf(made).expiresAt).toBe(START.getTime() / 1000 + 900)
  expect(askOf(linkOf(made).url)).toMatchObject({ kind: 'link', organizationId, accountId: null, askedBy: null })
  const again = await call('POST', '/v1/connect-links', { accountId })
  expect(askOf(linkOf(again).url)).toMatchObject({ accountId })
  expect(linkOf(await call('POST', '/v1/connect-links', {})).url).not.toBe(linkOf(made).url)
})

test.each([
  [{ accountId: '999999' }, 404, undefined],
  [{ accountId: 'x' }, 404, undefined],
  [{ accountId: null }, 400, 'accountId'],
  [{ account: '7' }, 400, 'account'],
  [{ setUp: { timezone: 'Mars/Olympus' } }, 400, 'timezone'],
  [{ setUp: { timezone: 'UTC', pinsPerDay: 4 } }, 400, 'setUp.pinsPerDay'],
  [{ setUp: {} }, 400, 'setUp.timezone'],
  [{ accountId: '1', setUp: { timezone: 'UTC' } }, 400, 'setUp'],
])('%j is refused', async (payload, status, field) => {
  const { status: code, body } = await call('POST', '/v1/connect-links', payload)
  expect([code, body.error?.field]).toEqual([status, field])
})

test("another organization's account is not found", async () => {
  const other = await aServer(db)
  expect((await other.call('POST', '/v1/connect-links', { accountId })).status).toBe(404)
})

test('given again for the same Idempotency-Key, it was kept sealed', async () => {
  const headers = { 'idempotency-key': 'once' }
  const first = linkOf(await call('POST', '/v1/connect-links', { accountId }, headers))
  const second = await call('POST', '/v1/connect-links', { accountId }, headers)
  expect([linkOf(second), second.headers['idempotent-replayed']]).toEqual([first, 'true'])
  const [kept] = await db.sql<{ answer: { sealed: string } }[]>`select answer from idempotency_keys where key = 'once'`
  expect(Object.keys(kept!.answer)).toEqual(['sealed'])
})

test('with setUp a new account has its zone and posting times as soon as it is connected, and keeps them', async () => {
  const setUp = { timezone: 'Europe/Berlin', pinsPerDay: 3 }
  const browser = aBrowser({ ...server, holder: '902' })
  const connect = async (body: object) =>
    browser.connect(new URL(linkOf(await call('POST', '/v1/connect-links', body)).url).pathname, { decision: 'allow' })
  const baker = async () => {
    const [row] = await db.sql`
      select a.timezone, a.set_up as "setUp", (select count(*)::int from timeslots t where t.account_id = a.id) as slots
        from accounts a
       where a.organization_id = ${organizationId} and a.platform_user_id = '902'`
    return row
  }
  await connect({ setUp })
  expect(await baker()).toEqual({ timezone: 'Europe/Berlin', setUp: 'done', slots: 21 })
  await connect({ setUp: { timezone: 'UTC' } })
  expect(await baker()).toEqual({ timezone: 'Europe/Berlin', setUp: 'done', slots: 21 })
})
