/** The modal that puts a pin at another time, or a draft on the schedule. */
import type { Locale } from '../kit/times.js'
import { type MoveMemory, moveMemory } from './memory.js'
import type { ModalView } from '@slack/types'
import { action, view } from '../ids.js'
import { alert, form, inline, oneLine, option, section } from '../kit/kit.js'
import type { RequestedTime } from '../../src/core/posts/approval/model.js'
import type { Post } from '../../src/core/posts/post.js'
import type { Warning } from '../../src/core/posts/warnings/warning.js'
import type { PostState } from '../../src/core/posts/state/state.js'
import { timeIn } from '../kit/times.js'
import { stateInForm } from './state-text.js'
import { type CardPost, titleOf } from './text.js'
import { deniedBlocks, warningBlocks } from './problems/warnings.js'
import { APPROVAL_HINT, whenInputs, type WhenChoice, type WhenModel } from './when.js'

export type MoveModel = {
  state: PostState
  post: CardPost
  memory: MoveMemory
  /** The next open ones but its own, one of each time, earliest first; undefined: not known. */
  slots: Date[] | undefined
  /** Scheduled pins to change places with, soonest first. */
  others: OtherPin[]
  timezone: string
  /** Of the reader: their clock. */
  locale?: Locale | undefined
  now: Date
  accountZone: string | null
  /** It is confirmed first, and not done at once. */
  asks: boolean
  /** What was requested the last time, where the pin was not approved. */
  requestedTime?: RequestedTime | undefined
  /** What was chosen, where the form is shown once more. `at` undefined: it was not asked for. */
  again?: { when: WhenChoice; slot: Date | null; at: Date | null | undefined } | undefined
  /** Shown once more because somebody else moved the pin meanwhile. */
  isMoved?: boolean
  /** What is worth a word about the chosen time. */
  warnings?: readonly Warning[] | undefined
  /** Why a draft could not be scheduled now; plain text. */
  denied?: string | undefined
}

export function moveView(model: MoveModel): ModalView {
  const { post, memory, timezone, now, accountZone, locale, isMoved = false, warnings, denied } = model
  const isDraft = post.status === 'draft'
  const isFixed = memory.follows?.isSaved === true // what failed is what was just changed
  const moved = 'Someone else moved this pin; you see its new time. Submit again to move it anyway.'
  return form({
    callbackId: view.move,
    title: model.asks ? 'Ask for approval' : isDraft ? 'Schedule pin' : 'Move pin',
    submit: model.asks ? 'Ask' : isDraft ? 'Schedule' : 'Move',
    memory: moveMemory.write(memory),
    tellsClosed: memory.follows?.version !== undefined,
    blocks: [
      ...(isMoved ? [alert('warning', moved)] : []),
      ...(isFixed ? [section('Saved. Now pick a time.')] : []),
      section(`*${inline(titleOf(post))}*\n${isFixed ? 'Draft' : stateInForm(model)}`),
      ...whenInputs({
        ...slotChoices(model),
        swaps: model.others.map((other) => swapOption(other, model)),
        at: timeOf(model),
        told: {
          choice: action.moveWhen,
          time: action.moveTime,
          slot: action.moveSlot,
        },
        timezone,
        accountZone,
        now,
        locale,
        ...(model.asks && { hint: APPROVAL_HINT }),
      }),
      ...warningBlocks(warnings),
      ...deniedBlocks(denied),
    ],
  })
}

/** As it was shown: what was changed since is not moved. */
export type OtherPin = Pick<Post, 'id' | 'version' | 'title' | 'sendAt'>
const swapOption = ({ id, version, title, sendAt }: OtherPin, { timezone, now, locale }: MoveModel) =>
  option(`${sendAt ? `${timeIn(sendAt, timezone, now, locale)} · ` : ''}${oneLine(titleOf({ title }))}`, `${id}:${version}`)

/**
 * A draft goes into the next open slot, a scheduled pin on to the one after its own: those come first. The next open slot is a choice for a
 * scheduled pin where it is an earlier one; its own is no move.
 */
function slotChoices({
  post,
  slots,
  now,
  again,
  requestedTime,
}: MoveModel): Pick<WhenModel, 'chosen' | 'nextOpenSlot' | 'hasNext' | 'slots'> {
  const [first] = slots ?? []
  const nextOpenSlot = slots === undefined ? undefined : (first ?? null)
  const isDraft = post.status === 'draft'
  const after = slots?.find((at) => at > (post.sendAt ?? now)) ?? first
  const isTimeRequested = requestedTime?.kind === 'at' && requestedTime.at > now
  const usual: WhenChoice = first === undefined || isTimeRequested ? 'at' : isDraft ? 'nextOpenSlot' : 'slot'
  return {
    chosen: again?.when === 'slot' && !first ? 'at' : (again?.when ?? usual),
    nextOpenSlot,
    hasNext:
      isDraft || slots === undefined || again?.when === 'nextOpenSlot' || (first !== undefined && first < (post.sendAt ?? now)),
    ...(slots && after && { slots: { open: slots, chosen: again?.slot ?? after } }),
  }
}

/** When it would go out by what is chosen; null: not known, or the time of another pin. */
export function timeChosen(model: MoveModel): Date | null {
  const { chosen, nextOpenSlot = null, slots } = slotChoices(model)
  if (chosen === 'nextOpenSlot') return nextOpenSlot
  if (chosen === 'slot') return slots?.chosen ?? null
  return chosen === 'at' ? timeOf(model) : null
}

/** Of the time field: what is in it stays. */
function timeOf({ post, requestedTime, again, isMoved, now }: MoveModel): Date | null {
  if (again?.at !== undefined) return isMoved ? timeAhead(again.at, now) : again.at
  return timeAhead(post.sendAt ?? (requestedTime?.kind === 'at' ? requestedTime.at : undefined) ?? post.failure?.sendAt, now)
}

/** A time that has passed would only be refused. */
const timeAhead = (at: Date | null | undefined, now: Date): Date | null => (at && at > now ? at : null)

/** What has come of it, in words that stay true. @param before its status until then */
export function movedText(
  before: Post['status'] | undefined,
  at: Date | null,
  { timezone, locale, now }: { timezone: string; locale?: Locale | undefined; now: Date },
): string {
  const done = before === 'queued' ? 'Moved to' : 'Scheduled for'
  return at ? `${done} ${timeIn(at, timezone, now, locale)}.` : 'Scheduled.'
}

type Times = { timezone: string; locale?: Locale | undefined; now: Date }

/** Both, because each has another time now. */
export function swappedText(
  { sendAt }: Pick<Post, 'sendAt'>,
  other: Pick<Post, 'title' | 'sendAt'>,
  { timezone, locale, now }: Times,
): string {
  const at = (time: Date | null) => (time ? timeIn(time, timezone, now, locale) : 'its time')
  return `Swapped: this pin goes out ${at(sendAt)}, “${oneLine(titleOf(other))}” ${at(other.sendAt)}.`
}
