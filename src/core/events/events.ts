/** What webhooks tell of. */
export const POST_EVENTS = ['post.scheduled', 'post.sent', 'post.failed', 'post.late', 'post.deleted'] as const
export const APPROVAL_EVENTS = ['approval.requested', 'approval.decided'] as const
export const ACCOUNT_EVENTS = ['account.connected', 'account.reconnect_required', 'schedule.full'] as const
export const EVENTS = [...POST_EVENTS, ...APPROVAL_EVENTS, ...ACCOUNT_EVENTS] as const

export type PostEvent = (typeof POST_EVENTS)[number]
export type ApprovalEvent = (typeof APPROVAL_EVENTS)[number]
export type AccountEvent = (typeof ACCOUNT_EVENTS)[number]
export type WebhookEvent = (typeof EVENTS)[number]

/** Of an endpoint: every event, also those that are added later. */
export const ALL_EVENTS = '*'
/** Sent on request, to the endpoint that is tested alone. */
export const TEST_EVENT = 'webhook.test'

/** Outside, an event is called by its id with this in front. */
export const eventIdOf = (id: string): string => `evt_${id}`
