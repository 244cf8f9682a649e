/** Makes, lists and revokes review links, for the schedulers and admins of an account. */
import { requireAccount } from '../../accounts/accounts.js'
import { requireRoleOn } from '../../accounts/people/roles.js'
import { recordAct } from '../../audit/audit.js'
import type { Actor } from '../../lib/actor.js'
import { after, DAY_MS } from '../../lib/duration.js'
import { badRequest, notFound } from '../../lib/errors.js'
import { readIdCursor, writeIdCursor } from '../../lib/rows/cursor.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import { maskedEmail, readEmail } from './code.js'
import {
  hashOf,
  LINK_DAYS,
  linkColumns,
  MOST_LINK_DAYS,
  MOST_LINKED,
  newToken,
  readName,
  type ReviewLink,
} from './review-link.js'

type LinkDeps = Pick<Deps, 'db' | 'clock'>
export type NewReviewLink = {
  accountId: string
  contactName: string
  /** Where a code is sent that opens it; absent: it opens without one. */
  email?: string | undefined
  postIds: readonly string[]
  expiresInDays?: number | undefined
}
/** `url`: known here alone, because only a hash of its token is kept. */
export type MadeLink = { link: ReviewLink; url: string }

/**
 * Makes a link to these pins for one contact.
 * @throws FORBIDDEN below scheduler · NOT_FOUND · BAD_REQUEST contactName, email (also without a mail server), postIds, expiresInDays
 */
export async function createReviewLink(
  { db, clock, mail, settings }: LinkDeps & Pick<Deps, 'mail' | 'settings'>,
  actor: Actor,
  { accountId, expiresInDays = LINK_DAYS, ...given }: NewReviewLink,
  beforeCommit?: BeforeCommit<MadeLink>,
): Promise<MadeLink> {
  requireRoleOn(actor, accountId, 'scheduler')
  const contactName = readName('contactName', given.contactName)
  if (given.email !== undefined && mail === null)
    throw badRequest('email', (of) => `${of('email')} needs a mail server: leave it out, or have the operator set SMTP_URL.`)
  const email = given.email === undefined ? null : readEmail(given.email)
  const postIds = [...new Set(given.postIds)]
  if (postIds.length === 0 || postIds.length > MOST_LINKED)
    throw badRequest('postIds', (of) => `${of('postIds')} must name 1 to ${MOST_LINKED} pins.`)
  if (!Number.isInteger(expiresInDays) || expiresInDays < 1 || expiresInDays > MOST_LINK_DAYS)
    throw badRequest('expiresInDays', (of) => `${of('expiresInDays')} must be 1 to ${MOST_LINK_DAYS}.`)
  const { organizationId } = await requireAccount(db.sql, actor, accountId)
  const now = clock()
  const token = newToken(organizationId)
  return db.tx(async (sql) => {
    await requirePosts(sql, { organizationId, accountId, postIds })
    const [{ id }] = await sql<[{ id: string }]>`
      insert into review_links (organization_id, account_id, contact_name, email, token_hash, created_by, created_at, expires_at)
      values (${organizationId}, ${accountId}, ${contactName}, ${email}, ${hashOf(token)}, ${actor.userId}, ${now}, ${after(now, expiresInDays * DAY_MS)})
      returning id`
    await sql`
      insert into review_link_posts ${sql(
        postIds.map((postId, position) => ({ organization_id: organizationId, link_id: id, position, post_id: postId })),
      )}`
    const link = await requireLink(sql, { organizationId, accountId, linkId: id })
    const { expiresAt } = link
    await recordAct(
      sql,
      actor,
      {
        ...actOn(link, 'create'),
        after: { contactName, postIds, expiresAt, ...(email !== null && { email: maskedEmail(email) }) },
      },
      now,
    )
    const made = { link, url: `${settings.publicUrl}/review/${token}` }
    await beforeCommit?.(sql, made)
    return made
  })
}

type OfPosts = { organizationId: string; accountId: string; postIds: readonly string[] }

/** @throws NOT_FOUND one of them is not of this account */
async function requirePosts(sql: Sql, { organizationId, accountId, postIds }: OfPosts): Promise<void> {
  if (!postIds.every(isRowId)) throw notFound('Post')
  const found = await sql`
    select id
      from posts
     where organization_id = ${organizationId}
       and account_id = ${accountId}
       and id = any (${[...postIds]}::bigint[])`
  if (found.length < postIds.length) throw notFound('Post')
}

const actOn = ({ accountId, id }: ReviewLink, action: string) => ({ accountId, subject: `review_link:${id}`, action })

type LinkRef = { accountId: string; linkId: string }

/** @throws NOT_FOUND */
async function requireLink(
  sql: Sql,
  { organizationId, accountId, linkId }: LinkRef & { organizationId: string },
): Promise<ReviewLink> {
  if (!isRowId(linkId)) throw notFound('Review link')
  const [link] = await sql<ReviewLink[]>`
    select ${linkColumns(sql, organizationId)}
      from review_links l
     where l.organization_id = ${organizationId}
       and l.account_id = ${accountId}
       and l.id = ${linkId}`
  if (!link) throw notFound('Review link')
  return link
}

/** Lists the links of an account, the newest first. @throws FORBIDDEN below scheduler · NOT_FOUND · BAD_REQUEST cursor */
export async function listReviewLinks(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, limit, cursor }: { accountId: string; limit: number; cursor: string | null },
): Promise<{ links: ReviewLink[]; cursor: string | null }> {
  requireRoleOn(actor, accountId, 'scheduler')
  const list = ['review-links', accountId]
  const below = cursor === null ? null : readIdCursor(cursor, list)
  const { organizationId } = await requireAccount(sql, actor, accountId)
  const rows = await sql<ReviewLink[]>`
    select ${linkColumns(sql, organizationId)}
      from review_links l
     where l.organization_id = ${organizationId}
       and l.account_id = ${accountId}
       and ${below === null ? sql`true` : sql`l.id < ${below}`}
     order by l.id desc
     limit ${limit + 1}`
  const links = rows.slice(0, limit)
  const last = rows.length > limit ? links.at(-1) : undefined
  return { links, cursor: last ? writeIdCursor(last.id, list) : null }
}

/** Ends a link at once; one that has ended stays as it is. @throws FORBIDDEN below scheduler · NOT_FOUND */
export async function revokeReviewLink(
  { db, clock }: LinkDeps,
  actor: Actor,
  { accountId, linkId }: LinkRef,
): Promise<ReviewLink> {
  requireRoleOn(actor, accountId, 'scheduler')
  const { organizationId } = await requireAccount(db.sql, actor, accountId)
  const ref = { organizationId, accountId, linkId }
  return db.tx(async (sql) => {
    await requireLink(sql, ref)
    const now = clock()
    const { count } = await sql`
      update review_links
         set revoked_at = ${now}
       where organization_id = ${organizationId}
         and account_id = ${accountId}
         and id = ${linkId}
         and revoked_at is null`
    const link = await requireLink(sql, ref)
    if (count > 0) await recordAct(sql, actor, { ...actOn(link, 'revoke'), after: { revokedAt: now } }, now)
    return link
  })
}
