/** Changes the name and description of a board on the platform. */
import { requireAccount } from '../accounts/accounts.js'
import { requireRoleOn } from '../accounts/people/roles.js'
import type { Actor } from '../lib/actor.js'
import { recordAct } from '../audit/audit.js'
import { badRequest } from '../lib/errors.js'
import { callForBoard } from './call-for-board.js'
import { BOARD_NAME_LENGTH, nameTaken, requireDescription, requireName } from './board-rules.js'
import { toBoard, type Board } from './board.js'
import { requireBoard } from './boards.js'
import { storeBoards } from './cache-writes.js'
import { waitBehind } from './timeout.js'
import { beginRefresh, type RefreshingDeps } from './refresh.js'
import { isNameTaken, isUnanswered, WRITES } from './write-answers.js'

/** `boardId` may start with b_. Absent fields stay as they are; an empty description removes it. */
export type BoardEdit = { accountId: string; boardId: string; name?: string | undefined; description?: string | undefined }

/** @throws as createBoard(), and NOT_FOUND board */
export async function updateBoard(
  deps: RefreshingDeps,
  actor: Actor,
  { accountId, boardId: named, name, description }: BoardEdit,
): Promise<Board> {
  if (name === undefined && description === undefined)
    throw badRequest('name', (of) => `Nothing to change: send ${of('name')}, ${of('description')} or both.`)
  const change = {
    ...(name !== undefined && { name: requireName(name, BOARD_NAME_LENGTH) }),
    ...(description !== undefined && { description: requireDescription(description) }),
  }
  requireRoleOn(actor, accountId, 'scheduler')
  const account = await requireAccount(deps.db.sql, actor, accountId)
  const { boardId } = await requireBoard(deps, account, { boardId: named, boardSectionId: null })
  const changed = await callForBoard(deps, account, boardId, WRITES, async (access) => {
    try {
      return await deps.platform.updateBoard(access, boardId, change)
    } catch (error) {
      if (isNameTaken(error)) throw nameTaken()
      if (isUnanswered(error)) await waitBehind(beginRefresh(deps, account))
      throw error
    }
  })
  await deps.db.tx(async (sql) => {
    const now = deps.clock()
    await storeBoards(sql, account, [changed], now)
    await recordAct(sql, actor, { accountId, subject: `board:${boardId}`, action: 'update', after: change }, now)
  })
  return toBoard(account, changed)
}
