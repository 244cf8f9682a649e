/** Several requests decided at once: the buttons, the form that chooses some or asks for a reason, and the reply. */
import type { AnyBlock, Button, ModalView } from '@slack/types'
import type { Approval } from '../../src/core/posts/approval/model.js'
import { field, shared } from '../ids.js'
import { button, context, form, inline, input, type Message, option, section } from '../kit/kit.js'
import { slackDate } from '../kit/times.js'
import { titleOf } from '../pin/text.js'
import { CLIENT_LINK, minuteOf } from './card.js'
import { reasonInput } from './forms.js'
import { isUndecided, type RequestLine } from './line.js'
import { type DecideManyMemory, decideManyMemory } from './memory.js'

export const action = {
  approveAll: 'approve_all_pins',
  approveSome: 'open_approve_some',
  changeAll: 'open_change_all',
  linkAll: 'open_client_link',
} as const
export const view = { approveSome: 'approve_some', declineSome: 'decline_some' } as const

/** A request as it was shown. `version`: of its pin; `number`: of its line; `at`: the minute of its open slot since 1970, if any. */
export type SeenRequest = { approvalId: string; version: number; number: number; at?: number }

/** The requests of a list, as they are shown. */
export type TheseButton = { accountId: string; these: SeenRequest[] }

/**
 * The requests of a batch, by the lines of its card. `versions`: each line's pin as shown; null: it cannot be decided. `times`:
 * the minute of its open slot since 1970, in base 36, or nothing.
 */
export type ApproveAllButton = { accountId: string; batchId: string; versions: (number | null)[]; times?: string }

/** Returns what can be decided of these lines. @param first the number of the first one */
export const seenOf = (lines: readonly RequestLine[], first: number): SeenRequest[] =>
  lines.flatMap((line, index): SeenRequest[] => {
    const { approval, card } = line
    if (!card || !isUndecided(line)) return []
    const at = slotOf(line)
    const seen = { approvalId: approval.id, version: card.post.version, number: first + index }
    return [{ ...seen, ...(at !== undefined && { at }) }]
  })

const slotOf = ({ approval: { requestedTime }, sendAt }: RequestLine): number | undefined =>
  requestedTime.kind === 'nextOpenSlot' && sendAt !== null ? minuteOf(sendAt) : undefined

/** Short, because the value of a button has 2,000 characters for a hundred lines. */
export const lineValue = (accountId: string, batchId: string, lines: readonly RequestLine[]): ApproveAllButton => ({
  accountId,
  batchId,
  versions: lines.map((line) => (isUndecided(line) && line.card ? line.card.post.version : null)),
  times: lines.map((line) => (isUndecided(line) ? (slotOf(line)?.toString(36) ?? '') : '')).join(' '),
})

/** Parses what lineValue() wrote. @param approvalIds of the lines, in their order */
export function readLineValue({ versions, times = '' }: ApproveAllButton, approvalIds: readonly string[]): SeenRequest[] {
  const shown = times.split(' ')
  return approvalIds.flatMap((approvalId, index): SeenRequest[] => {
    const version = versions[index]
    const at = Number.parseInt(shown[index] ?? '', 36)
    return version == null ? [] : [{ approvalId, version, number: index + 1, ...(Number.isFinite(at) && { at }) }]
  })
}

/** The buttons of several requests. @param all the text of the first one */
export const manyButtons = (value: TheseButton | ApproveAllButton, all: string): [Button, ...Button[]] => [
  button({ text: all, actionId: action.approveAll, value: JSON.stringify(value), style: 'primary' }),
  button({ text: 'Approve some', actionId: action.approveSome, value: JSON.stringify(value) }),
  button({ text: 'Request changes for all', actionId: action.changeAll, value: JSON.stringify(value) }),
  button({ text: CLIENT_LINK, actionId: action.linkAll, value: JSON.stringify(value), label: `${CLIENT_LINK}: these pins` }),
]

/** A choice in the form. */
export type Choice = SeenRequest & Pick<Approval, 'title'>

/** Slack's limit for the options of a group of checkboxes. */
const IN_GROUP = 10

const DECISIONS = { changes_requested: 'Request changes', rejected: 'Reject' } as const
export type Declining = keyof typeof DECISIONS

/** Chooses which to approve. All are chosen at first. */
export const approveSomeView = (memory: DecideManyMemory, choices: readonly Choice[]): ModalView =>
  form({
    callbackId: view.approveSome,
    title: 'Approve some',
    submit: 'Approve',
    memory: decideManyMemory.write(memory),
    blocks: [...choosing(choices), context('The others stay as they are.')],
  })

/** One reason for all that are chosen. All are chosen at first. */
export const declineSomeView = (memory: DecideManyMemory, choices: readonly Choice[]): ModalView =>
  form({
    callbackId: view.declineSome,
    title: 'Request changes',
    submit: 'Send',
    memory: decideManyMemory.write(memory),
    blocks: [
      input({
        blockId: field.decision,
        label: 'What to do',
        element: {
          type: 'radio_buttons',
          action_id: shared.value,
          options: (Object.keys(DECISIONS) as Declining[]).map((each) => option(DECISIONS[each], each)),
          initial_option: option(DECISIONS.changes_requested, 'changes_requested'),
        },
      }),
      reasonInput('What should change?', true),
      ...choosing(choices),
      context('Each person who asked gets one message with this. The pins stay drafts.'),
    ],
  })

function choosing(choices: readonly Choice[]): AnyBlock[] {
  const options = choices.map(({ title, ...seen }) => option(`${seen.number}. ${titleOf({ title })}`, choiceValue(seen)))
  const groups = Array.from({ length: Math.ceil(options.length / IN_GROUP) }, (_, index) =>
    options.slice(index * IN_GROUP, (index + 1) * IN_GROUP),
  )
  return groups.map((group, index) =>
    input({
      blockId: `${field.requests}.${index}`,
      label: index === 0 ? 'Pins' : 'More pins',
      optional: true,
      element: { type: 'checkboxes', action_id: shared.value, options: group, initial_options: group },
    }),
  )
}

const choiceValue = ({ approvalId, version, number, at }: SeenRequest): string =>
  `${approvalId} ${version} ${number} ${at === undefined ? '' : String(at)}`

/** Parses what the options of the form hold. */
export function readChoice(value: string): SeenRequest {
  const [approvalId = '', version = '', number = '', at = ''] = value.split(' ')
  return { approvalId, version: Number(version), number: Number(number), ...(at !== '' && { at: Number(at) }) }
}

/** `left`: what stayed, by line, with the reason as plain text. `moved`: what goes out at another time than was shown. */
export type DecidedMany = {
  kind: 'approved' | Declining
  done: number
  left: readonly { number: number; why: string }[]
  /** How many of those done wait for another step. */
  steps?: number
  moved?: readonly { number: number; sendAt: Date; at: number }[]
}

const MOST_REASONS = 10

/** The reply in one text: what was decided, what stays and why, and what goes out at another time than was shown. */
export function decidedManyWords({ kind, done, steps = 0, left, moved = [] }: DecidedMany): { head: string; all: string } {
  const head =
    done === 0
      ? `Nothing was ${DONE[kind].none}.`
      : `${DONE[kind].some(countOf(done))}${stepWords(steps)}${leftWords(kind, left.length)}`
  const reasons = [...new Set(left.map(({ why }) => why))].slice(0, MOST_REASONS).map((why) => {
    const numbers = left.filter((one) => one.why === why).map(({ number }) => number)
    return `• ${rangesOf(numbers)}: ${inline(why, 200)}`
  })
  const others = moved
    .slice(0, MOST_REASONS)
    .map(({ number, sendAt, at }) => `• ${number}: ${slackDate(sendAt)}, not ${slackDate(new Date(at * 60_000))}`)
  const more = moved.length > MOST_REASONS ? [`and ${moved.length - MOST_REASONS} more`] : []
  const lines = moved.length === 0 ? [] : ['These go out at another time than you saw:', ...others, ...more]
  return { head, all: [head, ...reasons, ...lines].join('\n') }
}

const DONE: Record<DecidedMany['kind'], { none: string; some: (pins: string) => string }> = {
  approved: { none: 'approved', some: (pins) => `Approved ${pins}.` },
  changes_requested: { none: 'sent back', some: (pins) => `Requested changes to ${pins}.` },
  rejected: { none: 'rejected', some: (pins) => `Rejected ${pins}.` },
}

const stepWords = (steps: number): string =>
  steps === 0 ? '' : ` ${countOf(steps)} still ${steps === 1 ? 'waits' : 'wait'} for the next step.`

function leftWords(kind: DecidedMany['kind'], count: number): string {
  if (count === 0) return ''
  return ` ${count === 1 ? '1 wasn’t' : `${count} weren’t`} ${DONE[kind].none}.`
}

const countOf = (count: number): string => `${count} ${count === 1 ? 'pin' : 'pins'}`

export const decidedManyMessage = (done: DecidedMany): Message => {
  const { head, all } = decidedManyWords(done)
  return { text: head, blocks: [section(all)] }
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
