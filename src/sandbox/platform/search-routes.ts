/** GET /search/partner/pins: the public pins of everybody that hold every word of a search, newest first. For apps that were let in. */
import { z } from 'zod'
import type { Sql } from '../../core/ports.js'
import type { Serve, V5 } from './endpoints.js'
import { readPageQuery, toPage, type PageOf } from './paging.js'
import { invalidRequest, restrictedFeature } from './refusals.js'
import { isShown, pinColumns, toSummaryPin, type PinRow } from './wire.js'

const question = z.object({
  term: z.string().trim().min(1),
  country_code: z.string().regex(/^[A-Z]{2}$/),
  locale: z.string().optional(),
})

export function searchRoutes(serve: Serve, { db: { sql }, publicUrl }: V5): void {
  serve(
    { method: 'GET', url: '/search/partner/pins', scopes: ['boards:read', 'pins:read'], call: 'search_partner_pins' },
    async (asked) => {
      if (!asked.caller.switches.searchAllowed) throw restrictedFeature('partner_search')
      const parsed = question.safeParse(asked.query)
      if (!parsed.success) throw invalidRequest(`${parsed.error.issues[0]?.path.join('.') ?? 'term'} is not valid.`)
      const words = parsed.data.term.toLowerCase().split(/\s+/)
      const page = readPageQuery(asked, `search ${words.join(' ')}`, 'limit')
      return toPage(await findPins(sql, words, page), page, (row) => toSummaryPin(row, publicUrl()))
    },
  )
}

async function findPins(sql: Sql, words: string[], { after, pageSize, now }: PageOf): Promise<PinRow[]> {
  return sql<PinRow[]>`
    select ${pinColumns(sql)}
      from sim_pins p
      join sim_boards b on b.id = p.board_id
      join sim_users o on o.id = b.owner_id
     where b.privacy = 'PUBLIC'
       and ${isShown(sql, now)}
       and (select bool_and(position(w.word in lower(concat_ws(' ', p.title, p.description, p.alt_text))) > 0)
              from unnest(${words}::text[]) as w (word))
       ${after === null ? sql`` : sql`and p.number < ${after}`}
     order by p.number desc
     limit ${pageSize + 1}`
}
