/** Lists of related boards that people keep. @see docs/contract.md#board-lists */
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import type { BoardDeps } from './board-deps.js'
import { requireRoleOn } from '../accounts/people/roles.js'
import { isRowId } from '../lib/rows/row-id.js'
import type { Actor } from '../lib/actor.js'
import { recordAct } from '../audit/audit.js'
import { badRequest, notFound } from '../lib/errors.js'
import type { BeforeCommit, Deps, Sql } from '../ports/deps.js'
import { LIST_NAME_LENGTH, readBoardsOf, type ListedBoard } from './board-list-rules.js'
import { requireName } from './board-rules.js'
import { isImpossibleId } from './board.js'
import { hasUnknownBoard } from './cache.js'
import { readBoardsLive } from './live.js'

export type BoardList = {
  id: string
  accountId: string
  name: string
  /** Sorted by `order`. */
  boards: ListedBoard[]
}
/** `order` absent: the index in the list, from 0. Board ids may start with b_. */
export type NewBoardList = { accountId: string; name: string; boards: { id: string; order?: number | undefined }[] }
export type ListRef = { accountId: string; boardListId: string }

/** The most lists per account. */
export const MOST_BOARD_LISTS = 200

/** Lists them in the order of creation. @throws NOT_FOUND */
export async function listBoardLists(deps: Pick<Deps, 'db'>, actor: Actor, input: { accountId: string }): Promise<BoardList[]> {
  const { sql } = deps.db
  const { organizationId, id } = await requireAccount(sql, actor, input.accountId)
  return [
    ...(await sql<BoardList[]>`
    select ${columns(sql)}
      from board_lists l
     where l.organization_id = ${organizationId}
       and l.account_id = ${id}
     order by l.id`),
  ]
}

/** @throws NOT_FOUND also for an id of the wrong form */
export async function readBoardList(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, boardListId }: ListRef,
): Promise<BoardList> {
  const { sql } = deps.db
  return requireBoardList(sql, await requireAccount(sql, actor, accountId), boardListId)
}

/**
 * @throws FORBIDDEN below scheduler · NOT_FOUND account, a board · BAD_REQUEST name (also too many lists), boards
 * @throws as callPlatform(), when a board is not in the cache
 */
export async function createBoardList(
  deps: BoardDeps,
  actor: Actor,
  input: NewBoardList,
  beforeCommit?: BeforeCommit<BoardList>,
): Promise<BoardList> {
  const { name, boards } = readList(input)
  requireRoleOn(actor, input.accountId, 'scheduler')
  const account = await requireAccount(deps.db.sql, actor, input.accountId)
  await requireBoards(deps, account, boards)
  const { organizationId, id } = account
  const now = deps.clock()
  return deps.db.tx(async (sql) => {
    await sql`select from accounts where organization_id = ${organizationId} and id = ${id} for no key update` // so that the count is good
    const [list] = await sql<BoardList[]>`
      insert into board_lists as l (organization_id, account_id, name, boards, created_at)
      select ${organizationId}, ${id}, ${name}, ${sql.json(boards)}, ${now}
       where ${MOST_BOARD_LISTS} > (select count(*)
                                      from board_lists
                                     where organization_id = ${organizationId} and account_id = ${id})
      returning ${columns(sql)}`
    if (!list)
      throw badRequest(
        'name',
        (of) => `${of('name')}: the account has ${MOST_BOARD_LISTS} board lists, the maximum. Delete one first.`,
      )
    await recordList(sql, actor, 'create', { after: list }, now)
    await beforeCommit?.(sql, list)
    return list
  })
}

/** Replaces the whole list: boards left out are removed from it. @throws as createBoardList(), and NOT_FOUND board list */
export async function replaceBoardList(
  deps: BoardDeps,
  actor: Actor,
  { boardListId, ...input }: NewBoardList & ListRef,
  beforeCommit?: BeforeCommit<BoardList>,
): Promise<BoardList> {
  const { name, boards } = readList(input)
  requireRoleOn(actor, input.accountId, 'scheduler')
  const { sql } = deps.db
  const account = await requireAccount(sql, actor, input.accountId)
  await requireBoardList(sql, account, boardListId)
  await requireBoards(deps, account, boards)
  const now = deps.clock()
  return deps.db.tx(async (tx) => {
    const before = await requireBoardList(tx, account, boardListId, 'lock')
    const [list] = await tx<BoardList[]>`
      update board_lists l
         set name = ${name}, boards = ${tx.json(boards)}
       where l.organization_id = ${account.organizationId}
         and l.account_id = ${account.id}
         and l.id = ${boardListId}
      returning ${columns(tx)}`
    if (!list) throw notFound('Board list')
    await recordList(tx, actor, 'replace', { before, after: list }, now)
    await beforeCommit?.(tx, list)
    return list
  })
}

/** Deletes the list, not its boards. @throws FORBIDDEN below scheduler · NOT_FOUND */
export async function deleteBoardList(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, boardListId }: ListRef,
  beforeCommit?: BeforeCommit<ListRef>,
): Promise<ListRef> {
  requireRoleOn(actor, accountId, 'scheduler')
  const now = clock()
  return db.tx(async (sql) => {
    const { organizationId, id } = await requireAccount(sql, actor, accountId)
    if (!isRowId(boardListId)) throw notFound('Board list')
    const [before] = await sql<BoardList[]>`
      delete from board_lists l
       where l.organization_id = ${organizationId}
         and l.account_id = ${id}
         and l.id = ${boardListId}
      returning ${columns(sql)}`
    if (!before) throw notFound('Board list')
    await recordList(sql, actor, 'delete', { before }, now)
    const deleted = { accountId, boardListId }
    await beforeCommit?.(sql, deleted)
    return deleted
  })
}

type Change = { before?: BoardList; after?: BoardList }
async function recordList(sql: Sql, actor: Actor, action: string, { before, after }: Change, now: Date): Promise<void> {
  const { accountId, id } = (after ?? before)!
  const act = {
    accountId,
    subject: `board_list:${id}`,
    action,
    before: before && imageOf(before),
    after: after && imageOf(after),
  }
  await recordAct(sql, actor, act, now)
}

const imageOf = ({ name, boards }: BoardList) => ({ name, boardIds: boards.map(({ id }) => id) })

const columns = (sql: Sql) => sql`l.id, l.account_id as "accountId", l.name, l.boards`

async function requireBoardList(
  sql: Sql,
  { organizationId, id }: Account,
  boardListId: string,
  mode?: 'lock',
): Promise<BoardList> {
  if (!isRowId(boardListId)) throw notFound('Board list')
  const [list] = await sql<BoardList[]>`
    select ${columns(sql)}
      from board_lists l
     where l.organization_id = ${organizationId}
       and l.account_id = ${id}
       and l.id = ${boardListId}
       ${mode === 'lock' ? sql`for update` : sql``}`
  if (!list) throw notFound('Board list')
  return list
}

const readList = ({ name, boards }: NewBoardList) => ({
  name: requireName(name, LIST_NAME_LENGTH),
  boards: readBoardsOf(boards),
})

/**
 * Checks the boards; one platform listing covers all those that the cache lacks. @throws NOT_FOUND board · and as callPlatform()
 */
async function requireBoards(deps: BoardDeps, account: Account, boards: ListedBoard[]): Promise<void> {
  const ids = boards.map(({ id }) => id)
  if (ids.some(isImpossibleId)) throw notFound('Board')
  if (!(await hasUnknownBoard(deps.db.sql, account, ids))) return
  await readBoardsLive(deps, account)
  if (await hasUnknownBoard(deps.db.sql, account, ids)) throw notFound('Board')
}
