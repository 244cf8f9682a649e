/** Listeners of Home. */
import { action } from '../../../../blocks/ids.js'
import type { Listeners } from '../../listener.js'
import { openHome, switchHomeAccount } from './home.js'

export const homeListeners = {
  actions: {
    [action.homeAccount]: switchHomeAccount,
  },
  events: {
    app_home_opened: openHome,
  },
} as const satisfies Listeners
