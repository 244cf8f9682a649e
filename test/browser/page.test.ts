/** The workspace's page in a real browser, before a Bolt app that uses every control it shows. */
import { beforeEach, expect, test } from 'vitest'
import { aBoltApp } from '../sandbox/bolt-app.js'
import { aDatabase } from '../support/database.js'
import { aChrome, expectNoSideScroll, shoot } from './chromium.js'
import { useEveryControl } from './every-control.js'

const { db } = await aDatabase()
const { app, baseUrl, ada, heard } = await aBoltApp(db, {}, (fastify) => {
  const now = { now: '2026-03-02T10:00:00.000Z' }
  fastify.get('/sandbox/clock', async () => now)
  fastify.post('/sandbox/clock', async () => now)
})
const LONG = 'Fill in what is missing: titles, descriptions and links of seven pins'
const submitted = useEveryControl(app, {
  long: ({ client, command }) =>
    client.chat.postMessage({
      channel: command.channel_id,
      text: 'Long',
      blocks: [
        { type: 'actions', elements: [{ type: 'button', action_id: 'edit', text: { type: 'plain_text', text: LONG } }] },
        {
          type: 'actions',
          elements: [{ type: 'button', action_id: 'undo', text: { type: 'plain_text', text: 'x'.repeat(75) } }],
        },
      ],
    }),
})
const chrome = await aChrome()

test('a command is typed, the modal filled, refused, corrected and submitted by keyboard and mouse', async () => {
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox?window=act`)
  const box = page.getByRole('combobox', { name: /Message/ })
  await box.fill('/pin queue')
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
  await dialog.waitFor({ state: 'hidden' })
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
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox?window=act`)
  await page.getByLabel('Shortcuts', { exact: true }).click()
  await page.getByRole('button', { name: 'New pin', exact: true }).click()
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
  await page.getByRole('combobox', { name: 'Account' }).last().click()
  await page.getByRole('option', { name: 'Milo' }).click()
  await expect
    .poll(() => heard.at(-1)?.body)
    .toMatchObject({ actions: [{ action_id: 'account', selected_option: { value: 'Milo' } }] })
  await page.getByLabel('More actions').last().click()
  await page.getByRole('button', { name: 'Delete' }).last().click()
  await expect.poll(() => heard.at(-1)?.body).toMatchObject({ actions: [{ selected_option: { value: 'Delete' } }] })
  expect(complaints).toEqual([])
})

test('what happens elsewhere shows by itself, and a half-typed message stays', async () => {
  const { page } = await chrome.aPage(`${baseUrl}/sandbox?as=member&window=act`)
  await page.getByRole('button', { name: '# general' }).click()
  await page.getByRole('combobox', { name: /Message/ }).fill('half ty')
  await ada.open('general')
  await ada.say('Look: https://shop.test/lamp <b>not bold</b>')
  await page.getByText('<b>not bold</b>').waitFor()
  expect(await page.getByRole('combobox', { name: /Message/ }).inputValue()).toBe('half ty')
  const row = page.getByRole('listitem').filter({ hasText: 'not bold' })
  await row.hover()
  await row.getByLabel('Message shortcuts').click()
  await row.getByRole('button', { name: 'New pin', exact: true }).click()
  await expect
    .poll(() => heard.at(-1)?.body)
    .toMatchObject({ type: 'message_action', callback_id: 'make_pin', user: { username: 'milo' } })
})

test('a reply is typed in the thread of a message, and the next message is none', async () => {
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox?as=member&window=act`)
  await page.getByRole('button', { name: '# general' }).click()
  await ada.open('general')
  await ada.say('Which lamp?')
  const row = page.getByRole('listitem').filter({ hasText: 'Which lamp?' })
  await row.hover()
  await row.getByLabel('Message shortcuts').click()
  await row.getByRole('button', { name: 'Reply in thread' }).click()
  await page.getByRole('button', { name: 'Replying in a thread: cancel' }).waitFor()
  for (const text of ['The blue one', 'By the way']) {
    await page.getByRole('combobox', { name: /Message/ }).fill(text)
    await page.keyboard.press('Enter')
    await page.getByText(text).waitFor()
  }
  const { messages } = await ada.screen()
  const root = messages.find(({ text }) => text === 'Which lamp?')!.ts
  expect(messages.slice(-2)).toMatchObject([
    { text: 'The blue one', threadTs: root },
    { text: 'By the way', threadTs: null },
  ])
  expect(complaints).toEqual([])
})

test.each([
  { width: 1280, height: 800, dark: false },
  { width: 1280, height: 800, dark: true },
  { width: 390, height: 800, dark: false },
  { width: 390, height: 800, dark: true },
])('every screen fits $width px, dark: $dark', async (look) => {
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox?window=act`, look)
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
    await page.getByRole('heading', { name: '# pins', level: 1 }).waitFor() // else it may close the form that comes
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
  const { page } = await chrome.aPage(`${baseUrl}/sandbox?window=act`, { height: 760 })
  await page.evaluate(`document.querySelector('.home img').decode()`)
  await page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`)
  const [top, hidden] = await page.evaluate<[number, number]>(`(({ scrollTop, scrollHeight, clientHeight }) =>
    [scrollTop, scrollHeight - clientHeight])(document.getElementById('scroll'))`)
  expect(hidden).toBeGreaterThan(0)
  expect(top).toBe(0)
})

test('a long button of a message wraps where the page is narrow', async () => {
  const { page } = await chrome.aPage(`${baseUrl}/sandbox?window=act`, { width: 390, height: 800, dark: false })
  await ada.open('general')
  await ada.command('/pin long')
  await page.getByRole('button', { name: LONG }).waitFor()
  await expectNoSideScroll(page)
  await shoot(page, 'long-button')
})
