/** From Slack to the pages of the simulated platform, and what these say. */
import { expect, test } from 'vitest'
import { aChrome, expectNoSideScroll, shoot } from './chromium.js'
import { message, type } from './person.js'
import { aRunningApp } from './running-app.js'

const { baseUrl } = await aRunningApp()
const chrome = await aChrome()

test.each([
  { as: 'admin', zone: 'America/New_York', width: 1280, dark: false },
  { as: 'member', zone: 'Europe/Berlin', width: 390, dark: true },
])('a pin’s title in Slack leads to its own page, in the time of $zone', async ({ as, zone, ...look }) => {
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox?as=${as}`, look)
  await type(page, '/pin top')
  const link = message(page, 'top pins by').getByRole('link').first()
  const title = (await link.textContent()) ?? ''
  const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  await opened.getByRole('heading', { name: title, level: 3 }).waitFor()
  expect(new URL(opened.url()).pathname).toMatch(/^\/sandbox\/platform\/pin\/\d+\/$/)
  expect(await opened.locator('article').count()).toBe(1)
  expect(await opened.locator('#zone').textContent()).toBe(`Times in ${zone.replace('_', ' ')}`)
  const time = opened.locator('time').first()
  const at = new Date((await time.getAttribute('datetime')) ?? '')
  const hour = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit' }).format(at)
  expect((await time.textContent())?.replace(/\s/g, ' ')).toContain(hour.replace(/\s/g, ' '))
  await expectNoSideScroll(opened)
  await shoot(opened, `simulated-pin-${look.width}`)
  expect(complaints).toEqual([])
})
