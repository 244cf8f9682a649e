/** The modal that puts a pin at another time, or a draft on the schedule. */
import type { ModalView } from '@slack/types'
import { timeElement, timeHint, whenOptions } from './composer.js'
import type { HomePage } from './home.js'
import { action, field, view } from './ids.js'
import { form, inline, input, section } from './kit.js'
import type { Origin } from './pin-buttons.js'
import { type CardPost, stateLine, titleOf } from './pin-words.js'

export type MoveMemory = {
  accountId: string
  postId: string
  from: Origin
  responseUrl?: string
  replacesCard?: boolean
  /** Where the Home stood that it was opened from. */
  homePage?: HomePage
}
export type MoveModel = {
  post: CardPost
  memory: MoveMemory
  /** null: no slot is open; undefined: not known. */
  nextOpenSlot: Date | null | undefined
  timezone: string
  now: Date
  accountZone: string | null
}

export function moveView(model: MoveModel): ModalView {
  const { post, memory, timezone, now, accountZone } = model
  const { at, next } = whenOptions(model)
  const isDraft = post.status === 'draft'
  return form({
    callbackId: view.move,
    title: isDraft ? 'Schedule pin' : 'Move pin',
    submit: isDraft ? 'Schedule' : 'Move',
    memory,
    blocks: [
      section(`*${inline(titleOf(post))}*\n${stateLine(post)}`),
      input({
        blockId: field.when,
        label: 'When',
        element: { type: 'radio_buttons', action_id: action.value, options: [at, next], initial_option: at },
      }),
      input({
        blockId: field.time,
        label: 'Time',
        optional: true,
        hint: timeHint(timezone, accountZone),
        element: timeElement(timeAhead(post.sendAt ?? post.failure?.sendAt, now)),
      }),
    ],
  })
}

/** A time that has passed would only be refused. */
const timeAhead = (at: Date | null | undefined, now: Date): Date | null => (at && at > now ? at : null)
