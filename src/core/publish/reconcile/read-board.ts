/** The pins of a board as the platform shows them now: read whole or not at all. */
import type { Account } from '../../accounts/account.js'
import { noteRefusal } from '../../connections/call-platform.js'
import { isReadDenied } from '../../connections/platform-refusals.js'
import { withAccess } from '../../connections/with-access.js'
import { DomainError } from '../../lib/errors.js'
import { PlatformError, type Page, type PlatformAccess, type PlatformBoard, type PlatformPin } from '../../ports/platform.js'
import type { Deps } from '../../ports/deps.js'
import type { BoardSeen } from '../model/attempt.js'

export type ReadBoardDeps = Pick<Deps, 'db' | 'clock' | 'platform' | 'sealer'>

export type BoardRead =
  /** All its pins. `seen`: by what it is known again; null: by nothing. */
  | { kind: 'read'; pins: PlatformPin[]; seen: BoardSeen | null }
  /** As it was when it was read whole, by its own word; its pins were not read. */
  | { kind: 'unchanged' }
  /** The platform has no such board; its pins were deleted with it, or moved. */
  | { kind: 'gone' }
  /** More pins than are read. */
  | { kind: 'tooLarge' }
  /** Not now. `isDead`: the account has to be reconnected first. `isDenied`: the platform does not show it to us. */
  | { kind: 'unreadable'; isDead: boolean; isDenied: boolean; message: string }

export const MAX_PAGES = 40
const PAGE_PINS = 250

/**
 * Reads the board first: one with more pins than 40 pages hold is not read, nor one that is unchanged since it was last read
 * whole.
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
 * All pins of the account, for those of a board that is gone: the platform may have moved them to another one.
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
    const isDead = error instanceof DomainError || (error.kind === 'reconnect' && !error.details.lacksScope)
    return { kind: 'unreadable', isDead, isDenied: isReadDenied(error), message: error.message }
  }
}

async function readWhole(
  { platform }: ReadBoardDeps,
  access: PlatformAccess,
  boardId: string,
  unlike: BoardSeen | null,
): Promise<BoardRead> {
  const board = await platform.readBoard(access, boardId).catch((error: unknown): null => {
    if (error instanceof PlatformError && error.kind === 'not_found') return null // of a page it may mean the bookmark
    throw error
  })
  if (!board) return { kind: 'gone' }
  if (board.pinCount > MAX_PAGES * PAGE_PINS) return { kind: 'tooLarge' }
  if (unlike && isAsSeen(board, unlike)) return { kind: 'unchanged' }
  const pins = await readPages((bookmark) => platform.listBoardPins(access, boardId, bookmark))
  return pins ? { kind: 'read', pins, seen: seenOf(board, pins) } : { kind: 'tooLarge' }
}

/** @returns undefined: there are more than are read */
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
 * Pins that it counts and does not show may show next time, while its own data stay the same: then nothing tells the two apart.
 */
const seenOf = ({ pinCount, pinsModifiedAt }: PlatformBoard, pins: PlatformPin[]): BoardSeen | null =>
  pinsModifiedAt && pinCount === pins.length ? { pinCount, pinsModifiedAt: pinsModifiedAt.toISOString() } : null

const isAsSeen = ({ pinCount, pinsModifiedAt }: PlatformBoard, seen: BoardSeen): boolean =>
  pinCount === seen.pinCount && pinsModifiedAt?.toISOString() === seen.pinsModifiedAt
