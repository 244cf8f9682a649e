/** File fields, several choices, numbers: by the words of the act language and by the page. */
import type { ModalView } from '@slack/types'
import { beforeEach, expect, test } from 'vitest'
import { botToken } from '../../../src/sandbox/slack/ids.js'
import { renderModal } from '../../../src/sandbox/page/layout.js'
import { readScreenData } from '../../../src/sandbox/page/screen-data.js'
import { listModals } from '../../../src/sandbox/slack/views/views.js'
import { requirePerson } from '../../../src/sandbox/slack/people.js'
import { aDatabase } from '../../support/database.js'
import { aBoltApp } from '../bolt-app.js'

const { db } = await aDatabase()
const SAMPLE = Buffer.from('a sample')
const readSample = async (name: string) => (name === 'vase-1.jpg' ? SAMPLE : undefined)
const { app, ada, slack, server, heard } = await aBoltApp(db, { readSample })

const text = (words: string) => ({ type: 'plain_text' as const, text: words })
const form: ModalView = {
  type: 'modal',
  callback_id: 'form',
  title: text('Form'),
  submit: text('Save'),
  blocks: [
    {
      type: 'input',
      block_id: 'files',
      optional: true,
      label: text('Files'),
      element: { type: 'file_input', action_id: 'v', filetypes: ['jpg', 'heic', 'mp4'], max_files: 2 },
    },
    {
      type: 'input',
      block_id: 'boards',
      optional: true,
      label: text('Boards'),
      element: { type: 'multi_external_select', action_id: 'boards', min_query_length: 0 },
    },
    {
      type: 'input',
      block_id: 'days',
      optional: true,
      label: text('Days'),
      element: { type: 'number_input', action_id: 'v', is_decimal_allowed: false, min_value: '1', max_value: '90' },
    },
  ],
}
const submissions: unknown[] = []
app.command('/pin', async ({ ack, command, client }) => {
  await ack()
  await client.views.open({ trigger_id: command.trigger_id, view: form })
})
app.options('boards', async ({ ack, options }) =>
  ack({
    options: ['Garden', 'Hall', 'Kitchen']
      .filter((name) => name.startsWith(options.value))
      .map((name) => ({ text: text(name), value: name.toLowerCase() })),
  }),
)
app.view('form', async ({ ack, view }) => {
  submissions.push(view.state.values)
  await ack()
})

const jpg = (name: string, length = 3) => ({ name, bytes: Buffer.alloc(length, 1) })
const valueOf = async (label: string) => (await ada.screen()).modal?.fields.find((each) => each.label === label)?.value

beforeEach(async () => {
  await ada.open('general')
  await ada.command('/pin')
})

test('several files are put into a field at once, in their order, and again beside those', async () => {
  await ada.upload('Files', jpg('a.jpg'))
  await ada.upload('Files', jpg('b.HEIC'))
  expect(await valueOf('Files')).toEqual(['a.jpg', 'b.HEIC'])
  await ada.submit()
  expect(submissions.at(-1)).toMatchObject({
    files: {
      v: {
        type: 'file_input',
        files: [
          {
            name: 'a.jpg',
            mimetype: 'image/jpeg',
            filetype: 'jpg',
            url_private_download: expect.stringContaining('https://files.slack.com/') as string,
          },
          { name: 'b.HEIC', mimetype: 'image/heic', filetype: 'heic' },
        ],
      },
    },
  })
})

test('a field is filled by the names of files: its own, those brought before, the samples; null empties it', async () => {
  await ada.close()
  await ada.say('A picture', jpg('said.jpg'))
  await ada.command('/pin')
  await ada.fill({ Files: ['vase-1.jpg', 'said.jpg'] })
  expect(await valueOf('Files')).toEqual(['vase-1.jpg', 'said.jpg'])
  await ada.fill({ Files: 'said.jpg' })
  expect(await valueOf('Files')).toEqual(['said.jpg'])
  await ada.fill({ Files: null })
  expect(await valueOf('Files')).toEqual([])
  await expect(ada.fill({ Files: 'nowhere.jpg' })).rejects.toThrow('There is no file "nowhere.jpg".')
})

test.each([
  ['too many', [jpg('a.jpg'), jpg('b.jpg'), jpg('c.jpg')], 'This field takes at most 2 files.'],
  ['of another kind', [jpg('plan.pdf')], '"plan.pdf" is of a kind this field does not take. It takes: jpg, heic, mp4.'],
  ['too large', [jpg('big.jpg', 10 * 1024 * 1024 + 1)], '"big.jpg" is too large: Slack takes files of up to 10 MB in a form.'],
])('files that Slack does not take: %s', async (_case, files, sentence) => {
  await expect(ada.upload('Files', ...files)).rejects.toThrow(sentence)
  expect(await valueOf('Files')).toEqual([])
})

test('files.info gives the addresses, and the bytes go to the app’s token alone', async () => {
  await ada.upload('Files', { name: 'a.jpg', bytes: Buffer.from('the bytes') })
  await ada.submit()
  const id = (submissions.at(-1) as { files: { v: { files: { id: string }[] } } }).files.v.files[0]?.id ?? ''
  const headers = { authorization: `Bearer ${botToken}` }
  const info = await slack.fetch('https://slack.com/api/files.info', {
    method: 'POST',
    headers,
    body: new URLSearchParams({ file: id }),
  })
  const { file } = (await info.json()) as { file: { url_private: string; url_private_download: string } } // as Slack's
  for (const url of [file.url_private, file.url_private_download]) {
    expect(await (await slack.fetch(url, { headers })).text()).toBe('the bytes')
    for (const stranger of [{}, { authorization: 'Bearer xoxb-other' }]) {
      const answer = await slack.fetch(url, { headers: stranger })
      expect(answer.headers.get('content-type')).toBe('text/html')
      expect(await answer.text()).not.toContain('the bytes')
    }
  }
})

test('several options of an external select keep the order they were chosen in', async () => {
  await ada.fill({ Boards: ['Kitchen', 'Garden'], Days: 14 })
  expect(await valueOf('Boards')).toEqual(['Kitchen', 'Garden'])
  await ada.submit()
  expect(submissions.at(-1)).toMatchObject({
    boards: { boards: { selected_options: [{ value: 'kitchen' }, { value: 'garden' }] } },
    days: { v: { type: 'number_input', value: '14' } },
  })
})

test('a number is checked before anything is sent', async () => {
  const sent = heard.length
  for (const [typed, sentence] of [
    ['0', 'Please enter a number greater than or equal to 1.'],
    ['91', 'Please enter a number less than or equal to 90.'],
    ['1.5', 'Please enter a whole number.'],
    ['soon', 'Please enter a valid number.'],
  ]) {
    await ada.fill({ Days: typed })
    expect((await ada.submit()).modal?.fields.find(({ label }) => label === 'Days')?.error).toBe(sentence)
  }
  expect(heard.length).toBe(sent)
})

test('the page lists the files with a way out for each, and a chip for each choice', async () => {
  await ada.upload('Files', jpg('<b>.jpg', 2048), jpg('b.jpg'))
  await ada.fill({ Boards: ['Kitchen', 'Garden'] })
  const html = renderModal(await readScreenData(slack.workspace, { as: 'admin', window: 'act' }))
  expect(html).toContain('&lt;b&gt;.jpg</span><small>2 kB</small>')
  expect(html).toContain('aria-label="Remove b.jpg"')
  expect(html).toContain('No more files fit.')
  expect(html).toMatch(/Kitchen<button[^>]*data-do="unchoose"[^>]*aria-label="Remove Kitchen"/)
})

test('the page takes a file out, and says when it is gone already', async () => {
  await ada.upload('Files', jpg('a.jpg'), jpg('b.jpg'))
  const user = await requirePerson(db.sql, 'admin')
  const [view] = await listModals(db.sql, user.id)
  const held = (await readScreenData(slack.workspace, { as: 'admin', window: 'act' })).modal?.values['files']?.['v']?.[
    'files'
  ] as { id: string }[] // written by fileWire
  const detach = () =>
    server.inject({
      method: 'POST',
      url: '/sandbox/page/do',
      headers: { host: 'localhost' },
      payload: { as: 'admin', do: 'detach', place: `view:${view?.id}`, block: 'files', action: 'v', file: held[0]?.id },
    })
  expect((await detach()).statusCode).toBe(200)
  expect(await valueOf('Files')).toEqual(['b.jpg'])
  const again = await detach()
  expect([again.statusCode, again.json()]).toEqual([400, { error: 'This file is not in the field any more.' }])
})
