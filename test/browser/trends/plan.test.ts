/** The season plan on the page: `/pin plan`, then one press makes the drafts. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { aWaitingFeed, seasonal, withTrends, workOnAll } from '../../core/season/support/season.js'
import { aFolderWeb, put } from '../../core/preflight/support/web-world.js'
import { aTeam } from '../../slack/support/a-team.js'
import { postsOf } from '../../slack/support/pins.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, inDays } from '../../support/factories.js'
import { aChrome, expectNoSideScroll, shoot } from '../chromium.js'
import { countPresses, goTo, message, type } from '../person.js'

const { db } = await aDatabase()
const folder = mkdtempSync(path.join(tmpdir(), 'pinslot-plan-'))
afterAll(() => rmSync(folder, { recursive: true }))
const team = aTeam(db, { parts: { web: aFolderWeb(folder) } })
const chrome = await aChrome()

const LOOKS = [
  { width: 1280, height: 900, dark: false },
  { width: 390, height: 900, dark: true },
]
test.each(LOOKS)('/pin plan and one press make the drafts of a season: %j', async (look) => {
  await db.sql`delete from trend_answers`
  const names = ['kitchen-ideas-oak', 'kitchen-ideas-ash', 'kitchen-ideas-pine']
  await aWaitingFeed(team.current, `plan-${look.width}.example.com`, (file, bytes) => put(folder, file, bytes), names)
  const all = [
    seasonal(team.current, 'kitchen ideas', 45),
    seasonal(team.current, 'garden', 70),
    seasonal(team.current, 'small garden', 20),
  ]
  await withTrends(team.current, all)
  await aQueuedPost(team.current, { title: 'Kitchen ideas of oak', at: inDays(team.current, 2) })
  const photo = await aDraft(team.current, { title: 'Kitchen ideas', boardId: null })
  const { page } = await chrome.aPage(`${team.current.baseUrl}/sandbox?as=member`, look)
  await type(page, '/pin plan')
  const plan = message(page, 'Season plan')
  await plan.getByText('1 pin · 1 draft and 3 pages wait').waitFor()
  await expectNoSideScroll(page)
  await shoot(page, `plan-${look.width}`)
  const presses = await countPresses(page)
  await plan.getByRole('button', { name: 'Make drafts: kitchen ideas', exact: true }).click()
  await message(page, 'beside 1 draft that waited').waitFor()
  expect(await presses()).toBe(1)
  await shoot(page, `plan-pressed-${look.width}`)
  await workOnAll(team.current)
  const drafts = (await postsOf(team.current, 'draft')).filter(({ id, url }) => id === photo.id || url?.includes('kitchen-ideas'))
  expect(drafts.map(({ boardId }) => boardId)).toEqual(['101', '101', '101', '101'])
  await message(page, '4 drafts are ready.').waitFor()
  await goTo(page, 'Pinslot')
  await message(page, '4 pins to review').waitFor()
  await shoot(page, `plan-review-${look.width}`)
  await page.context().close()
})
