/** Feeds in the running app: the sandbox’s own shop is added in a form, and its newest pages become drafts. */
import { expect, test } from 'vitest'
import { aChrome } from '../chromium.js'
import { goTo, message, modal, submit, type } from '../person.js'
import { aRunningApp } from '../running-app.js'
import { inEveryLook } from './in-every-look.js'

const { baseUrl } = await aRunningApp()
const chrome = await aChrome()
const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox?as=admin`)

test('a feed is added, and a moment later drafts of it wait for review', async () => {
  await type(page, '/pin feeds')
  await modal(page).getByText('No feeds yet.').waitFor()
  await modal(page).getByRole('button', { name: 'Add a feed' }).click()
  await modal(page).getByLabel('Feed URL').fill('https://shop.example.com/feed.xml')
  await inEveryLook(page, modal(page), 'feed-form')
  await submit(page)
  await modal(page).getByText('Added.').waitFor()
  await expect
    .poll(
      async () => {
        await modal(page).getByRole('button', { name: 'Refresh the feeds' }).click()
        return modal(page).innerText()
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toContain('3 drafts wait for your review.')
  await inEveryLook(page, modal(page), 'feeds')
  await modal(page).getByRole('button', { name: 'Review drafts' }).click()
  await modal(page).getByText('Your review is in your messages with Pinslot.').waitFor()
  await modal(page).getByRole('button', { name: 'Done' }).last().click()
  await goTo(page, 'Pinslot')
  const review = message(page, '3 pins to review')
  await review.getByRole('button', { name: 'Schedule all (3)' }).first().waitFor()
  await inEveryLook(page, review, 'feed-review')
  expect(complaints).toEqual([])
})
