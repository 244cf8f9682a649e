/** Admins name the client channel and its people in the settings, press by press. */
import { beforeEach, expect, test } from 'vitest'
import { readClients } from '../../../src/core/posts/review-links/people.js'
import { channels, users } from '../../../src/sandbox/slack/ids.js'
import { listMessages } from '../../../src/sandbox/slack/messages/messages.js'
import { aDatabase } from '../../support/database.js'
import { aTeam, errorsOf, markupOf, textOn, valuesOf } from '../support/a-team.js'
import { withApprovals } from '../support/approval-team.js'

const { db } = await aDatabase()
const team = aTeam(db)
const PART = 'Edit: clients'

beforeEach(async () => {
  await withApprovals(team.current)
  for (const [id, team_id] of [
    ['U0ROSA001', 'T0BAKERY1'],
    ['U0TOM0001', 'T0BAKERY1'],
  ])
    await db.sql`
      insert into slk_users ${db.sql({ id, name: id!.toLowerCase(), real_name: `${id} <b>`, tz: 'UTC', channel_id: channels.pins, team_id })}`
})

const clientsNow = () => {
  const { deps, actor, accountId } = team.current
  return readClients(deps, actor, { accountId })
}

test('an admin names a channel and people, who are found in their own workspace; the channel is greeted', async () => {
  const { ada } = team.current
  await ada.command('/pin settings')
  await ada.click(PART)
  await ada.choose('Channel', 'pins')
  await ada.fill({ People: 'Rosa <x>: U0ROSA001, <@U0TOM0001>\n' })
  const { modal } = await ada.submit()
  expect(textOn(modal?.blocks)).toContain('Clients saved. Pinslot said hello there.')
  expect(markupOf(modal?.blocks)).toContain(`*Clients*\n<#${channels.pins}>: Rosa &lt;x&gt;`)
  const person = (userId: string) => ({ teamId: 'T0BAKERY1', userId, name: `${userId} <b>` })
  const people = [person('U0ROSA001'), person('U0TOM0001')]
  expect(await clientsNow()).toEqual({ channelId: channels.pins, contacts: [{ name: 'Rosa <x>', people }] })
  const greeted = textOn(await listMessages(db.sql, channels.pins, users.admin))
  expect(greeted).toContain('that wait for your approval are posted here')
  const again = await ada.click(PART)
  expect(valuesOf(again)).toMatchObject({ People: 'Rosa <x>: U0ROSA001, U0TOM0001' })
})

test('what cannot be read, whom Slack does not show and who is of the team are refused under their input', async () => {
  const { ada, slack } = team.current
  await ada.command('/pin settings')
  await ada.click(PART)
  await ada.choose('Channel', 'pins')
  for (const [words, sentence] of [
    ['Rosa', 'Look at “Rosa”'],
    [': U0ROSA001', 'Look at “: U0ROSA001”'],
    ['Rosa: @rosa', 'Look at “@rosa”'],
    ['Rosa: U0NOBODY1', 'Slack doesn’t show us U0NOBODY1'],
    [`Rosa: ${users.member}`, 'is in your own workspace'],
  ] as const) {
    await ada.fill({ People: words })
    expect(JSON.stringify(errorsOf(await ada.submit()))).toContain(sentence)
  }
  await ada.choose('Channel', 'approvals')
  await ada.fill({ People: 'Rosa: U0ROSA001' })
  expect(JSON.stringify(errorsOf(await ada.submit()))).toContain('your team’s own messages')
  await ada.choose('Channel', 'pins')
  slack.addFault({ method: 'chat.postMessage', error: 'not_in_channel', times: 1, retryAfterSeconds: 1 })
  expect(JSON.stringify(errorsOf(await ada.submit()))).toContain('/invite @Pinslot')
  expect(await clientsNow()).toEqual({ channelId: null, contacts: [] })
})
