/** Selects the posts that a bulk change is about. */
import type { Account } from '../../accounts/account.js'
import { badRequest } from '../../lib/errors.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { Sql } from '../../ports/deps.js'
import { hasLabel, searchedIn } from '../../posts/search.js'
import { MOST_CHANGED, type BulkFilter, type ChangeMany } from './model.js'

const TEXT = 'filter.text'

/** Checks the request alone. @throws BAD_REQUEST ids, filter.text, filter.failureReason, filter.from */
export function requireWhich(which: ChangeMany['which']): void {
  if (which.kind === 'ids') {
    const { ids } = which
    if (ids.length === 0 || ids.length > MOST_CHANGED)
      throw badRequest('ids', (of) => `${of('ids')} must list 1 to ${MOST_CHANGED} ${of('posts')}.`)
    if (new Set(ids).size < ids.length) throw badRequest('ids', (of) => `${of('ids')} must not list a ${of('post')} twice.`)
    return
  }
  const { status, failureReason, from, to, text } = which.filter
  if (text !== null) searchedIn(text, TEXT)
  if (failureReason !== null && status !== 'draft')
    throw badRequest('filter.failureReason', (of) => `${of('failureReason')} applies to drafts only: use it with status draft.`)
  if ((from ?? to) !== null && status === 'draft')
    throw badRequest(
      'filter.from',
      (of) => `${of('from')} and ${of('to')} apply to scheduled ${of('posts')} only: use status queued.`,
    )
  if (from && to && from > to) throw badRequest('filter.from', (of) => `${of('from')} must not be after ${of('to')}.`)
}

export async function select(
  sql: Sql,
  account: Account,
  which: ChangeMany['which'],
): Promise<{ postIds: string[]; matched: number }> {
  if (which.kind === 'ids') return { postIds: [...which.ids], matched: which.ids.length }
  const { status } = which.filter
  const rows = await sql<{ id: string; matched: number }[]>`
    select p.id, (count(*) over ())::int as matched
      from posts p
      left join boards b on b.organization_id = p.organization_id and b.account_id = p.account_id and b.id = p.board_id
     where p.organization_id = ${account.organizationId}
       and p.account_id = ${account.id}
       and p.status = ${status} ${conditions(sql, which.filter)}
     order by ${status === 'draft' ? sql`p.created_at` : sql`p.send_at`}, p.id
     limit ${MOST_CHANGED}`
  return { postIds: rows.map(({ id }) => id), matched: rows[0]?.matched ?? 0 }
}

function conditions(sql: Sql, { boardId, failureReason, from, to, text }: BulkFilter) {
  const searched = text === null ? undefined : searchedIn(text, TEXT)
  return [
    boardId === null ? sql`` : sql`and p.board_id = ${boardId.replace(/^b_/, '')} `,
    failureReason === null ? sql`` : sql`and p.failure ->> 'reason' = ${failureReason} `,
    from ? sql`and p.send_at >= ${from} ` : sql``,
    to ? sql`and p.send_at <= ${to} ` : sql``,
    searched
      ? sql`and concat_ws(' ', p.title, p.description, p.url, b.name, array_to_string(p.labels, ' ')) ilike all (${searched.patterns}::text[]) `
      : sql``,
    hasLabel(sql, searched?.label),
  ]
}

export const areIds = (postIds: readonly string[]): string[] => postIds.filter(isRowId)
