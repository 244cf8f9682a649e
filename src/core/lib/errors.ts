/**
 * What can go wrong, in terms of the domain. It has no HTTP status and no Slack text: each entry point has its own exhaustive
 * table.
 */
export type ErrorCode =
  | 'BAD_REQUEST'
  | 'UNAUTHORIZED'
  | 'PAYMENT_REQUIRED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'CONFLICT'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'UNPROCESSABLE_ENTITY'
  | 'RATE_LIMIT_EXCEEDED'
  | 'TOO_MANY_REQUESTS'
  | 'INTERNAL_SERVER_ERROR'
  | 'BAD_GATEWAY'
  | 'SERVICE_UNAVAILABLE'
  | 'GATEWAY_TIMEOUT'

export type Reason =
  | 'insufficient_credits'
  | 'trial_exhausted'
  | 'no_access'
  | 'account_not_connected'
  | 'legacy_post_limit_exceeded'
  | 'platform_analytics_forbidden'
  | 'platform_board_forbidden'
  | 'platform_trends_forbidden'
  | 'schedule_locked'
  | 'post_status_changed'
  | 'post_not_editable'
  | 'post_not_schedulable'
  | 'post_not_published'
  | 'outcome_known'
  | 'outcome_unknown'
  | 'publishing_paused'
  | 'account_on_hold'
  | 'not_compared'
  | 'slot_not_open'
  | 'undo_expired'
  | 'generation_started'
  | 'import_over'
  | 'feed_exists'
  | 'feed_paused'
  | 'approval_decided'
  | 'approval_outdated'
  | 'approval_time_past'
  | 'webhook_ended'
  | 'webhook_paused'
  | 'delivery_waiting'
  | 'upload_already_attached'
  | 'idempotency_in_progress'
  | 'platform_reconnect_required'
  | 'no_open_slot'
  | 'idempotency_key_reused'
  | 'platform_rate_limited'
  | 'slot_resolution_timeout'
  | 'platform_timeout'
  | 'schedule_timeout'
  | 'recommended_pins_rate_limited'
  | 'recommended_pins_search_failed'
  | 'recommended_pins_board_too_large'
  | 'recommended_pins_timeout'
  | 'media_store_unavailable'

/** A file that Slack does not show us: in a conversation to which Pinslot can be invited, or in one to which it cannot. */
export type UnseenFile = 'file_unseen' | 'file_unseen_dm'
export const isUnseenFile = (rule: BrokenRule | undefined): rule is UnseenFile =>
  rule === 'file_unseen' || rule === 'file_unseen_dm'

/** The broken rule of a field, for entry points that use their own words for it. */
export type BrokenRule =
  | UnseenFile
  | 'board_named_twice'
  | 'carousel_has_video'
  | 'carousel_too_long'
  | 'link_of_other_kind'
  | 'needed_to_schedule'
  | 'section_not_on_board'
  | 'series_as_draft'
  | 'upload_of_other_kind'
  | 'upload_unknown'

/** Returns the entry point's name for a thing of the contract: a field of the input, or a post. */
export type Called = (name: string) => string
/**
 * A sentence that says what is wrong. Things that an entry point may name differently are named only through `of`, so no sentence
 * is rewritten later.
 */
export type Sentence = string | ((of: Called) => string)
export const say = (sentence: Sentence, of: Called): string => (typeof sentence === 'string' ? sentence : sentence(of))

/** One of several problems of an input. */
export type Issue = { field: string; sentence: Sentence; rule?: BrokenRule }

export type ErrorDetails = {
  reason?: Reason
  /** The input field that broke the rule, in the contract's words (`sendAt`, `carouselItems[1].mediaUrl`). */
  field?: string
  /** Set for BAD_REQUEST. */
  rule?: BrokenRule
  /** Set for BAD_REQUEST when there is no such field. */
  isUnknownField?: true
  /**
   * All problems, this one first, when a BAD_REQUEST concerns more than one field. Forms show all of them; a request is answered
   * with the first.
   */
  issues?: Issue[]
  /** The page where a denial can be resolved: a path below PUBLIC_URL, made absolute by the entry point. */
  resolvePath?: string
  /** Set for a denial: how many of the requested pins there is credit for. */
  credit?: { fits: number; count: number }
  /** Whole seconds to wait before a retry. */
  retryAfterSeconds?: number
  /**
   * Set for BAD_REQUEST when the file's host was busy, too slow or broke off, and may answer later. `retryAfter`: the header as
   * received.
   */
  busyHost?: { retryAfter: string | null }
  /** Set for NOT_FOUND: the thing that does not exist. */
  thing?: Thing
  /** True for a write without an answer: it may have taken effect. */
  isUncertain?: boolean
  /** Set for platform_timeout when the platform answered in time: why the answer is unusable, as the rest of a sentence. */
  unusable?: string
  /** Set for an imported file: its columns that look like times and would be lost. */
  unreadTimes?: readonly string[]
  /** True when a retry would be refused again. */
  isLasting?: boolean
  /** True when the connection works but lacks a permission. */
  lacksPermission?: boolean
  /** Set for a request with many rows: the refused ones, each with its own reason. */
  rows?: readonly RowRefusal[]
}

/** `index`: the row's position in the request, from 0. */
export type RowRefusal = { index: number; error: DomainError }

/** Codes of temporary failures: a retry may succeed. */
const PASSING: readonly ErrorCode[] = [
  'SERVICE_UNAVAILABLE',
  'GATEWAY_TIMEOUT',
  'BAD_GATEWAY',
  'TOO_MANY_REQUESTS',
  'INTERNAL_SERVER_ERROR',
]
export const mayPass = (code: ErrorCode): boolean => PASSING.includes(code)

/** The only error that an entry point shows to a person; all others are masked. Its `message` uses the contract's names. */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  constructor(
    readonly code: ErrorCode,
    readonly sentence: Sentence,
    readonly details: ErrorDetails = {},
  ) {
    super(say(sentence, (name) => name))
  }
}

/** Refuses bad input. The sentence names the field, through `of`, and the fix. */
export const badRequest = (field: string, sentence: Sentence, rule?: BrokenRule) =>
  new DomainError('BAD_REQUEST', sentence, { field, ...(rule && { rule }) })

export type Thing =
  | 'Account'
  | 'Approval'
  | 'Batch'
  | 'Board'
  | 'Board section'
  | 'Board list'
  | 'Pin'
  | 'Post'
  | 'Timeslot'
  | 'Resource'

/** Makes the error for a missing thing, also for one of another organization: equal answers reveal nothing. */
export const notFound = (thing: Thing) => new DomainError('NOT_FOUND', (of) => `${of(thing)} not found.`, { thing })

export const conflict = (reason: Reason, sentence: Sentence) => new DomainError('CONFLICT', sentence, { reason })

export const paymentRequired = (reason: Reason, message: string, resolvePath: string) =>
  new DomainError('PAYMENT_REQUIRED', message, { reason, resolvePath })

export const reconnectRequired = () =>
  new DomainError('UNPROCESSABLE_ENTITY', 'The connection to Pinterest is unusable. The account holder must reconnect it.', {
    reason: 'platform_reconnect_required',
  })

export const noOpenSlot = () =>
  new DomainError(
    'UNPROCESSABLE_ENTITY',
    (of) => `No open slot on this schedule within ten years. Add a timeslot or pass ${of('sendAt')}.`,
    {
      reason: 'no_open_slot',
    },
  )

export const slotResolutionTimeout = () =>
  new DomainError(
    'SERVICE_UNAVAILABLE',
    (of) => `Finding the next open slot took too long. Nothing was written: try again or pass ${of('sendAt')}.`,
    {
      reason: 'slot_resolution_timeout',
      retryAfterSeconds: 5,
    },
  )

export const mediaBusy = () =>
  new DomainError('SERVICE_UNAVAILABLE', 'Too many images and videos are being prepared. Try again shortly.', {
    retryAfterSeconds: 5,
  })

/** The media store does not answer, refuses our credentials or is full: the request itself is valid. */
export class MediaStoreUnavailable extends DomainError {
  /** @param cause the store's message, only for operators */
  constructor(override readonly cause: Error) {
    super('SERVICE_UNAVAILABLE', 'Images and videos cannot be stored or read right now. Try again shortly.', {
      reason: 'media_store_unavailable',
      retryAfterSeconds: STORE_RETRY_S,
    })
  }
}
const STORE_RETRY_S = 30

export const scheduleTimeout = () =>
  new DomainError('GATEWAY_TIMEOUT', 'Building the schedule took too long. Try again or ask for a shorter window.', {
    reason: 'schedule_timeout',
  })
