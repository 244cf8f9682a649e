/** The boards of an account, from the cache first. */
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import { withAccess } from '../accounts/with-access.js'
import type { Actor } from '../actor.js'
import { badRequest, notFound } from '../errors.js'
import type { PlatformAccess } from '../platform-port.js'
import type { Deps } from '../ports.js'
import type { BoardChoice } from '../posts/post.js'
import type { Board, BoardSection } from './board.js'
import { findBoards, findChoice, findSections, storeBoards, storeSections } from './cache.js'
import { readAllSections } from './platform-boards.js'
import { askPlatform } from './platform-errors.js'
import { refreshInBackground } from './refresh.js'

export { refreshBoards } from './refresh.js'

/** From the cache; `cachedAt` null when it was never filled. Asks for a refresh in the background when older than 10 minutes. */
export async function listBoards(
  deps: Deps,
  actor: Actor,
  { accountId }: { accountId: string },
): Promise<{ boards: Board[]; cachedAt: Date | null }> {
  const account = await requireAccount(deps.db.sql, actor, accountId)
  const boards = await findBoards(deps.db.sql, account)
  await refreshInBackground(deps, account)
  return { boards, cachedAt: account.boardsReadAt }
}

/** Cached sections of a board; read live once when the board is unknown. @throws BAD_REQUEST boardId · NOT_FOUND board */
export async function listSections(
  deps: Deps,
  actor: Actor,
  input: { accountId: string; boardId: string },
): Promise<BoardSection[]> {
  const account = await requireAccount(deps.db.sql, actor, input.accountId)
  const { boardId } = await requireBoardChoice(deps, account, { boardId: input.boardId, boardSectionId: null })
  return findSections(deps.db.sql, account, boardId)
}

/**
 * A board (and section) somebody named: strips `b_`, looks in the cache, then once live. `within` is put before the names of the
 * fields in errors: `intervalBoards[1].`
 * @throws BAD_REQUEST boardId of the wrong form, boardSectionId not on the board · NOT_FOUND board
 * @throws UNPROCESSABLE_ENTITY platform_reconnect_required and the platform's refusals, when it has to be asked
 */
export async function requireBoardChoice(deps: Deps, account: Account, choice: BoardChoice, within = ''): Promise<BoardChoice> {
  const boardId = requireBoardId(choice.boardId, `${within}boardId`)
  const sectionId = choice.boardSectionId
  const sectionNotOnBoard = () =>
    badRequest(
      `${within}boardSectionId`,
      `${within}boardSectionId must be the id of a section of this board. List the sections of the board for its ids.`,
    )
  if (sectionId !== null && !/^[0-9]{1,40}$/.test(sectionId)) throw sectionNotOnBoard()

  const cached = await findChoice(deps.db.sql, account, { boardId, sectionId })
  if (!cached.hasBoard) await readBoardLive(deps, account, boardId)
  if (sectionId === null || cached.hasSection) return { boardId, boardSectionId: sectionId }

  const sections = cached.hasBoard
    ? await readSectionsLive(deps, account, boardId)
    : await findSections(deps.db.sql, account, boardId)
  if (!sections.some(({ id }) => id === sectionId)) throw sectionNotOnBoard()
  return { boardId, boardSectionId: sectionId }
}

/** @throws BAD_REQUEST `field`: names and addresses of boards are no ids */
export function requireBoardId(text: string, field = 'boardId'): string {
  const boardId = /^(?:b_)?([0-9]{1,40})$/.exec(text)?.[1]
  if (!boardId)
    throw badRequest(field, `${field} must be the numeric id of a board from the board listing, not its name or address.`)
  return boardId
}

async function readBoardLive(deps: Deps, account: Account, boardId: string): Promise<void> {
  const readAt = deps.clock()
  const read = (access: PlatformAccess) =>
    Promise.all([deps.platform.readBoard(access, boardId), readAllSections(deps.platform, access, boardId)])
  const [board, sections] = await askPlatform(() => withAccess(deps, account, read), 'Board')
  if (board.id !== boardId) throw notFound('Board')
  await deps.db.tx(async (sql) => {
    await storeBoards(sql, account, [board], readAt)
    await storeSections(sql, account, [{ id: boardId, sections }], readAt)
  })
}

async function readSectionsLive(deps: Deps, account: Account, boardId: string): Promise<BoardSection[]> {
  const readAt = deps.clock()
  const read = (access: PlatformAccess) => readAllSections(deps.platform, access, boardId)
  const sections = await askPlatform(() => withAccess(deps, account, read), 'Board')
  await deps.db.tx((sql) => storeSections(sql, account, [{ id: boardId, sections }], readAt))
  return sections
}
