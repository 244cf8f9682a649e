/** The days of the schedule, as a person sees them. */
import { expect, test } from 'vitest'
import { aSlackUser } from '../support/slack-user.js'
import { aChrome, expectNoSideScroll, shoot } from './chromium.js'
import { goTo } from './person.js'
import { aRunningApp } from './running-app.js'

const { baseUrl, apiKey, accounts } = await aRunningApp()
const chrome = await aChrome()
const ada = aSlackUser(baseUrl, 'admin')

const PINS = 10
const TITLES = ['Linen shelf for a small kitchen', 'Lamp over the table', 'Blue vase', 'A rug for two cats', 'Oak stool']

type Answers = { boards: { id: string }[]; schedule: { state: string }[] }
async function call(path: string, body?: object): Promise<Answers> {
  const answer = await fetch(`${baseUrl}/v1/accounts/${accounts[0]!.id}${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
  })
  return ((await answer.json()) as { data: Answers }).data // the contract's envelope
}

/** Until the week has ten pins. */
async function fillWeek(): Promise<void> {
  const { boards } = await call('/boards')
  for (let n = 0; n < PINS; n++) {
    const { schedule } = await call('/schedule')
    if (schedule.filter(({ state }) => state === 'scheduled').length >= PINS) return
    await call('/posts', {
      mediaUrl: `${baseUrl}/sandbox/media/vase-1.jpg`,
      title: `${TITLES[n % TITLES.length]} ${n + 1}`,
      description: 'Hand made.',
      url: `https://shop.example.com/${n}`,
      boardId: boards[n % boards.length]!.id,
      useNextOpenSlot: true,
    })
  }
}

test.each([
  { width: 1280, height: 800, dark: false },
  { width: 390, height: 800, dark: true },
])('a week of ten pins is one screen at 1280 px, and fits one of $width px', async (look) => {
  await ada.open('general')
  await fillWeek()
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`, look)
  const box = page.getByRole('combobox', { name: /Message/ })
  await box.fill('/pin queue')
  await box.press('Enter')
  await page
    .getByRole('button', { name: /Next ›/ })
    .last()
    .waitFor()
  await shoot(page, `week-${look.width}-${look.dark ? 'dark' : 'light'}`)
  await expectNoSideScroll(page)
  if (look.width >= 1280) {
    const rows = page.locator('.block.section').filter({ hasText: /^\d+:\d\d [AP]M/ }) // by the hour of the run one slot between them is open
    const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()))
    const visible = boxes.filter((each) => each !== null && each.y >= 94 && each.y + 24 <= look.height - 106)
    expect(visible.length).toBeGreaterThanOrEqual(PINS)
  }
  expect(complaints).toEqual([])
})

test('Home opens the days as a form, where “Next ›” turns them', async () => {
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`)
  await goTo(page, 'Pinslot Home')
  await page.locator('.home').getByRole('button', { name: 'Queue', exact: true }).click()
  const dialog = page.locator('#modal')
  await dialog
    .getByRole('button', { name: /Next ›/ })
    .first()
    .waitFor()
  await shoot(page, 'week-home')
  const first = await dialog.locator('.block.section').first().textContent()
  await dialog
    .getByRole('button', { name: /Next ›/ })
    .first()
    .click()
  await expect.poll(() => dialog.locator('.block.section').first().textContent()).not.toBe(first)
  expect(complaints).toEqual([])
})
