/** The views of feeds within Slack's limits, and what they say. */
import { expect, test } from 'vitest'
import { feedFormView } from '../../../blocks/feeds/form.js'
import { feedsView, type ShownFeed } from '../../../blocks/feeds/list.js'
import { feedDraftsMessage } from '../../../blocks/feeds/notices.js'
import { done } from '../../../blocks/kit/banner.js'
import { FEED_ERROR_CODES, feedErrorText } from '../../../src/core/sources/feeds/model.js'
import { AT, keepsLimits } from '../nasty.js'

const now = new Date(AT.getTime() + 3_600_000)
const feed = (words: string, index: number): ShownFeed => ({
  id: '9223372036854775807',
  organizationId: '1',
  accountId: '7',
  url: `https://shop.example.com/${encodeURIComponent(words)}?${index}`,
  kind: 'rss',
  title: words || null,
  perDay: 30,
  boardId: '101',
  board: words || null,
  state: index % 4 === 3 ? 'paused' : 'active',
  name: words || 'x',
  error:
    index % 2 === 0
      ? null
      : feedErrorText({
          code: FEED_ERROR_CODES[index % FEED_ERROR_CODES.length]!,
          detail: { status: 503, instead: words, part: words },
        }),
  named: index % 4 === 1,
  lookedAt: index % 3 === 0 ? null : AT,
  nextLookAt: AT,
  waiting: 100,
  drafts: 12_345,
  drafted: 123_456,
  createdBy: 'feeds',
  createdAt: AT,
})
const model = (words: string, count: number) => ({
  memory: { accountId: '7' },
  username: words,
  accounts: [
    { id: '7', username: words || 'x' },
    { id: '8', username: 'other' },
  ],
  feeds: Array.from({ length: count }, (_, index) => feed(words, index)),
  drafts: count * 1000,
  canChange: true,
  now,
})

keepsLimits([
  ['twenty feeds', 'modal', (words) => feedsView({ ...model(words, 20), banner: done(words || 'x') })],
  ['no feeds', 'modal', (words) => feedsView({ ...model(words, 0), canChange: false })],
  ['a new feed', 'modal', () => feedFormView({ memory: { accountId: '7' }, most: 30, feed: null })],
  [
    'a feed that is changed',
    'modal',
    (words) =>
      feedFormView({
        memory: { accountId: '7', feedId: '9' },
        most: 30,
        feed: {
          url: `https://shop.example.com/${encodeURIComponent(words)}`,
          perDay: 30,
          board: { id: '101', name: words || 'x' },
        },
      }),
  ],
  [
    'drafts of feeds',
    'message',
    (words) =>
      feedDraftsMessage({ id: '7', username: words } as never, {
        kind: 'feedDrafts',
        accountId: '7',
        drafts: 60,
        feeds: Array.from({ length: 5 }, () => ({ name: words, drafts: 12 })),
      }),
  ],
])

test('the notice names the feed where there is one, and counts as people do', () => {
  const say = (drafts: number, feeds: { name: string; drafts: number }[]) =>
    feedDraftsMessage({ id: '7', username: 'maker' } as never, { kind: 'feedDrafts', accountId: '7', drafts, feeds }).text
  expect(say(3, [{ name: 'Oak & Co', drafts: 3 }])).toBe('maker: 3 new drafts from Oak &amp; Co wait for your review.')
  expect(say(1, [{ name: 'shop.example.com', drafts: 1 }])).toBe(
    'maker: 1 new draft from shop.example.com waits for your review.',
  )
  expect(say(2, [])).toBe('maker: 2 new drafts wait for your review.')
})
