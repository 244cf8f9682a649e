/** A file of pins becomes scheduled pins: counted as a person does it, and looked at in both widths and both lights. */
import { expect, test } from 'vitest'
import { fileOf, work } from '../../core/imports/support/imports.js'
import { aTeam } from '../../slack/support/a-team.js'
import { postsOf } from '../../slack/support/pins.js'
import { aDatabase } from '../../support/database.js'
import { aTimeslot } from '../../support/factories.js'
import { aChrome, expectNoSideScroll, shoot } from '../chromium.js'
import { choose, goTo, message, modal } from '../person.js'

const { db } = await aDatabase()
const team = aTeam(db)
const chrome = await aChrome()

const HEADER = ['Title', 'Description', 'Link', 'Media URL', 'Board']
const THINGS = ['Oak shelf', 'Brass lamp', 'Blue vase', 'Garden bench', 'Gravel path']
const line = (n: number): string[] => [
  `${THINGS[n % THINGS.length]} ${n}`,
  'Made by hand.',
  `https://shop.example.com/${n}`,
  `https://pictures.test/${n}.jpg`,
  n % 2 === 0 ? 'Kitchen ideas' : 'Garden',
]
const plan = (header: readonly string[]) => {
  const lines = Array.from({ length: 25 }, (_, index) => line(index + 1))
  lines[6]![4] = 'Gardens'
  lines[19]![3] = ''
  return { name: 'spring.csv', mimeType: 'text/csv', buffer: Buffer.from(fileOf(lines, header)) }
}
async function week() {
  for (let day = 0; day < 7; day++) for (const time of ['09:00', '14:00', '19:15']) await aTimeslot(team.current, { day, time })
}

test('a file of 25 lines, two of them wrong, is 23 scheduled pins in at most four interactions', async () => {
  await week()
  const { page } = await chrome.aPage(`${team.current.baseUrl}/sandbox?as=admin&window=act`)
  await goTo(page, 'Pinslot')
  const did: string[] = []
  const does = async (what: string, act: () => Promise<void>) => {
    did.push(what)
    await act()
  }
  await does('choose the file', () => page.getByLabel('Attach files').setInputFiles(plan(HEADER)))
  await does('send', () => page.getByRole('combobox', { name: /^Message/ }).press('Enter'))
  const card = message(page, '23 can be imported, 2 can’t')
  await card.waitFor()
  await does('Import 23 pins', () => card.getByRole('button', { name: /^Import 23 pins/ }).click())
  await message(page, 'Importing 23 pins').waitFor()
  await work(team.current)
  await message(page, 'Imported 23 pins').waitFor() // nobody presses anything
  console.info(`a file of 25 lines: ${did.length} interactions (${did.join(', ')})`)
  expect(did.length).toBeLessThanOrEqual(4)
  expect(await postsOf(team.current, 'queued')).toHaveLength(23)
})

test('a file that nobody knows: its columns are named in a form, and it is imported', async () => {
  await week()
  const { page } = await chrome.aPage(`${team.current.baseUrl}/sandbox?as=admin&window=act`)
  await goTo(page, 'Pinslot')
  let count = 2
  await page.getByLabel('Attach files').setInputFiles(plan(['Überschrift', 'Worte', 'Ziel', 'Bild', 'Pinnwand']))
  await page.getByRole('combobox', { name: /^Message/ }).press('Enter')
  await message(page, 'we can’t tell which column has the images')
    .getByRole('button', { name: /^Choose columns/ })
    .click()
  count++
  for (const [label, column] of [
    ['Image or video URL', 'Bild'],
    ['Title', 'Überschrift'],
    ['Description', 'Worte'],
    ['Destination link', 'Ziel'],
    ['Board', 'Pinnwand'],
  ] as const) {
    await choose(page, new RegExp(`^${label}`), column)
    count += 2
  }
  await modal(page).getByRole('button', { name: 'Preview' }).click()
  const card = message(page, '23 can be imported, 2 can’t')
  await card.waitFor()
  await card.getByRole('button', { name: /^Import 23 pins/ }).click()
  count += 2
  await message(page, 'Importing 23 pins').waitFor()
  await work(team.current)
  await message(page, 'Imported 23 pins').waitFor()
  console.info(`a file that nobody knows: ${count} interactions`)
  expect(await postsOf(team.current, 'queued')).toHaveLength(23)
})

test('preview, columns, problems and result are there to be seen, at both widths and in both lights', async () => {
  await week()
  const { baseUrl, ada } = team.current
  await ada.open('dm')
  const { page } = await chrome.aPage(`${baseUrl}/sandbox?as=admin&window=act`)
  const looks = async (name: string) => {
    for (const width of [1280, 390])
      for (const light of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: width === 1280 ? 1100 : 1200 })
        await page.emulateMedia({ colorScheme: light })
        await expectNoSideScroll(page)
        await shoot(page, `${name}-${width}-${light}`)
      }
  }
  const file = { name: 'spring.csv', bytes: plan(HEADER).buffer }
  await ada.say('', { name: 'andere.csv', bytes: plan(['Überschrift', 'Worte', 'Ziel', 'Bild', 'Pinnwand']).buffer })
  await message(page, 'we can’t tell which column').waitFor()
  await looks('import-unknown')
  await ada.click('Choose columns')
  await page.getByRole('dialog', { name: 'Columns' }).waitFor()
  await looks('import-columns')
  await ada.close()
  await ada.say('', file)
  await message(page, '23 can be imported').waitFor()
  await looks('import-preview')
  await ada.click('All problems (2)')
  await page.getByRole('dialog', { name: 'Problems' }).waitFor()
  await looks('import-problems')
  await ada.close()
  await ada.click('Import 23 pins')
  await message(page, 'Importing 23 pins').waitFor()
  await looks('import-running')
  await work(team.current)
  await message(page, 'Imported 23 pins').waitFor()
  await looks('import-over')
})
