/** Lists the approvals of an account, page by page. */
import { requireAccount } from '../../accounts/accounts.js'
import type { Actor } from '../../lib/actor.js'
import { readIdCursor, writeIdCursor } from '../../lib/rows/cursor.js'
import type { Deps } from '../../ports/deps.js'
import { type ApprovalRow, approvalColumns, toApproval } from './approval.js'
import type { Approval } from './model.js'
import { asSeer, seenBy } from './sight.js'
import type { ApprovalStatus } from './status.js'

export type ApprovalsQuery = {
  accountId: string
  /** Absent: all of them. */
  state?: ApprovalStatus | undefined
  limit: number
  /** The cursor that the previous page returned. */
  cursor: string | null
}

/**
 * Lists approvals, the newest first.
 * @throws NOT_FOUND the account · BAD_REQUEST cursor
 */
export async function listApprovals(
  { db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, state, limit, cursor }: ApprovalsQuery,
): Promise<{ approvals: Approval[]; cursor: string | null }> {
  const list = ['approvals', accountId, state]
  const after = cursor === null ? null : readIdCursor(cursor, list)
  const account = await requireAccount(sql, asSeer(actor, accountId), accountId)
  const isPast = sql`coalesce(a.wanted_at <= ${clock()}, false)`
  const rows = await sql<ApprovalRow[]>`
    select ${approvalColumns(sql, account.organizationId)}
      from approvals a
     where a.organization_id = ${account.organizationId}
       and a.account_id = ${account.id}
       and ${after === null ? sql`true` : sql`a.id < ${after}`}
       and ${filter()}
       and ${seenBy(sql, actor, accountId)}
     order by a.id desc
     limit ${limit + 1}`
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { approvals: page.map(toApproval), cursor: last ? writeIdCursor(last.id, list) : null }

  function filter() {
    switch (state) {
      case undefined:
        return sql`true`
      case 'pending':
        return sql`a.state = 'open' and not ${isPast}`
      case 'expired':
        return sql`a.state = 'open' and ${isPast}`
      default:
        return sql`a.state = ${state}`
    }
  }
}
