import type { Actor } from '../actor.js'
import type { Account } from '../accounts/account.js'
import type { Deps } from '../ports.js'
import type { BoardChoice } from '../posts/post.js'
import type { Board, BoardSection } from './board.js'

/** From the cache; `cachedAt` null when it was never filled. Asks for a refresh in the background when older than 10 minutes. */
export async function listBoards(
  deps: Deps,
  actor: Actor,
  input: { accountId: string },
): Promise<{ boards: Board[]; cachedAt: Date | null }> {
  throw new Error(`not built yet ${String(deps)} ${String(actor)} ${String(input)}`)
}
/** Cached sections of a board; read live once when the board is unknown or its sections were never read. */
export async function listSections(
  deps: Deps,
  actor: Actor,
  input: { accountId: string; boardId: string },
): Promise<BoardSection[]> {
  throw new Error(`not built yet ${String(deps)} ${String(actor)} ${String(input)}`)
}
/** Reads all boards and sections of an account from the platform into the cache (outside any transaction). @throws PlatformError */
export async function refreshBoards(deps: Deps, account: Account): Promise<void> {
  throw new Error(`not built yet ${String(deps)} ${String(account)}`)
}
/**
 * A board (and section) somebody named: strips `b_`, looks in the cache, then once live.
 * @throws BAD_REQUEST boardId of the wrong form, boardSectionId not on the board · NOT_FOUND board
 */
export async function requireBoardChoice(deps: Deps, account: Account, choice: BoardChoice): Promise<BoardChoice> {
  throw new Error(`not built yet ${String(deps)} ${String(account)} ${String(choice)}`)
}
