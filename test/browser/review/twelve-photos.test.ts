/** Twelve photos become twelve scheduled pins: counted as a person does it, and looked at in both widths and both lights. */
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aPicture } from '../../slack/support/a-file.js'
import { aTeam } from '../../slack/support/a-team.js'
import { setCredits } from '../../slack/support/composer-fixtures.js'
import { postsOf } from '../../slack/support/pins.js'
import { aDatabase } from '../../support/database.js'
import { aTimeslot } from '../../support/factories.js'
import { aChrome, expectNoSideScroll, shoot } from '../chromium.js'
import { goTo, message } from '../person.js'

const { db } = await aDatabase()
const team = aTeam(db)
const chrome = await aChrome()

const MOST_INTERACTIONS = 6
const MOST_MS = 90_000
const LINK = 'https://shop.example.com/autumn'

/** As a camera makes them: two megapixels of something, no two alike. */
async function photo(name: string, hue: number) {
  const noise = await sharp({
    create: { width: 250, height: 375, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 120, sigma: 40 } },
  })
    .png()
    .toBuffer()
  const buffer = await sharp(noise).resize(1200, 1800).modulate({ hue }).jpeg({ quality: 90 }).toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}
const NAMES = [
  'kitchen-shelf',
  'garden-bench',
  'kitchen-lamp',
  'IMG_2041',
  'garden-path',
  'kitchen-table',
  'IMG_2042',
  'garden-beds',
].concat(['kitchen-hooks_final', 'garden-shed', 'IMG_2043', 'kitchen-rack'])

/** @param ways how they do it, up to the button that schedules all */
async function inAFewSteps(at: string, ways: (page: Page, does: Does, photos: Photo[]) => Promise<Locator>) {
  for (let day = 0; day < 7; day++) for (const time of ['09:00', '19:15']) await aTimeslot(team.current, { day, time })
  const photos = await Promise.all(NAMES.map((name, index) => photo(`${name}.jpg`, index * 29)))
  const { page } = await chrome.aPage(`${team.current.baseUrl}/sandbox?as=admin&window=act`)
  await goTo(page, at)
  const did: string[] = []
  const does: Does = async (what, act) => {
    did.push(what)
    await act()
  }
  const begun = performance.now()
  const all = await ways(page, does, photos)
  await all.waitFor({ timeout: MOST_MS })
  await does('Schedule all (12)', () => all.click())
  await message(page, /Scheduled 12 pins/).waitFor({ timeout: MOST_MS })
  const tookMs = performance.now() - begun
  console.info(`twelve photos: ${did.length} interactions (${did.join(', ')}), ${(tookMs / 1000).toFixed(1)} s`)
  expect(did.length).toBeLessThanOrEqual(MOST_INTERACTIONS)
  expect(tookMs).toBeLessThanOrEqual(MOST_MS)
  const queued = await postsOf(team.current, 'queued')
  expect(queued).toHaveLength(12)
  expect(new Set(queued.map(({ sendAt }) => sendAt?.getTime())).size).toBe(12)
  expect(queued.every(({ url, title, description }) => url === LINK && title !== null && description === 'Autumn at home')).toBe(
    true,
  )
  return page
}
type Does = (what: string, act: () => Promise<unknown>) => Promise<void>
type Photo = Awaited<ReturnType<typeof photo>>

test('twelve photos are twelve scheduled pins in at most six interactions and ninety seconds', async () => {
  const page = await inAFewSteps('Pinslot', async (shown, does, photos) => {
    const box = shown.getByRole('combobox', { name: /^Message/ })
    await does('choose ten photos', () => shown.getByLabel('Attach files').setInputFiles(photos.slice(0, 10)))
    await does('write and send', async () => {
      await box.fill(`Autumn at home ${LINK}`)
      await box.press('Enter')
    })
    await message(shown, '10 pins to review').waitFor({ timeout: MOST_MS })
    await does('choose the other two', () => shown.getByLabel('Attach files').setInputFiles(photos.slice(10)))
    await does('send', () => box.press('Enter'))
    return message(shown, '12 pins to review').getByRole('button', { name: 'Schedule all (12)' }).first()
  })
  await shoot(page, 'review-scheduled')
})

test('so are those of /pin new many, in any channel', async () => {
  const page = await inAFewSteps('# general', async (shown, does, photos) => {
    const box = shown.getByRole('combobox', { name: /^Message/ })
    const form = shown.getByRole('dialog', { name: 'New pins' })
    await does('/pin new many', async () => {
      await box.fill('/pin new many')
      await box.press('Enter')
    })
    const files = form.locator('input[type=file]')
    await files.first().waitFor({ state: 'attached' })
    await does('choose ten photos', () => files.first().setInputFiles(photos.slice(0, 10)))
    await does('choose the other two', () => files.last().setInputFiles(photos.slice(10)))
    await does('write', () => form.getByLabel('What they show').fill(`Autumn at home ${LINK}`))
    await does('Review', () => form.getByRole('button', { name: 'Review' }).click())
    return message(shown, '12 pins to review').getByRole('button', { name: 'Schedule all (12)' }).first()
  })
  await shoot(page, 'review-in-channel')
})

test('each part of it is there to be seen, at both widths and in both lights', async () => {
  const { baseUrl, ada, slack } = team.current
  for (let day = 0; day < 7; day++) await aTimeslot(team.current, { day, time: '09:00' })
  await setCredits(team.current, 3)
  await ada.open('dm')
  slack.addFault({ method: 'files.info', error: 'file_not_found', times: 1, retryAfterSeconds: 1 })
  const files = await Promise.all(
    ['kitchen-shelf', 'garden-bench', 'IMG_1', 'kitchen-lamp', 'garden-path', 'kitchen-rack', 'garden-shed'].map((name) =>
      aPicture(`${name}.jpg`),
    ),
  )
  await ada.say(`Autumn at home ${LINK}`, ...files)
  await ada.click('Leave out', { within: 'Garden path' })
  const { page } = await chrome.aPage(`${baseUrl}/sandbox?as=admin&window=act`)
  const { buffer: body } = await photo('shown.jpg', 40)
  await page.route('https://pinslot.test/**', (route) => route.fulfill({ contentType: 'image/jpeg', body })) // no server has that name
  await page.reload()
  await message(page, '7 pins to review').waitFor()
  for (const width of [1280, 390])
    for (const light of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: width === 1280 ? 1600 : 1400 })
      await page.emulateMedia({ colorScheme: light })
      await expectNoSideScroll(page)
      await shoot(page, `review-${width}-${light}`)
      await ada.command('/pin new many')
      await page.getByRole('dialog', { name: 'New pins' }).waitFor()
      await expectNoSideScroll(page)
      await shoot(page, `review-form-${width}-${light}`)
      await ada.close()
      await page.getByRole('dialog', { name: 'New pins' }).waitFor({ state: 'hidden' })
    }
})
