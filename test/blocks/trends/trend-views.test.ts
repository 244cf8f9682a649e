/** What people search for, as people read it: every sentence, and Slack's limits with whatever people type. */
import { describe, expect, test } from 'vitest'
import { growthText, INTEREST_NAMES, REGION_NAMES, seasonText } from '../../../blocks/settings/trend-names.js'
import { trendsFailedMessage, trendsMessage, type TrendsModel } from '../../../blocks/trends/view.js'
import { draftedText, planMessage, type PlanModel } from '../../../blocks/trends/plan.js'
import { wordBlocks } from '../../../blocks/trends/words.js'
import { INTERESTS, REGIONS, TREND_TYPES } from '../../../src/core/accounts/trend-questions.js'
import type { Trend } from '../../../src/core/insight/trends/read.js'
import { keepsLimits, manyAccounts, type NastyView } from '../nasty.js'

const NOW = new Date('2026-11-23T10:00:00Z')
const aTrend = (keyword: string, change: Partial<Trend> = {}): Trend => ({
  keyword,
  growth: { weekly: 46, monthly: -3, yearly: 10_001 },
  weeks: [{ week: '2026-11-22', value: 100 }],
  peak: '2027-02-17',
  startBy: '2027-01-03',
  fit: null,
  ...change,
})
const model = (words: string, change: Partial<TrendsModel> = {}): TrendsModel => ({
  requested: { accountId: '7', type: 'growing', boardId: '101', words: words.slice(0, 255) || 'x', from: 0 },
  accounts: manyAccounts(words),
  region: 'MX+AR+CO+CL',
  interests: INTERESTS.slice(0, 5),
  board: { name: words },
  asOf: '2026-11-20',
  now: NOW,
  trends: Array.from({ length: 5 }, () => aTrend(words.slice(0, 200) || 'x', { fit: 'poor' })),
  count: 50,
  refusal: words,
  canMake: true,
  picture: { kind: 'file', id: 'F1' },
  ...change,
})
const planModel = (words: string, change: Partial<PlanModel> = {}): PlanModel => ({
  requested: { accountId: '7' },
  accounts: manyAccounts(words),
  region: 'MX+AR+CO+CL',
  asOf: '2026-11-20',
  now: NOW,
  themes: Array.from({ length: 5 }, () => ({
    ...aTrend(words.slice(0, 200) || 'x'),
    lastPeak: '2026-02-18',
    board: { id: '101', name: words },
    pins: 1,
    drafts: [{ id: '1', title: words, boardId: null }],
    pages: [{ id: '1', feedId: '1', url: 'https://example.com/', title: words }],
  })),
  hasTrends: true,
  hasFeeds: false,
  refusal: null,
  refused: words,
  canMake: true,
  note: words || null,
  ...change,
})
const said = (message: object) => JSON.stringify(message).replaceAll('\u00a0', ' ')

const views: NastyView[] = [
  ['what people search for', 'message', (words) => trendsMessage(model(words))],
  [
    'the same as a form',
    'modal',
    (words) => ({ type: 'modal', title: { type: 'plain_text', text: 'Trends' }, blocks: trendsMessage(model(words)).blocks }),
  ],
  [
    'words offered in a form',
    'modal',
    (words) => ({
      type: 'modal',
      title: { type: 'plain_text', text: 'New pin' },
      blocks: wordBlocks(Array.from({ length: 9 }, () => words.slice(0, 200) || 'x')),
    }),
  ],
  ['nothing of it', 'message', (words) => trendsMessage(model(words, { trends: [], count: 0 }))],
  ['the season plan', 'message', (words) => planMessage(planModel(words))],
  [
    'the season plan as a form',
    'modal',
    (words) => ({
      type: 'modal',
      title: { type: 'plain_text', text: 'Season plan' },
      blocks: planMessage(planModel(words)).blocks,
    }),
  ],
  ['a season plan without themes', 'message', (words) => planMessage(planModel(words, { themes: [] }))],
  [
    'what went wrong',
    'message',
    (words) =>
      trendsFailedMessage({
        requested: model(words).requested,
        sentence: words || 'x',
        connects: { id: '7', username: words },
        canRepeat: true,
      }),
  ],
]
keepsLimits(views)

test('every region and interest has a name of its own', () => {
  const names = [...REGIONS.map((region) => REGION_NAMES[region]), ...INTERESTS.map((interest) => INTEREST_NAMES[interest])]
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => /[_+]|^$/.test(name))).toEqual([])
})

test.each([
  [{ weekly: 46, monthly: -3, yearly: 1234.4 }, '+46% in a week · −3% in a month · +1,234% in a year'],
  [{ weekly: 0.4, monthly: null, yearly: 10_000 }, 'unchanged in a week · +10,000% in a year'],
  [{ weekly: null, monthly: null, yearly: 10_001 }, 'more than +10,000% in a year'],
  [{ weekly: null, monthly: null, yearly: null }, ''],
])('growth of %j is written “%s”', (growth, words) => expect(growthText({ growth })).toBe(words))

test.each([
  ['2027-02-17', '2027-01-03', 'Start by Jan 3, 2027: most people search for it around Feb 17, 2027.'],
  ['2026-12-20', '2026-11-24', 'Start by Nov 24: most people search for it around Dec 20.'],
  ['2026-12-20', '2026-11-23', 'Start now: most people search for it around Dec 20.'],
  ['2026-12-07', '2026-10-23', 'Late, but 2 weeks left: most people search for it around Dec 7.'],
  ['2026-11-30', '2026-10-16', 'Late, but 1 week left: most people search for it around Nov 30.'],
  ['2026-11-23', '2026-10-09', 'Already late: most people search for it around Nov 23.'],
  [null, null, ''],
])('of a peak on %s, with pins from %s: “%s”', (peak, startBy, words) => expect(seasonText({ peak, startBy }, NOW)).toBe(words))

describe('the list', () => {
  const plain = {
    requested: { accountId: '7', type: 'growing', from: 0 },
    accounts: [],
    board: null,
    interests: [],
    refusal: null,
  } as const

  test('says where, about what, and of which day where that is not today', () => {
    const shown = said(trendsMessage(model('x', { ...plain, region: 'US', interests: ['art', 'diy_and_crafts'] })))
    expect(shown).toContain('What people search for on Pinterest in the United States about Art and DIY and crafts.')
    expect(shown).toContain('As of Nov 20: Pinterest has no newer data.')
    expect(said(trendsMessage(model('x', { ...plain, asOf: '2026-11-23' })))).not.toContain('As of')
    expect(shown).not.toContain('All searches')
  })

  test('names the board and the words that it was made for, and says when nothing fits', () => {
    const shown = said(trendsMessage(model('Kitchen')))
    expect(shown).toContain('Growing searches with “Kitchen” for “Kitchen”')
    expect(shown).toContain('None of these fits “Kitchen” well.')
    expect(shown).toContain('All searches')
    const trends = [aTrend('kitchens', { fit: 'good' }), aTrend('oak', { fit: 'poor' })]
    const fitting = said(trendsMessage(model('Kitchen', { trends, count: 2 })))
    expect(fitting).not.toContain('None of these')
    expect(fitting).toContain('*1. kitchens*\\nA good match\\n+46%')
    expect(fitting).not.toContain('Show more')
  })

  test.each(TREND_TYPES)('shows which list it is: %s', (type) => {
    const { blocks } = trendsMessage(model('x', { requested: { ...plain.requested, type } }))
    const buttons = (blocks as { elements?: { style?: string; action_id?: string }[] }[]).flatMap(({ elements = [] }) => elements)
    expect(buttons.filter(({ style }) => style === 'primary').map(({ action_id }) => action_id)).toEqual([`trends_${type}`])
  })

  test('has no button for who makes no pins', () => {
    expect(said(trendsMessage(model('x', { canMake: false })))).not.toContain('Draft a pin')
  })

  test('of nothing says what to do', () => {
    const none = (change: Partial<TrendsModel>) =>
      trendsMessage(model('lamps', { ...plain, region: 'DE', trends: [], count: 0, ...change })).text
    expect(none({})).toBe('Pinterest has no searches for Germany in this list right now. Try another list.')
    expect(none({ requested: { ...plain.requested, words: 'lamps' } })).toBe(
      'Growing searches in Germany: none with “lamps”. Try fewer words, or another list.',
    )
    expect(none({ requested: { ...plain.requested, from: 5 } })).toBe('No more.')
  })
})

describe('the season plan', () => {
  const of = (change: Partial<PlanModel>) => said(planMessage(planModel('x', { note: null, refused: null, ...change })))
  const [theme] = planModel('lamps').themes

  test('gives a peak only where last year’s is known', () => {
    expect(of({ themes: [theme!] })).toContain('Peaked in the week to Feb 18, so again in about 86 days. Start by Jan 3, 2027.')
    const grows = of({ themes: [{ ...theme!, peak: null, startBy: null, lastPeak: null }] })
    expect(grows).toContain('+46% in a week · −3% in a month · more than +10,000% in a year · no clear season')
    expect(grows).not.toContain('Peaked')
  })

  test('says what waits, and where what waits comes from', () => {
    expect(of({ themes: [theme!] })).toContain('1 pin · 1 draft and 1 page wait · Best board: “lamps”')
    const none = of({ themes: [{ ...theme!, board: null, pins: 0, drafts: [], pages: [] }], hasFeeds: true })
    expect(none).toContain('No pins yet · nothing waits · No board fits')
    expect(none).toContain('No page of your feeds waits for these. Photos that you drop in my messages wait here, too.')
    expect(none).not.toMatch(/Make drafts|Review drafts/)
  })

  test('sums a press up', () => {
    const made = { review: null, board: { id: '1', name: 'Lamps' }, pages: 1, drafts: 2, left: 0, refusal: null }
    expect(draftedText('oak', made, null)).toBe(
      'Making 1 draft from pages for “oak” on “Lamps”, beside 2 drafts that waited. Your review is in your messages with Pinslot.',
    )
    expect(draftedText('oak', { ...made, pages: 0 }, null)).toMatch(/^2 drafts for “oak” are ready\./)
    expect(draftedText('oak', { ...made, drafts: 0, left: 1 }, null)).toMatch(/Pinslot\. 1 page still waits\.$/)
    expect(draftedText('oak', { ...made, left: 3 }, 'A review holds 30 pins.')).toMatch(
      /3 pages still wait: A review holds 30 pins\.$/,
    )
    expect(draftedText('oak', { ...made, pages: 0, drafts: 0 }, null)).toBe(
      'Nothing waits for “oak” any more: its pages have their drafts, or are gone.',
    )
  })
})
