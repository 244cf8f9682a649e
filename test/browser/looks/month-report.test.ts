/** The monthly report as a person comes to it: the message, its other months, the page behind its link, and the canvas. */
import { expect, test } from 'vitest'
import { aChrome } from '../chromium.js'
import { goTo, message, type } from '../person.js'
import { aRunningApp } from '../running-app.js'
import { inEveryLook } from './in-every-look.js'

const { baseUrl } = await aRunningApp()
const chrome = await aChrome()
const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox?as=admin`)

const report = message(page, 'Anybody with the link can read it')
const press = (name: string) => report.getByRole('button', { name, exact: true }).click()

/** The month of the message, and the names of those next to it. */
async function monthShown(): Promise<{ name: string; before: string; after: string }> {
  const [, words = ''] = /: (\w+ \d{4})( so far)?$/.exec((await report.getByRole('heading').first().textContent()) ?? '') ?? []
  const first = new Date(`1 ${words} UTC`)
  const by = (months: number) =>
    new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months)).toLocaleDateString('en-US', {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    })
  return { name: words, before: by(-1), after: by(1) }
}

test('“Monthly report” below the stats shows the last whole month, and its buttons the others', async () => {
  await goTo(page, '# general')
  await type(page, '/pin stats')
  await message(page, 'Compared with').getByRole('button', { name: 'Monthly report', exact: true }).click()
  await report.getByText('Planned for the next four weeks', { exact: true }).waitFor()
  const { name, before, after } = await monthShown()
  await inEveryLook(page, report, 'month-report')
  await press(before)
  await report.getByRole('heading', { name: before }).waitFor()
  await press(name)
  await report.getByRole('heading', { name }).waitFor()
  await press(after)
  await report.getByRole('heading', { name: `${after} so far` }).waitFor()
  await inEveryLook(page, report, 'month-report-so-far')
  if (!(await report.getByText('Best pins', { exact: true }).isVisible())) await press(name) // its first days have none yet
  await report.getByText('Best pins', { exact: true }).waitFor()
  expect(complaints).toEqual([])
})

test('the page behind its link shows the same month to anybody, with boards and pictures', async () => {
  const { name } = await monthShown()
  const href = await report.getByRole('link', { name: 'Open the report', exact: true }).getAttribute('href')
  const opened = await chrome.aPage(href ?? '')
  await opened.page.getByRole('heading', { name, level: 1 }).waitFor()
  for (const part of ['Published', 'By board', 'Results', 'Best pins', 'Planned for the next four weeks'])
    await opened.page.getByRole('heading', { name: part, exact: true, level: 2 }).waitFor()
  const pictures = () =>
    opened.page.evaluate<boolean[]>(
      `[...document.querySelectorAll('img.pin')].map((one) => one.complete && one.naturalWidth > 0)`,
    )
  await expect.poll(pictures).toContain(true)
  expect(await pictures()).not.toContain(false)
  await inEveryLook(opened.page, opened.page.locator('body'), 'month-report-page')
  expect(opened.complaints).toEqual([])
})

test('a link that somebody changed opens no report', async () => {
  const href = await report.getByRole('link', { name: 'Open the report', exact: true }).getAttribute('href')
  const { page: other } = await chrome.aPage(`${href ?? ''}x`)
  await other.getByRole('heading', { name: 'This link doesn’t work', level: 1 }).waitFor()
  expect(await other.content()).not.toContain('Best pins')
  await inEveryLook(other, other.locator('body'), 'month-report-changed')
})

test('“Put it into a canvas” adds one to the channel, and says so', async () => {
  const { name } = await monthShown()
  await press('Put it into a canvas')
  const said = message(page, 'The report is a canvas in the tabs of this channel now.')
  await said.waitFor()
  const added = message(page, 'Added a canvas:')
  await added.getByText(name).first().waitFor()
  await inEveryLook(page, added, 'month-report-canvas')
  expect(complaints).toEqual([])
})
