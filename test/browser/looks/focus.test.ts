/** Where the focus is on the workspace's page, and what is read out, before a Bolt app that uses every control. */
import type { KnownBlock } from '@slack/types'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { aBoltApp } from '../../sandbox/bolt-app.js'
import { aDatabase } from '../../support/database.js'
import { aChrome } from '../chromium.js'
import { useEveryControl } from '../every-control.js'
import { goTo, message, modal, type } from '../person.js'

const { db } = await aDatabase()
const { app, baseUrl, ada, milo } = await aBoltApp(db, {}, (fastify) => {
  fastify.get('/sandbox/clock', async () => ({ now: '2026-03-02T10:00:00.000Z' }))
})
const text = (words: string) => ({ type: 'plain_text' as const, text: words })
/** A list whose blocks are new with each page, as those of the queue. */
const listAt = (page: number): KnownBlock[] => [
  {
    type: 'actions',
    block_id: `account-${page}`,
    elements: [{ type: 'button', action_id: 'account', text: text('Account') }],
  },
  {
    type: 'actions',
    block_id: `turn-${page}`,
    elements: [
      { type: 'button', action_id: 'back', text: text('‹ Earlier'), value: String(page - 1) },
      { type: 'button', action_id: 'on', text: text('Later ›'), value: String(page + 1) },
    ],
  },
  { type: 'section', text: { type: 'mrkdwn', text: `Page ${page}` } },
]
useEveryControl(app, {
  small: ({ command, client }) =>
    client.views.open({
      trigger_id: command.trigger_id,
      view: {
        type: 'modal',
        callback_id: 'small',
        title: text('Small'),
        submit: text('Save'),
        blocks: [{ type: 'section', text: text('Nothing to fill in') }],
      },
    }),
  keys: ({ command, client }) => {
    const confirm = { title: text('Revoke?'), text: text('It ends.'), confirm: text('Revoke'), deny: text('Cancel') }
    const accessory = { type: 'button' as const, action_id: 'revoke', text: text('Revoke'), confirm }
    return client.views.open({
      trigger_id: command.trigger_id,
      view: {
        type: 'modal',
        callback_id: 'keys',
        title: text('API keys'),
        blocks: [{ type: 'section', text: text('Key'), accessory }],
      },
    })
  },
  pages: ({ respond }) => respond({ text: 'A list', blocks: listAt(1) }),
})
app.view('small', ({ ack }) => ack())
let listed = 1
app.action('on', async ({ ack, respond }) => {
  await ack()
  listed += 1
  await respond({ replace_original: true, text: 'A list', blocks: listAt(listed) })
})

const chrome = await aChrome()
const aWindow = () => chrome.aPage(`${baseUrl}/sandbox`)
const typed = (page: Page) => page.locator('#typed').inputValue()
const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent || document.activeElement.id')

beforeEach(async () => {
  await ada.open('general')
})

test('on load the focus is in the message box, and both skip links lead somewhere', async () => {
  const { page } = await aWindow()
  await page.keyboard.type('/pin')
  expect(await typed(page)).toBe('/pin')
  for (const link of await page.locator('.skip').all())
    await page.locator((await link.getAttribute('href'))!).waitFor({ state: 'attached' })
})

test.each(['Escape', 'Cancel', 'Close', 'Save'])('after %s closes a form, the message box takes text', async (how) => {
  const { page, complaints } = await aWindow()
  await type(page, '/pin small')
  await modal(page).getByText('Nothing to fill in').waitFor()
  if (how === 'Escape') await page.keyboard.press('Escape')
  else await modal(page).getByRole('button', { name: how, exact: true }).click()
  await modal(page).waitFor({ state: 'hidden' })
  await page.keyboard.type('Next')
  expect(await typed(page)).toBe('Next')
  expect(complaints).toEqual([])
})

test('a form without a field does not open with the focus on what deletes', async () => {
  const { page } = await aWindow()
  await type(page, '/pin keys')
  await modal(page).getByRole('button', { name: 'Revoke' }).waitFor()
  await expect.poll(() => focused(page)).toBe('API keys')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Revoke')
})

test('“Later ›” keeps the focus from page to page, though all of the list is replaced', async () => {
  const { page } = await aWindow()
  await type(page, '/pin pages')
  await message(page, 'Page 1').getByRole('button', { name: 'Later ›' }).focus()
  for (const number of [2, 3]) {
    await page.keyboard.press('Enter')
    await message(page, `Page ${number}`).waitFor()
    expect(await focused(page)).toBe('Later ›')
  }
})

test('messages are a log of each channel’s own, and a channel with new ones is described as unread', async () => {
  const { page } = await aWindow()
  const log = page.getByRole('log', { name: 'Messages' })
  const first = await log.getAttribute('id')
  await milo.open('random')
  await milo.say('Something new')
  const channel = page.locator('#bar').getByRole('button', { name: '# random', exact: true })
  await expect.poll(() => channel.getAttribute('aria-describedby')).toBe('unread')
  await page.locator('#unread', { hasText: 'Unread messages' }).waitFor({ state: 'attached' })
  await goTo(page, '# random')
  await expect.poll(() => channel.getAttribute('aria-describedby')).toBeNull()
  expect(await log.getAttribute('id')).not.toBe(first)
})
