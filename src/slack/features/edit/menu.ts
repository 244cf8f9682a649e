/** The menu of a pin: passes each choice to its feature. */
import { action } from '../../../../blocks/pin/buttons.js'
import { more } from '../../../../blocks/ids.js'
import { onAction } from '../../listener.js'
import { chosenOfMenu } from '../cards/pressed.js'
import { showDetails } from '../pins/details.js'
import { duplicate } from './duplicate.js'
import { openPublish } from './publish.js'
import { showSeries } from '../pins/series.js'
import { deleteByMenu, unscheduleByMenu } from './unschedule.js'

onAction(action.more, async (deps, args) => {
  const { verb, ...pin } = chosenOfMenu(args)
  switch (verb) {
    case more.publish:
      return openPublish(deps, args, pin)
    case more.duplicate:
      return duplicate(deps, args, pin)
    case more.unschedule:
      return unscheduleByMenu(deps, args, pin)
    case more.delete:
      return deleteByMenu(deps, args, pin)
    case more.details:
      return showDetails(deps, args, pin)
    case more.series:
      return showSeries(deps, args, pin)
  }
})
