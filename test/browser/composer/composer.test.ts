/** The composer in a real browser: files by mouse, further boards, tags; every part of it at both widths and in both lights. */
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { aPicture } from '../../slack/support/a-file.js'
import { aTeam, valuesOf } from '../../slack/support/a-team.js'
import { postsOf, widthsOf } from '../../slack/support/composer-fixtures.js'
import { aDatabase } from '../../support/database.js'
import { pauseActs } from '../acts.js'
import { aChrome, expectNoSideScroll, shoot } from '../chromium.js'

const { db } = await aDatabase()
const team = aTeam(db)
const chrome = await aChrome()

const chosen = async (name: string) => {
  const { bytes } = await aPicture(name)
  return { name, mimeType: 'image/jpeg', buffer: bytes }
}

test('files are chosen, one is taken out, boards are added and one removed, and the pins are made', async () => {
  const { baseUrl, milo } = team.current
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox?as=member&window=act`)
  await milo.command('/pin')
  const dialog = page.getByRole('dialog', { name: 'New pin' })
  await dialog.waitFor()
  await dialog
    .getByLabel(/^Image or video/)
    .setInputFiles([await chosen('one.jpg'), await chosen('two.jpg'), await chosen('three.jpg')])
  await dialog.getByText('three.jpg').waitFor()
  await dialog.getByRole('button', { name: 'Remove two.jpg' }).click()
  await dialog.getByText('two.jpg').waitFor({ state: 'detached' })
  await dialog.getByLabel(/^Title/).fill('A shelf')
  await dialog.getByLabel(/^Description/).fill('Open shelves.')
  await dialog.getByLabel(/^Destination link/).fill('https://example.com/shelf')
  await dialog.getByRole('combobox', { name: /^Board/ }).click()
  await dialog.getByRole('option', { name: 'Kitchen ideas' }).click()
  await dialog.getByRole('button', { name: /^More/ }).click()
  await dialog.getByText('This board has 2 sections.').waitFor() // the form was drawn again: a click in that instant would miss
  const also = dialog.getByRole('combobox', { name: /^Also on/ })
  for (const name of ['Kitchen ideas', 'Garden']) {
    await also.click()
    await dialog.getByRole('option', { name }).click()
    await dialog.getByRole('button', { name: `Remove ${name}` }).waitFor()
  }
  await dialog.getByRole('button', { name: 'Remove Kitchen ideas' }).click()
  await dialog.getByRole('button', { name: 'Remove Kitchen ideas' }).waitFor({ state: 'detached' })
  await dialog.getByLabel('Exact time').last().check() // of the further boards
  await dialog.getByLabel('Exact time').first().check()
  await dialog.getByRole('textbox', { name: /^Time/ }).fill('2026-03-05T09:30')
  await dialog.getByRole('button', { name: 'Schedule 2 pins' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const posts = await postsOf(team.current, 'queued')
  expect(posts.map(({ boardId }) => boardId)).toEqual(['101', '102'])
  expect(widthsOf(posts[0])).toHaveLength(2)
  // this team has no virtual clock, and its pictures are nowhere
  expect(complaints.filter((line) => !/\/sandbox\/clock|pinslot\.test/.test(line))).toEqual([])
})

test('the form begins on the first field that has something to type', async () => {
  const { baseUrl, milo } = team.current
  const { page } = await chrome.aPage(`${baseUrl}/sandbox?as=member&window=act`)
  await milo.command('/pin')
  const dialog = page.getByRole('dialog', { name: 'New pin' })
  await dialog.waitFor()
  const focused = () => page.evaluate<string | undefined>('document.activeElement?.closest(".block")?.textContent')
  await expect.poll(focused).toMatch(/^\s*Destination link/)
  await milo.command('/pin new https://example.com/shelf')
  await expect.poll(focused).toMatch(/^\s*Title/)
})

test('a file that is too large is told before it is sent', async () => {
  const { baseUrl, milo } = team.current
  const { page } = await chrome.aPage(`${baseUrl}/sandbox?as=member&window=act`)
  await milo.command('/pin')
  const buffer = Buffer.alloc(10 * 1024 * 1024 + 1)
  await page.getByLabel(/^Image or video/).setInputFiles({ name: 'big.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByText('"big.jpg" is too large').waitFor()
})

test.each([
  { width: 1280, height: 900, dark: false },
  { width: 1280, height: 900, dark: true },
  { width: 390, height: 844, dark: false },
  { width: 390, height: 844, dark: true },
])('the whole composer at $width px, dark: $dark', async (look) => {
  const { baseUrl, milo } = team.current
  const { page } = await chrome.aPage(`${baseUrl}/sandbox?as=member&window=act`, look)
  const name = `${look.width}-${look.dark ? 'dark' : 'light'}`
  await milo.say('Our shelf', await aPicture('from-the-message.jpg'))
  await milo.shortcut('New pin', 'Our shelf')
  const dialog = page.getByRole('dialog', { name: 'New pin' })
  await dialog.waitFor()
  await expectNoSideScroll(page)
  await shoot(page, `composer-plain-${name}`)
  const long = 'a-picture-with-a-name-that-is-much-longer-than-any-form-is-wide-on-a-telephone.jpg'
  await milo.upload('Image or video', await aPicture('one.jpg'), await aPicture(long))
  await milo.fill({ Board: 'Kitchen ideas' })
  await milo.fill({ 'Also on': ['Garden', 'Kitchen ideas'] })
  await dialog.getByLabel(/^Product tags/).waitFor()
  const body = `document.querySelector('.modal-body')`
  const steps = Number(await page.evaluate(`Math.ceil(${body}.scrollHeight / ${body}.clientHeight)`))
  for (let step = 0; step < steps; step += 1) {
    await page.evaluate(`${body}.scrollTo(0, ${step} * ${body}.clientHeight)`)
    await shoot(page, `composer-full-${step}-${name}`)
  }
  await milo.submit() // no draft over several boards
  const errorTop = `document.querySelector('.modal-body .error')?.getBoundingClientRect().top - ${body}.getBoundingClientRect().top`
  await expect.poll(() => page.evaluate(`${errorTop} > 0 && ${errorTop} < ${body}.clientHeight`)).toBe(true)
  await expectNoSideScroll(page)
  await shoot(page, `composer-refused-${name}`)
})

test('files that still are on their way belong to the pin that is saved', async () => {
  const { baseUrl, milo } = team.current
  const { page } = await chrome.aPage(`${baseUrl}/sandbox?as=member&window=act`)
  await milo.command('/pin')
  const dialog = page.getByRole('dialog', { name: 'New pin' })
  await dialog.getByLabel(/^Title/).fill('Three')
  await dialog.getByRole('combobox', { name: /^Board/ }).click()
  await dialog.getByRole('option', { name: 'Kitchen ideas' }).click()
  await dialog.getByLabel('Save as draft').check()
  const { acts, asked, release } = await pauseActs(page, 'attach')
  await dialog
    .getByLabel(/^Image or video/)
    .setInputFiles([await chosen('one.jpg'), await chosen('two.jpg'), await chosen('three.jpg')])
  await asked
  await dialog.getByRole('button', { name: 'Save draft' }).click()
  release()
  await dialog.waitFor({ state: 'hidden' })
  expect(acts.map((act) => act.do).filter((what) => what !== 'set')).toEqual(['attach', 'attach', 'attach', 'submit'])
  expect(widthsOf((await postsOf(team.current, 'draft'))[0])).toHaveLength(3)
})

test('one file too many is told, and the others are there', async () => {
  const { baseUrl, milo } = team.current
  const { page } = await chrome.aPage(`${baseUrl}/sandbox?as=member&window=act`)
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await milo.command('/pin')
  const dialog = page.getByRole('dialog', { name: 'New pin' })
  const names = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg', 'f.jpg']
  await dialog.getByLabel(/^Image or video/).setInputFiles(await Promise.all(names.map(chosen)))
  await page.getByText('This field takes at most 5 files.').waitFor()
  expect(await dialog.getByRole('button', { name: /^Remove/ }).count()).toBe(5)
  expect(errors).toEqual([])
})

test('two boards that are taken out at once are both out', async () => {
  const { baseUrl, milo } = team.current
  const { page } = await chrome.aPage(`${baseUrl}/sandbox?as=member&window=act`)
  await milo.command('/pin')
  const dialog = page.getByRole('dialog', { name: 'New pin' })
  await dialog.getByRole('button', { name: /^More/ }).click()
  for (const name of ['Kitchen ideas', 'Garden']) {
    await dialog.getByRole('combobox', { name: /^Also on/ }).click()
    await dialog.getByRole('option', { name }).click()
    await dialog.getByRole('button', { name: `Remove ${name}` }).waitFor()
  }
  const { asked, release } = await pauseActs(page, 'set')
  await dialog.getByRole('button', { name: 'Remove Kitchen ideas' }).click()
  await asked
  await dialog.getByRole('button', { name: 'Remove Garden' }).click()
  release()
  await expect.poll(async () => valuesOf(await milo.screen())['Also on']).toEqual([])
  await expect.poll(() => dialog.getByRole('button', { name: /^Remove/ }).count()).toBe(0)
})

test('by keyboard alone: what is opened or taken out leaves the focus where it was, inside the form', async () => {
  const { baseUrl, milo } = team.current
  const { page } = await chrome.aPage(`${baseUrl}/sandbox?as=member&window=act`)
  await milo.command('/pin')
  const dialog = page.getByRole('dialog', { name: 'New pin' })
  await dialog.getByLabel(/^Image or video/).setInputFiles([await chosen('one.jpg'), await chosen('two.jpg')])
  await dialog.getByRole('button', { name: 'Remove two.jpg' }).press('Enter')
  await dialog.getByText('two.jpg').waitFor({ state: 'detached' })
  await expectFocus(dialog.getByLabel(/^Image or video/))
  await dialog.getByRole('button', { name: /^More/ }).press('Enter')
  await expectFocus(dialog.getByLabel(/^Alt text/))
})

test('by keyboard alone: a way through the boards picks none, an arrow and Enter do', async () => {
  const { baseUrl, milo } = team.current
  const { page } = await chrome.aPage(`${baseUrl}/sandbox?as=member&window=act`)
  await milo.command('/pin')
  const dialog = page.getByRole('dialog', { name: 'New pin' })
  await dialog.getByLabel(/^Description/).press('Tab')
  const board = dialog.getByRole('combobox', { name: /^Board/ })
  await expectFocus(board)
  await board.press('Tab')
  await expectFocus(dialog.getByRole('button', { name: 'Add posting times' }))
  await page.keyboard.press('Shift+Tab')
  await expectFocus(board)
  await board.press('ArrowDown') // opens the list
  await dialog.getByRole('option', { name: 'Garden' }).waitFor()
  await board.press('ArrowDown')
  await board.press('Enter')
  await expect.poll(async () => valuesOf(await milo.screen())['Board']).toBe('Garden')
})

const expectFocus = (field: Locator) => field.and(field.page().locator(':focus')).waitFor({ state: 'attached' })
