/** Why a pin is not sent although nothing was asked of the platform yet, and what our errors mean for it: one table over their codes. */
import { DomainError, type ErrorCode, MediaStoreUnavailable } from '../../../lib/errors.js'
import type { Outcome } from '../model/outcomes.js'

export type PreparationError =
  | Extract<Outcome, { kind: 'refused' | 'retry' }>
  | { kind: 'paused' }
  | { kind: 'tokenDead' }
  /** Its account was released after it was seen: the upload comes first. */
  | { kind: 'videoAwaited' }
  /** The platform never came to an end with it. */
  | { kind: 'videoUnfinished' }

/**
 * `refuse`: its picture will never do. `passing`: busy for now. `ours`: no door of ours should have answered that here, so whoever runs the
 * service has to look; the pin is tried again meanwhile. That tokens are dead is said by a reason, never by a code.
 */
type Meaning = 'refuse' | 'passing' | 'ours'

const MEANS = {
  BAD_REQUEST: 'refuse', // the bytes are damaged
  PAYLOAD_TOO_LARGE: 'refuse',
  UNSUPPORTED_MEDIA_TYPE: 'refuse',
  RATE_LIMIT_EXCEEDED: 'passing',
  TOO_MANY_REQUESTS: 'passing',
  BAD_GATEWAY: 'passing',
  SERVICE_UNAVAILABLE: 'passing', // too many pictures are being prepared
  GATEWAY_TIMEOUT: 'passing',
  UNAUTHORIZED: 'ours',
  PAYMENT_REQUIRED: 'ours',
  FORBIDDEN: 'ours',
  NOT_FOUND: 'ours',
  METHOD_NOT_ALLOWED: 'ours',
  CONFLICT: 'ours',
  UNPROCESSABLE_ENTITY: 'ours',
  INTERNAL_SERVER_ERROR: 'ours',
} satisfies Record<ErrorCode, Meaning>

/** @see decisions.md "Failure" · publishing.md "Prepare" */
export function classifyPreparationError(error: unknown): PreparationError {
  if (isDead(error)) return { kind: 'tokenDead' }
  const isKnown = error instanceof DomainError && !(error instanceof MediaStoreUnavailable)
  const meaning = isKnown ? MEANS[error.code] : 'ours'
  const message = error instanceof Error ? error.message : String(error)
  if (meaning === 'refuse') return { kind: 'refused', reason: 'media_rejected', message }
  return { kind: 'retry', message: `The pin could not be prepared: ${message}`, isOurs: meaning === 'ours' }
}

/** The one way in which our errors say that the account has to be connected again. */
export const isDead = (error: unknown): boolean =>
  error instanceof DomainError && error.details.reason === 'platform_reconnect_required'
