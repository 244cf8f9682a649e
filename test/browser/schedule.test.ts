/** The schedule in Slack, as a person sees it: the week as a grid, and the coming four weeks as a picture. */
import { beforeEach, expect, test } from 'vitest'
import { aSlackUser } from '../support/slack-user.js'
import { aChrome, expectNoSideScroll, shoot } from './chromium.js'
import { choose, goTo } from './person.js'
import { aRunningApp } from './running-app.js'

const { baseUrl } = await aRunningApp()
const chrome = await aChrome()
const ada = aSlackUser(baseUrl, 'admin')

beforeEach(async () => {
  await ada.open('general')
})

test('a slot is added to the week, and the grid shows it', async () => {
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`)
  const box = page.getByRole('combobox', { name: /Message/ })
  await box.fill('/pin slots')
  await box.press('Enter')
  const dialog = page.locator('#modal')
  await dialog.getByText('14 weekly slots').waitFor()
  await dialog.getByRole('button', { name: 'Add a slot' }).click()
  await choose(page, 'Days', 'Monday')
  await dialog.getByLabel('Time', { exact: true }).fill('06:45')
  await shoot(page, 'schedule-add')
  await dialog.locator('[data-do=submit]').click()
  await dialog.getByText('15 weekly slots').waitFor()
  await dialog.getByText('6:45 AM').first().waitFor()
  await shoot(page, 'schedule-grid')
  expect(complaints).toEqual([])
})

test.each([
  { width: 1280, height: 800, dark: false },
  { width: 390, height: 800, dark: true },
])('Home shows the coming four weeks as a picture at $width px, dark: $dark', async (look) => {
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`, look)
  await goTo(page, 'Pinslot Home')
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  const picture = page.locator('.home img[alt^="The next 28 days"]')
  await picture.waitFor()
  await expect
    .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth), { timeout: 20_000 })
    .toBeGreaterThan(1000) // drawn twice as fine as it is shown; an image has that property
  expect(await picture.getAttribute('alt')).toMatch(/The next 28 days: \d+ pins?, \d+ open slots?/)
  await shoot(page, `schedule-home-${look.width}-${look.dark ? 'dark' : 'light'}`)
  await expectNoSideScroll(page)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByText('Next pins').first().waitFor()
  expect(complaints).toEqual([])
})
