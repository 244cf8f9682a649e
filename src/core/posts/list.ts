/** Reads posts: one, or a page of one status. */
import { requireAccount } from '../accounts/accounts.js'
import { requireSight } from '../accounts/people/roles.js'
import { makeLoader } from '../lib/rows/load-together.js'
import { isRowId } from '../lib/rows/row-id.js'
import type { Actor } from '../lib/actor.js'
import { badRequest, notFound } from '../lib/errors.js'
import { cleanLine, requireWords } from '../lib/prose/text.js'
import type { Deps, Sql } from '../ports/deps.js'
import type { FailureReason } from '../ports/notice.js'
import { LABEL_LENGTH } from './content.js'
import { readCursor, writeCursor, type Position } from './cursor.js'
import { hasStatus } from '../lib/rows/of-status.js'
import type { PostStatus } from '../ports/post-status.js'
import { postColumns } from './row.js'
import { hasLabel } from './search.js'
import { columnsForState, type PostWithState, type RowForState, withStates } from './state/read.js'
import { withSight } from './approval/sight.js'

export type ListPosts = {
  accountId: string
  status: PostStatus
  limit: number
  cursor: string | null
  startDate: Date | null
  endDate: Date | null
  /** Drafts alone whose last publishing failed, for any reason or for this one. */
  failed?: FailureReason | 'any' | undefined
  /** Posts with this label alone, ignoring case. */
  label?: string | undefined
}

/**
 * Lists queued posts soonest first, drafts and sent posts newest first, uploading ones oldest first; opaque keyset cursors are
 * bound to their filters. The dates bound sendAt, inclusive; drafts ignore them.
 * @throws BAD_REQUEST cursor, startDate, endDate, failed, failureReason, label · NOT_FOUND
 */
export async function listPosts(
  { db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  input: ListPosts,
): Promise<{ posts: PostWithState[]; cursor: string | null }> {
  const { accountId, status, limit } = input
  if (!isRowId(accountId)) throw notFound('Account')
  const query = requireFilters(input)
  const after = input.cursor === null ? null : readCursor(input.cursor, query)
  requireSight(actor, accountId)
  const { column, direction, beyond } = ordering(sql, status)
  const rows = await sql<(RowForState & { atMicros: string })[]>`
    select ${postColumns(sql)}, ${columnsForState(sql)}, (extract(epoch from ${column}) * 1000000)::bigint as "atMicros"
      from posts p
     where p.organization_id = ${actor.organizationId}
       and p.account_id = ${accountId}
       and ${hasStatus(sql, status)}
     ${query.startDate ? sql`and p.send_at >= ${query.startDate}` : sql``}
     ${query.endDate ? sql`and p.send_at <= ${query.endDate}` : sql``}
     ${query.failed === undefined ? sql`` : sql`and p.failure is not null`}
     ${query.failed === undefined || query.failed === 'any' ? sql`` : sql`and p.failure ->> 'reason' = ${query.failed}`}
     ${hasLabel(sql, query.label)}
     ${after ? sql`and (${column}, p.id) ${beyond} (${instantOf(sql, after)}, ${after.id})` : sql``}
     order by ${column} ${direction}, p.id ${direction}
     limit ${limit + 1}`
  if (rows.length === 0) await requireAccount(sql, actor, accountId) // a page with posts proves the account
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const cursor = last && rows.length > limit ? writeCursor({ atMicros: Number(last.atMicros), id: last.id }, query) : null
  return { posts: await withStates(sql, page, clock()), cursor }
}

/** @throws NOT_FOUND */
export async function readPost(
  { db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, postId }: { accountId: string; postId: string },
): Promise<PostWithState> {
  requireSight(actor, accountId)
  if (isRowId(accountId) && isRowId(postId)) {
    const post = await loadPost(sql, { organizationId: actor.organizationId, clock }, postId)
    if (post?.accountId === accountId) return post
  }
  await requireAccount(sql, actor, accountId)
  throw notFound('Post')
}

/** readPost(), also for a person who is asked about the post and does not see its account. @throws NOT_FOUND */
export const readPostAsked = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  post: { accountId: string; postId: string },
): Promise<PostWithState> => readPost(deps, await withSight(deps.db.sql, actor, post), post)

/** Loads posts by their key alone: with the account as a condition, the database may scan all of the account's posts. */
const { load: loadPost } = makeLoader<{ organizationId: string } & Pick<Deps, 'clock'>, PostWithState>(
  async (sql, { organizationId, clock }, ids) => {
    const rows = await sql<RowForState[]>`
      select ${postColumns(sql)}, ${columnsForState(sql)}
        from posts p
       where p.organization_id = ${organizationId}
         and p.id = any (${ids}::bigint[])`
    return withStates(sql, rows, clock())
  },
)

function requireFilters(input: ListPosts): ListPosts {
  const { label } = input
  const cleaned = label === undefined ? undefined : requireWords('label', label, LABEL_LENGTH, cleanLine) // as posts have it
  return requireDates({ ...input, label: cleaned })
}

function requireDates(input: ListPosts): ListPosts {
  const { status, startDate, endDate, failed } = input
  if (failed !== undefined && status !== 'draft') {
    const field = failed === 'any' ? 'failed' : 'failureReason'
    throw badRequest(field, (of) => `${of(field)} applies to drafts only: use it with status draft.`)
  }
  switch (status) {
    case 'draft':
      return { ...input, startDate: null, endDate: null }
    case 'sent':
    case 'uploading':
      if (!startDate) throw badRequest('startDate', (of) => `${of('startDate')} is required with status ${status}.`)
      if (!endDate) throw badRequest('endDate', (of) => `${of('endDate')} is required with status ${status}.`)
      break
    case 'queued':
      break
  }
  if (startDate && endDate && startDate > endDate)
    throw badRequest('startDate', (of) => `${of('startDate')} must not be after ${of('endDate')}.`)
  return input
}

function ordering(sql: Sql, status: PostStatus) {
  const soonest = { direction: sql`asc`, beyond: sql`>` }
  const newest = { direction: sql`desc`, beyond: sql`<` }
  switch (status) {
    case 'draft':
      return { column: sql`p.created_at`, ...newest }
    case 'sent':
      return { column: sql`p.send_at`, ...newest }
    case 'queued':
    case 'uploading':
      return { column: sql`p.send_at`, ...soonest }
  }
}

const instantOf = (sql: Sql, { atMicros }: Position) =>
  sql`timestamptz 'epoch' + ${atMicros}::double precision * interval '1 microsecond'`
