/** Domain errors in words for people in Slack, with the next step. Anything unknown becomes an apology with a reference. */
import { randomBytes } from 'node:crypto'
import { DomainError, type ErrorCode, type Reason } from '../core/errors.js'
import type { Deps } from '../core/ports.js'

/** What a person is told. `field`: the input it belongs under, in the core's words. Plain text, no markup. */
export type Explanation = { sentence: string; field?: string }

/** How fields are called on our screens. */
const LABEL: Record<string, string> = {
  mediaUrl: 'Image link',
  title: 'Title',
  description: 'Description',
  url: 'Destination link',
  altText: 'Alt text',
  boardId: 'Board',
  boardSectionId: 'Section',
  sendAt: 'Time',
  accountId: 'Account',
  tool: 'Which command',
}

const asItSays = ({ message, details: { field } }: DomainError) =>
  asPins(field === undefined ? message : inLabels(message, field))

function withNextStep(error: DomainError): string {
  const { reason } = error.details
  const nextStep = reason && NEXT_STEP[reason]
  return nextStep === undefined ? asItSays(error) : `${asItSays(error)} ${nextStep}`
}

/** A new code without a sentence does not compile. */
const SENTENCE = {
  BAD_REQUEST: asItSays,
  UNAUTHORIZED: () => 'You are not allowed in. Ask an admin of your workspace.',
  PAYMENT_REQUIRED: withNextStep,
  FORBIDDEN: withNextStep,
  NOT_FOUND: (error) => `${asItSays(error)} It may have been removed meanwhile: see /pin queue.`,
  METHOD_NOT_ALLOWED: asItSays,
  CONFLICT: withNextStep,
  PAYLOAD_TOO_LARGE: asItSays,
  UNSUPPORTED_MEDIA_TYPE: asItSays,
  UNPROCESSABLE_ENTITY: withNextStep,
  RATE_LIMIT_EXCEEDED: asItSays,
  TOO_MANY_REQUESTS: asItSays,
  INTERNAL_SERVER_ERROR: () => 'Something went wrong on our side. Please try again.',
  BAD_GATEWAY: ({ message }) => `${message} Please try again in a moment.`,
  SERVICE_UNAVAILABLE: withNextStep,
  GATEWAY_TIMEOUT: withNextStep,
} satisfies Record<ErrorCode, (error: DomainError) => string>

const NEXT_STEP: Partial<Record<Reason, string>> = {
  insufficient_credits: 'Save it as a draft, or buy credits:',
  trial_exhausted: 'Save it as a draft, or choose a plan:',
  no_access: 'Save it as a draft, or choose a plan:',
  account_not_connected: 'Save it as a draft, or connect the account again:',
  legacy_post_limit_exceeded: 'Save it as a draft, or choose a larger plan:',
  platform_board_forbidden: 'Choose a board that the account owns.',
  post_status_changed: 'See /pin queue for what has become of it.',
  platform_reconnect_required: 'Until then, drafts can still be saved.',
}

/** Where the message of the core speaks of what only an API client can do. */
const IN_OUR_WORDS: Partial<Record<Reason, string>> = {
  no_open_slot: 'There is no open slot on this schedule. Choose “At a set time”, or have timeslots added.',
  slot_resolution_timeout: 'Finding the next open slot took too long. Nothing was saved: try again, or choose “At a set time”.',
  schedule_timeout: 'Reading the schedule took too long. Please try again.',
  idempotency_in_progress: 'This was sent already and is being worked on.',
  idempotency_key_reused: 'This form was sent already with other content. Please open a new one.',
}

/**
 * What a person is told of an error. Of one that is not for their eyes they see a reference, and the log line has the rest.
 * @param facts what the log line says besides
 */
export function explain({ settings, log }: Pick<Deps, 'settings' | 'log'>, error: unknown, facts: object): Explanation {
  if (!(error instanceof DomainError)) {
    const reference = randomBytes(4).toString('hex')
    log.error({ err: error, reference, ...facts }, 'slack listener failed')
    return {
      sentence: `Sorry, something went wrong on our side. Please try again; if it stays, report it with the reference ${reference}.`,
    }
  }
  const { field, reason, resolvePath } = error.details
  const sentence = (reason && IN_OUR_WORDS[reason]) ?? SENTENCE[error.code](error)
  const resolved = resolvePath === undefined ? sentence : `${sentence} ${settings.publicUrl}${resolvePath}`
  return { sentence: resolved, ...(field !== undefined && { field }) }
}

/** The message is the core's for all doors: on our screens a field is called by its label. */
function inLabels(message: string, field: string): string {
  const label = LABEL[field]
  return label === undefined ? message : message.replace(new RegExp(`\\b${field}\\b`, 'g'), () => label)
}

/** What the API calls a post is a pin on our screens. */
const asPins = (message: string): string => message.replace(/^Post\b/, 'Pin').replace(/\b(a|the) post\b/gi, '$1 pin')
