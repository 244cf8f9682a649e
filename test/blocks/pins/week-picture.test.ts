/** What stands where in the picture of the days to come, and what is said of it to who does not see it. */
import { expect, test } from 'vitest'
import { planWeek, type WeekItem } from '../../../blocks/pins/week-picture.js'
import { aPost } from '../nasty.js'

const NOW = new Date('2026-12-05T10:00:00Z')
const days = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 11, 5 + day, 5))) // New York's
const reader = { timezone: 'America/New_York', locale: 'en-US', now: NOW }
const at = (day: number, clock: string) => new Date(Date.parse(`2026-12-0${5 + day}T${clock}:00Z`) + 5 * 3_600_000)
const pin = (title: string, when: Date, change: object = {}): WeekItem<string> => ({
  kind: 'pin',
  at: when,
  post: { ...aPost(title), title, boardId: '7', boardName: 'Warm kitchens' },
  state: 'scheduled',
  isRepeat: false,
  cover: title,
  ...change,
})
const plan = (...items: WeekItem<string>[]) => planWeek(items, days, reader)

test('each time of day is a row, each day a column, in the reader’s zone and clock', () => {
  const made = plan(pin('Jars', at(0, '09:30')), pin('Lamp', at(2, '19:15')), { kind: 'open', at: at(1, '09:30'), places: 2 })
  expect(made?.plan.days).toEqual(['Sat 5', 'Sun 6', 'Mon 7', 'Tue 8', 'Wed 9', 'Thu 10', 'Fri 11'])
  expect(made?.plan.rows.map(({ label }) => label)).toEqual(['9:30\nAM', '7:15\nPM'])
  expect(made?.plan.rows[0]?.cells.map((cell) => cell?.kind ?? null)).toEqual(['pin', 'open', null, null, null, null, null])
  expect(made?.plan.rows[0]?.cells[1]?.more).toBe(1)
  expect(made?.plan.rows[1]?.cells[2]).toMatchObject({ title: 'Lamp', board: 0, cover: 1 })
  expect(made?.covers).toEqual(['Jars', 'Lamp'])
  expect(planWeek([pin('Jars', at(0, '09:30'))], days, { ...reader, locale: 'de-DE' })?.plan.rows[0]?.label).toBe('09:30')
})

test('more than six times share six rows, near ones together, and what does not fit is counted', () => {
  const times = ['08:00', '08:05', '08:10', '11:00', '13:00', '15:00', '18:00', '21:00']
  const made = plan(...times.map((clock) => pin(clock, at(0, clock))))
  expect(made?.plan.rows.map(({ label, cells }) => [label, cells[0]?.title, cells[0]?.more])).toEqual([
    ['8:00–\n8:10', '08:00', 2],
    ['11:00\nAM', '11:00', 0],
    ['1:00\nPM', '13:00', 0],
    ['3:00\nPM', '15:00', 0],
    ['6:00\nPM', '18:00', 0],
    ['9:00\nPM', '21:00', 0],
  ])
})

test('boards have the same colors whatever order their pins are in', () => {
  const other = { post: { ...aPost('x'), boardId: '12', boardName: 'Lamps' } }
  const boards = (...items: WeekItem<string>[]) => plan(...items)?.plan.boards
  expect(boards(pin('a', at(0, '09:30')), pin('b', at(1, '09:30'), other))).toEqual(['Warm kitchens', 'Lamps'])
  expect(boards(pin('b', at(0, '09:30'), other), pin('a', at(1, '09:30')))).toEqual(['Warm kitchens', 'Lamps'])
})

test('it is said day by day what stands there', () => {
  const words = plan(
    pin('Jars for a small pantry', at(0, '09:30'), { state: 'published' }),
    pin('Lamp', at(0, '19:15'), { state: 'unconfirmed', isRepeat: true }),
    { kind: 'open', at: at(1, '09:30'), places: 1 },
    { kind: 'repeat', at: at(4, '12:00'), title: null },
  )?.words
  expect(words).toBe(
    'The next 7 days. Sat, Dec 5: 9:30 AM Jars for a small pantry, published; 7:15 PM Lamp, again, not confirmed. Sun, Dec 6: 9:30 AM open slot. Mon, Dec 7: nothing. Tue, Dec 8: nothing. Wed, Dec 9: 12:00 PM evergreen. Thu, Dec 10: nothing. Fri, Dec 11: nothing.',
  )
})

test('nothing planned and no slot is no picture; a full week stays within Slack’s limit', () => {
  expect(plan()).toBeUndefined()
  const full = days.flatMap((_, day) =>
    Array.from({ length: 20 }, (__, index) =>
      pin('A title of many words & signs <b> that goes on', at(day, `${String(index).padStart(2, '0')}:00`)),
    ),
  )
  const made = plan(...full)
  expect(made?.plan.rows).toHaveLength(6)
  expect(made?.covers.length).toBeLessThanOrEqual(42)
  expect(made?.words.length).toBeLessThanOrEqual(2000)
})
