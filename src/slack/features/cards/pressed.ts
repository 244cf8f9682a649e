/** What a press says of itself: the value of its button, the list and the form it was in. */
import type { ModalView } from '@slack/types'
import { listRefOf } from '../../../../blocks/pin/lists/list-ref.js'
import type { ListRef } from '../../../../blocks/pin/memory.js'
import type { MoreVerb, Origin, PinRef } from '../../../../blocks/pin/buttons.js'
import type { ActionArgs } from '../../listener.js'

/** What its button, or the choice of its select, was given by our blocks, signed by Slack. */
export function valueOf<T>({ action }: ActionArgs): T {
  const value = action.type === 'static_select' ? action.selected_option.value : action.type === 'button' ? action.value : ''
  return JSON.parse(value ?? '') as T
}

export type MoreRef = PinRef & { verb: MoreVerb }

/** Of a menu its choice; of the button that asks once more for what a menu was asked for, its value. */
export function choiceOf({ action }: ActionArgs): string {
  if (action.type === 'overflow') return action.selected_option.value
  return action.type === 'button' ? (action.value ?? '') : ''
}

/** A choice of a pin's menu, written by moreValue. */
export function chosenOfMenu(args: ActionArgs): MoreRef {
  const [verb = '', accountId = '', postId = '', from = ''] = choiceOf(args).split(':')
  return { verb: verb as MoreVerb, accountId, postId, from: from as Origin } // written by moreValue, signed by Slack
}

/** The list that was pressed in; undefined: none that can be made again. */
export const listPressed = ({ action }: ActionArgs): ListRef | undefined => listRefOf(action.block_id)

/** Over the form that was pressed in, else as the first one. */
export async function layForm({ body, client }: Pick<ActionArgs, 'body' | 'client'>, view: ModalView): Promise<void> {
  await client.views[body.view?.type === 'modal' ? 'push' : 'open']({ trigger_id: body.trigger_id, view })
}
