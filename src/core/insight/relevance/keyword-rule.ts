/** The rule for typed keywords: of board scores, recommended pins, and the words by which trends are chosen. */
import { badRequest } from '../../lib/errors.js'
import { lengthOf, requireStorable, wrongLength } from '../../lib/prose/text.js'

export const KEYWORD_LENGTH = 255

/** Trims the keyword; lengths are in code points. @throws BAD_REQUEST `field` @see docs/contract.md#relevance */
export function requireKeyword(text: string, field = 'keyword'): string {
  const keyword = requireStorable(field, text).trim()
  const length = lengthOf(keyword)
  if (length > 0 && length <= KEYWORD_LENGTH) return keyword
  throw badRequest(field, wrongLength(field, length, KEYWORD_LENGTH))
}
