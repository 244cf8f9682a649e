/** A board is scored and ideas are found, as a newcomer does it on the page. */
import { expect, test } from 'vitest'
import { aChrome, expectNoSideScroll, screenshots, shoot } from './chromium.js'
import { message, modal, type } from './person.js'
import { aRunningApp } from './running-app.js'

const { baseUrl } = await aRunningApp()
const chrome = await aChrome()
const LOOKS = [
  { width: 1280, height: 1100, dark: false },
  { width: 390, height: 1100, dark: true },
]

/** Of the newest answer with ideas, each of its pictures: a file of the workspace, loaded. */
const PICTURES = `[...[...document.querySelectorAll('li.message')].filter((one) => one.innerText.includes('Use as inspiration')).at(-1).querySelectorAll('img')]
  .map((image) => new URL(image.src).pathname.startsWith('/sandbox/slack/files/') && image.complete && image.naturalWidth > 0)`

test('/pin fit says the price, scores the board, and shows why', async () => {
  for (const look of LOOKS) {
    const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`, look)
    const name = `${look.width}-${look.dark ? 'dark' : 'light'}`
    await type(page, '/pin fit warm kitchens kitchen shelves')
    const question = message(page, 'Score “Warm kitchens” for “kitchen shelves”?')
    await question.getByText(/^Costs 1 credit \([\d,]+ left\)\./).waitFor()
    await shoot(page, `fit-question-${name}`)
    await question.getByRole('button', { name: 'Score it for 1 credit' }).click()
    const score = message(page, /1 credit used, [\d,]+ left\./)
    await score.getByText(/\d+ of \d+ pins match/).waitFor()
    await score
      .getByRole('link', { name: /kitchen shelves/i })
      .first()
      .waitFor()
    await expectNoSideScroll(page)
    await score.screenshot({ path: `${screenshots}/fit-result-${name}.png` })
    expect(complaints).toEqual([])
    await page.context().close()
  }
})

test('/pin ideas shows pins of others with their pictures, and begins a pin with the link of one', async () => {
  for (const look of LOOKS.map((one) => ({ ...one, height: 2200 }))) {
    const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`, look)
    const name = `${look.width}-${look.dark ? 'dark' : 'light'}`
    await type(page, '/pin ideas warm kitchens kitchen shelves')
    const ideas = message(page, 'none on the board yet.')
    await ideas.getByText('Free. Public pins for inspiration').waitFor()
    await expect.poll(() => page.evaluate<boolean[]>(PICTURES)).not.toContain(false)
    expect((await page.evaluate<boolean[]>(PICTURES)).length).toBeGreaterThan(0)
    await expectNoSideScroll(page)
    await ideas.screenshot({ path: `${screenshots}/ideas-${name}.png` })
    await ideas
      .getByRole('button', { name: /^Use as inspiration/ })
      .first()
      .click()
    const form = modal(page)
    await form.getByRole('heading', { name: 'New pin' }).waitFor()
    await form.getByText('Inspiration', { exact: true }).waitFor()
    expect(await form.getByRole('combobox', { name: /^Board/ }).inputValue()).toBe('Warm kitchens')
    for (const field of [/^Destination link/, /^Title/, /^Description/])
      expect(await form.getByLabel(field).inputValue()).toBe('')
    await shoot(page, `ideas-composer-${name}`)
    await form.getByRole('button', { name: 'Cancel' }).click() // it is the person’s, on each of their screens
    await form.waitFor({ state: 'hidden' })
    expect(complaints).toEqual([])
    await page.context().close()
  }
})

test('without board and keyword both ask by a form, which keeps what was typed', async () => {
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`)
  const form = modal(page)
  await type(page, '/pin fit "bathroom" white tiles')
  await form.getByText('Can’t find a board called “bathroom”.').waitFor()
  expect(await form.getByLabel(/^Keyword/).inputValue()).toBe('white tiles')
  await shoot(page, 'fit-form')
  await form.getByRole('combobox', { name: /^Board/ }).fill('warm')
  await form.getByRole('option', { name: 'Warm kitchens' }).click()
  await form.getByRole('button', { name: 'Continue' }).click()
  await message(page, 'Score “Warm kitchens” for “white tiles”?').getByRole('button', { name: 'Not now' }).click()
  await page.getByText('Canceled. Nothing was charged.').waitFor()
  await type(page, '/pin ideas warm kitchens')
  await form.getByRole('heading', { name: 'Find ideas' }).waitFor()
  await shoot(page, 'ideas-form')
  await form.getByLabel(/^Keyword/).fill('zzyzx of quux')
  await form.getByRole('button', { name: 'Find ideas' }).click()
  await message(page, 'No public pins about “zzyzx of quux” fit').waitFor()
  await shoot(page, 'ideas-none')
  expect(complaints).toEqual([])
})
