/** A link by which one contact of a client reads pins and says what they think of them, as data. */
import { createHash, randomBytes } from 'node:crypto'
import { cleanLine, requireWords } from '../../lib/prose/text.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { Sql } from '../../ports/deps.js'

export const LINK_STATES = ['active', 'revoked', 'expired'] as const
export type LinkState = (typeof LINK_STATES)[number]

export type ReviewLink = {
  organizationId: string
  accountId: string
  id: string
  contactName: string
  /** The address whose owner alone opens it; null: whoever has it does. */
  email: string | null
  /** Also those that are deleted. */
  postIds: string[]
  createdBy: string
  createdAt: Date
  expiresAt: Date
  revokedAt: Date | null
  /** What whoever opened it calls themselves; null: nothing was done with it yet. */
  givenName: string | null
  /** The last ones, the newest first. */
  openings: Date[]
}

export const MOST_LINKED = 100
export const CONTACT_LENGTH = 80
export const MOST_LINK_DAYS = 60
export const LINK_DAYS = 14
/** How many openings are shown. */
const OPENINGS_SHOWN = 20

/** The columns of `review_links l`. @param organizationId theirs, by value in each subselect */
export const linkColumns = (sql: Sql, organizationId: string) => sql`
  l.organization_id as "organizationId", l.account_id as "accountId", l.id, l.contact_name as "contactName", l.email, l.created_by as "createdBy",
  l.created_at as "createdAt", l.expires_at as "expiresAt", l.revoked_at as "revokedAt", l.name_given as "givenName",
  array(select p.post_id::text
          from review_link_posts p
         where p.organization_id = ${organizationId} and p.link_id = l.id
         order by p.position) as "postIds",
  array(select o.opened_at
          from review_openings o
         where o.organization_id = ${organizationId} and o.link_id = l.id
         order by o.opened_at desc
         limit ${OPENINGS_SHOWN}) as openings`

export const stateOfLink = ({ revokedAt, expiresAt }: Pick<ReviewLink, 'revokedAt' | 'expiresAt'>, now: Date): LinkState =>
  revokedAt !== null ? 'revoked' : expiresAt <= now ? 'expired' : 'active'

/** True while the link works; it stays so until the end of the transaction. */
export async function isActive(
  sql: Sql,
  { organizationId, id }: Pick<ReviewLink, 'organizationId' | 'id'>,
  now: Date,
  lock: 'share' | 'update',
): Promise<boolean> {
  const [link] = await sql<Pick<ReviewLink, 'revokedAt' | 'expiresAt'>[]>`
    select revoked_at as "revokedAt", expires_at as "expiresAt"
      from review_links
     where organization_id = ${organizationId} and id = ${id}
       ${lock === 'share' ? sql`for share` : sql`for update`}`
  return link !== undefined && stateOfLink(link, now) === 'active'
}

/** Returns the client of a link as authors are stored: isClient() is true for them. */
export const clientOf = ({ id }: Pick<ReviewLink, 'id'>): string => `link:${id}`

const SECRET_BYTES = 32

/** A token is `<organization>_<43 characters of base64url>`. */
export const newToken = (organizationId: string): string => `${organizationId}_${randomBytes(SECRET_BYTES).toString('base64url')}`

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Extracts the organization, needed to find the link. */
export function organizationOf(token: string): string | undefined {
  const [, organizationId] = /^(\d{1,19})_[\w-]{43}$/.exec(token) ?? []
  return organizationId !== undefined && isRowId(organizationId) ? organizationId : undefined
}

/** Reads a name that a person types. @throws BAD_REQUEST naming `field` */
export const readName = (field: string, given: string): string => requireWords(field, given, CONTACT_LENGTH, cleanLine)
