/** The events of webhooks. */
export const POST_EVENTS = ['post.scheduled', 'post.sent', 'post.failed', 'post.late', 'post.deleted'] as const
export const APPROVAL_EVENTS = [
  'approval.requested',
  'approval.reminded',
  'approval.step_decided',
  'approval.decided',
  'approval.held',
] as const
export const COMMENT_EVENTS = ['comment.created'] as const
export const ACCOUNT_EVENTS = ['account.connected', 'account.reconnect_required', 'schedule.full'] as const
export const EVENTS = [...POST_EVENTS, ...APPROVAL_EVENTS, ...COMMENT_EVENTS, ...ACCOUNT_EVENTS] as const

export type PostEvent = (typeof POST_EVENTS)[number]
export type ApprovalEvent = (typeof APPROVAL_EVENTS)[number]
export type CommentEvent = (typeof COMMENT_EVENTS)[number]
export type AccountEvent = (typeof ACCOUNT_EVENTS)[number]
export type WebhookEvent = (typeof EVENTS)[number]

/** Selects every event for an endpoint, also those that are added later. */
export const ALL_EVENTS = '*'
/** The event of a test, sent on request and only to the tested endpoint. */
export const TEST_EVENT = 'webhook.test'

/** Returns the public id of an event: its id with a prefix. */
export const eventIdOf = (id: string): string => `evt_${id}`
