/** Classifies failures of background work: whether a retry may succeed, and how many are worth waiting for. */
import { AnswerUnread, codeOfAway, CommitUnanswered } from '../database-away.js'
import { DomainError, mayPass } from '../errors.js'

/**
 * `passing`: the database, the network or a website is unavailable, or a lock is in the way. `lasting`: a refusal that a retry
 * gets, too. `unforeseen`: a fault of ours, which mostly repeats.
 */
export type Fault = 'passing' | 'lasting' | 'unforeseen'

/** People wait for the work: three tries within a minute distinguish a fault of ours from bad luck. */
export const MOST_UNFORESEEN = 3

export function faultOf(error: unknown): Fault {
  if (error instanceof DomainError) return mayPass(error.code) ? 'passing' : 'lasting'
  return isOfSurroundings(error) ? 'passing' : 'unforeseen'
}

/** @param tries before this one */
export const isWorthAnother = (fault: Fault, tries: number): boolean =>
  fault === 'passing' || (fault === 'unforeseen' && tries + 1 < MOST_UNFORESEEN)

/**
 * Codes of Postgres: a rollback in favour of other transactions (`40…`), a timed-out lock or statement, insufficient resources.
 */
const OF_OTHERS = /^(?:40\w{3}|55P03|57014|53\w{3})$/
/** Codes of the system: connections, and exhausted resources. */
const OF_SYSTEM =
  /^(?:ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|ENOSPC|EMFILE|ENFILE|ENOMEM|EAGAIN|UND_ERR_\w+)$/
const OF_TIME = ['TimeoutError', 'AbortError']

function isOfSurroundings(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof CommitUnanswered || error instanceof AnswerUnread || codeOfAway(error) !== undefined) return true
  const { code } = error as { code?: unknown }
  const isPassing = typeof code === 'string' && (OF_OTHERS.test(code) || OF_SYSTEM.test(code))
  return isPassing || OF_TIME.includes(error.name) || isOfSurroundings(error.cause)
}
