/** Checks a board or its sections ahead of the publishing of its pins, without a waiting caller. The cache keeps the results. */
import type { Account } from '../accounts/account.js'
import type { BoardDeps } from './board-deps.js'
import { DomainError } from '../lib/errors.js'
import type { PlatformAccess } from '../ports/platform.js'
import { callForBoard, READS } from './call-for-board.js'
import { storeBoards, storeSections } from './cache-writes.js'
import { readAllSections } from './platform-boards.js'

/**
 * `undecided`: the platform did not answer, or does not show us the board, which does not mean that it is gone. A board that we
 * can read may still refuse pins; only publishing one shows that.
 */
export type BoardCheck = 'there' | 'gone' | 'undecided'

/** Leaves at least half of each quota to callers who wait, and to pins. */
const inBackground = (access: PlatformAccess): PlatformAccess => ({ ...access, isBackground: true })

/**
 * Reads the board once. If the tokens no longer work, the account becomes unauthorized and its team gets one notice, as for all
 * calls. `isUrgent`: the read may use up the quota.
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
 * Lists the sections of a board once.
 * @returns the ids of the existing sections; undefined: the platform did not answer, or does not show them to us
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
