/** What the README promises a newcomer: a pin, one click, and it is there. */
import { expect, test } from 'vitest'
import { aChrome, shoot } from '../chromium.js'
import { compose, message, submit, type } from '../person.js'
import { aRunningApp } from '../running-app.js'

const { baseUrl } = await aRunningApp()
const chrome = await aChrome()

test('one click after scheduling into the next open slot, the pin is out, named, and can be seen', async () => {
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`)
  await type(page, '/pin')
  await compose(page, {
    title: 'My first lamp',
    image: `${baseUrl}/sandbox/media/lamp-1.jpg`,
    link: 'https://shop.example.com/my-first-lamp',
  })
  await submit(page)
  await message(page, 'Scheduled for').waitFor()
  await page.getByRole('button', { name: 'Forward to the next pin' }).click()
  const toast = page.getByRole('status')
  await toast.getByText('Published: My first lamp · maple_and_thread').waitFor({ timeout: 20_000 })
  await shoot(page, 'first-pin-published')
  const address = await toast.getByRole('link', { name: 'See it' }).getAttribute('href')
  await page.goto(new URL(address ?? '', baseUrl).href)
  await page.getByRole('heading', { name: 'My first lamp' }).waitFor()
  expect(complaints).toEqual([])
})

test('what Pinterest answers is chosen for one account on its page', async () => {
  const { page } = await chrome.aPage(`${baseUrl}/sandbox/platform`)
  await page.getByText('What Pinterest answers').click()
  await page.getByRole('combobox', { name: /@maple_and_thread/ }).selectOption('Under review')
  await page.getByText('@maple_and_thread: Under review').waitFor()
  const { standings } = (await (await fetch(`${baseUrl}/sandbox/platform/standings`)).json()) as { standings: unknown }
  expect(standings).toEqual([{ username: 'maple_and_thread', standing: 'under_review' }])
})
