/** What people in Slack read in place of an API client's words, and what they can do next. */
import { NOT_COMPARED } from '../../../blocks/settings/publishing.js'
import { whyNotAnswered } from '../../core/accounts/connect/platform-refusals.js'
import type { DomainError, Reason, Thing } from '../../core/lib/errors.js'
import { deniedText, isDenialReason, pageOf } from './denials.js'

/** What may have become of it, and where to check. A new thing without its text does not compile. */
export const NOT_THERE: Record<Thing, string> = {
  Account: 'It may have been removed: Home shows your accounts.',
  Approval: 'Its pin may have been deleted.',
  Batch: 'Batches are kept for 90 days.',
  Board: 'It may have been deleted: see /pin boards.',
  'Board section': 'It may have been deleted: /pin boards shows each board’s sections.',
  'Board list': 'It may have been deleted.',
  Pin: 'It may have been deleted on Pinterest, or it belongs to another account.',
  Post: 'It may have been deleted: see /pin queue.',
  Timeslot: 'It may have been deleted: see /pin slots.',
  Resource: 'It may have been deleted.',
}

/**
 * What a person reads for each reason. `next`: what can be done, behind what the core says. `own`: all of it, where the core speaks of what
 * only an API client can do. `asItSays`: the core's sentence fits. A new reason without its text does not compile.
 */
export type ReasonText = { next: string } | { own: string | ((error: DomainError) => string) } | 'asItSays'
export const REASON_TEXT = {
  insufficient_credits: { own: denied },
  trial_exhausted: { own: denied },
  no_access: { own: denied },
  account_not_connected: { own: denied },
  legacy_post_limit_exceeded: { own: denied },
  platform_analytics_forbidden: {
    next: 'Convert the account on Pinterest; stats start from then.',
  },
  platform_trends_forbidden: 'asItSays',
  platform_board_forbidden: { next: 'Only the board’s owner can do this.' },
  platform_reconnect_required: {
    own: ({ details: { lacksPermission } }) =>
      lacksPermission
        ? 'Pinslot isn’t allowed to see searches with this account. Admins can allow it with /pin connect. Pins still go out.'
        : 'This account is disconnected. Admins can reconnect it with /pin connect. You can still save drafts.',
  },
  platform_rate_limited: { own: limited },
  platform_timeout: { own: unanswered },
  post_status_changed: { next: 'See /pin queue.' },
  post_not_editable: 'asItSays',
  post_not_schedulable: 'asItSays',
  post_not_published: 'asItSays',
  outcome_known: 'asItSays',
  outcome_unknown: {
    own: 'We don’t know yet whether this pin was published, so we won’t publish it again. Check the board, then choose “It’s published” or “It isn’t”.',
  },
  publishing_paused: { own: 'Publishing is paused for this account. Admins can resume it with /pin settings.' },
  account_on_hold: { own: 'Pinterest takes no pins from this account now. Admins can resume it with /pin settings.' },
  not_compared: { own: NOT_COMPARED },
  slot_not_open: { own: 'This slot isn’t open anymore. Choose another one.' },
  undo_expired: 'asItSays',
  generation_started: 'asItSays',
  import_over: 'asItSays',
  feed_exists: 'asItSays',
  feed_paused: 'asItSays',
  approval_decided: 'asItSays',
  approval_outdated: 'asItSays',
  approval_time_past: 'asItSays',
  webhook_ended: 'asItSays',
  webhook_paused: 'asItSays',
  delivery_waiting: 'asItSays',
  no_open_slot: { own: 'No open slots. Choose “Exact time”, or add slots.' },
  slot_resolution_timeout: {
    own: 'Finding the next open slot took too long. Nothing was saved: try again or choose “Exact time”.',
  },
  schedule_locked: 'asItSays',
  schedule_timeout: { own: 'Loading the schedule took too long. Try again.' },
  upload_already_attached: {
    own: 'One of the files was used for another pin. Save this pin again.',
  },
  media_store_unavailable: 'asItSays',
  idempotency_in_progress: { own: 'You already sent this. We’re working on it.' },
  idempotency_key_reused: { own: 'You already sent this form with different content. Open a new one.' },
  recommended_pins_rate_limited: 'asItSays',
  recommended_pins_search_failed: { own: ({ message }) => message }, // whether to try again differs
  recommended_pins_board_too_large: 'asItSays',
  recommended_pins_timeout: 'asItSays',
} satisfies Record<Reason, ReasonText>

/** Goes on with its page. */
function denied(error: DomainError): string {
  const { reason, credit } = error.details
  if (!isDenialReason(reason)) return error.message
  return `${deniedText(reason, { ...(credit && { credit }), orElse: ', or save a draft' })} ${pageOf(reason)}`
}

/** "Later" in numbers, where we know it. Pins on the schedule are the publisher's, which retries by itself. */
function limited({ details: { retryAfterSeconds: seconds } }: DomainError): string {
  const when = seconds === undefined ? 'later' : `in ${waiting(seconds)}`
  return `Pinterest is limiting this account right now. Try again ${when}. Scheduled pins still go out.`
}

function waiting(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? 'a second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}

function unanswered({ details: { isUncertain, unusable } }: DomainError): string {
  const next = isUncertain ? 'We don’t know if the change was made: check /pin boards first.' : 'Nothing changed. Try again.'
  return `${whyNotAnswered(unusable)} ${next}`
}
