/** A review at its limits: thirty items of every state, with what people may have written. */
import { boardChoiceMessage } from '../../blocks/review/board-choice.js'
import { inline } from '../../blocks/kit/kit.js'
import { bulkView, pictureView, timeView, wordsView } from '../../blocks/review/forms.js'
import type { ReviewModel, ReviewRow } from '../../blocks/review/model.js'
import { readyMessage, reviewMessage } from '../../blocks/review/view.js'
import { AT, keepsLimits, type NastyView } from './nasty.js'

const LATER = new Date(AT.getTime() + 86_400_000)

const ready = (words: string, more: Partial<Extract<ReviewRow['state'], { name: 'ready' }>> = {}): ReviewRow['state'] => ({
  name: 'ready',
  post: {
    id: '9'.repeat(18),
    accountId: '9'.repeat(18),
    status: 'draft',
    title: words === '' ? null : words.slice(0, 100),
    description: words === '' ? null : words.slice(0, 800),
    generationId: '9'.repeat(18),
    url: 'https://shop.example.com/shelves',
    sendAt: null,
  },
  board: { id: '9'.repeat(20), name: words.slice(0, 180) || 'Board' },
  isGuess: true,
  isByModel: true,
  picture: { kind: 'url', url: 'https://pictures.test/a.jpg' },
  fits: ['crop', 'card'],
  searched: [words.slice(0, 43) || 'kitchen', 'a'.repeat(20), 'b'.repeat(12), 'c'.repeat(6)],
  sendAt: AT,
  warnings: [
    { code: 'same_link', pin: { postId: '1', title: words || null, at: AT }, days: 7 },
    { code: 'account_paused', whilePaused: 'fail' },
    { code: 'far_ahead' },
  ] as never,
  duplicate: { code: 'duplicate_picture', severity: 'warning', pin: { postId: '1', title: words || null, at: AT.toISOString() } },
  lacks: '',
  problem: words || 'No credit.',
  ...more,
})

const STATES: ((words: string) => ReviewRow['state'])[] = [
  (words) => ready(words),
  (words) =>
    ready(words, {
      lacks: 'a title, a description, a link and a board',
      board: null,
      sendAt: null,
      picture: null,
      isGuess: false,
    }),
  (words) => ({ name: 'failed', sentence: words || 'No.', needs: 'again', url: `https://shop.example.com/${'x'.repeat(1800)}` }),
  (words) => ({ name: 'failed', sentence: words || 'No.', needs: 'nothing', url: null }),
  () => ({ name: 'deleted' }),
  (words) => ready(words, { shape: 'Very tall (1:3.25): Pinterest cuts off its bottom.' }),
]
const rows = (words: string, states = STATES): ReviewRow[] =>
  Array.from({ length: 30 }, (_, index) => ({
    position: index + 1,
    name: words.slice(0, 255) || 'a file',
    isLeftOut: index % 7 === 6,
    state: (states[index % states.length] ?? (() => ({ name: 'deleted' as const })))(words),
  }))

const model = (words: string, more: Partial<ReviewModel> = {}): ReviewModel => ({
  accountId: '9'.repeat(18),
  reviewId: '9'.repeat(18),
  account: words.slice(0, 100) || 'maker',
  state: 'open',
  scheduling: 'direct',
  rows: rows(words),
  at: 6,
  ready: {
    count: 12,
    first: AT,
    last: LATER,
    isInSlots: true,
    shown: { drafts: '0123456789abcdef', wishes: '0123456789abcdef' },
  },
  spread: { count: 12, days: 3, isByRule: false },
  note: {
    position: 7,
    outcome: { words: `Added “${inline(words, 60)}”.`, undo: { accountId: '9'.repeat(18), postId: '9'.repeat(18), version: 7 } },
  },
  canUndo: true,
  ...more,
})

const views: NastyView[] = [
  ['a review', 'message', (words) => reviewMessage(model(words))],
  [
    'a review, its first page',
    'message',
    (words) => reviewMessage(model(words, { at: 0, headline: 'Undone. All of them are drafts again.' })),
  ],
  ['a review of complete pins', 'message', (words) => reviewMessage(model(words, { rows: rows(words, [ready]) }))],
  [
    'a review that is read',
    'message',
    (words) =>
      reviewMessage(model(words, { rows: rows(words, [() => ({ name: 'reading', from: `${'shop.'.repeat(40)}example.com` })]) })),
  ],
  ['a review of a contributor', 'message', (words) => reviewMessage(model(words, { scheduling: 'asks', state: 'kept' }))],
  ['a review of who saves drafts', 'message', (words) => reviewMessage(model(words, { scheduling: 'never' }))],
  ['a review that is scheduled', 'message', (words) => reviewMessage(model(words, { state: 'scheduled' }))],
  [
    'a review that was asked for',
    'message',
    (words) => reviewMessage(model(words, { state: 'asked', canUndo: false, account: undefined })),
  ],
  [
    'which board a page is for',
    'message',
    (words) =>
      boardChoiceMessage({
        accountId: '7',
        url: 'https://shop.example.com/',
        words,
        boards: Array.from({ length: 5 }, (_, index) => ({ id: String(index), name: words.slice(0, 180) })),
        matching: 70,
      }),
  ],
  [
    'the form of many pins',
    'modal',
    (words) => bulkView({ accountId: '7', responseUrl: 'https://hooks.slack.test/1' }, words || undefined),
  ],
  ['the form of a picture', 'modal', (words) => pictureView({ accountId: '7', reviewId: '1', at: 0, position: 3 }, words)],
  [
    'the form of another time',
    'modal',
    (words) =>
      timeView(
        { accountId: '7', reviewId: '1', at: 0, position: 3, responseUrl: 'https://hooks.slack.test/1' },
        { name: words, sendAt: AT, timezone: 'Europe/Berlin', accountZone: 'America/New_York' },
      ),
  ],
  ['pins that are ready', 'message', () => readyMessage({ accountId: '7', reviewId: '1' }, { count: 12, failed: 2 })],
  [
    'the form of what is missing',
    'modal',
    () => wordsView({ accountId: '7', reviewId: '1', at: 0, shown: '0123456789abcdef' }, { words: 1, links: 2, boards: 0 }),
  ],
]

keepsLimits(views)
