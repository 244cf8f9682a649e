/** Decides whether a failure means that the database is temporarily unavailable: one rule for every entry point and the log. */
import { DomainError } from './errors.js'

/** Codes of the driver: a connection could not be made, or was lost. */
const OF_DRIVER = ['CONNECT_TIMEOUT', 'CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECTION_ENDED']
/** Codes of the system. Other connections fail with them as well, so they count only on errors of a statement. */
const OF_SYSTEM = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOENT', 'ENOTFOUND', 'EAI_AGAIN'], // its socket, its name
]
/**
 * Codes of Postgres: it is stopping, starting or full, refuses connections or writes, or a lock was held too long. `08…` also
 * means a pooler without a server.
 */
const OF_POSTGRES = /^(?:08\w{3}|25006|53100|53300|55P03|57P0[123])$/

const RETRY_SECONDS = 5

/** A commit got no answer: its writes may or may not exist, so the caller must not be asked to repeat them. */
export class CommitUnanswered extends Error {
  override readonly name = 'CommitUnanswered'
  constructor(cause?: unknown) {
    super('the database did not answer a commit: what it wrote may stand or not', { cause })
  }
}

/** The write succeeded, but its answer could not be read. */
export class AnswerUnread extends Error {
  override readonly name = 'AnswerUnread'
  constructor(cause: unknown) {
    super('what was written stands, and the database went away before its answer was read', { cause })
  }
}

/**
 * Reads the answer after a write.
 * @throws AnswerUnread when the database is unavailable: the caller must not be asked to repeat a write that succeeded
 */
export async function readWritten<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw codeOfAway(error) === undefined ? error : new AnswerUnread(error)
  }
}

/** The code of Postgres when a lock was not available within the connection's lock timeout. */
export const LOCK_REFUSED = '55P03'

/** Another process holds the lock of a transaction's turn, so the turn keeps waiting for it. */
export class TurnMissed extends Error {
  override readonly name = 'TurnMissed'
  readonly code = LOCK_REFUSED
  constructor(cause?: unknown) {
    super('others held for too long what this changes', { cause })
  }
}

/** True when a lock was not available within the connection's lock timeout. */
export const isLockRefused = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === LOCK_REFUSED

/** A record that could not be stored and exists only in the log, where its line is never merged with others. */
export class Unwritten extends Error {
  override readonly name = 'Unwritten'
}

/**
 * Returns the code that shows the database is unavailable, also from an error's causes. undefined: the failure has another cause,
 * or a write may have succeeded.
 */
export function codeOfAway(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof CommitUnanswered || error instanceof AnswerUnread) return undefined
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') return codeOfAway(error.cause)
  const isAway = OF_DRIVER.includes(code) || OF_POSTGRES.test(code) || ('query' in error && OF_SYSTEM.includes(code))
  return isAway ? code : codeOfAway(error.cause)
}

/** Returns the error that an entry point then answers with; undefined for any other failure. */
export const databaseAway = (error: unknown): DomainError | undefined =>
  codeOfAway(error) === undefined
    ? undefined
    : new DomainError('SERVICE_UNAVAILABLE', 'Pinslot is not available right now. Try again shortly.', {
        retryAfterSeconds: RETRY_SECONDS,
      })
