/** The keyword of both operations: board scores and recommended pins. */
import { badRequest } from '../lib/errors.js'
import { lengthOf, requireStorable, wrongLength } from '../lib/text.js'

export const KEYWORD_LENGTH = 255

/** Trimmed; lengths are code points. @throws BAD_REQUEST keyword @see docs/contract.md#relevance */
export function requireKeyword(text: string): string {
  const keyword = requireStorable('keyword', text).trim()
  const length = lengthOf(keyword)
  if (length > 0 && length <= KEYWORD_LENGTH) return keyword
  throw badRequest('keyword', wrongLength('keyword', length, KEYWORD_LENGTH))
}
