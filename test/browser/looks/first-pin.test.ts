/** What the README promises a newcomer, done sentence by sentence as it is written there. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { root } from '../../../src/root.js'
import { aChrome, shoot } from '../chromium.js'
import { compose, goTo, message, modal, submit, type } from '../person.js'
import { aRunningApp } from '../running-app.js'

const { baseUrl } = await aRunningApp()
const chrome = await aChrome()

const TITLE = 'My first lamp'
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five']
/** An address of the README, in the app that runs here. */
const here = (address: string) => new URL(new URL(address, 'http://127.0.0.1:3000').pathname, baseUrl).href

/** How each sentence of the steps is done; one without a row fails the test. */
const DOING: [RegExp, (page: Page, ...marked: string[]) => Promise<void>][] = [
  [
    /^Open \*\*(http:\S+)\*\*, type `([^`]+)` and fill in the composer\.$/,
    async (page, address, command) => {
      await page.goto(here(address))
      await page.keyboard.type(command) // the focus is in the message box
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'New pin' }).waitFor()
    },
  ],
  [
    /^\*(.+)\* is already selected\.$/,
    async (page, choice) => {
      expect(await modal(page).getByLabel(choice).first().isChecked()).toBe(true)
    },
  ],
  [
    /^To use an image link, open \*\*(.+)\*\*; sample pictures are at `([^`]+)`\.$/,
    async (page, more, gallery) => {
      await modal(page).getByRole('button', { name: more }).waitFor()
      const { page: samples } = await chrome.aPage(here(gallery))
      const image = await samples.getByText('lamp-1.jpg').textContent()
      await compose(page, { title: TITLE, image: image!, link: 'https://shop.example.com/my-first-lamp' })
      await submit(page)
      await message(page, 'Scheduled for').waitFor()
    },
  ],
  [/^Or type `([^`]+)`\.$/, async (page, command) => type(page, command)],
  [
    /^Pinslot makes (\w+) drafts from that page, and one click schedules them\.$/,
    async (page, number) => {
      const count = NUMBERS.indexOf(number)
      await goTo(page, 'Pinslot')
      await page
        .getByRole('button', { name: `Schedule all (${count})` })
        .first()
        .click()
      await message(page, `Scheduled ${count} pins`).waitFor()
    },
  ],
  [/^Any other link works the same way\.$/, async (page) => type(page, '/pin https://shop.example.com/oak-shelf')],
  [
    /^Click \*\*(.+)\*\*\.$/,
    async (page, button) => {
      await page.getByRole('button', { name: button }).click()
    },
  ],
  [
    /^The page names the pin that went out, and \*\*(.+)\*\* leads to it\.$/,
    async (page, link) => {
      const said = page.locator('#toast')
      await said.getByText(`Published: ${TITLE} · maple_and_thread.`).waitFor()
      await shoot(page, 'first-pin-published')
      const address = await said.getByRole('link', { name: link }).getAttribute('href')
      const { page: pin } = await chrome.aPage(new URL(address ?? '', baseUrl).href)
      await pin.getByRole('heading', { name: TITLE }).waitFor()
    },
  ],
  [
    /^All boards are at \*\*(\S+)\*\*\.$/,
    async (_page, address) => {
      const { page: boards } = await chrome.aPage(here(address))
      await boards.getByRole('heading', { name: TITLE }).waitFor()
    },
  ],
]

/** The numbered steps below “Your first pin”, as sentences. */
function readSteps(): string[][] {
  const [, part = ''] = readFileSync(path.join(root, 'README.md'), 'utf8').split(/^## Your first pin$/m)
  const steps = [...(part.split(/^## /m)[0] ?? '').matchAll(/^\d\. (.+)$/gm)]
  return steps.map(([, step = '']) => step.split(/(?<=\.) /))
}

test('the README’s three steps lead to a pin that is out, named and seen, by one click on the clock', async () => {
  const steps = readSteps()
  expect(steps).toHaveLength(3)
  const { page, complaints } = await chrome.aPage('about:blank')
  for (const sentence of steps.flat()) {
    const known = DOING.find(([pattern]) => pattern.test(sentence))
    if (!known) throw new Error(`The README says “${sentence}”, and nothing here does it.`)
    const [, ...marked] = known[0].exec(sentence) ?? []
    await known[1](page, ...marked)
  }
  expect(complaints).toEqual([])
})

test('what Pinterest answers is chosen for one account on its page', async () => {
  const { page } = await chrome.aPage(`${baseUrl}/sandbox/platform`)
  await page.getByText('What Pinterest answers').click()
  await page.getByRole('combobox', { name: /@maple_and_thread/ }).selectOption('Under review')
  await page.getByText('@maple_and_thread: Under review').waitFor()
  const { standings } = (await (await fetch(`${baseUrl}/sandbox/platform/standings`)).json()) as { standings: unknown }
  expect(standings).toEqual([{ username: 'maple_and_thread', standing: 'under_review' }])
})
