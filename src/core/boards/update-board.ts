/** Changes the name and description of a board on the platform, and its default link here. */
import { requireAccount } from '../accounts/accounts.js'
import { requireRoleOn } from '../accounts/people/roles.js'
import type { Actor } from '../lib/actor.js'
import { recordAct } from '../audit/audit.js'
import { badRequest, notFound } from '../lib/errors.js'
import { requireDestination } from '../lib/http/url.js'
import { callForBoard } from './call-for-board.js'
import { BOARD_NAME_LENGTH, nameTaken, requireDescription, requireName } from './board-rules.js'
import { toBoard, type Board } from './board.js'
import { requireBoard } from './boards.js'
import { findBoards } from './cache.js'
import { storeBoards, storeDefaultLink } from './cache-writes.js'
import { waitBehind } from './timeout.js'
import { beginRefresh, type RefreshingDeps } from './refresh.js'
import { isNameTaken, isUnanswered, WRITES } from './write-answers.js'

/** `boardId` may start with b_. Absent fields stay as they are; an empty description removes it, and null a link. */
export type BoardEdit = {
  accountId: string
  boardId: string
  name?: string | undefined
  description?: string | undefined
  defaultLink?: string | null | undefined
}

/** Pinterest is called for a name or a description alone. @throws as createBoard(), and NOT_FOUND board · BAD_REQUEST defaultLink */
export async function updateBoard(
  deps: RefreshingDeps,
  actor: Actor,
  { accountId, boardId: named, name, description, defaultLink }: BoardEdit,
): Promise<Board> {
  if (name === undefined && description === undefined && defaultLink === undefined)
    throw badRequest('name', (of) => `Nothing to change: fill in ${of('name')}, ${of('description')} or ${of('defaultLink')}.`)
  const change = {
    ...(name !== undefined && { name: requireName(name, BOARD_NAME_LENGTH) }),
    ...(description !== undefined && { description: requireDescription(description) }),
  }
  const link = typeof defaultLink === 'string' ? requireDestination('defaultLink', defaultLink) : defaultLink
  requireRoleOn(actor, accountId, 'scheduler')
  const account = await requireAccount(deps.db.sql, actor, accountId)
  const { boardId } = await requireBoard(deps, account, { boardId: named, boardSectionId: null })
  const write = () =>
    callForBoard(deps, account, boardId, WRITES, async (access) => {
      try {
        return await deps.platform.updateBoard(access, boardId, change)
      } catch (error) {
        if (isNameTaken(error)) throw nameTaken()
        if (isUnanswered(error)) await waitBehind(beginRefresh(deps, account))
        throw error
      }
    })
  const changed = Object.keys(change).length > 0 ? await write() : undefined
  return deps.db.tx(async (sql) => {
    const now = deps.clock()
    if (changed) await storeBoards(sql, account, [changed], now)
    const ours = await storeDefaultLink(sql, account, boardId, link)
    const cached = changed ? undefined : (await findBoards(sql, account)).find(({ id }) => id === boardId)
    const board = changed ? toBoard(account, changed) : cached
    if (!board) throw notFound('Board')
    const after = { ...change, ...(link !== undefined && { defaultLink: link }) }
    await recordAct(sql, actor, { accountId, subject: `board:${boardId}`, action: 'update', after }, now)
    return { ...board, defaultLink: ours?.defaultLink ?? null }
  })
}
