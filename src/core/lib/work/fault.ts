/** How work in the background failed: whether a later try may succeed, and how many of them are worth waiting for. */
import { AnswerUnread, codeOfAway, CommitUnanswered } from '../database-away.js'
import { DomainError, mayPass } from '../errors.js'

/**
 * `passing`: the database, the network or a website is away, or others are in the way. `lasting`: a refusal that the next try gets, too.
 * `unforeseen`: a fault of ours, which mostly fails again in the same way.
 */
export type Fault = 'passing' | 'lasting' | 'unforeseen'

/** Somebody waits for the work: three tries within a minute tell a fault of ours from bad luck. */
export const MOST_UNFORESEEN = 3

export function faultOf(error: unknown): Fault {
  if (error instanceof DomainError) return mayPass(error.code) ? 'passing' : 'lasting'
  return isOfSurroundings(error) ? 'passing' : 'unforeseen'
}

/** @param tries before this one */
export const isWorthAnother = (fault: Fault, tries: number): boolean =>
  fault === 'passing' || (fault === 'unforeseen' && tries + 1 < MOST_UNFORESEEN)

/** Of Postgres: rolled back for the sake of others (`40…`), a lock or a statement that took too long, and what it lacks for the moment. */
const OF_OTHERS = /^(?:40\w{3}|55P03|57014|53\w{3})$/
/** Of the system: connections, and what a full machine refuses. */
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
