/** Listeners of the form that changes a pin. */
import { action, view } from '../../../../blocks/ids.js'
import type { Listeners } from '../../listener.js'
import { boardOptions, sectionOptions } from '../composer/options.js'
import { openEdit, switchEditBoard } from './edit.js'
import { submitEdit } from './submit.js'

export const editListeners = {
  actions: {
    [action.edit]: openEdit,
    [action.editBoard]: switchEditBoard,
  },
  options: {
    [action.editBoard]: boardOptions,
    [action.editSection]: sectionOptions,
  },
  views: {
    [view.edit]: submitEdit,
  },
} as const satisfies Listeners
