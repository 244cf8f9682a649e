/** Where the local workspace is as strict as Slack: each of these has been somebody's bug. */
import { WebClient } from '@slack/web-api'
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aBoltApp, type Heard } from '../bolt-app.js'
import { botToken, channels, users } from '../../../src/sandbox/slack/ids.js'

const { db } = await aDatabase()
let wallOffsetMs = 0
const rig = await aBoltApp(db, {
  wallClock: () => new Date(Date.now() + wallOffsetMs),
  sending: { deadlineMs: 1_500, eventRetryDelaysMs: [0, 20, 20] },
})
const { app, slack, ada, milo, heard, interrupt } = rig
const client = new WebClient(botToken, { fetch: slack.fetch, retryConfig: { retries: 0 }, rejectRateLimitedCalls: true })
const last = () => heard.at(-1)!.body
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'taken',
    (error: { data?: { error: string } }) => error.data?.error ?? 'no answer',
  )

const text = (words: string) => ({ type: 'plain_text' as const, text: words })
const modal = (title: string, more: object = {}) => ({ type: 'modal' as const, title: text(title), blocks: [], ...more })
const aTrigger = async (from = ada) => {
  await from.command('/pin trigger')
  return String(last()['trigger_id'])
}
app.command('/pin', async ({ ack }) => ack())

test('a trigger id works once and for three seconds', async () => {
  const first = await aTrigger()
  expect(await refusal(client.views.open({ trigger_id: first, view: modal('One') }))).toBe('taken')
  expect(await refusal(client.views.open({ trigger_id: first, view: modal('Two') }))).toBe('exchanged_trigger_id')
  const late = await aTrigger()
  wallOffsetMs = 3_100
  expect(await refusal(client.views.open({ trigger_id: late, view: modal('Two') }))).toBe('expired_trigger_id')
  wallOffsetMs = 0
  expect(await refusal(client.views.open({ trigger_id: 'made-up', view: modal('Two') }))).toBe('invalid_trigger_id')
})

test('two that race for one trigger id: one opens', async () => {
  const trigger = await aTrigger()
  const open = () => refusal(client.views.open({ trigger_id: trigger, view: modal('Raced') }))
  expect((await Promise.all([open(), open(), open()])).sort()).toEqual(['exchanged_trigger_id', 'exchanged_trigger_id', 'taken'])
})

test('a fourth modal on the stack is refused; closing one shows the one below', async () => {
  const withButton = (title: string) =>
    modal(title, { blocks: [{ type: 'actions', elements: [{ type: 'button', action_id: 'push', text: text('Push') }] }] })
  app.action('push', async ({ ack }) => ack())
  await client.views.open({ trigger_id: await aTrigger(), view: withButton('First') })
  const push = async (title: string) => {
    await ada.click('Push')
    return refusal(client.views.push({ trigger_id: String(last()['trigger_id']), view: withButton(title) }))
  }
  expect([await push('Second'), await push('Third'), await push('Fourth')]).toEqual(['taken', 'taken', 'push_limit_reached'])
  expect((await ada.screen()).modal).toMatchObject({ title: 'Third', depth: 3 })
  expect((await ada.close()).modal?.title).toBe('Second')
  expect((await ada.open('general')).modal).toBeNull()
})

test('a stale hash is refused, for modals and for Home', async () => {
  const opened = await client.views.open({ trigger_id: await aTrigger(), view: modal('Hash') })
  const { id, hash } = opened.view as { id: string; hash: string }
  const first = client.views.update({ view_id: id, hash, view: modal('Hash 2') })
  expect(await refusal(first)).toBe('taken')
  expect(await refusal(client.views.update({ view_id: id, hash, view: modal('Hash 3') }))).toBe('hash_conflict')
  expect(await refusal(client.views.publish({ user_id: users.admin, view: { type: 'home', blocks: [] } }))).toBe('taken')
  expect(await refusal(client.views.publish({ user_id: users.admin, hash: 'stale', view: { type: 'home', blocks: [] } }))).toBe(
    'hash_conflict',
  )
})

test('a block of Home that is published again as it stands keeps its id, so a press that is on its way finds it', async () => {
  const row = (words: string) => ({ type: 'actions', elements: [{ type: 'button', action_id: 'go', text: text(words) }] })
  const publish = async (...blocks: object[]) => {
    const { view } = await client.views.publish({ user_id: users.admin, view: { type: 'home', blocks } as never })
    return (view as unknown as { blocks: { block_id: string }[] }).blocks.map(({ block_id }) => block_id)
  }
  const [go] = await publish(row('Go'))
  const again = await publish(row('Stop'), row('Go'), row('Go'))
  expect(again[1]).toBe(go)
  expect(new Set(again).size).toBe(3)
  expect(await publish(row('Stop now'))).not.toContain(again[0])
})

test('a row of buttons that a form or a message shows again as it stands keeps its id too; a field that was chosen in does not', async () => {
  const row = (...elements: object[]) => ({ type: 'actions', elements })
  const button = (words: string) => ({ type: 'button', action_id: 'go', text: text(words) })
  const option = { text: text('One'), value: '1' }
  const select = { type: 'static_select', action_id: 'pick', placeholder: text('Pick'), options: [option] }
  const idsIn = (shown: unknown) => (shown as { blocks: { block_id: string }[] }).blocks.map(({ block_id }) => block_id)
  const blocks = [row(button('Go')), row(select)]
  const { view } = await client.views.open({ trigger_id: await aTrigger(), view: modal('Rows', { blocks }) as never })
  const [go, pick] = idsIn(view)
  const again = await client.views.update({
    view_id: view!.id!,
    view: modal('Rows', { blocks: [row(button('Stop')), ...blocks] }) as never,
  })
  expect(idsIn(again.view)[1]).toBe(go)
  expect(idsIn(again.view)).not.toContain(pick)
  const sent = { channel: channels.general, text: 'Rows', blocks: blocks as never }
  const posted = await client.chat.postMessage(sent)
  const updated = await client.chat.update({ ...sent, ts: posted.ts! })
  expect(idsIn(updated.message)[0]).toBe(idsIn(posted.message)[0])
  expect(idsIn(updated.message)[1]).not.toBe(idsIn(posted.message)[1])
  await ada.close()
})

test('what was typed survives an update of the view where block_id and action_id stay', async () => {
  const input = (blockId: string) => ({
    type: 'input',
    block_id: blockId,
    label: text(`Label ${blockId}`),
    element: { type: 'plain_text_input', action_id: 'v' },
  })
  const opened = await client.views.open({
    trigger_id: await aTrigger(),
    view: modal('Typed', { submit: text('Go'), blocks: [input('a'), input('b')] }) as never,
  })
  await ada.fill({ 'Label a': 'kept', 'Label b': 'lost' })
  await client.views.update({
    view_id: opened.view!.id!,
    view: modal('Typed', { submit: text('Go'), blocks: [input('a'), input('c')] }) as never,
  })
  expect((await ada.screen()).modal?.fields.map(({ value }) => value)).toEqual(['kept', null])
})

test('channel_not_found, not_in_channel, no_text, msg_too_long, invalid_blocks with their messages', async () => {
  const post = (channel: string, more: object) => refusal(client.chat.postMessage({ channel, ...more } as never))
  expect(await post('C0NOWHERE', { text: 'hi' })).toBe('channel_not_found')
  expect(await post(channels.random, { text: 'hi' })).toBe('not_in_channel')
  expect(await post(channels.general, {})).toBe('no_text')
  expect(await post(channels.general, { text: 'x'.repeat(40_001) })).toBe('msg_too_long')
  const many = Array.from({ length: 51 }, () => ({ type: 'divider' as const }))
  const refused = await client.chat
    .postMessage({ channel: channels.general, text: 'hi', blocks: many })
    .catch((error: { data: unknown }) => error.data)
  expect(refused).toMatchObject({ error: 'invalid_blocks', response_metadata: { messages: [expect.stringContaining('50')] } })
})

test('a rate limit on demand is a 429 with Retry-After, once', async () => {
  slack.addFault({ method: 'chat.postMessage', error: 'ratelimited', times: 1, retryAfterSeconds: 7 })
  const limited = await client.chat.postMessage({ channel: channels.general, text: 'hi' }).catch((error: unknown) => error)
  expect(limited).toMatchObject({ retryAfter: 7 })
  expect(await refusal(client.chat.postMessage({ channel: channels.general, text: 'hi' }))).toBe('taken')
})

test('a response_url works five times and for thirty minutes', async () => {
  await ada.command('/pin url')
  const url = String(last()['response_url'])
  const post = async () =>
    (await slack.fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"text":"again"}' })).status
  expect([await post(), await post(), await post(), await post(), await post(), await post()]).toEqual([
    200, 200, 200, 200, 200, 404,
  ])
  await ada.command('/pin url')
  const late = String(last()['response_url'])
  wallOffsetMs = 31 * 60_000
  expect((await slack.fetch(late, { method: 'POST', body: '{"text":"late"}' })).status).toBe(404)
  wallOffsetMs = 0
})

test('an answer after three seconds shows that connecting failed', async () => {
  interrupt.answer = () => new Promise((resolve) => setTimeout(() => resolve({ status: 200 }), 2_000))
  const { messages } = await milo.command('/pin slow')
  expect(messages.at(-1)).toMatchObject({ text: '/pin failed with the error "operation_timeout"', ephemeral: true })
  interrupt.answer = undefined
  await client.views.open({ trigger_id: await aTrigger(milo), view: modal('Slow', { submit: text('Go') }) })
  interrupt.answer = async () => ({ status: 500 })
  expect((await milo.submit()).modal?.alert).toBe('We had some trouble connecting. Try again?')
  interrupt.answer = undefined
})

test('the ack of a command is shown: text to the person, in_channel to all', async () => {
  interrupt.answer = async () => ({ status: 200, body: { response_type: 'in_channel', text: 'For all' } })
  await milo.command('/pin say')
  interrupt.answer = undefined
  expect((await ada.open('general')).messages.at(-1)).toMatchObject({ text: 'For all', ephemeral: false })
})

test('response_action update, push and clear; errors for no input are trouble', async () => {
  const input = {
    type: 'input',
    block_id: 'a',
    optional: true,
    label: text('A'),
    element: { type: 'plain_text_input', action_id: 'v' },
  }
  const view = (title: string) => modal(title, { submit: text('Go'), blocks: [input] })
  const answers: object[] = [
    { response_action: 'errors', errors: { nowhere: 'Bad' } },
    { response_action: 'errors', errors: { a: 'Bad' } },
    { response_action: 'update', view: view('Updated') },
    { response_action: 'push', view: view('Pushed') },
    { response_action: 'clear' },
  ]
  await client.views.open({ trigger_id: await aTrigger(), view: view('Start') as never })
  interrupt.answer = async () => ({ status: 200, body: answers.shift() })
  expect((await ada.submit()).modal?.alert).toMatch('trouble connecting')
  expect((await ada.submit()).modal?.fields[0]?.error).toBe('Bad')
  expect((await ada.submit()).modal).toMatchObject({ title: 'Updated', depth: 1 })
  expect((await ada.submit()).modal).toMatchObject({ title: 'Pushed', depth: 2 })
  expect((await ada.submit()).modal).toBeNull()
  interrupt.answer = undefined
})

test('an event that is not taken is sent again, up to three times, with its reason', async () => {
  const seen: Heard[] = []
  interrupt.answer = async (one) => ({ status: seen.push(one) < 4 ? 500 : 200 })
  await ada.openHome()
  await expect.poll(() => seen.length).toBe(4)
  interrupt.answer = undefined
  expect(seen.map(({ headers }) => headers['x-slack-retry-num'])).toEqual([undefined, '1', '2', '3'])
  expect(seen[1]?.headers['x-slack-retry-reason']).toBe('http_error')
  expect(new Set(seen.map(({ body }) => body['event_id'])).size).toBe(1)
})

test('filesUploadV2 puts a picture into a channel, and its bytes can be read with the token alone', async () => {
  const done = await client.filesUploadV2({
    channel_id: channels.pins,
    file: Buffer.from('a png'),
    filename: 'chart.png',
    initial_comment: 'This week',
  })
  const [file] = (done as { files: { files: { url_private: string }[] }[] }).files[0]!.files
  const { messages } = await ada.open('pins')
  expect(messages.at(-1)).toMatchObject({ text: 'This week', files: [expect.stringMatching(/^F/)] })
  const read = (headers: Record<string, string>) =>
    slack.fetch(file!.url_private, { headers }).then((response) => response.text())
  expect(await read({ authorization: `Bearer ${botToken}` })).toBe('a png')
  expect(await read({})).toContain('Sign in')
})

test('a message is posted to a person or a name; it is changed, and a file shared, by the id of the channel alone', async () => {
  const words = { text: 'Hello' }
  expect(await refusal(client.chat.postMessage({ channel: '#pins', ...words }))).toBe('taken')
  const { channel = '', ts = '' } = await client.chat.postMessage({ channel: users.admin, ...words })
  expect(channel).toBe(channels.adminDm)
  for (const name of [users.admin, '#pins', 'pins'])
    expect(await refusal(client.chat.update({ channel: name, ts, ...words }))).toBe('invalid_arguments')
  expect(await refusal(client.chat.update({ channel, ts, ...words }))).toBe('taken')
  const share = (channel_id: string) =>
    refusal(client.filesUploadV2({ channel_id, file: Buffer.from('a png'), filename: 'chart.png' }))
  expect([await share(users.admin), await share('#pins'), await share(channel)]).toEqual([
    'invalid_arguments',
    'invalid_arguments',
    'taken',
  ])
})

test('a file that takes its time has no type until then, and no message shows it', async () => {
  const filesTake = (filesTakeMs: number) =>
    fetch(`${rig.baseUrl}/sandbox/slack/switches`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ filesTakeMs }),
    })
  await filesTake(5000)
  const { files } = await client.filesUploadV2({ file: Buffer.from('a picture'), filename: 'a.png' })
  await filesTake(0)
  const id = files[0]?.files?.[0]?.id ?? ''
  const blocks = [{ type: 'image' as const, alt_text: 'A picture', slack_file: { id } }]
  const post = () => refusal(client.chat.postMessage({ channel: channels.general, text: 'A picture', blocks }))
  expect([(await client.files.info({ file: id })).file?.mimetype, await post()]).toEqual(['', 'invalid_blocks'])
  wallOffsetMs = 5_000
  expect([(await client.files.info({ file: id })).file?.mimetype, await post()]).toEqual(['image/png', 'taken'])
  wallOffsetMs = 0
})

test('a wrong token is refused, and so is an address that is none of Slack', async () => {
  expect(await refusal(new WebClient('xoxb-other', { fetch: slack.fetch, retryConfig: { retries: 0 } }).auth.test())).toBe(
    'invalid_auth',
  )
  expect(await client.auth.test()).toMatchObject({ user_id: users.bot, team_id: 'T0PINSLOT' })
  await expect(slack.fetch('https://example.test/')).rejects.toThrow('nothing at')
})

test('a picture that Slack could not load is refused: at an address of the inside, and of a file that it does not have', async () => {
  const image = (of: object) => ({ type: 'image' as const, alt_text: 'A picture', ...of })
  const post = (of: object) => refusal(client.chat.postMessage({ channel: channels.general, text: 'x', blocks: [image(of)] }))
  for (const host of [
    'localhost',
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '192.168.0.7',
    '[::1]',
    '[fd00::1]',
    '[fe80::1]',
    'nas.local',
    'db.internal',
    'intranet',
  ])
    expect([host, await post({ image_url: `http://${host}/a.png` })]).toEqual([host, 'invalid_blocks'])
  expect(await post({ image_url: 'https://93.184.216.34/a.png' })).toBe('taken')
  expect(await post({ image_url: 'https://pictures.example/a.png' })).toBe('taken')
  expect(await post({ slack_file: { id: 'F0NOSUCHFILE' } })).toBe('invalid_blocks')
  const uploaded = await client.filesUploadV2({ file: Buffer.from('a picture'), filename: 'a.png' })
  expect(await post({ slack_file: { id: uploaded.files[0]?.files?.[0]?.id } })).toBe('taken')
  const words = await client.filesUploadV2({ file: Buffer.from('words'), filename: 'a.txt' })
  expect(await post({ slack_file: { id: words.files[0]?.files?.[0]?.id } })).toBe('invalid_blocks')
  const view = modal('Pictures', { blocks: [image({ image_url: 'http://localhost/a.png' })] })
  expect(await refusal(client.views.open({ trigger_id: await aTrigger(), view }))).toBe('invalid_arguments')
})

test.each(['message_not_found', 'is_archived', 'ratelimited'])('an update is refused on demand: %s', async (error) => {
  const { ts } = await client.chat.postMessage({ channel: channels.general, text: 'Before' })
  const update = () => client.chat.update({ channel: channels.general, ts: ts!, text: 'After' })
  slack.addFault({ method: 'chat.update', error, times: 1, retryAfterSeconds: 3 })
  const refused = await update().then(
    () => ({}),
    (thrown: object) => thrown,
  )
  expect(refused).toMatchObject(error === 'ratelimited' ? { retryAfter: 3 } : { data: { error } })
  const shown = async () => (await ada.open('general')).messages.find((message) => message.ts === ts)?.text
  expect(await shown()).toBe('Before')
  await update()
  expect(await shown()).toBe('After')
})
