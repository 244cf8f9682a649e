/** The weekly digest as a newcomer meets it: by forwarding the clock over a Monday, and by asking for one. */
import { expect, test } from 'vitest'
import { nextDigest } from '../../src/core/accounts/digest-times.js'
import { aSlackUser } from '../support/slack-user.js'
import { aChrome, expectNoSideScroll, screenshots, shoot } from './chromium.js'
import { goTo } from './person.js'
import { aRunningApp } from './running-app.js'

const { baseUrl, accounts } = await aRunningApp()
const chrome = await aChrome()
const ada = aSlackUser(baseUrl, 'admin')

/** Its pictures are files of the workspace, each of them loaded. */
const PICTURES = `[...document.querySelectorAll('li.message img')]
  .filter((image) => image.closest('li').innerText.includes('week of') && image.closest('li').innerText.includes('Impressions'))
  .map((image) => [new URL(image.src).pathname.startsWith('/sandbox/slack/files/'), image.complete && image.naturalWidth > 0])`

test('forwarded over Monday, nine o’clock, the clock brings the digest with its picture', async () => {
  const { now } = (await (await fetch(`${baseUrl}/sandbox/clock`)).json()) as { now: string } // as docs/sandbox.md says
  const nexts = accounts.map(({ timezone }) =>
    nextDigest({ weekday: 1, minute: 540 }, timezone, new Date(now), null).at.getTime(),
  )
  const at = Math.max(...nexts) // east of New York it may be past nine this Monday, when New York's is still to come
  const moved = await fetch(`${baseUrl}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: new Date(at + 60_000).toISOString() }),
  })
  expect(moved.status).toBe(200)
  const { messages } = await ada.open('pins')
  const digests = messages.filter(({ text }) => text.includes('week of'))
  expect(digests).toHaveLength(2) // one of each account
  for (const look of [
    { width: 1280, height: 1500, dark: false },
    { width: 1280, height: 1500, dark: true },
    { width: 390, height: 1700, dark: false },
    { width: 390, height: 1700, dark: true },
  ]) {
    const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`, look)
    const digest = page.locator('li.message', { hasText: 'Impressions' }).filter({ hasText: 'week of' }).last()
    await digest.scrollIntoViewIfNeeded()
    await digest.getByRole('button', { name: 'Fill open slots' }).waitFor()
    await expect.poll(() => page.evaluate(PICTURES)).toContainEqual([true, true])
    expect(await page.evaluate<boolean[][]>(PICTURES)).not.toContainEqual([expect.anything(), false])
    await expectNoSideScroll(page)
    await digest.screenshot({ path: `${screenshots}/digest-${look.width}-${look.dark ? 'dark' : 'light'}.png` })
    expect(complaints).toEqual([])
    await page.context().close()
  }
})

test('“Send one now” brings one as a direct message', async () => {
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`)
  const box = page.getByRole('combobox', { name: /Message/ })
  await box.fill('/pin settings')
  await box.press('Enter')
  const dialog = page.locator('#modal')
  await dialog.getByRole('button', { name: 'Send now: a digest, to me only' }).click()
  await dialog.getByText('We’re sending you a digest').waitFor()
  await shoot(page, 'digest-asked')
  await dialog.getByRole('button', { name: 'Done' }).click()
  const said = async () => (await ada.open('Pinslot')).messages.map(({ text }) => text)
  await expect.poll(said).toContainEqual(expect.stringContaining('week of'))
  await goTo(page, 'Pinslot')
  await page.getByText('Sent only to you, because you asked for it.').waitFor()
  expect(complaints).toEqual([])
})
