/** Listeners of reviews: many pins at once. */
import { action, shortcut, view } from '../../../../blocks/ids.js'
import type { Listeners } from '../../listener.js'
import {
  chooseOfRow,
  chooseReviewBoard,
  leaveOutOfReview,
  openPicture,
  openReview,
  openWords,
  refreshReview,
  reviewBoardOptions,
  spreadReview,
  submitPicture,
  submitTime,
  submitWords,
  tryAgain,
  turnReview,
} from './change.js'
import { askForAll, keepAll, scheduleAll, undoAll } from './decide.js'
import { pinsForBoard, pinsFromPageAgain } from './from-link.js'
import { bulkByButton, reviewFromDrop, reviewFromMessage, submitBulk } from './open.js'

export const reviewListeners = {
  messageShortcuts: {
    [shortcut.makePins]: reviewFromMessage,
  },
  actions: {
    [action.newPins]: bulkByButton,
    [action.pageBoard]: pinsForBoard,
    [action.pageAgain]: pinsFromPageAgain,
    [action.reviewBoard]: chooseReviewBoard,
    [action.reviewLeaveOut]: leaveOutOfReview,
    [action.reviewAgain]: tryAgain,
    [action.reviewAddPicture]: openPicture,
    [action.reviewSameWords]: openWords,
    [action.reviewSchedule]: scheduleAll,
    [action.reviewAsk]: askForAll,
    [action.reviewKeep]: keepAll,
    [action.reviewUndo]: undoAll,
    [action.reviewRefresh]: refreshReview,
    [action.reviewNext]: turnReview,
    [action.reviewFirst]: turnReview,
    [action.reviewMore]: chooseOfRow,
    [action.reviewSpread]: spreadReview,
    [action.reviewOpen]: openReview,
  },
  options: {
    [action.reviewBoard]: reviewBoardOptions,
  },
  views: {
    [view.bulk]: submitBulk,
    [view.reviewPicture]: submitPicture,
    [view.reviewWords]: submitWords,
    [view.reviewTime]: submitTime,
  },
  messages: {
    'message.im': reviewFromDrop,
  },
} as const satisfies Listeners
