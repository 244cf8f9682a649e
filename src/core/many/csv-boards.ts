/** Exports the boards of an account as a spreadsheet. */
import type { Actor } from '../lib/actor.js'
import { listBoards } from '../boards/boards.js'
import type { Deps } from '../ports/deps.js'
import { boardCell, BYTE_ORDER_MARK, csvLines } from './csv-cells.js'

const COLUMNS = ['Board ID', 'Board', 'Description', 'Privacy', 'Pins', 'Followers', 'Owner'] as const

/** Exports boards as listBoards() returns them. @throws NOT_FOUND · the platform's refusals @see docs/contract.md#csv */
export async function exportBoards(
  deps: Deps,
  actor: Actor,
  { accountId, withByteOrderMark }: { accountId: string; withByteOrderMark: boolean },
): Promise<string> {
  const { boards } = await listBoards(deps, actor, { accountId })
  const rows = boards.map(({ id, name, description, privacy, pinCount, followerCount, isCollaborator }) => [
    boardCell(id),
    name,
    description,
    privacy,
    pinCount,
    followerCount,
    isCollaborator ? 'somebody else' : 'this account',
  ])
  return (withByteOrderMark ? BYTE_ORDER_MARK : '') + csvLines([COLUMNS, ...rows])
}
