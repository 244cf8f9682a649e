/** What people search for, as a newcomer sees it on the page: the list, a pin about one of them, and words offered for another pin. */
import { expect, test } from 'vitest'
import { aChrome, expectNoSideScroll, screenshots, shoot } from '../chromium.js'
import { message, modal, type } from '../person.js'
import { aRunningApp } from '../running-app.js'

const { baseUrl } = await aRunningApp()
const chrome = await aChrome()
const LOOKS = [1280, 390].flatMap((width) => [false, true].map((dark) => ({ width, height: 1600, dark })))
/** A file of the workspace, loaded. */
const PICTURE = `[...[...document.querySelectorAll('li.message')].filter((one) => one.innerText.includes('Searches in season')).at(-1).querySelectorAll('img')]
  .some((image) => new URL(image.src).pathname.startsWith('/sandbox/slack/files/') && image.complete && image.naturalWidth > 1000)`

test.each(LOOKS)('/pin trends shows what people search for, and begins a pin about it: %j', async (look) => {
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`, look)
  const name = `${look.width}-${look.dark ? 'dark' : 'light'}`
  await type(page, '/pin trends seasonal')
  const list = message(page, 'Searches in season')
  await list.getByText('What people search for on Pinterest in the United States.').waitFor()
  await expect.poll(() => page.evaluate<boolean>(PICTURE)).toBe(true)
  await expectNoSideScroll(page)
  await list.screenshot({ path: `${screenshots}/trends-${name}.png` })
  await type(page, '/pin trends yearly warm kitchens')
  const fitting = message(page, 'Top searches this year for “Warm kitchens”')
  await fitting
    .getByText(/An? (?:fair|good|very good|excellent) match/)
    .first()
    .waitFor()
  await fitting.screenshot({ path: `${screenshots}/trends-board-${name}.png` })
  await fitting.getByRole('button', { name: 'Draft a pin: kitchen shelf ideas' }).click()
  const form = modal(page)
  await form.getByRole('heading', { name: 'New pin' }).waitFor()
  expect(await form.getByRole('combobox', { name: /^Board/ }).inputValue()).toBe('Warm kitchens')
  expect(await form.getByLabel(/^Description/).inputValue()).toBe('Kitchen shelf ideas')
  await shoot(page, `trends-composer-${name}`)
  await form.getByLabel(/^Description/).fill('Shelves of oak.')
  await form.getByLabel('Save as draft').check()
  await form.getByText('People search for these.').waitFor()
  await form.getByText('People search for these.').scrollIntoViewIfNeeded()
  await shoot(page, `trends-words-${name}`)
  await form.getByRole('button', { name: /^kitchen shelf ideas/ }).click()
  await expect.poll(() => form.getByLabel(/^Description/).inputValue()).toBe('Shelves of oak. Kitchen shelf ideas')
  await form.getByRole('button', { name: /^kitchen shelf ideas/ }).waitFor({ state: 'detached' })
  await form.getByRole('button', { name: 'Cancel' }).click()
  await form.waitFor({ state: 'hidden' })
  await type(page, '/pin trends xylophones')
  await message(page, 'none with “xylophones”').waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})
