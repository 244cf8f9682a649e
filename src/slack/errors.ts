/** Domain errors in words for people in Slack, with the next step. Anything unknown becomes an apology with a reference. */
import { randomBytes } from 'node:crypto'
import { DomainError, type ErrorCode, type Reason } from '../core/errors.js'
import type { Deps } from '../core/ports.js'

/** What a person is told. `field`: the input it belongs under, in the core's words. Plain text, no markup. */
export type Explanation = { sentence: string; field?: string }

/** How fields are called on our screens. */
const LABEL: Record<string, string> = {
  mediaUrl: 'Image link',
  uploadId: 'Files',
  mediaType: 'Files',
  carouselItems: 'Files',
  title: 'Title',
  description: 'Description',
  url: 'Destination link',
  altText: 'Alt text',
  boardId: 'Board',
  boardSectionId: 'Section',
  intervalBoards: 'Also on',
  intervalType: 'Spacing',
  intervalDays: 'Days between',
  intervalMode: 'Their times',
  productTagPinIds: 'Product tags',
  isSimplifiedPin: 'Kind of pin',
  sendAt: 'Time',
  useNextOpenSlot: 'Next open slot',
  accountId: 'Account',
  postId: 'Pin',
  words: 'Words',
  days: 'Days',
  whilePaused: 'Pins that fall due meanwhile',
  dayPreference: 'Day',
  time: 'Time',
  timezone: 'Time zone',
  pinsPerDay: 'Pins per day',
  tool: 'Which command',
}

/** Of one among several: the cover is the first picture, and the pin's own board the first of a series. */
function labelOf(field: string): string | undefined {
  const [, list = '', index = '', part = ''] = /^(carouselItems|intervalBoards)\[(\d{1,3})\](?:\.(\w+))?$/.exec(field) ?? []
  if (list === 'carouselItems') return `Picture ${Number(index) + 2}`
  if (list === 'intervalBoards') return `${part === 'boardSectionId' ? 'Section of board' : 'Board'} ${Number(index) + 1}`
  return LABEL[field]
}

const asItSays = ({ message, details: { field } }: DomainError) =>
  asPins(field === undefined ? message : inLabels(message, field))

function withNextStep(error: DomainError): string {
  const { reason } = error.details
  const nextStep = reason && NEXT_STEP[reason]
  return nextStep === undefined ? asItSays(error) : `${asItSays(error)} ${nextStep}`
}

/** What an error says, without the next step: where that is shown beside it. */
export const inOurWords = asItSays

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
  upload_already_attached: 'A file went into another pin meanwhile. Save this one again: the file is taken once more.',
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

/** A denial of what is a draft already, to which "Save it as a draft" is no advice. What is no denial comes back as it is. */
export function asOfADraft(error: unknown): unknown {
  if (!(error instanceof DomainError) || error.code !== 'PAYMENT_REQUIRED') return error
  const { resolvePath } = error.details
  return new DomainError(
    error.code,
    `${error.message} Until then it stays a draft:`,
    resolvePath === undefined ? {} : { resolvePath },
  )
}

/** The names that only an API client knows; `title` and the like are words of every day as well. */
const WIRE_NAMES = /\b(?:(?:carouselItems|intervalBoards)\[\d+\](?:\.\w+)?|[a-z]+(?:[A-Z][a-z]+)+)(?!\w|\[|\.\w)/g

/** The message is the core's for all doors: on our screens a field is called by its label. */
function inLabels(message: string, field: string): string {
  const label = labelOf(field)
  const own = label === undefined ? message : message.replace(wordOf(field), () => label)
  return own.replace(WIRE_NAMES, (name) => labelOf(name) ?? name)
}

/** Brackets and dots are all that a field's name has besides letters. */
const wordOf = (field: string) => new RegExp(`(?<!\\w)${field.replace(/[[\].]/g, '\\$&')}(?!\\w|\\[|\\.\\w)`, 'g')

/** What the API calls a post is a pin on our screens. */
const asPins = (message: string): string =>
  message.replace(/^Post(s?)\b/, 'Pin$1').replace(/\b(a|the|this|your|each|every) post(s?)\b/gi, '$1 pin$2')
