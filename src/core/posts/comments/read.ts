/** Reads the comments of pins, also of deleted ones while these are kept. */
import { requireAccount } from '../../accounts/accounts.js'
import type { Actor } from '../../lib/actor.js'
import { notFound } from '../../lib/errors.js'
import { readIdCursor, writeIdCursor } from '../../lib/rows/cursor.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { withSight } from '../approval/sight.js'
import { type Audience, type Comment, type Comments, GROWS_MS, NO_COMMENTS } from './comment.js'

type CommentRow = Omit<Comment, 'writtenWith'> & { apiKeyId: string | null; keyName: string | null; agent: string | null }

/** The columns of `post_comments c`. @param organizationId theirs, by value in the subselect */
const commentColumns = (sql: Sql, organizationId: string) => sql`
  c.organization_id as "organizationId", c.id, c.account_id as "accountId", c.post_id as "postId", c.text, c.audience, c.author, c.name,
  c.api_key_id as "apiKeyId", c.agent, c.is_agent as "isAgent", c.created_at as "createdAt",
  (select k.name from api_keys k where k.organization_id = ${organizationId} and k.id = c.api_key_id) as "keyName"`

const toComment = ({ apiKeyId, keyName, agent, ...row }: CommentRow): Comment => ({
  ...row,
  writtenWith: apiKeyId === null ? null : { apiKeyId, keyName, agent },
})

/** Reads a comment that was just written. @param sql of its transaction */
export async function readWrittenComment(sql: Sql, organizationId: string, id: string): Promise<Comment> {
  const [row] = await sql<[CommentRow]>`
    select ${commentColumns(sql, organizationId)}
      from post_comments c
     where c.organization_id = ${organizationId}
       and c.id = ${id}`
  return toComment(row)
}

export type CommentsQuery = {
  accountId: string
  postId: string
  limit: number
  /** The cursor that the previous page returned. */
  cursor: string | null
}

/**
 * Lists the comments of a pin, the newest first.
 * @throws NOT_FOUND the account, or a post that is not kept · BAD_REQUEST cursor
 */
export async function listComments(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, postId, limit, cursor }: CommentsQuery,
): Promise<{ comments: Comment[]; cursor: string | null }> {
  const list = ['comments', accountId, postId]
  const after = cursor === null ? null : readIdCursor(cursor, list)
  const { organizationId } = await requireAccount(sql, await withSight(sql, actor, { accountId, postId }), accountId)
  if (!isRowId(postId)) throw notFound('Post')
  const rows = await sql<CommentRow[]>`
    select ${commentColumns(sql, organizationId)}
      from post_comments c
     where c.organization_id = ${organizationId}
       and c.account_id = ${accountId}
       and c.post_id = ${postId}
       and ${after === null ? sql`true` : sql`c.id < ${after}`}
     order by c.id desc
     limit ${limit + 1}`
  if (rows.length === 0) await requireKept(sql, { organizationId, accountId, postId })
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { comments: page.map(toComment), cursor: last ? writeIdCursor(last.id, list) : null }
}

type Ref = { organizationId: string; accountId: string; postId: string }

/** @throws NOT_FOUND a post that never was, or whose deletion is final */
async function requireKept(sql: Sql, { organizationId, accountId, postId }: Ref): Promise<void> {
  const [kept] = await sql`
    select 1 from posts where organization_id = ${organizationId} and account_id = ${accountId} and id = ${postId}
     union all
    select 1 from deleted_posts where organization_id = ${organizationId} and account_id = ${accountId} and id = ${postId}
     limit 1`
  if (!kept) throw notFound('Post')
}

/** Reads a page of the comments of one pin, the newest first. `at`: the number of newer ones. @throws NOT_FOUND the account */
export async function readCommentsPage(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, postId, at, limit }: { accountId: string; postId: string; at: number; limit: number },
): Promise<{ comments: Comment[]; count: number }> {
  const { organizationId } = await requireAccount(sql, await withSight(sql, actor, { accountId, postId }), accountId)
  const rows = await sql<(CommentRow & { count: number })[]>`
    select ${commentColumns(sql, organizationId)}, count(*) over ()::int as count
      from post_comments c
     where c.organization_id = ${organizationId}
       and c.account_id = ${accountId}
       and c.post_id = ${postId}
     order by c.id desc
     limit ${limit}
    offset ${at}`
  return { comments: rows.map(({ count: _, ...row }) => toComment(row)), count: rows[0]?.count ?? 0 }
}

/** Reads the last comments of each of these pins of one account. `audience`: these alone. @throws NOT_FOUND the account */
export async function readLastComments(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, postIds, limit, audience }: { accountId: string; postIds: readonly string[]; limit: number; audience?: Audience },
): Promise<(postId: string) => Comments> {
  const { organizationId } = await requireAccount(sql, actor, accountId)
  const rows = await sql<(CommentRow & { count: number })[]>`
    select ${commentColumns(sql, organizationId)}, c.count
      from (select l.*, count(*) over (partition by l.post_id)::int as count,
                   row_number() over (partition by l.post_id order by l.id desc) as place
              from post_comments l
             where l.organization_id = ${organizationId}
               and l.account_id = ${accountId}
               and l.post_id = any (${postIds}::bigint[])
               and ${audience === undefined ? sql`true` : sql`l.audience = ${audience}`}) c
     where c.place <= ${limit}
     order by c.id`
  const found = new Map<string, { last: Comment[]; count: number }>()
  for (const { count, ...row } of rows) {
    const theirs = found.get(row.postId) ?? { last: [], count }
    theirs.last.push(toComment(row))
    found.set(row.postId, theirs)
  }
  return (postId) => found.get(postId) ?? NO_COMMENTS
}

/** Reads the comments of one message: `from`, and those in the time after it. */
export async function readCommentsFrom(
  { db: { sql } }: Pick<Deps, 'db'>,
  { organizationId }: Pick<Actor, 'organizationId'>,
  { postId, from }: { postId: string; from: string },
): Promise<Comment[]> {
  const rows = await sql<CommentRow[]>`
    select ${commentColumns(sql, organizationId)}
      from post_comments f
      join post_comments c
        on c.organization_id = ${organizationId}
       and c.post_id = f.post_id
       and c.id >= f.id
       and c.created_at < f.created_at + ${GROWS_MS}::int * interval '1 millisecond'
     where f.organization_id = ${organizationId}
       and f.post_id = ${postId}
       and f.id = ${from}
     order by c.id`
  return rows.map(toComment)
}
