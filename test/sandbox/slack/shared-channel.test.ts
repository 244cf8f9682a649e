/** A person of another workspace, who shares one channel and has no app of ours: what they see, and what Slack says of them. */
import { WebClient } from '@slack/web-api'
import { expect, test } from 'vitest'
import { botToken, channels, otherTeam, teamId, users } from '../../../src/sandbox/slack/ids.js'
import { seedWorkspace } from '../../../src/sandbox/slack/seed.js'
import { aDatabase } from '../../support/database.js'
import { aSlackUser } from '../../support/slack-user.js'
import { aBoltApp } from '../bolt-app.js'

const { db } = await aDatabase()
const { app, ada, heard, baseUrl, server, slack } = await aBoltApp(db)
const rosa = aSlackUser(baseUrl, 'client')
const client = new WebClient(botToken, { fetch: slack.fetch, retryConfig: { retries: 0 } })
const text = (words: string) => ({ type: 'plain_text' as const, text: words })
const pageOf = async (as: string) => (await server.inject({ url: `/sandbox?as=${as}`, headers: { host: 'localhost' } })).body

app.action('approve', async ({ ack, respond }) => {
  await ack()
  await respond({ text: 'Only for you', response_type: 'ephemeral', replace_original: false })
})
app.action('change', async ({ ack, body, client: as }) => {
  await ack()
  const blocks = [{ type: 'input', block_id: 'why', label: text('Why'), element: { type: 'plain_text_input', action_id: 'v' } }]
  const view = { type: 'modal' as const, callback_id: 'change', title: text('Changes'), submit: text('Send'), blocks }
  if ('trigger_id' in body) await as.views.open({ trigger_id: body.trigger_id, view })
})
app.view('change', async ({ ack }) => ack())

const post = async () => {
  const button = (words: string, action: string) => ({ type: 'button' as const, action_id: action, text: text(words) })
  const blocks = [{ type: 'actions' as const, elements: [button('Approve', 'approve'), button('Request changes', 'change')] }]
  await client.chat.postMessage({ channel: channels.client, text: 'A pin', blocks })
}

test('she sees the shared channel alone, under the name of her own workspace, and nothing of the app’s own places', async () => {
  const page = await pageOf('client')
  expect(page).toContain(`<p class="workspace">${otherTeam.name}</p>`)
  expect(page).toContain('# bluebird-pinslot')
  for (const hidden of ['# general', '# approvals', '<h2>Apps</h2>', 'data-channel="home"', 'data-do="shortcut"', '/pin'])
    expect(page).not.toContain(hidden)
  await expect(rosa.open('approvals')).rejects.toThrow('Channels: bluebird-pinslot.')
  await expect(rosa.openHome()).rejects.toThrow('has not installed it')
  await expect(rosa.shortcut('New pin')).rejects.toThrow('There is no such shortcut.')
})

test('those of the team see that the channel is shared, with whom, and who in it is not theirs', async () => {
  await rosa.say('Good morning')
  await ada.open('bluebird-pinslot')
  const page = await pageOf('admin')
  expect(page).toContain('title="Shared with Bluebird Bakery"')
  expect(page).toContain('Rosa Bluebird</b><span class="app">Bluebird Bakery</span>')
  await ada.open('general')
})

test('a command of the app is none in her workspace, and the app hears nothing of it', async () => {
  const before = heard.length
  const { messages } = await rosa.command('/pin queue')
  expect(messages.at(-1)?.ephemeral).toBe(true)
  expect(messages.at(-1)?.text).toContain('is not a valid command')
  expect(heard).toHaveLength(before)
})

test('a press on a message names her workspace beside ours, a modal hers alone and where the app is installed', async () => {
  await post()
  const { messages } = await rosa.click('Approve')
  expect(messages.at(-1)).toMatchObject({ ephemeral: true, text: 'Only for you' })
  expect((await ada.open('bluebird-pinslot')).messages.map((message) => message.text)).not.toContain('Only for you')
  const user = { id: users.client, team_id: otherTeam.id }
  expect(heard.findLast(({ body }) => 'actions' in body)?.body).toMatchObject({ team: { id: teamId }, user })
  await rosa.click('Request changes')
  await rosa.fill({ Why: 'Softer' })
  expect((await rosa.submit()).modal).toBeNull()
  expect(heard.at(-1)?.body).toMatchObject({
    type: 'view_submission',
    team: { id: otherTeam.id, domain: otherTeam.domain },
    user,
    view: { app_installed_team_id: teamId },
  })
})

test('Slack knows her as somebody of her workspace, and lists only ours', async () => {
  expect((await client.users.info({ user: users.client })).user).toMatchObject({
    team_id: otherTeam.id,
    is_stranger: false,
    profile: { team: otherTeam.id },
  })
  expect((await client.users.list({})).members?.map(({ id }) => id)).not.toContain(users.client)
})

test('a workspace of an earlier version gets her and the channel, and keeps where the others are', async () => {
  await db.sql`delete from slk_messages where channel_id = ${channels.client}`
  await db.sql`delete from slk_windows where user_id = ${users.client}`
  await db.sql`update slk_users set channel_id = ${channels.pins} where id = ${users.admin}`
  await db.sql`delete from slk_entered where user_id = ${users.client}`
  await db.sql`delete from slk_triggers where user_id = ${users.client}`
  await db.sql`delete from slk_response_urls where user_id = ${users.client}`
  await db.sql`delete from slk_users where id = ${users.client}`
  await db.sql`delete from slk_channels where id = ${channels.client}`
  await seedWorkspace(db.sql)
  expect((await rosa.screen()).channel).toBe('bluebird-pinslot')
  expect((await ada.screen()).channel).toBe('pins')
})
