/** After connecting: what is left to set up, on the form that changes by itself, in the message and on Home. */
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { setUpAccount } from '../../../src/core/slots/set-up.js'
import { buildServer } from '../../../src/http/server.js'
import { makeOutbox } from '../../../src/jobs/outbox.js'
import { addUser } from '../../../src/sandbox/platform/seed-api.js'
import { botToken, channels } from '../../../src/sandbox/slack/ids.js'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { makeMessenger } from '../../../src/slack/notices/messenger.js'
import { aBrowser, type Connecting } from '../../http/accounts/support/connect-browser.js'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { startSimulator } from '../../support/simulator.js'
import { START } from '../../support/world.js'
import { aTeam, lastMessage, markupOf } from '../support/a-team.js'

const { db } = await aDatabase()
const simulator = await startSimulator(db, () => team.current?.clock.now ?? START)
await addUser(db.sql, { id: '902', username: 'baker', displayName: 'The Baker', isBusiness: false, createdAt: START })
const team = aTeam(db, { parts: { platform: simulator.platform } })
afterAll(() => simulator.close())

let app: FastifyInstance
beforeEach(async () => {
  const { deps, organizationId, app: slackApp } = team.current
  app = await buildServer(deps, { findPerson: slackApp.findPerson })
  await db.sql`update accounts set platform_user_id = '901' where organization_id = ${organizationId}`
})
afterEach(() => app.close())

const READY = 'Ready. Your next open slot is Mon, Mar 2, 10:00 AM.'

async function follow({ modal }: Screen, as = '902'): Promise<void> {
  const elements = (modal?.blocks ?? []).flatMap(({ elements: row }) => row ?? [])
  const url = elements.find((element) => element.url !== undefined)?.url ?? ''
  const browser = aBrowser({ app, deps: team.current.deps, holder: as } as Connecting) // all that a browser uses of it
  await browser.connect(new URL(url).pathname, { decision: 'allow' })
}

async function broadcast(): Promise<void> {
  const { deps, slack, clock } = team.current
  const messenger = makeMessenger({ ...deps, botToken, staffChannelId: null, fetch: slack.fetch })
  const outbox = makeOutbox({ ...deps, messenger })
  while (await outbox.drain()) clock.advance(1000) // one a second
  await outbox.close()
}

type Row = { id: string; setUp: string; timezone: string | null; channel: string | null; slots: number; acts: number }
async function baker(): Promise<Row> {
  const { organizationId } = team.current
  const [row] = await db.sql<[Row]>`
    select id, set_up as "setUp", timezone, notify_channel_id as channel,
           (select count(*)::int from timeslots t where t.account_id = a.id) as slots,
           (select count(*)::int from audit u where u.subject = 'account:' || a.id and u.action = 'setUp') as acts
      from accounts a
     where organization_id = ${organizationId} and username = 'baker'`
  return row
}

/** Connected by Ada from #pins, whose form is open. */
async function connected(): Promise<Screen> {
  const { ada } = team.current
  await ada.open('pins')
  await follow(await ada.command('/pin connect'))
  await broadcast()
  return ada.screen()
}
const DONE = { setUp: 'done', timezone: 'America/New_York', channel: channels.pins, slots: 14, acts: 1 }

test('the form that has the link changes once the account is connected, and one press makes the account ready', async () => {
  const { ada } = team.current
  const { modal } = await connected()
  expect(modal?.title).toBe('Set up')
  expect(markupOf(modal?.blocks)).toContain('*baker* is connected.')
  const ready = await ada.submit()
  expect(markupOf(ready.modal?.blocks)).toContain(READY)
  expect(ready.modal?.buttons).toContain('New pin')
  expect(await baker()).toMatchObject(DONE)
  expect(lastMessage(await ada.open('pins')).text).toBe('Alerts and the weekly digest for baker come here.')
  expect(lastMessage(await ada.open('dm')).text).toContain('Ready.')
})

test('the message has the same with a button, and no command to type', async () => {
  const { ada } = team.current
  await connected()
  await ada.close()
  const asked = lastMessage(await ada.open('dm'))
  expect(markupOf(asked.blocks)).toContain('Posting times: 2 a day, 10 AM and 8 PM')
  expect(markupOf(asked.blocks)).not.toContain('/pin ')
  expect(lastMessage(await ada.click('Use these for baker')).text).toContain('Ready.')
  expect((await ada.screen()).messages).toHaveLength(1) // in its place
  expect(await baker()).toMatchObject(DONE)
})

test('on Home it stands until it is done; “Later” leaves one line there', async () => {
  const { ada, accountId } = team.current
  await connected()
  await ada.close()
  await db.sql`update members set current_account_id = ${(await baker()).id} where current_account_id = ${accountId}`
  const home = await ada.openHome()
  expect(home.home?.buttons).not.toContain('Use these for baker') // Escape put it off
  expect(markupOf(home.home?.blocks)).toContain('baker isn’t set up yet.')
  await ada.click('Set up baker')
  await ada.choose('Posting times', 'I’ll set them')
  const end = await ada.submit()
  expect(markupOf(end.modal?.blocks)).toContain('It has no posting times yet.')
  expect((await ada.click('Add posting times')).modal?.title).toBe('Weekly slots')
  await ada.close()
  expect(markupOf((await ada.openHome()).home?.blocks)).not.toContain('set up')
  expect(await baker()).toMatchObject({ ...DONE, channel: null, slots: 0 })
})

test('“Later” in the message keeps a way back in its place', async () => {
  const { ada } = team.current
  await connected()
  await ada.open('dm')
  expect(markupOf(lastMessage(await ada.click('Later: set up baker')).blocks)).toContain('baker isn’t set up yet.')
  expect((await ada.click('Set up baker')).modal?.title).toBe('Set up')
  await ada.submit()
  expect(lastMessage(await ada.screen()).text).toContain('Ready.')
  expect(await baker()).toMatchObject({ ...DONE, channel: null })
})

test('of two who press “Use these” at once it is done once, and the second reads what is set', async () => {
  const { ada, deps, actor } = team.current
  await connected()
  const { id: accountId } = await baker()
  const choice = { accountId, timezone: 'Europe/Berlin', channelId: null }
  const results = await Promise.all([
    setUpAccount(deps, actor, { ...choice, pinsPerDay: 3 }),
    setUpAccount(deps, actor, { ...choice, pinsPerDay: 3 }),
  ])
  expect(results.map(({ isFirst, slots }) => [isFirst, slots]).sort()).toEqual([
    [false, 21],
    [true, 21],
  ])
  await ada.open('dm')
  expect(lastMessage(await ada.click('Use these for baker')).text).toBe(
    'baker is set up already: Berlin time, 21 weekly slots, no channel for alerts. Your next open slot is Mon, Mar 2, 9:00 AM.',
  )
  expect((await baker()).acts).toBe(1)
})

test('a channel that Pinslot is not in is named with the remedy, and everything else is done', async () => {
  const { ada } = team.current
  await connected()
  await ada.choose('Alerts go to', 'random')
  const { modal } = await ada.submit()
  expect(markupOf(modal?.blocks)).toMatch(/Pinslot isn’t in .*type \/invite @Pinslot there, then choose it in Settings/)
  expect((await ada.click('Settings')).modal?.title).toBe('Settings')
  expect(await baker()).toMatchObject({ ...DONE, channel: null })
})

test('an account that is set up shows no set-up when it is connected again; one put off does', async () => {
  const { ada } = team.current
  await connected()
  await ada.submit()
  await ada.close()
  const again = await connected()
  expect(markupOf(again.modal?.blocks)).toContain('*baker* is connected again. No pins are scheduled.')
  expect(markupOf(again.modal?.blocks)).not.toContain('Set up')
  await db.sql`update accounts set set_up = 'later', timezone = null where username = 'baker'`
  await ada.close()
  expect((await connected()).modal?.title).toBe('Set up')
})

test('a form that was closed before does not keep the message away, and an hour later the form still works', async () => {
  const { ada, clock } = team.current
  await ada.open('pins')
  const form = await ada.command('/pin connect')
  await ada.close()
  await follow(form)
  await broadcast()
  expect(lastMessage(await ada.open('dm')).text).toContain('baker is connected.')
  await ada.click('Change baker')
  clock.advance(HOUR_MS)
  expect(markupOf((await ada.submit()).modal?.blocks)).toContain('Ready.')
  expect(lastMessage(await ada.open('dm')).text).toContain('Ready.') // though its response url is too old
})

test('a contributor and a viewer are shown no set-up', async () => {
  const { milo, accountId } = team.current
  await connected()
  await db.sql`update accounts set set_up = 'due', timezone = null where id = ${accountId}`
  await db.sql`update organizations set default_role = 'scheduler'`
  expect(markupOf((await milo.openHome()).home?.blocks)).not.toContain('Set up')
})

test('“Later” of somebody who comes after it was done changes nothing', async () => {
  const { ada } = team.current
  await connected()
  const { id: accountId } = await baker()
  const { deps, actor } = team.current
  await setUpAccount(deps, actor, { accountId, timezone: 'Europe/Berlin', pinsPerDay: 0, channelId: null })
  await ada.open('dm')
  expect(lastMessage(await ada.click('Later: set up baker')).text).toBe('baker is set up already.')
  expect(await baker()).toMatchObject({ setUp: 'done' })
})
