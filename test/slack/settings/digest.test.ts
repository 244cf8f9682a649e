/** The weekly digest in /pin settings: its form, and one sent now. */
import { expect, test } from 'vitest'
import { readDigestSettings } from '../../../src/core/accounts/digest-settings.js'
import { makeOutbox } from '../../../src/jobs/outbox.js'
import { botToken, channels } from '../../../src/sandbox/slack/ids.js'
import { makeMessenger } from '../../../src/slack/notices/messenger.js'
import { aDatabase } from '../../support/database.js'
import { aTeam, errorsOf, lastMessage, markupOf, valuesOf, textOn } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)

const choices = () => {
  const { deps, actor, accountId } = team.current
  return readDigestSettings(deps, actor, { accountId })
}
const withChannel = () =>
  db.sql`update accounts set notify_channel_id = ${channels.pins} where organization_id = ${team.current.organizationId}`
async function deliver(): Promise<void> {
  const { deps, slack } = team.current
  const messenger = makeMessenger({ ...deps, botToken, staffChannelId: channels.staff, fetch: slack.fetch })
  await makeOutbox({ ...deps, messenger }).drain()
}

test('the settings say when the digest comes, and that no channel hears it yet', async () => {
  const { ada } = team.current
  const before = await ada.command('/pin settings')
  expect(markupOf(before.modal?.blocks)).toContain('Mondays at 9:00 AM, but no channel is set.')
  await ada.close()
  await withChannel()
  const { modal } = await ada.command('/pin settings')
  expect(markupOf(modal?.blocks)).toContain('*Digest*\nMondays at 9:00 AM; next Monday, March 2\nWarns about empty slots')
})

test('to who is in another time zone the settings name the zone of the digest’s time', async () => {
  await withChannel()
  const { modal } = await team.current.milo.command('/pin settings')
  expect(markupOf(modal?.blocks)).toContain('Mondays at 9:00 AM (New York time); next Monday, March 2')
})

test('an admin changes day and time, and what is told', async () => {
  const { ada } = team.current
  await withChannel()
  await ada.command('/pin settings')
  await ada.click('Edit: digest')
  expect(valuesOf(await ada.screen())).toMatchObject({ Day: 'Monday', Time: '09:00' })
  await ada.fill({ Day: 'Friday', Time: '17:30', 'Send to channel': ['Weekly digest'] })
  const { modal } = await ada.submit()
  expect(modal?.title).toBe('Settings')
  expect(textOn(modal?.blocks)).toContain('Digest saved.')
  expect(markupOf(modal?.blocks)).toContain('Fridays at 5:30 PM; next Friday, March 6\nDoesn’t warn about empty slots.')
  expect(await choices()).toMatchObject({ digest: true, weekday: 5, minute: 1050, nudge: false })
})

test('it is turned off, and day and time are there again when it is turned on', async () => {
  const { ada } = team.current
  await ada.command('/pin settings')
  await ada.click('Edit: digest')
  await ada.fill({ Day: 'Sunday', 'Send to channel': [] })
  expect(textOn((await ada.submit()).modal?.blocks)).toContain('The digest is off.')
  expect(await choices()).toMatchObject({ digest: false, nudge: false, weekday: 0, nextAt: null })
  await ada.click('Edit: digest')
  expect(valuesOf(await ada.screen())).toMatchObject({ Day: 'Sunday' })
  await ada.fill({ 'Send to channel': ['Empty slots'] })
  await ada.submit()
  expect(await choices()).toMatchObject({ digest: false, nudge: true })
})

test('without a time it is said under the field, and what was chosen stays', async () => {
  const { ada } = team.current
  await ada.command('/pin settings')
  await ada.click('Edit: digest')
  await ada.fill({ Day: 'Sunday', Time: '' })
  const screen = await ada.submit()
  expect(Object.keys(errorsOf(screen))).toEqual(['Time'])
  expect(valuesOf(screen)).toMatchObject({ Day: 'Sunday' })
  expect(await choices()).toMatchObject({ weekday: 1, minute: 540 })
})

test('who may not change it sees it without the button', async () => {
  const { modal } = await team.current.milo.command('/pin settings')
  expect(markupOf(modal?.blocks)).toContain('*Digest*')
  expect(modal?.buttons).not.toContain('Change digest')
  expect(modal?.buttons).toContain('Send now') // milo schedules
})

test('one sent now comes to who asked, alone, and pressed again it says how long to wait', async () => {
  const { milo, ada, clock } = team.current
  await milo.command('/pin settings')
  const { modal } = await milo.click('Send now')
  expect(textOn(modal?.blocks)).toContain('We’re sending you a digest as a direct message.')
  clock.advance(20_000)
  const again = await milo.click('Send now')
  expect(textOn(again)).toContain('We just sent you one. Ask again in 40 seconds.')
  await milo.close()
  await deliver()
  const { messages } = await milo.open('Pinslot')
  const message = messages.find(({ text }) => text.startsWith('maker: week of Feb 23 to Mar 1'))
  expect(textOn(message)).toContain('Sent only to you, because you asked for it.')
  expect((await ada.open('pins')).messages).toEqual([])
  expect(textOn((await ada.open('Pinslot')).messages)).not.toContain('week of')
})

test('one sent now needs no channel, and leaves the week’s own to come', async () => {
  const { ada } = team.current
  await ada.command('/pin settings')
  await ada.click('Send now')
  await deliver()
  expect(lastMessage(await ada.open('Pinslot')).text).toContain('week of Feb 23')
  expect(await choices()).toMatchObject({ nextAt: new Date('2026-03-02T14:00:00Z') })
})
