/** Connecting an account from Slack: who is shown the way, what it says, and where its buttons are. */
import { expect, test } from 'vitest'
import { pausePublishing } from '../../../src/core/accounts/publishing.js'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { verbs } from '../../../src/slack/verbs.js'
import { aDatabase } from '../../support/database.js'
import { aTeam, lastMessage, markupOf, type Team, textOn } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)

const MODAL = 'Connect account'
const GO = 'Connect at Pinterest'

/** As it is before the first account. */
async function withoutAccounts({ organizationId }: Team): Promise<void> {
  await db.sql`delete from accounts where organization_id = ${organizationId}`
}

async function anAccount({ organizationId, clock }: Team, username: string, number: number): Promise<string> {
  const [account] = await db.sql<[{ id: string }]>`
    insert into accounts (organization_id, platform_user_id, username, display_name, created_at)
    values (${organizationId}, ${`${number}${organizationId}`}, ${username}, ${username}, ${clock.now})
    returning id`
  return account.id
}

const loseConnection = ({ organizationId }: Team, username = 'maker') =>
  db.sql`update accounts set token_status = 'unauthorized' where organization_id = ${organizationId} and username = ${username}`

/** The link that a browser would follow. */
function linkOn({ modal }: Screen): string {
  const elements = (modal?.blocks ?? []).flatMap(({ elements: row }) => row ?? [])
  return elements.find(({ url }) => url !== undefined)?.url ?? ''
}

test('/pin connect shows an admin where an account is connected to, what will happen, and until when the link works', async () => {
  const screen = await team.current.ada.command('/pin connect')
  expect([screen.modal?.title, screen.modal?.buttons]).toEqual([MODAL, [GO, 'Reconnect', 'Close']])
  const words = markupOf(screen.modal?.blocks)
  expect(words).toContain('*A new account for Test*')
  expect(words).toContain('Sign in to Pinterest with the account you want to publish to.')
  expect(words).toContain('works until Mon, Mar 2, 5:15 AM') // 15 minutes from now
  expect(linkOn(screen)).toMatch(/^https:\/\/pinslot\.test\/connect\/link\/[\w.-]+$/)
})

test('the button that leads to Pinterest is heard and changes nothing here', async () => {
  const { ada } = team.current
  const before = await ada.command('/pin connect')
  const after = await ada.click(GO)
  expect(after.alert).toBeNull()
  expect(after.modal).toEqual(before.modal)
})

test('others are told who may connect an account', async () => {
  const { milo } = team.current
  expect(lastMessage(await milo.command('/pin connect')).text).toBe('Only admins can do this. Ask an admin of your workspace.')
  expect((await milo.screen()).modal).toBeNull()
})

test('a known account is connected again from there, under its own name, and the way back is open', async () => {
  const { ada } = team.current
  await ada.command('/pin connect')
  const again = await ada.click('Reconnect', { within: 'maker' })
  expect([again.modal?.title, again.modal?.depth]).toEqual(['Reconnect', 2])
  expect(markupOf(again.modal?.blocks)).toContain('Sign in as *maker*; other accounts won’t work.')
  expect(markupOf(again.modal?.blocks)).toContain('*maker*, an account of Test, is connected. This renews')
  expect((await ada.close()).modal?.title).toBe(MODAL)
})

test('/pin connect takes a part of a name where one account has it, and says where none has', async () => {
  const { ada } = team.current
  await anAccount(team.current, 'lena.wandert', 92)
  await anAccount(team.current, 'lena.bakes', 93)
  expect(markupOf((await ada.command('/pin connect @Wandert')).modal?.blocks)).toContain('Sign in as *lena.wandert*')
  await ada.close()
  const two = markupOf((await ada.command('/pin connect lena')).modal?.blocks)
  expect([two.includes('A new account for'), two.includes('No account')]).toEqual([true, false])
  await ada.close()
  const none = await ada.command('/pin connect nobody <!here>')
  expect(markupOf(none.modal?.blocks)).toContain('No account is called “nobody &lt;!here&gt;”.')
  expect(none.modal?.title).toBe(MODAL)
})

test('an account that has to be connected again stands first, and its form says what becomes of its pins', async () => {
  const { ada, deps, actor, accountId } = team.current
  await anAccount(team.current, 'another', 92)
  await loseConnection(team.current)
  const words = markupOf((await ada.command('/pin connect')).modal?.blocks)
  const order = ['*maker*', '*A new account for Test*', '*another*'].map((each) => words.indexOf(each))
  expect(order).toEqual([...order].sort((a, b) => a - b))
  const again = await ada.click('Reconnect', { within: 'maker' })
  expect(markupOf(again.modal?.blocks)).toContain('Overdue pins go out, one a minute.')
  await ada.close()
  await pausePublishing(deps, actor, { accountId })
  const paused = await ada.click('Reconnect', { within: 'maker' })
  expect(markupOf(paused.modal?.blocks)).toContain('Publishing is paused: its pins wait until it resumes.')
})

test('/pin connect NAME is about the account of that name', async () => {
  const { ada } = team.current
  for (const typed of ['maker', '@Maker', '"maker"']) {
    expect((await ada.command(`/pin connect ${typed}`)).modal?.title).toBe('Reconnect')
    await ada.close()
  }
  expect((await ada.command('/pin connect nobody')).modal?.title).toBe(MODAL)
})

test('Home has the button where an account has to be connected again, for who may press it', async () => {
  const { ada, milo } = team.current
  await loseConnection(team.current)
  const home = await ada.openHome()
  expect(markupOf(home.home?.blocks)).toContain('*maker* is disconnected. Scheduled pins wait for up to 24 hours.')
  expect((await ada.click('Reconnect')).modal?.title).toBe('Reconnect')
  const others = await milo.openHome()
  expect(others.home?.buttons).not.toContain('Reconnect')
  expect(markupOf(others.home?.blocks)).toContain('Ask an admin to reconnect it.')
})

test('the settings have it while the connection is lost, over themselves', async () => {
  const { ada, milo } = team.current
  expect((await ada.command('/pin settings')).modal?.buttons).not.toContain('Reconnect')
  await ada.close()
  await loseConnection(team.current)
  await ada.command('/pin settings')
  const again = await ada.click('Reconnect')
  expect([again.modal?.title, again.modal?.depth]).toEqual(['Reconnect', 2])
  const others = await milo.command('/pin settings')
  expect(markupOf(others.modal?.blocks)).toContain('*Connection*\n:warning: Disconnected')
  expect(others.modal?.buttons).not.toContain('Reconnect')
})

const NEED_NONE = ['connect', 'keys', 'report', 'request', 'help']
const VERBS = ['/pin', ...Object.keys(verbs).flatMap((verb) => (NEED_NONE.includes(verb) ? [] : [`/pin ${verb} 7`]))]

test.each(VERBS)('before the first account an admin is shown the way by %s', async (typed) => {
  const { ada } = team.current
  await withoutAccounts(team.current)
  const message = lastMessage(await ada.command(typed))
  expect(message.text).toBe('No account is connected yet. Connect one with /pin connect.')
  const opened = await ada.click('Connect account')
  expect([opened.modal?.title, opened.modal?.buttons]).toEqual([MODAL, [GO, 'Close']])
})

test.each(VERBS)('before the first account others are told whom to ask by %s', async (typed) => {
  const { milo } = team.current
  await withoutAccounts(team.current)
  const message = lastMessage(await milo.command(typed))
  expect(message.text).toBe('No account is connected yet. Ask an admin to connect one.')
  expect(textOn(message.blocks)).not.toContain('Connect account')
  expect((await milo.openHome()).home?.buttons).toEqual([])
})

test('before the first account Home and the shortcut lead to the form', async () => {
  const { ada } = team.current
  await withoutAccounts(team.current)
  const { home } = await ada.openHome()
  expect(home?.buttons).toEqual(['Connect account'])
  expect((await ada.click('Connect account')).modal?.title).toBe(MODAL)
  await ada.close()
  expect((await ada.shortcut('New pin')).modal?.buttons).toEqual(['Connect account', 'Close'])
  const opened = await ada.click('Connect account')
  expect([opened.modal?.title, opened.modal?.depth]).toEqual([MODAL, 2])
})

test('a button whose account is gone says so', async () => {
  const { ada } = team.current
  await anAccount(team.current, 'another', 92)
  await ada.command('/pin connect')
  await db.sql`delete from accounts where username = 'another'`
  const shown = await ada.click('Reconnect', { within: 'another' })
  expect(textOn(shown.modal?.blocks)).toContain('Account not found.')
})
