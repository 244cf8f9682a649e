/** Notices about feeds for a team. */
import type { Button } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import type { Notice } from '../../src/core/ports/notice.js'
import { actions, button, context, inline, type Message, section } from '../kit/kit.js'
import { whole } from '../kit/numbers.js'

export const action = { reviewFeeds: 'review_feeds' } as const

type FeedDrafts = Extract<Notice, { kind: 'feedDrafts' }>

/** Opens the drafts of the named account. @param canSchedule false for a reader who sees the drafts only in a list */
export const reviewButton = (accountId: string, canSchedule: boolean): Button =>
  button({ text: canSchedule ? 'Review drafts' : 'View drafts', actionId: action.reviewFeeds, value: accountId })

/** @param left the number of drafts that still wait */
export function feedDraftsMessage(account: Account, { drafts: told, feeds }: FeedDrafts, left = told): Message {
  if (left === 0) {
    const reviewed = `${inline(account.username)}: all new drafts from your feeds are reviewed.`
    return { text: reviewed, blocks: [section(`:white_check_mark: ${reviewed}`)] }
  }
  const drafts = Math.min(told, left)
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
      actions([{ ...reviewButton(account.id, true), style: 'primary' }]),
      context('Nothing goes out until you schedule it.'),
    ],
  }
}
