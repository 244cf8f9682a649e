/**
 * Rules for the fields of a board and of a section. Pure; each message names the field and the fix. @see docs/contract.md#boards
 */
import { badRequest } from '../lib/errors.js'
import type { NewPlatformBoard } from '../ports/platform.js'
import { cleanText, lengthOf, requireWords, wrongLength } from '../lib/prose/text.js'

export const BOARD_NAME_LENGTH = 180
export const BOARD_DESCRIPTION_LENGTH = 500
export const SECTION_NAME_LENGTH = 180
/** The privacies that a new board can have. */
export const PRIVACIES = ['public', 'secret'] as const

/** Cleans the name of a board, a section or a list; its length counts code points. @throws BAD_REQUEST name */
export const requireName = (name: string, most: number): string => requireWords('name', name, most)

/** Cleans the description, which may be empty. @throws BAD_REQUEST description */
export function requireDescription(description: string): string {
  const clean = cleanText('description', description)
  const length = lengthOf(clean)
  if (length <= BOARD_DESCRIPTION_LENGTH) return clean
  throw badRequest('description', wrongLength('description', length, BOARD_DESCRIPTION_LENGTH))
}

/** @throws BAD_REQUEST privacy */
export function requirePrivacy(privacy: string): NewPlatformBoard['privacy'] {
  const known = PRIVACIES.find((one) => one === privacy)
  if (known) return known
  const why = privacy === 'protected' ? 'privacy cannot be set to protected here' : 'privacy has an unknown value'
  throw badRequest('privacy', `${why}: choose ${PRIVACIES.join(' or ')}.`)
}

export const nameTaken = () =>
  badRequest('name', (of) => `${of('name')} is taken: the account already has a board with this name. Choose another one.`)
