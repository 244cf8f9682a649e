/** Events in words. */
import type { ALL_EVENTS, WebhookEvent } from '../../src/core/events/events.js'

/** Events in the order of the core's list. */
export const EVENT_TEXT: Record<WebhookEvent, string> = {
  'post.scheduled': 'A pin is scheduled or moved',
  'post.sent': 'A pin is published',
  'post.failed': 'A pin fails',
  'post.late': 'A pin is late',
  'post.deleted': 'A pin is deleted',
  'approval.requested': 'Someone asks for approval',
  'approval.reminded': 'Approvers are reminded of a request',
  'approval.step_decided': 'A step of a request is approved',
  'approval.decided': 'A request is decided or withdrawn',
  'approval.held': 'A request is put on hold',
  'comment.created': 'Someone comments on a pin',
  'account.connected': 'An account is connected',
  'account.reconnect_required': 'An account must be reconnected',
  'schedule.full': 'No slot is open',
}

export const ALL: typeof ALL_EVENTS = '*'

/** The event in words; a test message has no event. */
export const eventText = (type: WebhookEvent | 'webhook.test'): string => (type === 'webhook.test' ? 'Test' : EVENT_TEXT[type])
