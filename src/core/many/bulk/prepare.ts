/** Prepares a bulk change before its transaction, because it may call the platform. */
import type { Account } from '../../accounts/account.js'
import type { BoardChoice } from '../../boards/board.js'
import { badRequest, DomainError } from '../../lib/errors.js'
import { requireDestination } from '../../lib/http/url.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { findRequestedBoard, readBoardChange, type BoardChange } from '../../posts/board-change.js'
import { requireBoardBack } from '../../posts/schedule.js'
import type { BulkAction, BulkEdit } from './model.js'
import { areIds } from './select.js'

export type Prepared =
  | { kind: 'unschedule' | 'delete' }
  | { kind: 'edit'; edit: PreparedEdit }
  /** `goneBoards`: the errors of boards that are still gone, whose drafts stay drafts. */
  | { kind: 'reschedule'; edit: PreparedEdit; goneBoards: ReadonlyMap<string, DomainError> }

/** The fields to write; an absent field is unchanged. */
export type PreparedEdit = Partial<BoardChoice> & { url?: string }

/** Prepares an action. @throws BAD_REQUEST edit, url, boardSectionId · NOT_FOUND board · and the platform's refusals */
export async function prepare(deps: Deps, account: Account, action: BulkAction, postIds: readonly string[]): Promise<Prepared> {
  switch (action.kind) {
    case 'unschedule':
    case 'delete':
      return { kind: action.kind }
    case 'reschedule': {
      const edit = action.edit ? await readEdit(deps, account, action.edit) : {}
      const goneBoards =
        edit.boardId === undefined ? await findGoneBoards(deps, account, postIds) : new Map<string, DomainError>()
      return { kind: 'reschedule', edit, goneBoards }
    }
    case 'edit':
      return { kind: 'edit', edit: await readEdit(deps, account, action.edit) }
  }
}

async function readEdit(deps: Deps, account: Account, { url, boardId, boardSectionId }: BulkEdit): Promise<PreparedEdit> {
  if (url === undefined && boardId === undefined && boardSectionId === undefined)
    throw badRequest('edit', 'Nothing to change: fill in at least one field.')
  const destination = url === undefined ? undefined : requireDestination('url', url)
  const change: BoardChange = {
    ...(boardId !== undefined && { boardId }),
    ...(boardSectionId !== undefined && { boardSectionId }),
  }
  const found = await findRequestedBoard(deps, account, { boardId: null }, change)
  return { ...(destination !== undefined && { url: destination }), ...(await readBoardChange(deps, account, found, change)) }
}

/** Reads each board once. */
async function findGoneBoards(
  deps: Deps,
  account: Account,
  postIds: readonly string[],
): Promise<ReadonlyMap<string, DomainError>> {
  const gone = new Map<string, DomainError>()
  for (const boardId of await boardsThatWereGone(deps.db.sql, account, postIds)) {
    await requireBoardBack(deps, account, { failure: { reason: 'board_gone' }, boardId }).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error
      gone.set(boardId, error)
    })
  }
  return gone
}

async function boardsThatWereGone(sql: Sql, account: Account, postIds: readonly string[]): Promise<string[]> {
  const rows = await sql<{ boardId: string }[]>`
    select distinct board_id as "boardId"
      from posts
     where organization_id = ${account.organizationId}
       and account_id = ${account.id}
       and id = any (${areIds(postIds)}::bigint[])
       and status = 'draft'
       and board_id is not null
       and failure ->> 'reason' = 'board_gone'`
  return rows.map(({ boardId }) => boardId)
}
