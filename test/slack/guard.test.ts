/** The messages that people get when something goes wrong, and what happens once however often it is requested. */
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { teamId, users } from '../../src/sandbox/slack/ids.js'
import { viewSubmission } from '../../src/sandbox/slack/payloads.js'
import { requirePerson } from '../../src/sandbox/slack/people.js'
import { listModals } from '../../src/sandbox/slack/views/views.js'
import type { Screen } from '../../src/sandbox/slack/screen.js'
import { aDatabase } from '../support/database.js'
import { aDraft } from '../support/factories.js'
import type { SlackUser } from '../support/slack-user.js'
import { watchAcks } from './support/acks.js'
import { aTeam, errorsOf, lastMessage, PICTURE, SIGNING_SECRET, type Team, valuesOf } from './support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)

async function sendEvent({ baseUrl }: Team, eventId: string, event: object): Promise<number> {
  const body = JSON.stringify({ type: 'event_callback', team_id: teamId, event_id: eventId, event })
  const at = Math.floor(Date.now() / 1000)
  const signature = `v0=${createHmac('sha256', SIGNING_SECRET).update(`v0:${at}:${body}`).digest('hex')}`
  const headers = { 'content-type': 'application/json', 'x-slack-request-timestamp': String(at), 'x-slack-signature': signature }
  return (await fetch(`${baseUrl}/slack/events`, { method: 'POST', headers, body })).status
}

/** A fault below every operation: the accounts cannot be read. */
const breakAccounts = () => db.sql`alter table accounts rename to accounts_gone`
const restoreAccounts = () => db.sql`alter table accounts_gone rename to accounts`

test('a removed app says that it was removed', async () => {
  await db.sql`update slack_installations set revoked_at = installed_at`
  expect(lastMessage(await team.current.milo.command('/pin queue')).text).toContain('removed from this workspace')
})

test('a workspace that belongs to no organization is told so', async () => {
  await db.sql`delete from slack_installations`
  expect(lastMessage(await team.current.milo.command('/pin')).text).toContain('isn’t set up for this workspace')
})

test('anything unexpected is an apology whose reference is in the log', async () => {
  const { milo, logged } = team.current
  await breakAccounts()
  const message = lastMessage(await milo.command('/pin queue').finally(restoreAccounts))
  expect(message.ephemeral).toBe(true)
  const reference = /reference ([0-9a-f]{8})/.exec(message.text)?.[1]
  expect(reference).toBeDefined()
  expect(logged.find(({ level }) => level === 'error')?.fields).toMatchObject({ reference, type: '/pin' })
})

test('a form keeps what was typed through an error nobody foresaw', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.fill({ 'Image link': PICTURE, Title: 'Kept' })
  await breakAccounts()
  const failed = await milo.submit().finally(restoreAccounts)
  expect(errorsOf(failed)['When']).toContain('Sorry, something went wrong')
  expect(valuesOf(failed)).toMatchObject({ Title: 'Kept' })
  expect((await milo.submit()).modal).toBeNull()
})

test('an error on Home, where no message is, opens as a modal', async () => {
  const { milo } = team.current
  await milo.openHome()
  await breakAccounts()
  const failed = await milo.click('New pin').finally(restoreAccounts)
  expect(failed.modal?.title).toBe('Pinslot')
  expect(JSON.stringify(failed.modal?.blocks)).toContain('Sorry, something went wrong')
})

test.each<[string, (person: SlackUser) => Promise<Screen>, string]>([
  ['command', (person) => person.command('/pin queue'), 'Nothing is scheduled'],
  ['button', (person) => person.click('Queue'), 'Nothing is scheduled'],
  ['shortcut', (person) => person.shortcut('New pin'), 'New pin'],
])('a %s is acknowledged before anything is done for it', async (_kind, ask, answer) => {
  const { milo, slack } = team.current
  await milo.command('/pin help')
  const acks = watchAcks(slack)
  let asking: Promise<Screen> | undefined
  await db.tx(async (sql) => {
    await sql`lock table accounts in access exclusive mode` // every listener reads it first
    asking = ask(milo)
    await expect.poll(() => acks.map(({ kind }) => kind)).toEqual(['acked'])
  })
  const screen = await asking
  expect(`${screen?.modal?.title} ${screen?.messages.at(-1)?.text}`).toContain(answer)
})

test('a form that was opened before an update says so, and nothing is done', async () => {
  const { milo } = team.current
  await milo.command('/pin slots')
  await milo.click('Add a slot')
  await db.sql`update slk_views set view = jsonb_set(view, '{private_metadata}', '"{}"') where position = 2`
  await milo.fill({ Days: ['Monday'], Time: '09:00' })
  expect(errorsOf(await milo.submit())).toEqual({
    Days: 'Pinslot was updated since this form was opened. Close it and open it again.',
  })
  expect(await db.sql`select id from timeslots where organization_id = ${team.current.organizationId}`).toEqual([])
})

test('a submission that comes five times at once makes one pin and one card', async () => {
  const { milo, slack, organizationId } = team.current
  await milo.command('/pin')
  await milo.fill({ 'Image link': PICTURE, Title: 'Once' })
  const person = await requirePerson(db.sql, 'member')
  const [open] = await listModals(db.sql, users.member)
  const payload = await viewSubmission(slack.workspace, person, open!)
  await Promise.all(Array.from({ length: 5 }, () => slack.workspace.sender.sendInteraction(payload)))
  await slack.workspace.sender.sendInteraction(payload) // and once more when all is done
  await slack.idle()
  expect(await db.sql`select title from posts where organization_id = ${organizationId}`).toEqual([{ title: 'Once' }])
  const { messages } = await milo.screen()
  expect(messages.filter(({ text }) => text.includes('Once'))).toHaveLength(1)
})

test('an event that is delivered again is handled once', async () => {
  const opened = { type: 'app_home_opened', user: users.member, tab: 'home', channel: 'D0MEMBER1' }
  const home = async () =>
    (await db.sql<{ hash: string }[]>`select hash from slk_views where position = 0`).map((row) => row.hash)
  const first = `Ev${team.current.organizationId}`
  expect(await sendEvent(team.current, first, opened)).toBe(200)
  await team.current.app.idle()
  const published = await home()
  expect(published).toHaveLength(1)
  expect(await sendEvent(team.current, first, opened)).toBe(200)
  await team.current.app.idle()
  expect(await home()).toEqual(published)
  await aDraft(team.current) // equal content is not published again
  expect(await sendEvent(team.current, `${first}b`, opened)).toBe(200) // the proof that a new one would be seen: no view was listed
  await team.current.app.idle()
  expect(await home()).not.toEqual(published)
})

test.each([
  ['app_uninstalled then tokens_revoked', ['a', 'b']],
  ['tokens_revoked then app_uninstalled', ['b', 'a']],
])('the app is forgotten by %s', async (_order, order) => {
  const { milo, organizationId } = team.current
  const events = { a: { type: 'app_uninstalled' }, b: { type: 'tokens_revoked', tokens: { bot: [users.bot] } } }
  for (const which of order) await sendEvent(team.current, `Ev${organizationId}${which}`, events[which as 'a' | 'b'])
  await team.current.app.idle()
  expect(lastMessage(await milo.command('/pin')).text).toContain('removed from this workspace')
})

test('a person who takes back their own token does not remove the app', async () => {
  const { milo, organizationId } = team.current
  await sendEvent(team.current, `Ev${organizationId}`, { type: 'tokens_revoked', tokens: { oauth: [users.member] } })
  await team.current.app.idle()
  expect((await milo.command('/pin')).modal?.title).toBe('New pin')
})

test('admins of the workspace are admins here, others schedule', async () => {
  const { ada, milo, organizationId } = team.current
  await ada.command('/pin help')
  await milo.command('/pin help')
  const members = await db.sql`
    select slack_user_id as user, role, timezone
      from members
     where organization_id = ${organizationId}
     order by role`
  expect(members).toEqual([
    { user: users.admin, role: 'admin', timezone: 'America/New_York' },
    { user: users.member, role: 'scheduler', timezone: 'Europe/Berlin' },
  ])
})

test('without an account everything says what is missing', async () => {
  const { milo, organizationId } = team.current
  for (const table of ['entitlements', 'connections', 'board_sections', 'boards', 'credit_ledger', 'schedules', 'accounts']) {
    await db.sql`delete from ${db.sql(table)} where organization_id = ${organizationId}`
  }
  expect(lastMessage(await milo.command('/pin')).text).toContain('No account is connected yet.')
  expect(JSON.stringify((await milo.openHome()).home)).toContain('No account is connected yet.')
})
