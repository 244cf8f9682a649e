/** Reads the current pins of a board from the platform, completely or not at all. */
import type { Account } from '../../accounts/account.js'
import { isTokenDead, noteRefusal } from '../../connections/call-platform.js'
import { isReadDenied } from '../../connections/platform-refusals.js'
import { withAccess } from '../../connections/with-access.js'
import { DomainError } from '../../lib/errors.js'
import { PlatformError, type Page, type PlatformAccess, type PlatformBoard, type PlatformPin } from '../../ports/platform.js'
import type { Deps } from '../../ports/deps.js'
import type { BoardSeen } from '../model/attempt.js'

export type ReadBoardDeps = Pick<Deps, 'db' | 'clock' | 'platform' | 'sealer'>

export type BoardRead =
  /** All its pins. `seen`: the state by which an unchanged board is recognized; null: none. */
  | { kind: 'read'; pins: PlatformPin[]; seen: BoardSeen | null }
  /** The board has not changed since it was read completely, by its own data; its pins were not read. */
  | { kind: 'unchanged' }
  /** The platform has no such board; its pins were deleted with it, or moved. */
  | { kind: 'gone' }
  /** The board has more pins than are read. */
  | { kind: 'tooLarge' }
  /**
   * The board cannot be read now. `isDead`: the account has to be reconnected first. `isDenied`: the platform does not show it to
   * us.
   */
  | { kind: 'unreadable'; isDead: boolean; isDenied: boolean; message: string }

export const MAX_PAGES = 40
const PAGE_PINS = 250

/**
 * Reads the board first; its pins are not read when they fill more than 40 pages, or when it has not changed since the last
 * complete read.
 * @param unlike null: its pins are read in any case
 * @throws what the database throws
 * @see docs/contract.md#unknown-outcomes
 */
export async function readBoardPins(
  deps: ReadBoardDeps,
  account: Account,
  { boardId, unlike }: { boardId: string; unlike: BoardSeen | null },
): Promise<BoardRead> {
  return orUnreadable(deps, account, (access) => readWhole(deps, access, boardId, unlike))
}

/**
 * Reads all pins of the account, to find those of a board that is gone: the platform may have moved them to another one.
 * @throws what the database throws
 */
export async function readAccountPins(
  deps: ReadBoardDeps,
  account: Account,
): Promise<Exclude<BoardRead, { kind: 'unchanged' | 'gone' }>> {
  return orUnreadable(deps, account, async (access) => {
    const pins = await readPages((bookmark) => deps.platform.listPins(access, bookmark))
    return pins ? { kind: 'read', pins, seen: null } : { kind: 'tooLarge' }
  })
}

async function orUnreadable<R>(
  deps: ReadBoardDeps,
  account: Account,
  read: (access: PlatformAccess) => Promise<R>,
): Promise<R | Extract<BoardRead, { kind: 'unreadable' }>> {
  try {
    return await withAccess(deps, account, read)
  } catch (error) {
    if (!(error instanceof DomainError || error instanceof PlatformError)) throw error
    await noteRefusal(deps, account, error)
    return { kind: 'unreadable', isDead: isTokenDead(error), isDenied: isReadDenied(error), message: error.message }
  }
}

async function readWhole(
  { platform }: ReadBoardDeps,
  access: PlatformAccess,
  boardId: string,
  unlike: BoardSeen | null,
): Promise<BoardRead> {
  const board = await platform.readBoard(access, boardId).catch((error: unknown): null => {
    if (error instanceof PlatformError && error.kind === 'not_found') return null // for a page it may be about the bookmark
    throw error
  })
  if (!board) return { kind: 'gone' }
  if (board.pinCount > MAX_PAGES * PAGE_PINS) return { kind: 'tooLarge' }
  if (unlike && isAsSeen(board, unlike)) return { kind: 'unchanged' }
  const pins = await readPages((bookmark) => platform.listBoardPins(access, boardId, bookmark))
  return pins ? { kind: 'read', pins, seen: seenOf(board, pins) } : { kind: 'tooLarge' }
}

/** Reads page by page. @returns undefined: there are more than are read */
async function readPages(read: (bookmark?: string) => Promise<Page<PlatformPin>>): Promise<PlatformPin[] | undefined> {
  const pins: PlatformPin[] = []
  let bookmark: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const { items, bookmark: next } = await read(bookmark)
    pins.push(...items)
    if (next === null) return pins
    bookmark = next
  }
  return undefined
}

/**
 * Returns the state by which an unchanged board is recognized; null when pins are counted but not shown, because they may appear
 * without a change of its data.
 */
const seenOf = ({ pinCount, pinsModifiedAt }: PlatformBoard, pins: PlatformPin[]): BoardSeen | null =>
  pinsModifiedAt && pinCount === pins.length ? { pinCount, pinsModifiedAt: pinsModifiedAt.toISOString() } : null

const isAsSeen = ({ pinCount, pinsModifiedAt }: PlatformBoard, seen: BoardSeen): boolean =>
  pinCount === seen.pinCount && pinsModifiedAt?.toISOString() === seen.pinsModifiedAt
