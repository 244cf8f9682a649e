/** Boards and sections that were found gone shortly before a pin's time, so that it is not sent there. */
import type { Account } from '../../accounts/account.js'
import type { BoardDeps } from '../../boards/board-deps.js'
import { checkBoard, checkSections } from '../../boards/check-board.js'
import type { Claimed } from '../model/claimed-post.js'
import type { BoardKey, UpcomingPlace } from './upcoming.js'

export type Closed = 'board_gone' | 'section_gone'
export type BoardAvailability = {
  /** Reads what is not known freshly, and remembers what is closed. When the platform does not answer, nothing is remembered. */
  check(place: UpcomingPlace): Promise<void>
  /** Returns why nothing can be pinned there; undefined: no obstacle is known. */
  closedTo(claimed: Place): Closed | undefined
  /** Returns boards that are closed, or have a closed section. */
  closedBoards(): BoardKey[]
}
type Place = Pick<Claimed, 'account' | 'boardId' | 'boardSectionId'>
type Owner = Pick<Account, 'organizationId' | 'id' | 'connectionNumber'>

/**
 * How long a result is used: the minute before the pin, and its claim. It is checked again meanwhile, since the team may fix it
 * on the platform.
 */
const BELIEVED_MS = 75_000

/**
 * Remembers unavailable boards in this process, by account, board and section and not by pin: a pin that is moved to another
 * board is not affected, and a reconnected account is checked again. The only notice is the one after the pin has failed.
 */
export function makeBoardAvailability(deps: BoardDeps): BoardAvailability {
  const closed = new Map<string, { as: Closed; board: BoardKey; until: number }>()
  const forgetOld = () => {
    const now = deps.clock().getTime()
    for (const [key, { until }] of closed) if (until < now) closed.delete(key)
  }
  const note = ({ account, boardId }: UpcomingPlace, sectionId: string, as: Closed | undefined) => {
    const key = keyOf(account, boardId, sectionId)
    const board = { organizationId: account.organizationId, accountId: account.id, boardId }
    if (as) closed.set(key, { as, board, until: deps.clock().getTime() + BELIEVED_MS })
    else closed.delete(key)
  }
  return {
    async check(place) {
      const { account, boardId, boardIsFresh, sectionIds } = place
      if (!boardIsFresh) {
        const found = await checkBoard(deps, account, boardId)
        if (found === 'undecided') return
        note(place, '', found === 'gone' ? 'board_gone' : undefined)
        if (found === 'gone') return
      }
      if (sectionIds.length === 0) return
      const there = await checkSections(deps, account, boardId)
      if (!there) return
      for (const id of sectionIds) note(place, id, there.includes(id) ? undefined : 'section_gone')
    },
    closedTo({ account, boardId, boardSectionId }) {
      forgetOld()
      return (closed.get(keyOf(account, boardId)) ?? closed.get(keyOf(account, boardId, boardSectionId ?? '')))?.as
    },
    closedBoards() {
      forgetOld()
      return [...closed.values()].map(({ board }) => board)
    },
  }
}

const keyOf = ({ organizationId, id, connectionNumber }: Owner, boardId: string, sectionId = '') =>
  [organizationId, id, connectionNumber, boardId, sectionId].join(' ')
