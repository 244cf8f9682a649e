/** Another board or section for a post that is there: what editing and scheduling share. */
import type { Account } from '../accounts/account.js'
import { requireBoardChoice } from '../boards/boards.js'
import { badRequest } from '../errors.js'
import type { Deps } from '../ports.js'
import type { BoardChoice, Post } from './post.js'
import { postStatusChanged } from './store.js'

/** undefined: stays. `boardSectionId` null: the board's root; undefined with a boardId: cleared. */
export type BoardChange = { boardId?: string; boardSectionId?: string | null }

/**
 * The board and section to write: always a pair that was checked together, the section on the board the post ends up on. May ask the
 * platform, hence before the transaction.
 * @returns undefined: both stay as they are
 * @throws BAD_REQUEST boardId, boardSectionId · NOT_FOUND board
 * @see service-api.md "PATCH …/posts/{postId}", rule 3 · "POST …/schedule"
 */
export async function readBoardChange(
  deps: Deps,
  account: Account,
  { boardId }: Pick<Post, 'boardId'>,
  asked: BoardChange | undefined,
): Promise<Partial<BoardChoice> | undefined> {
  if (asked?.boardId !== undefined)
    return requireBoardChoice(deps, account, { boardId: asked.boardId, boardSectionId: asked.boardSectionId ?? null })
  if (asked?.boardSectionId === undefined) return undefined
  if (asked.boardSectionId === null) return { boardSectionId: null } // every board has a root
  if (boardId === null) throw badRequest('boardSectionId', 'boardSectionId needs a board. Pass boardId too.')
  return requireBoardChoice(deps, account, { boardId, boardSectionId: asked.boardSectionId })
}

/**
 * A section without a board was checked on the board the post was seen on: it must be there still.
 * @throws CONFLICT post_status_changed
 */
export function requireSameBoard(
  asked: BoardChange | undefined,
  seen: Pick<Post, 'boardId'>,
  locked: Pick<Post, 'boardId'>,
): void {
  if (!asked?.boardSectionId || asked.boardId !== undefined) return
  if (locked.boardId !== seen.boardId) throw postStatusChanged()
}
