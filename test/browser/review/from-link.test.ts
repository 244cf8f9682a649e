/** A link becomes three scheduled pins in the first minute: the product as a newcomer starts it, counted as a person does it. */
import { expect, test } from 'vitest'
import { aSlackUser } from '../../support/slack-user.js'
import { aChrome, expectNoSideScroll, shoot } from '../chromium.js'
import { countPresses, goTo, message, type } from '../person.js'
import { aRunningApp } from '../running-app.js'

const { baseUrl, apiKey, accounts } = await aRunningApp()
const chrome = await aChrome()
const ada = aSlackUser(baseUrl, 'admin')

const MOST_PRESSES = 3
const MOST_MS = 60_000
const SHOP = 'https://shop.example.com'

type Post = { id: string; title: string; url: string; status: string; generationId?: string }
async function posts(status: string): Promise<Post[]> {
  const response = await fetch(`${baseUrl}/v1/accounts/${accounts[0]!.id}/posts?status=${status}&limit=100`, {
    headers: { authorization: `Bearer ${apiKey}` },
  })
  const { data } = (await response.json()) as { data: { posts: Post[] } } // the contract's envelope
  return data.posts
}

test('in the messages with the app one press schedules what /pin LINK made', async () => {
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`)
  page.setDefaultTimeout(MOST_MS)
  await goTo(page, 'Pinslot')
  const presses = await countPresses(page)
  const begun = performance.now()
  await type(page, `/pin ${SHOP}/open-shelves`)
  const review = message(page, '3 pins to review')
  const all = review.getByRole('button', { name: 'Schedule all (3)' }).first()
  await all.waitFor({ timeout: MOST_MS })
  const readMs = performance.now() - begun
  await expectNoSideScroll(page)
  for (const words of [
    'Open shelves that stay tidy',
    'Three boards, ten jars',
    '3 pins share a link. They go out at least 3 days apart.',
    'shop.example.com',
  ])
    await review.getByText(words, { exact: false }).first().waitFor()
  await review.getByRole('img').nth(2).waitFor()
  await all.click()
  await message(page, /Scheduled 3 pins/).waitFor({ timeout: MOST_MS })
  console.info(`a link: ${await presses()} presses, drafts after ${(readMs / 1000).toFixed(1)} s`)
  expect(await presses()).toBeLessThanOrEqual(MOST_PRESSES)
  const queued = (await posts('queued')).filter(({ generationId }) => generationId !== undefined)
  expect(queued.map(({ url }) => url)).toEqual([1, 2, 3].map(() => `${SHOP}/open-shelves`))
  await shoot(page, 'link-scheduled')
  await message(page, /Scheduled 3 pins/)
    .getByRole('button', { name: 'Undo' })
    .click()
  await message(page, 'Undone. All of them are drafts again.').waitFor({ timeout: MOST_MS })
  expect((await posts('queued')).filter(({ generationId }) => generationId !== undefined)).toEqual([])
  expect(complaints).toEqual([])
})

test('in a channel it takes two, without leaving it', async () => {
  const { page } = await chrome.aPage(`${baseUrl}/sandbox`)
  page.setDefaultTimeout(MOST_MS)
  await type(page, '/pin https://shop.example.com/autumn-plates to table')
  const presses = await countPresses(page)
  await message(page, '3 drafts are ready.').getByRole('button', { name: 'Review them' }).click()
  const all = message(page, 'Autumn plates, nothing matching').getByRole('button', { name: 'Schedule all (3)' }).first()
  await all.waitFor({ timeout: MOST_MS })
  await all.click()
  await message(page, /Scheduled 3 pins/).waitFor({ timeout: MOST_MS })
  expect(await presses()).toBeLessThanOrEqual(2)
})

test('each part of it is there to be seen, at both widths and in both lights', async () => {
  await ada.open('dm')
  for (const page of ['oak-shelf', 'private-sale', 'cart']) await ada.command(`/pin ${SHOP}/${page}`)
  const { page } = await chrome.aPage(`${baseUrl}/sandbox?as=admin&window=act`)
  page.setDefaultTimeout(MOST_MS)
  await goTo(page, 'Pinslot')
  await page.reload()
  const review = message(page, '5 pins to review')
  await review.getByText('2 couldn’t be read').waitFor({ timeout: MOST_MS })
  await review.getByText('asks not to be saved to Pinterest').waitFor()
  await review.getByText('robots.txt').waitFor()
  for (const width of [1280, 390])
    for (const light of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: width === 1280 ? 1700 : 1900 })
      await page.emulateMedia({ colorScheme: light })
      await expectNoSideScroll(page)
      await shoot(page, `link-${width}-${light}`)
    }
})
