/** What a team hears of its feeds. */
import type { Account } from '../../src/core/accounts/account.js'
import type { Notice } from '../../src/core/ports/notice.js'
import { context, inline, type Message, section } from '../kit/kit.js'
import { whole } from '../kit/numbers.js'

type FeedDrafts = Extract<Notice, { kind: 'feedDrafts' }>

export function feedDraftsMessage(account: Account, { drafts, feeds }: FeedDrafts): Message {
  const counted = drafts === 1 ? '1 new draft' : `${whole(drafts)} new drafts`
  const [only] = feeds
  const from = feeds.length === 1 && only ? ` from ${inline(only.name)}` : feeds.length > 1 ? ' from your feeds' : ''
  const wait = drafts === 1 ? 'waits' : 'wait'
  const lines = feeds.length > 1 ? feeds.map((feed) => `• ${inline(feed.name)}: ${whole(feed.drafts)}`).join('\n') : ''
  const text = `${inline(account.username)}: ${counted}${from} ${wait} for your review.`
  return {
    text,
    blocks: [
      section(
        `:newspaper: *${inline(account.username)}:* ${counted}${from} ${wait} for your review.${lines === '' ? '' : `\n${lines}`}`,
      ),
      context('Look through them with /pin drafts. Nothing goes out before you schedule it.'),
    ],
  }
}
