/** Lists of many pages, one item after the other. */
import type { Args, CallOptions, Item, Methods, PagedId } from './types.js'

/** Reads a page when the items of the one before are used up; leaving the loop ends the reading. */
export async function* eachItem<Id extends PagedId>(
  methods: Methods,
  id: Id,
  args: Args<Id>,
  options?: CallOptions,
): AsyncGenerator<Item<Id>, void, undefined> {
  // what each of these operations has in common
  const read = methods[id] as unknown as (args: object, options?: CallOptions) => Promise<{ data: { cursor: string | null } }>
  const { query, ...rest } = args as { query?: object }
  let cursor: string | null = null
  do {
    const { data } = await read({ ...rest, query: { ...query, ...(cursor !== null && { cursor }) } }, options)
    const list = Object.values(data).find((value) => Array.isArray(value)) as Item<Id>[] | undefined // the page's one list
    yield* list ?? []
    if (data.cursor === cursor) return // a page that leads to itself would never end
    cursor = data.cursor
  } while (cursor !== null)
}
