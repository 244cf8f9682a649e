/** The act language: what a person does in words they see becomes what Slack sends, and the screen shows what came of it. */
import type { KnownBlock, ModalView } from '@slack/types'
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aBoltApp } from '../bolt-app.js'

const { db } = await aDatabase()
const { app, ada, milo, heard, baseUrl, server } = await aBoltApp(db)
const last = () => heard.at(-1)!.body

const text = (words: string) => ({ type: 'plain_text' as const, text: words })
const option = (words: string, value = words) => ({ text: text(words), value })
const composer: ModalView = {
  type: 'modal',
  callback_id: 'composer',
  title: text('New pin'),
  submit: text('Schedule'),
  close: text('Not now'),
  private_metadata: 'kept',
  notify_on_close: true,
  blocks: [
    {
      type: 'input',
      block_id: 'title',
      label: text('Title'),
      element: { type: 'plain_text_input', action_id: 'v', initial_value: 'A vase' },
    },
    { type: 'input', block_id: 'link', label: text('Link'), optional: true, element: { type: 'url_text_input', action_id: 'v' } },
    {
      type: 'input',
      block_id: 'board',
      label: text('Board'),
      element: { type: 'external_select', action_id: 'board', min_query_length: 0 },
    },
    {
      type: 'input',
      block_id: 'tags',
      label: text('Tags'),
      optional: true,
      element: { type: 'checkboxes', action_id: 'v', options: [option('Red'), option('Blue')] },
    },
    { type: 'input', block_id: 'at', label: text('When'), optional: true, element: { type: 'datetimepicker', action_id: 'v' } },
    { type: 'input', block_id: 'image', label: text('Picture'), optional: true, element: { type: 'file_input', action_id: 'v' } },
  ],
}
const rows: KnownBlock[] = ['Vase', 'Lamp'].flatMap((name) => [
  {
    type: 'section',
    text: { type: 'mrkdwn', text: `*${name}*\nKitchen` },
    accessory: { type: 'overflow', action_id: 'more', options: [option('Delete', `delete ${name}`), option('Copy')] },
  },
  { type: 'actions', elements: [{ type: 'button', action_id: 'edit', text: text('Edit'), value: name }] },
])

const submissions: unknown[] = []
app.command('/pin', async ({ ack, command, client, respond }) => {
  await ack()
  if (command.text === 'queue') await respond({ text: 'Queue', blocks: rows })
  else if (command.text === 'post') await client.chat.postMessage({ channel: command.channel_id, text: 'Queue', blocks: rows })
  else await client.views.open({ trigger_id: command.trigger_id, view: composer })
})
app.action('edit', async ({ ack, respond, action }) => {
  await ack()
  await respond({ replace_original: true, text: `Edited ${'value' in action ? String(action.value) : ''}` })
})
app.action('more', async ({ ack }) => ack())
app.options('board', async ({ ack, options }) =>
  ack({ options: ['Kitchen ideas', 'Garden'].filter((name) => name.startsWith(options.value)).map((name) => option(name)) }),
)
app.view('composer', async ({ ack, view, client, body }) => {
  submissions.push(view.state.values)
  if (view.state.values['title']?.['v']?.value === 'Bad')
    return ack({ response_action: 'errors', errors: { title: 'Not that title.' } })
  await ack()
  await client.chat.postMessage({ channel: body.user.id, text: 'Scheduled' })
})
app.view({ callback_id: 'composer', type: 'view_closed' }, async ({ ack }) => ack())
app.shortcut('new_pin', async ({ ack, shortcut, client }) => {
  await ack()
  await client.views.open({ trigger_id: shortcut.trigger_id, view: composer })
})
app.shortcut('make_pin', async ({ ack }) => ack())
app.event('app_home_opened', async ({ event, client }) => {
  await client.views.publish({ user_id: event.user, view: { type: 'home', blocks: rows } })
})

test('a command opens a modal whose fields show their initial values', async () => {
  const { modal } = await ada.command('/pin')
  expect(modal).toMatchObject({ title: 'New pin', buttons: ['Schedule', 'Not now'] })
  expect(modal?.fields.map(({ label, value, error }) => ({ label, value, error }))).toEqual([
    { label: 'Title', value: 'A vase', error: null },
    { label: 'Link', value: null, error: null },
    { label: 'Board', value: null, error: null },
    { label: 'Tags', value: [], error: null },
    { label: 'When', value: null, error: null },
    { label: 'Picture', value: [], error: null },
  ])
})

test('required fields and urls are checked before anything is sent, and shown under their fields', async () => {
  const sent = heard.length
  await ada.fill({ title: '', Link: 'not a url' })
  const { modal } = await ada.submit()
  expect(heard.length).toBe(sent)
  expect(modal?.fields.map(({ label, error }) => [label, error])).toEqual([
    ['Title', 'Please complete this required field.'],
    ['Link', 'Please enter a valid URL.'],
    ['Board', 'Please complete this required field.'],
    ['Tags', null],
    ['When', null],
    ['Picture', null],
  ])
})

test('an external select asks the app for what was typed', async () => {
  const { modal } = await ada.choose('Board', 'Kitchen ideas')
  expect(last()).toMatchObject({
    type: 'block_suggestion',
    action_id: 'board',
    block_id: 'board',
    value: 'Kitchen ideas',
    view: { callback_id: 'composer' },
  })
  expect(modal?.fields[2]?.value).toBe('Kitchen ideas')
  await expect(ada.choose('Board', 'Bathroom')).rejects.toThrow('offers no "Bathroom". It offers: Kitchen ideas, Garden.')
})

test('errors of the app come back under the field, and nothing typed is lost', async () => {
  await ada.fill({ Title: 'Bad', Link: 'https://shop.test/vase', When: '2026-03-01T10:00:00Z' })
  await ada.choose('Tags', ['red', 'Blue'])
  const { modal } = await ada.submit()
  expect(modal?.fields.map(({ value, error }) => [value, error])).toEqual([
    ['Bad', 'Not that title.'],
    ['https://shop.test/vase', null],
    ['Kitchen ideas', null],
    [['Red', 'Blue'], null],
    ['2026-03-01T10:00:00.000Z', null],
    [[], null],
  ])
})

test('a submission carries every input, and its modal closes on an empty ack', async () => {
  await ada.upload('Picture', { name: 'vase.png', bytes: Buffer.from('png') })
  await ada.fill({ Title: 'A blue vase' })
  const { modal } = await ada.submit()
  expect(modal).toBeNull()
  expect(submissions.at(-1)).toMatchObject({
    title: { v: { type: 'plain_text_input', value: 'A blue vase' } },
    link: { v: { value: 'https://shop.test/vase' } },
    board: { board: { type: 'external_select', selected_option: { value: 'Kitchen ideas' } } },
    tags: { v: { selected_options: [{ value: 'Red' }, { value: 'Blue' }] } },
    at: { v: { selected_date_time: 1772359200 } },
    image: { v: { type: 'file_input', files: [{ name: 'vase.png', mimetype: 'image/png' }] } },
  })
  const dm = await ada.open('Pinslot')
  expect(dm.messages.at(-1)?.text).toBe('Scheduled')
})

test('a button is found within the row that contains a text; message actions bring a response_url', async () => {
  await ada.open('general')
  const shown = await ada.command('/pin queue')
  expect(shown.messages.at(-1)).toMatchObject({ text: 'Queue', ephemeral: true })
  const after = await ada.click('edit', { within: 'Lamp' })
  expect(after.messages.at(-1)?.text).toBe('Edited Lamp')
  expect(last()).toMatchObject({
    type: 'block_actions',
    container: { type: 'message', is_ephemeral: true },
    actions: [{ action_id: 'edit', value: 'Lamp' }],
  })
  expect(last()).toHaveProperty('response_url')
  expect(last()).not.toHaveProperty('message')
})

test('what is ephemeral is seen by one person alone; the newest message wins', async () => {
  expect((await milo.screen()).messages.filter(({ ephemeral }) => ephemeral)).toEqual([])
  await milo.command('/pin post')
  await milo.command('/pin post')
  const { messages } = await ada.click('Edit', { within: 'Vase' })
  expect(messages.slice(-2).map((message) => message.text)).toEqual(['Queue', 'Edited Vase'])
  expect(last()).toMatchObject({ message: { text: 'Queue' }, container: { is_ephemeral: false } })
})

test('an option of an overflow menu is chosen, or clicked by its own name', async () => {
  await ada.choose('Vase', 'Delete', { within: 'Vase' })
  expect(last()).toMatchObject({ actions: [{ type: 'overflow', selected_option: { value: 'delete Vase' } }] })
  await ada.click('Delete', { within: 'Lamp' })
  expect(last()).toMatchObject({ actions: [{ selected_option: { value: 'delete Lamp' } }] })
})

test('a menu goes by “More” and by what it offers, where what was asked for is not there', async () => {
  await expect(ada.choose('More', 'Nothing of the kind')).rejects.toThrow('There is: More (Delete, Copy).')
})

test('Home is published when it is opened; its actions carry the view and no response_url', async () => {
  const { home } = await ada.openHome()
  expect(home?.buttons).toEqual(['Edit', 'Edit'])
  await ada.choose('Vase', 'Copy')
  expect(last()).toMatchObject({ type: 'block_actions', container: { type: 'view' }, view: { type: 'home' } })
  expect(last()).not.toHaveProperty('response_url')
  expect(last()).not.toHaveProperty('channel')
  expect((await ada.open('#pins')).home).toBeNull()
})

test('shortcuts: a global one, and one on the message that contains a text', async () => {
  expect((await ada.shortcut('New pin')).modal?.title).toBe('New pin')
  expect(last()).toMatchObject({ type: 'shortcut', callback_id: 'new_pin' })
  await ada.close()
  expect(last()).toMatchObject({ type: 'view_closed', is_cleared: false, view: { private_metadata: 'kept' } })
  await ada.say('See https://shop.test/vase & more', { name: 'vase.jpg', bytes: Buffer.from('jpg') })
  await ada.shortcut('New pin', 'shop.test')
  expect(last()).toMatchObject({
    type: 'message_action',
    callback_id: 'make_pin',
    message: { text: 'See <https://shop.test/vase> &amp; more', files: [{ name: 'vase.jpg' }] },
  })
})

test('what is not on the screen is a 400 that says what is', async () => {
  const post = (body: unknown) =>
    fetch(`${baseUrl}/sandbox/slack/act`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await ada.openHome()
  const gone = await post({ as: 'admin', do: 'click', label: 'Publish' })
  expect([gone.status, await gone.json()]).toEqual([400, { error: 'There is no button "Publish". There is: Edit.' }])
  const nobody = await post({ as: 'stranger', do: 'submit' })
  expect(nobody.status).toBe(400)
  expect(await (await post({ as: 'admin', do: 'dance' })).json()).toEqual({
    error: expect.stringContaining('do must be one of command') as string,
  })
  expect(await (await post({ as: 'admin', do: 'submit' })).json()).toEqual({ error: 'No modal is open.' })
})

test('only this machine may act: not another host name, not another origin', async () => {
  const headers = { 'content-type': 'application/json', origin: 'https://evil.test' }
  const body = JSON.stringify({ as: 'admin', do: 'open_home' })
  expect((await fetch(`${baseUrl}/sandbox/slack/act`, { method: 'POST', headers, body })).status).toBe(403)
  const rebound = await server.inject({ url: '/sandbox/slack/screen', headers: { host: 'evil.test' } })
  const remote = await server.inject({ url: '/sandbox/slack/screen', headers: { host: 'localhost' }, remoteAddress: '192.0.2.7' })
  const here = await server.inject({ url: '/sandbox/slack/screen', headers: { host: 'localhost:3000' } })
  expect([rebound.statusCode, remote.statusCode, here.statusCode]).toEqual([403, 403, 200])
})
