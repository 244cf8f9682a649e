/** Listeners of the form that saves another person's pin. */
import { action, view } from '../../../../blocks/ids.js'
import type { Listeners } from '../../listener.js'
import { boardOptions } from '../composer/options.js'
import { openSaveByButton, submitSave, switchSaveAccount } from './save.js'

export const saveListeners = {
  actions: { [action.openSave]: openSaveByButton, [action.saveAccount]: switchSaveAccount },
  options: { [action.saveBoard]: boardOptions },
  views: { [view.save]: submitSave },
} as const satisfies Listeners
