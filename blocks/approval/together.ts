/** One card for requests that were made together, to decide all of them in one press or each separately. */
import type { AnyBlock, Button, ContextBlock, Overflow } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import type { Approval } from '../../src/core/posts/approval/model.js'
import type { Warning } from '../../src/core/posts/state/warning.js'
import { action } from '../ids.js'
import { capital } from '../kit/sentence.js'
import { actions, button, context, divider, inline, type Message, option, type Picture, picture, section } from '../kit/kit.js'
import { slackDate } from '../kit/times.js'
import { worstFinding } from '../pin/problems/preflight.js'
import { boardOf, type Card, type CardPost, titleOf } from '../pin/text.js'
import { warningText } from '../pin/problems/warnings.js'
import { approveButton, type ApprovalButton, undoButtonOf } from './card.js'
import { changedLabels } from './changes.js'
import { deciderText, requesterText } from '../pin/approval-text.js'

export type TogetherLine = {
  approval: Approval
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
  warnings: readonly Warning[]
  /** Why the pin cannot be scheduled now, as plain text. */
  problem: string | null
  /** True within ten minutes of the decision. */
  canUndo?: boolean
}

export type TogetherModel = {
  accountId: string
  batchId: string
  account: Pick<Account, 'username'>
  lines: readonly TogetherLine[]
  /** The first line that is shown. */
  at: number
}

/** The value of "Approve all". `versions`: each line's pin as shown; null: it was already decided or deleted. */
export type ApproveAllButton = { accountId: string; batchId: string; versions: (number | null)[] }

const isOpen = ({ approval, card }: TogetherLine): boolean => approval.state === 'open' && card !== undefined

/** Slack's limits for a message, less the head, the foot and the paging. */
const MOST_BLOCKS = 44
const MOST_CHARACTERS = 11_500

export function togetherCard(model: TogetherModel): Message {
  const head = headOf(model)
  const { blocks, next } = pageFrom(model)
  const open = model.lines.filter(isOpen).length
  return {
    text: open > 0 ? `Approval requested for ${pins(model.lines.length)}` : 'All requests decided',
    blocks: [
      section(head),
      ...(open > 0 ? [actions([approveAll(model, open)])] : []),
      divider(),
      ...blocks,
      ...pages(model, next),
      context(`Account ${inline(model.account.username)}`),
    ],
  }
}

const pins = (count: number): string => `${count} ${count === 1 ? 'pin' : 'pins'}`

function approveAll({ accountId, batchId, lines }: TogetherModel, open: number): Button {
  const versions = lines.map((line) => (isOpen(line) && line.card ? line.card.post.version : null))
  return button({
    text: open === lines.length ? `Approve all (${open})` : `Approve the rest (${open})`,
    actionId: action.approveAll,
    value: JSON.stringify({ accountId, batchId, versions } satisfies ApproveAllButton),
    style: 'primary',
  })
}

function headOf({ lines }: TogetherModel): string {
  const open = lines.filter(isOpen)
  const [first] = lines
  const who = first ? requesterText(first.approval) : ''
  const decided = decidedWords(lines)
  if (open.length === 0) return `:white_check_mark: *All ${lines.length} decided.* ${capital(decided)}.\nRequested by ${who}.`
  const inSlots = open.every(({ approval: { requestedTime } }) => requestedTime.kind === 'nextOpenSlot')
  const times = open.flatMap(({ sendAt }) => sendAt ?? []).sort((a, b) => a.getTime() - b.getTime())
  const [from] = times
  const to = times.at(-1)
  const stays = open.filter(({ problem }) => problem !== null).length
  return [
    `:raised_hand: ${capital(who)} requests approval for *${pins(lines.length)}*.`,
    ...(decided === '' ? [] : [`${open.length} to decide; ${decided}.`]),
    ...(from && to
      ? [
          `${inSlots ? 'Next open slots, now ' : ''}${slackDate(from)}${from.getTime() === to.getTime() ? '' : ` to ${slackDate(to)}`}`,
        ]
      : []),
    ...(stays > 0 ? [`:warning: ${pins(stays)} can’t be scheduled now. See why below.`] : []),
  ].join('\n')
}

const DECIDED = {
  approved: 'approved',
  changes_requested: 'sent back for changes',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
} as const

/** `7 approved, 2 rejected`; empty if nothing is decided yet. */
function decidedWords(lines: readonly TogetherLine[]): string {
  const states = lines.filter((line) => !isOpen(line)).map(({ approval: { state } }) => (state === 'open' ? 'withdrawn' : state))
  return (Object.keys(DECIDED) as (keyof typeof DECIDED)[])
    .map((state) => ({ state, count: states.filter((one) => one === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${DECIDED[state]}`)
    .join(', ')
}

/** Takes as many lines as fit; consecutive decided ones share a block. */
function pageFrom(model: TogetherModel): { blocks: AnyBlock[]; next: number } {
  const { lines, at } = model
  const blocks: AnyBlock[] = []
  let settled: string[] = []
  let characters = 0
  const flush = () => {
    if (settled.length > 0) blocks.push(section(settled.join('\n')))
    settled = []
  }
  let index = beginOf(model)
  for (const line of lines.slice(index)) {
    const isNew = isOpen(line)
    const made = isNew ? openLine(model, line, index + 1) : []
    const words = isNew ? '' : settledLine(line, index + 1)
    const length = isNew ? lengthOf(made) : words.length
    const count = isNew ? made.length + (settled.length > 0 ? 1 : 0) : line.canUndo ? 2 : 1
    if (index > at && (blocks.length + count > MOST_BLOCKS || characters + length > MOST_CHARACTERS)) break
    if (isNew) {
      flush()
      blocks.push(...made)
    } else {
      if (settled.join('\n').length + words.length > 2500 || line.canUndo) flush()
      if (line.canUndo) blocks.push(section(words, undoButtonOf(line.approval)))
      else settled.push(words)
    }
    characters += length
    index++
  }
  flush()
  return { blocks, next: index }
}

const beginOf = ({ lines, at }: TogetherModel): number => (at < lines.length ? at : 0)

/** The length of all texts, as Slack counts it. */
function lengthOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + lengthOf(each), 0)
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce(
    (sum, [key, each]) => sum + (key === 'text' && typeof each === 'string' ? each.length : lengthOf(each)),
    0,
  )
}

function pages(model: TogetherModel, next: number): AnyBlock[] {
  const { accountId, batchId, lines } = model
  const begin = beginOf(model)
  const to = (words: string, actionId: string, at: number) =>
    button({
      text: words,
      actionId,
      value: JSON.stringify({ accountId, batchId, at } satisfies PageButton),
      label: `${words}: pins`,
    })
  const buttons = [
    ...(next < lines.length ? [to(`Next ${lines.length - next}`, action.approvalsNext, next)] : []),
    ...(begin > 0 ? [to('Back to the first', action.approvalsFirst, 0)] : []),
  ]
  return buttons.length === 0 ? [] : [actions(buttons)]
}
export type PageButton = { accountId: string; batchId: string; at: number }

const TITLE = 60

function openLine(model: TogetherModel, line: TogetherLine, number: number): AnyBlock[] {
  const { approval, card, link } = line
  if (!card) return []
  const { post } = card
  const words = [
    `*${number}. ${inline(titleOf(post), TITLE)}*`,
    `${boardOf(post, 50)} · ${timeOf(line)}`,
    ...(post.description == null ? [] : [inline(post.description, 120)]),
    ...(link === null ? [] : [inline(link, 120)]),
  ]
  const value: ApprovalButton = {
    accountId: model.accountId,
    approvalId: approval.id,
    version: post.version,
    batchId: model.batchId,
  }
  return [
    section(words.join('\n'), picture(card.picture, post.altText ?? titleOf(post))),
    ...notesOf(line),
    actions([approveButton(value, post, line.isPast), lineMenu(value)]),
  ]
}

function timeOf({ approval: { requestedTime }, sendAt, isPast }: TogetherLine): string {
  if (requestedTime.kind === 'at')
    return isPast ? `:hourglass: ${slackDate(requestedTime.at)} has passed` : slackDate(requestedTime.at)
  return sendAt === null ? 'next open slot' : `next open slot, now ${slackDate(sendAt)}`
}

function notesOf({ approval, card, isPast, problem, warnings }: TogetherLine): ContextBlock[] {
  const notes = [
    ...(problem === null || isPast ? [] : [`:warning: ${inline(problem, 160)}`]),
    ...warnings.slice(0, 2).map((warning) => `:warning: ${warningText(warning)}`),
    ...(card ? worstFinding(card) : []),
    ...(approval.changes.length > 0 ? [`:pencil2: Edited since the request: ${changedLabels(approval.changes)}`] : []),
  ]
  return notes.length === 0 ? [] : [context(notes.join('\n'))]
}

/** Short, because Slack allows 75 characters for the value of an option. */
export const LINE_VERBS = ['change', 'reject', 'show'] as const
export type LineVerb = (typeof LINE_VERBS)[number]
export type LineChoice = Required<Omit<ApprovalButton, 'shown'>> & { verb: LineVerb }

function lineMenu({ accountId, approvalId, version, batchId = '' }: ApprovalButton): Overflow {
  const one = (words: string, verb: LineVerb) => option(words, [verb, accountId, approvalId, String(version), batchId].join(' '))
  return {
    type: 'overflow',
    action_id: action.approvalLine,
    options: [one('Request changes', 'change'), one('Reject', 'reject'), one('Details', 'show')],
  }
}

/** Parses what lineMenu() wrote. */
export function readLineChoice(value: string): LineChoice | undefined {
  const [verb = '', accountId = '', approvalId = '', version = '', batchId = ''] = value.split(' ')
  const known = LINE_VERBS.find((one) => one === verb)
  return known && { verb: known, accountId, approvalId, version: Number(version), batchId }
}

/** The decision on one request, and who made it. */
function settledLine({ approval, card, sendAt }: TogetherLine, number: number): string {
  const title = inline(titleOf(card?.post ?? approval), TITLE)
  const by = deciderText(approval)
  switch (approval.state) {
    case 'approved': {
      const { post } = card ?? {}
      const now = !post ? 'since deleted' : post.status === 'draft' ? 'a draft again' : post.status === 'sent' ? 'published' : ''
      const when = now === '' && sendAt !== null ? slackDate(sendAt) : now
      return `:white_check_mark: ${number}. *${title}*: ${by} approved it${when === '' ? '' : ` · ${when}`}`
    }
    case 'changes_requested':
      return `:pencil2: ${number}. *${title}*: ${by} requested changes${because(approval)}`
    case 'rejected':
      return `:no_entry_sign: ${number}. *${title}*: ${by} rejected it${because(approval)}`
    case 'withdrawn':
      return `:leftwards_arrow_with_hook: ${number}. ~${title}~: ${by} ${card ? 'handled' : 'deleted'} it`
    case 'open':
      return `:leftwards_arrow_with_hook: ${number}. ~${title}~: deleted`
  }
}

const because = ({ reason }: Pick<Approval, 'reason'>): string => (reason === null ? '' : `: “${inline(reason, 120)}”`)

/** The reply to "Approve all" if some requests remain. `left`: their lines with the reason, as plain text. */
export function approvedSomeMessage({
  approved,
  left,
}: {
  approved: number
  left: readonly { number: number; why: string }[]
}): Message {
  const reasons = [...new Set(left.map(({ why }) => why))]
  const head =
    approved === 0
      ? 'Nothing was approved.'
      : `Approved ${pins(approved)}. ${left.length === 1 ? '1 wasn’t approved' : `${left.length} weren’t approved`}.`
  const lines = reasons.slice(0, 10).map((why) => {
    const numbers = left.filter((one) => one.why === why).map(({ number }) => number)
    return `• ${rangesOf(numbers)}: ${inline(why, 200)}`
  })
  return { text: head, blocks: [section([head, ...lines].join('\n'))] }
}

/** `1–3, 7` */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')
}
