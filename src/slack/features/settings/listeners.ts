/** Listeners of the settings. */
import { action, view } from '../../../../blocks/ids.js'
import { settingsMemory, spacingMemory } from '../../../../blocks/settings/memory.js'
import { rulePages } from '../../../../blocks/settings/spacing.js'
import { toPage, turnsPages } from '../../forms/paging.js'
import { switchesAccount } from '../../forms/switches-account.js'
import type { Listeners } from '../../listener.js'
import { openApprovalPolicy, submitApprovalPolicy } from './approval.js'
import { openChannel, submitChannel } from './channel.js'
import { openDigest, sendNow, submitDigest } from './digest.js'
import {
  openDefaultLink,
  openPause,
  openWhilePaused,
  openZone,
  submitDefaultLink,
  submitPause,
  submitWhilePaused,
  submitZone,
} from './forms.js'
import {
  disconnectByButton,
  makeCalendar,
  openSettingsByButton,
  removeCalendar,
  renewCalendar,
  resumeByButton,
  resumeHoldByButton,
  switchDeadLinks,
  switchPublished,
  toggleAdvanced,
} from './settings.js'
import {
  changeRule,
  openDefaultRule,
  openFoundRule,
  openNewRule,
  openSpacing,
  ruleOptions,
  spacingNow,
  submitRule,
} from './spacing.js'
import { openTrendSettings, submitTrendSettings } from './trends.js'
import { openUtm, submitBoardUtm, submitUtm } from './utm.js'
import { settingsNow } from './view.js'
import { zoneOptions } from './zone-options.js'

export const settingsListeners = {
  actions: {
    [action.openSettings]: openSettingsByButton,
    [action.settingsAccount]: switchesAccount({
      memory: settingsMemory,
      show: settingsNow,
      begun: (memory, accountId) => ({ ...memory, accountId }),
    }),
    [action.settingsZone]: openZone,
    [action.settingsChannel]: openChannel,
    [action.settingsLink]: openDefaultLink,
    [action.settingsApproval]: openApprovalPolicy,
    [action.settingsPause]: openPause,
    [action.settingsWhilePaused]: openWhilePaused,
    [action.settingsResume]: resumeByButton,
    [action.settingsResumeHold]: resumeHoldByButton,
    [action.disconnect]: disconnectByButton,
    [action.settingsPublished]: switchPublished,
    [action.settingsDeadLinks]: switchDeadLinks,
    [action.settingsAdvanced]: toggleAdvanced,
    [action.settingsDigest]: openDigest,
    [action.settingsTrends]: openTrendSettings,
    [action.settingsUtm]: openUtm,
    [action.digestNow]: sendNow,
    [action.calendarMake]: makeCalendar,
    [action.calendarRenew]: renewCalendar,
    [action.calendarRemove]: removeCalendar,
    [action.spacing]: openSpacing,
    ...turnsPages(rulePages, { memory: spacingMemory, show: spacingNow, turned: toPage }),
    [action.spacingNew]: openNewRule,
    [action.spacingDefault]: openDefaultRule,
    [action.spacingRule]: changeRule,
    [action.spacingFind]: openFoundRule,
  },
  options: {
    [action.spacingFind]: ruleOptions,
    [action.zone]: zoneOptions,
  },
  views: {
    [view.zone]: submitZone,
    [view.defaultLink]: submitDefaultLink,
    [view.channel]: submitChannel,
    [view.digest]: submitDigest,
    [view.approval]: submitApprovalPolicy,
    [view.pause]: submitPause,
    [view.whilePaused]: submitWhilePaused,
    [view.spacingRule]: submitRule,
    [view.trends]: submitTrendSettings,
    [view.utm]: submitUtm,
    [view.boardUtm]: submitBoardUtm,
  },
} as const satisfies Listeners
