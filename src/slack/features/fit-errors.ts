/** What a board's score is refused with, where the usual next step would be to save a draft. */
import { DomainError, type Reason } from '../../core/errors.js'

/** Each goes on with a link. */
const DENIED: Partial<Record<Reason, string>> = {
  insufficient_credits:
    'Scoring a board costs one credit, and none is left for this account. Buy credits, or wait for the next period:',
  trial_exhausted: 'Scoring a board costs one pin of the free trial, and none is left. Choose a plan:',
  no_access: 'This account has no plan, and scoring a board needs one. Choose a plan:',
}

/** @returns the error to be thrown in its place; what is no denial comes back as it is */
export function asOfScoring(error: unknown): unknown {
  if (!(error instanceof DomainError) || error.code !== 'PAYMENT_REQUIRED') return error
  const { reason, resolvePath } = error.details
  const words = (reason && DENIED[reason]) ?? error.message
  return new DomainError(error.code, words, resolvePath === undefined ? {} : { resolvePath })
}
