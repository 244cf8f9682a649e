/** From “connected” to ready on the page: the form that changes by itself, the message and Home, with the presses counted. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aChrome, expectNoSideScroll, shoot } from '../chromium.js'
import { choose, countPresses, goTo, message, modal, submit, type } from '../person.js'
import { aRunningApp } from '../running-app.js'

const { baseUrl } = await aRunningApp()
const chrome = await aChrome()

/** The account of the platform that no team has yet. */
async function connect(page: Page): Promise<void> {
  await goTo(page, '# pins')
  await type(page, '/pin connect')
  const href = await modal(page).getByRole('link', { name: 'Connect at Pinterest' }).getAttribute('href')
  const other = await page.context().newPage()
  await other.goto(href ?? '')
  await other.getByRole('button', { name: 'Continue to Pinterest' }).click()
  await other.getByLabel('studio_north').check()
  await other.getByRole('button', { name: 'Allow' }).click()
  await other.getByRole('heading', { name: 'Connected as studio_north' }).waitFor()
  await other.close()
}

test.each([
  { width: 1440, height: 900, dark: false },
  { width: 390, height: 844, dark: true },
])('a connected account is ready after at most two presses, at $width px', async (look) => {
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`, look)
  await connect(page)
  const presses = await countPresses(page)
  await modal(page).getByText('studio_north is connected').waitFor()
  await shoot(page, `set-up-form-${look.width}`)
  await expectNoSideScroll(page)
  if (look.dark) return // the first look has set it up
  await modal(page).locator('[data-do=submit]').click()
  await modal(page).getByText('Ready. Your next open slot is').waitFor()
  expect(await presses()).toBeLessThanOrEqual(2)
  await shoot(page, 'set-up-ready')
  await modal(page).getByRole('button', { name: 'New pin', exact: true }).click()
  await page.locator('#modal-title', { hasText: 'New pin' }).waitFor()
  await page.keyboard.press('Escape')
  await goTo(page, 'Pinslot')
  await message(page, 'Ready. Your next open slot is').waitFor()
  await shoot(page, 'set-up-message')
  expect(complaints).toEqual([])
})

test('every weekday at noon is one form of at most six presses', async () => {
  const { page } = await chrome.aPage(`${baseUrl}/sandbox`, { width: 1440, height: 900 })
  await type(page, '/pin slots')
  await modal(page)
    .getByText(/weekly slots/)
    .first()
    .waitFor()
  const presses = await countPresses(page)
  await modal(page).getByRole('button', { name: 'Add a slot' }).click()
  await choose(page, 'Days', 'Monday to Friday')
  await modal(page).getByLabel('Time', { exact: true }).fill('12:00')
  await shoot(page, 'slots-add')
  await submit(page)
  await modal(page).getByText('Added Monday to Friday 12:00 PM').waitFor()
  expect(await presses()).toBeLessThanOrEqual(6)
  await modal(page).getByRole('button', { name: 'Rebuild' }).click()
  await modal(page).locator('[data-do=submit]').click()
  await modal(page).getByText('hours apart').waitFor()
  await shoot(page, 'slots-preview')
})
