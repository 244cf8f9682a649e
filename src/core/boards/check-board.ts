/** Checks one board, or its sections, on nobody's behalf: ahead of its pins. What is found is kept in the cache. */
import type { Account } from '../accounts/account.js'
import type { BoardDeps } from './board-deps.js'
import { DomainError } from '../lib/errors.js'
import type { PlatformAccess } from '../ports/platform.js'
import { callForBoard, READS } from './call-for-board.js'
import { storeBoards, storeSections } from './cache-writes.js'
import { readAllSections } from './platform-boards.js'

/**
 * `undecided`: the platform did not say, or does not show us the board; that is no reason to think badly of it. What may be read is not what may
 * be written: only a pin tells.
 */
export type BoardCheck = 'there' | 'gone' | 'undecided'

/** Of each quota it leaves at least half to those who wait, and to pins. */
const inBackground = (access: PlatformAccess): PlatformAccess => ({ ...access, isBackground: true })

/**
 * One read. Dead tokens make the account unauthorized and its team gets one notice, as everywhere.
 * @param isUrgent it may use the last of a quota
 * @throws what the database throws
 */
export async function checkBoard(
  deps: BoardDeps,
  account: Account,
  boardId: string,
  { isUrgent = false } = {},
): Promise<BoardCheck> {
  const readAt = deps.clock()
  try {
    const board = await callForBoard(deps, account, boardId, READS, (access) =>
      deps.platform.readBoard(isUrgent ? access : inBackground(access), boardId),
    )
    if (board.id !== boardId) return 'undecided'
    await storeBoards(deps.db.sql, account, [board], readAt)
    return 'there'
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return error.code === 'NOT_FOUND' ? 'gone' : 'undecided'
  }
}

/**
 * One listing of the sections of a board.
 * @returns the ids of those that are there; undefined: the platform did not say, or does not show them to us
 * @throws what the database throws
 */
export async function checkSections(deps: BoardDeps, account: Account, boardId: string): Promise<string[] | undefined> {
  const readAt = deps.clock()
  try {
    const sections = await callForBoard(deps, account, boardId, READS, (access) =>
      readAllSections(deps.platform, inBackground(access), boardId),
    )
    await deps.db.tx((sql) =>
      storeSections(sql, account, boardId, sections, { readAt, now: deps.clock(), onSectionGone: deps.onSectionGone }),
    )
    return sections.map(({ id }) => id)
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}
