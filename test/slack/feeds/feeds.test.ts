/** Feeds in `/pin feeds`: added, changed, looked at, paused and removed, by schedulers and admins. */
import { expect, test } from 'vitest'
import { assignRole } from '../../../src/core/accounts/people/assign-roles.js'
import { createFeed } from '../../../src/core/sources/feeds/create.js'
import { listFeeds } from '../../../src/core/sources/feeds/store.js'
import { claimDueFeeds, workOnFeed } from '../../../src/core/sources/feeds/work.js'
import { MINUTE_MS } from '../../../src/core/lib/duration.js'
import { channels, teamId, users } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { claimDueGenerations, generate } from '../../../src/core/sources/generations/work.js'
import { buttonsOf } from '../../../src/sandbox/slack/screen.js'
import { aPage } from '../../core/generations/support/page.js'
import { aFolderWeb, put } from '../../core/preflight/support/web-world.js'
import { anotherAccount, aTimeslot } from '../../support/factories.js'
import { postsOf } from '../support/pins.js'
import { aTeam, errorsOf, lastMessage, markupOf, textOn } from '../support/a-team.js'
import { deliverAll } from '../support/approval-team.js'

const { db } = await aDatabase()
const folder = mkdtempSync(path.join(tmpdir(), 'pinslot-feeds-'))
afterAll(() => rmSync(folder, { recursive: true }))
const team = aTeam(db, { parts: { web: aFolderWeb(folder) } })
const URL = 'https://blog.example.com/feed.xml'

const feeds = () => listFeeds(team.current.deps, team.current.actor, team.current)
const aFeed = (url = URL) => {
  const { deps, actor, accountId } = team.current
  return createFeed(deps, actor, { accountId, url, kind: null, perDay: 3, boardId: null })
}
const open = () => team.current.ada.command('/pin feeds')
const shown = async (screen = open()) => markupOf((await screen).modal?.blocks)

test('one is added with its board, and listed with what happens next', async () => {
  const { ada } = team.current
  expect(await shown()).toContain('No feeds yet.')
  await ada.click('Add a feed')
  await ada.fill({ 'Feed URL': URL, 'Drafts per day': '5', Board: 'Garden' })
  const list = await ada.submit()
  expect(markupOf(list.modal?.blocks)).toContain('Up to 5 a day to Garden')
  expect(await feeds()).toMatchObject([{ url: URL, perDay: 5, boardId: '102', createdBy: expect.stringMatching(/^T/) as string }])
})

test.each([
  [{ 'Feed URL': 'https://10.0.0.1/feed.xml', 'Drafts per day': '3' }, 'public website'],
  [{ 'Feed URL': URL, 'Drafts per day': '31' }, 'less than or equal to 30'],
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
  await ada.click('Edit: blog.example.com')
  await ada.fill({ 'Drafts per day': '7' })
  expect(markupOf((await ada.submit()).modal?.blocks)).toContain('Up to 7 a day')
  expect(textOn(await ada.click('Check now: blog.example.com'))).toContain('We’re checking it now.')
  for (const one of await claimDueFeeds(deps, 99)) await workOnFeed(deps, one)
  clock.advance(MINUTE_MS)
  expect(await shown(ada.click('Pause: blog.example.com'))).toContain('Paused.')
  expect(await feeds()).toMatchObject([{ state: 'paused', perDay: 7 }])
  await ada.click('Resume: blog.example.com')
  expect(await feeds()).toMatchObject([{ state: 'active' }])
  expect(await shown(ada.click('Remove: blog.example.com'))).toContain('No feeds yet.')
  expect(await feeds()).toEqual([])
})

test('what is wrong with it is said, with when we look again', async () => {
  const { deps } = team.current
  const { id } = await aFeed()
  await deps.db.sql`
    update feeds set error_code = 'not_a_feed', error_detail = '{}'::jsonb, error_at = ${deps.clock()},
           next_look_at = ${new Date(deps.clock().getTime() + 7_200_000)} where id = ${id}`
  const words = await shown()
  expect(words).toContain('This is not a feed')
  expect(words).toContain('Next check in 2 hours')
})

test('contributors see them and have no buttons', async () => {
  const { deps, actor, milo } = team.current
  await aFeed()
  await assignRole(deps, actor, { teamId, userId: users.member, role: 'contributor' })
  const list = await milo.command('/pin feeds')
  expect(markupOf(list.modal?.blocks)).toContain('blog.example.com')
  expect(textOn(list.modal?.blocks)).not.toMatch(/Add a feed|Remove|Pause/)
})

test('with several accounts those of another one are a choice away, and what is added there is its own', async () => {
  const { ada, deps, actor } = team.current
  await aFeed()
  const { accountId } = await anotherAccount(team.current, 'studio')
  expect(await shown()).toContain('blog.example.com')
  expect(await shown(ada.choose('Account', 'studio'))).toContain('No feeds yet.')
  await ada.click('Add a feed')
  await ada.fill({ 'Feed URL': URL, 'Drafts per day': '2' })
  await ada.submit()
  expect(await listFeeds(deps, actor, { accountId })).toMatchObject([{ url: URL, perDay: 2 }])
})

/** A feed of two pages, looked at and drafted. */
async function drafted(): Promise<void> {
  const { deps, clock } = team.current
  const items = ['oak', 'ash'].map((name) => {
    put(folder, `oak.example.com/${name}.html`, aPage().replaceAll('small kitchen', `kitchen ${name}`))
    return `<item><title>${name}</title><link>https://oak.example.com/${name}.html</link></item>`
  })
  put(folder, 'oak.example.com/feed.xml', `<rss version="2.0"><channel><title>Oak</title>${items.join('')}</channel></rss>`)
  await aFeed('https://oak.example.com/feed.xml')
  for (let round = 0; round < 6; round++) {
    for (const one of await claimDueFeeds(deps, 99)) await workOnFeed(deps, one)
    for (const one of await claimDueGenerations(deps, 9)) await generate(deps, one)
    clock.advance(MINUTE_MS / 2)
  }
}

test('"Review drafts" shows them as cards in one’s messages, and one press schedules all of them', async () => {
  for (let day = 0; day < 7; day++) await aTimeslot(team.current, { day, time: '09:00' })
  await drafted()
  const { ada } = team.current
  expect(await shown()).toContain('2 drafts wait for your review.')
  expect(textOn((await ada.click('Review drafts')).modal)).toContain('Your review is in your messages with Pinslot.')
  await ada.close()
  const review = await ada.open('dm')
  expect(markupOf(lastMessage(review).blocks)).toContain('*2 pins to review*')
  await ada.click('Schedule all (2)')
  expect(await postsOf(team.current, 'queued')).toHaveLength(2)
})

test('so does the notice in the channel; who may not schedule gets the list', async () => {
  await drafted()
  const { ada, milo, deps, actor, clock, organizationId } = team.current
  await db.sql`update accounts set notify_channel_id = ${channels.pins} where organization_id = ${organizationId}`
  clock.advance(29 * 60 * MINUTE_MS) // in the morning of New York
  for (const one of await claimDueFeeds(deps, 99)) await workOnFeed(deps, one)
  await deliverAll(team.current)
  await ada.open('pins')
  await ada.click('Review drafts')
  expect(lastMessage(await ada.screen()).text).toBe('2 drafts are ready.')
  expect(buttonsOf(lastMessage(await ada.open('dm')).blocks)).toContain('Edit')
  await assignRole(deps, actor, { teamId, userId: users.member, role: 'contributor' })
  await milo.open('pins')
  expect((await milo.click('Review drafts')).modal?.title).toBe('Pins')
})

test('the notice in the channel follows the review: once its drafts are scheduled, it asks for none', async () => {
  for (let day = 0; day < 7; day++) await aTimeslot(team.current, { day, time: '09:00' })
  await drafted()
  const { ada, deps, clock, organizationId } = team.current
  await db.sql`update accounts set notify_channel_id = ${channels.pins} where organization_id = ${organizationId}`
  clock.advance(29 * 60 * MINUTE_MS)
  for (const one of await claimDueFeeds(deps, 99)) await workOnFeed(deps, one)
  await deliverAll(team.current)
  await ada.open('pins')
  await ada.click('Review drafts')
  await ada.open('dm')
  await ada.click('Schedule all (2)')
  await deliverAll(team.current)
  const { messages } = await ada.open('pins')
  const notices = messages.filter(({ ephemeral, text }) => !ephemeral && text.includes('drafts'))
  expect(notices.map(({ text }) => text)).toEqual([expect.stringContaining('all new drafts from your feeds are reviewed.')])
})

test('a web page that names its feed is replaced by that in one press', async () => {
  const { ada, deps } = team.current
  const { id } = await aFeed()
  await deps.db.sql`
    update feeds set error_code = 'not_a_feed', error_detail = ${deps.db.sql.json({ instead: 'https://blog.example.com/other.xml' })},
           error_at = ${deps.clock()} where id = ${id}`
  await open()
  expect(textOn((await ada.click('Use that feed: blog.example.com')).modal)).toContain('Added.')
  expect(await feeds()).toMatchObject([{ url: 'https://blog.example.com/other.xml', lastError: null }])
})
