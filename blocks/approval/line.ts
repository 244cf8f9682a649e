/** One open request among several, on their common card and in the list of requests: the pin, when it goes out, what to do with it. */
import type { AnyBlock, Button, ContextBlock, Overflow } from '@slack/types'
import type { ShownApproval } from '../../src/core/posts/approval/status.js'
import type { Warning } from '../../src/core/posts/state/warning.js'
import { keptUntil } from '../pin/approval-text.js'
import { actorText } from '../kit/actor.js'
import { actions, button, context, inline, option, type Picture, picture, section } from '../kit/kit.js'
import { slackDate } from '../kit/times.js'
import { action as pinAction, pinRef } from '../pin/buttons.js'
import { clientLines } from '../pin/approval-text.js'
import { commentCount } from '../pin/comments.js'
import { worstFinding } from '../pin/problems/preflight.js'
import { warningText } from '../pin/problems/warnings.js'
import { stepShort } from '../pin/steps-text.js'
import { boardOf, type Card, type CardPost, titleOf } from '../pin/text.js'
import { approveButton, type ApprovalButton, EDIT_AND_APPROVE, HOLD, releaseButton, shownAt } from './card.js'
import { changeBlocks, changedLabels } from './changes.js'

export const action = { approvalLine: 'approval_line' } as const

export type RequestLine = {
  approval: ShownApproval
  /** undefined: the pin was deleted. */
  card:
    | { post: CardPost & { version: number; description?: string | null }; picture: Picture | null; findings?: Card['findings'] }
    | undefined
  /** The time that the pin has, or would get now. */
  sendAt: Date | null
  /** The link with its UTM parameters. */
  link: string | null
  /** True if the requested time has passed. */
  isPast: boolean
  /** True while it is on hold: nobody decides it. */
  isHeld: boolean
  isOverdue: boolean
  warnings: readonly Warning[]
  /** Why the pin cannot be scheduled now, as plain text. */
  problem: string | null
  /** True within ten minutes of the decision. */
  canUndo?: boolean
  /** The number of comments on the pin. */
  comments?: number
}

export const isOpen = ({ approval, card }: RequestLine): boolean => approval.state === 'open' && card !== undefined
/** True if the request can be decided by now. */
export const isUndecided = (line: RequestLine): boolean => isOpen(line) && !line.isHeld

/** Slack's limits for a message, less the head, the foot and the paging. */
export const MOST_BLOCKS = 44
export const MOST_CHARACTERS = 11_000

const TITLE = 60
const DESCRIPTION = 800
const LINK = 300

/** Where the line is, and who reads it. */
export type LinePlace = {
  accountId: string
  number: number
  /** The batch whose card this is. */
  batchId?: string
  /** The person who asked; only in a list. */
  asker?: string
  /** False where the card says the due time of all at once. */
  saysDue: boolean
  /** `decides`: for those who may decide; `takesBack`: for the requester; `reads`: for all others. */
  reader: 'decides' | 'takesBack' | 'reads'
}

export function requestLine(line: RequestLine, place: LinePlace): AnyBlock[] {
  const { card, link } = line
  if (!card) return []
  const { post } = card
  const words = [
    `*${place.number}. ${inline(titleOf(post), TITLE)}*`,
    `${boardOf(post, 50)} · ${timeOf(line)}`,
    [...(place.asker === undefined ? [] : [`Requested by ${place.asker}`]), ...dueOf(line, place)].join(' · '),
    stepShort(line.approval.progress),
    ...(post.description == null ? [] : [inline(post.description, DESCRIPTION)]),
    ...(link === null ? [] : [inline(link, LINK)]),
  ].filter((each) => each !== '')
  return [
    section(words.join('\n'), picture(card.picture, post.altText ?? titleOf(post))),
    ...(place.batchId === undefined ? changeBlocks(line.approval.changes) : []),
    ...notesOf(line, place),
    actions(buttonsOf(line, place)),
  ]
}

function timeOf({ approval: { requestedTime }, sendAt, isPast }: RequestLine): string {
  if (requestedTime.kind === 'at')
    return isPast ? `:hourglass: ${slackDate(requestedTime.at)} has passed` : slackDate(requestedTime.at)
  return sendAt === null ? 'next open slot' : `next open slot, now ${slackDate(sendAt)}`
}

/** Until when it waits: its due time, or the end of the hold. */
function dueOf({ approval, isHeld, isOverdue }: RequestLine, { saysDue }: LinePlace): string[] {
  const { dueAt, hold } = approval
  if (isHeld && hold) {
    const until = hold.until === null ? '' : ` until ${slackDate(hold.until)}`
    return [`:double_vertical_bar: On hold by ${actorText('', hold.by)}${until}`]
  }
  if (dueAt === null || !(saysDue || isOverdue)) return []
  if (isOverdue) return [`:alarm_clock: *Overdue* since ${slackDate(dueAt)}`]
  return [`Due ${slackDate(dueAt)}${isKeptUntilDue(approval) ? ', slot kept until then' : ''}`]
}

/** True for most requests: their due time says until when the slot is kept. */
export const isKeptUntilDue = ({ keeping, dueAt }: ShownApproval): boolean =>
  keeping?.until != null && keeping.until.getTime() === dueAt?.getTime()

function notesOf(
  { approval, card, isPast, isHeld, problem, warnings, comments = 0 }: RequestLine,
  { batchId }: LinePlace,
): ContextBlock[] {
  const { keeping, hold } = approval
  const notes = [
    ...(keeping && !isKeptUntilDue(approval) ? [`:pushpin: ${slackDate(keeping.sendAt)} is kept ${keptUntil(approval)}.`] : []),
    ...(isHeld && hold?.reason ? [`“${inline(hold.reason, 160)}”`] : []),
    ...(problem === null || isPast ? [] : [`:warning: ${inline(problem, 160)}`]),
    ...warnings.map((warning) => `:warning: ${warningText(warning)}`),
    ...(card ? worstFinding(card) : []),
    ...(approval.changes.length > 0 && batchId !== undefined
      ? [`:pencil2: Edited since the request: ${changedLabels(approval.changes)}`]
      : []),
    ...(card ? clientLines(approval, card.post.version) : []),
    ...(comments > 0 ? [commentCount(comments)] : []),
  ]
  return notes.length === 0 ? [] : [context(notes.join('\n'))]
}

function buttonsOf(line: RequestLine, { accountId, batchId, reader }: LinePlace): (Button | Overflow)[] {
  const { approval, card, sendAt, isPast, isHeld } = line
  if (!card) return []
  const { post } = card
  const from = batchId === undefined ? 'list' : 'card'
  const to = (words: string, actionId: string) =>
    button({ text: words, actionId, value: pinRef(post, from), label: `${words}: ${titleOf(post)}` })
  if (reader === 'takesBack') return [to('Take back', pinAction.takeBack), to('Details', pinAction.details)]
  if (reader === 'reads') return [to('Details', pinAction.details)]
  const ref: ApprovalButton = { accountId, approvalId: approval.id, version: post.version }
  const shown = approval.requestedTime.kind === 'nextOpenSlot' ? shownAt(sendAt) : {}
  const value = { ...ref, ...(batchId !== undefined && { batchId }) }
  return [isHeld ? releaseButton(value, post) : approveButton({ ...value, ...shown }, post, isPast), lineMenu(value, isHeld)]
}

/** Slack allows five choices, and 75 characters for the value of one. */
export const LINE_VERBS = ['edit', 'change', 'reject', 'hold', 'comment', 'show'] as const
export type LineVerb = (typeof LINE_VERBS)[number]
export type LineChoice = Omit<ApprovalButton, 'shown' | 'at'> & { verb: LineVerb }

function lineMenu({ accountId, approvalId, version, batchId = '' }: ApprovalButton, isHeld: boolean): Overflow {
  const one = (words: string, verb: LineVerb) => option(words, [verb, accountId, approvalId, String(version), batchId].join(' '))
  return {
    type: 'overflow',
    action_id: action.approvalLine,
    options: [
      ...(isHeld ? [] : [one(EDIT_AND_APPROVE, 'edit')]),
      one('Request changes', 'change'),
      one('Reject', 'reject'),
      ...(isHeld ? [] : [one(HOLD, 'hold')]),
      ...(isHeld ? [one('Comment', 'comment')] : []), // otherwise in the details
      one('Details', 'show'),
    ],
  }
}

/** Parses what lineMenu() wrote. */
export function readLineChoice(value: string): LineChoice | undefined {
  const [verb = '', accountId = '', approvalId = '', version = '', batchId = ''] = value.split(' ')
  const known = LINE_VERBS.find((one) => one === verb)
  return known && { verb: known, accountId, approvalId, version: Number(version), ...(batchId !== '' && { batchId }) }
}
