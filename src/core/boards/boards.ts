/** The boards of an account, from the cache first. */
import { MINUTE_MS } from '../lib/duration.js'
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import type { BoardDeps } from './board-deps.js'
import type { Actor } from '../lib/actor.js'
import { badRequest } from '../lib/errors.js'
import type { Deps } from '../ports/deps.js'
import { BOARD_ID, type Board, type BoardChoice, type BoardSection } from './board.js'
import { findBoards, findChoice, findSections, findSectionsReadAt } from './cache.js'
import { readBoardLive, readSectionsLive } from './live.js'
import { settlesWithin } from '../lib/timeout.js'
import { refreshInBackground } from './refresh.js'

/**
 * Lists boards from the cache; `cachedAt` null when it was never filled. Starts a background refresh when the cache is older than
 * 10 minutes.
 */
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

/** Sections older than this are read again before a person chooses among them. */
const SECTIONS_FRESH_MS = 10 * MINUTE_MS
/** Slack's selects wait three seconds. */
const TIMEOUT_MS = 1500

/**
 * Lists the sections to choose from, read live when the cache is empty or older than 10 minutes. If the platform refuses or
 * exceeds `timeoutMs` (real time), the cached sections are returned.
 * @throws BAD_REQUEST boardId · NOT_FOUND board · and the platform's refusals, when it has to be called for the board itself
 */
export async function listSections(
  deps: Deps,
  actor: Actor,
  input: { accountId: string; boardId: string },
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<BoardSection[]> {
  const account = await requireAccount(deps.db.sql, actor, input.accountId)
  const boardId = requireBoardId(input.boardId)
  const readAt = await findSectionsReadAt(deps.db.sql, account, boardId)
  if (readAt === undefined) await readBoardLive(deps, account, boardId)
  else if (!isFreshReading(readAt, deps.clock())) {
    const reading = readSectionsLive(deps, account, boardId).catch((error: unknown) => {
      const { organizationId, id: accountId } = account
      deps.log.info({ organizationId, accountId, boardId, err: error }, 'sections could not be refreshed')
    })
    await settlesWithin(reading, timeoutMs)
  }
  return findSections(deps.db.sql, account, boardId)
}

/** True when the sections of a board were read recently. */
export const isFreshReading = (readAt: Date | null, now: Date): boolean =>
  readAt !== null && now.getTime() - readAt.getTime() <= SECTIONS_FRESH_MS

/** A board that exists on the account. Its section is not checked yet. */
export type FoundBoard = BoardChoice & {
  /** The prefix of the board's field names in errors: `intervalBoards[1].` */
  within: string
  hasSection: boolean
  /** True when the sections were just read, so no others exist. */
  isFresh: boolean
}

/**
 * Finds a board by its id: removes `b_`, checks the cache, then reads it live once.
 * @throws BAD_REQUEST boardId of the wrong form · NOT_FOUND board
 * @throws UNPROCESSABLE_ENTITY platform_reconnect_required and the platform's refusals, when it has to be called
 */
export async function requireBoard(deps: BoardDeps, account: Account, choice: BoardChoice, within = ''): Promise<FoundBoard> {
  const boardId = requireBoardId(choice.boardId, `${within}boardId`)
  const { boardSectionId } = choice
  const sectionId = boardSectionId !== null && SECTION_ID.test(boardSectionId) ? boardSectionId : null
  const cached = await findChoice(deps.db.sql, account, { boardId, sectionId })
  if (cached.hasBoard) return { boardId, boardSectionId, within, hasSection: cached.hasSection, isFresh: false }
  const sections = await readBoardLive(deps, account, boardId)
  return { boardId, boardSectionId, within, hasSection: sections.some(({ id }) => id === sectionId), isFresh: true }
}

/**
 * Checks the section; one that the cache lacks is looked up live once.
 * @throws BAD_REQUEST boardSectionId not on the board · and the platform's refusals, when it has to be called
 */
export async function requireSection(deps: BoardDeps, account: Account, found: FoundBoard): Promise<BoardChoice> {
  const { boardId, boardSectionId, within, hasSection, isFresh } = found
  if (boardSectionId === null || hasSection) return { boardId, boardSectionId }
  const sections = isFresh || !SECTION_ID.test(boardSectionId) ? [] : await readSectionsLive(deps, account, boardId)
  if (sections.some(({ id }) => id === boardSectionId)) return { boardId, boardSectionId }
  throw sectionNotOnBoard(within)
}

/** @param within the prefix of the field's name: `intervalBoards[1].` */
export const sectionNotOnBoard = (within: string) =>
  badRequest(
    `${within}boardSectionId`,
    (of) =>
      `${within}${of('boardSectionId')} must be the id of a section of this board. List the sections of the board for its ids.`,
    'section_not_on_board',
  )

export const SECTION_ID = /^[0-9]{1,40}$/

/** Returns the id without `b_`. @throws BAD_REQUEST `field`: names and addresses of boards are no ids */
export function requireBoardId(text: string, field = 'boardId'): string {
  if (BOARD_ID.test(text)) return text.replace(/^b_/, '')
  throw badRequest(field, (of) => `${of(field)} must be the numeric id of a board from the board listing, not its name or URL.`)
}
