import { afterAll, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/core/lib/duration.js'
import { makeConnectedReader } from '../../../src/jobs/connected.js'
import { markUnauthorized } from '../../../src/core/connections/unauthorized.js'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import { addBoard, addUser } from '../../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../../support/database.js'
import { anUploadingPost, aQueuedPost } from '../../support/factories.js'
import { aBrowser, aConnectingServer, aLink } from './support/connect-browser.js'

const { db } = await aDatabase()
const server = await aConnectingServer(db)
const { accountId, organizationId, actor, time, simulator, deps } = server
await server.reader.start()
afterAll(async () => {
  await server.reader.close()
  await simulator.close()
})
const { sql } = db

const accountNow = () => requireAccount(sql, actor, accountId)
const connectionOf = async (id: string) => {
  const [row] = await sql<{ access: Buffer; refresh: Buffer; expiresAt: Date; refreshExpiresAt: Date; scopes: string }[]>`
    select access_token as access, refresh_token as refresh, expires_at as "expiresAt", refresh_expires_at as "refreshExpiresAt", scopes
      from connections
     where organization_id = ${organizationId} and account_id = ${id}`
  return row!
}
const noticesTo = (destination: string) => sql<{ notice: object }[]>`
  select notice
    from outbox
   where organization_id = ${organizationId} and destination = ${destination}
   order by id`

test('a link connects a new account: tokens, ends and scopes are stored, its boards are read, and who asked is told', async () => {
  const browser = aBrowser(server)
  const path = await aLink(server, null)
  const page = await browser.get(path)
  expect(page.status).toBe(200)
  expect(page.text).toContain('Connect a Pinterest account to Test')
  expect(page.text).toContain('<button type="submit">Continue to Pinterest</button>')

  const consent = new URL(await browser.press(path))
  expect(consent.searchParams.get('redirect_uri')).toBe('https://pinslot.test/connect/callback')
  const end = await browser.get(await browser.decide(consent.href, { as: '902' }))
  expect(end.status).toBe(200)
  expect(end.text).toContain('<h1>Connected as baker &#60;b&#62;&#38;</h1>')
  expect(browser.jar.size).toBe(0)

  const [account] = await sql<{ id: string; username: string }[]>`
    select id, username from accounts where organization_id = ${organizationId} and platform_user_id = '902'`
  expect(account!.username).toBe('baker <b>&')
  const stored = await connectionOf(account!.id)
  expect(await deps.platform.readUser({ accessToken: deps.sealer.open(stored.access) })).toMatchObject({ id: '902' })
  expect(deps.sealer.open(stored.refresh)).toMatch(/^pinr_/)
  expect(stored.expiresAt.getTime() - time.now.getTime()).toBe(30 * DAY_MS)
  expect(stored.refreshExpiresAt.getTime() - time.now.getTime()).toBe(60 * DAY_MS)
  expect(stored.scopes.split(/[ ,]/)).toContain('pins:write_secret')
  expect(await noticesTo('user:T1:U1')).toEqual([
    { notice: { kind: 'accountConnected', accountId: account!.id, isNew: true, queue: { waiting: 0, overdue: 0 } } },
  ])
  expect(await noticesTo(`account:${account!.id}`)).toEqual([])
  expect((await requireAccount(sql, actor, account!.id)).publishedPins).toBe('daily')
  await expect.poll(async () => (await requireAccount(sql, actor, account!.id)).boardsReadAt).toEqual(time.now)
})

test.each(['forbidden', 'pinner_data_denied'] as const)(
  'an account whose boards Pinterest does not let us read (%s) is connected, and that is said there',
  async (fault) => {
    const id = fault === 'forbidden' ? '911' : '912'
    await addUser(sql, { id, username: `unread${id}`, displayName: 'Unread', isBusiness: false, createdAt: time.now })
    await addBoard(sql, { id: `5${id}`, ownerId: id, name: 'Unread', createdAt: time.now })
    await simulator.fault({ operation: 'get_board', fault })
    const browser = aBrowser(server)
    const path = await aLink(server, null)
    const consent = new URL(await browser.press(path))
    const end = await browser.get(await browser.decide(consent.href, { as: id }))
    expect(end.text).toContain(`<h1>Connected as unread${id}</h1>`)
    expect(end.text).toContain('Pinterest doesn’t let us read this account’s boards and pins. Pins still go out')
    expect((await noticesTo('user:T1:U1')).at(-1)).toMatchObject({ notice: { kind: 'accountConnected', isDenied: true } })
    const alerts = await sql`select from outbox where destination = 'staff' and notice ->> 'refusal' = 'pinner_data'`
    expect(alerts.count).toBe(fault === 'forbidden' ? 0 : 1)
  },
)

test('a link connects a known account again: it heals, its queue goes on, and what was known of its numbers is read again', async () => {
  const post = await aQueuedPost({ ...server, deps })
  await db.tx(async (tx) => markUnauthorized(tx, await accountNow(), time.now))
  await sql`
    update accounts set results_after = ${time.now}, days_read_at = ${time.now}, boards_read_at = null where id = ${accountId}`
  await sql`
    insert into analytics_cache (organization_id, account_id, question, answer, read_at, fresh_until)
    values (${organizationId}, ${accountId}, 'q', '{}', ${time.now}, ${time.now})`
  const before = await accountNow()
  const browser = aBrowser(server)
  const path = await aLink(server)
  expect((await browser.get(path)).text).toContain('<h1>Reconnect maker</h1>')
  const end = await browser.connect(path)
  expect(end.text).toContain('<h1>Connected as maker</h1>')

  expect(await accountNow()).toMatchObject({ tokenStatus: 'authorized', connectionNumber: before.connectionNumber + 1 })
  const [row] = await sql`
    select p.due_at as "dueAt", a.results_after as "resultsAfter", a.days_read_at as "daysReadAt",
           (select count(*)::int from analytics_cache c where c.organization_id = ${organizationId} and c.account_id = a.id) as cached
      from posts p
      join accounts a on a.organization_id = p.organization_id and a.id = p.account_id
     where p.organization_id = ${organizationId} and p.id = ${post.id}`
  expect(row).toEqual({ dueAt: post.sendAt, resultsAfter: null, daysReadAt: null, cached: 0 })
  const notices = { notice: { kind: 'accountConnected', accountId, isNew: false, queue: { waiting: 1, overdue: 0 } } }
  const { connectionNumber } = before
  expect(await noticesTo(`account:${accountId}`)).toEqual([
    { notice: { kind: 'reconnectNeeded', accountId, cause: 'dead', connectionNumber } },
    notices,
  ])
  expect(await noticesTo('user:T1:U1')).toContainEqual(notices)
  await expect.poll(async () => (await accountNow()).boardsReadAt).toEqual(time.now)
})

test('the last page says that pins go out now where some fell due meanwhile, and only there', async () => {
  const connected = async () => {
    await db.tx(async (tx) => markUnauthorized(tx, await accountNow(), time.now))
    return (await aBrowser(server).connect(await aLink(server))).text
  }
  await sql`delete from posts where organization_id = ${organizationId}`
  expect(await connected()).toContain('It has no scheduled pins.')
  const { id } = await aQueuedPost({ ...server, deps })
  expect(await connected()).toContain('Scheduled pins go out on time.')
  await sql`update posts set send_at = ${new Date(time.now.getTime() - 60_000)} where organization_id = ${organizationId} and id = ${id}`
  expect(await connected()).toContain('Overdue pins go out now, one by one.')
  await sql`update accounts set publishing = 'paused' where organization_id = ${organizationId} and id = ${accountId}`
  const paused = await connected()
  expect(paused).toContain('Publishing is paused: its pins wait until it resumes.')
  expect(paused).not.toContain('go out now')
  await sql`update accounts set publishing = 'active' where organization_id = ${organizationId} and id = ${accountId}`
})

test('a pin that is on its way already counts among what is scheduled', async () => {
  await sql`delete from posts where organization_id = ${organizationId}`
  const { id } = await anUploadingPost({ ...server, deps })
  await sql`update posts set send_at = ${time.now} where organization_id = ${organizationId} and id = ${id}`
  const page = await aBrowser(server).connect(await aLink(server))
  expect(page.text).toContain('Overdue pins go out now')
  expect((await noticesTo(`account:${accountId}`)).at(-1)?.notice).toMatchObject({ queue: { waiting: 1, overdue: 1 } })
})

test('a link without an account heals a known one too', async () => {
  await db.tx(async (tx) => markUnauthorized(tx, await accountNow(), time.now))
  expect((await aBrowser(server).connect(await aLink(server, null))).status).toBe(200)
  expect(await accountNow()).toMatchObject({ tokenStatus: 'authorized' })
})

test('the public page leads the very holder, and nobody else, to the account of that number', async () => {
  await db.tx(async (tx) => markUnauthorized(tx, await accountNow(), time.now))
  const before = await connectionOf(accountId)
  const stranger = aBrowser(server)
  const again = async (id: string) => {
    expect((await stranger.get(`/connect/${id}`)).text).toContain('<button type="submit">Reconnect</button>')
    const link = (await stranger.press(`/connect/${id}`)).replace('https://pinslot.test', '')
    return link
  }
  const [known, unknown] = [await again(accountId), await again('999999')]
  const refused = await stranger.connect(known, { as: '902' })
  expect(refused.status).toBe(403)
  expect(refused.text).not.toContain('maker')
  const nobody = await stranger.connect(unknown, { as: '902' })
  expect(nobody.text.replaceAll('999999', accountId)).toBe(refused.text)
  expect(await connectionOf(accountId)).toEqual(before)
  expect(await accountNow()).toMatchObject({ tokenStatus: 'unauthorized' })

  const holder = await aBrowser(server).connect(known)
  expect(holder.text).toContain('<h1>Connected as maker</h1>')
  expect(await accountNow()).toMatchObject({ tokenStatus: 'authorized' })
})

test('connecting leaves an act: of who asked for the link in Slack, else of the holder who came by a browser; never of a token', async () => {
  const mark = async () => (await sql<{ last: string | null }[]>`select max(id) as last from audit`)[0]?.last ?? '0'
  const since = (last: string) => sql<{ via: string; actor: string; action: string; after: object }[]>`
    select via, actor, action, after from audit where organization_id = ${organizationId} and id > ${last} order by id`
  let last = await mark()
  await aBrowser(server).connect(await aLink(server, accountId))
  expect(await since(last)).toMatchObject([{ via: 'slack', actor: 'T1:U1', action: 'reconnect' }])
  last = await mark()
  const browser = aBrowser(server)
  await browser.connect((await browser.press(`/connect/${accountId}`)).replace('https://pinslot.test', ''))
  const acts = await since(last)
  expect(acts).toMatchObject([{ via: 'browser', actor: 'holder:901', action: 'reconnect' }])
  expect(JSON.stringify(acts)).not.toMatch(/pin[ar]_/)
})

test('two accounts may be connected side by side in one browser', async () => {
  const browser = aBrowser(server)
  const [one, other] = [await browser.press(await aLink(server)), await browser.press(await aLink(server, null))]
  expect((await browser.get(await browser.decide(other, { as: '902' }))).status).toBe(200)
  expect((await browser.get(await browser.decide(one))).status).toBe(200)
})

const daysOf = async (platformUserId: string) => {
  const [row] = await sql<[{ days: number; readAt: Date | null; boardsReadAt: Date | null }]>`
    select a.days_read_at as "readAt", a.boards_read_at as "boardsReadAt",
           (select count(*)::int from account_days d where d.organization_id = a.organization_id and d.account_id = a.id) as days
      from accounts a
     where a.organization_id = ${organizationId} and a.platform_user_id = ${platformUserId}`
  return row
}

test('the days of a new business account are read at once, in the background', async () => {
  await addUser(sql, { id: '903', username: 'shop', displayName: 'Shop', isBusiness: true, createdAt: time.now })
  expect((await aBrowser(server).connect(await aLink(server, null), { as: '903' })).status).toBe(200)
  await expect.poll(() => daysOf('903')).toEqual({ days: 90, readAt: time.now, boardsReadAt: time.now })
})

test('a process that ends behind the connecting loses none of what is to be read: another one finds it due', async () => {
  await server.reader.close()
  await addUser(sql, { id: '905', username: 'atelier', displayName: 'Atelier', isBusiness: true, createdAt: time.now })
  expect((await aBrowser(server).connect(await aLink(server, null), { as: '905' })).status).toBe(200)
  expect(await daysOf('905')).toEqual({ days: 0, readAt: null, boardsReadAt: null })
  server.reader = makeConnectedReader(deps, { closeMs: 1000 })
  await server.reader.start()
  await expect.poll(() => daysOf('905')).toEqual({ days: 90, readAt: time.now, boardsReadAt: time.now })
})

test('a failure of that is logged, and touches neither the boards nor the connection', async () => {
  await addUser(sql, { id: '904', username: 'store', displayName: 'Store', isBusiness: true, createdAt: time.now })
  await simulator.fault({ operation: 'account_analytics', fault: 'fail_500', times: 9 })
  expect((await aBrowser(server).connect(await aLink(server, null), { as: '904' })).status).toBe(200)
  await expect.poll(() => server.logged.filter((line) => line.startsWith('days could not be read'))).toHaveLength(1)
  await expect.poll(() => daysOf('904')).toEqual({ days: 0, readAt: null, boardsReadAt: time.now })
  await sql`delete from sim_faults`
  expect(await sql`select token_status from accounts where platform_user_id = '904'`).toEqual([{ token_status: 'authorized' }])
})
