/** Everything the app hears, and what it does then. manifest.yml says the same to Slack, and a test compares them. */
import { action, command, openSlotAction, shortcut, SLOTS_IN_ROW, view } from '../../blocks/ids.js'
import { adminListeners } from './features/admin/listeners.js'
import { boardListeners } from './features/boards/listeners.js'
import { approveByButton, approveForNextSlot, openReject, openRequestChanges } from './features/approval/approval.js'
import { openMoreBoards, openMoreOptions, switchComposerAccount, switchComposerBoard } from './features/composer/composer.js'
import { boardOptions, sectionOptions } from './features/composer/options.js'
import { followLink, connectByButton } from './features/admin/connect.js'
import { showDetailsByButton, submitShow } from './features/pins/details.js'
import { fillSlots, openSettingsOfDigest } from './features/stats/digest.js'
import { openEdit, switchEditBoard } from './features/edit/edit.js'
import { openEvergreenByButton, switchEvergreen, turnEvergreenPage } from './features/evergreen/evergreen.js'
import {
  addEvergreenPin,
  dropEvergreenPin,
  evergreenOptions,
  putIntoEvergreen,
  takeOutOfEvergreen,
} from './features/evergreen/pool.js'
import {
  changeEvergreenSlot,
  openNewEvergreenSlot,
  submitDeleteEvergreenSlot,
  submitEvergreenSlot,
} from './features/evergreen/slots.js'
import { findByButton, submitFind } from './features/pins/find.js'
import { openHome, resumeFromHome, switchHomeAccount, turnHomePage } from './features/home/home.js'
import { moveToNextSlot, openMove, submitMove } from './features/pins/move.js'
import { composeByButton, composeByShortcut, composeFromMessage, useSlot } from './features/composer/open.js'
import { openThere, sayNotThere, submitThere } from './features/pins/outcome.js'
import { chooseOfMenu } from './features/pins/menu.js'
import { showMoreOfQueue, showQueueFromHome, showWeek } from './features/pins/queue.js'
import { forgetWorkspace } from './features/admin/app-removal.js'
import { openReportByButton, openRequestByButton, submitReport, submitRequest } from './features/reports/report.js'
import { deleteWhole, showSeriesByButton, unscheduleWhole } from './features/pins/series.js'
import { chooseSlotsPart, openSlotsByButton } from './features/slots/slots.js'
import { openNewSlot, submitNewSlot } from './features/slots/new.js'
import { deleteSlot, openSlot, submitSlot } from './features/slots/slot.js'
import { changeRebuild, openRebuild, submitPreview, submitRebuild } from './features/slots/rebuild.js'
import { openSuggestions, takeSuggestionByButton } from './features/slots/suggestions.js'
import {
  disconnectByButton,
  makeCalendar,
  openSettingsByButton,
  removeCalendar,
  renewCalendar,
  resumeByButton,
  switchPublished,
} from './features/settings/settings.js'
import { openApprovalPolicy, submitApprovalPolicy } from './features/settings/approval.js'
import { openChannel, submitChannel } from './features/settings/channel.js'
import { openDigest, sendNow, submitDigest } from './features/settings/digest.js'
import { openPause, openWhilePaused, openZone, submitPause, submitWhilePaused, submitZone } from './features/settings/forms.js'
import {
  changeRule,
  openDefaultRule,
  openFoundRule,
  openNewRule,
  openSpacing,
  ruleOptions,
  submitRule,
  turnSpacingPage,
} from './features/settings/spacing.js'
import { claimByButton, releaseByButton, openResolve, submitResolve } from './features/reports/staff.js'
import { showStatsByButton, showStatsFromHome, switchStats } from './features/stats/stats.js'
import { submitComposer } from './features/composer/submit.js'
import { submitEdit } from './features/edit/submit.js'
import { submitReason } from './features/approval/submit-reason.js'
import { showTopByButton, sortTop } from './features/stats/top.js'
import { undoByButton } from './features/pins/undo.js'
import { zoneOptions } from './features/settings/zone-options.js'
import { pinCommand, runVerbByButton } from './verbs.js'

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
    [action.pinThere]: openThere,
    [action.pinNotThere]: sayNotThere,
    [action.series]: showSeriesByButton,
    [action.unscheduleSeries]: unscheduleWhole,
    [action.deleteSeries]: deleteWhole,
    [action.find]: findByButton,
    [action.report]: openReportByButton,
    [action.request]: openRequestByButton,
    [action.runVerb]: runVerbByButton,
    [action.claimReport]: claimByButton,
    [action.giveBackReport]: releaseByButton,
    [action.resolveReport]: openResolve,
    [action.queueMore]: showMoreOfQueue,
    [action.queueThisWeek]: showWeek('week'),
    [action.queueNextWeek]: showWeek('next week'),
    [action.homeAccount]: switchHomeAccount,
    [action.homePage]: turnHomePage,
    [action.homeFirst]: turnHomePage,
    [action.homeSchedule]: turnHomePage,
    [action.homeBack]: turnHomePage,
    [action.homeQueue]: showQueueFromHome,
    [action.homeResume]: resumeFromHome,
    [action.openSlots]: openSlotsByButton,
    [action.openEvergreen]: openEvergreenByButton,
    [action.openSettings]: openSettingsByButton,
    [action.connect]: connectByButton,
    [action.connectGo]: followLink,
    [action.evergreenState]: switchEvergreen,
    [action.evergreenPage]: turnEvergreenPage,
    [action.evergreenFirst]: turnEvergreenPage,
    [action.evergreenSlotsPage]: turnEvergreenPage,
    [action.evergreenSlotsFirst]: turnEvergreenPage,
    [action.evergreenNewSlot]: openNewEvergreenSlot,
    [action.evergreenSlot]: changeEvergreenSlot,
    [action.evergreenAdd]: addEvergreenPin,
    [action.evergreenDrop]: dropEvergreenPin,
    [action.evergreenPut]: putIntoEvergreen,
    [action.evergreenTake]: takeOutOfEvergreen,
    [action.settingsZone]: openZone,
    [action.settingsChannel]: openChannel,
    [action.settingsApproval]: openApprovalPolicy,
    [action.approve]: approveByButton,
    [action.approveNextSlot]: approveForNextSlot,
    [action.requestChanges]: openRequestChanges,
    [action.rejectPin]: openReject,
    [action.settingsPause]: openPause,
    [action.settingsWhilePaused]: openWhilePaused,
    [action.settingsResume]: resumeByButton,
    [action.disconnect]: disconnectByButton,
    [action.settingsPublished]: switchPublished,
    [action.settingsDigest]: openDigest,
    [action.digestNow]: sendNow,
    [action.digestFill]: fillSlots,
    [action.digestSettings]: openSettingsOfDigest,
    ...adminListeners.actions,
    [action.calendarMake]: makeCalendar,
    [action.calendarRenew]: renewCalendar,
    [action.calendarRemove]: removeCalendar,
    [action.spacing]: openSpacing,
    [action.spacingPage]: turnSpacingPage,
    [action.spacingFirst]: turnSpacingPage,
    [action.spacingNew]: openNewRule,
    [action.spacingDefault]: openDefaultRule,
    [action.spacingRule]: changeRule,
    [action.spacingFind]: openFoundRule,
    [action.composerAccount]: switchComposerAccount,
    [action.composerBoard]: switchComposerBoard,
    [action.composerMoreBoards]: openMoreBoards,
    [action.composerMoreOptions]: openMoreOptions,
    ...Object.fromEntries(Array.from({ length: SLOTS_IN_ROW }, (_, place) => [openSlotAction(place), openSlot])),
    [action.slotsPart]: chooseSlotsPart,
    [action.addSlot]: openNewSlot,
    [action.deleteSlot]: deleteSlot,
    [action.suggestions]: openSuggestions,
    [action.takeSuggestion]: takeSuggestionByButton,
    [action.rebuild]: openRebuild,
    [action.stats]: showStatsByButton,
    [action.stats7]: switchStats,
    [action.stats30]: switchStats,
    [action.stats90]: switchStats,
    [action.topPins]: showTopByButton,
    [action.topSort]: sortTop,
    [action.homeNumbers]: showStatsFromHome,
    [action.changeRebuild]: changeRebuild,
    ...boardListeners.actions,
  },
  options: {
    [action.composerBoard]: boardOptions,
    [action.composerSection]: sectionOptions,
    [action.editBoard]: boardOptions,
    [action.editSection]: sectionOptions,
    [action.composerAlsoOn]: boardOptions,
    [action.evergreenAdd]: evergreenOptions,
    [action.spacingFind]: ruleOptions,
    [action.zone]: zoneOptions,
    ...adminListeners.options,
    ...boardListeners.options,
  },
  views: {
    [view.composer]: submitComposer,
    [view.move]: submitMove,
    [view.edit]: submitEdit,
    [view.outcome]: submitThere,
    [view.show]: submitShow,
    [view.find]: submitFind,
    [view.report]: submitReport,
    [view.request]: submitRequest,
    [view.resolveReport]: submitResolve,
    [view.evergreenSlot]: submitEvergreenSlot,
    [view.evergreenSlotDelete]: submitDeleteEvergreenSlot,
    [view.zone]: submitZone,
    ...adminListeners.views,
    [view.channel]: submitChannel,
    [view.digest]: submitDigest,
    [view.approval]: submitApprovalPolicy,
    [view.requestChanges]: submitReason,
    [view.rejectPin]: submitReason,
    [view.pause]: submitPause,
    [view.whilePaused]: submitWhilePaused,
    [view.spacingRule]: submitRule,
    [view.slot]: submitSlot,
    [view.newSlot]: submitNewSlot,
    [view.rebuild]: submitRebuild,
    [view.rebuildPreview]: submitPreview,
    ...boardListeners.views,
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
