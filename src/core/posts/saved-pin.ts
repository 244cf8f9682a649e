/** A public pin that a post saves: what is known about it, and which fields do not apply. @see docs/decisions.md#27-saved-pins */
import type { Account } from '../accounts/account.js'
import { badRequest, type DomainError } from '../lib/errors.js'
import type { Sql } from '../ports/deps.js'
import { ORIGINAL_FIELDS } from './content.js'
import type { Post } from './post.js'

export const ofTheOriginal = (field: string): DomainError =>
  badRequest(
    field,
    (of) => `${of(field)} cannot be set on a saved pin: Pinterest shows the original’s. Leave it out, or create your own pin.`,
  )

/** Refuses edits that do not apply to a post that saves a pin. @throws BAD_REQUEST the first of them */
export function requireOwnFields({ savedPin }: Pick<Post, 'savedPin'>, changes: Readonly<Record<string, unknown>>): void {
  if (!savedPin) return
  for (const field of ORIGINAL_FIELDS) if (changes[field] !== undefined) throw ofTheOriginal(field)
  if (changes.media !== undefined) throw ofTheOriginal('mediaUrl')
}

type Known = { title: string | null; savedPin: NonNullable<Post['savedPin']> }

/**
 * Returns the title and the picture that a search of this organization showed within the hour. Pinterest describes only the
 * account's own pins, so for other pins nothing is known, which is no error.
 */
export async function knownOf(sql: Sql, { organizationId }: Account, { id }: NonNullable<Post['savedPin']>): Promise<Known> {
  const [found] = await sql<{ title: string | null; pictureUrl: string | null }[]>`
    select nullif(btrim(left(pin ->> 'title', 100)), '') as title, pin ->> 'imageUrl' as "pictureUrl"
      from keyword_searches s
     cross join jsonb_array_elements(s.pins) pin
     where s.organization_id = ${organizationId}
       and s.pins @> ${sql.json([{ id }])}::jsonb
       and pin ->> 'id' = ${id}
     order by s.found_at desc
     limit 1`
  return { title: found?.title ?? null, savedPin: { id, pictureUrl: found?.pictureUrl ?? null } }
}
