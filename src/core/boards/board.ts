/** A board, and what is one's id. */
import type { Account } from '../accounts/account.js'
import type { PlatformBoard } from '../ports/platform.js'

/** A platform's id, with or without the `b_` that our CSV export puts before it. Names and addresses are none. */
export const BOARD_ID = /^(b_)?[0-9]+$/
/** Without `b_`. A longer one cannot be: the platform is not called for it. */
const LONGEST_ID = 40
export const isImpossibleId = (boardId: string): boolean => boardId.length > LONGEST_ID

/** As the cache holds it. */
export type Board = {
  id: string
  name: string
  description: string | null
  privacy: string
  pinCount: number
  followerCount: number
  isCollaborator: boolean
  pinsModifiedAt: Date | null
}
/** Those that everybody sees: the only ones that are proposed. A secret or protected one takes pins of people who chose it. */
export const publicBoards = <B extends Pick<Board, 'privacy'>>(boards: readonly B[]): B[] => boards.filter(isPublic)
export const isPublic = ({ privacy }: Pick<Board, 'privacy'>): boolean => privacy === 'public'

export type BoardSection = { id: string; name: string }

/** One without an owner is taken for the account's own. */
export function toBoard({ username }: Pick<Account, 'username'>, board: PlatformBoard): Board {
  const { id, name, description, privacy, pinCount, followerCount, ownerUsername, pinsModifiedAt } = board
  const isCollaborator = ownerUsername !== null && ownerUsername !== username
  return { id, name, description: description || null, privacy, pinCount, followerCount, isCollaborator, pinsModifiedAt }
}

/** Where a pin goes. */
export type BoardChoice = {
  boardId: string
  /** null: the board's root */
  boardSectionId: string | null
}
