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

/** What can be done about it. */
export const NEXT_STEP: Partial<Record<Reason, string>> = {
  insufficient_credits: 'Save it as a draft, or buy credits:',
  trial_exhausted: 'Save it as a draft, or choose a plan:',
  no_access: 'Save it as a draft, or choose a plan:',
  account_not_connected: 'Save it as a draft. By /pin connect or here, an admin may connect the account again:',
  legacy_post_limit_exceeded: 'Save it as a draft, or choose a larger plan:',
  platform_board_forbidden: 'Its owner may do it, and this account may do it on boards of its own.',
  post_status_changed: 'See /pin queue for what has become of it.',
  platform_analytics_forbidden: 'An account is turned into a business account at Pinterest; numbers come from then on.',
}

/** Where the message of the core speaks of what only an API client can do. */
export const OWN_TEXT: Partial<Record<Reason, string | ((error: DomainError) => string)>> = {
  upload_already_attached: 'A file went into another pin meanwhile. Save this one again: the file is taken once more.',
  no_open_slot: 'There is no open slot on this schedule. Choose “At a set time”, or have timeslots added.',
  platform_reconnect_required:
    'The connection of this account is no longer enough for Pinterest. An admin connects it again by /pin connect. Until then, drafts can still be saved.',
  platform_rate_limited: limited,
  platform_timeout: unanswered,
  slot_resolution_timeout: 'Finding the next open slot took too long. Nothing was saved: try again, or choose “At a set time”.',
  recommended_pins_search_failed: ({ message }) => message, // whether to try again differs
  schedule_timeout: 'Reading the schedule took too long. Please try again.',
  idempotency_in_progress: 'This was sent already and is being worked on.',
  idempotency_key_reused: 'This form was sent already with other content. Please open a new one.',
}

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
