/** The messages of `/pin stats` and `/pin top`, and the line of Home, with the largest and nastiest values; numbers as people read them. */
import type { Picture } from '../../blocks/kit/kit.js'
import type { CarouselBlock } from '@slack/types'
import { describe, expect, test } from 'vitest'
import { homeNumbers } from '../../blocks/home/view.js'
import { changeText, listed, percent, whole } from '../../blocks/kit/numbers.js'
import { dayOfYear } from '../../blocks/kit/times.js'
import { monthReportMessage } from '../../blocks/stats/month-report.js'
import { failedStatsMessage, statsMessage, wrongDaysMessage } from '../../blocks/stats/view.js'
import { failedTopMessage, type RankedPin, readTopValue, topMessage, waysOn, wrongSortMessage } from '../../blocks/stats/top.js'
import { SORT_NAMES, SORT_WORDS } from '../../blocks/stats/top-text.js'
import type { Compared } from '../../src/core/insight/analytics/compare.js'
import { compareWindows } from '../../src/core/insight/analytics/compare.js'
import { pictureDays } from '../../src/core/insight/analytics/stats-picture.js'
import type { MonthReport } from '../../src/core/insight/monthly/month.js'
import { writeReport } from '../../src/core/insight/monthly/words.js'
import { type Stats, type StatsDays, windowsOf } from '../../src/core/insight/analytics/stats.js'
import type { MetricDay } from '../../src/core/ports/platform.js'
import { keepsLimits, manyAccounts } from './nasty.js'

const NOW = new Date('2026-03-02T10:00:00Z')
const LONGEST_ID = '9'.repeat(19)
const LARGEST = Number.MAX_SAFE_INTEGER
const plain = (words: string) => words.replaceAll('\u00a0', ' ')

/** `told`: from the last day backwards. */
function stats(count: StatsDays, told: (fromEnd: number) => Partial<MetricDay> | undefined, change: Partial<Stats> = {}): Stats {
  const { window, before } = windowsOf(count, NOW)
  const at = (fromEnd: number) => new Date(NOW.getTime() - fromEnd * 86_400_000).toISOString().slice(0, 10)
  const days = Array.from({ length: count }, (_, index) => count - 1 - index).flatMap((fromEnd): MetricDay[] => {
    const day = told(fromEnd)
    return day ? [{ day: at(fromEnd), dataStatus: 'READY', metrics: {}, ...day }] : []
  })
  const ready = days.filter(({ dataStatus }) => dataStatus === 'READY')
  return {
    account: { organizationId: '1', id: '7', username: 'maker' },
    count,
    ...window,
    before,
    compared: compareWindows(days, []),
    days: pictureDays(days, window),
    wholeDays: ready.length,
    lastWholeDay: ready.at(-1)?.day ?? null,
    ...change,
  }
}
const metrics = (of: number) => ({ impression: of, save: of, outboundClick: of, pinClick: of, engagement: of })
const counting: Partial<MetricDay> = { dataStatus: 'PROCESSING' }
const usual = (fromEnd: number): Partial<MetricDay> => (fromEnd < 2 ? counting : { metrics: metrics(100) })
const named = (words: string, of: Stats): Stats => ({
  ...of,
  account: { organizationId: LONGEST_ID, id: LONGEST_ID, username: words },
})
const message = (of: Stats, picture: Picture | null = { kind: 'url', url: 'https://pinslot.test/pictures/stats/1.png' }) =>
  statsMessage({
    stats: { ...of, byLabel: [{ name: of.account.username, count: LARGEST }] },
    accounts: manyAccounts(of.account.username),
    now: NOW,
    picture,
  })
const markup = (view: object): string => plain(JSON.stringify(view))

const PIN_URL = 'https://www.pinterest.com/pin/1091067447264423486/'
const aPin = (words: string, change: Partial<RankedPin> = {}): RankedPin => ({
  pinId: '1091067447264423486',
  pinUrl: PIN_URL,
  title: words,
  description: words,
  createdAt: '2026-02-03T10:00:00.000Z',
  destinationUrl: `https://${'a'.repeat(63)}.${'b'.repeat(63)}.example.com/?q=${encodeURIComponent(words)}`,
  metrics: metrics(LARGEST),
  picture: { kind: 'url', url: `https://pictures.test/${'x'.repeat(2900)}.jpg` },
  ...change,
})
const top = (pins: RankedPin[], change = {}) =>
  topMessage({
    accountId: LONGEST_ID,
    username: 'maker',
    startDate: '2026-02-01',
    endDate: '2026-03-02',
    sortBy: 'OUTBOUND_CLICK',
    accounts: manyAccounts('maker'),
    count: 90,
    now: NOW,
    isPartial: false,
    pins,
    ...change,
  })
const unread = (words: string) => ({ sentence: words || 'x', connects: { id: LONGEST_ID, username: words || 'maker' } })
const ten = (words: string) => Array.from({ length: 10 }, () => aPin(words))

/** As full as a month can be. */
const month = (words: string): MonthReport => ({
  account: { id: LONGEST_ID, username: words } as MonthReport['account'], // no more of it is read
  month: '2026-02',
  isRunning: false,
  published: {
    count: LARGEST,
    before: LARGEST,
    byBoard: Array.from({ length: 10 }, () => ({ name: words, count: LARGEST })),
    byLabel: Array.from({ length: 10 }, () => ({ name: words, count: LARGEST })),
  },
  numbers: { compared: [], days: 28, wholeDays: 0, counting: ['2026-02-27', '2026-02-28'] },
  best: Array.from({ length: 3 }, () => ({
    post: { title: words, pinId: '9'.repeat(19) } as MonthReport['best'][number]['post'], // no more of it is read
    impressions: LARGEST,
    saves: LARGEST,
    pinClicks: LARGEST,
    outboundClicks: LARGEST,
  })),
  planned: Array.from({ length: 5 }, () => ({ week: '2026-03-02', count: LARGEST })),
})
const monthMessage = (words: string) =>
  monthReportMessage({
    report: month(words),
    href: `https://pinslot.test/reports/${'a'.repeat(300)}.${'b'.repeat(43)}`,
    written: writeReport(month(words), { pin: (id) => `https://www.pinterest.com/pin/${id}/`, board: () => '' }),
    inChannel: true,
  })

keepsLimits(
  [
    ['a month', 'message', monthMessage],
    ['numbers', 'message', (words) => message(named(words, stats(30, usual)))],
    [
      'largest numbers',
      'message',
      (words) =>
        message(
          named(
            words,
            stats(90, () => ({ metrics: metrics(LARGEST) })),
          ),
        ),
    ],
    [
      'numbers to come',
      'message',
      (words) =>
        message(
          named(
            words,
            stats(90, () => counting),
          ),
        ),
    ],
    [
      'no stats',
      'message',
      (words) =>
        message(
          named(
            words,
            stats(7, () => undefined),
          ),
        ),
    ],
    ['wrong number of days', 'message', (words) => wrongDaysMessage(words, { accountId: LONGEST_ID, count: 30 })],
    ['numbers that failed', 'message', (words) => failedStatsMessage(unread(words), { accountId: LONGEST_ID, count: 7 })],
    ['ten top pins', 'message', (words) => top(ten(words), { username: words, isPartial: true })],
    ['top pins of which little is known', 'message', () => top([{ pinId: '1', pinUrl: PIN_URL, metrics: {}, picture: null }])],
    ['no top pins', 'message', (words) => top([], { username: words })],
    [
      'wrong metric',
      'message',
      (words) => wrongSortMessage(words, { accountId: LONGEST_ID, count: 30, sortBy: 'OUTBOUND_CLICK' }),
    ],
    [
      'top pins that failed',
      'message',
      (words) => failedTopMessage(unread(words), { accountId: LONGEST_ID, count: 90, sortBy: 'OUTBOUND_CLICK' }),
    ],
    ['line of Home', 'home', (words) => ({ type: 'home', blocks: homeNumbers(named(words, stats(30, usual))) })],
  ],
  [`<${PIN_URL}|`, '<https://www.pinterest.com/pin/', '<https://pinslot.test/reports/'],
)

describe('numbers', () => {
  test.each([
    [0, '0%'],
    [0.012, '1.2%'],
    [0.0004, '0.04%'],
    [0.4812, '48%'],
    [1, '100%'],
  ])('the share %s is %s', (share, words) => expect(plain(percent(share))).toBe(words))

  test.each([
    [0.08, '+8%'],
    [-0.031, '−3%'],
    [0.004, 'unchanged'],
    [-0.004, 'unchanged'],
    [-1, '−100%'],
    [123.4, '+12,340%'],
  ])('the change %s is %s', (change, words) => expect(plain(changeText(change))).toBe(words))

  test('thousands are parted, and a day of another year has its year', () => {
    expect(whole(12_480)).toBe('12,480')
    expect([dayOfYear('2026-03-02', NOW), dayOfYear('2025-12-31', NOW)]).toEqual(['Mar 2', 'Dec 31, 2025'])
    expect([listed([]), listed(['a']), listed(['a', 'b']), listed(['a', 'b', 'c'])]).toEqual(['', 'a', 'a and b', 'a, b and c'])
  })
})

describe('the numbers of an account', () => {
  const compared: Compared[] = [
    { metric: 'impression', total: 12_480, before: 11_555, change: 0.08 },
    { metric: 'save', total: 312, before: 322, change: -0.03 },
    { metric: 'outboundClick', total: 1, before: 0, change: null },
    { metric: 'saveRate', total: 0.025, before: 0.024, change: 0.04 },
  ]

  test('are totals with their change, and rates', () => {
    const view = markup(message(stats(30, usual, { compared })))
    expect(view).toContain('maker: last 30 days: 12,480 impressions (+8%), 312 saves (−3%), 1 outbound click')
    expect(view).toContain('*Impressions*\\n12,480 (+8%)')
    expect(view).toContain('*Saves*\\n312 (−3%)\\n2.5% of impressions')
    expect(view).toContain('*Outbound clicks*\\n1 (none before)')
    expect(view).toContain('Compared with Jan 2 to Jan 31.')
  })

  test('say what is still counted, and up to when they count', () => {
    const view = markup(message(stats(7, usual)))
    expect(view).toContain('5 of 7 days are counted, through Feb 28. Pinterest is still counting Mar 1 and Mar 2.')
    expect(view).toContain('Nothing to compare with yet: not enough stats for Feb 17 to Feb 23.')
    expect(markup(message(stats(7, () => ({ metrics: metrics(1) }))))).toContain('All 7 days are counted.')
    expect(markup(message(stats(30, (day) => (day < 6 ? counting : usual(day)))))).toContain('Pinterest is still counting 6 days')
    expect(markup(message(stats(7, (day) => (day < 1 ? counting : { metrics: metrics(1) }))))).toContain(
      'Pinterest is still counting Mar 2',
    )
  })

  test('have a picture that is said in words', () => {
    const days = stats(7, (day) => (day < 2 ? counting : { metrics: { impression: 100 + day, save: 5 } }))
    const picture = message(days).blocks.find(({ type }) => type === 'image')
    expect(picture).toMatchObject({
      alt_text:
        'maker, Feb 24 to Mar 2, day by day. Impressions: 520 in total, from 102 on Feb 28 to 106 on Feb 24. Saves: 25 in total, 5 each day. Outbound clicks: no stats. Pinterest is still counting 2 days.',
    })
    expect(message(days, null).blocks.some(({ type }) => type === 'image')).toBe(false)
  })

  test('of which none is whole yet say why', () => {
    expect(markup(message(stats(7, () => counting)))).toContain('No stats for the last 7 days yet. Pinterest is still counting.')
    expect(markup(message(stats(7, () => undefined)))).toContain('Pinterest hasn’t shared any.')
    expect(markup(message(stats(7, () => ({ metrics: {} }))))).toContain('Pinterest shares no stats for this account.')
  })

  test('are one line on Home, and nothing without a day', () => {
    const line = markup(homeNumbers(stats(30, usual, { compared })))
    expect(line).toContain('Last 30 days')
    expect(line).toContain('12,480 impressions (+8%), 312 saves (−3%), 1 outbound click, through Feb 28')
    expect(homeNumbers(undefined)).toEqual([])
    expect(homeNumbers(stats(30, () => ({ metrics: {} })))).toEqual([])
  })
})

describe('top pins', () => {
  test('have rank, title, numbers, host, day and picture', () => {
    const pin = aPin('A | shelf', {
      metrics: { save: 12, impression: 1200, outboundClick: 1, pinClick: 9 },
      destinationUrl: 'https://shop.test/a',
    })
    const { blocks } = top([pin], { sortBy: 'SAVE' })
    const { elements } = blocks.find(({ type }) => type === 'carousel') as CarouselBlock
    expect(elements).toMatchObject([
      {
        title: { text: `*1.* <${PIN_URL}|A ¦ shelf>` },
        subtitle: { text: '*12 saves* · 1,200 impressions · 1 outbound click' },
        body: { text: 'leads to shop.test · published <!date^1770112800^{date_short}|Feb 3, 2026>' },
      },
    ])
    expect(markup(blocks)).toContain('"type":"image","image_url":"https://pictures.test/')
  })

  test('without a title are untitled, and without a picture have none', () => {
    const view = markup(top([aPin(' ', { picture: null, destinationUrl: 'no address', createdAt: 'never' })]).blocks)
    expect(view).toContain('|Untitled pin>')
    expect(view).not.toContain('"image"')
    expect(view).not.toMatch(/leads to|published/)
  })

  test('say when of some there are numbers alone', () => {
    expect(markup(top(ten('x'), { isPartial: true }))).toContain('some pins show only stats')
    expect(markup(top(ten('x')))).not.toContain('some pins show only stats')
  })

  test('a choice leads to what it says', () => {
    for (const sortBy of SORT_NAMES) {
      const [select] = waysOn({ accountId: LONGEST_ID, count: 90, sortBy }).elements
      const value = select?.type === 'static_select' ? (select.initial_option?.value ?? '') : ''
      expect(readTopValue(value)).toEqual({ accountId: LONGEST_ID, count: 90, sortBy })
    }
  })

  test('every word means one metric', () => {
    expect([...new Set(SORT_WORDS.values())].sort()).toEqual([...SORT_NAMES].sort())
    expect([...SORT_WORDS.keys()].filter((word) => word !== word.toLowerCase())).toEqual([])
  })
})
