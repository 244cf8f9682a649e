/** Listeners of Home. */
import { action } from '../../../../blocks/ids.js'
import type { Listeners } from '../../listener.js'
import { openHome, switchHomeAccount, turnHomePage } from './home.js'

export const homeListeners = {
  actions: {
    [action.homeAccount]: switchHomeAccount,
    [action.homePage]: turnHomePage,
    [action.homeFirst]: turnHomePage,
    [action.homeSchedule]: turnHomePage,
    [action.homeBack]: turnHomePage,
  },
  events: {
    app_home_opened: openHome,
  },
} as const satisfies Listeners
