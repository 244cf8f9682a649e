/** Somebody's pin, from an idea to a slot of our own: few presses, and what is seen of it afterwards. */
import { expect, test } from 'vitest'
import { aChrome, expectNoSideScroll, screenshots, shoot } from '../chromium.js'
import { countPresses, message, modal, type } from '../person.js'
import { aRunningApp } from '../running-app.js'

const { baseUrl } = await aRunningApp()
const chrome = await aChrome()
const LOOKS = [
  { width: 1280, height: 1400, dark: false },
  { width: 390, height: 1400, dark: true },
]

test('an idea is on the schedule by two presses, its card says when, and the pin is seen in the queue as a save', async () => {
  for (const look of LOOKS) {
    const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`, look)
    const name = `${look.width}-${look.dark ? 'dark' : 'light'}`
    await type(page, '/pin ideas warm kitchens kitchen shelves')
    const ideas = message(page, 'none on the board yet.')
    await ideas.getByText('Free. Public pins for inspiration').waitFor()
    const presses = await countPresses(page)
    const save = ideas.getByRole('button', { name: /^Save to a board/ }).first()
    await save.click()
    const form = modal(page)
    await form.getByRole('heading', { name: 'Save a pin' }).waitFor()
    expect(await form.getByRole('combobox', { name: /^Board/ }).inputValue()).toBe('Warm kitchens')
    await shoot(page, `save-form-${name}`)
    await form.locator('[data-do=submit]').click()
    const card = message(page, 'Saving to “Warm kitchens” on')
    await card.getByRole('link', { name: 'this pin' }).waitFor()
    expect(await presses()).toBeLessThanOrEqual(2)
    await expectNoSideScroll(page)
    await card.screenshot({ path: `${screenshots}/save-card-${name}.png` })
    await card.getByRole('button', { name: 'Undo' }).click()
    await card.waitFor({ state: 'hidden' })
    expect(complaints).toEqual([])
    await page.context().close()
  }
})

test('a pasted address is saved by its number, and Edit asks for its board alone', async () => {
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`)
  await type(page, '/pin save https://www.pinterest.com/pin/8125530/')
  const form = modal(page)
  await form.getByText('Pin 8125530').waitFor()
  await shoot(page, 'save-by-address')
  if ((await form.getByRole('combobox', { name: /^Board/ }).inputValue()) === '') {
    await form.getByRole('combobox', { name: /^Board/ }).click()
    await form.getByRole('option', { name: 'Warm kitchens' }).click()
  }
  await form.locator('[data-do=submit]').click()
  const card = message(page, 'Saved pin 8125530')
  await card.getByRole('button', { name: /^Edit/ }).click()
  await modal(page).getByText('Pinterest shows it with its own image, title and link.').waitFor()
  await shoot(page, 'save-edit')
  expect(
    await modal(page)
      .getByLabel(/^Title/)
      .count(),
  ).toBe(0)
  await modal(page).getByRole('button', { name: 'Cancel' }).click()
  expect(complaints).toEqual([])
  await page.context().close()
})
