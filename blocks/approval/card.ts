/** The card of an approval request, in the channel of the approvers. */
import type { AnyBlock, Button, ImageElement, ModalView, Overflow } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import type { Approval, Hold, LostSlot } from '../../src/core/posts/approval/model.js'
import type { ShownApproval } from '../../src/core/posts/approval/status.js'
import type { Comments } from '../../src/core/posts/comments/comment.js'
import type { Versions } from '../../src/core/posts/approval/versions.js'
import type { Post } from '../../src/core/posts/post.js'
import type { Warning } from '../../src/core/posts/state/warning.js'
import { changeBlocks, ON_APPROVAL } from './changes.js'
import {
  approvedHow,
  clientLines,
  dueLine,
  heldSentence,
  holdLine,
  lostLine,
  requesterText,
  settledLine,
  requestedTimeText,
} from '../pin/approval-text.js'
import { actorText } from '../kit/actor.js'
import { capital } from '../kit/sentence.js'
import {
  actions,
  button,
  context,
  escape,
  inline,
  type Message,
  option,
  type Picture,
  pictureBlock,
  section,
  text,
} from '../kit/kit.js'
import { slackDate } from '../kit/times.js'
import { pinSection } from '../pin/card.js'
import { approvalsText, stepShort, stepsText } from '../pin/steps-text.js'
import { commentButton, lastCommentsSection } from '../pin/comments.js'
import { findingLine } from '../pin/problems/preflight.js'
import { warningBlocks } from '../pin/problems/warnings.js'
import { versionsBlocks } from '../pin/versions.js'
import { type Card, type CardPost, titleOf, whereLine } from '../pin/text.js'

export const action = {
  approve: 'approve_pin',
  approveNextSlot: 'approve_in_next_slot',
  requestChanges: 'open_request_changes',
  rejectPin: 'open_reject_pin',
  undoDecision: 'undo_decision',
  release: 'release_request',
  approvalMore: 'approval_more',
} as const

export type ApprovalCardModel = {
  approval: ShownApproval
  account: Pick<Account, 'username'>
  /** undefined: the pin was deleted. */
  card: ShownPin | undefined
  /** The pin drawn as Pinterest shows it; without it the bare picture is shown. null: it may still be drawn. */
  drawn?: Picture | null | undefined
  /** The link with its UTM parameters; null: the pin has no link. */
  linkOut?: string | null | undefined
  /** When it is read; absent: it says nothing about when it is due. */
  now?: Date | undefined
  /** Set if it keeps no slot, or if the requested time has passed; null: no slot is open. */
  nextOpenSlot?: Date | null | undefined
  /** The people it waits for, as `T1:U1`; empty: nobody is named. */
  waitsFor?: readonly string[] | undefined
  /** True if the rule that it was made under asks for something else by now. */
  isRuleChanged?: boolean | undefined
  /** True within ten minutes of the decision, or of the last one on a step. */
  canUndo?: boolean
  comments?: Comments
  /** What was changed since the last decision; null: nothing. */
  versions?: Versions | null | undefined
  warnings?: readonly Warning[] | undefined
}
type ShownPin = Card & { post: CardPost & Pick<Post, 'description' | 'version'> }

/**
 * `version`: the pin as shown, which is what gets approved. `shown`: the card, if the button is in another view. `batchId`: set
 * if the card has all requests of that batch. `at`: the minute of the open slot that was shown, since 1970.
 */
export type ApprovalButton = {
  accountId: string
  approvalId: string
  version: number
  shown?: Shown
  batchId?: string
  at?: number
}
export type Shown = { channel: string; ts: string; batchId?: string }

export function approvalCard({
  approval,
  account,
  card,
  nextOpenSlot,
  drawn,
  linkOut,
  waitsFor,
  isRuleChanged,
  canUndo,
  comments,
  versions,
  warnings,
  now,
}: ApprovalCardModel): Message {
  const title = inline(titleOf(card?.post ?? approval))
  const isOpen = approval.state === 'open' && card !== undefined
  const about = context(`Account ${inline(account.username)} · Pin ${approval.postId}`)
  if (!isOpen) {
    return {
      text: `${approval.state === 'approved' ? approvedHow(approval) : SETTLED[approval.state]}: ${title}`,
      blocks: [
        section(settledLine(approval, card?.post)),
        card ? pinSection(card) : section(`*${title}*\nThis pin was deleted.`),
        ...(approval.state === 'approved' ? changeBlocks(approval.changes, ON_APPROVAL) : []),
        ...linesOf(approvalsText(approval.progress)),
        ...(card ? versionsBlocks(versions, card.post) : []),
        ...lastCommentsSection(comments),
        about,
        ...(canUndo && card ? [actions([undoButtonOf(approval)])] : []),
      ],
    }
  }
  return {
    text: `Approval requested: ${title}`,
    blocks: [
      ...requestBlocks({ approval, card, nextOpenSlot, now }),
      ...(isListed(versions) ? [] : versionsBlocks(versions, card.post)),
      ...linesOf(stepsText(approval.progress)),
      ...(isRuleChanged ? [context(RULE_CHANGED(approval))] : []),
      ...(approval.hold ? [] : waitsForLine(waitsFor)),
      ...clientSection(approval, card),
      ...pictureBlock(drawn ?? card.picture, card.post.altText ?? titleOf(card.post)),
      ...factsOf(card.post, linkOut),
      ...findingLine(card),
      ...warningBlocks(warnings),
      ...lastCommentsSection(comments),
      about,
      actions([...approvalButtons(approval, card, nextOpenSlot), ...(canUndo ? [undoButtonOf(approval)] : [])]),
    ],
  }
}

const linesOf = (words: string): AnyBlock[] => (words === '' ? [] : [section(words)])

const RULE_CHANGED = ({ plan }: Approval): string =>
  `Asked under the rule “${inline(plan?.ruleNames.join(', ') ?? '', 200)}”, which has changed since.`

/** True for changes since the request alone, which are listed above, unless they replace a picture. */
const isListed = (versions: Versions | null | undefined): boolean =>
  versions?.about.state === 'open' && !versions.changes.some(({ field }) => field === 'media')

/** Names the people, whom Slack then notifies of the card. */
const waitsForLine = (people: readonly string[] = []): AnyBlock[] =>
  people.length === 0 ? [] : [section(`Waiting for ${people.map((person) => actorText('', person)).join(', ')}.`)]

function clientSection(approval: Approval, { post: { version } }: ShownPin): AnyBlock[] {
  const lines = clientLines(approval, version)
  return lines.length === 0 ? [] : [section(lines.join('\n'))]
}

/** The requester, the pin, its requested time (marked if it has passed), and the edits since the request. */
export function requestBlocks({
  approval,
  card,
  nextOpenSlot,
  picture: shown,
  now,
}: Pick<ApprovalCardModel, 'approval' | 'nextOpenSlot' | 'now'> & {
  card: ShownPin
  /** Stands beside the text. */
  picture?: ImageElement | undefined
}): AnyBlock[] {
  const who = capital(requesterText(approval))
  const at = approval.keeping?.sendAt ?? nextOpenSlot
  const slot = at ? slackDate(at) : undefined
  const isSlotNamed = approval.requestedTime.kind === 'nextOpenSlot' && at != null
  const due = now && !isPast(card) ? dueLine(approval, now, isSlotNamed) : null
  const line = isPast(card)
    ? `:hourglass: ${who} requested approval for ${requestedTimeText(approval)}. That time has passed.${slot ? ` The next open slot is ${slot}.` : ''}`
    : approval.requestedTime.kind === 'at'
      ? `:raised_hand: ${who} requests approval for ${requestedTimeText(approval)}.`
      : `:raised_hand: ${who} requests approval for the next open slot${slot ? `, ${slot}` : ''}.`
  const hold = approval.hold ? [section(holdLine(approval.hold))] : []
  return [
    section(due === null ? line : `${line}\n${due}`),
    ...hold,
    section(`*${inline(titleOf(card.post))}*\n${whereLine(card)}`, shown),
    ...changeBlocks(approval.changes),
  ]
}

const isPast = ({ state }: Pick<Card, 'state'>): boolean => state.name === 'approval_expired'

const SETTLED: Record<Exclude<Approval['state'], 'approved'>, string> = {
  open: 'Request withdrawn', // its pin is gone
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

/**
 * The decisions of an approver, and a comment. A time that has passed cannot be approved, but the next open slot can; while the
 * request is on hold, nothing can.
 */
export function approvalButtons(
  { accountId, id, title, hold }: Approval,
  card: ShownPin,
  nextOpenSlot: Date | null | undefined,
): (Button | Overflow)[] {
  const ref: ApprovalButton = { accountId, approvalId: id, version: card.post.version }
  const value = JSON.stringify(ref)
  const to = (text: string, actionId: string, style?: Button['style']) =>
    button({ text, actionId, value, label: `${text}: ${titleOf({ title })}`, ...(style && { style }) })
  return [
    hold
      ? releaseButton(ref, { title })
      : { ...approveButton({ ...ref, ...shownAt(nextOpenSlot) }, { title }, isPast(card)), style: 'primary' as const },
    to('Request changes', action.requestChanges),
    to('Reject', action.rejectPin, 'danger'),
    commentButton(card.post),
    ...(hold ? [] : [moreMenu(ref)]),
  ]
}

export const releaseButton = (ref: ApprovalButton, { title }: Pick<CardPost, 'title'>): Button =>
  button({ text: 'Release', actionId: action.release, value: JSON.stringify(ref), label: `Release: ${titleOf({ title })}` })

/** Short, because Slack allows 75 characters for the value of an option. */
export const MORE_VERBS = ['hold', 'edit', 'link'] as const
export type MoreChoice = { verb: (typeof MORE_VERBS)[number]; accountId: string; approvalId: string; version: number }

function moreMenu({ accountId, approvalId, version }: ApprovalButton): Overflow {
  const one = (words: string, verb: MoreChoice['verb']) => option(words, [verb, accountId, approvalId, String(version)].join(' '))
  return {
    type: 'overflow',
    action_id: action.approvalMore,
    options: [one(EDIT_AND_APPROVE, 'edit'), one(HOLD, 'hold'), one(CLIENT_LINK, 'link')],
  }
}
export const HOLD = 'Hold'
export const CLIENT_LINK = 'Client link…'
export const EDIT_AND_APPROVE = 'Edit and approve'

/** Parses what moreMenu() wrote. */
export function readMoreChoice(value: string): MoreChoice | undefined {
  const [verb = '', accountId = '', approvalId = '', version = ''] = value.split(' ')
  const known = MORE_VERBS.find((one) => one === verb)
  return known && { verb: known, accountId, approvalId, version: Number(version) }
}
/** The open slot that a button shows, as the value of the button keeps it. */
export const shownAt = (slot: Date | null | undefined): { at?: number } => (slot ? { at: minuteOf(slot) } : {})
/** The minute since 1970. */
export const minuteOf = (at: Date): number => Math.floor(at.getTime() / 60_000)

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

/** What became of an approved pin, with its time where no other was shown. @param at the shown one, as in ApprovalButton */
export function approvedWords(
  { title, sendAt, lostSlot }: Pick<CardPost, 'title' | 'sendAt'> & { lostSlot?: LostSlot | undefined | null },
  at: number | undefined,
): string {
  const name = inline(titleOf({ title }))
  if (sendAt === null) return `Approved and scheduled. ${name}`
  const lost = lostLine(lostSlot ?? null)
  if (lost !== null) return `Approved and scheduled. ${lost} ${name} goes out ${slackDate(sendAt)}.`
  if (at === undefined || at === minuteOf(sendAt)) return `Approved and scheduled. ${name} goes out ${slackDate(sendAt)}.`
  return `Approved and scheduled. ${name} goes out ${slackDate(sendAt)}, the next open slot now, not ${slackDate(new Date(at * 60_000))}.`
}

/** What became of a step that was approved. */
export function stepApprovedWords({ title, progress }: Pick<ShownApproval, 'title' | 'progress'>): string {
  const next = stepShort(progress)
  return `Approved. ${inline(titleOf({ title }))} waits${next === '' ? '.' : `: ${next}.`}`
}

/** The reply to a person whose decision came after another, with that decision. */
export const decidedMessage = (approval: Approval, post: CardPost | undefined): Message => {
  const line = settledLine(approval, post)
  return { text: `Nothing changed. ${line}`, blocks: [section(`Nothing changed.\n${line}`)] }
}

/** The reply to a person who approves a request that is on hold. */
export const heldMessage = (hold: Hold): Message => ({ text: heldSentence(hold), blocks: [section(heldSentence(hold))] })

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
