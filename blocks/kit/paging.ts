/** Lists in pages. The metadata of a form holds only where the current page begins. */
import type { Button } from '@slack/types'
import { button } from './kit.js'

export type PagedList = {
  /** The number of rows on a page. */
  size: number
  /** Action id of the button to the next page. */
  next: string
  /** Action id of the button to the first page. */
  first: string
  /** The name of the rows, for screen readers. */
  label: string
}

/** The buttons to the next and the first page. `at`: where the page begins; `of`: the number of all rows. */
export function pageButtons({ size, next, first, label }: PagedList, { at, of }: { at: number; of: number }): Button[] {
  const to = (text: string, actionId: string, where: number) =>
    button({ text, actionId, value: String(where), label: `${text}: ${label}` })
  const left = of - at - size
  return [
    ...(left > 0 ? [to(`Next ${Math.min(left, size)}`, next, at + size)] : []),
    ...(at > 0 ? [to('Back to the first', first, 0)] : []),
  ]
}

type Wanted<T> = {
  /** Where the page begins; beyond the end, the last page is shown. */
  at: number
  /** The number of all rows, if only the first ones were read. */
  of?: number
  /** The page with this row, if there is one. */
  showing?: (row: T) => boolean
}

/** @returns where the page begins, and its rows */
export function pageOf<T>(
  { size }: PagedList,
  rows: readonly T[],
  { at, of = rows.length, showing }: Wanted<T>,
): { at: number; shown: T[] } {
  const index = showing ? rows.findIndex(showing) : -1
  const wanted = index < 0 ? at : index - (index % size)
  const begin = wanted < of ? wanted : Math.max(0, Math.floor((of - 1) / size) * size)
  return { at: begin, shown: rows.slice(begin, begin + size) }
}
