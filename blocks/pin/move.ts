/** The modal that moves a pin to another time, or schedules a draft. */
import type { Locale } from '../kit/times.js'
import { type MoveMemory, moveMemory } from './memory.js'
import type { AnyBlock, ModalView } from '@slack/types'
import { form, inline, oneLine, option, section } from '../kit/kit.js'
import type { RequestedTime } from '../../src/core/posts/approval/model.js'
import type { Post } from '../../src/core/posts/post.js'
import type { Warning } from '../../src/core/posts/state/warning.js'
import type { PostState } from '../../src/core/posts/state/state.js'
import { timeIn } from '../kit/times.js'
import { stateInForm } from './state-text.js'
import { type CardPost, titleOf } from './text.js'
import { deniedBlocks, warningBlocks } from './problems/warnings.js'
import { APPROVAL_HINT, timedWords, whenInputs, type WhenChoice, type WhenModel } from './when.js'

export const action = { moveWhen: 'move_when', moveSlot: 'move_slot', moveTime: 'move_time' } as const
export const view = { move: 'move_pin' } as const

/** The time of a pin and its possible new times. */
export type TimeModel = {
  state: PostState
  post: CardPost
  /** The next open slots except the pin's own, each time once, earliest first; undefined: not known. */
  slots: Date[] | undefined
  /** Scheduled pins to swap times with, soonest first. */
  others: OtherPin[]
  timezone: string
  /** The reader's, for 12 or 24 hours. */
  locale?: Locale | undefined
  now: Date
  accountZone: string | null
  /** True if the change needs approval first. */
  asks: boolean
  /** The time of the last request, if the pin was not approved. */
  requestedTime?: RequestedTime | undefined
  /** The person's choices when the form is shown again. `at` undefined: the form had no time field. */
  again?: { when: WhenChoice; slot: Date | null; at: Date | null | undefined } | undefined
  /** Set in a form about more than the time: the words for leaving it unchanged, and whether that is chosen at first. */
  keeps?: { words: string; isUsual: boolean } | undefined
  /** The person who moved the pin while the form was open, as markup; the form is shown again for it. */
  movedBy?: string | undefined
  /** Warnings about the chosen time. */
  warnings?: readonly Warning[] | undefined
  /** Why a draft cannot be scheduled now, as plain text. */
  denied?: string | undefined
}
export type MoveModel = TimeModel & { memory: MoveMemory }

export function moveView(model: MoveModel): ModalView {
  const { post, memory, asks } = model
  const isDraft = post.status === 'draft'
  return form({
    callbackId: view.move,
    title: asks ? 'Ask for approval' : isDraft ? 'Schedule pin' : 'Move pin',
    submit: asks ? 'Ask for approval' : submitWords(model),
    memory: moveMemory.write(memory),
    blocks: [
      ...movedBlocks(model),
      section(`*${inline(titleOf(post))}*\n${stateInForm(model)}`),
      ...timeBlocks(model, { choice: action.moveWhen, time: action.moveTime, slot: action.moveSlot }),
    ],
  })
}

/** The words of the submit button, with the time if it is known. */
function submitWords(model: TimeModel): string {
  if (slotChoices(model).chosen === 'swap') return 'Swap'
  const [begin, without] =
    model.post.status === 'draft' ? (['Schedule for', 'Schedule'] as const) : (['Move to', 'Move'] as const)
  return timedWords([begin, without], timeChosen(model), model, without)
}

export const movedBlocks = ({ movedBy }: TimeModel): AnyBlock[] =>
  movedBy === undefined
    ? []
    : [section(`:warning: ${movedBy} moved this pin. You see its new time. Submit again to move it anyway.`)]

/** The inputs for a time, with warnings about it. @param told the actions that report another choice, time and slot */
export function timeBlocks(model: TimeModel, told: Required<NonNullable<WhenModel['told']>>): AnyBlock[] {
  const { timezone, now, accountZone, locale, keeps, warnings, denied } = model
  const choices = slotChoices(model)
  return [
    ...whenInputs({
      ...choices,
      swaps: model.others.map((other) => swapOption(other, model)),
      keeps: keeps?.words,
      at: timeOf(model),
      told,
      timezone,
      accountZone,
      now,
      locale,
      ...(model.asks && { hint: APPROVAL_HINT }),
    }),
    ...(choices.chosen === 'draft' ? [] : [...warningBlocks(warnings), ...deniedBlocks(denied)]),
  ]
}

/** The pin as shown, with its version: one that was changed since is not moved. */
export type OtherPin = Pick<Post, 'id' | 'version' | 'title' | 'sendAt'>
const swapOption = ({ id, version, title, sendAt }: OtherPin, { timezone, now, locale }: TimeModel) =>
  option(`${sendAt ? `${timeIn(sendAt, timezone, now, locale)} · ` : ''}${oneLine(titleOf({ title }))}`, `${id}:${version}`)

/**
 * Proposes the next open slot for a draft, and the slot after its own for a scheduled pin. A scheduled pin has “Next open slot”
 * as a choice only if that slot is earlier than its own.
 */
function slotChoices({
  post,
  slots,
  now,
  again,
  requestedTime,
  keeps,
}: TimeModel): Pick<WhenModel, 'chosen' | 'nextOpenSlot' | 'hasNext' | 'slots'> {
  const [first] = slots ?? []
  const nextOpenSlot = slots === undefined ? undefined : (first ?? null)
  const isDraft = post.status === 'draft'
  const after = slots?.find((at) => at > (post.sendAt ?? now)) ?? first
  const isTimeRequested = requestedTime?.kind === 'at' && requestedTime.at > now
  const usual: WhenChoice = keeps?.isUsual
    ? 'draft'
    : first === undefined || isTimeRequested
      ? 'at'
      : isDraft
        ? 'nextOpenSlot'
        : 'slot'
  return {
    chosen: again?.when === 'slot' && !first ? 'at' : (again?.when ?? usual),
    nextOpenSlot,
    hasNext:
      isDraft || slots === undefined || again?.when === 'nextOpenSlot' || (first !== undefined && first < (post.sendAt ?? now)),
    ...(slots && after && { slots: { open: slots, chosen: again?.slot ?? after } }),
  }
}

export const chosenOf = (model: TimeModel): WhenChoice => slotChoices(model).chosen

/** The time that the current choice gives the pin; null: not known, or the time of another pin. */
export function timeChosen(model: TimeModel): Date | null {
  const { chosen, nextOpenSlot = null, slots } = slotChoices(model)
  if (chosen === 'nextOpenSlot') return nextOpenSlot
  if (chosen === 'slot') return slots?.chosen ?? null
  return chosen === 'at' ? timeOf(model) : null
}

/** The value of the time field; what the person typed stays. */
function timeOf({ post, requestedTime, again, movedBy, now }: TimeModel): Date | null {
  if (again?.at !== undefined) return movedBy === undefined ? again.at : timeAhead(again.at, now)
  return timeAhead(post.sendAt ?? (requestedTime?.kind === 'at' ? requestedTime.at : undefined) ?? post.failure?.sendAt, now)
}

/** A past time is left out, because the core would refuse it. */
const timeAhead = (at: Date | null | undefined, now: Date): Date | null => (at && at > now ? at : null)

/** The result for the pin's card, and alone; a date keeps it true later. @param before the status before the move */
export function movedText(
  before: Post['status'] | undefined,
  { sendAt, title }: Pick<Post, 'sendAt' | 'title'>,
  { timezone, locale, now }: Times,
): { headline: string; alone?: string } {
  if (!sendAt) return { headline: 'Scheduled.' }
  const [done, until] = before === 'queued' ? ['Moved', 'to'] : ['Scheduled', 'for']
  const time = `${until} ${timeIn(sendAt, timezone, now, locale)}.`
  return { headline: `${done} ${time}`, alone: `${done} “${oneLine(titleOf({ title }))}” ${time}` }
}

type Times = { timezone: string; locale?: Locale | undefined; now: Date }

/** Names both pins, because each has a new time. */
export function swappedText(
  { sendAt }: Pick<Post, 'sendAt'>,
  other: Pick<Post, 'title' | 'sendAt'>,
  { timezone, locale, now }: Times,
): string {
  const at = (time: Date | null) => (time ? timeIn(time, timezone, now, locale) : 'its time')
  return `Swapped: this pin goes out ${at(sendAt)}, “${oneLine(titleOf(other))}” ${at(other.sendAt)}.`
}
