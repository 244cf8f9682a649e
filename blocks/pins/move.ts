/** The modal that puts a pin at another time, or a draft on the schedule. */
import { type MoveMemory, moveMemory } from './memory.js'
import type { ModalView } from '@slack/types'
import { APPROVAL_HINT, timeElement, timeHint, whenOptions } from '../composer/view.js'
import { action, field, view } from '../ids.js'
import { alert, form, inline, input, section } from '../kit/kit.js'
import { type CardPost, stateLine, titleOf } from './text.js'

export type MoveModel = {
  post: CardPost
  memory: MoveMemory
  /** null: no slot is open; undefined: not known. */
  nextOpenSlot: Date | null | undefined
  timezone: string
  now: Date
  accountZone: string | null
  /** It is confirmed first, and not done at once. */
  asks: boolean
  /** What was chosen, where the form is shown once more because somebody else moved the pin meanwhile. */
  again?: { isNextSlot: boolean; at: Date | null }
}

export function moveView(model: MoveModel): ModalView {
  const { post, memory, timezone, now, accountZone } = model
  const { at, next } = whenOptions(model)
  const isDraft = post.status === 'draft'
  const { again } = model
  const isFixed = memory.follows?.isSaved === true // what failed is what was just changed
  const moved = 'Someone else moved this pin: this is its new time. Send the form again to move it anyway.'
  return form({
    callbackId: view.move,
    title: model.asks ? 'Ask for approval' : isDraft ? 'Schedule pin' : 'Move pin',
    submit: model.asks ? 'Ask' : isDraft ? 'Schedule' : 'Move',
    memory: moveMemory.write(memory),
    blocks: [
      ...(again ? [alert('warning', moved)] : []),
      ...(isFixed ? [section('Saved. Now pick a time.')] : []),
      section(`*${inline(titleOf(post))}*\n${stateLine(isFixed ? { ...post, failure: null } : post)}`),
      input({
        blockId: field.when,
        label: 'When',
        element: {
          type: 'radio_buttons',
          action_id: action.value,
          options: [at, next],
          initial_option: again?.isNextSlot ? next : at,
        },
        ...(model.asks && { hint: APPROVAL_HINT }),
      }),
      input({
        blockId: field.time,
        label: 'Time',
        optional: true,
        hint: timeHint(timezone, accountZone),
        element: timeElement(timeAhead(again ? again.at : (post.sendAt ?? post.failure?.sendAt), now)),
      }),
    ],
  })
}

/** A time that has passed would only be refused. */
const timeAhead = (at: Date | null | undefined, now: Date): Date | null => (at && at > now ? at : null)
