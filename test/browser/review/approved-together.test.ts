/** Twelve photos of a contributor: one card, one press, one message back; and the same in part. Looked at in both widths and both lights. */
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { aPicture } from '../../slack/support/a-file.js'
import { aTeam } from '../../slack/support/a-team.js'
import { asRole, deliverAll, withApprovals } from '../../slack/support/approval-team.js'
import { setCredits } from '../../slack/support/composer-fixtures.js'
import { postsOf } from '../../slack/support/pins.js'
import { aDatabase } from '../../support/database.js'
import { aTimeslot } from '../../support/factories.js'
import { aChrome, expectNoSideScroll, shoot } from '../chromium.js'
import { countPresses, goTo, message } from '../person.js'

const { db } = await aDatabase()
const team = aTeam(db)
const chrome = await aChrome()

const LINK = 'https://shop.example.com/autumn'
const NAMES = ['kitchen-shelf', 'garden-bench', 'kitchen-lamp', 'garden-path', 'kitchen-table', 'garden-beds'].concat([
  'kitchen-hooks',
  'garden-shed',
  'kitchen-rack',
  'garden-gate',
  'kitchen-stool',
  'garden-lamp',
])

beforeEach(async () => {
  await withApprovals(team.current)
  await asRole(team.current, 'contributor')
  for (let day = 0; day < 7; day++) for (const time of ['09:00', '19:15']) await aTimeslot(team.current, { day, time })
})

/** As milo drops them, ten a message, and asks for all in one press. */
async function ask(names: readonly string[]): Promise<void> {
  const { milo } = team.current
  await milo.open('dm')
  for (let from = 0; from < names.length; from += 10) {
    const files = await Promise.all(names.slice(from, from + 10).map((name) => aPicture(`${name}.jpg`)))
    await milo.say(from === 0 ? `Autumn at home ${LINK}` : '', ...files)
  }
  await milo.click(`Ask for approval (${names.length})`)
  await deliverAll(team.current)
}
async function toMilo(): Promise<string[]> {
  return (await team.current.milo.open('dm')).messages.map(({ text }) => text).filter((text) => /approved|rejected/.test(text))
}

test('twelve photos are approved in one press, and who sent them gets one message', async () => {
  await ask(NAMES)
  const { page } = await chrome.aPage(`${team.current.baseUrl}/sandbox?as=admin&window=act`)
  await goTo(page, '# approvals')
  const all = message(page, 'requests approval for').getByRole('button', { name: 'Approve all (12)' })
  await all.waitFor()
  const presses = await countPresses(page)
  await all.click()
  await message(page, 'All 12 decided.').waitFor()
  expect(await presses()).toBe(1)
  const queued = await postsOf(team.current, 'queued')
  expect([queued.length, new Set(queued.map(({ sendAt }) => sendAt?.getTime())).size]).toEqual([12, 12])
  await deliverAll(team.current)
  expect(await toMilo()).toEqual([expect.stringMatching(/approved 12 of your pins\.$/)])
  await shoot(page, 'approvals-decided')
})

test('in part: each line by itself, the rest in one press, and what cannot go says why', async () => {
  await setCredits(team.current, 3)
  await ask(NAMES.slice(0, 6))
  const { page } = await chrome.aPage(`${team.current.baseUrl}/sandbox?as=admin&window=act`)
  await goTo(page, '# approvals')
  const card = message(page, 'requests approval for')
  await card.getByRole('button', { name: 'Approve: Kitchen lamp' }).click()
  await message(page, /5 to decide; 1 approved\./).waitFor()
  await card.getByRole('button', { name: 'Approve the rest (5)' }).click()
  await message(page, /3 to decide; 3 approved\./).waitFor()
  await page.getByText('Approved 2 pins. 3 weren’t approved.').waitFor()
  expect(await postsOf(team.current, 'queued')).toHaveLength(3)
  await deliverAll(team.current)
  expect(await toMilo()).toHaveLength(2)
  const body = await sharp({ create: { width: 300, height: 450, channels: 3, background: '#b6845a' } })
    .jpeg()
    .toBuffer()
  await page.route('https://pinslot.test/**', (route) => route.fulfill({ contentType: 'image/jpeg', body })) // no server has that name
  await page.reload()
  await goTo(page, '# approvals')
  await message(page, /3 to decide/).waitFor()
  for (const width of [1280, 390])
    for (const light of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: width === 1280 ? 1500 : 1700 })
      await page.emulateMedia({ colorScheme: light })
      await expectNoSideScroll(page)
      await shoot(page, `approvals-${width}-${light}`)
    }
})
