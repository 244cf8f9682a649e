/** What came of a write to the platform, where the call alone must judge it. */
import { PlatformError } from '../ports/platform.js'

/** The call options of a write of a board. */
export const WRITES = { thing: 'Board', writes: true, forbids: 'board' } as const

const NAME_TAKEN = 58
const BOARD_MISSING = 40
/** What a board is locked for by another write of its sections. */
const LOCKED_STATUS = 409
const LOCKED_FOR_MS = 5_000

/** The write may have taken effect, or not. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof PlatformError && (error.kind === 'timeout' || error.kind === 'unavailable') && !error.details.neverLeft

export const isNameTaken = (error: unknown): boolean =>
  error instanceof PlatformError && error.kind === 'invalid' && error.details.code === NAME_TAKEN

/** Of a board's part: the part, not the board. */
export const isPartMissing = (error: unknown): boolean =>
  error instanceof PlatformError && error.kind === 'not_found' && error.details.code !== BOARD_MISSING

/** Another write has the board locked: this one was not done, and may be repeated shortly. */
export const asLimited = (error: unknown): unknown =>
  error instanceof PlatformError && error.details.status === LOCKED_STATUS && error.kind === 'unavailable'
    ? new PlatformError('rate_limited', error.message, { ...error.details, retryAfterMs: LOCKED_FOR_MS })
    : error
