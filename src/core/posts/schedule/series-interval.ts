/** The rules of a series, the same pin on several boards, and the times of its boards. Pure. */
import { requireBoardId } from '../../boards/boards.js'
import { badRequest } from '../../lib/errors.js'
import { HORIZON_YEARS } from '../../slots/occurrences.js'
import { addDays, addYears } from '../../lib/time.js'
import type { BoardChoice } from '../../boards/board.js'
import { INTERVAL_PRESETS, type Series } from '../post.js'
import type { When } from '../when.js'

export const MOST_BOARDS = 20
export const MOST_DAYS = 90

/** `intervalBoards[1].`: the prefix of the fields of one entry in errors. */
export const entryField = (index: number) => `intervalBoards[${index}].`

/**
 * Checks the form of a series before any board is read, and returns its board ids without `b_`.
 * @throws BAD_REQUEST intervalBoards: none, too many, beside boardId, as a draft · intervalDays · intervalBoards[i].boardId: no
 * id, or twice
 * @see docs/contract.md#series
 */
export function requireSeries(series: Series, { board, when }: { board: BoardChoice | null; when: When }): Series {
  const { boards, intervalDays } = series
  if (board)
    throw badRequest(
      'intervalBoards',
      (of) => `${of('intervalBoards')} and ${of('boardId')} cannot be combined. Put the board first in ${of('intervalBoards')}.`,
    )
  if (when.kind === 'draft')
    throw badRequest(
      'intervalBoards',
      (of) => `${of('intervalBoards')} cannot be saved as a draft. Choose ${of('sendAt')} or ${of('useNextOpenSlot')}.`,
      'series_as_draft',
    )
  if (boards.length < 1 || boards.length > MOST_BOARDS)
    throw badRequest(
      'intervalBoards',
      (of) => `${of('intervalBoards')} must be 1 to ${MOST_BOARDS} boards; there are ${boards.length}.`,
    )
  if (intervalDays !== null && !(Number.isInteger(intervalDays) && intervalDays >= 1 && intervalDays <= MOST_DAYS))
    throw badRequest('intervalDays', (of) => `${of('intervalDays')} must be a whole number from 1 to ${MOST_DAYS}.`)
  return { ...series, boards: requireDistinctBoards(boards) }
}

function requireDistinctBoards(boards: BoardChoice[]): BoardChoice[] {
  const named = new Set<string>()
  return boards.map(({ boardId: text, boardSectionId }, index) => {
    const field = `${entryField(index)}boardId`
    const boardId = requireBoardId(text, field)
    if (named.has(boardId))
      throw badRequest(field, (of) => `${of(field)} repeats an earlier board. List each board once.`, 'board_named_twice')
    named.add(boardId)
    return { boardId, boardSectionId }
  })
}

/**
 * Returns when the board at `index` follows: so many calendar days after the first, at the same local time. In mode `slots` this
 * is the earliest time.
 * @param timezone the account's; null is UTC
 */
export function timeOfMember(index: number, first: Date, { intervalDays, intervalType }: Series, timezone: string | null): Date {
  return addDays(first, index * (intervalDays ?? INTERVAL_PRESETS[intervalType]), timezone ?? 'UTC')
}

/** Checks that the times of mode `exact` are all within ten years. @throws BAD_REQUEST intervalBoards */
export function requireReachable(first: Date, series: Series, timezone: string | null, now: Date): void {
  if (series.mode === 'slots') return // the search for a slot ends at the limit by itself
  const last = timeOfMember(series.boards.length - 1, first, series, timezone)
  if (last <= addYears(now, HORIZON_YEARS)) return
  throw badRequest(
    'intervalBoards',
    (of) =>
      `${of('intervalBoards')}: the last one would be published more than ${HORIZON_YEARS} years from now. Use fewer boards, fewer days or an earlier time.`,
  )
}
