/** The menu of a pin's line in a list: each choice does what the same button on its card does. */
import type { SeenPinRef } from '../../../../blocks/pin/buttons.js'
import { action, readRowValue, rowVerb } from '../../../../blocks/pins/week-row.js'
import { onAction, type ActionArgs } from '../../listener.js'
import { openEdit } from './edit.js'
import { showDetails } from '../pins/details.js'
import { openMove } from './move.js'
import { moveBeside } from './next-slots.js'
import { openPublish } from './publish.js'
import { choiceOf } from '../cards/pressed.js'
import { deleteByMenu, unscheduleByMenu } from './unschedule.js'

onAction(action.pinRow, async (deps, args) => {
  const chosen = readRowValue(choiceOf(args))
  if (!chosen) return
  const { verb, ...pin } = chosen
  switch (verb) {
    case rowVerb.details:
      return showDetails(deps, args, pin)
    case rowVerb.edit:
      return openEdit(deps, asButton(args, pin))
    case rowVerb.move:
    case rowVerb.schedule:
      return openMove(deps, asButton(args, pin))
    case rowVerb.later:
      return moveBeside('later')(deps, asButton(args, pin))
    case rowVerb.publish:
      return openPublish(deps, args, pin)
    case rowVerb.unschedule:
      return unscheduleByMenu(deps, args, pin)
    case rowVerb.delete:
      return deleteByMenu(deps, args, pin)
    case rowVerb.view:
      return // Slack has opened the page itself
  }
})

/** Turns a choice of the menu into a click of the card's button, whose value names the pin. */
function asButton(args: ActionArgs, pin: SeenPinRef): ActionArgs {
  const { action_id, block_id, action_ts } = args.action
  const button = {
    type: 'button',
    action_id,
    block_id,
    action_ts,
    text: { type: 'plain_text', text: '' },
    value: JSON.stringify(pin),
  }
  return { ...args, action: button as ActionArgs['action'] } // everything that the listeners of cards read of a button
}
