/** The core's refusals about boards and sections, in terms of the form. */
import { DomainError } from '../../../core/lib/errors.js'
import { isGone } from '../cards/find-pin.js'

export const BOARD_GONE = 'This board was deleted or is no longer shared with the account. Choose another one.'
export const SECTION_GONE = 'That section was deleted.'

type Asked = 'makeBoard' | 'renameBoard' | 'addSection' | 'deleteSection' | 'readSections'

/** Sentences for when the platform refuses the account itself. */
const FORBIDDEN = {
  makeBoard:
    'Pinterest rejected this board. Secret boards need extra permission: reconnect the account, or create a public board.',
  renameBoard: 'Pinterest rejected this: only the board’s owner can rename it.',
  addSection: 'Pinterest rejected this: only the board’s owner can add sections.',
  deleteSection: 'Pinterest rejected this: only the board’s owner can delete its sections.',
  readSections: 'Pinterest no longer shows this board to the account. Ask its owner to share it again.',
} satisfies Record<Asked, string>

/** Sentences for a timeout, after which the change may have been made: only some requests are safe to repeat. */
const UNANSWERED = {
  makeBoard: 'Pinterest didn’t answer in time, so we don’t know if the board was created. Try again: you won’t get a second one.',
  renameBoard: 'Pinterest didn’t answer in time, so we don’t know if this was saved. Saving again is safe.',
  addSection:
    'Pinterest didn’t answer in time, so we don’t know if the section was added. Go back and reopen the sections before you add it again.',
  deleteSection: 'Pinterest didn’t answer in time, so we don’t know if the section was deleted. Deleting again is safe.',
} satisfies Record<Exclude<Asked, 'readSections'>, string>

/** @returns the error to throw instead; an error that needs no other wording is returned unchanged */
export function boardErrorText(error: unknown, requested: Asked): unknown {
  if (!(error instanceof DomainError)) return error
  const { reason, isUncertain } = error.details
  if (error.code === 'NOT_FOUND') return new DomainError('CONFLICT', isSection(error) ? SECTION_GONE : BOARD_GONE)
  if (reason === 'platform_board_forbidden') return new DomainError(error.code, FORBIDDEN[requested])
  return isUncertain && requested !== 'readSections' ? new DomainError(error.code, UNANSWERED[requested]) : error
}

const isSection = ({ details }: DomainError): boolean => details.thing === 'Board section'

export const isBoardGone = (error: unknown): boolean => isGone(error) && !isSection(error)
