/** Reads boards and sections live from the platform into the cache, for a caller who waits. */
import type { Account } from '../accounts/account.js'
import { callPlatform } from '../connections/call-platform.js'
import type { BoardDeps } from './board-deps.js'
import { notFound } from '../lib/errors.js'
import { PlatformError, type PlatformAccess } from '../ports/platform.js'
import { isImpossibleId, type BoardSection } from './board.js'
import { callForBoard, READS } from './call-for-board.js'
import { replaceBoards, storeBoards, storeSections } from './cache-writes.js'
import { readAllBoards, readAllSections, readOpenSections } from './platform-boards.js'

/**
 * Reads a board that the cache lacks, and its sections. One that we may not see counts as missing. @returns the sections. @throws
 * NOT_FOUND board · and as callPlatform()
 */
export async function readBoardLive(deps: BoardDeps, account: Account, boardId: string): Promise<BoardSection[]> {
  if (isImpossibleId(boardId)) throw notFound('Board')
  const readAt = deps.clock()
  const read = (access: PlatformAccess) =>
    Promise.all([
      deps.platform.readBoard(access, boardId).catch((error: unknown) => {
        throw error instanceof PlatformError && error.kind === 'forbidden' ? notFound('Board') : error
      }),
      readOpenSections(deps.platform, access, boardId),
    ])
  const [board, sections] = await callForBoard(deps, account, boardId, READS, read)
  if (board.id !== boardId) throw notFound('Board')
  await deps.db.tx(async (sql) => {
    await storeBoards(sql, account, [board], readAt)
    await storeSections(sql, account, boardId, sections, { readAt, now: deps.clock(), onSectionGone: deps.onSectionGone })
  })
  return sections ?? []
}

/** Reads the sections of a cached board. @throws NOT_FOUND board · and as callPlatform() */
export async function readSectionsLive(deps: BoardDeps, account: Account, boardId: string): Promise<BoardSection[]> {
  const readAt = deps.clock()
  const read = (access: PlatformAccess) => readAllSections(deps.platform, access, boardId)
  const sections = await callForBoard(deps, account, boardId, READS, read)
  await deps.db.tx((sql) =>
    storeSections(sql, account, boardId, sections, { readAt, now: deps.clock(), onSectionGone: deps.onSectionGone }),
  )
  return sections
}

/** Reads all boards in one listing. @throws as callPlatform() */
export async function readBoardsLive(deps: BoardDeps, account: Account): Promise<void> {
  const readAt = deps.clock()
  const boards = await callPlatform(deps, account, READS, (access) => readAllBoards(deps.platform, access))
  await deps.db.tx((sql) => replaceBoards(sql, account, boards, readAt))
}
