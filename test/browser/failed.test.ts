/** A pin that the platform refuses: reported in the channel, fixed there, and published; what follows is in its thread. */
import { expect, test } from 'vitest'
import { aChrome, expectNoSideScroll, shoot } from './chromium.js'
import { compose, goTo, message, modal, submit, type } from './person.js'
import { aRunningApp } from './running-app.js'

const { baseUrl } = await aRunningApp()
const chrome = await aChrome()
const LINK = 'https://shop.example.com/tour-refused'

test('a pin that failed is fixed and rescheduled from its message, and goes out', async () => {
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`)
  const form = modal(page)
  const fault = { operation: 'create_pin', fault: 'bad_link', times: 1, match: { link: LINK } } // as docs/sandbox.md says
  const set = await fetch(`${baseUrl}/sandbox/platform/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  })
  expect(set.ok).toBe(true)
  await type(page, '/pin')
  await compose(page, { title: 'A vase that is refused', image: `${baseUrl}/sandbox/media/vase-1.jpg`, link: LINK })
  await submit(page)
  await message(page, 'Scheduled for').waitFor()

  await goTo(page, '# pins')
  const failed = page.locator('li.message', { hasText: 'A vase that is refused' }).filter({ hasText: 'Edit and schedule' })
  const forward = page.getByRole('button', { name: 'Forward to the next pin' })
  const forwardUntil = async (isThere: () => Promise<boolean>) => {
    for (let jumps = 0; jumps < 40 && !(await isThere()); jumps += 1) {
      await forward.click()
      await expect.poll(() => forward.isEnabled()).toBe(true)
    }
  }
  await forwardUntil(() => failed.isVisible())
  await failed.getByText('you entered an invalid URL').waitFor() // in the words of the platform
  await expectNoSideScroll(page)
  await shoot(page, 'failed-told')
  await failed.getByRole('button', { name: /Edit and schedule/ }).click()
  await form.getByLabel(/^Title/).fill('A vase that is welcome')
  await shoot(page, 'failed-form')
  await form.getByLabel('Next open slot').check()
  await submit(page)
  await message(page, 'Scheduled for').getByText('A vase that is welcome').waitFor()
  await shoot(page, 'failed-fixed')
  const followed = page.locator('li.message', { hasText: 'A vase that is welcome' }).filter({ hasText: 'Fixed and rescheduled' })
  await followed.first().waitFor() // the red card, for everybody in the channel
  await shoot(page, 'failed-followed')
  const published = page
    .locator('li.message', { hasText: /Published .* pin/ })
    .filter({ hasText: 'A vase that is welcome' })
    .last()
  await forwardUntil(() => published.isVisible()) // in the message of the day
  await shoot(page, 'failed-published')
  expect(complaints).toEqual([])

  const platform = await chrome.aPage(`${baseUrl}/sandbox/platform`)
  await platform.page.getByText('A vase that is welcome').first().waitFor()
})
