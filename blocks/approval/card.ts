/** The card of a pin that somebody asks to be scheduled, in the channel that decides about it. */
import type { AnyBlock, Button, ModalView } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import type { Approval } from '../../src/core/posts/approval/model.js'
import type { Post } from '../../src/core/posts/post.js'
import { requesterText, settledLine, requestedTimeText } from './text.js'
import { action } from '../ids.js'
import { actions, button, context, escape, inline, type Message, section, text } from '../kit/kit.js'
import { pinSection } from '../pins/card.js'
import { type Card, type CardPost, titleOf } from '../pins/text.js'

export type ApprovalCardModel = {
  approval: Approval
  account: Pick<Account, 'username'>
  /** undefined: the pin is gone. */
  card: (Card & { post: CardPost & Pick<Post, 'description' | 'version'> }) | undefined
}

/** `version`: of the pin on the card, which is what is approved. `shown`: the card, where the button is in another view. */
export type ApprovalButton = { accountId: string; approvalId: string; version: number; shown?: Shown }
export type Shown = { channel: string; ts: string }

export function approvalCard({ approval, account, card }: ApprovalCardModel): Message {
  const title = inline(titleOf(card?.post ?? approval))
  const isOpen = approval.state === 'open' && card !== undefined
  const line = isOpen
    ? `:raised_hand: ${requesterText(approval)} requests approval for ${requestedTimeText(approval)}.`
    : settledLine(approval, card?.post)
  return {
    text: `${isOpen ? 'Approval requested' : SETTLED[approval.state]}: ${title}`,
    blocks: [
      section(line),
      card ? pinSection(card) : section(`*${title}*\nThis pin was deleted.`),
      ...(isOpen ? factsOf(card.post) : []),
      context(`Account ${inline(account.username)} · Pin ${approval.postId}`),
      ...(isOpen ? [actions(approvalButtons(approval, card.post))] : []),
    ],
  }
}

const SETTLED: Record<Approval['state'], string> = {
  open: 'Request withdrawn', // its pin is gone
  approved: 'Approved',
  changes_requested: 'Changes requested',
  rejected: 'Rejected',
  withdrawn: 'Request withdrawn',
}

/** Whole, and as it was typed: what somebody agrees to, they have read. */
export function factsOf({ url, description }: Pick<Post, 'description'> & Pick<CardPost, 'url'>): AnyBlock[] {
  const fact = (words: string): AnyBlock => ({ type: 'section', text: text(words) })
  return [
    ...(url === null ? [] : [fact(`Destination link: ${url}`)]),
    ...(description === null ? [] : [fact(`Description: ${description}`)]),
  ]
}

/** The decisions open to an approver. */
export function approvalButtons({ accountId, id, title }: Approval, { version }: Pick<Post, 'version'>): Button[] {
  const value = JSON.stringify({ accountId, approvalId: id, version } satisfies ApprovalButton)
  const to = (words: string, actionId: string, style?: Button['style']) =>
    button({ words, actionId, value, says: `${words}: ${titleOf({ title })}`, ...(style && { style }) })
  return [
    to('Approve', action.approve, 'primary'),
    to('Request changes', action.requestChanges),
    to('Reject', action.rejectPin, 'danger'),
  ]
}

/** For who was a moment too late: who decided, and when. @param sentence what was not done */
export const decidedMessage = (approval: Approval, post: CardPost | undefined): Message => {
  const line = settledLine(approval, post)
  return { text: `Nothing changed. ${line}`, blocks: [section(`Nothing changed.\n${line}`)] }
}

export const decidedView = (approval: Approval, post: CardPost | undefined): ModalView => ({
  type: 'modal',
  title: text('Pinslot', 24),
  close: text('Close', 24),
  blocks: decidedMessage(approval, post).blocks,
})

/** Its time has passed while it waited: the next slot is one press away. */
export const timePastMessage = (sentence: string, ref: ApprovalButton): Message => ({
  text: escape(sentence),
  blocks: [
    section(escape(sentence)),
    actions([
      button({
        words: 'Approve for next open slot',
        actionId: action.approveNextSlot,
        value: JSON.stringify(ref),
        style: 'primary',
      }),
    ]),
  ],
})
