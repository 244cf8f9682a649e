/** One card for requests that were made together, to decide all of them in one press or each separately. */
import type { AnyBlock } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import type { Approval } from '../../src/core/posts/approval/model.js'
import { deciderText, requesterText } from '../pin/approval-text.js'
import { actions, button, context, divider, inline, charactersIn, type Message, section } from '../kit/kit.js'
import { capital } from '../kit/sentence.js'
import { slackDate } from '../kit/times.js'
import { titleOf } from '../pin/text.js'
import { undoButtonOf } from './card.js'
import { isKeptUntilDue, isOpen, isUndecided, MOST_BLOCKS, MOST_CHARACTERS, requestLine, type RequestLine } from './line.js'
import { lineValue, manyButtons } from './many.js'

export const action = {
  approvalsNext: 'approvals_next',
  approvalsFirst: 'approvals_first',
} as const

export type TogetherModel = {
  accountId: string
  batchId: string
  account: Pick<Account, 'username'>
  lines: readonly RequestLine[]
  /** The first line that is shown. */
  at: number
}

export function togetherCard(model: TogetherModel): Message {
  const head = headOf(model)
  const { blocks, next } = pageFrom(model)
  const { accountId, batchId, lines } = model
  const open = lines.filter(isOpen).length
  const undecided = lines.filter(isUndecided).length
  const [approveAll, ...others] = manyButtons(lineValue(accountId, batchId, lines), approveAllText(model, undecided))
  return {
    text: open > 0 ? `Approval requested for ${pins(lines.length)}` : 'All requests decided',
    blocks: [
      section(head),
      ...(undecided > 0 ? [actions(undecided > 1 ? [approveAll, ...others] : [approveAll])] : []),
      divider(),
      ...blocks,
      ...pages(model, next),
      context(`Account ${inline(model.account.username)}`),
    ],
  }
}

const pins = (count: number): string => `${count} ${count === 1 ? 'pin' : 'pins'}`

/** The name of the button that approves all that can be decided. */
function approveAllText({ lines }: TogetherModel, count: number): string {
  return lines.every(isOpen) ? `Approve all (${count})` : `Approve the rest (${count})`
}

function headOf({ lines }: TogetherModel): string {
  const open = lines.filter(isOpen)
  const [first] = lines
  const who = first ? requesterText(first.approval) : ''
  const decided = decidedWords(lines)
  if (open.length === 0) return `:white_check_mark: *All ${lines.length} decided.* ${capital(decided)}.\nRequested by ${who}.`
  const inSlots = open.every(({ approval: { requestedTime } }) => requestedTime.kind === 'nextOpenSlot')
  const times = open.flatMap(({ sendAt, isHeld }) => (isHeld ? [] : (sendAt ?? []))).sort((a, b) => a.getTime() - b.getTime())
  const [from] = times
  const to = times.at(-1)
  const stays = open.filter(({ problem }) => problem !== null).length
  const held = open.filter(({ isHeld }) => isHeld).length
  return [
    `:raised_hand: ${capital(who)} requests approval for *${pins(lines.length)}*.`,
    ...(decided === '' ? [] : [`${open.length} to decide; ${decided}.`]),
    ...(from && to
      ? [
          `${inSlots ? 'Next open slots, now ' : ''}${slackDate(from)}${from.getTime() === to.getTime() ? '' : ` to ${slackDate(to)}`}`,
        ]
      : []),
    ...dueLine(open),
    ...(held > 0 ? [`:double_vertical_bar: ${held} on hold.`] : []),
    ...(stays > 0 ? [`:warning: ${pins(stays)} can’t be scheduled now. See why below.`] : []),
  ].join('\n')
}

/** The soonest due time of what can be decided, and how many are overdue. */
function dueLine(open: readonly RequestLine[]): string[] {
  const waiting = open.filter(({ isHeld }) => !isHeld)
  const overdue = waiting.filter(({ isOverdue }) => isOverdue).length
  const [next] = waiting
    .flatMap(({ approval: { dueAt }, isOverdue }) => (isOverdue ? [] : (dueAt ?? [])))
    .sort((a, b) => a.getTime() - b.getTime())
  const kept =
    overdue === 0 && waiting.every(({ approval }) => isKeptUntilDue(approval)) ? ' Slots are kept until they’re due.' : ''
  return [
    ...(overdue > 0 ? [`:alarm_clock: ${overdue} overdue.`] : []),
    ...(next ? [`${waiting.length - overdue > 1 ? 'First due' : 'Due'} ${slackDate(next)}.${kept}`] : []),
  ]
}

const DECIDED = {
  approved: 'approved',
  changes_requested: 'sent back for changes',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
} as const

/** `7 approved, 2 rejected`; empty if nothing is decided yet. */
function decidedWords(lines: readonly RequestLine[]): string {
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
  const saysDue = new Set(lines.filter(isUndecided).map(({ approval: { dueAt } }) => dueAt?.getTime())).size > 1
  let settled: string[] = []
  let characters = 0
  const flush = () => {
    if (settled.length > 0) blocks.push(section(settled.join('\n')))
    settled = []
  }
  let index = beginOf(model)
  for (const line of lines.slice(index)) {
    const isNew = isOpen(line)
    const made = isNew ? requestLine(line, { ...model, number: index + 1, saysDue, reader: 'decides' }) : []
    const words = isNew ? '' : settledLine(line, index + 1)
    const length = isNew ? charactersIn(made) : words.length
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

/** The decision on one request, and who made it. */
function settledLine({ approval, card, sendAt }: RequestLine, number: number): string {
  const title = inline(titleOf(card?.post ?? approval), TITLE)
  const by = deciderText(approval)
  switch (approval.state) {
    case 'approved': {
      const { post } = card ?? {}
      const now = !post ? 'since deleted' : post.status === 'draft' ? 'a draft again' : post.status === 'sent' ? 'published' : ''
      const when = now === '' && sendAt !== null ? slackDate(sendAt) : now
      const edited = approval.changes.length > 0 ? ' with edits' : ''
      return `:white_check_mark: ${number}. *${title}*: ${by} approved it${edited}${when === '' ? '' : ` · ${when}`}`
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
