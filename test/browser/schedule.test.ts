/** The schedule in Slack, as a person sees it: the week as a grid, and this week as a picture. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { channels } from '../../src/sandbox/slack/ids.js'
import { aSlackUser } from '../support/slack-user.js'
import { aChrome, expectNoSideScroll, shoot } from './chromium.js'
import { choose, countPresses, goTo, modal } from './person.js'
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
  await choose(page, 'Days', 'Tuesday')
  await dialog.getByLabel('Time', { exact: true }).fill('06:45')
  await shoot(page, 'schedule-add')
  await dialog.locator('[data-do=submit]').click()
  await dialog.getByText('15 weekly slots').waitFor()
  await dialog.getByText('6:45 AM').first().waitFor()
  await shoot(page, 'schedule-grid')
  expect(complaints).toEqual([])
})

/** What a person could press in Home, as they see it: the parts of a closed select and of a closed menu are none of their own. */
const COUNT = String.raw`(() => {
  const home = document.querySelector('.home')
  const seen = (element) => element.checkVisibility() && !element.closest('[role=listbox], [role=menu]')
  const pressable = [...home.querySelectorAll('.block button, .block [role=combobox]')].filter(seen)
  const own = pressable.filter((one) => !pressable.some((other) => other !== one && other.contains(one)))
  const words = [...home.querySelectorAll('.block')].map((block) => block.innerText).join(' ')
  return { buttons: own.length, words: words.split(/\s+/).filter(Boolean).length, height: home.scrollHeight }
})()`

/** @param most the words; a slot that is filled has more of them than an open one */
async function expectGlance(page: Page, most = 100): Promise<void> {
  const { buttons, words, height } = await page.evaluate<{ buttons: number; words: number; height: number }>(COUNT)
  expect(buttons).toBeGreaterThan(5)
  expect(buttons).toBeLessThanOrEqual(16)
  expect(words).toBeLessThanOrEqual(most)
  expect(height).toBeLessThanOrEqual(1300)
}

test.each([
  { width: 1280, height: 800, dark: false },
  { width: 390, height: 844, dark: true },
])('Home shows this week as a picture, with at most 16 buttons and 100 words, at $width px, dark: $dark', async (look) => {
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`, look)
  await goTo(page, 'Pinslot Home')
  const picture = page.locator('.home img[alt^="The next 7 days"]')
  await picture.waitFor()
  await expect
    .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(1000) // drawn twice as fine as it is shown; an image has that property
  const week = await picture.getAttribute('alt')
  expect(week).toMatch(/open slot.*\d:\d\d [AP]M Jars for a small pantry/)
  expect(week?.match(/(Sun|Mon|Tue|Wed|Thu|Fri|Sat), [A-Z][a-z]{2} \d+:/g)).toHaveLength(7)
  await shoot(page, `schedule-home-${look.width}-${look.dark ? 'dark' : 'light'}`)
  await expectNoSideScroll(page)
  await expectGlance(page)
  expect(complaints).toEqual([])
})

/** Three pins of Milo's that wait for Ada. */
async function threeRequests(): Promise<void> {
  const milo = aSlackUser(baseUrl, 'member')
  await milo.open('general')
  await ada.command('/pin settings')
  await ada.click('Roles')
  await ada.click('Add or change a person')
  await ada.fill({ Person: 'milo', Role: 'Contributor' })
  await ada.submit()
  await ada.close()
  await ada.click('Edit: approval')
  await ada.fill({ 'Pins of contributors': 'Required', Channel: channels.approvals })
  await ada.submit()
  await ada.close()
  for (const title of ['One vase for the table', 'A lamp beside the bed', 'Three shelves and a plant']) {
    await milo.command('/pin')
    const link = `https://shop.example.com/${title.replaceAll(' ', '-')}`
    const image = `${baseUrl}/sandbox/media/vase-1.jpg`
    await milo.fill({ 'Image link': image, Title: title, Description: 'Blue, hand thrown.', 'Destination link': link })
    await milo.fill({ Board: 'Table settings' })
    await milo.submit()
  }
}

test('with four requests Home still fits a glance, and two presses approve the first', async () => {
  await threeRequests()
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`, { width: 390, height: 844 })
  await goTo(page, 'Pinslot Home')
  await page.locator('.home').getByText('4 requests wait').waitFor()
  await page.locator('.home img[alt^="The next 7 days"]').waitFor()
  await expectGlance(page, 120)
  await shoot(page, 'schedule-home-requests')
  const presses = await countPresses(page)
  await page.getByRole('button', { name: /Review requests/ }).click()
  await modal(page)
    .getByRole('button', { name: /^Approve: / })
    .first()
    .click()
  await modal(page).getByText('Approved and scheduled.').first().waitFor()
  expect(await presses()).toBe(2)
  await shoot(page, 'schedule-requests')
  await expectNoSideScroll(page)
  expect(complaints).toEqual([])
})
