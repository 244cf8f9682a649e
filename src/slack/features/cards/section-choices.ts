/** The sections of a board, where they can be read. */
import type { Actor } from '../../../core/lib/actor.js'
import type { BoardSection } from '../../../core/boards/board.js'
import { listSections } from '../../../core/boards/boards.js'
import { DomainError } from '../../../core/lib/errors.js'
import type { SlackDeps } from '../../listener.js'

/** undefined: they cannot be read at the moment, which is no reason to show nothing else. */
export async function findSections(
  deps: SlackDeps,
  actor: Actor,
  { accountId, boardId }: { accountId: string; boardId: string | null },
): Promise<BoardSection[] | undefined> {
  if (boardId === null) return undefined
  try {
    return await listSections(deps, actor, { accountId, boardId })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    deps.log.info({ err: error, accountId, boardId }, 'the sections of a board could not be read')
    return undefined
  }
}
