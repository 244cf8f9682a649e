/** GET /search/partner/pins: public pins of all accounts with a word of the search, best first. Only for allowed apps. */
import { z } from 'zod'
import type { Sql } from '../../core/ports/deps.js'
import type { Serve, V5 } from './endpoints.js'
import { readPageQuery, toPage, type PageOf } from './paging.js'
import { invalidRequest, restrictedFeature } from './faults/refusals.js'
import { isShown, pinColumns, toSummaryPin, type PinRow } from './wire.js'

const question = z.object({
  term: z.string().trim().min(1),
  country_code: z.string().regex(/^[A-Z]{2}$/),
  locale: z.string().optional(),
})

export function searchRoutes(serve: Serve, { db: { sql }, publicUrl }: V5): void {
  serve(
    { method: 'GET', url: '/search/partner/pins', scopes: ['boards:read', 'pins:read'], call: 'search_partner_pins' },
    async (request) => {
      if (!request.caller.switches.searchAllowed) throw restrictedFeature('partner_search')
      const parsed = question.safeParse(request.query)
      if (!parsed.success) throw invalidRequest(`${parsed.error.issues[0]?.path.join('.') ?? 'term'} is not valid.`)
      const words = wordsOf(parsed.data.term)
      const page = readPageQuery(request, `search ${encodeURIComponent(words.join(' '))}`, 'limit')
      const found = await findPins(sql, words, page)
      return toPage(
        found,
        page,
        (row) => toSummaryPin(row, publicUrl()),
        (row) => row.place,
      )
    },
  )
}

/** Shorter words are in nearly every pin; they count only if there are no longer ones. */
const MIN_LETTERS = 3

function wordsOf(term: string): string[] {
  const all = [...new Set(term.toLowerCase().split(/\s+/))]
  const long = all.filter((word) => [...word].length >= MIN_LETTERS)
  return long.length > 0 ? long : all
}

/** `place`: the number of matching words, then the age, as one number; the next page starts below the last one. */
type Found = PinRow & { place: string }

/**
 * Finds pins generously, as the live search does: most results contain one word of several. A saved copy is represented by its
 * original.
 */
async function findPins(sql: Sql, words: string[], { after, pageSize, now }: PageOf): Promise<Found[]> {
  return sql<Found[]>`
    select ${pinColumns(sql)}, f.place
      from sim_pins p
      join sim_boards b on b.id = p.board_id
      join sim_users o on o.id = b.owner_id
     cross join lateral (
             select count(*) as words, (count(*) << 40) + p.number as place
               from unnest(${words}::text[]) as w (word)
              where position(w.word in lower(concat_ws(' ', p.title, p.description, p.alt_text))) > 0) f
     where b.privacy = 'PUBLIC'
       and p.parent_pin_id is null
       and ${isShown(sql, now)}
       and f.words > 0
       ${after === null ? sql`` : sql`and f.place < ${after}`}
     order by f.place desc
     limit ${pageSize + 1}`
}
