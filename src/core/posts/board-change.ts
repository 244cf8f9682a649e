/** Resolves another board or section for an existing post; shared by editing and scheduling. */
import type { Account } from '../accounts/account.js'
import { requireBoard, requireSection, type FoundBoard } from '../boards/boards.js'
import { badRequest } from '../lib/errors.js'
import type { Deps } from '../ports/deps.js'
import type { BoardChoice } from '../boards/board.js'
import type { Post } from './post.js'
import { postStatusChanged } from './store.js'

/** undefined: unchanged. `boardSectionId` null: the board's root; undefined with a boardId: cleared. */
export type BoardChange = { boardId?: string; boardSectionId?: string | null }

/**
 * Finds the requested board or, for another section alone, the current one. It may call the platform, so it runs before the
 * transaction.
 * @returns undefined: there is no section to check
 * @throws BAD_REQUEST boardId · NOT_FOUND board
 */
export async function findRequestedBoard(
  deps: Deps,
  account: Account,
  seen: Pick<Post, 'boardId'>,
  boardChange: BoardChange | undefined,
): Promise<FoundBoard | undefined> {
  const boardSectionId = boardChange?.boardSectionId ?? null
  const boardId = boardChange?.boardId ?? (boardSectionId === null ? null : seen.boardId)
  return boardId === null ? undefined : requireBoard(deps, account, { boardId, boardSectionId })
}

/**
 * Returns the board and section to write: always a pair that was checked together.
 * @param found from findRequestedBoard()
 * @returns undefined: both stay unchanged
 * @throws BAD_REQUEST boardSectionId
 * @see docs/contract.md#edit, rule 3, docs/contract.md#schedule-a-post, rule 2
 */
export async function readBoardChange(
  deps: Deps,
  account: Account,
  found: FoundBoard | undefined,
  boardChange: BoardChange | undefined,
): Promise<Partial<BoardChoice> | undefined> {
  if (found) return requireSection(deps, account, found)
  if (boardChange?.boardSectionId === undefined) return undefined
  if (boardChange.boardSectionId === null) return { boardSectionId: null } // every board has a root
  throw badRequest('boardSectionId', (of) => `${of('boardSectionId')} needs a board. Choose ${of('boardId')} too.`)
}

/**
 * Checks that a post is still on the board that it was on when its new section was checked.
 * @throws CONFLICT post_status_changed
 */
export function requireSameBoard(
  boardChange: BoardChange | undefined,
  seen: Pick<Post, 'boardId'>,
  locked: Pick<Post, 'boardId'>,
): void {
  if (!boardChange?.boardSectionId || boardChange.boardId !== undefined) return
  if (locked.boardId !== seen.boardId) throw postStatusChanged()
}
