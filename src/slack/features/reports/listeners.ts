/** Listeners of reports, by people and by the staff. */
import { action, view } from '../../../../blocks/ids.js'
import type { Listeners } from '../../listener.js'
import { openReportByButton, openRequestByButton, submitReport, submitRequest } from './report.js'
import { claimByButton, openResolve, releaseByButton, submitResolve } from './staff.js'

export const reportListeners = {
  actions: {
    [action.report]: openReportByButton,
    [action.request]: openRequestByButton,
    [action.claimReport]: claimByButton,
    [action.giveBackReport]: releaseByButton,
    [action.resolveReport]: openResolve,
  },
  views: {
    [view.report]: submitReport,
    [view.request]: submitRequest,
    [view.resolveReport]: submitResolve,
  },
} as const satisfies Listeners
