/** Listeners of pins: their lists, the queue, details and the search. */
import { action, view } from '../../../../blocks/ids.js'
import type { Listeners } from '../../listener.js'
import { useSlot } from '../composer/open.js'
import { showDetailsByButton, submitShow } from './details.js'
import { findByButton, findInAccount, submitFind } from './find.js'
import { openThere, sayNotThere, submitThere } from './outcome.js'
import { showQueueFromHome, showWeek, switchOpenSlots, switchQueueAccount, turnQueue } from './queue.js'
import { pauseByPress, resumeByPress, resumeHoldByPress } from './resume.js'
import { deleteWhole, showSeriesByButton, unscheduleWhole } from './series.js'
import { openDrafts, showFailed, turnSomePins } from './some-pins.js'
import { undoByButton } from './undo.js'

export const pinListeners = {
  actions: {
    [action.homeResume]: resumeByPress,
    [action.homeResumeHold]: resumeHoldByPress,
    [action.homePause]: pauseByPress,
    [action.details]: showDetailsByButton,
    [action.undo]: undoByButton,
    [action.pinThere]: openThere,
    [action.pinNotThere]: sayNotThere,
    [action.viewBoard]: async () => {}, // Slack has opened the page itself
    [action.series]: showSeriesByButton,
    [action.unscheduleSeries]: unscheduleWhole,
    [action.deleteSeries]: deleteWhole,
    [action.find]: findByButton,
    [action.foundAccount]: findInAccount,
    [action.openSlotsAccount]: switchOpenSlots,
    [action.somePinsAccount]: turnSomePins,
    [action.queueMore]: turnQueue,
    [action.weekBefore]: turnQueue,
    [action.weekAfter]: turnQueue,
    [action.weekFirst]: turnQueue,
    [action.weekAccount]: switchQueueAccount,
    [action.weekUse]: useSlot,
    [action.pinsDrafts]: turnSomePins,
    [action.pinsPublished]: turnSomePins,
    [action.pinsFailed]: turnSomePins,
    [action.digestFix]: showFailed,
    [action.somePinsMore]: turnSomePins,
    [action.somePinsFirst]: turnSomePins,
    [action.homeDrafts]: openDrafts,
    [action.queueThisWeek]: showWeek('week'),
    [action.queueNextWeek]: showWeek('next week'),
    [action.homeQueue]: showQueueFromHome,
  },
  views: {
    [view.outcome]: submitThere,
    [view.show]: submitShow,
    [view.find]: submitFind,
  },
} as const satisfies Listeners
