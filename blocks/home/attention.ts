/** What somebody has to do something about, on top of Home: a line each, with the button that helps. */
import type { AnyBlock } from '@slack/types'
import type { FailedOfReason } from '../../src/core/posts/bulk/fix.js'
import { fixLines } from '../bulk/fix.js'
import { type HomeAccount, standstill } from './account.js'
import { action } from '../ids.js'
import { button, inline, section } from '../kit/kit.js'
import { isUnknown, mayEdit, pinRef } from '../pins/buttons.js'
import { failureText } from '../pins/failure-text.js'
import { type Card, titleOf } from '../pins/text.js'
import { slackDay } from '../kit/times.js'
import type { UsageLine } from './usage-line.js'

/** `isMore`: there are more than those listed. */
export type Some<T> = { listed: T[]; isMore: boolean }
export type AttentionModel = {
  account: HomeAccount
  canConnect: boolean
  usage: UsageLine | null
  /** Sent, and nobody knows whether they are published. */
  unresolved: Some<Card>
  failed: Some<Card>
  /** By reason, where the reader may put them right. */
  failedOf: readonly FailedOfReason[]
  /** Requests that the reader may decide about. */
  requests: { count: number; isMore: boolean }
}

/** Lines besides what stops the whole account: more are one press away. */
const MOST_LINES = 3
const TITLE = 40
const REASON = 60

/** Nothing where all is well. */
export function attention(model: AttentionModel): AnyBlock[] {
  const { account, canConnect, usage, unresolved, failed, failedOf } = model
  const lines = [...fixLines(account.id, failedOf), ...[...failed.listed, ...unresolved.listed].map(pinLine)]
  const isCut = lines.length > MOST_LINES || failed.isMore || unresolved.isMore
  const blocks = [
    ...standstill(account, canConnect),
    ...(usage && isSpent(usage) ? [section(spentLine(usage))] : []),
    ...requestsLine(model),
    ...lines.slice(0, MOST_LINES),
    ...(isCut ? [section('There are more: see “Failed” in the menu and the queue.')] : []),
  ]
  return blocks.length > 0 ? [section('*Needs you*'), ...blocks] : []
}

function requestsLine({ account, requests: { count, isMore } }: AttentionModel): AnyBlock[] {
  if (count === 0) return []
  const words = isMore ? `${count}+ requests wait` : count === 1 ? '1 request waits' : `${count} requests wait`
  const review = button({
    text: count === 1 ? 'Review request' : `Review requests (${count}${isMore ? '+' : ''})`,
    actionId: action.homeRequests,
    value: account.id,
    style: 'primary',
  })
  return [section(`:raised_hand: ${words} for your decision.`, review)]
}

/** What failed is put right by its form; of what nobody knows, all about it says what can be done. */
function pinLine(card: Card): AnyBlock {
  const { post } = card
  const title = inline(titleOf(post), TITLE)
  const to = (text: string, actionId: string) =>
    button({ text, actionId, value: pinRef(post, 'home'), label: `${text}: ${titleOf(post)}` })
  if (post.failure === null || isUnknown(post))
    return section(`:question: ${title}: not confirmed yet`, to('Check', action.details))
  const why = inline(failureText(post.failure).what, REASON)
  return section(
    `:warning: ${title}: ${why}`,
    mayEdit(post, card.reader) ? to('Fix', action.edit) : to('Details', action.details),
  )
}

/** Nothing more can be scheduled. */
function isSpent({ billingSystem, unlimitedScheduling, credits, trialPinsLeft, postLimit, postsThisPeriod }: UsageLine): boolean {
  switch (billingSystem) {
    case 'modular':
      return !unlimitedScheduling && credits === 0 && trialPinsLeft === 0
    case 'legacy':
    case 'shopify':
      return postLimit !== null && postsThisPeriod >= postLimit
  }
}

function spentLine({ billingSystem, monthlyAllowance, resetsAt }: UsageLine): string {
  const stays = 'Scheduled pins go out as planned.'
  if (billingSystem !== 'modular')
    return `:warning: You’ve used all pins of this billing period. You can schedule more from ${slackDay(resetsAt)}. ${stays}`
  const next = monthlyAllowance > 0 ? `You get more on ${slackDay(resetsAt)}.` : 'Ask your Pinslot operator for more.'
  return `:warning: No credits left, so you can’t schedule drafts. ${next} ${stays}`
}
