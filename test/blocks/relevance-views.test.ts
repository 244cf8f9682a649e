/** A board's score and ideas, as people read them: every sentence, and Slack's limits with whatever people type. */
import { isUrl } from '../../src/core/lib/http/parse-url.js'
import { describe, expect, test } from 'vitest'
import { fitMessage } from '../../blocks/relevance/fit.js'
import { fitFailedMessage, fitNotNowMessage, fitQuestion } from '../../blocks/relevance/fit-question.js'
import { ideasFailedMessage, ideasMessage } from '../../blocks/saves/ideas.js'
import { saveView } from '../../blocks/saves/form.js'
import { keywordFormView } from '../../blocks/relevance/keyword-form.js'
import { reasonText } from '../../blocks/relevance/text.js'
import type { BoardRelevance, ContributingPin } from '../../src/core/insight/relevance/board-relevance.js'
import { explain, type Explanation, type Reason } from '../../src/core/insight/relevance/explain.js'
import type { RecommendedPin } from '../../src/core/insight/relevance/recommended/recommended-pins.js'
import { keepsLimits, manyAccounts, type NastyView } from './nasty.js'
import { pinterestPages } from '../../src/platform/client.js'

const why = (
  keyword: string,
  pin: { title?: string; description?: string; altText?: string; link?: string; boardName?: string },
) => reasonText(explain(keyword, { title: '', description: '', ...pin }))

describe('why a pin has its tier', () => {
  test.each([
    ['small kitchen', { title: 'A small kitchen' }, '“small” and “kitchen” side by side at the start of the title'],
    [
      'small kitchen shelf ideas',
      { title: 'Small kitchen', description: 'Three shelves of oak' },
      '“small” and “kitchen” side by side at the start of the title; “shelf” (as “shelves”) in the description; no “ideas”',
    ],
    ['small kitchen', { title: 'Kitchen for a small home' }, '“small” and “kitchen” in the title, one of them at its start'],
    ['kitchen oak', { title: 'Kitchen', altText: 'Oak boards' }, '“kitchen” at the start of the title; “oak” in the alt text'],
    [
      'kitchen oak',
      { title: 'Kitchen', link: 'https://a.test/oak-boards' },
      '“kitchen” at the start of the title; “oak” in the link',
    ],
    ['kitchen oak', { title: 'Kitchen', boardName: 'Oak' }, '“kitchen” at the start of the title; “oak” in the board’s name'],
    ['bookshelf', { title: 'Book shelf of pine' }, '“bookshelf” (as “book shelf”) at the start of the title'],
    ['kitchen', { title: 'Kitchne' }, '“kitchen” (close: “kitchne”) as the subject of the title'],
    ['laptop', { title: 'Laptop stand' }, '“laptop” at the start of the title; “stand” makes it an accessory'],
    ['kitchen', { description: 'Kitchen of oak.' }, '“kitchen” at the start of the description'],
    ['sofa', { title: 'Kitchen' }, 'no “sofa”'],
    [
      'small kitchen',
      { title: 'Our warm white small kitchen with oak floors' },
      '“small” and “kitchen” side by side as the subject of the title of 8 words',
    ],
    [
      'small kitchen',
      { title: 'Warm white walls, a small kitchen, oak floors and brass lamps' },
      '“small” and “kitchen” side by side in the title of 11 words',
    ],
  ])('“%s” of %j: %s', (keyword, pin, words) => expect(why(keyword, pin)).toBe(words))

  test('of a long keyword the first twelve words are told', () => {
    const words = Array.from({ length: 20 }, (_, index) => `zz${String.fromCharCode(97 + index)}qx`)
    expect(why(words.join(' '), { title: 'Kitchen' }).match(/“/g)).toHaveLength(12)
  })
})

const VALUE = {
  accountId: '7',
  boardId: '101',
  keyword: 'small shelves',
  nonce: 'n'.repeat(43),
  by: 'T1:U1',
  unit: 'credit',
  askedAt: 1_770_000_000_000,
} as const
const BOARD = { id: '101', name: 'Kitchen ideas' }
const CREDIT = { kind: 'paid', unit: 'credit', left: 41 } as const
const words = (message: object) => JSON.stringify(message).replaceAll('\u00a0', ' ')

const anExplanation = (term: string, count = 1): Explanation => ({
  score: 0.8,
  tier: 'very-good',
  hasPhrase: true,
  headlineRole: 'start',
  headlineWords: 40,
  headlineField: 'description',
  accessory: term,
  reasons: Array.from(
    { length: count },
    (_, index): Reason =>
      index % 2 === 0
        ? { kind: 'matched', term, word: `${term}s`, field: 'title', how: 'form', strength: 0.97 }
        : { kind: 'missing', term },
  ),
})
const aPin = (title: string | null, count = 1): ContributingPin => ({
  pinId: '9'.repeat(18),
  title,
  destinationUrl: 'https://shop.test/shelf?a=1',
  relevance: 'very-good',
  explanation: anExplanation(title ?? 'shelf', count),
})
const scored = (change: object = {}) =>
  ({
    state: 'scored',
    relevance: 'good',
    contributingPinCount: 34,
    scoredPinCount: 60,
    truncated: false,
    pins: [aPin('Oak shelf')],
    ...change,
  }) as BoardRelevance
const fit = (relevance: object, change: object = {}) =>
  fitMessage({
    pages: pinterestPages,
    board: BOARD,
    account: undefined,
    hasWords: true,
    requested: VALUE,
    relevance: relevance as never,
    spent: 'credit',
    left: 40,
    ...change,
  })

describe('the question', () => {
  test('names board and keyword, the price, what is left, and that an empty board costs nothing', () => {
    const message = fitQuestion({ board: BOARD, account: undefined, value: VALUE, price: CREDIT })
    expect(message.text).toBe(
      'Score “Kitchen ideas” for “small shelves”? Costs 1 credit (41 left). A board with no pins to score is free.',
    )
    expect(words(message)).toContain('Score it for 1 credit')
    expect(words(message)).toContain('Not now')
  })
  test('of a trial it is a pin of the trial', () => {
    const message = fitQuestion({
      board: BOARD,
      account: undefined,
      value: VALUE,
      price: { kind: 'paid', unit: 'trial', left: 3 },
    })
    expect(message.text).toContain('Costs 1 trial pin (3 left).')
    expect(words(message)).toContain('Score it for 1 trial pin')
  })
})

describe('the score', () => {
  test('says the tier, how many of how many pins are on the topic, what was spent and how many are left', () => {
    const message = fit(scored())
    expect(message.text).toBe('Kitchen ideas for “small shelves”: A good match: 34 of 60 pins match (57%).'.replace('57%', '57%'))
    expect(words(message)).toContain('▰▰▰▰▰▰▱▱▱▱')
    expect(words(message)).toContain('1 credit used, 40 left.')
    expect(words(message)).not.toContain('We scored a sample')
  })
  test.each([
    ['excellent', 'An excellent match'],
    ['very-good', 'A very good match'],
    ['good', 'A good match'],
    ['fair', 'A fair match'],
    ['poor', 'A poor match'],
  ])('%s is “%s”', (relevance, sentence) => expect(words(fit(scored({ relevance })))).toContain(`*${sentence}*`))
  test.each([
    [0, 60, '▱▱▱▱▱▱▱▱▱▱  none of 60 pins match.'],
    [1, 60, '▰▱▱▱▱▱▱▱▱▱  1 of 60 pins matches (1.7%).'],
    [59, 60, '▰▰▰▰▰▰▰▰▰▱  59 of 60 pins match (98%).'],
    [60, 60, '▰▰▰▰▰▰▰▰▰▰  60 of 60 pins match (100%).'],
    [1, 1, '▰▰▰▰▰▰▰▰▰▰  1 of 1 pin matches (100%).'],
  ])('%i of %i pins: %s', (contributingPinCount, scoredPinCount, line) => {
    const pins = contributingPinCount === 0 ? [] : [aPin('Oak')]
    expect(words(fit(scored({ contributingPinCount, scoredPinCount, pins })))).toContain(line)
  })
  test('of a board that was read in part it says that it is a sample', () => {
    const message = fit(scored({ truncated: true, scoredPinCount: 500 }))
    expect(words(message)).toContain('We scored a sample of 500 pins: the board has more.')
  })
  test('each of the strongest ten has its link, its tier and its reasons', () => {
    const pins = Array.from({ length: 12 }, (_, index) => aPin(`Pin ${index + 1}.`))
    const banner = words(fit(scored({ pins, contributingPinCount: 34 })))
    expect(banner).toContain('*1.* <https://www.pinterest.com/pin/999999999999999999/|Pin 1.>  ·  *Very good*')
    expect(banner).toContain('Top 10 matches')
    expect(banner).toContain('Pin 10.')
    expect(banner).not.toContain('Pin 11.')
    expect(words(fit(scored({ pins: [aPin(null)] })))).toContain('|Untitled pin for shop.test>')
  })
  test('a title in a script of its own begins with its first letter', () => {
    expect(words(fit(scored({ pins: [aPin('\u200f\u200eمطبخ صغير')] })))).toContain('|مطبخ صغير>')
  })
  test('a board without a name is “this board”', () => {
    const board = { id: '1', name: ' ' }
    expect(fitQuestion({ board, account: undefined, value: VALUE, price: CREDIT }).text).toMatch(/^Score this board for “small/)
    expect(fit({ state: 'absent' }, { board }).text).toBe('No pins on this board have words to score. Nothing was charged.')
  })
  test('a board without a pin to judge cost nothing', () => {
    const message = fit({ state: 'absent' })
    expect(message.text).toBe('No pins on “Kitchen ideas” have words to score. Nothing was charged.')
  })
  test('free, of a trial, and the last one', () => {
    expect(words(fit(scored(), { spent: null }))).toContain('Scoring is free on this plan.')
    expect(words(fit(scored(), { spent: 'trial', left: 2 }))).toContain('1 trial pin used, 2 left.')
    expect(words(fit(scored(), { left: null }))).toContain('1 credit used."')
    expect(words(fit(scored(), { left: 0 }))).toContain('1 credit used, none left.')
  })
})

const anIdea = (text: string | null, change: Partial<RecommendedPin> = {}, count = 1) => ({
  id: '9'.repeat(18),
  title: text,
  description: text,
  link: 'https://shop.test/shelf',
  thumbnailUrl: 'https://p.test/a.jpg',
  relevance: 'good' as const,
  explanation: anExplanation(text ?? 'shelf', count),
  ...change,
  picture: { kind: 'url', url: 'https://p.test/a.jpg' } as const,
})
const ideas = (pins: ReturnType<typeof anIdea>[], change: object = {}) =>
  ideasMessage({
    pages: pinterestPages,
    board: BOARD,
    account: undefined,
    requested: { ...VALUE, from: 0 },
    pins,
    count: pins.length,
    canMake: true,
    ...change,
  })

describe('ideas', () => {
  test('are cards with their words, where they lead, why, and the way to look at them', () => {
    const banner = words(ideas([anIdea('Oak shelf'), anIdea(null, { description: 'Three shelves above a sink' })]))
    expect(banner).toContain('Ideas for “Kitchen ideas”: “small shelves”')
    expect(banner).toContain('*Oak shelf*\\n*Good*: ')
    expect(banner).toContain('leads to shop.test  ·  <https://www.pinterest.com/pin/999999999999999999/|View on Pinterest>')
    expect(banner).toContain('*Three shelves above a sink*')
    expect(banner).toContain('Free. Public pins for inspiration')
    expect(banner).toContain('Use as inspiration')
  })
  test('what the button carries is to be looked at, and never the link of the idea', () => {
    const message = ideas([
      anIdea('Oak shelf'),
      anIdea('No link', { link: null }),
      anIdea('Long', { thumbnailUrl: `https://a.test/${'x'.repeat(2000)}` }),
    ])
    const values = [...JSON.stringify(message).matchAll(/"action_id":"use_idea","value":"((?:[^"\\]|\\.)*)"/g)].map(
      ([, value]) => JSON.parse(JSON.parse(`"${value}"`) as string) as unknown,
    )
    const url = expect.stringContaining('/pin/') as string
    const idea = (title: string) => ({
      accountId: '7',
      boardId: '101',
      inspiration: { title, url, picture: 'https://p.test/a.jpg' },
    })
    expect(values).toEqual([
      idea('Oak shelf'),
      idea('No link'),
      { accountId: '7', boardId: '101', inspiration: { title: 'Long', url } },
    ])
  })
  test('who makes no pins sees them without the button', () => {
    expect(words(ideas([anIdea('Oak')], { canMake: false }))).not.toContain('Use as inspiration')
  })
  test('the rest is one click away, and the last page has no such button', () => {
    expect(words(ideas([anIdea('Oak')], { count: 25 }))).toContain('Show more')
    expect(words(ideas([anIdea('Oak')], { count: 25, requested: { ...VALUE, from: 24 } }))).not.toContain('Show more')
    expect(words(ideas([anIdea('Oak')], { count: 25, requested: { ...VALUE, from: 24 } }))).toContain('25 to 25 of 25')
    expect(ideas([], { count: 9, requested: { ...VALUE, from: 10 } }).text).toBe('No more.')
  })
  test('none says so, and what to try', () => {
    const message = ideas([])
    expect(message.text).toBe('No public pins about “small shelves” fit “Kitchen ideas”.')
    expect(words(message)).toContain('Try fewer or more common words')
  })
})

const about = (typed: string) => ({
  board: { id: '1', name: typed },
  account: typed,
  value: { ...VALUE, keyword: typed.slice(0, 255) },
})
const account = (typed: string) => ({
  accounts: manyAccounts(typed),
  memory: { accountId: '7', responseUrl: 'https://hooks.test/1', round: 3 },
})
const views: NastyView[] = [
  ['question', 'message', (typed) => fitQuestion({ ...about(typed), price: CREDIT, isRepeated: true })],
  ['keyword without a word', 'message', (typed) => fit({ state: 'absent' }, { ...about(typed), hasWords: false })],
  ['not now', 'message', () => fitNotNowMessage()],
  [
    'failed score',
    'message',
    (typed) =>
      fitFailedMessage({ ...about(typed), sentence: typed || 'Sorry.', connects: { id: '7', username: typed }, isFree: false }),
  ],
  [
    'score with ten pins',
    'message',
    (typed) =>
      fitMessage({
        pages: pinterestPages,
        board: about(typed).board,
        account: typed,
        requested: about(typed).value,
        hasWords: true,
        spent: 'trial',
        left: 9_999_999,
        relevance: scored({
          truncated: true,
          contributingPinCount: 5000,
          pins: Array.from({ length: 12 }, () => aPin(typed, 24)),
        }),
      }),
  ],
  ['absent', 'message', (typed) => fit({ state: 'absent' }, { board: about(typed).board })],
  [
    'ten ideas',
    'message',
    (typed) =>
      ideas(
        Array.from({ length: 10 }, () => anIdea(typed, { link: isUrl(typed) ? typed : null }, 24)),
        { count: 25, board: about(typed).board, requested: { ...about(typed).value, from: 10 } },
      ),
  ],
  ['no ideas', 'message', (typed) => ideas([], { board: about(typed).board, requested: { ...about(typed).value, from: 0 } })],
  [
    'failed ideas',
    'message',
    (typed) =>
      ideasFailedMessage({
        board: about(typed).board,
        account: typed,
        requested: { ...about(typed).value, from: 0 },
        canRepeat: true,
        sentence: typed || 'Sorry.',
        connects: { id: '7', username: typed },
      }),
  ],
  [
    'form that saves a pin',
    'modal',
    (typed) =>
      saveView({
        memory: { accountId: '7', pinId: '9'.repeat(40), responseUrl: 'https://slack.test/response' },
        accounts: account(typed).accounts,
        pin: { title: typed || null, picture: null, url: `https://www.pinterest.com/pin/${'9'.repeat(18)}/` },
        board: about(typed).board,
        nextOpenSlot: new Date('2026-03-03T10:00:00Z'),
        scheduling: 'asks',
        denied: typed || undefined,
        timezone: 'Europe/Berlin',
        accountZone: 'America/New_York',
        now: new Date('2026-03-02T10:00:00Z'),
        locale: null,
      }),
  ],
  [
    'form of a score',
    'modal',
    (typed) =>
      keywordFormView({
        ...account(typed),
        aim: { kind: 'fit', price: CREDIT },
        board: about(typed).board,
        keyword: typed,
        unknown: typed,
      }),
  ],
  [
    'form of ideas',
    'modal',
    (typed) => keywordFormView({ ...account(typed), aim: { kind: 'ideas' }, board: null, keyword: typed }),
  ],
]
keepsLimits(views, [`<https://www.pinterest.com/pin/${'9'.repeat(18)}/|`])
