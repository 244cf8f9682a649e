/** What two versions of a pin say of each other, by what is stored of them. */
import { expect, test } from 'vitest'
import { compareVersions, type Version } from '../../../../src/core/insight/twins/comparison.js'
import { DAY_MS } from '../../../../src/core/lib/duration.js'
import { addDates, dateOf } from '../../../../src/core/lib/time.js'
import { fc } from '../../../support/random.js'

const SENT = new Date('2026-03-02T22:00:00Z')
const inDays = (days: number) => new Date(SENT.getTime() + days * DAY_MS)

type Made = Partial<Version> & { count?: number; impressions?: number; clicks?: number }
/** A version with `count` counted days, from the day of its publication on. */
function version(postId: string, { count = 22, impressions = 100, clicks = 2, sentAt = SENT, ...given }: Made = {}): Version {
  const days = Array.from({ length: sentAt ? count : 0 }, (_, age) => ({
    day: addDates(dateOf(sentAt!), age),
    impressions,
    outboundClicks: clicks,
  }))
  const base = { title: 'A pin', status: 'sent', boardId: '101', urlKey: 'example.com', sendAt: sentAt, changed: null } as const
  return { ...base, postId, sentAt, days, ...given }
}
const compare = (a: Version, b: Version, now = inDays(25)) => compareVersions([a, b], now)

test('the version with more clicks for its impressions is better once both have fourteen counted days', () => {
  const [a, b] = [version('1', { clicks: 2 }), version('2', { clicks: 5, sentAt: inDays(4), count: 15 })]
  expect(compare(a, b)).toMatchObject({
    state: 'differs',
    days: 14,
    winnerPostId: '2',
    shares: [
      { count: 28, of: 1400 },
      { count: 70, of: 1400 },
    ],
    neededImpressions: null,
    stopped: null,
    caveats: [],
  })
  expect(compare(a, version('2', { clicks: 5, sentAt: inDays(4), count: 14 }))).toMatchObject({
    state: 'counting',
    days: 13,
    pValue: null,
    winnerPostId: null,
  })
})

test('what fourteen days have shown stays, whatever comes after', () => {
  const late = version('2', { clicks: 5, count: 15 })
  const turned = { ...late, days: [...late.days, ...version('2', { clicks: 0, count: 22 }).days.slice(15)] }
  expect(compare(version('1', { clicks: 2 }), turned)).toMatchObject({ state: 'differs', days: 14, winnerPostId: '2' })
})

test('no difference yet says how many impressions it would need, and after 21 days that none was found', () => {
  const [a, b] = [version('1', { clicks: 2, count: 15 }), version('2', { clicks: 3, count: 15 })]
  const first = compare(a, b, inDays(17))
  expect(first).toMatchObject({ state: 'no_difference_yet', days: 14, winnerPostId: null })
  expect(first.neededImpressions).toBeGreaterThan(4000)
  expect(first.neededImpressions).toBeLessThan(6000)
  expect(compare(version('1', { clicks: 2 }), version('2', { clicks: 2 }))).toMatchObject({
    state: 'no_difference',
    days: 21,
    neededImpressions: null,
  })
})

test('too few clicks are no difference, and without a p-value', () => {
  expect(compare(version('1', { clicks: 0 }), version('2', { clicks: 0 }))).toMatchObject({
    state: 'no_difference',
    pValue: null,
  })
})

test('nothing is compared until both are published', () => {
  const draft = version('2', { status: 'draft', sentAt: null, sendAt: null })
  expect(compare(version('1'), draft)).toMatchObject({ state: 'waiting', days: 0, caveats: [] })
})

test('the day of publication, days that one lacks and days from an edit on do not count', () => {
  const gap = version('2', { clicks: 5 })
  const [a, b] = [version('1', { clicks: 2, count: 16 }), { ...gap, days: gap.days.filter((_, age) => age !== 3) }]
  expect(compare(a, b, inDays(18))).toMatchObject({ state: 'differs', days: 14, shares: [{ of: 1400 }, { of: 1400 }] })
  const edited = version('1', { changed: { at: inDays(10), because: 'edited' } })
  expect(compare(edited, version('2', { clicks: 9 }))).toMatchObject({
    state: 'stopped',
    days: 9,
    winnerPostId: null,
    stopped: { because: 'edited', on: '2026-03-12' },
  })
  expect(compare({ ...edited, changed: { at: inDays(15), because: 'deleted' } }, version('2', { clicks: 9 })).state).toBe(
    'differs',
  )
})

test('a test stops when the links differ, or when Pinterest gave no figures until days are read no more', () => {
  expect(compare(version('1', { count: 5 }), version('2', { urlKey: 'example.com/b' }))).toMatchObject({
    state: 'stopped',
    stopped: { because: 'links_differ' },
  })
  const [a, b] = [version('1', { count: 5 }), version('2')]
  expect(compare(a, b, inDays(30)).state).toBe('counting')
  expect(compare(a, b, inDays(32))).toMatchObject({ state: 'stopped', stopped: { because: 'no_figures' } })
})

test('what else may explain a difference is said', () => {
  const a = version('1', { impressions: 500, clicks: 10 })
  const b = version('2', { sentAt: inDays(40), boardId: '102' })
  expect(compare(a, b, inDays(70)).caveats).toEqual(['uneven_impressions', 'far_apart', 'boards_differ'])
})

test('more clicks than impressions are as many, and the order of days changes nothing', () => {
  expect(compare(version('1', { clicks: 200 }), version('2')).shares[0]).toEqual({ count: 1400, of: 1400 })
  fc.assert(
    fc.property(fc.shuffledSubarray(version('2', { clicks: 3 }).days.slice(), { minLength: 10 }), (days) => {
      const sorted = days.toSorted((x, y) => x.day.localeCompare(y.day))
      const a = version('1')
      expect(compare(a, { ...a, postId: '2', days })).toEqual(compare(a, { ...a, postId: '2', days: sorted }))
    }),
  )
})
