/** Forms on the workspace's page in a real browser: how they close, and where the focus goes. */
import { beforeEach, expect, test } from 'vitest'
import { aBoltApp } from '../sandbox/bolt-app.js'
import { aDatabase } from '../support/database.js'
import { aChrome } from './chromium.js'
import { useEveryControl } from './every-control.js'

const { db } = await aDatabase()
const { app, baseUrl, ada } = await aBoltApp(db, {}, (fastify) => {
  const now = { now: '2026-03-02T10:00:00.000Z' }
  fastify.get('/sandbox/clock', async () => now)
  fastify.post('/sandbox/clock', async () => now)
})
useEveryControl(app)
const chrome = await aChrome()

beforeEach(async () => {
  await ada.open('general')
})

test('Escape closes one form at a time, also from a field for a time, and a menu before the form it is in', async () => {
  await ada.command('/pin forms')
  const { page } = await chrome.aPage(`${baseUrl}/sandbox`)
  const title = page.locator('#modal-title')
  await page.getByRole('button', { name: 'Time zone' }).click()
  await expect.poll(() => title.textContent()).toBe('Above')
  await page.getByLabel('Hour').focus()
  await page.keyboard.press('Tab') // somebody who has done something may not be kept in a dialog, says the browser
  await page.getByLabel('Hour').focus()
  await page.keyboard.press('Escape')
  await expect.poll(() => title.textContent()).toBe('Below')
  const menu = page.locator('#modal details.menu')
  expect(await page.evaluate(`document.activeElement.textContent`)).toBe('Time zone') // where it was left
  await menu.locator('summary').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  expect(await menu.getAttribute('open')).toBeNull()
  await page.keyboard.press('Escape')
  await title.waitFor({ state: 'detached' })
})

test('a button that goes with what it did hands its focus to what stands in its place', async () => {
  await ada.openHome()
  const { page } = await chrome.aPage(`${baseUrl}/sandbox`)
  await page.getByRole('button', { name: 'Turn', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Turned' }).waitFor()
  expect(await page.evaluate(`document.activeElement.textContent`)).toBe('Turned')
})

test('a form begins on the choice that is made', async () => {
  await ada.command('/pin choice')
  const { page } = await chrome.aPage(`${baseUrl}/sandbox`)
  expect(await page.evaluate(`document.activeElement.closest('label, div').textContent`)).toContain('Second')
})
