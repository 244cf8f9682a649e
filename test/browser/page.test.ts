/** The workspace's page in a real browser, before a Bolt app that uses every control it shows. */
import type { Block, KnownBlock, ModalView } from '@slack/types'
import { beforeEach, expect, test } from 'vitest'
import { aDatabase } from '../support/database.js'
import { aBoltApp } from '../sandbox/bolt-app.js'
import { aChrome, expectNoSideScroll, PICTURES, shoot } from './chromium.js'

const { db } = await aDatabase()
const { app, baseUrl, server, ada, heard } = await aBoltApp(db, {}, (fastify) => {
  const now = { now: '2026-03-02T10:00:00.000Z' }
  fastify.get('/sandbox/clock', async () => now)
  fastify.post('/sandbox/clock', async () => now)
})
const chrome = await aChrome()
void server

const text = (words: string) => ({ type: 'plain_text' as const, text: words })
const option = (words: string) => ({ text: text(words), value: words })
const card: (KnownBlock | Block)[] = [
  { type: 'header', text: text('Queue of The Maker') },
  {
    type: 'section',
    text: {
      type: 'mrkdwn',
      text: '*Blue vase* on _Kitchen ideas_\n<!date^1772449200^{date_short_pretty} at {time}|later> · <https://shop.test/vase|shop.test>',
    },
    accessory: { type: 'overflow', action_id: 'more', options: [option('Move'), option('Delete')] },
  },
  {
    type: 'section',
    fields: [
      { type: 'mrkdwn', text: '*Board*\nKitchen ideas' },
      { type: 'mrkdwn', text: '*Section*\nShelves' },
    ],
  },
  {
    type: 'actions',
    elements: [
      { type: 'button', action_id: 'edit', style: 'primary', text: text('Edit') },
      {
        type: 'button',
        action_id: 'undo',
        style: 'danger',
        text: text('Undo'),
        confirm: { title: text('Undo?'), text: text('The pin becomes a draft.'), confirm: text('Undo it'), deny: text('Keep') },
      },
      {
        type: 'static_select',
        action_id: 'account',
        placeholder: text('Account'),
        options: [option('The Maker'), option('Milo')],
      },
    ],
  },
  { type: 'context', elements: [{ type: 'mrkdwn', text: 'Times in `Europe/Berlin` <!channel|x>' }] },
  { type: 'divider' },
]
const composer: ModalView = {
  type: 'modal',
  callback_id: 'composer',
  title: text('New pin'),
  submit: text('Schedule'),
  close: text('Cancel'),
  blocks: [
    {
      type: 'input',
      block_id: 'title',
      label: text('Title'),
      element: { type: 'plain_text_input', action_id: 'v', placeholder: text('What is it?') },
    },
    {
      type: 'input',
      block_id: 'copy',
      label: text('Description'),
      optional: true,
      hint: text('Up to 800 characters.'),
      element: { type: 'plain_text_input', action_id: 'v', multiline: true },
    },
    { type: 'input', block_id: 'link', label: text('Link'), element: { type: 'url_text_input', action_id: 'v' } },
    {
      type: 'input',
      block_id: 'board',
      label: text('Board'),
      element: { type: 'external_select', action_id: 'board', min_query_length: 0 },
    },
    {
      type: 'input',
      block_id: 'when',
      label: text('When'),
      dispatch_action: true,
      element: {
        type: 'radio_buttons',
        action_id: 'when',
        initial_option: option('Draft'),
        options: [option('Draft'), option('Next open slot'), option('Exact time')],
      },
    },
    {
      type: 'input',
      block_id: 'at',
      label: text('Time'),
      optional: true,
      element: { type: 'datetimepicker', action_id: 'v', initial_date_time: 1772449200 },
    },
    {
      type: 'input',
      block_id: 'tags',
      label: text('Flags'),
      optional: true,
      element: { type: 'checkboxes', action_id: 'v', options: [option('Simplified'), option('Tell everyone')] },
    },
    {
      type: 'input',
      block_id: 'image',
      label: text('Picture'),
      optional: true,
      element: { type: 'file_input', action_id: 'v', max_files: 1 },
    },
  ],
}
const submitted: Record<string, unknown>[] = []
app.command('/pin', async ({ ack, command, client, respond }) => {
  await ack()
  if (command.text === 'queue') await client.chat.postMessage({ channel: command.channel_id, text: 'Queue', blocks: card })
  else if (command.text === 'help') await respond('`/pin` opens the composer. &lt;script&gt;alert(1)&lt;/script&gt;')
  else await client.views.open({ trigger_id: command.trigger_id, view: { forms: below, choice }[command.text] ?? composer })
})
for (const name of ['edit', 'undo', 'account', 'more', 'when']) app.action(name, async ({ ack }) => ack())
app.options('board', async ({ ack, options }) =>
  ack({
    options: ['Kitchen ideas', 'Garden'].filter((name) => name.toLowerCase().includes(options.value.toLowerCase())).map(option),
  }),
)
app.view('composer', async ({ ack, view }) => {
  if (view.state.values['title']?.['v']?.value === 'Bad')
    return ack({ response_action: 'errors', errors: { title: 'Not that title.' } })
  submitted.push(view.state.values)
  return ack()
})
app.shortcut('new_pin', async ({ ack, shortcut, client }) => {
  await ack()
  await client.views.open({ trigger_id: shortcut.trigger_id, view: composer })
})
app.shortcut('make_pin', async ({ ack }) => ack())
app.event('app_home_opened', async ({ event, client }) => {
  await client.views.publish({ user_id: event.user, view: { type: 'home', blocks: [turn('Turn'), picture, ...card] } })
})
const turn = (words: string) => ({ type: 'actions', elements: [{ type: 'button', action_id: words, text: text(words) }] })
app.action('Turn', async ({ ack, body, client }) => {
  await ack()
  await client.views.publish({ user_id: body.user.id, view: { type: 'home', blocks: [turn('Turned'), ...card] } })
})
app.action('zone', async ({ ack, body, client }) => {
  await ack()
  if ('trigger_id' in body) await client.views.push({ trigger_id: body.trigger_id, view: above })
})
const below: ModalView = {
  type: 'modal',
  title: text('Below'),
  blocks: [
    {
      type: 'section',
      text: text('Elsewhere'),
      accessory: { type: 'overflow', action_id: 'more', options: [option('Move'), option('Delete')] },
    },
    { type: 'actions', elements: [{ type: 'button', action_id: 'zone', text: text('Time zone') }] },
  ],
}
const choice: ModalView = {
  type: 'modal',
  title: text('Choice'),
  submit: text('Save'),
  blocks: [
    {
      type: 'input',
      block_id: 'which',
      label: text('Which'),
      element: {
        type: 'radio_buttons',
        action_id: 'v',
        options: [option('First'), option('Second')],
        initial_option: option('Second'),
      },
    },
  ],
}
const above: ModalView = {
  type: 'modal',
  title: text('Above'),
  submit: text('Save'),
  blocks: [{ type: 'input', block_id: 'hour', label: text('Hour'), element: { type: 'timepicker', action_id: 'v' } }],
}
const picture = { type: 'image', image_url: `${PICTURES}/weeks.svg`, alt_text: 'The coming weeks' }

test('a verb is completed, the modal filled, refused, corrected and submitted by keyboard and mouse', async () => {
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`)
  const box = page.getByRole('combobox', { name: /Message/ })
  await box.pressSequentially('/pin q')
  await expect.poll(() => page.getByRole('option').allTextContents()).toEqual([expect.stringContaining('/pin queue')])
  await shoot(page, 'completion')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Queue of The Maker' }).waitFor()

  await box.fill('/pin')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New pin' })
  await dialog.waitFor()
  await page.keyboard.type('Bad')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await dialog.getByText('Please complete this required field.').first().waitFor()
  await shoot(page, 'modal-errors')
  await dialog.getByLabel('Link').fill('https://shop.test/vase')
  await dialog.getByLabel('Board').fill('kit')
  await dialog.getByRole('option', { name: 'Kitchen ideas' }).click()
  await dialog.getByLabel('Next open slot').check()
  await dialog.getByLabel('Tell everyone').check()
  await dialog.getByRole('textbox', { name: /^Time/ }).fill('2026-03-05T09:30')
  await dialog.getByLabel('Picture').setInputFiles({ name: 'vase.png', mimeType: 'image/png', buffer: Buffer.from('png') })
  await dialog.getByText('vase.png').waitFor()
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await dialog.getByText('Not that title.').waitFor()
  await dialog.getByLabel('Title').fill('Blue vase')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' }).catch(() => dialog.waitFor({ state: 'hidden' }))
  expect(submitted.at(-1)).toMatchObject({
    title: { v: { value: 'Blue vase' } },
    link: { v: { value: 'https://shop.test/vase' } },
    board: { board: { selected_option: { value: 'Kitchen ideas' } } },
    when: { when: { selected_option: { value: 'Next open slot' } } },
    at: { v: { selected_date_time: Date.parse('2026-03-05T09:30:00-05:00') / 1000 } },
    tags: { v: { selected_options: [{ value: 'Tell everyone' }] } },
    image: { v: { files: [{ name: 'vase.png' }] } },
  })
  expect(complaints).toEqual([])
})

beforeEach(async () => {
  await ada.open('general')
})

test('Esc closes a modal; a confirm is asked; an overflow and a select reach the app', async () => {
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`)
  await page.getByLabel('Shortcuts', { exact: true }).click()
  await page.getByRole('button', { name: 'New pin' }).click()
  const dialog = page.getByRole('dialog', { name: 'New pin' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  const sent = heard.length
  await page.getByRole('button', { name: 'Keep' }).click()
  expect(heard.length).toBe(sent)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByRole('button', { name: 'Undo it' }).click()
  await expect.poll(() => heard.at(-1)?.body).toMatchObject({ actions: [{ action_id: 'undo' }] })
  await page.getByLabel('Account').last().selectOption('Milo')
  await expect
    .poll(() => heard.at(-1)?.body)
    .toMatchObject({ actions: [{ action_id: 'account', selected_option: { value: 'Milo' } }] })
  await page.getByLabel('More actions').last().click()
  await page.getByRole('button', { name: 'Delete' }).last().click()
  await expect.poll(() => heard.at(-1)?.body).toMatchObject({ actions: [{ selected_option: { value: 'Delete' } }] })
  expect(complaints).toEqual([])
})

test('what happens elsewhere shows by itself, and a half-typed message stays', async () => {
  const { page } = await chrome.aPage(`${baseUrl}/sandbox?as=member`)
  await page.getByRole('button', { name: '# general' }).click()
  await page.getByRole('combobox', { name: /Message/ }).fill('half ty')
  await ada.open('general')
  await ada.say('Look: https://shop.test/lamp <b>not bold</b>')
  await page.getByText('<b>not bold</b>').waitFor()
  expect(await page.getByRole('combobox', { name: /Message/ }).inputValue()).toBe('half ty')
  const row = page.getByRole('listitem').filter({ hasText: 'not bold' })
  await row.hover()
  await row.getByLabel('Message shortcuts').click()
  await row.getByRole('button', { name: 'Make a pin' }).click()
  await expect
    .poll(() => heard.at(-1)?.body)
    .toMatchObject({ type: 'message_action', callback_id: 'make_pin', user: { username: 'milo' } })
})

test.each([
  { width: 1280, height: 800, dark: false },
  { width: 1280, height: 800, dark: true },
  { width: 390, height: 800, dark: false },
  { width: 390, height: 800, dark: true },
])('every screen fits $width px, dark: $dark', async (look) => {
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`, look)
  const name = `${look.width}-${look.dark ? 'dark' : 'light'}`
  await ada.open('general')
  await ada.command('/pin help')
  await page.getByText('<script>').last().waitFor()
  await expectNoSideScroll(page)
  await shoot(page, `channel-${name}`)
  await ada.openHome()
  await page.getByRole('heading', { name: 'Pinslot', exact: true }).waitFor()
  await shoot(page, `home-${name}`)
  if (look.width < 700) {
    await page.getByRole('button', { name: 'Channels' }).click()
    await shoot(page, `bar-${name}`)
    await page.getByRole('button', { name: '# pins' }).click()
  }
  await ada.open('general')
  await ada.command('/pin')
  await page.getByRole('dialog', { name: 'New pin' }).waitFor()
  await expectNoSideScroll(page)
  await shoot(page, `modal-${name}`)
  await ada.close()
  expect(complaints).toEqual([])
})

test('Home is read from its top, also when its pictures come late', async () => {
  await ada.openHome()
  const { page } = await chrome.aPage(`${baseUrl}/sandbox`, { height: 760 })
  await page.evaluate(`document.querySelector('.home img').decode()`)
  await page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`)
  const [top, hidden] = await page.evaluate<[number, number]>(`(({ scrollTop, scrollHeight, clientHeight }) =>
    [scrollTop, scrollHeight - clientHeight])(document.getElementById('scroll'))`)
  expect(hidden).toBeGreaterThan(0)
  expect(top).toBe(0)
})

test('Escape closes one form at a time, also from a field for a time, and a menu before the form it is in', async () => {
  await ada.open('general')
  await ada.command('/pin forms')
  const { page } = await chrome.aPage(`${baseUrl}/sandbox`)
  const title = page.locator('#modal-title')
  await page.getByRole('button', { name: 'Time zone' }).click()
  await expect.poll(() => title.textContent()).toBe('Above')
  await page.getByLabel('Hour').focus()
  await page.keyboard.press('Tab') // somebody who has done something may not be kept in a dialog, says the browser
  await page.getByLabel('Hour').focus()
  await page.keyboard.press('Escape')
  await expect.poll(() => title.textContent()).toBe('Below')
  const menu = page.locator('#modal details.menu')
  expect(await page.evaluate(`document.activeElement.textContent`)).toBe('Time zone') // where it was left
  await menu.locator('summary').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  expect(await menu.getAttribute('open')).toBeNull()
  await page.keyboard.press('Escape')
  await title.waitFor({ state: 'detached' })
})

test('a button that goes with what it did hands its focus to what stands in its place', async () => {
  await ada.openHome()
  const { page } = await chrome.aPage(`${baseUrl}/sandbox`)
  await page.getByRole('button', { name: 'Turn', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Turned' }).waitFor()
  expect(await page.evaluate(`document.activeElement.textContent`)).toBe('Turned')
})

test('a form begins on the choice that is made', async () => {
  await ada.command('/pin choice')
  const { page } = await chrome.aPage(`${baseUrl}/sandbox`)
  expect(await page.evaluate(`document.activeElement.closest('label, div').textContent`)).toContain('Second')
})
