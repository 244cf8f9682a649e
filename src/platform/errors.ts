/** Classifies unsuccessful answers by one table of HTTP status and code, and by the message only where these are ambiguous. */
import { z } from 'zod'
import { type About, aboutOthers, type AppRefusal } from '../core/ports/answer-about.js'
import { PlatformError } from '../core/ports/platform.js'
import { excerpt } from './excerpt.js'
import type { Exchange, Unanswered, Answered } from './exchanged.js'
import { OPERATIONS, type OperationName } from './operations.js'
import type { Held } from './pace.js'

type Kind = PlatformError['kind']
/** A code that is a word is part of the message, too. */
type Code = number | string | null
type Rule = {
  status?: number
  /** Absent: any code. null: a body without a code, which did not come from the platform itself. */
  code?: Code
  /** The message decides between rules of one status and code. */
  says?: RegExp
  kind: Kind
  /** The refusal concerns our app. */
  appRefusal?: AppRefusal
}

/** The rest of a longer answer is not read. */
export const MAX_ANSWER_MIB = 8

const CONSUMER_TYPE = /consumer type/i

/**
 * Rules for reads, and for writes other than a pin, if the answer is about what was sent. The first rule that fits decides. @see
 * docs/platform-errors.md
 */
const RULES: Rule[] = [
  { status: 408, kind: 'timeout' },
  { code: null, kind: 'unavailable' },
  { code: 283, kind: 'reconnect' },
  { status: 400, code: 2786, kind: 'unavailable' },
  { status: 400, code: 2787, kind: 'unavailable' },
  { status: 400, kind: 'invalid' }, // 1 link or schema, 58 a board's name, 400 parameters
  { status: 401, kind: 'reconnect' },
  { status: 403, code: 233, kind: 'invalid' }, // about the image
  { status: 403, code: 235, kind: 'invalid' },
  { status: 403, kind: 'forbidden' }, // 29 is about the resource, never about the token
  { status: 404, kind: 'not_found' },
  { status: 409, code: 58, kind: 'invalid' },
  { status: 409, kind: 'unavailable' }, // a section's lock
]

/**
 * Rules of the token endpoint, where a refusal other than 283 concerns our app's own id and secret: no account holder can fix
 * that.
 */
const TOKEN_RULES: Rule[] = [
  { code: 283, kind: 'reconnect' },
  { status: 401, says: CONSUMER_TYPE, kind: 'app_refused', appRefusal: 'consumer_type' },
  { status: 401, kind: 'app_refused', appRefusal: 'credentials' },
  { status: 403, kind: 'app_refused', appRefusal: 'other' },
  ...RULES,
]

/** The rule for a status that no rule names. */
const otherwise = (status: number): Rule => ({ kind: status >= 400 && status < 500 ? 'invalid' : 'unavailable' })

const errorBody = z.looseObject({
  code: z.union([z.int(), z.string().regex(/^\d+$/).transform(Number), z.string()]).nullish(),
  message: z.string().nullish(),
  message_detail: z.unknown().optional(),
})

/**
 * Reads code and text of an error body. The text includes the detail, because only there a block for spam may be named, and a
 * code that is a word.
 */
export function readError({ status, json }: Answered): { code: Code; message: string } {
  const parsed = errorBody.safeParse(json)
  if (!parsed.success) return { code: null, message: excerpt(json ?? `HTTP ${status} without a readable body`) }
  const { code, message, message_detail: detail } = parsed.data
  const parts = [typeof code === 'string' ? code : '', message, detail].filter(
    (part) => part !== undefined && part !== null && part !== '',
  )
  return { code: code ?? null, message: parts.length > 0 ? parts.map(excerpt).join(' ') : `HTTP ${status}` }
}

/** A 429 about the rate, not about what was sent or by whom. */
export const isOverRate = (answered: Answered): boolean => answered.status === 429 && aboutOf(answered)?.about === 'rate'

const aboutOf = (answered: Answered): About | undefined => aboutOthers({ status: answered.status, ...readError(answered) })

/** Errors of reads and board writes; the core judges the outcome of a pin. */
export const toPlatformError = (came: Exchange | Held): PlatformError =>
  (came.kind === 'answered' ? notAboutIt(came) : undefined) ?? byRules(RULES, came)
/** The token endpoint refuses only the grant, our app, or the rate. */
export const toTokenError = (came: Exchange | Held): PlatformError =>
  came.kind === 'answered' && isOverRate(came) ? toPlatformError(came) : byRules(TOKEN_RULES, came)

/** undefined if the refusal is about what was sent. */
function notAboutIt(answered: Answered): PlatformError | undefined {
  const about = aboutOf(answered)
  if (!about) return undefined
  const { code, message } = readError(answered)
  const details = detailsOf(answered, code)
  switch (about.about) {
    case 'account': {
      const { reason } = about
      return new PlatformError(reason === 'spam' ? 'spam' : 'account_blocked', message, { ...details, accountRefusal: reason })
    }
    case 'app':
      return new PlatformError('app_refused', message, { ...details, appRefusal: about.refusal })
    case 'scope':
      return new PlatformError('reconnect', message, { ...details, lacksScope: true })
    case 'rate':
      return new PlatformError('rate_limited', message, details)
    case 'image':
      return new PlatformError('unavailable', message, details)
  }
}

/** The kind of a failure, for the metrics. */
export const kindOf = (operation: OperationName, came: Exchange): Kind =>
  (OPERATIONS[operation].category === null ? toTokenError(came) : toPlatformError(came)).kind

function byRules(rules: Rule[], came: Exchange | Held): PlatformError {
  if (came.kind === 'held') return held(came)
  if (came.kind === 'unanswered') return unanswered(came)
  const { code, message } = readError(came)
  const { status } = came
  const fits = (rule: Rule) =>
    (rule.status === undefined || rule.status === status) &&
    (rule.code === undefined || rule.code === code) &&
    (rule.says === undefined || rule.says.test(message))
  const { kind, appRefusal } = rules.find(fits) ?? otherwise(status)
  const leadsAway = status >= 300 && status < 400 && { unusable: `it redirects to another address (HTTP ${status})` }
  return new PlatformError(kind, message, {
    ...detailsOf(came, code),
    ...(appRefusal && { appRefusal }),
    ...leadsAway,
  })
}

const held = ({ retryAfterMs }: Held) =>
  new PlatformError('rate_limited', 'Not asked: the account has used up what the platform allows for now.', {
    retryAfterMs,
    neverLeft: true,
  })

const unanswered = ({ reason, message, neverLeft }: Unanswered) =>
  new PlatformError(reason === 'timeout' ? 'timeout' : 'unavailable', message, {
    ...(neverLeft && { neverLeft }),
    ...(reason === 'oversized' && { unusable: `it is longer than ${MAX_ANSWER_MIB} MiB` }),
  })

/** A success of an unknown form. Its body is not quoted, because it may contain anything. */
export function unreadable(answered: Answered, error: z.ZodError): PlatformError {
  const [issue] = error.issues
  const where = issue?.path.join('.') || 'body'
  const isJson = answered.json !== undefined
  const why = isJson ? `${where}: ${excerpt(issue?.message)}` : 'it is not JSON'
  const first = issue?.path[0]
  const unusable = isJson
    ? `it does not have the documented form (HTTP ${answered.status}, ${String(first ?? 'body')})`
    : `it is not JSON (HTTP ${answered.status})`
  return new PlatformError('unavailable', `The platform's answer could not be read: ${why}`, {
    ...detailsOf(answered, null),
    unusable,
  })
}

function detailsOf({ status, requestId, retryAfterMs }: Answered, code: Code): PlatformError['details'] {
  return {
    status,
    ...(typeof code === 'number' && { code }),
    ...(requestId !== null && { requestId }),
    ...(status === 429 && retryAfterMs !== null && { retryAfterMs }),
  }
}
