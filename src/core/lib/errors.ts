/** Refusals, in terms of the domain: `codes.ts` and `reasons.ts` have their texts. */
import { type ErrorCode, say, type Sentence } from './codes.js'
import { type Facts, type Reason, rowOf, type Values, wordsOf } from './reasons.js'

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

/** One of several problems of an input. */
export type Issue = { field: string; sentence: Sentence; rule?: BrokenRule }

export type ErrorDetails = Facts & {
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
  /**
   * Set for BAD_REQUEST when the file's host was busy, too slow or broke off, and may answer later. `retryAfter`: the header as
   * received.
   */
  busyHost?: { retryAfter: string | null }
  /** Set for NOT_FOUND: the thing that does not exist. */
  thing?: Thing
  /** Set for an imported file: its columns that look like times and would be lost. */
  unreadTimes?: readonly string[]
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

type Kept = Facts & Pick<ErrorDetails, 'resolvePath'>
/** Values that are also details; the others are the sentence's alone. */
const KEPT: readonly string[] = [
  'resolvePath',
  'retryAfterSeconds',
  'isUncertain',
  'unusable',
  'lacksPermission',
  'isLasting',
  'isGuarded',
] satisfies (keyof Kept)[]

/** The values of the sentence, and details. */
type Given<R extends Reason> = object extends Values<R> ? [given?: Kept & Values<R>] : [given: Kept & Values<R>]

/** A refusal whose code and sentence are those of its reason. */
export class RefusedBecause<R extends Reason = Reason> extends DomainError {
  constructor(reason: R, ...[given]: Given<R>) {
    const { code, facts } = rowOf(reason)
    const kept = Object.fromEntries(Object.entries(given ?? {}).filter(([name]) => KEPT.includes(name)))
    super(code, wordsOf(reason, given ?? {}), { ...facts, ...kept, reason })
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
  | 'Edit'
  | 'Pin'
  | 'Post'
  | 'Timeslot'
  | 'Resource'
  | 'Review link'
  | 'Version test'

/** Makes the error for a missing thing, also for one of another organization: equal answers reveal nothing. */
export const notFound = (thing: Thing) => new DomainError('NOT_FOUND', (of) => `${of(thing)} not found.`, { thing })

export const mediaBusy = () =>
  new DomainError('SERVICE_UNAVAILABLE', 'Too many images and videos are being prepared. Try again shortly.', {
    retryAfterSeconds: 5,
  })

/** The media store does not answer, refuses our credentials or is full: the request itself is valid. */
export class MediaStoreUnavailable extends RefusedBecause<'media_store_unavailable'> {
  /** @param cause the store's message, only for operators */
  constructor(override readonly cause: Error) {
    super('media_store_unavailable')
  }
}
