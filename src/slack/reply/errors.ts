/**
 * Turns domain errors into sentences for people in Slack, with the next step. Anything unknown becomes an apology with a
 * reference.
 */
import { randomBytes } from 'node:crypto'
import type { Connects } from '../../../blocks/admin/connect.js'
import { UnreadableMemory } from '../../../blocks/kit/memory.js'
import { databaseAway } from '../../core/lib/database-away.js'
import {
  badRequest,
  type Called,
  DomainError,
  type ErrorCode,
  type Issue,
  say,
  type Reason,
  type Thing,
} from '../../core/lib/errors.js'
import { issuesOf } from '../../core/lib/rows/read-all.js'
import type { Deps } from '../../core/ports/deps.js'
import { DeadConnection, NoAccount } from '../accounts.js'
import { deniedText, isDenialReason, pageOf } from './denials.js'
import { slackProblemOf } from './slack-problems.js'
import { NOT_COMPARED } from '../../../blocks/settings/publishing.js'
import { whyNotAnswered } from '../../core/connections/platform-refusals.js'

/** The error shown to a person, in plain text without markup. `field`: the input it belongs under, by the core's name. */
export type Explanation = {
  sentence: string
  field?: string
  /** Other issues of the same form, each under its own input. */
  others?: { sentence: string; field: string }[]
  /** True when a form was opened too late, so that another click is needed. */
  isLate?: boolean
  /** The account to connect first, if this person may do that. */
  connects?: Connects
}

/** Labels of fields on our screens. */
const LABEL: Record<string, string> = {
  mediaUrl: 'Image link',
  uploadId: 'Image or video',
  mediaType: 'Image or video',
  carouselItems: 'Image or video',
  title: 'Title',
  description: 'Description',
  url: 'Destination link',
  altText: 'Alt text',
  boardId: 'Board',
  boardSectionId: 'Section',
  intervalBoards: 'Also on',
  intervalType: 'How often',
  intervalDays: 'Days between',
  intervalMode: 'Times',
  productTagPinIds: 'Product tags',
  isSimplifiedPin: 'Pin type',
  fit: 'Image',
  sendAt: 'Time',
  useNextOpenSlot: 'Next open slot',
  accountId: 'Account',
  postId: 'Pin',
  otherPostId: 'The other pin',
  words: 'Words',
  'filter.text': 'Words',
  days: 'Days',
  whilePaused: 'Pins due while paused',
  until: 'Resumes',
  dayPreference: 'Day',
  time: 'Time',
  timezone: 'Time zone',
  source: 'Source',
  medium: 'Medium',
  campaign: 'Campaign',
  content: 'Content',
  notifyChannelId: 'Channel',
  defaultLink: 'Destination link',
  approvalsChannelId: 'Channel',
  pinsPerDay: 'Pins per day',
  perDay: 'Drafts per day',
  tool: 'Command or button',
  note: 'Note',
  reason: 'Reason',
  keyword: 'Keyword',
  trendRegion: 'Region',
  trendInterests: 'Topics',
  name: 'Name',
  privacy: 'Visibility',
  pinId: 'Pin link',
  savePinId: 'Pin link',
  sectionId: 'Section',
  person: 'Person',
  group: 'User group',
  role: 'Role',
  expiresAt: 'Expires',
  accounts: 'Accounts',
  accountIds: 'Accounts',
  events: 'Events',
  from: 'From',
  to: 'To',
  ids: 'Pins',
  csv: 'The file',
  mapping: 'the form “Columns”',
  dateOrder: 'Dates such as 3/4/2027',
}

/** Returns the label of an entry of a list: the cover is the first image, and the pin's own board the first of a series. */
function labelOf(field: string): string | undefined {
  const [, list = '', index = '', part = ''] = /^(carouselItems|intervalBoards)\[(\d{1,3})\](?:\.(\w+))?$/.exec(field) ?? []
  if (list === 'carouselItems') return `Image ${Number(index) + 2}`
  if (list === 'intervalBoards') return `${part === 'boardSectionId' ? 'Section of board' : 'Board'} ${Number(index) + 1}`
  return LABEL[field]
}

/** Names of things on our screens: a post of the API is a pin. */
const THINGS: Record<string, string> = { post: 'pin', posts: 'pins', Post: 'Pin' }

const called: Called = (name) => labelOf(name) ?? THINGS[name] ?? name

const asItSays = ({ sentence }: DomainError) => say(sentence, called)

function notThere(error: DomainError): string {
  const { thing } = error.details
  return thing === undefined ? asItSays(error) : `${asItSays(error)} ${NOT_THERE[thing]}`
}

/**
 * Returns the sentence of a refused input: a rule of ours names its field and the fix, a refusal of the platform may name
 * nothing.
 */
function inputRefused(error: DomainError): string {
  const { field, rule } = error.details
  if (rule === 'needed_to_schedule' && field !== undefined) return `Add ${neededWords([field])} to schedule this pin.`
  const words = asItSays(error)
  if (error.details.field !== undefined) return words
  return `${words}${/[.!?]$/.test(words) ? '' : '.'} Change your input. If that doesn’t help, tell us with /pin help report.`
}

const NEEDED: Record<string, string> = { title: 'a title', description: 'a description', url: 'a link', boardId: 'a board' }

/** Returns words such as `a title, a link and a board`. @param fields that a pin lacks to be scheduled, by the core's names */
export function neededWords(fields: readonly string[]): string {
  const words = fields.map((field) => NEEDED[field] ?? field)
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(words).replace(/,( and )/, '$1')
}

/** Returns the sentence of an error without the next step, for where that is shown beside it. */
export function errorText(error: DomainError): string {
  const { reason } = error.details
  return isDenialReason(reason) ? deniedText(reason, error.details) : asItSays(error)
}

/** Sentences by code; a new code without a sentence does not compile. */
const SENTENCE = {
  BAD_REQUEST: inputRefused,
  UNAUTHORIZED: () => 'You don’t have access. Ask an admin of your workspace.',
  PAYMENT_REQUIRED: asItSays,
  FORBIDDEN: asItSays,
  NOT_FOUND: notThere,
  METHOD_NOT_ALLOWED: asItSays,
  CONFLICT: asItSays,
  PAYLOAD_TOO_LARGE: asItSays,
  UNSUPPORTED_MEDIA_TYPE: asItSays,
  UNPROCESSABLE_ENTITY: asItSays,
  RATE_LIMIT_EXCEEDED: asItSays,
  TOO_MANY_REQUESTS: asItSays,
  INTERNAL_SERVER_ERROR: () => 'Something went wrong on our side. Try again.',
  BAD_GATEWAY: (error) => `${asItSays(error)} Try again in a moment.`,
  SERVICE_UNAVAILABLE: asItSays,
  GATEWAY_TIMEOUT: asItSays,
} satisfies Record<ErrorCode, (error: DomainError) => string>

/**
 * Returns the text of an error for a person. An internal error becomes a reference, and its log line has the rest.
 * @param facts further fields of the log line
 */
export function explain({ settings, log }: Pick<Deps, 'settings' | 'log'>, error: unknown, facts: object): Explanation {
  if (error instanceof UnreadableMemory) {
    log.warn({ err: error, ...facts }, 'a view of another version was used')
    return { sentence: 'Pinslot was updated since this form was opened. Close it and open it again.' }
  }
  const away = databaseAway(error)
  if (away) {
    log.error({ err: error, ...facts }, 'slack listener failed')
    return explain({ settings, log }, away, facts)
  }
  if (!(error instanceof DomainError)) {
    const reference = randomBytes(4).toString('hex')
    const slackProblem = slackProblemOf(error)
    if (slackProblem) {
      log.warn({ err: error, reference, ...facts }, 'slack call failed')
      return {
        sentence: `${slackProblem.sentence} If it keeps happening, report it with reference ${reference}.`,
        isLate: slackProblem.isLate,
      }
    }
    log.error({ err: error, reference, ...facts }, 'slack listener failed')
    return {
      sentence: `Sorry, something went wrong on our side. Try again. If it keeps happening, report it with reference ${reference}.`,
    }
  }
  const { field, reason, resolvePath } = error.details
  const sentence = reason === undefined ? SENTENCE[error.code](error) : byReason(error, REASON_TEXT[reason])
  const resolved = resolvePath === undefined ? sentence : `${sentence} ${settings.publicUrl}${resolvePath}`
  const connects = connectsBy(error)
  const [, ...others] = issuesOf(error)
  return {
    sentence: resolved,
    ...(field !== undefined && { field }),
    ...(others.length > 0 && { others: others.map(ofIssue) }),
    ...(connects !== undefined && { connects }),
  }
}

const ofIssue = ({ field, sentence, rule }: Issue) => ({ field, sentence: inputRefused(badRequest(field, sentence, rule)) })

function byReason(error: DomainError, text: ReasonText): string {
  if (text === 'asItSays') return SENTENCE[error.code](error)
  if ('next' in text) return `${asItSays(error)} ${text.next}`
  return typeof text.own === 'function' ? text.own(error) : text.own
}

function connectsBy(error: DomainError): Connects | undefined {
  if (error instanceof DeadConnection) return error.account
  return error instanceof NoAccount && error.canConnect ? null : undefined
}

/** Rewrites a denial for an existing draft, for which "save a draft" is no advice. Other errors are returned unchanged. */
export function asOfADraft(error: unknown): unknown {
  if (!(error instanceof DomainError) || error.code !== 'PAYMENT_REQUIRED') return error
  const { reason, resolvePath } = error.details
  if (!isDenialReason(reason) || resolvePath === undefined) return error
  const sentence = `${deniedText(reason, error.details)} Until then, it stays a draft. ${pageOf(reason)}`
  return new DomainError(error.code, sentence, { resolvePath })
}

/**
 * Sentences about what may have happened to a missing thing, and where to check. A new thing without its text does not compile.
 */
const NOT_THERE: Record<Thing, string> = {
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
 * Texts by reason; a new reason without one does not compile. `next`: the next step after the core's sentence; `own`: the whole
 * text, if the core's is for API clients; `asItSays`: the core's sentence fits.
 */
type ReasonText = { next: string } | { own: string | ((error: DomainError) => string) } | 'asItSays'
const REASON_TEXT = {
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
  recommended_pins_search_failed: { own: ({ message }) => message }, // only some are worth another try
  recommended_pins_board_too_large: 'asItSays',
  recommended_pins_timeout: 'asItSays',
} satisfies Record<Reason, ReasonText>

/** Returns the sentence of a denial, which its page follows. */
function denied(error: DomainError): string {
  const { reason, credit } = error.details
  if (!isDenialReason(reason)) return error.message
  return `${deniedText(reason, { ...(credit && { credit }), orElse: ', or save a draft' })} ${pageOf(reason)}`
}

/** Returns the sentence of a rate limit, with the waiting time if known. Scheduled pins are retried by the publisher. */
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
