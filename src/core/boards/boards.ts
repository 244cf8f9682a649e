/** The boards of an account, from the cache first. */
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import { withAccess } from '../accounts/with-access.js'
import type { Actor } from '../actor.js'
import { badRequest, notFound } from '../errors.js'
import type { PlatformAccess } from '../platform-port.js'
import type { Deps } from '../ports.js'
import type { BoardChoice } from '../posts/post.js'
import { BOARD_ID, type Board, type BoardSection } from './board.js'
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

/** A board that is on the account. The section named with it is still to be judged. */
export type FoundBoard = BoardChoice & {
  /** What stands before the names of its fields in errors: `intervalBoards[1].` */
  within: string
  hasSection: boolean
  /** Its sections were read just now: there are no others. */
  isFresh: boolean
}

/**
 * A board somebody named: strips `b_`, looks in the cache, then once live.
 * @throws BAD_REQUEST boardId of the wrong form · NOT_FOUND board
 * @throws UNPROCESSABLE_ENTITY platform_reconnect_required and the platform's refusals, when it has to be asked
 */
export async function requireBoard(deps: Deps, account: Account, choice: BoardChoice, within = ''): Promise<FoundBoard> {
  const boardId = requireBoardId(choice.boardId, `${within}boardId`)
  const { boardSectionId } = choice
  const sectionId = boardSectionId !== null && SECTION_ID.test(boardSectionId) ? boardSectionId : null
  const cached = await findChoice(deps.db.sql, account, { boardId, sectionId })
  if (cached.hasBoard) return { boardId, boardSectionId, within, hasSection: cached.hasSection, isFresh: false }
  const sections = await readBoardLive(deps, account, boardId)
  return { boardId, boardSectionId, within, hasSection: sections.some(({ id }) => id === sectionId), isFresh: true }
}

/**
 * The section that was named with it: what the cache does not have is looked for once live.
 * @throws BAD_REQUEST boardSectionId not on the board · and the platform's refusals, when it has to be asked
 */
export async function requireSection(deps: Deps, account: Account, found: FoundBoard): Promise<BoardChoice> {
  const { boardId, boardSectionId, within, hasSection, isFresh } = found
  if (boardSectionId === null || hasSection) return { boardId, boardSectionId }
  const sections = isFresh || !SECTION_ID.test(boardSectionId) ? [] : await readSectionsLive(deps, account, boardId)
  if (sections.some(({ id }) => id === boardSectionId)) return { boardId, boardSectionId }
  throw badRequest(
    `${within}boardSectionId`,
    `${within}boardSectionId must be the id of a section of this board. List the sections of the board for its ids.`,
  )
}

const SECTION_ID = /^[0-9]{1,40}$/

/** Both at once, where nothing is to be judged between them. @throws as requireBoard() and requireSection() */
export async function requireBoardChoice(deps: Deps, account: Account, choice: BoardChoice): Promise<BoardChoice> {
  return requireSection(deps, account, await requireBoard(deps, account, choice))
}

/** Without `b_`. @throws BAD_REQUEST `field`: names and addresses of boards are no ids */
export function requireBoardId(text: string, field = 'boardId'): string {
  if (BOARD_ID.test(text)) return text.replace(/^b_/, '')
  throw badRequest(field, `${field} must be the numeric id of a board from the board listing, not its name or address.`)
}

async function readBoardLive(deps: Deps, account: Account, boardId: string): Promise<BoardSection[]> {
  const readAt = deps.clock()
  const read = (access: PlatformAccess) =>
    Promise.all([deps.platform.readBoard(access, boardId), readAllSections(deps.platform, access, boardId)])
  const [board, sections] = await askPlatform(() => withAccess(deps, account, read), 'Board')
  if (board.id !== boardId) throw notFound('Board')
  await deps.db.tx(async (sql) => {
    await storeBoards(sql, account, [board], readAt)
    await storeSections(sql, account, [{ id: boardId, sections }], readAt)
  })
  return sections
}

async function readSectionsLive(deps: Deps, account: Account, boardId: string): Promise<BoardSection[]> {
  const readAt = deps.clock()
  const read = (access: PlatformAccess) => readAllSections(deps.platform, access, boardId)
  const sections = await askPlatform(() => withAccess(deps, account, read), 'Board')
  await deps.db.tx((sql) => storeSections(sql, account, [{ id: boardId, sections }], readAt))
  return sections
}
