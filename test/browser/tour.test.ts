/** A newcomer's first five minutes: compose a pin in Slack, forward the clock, see it on the platform. */
import { beforeEach, expect, test } from 'vitest'
import { aSlackUser } from '../support/slack-user.js'
import { aChrome, expectNoSideScroll, shoot } from './chromium.js'
import { goTo, type } from './person.js'
import { aRunningApp } from './running-app.js'

const { baseUrl, apiKey, accounts } = await aRunningApp()
const chrome = await aChrome()
const ada = aSlackUser(baseUrl, 'admin')

beforeEach(async () => {
  await ada.open('general')
})

test('from the help a pin is composed, goes out when the clock is forwarded, and is seen on the platform', async () => {
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`)
  const box = page.getByRole('combobox', { name: /Message/ })
  await box.fill('/pin help')
  await box.press('Enter')
  const dialog = page.locator('#modal')
  await page.getByText('What /pin can do').waitFor()
  await page.getByRole('button', { name: 'New pin', exact: true }).last().click()
  await dialog.getByRole('button', { name: /^More/ }).click()
  await dialog.getByLabel(/Image link/).fill(`${baseUrl}/sandbox/media/vase-1.jpg`)
  await dialog.getByLabel(/^Title/).fill('A vase for the tour')
  await dialog.getByLabel(/Description/).fill('Blue, hand thrown, holds one branch.')
  await dialog.getByLabel(/Destination link/).fill('https://shop.example.com/tour-vase')
  await dialog.getByRole('combobox', { name: /Board/ }).click()
  await dialog.locator('[role=listbox] [role=option]').first().click()
  await dialog
    .getByLabel(/Next open slot/i)
    .first()
    .check()
  await shoot(page, 'tour-composer')
  await dialog.locator('[data-do=submit]').click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('A vase for the tour').first().waitFor()
  await shoot(page, 'tour-scheduled')

  const forward = page.getByRole('button', { name: 'Forward to the next pin' })
  const queued = async () => {
    const response = await fetch(`${baseUrl}/v1/accounts/${accounts[0]!.id}/posts?status=queued&limit=100`, {
      headers: { authorization: `Bearer ${apiKey}` },
    })
    const { data } = (await response.json()) as { data: { posts: { title: string | null }[] } } // the contract's envelope
    return data.posts.some(({ title }) => title === 'A vase for the tour')
  }
  expect(await queued()).toBe(true)
  for (let jumps = 0; jumps < 40 && (await queued()); jumps += 1) {
    await forward.click()
    await expect.poll(() => forward.isEnabled()).toBe(true)
  }
  expect(await queued()).toBe(false)
  await shoot(page, 'tour-forwarded')
  expect(complaints).toEqual([])

  const platform = await chrome.aPage(`${baseUrl}/sandbox/platform`)
  await platform.page.getByText('A vase for the tour').first().waitFor()
  await shoot(platform.page, 'tour-platform')
})

test.each([
  { width: 1280, height: 800, dark: false },
  { width: 1280, height: 800, dark: true },
  { width: 390, height: 800, dark: false },
  { width: 390, height: 800, dark: true },
])('Home, queue and help of the product at $width px, dark: $dark', async (look) => {
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`, look)
  const name = `${look.width}-${look.dark ? 'dark' : 'light'}`
  const box = page.getByRole('combobox', { name: /Message/ })
  for (const verb of ['queue', 'help', 'next']) {
    await goTo(page, '# general')
    const before = await page.locator('.message').count()
    await box.fill(`/pin ${verb}`)
    await box.press('Enter')
    await expect.poll(() => page.locator('.message').count()).toBeGreaterThan(before)
    await shoot(page, `tour-${verb}-${name}`)
  }
  await goTo(page, 'Pinslot Home')
  await page.locator('.home .block').first().waitFor()
  await expectNoSideScroll(page)
  await shoot(page, `tour-home-${name}`)
  await type(page, '/pin report')
  await page.locator('#modal [data-view]').waitFor()
  await shoot(page, `tour-report-${name}`)
  await page.keyboard.press('Escape')
  await page.locator('#modal').waitFor({ state: 'hidden' })
  expect(complaints).toEqual([])
})
