/** Product tags of a pin: all of a request or none. */
import { z } from 'zod'
import type { Sql } from '../../../core/ports/deps.js'
import type { Caller } from '../oauth/callers.js'
import type { Serve, V5 } from '../endpoints.js'
import type { SimulatedRequest } from '../simulated-request.js'
import { findPin } from './pins.js'
import { ineligibleTags, invalidRequest, notPermitted, pinNotFound } from '../faults/refusals.js'

const MAX_TAGS = 24
const tagsBody = z.object({
  product_tags: z
    .array(z.object({ pin_id: z.string().regex(/^\d+$/) }))
    .min(1)
    .max(MAX_TAGS),
})
/** True for ids that begin with an 8, because products are not modelled. */
const isProduct = (pinId: string) => pinId.startsWith('8')

const PATH = '/pins/:pinId/product_tags'

export function tagRoutes(serve: Serve, { db: { sql } }: V5): void {
  const scopes = ['boards:read', 'pins:read', 'pins:write'] as const

  serve(
    { method: 'GET', url: PATH, scopes: ['boards:read', 'pins:read'], call: 'list_product_tags' },
    async ({ caller, params }) => toWireTags(await listTags(sql, await requireOwnPin(sql, caller, params.pinId))),
  )

  serve({ method: 'POST', url: PATH, scopes: [...scopes], call: 'add_product_tags' }, async (request) => {
    const pinId = await requireOwnPin(sql, request.caller, request.params.pinId)
    const tags = readTags(request)
    if (!tags.every(isProduct)) throw ineligibleTags()
    await sql`
      insert into sim_product_tags (pin_id, tag_pin_id)
      select ${pinId}, t.id
        from unnest(${tags}::text[]) with ordinality as t(id, position)
       order by t.position
      on conflict (pin_id, tag_pin_id) do nothing`
    return toWireTags(tags)
  })

  serve({ method: 'POST', url: `${PATH}/bulk-delete`, scopes: [...scopes], call: 'remove_product_tags' }, async (request) => {
    const pinId = await requireOwnPin(sql, request.caller, request.params.pinId)
    await sql`delete from sim_product_tags where pin_id = ${pinId} and tag_pin_id = any(${readTags(request)}::text[])`
    void request.reply.code(204)
    return undefined
  })
}

function readTags({ body }: SimulatedRequest): string[] {
  const parsed = tagsBody.safeParse(body)
  if (!parsed.success) throw invalidRequest(`product_tags must hold 1 to ${MAX_TAGS} pin ids (constraint: maxItems=${MAX_TAGS})`)
  const tags = parsed.data.product_tags.map(({ pin_id }) => pin_id)
  if (new Set(tags).size < tags.length) throw invalidRequest('product_tags must not list a pin twice.')
  return tags
}

async function requireOwnPin(sql: Sql, { userId }: Caller, pinId = ''): Promise<string> {
  const pin = await findPin(sql, pinId)
  if (!pin) throw pinNotFound()
  if (pin.owner_id !== userId) throw notPermitted()
  return pin.id
}

async function listTags(sql: Sql, pinId: string): Promise<string[]> {
  const rows = await sql<
    { tag_pin_id: string }[]
  >`select tag_pin_id from sim_product_tags where pin_id = ${pinId} order by number`
  return rows.map(({ tag_pin_id }) => tag_pin_id)
}

const toWireTags = (tags: string[]) => ({ product_tags: tags.map((pin_id) => ({ pin_id })) })
