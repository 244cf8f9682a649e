/** The words that a person gives with a decision. */
import { badRequest } from '../../lib/errors.js'
import { lengthOf, requireStorable } from '../../lib/prose/text.js'

export const REASON_LENGTH = 1000

/** Returns the reason as it is stored; null: none was given. @throws BAD_REQUEST reason */
export function readReason(reason: string): string | null {
  const words = requireStorable('reason', reason).trim()
  if (lengthOf(words) > REASON_LENGTH)
    throw badRequest('reason', `Use at most ${REASON_LENGTH} characters; you have ${lengthOf(words)}.`)
  return words === '' ? null : words
}

/** readReason() of a request that is declined. @throws BAD_REQUEST reason: also when changes are requested without one */
export function readDeclineReason({ kind, reason }: { kind: 'changes_requested' | 'rejected'; reason: string }): string | null {
  const words = readReason(reason)
  if (kind === 'changes_requested' && words === null) throw badRequest('reason', 'Say what should change.')
  return words
}
