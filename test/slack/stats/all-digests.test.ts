/** `/pin digest`: of one account, or of all for who has several. */
import { beforeEach, expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { anotherAccount, aQueuedPost, aSentPost, aTimeslot, DAY_MS, inDays } from '../../support/factories.js'
import type { World } from '../../support/world.js'
import { aTeam, lastMessage, markupOf, textOn } from '../support/a-team.js'
import { fail } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)
let studio: World

/** Two pins of maker and one of studio went out last week; now is the Monday after it. */
beforeEach(async () => {
  studio = await anotherAccount(team.current)
  const { clock } = team.current
  for (const day of [1, 2]) await aSentPost(team.current, { title: `Out ${day}`, at: inDays(team.current, day) })
  await aSentPost(studio, { title: 'Out of studio', boardId: '201', at: inDays(studio, 3) })
  clock.now = new Date(clock.now.getTime() + 7 * DAY_MS)
  await aQueuedPost(studio, { title: 'Vase', boardId: '201', at: inDays(studio, 1) })
  await aTimeslot(studio, { day: 3, time: '12:00' })
})

const digest = async (words: string) => lastMessage(await team.current.milo.command(`/pin digest${words}`))

test('/pin digest is that of the account worked with, to the asker alone, without waiting for Monday', async () => {
  const message = await digest('')
  expect(message.text).toContain('maker: week of Mar 2 to Mar 8: ')
  expect(message.text).toContain('2 pins published')
  expect(message.ephemeral).toBe(true)
  expect(
    await db.sql`select from outbox where organization_id = ${team.current.organizationId} and notice->>'kind' = 'weeklyDigest'`,
  ).toEqual([])
})

test('/pin digest all sums all accounts up, and has each of them in a few lines', async () => {
  for (const words of [' all', ' @all', ' all accounts']) {
    const { text, blocks } = await digest(words)
    expect(text).toBe('All accounts: week of Mar 2 to Mar 8: 3 pins published, 1 goes out in the next 7 days, 1 open slot')
    const markup = markupOf(blocks)
    expect(markup).toContain('*maker*\n2 pins published (none the week before)\nNext 7 days: 0 pins, no slots')
    expect(markup).toContain('*studio*\n1 pin published (none the week before)\nNext 7 days: 1 pin, 1 of 1 slot open')
  }
})

test('accounts that need attention come first, and say why', async () => {
  const { sql } = db
  await sql`update accounts set publishing = 'paused' where id = ${studio.accountId}`
  await fail(studio, await aQueuedPost(studio, { boardId: '201', at: inDays(studio, 2) }), 'board_gone')
  const { text, blocks } = await digest(' all')
  expect(text).toContain('1 account needs attention')
  expect(markupOf(blocks)).toMatch(/\*studio\*\n:warning: Paused · 1 failed pin\n[\s\S]*\*maker\*/)
})

test('the overview leads to the digest of one account in its place, and that back to all', async () => {
  const { milo } = team.current
  await digest(' all')
  const one = await milo.click('View digest', { within: 'studio' })
  expect(lastMessage(one).text).toContain('studio: week of')
  const again = await milo.choose('Account', 'All accounts')
  expect(lastMessage(again).text).toContain('All accounts: ')
  expect(again.messages).toHaveLength(one.messages.length)
})

test('an account whose week is not over yet by its zone is in the overview with the week before', async () => {
  const { clock } = team.current
  await db.sql`update accounts set timezone = 'Pacific/Kiritimati' where id = ${studio.accountId}`
  clock.now = new Date('2026-03-15T12:00:00Z') // Monday there, Sunday in New York
  expect((await digest(' all')).text).toContain('All accounts: last week: ')
})

test('with one account there is nothing to choose, and “all” is that one', async () => {
  const { organizationId } = team.current
  await db.sql`update accounts set deleting_at = now() where organization_id = ${organizationId} and id = ${studio.accountId}`
  expect(textOn((await digest('')).blocks)).not.toContain('All accounts')
  expect((await digest(' all')).text).toContain('2 pins published')
})

test('it knows nothing of another organization', async () => {
  const { organizationId } = team.current
  const [stranger] = await db.sql<[{ id: string }]>`
    insert into organizations (name, period_anchor, created_at) values ('Stranger', now(), now()) returning id`
  await db.sql`
    insert into accounts (organization_id, platform_user_id, username, display_name, timezone, created_at)
    values (${stranger.id}, ${`70${organizationId}`}, 'stranger', 'Stranger', 'UTC', now())`
  expect(textOn(await digest(' all'))).not.toContain('stranger')
  expect(textOn(await digest(' @stranger'))).toContain('Can’t find @stranger')
})
