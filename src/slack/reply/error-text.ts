/** What people in Slack read in place of an API client's words, and what they can do next. */
import { whyNotAnswered } from '../../core/accounts/connect/platform-refusals.js'
import type { DomainError, Reason, Thing } from '../../core/lib/errors.js'

/** What may have become of it, and where to check. A new thing without its text does not compile. */
export const NOT_THERE: Record<Thing, string> = {
  Account: 'It may have been removed meanwhile: Home shows those that are there.',
  Approval: 'Its pin may have been removed long ago.',
  Board: 'It may have been deleted meanwhile: see /pin boards.',
  'Board section': 'It may have been deleted meanwhile: /pin boards shows the sections of each board.',
  'Board list': 'It may have been deleted meanwhile.',
  Pin: 'It may have been deleted on the platform, or it is none of this account.',
  Post: 'It may have been removed meanwhile: see /pin queue.',
  Timeslot: 'It may have been removed meanwhile: see /pin slots.',
  Resource: 'It may have been removed meanwhile.',
}

/**
 * What a person reads for each reason. `next`: what can be done, behind what the core says. `own`: all of it, where the core speaks of what
 * only an API client can do. `asItSays`: the core's sentence fits. A new reason without its text does not compile.
 */
export type ReasonText = { next: string } | { own: string | ((error: DomainError) => string) } | 'asItSays'
export const REASON_TEXT = {
  insufficient_credits: { next: 'Save it as a draft, or buy credits:' },
  trial_exhausted: { next: 'Save it as a draft, or choose a plan:' },
  no_access: { next: 'Save it as a draft, or choose a plan:' },
  account_not_connected: { next: 'Save it as a draft. By /pin connect or here, an admin may connect the account again:' },
  legacy_post_limit_exceeded: { next: 'Save it as a draft, or choose a larger plan:' },
  platform_analytics_forbidden: {
    next: 'An account is turned into a business account at Pinterest; numbers come from then on.',
  },
  platform_board_forbidden: { next: 'Its owner may do it, and this account may do it on boards of its own.' },
  platform_reconnect_required: {
    own: 'The connection of this account is no longer enough for Pinterest. An admin connects it again by /pin connect. Until then, drafts can still be saved.',
  },
  platform_rate_limited: { own: limited },
  platform_timeout: { own: unanswered },
  post_status_changed: { next: 'See /pin queue for what has become of it.' },
  post_not_editable: 'asItSays',
  post_not_schedulable: 'asItSays',
  post_not_published: 'asItSays',
  outcome_known: 'asItSays',
  undo_expired: 'asItSays',
  approval_decided: 'asItSays',
  approval_outdated: 'asItSays',
  approval_time_past: 'asItSays',
  no_open_slot: { own: 'There is no open slot on this schedule. Choose “At a set time”, or have timeslots added.' },
  slot_resolution_timeout: {
    own: 'Finding the next open slot took too long. Nothing was saved: try again, or choose “At a set time”.',
  },
  schedule_locked: 'asItSays',
  schedule_timeout: { own: 'Reading the schedule took too long. Please try again.' },
  upload_already_attached: {
    own: 'A file went into another pin meanwhile. Save this one again: the file is taken once more.',
  },
  media_store_unavailable: 'asItSays',
  idempotency_in_progress: { own: 'This was sent already and is being worked on.' },
  idempotency_key_reused: { own: 'This form was sent already with other content. Please open a new one.' },
  recommended_pins_rate_limited: 'asItSays',
  recommended_pins_search_failed: { own: ({ message }) => message }, // whether to try again differs
  recommended_pins_board_too_large: 'asItSays',
  recommended_pins_timeout: 'asItSays',
} satisfies Record<Reason, ReasonText>

/** "Later" in numbers, where we know it. Pins on the schedule are the publisher's, which retries by itself. */
function limited({ details: { retryAfterSeconds: seconds } }: DomainError): string {
  const when = seconds === undefined ? 'later' : `in ${waiting(seconds)}`
  return `The platform takes no more requests for this account at the moment. Try again ${when}. Scheduled pins wait and go out by themselves.`
}

function waiting(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? 'a second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}

function unanswered({ details: { isUncertain, unusable } }: DomainError): string {
  const next = isUncertain
    ? 'The change may or may not have taken effect: see /pin boards before you repeat it.'
    : 'Nothing was changed: please try again.'
  return `${whyNotAnswered(unusable)} ${next}`
}
