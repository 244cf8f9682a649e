/** Classifies the results of writes to the platform. */
import { PlatformError } from '../ports/platform.js'

/** The call options of a write to a board. */
export const WRITES = { thing: 'Board', writes: true, forbids: 'board' } as const

const NAME_TAKEN = 58
const BOARD_MISSING = 40
/** The status while another write of its sections locks the board. */
const LOCKED_STATUS = 409
const LOCKED_FOR_MS = 5_000

/** True when the write may or may not have taken effect. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof PlatformError && (error.kind === 'timeout' || error.kind === 'unavailable') && !error.details.neverLeft

export const isNameTaken = (error: unknown): boolean =>
  error instanceof PlatformError && error.kind === 'invalid' && error.details.code === NAME_TAKEN

/** True when a part of the board is missing, not the board. */
export const isPartMissing = (error: unknown): boolean =>
  error instanceof PlatformError && error.kind === 'not_found' && error.details.code !== BOARD_MISSING

/** Converts the error for a locked board: this write was not executed, and may be repeated shortly. */
export const asLimited = (error: unknown): unknown =>
  error instanceof PlatformError && error.details.status === LOCKED_STATUS && error.kind === 'unavailable'
    ? new PlatformError('rate_limited', error.message, { ...error.details, retryAfterMs: LOCKED_FOR_MS })
    : error
