/** The core's refusals about boards and sections, in terms of the form. */
import { DomainError } from '../../../core/lib/errors.js'
import { isGone } from '../pins/click.js'

export const BOARD_GONE =
  'This board is not there any more: it was deleted, or is not shared with the account any longer. Choose another one.'
export const SECTION_GONE = 'That section is not there any more.'

type Asked = 'makeBoard' | 'renameBoard' | 'addSection' | 'deleteSection' | 'readSections'

/** Where the platform refuses the account as such. */
const FORBIDDEN = {
  makeBoard:
    'The platform refused this board for the account. A secret one needs a permission of its own: connect the account again, or make a public board.',
  renameBoard: 'The platform refused this: the board is somebody else’s, and only they can rename it.',
  addSection: 'The platform refused this: the board is somebody else’s, and only they add sections to it.',
  deleteSection: 'The platform refused this: the board is somebody else’s, and only they delete its sections.',
  readSections: 'The platform does not show this board to the account any more: its owner may share it again.',
} satisfies Record<Asked, string>

/** Where the platform gave no answer, and may have done it: whether to ask again differs. */
const UNANSWERED = {
  makeBoard:
    'The platform did not answer in time: the board may be there or not. Send this form again: a board that is there is taken, and no second one made.',
  renameBoard: 'The platform did not answer in time: this may be saved or not. Save it again: that does no harm.',
  addSection:
    'The platform did not answer in time: the section may be there or not. Go back and open the sections again, before you add it once more.',
  deleteSection: 'The platform did not answer in time: the section may be gone or not. Delete it once more: that does no harm.',
} satisfies Record<Exclude<Asked, 'readSections'>, string>

/** @returns the error to be thrown in its place; what needs no other words comes back as it is */
export function boardErrorText(error: unknown, requested: Asked): unknown {
  if (!(error instanceof DomainError)) return error
  const { reason, isUncertain } = error.details
  if (error.code === 'NOT_FOUND') return new DomainError('CONFLICT', isSection(error) ? SECTION_GONE : BOARD_GONE)
  if (reason === 'platform_board_forbidden') return new DomainError(error.code, FORBIDDEN[requested])
  return isUncertain && requested !== 'readSections' ? new DomainError(error.code, UNANSWERED[requested]) : error
}

const isSection = ({ details }: DomainError): boolean => details.thing === 'Board section'

export const isBoardGone = (error: unknown): boolean => isGone(error) && !isSection(error)
