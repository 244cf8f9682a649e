/** Where a page of a week ends, and the order that its entries are in. */
import { z } from 'zod'
import { isRowId } from '../../accounts/row-id.js'
import { badRequest } from '../../lib/errors.js'

/**
 * In time order; of one instant pins come before what repeats, and open slots last. `atMicros`: since 1970, as fine as the database keeps an
 * instant. `id`: of the post, or of the slot.
 */
export type Place = { atMicros: number; rank: 0 | 1 | 2; accountId: string; id: string }

export function comparePlaces(a: Place, b: Place): number {
  return a.atMicros - b.atMicros || a.rank - b.rank || compareIds(a.accountId, b.accountId) || compareIds(a.id, b.id)
}

/** As numbers, of which these may be longer than a double is exact. */
export const compareIds = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

const shape = z.strictObject({
  atMicros: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  rank: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  accountId: z.string().refine(isRowId),
  id: z.string().refine(isRowId),
})

/** Opaque, and good for any window: a page begins after its place. */
export const writePlace = ({ atMicros, rank, accountId, id }: Place): string =>
  Buffer.from(JSON.stringify({ atMicros, rank, accountId, id })).toString('base64url')

/** @throws BAD_REQUEST cursor: not one of ours */
export function readPlace(cursor: string): Place {
  try {
    return shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw badRequest('cursor', (of) => `${of('cursor')} is not valid. Pass it as an earlier answer gave it, or none.`)
  }
}
