/** What somebody has to do something about, on top of Home. */
import type { AnyBlock } from '@slack/types'
import type { FailedOfReason } from '../../src/core/posts/bulk/fix.js'
import { fixLines } from '../bulk/fix.js'
import type { Approval } from '../../src/core/posts/approval/model.js'
import type { Post } from '../../src/core/posts/post.js'
import { approvalButtons, factsOf, requestBlocks } from '../approval/card.js'
import { type HomeAccount, standstill } from './account.js'
import { actions, context, header, picture, section } from '../kit/kit.js'
import { unresolvedRow } from '../pins/unknown.js'
import { pinActions } from '../pins/buttons.js'
import { pinSection } from '../pins/card.js'
import { findingLine } from '../pins/problems/preflight.js'
import { type Card, type CardPost, titleOf } from '../pins/text.js'
import { slackDay } from '../kit/times.js'
import type { UsageLine } from './usage-line.js'

/** `isMore`: there are more than those listed. */
export type Some<T> = { listed: T[]; isMore: boolean }
export type WaitingPin = { approval: Approval; card: Card & { post: CardPost & Pick<Post, 'description' | 'version'> } }
export type AttentionModel = {
  account: HomeAccount
  canConnect: boolean
  usage: UsageLine | null
  /** Sent, and nobody knows whether they are published. */
  unresolved: Some<Card>
  failed: Some<Card>
  /** By reason, where the reader may put them right. */
  failedOf: readonly FailedOfReason[]
  /** Those that the reader may decide about. */
  waiting: Some<WaitingPin>
}

/** Nothing where all is well. */
export function attention(model: AttentionModel): AnyBlock[] {
  const { account, canConnect, usage, unresolved, failed, failedOf, waiting } = model
  const blocks = [
    ...standstill(account, canConnect),
    ...(usage && isSpent(usage) ? [section(spentLine(usage))] : []),
    ...fixLines(account.id, failedOf),
    ...failed.listed.flatMap(pinRow),
    ...moreOf(failed, 'pins that failed', 'failed'),
    ...unresolved.listed.flatMap((card) => unresolvedRow(card, 'home')),
    ...moreOf(unresolved, 'unconfirmed pins'),
    ...waiting.listed.flatMap(waitingRow),
    ...moreOf(waiting, 'pins waiting for approval'),
  ]
  return blocks.length > 0 ? [header('Needs attention'), ...blocks] : []
}

/** With a row of buttons, which is read with its own pin. */
export const pinRow = (card: Card): AnyBlock[] => [pinSection(card), ...pinActions(card, 'home')]

function moreOf({ isMore }: Some<unknown>, what: string, found?: string): AnyBlock[] {
  if (!isMore) return []
  return [context(found === undefined ? `There are more ${what}.` : `There are more ${what}. Use “Find” to search for them.`)]
}

const waitingRow = ({ approval, card }: WaitingPin): AnyBlock[] => [
  ...requestBlocks({ approval, card, picture: picture(card.picture, card.post.altText ?? titleOf(card.post)) }),
  ...factsOf(card.post),
  ...findingLine(card),
  actions(approvalButtons(approval, card)),
]

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
