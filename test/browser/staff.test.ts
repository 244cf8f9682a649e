/** A report from `/pin report` to its resolution by the staff, on the page. */
import { expect, test } from 'vitest'
import { aChrome, expectNoSideScroll, shoot } from './chromium.js'
import { become, goTo, message, modal, submit, type } from './person.js'
import { aRunningApp } from './running-app.js'

const { baseUrl } = await aRunningApp()
const chrome = await aChrome()

test('a report is claimed and resolved on its card in #staff, and who sent it reads the note', async () => {
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox?as=member`)
  const form = modal(page)
  await goTo(page, '# general')
  await type(page, '/pin report The queue shows a pin twice')
  await expect.poll(() => form.getByLabel(/^What went wrong/).inputValue()).toBe('The queue shows a pin twice')
  await form.getByLabel(/^Command or button/).fill('/pin queue')
  await submit(page)
  await shoot(page, 'staff-sent')

  await become(page, 'Ada')
  await goTo(page, '# staff')
  const card = page.locator('li.message', { hasText: 'The queue shows a pin twice' })
  await card.getByRole('button', { name: /^Claim/ }).click()
  await card.getByText('Claimed by @Ada Admin').waitFor()
  await card.getByRole('button', { name: /^Unclaim/ }).waitFor()
  await shoot(page, 'staff-claimed')
  await card.getByRole('button', { name: /^Resolve/ }).click()
  await form.getByLabel(/^Note/).fill('Fixed: each pin is shown once.')
  await shoot(page, 'staff-note')
  await submit(page)
  await card.getByText('Resolved by @Ada Admin').waitFor()
  await card.getByText('Fixed: each pin is shown once.').waitFor()
  expect(await card.count()).toBe(1) // in its place
  expect(await card.getByRole('button', { name: /^(Claim|Unclaim|Resolve)/ }).count()).toBe(0)
  await shoot(page, 'staff-resolved')

  await become(page, 'Milo')
  await goTo(page, 'Pinslot')
  await message(page, 'is resolved').getByText('Fixed: each pin is shown once.').waitFor()
  await shoot(page, 'staff-told')
  expect(complaints).toEqual([])
})

test.each([
  { width: 1280, height: 800, dark: true },
  { width: 390, height: 800, dark: false },
  { width: 390, height: 800, dark: true },
])('a request is sent by keyboard and its card fits $width px, dark: $dark', async (look) => {
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox?as=admin`, look)
  const words = `A calendar of a year at ${look.width} px, ${look.dark ? 'dark' : 'light'}`
  await goTo(page, '# general')
  await type(page, '/pin request')
  await page.getByRole('dialog', { name: 'Request a feature' }).waitFor()
  expect(await page.evaluate(`document.activeElement.nodeName`)).toBe('TEXTAREA')
  await page.keyboard.type(words)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab') // past “Cancel”
  expect(await page.evaluate(`document.activeElement.textContent`)).toBe('Send request')
  await page.keyboard.press('Enter')
  await modal(page).waitFor({ state: 'hidden' })
  expect(await page.evaluate(`document.activeElement.id`)).toBe('typed') // where the command was typed
  await goTo(page, '# staff')
  await message(page, words)
    .getByRole('button', { name: /^Claim/ })
    .waitFor()
  await expectNoSideScroll(page)
  await shoot(page, `staff-${look.width}-${look.dark ? 'dark' : 'light'}`)
  expect(complaints).toEqual([])
})
