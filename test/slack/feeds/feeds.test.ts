/** Feeds in `/pin feeds`: added, changed, looked at, paused and removed, by schedulers and admins. */
import { expect, test } from 'vitest'
import { assignRole } from '../../../src/core/accounts/people/assign-roles.js'
import { createFeed } from '../../../src/core/feeds/create.js'
import { listFeeds } from '../../../src/core/feeds/store.js'
import { claimDueFeeds, workOnFeed } from '../../../src/core/feeds/work.js'
import { MINUTE_MS } from '../../../src/core/lib/duration.js'
import { teamId, users } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { aTeam, errorsOf, markupOf, textOn } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)
const URL = 'https://shop.example.com/feed.xml'

const feeds = () => listFeeds(team.current.deps, team.current.actor, team.current)
const aFeed = () => {
  const { deps, actor, accountId } = team.current
  return createFeed(deps, actor, { accountId, url: URL, kind: null, perDay: 3, boardId: null })
}
const open = () => team.current.ada.command('/pin feeds')
const shown = async (screen = open()) => markupOf((await screen).modal?.blocks)

test('one is added with its board, and listed with what happens next', async () => {
  const { ada } = team.current
  expect(await shown()).toContain('No feeds yet.')
  await ada.click('Add a feed')
  await ada.fill({ 'Address of the feed': URL, 'Drafts a day': '5', Board: 'Garden' })
  const list = await ada.submit()
  expect(markupOf(list.modal?.blocks)).toContain('Up to 5 a day to Garden')
  expect(await feeds()).toMatchObject([{ url: URL, perDay: 5, boardId: '102', createdBy: expect.stringMatching(/^T/) as string }])
})

test.each([
  [{ 'Address of the feed': 'https://10.0.0.1/feed.xml', 'Drafts a day': '3' }, 'public website'],
  [{ 'Address of the feed': URL, 'Drafts a day': '31' }, 'less than or equal to 30'],
])('%j comes back under its field', async (given, sentence) => {
  const { ada } = team.current
  await open()
  await ada.click('Add a feed')
  await ada.fill(given)
  expect(JSON.stringify(errorsOf(await ada.submit()))).toContain(sentence)
  expect(await feeds()).toEqual([])
})

test('it is changed, looked at, paused, resumed and removed', async () => {
  const { ada, clock, deps } = team.current
  await aFeed()
  await open()
  await ada.click('Edit: shop.example.com')
  await ada.fill({ 'Drafts a day': '7' })
  expect(markupOf((await ada.submit()).modal?.blocks)).toContain('Up to 7 a day')
  expect(textOn(await ada.click('Look now: shop.example.com'))).toContain('We look at it now.')
  for (const one of await claimDueFeeds(deps, 99)) await workOnFeed(deps, one)
  clock.advance(MINUTE_MS)
  expect(await shown(ada.click('Pause: shop.example.com'))).toContain('Paused.')
  expect(await feeds()).toMatchObject([{ state: 'paused', perDay: 7 }])
  await ada.click('Resume: shop.example.com')
  expect(await feeds()).toMatchObject([{ state: 'active' }])
  expect(await shown(ada.click('Remove: shop.example.com'))).toContain('No feeds yet.')
  expect(await feeds()).toEqual([])
})

test('what is wrong with it is said, with when we look again', async () => {
  const { deps } = team.current
  const { id } = await aFeed()
  await deps.db.sql`
    update feeds set error_code = 'not_a_feed', error_detail = '{}'::jsonb, error_at = ${deps.clock()},
           next_look_at = ${new Date(deps.clock().getTime() + 7_200_000)} where id = ${id}`
  const words = await shown()
  expect(words).toContain('This is no feed')
  expect(words).toContain('Next look in 2 hours')
})

test('contributors see them and have no buttons', async () => {
  const { deps, actor, milo } = team.current
  await aFeed()
  await assignRole(deps, actor, { teamId, userId: users.member, role: 'contributor' })
  const list = await milo.command('/pin feeds')
  expect(markupOf(list.modal?.blocks)).toContain('shop.example.com')
  expect(textOn(list.modal?.blocks)).not.toMatch(/Add a feed|Remove|Pause/)
})
