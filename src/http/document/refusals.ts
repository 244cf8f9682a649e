/** Every reason and code with which /v1 refuses: those of the core's tables that mean something to a client. */
import { type CodeAlone, CODES, type ErrorCode } from '../../core/lib/codes.js'
import { denialOf, exampleMessage, type PublicReason, REASONS } from '../../core/lib/reasons.js'
import { STATUS } from '../errors.js'

/** A refusal of an operation: a reason, or a code that has none. */
export type Refusal = PublicReason | CodeAlone

// Object.keys loses the type of the keys
export const CODE_NAMES = Object.keys(STATUS) as ErrorCode[]
export const REASON_NAMES = Object.entries(REASONS).flatMap(([name, row]) => ('means' in row ? [name as PublicReason] : []))
export const REFUSALS: readonly Refusal[] = [...REASON_NAMES, ...CODE_NAMES.filter(isAlone)]

function isAlone(code: ErrorCode): code is CodeAlone {
  return 'means' in CODES[code]
}
export const isReason = (refusal: Refusal): refusal is PublicReason => !(refusal in CODES)

/** `means`: the rest of a sentence that begins with the name. `message`: an example of it. */
export type Explained = { code: ErrorCode; means: string; message: string; field?: string; resolvePath?: string }

export function explained(refusal: Refusal): Explained {
  if (!isReason(refusal)) {
    const { means, example } = CODES[refusal]
    return { code: refusal, means, ...example }
  }
  const { code, means } = REASONS[refusal]
  const resolvePath = denialOf(refusal)?.path('12')
  return { code, means, message: exampleMessage(refusal), ...(resolvePath !== undefined && { resolvePath }) }
}

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
export const DENIALS = REASON_NAMES.filter((reason) => denialOf(reason) !== undefined)

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
