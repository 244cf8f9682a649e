/** Listeners of the form that changes a pin. */
import { action, view } from '../../../../blocks/ids.js'
import type { Listeners } from '../../listener.js'
import { boardOptions, sectionOptions } from '../composer/options.js'
import { followEdit, openEdit, openMoreOfEdit, openPicture, switchEditBoard } from './edit.js'
import { submitEdit } from './submit.js'

export const editListeners = {
  actions: {
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
    [view.edit]: submitEdit,
  },
} as const satisfies Listeners
