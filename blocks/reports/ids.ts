/** Ids in the views of reports; payloads return them. */

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
