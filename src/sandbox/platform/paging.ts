/** Paging as Pinterest does it: page_size 1 to 250, an opaque bookmark, null on the last page. */
import { z } from 'zod'
import type { SimulatedRequest } from './simulated-request.js'
import { invalidRequest } from './faults/refusals.js'

export type PageOf = { after: string | null; pageSize: number; list: string; now: Date }

const wholeNumber = z.string().regex(/^\d{1,4}$/)
const query = z.object({ page_size: wholeNumber.optional(), limit: wholeNumber.optional(), bookmark: z.string().optional() })

/** The page length, by the parameter that sets it. */
const PAGE_SIZES = { page_size: { usual: '25', most: 250 }, limit: { usual: '10', most: 50 } } as const

type Asking = Pick<SimulatedRequest, 'query' | 'now' | 'caller'>

/**
 * @param list identifies the list, because another list refuses its bookmarks
 * @throws Refusal 400/1
 */
export function readPageQuery(
  { query: input, now, caller }: Asking,
  list: string,
  name: keyof typeof PAGE_SIZES = 'page_size',
): PageOf {
  const parsed = query.safeParse(input)
  const { usual, most } = PAGE_SIZES[name]
  const pageSize = parsed.success ? Number(parsed.data[name] ?? usual) : 0
  if (!parsed.success || pageSize < 1 || pageSize > most)
    throw invalidRequest(`${name} must be a whole number from 1 to ${most}.`)
  const { bookmark } = parsed.data
  const oldest = caller.switches.expireBookmarks
  return { after: bookmark ? readBookmark(bookmark, { list, now, oldest }) : null, pageSize, list, now }
}

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000)

function readBookmark(bookmark: string, { list, now, oldest }: { list: string; now: Date; oldest: number | false }): string {
  const [of, number, made] = Buffer.from(bookmark, 'base64url').toString().split('|')
  if (of !== list || number === undefined || !/^\d{1,18}$/.test(number)) throw invalidRequest('bookmark is not valid.')
  if (oldest !== false && secondsOf(now) - Number(made) > oldest) throw invalidRequest('bookmark has expired.')
  return number
}

/**
 * @param rows one more than the page holds, if there are more
 * @param placeOf sort key of a row, in digits: the next page starts after the last row's
 */
export function toPage<Row extends { number: string }, Item>(
  rows: Row[],
  { pageSize, list, now }: PageOf,
  toItem: (row: Row) => Item,
  placeOf = (row: Row) => row.number,
) {
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  const mark = (at: string) => Buffer.from(`${list}|${at}|${secondsOf(now)}`).toString('base64url')
  return { items: shown.map(toItem), bookmark: rows.length > pageSize && last ? mark(placeOf(last)) : null }
}
