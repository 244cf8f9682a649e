/** Ids that the views of reports carry out and a payload brings back. */

export const reportViews = {
  report: 'report_issue',
  request: 'request_capability',
  resolveReport: 'resolve_report',
} as const

export const reportActions = {
  report: 'open_report',
  request: 'open_request',
  claimReport: 'claim_report',
  giveBackReport: 'give_back_report',
  resolveReport: 'resolve_report',
} as const
