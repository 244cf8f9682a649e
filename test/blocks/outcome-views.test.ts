/** The question about a pin with an unknown outcome, with values that people do type, and the places that show it. */
import { expect, test } from 'vitest'
import { failureText } from '../../blocks/pin/failure-text.js'
import { homeView } from '../../blocks/home/view.js'
import { outcomeView } from '../../blocks/pin/outcome.js'
import { pinActions } from '../../blocks/pin/buttons.js'
import { pinCard } from '../../blocks/pin/card.js'
import { failedMessage, lateMessage, publishedMessage, unconfirmedMessage } from '../../blocks/pin/notices.js'
import { foundMessage, unconfirmedMessage as unconfirmed } from '../../src/core/posts/state/failure-messages.js'
import { aCard, aFailure, aPost, AT, keepsLimits } from './nasty.js'

const unknown = (words: string) => ({
  status: 'draft' as const,
  sendAt: null,
  failure: aFailure(words, { code: 'outcome_unknown' }),
})
const memory = {
  accountId: '9'.repeat(18),
  postId: '9'.repeat(18),
  from: 'home' as const,
  responseUrl: `https://hooks.slack.com/${'x'.repeat(200)}`,
  shared: { channel: 'C0123456789', ts: '1772955000.123456' },
  homePage: { accountId: '9'.repeat(18), turn: 999 },
}
const account = { username: 'maker' }

keepsLimits([
  ['outcome form', 'modal', (words) => outcomeView({ post: aPost(words, unknown(words)), memory })],
  [
    'outcome form, refused',
    'modal',
    (words) =>
      outcomeView({
        post: aPost(words, unknown(words)),
        memory,
        typed: words.slice(0, 2048),
        problem: { sentence: words || 'No.', field: 'pinId' },
      }),
  ],
  ['card', 'message', (words) => pinCard(aCard(words, { ...unknown(words), intervalGroupId: '12' }), { headline: 'Not known.' })],
  [
    'failure',
    'message',
    (words) =>
      failedMessage({ username: words }, aCard(words, unknown(words)), {
        ...aFailure(words, { code: 'earlier_request', because: 'board_ambiguous' }),
        refunded: true,
      }),
  ],
  [
    'late',
    'message',
    (words) => unconfirmedMessage({ username: words }, aCard(words, { status: 'uploading' }), unconfirmed(false)),
  ],
  [
    'published',
    'message',
    (words) => publishedMessage({ username: words }, aCard(words, { status: 'sent' }), words || 'It was there already.'),
  ],
  [
    'home',
    'home',
    (words) => {
      const one = { id: '7', username: words, displayName: words, timezone: null, tokenStatus: 'authorized' as const }
      const own = { ...one, publishing: 'active' as const, whilePaused: 'wait' as const }
      return homeView({
        accounts: [own],
        account: own,
        role: 'scheduler',
        failed: { listed: Array.from({ length: 3 }, () => aCard(words, unknown(words))), isMore: false },
        failedOf: [],
        unresolved: { listed: [aCard(words, { status: 'uploading' })], isMore: false },
        requests: { count: 0, isMore: false },
        totals: { published: 0, coming: 0, repeats: 0, open: 0 },
        rows: [],
        zone: undefined,
        drafts: { count: 3, isMore: false },
        usage: null,
        timeOf: () => 'Mon 9:30 AM',
        canUse: true,
      })
    },
  ],
])

const offered = (change: Parameters<typeof aPost>[1]): string[] =>
  pinActions({ post: aPost('x', change), boardHref: 'https://pinterest.test/board' }, 'card').flatMap(({ elements }) =>
    elements.flatMap((element) => ('text' in element && element.text ? [element.text.text] : [])),
  )

test('a draft of unknown outcome asks what became of it before it offers anything else, and has no main way to send it again', () => {
  expect(offered(unknown('x'))).toEqual(['View board ↗', 'It’s published', 'It isn’t'])
  expect(offered({ status: 'draft', failure: aFailure('x') })).toEqual(['Schedule again'])
})

test('“It isn’t” asks first, and says what it does', () => {
  const confirmed = (change: Parameters<typeof aPost>[1], message: object) => {
    const found = /"confirm":\{"title":.*?"text":\{[^}]*"text":"([^"]*)"/.exec(JSON.stringify(message))?.[1]
    return `${change?.status}: ${found}`
  }
  expect(confirmed(unknown('x'), pinActions({ post: aPost('x', unknown('x')) }, 'card'))).toContain('we won’t check again')
  const uploading = { status: 'uploading' as const }
  expect(confirmed(uploading, unconfirmedMessage(account, aCard('x', uploading), unconfirmed(false)))).toContain(
    'publish the pin again right away',
  )
})

test('a pin that is late for another reason is not asked about', () => {
  const asks = (message: object) => JSON.stringify(message).includes('pin_is_there')
  expect(asks(unconfirmedMessage(account, aCard('x', { status: 'uploading' }), unconfirmed(false)))).toBe(true)
  expect(asks(lateMessage(account, aCard('x', { status: 'uploading' }), 'Late.', null))).toBe(false)
})

test('while a pin is looked for nobody is told that it is late: it may be there, and the message says what can be done', () => {
  const notice = unconfirmedMessage(account, aCard('Shelf', { status: 'uploading' }), unconfirmed(false))
  expect(notice.text).toMatch(/^Not confirmed yet: Shelf/)
  const words = JSON.stringify(notice.blocks)
  expect(words).not.toContain('Late')
  expect(words).toContain('We keep checking')
  expect(words).toContain('“It’s published” or “It isn’t”')
})

test('the failure says what happened and which buttons to press, also when it was an earlier request', () => {
  const next = 'Check the board, then choose “It’s published” or “It isn’t”.'
  expect(failureText(aFailure('', { code: 'outcome_unknown' }))).toEqual({
    what: 'Pinterest didn’t answer, so we don’t know whether this was published.',
    next,
    platformText: null,
  })
  for (const because of ['board_ambiguous', 'board_too_large', 'board_unread', 'paused'] as const)
    expect(failureText(aFailure('', { code: 'earlier_request', because }))).toMatchObject({
      what: expect.stringMatching(/^This may already be on the board/) as string,
      next,
    })
})

test('a failure of which only a sentence was kept is told by that sentence', () => {
  const message = 'An earlier request for this pin was never answered. Look at the board and say whether the pin is there.'
  expect(failureText({ reason: 'outcome_unknown', message })).toEqual({ what: message, next: null, platformText: null })
  const notice = failedMessage(account, aCard('Shelf', unknown('')), { reason: 'outcome_unknown', message, refunded: true })
  expect(notice.text).toBe(`Not confirmed: Shelf. ${message} You weren’t charged.`)
  const asked = { ...aCard('Shelf', unknown('')), state: { ...aCard('Shelf', unknown('')).state, name: 'unconfirmed' as const } }
  const blocks = JSON.stringify(failedMessage(account, asked, { reason: 'outcome_unknown', message, refunded: true }).blocks)
  expect(blocks).not.toContain('Not confirmed yet') // said once
})

test('what is told of lost edits names them', () => {
  const notice = publishedMessage(account, aCard('x', { status: 'sent', sentAt: AT }), foundMessage('77', ['title', 'board']))
  expect(JSON.stringify(notice)).toContain('as pin 77')
  expect(JSON.stringify(notice)).toContain('missing: title, board.')
})
