/** The card of an approval request, in the channel of the approvers. */
import type { AnyBlock, Button, ImageElement, ModalView } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import type { Approval } from '../../src/core/posts/approval/model.js'
import type { Post } from '../../src/core/posts/post.js'
import { changeBlocks } from './changes.js'
import { requesterText, settledLine, requestedTimeText } from '../pin/approval-text.js'
import { action } from '../ids.js'
import { capital } from '../kit/sentence.js'
import { actions, button, context, escape, inline, type Message, type Picture, pictureBlock, section, text } from '../kit/kit.js'
import { slackDate } from '../kit/times.js'
import { pinSection } from '../pin/card.js'
import { findingLine } from '../pin/problems/preflight.js'
import { type Card, type CardPost, titleOf, whereLine } from '../pin/text.js'

export type ApprovalCardModel = {
  approval: Approval
  account: Pick<Account, 'username'>
  /** undefined: the pin was deleted. */
  card: ShownPin | undefined
  /** The pin drawn as Pinterest shows it; without it the bare picture is shown. null: it may still be drawn. */
  drawn?: Picture | null | undefined
  /** The link with its UTM parameters; null: the pin has no link. */
  linkOut?: string | null | undefined
  /** Set if the next open slot was requested, or if the requested time has passed; null: no slot is open. */
  nextOpenSlot?: Date | null | undefined
  /** True within ten minutes of the decision. */
  canUndo?: boolean
}
type ShownPin = Card & { post: CardPost & Pick<Post, 'description' | 'version'> }

/**
 * `version`: the pin as shown, which is what gets approved. `shown`: the card, if the button is in another view. `batchId`: set
 * if the card has all requests of that batch.
 */
export type ApprovalButton = { accountId: string; approvalId: string; version: number; shown?: Shown; batchId?: string }
export type Shown = { channel: string; ts: string; batchId?: string }

export function approvalCard({ approval, account, card, nextOpenSlot, drawn, linkOut, canUndo }: ApprovalCardModel): Message {
  const title = inline(titleOf(card?.post ?? approval))
  const isOpen = approval.state === 'open' && card !== undefined
  const about = context(`Account ${inline(account.username)} · Pin ${approval.postId}`)
  if (!isOpen) {
    return {
      text: `${SETTLED[approval.state]}: ${title}`,
      blocks: [
        section(settledLine(approval, card?.post)),
        card ? pinSection(card) : section(`*${title}*\nThis pin was deleted.`),
        about,
        ...(canUndo && card ? [actions([undoButtonOf(approval)])] : []),
      ],
    }
  }
  return {
    text: `Approval requested: ${title}`,
    blocks: [
      ...requestBlocks({ approval, card, nextOpenSlot }),
      ...pictureBlock(drawn ?? card.picture, card.post.altText ?? titleOf(card.post)),
      ...factsOf(card.post, linkOut),
      ...findingLine(card),
      about,
      actions(approvalButtons(approval, card)),
    ],
  }
}

/** The requester, the pin, its requested time (marked if it has passed), and the edits since the request. */
export function requestBlocks({
  approval,
  card,
  nextOpenSlot,
  picture: shown,
}: Pick<ApprovalCardModel, 'approval' | 'nextOpenSlot'> & {
  card: ShownPin
  /** Stands beside the text. */
  picture?: ImageElement | undefined
}): AnyBlock[] {
  const who = capital(requesterText(approval))
  const slot = nextOpenSlot ? slackDate(nextOpenSlot) : undefined
  const line = isPast(card)
    ? `:hourglass: ${who} requested approval for ${requestedTimeText(approval)}. That time has passed.${slot ? ` The next open slot is ${slot}.` : ''}`
    : approval.requestedTime.kind === 'at'
      ? `:raised_hand: ${who} requests approval for ${requestedTimeText(approval)}.`
      : `:raised_hand: ${who} requests approval for the next open slot${slot ? `, ${slot}` : ''}.`
  return [section(line), section(`*${inline(titleOf(card.post))}*\n${whereLine(card)}`, shown), ...changeBlocks(approval.changes)]
}

const isPast = ({ state }: Pick<Card, 'state'>): boolean => state.name === 'approval_expired'

const SETTLED: Record<Approval['state'], string> = {
  open: 'Request withdrawn', // its pin is gone
  approved: 'Approved',
  changes_requested: 'Changes requested',
  rejected: 'Rejected',
  withdrawn: 'Request withdrawn',
}

/** The full texts as typed, so that an approver can read all that they approve. */
export function factsOf(
  { url, description }: Pick<Post, 'description'> & Pick<CardPost, 'url'>,
  linkOut: string | null = url,
): AnyBlock[] {
  const fact = (words: string): AnyBlock => ({ type: 'section', text: text(words) })
  return [
    ...(description === null ? [] : [fact(`Description: ${description}`)]),
    ...(url === null ? [] : [fact(`Destination link: ${url}`)]),
    ...(linkOut === url || linkOut === null ? [] : [fact(`Link with UTM parameters: ${linkOut}`)]),
  ]
}

/** The decisions of an approver. A time that has passed cannot be approved, but the next open slot can. */
export function approvalButtons({ accountId, id, title }: Approval, card: ShownPin): Button[] {
  const ref: ApprovalButton = { accountId, approvalId: id, version: card.post.version }
  const value = JSON.stringify(ref)
  const to = (text: string, actionId: string, style?: Button['style']) =>
    button({ text, actionId, value, label: `${text}: ${titleOf({ title })}`, ...(style && { style }) })
  return [
    { ...approveButton(ref, { title }, isPast(card)), style: 'primary' },
    to('Request changes', action.requestChanges),
    to('Reject', action.rejectPin, 'danger'),
  ]
}

/** Approves for the requested time, or for the next open slot if that time has passed. */
export function approveButton(ref: ApprovalButton, { title }: Pick<CardPost, 'title'>, isPast: boolean): Button {
  const shown = isPast ? NEXT_SLOT : 'Approve'
  const actionId = isPast ? action.approveNextSlot : action.approve
  return button({ text: shown, actionId, value: JSON.stringify(ref), label: `${shown}: ${titleOf({ title })}` })
}

/** Undoes the decision, so that the request is pending again. */
export const undoButtonOf = ({ accountId, id, title, batchId }: Approval): Button =>
  button({
    text: 'Undo',
    actionId: action.undoDecision,
    value: JSON.stringify({
      accountId,
      approvalId: id,
      version: 0,
      ...(batchId !== null && { batchId }),
    } satisfies ApprovalButton),
    label: `Undo the decision: ${titleOf({ title })}`,
  })

const NEXT_SLOT = 'Approve for next open slot'

/** The reply to a person whose decision came after another, with that decision. */
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

/** The requested time has passed, so the message offers the next open slot. */
export const timePastMessage = (sentence: string, ref: ApprovalButton, { title }: Pick<Approval, 'title'>): Message => ({
  text: escape(sentence),
  blocks: [
    section(`*${inline(titleOf({ title }))}*\n${escape(sentence)}`),
    actions([button({ text: NEXT_SLOT, actionId: action.approveNextSlot, value: JSON.stringify(ref), style: 'primary' })]),
  ],
})
