/** Reads all pins of a board from the platform. */
import type { Account } from '../../accounts/account.js'
import type { CallDeps } from '../../accounts/connect/call-platform.js'
import { callForBoard, READS } from '../../boards/call-for-board.js'
import { readBoardPinsPage, samePageAgain } from '../../boards/platform-boards.js'
import type { Sql } from '../../ports/deps.js'
import { makeSavedPins, type SavedPins } from './saved-copies.js'
import { boardTooLarge, MOST_BOARD_PINS } from './search-refusals.js'
import { mapInSlices } from '../../lib/event-loop/slices.js'

/**
 * Reads the whole board live, page by page.
 * @param signal no page is begun once it is aborted
 * @throws GATEWAY_TIMEOUT recommended_pins_board_too_large · the signal's reason · NOT_FOUND board · and as callPlatform()
 */
export async function readSavedPins(deps: CallDeps, account: Account, boardId: string, signal: AbortSignal): Promise<SavedPins> {
  return callForBoard(deps, account, boardId, READS, async (access) => {
    const savedPins = makeSavedPins()
    const seen = new Set<string>()
    let bookmark: string | undefined
    for (;;) {
      signal.throwIfAborted()
      const page = await readBoardPinsPage(deps.platform, access, boardId, bookmark)
      await mapInSlices(page.items, savedPins.add)
      if (savedPins.size() > MOST_BOARD_PINS) throw boardTooLarge()
      if (page.bookmark === null) return savedPins
      if (seen.has(page.bookmark)) throw samePageAgain()
      seen.add(page.bookmark)
      bookmark = page.bookmark
    }
  })
}

/** Returns those of the pins that we published from this account, on any board. */
export async function findPublished(
  sql: Sql,
  { organizationId, id }: Account,
  pinIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ pinId: string }[]>`
    select pin_id as "pinId"
      from posts
     where organization_id = ${organizationId}
       and account_id = ${id}
       and pin_id = any (${[...pinIds]}::text[])`
  return new Set(rows.map(({ pinId }) => pinId))
}
