/** How many presses of the mouse the daily jobs take, counted by the page itself: see countPresses(). */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pausePublishing } from '../../src/core/accounts/publishing.js'
import { declinePin } from '../../src/core/posts/approval/decide.js'
import { schedulePost } from '../../src/core/posts/schedule.js'
import { aPicture } from '../slack/support/a-file.js'
import { aTeam } from '../slack/support/a-team.js'
import { asRole, eve, milosId, withApprovals } from '../slack/support/approval-team.js'
import { fail, now, postsOf } from '../slack/support/pins.js'
import { aDatabase } from '../support/database.js'
import { aDraft, aQueuedPost, aTimeslot, DAY_MS, HOUR_MS, inDays } from '../support/factories.js'
import { aChrome, shoot } from './chromium.js'
import { countPresses, goTo, message, modal, type } from './person.js'

const { db } = await aDatabase()
const team = aTeam(db)
const chrome = await aChrome()

const everyTuesday = () => aTimeslot(team.current, { day: 2, time: '09:00', timezone: 'America/New_York' })
const aWindow = async (): Promise<Page> => (await chrome.aPage(`${team.current.baseUrl}/sandbox?as=member`)).page
const submitOf = (form: Locator) => form.locator('[data-do=submit]')

async function openComposer(page: Page): Promise<Locator> {
  await type(page, '/pin')
  const form = page.getByRole('dialog', { name: 'New pin' })
  await form.waitFor()
  return form
}

async function choosePicture(form: Locator): Promise<void> {
  const { bytes } = await aPicture('shelf.jpg')
  await form.getByLabel(/^Image or video/).setInputFiles({ name: 'shelf.jpg', mimeType: 'image/jpeg', buffer: bytes })
  await form.getByText('shelf.jpg').first().waitFor()
}

async function typeWords(form: Locator): Promise<void> {
  await form.getByLabel(/^Destination link/).fill('https://example.com/shelf')
  await form.getByLabel(/^Title/).fill('A shelf')
  await form.getByLabel(/^Description/).fill('Open shelves.')
}

async function chooseBoard(form: Locator): Promise<void> {
  await form.getByRole('combobox', { name: /^Board/ }).click()
  await form.getByRole('option', { name: 'Garden' }).click()
}

async function send(form: Locator): Promise<void> {
  await submitOf(form).click()
  await form.waitFor({ state: 'hidden' })
}

test('one pin goes into the next open slot by at most four presses, and the next one on that board by two', async () => {
  await everyTuesday()
  const page = await aWindow()
  const form = await openComposer(page)
  const first = await countPresses(page)
  await choosePicture(form)
  await typeWords(form)
  await chooseBoard(form)
  await shoot(page, 'quick-filled')
  await expect.poll(() => submitOf(form).textContent()).toBe('Schedule for Tue 3:00 PM')
  await send(form)
  expect(await first()).toBeLessThanOrEqual(4)
  expect(await postsOf(team.current, 'queued')).toHaveLength(1)

  const again = await openComposer(page)
  const before = await first()
  await choosePicture(again)
  await typeWords(again)
  await send(again)
  expect((await first()) - before).toBe(2)
  expect((await postsOf(team.current, 'queued')).map(({ boardId }) => boardId)).toEqual(['102', '102'])
})

test('whatever was forgotten, one refusal names all of it', async () => {
  await everyTuesday()
  const page = await aWindow()
  const form = await openComposer(page)
  await submitOf(form).click()
  await expect.poll(() => form.locator('.error').count()).toBe(2) // the rest may be on the page of the link
  await shoot(page, 'quick-refused')
  await choosePicture(form)
  await typeWords(form)
  await chooseBoard(form)
  await send(form)
  expect(await postsOf(team.current, 'queued')).toHaveLength(1)
})

test('a week of ten pins is one screen of 1280 by 800, without a press', async () => {
  for (let n = 0; n < 10; n++) await aQueuedPost(team.current, { title: `Pin ${n}.`, at: inDays(team.current, 0.3 + n * 0.6) })
  const page = await aWindow()
  const presses = await countPresses(page)
  await type(page, '/pin queue')
  await message(page, 'Pin 9.').waitFor()
  const list = await page.getByRole('combobox', { name: /^Message/ }).boundingBox()
  const rows = page.locator('.block.section').filter({ hasText: /Pin \d\./ })
  await expect
    .poll(async () => {
      const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()))
      return boxes.filter((box) => box !== null && box.y >= 0 && box.y + box.height <= (list?.y ?? 0)).length
    })
    .toBe(10)
  expect(await presses()).toBe(0)
  await shoot(page, 'clicks-week')
})

test('a failed pin is fixed and on the schedule again by at most three presses', async () => {
  await everyTuesday()
  const post = await aQueuedPost(team.current, { title: 'Lamp', at: inDays(team.current, 1) })
  await fail(team.current, post, 'platform_rejected')
  const page = await aWindow()
  await type(page, `/pin show ${post.id}`)
  const presses = await countPresses(page)
  await message(page, 'Lamp')
    .getByRole('button', { name: /^Edit and schedule/ })
    .click()
  await modal(page)
    .getByLabel(/^Title/)
    .fill('A better lamp')
  await send(modal(page))
  expect(await presses()).toBe(2)
  expect(await now(team.current, post)).toMatchObject({ status: 'queued', title: 'A better lamp' })
})

test('a pin with a deleted board is scheduled again by three steps: its button, the board, one button', async () => {
  await everyTuesday()
  const post = await aQueuedPost(team.current, { title: 'Lamp', at: inDays(team.current, 1) })
  await fail(team.current, post, 'board_gone')
  const page = await aWindow()
  await type(page, `/pin show ${post.id}`)
  await message(page, 'Lamp')
    .getByRole('button', { name: /^Choose another board/ })
    .click()
  await shoot(page, 'board-gone-form')
  await chooseBoard(modal(page))
  await expect.poll(() => submitOf(modal(page)).textContent()).toBe('Schedule for Tue 3:00 PM')
  await send(modal(page))
  expect(await now(team.current, post)).toMatchObject({ status: 'queued', boardId: '102' })
})

test('changes that were asked for are made and asked for again by two presses, with the request in view', async () => {
  await everyTuesday()
  const { deps, actor, accountId } = team.current
  const ada = { ...eve(team.current), role: 'admin' } as const
  await withApprovals(team.current)
  await asRole(team.current, 'contributor')
  const milo = { ...actor, via: 'slack', role: 'contributor', userId: milosId } as const
  const draft = await aDraft({ ...team.current, actor: milo }, { title: 'Lamp' })
  const placed = await schedulePost(deps, milo, { accountId, postId: draft.id, when: { kind: 'nextOpenSlot' } })
  const approvalId = placed.approval?.id ?? ''
  await declinePin(deps, ada, { accountId, approvalId, kind: 'changes_requested', reason: 'A shorter title.' })
  const page = await aWindow()
  await type(page, `/pin show ${draft.id}`)
  const presses = await countPresses(page)
  await message(page, 'Lamp').getByRole('button', { name: /^Edit/ }).click()
  await modal(page).getByText('A shorter title.').waitFor()
  await shoot(page, 'changes-form')
  await modal(page)
    .getByLabel(/^Title/)
    .fill('A lamp')
  await expect.poll(() => submitOf(modal(page)).textContent()).toBe('Save and ask again')
  await send(modal(page))
  expect(await presses()).toBe(2)
  await message(page, 'Sent for approval.').waitFor()
})

test('a pin moves to another open slot by at most two presses, from its card and from its line', async () => {
  await everyTuesday()
  const post = await aQueuedPost(team.current, { title: 'Lamp', at: new Date('2026-03-03T14:00:00Z') })
  const page = await aWindow()
  const presses = await countPresses(page)
  await type(page, `/pin show ${post.id}`)
  await message(page, 'Lamp').getByRole('button', { name: /^Move/ }).click()
  await modal(page).getByText('Choose a slot').first().waitFor()
  await send(modal(page))
  expect(await presses()).toBeLessThanOrEqual(2)
  await expect.poll(async () => (await now(team.current, post)).sendAt).toEqual(new Date('2026-03-10T13:00:00Z'))

  const before = await presses()
  await type(page, '/pin queue next week')
  const line = message(page, 'Next ›').locator('.block.section', { hasText: 'Lamp' })
  await line.getByLabel('More actions').click()
  await page
    .getByRole('button', { name: /^Later: / })
    .last()
    .click()
  await expect.poll(async () => (await now(team.current, post)).sendAt).toEqual(new Date('2026-03-17T13:00:00Z'))
  expect((await presses()) - before).toBeLessThanOrEqual(2)
})

test('why a pin is late is said without a press in the queue, and by opening Home', async () => {
  const { deps, actor, accountId, clock } = team.current
  await aQueuedPost(team.current, { title: 'Late lamp', at: inDays(team.current, 1) })
  await pausePublishing(deps, actor, { accountId, whilePaused: 'wait' })
  clock.now = new Date(clock.now.getTime() + DAY_MS + HOUR_MS)
  const page = await aWindow()
  const presses = await countPresses(page)
  await type(page, '/pin queue')
  const why = /late, waiting: publishing is paused/
  await page.locator('.block.section', { hasText: 'Late lamp' }).filter({ hasText: why }).first().waitFor()
  expect(await presses()).toBe(0)
  await goTo(page, 'Pinslot Home')
  await page.locator('.block.section', { hasText: 'Late lamp' }).filter({ hasText: why }).first().waitFor()
  expect(await presses()).toBeLessThanOrEqual(2) // the app, and its Home
})
