/** Every reason and code with which /v1 refuses, as data: its meaning to a client, and its message. */
import type { ErrorCode, Reason } from '../../core/lib/errors.js'
import { STATUS } from '../errors.js'

/** Reasons of changes that only Slack offers. */
type SlackOnly = 'post_not_published'
export type PublicReason = Exclude<Reason, SlackOnly>

export type Explained = {
  code: ErrorCode
  /** The meaning, as the rest of a sentence that begins with the name. */
  means: string
  /** An example of the message in an answer. */
  message: string
  field?: string
  /** A path below the server's address. */
  resolvePath?: string
}

/** Exhaustive: a reason of /v1 that is missing does not compile. */
export const REASONS: Readonly<Record<PublicReason, Explained>> = {
  insufficient_credits: {
    code: 'PAYMENT_REQUIRED',
    means: 'the account has too few credits left in this billing period',
    message: 'This account does not have enough credits. Buy credits or wait for the next period.',
    resolvePath: '/billing/credits',
  },
  trial_exhausted: {
    code: 'PAYMENT_REQUIRED',
    means: 'the account has no publishing access, and its trial pins are used up',
    message: 'Not enough trial pins are left. Choose a plan to continue.',
    resolvePath: '/billing/plans',
  },
  no_access: {
    code: 'PAYMENT_REQUIRED',
    means: 'the account has no publishing access and no trial',
    message: 'This account has no publishing access. Choose a plan with publishing.',
    resolvePath: '/billing/plans',
  },
  account_not_connected: {
    code: 'PAYMENT_REQUIRED',
    means: 'the account is disconnected, on a plan that counts connected accounts',
    message: 'This account is disconnected from Pinterest. Reconnect it.',
    resolvePath: '/connect/12',
  },
  legacy_post_limit_exceeded: {
    code: 'PAYMENT_REQUIRED',
    means: 'the plan’s post limit for this billing period would be exceeded',
    message: "The plan's post limit for this billing period would be exceeded. Choose a larger plan.",
    resolvePath: '/billing/plans',
  },
  platform_analytics_forbidden: {
    code: 'FORBIDDEN',
    means: 'Pinterest gives analytics to business accounts only; retrying does not help',
    message: 'Analytics need a Pinterest business account. Trying again will not help.',
  },
  platform_board_forbidden: {
    code: 'FORBIDDEN',
    means: 'Pinterest does not let the account do this with the board, usually because someone else owns it',
    message: 'Pinterest refused this for the account, usually because it does not own the board.',
  },
  platform_trends_forbidden: {
    code: 'FORBIDDEN',
    means: 'Pinterest does not show this account or this service what people search for, and there is no earlier answer',
    message: 'Pinterest does not show this account what people search for. Trying again will not help.',
  },
  schedule_locked: {
    code: 'CONFLICT',
    means: 'the account’s schedule is being changed, for example by a rebuild; try again shortly',
    message: 'The schedule of this account is being changed. Nothing was saved: try again shortly.',
  },
  post_status_changed: {
    code: 'CONFLICT',
    means: 'the post changed while it was being saved; read it again',
    message: 'The post changed while it was being saved. Nothing was saved: read it again.',
  },
  post_not_editable: {
    code: 'CONFLICT',
    means: 'the post is being published or has been published',
    message: 'The post is being published and can no longer be changed here.',
  },
  post_not_schedulable: {
    code: 'CONFLICT',
    means: 'the post is being published, has been published, or is a draft where a scheduled post is needed',
    message: 'The post is being published and cannot be rescheduled.',
  },
  outcome_known: {
    code: 'CONFLICT',
    means: 'the outcome of the post is known, or is still being checked automatically',
    message: 'We already know what happened to this post. Check it again.',
  },
  not_compared: {
    code: 'CONFLICT',
    means: 'the service was restored from a backup, and the operator has not compared the account’s boards yet',
    message:
      'Pinslot was restored from a backup. This account stays paused until the operator has compared its boards with its queue.',
  },
  outcome_unknown: {
    code: 'CONFLICT',
    means: 'it is not known yet whether the post is on Pinterest; record its outcome first',
    message:
      'It is not known yet whether this post was published, so it is not published again. Check its board, then record the outcome.',
  },
  publishing_paused: {
    code: 'CONFLICT',
    means: 'publishing is paused for the account, so nothing can go out now',
    message: 'Publishing is paused for this account. Resume it, or schedule the post for later.',
  },
  account_on_hold: {
    code: 'CONFLICT',
    means: 'Pinterest takes nothing from the account for now; its `hold` says why',
    message: 'Pinterest takes no pins from this account now. Resume it, or schedule the post for later.',
  },
  slot_not_open: {
    code: 'CONFLICT',
    means: 'no slot is open at the requested time',
    message: 'No slot is open at this time. Nothing was changed: choose another time.',
  },
  undo_expired: {
    code: 'CONFLICT',
    means: 'the ten minutes for undoing it are over, or there is nothing to undo',
    message: 'You can undo a change for 10 minutes only. Change the post itself.',
  },
  generation_started: {
    code: 'CONFLICT',
    means: 'the page is already being read, or the generation is over',
    message: 'This is already over, so it cannot be cancelled.',
  },
  import_over: {
    code: 'CONFLICT',
    means: 'the import is already over',
    message: 'This import is already over, so it cannot be cancelled.',
  },
  feed_exists: {
    code: 'CONFLICT',
    means: 'the account already has a feed with that URL',
    message: 'This account already has that feed. Change it, or use another URL.',
  },
  feed_paused: {
    code: 'CONFLICT',
    means: 'the feed is paused and is not being checked',
    message: 'This feed is paused. Resume it first.',
  },
  approval_decided: {
    code: 'CONFLICT',
    means: 'the request was already decided or withdrawn',
    message: 'This pin is already approved.',
  },
  approval_outdated: {
    code: 'CONFLICT',
    means: 'the post was edited after the version the decision is about',
    message: 'The pin changed after you saw it, so nothing was scheduled. Check the new version.',
  },
  approval_time_past: {
    code: 'BAD_REQUEST',
    means: 'the requested time has passed',
    message:
      'The requested time has passed, so nothing was scheduled. Approve it for the next open slot or request another time.',
  },
  webhook_ended: {
    code: 'CONFLICT',
    means: 'the receiver returned 410, so the webhook has ended; delete it and add another one',
    message: 'The receiver returned 410, so this webhook has ended. Delete it and add another one.',
  },
  webhook_paused: {
    code: 'CONFLICT',
    means: 'the webhook is paused; resume it first',
    message: 'This webhook is paused. Resume it, then send the test.',
  },
  delivery_waiting: {
    code: 'CONFLICT',
    means: 'the delivery is still waiting to be sent, so there is nothing to repeat',
    message: 'This delivery is still waiting to be sent, so there is nothing to repeat.',
  },
  upload_already_attached: {
    code: 'CONFLICT',
    means: 'the upload is already used by a post; an upload can be used once',
    message: 'This uploadId is already attached to a post. Ask for a new one for another post.',
  },
  idempotency_in_progress: {
    code: 'CONFLICT',
    means: 'the first request with this Idempotency-Key is still running',
    message: 'A request with this Idempotency-Key is still in progress. Try again shortly.',
  },
  platform_reconnect_required: {
    code: 'UNPROCESSABLE_ENTITY',
    means: 'the connection to Pinterest is dead or lacks a permission; the account holder must reconnect it',
    message: 'The connection to Pinterest is unusable. The account holder must reconnect it.',
  },
  no_open_slot: {
    code: 'UNPROCESSABLE_ENTITY',
    means: 'the schedule has no open slot within ten years; nothing was written',
    message: 'No open slot on this schedule within ten years. Add a timeslot or pass sendAt.',
  },
  idempotency_key_reused: {
    code: 'UNPROCESSABLE_ENTITY',
    means: 'this Idempotency-Key was used with a different request',
    message: 'This Idempotency-Key was used with a different request. Use a new key.',
  },
  recommended_pins_rate_limited: {
    code: 'TOO_MANY_REQUESTS',
    means: 'the organization has searched for the maximum number of different keywords in an hour',
    message:
      'Your organization has searched for 30 different keywords in the last hour, the limit. Repeat an earlier keyword, or try a new one in 12 minutes.',
  },
  recommended_pins_search_failed: {
    code: 'BAD_GATEWAY',
    means: 'Pinterest’s search of public pins did not answer, or refused the search',
    message: 'The public pin search could not be reached. Try again. Nothing was changed.',
  },
  platform_rate_limited: {
    code: 'SERVICE_UNAVAILABLE',
    means: 'Pinterest is limiting our requests; Retry-After says for how long',
    message: 'Pinterest is limiting our requests right now. Try again later.',
  },
  slot_resolution_timeout: {
    code: 'SERVICE_UNAVAILABLE',
    means: 'finding the next open slot took too long; nothing was written',
    message: 'Finding the next open slot took too long. Nothing was written: try again or pass sendAt.',
  },
  media_store_unavailable: {
    code: 'SERVICE_UNAVAILABLE',
    means: 'images and videos cannot be stored or read right now',
    message: 'Images and videos cannot be stored or read right now. Try again shortly.',
  },
  platform_timeout: {
    code: 'GATEWAY_TIMEOUT',
    means: 'Pinterest did not answer in time or its answer was unusable; a write may have taken effect: read before you retry',
    message: 'Pinterest did not answer in time. Nothing was changed: try again.',
  },
  schedule_timeout: {
    code: 'GATEWAY_TIMEOUT',
    means: 'building the schedule took too long',
    message: 'Building the schedule took too long. Try again or ask for a shorter window.',
  },
  recommended_pins_board_too_large: {
    code: 'GATEWAY_TIMEOUT',
    means: 'the board has too many pins to read completely',
    message: 'The board has more than 5000 pins, too many for one request. Nothing was changed: choose a smaller board.',
  },
  recommended_pins_timeout: {
    code: 'GATEWAY_TIMEOUT',
    means: 'the operation as a whole took too long',
    message: 'Finding pins for this board took too long. Nothing was changed: try again.',
  },
}

/** Codes that always have a reason, and one that no operation of its own can cause: a method that a path does not have. */
type NeverAlone =
  | 'PAYMENT_REQUIRED'
  | 'METHOD_NOT_ALLOWED'
  | 'CONFLICT'
  | 'UNPROCESSABLE_ENTITY'
  | 'BAD_GATEWAY'
  | 'GATEWAY_TIMEOUT'

/** Codes without a reason. */
export const CODES: Readonly<Record<Exclude<ErrorCode, NeverAlone>, Explained>> = {
  BAD_REQUEST: {
    code: 'BAD_REQUEST',
    means: 'a field is missing, malformed or breaks a rule: `field` names it, and the message says how to fix it',
    message: 'sendAt must be in the future.',
    field: 'sendAt',
  },
  UNAUTHORIZED: {
    code: 'UNAUTHORIZED',
    means: 'the key is missing, wrong, expired or revoked',
    message: 'Missing or invalid API key. Send it as Authorization: Bearer <API_KEY>.',
  },
  FORBIDDEN: {
    code: 'FORBIDDEN',
    means: 'the role of the key or its person does not allow this',
    message: 'Only schedulers and admins can do this. Ask an admin of your workspace.',
  },
  NOT_FOUND: {
    code: 'NOT_FOUND',
    means: 'it does not exist, or this key cannot see it',
    message: 'Account not found.',
  },
  PAYLOAD_TOO_LARGE: {
    code: 'PAYLOAD_TOO_LARGE',
    means: 'the body is larger than 1 MiB (16 MiB for an import)',
    message: 'The request body is too large: at most 1 MiB.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    means: 'the Content-Type is not application/json',
    message: 'The body must be JSON: send Content-Type: application/json.',
  },
  RATE_LIMIT_EXCEEDED: {
    code: 'RATE_LIMIT_EXCEEDED',
    means: 'the key’s requests for this UTC day are used up',
    message: 'Daily rate limit of 5000 requests exceeded. Resets at midnight UTC.',
  },
  TOO_MANY_REQUESTS: {
    code: 'TOO_MANY_REQUESTS',
    means: 'too many requests at once or within an hour; Retry-After says when to try again',
    message: 'Too many requests from your organization are waiting (at most 500, for at most 30 s). Send fewer at once.',
  },
  INTERNAL_SERVER_ERROR: {
    code: 'INTERNAL_SERVER_ERROR',
    means: 'an error on our side; the requestId identifies it in our log',
    message: 'Something went wrong on our side. Quote the requestId when you report it.',
  },
  SERVICE_UNAVAILABLE: {
    code: 'SERVICE_UNAVAILABLE',
    means: 'it cannot be done right now; Retry-After says when to try again',
    message: 'Pinterest does not allow Pinslot to do this right now. The operator has been alerted. Try again later.',
  },
}

/** A refusal of an operation: a reason, or a code that has none. */
export type Refusal = PublicReason | keyof typeof CODES

export const explained = (refusal: Refusal): Explained =>
  refusal in REASONS ? REASONS[refusal as PublicReason] : CODES[refusal as keyof typeof CODES]

export const isReason = (refusal: Refusal): refusal is PublicReason => refusal in REASONS

/** Groups refusals by the status of the answer, the lowest first. */
export function byStatus(refusals: readonly Refusal[]): [number, Refusal[]][] {
  const found = new Map<number, Refusal[]>()
  for (const refusal of refusals) {
    const status = STATUS[explained(refusal).code]
    found.set(status, [...(found.get(status) ?? []), refusal])
  }
  return [...found].sort(([one], [other]) => one - other)
}

/** Refusals of any request to Pinterest. */
export const PLATFORM = [
  'platform_reconnect_required',
  'platform_rate_limited',
  'SERVICE_UNAVAILABLE',
  'platform_timeout',
] as const satisfies Refusal[]

/** Refusals of requests about boards. */
export const BOARD_CALLS = [...PLATFORM, 'platform_board_forbidden'] as const satisfies Refusal[]

/** Refusals of requests for analytics. */
export const ANALYTICS = [...PLATFORM, 'platform_analytics_forbidden'] as const satisfies Refusal[]

/** Refusals of requests for trends, if no earlier answer is stored. */
export const TRENDS = [...PLATFORM, 'platform_trends_forbidden'] as const satisfies Refusal[]

/** Reasons to deny a charge. */
export const DENIALS = [
  'insufficient_credits',
  'trial_exhausted',
  'no_access',
  'account_not_connected',
  'legacy_post_limit_exceeded',
] as const satisfies Refusal[]

/** Refusals of storing media. */
export const MEDIA = ['upload_already_attached', 'media_store_unavailable', 'SERVICE_UNAVAILABLE'] as const satisfies Refusal[]

/** Refusals of searching the next open slot. */
export const SLOT_SEARCH = ['no_open_slot', 'slot_resolution_timeout'] as const satisfies Refusal[]

/** Collects all refusals of an operation: those of every operation of its form, and its own. */
export function refusalsOf({ method, url }: { method: string; url: string }, own: readonly Refusal[]): Refusal[] {
  const all: Refusal[] = [
    'BAD_REQUEST',
    'UNAUTHORIZED',
    'RATE_LIMIT_EXCEEDED',
    'TOO_MANY_REQUESTS',
    'INTERNAL_SERVER_ERROR',
    'SERVICE_UNAVAILABLE',
  ]
  if (url.includes(':')) all.push('NOT_FOUND')
  if (method !== 'GET') all.push('PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE')
  if (method === 'POST') all.push('idempotency_in_progress', 'idempotency_key_reused')
  return [...new Set([...all, ...own])]
}
