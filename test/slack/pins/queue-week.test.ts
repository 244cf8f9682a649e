/** `/pin queue` of a week or a day, in words that people type. Now is Monday 2 March 2026, 11:00 in Berlin. */
import { describe, expect, test } from 'vitest'
import { windowIn } from '../../../src/slack/input/queue-window.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost } from '../../support/factories.js'
import { START } from '../../support/world.js'
import { aTeam, lastMessage, markupOf, textOn } from '../support/a-team.js'

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
    ['week', ...WEEK_10, 'from Monday 2 March to Sunday 8 March'],
    ['This  WEEK', ...WEEK_10, 'from Monday 2 March to Sunday 8 March'],
    ['next week', ...WEEK_11, 'from Monday 9 March to Sunday 15 March'],
    ['2026-W11', ...WEEK_11, 'from Monday 9 March to Sunday 15 March'],
    ['w11', ...WEEK_11, 'from Monday 9 March to Sunday 15 March'],
    ['week 11', ...WEEK_11, 'from Monday 9 March to Sunday 15 March'],
    ['week of 2026-03-11', ...WEEK_11, 'from Monday 9 March to Sunday 15 March'],
    ['friday', ...FRIDAY, 'on Friday 6 March'],
    ['on Fri', ...FRIDAY, 'on Friday 6 March'],
    ['2026-03-06', ...FRIDAY, 'on Friday 6 March'],
    ['6 March', ...FRIDAY, 'on Friday 6 March'],
    ['Mar 6th', ...FRIDAY, 'on Friday 6 March'],
    ['6 march 2026', ...FRIDAY, 'on Friday 6 March'],
    ['today', '2026-03-01T23:00:00.000Z', '2026-03-02T22:59:59.999Z', 'on Monday 2 March'],
    ['monday', '2026-03-01T23:00:00.000Z', '2026-03-02T22:59:59.999Z', 'on Monday 2 March'],
    ['tomorrow', '2026-03-02T23:00:00.000Z', '2026-03-03T22:59:59.999Z', 'on Tuesday 3 March'],
    ['1 January', '2026-12-31T23:00:00.000Z', '2027-01-01T22:59:59.999Z', 'on Friday 1 January 2027'],
    ['w9', '2027-02-28T23:00:00.000Z', '2027-03-07T22:59:59.999Z', 'from Monday 1 March 2027 to Sunday 7 March 2027'],
  ])('%s', (words, ...window) => expect(inBerlin(words)).toEqual(window))

  test('a week in which the clocks change is an hour shorter, and ends on Sunday all the same', () =>
    expect(inBerlin('2026-W13')?.slice(0, 2)).toEqual(['2026-03-22T23:00:00.000Z', '2026-03-29T21:59:59.999Z']))

  test('week of a Sunday evening is that which ends then', () =>
    expect(inBerlin('week', new Date('2026-03-08T22:30:00Z'))?.slice(0, 2)).toEqual(WEEK_10))

  test('nothing is everything', () => expect(inBerlin('  ')).toBeNull())
})

test.each(['foo', '2026-02-30', '2026-13-01', '2026-W54', 'w0', '31 April', 'last week', 'friday week', '2026', '<!channel>'])(
  '%s is no week and no day',
  (words) => expect(inBerlin(words)).toBeUndefined(),
)

const queue = async (words: string) => lastMessage(await team.current.milo.command(`/pin queue ${words}`))

test('/pin queue week shows the pins of this week alone, each with everything that can be done with it', async () => {
  await aQueuedPost(team.current, { title: 'This one', at: new Date('2026-03-08T22:30:00Z') })
  await aQueuedPost(team.current, { title: 'Not that', at: new Date('2026-03-08T23:30:00Z') })
  const { text, blocks } = await queue('week')
  expect(text).toContain('from Monday 2 March to Sunday 8 March')
  expect(markupOf(blocks)).toContain('This one')
  expect(markupOf(blocks)).not.toContain('Not that')
  for (const words of ['Edit', 'Move', 'Next slot', 'Unschedule', 'Delete']) expect(textOn(blocks)).toContain(`"text":"${words}"`)
  expect(markupOf((await queue('next week')).blocks)).toContain('Not that')
})

test('"Show more" of a week stays in that week', async () => {
  for (let hour = 0; hour < 12; hour++)
    await aQueuedPost(team.current, { title: `Pin ${hour}.`, at: new Date(Date.UTC(2026, 2, 6, 8 + hour)) })
  await aQueuedPost(team.current, { title: 'The week after', at: new Date('2026-03-10T12:00:00Z') })
  await queue('week')
  const rest = lastMessage(await team.current.milo.click('Show more'))
  expect(markupOf(rest.blocks)).toContain('Pin 11.')
  expect(markupOf(rest.blocks)).not.toContain('The week after')
  expect(textOn(rest.blocks)).not.toContain('Show more')
})

test('an empty week says which one is empty', async () => {
  await aQueuedPost(team.current, { at: new Date('2026-03-10T12:00:00Z') })
  expect((await queue('week')).text).toBe('Nothing is scheduled for maker from Monday 2 March to Sunday 8 March.')
  expect((await queue('friday')).text).toBe('Nothing is scheduled for maker on Friday 6 March.')
})

test('what is no week gets a sentence with examples, and buttons that show one', async () => {
  await aQueuedPost(team.current, { title: 'Here it is', at: new Date('2026-03-10T12:00:00Z') })
  const { text } = await queue('<!channel> soon')
  expect(text).toBe(
    'I didn’t understand “&lt;!channel&gt; soon”. Try /pin queue week, /pin queue next week, /pin queue friday, /pin queue 2026-03-10 or /pin queue 2026-W11.',
  )
  expect(markupOf(lastMessage(await team.current.milo.click('Next week')).blocks)).toContain('Here it is')
})
