/** Rules for the fields of a board list. Pure; each message names the field and the fix. */
import { badRequest } from '../lib/errors.js'
import { requireBoardId } from './boards.js'

export type ListedBoard = { id: string; order: number }

export const LIST_NAME_LENGTH = 255
/** The most boards in a list. */
export const MOST_LISTED = 500
export const HIGHEST_ORDER = 2_147_483_647

/** Sorts by `order`, which defaults to the index; equal ones keep their sequence. @throws BAD_REQUEST boards… */
export function readBoardsOf(given: { id: string; order?: number | undefined }[]): ListedBoard[] {
  if (given.length > MOST_LISTED)
    throw badRequest('boards', (of) => `${of('boards')} must be at most ${MOST_LISTED} boards; there are ${given.length}.`)
  const seen = new Set<string>()
  const boards = given.map(({ id: named, order }, place): ListedBoard => {
    const at = `boards[${place}]`
    const id = requireBoardId(named, `${at}.id`)
    if (seen.has(id)) throw badRequest(`${at}.id`, (of) => `${of(`${at}.id`)} is already in the list. List each board once.`)
    seen.add(id)
    return { id, order: requireOrder(order ?? place, `${at}.order`) }
  })
  return boards.sort((one, other) => one.order - other.order)
}

function requireOrder(order: number, field: string): number {
  if (Number.isInteger(order) && order >= 0 && order <= HIGHEST_ORDER) return order
  throw badRequest(field, (of) => `${of(field)} must be a whole number from 0 to ${HIGHEST_ORDER}.`)
}
