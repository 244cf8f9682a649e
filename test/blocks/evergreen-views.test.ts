/** The evergreen form, and "Why this time" on a card: their limits with nasty values, and what they say. */
import { expect, test } from 'vitest'
import { evergreenView } from '../../blocks/evergreen/view.js'
import { type EvergreenModel, newEvergreenMemory } from '../../blocks/evergreen/model.js'
import { evergreenLimitsView } from '../../blocks/evergreen/limits.js'
import { evergreenSlotView } from '../../blocks/evergreen/slots.js'
import { NOTHING_WILL, runLine } from '../../blocks/evergreen/text.js'
import { checkLimits } from '../../blocks/limits/limits.js'
import { pageButtons, pageOf } from '../../blocks/kit/paging.js'
import { pinCard } from '../../blocks/pin/card.js'
import { placementBlocks } from '../../blocks/pin/placement-text.js'
import { done } from '../../blocks/kit/banner.js'
import { seriesCard } from '../../blocks/pins/series.js'
import type { NothingBecause } from '../../src/core/posts/evergreen/evergreen.js'
import type { PassedOver, Placement } from '../../src/core/slots/placement.js'
import { aCard, aFailure, aPost, AT, keepsLimits, manyAccounts, UNDO } from './nasty.js'

const NOW = new Date(AT.getTime() + 40 * 86_400_000)
const REASONS = Object.keys(NOTHING_WILL) as NothingBecause[] // a record has its keys
const slots = Array.from({ length: 50 }, (_, index) => ({
  id: '9'.repeat(18),
  day: index % 7,
  minute: 605,
  timezone: 'America/Argentina/ComodRivadavia',
}))

const evergreen = (words: string, change: Partial<EvergreenModel> = {}): EvergreenModel => ({
  account: { username: words },
  accounts: manyAccounts(words),
  canChange: true,
  state: 'active',
  slots,
  poolSize: 500,
  pool: Array.from({ length: 5 }, (_, index) => ({
    ...aCard(words, { id: String(index), status: 'sent' }),
    lastOutAt: AT,
    runs: index,
    limits: { until: '2027-12-24', atMost: 1000, months: [1, 3, 5, 7, 9, 11], made: 3 },
  })),
  ended: Array.from({ length: 5 }, () => ({
    post: aPost(words, { status: 'sent' }),
    runs: 3,
    ended: { because: 'until' as const, on: '2025-12-24' },
  })),
  runs: [
    ...(['queued', 'sent', 'uploading'] as const).map((status) => ({ at: AT, post: aPost(words, { status }), reason: null })),
    { at: AT, post: aPost(words, { status: 'draft', failure: aFailure(words) }), reason: null },
    { at: AT, post: aPost(words, { status: 'draft' }), reason: null },
  ],
  next: { at: AT, card: aCard(words), lastOutAt: AT },
  memory: { ...newEvergreenMemory('9'.repeat(18)), at: 495, slotsAt: 40 },
  now: NOW,
  banner: done(words || 'Done.'),
  ...change,
})

const passed = (words: string, count: number, reason?: PassedOver['reason']): PassedOver[] =>
  Array.from({ length: count }, (_, index) => ({
    at: new Date(AT.getTime() + index * 86_400_000),
    timeslotId: '1',
    reason: reason ?? (index % 2 === 0 ? 'taken' : 'spacing'),
    post: { postId: '9'.repeat(18), title: words },
  }))
/** Each with another pin in the way, so that each has a line. */
const placement = (words: string): Placement => ({
  passedOver: passed(words, 10, 'spacing').map((one, index) => ({ ...one, post: { postId: String(index), title: words } })),
  more: 3,
  spacingDays: 365,
})

keepsLimits([
  ['evergreen', 'modal', (words) => evergreenView(evergreen(words))],
  [
    'evergreen, paused and empty',
    'modal',
    (words) =>
      evergreenView(evergreen(words, { state: 'paused', slots: [], pool: [], ended: [], poolSize: 0, runs: [], next: null })),
  ],
  ...REASONS.map(
    (because) =>
      [
        `evergreen: ${because}`,
        'modal' as const,
        (words: string) =>
          evergreenView(
            evergreen(words, { next: { at: AT, because }, runs: [{ at: AT, post: null, reason: because }], canChange: false }),
          ),
      ] satisfies [string, 'modal', (words: string) => object],
  ),
  [
    'slot form',
    'modal',
    () =>
      evergreenSlotView({
        memory: { accountId: '1', timeslotId: '2', below: newEvergreenMemory('1') },
        slot: slots[0]!,
        timezone: 'UTC',
        accountZone: 'Asia/Kathmandu',
      }),
  ],
  ...[
    { until: '2999-12-31', atMost: 1000, months: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], made: 1000 },
    { until: null, atMost: null, months: [], made: 0 },
  ].map(
    (limits) =>
      [
        `limits form: ${limits.made} made`,
        'modal' as const,
        (words: string) =>
          evergreenLimitsView({
            memory: {
              accountId: '9'.repeat(18),
              postId: '9'.repeat(18),
              below: { ...newEvergreenMemory('9'.repeat(18)), at: 495, slotsAt: 40 },
            },
            post: aPost(words, { status: 'sent' }),
            limits,
            most: 1000,
          }),
      ] satisfies [string, 'modal', (words: string) => object],
  ),
  [
    'card with ten passed over',
    'message',
    (words) => pinCard(aCard(words), { headline: words || 'Saved.', account: words, undo: UNDO, placement: placement(words) }),
  ],
  ...[10, 20].map(
    (count) =>
      [
        `series of ${count} with ten passed over`,
        'message' as const,
        (words: string) =>
          seriesCard(
            Array.from({ length: count }, (_, index) =>
              aCard(words, { id: String(index), title: `${index}${words}`, intervalGroupId: '12' }),
            ),
            { headline: words || 'Saved.', account: words, undo: UNDO, placement: placement(words) },
            '0123456789abcdef',
          ),
      ] satisfies [string, 'message', (words: string) => object],
  ),
])

const wordsOf = (value: unknown): string => JSON.stringify(value)

test('the open slots that a rule skipped are named up to three, whatever the title is made of', () => {
  const [block] = placementBlocks({ passedOver: passed('&'.repeat(800), 10, 'spacing'), more: 3, spacingDays: 14 })
  const words = wordsOf(block)
  expect(words.match(/<!date/g)).toHaveLength(3)
  expect(words).toContain('and 7 more were skipped: same link within 14 days')
})

test('"Why this time" names the open slot that a rule skipped, and no slot that is merely taken', () => {
  const notice = placementBlocks({
    passedOver: [
      { at: AT, timeslotId: '1', reason: 'taken', post: { postId: '4', title: 'Shelf' } },
      { at: AT, timeslotId: '1', reason: 'spacing', post: { postId: '5', title: '<!channel>' } },
    ],
    more: 0,
    spacingDays: 7,
  })
  const date = '<!date^1772955000^{day_divider_pretty} at {time}|Sun, Mar 8, 2026, 7:30 AM UTC>'
  const text = `*Why this time?* ${date} was skipped: same link within 7 days (“&lt;!channel&gt;”).`
  expect(notice).toEqual([{ type: 'context', elements: [{ type: 'mrkdwn', verbatim: true, text }] }])
})

test('where all earlier slots are taken, one clause counts the pins before it', () => {
  const after = (count: number, more: number, spacingDays: number | null = null) =>
    wordsOf(placementBlocks({ passedOver: passed('x', count, 'taken'), more, spacingDays }))
  expect(after(1, 0)).toContain('"After 1 scheduled pin."')
  expect(after(10, 6)).toContain('"After 16 scheduled pins."')
  expect(after(10, 100)).toContain('"After 100+ scheduled pins."')
  expect(after(10, 6, 7)).toContain('"After 16 earlier slots."')
})

test('where nothing was passed over there is nothing to tell', () => {
  expect(placementBlocks(undefined)).toEqual([])
  expect(placementBlocks({ passedOver: [], more: 0, spacingDays: 7 })).toEqual([])
})

test('what goes out next stands with its time, its title and when it was last out', () => {
  const words = wordsOf(evergreenView(evergreen('Shelf')))
  expect(words).toContain('*Next:* <!date^1772955000^')
  expect(words).toContain('Shelf · last published 40 days ago')
  expect(words).toContain('last published 40 days ago · repeated once')
})

test.each(REASONS)('that nothing goes out because of %s is said before and after', (because) => {
  expect(wordsOf(evergreenView(evergreen('x', { next: { at: AT, because } })))).toContain(NOTHING_WILL[because])
  expect(runLine({ at: AT, post: null, reason: because })).toContain('nothing went out, ')
})

test('a person who may not change it has nothing to press but the spacing rules and the pages', () => {
  const words = wordsOf(evergreenView(evergreen('Shelf', { canChange: false })))
  for (const label of ['Pause', 'Remove', 'Add a slot', 'Move', 'Choose a pin']) expect(words).not.toContain(`"${label}"`)
  expect(words).toContain('Only schedulers and admins can change this.')
  expect(words).toContain('"Spacing rules"')
})

test.each([
  [1, 1, 'The same pin goes out again about every 7 days.'],
  [2, 14, 'The same pin goes out again about every day.'],
  [4, 1, null],
  [0, 1, null],
  [3, 0, null],
])('a pool of %i pins for %i slots a week warns of repeats: %s', (poolSize, slotCount, sentence) => {
  const slots = Array.from({ length: slotCount }, (_, index) => ({ id: String(index), day: 1, minute: index, timezone: 'UTC' }))
  const words = wordsOf(evergreenView(evergreen('Shelf', { poolSize, slots })))
  expect(words.includes('Pinterest shows repeats to fewer people')).toBe(sentence !== null)
  if (sentence !== null) expect(words).toContain(sentence)
})

test.each([
  [0, 'Add a slot and add published pins to the pool to start.'],
  [2, 'Add a slot to start.'],
])('with %i pins and no slot it is not called active', (poolSize, next) => {
  const words = wordsOf(evergreenView(evergreen('Shelf', { poolSize, slots: [], next: null })))
  expect(words).toContain(`*Not set up yet.* ${next}`)
  expect(words).not.toContain('*Active.*')
})

test('pages go on while something is left, and a list that became shorter shows its last page', () => {
  const list = { size: 5, next: 'n', first: 'f', label: 'pins' }
  const labels = (at: number, of: number) => pageButtons(list, { at, of }).map(({ text: { text } }) => text)
  const rows = (count: number) => Array.from({ length: count }, (_, index) => index)
  expect(labels(0, 5)).toEqual([])
  expect(labels(0, 7)).toEqual(['Next 2'])
  expect(labels(5, 12)).toEqual(['Next 2', 'Back to the first'])
  expect(labels(10, 12)).toEqual(['Back to the first'])
  expect(pageOf(list, rows(10), { at: 10 })).toEqual({ at: 5, shown: [5, 6, 7, 8, 9] })
  expect(pageOf(list, rows(0), { at: 10 })).toEqual({ at: 0, shown: [] })
  expect(pageOf(list, rows(6), { at: 5 })).toEqual({ at: 5, shown: [5] })
  expect(pageOf(list, rows(10), { at: 5, of: 40 })).toEqual({ at: 5, shown: [5, 6, 7, 8, 9] })
  expect(pageOf(list, rows(12), { at: 0, showing: (row) => row === 11 })).toEqual({ at: 10, shown: [10, 11] })
  expect(pageOf(list, rows(12), { at: 5, showing: (row) => row === 99 }).at).toBe(5)
})

test('at its fullest the form is within the hundred blocks', () => {
  expect(
    checkLimits(evergreenView(evergreen('x', { memory: { accountId: '1', at: 5, slotsAt: 10, round: 0 } })), 'modal'),
  ).toEqual([])
})
