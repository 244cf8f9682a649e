/** Lists, menus, files and what goes wrong on the workspace's page in a real browser: as Slack's own client has them. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ModalView } from '@slack/types'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { root } from '../../src/root.js'
import { aBoltApp } from '../sandbox/bolt-app.js'
import { aDatabase } from '../support/database.js'
import { aChrome, shoot } from './chromium.js'
import { useEveryControl } from './every-control.js'
import { goTo, message, modal, type } from './person.js'

const { db } = await aDatabase()
const { app, baseUrl, ada } = await aBoltApp(db, {}, (fastify) => {
  fastify.get('/sandbox/clock', async () => ({ now: '2026-03-02T10:00:00.000Z' }))
})
const text = (words: string) => ({ type: 'plain_text' as const, text: words })
const option = (words: string, value = words) => ({ text: text(words), value })
const input = (id: string, label: string, element: object) =>
  ({ type: 'input', block_id: id, label: text(label), optional: true, element }) as ModalView['blocks'][number]
const role = [
  { ...option('Admin', 'admin'), description: text('May do everything') },
  { ...option('Viewer', 'viewer'), description: text('Looks') },
]
const lists: ModalView = {
  type: 'modal',
  callback_id: 'lists',
  title: text('Lists'),
  submit: text('Save'),
  blocks: [
    input('zone', 'Time zone', {
      type: 'external_select',
      action_id: 'zone',
      min_query_length: 0,
      initial_option: option('America/New_York'),
    }),
    input('boards', 'Boards', {
      type: 'multi_external_select',
      action_id: 'boards',
      min_query_length: 0,
      max_selected_items: 2,
    }),
    input('note', 'Note', { type: 'plain_text_input', action_id: 'v' }),
    input('person', 'Person', { type: 'users_select', action_id: 'v' }),
    input('channel', 'Channel', { type: 'conversations_select', action_id: 'v' }),
    input('role', 'Role', { type: 'static_select', action_id: 'v', options: role }),
  ],
}
const fits = (names: string[]) => async (typed: string) => ({
  options: names.filter((name) => name.toLowerCase().replace('_', ' ').includes(typed.toLowerCase())).map((name) => option(name)),
}) // prettier than it is
const [zones, boards] = [fits(['America/Los_Angeles', 'America/New_York', 'Europe/Berlin']), fits(['Kitchen', 'Garden', 'Hall'])]
app.options('zone', async ({ ack, options: { value } }) => ack(await zones(value)))
app.options('boards', async ({ ack, options: { value } }) => ack(await boards(value)))
app.view('lists', async ({ ack, view }) => {
  submitted.push(view.state.values)
  await ack()
})
const menu = {
  type: 'overflow' as const,
  action_id: 'more',
  options: ['Details', 'Edit', 'Move', 'Copy', 'Delete'].map((name) => option(name)),
}
const submitted = useEveryControl(app, {
  lists: ({ command, client }) => client.views.open({ trigger_id: command.trigger_id, view: lists }),
  cards: async ({ command, client }) => {
    const blocks = [{ type: 'section' as const, text: { type: 'mrkdwn' as const, text: 'The newest card' }, accessory: menu }]
    await client.chat.postMessage({ channel: command.channel_id, text: 'The newest card', blocks })
  },
  whisper: ({ respond }) => {
    const button = { type: 'button' as const, action_id: 'change', text: text('Change') }
    return respond({ text: 'Whispered', blocks: [{ type: 'section' as const, text: text('Whispered'), accessory: button }] })
  },
})
app.action('change', async ({ ack, respond }) => {
  await ack()
  await respond({ replace_original: true, text: 'Changed' })
})

const chrome = await aChrome()
const aWindow = (look = {}) => chrome.aPage(`${baseUrl}/sandbox`, look)
const options = (within: Page | Locator) => within.getByRole('option').allTextContents()

beforeEach(async () => {
  await ada.open('general')
})

test('why a file is not taken is said under its field, above the form', async () => {
  const { page, complaints } = await aWindow()
  await type(page, '/pin')
  await modal(page)
    .getByLabel('Picture')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no') })
  const why = modal(page).getByRole('alert')
  await why.getByText('"a.txt" is of a kind this field does not take.').waitFor()
  expect(await isOnTop(why)).toBe(true)
  await shoot(page, 'refused-file')
  expect(complaints).toEqual([])
})

test('what goes wrong is said above the form that is open, and within it', async () => {
  const { page } = await aWindow()
  await type(page, '/pin')
  const picture = modal(page).getByLabel('Picture')
  await picture.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(11 * 1024 * 1024) })
  const toast = modal(page).getByRole('status').filter({ hasText: 'too large' })
  await toast.waitFor()
  expect(await isOnTop(toast)).toBe(true)
  await modal(page).getByLabel('Next open slot').check()
  await modal(page).locator('[data-pending]').waitFor({ state: 'detached' })
  expect(await isOnTop(toast)).toBe(true) // the form was drawn again meanwhile
  await page.keyboard.press('Escape')
  await page.locator('#modal-title').waitFor({ state: 'detached' })
  expect(await isOnTop(page.locator('#toast'))).toBe(true)
})

test.each([{ width: 1280 }, { width: 390 }])('the menu of the newest card is whole at $width px', async ({ width }) => {
  const { page } = await aWindow({ width })
  const before = await page.locator('li.message').count()
  await type(page, '/pin queue')
  await type(page, '/pin cards')
  await expect.poll(() => page.locator('li.message').count()).toBe(before + 2)
  const card = message(page, 'The newest card')
  await card.getByLabel('More actions').click()
  const items = card.locator('.beside .menu-item')
  await expect.poll(async () => Promise.all((await items.all()).map(isOnTop))).toEqual([true, true, true, true, true])
  await shoot(page, `menu-${width}`)
})

test('a select that is filled gives way to what is typed, and comes back when nothing is chosen', async () => {
  const { page } = await aWindow()
  await type(page, '/pin lists')
  const form = modal(page)
  const zone = form.getByRole('combobox', { name: 'Time zone' })
  expect(await zone.inputValue()).toBe('America/New_York')
  await zone.click()
  await expect.poll(() => options(form)).toEqual(['America/Los_Angeles', 'America/New_York', 'Europe/Berlin'])
  await page.keyboard.type('los ang')
  await expect.poll(() => options(form)).toEqual(['America/Los_Angeles'])
  await shoot(page, 'select-typed')
  await page.keyboard.press('Escape')
  await form.getByRole('textbox', { name: 'Note' }).focus()
  expect(await zone.inputValue()).toBe('America/New_York')
  await zone.focus()
  await page.keyboard.type('berl')
  await expect.poll(() => options(form)).toEqual(['Europe/Berlin'])
  await page.keyboard.press('Enter')
  expect(await zone.inputValue()).toBe('Europe/Berlin')
})

test('a search that finds nothing says so', async () => {
  const { page } = await aWindow()
  await type(page, '/pin lists')
  for (const name of ['Time zone', 'Boards', 'Person']) {
    await modal(page).getByRole('combobox', { name }).click()
    await page.keyboard.type('zzz')
    await modal(page).getByText('No results').waitFor()
    expect(await options(modal(page))).toEqual([])
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
  }
  expect(await page.locator('#modal-title').textContent()).toBe('Lists')
})

test('of several the list stays open for the next, without those that are chosen', async () => {
  const { page } = await aWindow()
  await type(page, '/pin lists')
  const form = modal(page)
  const boards = form.getByRole('combobox', { name: 'Boards' })
  await boards.click()
  await form.getByRole('option', { name: 'Kitchen' }).click()
  await expect.poll(() => options(form)).toEqual(['Garden', 'Hall'])
  await form.getByRole('option', { name: 'Hall' }).click()
  await form.getByRole('button', { name: 'Remove Hall' }).waitFor()
  await expect.poll(() => options(form)).toEqual([]) // two at most
  await form.getByRole('button', { name: 'Remove Kitchen' }).click()
  await form.getByRole('button', { name: 'Remove Kitchen' }).waitFor({ state: 'detached' })
  await boards.click()
  await expect.poll(() => options(form)).toEqual(['Kitchen', 'Garden'])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Backspace')
  await form.getByRole('button', { name: 'Remove Hall' }).waitFor({ state: 'detached' })
})

test('people, channels and options are searched for, and options keep their descriptions', async () => {
  const { page } = await aWindow()
  await type(page, '/pin lists')
  const form = modal(page)
  await form.getByRole('combobox', { name: 'Person' }).fill('mil')
  await form.getByRole('option', { name: 'Milo Member' }).click()
  await form.getByRole('combobox', { name: 'Channel' }).fill('app')
  await form.getByRole('option', { name: 'approvals' }).click()
  await form.getByRole('combobox', { name: 'Role' }).click()
  expect(await options(form)).toEqual(['AdminMay do everything', 'ViewerLooks'])
  await shoot(page, 'select-descriptions')
  await form.getByRole('option', { name: 'Viewer' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await page.locator('#modal-title').waitFor({ state: 'detached' })
  expect(submitted.at(-1)).toMatchObject({
    person: { v: { selected_user: 'U0MEMBER1' } },
    channel: { v: { selected_conversation: 'C0APPROVE' } },
    role: { v: { selected_option: { value: 'viewer' } } },
    zone: { zone: { selected_option: { value: 'America/New_York' } } },
  })
})

test('what an optional select holds can be cleared', async () => {
  const { page } = await aWindow()
  await type(page, '/pin lists')
  await modal(page).getByRole('button', { name: 'Clear America/New_York' }).click()
  await expect.poll(() => modal(page).getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('')
})

test('a command is completed and says what it takes; its verbs are not, as in Slack', async () => {
  const { page } = await aWindow()
  const box = page.getByRole('combobox', { name: /Message/ })
  await box.pressSequentially('/p')
  await expect.poll(() => options(page)).toEqual([expect.stringContaining('/pin[link | queue | find words | help]')])
  await page.keyboard.press('Tab')
  expect(await box.inputValue()).toBe('/pin ')
  await box.pressSequentially('que')
  expect(await options(page)).toEqual([expect.stringContaining('/pin[link | queue | find words | help]')])
  await shoot(page, 'usage-hint')
  await page.keyboard.press('Enter')
  await expect.poll(() => box.inputValue()).toBe('')
})

test('the app is one entry, with Home and Messages; Home has no message box', async () => {
  const { page } = await aWindow()
  const apps = page.locator('#bar').getByRole('button', { name: /Pinslot/ })
  expect(await apps.count()).toBe(1)
  await apps.click()
  await page.locator('.home').waitFor()
  expect(await page.locator('#composer').isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Messages', exact: true }).click()
  await page.locator('#composer').waitFor()
  expect(await apps.getAttribute('aria-current')).toBe('page')
  await page.getByRole('button', { name: 'Home', exact: true }).click()
  await page.locator('#composer').waitFor({ state: 'hidden' })
  await goTo(page, '# general')
  await page.locator('#composer').waitFor()
})

test('the entry of an app that wrote leads to what it wrote', async () => {
  const { page } = await aWindow()
  const apps = page.locator('#bar').getByRole('button', { name: /Pinslot/ })
  await app.client.chat.postMessage({ token: 'xoxb-local-workspace', channel: 'D0ADMIN01', text: 'Your pin went out.' })
  await page.locator('#bar .unread').filter({ hasText: 'Pinslot' }).waitFor()
  await apps.click()
  await page.getByText('Your pin went out.').waitFor()
  await expect.poll(() => page.locator('#bar .unread').count()).toBe(0)
})

test('what is changed for one person alone is not called edited', async () => {
  const { page } = await aWindow()
  await type(page, '/pin whisper')
  await message(page, 'Whispered').getByRole('button', { name: 'Change' }).click()
  await message(page, 'Changed').waitFor()
  expect(await message(page, 'Changed').locator('.edited').count()).toBe(0)
})

test('chosen files are shown as pictures', async () => {
  const { page } = await aWindow()
  await type(page, '/pin')
  const buffer = readFileSync(path.join(root, 'docs/images/stats.png'))
  await modal(page).getByLabel('Picture').setInputFiles({ name: 'vase.png', mimeType: 'image/png', buffer })
  const shown = modal(page).locator('.files img')
  await shown.waitFor()
  await expect.poll(() => shown.evaluate((image: unknown) => (image as Drawn).naturalWidth)).toBeGreaterThan(0)
  await shown.scrollIntoViewIfNeeded()
  await shoot(page, 'chosen-file')
})

/** An element of the page, as these tests look at it. */
type Drawn = {
  getBoundingClientRect(): { left: number; top: number; width: number; height: number }
  contains(other: unknown): boolean
  ownerDocument: { elementFromPoint(x: number, y: number): unknown }
  naturalWidth: number
}

/** Nothing is drawn over its middle, and nothing cuts it off. */
const isOnTop = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element: unknown) => {
    const drawn = element as Drawn
    const { left, top, width, height } = drawn.getBoundingClientRect()
    return [4, height / 2, height - 4].every((y) => {
      const found = drawn.ownerDocument.elementFromPoint(left + width / 2, top + y)
      return found !== null && drawn.contains(found)
    })
  })
