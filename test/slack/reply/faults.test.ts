/** The messages that people get when Slack itself fails: each fault has its sentence, and nothing is lost. */
import { expect, test } from 'vitest'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { channels } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, aTimeslot, DAY_MS } from '../../support/factories.js'
import { aTeam, lastMessage, PICTURE, type Team, valuesOf, textOn, waitAsSlack } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)

/** The next calls of a method; by itself the app asks three times after a 500. */
const refuse = (method: string, error: string, times = 1) =>
  team.current.slack.addFault({ method, error, times, retryAfterSeconds: 7 })
const FOR_ALL_TRIES = 3

const LIMITED = 'Slack is limiting Pinslot right now. Try again in 7 seconds.'
const SILENT = 'Slack didn’t answer. Try again in a moment.'
const LATE = 'That took too long.'
const REMOVED = 'Pinslot was removed from this workspace.'

/** Who reads the sentence reads its reference, and so does the log. */
function expectMessage(screen: Screen, sentence: string, { logged }: Team): void {
  const words = screen.modal === null ? lastMessage(screen).text : textOn(screen.modal.blocks)
  expect(words).toContain(sentence)
  const reference = /reference ([0-9a-f]{8})/.exec(words)?.[1]
  expect(logged.find(({ fields }) => 'reference' in fields)?.fields).toMatchObject({ reference })
  expect(reference).toBeDefined()
}

test.each([
  ['ratelimited', 1, LIMITED],
  ['http_500', FOR_ALL_TRIES, SILENT],
  ['internal_error', 1, SILENT],
  ['token_revoked', 1, REMOVED],
  ['account_inactive', 1, REMOVED],
])('a form that Slack answers with %s is told beside the command', async (error, times, sentence) => {
  refuse('views.open', error, times)
  const screen = await team.current.milo.command('/pin show')
  expect(lastMessage(screen).ephemeral).toBe(true)
  expectMessage(screen, sentence, team.current)
})

test.each([
  ['ratelimited', 1, LIMITED],
  ['internal_error', 1, SILENT],
  ['hang', 1, SILENT],
])('a command is acked in time and told when Slack answers %s to who somebody is', async (error, times, sentence) => {
  const { milo } = team.current
  waitAsSlack(team.current)
  refuse('users.info', error, times)
  const screen = await milo.command('/pin queue')
  expect(textOn(screen)).not.toContain('trouble connecting')
  expectMessage(screen, sentence, team.current)
  expect(lastMessage(await milo.command('/pin queue')).text).toContain('Nothing is scheduled') // the next time all is well
})

test('a verb whose form came too late is opened by a button, with the words that were typed', async () => {
  const { milo } = team.current
  refuse('views.open', 'expired_trigger_id')
  const late = lastMessage(await milo.command('/pin new https://example.com/a'))
  expect(late.ephemeral).toBe(true)
  expect(late.text).toContain(LATE)
  expect(valuesOf(await milo.click('Open it again'))['Destination link']).toBe('https://example.com/a')
})

test('a form that Slack never answers to is opened by a button once Slack is back', async () => {
  const { milo } = team.current
  waitAsSlack(team.current)
  refuse('views.open', 'hang')
  expect(lastMessage(await milo.command('/pin find')).text).toContain(LATE) // the second try comes after the trigger has died
  expect((await milo.click('Open it again')).modal?.title).toBe('Find pins')
})

test('a button of a message whose form came too late stands below, once more', async () => {
  const { milo } = team.current
  await aQueuedPost(team.current, { title: 'Row one' })
  await milo.command('/pin queue')
  refuse('views.open', 'exchanged_trigger_id')
  expect(lastMessage(await milo.click('Move', { within: 'Row one' })).text).toContain(LATE)
  expect((await milo.click('Open it again')).modal?.title).toBe('Move pin')
})

test('a button of Home whose form came too late comes as a direct message', async () => {
  const { milo } = team.current
  await milo.openHome()
  refuse('views.open', 'expired_trigger_id')
  await milo.click('New pin')
  expect(lastMessage(await milo.open(channels.memberDm)).text).toContain(LATE)
  expect((await milo.click('Open it again')).modal?.title).toBe('New pin')
})

test('the shortcut whose form came too late comes as a direct message with a button', async () => {
  const { milo } = team.current
  refuse('views.open', 'expired_trigger_id')
  await milo.shortcut('New pin')
  expect(lastMessage(await milo.open(channels.memberDm)).text).toContain(LATE)
  expect((await milo.click('Open it again')).modal?.title).toBe('New pin')
})

test('a form over a form that came too late leaves the one below as it is', async () => {
  const { ada } = team.current
  await ada.command('/pin settings')
  refuse('views.push', 'expired_trigger_id')
  const screen = await ada.click('Edit: time zone')
  expect(screen.modal?.title).toBe('Settings')
  expect(lastMessage(await ada.open(channels.adminDm)).text).toContain(LATE)
})

test.each([
  ['ratelimited', 1, LIMITED],
  ['internal_error', 1, SILENT],
])('a form that cannot be changed for %s keeps what was typed, and says so on top', async (error, times, sentence) => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.fill({ Title: 'Kept' })
  refuse('views.update', error, times)
  const shown = await milo.click('More')
  expect(shown.modal?.depth).toBe(2)
  expectMessage(shown, sentence, team.current)
  expect(valuesOf(await milo.close())).toMatchObject({ Title: 'Kept' })
  expect(valuesOf(await milo.click('More'))).toMatchObject({ Title: 'Kept' })
})

test('where Slack was asked in vain for longer than a click lives, that is told as a direct message', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.fill({ Title: 'Kept' })
  waitAsSlack(team.current)
  refuse('views.update', 'http_500', FOR_ALL_TRIES)
  expect(valuesOf(await milo.click('More'))).toMatchObject({ Title: 'Kept' })
  await milo.close()
  expectMessage(await milo.open(channels.memberDm), SILENT, team.current)
  const notOpened = team.current.logged.filter(({ message }) => message.startsWith('the notice of an error could not be opened'))
  expect(notOpened.map(({ level }) => level)).toEqual(['info'])
})

test('a pin that is made while Slack takes no message is made once, and its card comes when Slack takes it', async () => {
  const { milo, organizationId, slack } = team.current
  await milo.shortcut('New pin')
  await milo.fill({ 'Image link': PICTURE, Title: 'Late card' })
  slack.addFault({ method: 'chat.postMessage', error: 'ratelimited', times: 1, retryAfterSeconds: 1 })
  await milo.submit()
  expect(await db.sql`select title from posts where organization_id = ${organizationId}`).toEqual([{ title: 'Late card' }])
  const { messages } = await milo.open(channels.memberDm)
  expect(messages.filter(({ text }) => text.includes('Late card'))).toHaveLength(1)
})

test.each([
  ['ratelimited', 1],
  ['http_500', FOR_ALL_TRIES],
])('what is done from Home is done and told, though Home itself is answered with %s', async (error, times) => {
  const { milo, logged } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  await aQueuedPost(team.current, { title: 'Row one', at: new Date(team.current.clock.now.getTime() + 9 * DAY_MS) })
  await milo.openHome()
  refuse('views.publish', error, times)
  await milo.click('Later: Tue, Mar 17, 1:00 PM')
  expect(lastMessage(await milo.open(channels.memberDm)).text).toContain('Tue, Mar 17, 1:00 PM')
  expect(logged.filter(({ level }) => level === 'error')).toEqual([])
  expect(textOn((await milo.openHome()).home)).toContain('Tue, Mar 17, 1:00 PM') // and Home catches up
})

test.each([
  ['ratelimited', 1],
  ['http_500', FOR_ALL_TRIES],
  ['internal_error', 1],
])('a Home that is answered with %s when it is opened is there the next time', async (error, times) => {
  const { milo } = team.current
  refuse('views.publish', error, times)
  await milo.openHome()
  expect(textOn((await milo.openHome()).home)).toContain('New pin')
})
