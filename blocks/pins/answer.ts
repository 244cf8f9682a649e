/**
 * What a tool for agents answered, as Slack's own assistant shows it. It takes some blocks only, and a button calls a tool: its
 * action id is `tool:NAME`, its value the arguments. @see https://docs.slack.dev/ai/slackbot-mcp-client/returning-rich-responses
 */
import type { AnyBlock, Button } from '@slack/types'
import type { ApprovalStatus } from '../../src/core/posts/approval/status.js'
import { actorText } from '../kit/actor.js'
import { CARD_TITLE, type CardModel, carousel, fitting } from '../kit/cards.js'
import { actions, button, context, header, inline, md, option, section, text } from '../kit/kit.js'
import { linkTo } from '../kit/link.js'
import { whole } from '../kit/numbers.js'
import { clockOf, slackDate } from '../kit/times.js'
import { pinSection } from '../pin/card.js'
import { stateLine } from '../pin/state-text.js'
import { type Card, titleOf, whereLine } from '../pin/text.js'

/** `note`: markup in place of the pin's state. */
export type AnswerCard = Card & { note?: string }
export type AnswerModel = {
  title: string
  /** Up to ten. */
  cards: readonly AnswerCard[]
  /** Whether the answer is about this one pin. */
  isOne?: boolean
  /** Markup, each a line. */
  lines?: readonly string[]
  /** Numbers as markup. */
  numbers?: readonly string[]
  /** Markup below. */
  notes?: readonly string[]
  /** The button that does what is shown. `value`: the arguments of its tool, as JSON. */
  press?: { tool: string; title: string; value: string } | null
}

/** The tools that change nothing and have a view here. */
export const DRAWN = ['read_schedule', 'find_pins', 'show_pin', 'list_approvals', 'read_stats']
const GRAVE = ['publish_pin_now', 'delete_pin', 'remove_slot']

const toolAction = (name: string): string => `tool:${name}`

export function answerBlocks({
  title,
  cards,
  isOne = false,
  lines = [],
  numbers = [],
  notes = [],
  press,
}: AnswerModel): AnyBlock[] {
  const [first] = cards
  return [
    header(title),
    ...(lines.length > 0 ? [section(lines.join('\n'))] : []),
    ...(numbers.length > 0 ? [{ type: 'section' as const, fields: numbers.map(md) }] : []),
    ...(isOne && first
      ? [pinSection(first), ...(press ? [] : waysOn(first))]
      : [...carousel(cards.map(cardOf)), ...details(cards)]),
    ...(press ? [actions([pressButton(press)])] : []),
    ...notes.map(context),
  ]
}

const pressButton = ({ tool, title, value }: { tool: string; title: string; value: string }): Button =>
  button({ text: title, actionId: toolAction(tool), value, style: GRAVE.includes(tool) ? 'danger' : 'primary' })

/** Has no button of a tool: an action id may be in a block once. */
function cardOf(card: AnswerCard): CardModel {
  const { post, picture: image, href, note } = card
  const title = titleOf(post)
  return {
    title: fitting(CARD_TITLE, (room) => (href === undefined ? `*${inline(title, room)}*` : linkTo(href, title, room))),
    subtitle: note ?? stateLine(card),
    body: whereLine(card, 60),
    image,
    altText: post.altText ?? title,
  }
}

const pinOf = ({ id: postId, accountId }: Card['post']) => ({ accountId, postId })

/** One select for all, whose options carry the arguments. */
function details(cards: readonly AnswerCard[]): AnyBlock[] {
  if (cards.length === 0) return []
  const options = cards.map(({ post }) => option(titleOf(post), JSON.stringify(pinOf(post))))
  return [actions([{ type: 'static_select', action_id: toolAction('show_pin'), placeholder: text('Details of…', 150), options }])]
}

/** What the person may do with the pin; the tool shows it first. */
function waysOn({ post, state, reader }: Card): AnyBlock[] {
  if (reader && !['contributor', 'scheduler', 'admin'].includes(reader.role)) return []
  const to = (words: string, tool: string, more: object = {}) =>
    actions([button({ text: words, actionId: toolAction(tool), value: JSON.stringify({ ...pinOf(post), ...more }) })])
  if (state.name === 'scheduled') return [to('Unschedule', 'unschedule_pin')]
  return state.name === 'draft' ? [to('Next open slot', 'schedule_pin', { useNextOpenSlot: true })] : []
}

/** What a write did or would do. */
export type WrittenAnswer = {
  done?: boolean | undefined
  /** False: a button was pressed that shows something else now. */
  dryRun?: boolean | undefined
  isReplayed?: boolean | undefined
  pin?: WrittenPin | undefined
  comment?: { text: string } | undefined
  slot?: { day: string; time: string; timezone: string } | undefined
  price?: Price | undefined
  warnings?: readonly { message: string }[] | undefined
}
type WrittenPin = {
  title: string | null
  description: string | null
  url: string | null
  board: { name: string | null } | null
  sendAt: Date | null
}
type Price = { amount: number; unit: string; left: number | null }

export function writtenLines({ done = false, dryRun = true, isReplayed = false, ...written }: WrittenAnswer): string[] {
  const { pin, comment, slot, price, warnings = [] } = written
  const first = done
    ? `:white_check_mark: ${isReplayed ? 'It was done already.' : 'Done.'}`
    : dryRun
      ? 'Nothing is done until you press the button.'
      : ':warning: Something has changed since, so nothing was done. This is how it would be now.'
  return [
    first,
    ...(pin && !done ? pinLines(pin) : []),
    ...(comment ? [`> ${inline(comment.text, 500)}`] : []),
    ...(slot ? [`${slot.day}, ${clockOf(minuteOf(slot.time))}, ${inline(slot.timezone)}`] : []),
    ...(price && price.amount !== 0 ? [priceLine(price, done)] : []),
    ...warnings.map(({ message }) => `:warning: ${inline(message, 300)}`),
  ]
}

/** @param time `09:30` */
const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const pinLines = ({ title, description, url, board, sendAt }: WrittenPin): string[] => [
  `*${inline(title ?? 'Untitled pin')}* · ${board ? inline(board.name ?? 'a board') : 'no board yet'}`,
  ...(description === null ? [] : [inline(description, 300)]),
  ...(url === null ? [] : [inline(url, 100)]),
  ...(sendAt ? [slackDate(sendAt)] : []),
]

function priceLine({ amount, unit, left }: Price, done: boolean): string {
  const verb = amount < 0 ? (done ? 'Refunded' : 'It refunds') : done ? 'Charged' : 'It costs'
  return `${verb} ${whole(Math.abs(amount))} of your ${inline(unit)}${left === null ? '.' : `; ${whole(left)} left.`}`
}

export const problemLine = (problem: string): string => `:warning: ${inline(problem, 500)}`

export const openLine = (open: readonly Date[]): string[] =>
  open.length === 0 ? [] : [`Open: ${open.map(slackDate).join(', ')}`]

const STATES: Record<ApprovalStatus, string> = {
  pending: ':raised_hand: Waits for approval',
  approved: ':white_check_mark: Approved',
  rejected: ':no_entry_sign: Rejected',
  changes_requested: ':pencil2: Sent back',
  expired: ':hourglass: Waits, the requested time has passed',
  withdrawn: 'Withdrawn',
}

export type ApprovalAnswer = {
  state: ApprovalStatus
  requestedBy: string
  decidedBy?: string | undefined
  reason?: string | undefined
}

export const approvalNote = ({ state, requestedBy, decidedBy, reason }: ApprovalAnswer): string =>
  [
    `${STATES[state]} · asked by ${actorText('', requestedBy)}`,
    ...(decidedBy === undefined ? [] : [`decided by ${actorText('', decidedBy)}`]),
    ...(reason === undefined ? [] : [inline(reason, 40)]),
  ].join(' · ')

export const DECIDE = 'Decide with `/pin approvals`, or on the card in the channel.'
export const MORE = 'There are more. Ask for the next ones.'
