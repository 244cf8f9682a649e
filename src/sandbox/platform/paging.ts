/** Pages in Pinterest's way: page_size 1 to 250, an opaque bookmark, null on the last page. */
import { z } from 'zod'
import { invalidRequest } from './refusals.js'

export type PageOf = { after: string | null; pageSize: number; list: string }

const query = z.object({
  page_size: z
    .string()
    .regex(/^\d{1,4}$/)
    .default('25'),
  bookmark: z.string().optional(),
})

/** @param list what is paged; a bookmark of one list is refused by another. @throws Refusal 400/1 */
export function readPageQuery(input: unknown, list: string): PageOf {
  const parsed = query.safeParse(input)
  const pageSize = parsed.success ? Number(parsed.data.page_size) : 0
  if (!parsed.success || pageSize < 1 || pageSize > 250) throw invalidRequest('page_size must be a whole number from 1 to 250.')
  const { bookmark } = parsed.data
  return { after: bookmark ? readBookmark(bookmark, list) : null, pageSize, list }
}

function readBookmark(bookmark: string, list: string): string {
  const [of, number] = Buffer.from(bookmark, 'base64url').toString().split('|')
  if (of !== list || number === undefined || !/^\d{1,18}$/.test(number)) throw invalidRequest('bookmark is not valid.')
  return number
}

/** @param rows one more than the page holds, when there is more */
export function toPage<Row extends { number: string }, Item>(
  rows: Row[],
  { pageSize, list }: PageOf,
  toItem: (row: Row) => Item,
) {
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  const bookmark = rows.length > pageSize && last ? Buffer.from(`${list}|${last.number}`).toString('base64url') : null
  return { items: shown.map(toItem), bookmark }
}
