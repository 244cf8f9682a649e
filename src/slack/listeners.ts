/** Everything the app hears, and what it does then. manifest.yml says the same to Slack, and a test compares them. */
import { action, command, shortcut, view } from '../../blocks/ids.js'
import { openMoreBoards, openMoreOptions, switchComposerAccount, switchComposerBoard } from './features/composer.js'
import { boardOptions, sectionOptions } from './features/composer-options.js'
import { showDetailsByButton, submitShow } from './features/details.js'
import { openEdit, switchEditBoard } from './features/edit.js'
import { findByButton, submitFind } from './features/find.js'
import { openHome, switchHomeAccount, turnHomePage } from './features/home.js'
import { moveToNextSlot, openMove, submitMove } from './features/move.js'
import { composeByButton, composeByShortcut, composeFromMessage, useSlot } from './features/open-composer.js'
import { chooseOfMenu } from './features/pin-menu.js'
import { showMoreOfQueue } from './features/queue.js'
import { forgetWorkspace } from './features/removal.js'
import { openReportByButton, submitReport } from './features/report.js'
import { deleteWhole, showSeriesByButton, unscheduleWhole } from './features/series.js'
import { submitComposer } from './features/submit-composer.js'
import { submitEdit } from './features/submit-edit.js'
import { undoByButton } from './features/undo.js'
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
    [action.edit]: openEdit,
    [action.editBoard]: switchEditBoard,
    [action.more]: chooseOfMenu,
    [action.details]: showDetailsByButton,
    [action.undo]: undoByButton,
    [action.series]: showSeriesByButton,
    [action.unscheduleSeries]: unscheduleWhole,
    [action.deleteSeries]: deleteWhole,
    [action.find]: findByButton,
    [action.report]: openReportByButton,
    [action.queueMore]: showMoreOfQueue,
    [action.homeAccount]: switchHomeAccount,
    [action.homePage]: turnHomePage,
    [action.homeFirst]: turnHomePage,
    [action.composerAccount]: switchComposerAccount,
    [action.composerBoard]: switchComposerBoard,
    [action.composerMoreBoards]: openMoreBoards,
    [action.composerMoreOptions]: openMoreOptions,
  },
  options: {
    [action.composerBoard]: boardOptions,
    [action.composerSection]: sectionOptions,
    [action.editBoard]: boardOptions,
    [action.editSection]: sectionOptions,
    [action.composerAlsoOn]: boardOptions,
  },
  views: {
    [view.composer]: submitComposer,
    [view.move]: submitMove,
    [view.edit]: submitEdit,
    [view.show]: submitShow,
    [view.find]: submitFind,
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
