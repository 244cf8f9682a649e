/** Ids that the views of approval carry out and a payload brings back. */

export const approvalViews = {
  requestChanges: 'request_changes',
  rejectPin: 'reject_pin',
} as const

export const approvalActions = {
  approve: 'approve_pin',
  approveNextSlot: 'approve_in_next_slot',
  requestChanges: 'open_request_changes',
  rejectPin: 'open_reject_pin',
} as const
