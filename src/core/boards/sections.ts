/** Sections of a board, as the platform has them now. */
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import type { AskDeps } from '../accounts/ask-platform.js'
import { requireRole } from '../accounts/roles.js'
import type { Actor } from '../actor.js'
import { notFound } from '../errors.js'
import type { BeforeCommit } from '../ports.js'
import { leaveSection } from '../posts/leave-section.js'
import { askAboutBoard } from './ask-about-board.js'
import { requireName, SECTION_NAME_LENGTH } from './board-rules.js'
import type { BoardSection } from './board.js'
import { isFreshReading, requireBoard, requireBoardId, SECTION_ID } from './boards.js'
import { removeSection, storeSection } from './cache-writes.js'
import { findSections, findSectionsReadAt } from './cache.js'
import { readBoardLive, readSectionsLive } from './live.js'
import { readAllSections } from './platform-boards.js'
import { asLimited, isPartMissing, isUnanswered, WRITES } from './write-answers.js'

export type BoardOf = { accountId: string; boardId: string }

/** Read live, and kept in the cache; in the platform's order. @throws BAD_REQUEST boardId · NOT_FOUND · the platform's refusals */
export async function readSections(deps: AskDeps, actor: Actor, input: BoardOf): Promise<BoardSection[]> {
  const account = await requireAccount(deps.db.sql, actor, input.accountId)
  const boardId = requireBoardId(input.boardId)
  const isCached = (await findSectionsReadAt(deps.db.sql, account, boardId)) !== undefined
  return isCached ? readSectionsLive(deps, account, boardId) : readBoardLive(deps, account, boardId)
}

/**
 * One whose making was not answered is looked for once.
 * @param input name: 1 to 180 characters
 * @throws FORBIDDEN below scheduler, or no board of the account's own · BAD_REQUEST name · and as updateBoard()
 */
export async function createSection(
  deps: AskDeps,
  actor: Actor,
  input: BoardOf & { name: string },
  beforeCommit?: BeforeCommit<BoardSection>,
): Promise<BoardSection> {
  requireRole(actor, 'scheduler')
  const name = requireName(input.name, SECTION_NAME_LENGTH)
  const account = await requireAccount(deps.db.sql, actor, input.accountId)
  const { boardId } = await requireBoard(deps, account, { boardId: input.boardId, boardSectionId: null })
  const before = await findBefore(deps, account, boardId)
  const made = await askAboutBoard(deps, account, boardId, WRITES, async (access) => {
    try {
      return await deps.platform.createSection(access, boardId, name)
    } catch (error) {
      if (asLimited(error) !== error) throw asLimited(error)
      if (!isUnanswered(error)) throw error
      const now = await readAllSections(deps.platform, access, boardId).catch(() => [])
      const fresh = now.find((section) => section.name === name && !before.has(section.id))
      if (!fresh) throw error
      return fresh
    }
  })
  await deps.db.tx(async (sql) => {
    await storeSection(sql, account, boardId, made, deps.clock())
    await beforeCommit?.(sql, made)
  })
  return made
}

/** The ids of sections that were there before ours. */
async function findBefore(deps: AskDeps, account: Account, boardId: string): Promise<Set<string>> {
  const readAt = (await findSectionsReadAt(deps.db.sql, account, boardId)) ?? null
  const isKnown = isFreshReading(readAt, deps.clock())
  const sections = isKnown ? findSections(deps.db.sql, account, boardId) : readSectionsLive(deps, account, boardId)
  return new Set((await sections).map(({ id }) => id))
}

/**
 * Its pins go back to the board's root, on the platform and among our drafts and queued pins. One that the platform does not have any more,
 * but we do, is deleted by now: the answer to an earlier try may not have come.
 * @returns how many of our drafts and queued pins were moved
 * @throws FORBIDDEN below scheduler, or no board of the account's own · NOT_FOUND board, board section · and as updateBoard()
 */
export async function deleteSection(
  deps: AskDeps,
  actor: Actor,
  input: BoardOf & { sectionId: string },
): Promise<{ movedPosts: number }> {
  requireRole(actor, 'scheduler')
  const account = await requireAccount(deps.db.sql, actor, input.accountId)
  const { sectionId } = input
  const found = await requireBoard(deps, account, { boardId: input.boardId, boardSectionId: sectionId })
  const { boardId, hasSection, isFresh } = found
  if (!SECTION_ID.test(sectionId)) throw notFound('Board section')
  if (!hasSection && !isFresh) await readSectionsLive(deps, account, boardId) // else a try again would not know that it was there
  const isDeleted = await askAboutBoard(deps, account, boardId, WRITES, async (access) => {
    try {
      await deps.platform.deleteSection(access, boardId, sectionId)
      return true
    } catch (error) {
      if (isPartMissing(error)) return false
      throw asLimited(error)
    }
  })
  const now = deps.clock()
  return deps.db.tx(async (sql) => {
    const wasCached = await removeSection(sql, account, { boardId, sectionId }, now)
    const movedPosts = await leaveSection(sql, actor, account, { boardId, sectionId }, now)
    if (!isDeleted && !wasCached && movedPosts === 0) throw notFound('Board section')
    return { movedPosts }
  })
}
