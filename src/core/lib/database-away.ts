/** Whether something failed because the database cannot be worked with for the moment: one rule for every entry point, and for the log. */
import { DomainError } from './errors.js'

/** Of the driver: no connection came about, or it was lost. */
const OF_DRIVER = ['CONNECT_TIMEOUT', 'CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECTION_ENDED']
/** Of the system, which says the same of other connections: only what befell a statement counts. */
const OF_SYSTEM = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOENT', 'ENOTFOUND', 'EAI_AGAIN'], // its socket, its name
]
/**
 * Of Postgres: it stops, starts or is full, lets nobody further in, takes no writes, or others held for too long what a transaction locks.
 * `08…` is also a pooler that has no server.
 */
const OF_POSTGRES = /^(?:08\w{3}|25006|53100|53300|55P03|57P0[123])$/

const RETRY_SECONDS = 5

/** A commit that was never answered: what it wrote may stand or not, so that nobody may be told to do it again. */
export class CommitUnanswered extends Error {
  override readonly name = 'CommitUnanswered'
  constructor(cause?: unknown) {
    super('the database did not answer a commit: what it wrote may stand or not', { cause })
  }
}

/** What was written stands, and what was to be answered could not be read. */
export class AnswerUnread extends Error {
  override readonly name = 'AnswerUnread'
  constructor(cause: unknown) {
    super('what was written stands, and the database went away before its answer was read', { cause })
  }
}

/**
 * Reads what is answered once something is written.
 * @throws AnswerUnread in place of the failure of a database that is away: nobody may be told to do again what is done
 */
export async function readWritten<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw codeOfAway(error) === undefined ? error : new AnswerUnread(error)
  }
}

/** Of Postgres: a lock was not to be had in the time that a connection waits for it. */
export const LOCK_REFUSED = '55P03'

/** Somebody else holds the lock that a transaction has its turn for: the wait for it is the turn's. */
export class TurnMissed extends Error {
  override readonly name = 'TurnMissed'
  readonly code = LOCK_REFUSED
  constructor(cause?: unknown) {
    super('others held for too long what this changes', { cause })
  }
}

/** Whether a lock was not to be had in the time that its connection waits for it. */
export const isLockRefused = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === LOCK_REFUSED

/** What could not be written down, and stands nowhere but in the log: its line is never folded into others. */
export class Unwritten extends Error {
  override readonly name = 'Unwritten'
}

/** By which code, also of what an error was caused by; undefined: the database has nothing to do with it, or something may stand or does. */
export function codeOfAway(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof CommitUnanswered || error instanceof AnswerUnread) return undefined
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') return codeOfAway(error.cause)
  const isAway = OF_DRIVER.includes(code) || OF_POSTGRES.test(code) || ('query' in error && OF_SYSTEM.includes(code))
  return isAway ? code : codeOfAway(error.cause)
}

/** What an entry point answers then. undefined: it is another failure. */
export const databaseAway = (error: unknown): DomainError | undefined =>
  codeOfAway(error) === undefined
    ? undefined
    : new DomainError('SERVICE_UNAVAILABLE', 'Pinslot is not available right now. Try again shortly.', {
        retryAfterSeconds: RETRY_SECONDS,
      })
