/** One pin of a link, counted: every click, every word that is typed and every key that sends something. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { aPage } from '../../core/generations/support/page.js'
import { aFolderWeb, put } from '../../core/preflight/support/web-world.js'
import { aPicture } from '../../slack/support/a-file.js'
import { aTeam } from '../../slack/support/a-team.js'
import { postsOf } from '../../slack/support/pins.js'
import { aDatabase } from '../../support/database.js'
import { aTimeslot } from '../../support/factories.js'
import { aChrome, shoot } from '../chromium.js'
import { modal } from '../person.js'

const { db } = await aDatabase()
const folder = mkdtempSync(path.join(tmpdir(), 'pinslot-web-'))
afterAll(() => rmSync(folder, { recursive: true }))
put(folder, 'pages.example.com/shelves.html', aPage())
const team = aTeam(db, { parts: { web: aFolderWeb(folder) } })
const chrome = await aChrome()

test.each([
  ['the picture of its page', false],
  ['a picture of one’s own', true],
])('a first pin with %s takes at most six interactions and one text', async (_which, isOwn) => {
  await aTimeslot(team.current, { day: 2, time: '09:00', timezone: 'America/New_York' })
  const { page } = await chrome.aPage(`${team.current.baseUrl}/sandbox?as=member`)
  let interactions = 0
  const acts = async (work: Promise<unknown>) => {
    interactions += 1
    await work
  }
  const box = page.getByRole('combobox', { name: /^Message/ })
  await acts(box.click())
  await box.fill('/pin')
  await acts(box.press('Enter'))
  const form = page.getByRole('dialog', { name: 'New pin' })
  await form.waitFor()
  if (isOwn) {
    const { bytes } = await aPicture('shelf.jpg')
    await acts(form.getByLabel(/^Image or video/).setInputFiles({ name: 'shelf.jpg', mimeType: 'image/jpeg', buffer: bytes }))
  }
  const link = form.getByLabel(/^Destination link/)
  await acts(link.fill('pages.example.com/shelves.html'))
  await acts(link.press('Tab'))
  await form.getByText('From the page').waitFor()
  await shoot(page, isOwn ? 'one-pin-own' : 'one-pin-page')
  await acts(modal(page).locator('[data-do=submit]').click())
  await form.waitFor({ state: 'hidden' })
  expect(interactions).toBeLessThanOrEqual(6)
  expect(await postsOf(team.current, 'queued')).toMatchObject([
    { title: 'Open shelves for a small kitchen', url: 'https://pages.example.com/shelves.html', boardId: '101' },
  ])
})
