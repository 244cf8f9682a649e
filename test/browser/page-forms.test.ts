/** Forms on the workspace's page in a real browser: how they close, and where the focus goes. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { aBoltApp } from '../sandbox/bolt-app.js'
import { aDatabase } from '../support/database.js'
import { actOf, pauseActs, pauseScreens } from './acts.js'
import { aChrome } from './chromium.js'
import { useEveryControl } from './every-control.js'

const { db } = await aDatabase()
const { app, baseUrl, ada, milo } = await aBoltApp(db, {}, (fastify) => {
  const now = { now: '2026-03-02T10:00:00.000Z' }
  fastify.get('/sandbox/clock', async () => now)
  fastify.post('/sandbox/clock', async () => now)
})
useEveryControl(app)
const chrome = await aChrome()

/** What a person does goes out in order: when the page is at Home, nothing of what was done before is left. */
async function expectNoMessage(page: Page, complaints: string[]): Promise<void> {
  await page.locator('#bar').getByRole('button', { name: 'Pinslot', exact: true }).click()
  await page.getByRole('heading', { name: 'Pinslot', exact: true, level: 1 }).waitFor()
  expect(complaints).toEqual([])
  expect(await page.locator('#toast').isVisible()).toBe(false)
}

beforeEach(async () => {
  await ada.open('general')
})

test('Escape closes one form at a time, also from a field for a time, and a menu before the form it is in', async () => {
  await ada.command('/pin forms')
  const { page } = await chrome.aPage(`${baseUrl}/sandbox?window=act`)
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
  const release = await pauseScreens(page)
  await page.goto(`${baseUrl}/sandbox?window=act`)
  await page.getByRole('button', { name: 'Time zone' }).click()
  await expect.poll(async () => (await ada.screen()).modal?.title).toBe('Above')
  release()
  const title = page.locator('#modal-title')
  await expect.poll(() => title.textContent()).toBe('Above')
  await page.keyboard.press('Escape')
  await expect.poll(() => title.textContent()).toBe('Below')
  expect(await page.evaluate(`document.activeElement.textContent`)).toBe('Time zone')
  await page.keyboard.press('Escape')
  await title.waitFor({ state: 'detached' })
})

test('a search is asked for where somebody still is', async () => {
  await ada.command('/pin')
  const { page } = await chrome.aPage(`${baseUrl}/sandbox?window=act`)
  const { acts } = await pauseActs(page, 'none')
  await page.evaluate(`(() => {
    const board = document.querySelector('#modal [data-do=search]')
    board.focus()
    board.value = 'k'
    board.dispatchEvent(new Event('input', { bubbles: true }))
    document.querySelector('#modal input').focus()
  })()`)
  await page.waitForTimeout(400) // a search waits 200 for more
  expect(acts).toEqual([])
  await page.keyboard.press('Escape')
  await page.locator('#modal-title').waitFor({ state: 'detached' })
})

test('nobody is told of a search whose form was closed before it was answered', async () => {
  await ada.command('/pin')
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox?window=act`)
  const { asked, release } = await pauseActs(page, 'suggest')
  await page.getByRole('combobox', { name: 'Board' }).press('g')
  await asked
  const answered = page.waitForResponse((response) => actOf(response.request()).do === 'suggest')
  await page.keyboard.press('Escape')
  await page.locator('#modal-title').waitFor({ state: 'detached' })
  release()
  await (await answered).finished()
  await expectNoMessage(page, complaints)
})

test('what is typed while the last line is on its way stays', async () => {
  await ada.command('/pin')
  const { page } = await chrome.aPage(`${baseUrl}/sandbox?window=act`)
  const { asked, release } = await pauseActs(page, 'set')
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('A vase')
  await page.getByLabel('Next open slot').check()
  await asked
  await title.fill('A bowl')
  release()
  await expect.poll(async () => (await ada.screen()).modal?.fields.map(({ value }) => value)).toContain('Next open slot')
  await page.locator('[data-do=set]:checked + span').getByText('Next open slot').waitFor()
  expect(await title.inputValue()).toBe('A bowl')
  await page.keyboard.press('Escape')
  await page.locator('#modal-title').waitFor({ state: 'detached' })
})

test('a line that is being typed stays when another form is laid over its own', async () => {
  await ada.command('/pin forms')
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox?window=act`)
  const title = page.locator('#modal-title')
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill('Half a wo')
  await ada.click('Time zone') // on another screen of hers
  await expect.poll(() => title.textContent()).toBe('Above')
  await page.keyboard.press('Escape')
  await expect.poll(() => title.textContent()).toBe('Below')
  expect(await note.inputValue()).toBe('Half a wo')
  await page.keyboard.press('Escape')
  await title.waitFor({ state: 'detached' })
  await expectNoMessage(page, complaints)
})

test('a line that is being typed is not sent into the form that stands in its place', async () => {
  await ada.command('/pin')
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox?window=act`)
  const { acts } = await pauseActs(page, 'none')
  await page.getByRole('textbox', { name: 'Title' }).fill('Half a wo')
  const release = await pauseScreens(page)
  await ada.close()
  await ada.command('/pin')
  release()
  await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await page.locator('#modal-title').waitFor({ state: 'detached' })
  await expectNoMessage(page, complaints)
  expect(acts.map((act) => act.do)).toEqual(['close', 'open'])
})

test('a list that is open stays open when something happens elsewhere', async () => {
  await milo.open('general')
  await ada.command('/pin')
  const { page } = await chrome.aPage(`${baseUrl}/sandbox?window=act`)
  await page.getByRole('combobox', { name: 'Board' }).press('g')
  const option = page.getByRole('option', { name: 'Garden' })
  await option.waitFor()
  await milo.say('Lunch?')
  await page.getByText('Lunch?').waitFor({ state: 'attached' })
  expect(await option.isVisible()).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('combobox', { name: 'Board' }).inputValue()).toBe('Garden')
  await page.keyboard.press('Escape')
  await page.locator('#modal-title').waitFor({ state: 'detached' })
})

test('what is pressed twice is done once', async () => {
  await ada.command('/pin')
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox?window=act`)
  const dialog = page.getByRole('dialog', { name: 'New pin' })
  const button = dialog.getByRole('button', { name: 'Schedule' })
  const { acts, asked, release } = await pauseActs(page, 'submit')
  await button.dblclick()
  await asked
  await button.click()
  release()
  await dialog.getByText('Please complete this required field.').first().waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expectNoMessage(page, complaints)
  expect(acts.map((act) => act.do)).toEqual(['submit', 'close', 'open'])
})

test('what is done in a form that closes goes with it', async () => {
  await ada.command('/pin')
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox?window=act`)
  const dialog = page.getByRole('dialog', { name: 'New pin' })
  const { acts, asked, release } = await pauseActs(page, 'close')
  await page.keyboard.press('Escape')
  await asked
  await page.keyboard.press('Escape')
  await dialog.getByLabel('Next open slot').check()
  await dialog.getByLabel('Title').fill('A vase')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  release()
  await dialog.waitFor({ state: 'hidden' })
  await expectNoMessage(page, complaints)
  expect(acts.map((act) => act.do)).toEqual(['close', 'open'])
})

test('of three ways that are gone in haste the last one is where somebody ends', async () => {
  const { page } = await chrome.aPage(`${baseUrl}/sandbox?window=act`)
  const { acts, asked, release } = await pauseActs(page, 'open')
  const [home, general] = [
    page.locator('#bar').getByRole('button', { name: 'Pinslot', exact: true }),
    page.getByRole('button', { name: '# general' }),
  ]
  await home.click()
  await asked
  await general.click()
  await home.click()
  release()
  await expect.poll(() => acts.length).toBe(3)
  await page.getByRole('heading', { name: 'Pinslot', exact: true, level: 1 }).waitFor()
})

test('a button that goes with what it did hands its focus to what stands in its place', async () => {
  await ada.openHome()
  const { page } = await chrome.aPage(`${baseUrl}/sandbox?window=act`)
  await page.getByRole('button', { name: 'Turn', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Turned' }).waitFor()
  expect(await page.evaluate(`document.activeElement.textContent`)).toBe('Turned')
})

test('a form begins on the choice that is made', async () => {
  await ada.command('/pin choice')
  const { page } = await chrome.aPage(`${baseUrl}/sandbox?window=act`)
  expect(await page.evaluate(`document.activeElement.closest('label, div').textContent`)).toContain('Second')
})

test.each([
  ['a board that was typed over', 'Board', 'gar'],
  ['a line that was typed', 'Title', 'A bowl'],
])('%s goes with its form, and nobody is told of it', async (_what, label, value) => {
  await ada.command('/pin')
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox?window=act`)
  const title = page.locator('#modal-title')
  const board = page.getByRole('combobox', { name: 'Board' })
  await board.fill('kit')
  await page.getByRole('option', { name: 'Kitchen ideas' }).click()
  await page.getByRole('textbox', { name: 'Description' }).focus()
  await expect.poll(() => board.inputValue()).toBe('Kitchen ideas')
  await page.getByLabel(label).last().fill(value)
  await ada.close() // on another screen
  await title.waitFor({ state: 'detached' })
  await expectNoMessage(page, complaints)
})
