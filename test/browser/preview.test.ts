/** The pin as it will look, in a real browser: over the composer, on the card that somebody decides on, and in its details. */
import { afterAll, expect, test } from 'vitest'
import { makeCharts } from '../../src/charts/charts.js'
import { aPicture } from '../slack/support/a-file.js'
import { aTeam, valuesOf } from '../slack/support/a-team.js'
import { asRole, deliverAll, theDraft, withApprovals } from '../slack/support/approval-team.js'
import { AT, WORDS } from '../slack/support/composer-fixtures.js'
import { aDatabase } from '../support/database.js'
import { aChrome, expectNoSideScroll, shoot } from './chromium.js'

const { db } = await aDatabase()
const charts = makeCharts()
afterAll(() => charts.close())
const team = aTeam(db, { parts: { charts } })
const chrome = await aChrome()

/** In the browser, where it knows the element. */
const widthOf = (image: unknown): number => (image as { naturalWidth: number }).naturalWidth

test.each([
  { width: 1280, height: 900, dark: false },
  { width: 390, height: 844, dark: true },
])('a preview lies over the composer, and a card and the details have it, at $width px', async (look) => {
  const { baseUrl, milo, app } = team.current
  await withApprovals(team.current)
  await asRole(team.current, 'contributor')
  const { page } = await chrome.aPage(`${baseUrl}/sandbox?as=member&window=act`, look)
  await milo.command('/pin')
  await milo.upload('Image or video', await aPicture('one.jpg'), await aPicture('two.jpg'))
  await milo.fill({ ...WORDS, Title: 'Small balcony ideas: twelve plants that forgive everything', Board: 'Garden', ...AT })
  const form = page.getByRole('dialog', { name: 'New pin' })
  await form.getByRole('button', { name: /^Preview/ }).click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  const picture = preview.getByRole('img', { name: /^Preview: Small balcony/ })
  await picture.waitFor()
  await expect.poll(() => picture.evaluate(widthOf)).toBe(528)
  await app.idle()
  await expectNoSideScroll(page)
  await shoot(page, `preview-${look.width}`)
  await preview.getByRole('button', { name: 'Back' }).last().click()
  await preview.waitFor({ state: 'hidden' })
  expect(valuesOf(await milo.screen())).toMatchObject({ 'Image or video': ['one.jpg', 'two.jpg'], Board: 'Garden' })
  await milo.submit()
  await deliverAll(team.current)
  await milo.open('approvals')
  const card = page.getByRole('img', { name: /^Small balcony/ }).last()
  await expect.poll(() => card.evaluate(widthOf)).toBe(528)
  await expectNoSideScroll(page)
  await shoot(page, `preview-card-${look.width}`)
  const { id } = await theDraft(team.current)
  await milo.open('general')
  await milo.command(`/pin show ${id}`)
  const details = page.getByRole('img', { name: /^Small balcony/ }).last()
  await expect.poll(() => details.evaluate(widthOf)).toBe(528)
  await expectNoSideScroll(page)
  await shoot(page, `preview-show-${look.width}`)
})
