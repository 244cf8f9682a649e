/** Views of Slack in each look, which no other test of the browser sees in all of them: nothing sticks out, nothing is cut off, all can be read. */
import { expect, test } from 'vitest'
import { aChrome } from '../chromium.js'
import { inEveryLook } from './in-every-look.js'
import { goTo, message, modal, submit, type } from '../person.js'
import { aRunningApp } from '../running-app.js'

const { baseUrl, apiKey, accounts } = await aRunningApp()
const chrome = await aChrome()
const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox?as=admin`)
const form = modal(page)

const press = (name: string | RegExp) => form.getByRole('button', { name }).first().click()

async function seen(title: string, name: string): Promise<void> {
  await expect.poll(() => page.locator('#modal-title').textContent()).toBe(title)
  await inEveryLook(page, form, name)
}

/** As many as are open, each by its own Escape. */
async function closeForms(): Promise<void> {
  for (;;) {
    const title = await page.locator('#modal-title').textContent()
    await page.keyboard.press('Escape')
    await page.locator('#modal-title', { hasText: title ?? '' }).waitFor({ state: 'detached' })
    if (!(await form.isVisible())) return
  }
}

test('the webhooks behind Advanced, their form, its refusal, the secret, and one of them', async () => {
  await type(page, '/pin settings')
  await press('Advanced')
  await press('Open: webhooks')
  await form.getByText('No webhooks yet.').waitFor()
  await seen('Webhooks', 'webhooks-none')
  await press('Add a webhook')
  await form.getByLabel(/^URL/).fill('http://10.0.0.1/hook')
  await form.locator('[data-do=submit]').click()
  await form.getByText('The URL must begin with https.').waitFor()
  await seen('Add a webhook', 'webhook-refused')
  await form.getByLabel(/^URL/).fill('https://hooks.example.com/pinslot')
  await form.locator('[data-do=submit]').click()
  await seen('Webhook secret', 'webhook-secret')
  await press('Done')
  await form.getByText('Active · nothing sent yet').waitFor()
  await seen('Webhooks', 'webhooks')
  await press(/^Open: https/)
  await form.getByText('Nothing sent yet.').waitFor()
  await press('Pause this webhook')
  await form.getByText('Paused just now. Events wait until you resume it.').waitFor()
  await seen('Webhook', 'webhook')
  await press('Edit this webhook')
  await seen('Edit webhook', 'webhook-edit')
  await closeForms()
})

test('the board forms Rename and Sections', async () => {
  const choose = async (board: string, item: string) => {
    await form.locator('.block.section', { hasText: board }).getByLabel('More actions').click()
    await page
      .getByRole('menuitem', { name: item })
      .or(page.getByRole('button', { name: item, exact: true }))
      .last()
      .click()
  }
  await type(page, '/pin boards')
  await form.getByText('Warm kitchens').waitFor()
  await choose('Warm kitchens', 'Edit')
  await seen('Edit board', 'board-rename')
  await submit(page)
  await choose('Table settings', 'Sections')
  await form.getByText('2 sections').waitFor()
  await seen('Sections', 'board-sections')
  await press('Add a section')
  await seen('Add a section', 'board-section-new')
  await closeForms()
})

const DAY_MS = 24 * 60 * 60 * 1000
const of = new URLSearchParams({
  status: 'sent',
  limit: '1',
  startDate: new Date(Date.now() - 60 * DAY_MS).toISOString(),
  endDate: new Date().toISOString(),
})
const answer = await fetch(`${baseUrl}/v1/accounts/${accounts[0]!.id}/posts?${of.toString()}`, {
  headers: { authorization: `Bearer ${apiKey}` },
})
const { data } = (await answer.json()) as { data: { posts: [{ id: string }] } } // the contract's envelope

const ANSWERS = [
  ['queue', '/pin queue', 'open slots'],
  ['published', '/pin published', 'Published pins'],
  ['details', `/pin show ${data.posts[0].id}`, 'Pinterest ID'],
  ['stats', '/pin stats', 'Compared with'],
  ['digest', '/pin digest', 'Next 7 days'],
  ['ideas', '/pin ideas warm kitchens kitchen shelves', 'none on the board yet'],
] as const

test.each(ANSWERS)('the message of %s', async (name, line, words) => {
  await type(page, line)
  await message(page, words).waitFor()
  await inEveryLook(page, message(page, words), `message-${name}`)
})

test('a pin of the evergreen pool, its menu and its limits', async () => {
  const [account] = accounts
  const added = await fetch(`${baseUrl}/v1/accounts/${account!.id}/evergreen/pool/${data.posts[0].id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ atMost: 3, months: [1, 11, 12] }),
  })
  expect(added.status).toBe(200)
  await type(page, '/pin evergreen')
  await form.getByText('at most 3 times').waitFor()
  await seen('Evergreen', 'evergreen-pool')
  await form.getByLabel('More actions').last().click()
  await page
    .getByRole('menuitem', { name: 'Limits…', exact: true })
    .or(page.getByRole('button', { name: 'Limits…', exact: true }))
    .last()
    .click()
  await form.getByLabel('Until').fill('2000-01-01')
  await form.locator('[data-do=submit]').click()
  await form.getByText('Until must be today or later.').waitFor()
  await seen('Limits', 'evergreen-limits')
  await closeForms()
})

test('Home', async () => {
  await goTo(page, 'Pinslot Home')
  await inEveryLook(page, page.locator('.home'), 'home-look')
  expect(await page.locator('.home').getByText('You see').count()).toBe(0) // Ada lives in the account’s zone
  expect(complaints).toEqual([])
})
