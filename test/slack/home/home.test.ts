import { expect, test } from 'vitest'
import { anEvergreenSlot, aPoolPin } from '../../core/posts/evergreen/support/fixtures.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, aTimeslot } from '../../support/factories.js'
import { aTeam, errorsOf, markupOf, PICTURE, type Team, valuesOf, textOn } from '../support/a-team.js'

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

test('Home shows what comes in one list by time, and what can be done', async () => {
  await aQueuedPost(team.current, { title: 'Add next', at: new Date('2026-03-09T09:00:00Z') })
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  const { home } = await team.current.milo.openHome()
  expect(home?.buttons).toEqual(['New pin', 'New pins', 'Use', 'Queue'])
  expect(markupOf(home?.blocks)).toContain('*Tue 1:00 PM*  _open_')
  expect(markupOf(home?.blocks)).toContain('*Mon, Mar 9, 10:00 AM*  Add next · Kitchen ideas')
  expect(textOn(home?.blocks)).not.toContain('Needs you')
})

test('a failed draft and an account to connect again need attention', async () => {
  const { organizationId, accountId, milo } = team.current
  const { id } = await aDraft(team.current, { title: 'Fell over' })
  const failure = {
    reason: 'board_gone',
    cause: { code: 'board_gone' },
    message: 'The board is gone.',
    failedAt: '2026-03-02T09:00:00Z',
    sendAt: '2026-03-02T09:00:00Z',
  }
  await db.sql`update posts set failure = ${db.sql.json(failure)} where organization_id = ${organizationId} and id = ${id}`
  await db.sql`update accounts set token_status = 'unauthorized' where organization_id = ${organizationId} and id = ${accountId}`
  const { home } = await milo.openHome()
  expect(textOn(home?.blocks)).toContain('Needs you')
  expect(markupOf(home?.blocks)).toContain(':warning: Fell over: The board was deleted.')
  expect(markupOf(home?.blocks)).toContain('*maker* is disconnected')
  expect((await milo.click('Fix', { within: 'Fell over' })).modal?.title).toBe('Edit pin')
})

test('Home follows the viewer’s own change, from Home and from elsewhere', async () => {
  const { milo } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  await aQueuedPost(team.current, { title: 'Moves on Home', at: new Date('2026-03-09T09:00:00Z') })
  await milo.openHome()
  expect(await markup(milo.click('Later: Tue, Mar 10, 1:00 PM', { within: 'Moves on Home' }))).toContain(
    '*Tue, Mar 10, 1:00 PM*  Moves on Home',
  )
  await milo.open('general')
  await milo.command('/pin')
  const fields = { 'Image link': PICTURE, Title: 'Made elsewhere', Description: 'x', 'Destination link': 'https://example.com/a' }
  await milo.fill({ ...fields, Board: 'Garden', When: 'Exact time', Time: '2026-03-04T09:00:00Z' })
  expect(errorsOf(await milo.submit())).toEqual({})
  const published = await db.sql`select view from slk_views where position = 0`
  expect(textOn(published)).toContain('Made elsewhere')
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

test('Home says how many drafts there are, and what is left to spend where that is little', async () => {
  const { milo, organizationId, accountId } = team.current
  await aDraft(team.current)
  await aDraft(team.current)
  const { home } = await milo.openHome()
  expect(home?.buttons).toContain('2 drafts')
  expect(textOn(home?.blocks)).not.toContain('credit')
  await db.sql`update organizations set billing_system = 'legacy', post_limit = 30 where id = ${organizationId}`
  expect(await markup(milo.openHome())).toContain('0 of 30 pins used across all accounts until Apr 2')
  await db.sql`
    update entitlements
       set access = 'none', trial_left = 3, trial_offered = true, credits_left = 0
     where organization_id = ${organizationId} and account_id = ${accountId}`
  await db.sql`update organizations set billing_system = 'modular' where id = ${organizationId}`
  expect(await markup(milo.openHome())).toContain('3 trial pins left')
})

test('without a slot and a pin Home leads to posting times, and says what a slot and a draft are', async () => {
  const { milo } = team.current
  const first = await markup(milo.openHome())
  for (const word of ['A *slot* is a weekly posting time', 'A *draft* is a pin without a time']) expect(first).toContain(word)
  expect((await milo.click('Add posting times')).modal?.title).toBe('Weekly slots')
  await milo.close()
  await aDraft(team.current)
  expect(await markup(milo.openHome())).not.toContain('A *draft* is')
})

test('a contributor is told on the empty Home that their pins need approval', async () => {
  const { milo, organizationId } = team.current
  await milo.openHome()
  await db.sql`update members set assigned_role = 'contributor' where organization_id = ${organizationId}`
  expect(await markup(milo.openHome())).toContain('You can save drafts; schedulers and admins schedule them.')
  await db.sql`update accounts set approval_policy = 'required', approvals_channel_id = 'C0PINS0001' where organization_id = ${organizationId}`
  expect(await markup(milo.openHome())).toContain('Your pins need approval: each one stays a draft until someone approves it.')
})

test('Home says when evergreen publishes a pin again, and which', async () => {
  expect(await markup(team.current.milo.openHome())).not.toContain(':recycle:')
  await aPoolPin(team.current, { title: 'Lamp' })
  await anEvergreenSlot(team.current, 'wed 12:00')
  expect(await markup(team.current.milo.openHome())).toContain('*Wed 6:00 PM*  :recycle: Lamp')
})

test.each([
  ['its first row', ['New pin']],
  ['an open slot', ['Use']],
  ['the days it opens', ['Queue', 'Use']],
])('a pin made from %s is answered on Home, with Undo, and not as a message', async (_page, clicks) => {
  const { milo } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  await milo.openHome()
  for (const label of clicks) await milo.click(label)
  const fields = { 'Image link': PICTURE, Title: 'Made on Home', Description: 'x', 'Destination link': 'https://example.com/a' }
  await milo.fill({ ...fields, Board: 'Garden' })
  const { home } = await milo.submit()
  expect(markupOf(home?.blocks)).toContain('Scheduled “Made on Home” for Tue, Mar 3, 1:00 PM.')
  await milo.click('Undo')
  expect(await db.sql`select 1 from posts where title = 'Made on Home' and status = 'queued'`).toEqual([])
  expect((await milo.open('Pinslot')).messages).toEqual([])
})
