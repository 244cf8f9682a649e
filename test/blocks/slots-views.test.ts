/** Every view of `/pin slots` with the largest and nastiest values: nothing pings, nothing breaks Slack's limits. */
import { expect, test } from 'vitest'
import { checkLimits } from '../../blocks/limits/limits.js'
import { type GridSlot, type SlotsModel, slotsView } from '../../blocks/slots/view.js'
import { newSlotView, slotGoneView, type SlotModel, slotView } from '../../blocks/slots/slot.js'
import { previewView, rebuildView, rebuiltView, rebuiltText } from '../../blocks/slots/rebuild.js'
import { rememberSuggestions, suggestionsView } from '../../blocks/slots/suggestions.js'
import { hourOf, slotName } from '../../blocks/slots/text.js'
import type { Rebuild } from '../../src/core/slots/week/rebuild.js'
import { MOST_SLOTS } from '../../src/core/slots/week/rules.js'
import { AT, keepsLimits, manyAccounts } from './nasty.js'

const LONGEST_ZONE = 'America/Argentina/ComodRivadavia'
const LONGEST_ID = '9'.repeat(19)
const memory = { accountId: LONGEST_ID, part: '6:1600' }

const slotsOf = (count: number, dayOf = (index: number) => index % 7): GridSlot[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(BigInt(LONGEST_ID) - BigInt(index)),
    day: dayOf(index),
    minute: (index * 7) % 1440,
    timezone: LONGEST_ZONE,
    isOpen: index % 2 === 0,
  }))

const week = (account: string, slots: GridSlot[], change: Partial<SlotsModel> = {}) =>
  slotsView({ account, accounts: manyAccounts(account), canChange: true, timezone: 'America/New_York', memory, slots, ...change })

const slot = (words: string, change: Partial<SlotModel> = {}) =>
  slotView({
    slot: { day: 3, minute: 1439, timezone: LONGEST_ZONE, type: 'auto-created' },
    memory: { ...memory, timeslotId: LONGEST_ID, seen: { day: 3, minute: 1439, timezone: LONGEST_ZONE } },
    accountZone: LONGEST_ZONE,
    next: { at: AT, isOpen: false },
    pins: Array.from({ length: 60 }, () => ({ at: AT, title: words, isPublishing: false, isOnSlot: false })),
    weeks: 8,
    canChange: true,
    ...change,
  })

const timeslot = (day: number, minute: number) => ({
  organizationId: '1',
  accountId: '7',
  id: String(minute),
  scheduleId: '1',
  day,
  minute,
  timezone: LONGEST_ZONE,
  type: 'manual' as const,
  predictedSendAt: AT,
})
const each = (perDay: number) =>
  Array.from({ length: 7 * perDay }, (_, index) => ({ day: index % 7, minute: Math.floor(index / 7) * 20, timezone: 'UTC' }))
const rebuild = (change: Partial<Rebuild> = {}): Rebuild => ({
  preview: true,
  basis: 'default',
  timezone: 'UTC',
  pinsPerDay: 50,
  leastApart: 28,
  added: each(50),
  removed: Array.from({ length: MOST_SLOTS.smart.most }, (_, index) => timeslot(1, index % 1440)),
  kept: Array.from({ length: 50 }, (_, index) => timeslot(1, index * 20)),
  pins: { reattached: 12345, offSlot: 54321 },
  shown: '0123456789abcdef',
  ...change,
})

const suggestions = (count: number) =>
  rememberSuggestions(memory, {
    basis: 'results',
    pinsRead: 123_456,
    timezone: LONGEST_ZONE,
    suggestions: Array.from({ length: count }, (_, index) => ({ day: index % 7, minute: 1439 - index, score: 1 - index / 70 })),
  })

keepsLimits([
  ['week of 21', 'modal', (words) => week(words, slotsOf(21))],
  ['week of 350', 'modal', (words) => week(words, slotsOf(350), { banner: { level: 'success', sentence: words.repeat(3) } })],
  [
    'week of 400 with its longest buttons',
    'modal',
    (words) => week(words, [...slotsOf(199), ...slotsOf(201).map((slot) => ({ ...slot, timezone: 'UTC' }))]),
  ],
  ['week of 401', 'modal', (words) => week(words, slotsOf(401))],
  ['week of as many as there may be', 'modal', (words) => week(words, slotsOf(MOST_SLOTS.smart.most))],
  [
    'as many as there may be on one day',
    'modal',
    (words) =>
      week(
        words,
        slotsOf(MOST_SLOTS.smart.most, () => 6),
      ),
  ],
  ['week of 30,000', 'modal', (words) => week(words, slotsOf(30_000))],
  ['empty week', 'modal', (words) => week(words, [], { timezone: null })],
  ['slot', 'modal', (words) => slot(words)],
  ['slot without pins', 'modal', () => slot('', { pins: [], accountZone: null, next: { at: AT, isOpen: true } })],
  ['new slot', 'modal', () => newSlotView({ memory, timezone: LONGEST_ZONE, accountZone: LONGEST_ZONE })],
  ['week of somebody who may only look', 'modal', (words) => week(words, slotsOf(21), { canChange: false })],
  ['slot of somebody who may only look', 'modal', (words) => slot(words, { canChange: false })],
  ['slot gone', 'modal', (words) => slotGoneView(words || 'Gone.')],
  ['suggestions', 'modal', () => suggestionsView(suggestions(10), (day) => day === 2)],
  ['fifty suggestions', 'modal', () => suggestionsView(suggestions(50), () => false)],
  ['no suggestions', 'modal', () => suggestionsView(suggestions(0), () => false)],
  [
    'rebuild',
    'modal',
    (words) =>
      rebuildView({
        memory,
        values: { pinsPerDay: '50', timezone: LONGEST_ZONE },
        accountZone: null,
        limits: { least: 1, most: 50 },
        problem: words,
      }),
  ],
  ['preview', 'modal', () => previewView(memory, rebuild())],
  [
    'preview of nothing',
    'modal',
    () => previewView(memory, rebuild({ added: [], removed: [], pins: { reattached: 0, offSlot: 0 } })),
  ],
  ['rebuilt', 'modal', (words) => rebuiltView(words || 'Done.')],
])

const words = (view: object) => JSON.stringify(view)
type Line = { accessory?: { type: string; options?: { text: { text: string }; value: string }[] } }
const choicesOf = (view: { blocks: object[] }) =>
  (view.blocks as Line[]).flatMap(({ accessory }) => (accessory?.type === 'overflow' ? (accessory.options ?? []) : []))
const times = (view: { blocks: object[] }) => choicesOf(view).map(({ text }) => text.text)

const one = (day: number, minute: number, change: Partial<GridSlot> = {}): GridSlot => ({
  id: `${day}${minute}`,
  day,
  minute,
  timezone: 'America/New_York',
  isOpen: true,
  ...change,
})

test('the week begins on Monday, a day is a line, and a mark says which times are taken', () => {
  const view = week('maker', [one(0, 540), one(1, 545, { isOpen: false }), one(1, 1200)])
  expect(times(view)).toEqual(['● 9:05 AM', '○ 8:00 PM', '○ 9:00 AM'])
  expect(words(view)).toContain('"3 weekly slots: 1 filled, 2 open"')
  expect(words(view)).toContain('*Monday*  ● 9:05 AM  ·  ○ 8:00 PM')
  expect(words(view)).toContain('*Tuesday*  no slots')
  expect(words(view)).toContain('Times in America/New_York (the account’s zone)')
})

test('a zone is named where it is not the reader’s own, or not the only one', () => {
  const here = { ownZone: 'America/New_York' }
  expect(words(week('maker', [one(0, 540)], here))).not.toContain('Times in')
  expect(words(week('maker', [one(0, 540)], { ownZone: 'Europe/Berlin' }))).toContain('Times in America/New_York')
  const two = [one(0, 540), one(1, 540), one(2, 540, { timezone: 'Europe/Berlin' })]
  expect(words(week('maker', two, here))).toContain(
    'Times in America/New_York (the account’s zone) unless another place is shown',
  )
  const offered = (ownZone: string | null) => words(suggestionsView(suggestions(3), () => false, { locale: null, ownZone }))
  expect([offered(LONGEST_ZONE), offered(null)].map((view) => view.includes('Times in'))).toEqual([false, true])
})

test('the account is named by the choice of accounts, else by its heading: once in any case', () => {
  const view = (accounts: SlotsModel['accounts']) => words(week('maker', [one(0, 540)], { accounts }))
  const [own, other] = [
    { id: memory.accountId, username: 'maker' },
    { id: '2', username: 'other' },
  ]
  expect(view([own])).toContain('*maker*\\n1 weekly slot')
  expect(view([own, other])).not.toContain('*maker*')
})

test.each([
  ['open', [true]],
  ['filled', [false]],
  ['all open', [true, true]],
  ['all filled', [false, false]],
  ['1 filled, 2 open', [true, false, true]],
])('the week says “%s”', (banner, marks) => {
  const slots = marks.map((isOpen, day) => one(day, 540, { isOpen }))
  expect(words(week('maker', slots))).toContain(
    `${slots.length === 1 ? '1 weekly slot' : `${slots.length} weekly slots`}: ${banner}"`,
  )
})

test('a slot of another zone has its place beside its time', () => {
  const view = week('maker', [one(1, 540), one(1, 545, { timezone: 'Europe/Berlin' })])
  expect(times(view)).toEqual(['○ 9:00 AM', '○ 9:05 AM Berlin'])
  expect(words(view)).toContain('*Monday*  ○ 9:00 AM  ·  ○ 9:05 AM Berlin')
  expect(words(view)).toContain('unless another place is shown')
  expect(words(week('maker', [one(1, 540)]))).not.toContain('unless')
})

test('an account without a zone has its times in that of its slots', () => {
  const view = week('maker', [one(1, 540, { timezone: 'Europe/Berlin' })], { timezone: null })
  expect(times(view)).toEqual(['○ 9:00 AM'])
  expect(words(view)).toContain('Times in Europe/Berlin')
  expect(words(view)).not.toContain('the account’s zone')
})

test('where most slots have another zone than the account, the times are in that one', () => {
  const berlin = { timezone: 'Europe/Berlin' }
  const view = week('maker', [one(1, 540, berlin), one(1, 545), one(2, 540, berlin)])
  expect(times(view)).toEqual(['○ 9:00 AM', '○ 9:05 AM New York', '○ 9:00 AM'])
  expect(words(view)).toContain('Times in Europe/Berlin (the account’s zone is America/New_York) unless another place is shown')
})

test('every slot of 350 has its choice; of more than fit, the days are counted and one is shown', () => {
  expect(times(week('maker', slotsOf(350)))).toHaveLength(350)
  const many = slotsOf(MOST_SLOTS.smart.most)
  const view = week('maker', many, { memory: { accountId: '7' } })
  expect(words(view)).toContain('2,000 weekly slots: 1,000 filled, 1,000 open')
  expect(words(view)).toContain('*Monday*  286 slots, 143 open\\n*Tuesday*  286 slots')
  expect(times(view)).toHaveLength(286)
  const wednesday = week('maker', many, { memory: { accountId: '7', part: '3:0' } })
  expect(times(wednesday)).toHaveLength(many.filter(({ day }) => day === 3).length)
})

test('a day of more than fit is shown in parts, and no slot is left out', () => {
  const many = slotsOf(MOST_SLOTS.smart.most, () => 6)
  const shown = [0, 400, 800, 1200, 1600].map((from) => week('maker', many, { memory: { accountId: '7', part: `6:${from}` } }))
  expect(shown.map((view) => times(view).length)).toEqual([400, 400, 400, 400, 400])
  expect(new Set(shown.flatMap((view) => choicesOf(view).map(({ value }) => value))).size).toBe(2000)
})

test('a week of two slots a day is seven lines with one menu each', () => {
  const { blocks } = week(
    'maker',
    Array.from({ length: 14 }, (_, index) => one(index % 7, 570 + 600 * Math.floor(index / 7))),
  )
  const lines = (blocks as Line[]).filter(({ accessory }) => accessory?.type === 'overflow')
  expect(lines.map(({ accessory }) => accessory?.options?.length)).toEqual(Array(7).fill(2))
})

test('a part that is not there any more is the first one', () => {
  expect(times(week('maker', slotsOf(401), { memory: { accountId: '7', part: '3:400' } })).length).toBeGreaterThan(0)
})

test('deleting asks first, and says what becomes of the pins', () => {
  const pin = { at: AT, title: 'Shelf', isPublishing: false, isOnSlot: true }
  const asked = (pins: SlotModel['pins']) =>
    words(slot('x', { slot: { day: 2, minute: 540, timezone: 'UTC', type: 'manual' }, pins }))
  expect(asked([])).toContain('This removes Tuesday 9:00 AM (UTC) from your week. Its pins keep their times."')
  expect(asked([pin, pin])).toContain('Its pins keep their times: 2 pins in the next 8 weeks.')
})

test.each([
  ['auto-created', 'added automatically'],
  ['recommended', 'added from suggestions'],
  ['manual', 'added manually'],
] as const)('a slot says where it comes from: %s', (type, banner) => {
  expect(words(slot('x', { slot: { day: 2, minute: 540, timezone: 'UTC', type } }))).toContain(banner)
})

test('suggestions say what they rest on', () => {
  const view = (basis: 'results' | 'default', pinsRead: number) =>
    words(suggestionsView({ ...suggestions(3), basis, pinsRead }, () => false))
  expect(view('results', 34)).toContain('Based on the results of 34 pins of yours')
  expect(view('default', 3)).toContain('Based on general Pinterest data; you have too few results so far (3 pins)')
  expect(view('results', 34)).toContain('% as good as the best time')
  expect(view('default', 3)).not.toMatch(/%|Best time/)
})

test('a suggestion that is a slot by now has no button', () => {
  const view = suggestionsView(suggestions(3), (day, minute) => day === 1 && minute === 1438)
  expect(words(view)).toContain('*Monday 11:58 PM*\\n:white_check_mark: Added')
  expect(words(view).match(/"Add"/g)).toHaveLength(2)
})

test('a preview says by day what comes, goes and stays, and what becomes of pins', () => {
  const view = words(
    previewView(
      memory,
      rebuild({
        pinsPerDay: 1,
        basis: 'results',
        timezone: 'UTC',
        added: [{ day: 1, minute: 480, timezone: 'UTC' }],
        removed: [timeslot(1, 545), timeslot(2, 0)],
        kept: [],
        pins: { reattached: 1, offSlot: 2 },
      }),
    ),
  )
  expect(view).toContain('*1 slot* added, *2* removed, *0* kept')
  expect(view).toContain('*Monday:* + 8 AM  − 9:05 AM ComodRivadavia')
  expect(view).toContain('*Tuesday:* − 12:00 AM ComodRivadavia')
  expect(view).toContain('Scheduled pins keep their times: 1 pin moves to a new slot, 2 pins are no longer in a slot.')
})

test('what a rebuild has done is one sentence', () => {
  expect(rebuiltText({ pinsPerDay: 3, added: 12, removed: 9, kept: 9, offSlot: 0 })).toBe(
    'Your week now has 3 pins a day: 12 added, 9 removed, 9 kept. Scheduled pins keep their times.',
  )
  expect(rebuiltText({ pinsPerDay: 1, added: 1, removed: 0, kept: 6, offSlot: 1 })).toContain(
    'Scheduled pins keep their times. 1 pin is not in a slot.',
  )
})

test('a minute of the day is said as a clock shows it', () => {
  expect([0, 5, 545, 1439].map(hourOf)).toEqual(['00:00', '00:05', '09:05', '23:59'])
  expect(slotName({ day: 0, minute: 0, timezone: 'UTC' }, 'UTC')).toBe('Sunday 12:00 AM')
})

test('the largest views keep well below what Slack takes', () => {
  const largest = week('я'.repeat(150), slotsOf(400))
  expect(Buffer.byteLength(JSON.stringify(largest))).toBeLessThan(200_000)
  expect(checkLimits(largest, 'modal')).toEqual([])
})

test('the zone of the account is named below a zone where it is another one', () => {
  const hint = (timezone: string) => words(newSlotView({ memory, timezone, accountZone: 'America/New_York' }))
  expect(hint('Europe/Berlin')).toContain('The account’s zone is America/New_York.')
  expect(hint('America/New_York')).not.toContain('The account’s zone')
})
