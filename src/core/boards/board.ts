/** A board, and the form of its id. */
import type { Account } from '../accounts/account.js'
import type { PlatformBoard } from '../ports/platform.js'

/** A platform's id, with or without the `b_` that our CSV export adds. Names and addresses do not match. */
export const BOARD_ID = /^(b_)?[0-9]+$/
/** The most digits of an id, without b_: for a longer one the platform is not called. */
const LONGEST_ID = 40
export const isImpossibleId = (boardId: string): boolean => boardId.length > LONGEST_ID

/** A board as the cache stores it. */
export type Board = {
  id: string
  name: string
  description: string | null
  privacy: string
  pinCount: number
  followerCount: number
  isCollaborator: boolean
  pinsModifiedAt: Date | null
  /** Ours: the destination link of pins that are made for it without one; null: the account’s. */
  defaultLink: string | null
}
/** Boards that everyone can see, the only ones we propose. People may still choose a secret or protected board for a pin. */
export const publicBoards = <B extends Pick<Board, 'privacy'>>(boards: readonly B[]): B[] => boards.filter(isPublic)
export const isPublic = ({ privacy }: Pick<Board, 'privacy'>): boolean => privacy === 'public'

export type BoardSection = { id: string; name: string }

/** Converts a board. One without an owner counts as the account's own. */
export function toBoard({ username }: Pick<Account, 'username'>, board: PlatformBoard): Omit<Board, 'defaultLink'> {
  const { id, name, description, privacy, pinCount, followerCount, ownerUsername, pinsModifiedAt } = board
  const isCollaborator = ownerUsername !== null && ownerUsername !== username
  return { id, name, description: description || null, privacy, pinCount, followerCount, isCollaborator, pinsModifiedAt }
}

/** The board and section of a pin. */
export type BoardChoice = {
  boardId: string
  /** null: the board itself, not a section. */
  boardSectionId: string | null
}
