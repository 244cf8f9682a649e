import { expect, test } from 'vitest'
import { aDatabase } from '../support/database.js'
import { aDraft, aQueuedPost, aTimeslot } from '../support/factories.js'
import { aTeam, errorsOf, markupOf, PICTURE, type Team, valuesOf, wordsOn } from './a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)

const markup = async (screen: Promise<{ home: { blocks: unknown[] } | null }>) => markupOf((await screen).home?.blocks)

async function aSecondAccount({ organizationId, clock }: Team): Promise<string> {
  const [account] = await db.sql<[{ id: string }]>`
    insert into accounts (organization_id, platform_user_id, username, display_name, timezone, boards_read_at, created_at)
    values (${organizationId}, ${`91${organizationId}`}, 'second', 'The Second', 'Europe/Berlin', ${clock.now}, ${clock.now})
    returning id`
  await db.sql`insert into schedules (organization_id, account_id) values (${organizationId}, ${account.id})`
  await db.sql`
    insert into boards (organization_id, account_id, id, name, privacy, fetched_at)
    values (${organizationId}, ${account.id}, '201', 'Of the second', 'public', ${clock.now})`
  return account.id
}

test('Home shows the next pins, open slots and what can be done', async () => {
  await aQueuedPost(team.current, { title: 'Comes next', at: new Date('2026-03-09T09:00:00Z') })
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  const { home } = await team.current.milo.openHome()
  expect(home?.buttons).toEqual(['New pin', 'Report', 'Next slot', 'Move', 'Use', 'Use', 'Use'])
  expect(markupOf(home?.blocks)).toContain('Comes next')
  expect(markupOf(home?.blocks)).toContain('2026-03-03 12:00 UTC')
  expect(wordsOn(home?.blocks)).not.toContain('Needs attention')
})

test('a failed draft and an account to connect again need attention', async () => {
  const { organizationId, accountId, milo } = team.current
  const { id } = await aDraft(team.current, { title: 'Fell over' })
  const failure = {
    reason: 'board_gone',
    message: 'The board is gone.',
    failedAt: '2026-03-02T09:00:00Z',
    sendAt: '2026-03-02T09:00:00Z',
  }
  await db.sql`update posts set failure = ${db.sql.json(failure)} where organization_id = ${organizationId} and id = ${id}`
  await db.sql`update accounts set token_status = 'unauthorized' where organization_id = ${organizationId} and id = ${accountId}`
  const { home } = await milo.openHome()
  expect(wordsOn(home?.blocks)).toContain('Needs attention')
  expect(markupOf(home?.blocks)).toContain('Not published: The board is not there any more. Once it is back, press “Schedule”')
  expect(markupOf(home?.blocks)).toContain('*maker* has to be connected again')
  expect((await milo.click('Schedule', { within: 'Fell over' })).modal?.title).toBe('Schedule pin')
})

test('Home follows the viewer’s own change, from Home and from elsewhere', async () => {
  const { milo } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  await aQueuedPost(team.current, { title: 'Moves on Home', at: new Date('2026-03-09T09:00:00Z') })
  await milo.openHome()
  expect(await markup(milo.click('Next slot', { within: 'Moves on Home' }))).toContain('Goes out <!date^1772539200^')
  await milo.open('general')
  await milo.command('/pin')
  const fields = { 'Image link': PICTURE, Title: 'Made elsewhere', Description: 'x', 'Destination link': 'https://example.com/a' }
  await milo.fill({ ...fields, Board: 'Garden', When: 'At a set time', Time: '2026-03-04T09:00:00Z' })
  expect(errorsOf(await milo.submit())).toEqual({})
  const published = await db.sql`select view from slk_views where position = 0`
  expect(wordsOn(published)).toContain('Made elsewhere')
})

test('equal content is not published again', async () => {
  const { milo } = team.current
  const hash = async () =>
    (await db.sql<{ hash: string }[]>`select hash from slk_views where position = 0`).map((row) => row.hash)
  await milo.openHome()
  const before = await hash()
  await milo.openHome()
  expect(await hash()).toEqual(before)
  await aQueuedPost(team.current)
  await milo.openHome()
  expect(await hash()).not.toEqual(before)
})

test('the account switcher of Home is remembered everywhere', async () => {
  const { milo } = team.current
  await aSecondAccount(team.current)
  await aQueuedPost(team.current, { title: 'Of the first' })
  expect(await markup(milo.openHome())).toContain('Of the first')
  expect(await markup(milo.choose('Account', 'second'))).not.toContain('Of the first')
  expect(valuesOf(await milo.click('New pin'))).toMatchObject({ Account: 'second' })
})

test('another account in the composer has its own boards, and keeps what was typed', async () => {
  const { milo } = team.current
  await aSecondAccount(team.current)
  await milo.command('/pin')
  await milo.fill({ 'Image link': PICTURE, Title: 'Stays', Board: 'Garden' })
  const switched = await milo.fill({ Account: 'second' })
  expect(valuesOf(switched)).toMatchObject({ Account: 'second', Title: 'Stays', 'Image link': PICTURE, Board: null })
  await expect(milo.fill({ Board: 'Garden' })).rejects.toThrow('The field offers no "Garden"')
  await milo.fill({ Board: 'Of the second' })
  await milo.submit()
  const [post] = await db.sql`select board_id, account_id from posts where title = 'Stays'`
  expect(post).toMatchObject({ board_id: '201' })
})
