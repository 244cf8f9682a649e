/** Everything the app hears, and what it does then. manifest.yml says the same to Slack, and a test compares them. */
import { action, command, shortcut, view } from '../../blocks/ids.js'
import { switchComposerAccount, switchComposerBoard } from './features/composer.js'
import { boardOptions, sectionOptions } from './features/composer-options.js'
import { openHome, switchHomeAccount } from './features/home.js'
import { moveToNextSlot, openMove, submitMove } from './features/move.js'
import { composeByButton, composeByShortcut, composeFromMessage, useSlot } from './features/open-composer.js'
import { showMoreOfQueue } from './features/queue.js'
import { forgetWorkspace } from './features/removal.js'
import { openReportByButton, submitReport } from './features/report.js'
import { submitComposer } from './features/submit-composer.js'
import { pinCommand } from './verbs.js'

export const listenerTable = {
  commands: {
    [command.pin]: pinCommand,
  },
  globalShortcuts: {
    [shortcut.newPin]: composeByShortcut,
  },
  messageShortcuts: {
    [shortcut.makePin]: composeFromMessage,
  },
  actions: {
    [action.newPin]: composeByButton,
    [action.useSlot]: useSlot,
    [action.nextSlot]: moveToNextSlot,
    [action.move]: openMove,
    [action.report]: openReportByButton,
    [action.queueMore]: showMoreOfQueue,
    [action.homeAccount]: switchHomeAccount,
    [action.composerAccount]: switchComposerAccount,
    [action.composerBoard]: switchComposerBoard,
  },
  options: {
    [action.composerBoard]: boardOptions,
    [action.composerSection]: sectionOptions,
  },
  views: {
    [view.composer]: submitComposer,
    [view.move]: submitMove,
    [view.report]: submitReport,
  },
  events: {
    app_home_opened: openHome,
  },
  /** Events that come without a token. */
  removals: {
    app_uninstalled: forgetWorkspace,
    tokens_revoked: forgetWorkspace,
  },
} as const
export type ListenerTable = typeof listenerTable
