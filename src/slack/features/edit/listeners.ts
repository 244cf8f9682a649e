/** Listeners of what changes a pin: its text, its time, its place. */
import { action, view } from '../../../../blocks/ids.js'
import type { Listeners } from '../../listener.js'
import { boardOptions, sectionOptions } from '../composer/options.js'
import { followEdit, openEdit, openMoreOfEdit, openPicture, switchEditBoard } from './edit.js'
import { chooseOfMenu } from './menu.js'
import { duplicateByButton } from './duplicate.js'
import { fitPicture } from './fit.js'
import { openMoveSeries, submitMoveSeries } from './move-series.js'
import { followMove, openMove, submitMove } from './move.js'
import { moveBeside, moveToNextSlot } from './next-slots.js'
import { publishAnyway, resumeHoldToPublish, resumeToPublish, submitPublish } from './publish.js'
import { chooseOfRow } from './row-menu.js'
import { submitEdit } from './submit.js'

export const editListeners = {
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
    [action.duplicate]: duplicateByButton,
    [action.fitCrop]: fitPicture('crop'),
    [action.fitCard]: fitPicture('card'),
    [action.fitOriginal]: fitPicture('original'),
    [action.moveSeries]: openMoveSeries,
    [action.pinRow]: chooseOfRow,
    [action.edit]: (deps, args) => openEdit(deps, args),
    [action.editBoard]: switchEditBoard,
    [action.editWhen]: followEdit,
    [action.editTime]: followEdit,
    [action.editSlot]: followEdit,
    [action.editPicture]: openPicture,
    [action.editMore]: openMoreOfEdit,
  },
  options: {
    [action.editBoard]: boardOptions,
    [action.editSection]: sectionOptions,
  },
  views: {
    [view.move]: submitMove,
    [view.publish]: submitPublish,
    [view.moveSeries]: submitMoveSeries,
    [view.edit]: submitEdit,
  },
} as const satisfies Listeners
