/** Listeners of pins: their cards, the queue, and the search. */
import { action, view } from '../../../../blocks/ids.js'
import type { Listeners } from '../../listener.js'
import { showDetailsByButton, submitShow } from './details.js'
import { findByButton, submitFind } from './find.js'
import { chooseOfMenu } from './menu.js'
import { moveToNextSlot, openMove, submitMove } from './move.js'
import { openThere, sayNotThere, submitThere } from './outcome.js'
import { showMoreOfQueue, showQueueFromHome, showWeek } from './queue.js'
import { deleteWhole, showSeriesByButton, unscheduleWhole } from './series.js'
import { undoByButton } from './undo.js'

export const pinListeners = {
  actions: {
    [action.nextSlot]: moveToNextSlot,
    [action.move]: openMove,
    [action.more]: chooseOfMenu,
    [action.details]: showDetailsByButton,
    [action.undo]: undoByButton,
    [action.pinThere]: openThere,
    [action.pinNotThere]: sayNotThere,
    [action.series]: showSeriesByButton,
    [action.unscheduleSeries]: unscheduleWhole,
    [action.deleteSeries]: deleteWhole,
    [action.find]: findByButton,
    [action.queueMore]: showMoreOfQueue,
    [action.queueThisWeek]: showWeek('week'),
    [action.queueNextWeek]: showWeek('next week'),
    [action.homeQueue]: showQueueFromHome,
  },
  views: {
    [view.move]: submitMove,
    [view.outcome]: submitThere,
    [view.show]: submitShow,
    [view.find]: submitFind,
  },
} as const satisfies Listeners
