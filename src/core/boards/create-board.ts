/** Creates a board on the platform. */
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import { callPlatform } from '../connections/call-platform.js'
import { requireRoleOn } from '../accounts/people/roles.js'
import type { Actor } from '../lib/actor.js'
import { recordAct } from '../audit/audit.js'
import type { NewPlatformBoard, PlatformBoard } from '../ports/platform.js'
import type { BeforeCommit } from '../ports/deps.js'
import { forgetRequest, keepUnknown, nameKeyOf, noteRequest, type BoardRequest } from './board-creations.js'
import { BOARD_NAME_LENGTH, nameTaken, requireDescription, requireName, requirePrivacy } from './board-rules.js'
import { toBoard, type Board } from './board.js'
import { storeBoards } from './cache-writes.js'
import { findBoards } from './cache.js'
import { waitBehind } from './timeout.js'
import { readAllBoards } from './platform-boards.js'
import { CLOCKS_DIFFER_MS } from './refresh-sections.js'
import { beginRefresh, type RefreshingDeps } from './refresh.js'
import { isNameTaken, isUnanswered, WRITES } from './write-answers.js'

/** `ifMissing`: an existing board of this name is returned. */
export type NewBoard = { accountId: string; name: string; description: string | null; privacy: string; ifMissing?: boolean }

/**
 * Returns the board of an earlier request for the same name whose answer was lost, instead of creating a second one.
 * @throws FORBIDDEN below scheduler, the platform refuses · NOT_FOUND account · BAD_REQUEST name (also taken), description,
 * privacy
 * @throws UNPROCESSABLE_ENTITY platform_reconnect_required · GATEWAY_TIMEOUT platform_timeout · SERVICE_UNAVAILABLE
 * platform_rate_limited
 * @see docs/contract.md#boards, docs/platform.md#unanswered-writes
 */
export async function createBoard(
  deps: RefreshingDeps,
  actor: Actor,
  { accountId, name, description, privacy, ifMissing = false }: NewBoard,
  beforeCommit?: BeforeCommit<Board>,
): Promise<Board> {
  const wanted: NewPlatformBoard = {
    name: requireName(name, BOARD_NAME_LENGTH),
    description: (description !== null && requireDescription(description)) || null,
    privacy: requirePrivacy(privacy),
  }
  requireRoleOn(actor, accountId, 'scheduler')
  const account = await requireAccount(deps.db.sql, actor, accountId)
  const known = await findBoards(deps.db.sql, account)
  const there = ifMissing && known.find((one) => nameKeyOf(one.name) === nameKeyOf(wanted.name))
  if (there) {
    if (beforeCommit) await deps.db.tx((sql) => beforeCommit(sql, there))
    return there
  }
  const knownIds = known.map(({ id }) => id)
  const request = await noteRequest(deps.db.sql, account, { name: wanted.name, knownIds }, deps.clock())
  const fresh = await makeBoard(deps, account, wanted, request)
  const made = fresh ?? (await adoptBoard(deps, account, { ...wanted, ifMissing }, request))
  const board = { ...toBoard(account, made), defaultLink: null }
  try {
    await deps.db.tx(async (sql) => {
      await storeBoards(sql, account, [made], deps.clock())
      await forgetRequest(sql, account, request)
      const after = { name: made.name, privacy: wanted.privacy }
      const act = { accountId, subject: `board:${made.id}`, action: 'create', after }
      if (fresh || request.isUnknown) await recordAct(sql, actor, act, deps.clock())
      await beforeCommit?.(sql, board)
    })
  } catch (error) {
    await keepUnknown(deps.db.sql, account, request) // the caller does not get the board: the next try does
    throw error
  }
  return board
}

/** @returns undefined when the name is taken, perhaps by the board of our earlier request */
async function makeBoard(
  deps: RefreshingDeps,
  account: Account,
  wanted: NewPlatformBoard,
  request: BoardRequest,
): Promise<PlatformBoard | undefined> {
  let isOpen = false
  try {
    return await callPlatform(deps, account, WRITES, async (access) => {
      try {
        return await deps.platform.createBoard(access, wanted)
      } catch (error) {
        if (isNameTaken(error)) return undefined
        isOpen = isUnanswered(error)
        throw error
      }
    })
  } catch (error) {
    if (isOpen) {
      await keepUnknown(deps.db.sql, account, request)
      await waitBehind(beginRefresh(deps, account))
    } else if (!request.isUnknown) await forgetRequest(deps.db.sql, account, request) // an earlier try stays unknown
    throw error
  }
}

/**
 * Finds the board of that name created since our first request, which excludes known boards that were renamed. With `ifMissing`
 * any board of that name is taken: another request created it just now. @throws BAD_REQUEST name: another board has it
 */
async function adoptBoard(
  deps: RefreshingDeps,
  account: Account,
  { privacy, ifMissing }: NewPlatformBoard & { ifMissing: boolean },
  request: BoardRequest,
): Promise<PlatformBoard> {
  const isRead = request.isUnknown || ifMissing
  const boards = isRead ? await callPlatform(deps, account, WRITES, (access) => readAllBoards(deps.platform, access)) : []
  const earliest = request.since.getTime() - CLOCKS_DIFFER_MS
  const ours = boards.find(
    (board) =>
      nameKeyOf(board.name) === request.nameKey &&
      !request.knownIds.includes(board.id) &&
      !toBoard(account, board).isCollaborator &&
      (board.createdAt === null || board.createdAt.getTime() >= earliest),
  )
  if (!ours) await forgetRequest(deps.db.sql, account, request)
  else if ((ours.privacy === 'secret') === (privacy === 'secret')) return ours // who asks for a secret one is given no public one
  const named = ifMissing && boards.find((board) => nameKeyOf(board.name) === request.nameKey)
  if (named) return named
  throw nameTaken()
}
