/** What is known of a public pin before it is saved, and a board that fits it. */
import { requireAccount } from '../../accounts/accounts.js'
import { listBoards } from '../../boards/boards.js'
import { lastBoard } from '../../boards/last-board.js'
import type { Actor } from '../../lib/actor.js'
import type { Deps } from '../../ports/deps.js'
import { requireMayMake } from '../../posts/permissions.js'
import { readPinId } from '../../posts/pin-id.js'
import { makeBoardProposer } from '../../insight/relevance/propose-board.js'
import { knownOf } from '../../posts/saved-pin.js'

export type ProposedSave = {
  pinId: string
  title: string | null
  pictureUrl: string | null
  /** null: there is no suitable board. */
  boardId: string | null
}

/**
 * Proposes the public board whose name fits the title best, else the one that the person used last.
 * @param pin its number, or the address of its page
 * @throws FORBIDDEN · NOT_FOUND the account · BAD_REQUEST savePinId
 */
export async function proposeSave(
  deps: Deps,
  actor: Actor,
  { accountId, pin }: { accountId: string; pin: string },
): Promise<ProposedSave> {
  const pinId = readPinId(pin, 'savePinId')
  requireMayMake(actor, accountId)
  const account = await requireAccount(deps.db.sql, actor, accountId)
  const { title, savedPin } = await knownOf(deps.db.sql, account, { id: pinId, pictureUrl: null })
  const [{ boards }, last] = await Promise.all([listBoards(deps, actor, { accountId }), lastBoard(deps, actor, { accountId })])
  const board = makeBoardProposer(boards, last)({ title: title ?? '', description: '', altText: '', link: '' })
  return { pinId, title, pictureUrl: savedPin.pictureUrl, boardId: board?.boardId ?? null }
}
