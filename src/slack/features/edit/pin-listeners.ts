/** Listeners of pins: their cards, the queue, and the search. */
import { action, view } from '../../../../blocks/ids.js'
import type { Listeners } from '../../listener.js'
import { useSlot } from '../composer/open.js'
import { showDetailsByButton, submitShow } from '../pins/details.js'
import { findByButton, findInAccount, submitFind } from '../pins/find.js'
import { chooseOfMenu } from './menu.js'
import { duplicateByButton } from './duplicate.js'
import { fitPicture } from './fit.js'
import { openMoveSeries, submitMoveSeries } from './move-series.js'
import { followMove, openMove, submitMove } from './move.js'
import { openThere, sayNotThere, submitThere } from '../pins/outcome.js'
import { moveBeside, moveToNextSlot } from './next-slots.js'
import { publishAnyway, resumeHoldToPublish, resumeToPublish, submitPublish } from './publish.js'
import { showQueueFromHome, showWeek, switchOpenSlots, switchQueueAccount, turnQueue } from '../pins/queue.js'
import { pauseByPress, resumeByPress, resumeHoldByPress } from '../pins/resume.js'
import { chooseOfRow } from './row-menu.js'
import { deleteWhole, showSeriesByButton, unscheduleWhole } from '../pins/series.js'
import { openDrafts, showFailed, turnSomePins } from '../pins/some-pins.js'
import { undoByButton } from '../pins/undo.js'

export const pinListeners = {
  actions: {
    [action.nextSlot]: moveToNextSlot,
    [action.earlier]: moveBeside('earlier'),
    [action.later]: moveBeside('later'),
    [action.move]: openMove,
    [action.moveWhen]: followMove,
    [action.moveSlot]: followMove,
    [action.moveTime]: followMove,
    [action.more]: chooseOfMenu,
    [action.publishAnyway]: publishAnyway,
    [action.publishResume]: resumeToPublish,
    [action.publishResumeHold]: resumeHoldToPublish,
    [action.homeResume]: resumeByPress,
    [action.homeResumeHold]: resumeHoldByPress,
    [action.homePause]: pauseByPress,
    [action.details]: showDetailsByButton,
    [action.undo]: undoByButton,
    [action.pinThere]: openThere,
    [action.pinNotThere]: sayNotThere,
    [action.viewBoard]: async () => {}, // Slack has opened the page itself
    [action.series]: showSeriesByButton,
    [action.duplicate]: duplicateByButton,
    [action.fitCrop]: fitPicture('crop'),
    [action.fitCard]: fitPicture('card'),
    [action.fitOriginal]: fitPicture('original'),
    [action.moveSeries]: openMoveSeries,
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
    [action.pinRow]: chooseOfRow,
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
    [view.move]: submitMove,
    [view.publish]: submitPublish,
    [view.moveSeries]: submitMoveSeries,
    [view.outcome]: submitThere,
    [view.show]: submitShow,
    [view.find]: submitFind,
  },
} as const satisfies Listeners
