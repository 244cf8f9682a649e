/** The last 30 days on Home: from what was kept, and the way to the rest. */
import { expect, test } from 'vitest'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { aDatabase } from '../../support/database.js'
import { markupOf, textOn } from '../support/a-team.js'
import { aStatsTeam, keptDays, someDays } from '../support/stats-team.js'
import { untilShown } from '../support/boards-team.js'

const { db } = await aDatabase()
const statsTeam = await aStatsTeam(db)
const { team } = statsTeam
const homeOf = ({ home }: Screen): string => markupOf(home?.blocks).replaceAll('\u00a0', ' ')

test('Home says what came of the last 30 days, and asks no platform for it', async () => {
  const { milo } = team.current
  await keptDays(team.current, 2, 29, 10)
  await keptDays(team.current, 30, 59, 8)
  const screen = await milo.openHome()
  expect(homeOf(screen)).toContain('11,200 impressions (+25%), 280 saves (+25%), 140 outbound clicks (+25%)')
  expect(screen.home?.buttons).toContain('Stats')
  expect(statsTeam.asked()).toBe(0)
})

test('Home says nothing of numbers of which none is kept, or of an account that is no business', async () => {
  const { milo, organizationId } = team.current
  expect((await milo.openHome()).home?.buttons).not.toContain('Stats')
  await keptDays(team.current, 40, 59, 8)
  expect((await milo.openHome()).home?.buttons).not.toContain('Stats')
  await keptDays(team.current, 2, 29, 10)
  await db.sql`update accounts set is_business = false where organization_id = ${organizationId}`
  expect((await milo.openHome()).home?.buttons).not.toContain('Stats')
})

test('“Stats” opens over Home, where another window takes its place', async () => {
  const { milo } = team.current
  await someDays(db, 2, 89, 10)
  await keptDays(team.current, 2, 29, 10)
  await milo.openHome()
  const shown = await milo.click('Stats')
  expect(textOn(shown.modal?.blocks)).toContain('maker: last 30 days')
  const other = await milo.click('7 days')
  expect(other.modal?.depth).toBe(1)
  expect(textOn(other.modal?.blocks)).toContain('maker: last 7 days')
  const top = await milo.click('Top pins')
  expect(top.modal).toMatchObject({ depth: 2, title: 'Top pins' })
  expect((await milo.open('Pinslot')).messages).toEqual([])
})

test('a window more than Slack has room for takes the place of the last one', async () => {
  const { milo } = team.current
  await someDays(db, 2, 29, 10)
  await keptDays(team.current, 2, 29, 10)
  await milo.openHome()
  await milo.click('Stats')
  await milo.click('Top pins')
  expect((await milo.click('Stats')).modal).toMatchObject({ depth: 3, title: 'Stats' })
  expect((await milo.click('Top pins')).modal).toMatchObject({ depth: 3, title: 'Top pins' })
  expect((await milo.click('Stats')).modal).toMatchObject({ depth: 3, title: 'Stats' })
})

test('“Numbers” of a slow platform are announced, and take the place of that', async () => {
  const { milo } = team.current
  await someDays(db, 2, 29, 10)
  await keptDays(team.current, 2, 29, 10)
  await milo.openHome()
  const letThrough = statsTeam.shut()
  const asking = milo.click('Stats')
  await untilShown(milo, 'Loading stats…')
  letThrough()
  const shown = await asking
  expect(textOn(shown.modal?.blocks)).toContain('maker: last 30 days')
  expect(shown.modal?.depth).toBe(1)
})

test('“Numbers” that cannot be read are told in a form over Home', async () => {
  const { milo } = team.current
  await keptDays(team.current, 2, 29, 10)
  await milo.openHome()
  await db.sql`update sim_tokens set revoked_at = now()`
  expect(markupOf((await milo.click('Stats')).modal?.blocks)).toMatch(/connect/i)
})

test('“Numbers” of a dead connection give an admin the button that fixes it, in that form', async () => {
  const { ada } = team.current
  await keptDays(team.current, 2, 29, 10)
  await ada.openHome()
  await db.sql`update sim_tokens set revoked_at = now()`
  expect((await ada.click('Stats')).modal?.buttons).toContain('Reconnect')
  expect((await ada.click('Reconnect')).modal?.title).toBe('Reconnect')
})
