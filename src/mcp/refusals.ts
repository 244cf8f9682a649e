/** A refusal that a model can act on: the problem, the field, and the next step. */
import { databaseAway } from '../core/lib/database-away.js'
import { DomainError, type ErrorCode, type Reason } from '../core/lib/errors.js'
import { rowToWire } from '../http/errors.js'
import { fenced } from './fence.js'

/** Names of the tools in each list. */
const NAMES = {
  usual: {
    me: 'who_am_i',
    accounts: 'who_am_i',
    pins: 'find_pins',
    pin: 'show_pin',
    boards: 'list_boards',
    slots: 'list_slots',
    addSlot: 'save_slot',
    approvals: 'list_approvals',
    ask: 'ask_for_approval',
    report: 'report_issue',
  },
  all: {
    me: 'getPrincipal',
    accounts: 'listAccounts',
    pins: 'listPosts',
    pin: 'getPost',
    boards: 'listBoards',
    slots: 'listTimeslots',
    addSlot: 'createTimeslot',
    approvals: 'listApprovals',
    ask: 'schedulePost',
    report: 'createIssueReport',
  },
}
export type ToolList = keyof typeof NAMES
type Next = string | ((tools: (typeof NAMES)[ToolList]) => string)

/** The next step unless the reason has a more specific one. */
const NEXT = {
  BAD_REQUEST: 'Correct the field and call again.',
  UNAUTHORIZED: 'Ask the person for a key that works.',
  PAYMENT_REQUIRED: 'Tell the person, and give them resolveUrl. Nothing was done.',
  FORBIDDEN: (tools) =>
    `Tell the person that this key cannot do it; calling again does not help. ${tools.me} says what it can do.`,
  NOT_FOUND: (tools) =>
    `Look the id up: ${tools.accounts} has the accounts, ${tools.pins} the pins, ${tools.boards} the boards, ${tools.slots} the slots.`,
  METHOD_NOT_ALLOWED: 'Use another tool.',
  CONFLICT: 'Read the current state, then decide again.',
  PAYLOAD_TOO_LARGE: 'Send less.',
  UNSUPPORTED_MEDIA_TYPE: 'Use another file.',
  UNPROCESSABLE_ENTITY: 'Tell the person what the message says.',
  RATE_LIMIT_EXCEEDED: 'Stop for today: this key has reached its limit.',
  TOO_MANY_REQUESTS: 'Wait for retryAfterSeconds, then call again.',
  INTERNAL_SERVER_ERROR: (tools) => `Call again once. If it keeps failing, ${tools.report} with the requestId.`,
  BAD_GATEWAY: 'Pinterest failed: call again in a minute.',
  SERVICE_UNAVAILABLE: 'Wait a minute, then call again.',
  GATEWAY_TIMEOUT: 'Read the current state before you call again: it may have been done.',
} satisfies Record<ErrorCode, Next>

const NEXT_FOR: Record<Reason, Next | null> = {
  insufficient_credits: null,
  trial_exhausted: null,
  no_access: null,
  legacy_post_limit_exceeded: null,
  account_not_connected: 'Tell the person to connect the account with /pin connect in Slack.',
  platform_reconnect_required: 'Tell the person to reconnect the account with /pin connect in Slack.',
  platform_analytics_forbidden: 'Tell the person that Pinterest gives these stats to business accounts only.',
  platform_board_forbidden: (tools) => `Use another board: ${tools.boards} has them.`,
  platform_trends_forbidden: 'Tell the person, and continue without trends.',
  schedule_locked: 'Call again in a few seconds.',
  schedule_timeout: 'Call again in a few seconds.',
  slot_resolution_timeout: 'Call again in a few seconds, or give sendAt.',
  post_status_changed: (tools) => `Read it with ${tools.pin}, then decide again.`,
  post_not_editable: (tools) => `It is being or has been published, so it cannot be changed here. ${tools.pin} shows its state.`,
  post_not_schedulable: (tools) => `It is being or has been published. ${tools.pin} shows its state.`,
  post_not_published: (tools) => `It is not on Pinterest yet. ${tools.pin} says when it goes out.`,
  outcome_known: (tools) => `Its outcome is known: ${tools.pin} shows it.`,
  outcome_unknown: 'Ask the person to check Pinterest and record in Slack whether the pin is there.',
  publishing_paused: 'Ask an admin to resume publishing, or schedule it for later.',
  account_on_hold: 'Tell the person what Pinterest said (the hold of the account), or schedule it for later.',
  not_compared: 'Wait: the service was restored from a backup, and its operator must compare the boards first.',
  slot_not_open: 'Use useNextOpenSlot, or leave requireOpenSlot out.',
  no_open_slot: (tools) => `Give sendAt, or add a slot with ${tools.addSlot}.`,
  undo_expired: 'Change or delete the pins themselves.',
  import_over: 'Read it with getImport, and delete unwanted pins.',
  generation_started: 'Read it with getGeneration, and delete unwanted drafts.',
  feed_exists: 'listFeeds shows which one it is.',
  feed_paused: 'Resume it with updateFeed first.',
  approval_decided: (tools) => `${tools.approvals} shows the decision.`,
  approval_outdated: 'Read the new version first.',
  approval_time_past: (tools) => `Ask again with another time: ${tools.ask}.`,
  webhook_ended: 'Tell the person that the receiver ended this webhook, so a new one is needed.',
  webhook_paused: 'Resume it with updateWebhook first.',
  delivery_waiting: 'Wait: listWebhookDeliveries shows when it is tried next.',
  upload_already_attached: 'An upload can be used for one pin only: make another upload, or use mediaUrl.',
  idempotency_in_progress: 'Call again in a few seconds with the same idempotencyKey.',
  idempotency_key_reused: 'Use a new idempotencyKey for another request.',
  platform_rate_limited: 'Wait for retryAfterSeconds, then call again.',
  platform_timeout: 'Read the current state before you call again: it may have been done.',
  recommended_pins_rate_limited: 'Wait for retryAfterSeconds, or use a keyword that was searched before.',
  recommended_pins_search_failed: 'Call again in a minute.',
  recommended_pins_board_too_large: 'Use another board.',
  recommended_pins_timeout: 'Call again in a minute.',
  media_store_unavailable: 'Call again in a minute.',
}

export type Refusal = {
  code: ErrorCode
  reason?: Reason
  field?: string
  message: string
  /** The wrong posts of a batch that is refused as a whole. */
  rows?: ReturnType<typeof rowToWire>[]
  next: string
  retryAfterSeconds?: number
  resolveUrl?: string
  requestId: string
}

const masked = () => new DomainError('INTERNAL_SERVER_ERROR', 'Something went wrong on our side. It is not known what was done.')

/**
 * Builds the refusal, with the next step in the names of the list's tools.
 * @param error unknown ones are masked: the caller has logged them
 */
export function refusalOf(
  error: unknown,
  { requestId, publicUrl, list }: { requestId: string; publicUrl: string; list: ToolList },
): Refusal {
  const { code, message, details } = error instanceof DomainError ? error : (databaseAway(error) ?? masked())
  const { reason, field, rows, retryAfterSeconds, resolvePath } = details
  const next: Next = (reason && NEXT_FOR[reason]) ?? NEXT[code]
  return {
    code,
    ...(reason !== undefined && { reason }),
    ...(field !== undefined && { field }),
    message,
    ...(rows !== undefined && { rows: rows.map(rowToWire) }),
    next: typeof next === 'string' ? next : next(NAMES[list]),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(resolvePath !== undefined && { resolveUrl: publicUrl + forAgents(resolvePath) }),
    requestId,
  }
}

/** Agents get the plans page instead of a purchase. @see docs/contract.md#denials */
const forAgents = (resolvePath: string) => (resolvePath.startsWith('/billing') ? '/plans' : resolvePath)

export const refused = (refusal: Refusal) => ({
  isError: true,
  content: [{ type: 'text' as const, text: JSON.stringify({ error: refusal }) }],
})

/**
 * A tool's result, also as text for clients that show no structure.
 * @param mark set if the result contains text of others
 */
export const answered = (result: object, mark: string | undefined) => {
  const text = JSON.stringify(result)
  return {
    content: [{ type: 'text' as const, text: mark === undefined ? text : fenced(text, mark) }],
    structuredContent: result as Record<string, unknown>,
  }
}
