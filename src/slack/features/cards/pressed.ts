/** Reads a click: the value of the button, and the list and the form that it is in. */
import type { ModalView } from '@slack/types'
import { listRefOf } from '../../../../blocks/pin/lists.js'
import type { ListRef } from '../../../../blocks/pin/memory.js'
import type { MoreVerb, Origin, PinRef } from '../../../../blocks/pin/buttons.js'
import type { ActionArgs } from '../../listener.js'

/** Returns the value that our blocks gave the button or the choice; Slack signs it. */
export function valueOf<T>({ action }: ActionArgs): T {
  const value = action.type === 'static_select' ? action.selected_option.value : action.type === 'button' ? action.value : ''
  return JSON.parse(value ?? '') as T
}

export type MoreRef = PinRef & { verb: MoreVerb }

/** Returns the choice of a menu, or the value of the button that confirms such a choice. */
export function choiceOf({ action }: ActionArgs): string {
  if (action.type === 'overflow') return action.selected_option.value
  return action.type === 'button' ? (action.value ?? '') : ''
}

/** Reads a choice of a pin's menu; `moreValue` writes them. */
export function chosenOfMenu(args: ActionArgs): MoreRef {
  const [verb = '', accountId = '', postId = '', from = ''] = choiceOf(args).split(':')
  return { verb: verb as MoreVerb, accountId, postId, from: from as Origin } // written by moreValue, signed by Slack
}

/** Returns the list of the click; undefined: none that can be read again. */
export const listPressed = ({ action }: ActionArgs): ListRef | undefined => listRefOf(action.block_id)

/** Opens the form over the form of the click, or as the first one. */
export async function layForm({ body, client }: Pick<ActionArgs, 'body' | 'client'>, view: ModalView): Promise<void> {
  await client.views[body.view?.type === 'modal' ? 'push' : 'open']({ trigger_id: body.trigger_id, view })
}
