/** Messages to the requester of an approval, with the next step. */
import { clientSaid, clientText, deciderText, heldText, reasonQuote } from '../pin/approval-text.js'
import type { ApprovalCardModel } from './card.js'
import { changeBlocks, ON_APPROVAL } from './changes.js'
import { actorText } from '../kit/actor.js'
import { actions, button, context, inline, type Message, section } from '../kit/kit.js'
import { action, pinRef } from '../pin/buttons.js'
import { pinSection } from '../pin/card.js'
import { boardOf, type CardPost, titleOf } from '../pin/text.js'
import { slackDate } from '../kit/times.js'
import type { Approval } from '../../src/core/posts/approval/model.js'
import type { Notice } from '../../src/core/ports/notice.js'

/** @returns undefined if there is no decision yet */
export function approvalDecidedMessage({ approval, account, card }: ApprovalCardModel): Message | undefined {
  const line = lineOf({ approval, card })
  if (line === undefined) return undefined
  const title = inline(titleOf(card?.post ?? approval))
  return {
    text: `${line.words} ${title}`,
    blocks: [
      section(`${line.words}${reasonQuote(approval)}`),
      card ? pinSection(card) : section(`*${title}*\nThis pin was deleted.`),
      ...(approval.state === 'approved' ? changeBlocks(approval.changes, ON_APPROVAL) : []),
      context(`Account ${inline(account.username)} · Pin ${approval.postId}`),
      ...(card ? [actions(line.isOver || card.post.status !== 'draft' ? [details(card.post)] : waysOn(card.post))] : []),
    ],
  }
}

/** A past decision in one line, after a new request: a newer message has the pin and its buttons. */
export function approvalAnsweredMessage({ approval, card }: Pick<ApprovalCardModel, 'approval' | 'card'>): Message | undefined {
  const line = lineOf({ approval, card })
  if (line === undefined) return undefined
  const words = `${line.words} You asked again. *${inline(titleOf(card?.post ?? approval))}*`
  return { text: words, blocks: [context(words)] }
}

/** A decision was undone; undefined if there is a new one. @param by who undid it; undefined for a card that follows its pin */
export function approvalReopenedMessage({ approval, account, card }: ApprovalCardModel, by?: string): Message | undefined {
  if (approval.state !== 'open' || !card) return undefined
  const undone =
    by === undefined ? 'The decision on your pin was undone.' : `${actorText('', by)} undid the decision on your pin.`
  const words = `:leftwards_arrow_with_hook: ${undone} It’s waiting for approval again.`
  return {
    text: `${words} ${inline(titleOf(card.post))}`,
    blocks: [
      section(words),
      pinSection(card),
      context(`Account ${inline(account.username)} · Pin ${approval.postId}`),
      actions([details(card.post)]),
    ],
  }
}

/** The request was put on hold; undefined: it no longer is. */
export function approvalHeldMessage(model: ApprovalCardModel): Message | undefined {
  const { approval, card } = model
  if (!approval.hold || !card) return undefined
  const words = heldText(approval.hold, inline(titleOf(card.post)))
  return waitingMessage(model, card, `:double_vertical_bar: ${words}`, reasonQuote(approval.hold))
}

/** What a client said of the pin, or that they took it back; undefined: the pin is gone. */
export function clientDecidedMessage(model: ApprovalCardModel, word: ClientWord): Message | undefined {
  const { card } = model
  const title = card && inline(titleOf(card.post))
  const said = word.isUndone
    ? `:leftwards_arrow_with_hook: ${clientText(word.name)} took back what they said of version ${word.version}`
    : clientSaid(word)
  return card && waitingMessage(model, card, `${said} of “${title}”.`, word.isUndone ? '' : reasonQuote(word))
}
type ClientWord = Pick<Extract<Notice, { kind: 'clientDecided' }>, 'name' | 'decision' | 'version' | 'reason' | 'isUndone'>

/** The hold ended by itself. */
export function requestHoldEndedMessage(model: ApprovalCardModel): Message | undefined {
  const { card } = model
  return (
    card &&
    waitingMessage(model, card, `:raised_hand: The hold on “${inline(titleOf(card.post))}” has ended. It waits for a decision.`)
  )
}

const waitingMessage = (
  { approval, account }: ApprovalCardModel,
  card: NonNullable<ApprovalCardModel['card']>,
  words: string,
  quote = '',
): Message => ({
  text: words,
  blocks: [
    section(`${words}${quote}`),
    context(`Account ${inline(account.username)} · Pin ${approval.postId}`),
    actions([details(card.post)]),
  ],
})

/** Like approvalReopenedMessage(), for several requests. */
export function approvalsReopenedMessage(model: ApprovalsDecided, by: string): Message {
  const words = `:leftwards_arrow_with_hook: ${actorText('', by)} undid the decision on ${model.lines.length} of your pins. They’re waiting for approval again.`
  return manyMessage(model, { words, quote: '' })
}

/** Requests that one press decided. @returns undefined if they were deleted or are still open */
export function approvalsDecidedMessage({ account, lines }: ApprovalsDecided): Message | undefined {
  const [first] = lines
  const words = first && manyWords(first.approval, lines)
  if (words === undefined) return undefined
  return manyMessage({ account, lines }, { words, quote: reasonQuote(first?.approval ?? { reason: null }) })
}

function manyMessage({ account, lines }: ApprovalsDecided, { words, quote }: { words: string; quote: string }): Message {
  const shown = lines.slice(0, MOST_LINES).map(({ approval, post }) => {
    const where = post ? ` · ${boardOf(post, 50)}${post.sendAt === null ? '' : ` · ${slackDate(post.sendAt)}`}` : ''
    return `• *${inline(titleOf(post ?? approval), 60)}*${where}`
  })
  const more = lines.length > MOST_LINES ? [`and ${lines.length - MOST_LINES} more`] : []
  const half = Math.ceil(shown.length / 2)
  const parts = shown.length > 10 ? [shown.slice(0, half), [...shown.slice(half), ...more]] : [[...shown, ...more]]
  return {
    text: words,
    blocks: [
      section(`${words}${quote}`),
      ...parts.map((part) => section(part.join('\n'))),
      context(`Account ${inline(account.username)}`),
    ],
  }
}
const MOST_LINES = 12

export type ApprovalsDecided = {
  account: ApprovalCardModel['account']
  /** `post` undefined: it was deleted. */
  lines: readonly { approval: Approval; post: CardPost | undefined }[]
}

function manyWords({ state, decidedBy }: Approval, lines: ApprovalsDecided['lines']): string | undefined {
  const who = deciderText({ decidedBy })
  const count = lines.length
  switch (state) {
    case 'open':
      return undefined
    case 'approved':
      return `:white_check_mark: ${who} approved ${count} of your pins.`
    case 'changes_requested':
      return `:pencil2: ${who} requested changes to ${count} of your pins.`
    case 'rejected':
      return `:no_entry_sign: ${who} rejected ${count} of your pins. They stay drafts.`
    case 'withdrawn':
      return lines.every(({ post }) => !post)
        ? `:leftwards_arrow_with_hook: ${who} deleted ${count} pins you requested approval for.`
        : `:leftwards_arrow_with_hook: Your approval requests are closed: ${who} handled ${count} pins.`
  }
}

function lineOf({
  approval,
  card,
}: Pick<ApprovalCardModel, 'approval' | 'card'>): { words: string; isOver: boolean } | undefined {
  const who = deciderText(approval)
  switch (approval.state) {
    case 'open':
      return undefined
    case 'approved':
      return {
        words: `:white_check_mark: ${who} approved your pin${approval.changes.length > 0 ? ' with edits' : ''}.`,
        isOver: true,
      }
    case 'changes_requested':
      return { words: `:pencil2: ${who} requested changes to your pin.`, isOver: false }
    case 'rejected':
      return { words: `:no_entry_sign: ${who} rejected your pin. It stays a draft.`, isOver: false }
    case 'withdrawn':
      return card
        ? { words: `:leftwards_arrow_with_hook: Your approval request is closed: ${who} handled the pin.`, isOver: true }
        : { words: `:leftwards_arrow_with_hook: ${who} deleted a pin you requested approval for.`, isOver: true }
  }
}

const details = (post: CardPost) => button({ text: 'Details', actionId: action.details, value: pinRef(post, 'card') })
const waysOn = (post: CardPost) => [
  button({ text: 'Edit', actionId: action.edit, value: pinRef(post, 'card'), style: 'primary' }),
  details(post),
]

/** The reply to the requester. */
export const waitsSentence = 'Sent for approval.'
