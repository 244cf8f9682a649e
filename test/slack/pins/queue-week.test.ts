/** `/pin queue` of a week or a day, in words that people type. Now is Monday, March 2, 2026, 11:00 in Berlin. */
import { describe, expect, test } from 'vitest'
import { windowIn } from '../../../src/slack/input/queue-window.js'
import { aDatabase } from '../../support/database.js'
import { pausePublishing } from '../../../src/core/accounts/publishing.js'
import { anEvergreenSlot, aPoolPin } from '../../core/posts/evergreen/support/fixtures.js'
import { aQueuedPost, aSentPost, aTimeslot } from '../../support/factories.js'
import { START } from '../../support/world.js'
import { aTeam, lastMessage, markupOf, textOn, valuesOf } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)

const inBerlin = (words: string, now = START) => {
  const window = windowIn(words, { now, timezone: 'Europe/Berlin' })
  return typeof window === 'object' && window !== null
    ? [window.start.toISOString(), window.end.toISOString(), window.name]
    : window
}
const WEEK_10 = ['2026-03-01T23:00:00.000Z', '2026-03-08T22:59:59.999Z']
const WEEK_11 = ['2026-03-08T23:00:00.000Z', '2026-03-15T22:59:59.999Z']
const FRIDAY = ['2026-03-05T23:00:00.000Z', '2026-03-06T22:59:59.999Z']

describe('a week or a day is read from', () => {
  test.each([
    ['week', ...WEEK_10, 'Monday, March 2 to Sunday, March 8'],
    ['This  WEEK', ...WEEK_10, 'Monday, March 2 to Sunday, March 8'],
    ['next week', ...WEEK_11, 'Monday, March 9 to Sunday, March 15'],
    ['2026-W11', ...WEEK_11, 'Monday, March 9 to Sunday, March 15'],
    ['w11', ...WEEK_11, 'Monday, March 9 to Sunday, March 15'],
    ['week 11', ...WEEK_11, 'Monday, March 9 to Sunday, March 15'],
    ['week of 2026-03-11', ...WEEK_11, 'Monday, March 9 to Sunday, March 15'],
    ['friday', ...FRIDAY, 'Friday, March 6'],
    ['on Fri', ...FRIDAY, 'Friday, March 6'],
    ['2026-03-06', ...FRIDAY, 'Friday, March 6'],
    ['6 March', ...FRIDAY, 'Friday, March 6'],
    ['Mar 6th', ...FRIDAY, 'Friday, March 6'],
    ['6 march 2026', ...FRIDAY, 'Friday, March 6'],
    ['last week', '2026-02-22T23:00:00.000Z', '2026-03-01T22:59:59.999Z', 'Monday, February 23 to Sunday, March 1'],
    ['yesterday', '2026-02-28T23:00:00.000Z', '2026-03-01T22:59:59.999Z', 'Sunday, March 1'],
    ['today', '2026-03-01T23:00:00.000Z', '2026-03-02T22:59:59.999Z', 'Monday, March 2'],
    ['monday', '2026-03-01T23:00:00.000Z', '2026-03-02T22:59:59.999Z', 'Monday, March 2'],
    ['tomorrow', '2026-03-02T23:00:00.000Z', '2026-03-03T22:59:59.999Z', 'Tuesday, March 3'],
    ['1 January', '2026-12-31T23:00:00.000Z', '2027-01-01T22:59:59.999Z', 'Friday, January 1, 2027'],
    ['w9', '2027-02-28T23:00:00.000Z', '2027-03-07T22:59:59.999Z', 'Monday, March 1, 2027 to Sunday, March 7, 2027'],
  ])('%s', (words, ...window) => expect(inBerlin(words)).toEqual(window))

  test('a week in which the clocks change is an hour shorter, and ends on Sunday all the same', () =>
    expect(inBerlin('2026-W13')?.slice(0, 2)).toEqual(['2026-03-22T23:00:00.000Z', '2026-03-29T21:59:59.999Z']))

  test('week of a Sunday evening is that which ends then', () =>
    expect(inBerlin('week', new Date('2026-03-08T22:30:00Z'))?.slice(0, 2)).toEqual(WEEK_10))

  test('nothing is seven days from today on', () =>
    expect(inBerlin('  ')).toEqual([...WEEK_10, 'Monday, March 2 to Sunday, March 8']))

  test('the week begins with Sunday where the reader’s does', () => {
    const sunday = new Date('2026-03-01T20:00:00Z')
    const startOf = (timezone: string, locale?: string) =>
      windowIn('week', { now: sunday, timezone, ...(locale && { locale }) })?.start
    expect(startOf('America/New_York')?.toISOString()).toBe('2026-03-01T05:00:00.000Z')
    expect(startOf('America/New_York', 'de-DE')?.toISOString()).toBe('2026-02-23T05:00:00.000Z')
    expect(startOf('Europe/Berlin', 'en-US')?.toISOString()).toBe('2026-02-22T23:00:00.000Z')
    expect(startOf('Europe/Berlin')?.toISOString()).toBe('2026-02-22T23:00:00.000Z')
  })

  test.each(['week', 'friday', ''])('the days before and after those of "%s" are words, too', (words) => {
    const window = windowIn(words, { now: START, timezone: 'Europe/Berlin' })
    const [before, next] = [window?.before ?? '', window?.after ?? ''].map((its) =>
      windowIn(its, { now: START, timezone: 'Europe/Berlin' }),
    )
    expect(before?.end.getTime()).toBe((window?.start.getTime() ?? 0) - 1)
    expect(next?.start.getTime()).toBe((window?.end.getTime() ?? 0) + 1)
  })
})

test.each(['foo', '2026-02-30', '2026-13-01', '2026-W54', 'w0', '31 April', 'friday week', '2026', '<!channel>'])(
  '%s is no week and no day',
  (words) => expect(inBerlin(words)).toBeUndefined(),
)

const queue = async (words: string) => lastMessage(await team.current.milo.command(`/pin queue ${words}`))

test('/pin queue week shows the pins of this week alone, each with one menu', async () => {
  await aQueuedPost(team.current, { title: 'This one', at: new Date('2026-03-08T22:30:00Z') })
  await aQueuedPost(team.current, { title: 'Not that', at: new Date('2026-03-08T23:30:00Z') })
  const { text, blocks } = await queue('week')
  expect(text).toContain('Monday, March 2 to Sunday, March 8')
  expect(markupOf(blocks)).toContain('This one')
  expect(markupOf(blocks)).not.toContain('Not that')
  for (const words of ['Details', 'Edit', 'Move', 'Later', 'Publish now']) expect(textOn(blocks)).toContain(`"text":"${words}"`)
  expect(markupOf((await queue('next week')).blocks)).toContain('Not that')
})

test('"Show more" of a week stays in that week', async () => {
  for (let n = 0; n < 24; n++) await aQueuedPost(team.current, { title: `Pin ${n}.`, at: new Date(Date.UTC(2026, 2, 6, 8, n)) })
  await aQueuedPost(team.current, { title: 'The week after', at: new Date('2026-03-10T12:00:00Z') })
  await queue('week')
  const rest = lastMessage(await team.current.milo.click('Show more'))
  expect(markupOf(rest.blocks)).toContain('Pin 23.')
  expect(markupOf(rest.blocks)).not.toContain('The week after')
  expect(textOn(rest.blocks)).not.toContain('Show more')
})

test('an empty week says which one is empty', async () => {
  await aQueuedPost(team.current, { at: new Date('2026-03-10T12:00:00Z') })
  expect((await queue('week')).text).toBe('Nothing is scheduled for maker: Monday, March 2 to Sunday, March 8')
  expect((await queue('friday')).text).toBe('Nothing is scheduled for maker: Friday, March 6')
})

test('what is no week gets a sentence with examples, and buttons that show one', async () => {
  await aQueuedPost(team.current, { title: 'Here it is', at: new Date('2026-03-10T12:00:00Z') })
  const { text } = await queue('<!channel> soon')
  expect(text).toBe(
    'I didn’t understand “&lt;!channel&gt; soon”. Try /pin queue week, /pin queue next week, /pin queue last week, /pin queue friday, /pin queue 2026-03-10 or /pin queue 2026-W11.',
  )
  expect(markupOf(lastMessage(await team.current.milo.click('Next week')).blocks)).toContain('Here it is')
})

describe('the days of the schedule', () => {
  const shown = async (words = '') => markupOf((await queue(words)).blocks)

  test('have what went out with its link, and what will', async () => {
    const { pinId } = await aSentPost(team.current, { title: 'Went out', at: new Date('2026-03-02T10:30:00Z') })
    await aQueuedPost(team.current, { title: 'Comes', at: new Date('2026-03-03T09:00:00Z') })
    const markup = await shown('week')
    expect(markup).toContain(`:white_check_mark: <https://www.pinterest.com/pin/${pinId}/|Went out>`)
    expect(markup).toContain('2 pins (1 published), no open slots')
    expect(await shown('today')).not.toContain('Comes')
  })

  test('have a pin that evergreen repeats, and say so', async () => {
    await aPoolPin(team.current, { title: 'Lamp' })
    await anEvergreenSlot(team.current, 'wed 12:00')
    expect(await shown('wednesday')).toContain(':recycle: Lamp · Kitchen ideas')
    expect(await shown('wednesday')).toContain('1 pin, no open slots')
    expect(await shown('next week')).toContain(':recycle: _Evergreen slot_')
  })

  test('offer their open slots, each for a pin at that time', async () => {
    const { milo } = team.current
    await aTimeslot(team.current, { day: 2, time: '12:00' })
    expect(await shown()).toContain('1:00 PM _open_')
    expect(valuesOf(await milo.click('Use'))).toMatchObject({ Time: '2026-03-03T12:00:00.000Z' })
  })

  test('have their open slots in time order, between the pins of the day', async () => {
    for (const time of ['08:00', '12:00', '13:00']) await aTimeslot(team.current, { day: 2, time })
    await aQueuedPost(team.current, { title: 'Between', at: new Date('2026-03-03T10:00:00Z') })
    expect((await shown('tuesday')).replaceAll(/\n+/g, '\n')).toMatch(
      /\*Tomorrow, Tuesday, March 3\*\n9:00 AM _open_\n\*11:00 AM\* {2}Between · Kitchen ideas\n1:00 PM, 2:00 PM _open_/,
    )
  })

  test('a row moves its pin to the next open slot, and asks before it publishes it now', async () => {
    const { milo } = team.current
    await aTimeslot(team.current, { day: 2, time: '12:00' })
    await aQueuedPost(team.current, { title: 'Moves on', at: new Date('2026-03-03T10:00:00Z') })
    await queue('week')
    const { messages } = await milo.click('Later: Tue, Mar 3, 1:00 PM', { within: 'Moves on' })
    expect(messages).toHaveLength(1)
    expect(markupOf(messages.at(-1)?.blocks)).toContain('Moved “Moves on” to Tue, Mar 3, 1:00 PM.')
    expect((await milo.click('Publish now', { within: 'Moves on' })).modal?.title).toBe('Publish now?')
  })

  test('lead to the days before and after, in place', async () => {
    const { milo } = team.current
    await aQueuedPost(team.current, { title: 'The week after', at: new Date('2026-03-10T12:00:00Z') })
    await queue('week')
    const { messages } = await milo.click('Next ›')
    expect(messages).toHaveLength(1)
    expect(markupOf(messages.at(-1)?.blocks)).toContain('The week after')
    expect(lastMessage(await milo.click('‹ Previous')).text).toContain('Monday, March 2 to Sunday, March 8')
  })

  test('say why a pin waits', async () => {
    const { deps, actor, accountId, clock } = team.current
    await aQueuedPost(team.current, { title: 'Waits', at: new Date('2026-03-02T10:30:00Z') })
    await aQueuedPost(team.current, { title: 'Is not due', at: new Date('2026-03-02T13:30:00Z') })
    await pausePublishing(deps, actor, { accountId })
    clock.advance(3_600_000)
    const words = await shown()
    expect(words).toContain(':hourglass: Waits · Kitchen ideas · late, waiting: publishing is paused')
    expect(words).toMatch(/:hourglass: Is not due · Kitchen ideas$/m) // the line above all of them says why
  })

  test('show first what is overdue since before them', async () => {
    const { deps, actor, accountId, clock } = team.current
    await aQueuedPost(team.current, { title: 'Since yesterday', at: new Date('2026-03-02T20:00:00Z') })
    await pausePublishing(deps, actor, { accountId })
    clock.now = new Date('2026-03-03T08:00:00Z')
    expect(await shown()).toMatch(/\*Overdue\*[\s\S]*Since yesterday/)
  })

  test('a change from a row shows them again in place', async () => {
    const { milo } = team.current
    await aQueuedPost(team.current, { title: 'Comes off', at: new Date('2026-03-03T09:00:00Z') })
    await aQueuedPost(team.current, { title: 'Stays', at: new Date('2026-03-03T10:00:00Z') })
    await queue('week')
    await milo.click('Details', { within: 'Comes off' })
    const { messages } = await milo.click('Unschedule')
    expect(messages).toHaveLength(1)
    const markup = markupOf(messages.at(-1)?.blocks)
    expect(markup).toContain('Unscheduled.')
    expect(markup).toContain('1 pin, no open slots')
    expect(markup).toContain('Stays')
  })
})

describe('of several accounts', () => {
  async function aSecondAccount(): Promise<string> {
    const { organizationId, clock } = team.current
    const [account] = await db.sql<[{ id: string }]>`
      insert into accounts (organization_id, platform_user_id, username, display_name, timezone, boards_read_at, created_at)
      values (${organizationId}, ${`91${organizationId}`}, 'garden', 'Garden', 'Europe/Berlin', ${clock.now}, ${clock.now})
      returning id`
    await db.sql`insert into schedules (organization_id, account_id) values (${organizationId}, ${account.id})`
    return account.id
  }

  test('one is named in the line, or all are shown in one list', async () => {
    const { milo, organizationId } = team.current
    const garden = await aSecondAccount()
    await aQueuedPost(team.current, { title: 'Of maker', at: new Date('2026-03-03T09:00:00Z') })
    const { id } = await aQueuedPost(team.current, { title: 'Of garden', at: new Date('2026-03-03T10:00:00Z') })
    await db.sql`update posts set account_id = ${garden} where organization_id = ${organizationId} and id = ${id}`
    expect(markupOf((await queue('@gard')).blocks)).toContain('Of garden')
    expect(markupOf((await queue('@garden week')).blocks)).not.toContain('Of maker')
    const all = await queue('all')
    expect(all.text).toContain('All accounts')
    expect(markupOf(all.blocks)).toMatch(/Of maker · .* · maker[\s\S]*Of garden · .* · garden/)
    await queue('')
    expect(markupOf(lastMessage(await milo.choose('Account', 'garden')).blocks)).toContain('Of garden')
    expect((await queue('@nobody')).text).toContain('Can’t find @nobody. Your accounts: @maker, @garden.')
  })
})
