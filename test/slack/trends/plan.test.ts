/** `/pin plan`: the season plan, and drafts of what waits for a theme in one press. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { assignRole } from '../../../src/core/accounts/people/assign-roles.js'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { teamId, users } from '../../../src/sandbox/slack/ids.js'
import { aWaitingFeed, seasonal, withTrends, workOnAll } from '../../core/season/support/season.js'
import { aFolderWeb, put } from '../../core/preflight/support/web-world.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, inDays } from '../../support/factories.js'
import { aTeam, lastMessage, markupOf, textOn } from '../support/a-team.js'
import { postsOf } from '../support/pins.js'

const { db } = await aDatabase()
const folder = mkdtempSync(path.join(tmpdir(), 'pinslot-plan-'))
afterAll(() => rmSync(folder, { recursive: true }))
const team = aTeam(db, { parts: { web: aFolderWeb(folder) } })
beforeEach(async () => {
  await db.sql`delete from trend_answers`
  await db.sql`delete from trend_refusals`
})

let hosts = 0
const withPages = (...names: string[]) =>
  aWaitingFeed(team.current, `plan-${++hosts}.example.com`, (file, bytes) => put(folder, file, bytes), names)
const trends = () => withTrends(team.current, [seasonal(team.current, 'kitchen ideas', 45), seasonal(team.current, 'garden', 70)])
const shown = (screen: Screen) => markupOf(lastMessage(screen).blocks)
const plan = async (who = team.current.milo) => who.command('/pin plan')

test('has a row for each theme, and one press makes the drafts of what waits; a second makes none twice', async () => {
  await withPages('kitchen-ideas-oak', 'kitchen-ideas-ash')
  await trends()
  await aQueuedPost(team.current, { title: 'Kitchen ideas of oak', at: inDays(team.current, 2) })
  const { milo } = team.current
  const screen = await plan()
  expect(lastMessage(screen).ephemeral).toBe(true)
  expect(shown(screen)).toMatch(
    /\*kitchen ideas\*\nPeaked in the week to \w+ \d+, 2025, so again in about 4\d days\. Start (now|by \w+ \d+)\.\n1 pin · 2 pages wait · Best board: “Kitchen ideas”/,
  )
  expect(shown(screen)).toMatch(/\*garden\*\n.*\nNo pins yet · nothing waits · Best board: “Garden”/)
  expect(textOn(lastMessage(screen))).not.toContain('drafts: garden')
  const pressed = await milo.click('Make drafts: kitchen ideas')
  expect(JSON.stringify(pressed.messages)).toContain(
    'Making 2 drafts from pages for “kitchen ideas” on “Kitchen ideas”. Your review is in your messages with Pinslot.',
  )
  await workOnAll(team.current)
  const drafts = async () => (await postsOf(team.current, 'draft')).filter(({ url }) => url?.includes('kitchen-ideas'))
  expect((await drafts()).map(({ boardId }) => boardId)).toEqual(['101', '101'])
  const again = await plan()
  expect(shown(again)).toContain('1 pin · 2 drafts wait')
  await milo.click('Review drafts: kitchen ideas')
  await workOnAll(team.current)
  expect(await drafts()).toHaveLength(2)
  expect(markupOf(lastMessage(await milo.open('dm')).blocks)).toContain('*2 pins to review*')
})

test('shows viewers the plan without the button, and a press of somebody whose role has changed is refused', async () => {
  const { deps, actor, milo } = team.current
  await withPages('kitchen-ideas-oak')
  await trends()
  await plan()
  await assignRole(deps, actor, { teamId, userId: users.member, role: 'viewer' })
  expect(textOn(await milo.click('Make drafts: kitchen ideas'))).toContain('Viewers cannot change pins.')
  const screen = await plan()
  expect(shown(screen)).toContain('1 page waits')
  expect(textOn(lastMessage(screen))).not.toContain('Make drafts')
  expect((await postsOf(team.current, 'draft')).filter(({ url }) => url?.includes('kitchen-ideas'))).toEqual([])
})

test('says where drafts come from where nothing waits, and what to do where Pinterest names no searches', async () => {
  await trends()
  const screen = await plan()
  expect(shown(screen)).toContain(
    'You have no feeds: add one with /pin feeds, and new pages of your website wait here. Photos that you drop in my messages wait here, too.',
  )
  await db.sql`update trend_answers set trends = '[]'`
  expect(shown(await plan())).toContain(
    'Pinterest has no searches for the United States yet. Choose another region of trends in /pin settings.',
  )
  await withTrends(team.current, [])
  await db.sql`delete from trend_answers`
  await withTrends(team.current, [seasonal(team.current, 'beach outfits', 30)])
  expect(shown(await plan())).toContain('No search that peaks soon or grows fits your boards, drafts or pages.')
})

test('is a press away from the trends; a line with days is the queue', async () => {
  const { milo } = team.current
  await trends()
  await aDraft(team.current, { title: 'Kitchen ideas' })
  await milo.command('/pin trends seasonal')
  expect(shown(await milo.click('Plan the season'))).toContain('1 draft waits')
  expect(shown(await milo.click('All searches'))).toContain('kitchen ideas')
  expect(textOn(lastMessage(await milo.command('/pin plan next week')))).not.toContain('Season plan')
  expect(shown(await milo.command('/pin planner'))).toContain('kitchen ideas')
})
