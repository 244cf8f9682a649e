/** Every view with values that people do type: nothing pings, nothing breaks Slack's limits. */
import { describe, expect, test } from 'vitest'
import { type ComposerModel, composerView } from '../../blocks/composer.js'
import { helpMessage } from '../../blocks/help.js'
import { homeView } from '../../blocks/home.js'
import { checkLimits, type Surface } from '../../blocks/limits.js'
import { moveView } from '../../blocks/move.js'
import { noticeMessage, noticeView } from '../../blocks/notice.js'
import { type Card, type CardPost, pinCard, pinView } from '../../blocks/pin-card.js'
import { queueMessage, slotsMessage } from '../../blocks/queue.js'
import { reportCard, reportThanks, reportView } from '../../blocks/report.js'
import { failedMessage, lateMessage, publishedMessage, reconnectMessage } from '../../blocks/told.js'
import { workingView } from '../../blocks/working.js'
import type { FailureReason } from '../../src/core/notices.js'

const NASTY: [string, string][] = [
  ['a hundred emoji', '👩‍👩‍👧‍👦'.repeat(100)],
  ['a ping', '<!channel> <@U1> <#C1> & <https://evil.test|click>'],
  ['right to left', '\u202eمرحبا بالعالم\u202c'],
  ['line breaks', 'one\n\ntwo\r\nthree\n> four\n```five'],
  ['markup', '*bold* _soft_ ~gone~ `code`'],
  ['white space alone', ' \n\t '],
  ['eight hundred letters', 'ж'.repeat(800)],
  ['nothing', ''],
]
const AT = new Date('2026-03-08T07:30:00Z') // inside New York's gap

const aPost = (words: string): CardPost => ({
  id: '12',
  accountId: '7',
  status: 'queued',
  title: words,
  altText: words,
  boardId: '101',
  boardName: words,
  sendAt: AT,
  sentAt: AT,
  url: 'https://example.com',
  failure: null,
})
const aCard = (words: string, change: Partial<CardPost> = {}): Card => ({
  post: { ...aPost(words), ...change },
  pictureUrl: 'https://pinslot.test/media/1_a.jpg',
})
const failure = (words: string) =>
  ({ reason: 'missed', message: `The platform said: ${words}`, failedAt: AT, sendAt: AT }) as const

const accounts = (words: string) =>
  Array.from({ length: 120 }, (_, index) => ({
    id: String(index),
    username: `${index}${words}`,
    displayName: words,
    timezone: 'America/Argentina/ComodRivadavia',
    tokenStatus: 'unauthorized' as const,
    publishing: 'paused' as const,
  }))

const composer = (words: string, change: Partial<ComposerModel> = {}): ComposerModel => ({
  accounts: accounts(words),
  memory: { accountId: '3', boardRound: 1, sectionRound: 2, responseUrl: `https://hooks.slack.com/${'x'.repeat(200)}` },
  values: {
    image: 'https://example.com/a.jpg',
    title: words.repeat(4),
    description: words.repeat(4),
    link: 'https://example.com',
    altText: words,
    board: { id: '9'.repeat(18), name: words },
    section: { id: '8', name: words },
    when: 'at',
    at: AT,
  },
  nextOpenSlot: AT,
  sectionCount: 50,
  timezone: 'America/Argentina/ComodRivadavia',
  problem: { sentence: words.repeat(3), field: 'boardId' },
  ...change,
})

const REASONS: FailureReason[] = [
  'media_rejected',
  'board_gone',
  'board_forbidden',
  'section_gone',
  'account_disconnected',
  'paused',
  'missed',
  'platform_rejected',
  'platform_unavailable',
  'outcome_unknown',
]

const views: [string, Surface, (words: string) => object][] = [
  ['composer', 'modal', (words) => composerView(composer(words))],
  ['composer without a slot', 'modal', (words) => composerView(composer(words, { nextOpenSlot: null, sectionCount: 0 }))],
  [
    'move',
    'modal',
    (words) =>
      moveView({
        post: aPost(words),
        memory: { accountId: '7', postId: '12', from: 'list' },
        nextOpenSlot: AT,
        timezone: 'Asia/Kathmandu',
        accountZone: 'America/New_York',
      }),
  ],
  [
    'schedule',
    'modal',
    (words) =>
      moveView({
        post: { ...aPost(words), status: 'draft', sendAt: null, failure: failure(words) },
        memory: { accountId: '7', postId: '12', from: 'home' },
        nextOpenSlot: null,
        timezone: 'UTC',
        accountZone: null,
      }),
  ],
  ['report', 'modal', () => reportView({ responseUrl: 'https://hooks.slack.com/x' })],
  ['working', 'modal', (words) => workingView(words, words)],
  ['pin view', 'modal', (words) => pinView(words, aCard(words))],
  ['notice view', 'modal', (words) => noticeView(words || 'Sorry.')],
  [
    'home',
    'home',
    (words) =>
      homeView({
        accounts: accounts(words),
        accountId: '3',
        failed: Array.from({ length: 5 }, () => aCard(words, { status: 'draft', failure: failure(words) })),
        next: Array.from({ length: 5 }, () => aCard(words)),
        openSlots: [AT, AT, AT],
      }),
  ],
  ['empty home', 'home', () => homeView({ accounts: [], accountId: null, failed: [], next: [], openSlots: [] })],
  ['notice', 'message', (words) => noticeMessage(words || 'Sorry.')],
  ['card', 'message', (words) => pinCard(aCard(words), { headline: words || 'Saved.', account: words })],
  [
    'card without a board or picture',
    'message',
    (words) =>
      pinCard(
        { post: { ...aPost(words), status: 'draft', boardId: null, boardName: null, title: null }, pictureUrl: null },
        { headline: 'Saved.' },
      ),
  ],
  [
    'queue',
    'message',
    (words) =>
      queueMessage({
        account: words,
        timezone: 'Pacific/Apia',
        isContinued: false,
        more: { accountId: '7', cursor: 'c'.repeat(300) },
        cards: Array.from({ length: 10 }, (_, day) => aCard(words, { sendAt: new Date(AT.getTime() + day * 86_400_000) })),
      }),
  ],
  [
    'empty queue',
    'message',
    (words) => queueMessage({ account: words, timezone: 'UTC', isContinued: true, more: null, cards: [] }),
  ],
  ['slots', 'message', (words) => slotsMessage({ account: words, slots: [AT, AT, AT, AT, AT] })],
  ['no slots', 'message', (words) => slotsMessage({ account: words, slots: [] })],
  [
    'help',
    'message',
    (words) =>
      helpMessage(
        [{ usage: words, does: words, example: words }].map((verb) => ({ ...verb })),
        { typed: words, nearest: 'queue' },
      ),
  ],
  [
    'report card',
    'message',
    (words) =>
      reportCard({
        id: '1',
        organizationName: words,
        tool: words.slice(0, 200),
        description: words.repeat(5).slice(0, 4000),
        via: 'slack',
        reportedBy: words,
        createdAt: AT,
      }),
  ],
  ['report thanks', 'message', () => reportThanks()],
  ['published', 'message', (words) => publishedMessage({ username: words }, aCard(words, { status: 'sent' }))],
  ['late', 'message', (words) => lateMessage({ username: words }, aCard(words), words)],
  ['reconnect', 'message', (words) => reconnectMessage({ username: words })],
  ...REASONS.map((reason): [string, Surface, (words: string) => object] => [
    `failed: ${reason}`,
    'message',
    (words) =>
      failedMessage({ username: words }, aCard(words, { status: 'draft', failure: failure(words) }), {
        reason,
        message: `The platform said: ${words}`,
        refunded: true,
      }),
  ]),
]

describe.each(views)('%s', (_name, surface, make) => {
  test.each(NASTY)('with %s keeps the limits and pings nobody', (_what, words) => {
    const view = make(words)
    expect(checkLimits(view, surface)).toEqual([])
    expect(markupOf(view).filter((markup) => /<[!@#h](?!date\^)/.test(markup))).toEqual([])
  })
})

test('an error of the composer stands on top and under its field', () => {
  const { blocks } = composerView(composer('x', { problem: { sentence: 'No such board.', field: 'boardId' } }))
  expect(blocks[0]).toMatchObject({ type: 'alert', text: { text: 'No such board.' } })
  const at = blocks.findIndex(({ block_id: id }) => id === 'boardId.1')
  expect(blocks[at + 1]).toMatchObject({ type: 'context', elements: [{ text: ':warning: No such board.' }] })
})

test('one account needs no choice', () => {
  const { blocks } = composerView(composer('x', { accounts: accounts('x').slice(0, 1) }))
  expect(blocks.some(({ block_id: id }) => id === 'accountId')).toBe(false)
})

/** Every text that Slack reads as markup: mrkdwn, and the text of a message. */
function markupOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(markupOf)
  if (typeof value !== 'object' || value === null) return []
  const own =
    'text' in value && typeof value.text === 'string' && (!('type' in value) || value.type === 'mrkdwn') ? [value.text] : []
  return [...own, ...Object.values(value).flatMap(markupOf)]
}
