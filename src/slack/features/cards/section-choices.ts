/** The sections of a board, as choices. */
import type { Actor } from '../../../core/lib/actor.js'
import type { BoardSection } from '../../../core/boards/board.js'
import { listSections } from '../../../core/boards/boards.js'
import { DomainError } from '../../../core/lib/errors.js'
import type { SlackDeps } from '../../listener.js'

/** Finds the sections; undefined: they cannot be read now, and the form is shown without them. */
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
