import { expect, test } from 'vitest'
import { anEvergreenSlot, aPoolPin } from '../../core/posts/evergreen/support/fixtures.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, aTimeslot, inDays } from '../../support/factories.js'
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

test('Home shows the next pins, open slots and what can be done', async () => {
  await aQueuedPost(team.current, { title: 'Add next', at: new Date('2026-03-09T09:00:00Z') })
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  const { home } = await team.current.milo.openHome()
  expect(home?.buttons).toEqual([
    'New pin',
    'New pins',
    'Schedule',
    'Find',
    'Use this slot',
    'Use this slot',
    'Use this slot',
    'Queue',
    'Slots',
    'Evergreen',
    'Boards',
    'Settings',
    'Report',
    'Request',
  ])
  expect(markupOf(home?.blocks)).toContain('*Mon, Mar 9, 10:00 AM*  Add next · Kitchen ideas')
  expect(markupOf(home?.blocks)).toContain('Tue, Mar 3, 1:00 PM')
  expect(textOn(home?.blocks)).not.toContain('Needs attention')
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
  expect(textOn(home?.blocks)).toContain('Needs attention')
  expect(markupOf(home?.blocks)).toContain('Not published: The board was deleted. Choose another board and reschedule')
  expect(markupOf(home?.blocks)).toContain('*maker* is disconnected')
  expect((await milo.click('Choose another board', { within: 'Fell over' })).modal?.title).toBe('Edit pin')
})

test('Home follows the viewer’s own change, from Home and from elsewhere', async () => {
  const { milo } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  await aQueuedPost(team.current, { title: 'Moves on Home', at: new Date('2026-03-09T09:00:00Z') })
  await milo.openHome()
  expect(await markup(milo.click('Later', { within: 'Moves on Home' }))).toContain('*Tue, Mar 10, 1:00 PM*  Moves on Home')
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

test('Home says what is left to spend and how many drafts there are', async () => {
  const { milo, organizationId, accountId } = team.current
  await aDraft(team.current)
  await aDraft(team.current)
  const shown = await markup(milo.openHome())
  for (const line of ['1,000 credits left\nScheduling a pin costs 1 credit.', '2 drafts']) expect(shown).toContain(line)
  await db.sql`update organizations set billing_system = 'legacy', post_limit = 30 where id = ${organizationId}`
  expect(await markup(milo.openHome())).toContain('0 of 30 pins used across all accounts until Apr 2')
  await db.sql`
    update entitlements
       set access = 'none', trial_left = 3, trial_offered = true, credits_left = 0
     where organization_id = ${organizationId} and account_id = ${accountId}`
  await db.sql`update organizations set billing_system = 'modular' where id = ${organizationId}`
  expect(await markup(milo.openHome())).toContain('3 trial pins left')
})

test('before the first pin Home says what a slot, a draft and a credit are; with one it does not', async () => {
  const { milo } = team.current
  const first = await markup(milo.openHome())
  for (const word of ['A *slot* is a weekly posting time', 'A *draft* is a pin without a time', 'A *credit* pays for one'])
    expect(first).toContain(word)
  expect(first).toContain('Scheduling a pin costs 1 credit. Drafts are free')
  await aDraft(team.current)
  expect(await markup(milo.openHome())).not.toContain('A *slot* is a weekly posting time')
})

test('a contributor is told on the empty Home that their pins need approval', async () => {
  const { milo, organizationId } = team.current
  await milo.openHome()
  await db.sql`update members set assigned_role = 'contributor' where organization_id = ${organizationId}`
  expect(await markup(milo.openHome())).toContain('You can save drafts; schedulers and admins schedule them.')
  await db.sql`update accounts set approval_policy = 'required', approvals_channel_id = 'C0PINS0001' where organization_id = ${organizationId}`
  expect(await markup(milo.openHome())).toContain('Your pins need approval: each one stays a draft until someone approves it.')
})

test('the next pins are paged five by five, and back', async () => {
  const { milo } = team.current
  for (let day = 1; day <= 12; day++) await aQueuedPost(team.current, { title: `Pin ${day}.`, at: inDays(team.current, day) })
  const pins = async (screen: Promise<{ home: { blocks: unknown[] } | null }>) => (await markup(screen)).match(/Pin \d+\./g)
  expect(await pins(milo.openHome())).toEqual(['Pin 1.', 'Pin 2.', 'Pin 3.', 'Pin 4.', 'Pin 5.'])
  await expect(milo.click('Back to the first')).rejects.toThrow('There is no button')
  expect(await pins(milo.click('Next 5'))).toEqual(['Pin 6.', 'Pin 7.', 'Pin 8.', 'Pin 9.', 'Pin 10.'])
  expect(await pins(milo.click('Next 5'))).toEqual(['Pin 11.', 'Pin 12.'])
  await expect(milo.click('Next 5')).rejects.toThrow('There is no button')
  expect((await pins(milo.click('Back to the first')))?.[0]).toBe('Pin 1.')
})

test('Home stays on its page after what is done there: at once, by a form, and by a new pin', async () => {
  const { milo } = team.current
  for (let day = 1; day <= 12; day++) await aQueuedPost(team.current, { title: `Pin ${day}.`, at: inDays(team.current, day) })
  const pins = async () => (await markup(milo.screen())).match(/(?<=^|\n|\*|  )Pin \d+\./g)
  await milo.openHome()
  await milo.click('Next 5')
  await milo.click('Details', { within: 'Pin 6.' })
  await milo.click('Unschedule')
  await milo.close()
  expect(await pins()).toEqual(['Pin 7.', 'Pin 8.', 'Pin 9.', 'Pin 10.', 'Pin 11.', 'Pin 6.']) // which is a draft now
  await milo.click('Edit', { within: 'Pin 7.' })
  await milo.fill({ Title: 'Pin 77.' })
  await milo.submit()
  expect(await pins()).toEqual(['Pin 77.', 'Pin 8.', 'Pin 9.', 'Pin 10.', 'Pin 11.', 'Pin 6.'])
  await milo.click('Move', { within: 'Pin 8.' })
  await milo.fill({ Time: inDays(team.current, 1.5).toISOString() })
  await milo.submit()
  expect(await pins()).toEqual(['Pin 77.', 'Pin 9.', 'Pin 10.', 'Pin 11.', 'Pin 12.', 'Pin 6.'])
  await milo.click('New pin')
  await milo.fill({ 'Image link': PICTURE, Title: 'A draft' })
  await milo.submit()
  expect(await markup(milo.screen())).toContain('2 drafts')
  expect((await pins())?.[0]).toBe('Pin 77.')
  await milo.openHome()
  expect((await pins())?.[0]).toBe('Pin 1.')
})

test('a page of Home that has become empty says so and leads back', async () => {
  const { milo } = team.current
  for (let day = 1; day <= 6; day++) await aQueuedPost(team.current, { title: `Pin ${day}.`, at: inDays(team.current, day) })
  await milo.openHome()
  await milo.click('Next 5')
  await milo.click('Details', { within: 'Pin 6.' })
  await milo.click('Delete')
  expect(await markup(milo.close())).toContain('No more.')
  expect(await markup(milo.click('Back to the first'))).toContain('Pin 1.')
})

test('a page of Home is one of its account: a form that changes the account shows the first of the other', async () => {
  const { milo } = team.current
  await aSecondAccount(team.current)
  for (let day = 1; day <= 6; day++) await aQueuedPost(team.current, { title: `Pin ${day}.`, at: inDays(team.current, day) })
  await milo.openHome()
  await milo.click('Next 5')
  await milo.click('New pin')
  await milo.fill({ Account: 'second', 'Image link': PICTURE, Title: 'A draft' })
  await milo.submit()
  expect(await markup(milo.screen())).toContain('Nothing is scheduled.')
})

test('Home says when evergreen publishes a pin again, and which', async () => {
  expect(await markup(team.current.milo.openHome())).not.toContain('Evergreen,')
  await aPoolPin(team.current, { title: 'Lamp' })
  await anEvergreenSlot(team.current, 'wed 12:00')
  expect(await markup(team.current.milo.openHome())).toContain(':recycle: Evergreen, Wed, Mar 4, 6:00 PM: Lamp')
})

test.each([
  ['its first page', ['New pin']],
  ['its schedule', ['Schedule', 'Use this slot']],
  ['the days it opens', ['Schedule', 'Queue', 'Use']],
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
