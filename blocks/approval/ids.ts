/** Ids in the views of approval; payloads return them. */

export const approvalViews = {
  requestChanges: 'request_changes',
  rejectPin: 'reject_pin',
} as const

export const approvalActions = {
  approve: 'approve_pin',
  approveNextSlot: 'approve_in_next_slot',
  requestChanges: 'open_request_changes',
  rejectPin: 'open_reject_pin',
  takeBack: 'take_back_request',
  approveAll: 'approve_all_pins',
  undoDecision: 'undo_decision',
  approvalLine: 'approval_line',
  approvalsNext: 'approvals_next',
  approvalsFirst: 'approvals_first',
} as const
