/** Windows of the workspace's page beside each other: of two people, and of one. */
import { expect, test } from 'vitest'
import { aBoltApp } from '../sandbox/bolt-app.js'
import { aDatabase } from '../support/database.js'
import { aChrome } from './chromium.js'
import { useEveryControl } from './every-control.js'
import { modal, type } from './person.js'

const { db } = await aDatabase()
const { app, baseUrl } = await aBoltApp(db, {}, (fastify) => {
  fastify.get('/sandbox/clock', async () => ({ now: '2026-03-02T10:00:00.000Z' }))
})
useEveryControl(app)
const chrome = await aChrome()
const aWindow = (as = 'admin', look = {}) => chrome.aPage(`${baseUrl}/sandbox?as=${as}`, look)

test.each([
  ['one person', 'admin'],
  ['two people', 'member'],
])('two windows of %s are in channels and forms of their own', async (_who, second) => {
  const { page: desk, complaints } = await aWindow()
  const { page: phone } = await aWindow(second, { width: 390 })
  await desk.getByRole('button', { name: '# pins' }).click()
  await desk.getByRole('heading', { name: '# pins', level: 1 }).waitFor()
  await type(phone, '/pin')
  await modal(phone).getByRole('heading', { name: 'New pin' }).waitFor()
  await type(desk, '/pin forms')
  await modal(desk).getByRole('heading', { name: 'Below' }).waitFor()
  await modal(phone).getByRole('textbox', { name: 'Title' }).fill('A vase')
  await desk.getByRole('button', { name: 'Time zone' }).click()
  await modal(desk).getByRole('heading', { name: 'Above' }).waitFor()

  expect(await phone.locator('#modal-title').textContent()).toBe('New pin')
  expect(await modal(phone).getByRole('textbox', { name: 'Title' }).inputValue()).toBe('A vase')
  expect(await phone.getByRole('heading', { level: 1 }).textContent()).toBe('# general')
  await phone.keyboard.press('Escape')
  await phone.locator('#modal-title').waitFor({ state: 'detached' })
  expect(await desk.locator('#modal-title').textContent()).toBe('Above')
  expect(complaints).toEqual([])
})

test('what one window says the other shows', async () => {
  const [{ page: here }, { page: there }] = [await aWindow(), await aWindow()]
  await type(here, 'Lunch at noon?')
  await there.getByText('Lunch at noon?').waitFor()
})

test('a window that is loaded again is where it was, with its form', async () => {
  const { page } = await aWindow()
  await page.getByRole('button', { name: '# pins' }).click()
  await page.getByRole('heading', { name: '# pins', level: 1 }).waitFor()
  await type(page, '/pin')
  const isTold = page.waitForResponse((response) => response.request().postData()?.includes('A vase') === true)
  await modal(page).getByRole('textbox', { name: 'Title' }).fill('A vase')
  await modal(page).getByRole('textbox', { name: 'Description' }).focus()
  await isTold
  await page.reload()
  expect(await modal(page).getByRole('textbox', { name: 'Title' }).inputValue()).toBe('A vase')
  expect(await page.locator('h1').textContent()).toBe('# pins')
  await page.waitForTimeout(2000) // as long as it may take to find out that it is no copy
  expect(await modal(page).getByRole('textbox', { name: 'Title' }).inputValue()).toBe('A vase')
})

test('a window that was doubled is another one', async () => {
  const { page } = await aWindow()
  await page.waitForURL(/window=/)
  const copy = await page.context().newPage()
  await copy.goto(page.url())
  await expect.poll(() => copy.url()).not.toBe(page.url())
  await type(page, '/pin')
  await modal(page).getByRole('heading', { name: 'New pin' }).waitFor()
  expect(await copy.locator('#modal-title').count()).toBe(0)
})

test('who becomes somebody else in a window finds what they left when they are themselves again', async () => {
  const { page } = await aWindow()
  await page.getByRole('button', { name: '# pins' }).click()
  await page.getByRole('heading', { name: '# pins', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Milo' }).click()
  await page.getByRole('heading', { name: '# general', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Ada' }).click()
  await page.getByRole('heading', { name: '# pins', level: 1 }).waitFor()
})
