/** Cursors of the post list: the position after which a page begins, and the filters it belongs to. */
import { z } from 'zod'
import { isRowId } from '../lib/rows/row-id.js'
import { invalidCursor, readOpaque, writeOpaque } from '../lib/rows/cursor.js'
import { badRequest } from '../lib/errors.js'
import type { PostStatus } from '../ports/post-status.js'

/** `atMicros`: since 1970, as fine as the database keeps an instant. A Date is coarser: it would skip or repeat posts of one ms. */
export type Position = { atMicros: number; id: string }

/** The filters that a cursor is bound to. The limit may change from page to page. */
export type Filters = {
  accountId: string
  status: PostStatus
  startDate: Date | null
  endDate: Date | null
  failed?: string | undefined
  label?: string | undefined
}

const MAX_MICROS = Number.MAX_SAFE_INTEGER // the year 2255

const shape = z.strictObject({
  atMicros: z.int().min(0).max(MAX_MICROS),
  id: z.string().refine(isRowId),
  filters: z.string(),
})

export function writeCursor({ atMicros, id }: Position, query: Filters): string {
  return writeOpaque({ atMicros, id, filters: filtersOf(query) })
}

/** Reads a cursor. @throws BAD_REQUEST cursor: not one of ours, or of another account, status or window */
export function readCursor(text: string, query: Filters): Position {
  const cursor = shape.safeParse(readOpaque(text))
  if (!cursor.success) throw invalidCursor()
  const { atMicros, id, filters } = cursor.data
  if (filters !== filtersOf(query)) {
    throw badRequest(
      'cursor',
      (of) =>
        `${of('cursor')} belongs to a different account, status, label, ${of('startDate')} or ${of('endDate')}. Repeat the original ones, or pass no cursor.`,
    )
  }
  return { atMicros, id }
}

const filtersOf = ({ accountId, status, startDate, endDate, failed, label }: Filters) =>
  [
    ...[accountId, status, startDate?.getTime() ?? '', endDate?.getTime() ?? ''],
    ...(failed === undefined ? [] : [failed]),
    ...(label === undefined ? [] : [`label=${label}`]),
  ].join(' ')
