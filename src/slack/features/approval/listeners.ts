/** Listeners of approvals. */
import { action, view } from '../../../../blocks/ids.js'
import type { Listeners } from '../../listener.js'
import { approveByButton, approveForNextSlot, openReject, openRequestChanges, undoByButton } from './approval.js'
import { showRequests } from '../pins/lists/requests.js'
import { takeBackByButton } from './take-back.js'
import { submitReason } from './submit-reason.js'
import { approveAllByButton, chooseOfLine, turnTogether } from './together.js'

export const approvalListeners = {
  actions: {
    [action.homeRequests]: showRequests,
    [action.approve]: approveByButton,
    [action.approveNextSlot]: approveForNextSlot,
    [action.requestChanges]: openRequestChanges,
    [action.rejectPin]: openReject,
    [action.takeBack]: takeBackByButton,
    [action.approveAll]: approveAllByButton,
    [action.undoDecision]: undoByButton,
    [action.approvalLine]: chooseOfLine,
    [action.approvalsNext]: turnTogether,
    [action.approvalsFirst]: turnTogether,
  },
  views: {
    [view.requestChanges]: submitReason,
    [view.rejectPin]: submitReason,
  },
} as const satisfies Listeners
