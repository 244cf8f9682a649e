/** Forms on the workspace's page in a real browser: how they close, and where the focus goes. */
import type { Request } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { aBoltApp } from '../sandbox/bolt-app.js'
import { aDatabase } from '../support/database.js'
import { aGate } from '../support/gate.js'
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

/** What the page asks the workspace to do. */
const actOf = (request: Request): { do: string; query: string } =>
  JSON.parse(request.postData() ?? '{}') as { do: string; query: string }

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

test('a form is left where it was also when nothing had changed yet since the page was opened', async () => {
  await ada.command('/pin forms')
  const { page } = await chrome.aPage('about:blank')
  const pushed = aGate()
  await page.route('**/sandbox/page/screen?*', async (route) => {
    await pushed.passed
    await route.continue()
  })
  await page.goto(`${baseUrl}/sandbox`)
  const answered = page.waitForResponse('**/sandbox/page/do')
  await page.getByRole('button', { name: 'Time zone' }).click()
  await answered
  pushed.open()
  const title = page.locator('#modal-title')
  await expect.poll(() => title.textContent()).toBe('Above')
  await page.keyboard.press('Escape')
  await expect.poll(() => title.textContent()).toBe('Below')
  expect(await page.evaluate(`document.activeElement.textContent`)).toBe('Time zone')
  await page.keyboard.press('Escape')
  await title.waitFor({ state: 'detached' })
})

test('nobody is told of a search whose form was closed before it was asked, or before it was answered', async () => {
  await ada.command('/pin')
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`)
  const suggestions: string[] = []
  const asked = aGate()
  const closed = aGate()
  await page.route('**/sandbox/page/do', async (route) => {
    const act = actOf(route.request())
    if (act.do === 'suggest') {
      suggestions.push(act.query)
      asked.open()
      await closed.passed
    }
    await route.continue()
  })
  const title = page.locator('#modal-title')
  const board = page.getByRole('combobox', { name: 'Board' })
  await board.press('k')
  await page.keyboard.press('Escape')
  await title.waitFor({ state: 'detached' })
  await ada.command('/pin')
  await title.waitFor()
  await board.press('g')
  await asked.passed
  const answered = page.waitForResponse((response) => actOf(response.request())?.do === 'suggest')
  await page.keyboard.press('Escape')
  await title.waitFor({ state: 'detached' })
  closed.open()
  await (await answered).finished()
  expect(suggestions).toEqual(['g'])
  expect(complaints).toEqual([])
  expect(await page.locator('#toast').isVisible()).toBe(false)
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

test.each([
  ['a board that was emptied', 'Board', ''],
  ['a line that was typed', 'Title', 'A bowl'],
  ['a time that was chosen', 'Time', '2026-03-05T09:30'],
])('%s goes with its form, and nobody is told of it', async (_what, label, value) => {
  await ada.command('/pin')
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`)
  const title = page.locator('#modal-title')
  const board = page.getByRole('combobox', { name: 'Board' })
  await board.fill('kit')
  await page.getByRole('option', { name: 'Kitchen ideas' }).click()
  await page.getByRole('textbox', { name: 'Description' }).focus()
  await expect.poll(() => board.inputValue()).toBe('Kitchen ideas')
  await page.getByLabel(label).last().fill(value)
  await page.keyboard.press('Escape')
  await title.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Pinslot Home' }).click() // what a person does goes out in order: after this nothing is left
  await page.getByRole('heading', { name: 'Pinslot', exact: true, level: 1 }).waitFor()
  expect(complaints).toEqual([])
  expect(await page.locator('#toast').isVisible()).toBe(false)
})
