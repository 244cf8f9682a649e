/** Requests that were made together, as their one card shows them: the status of each, and what approving them now would do. */
import { requireAccount } from '../accounts/accounts.js'
import type { Account } from '../accounts/account.js'
import type { Actor } from '../lib/actor.js'
import { type DomainError, notFound } from '../lib/errors.js'
import { isRowId } from '../lib/rows/row-id.js'
import { readUtmRules } from '../links/utm-rules.js'
import { withUtm } from '../links/utm.js'
import type { Deps } from '../ports/deps.js'
import type { Post } from '../posts/post.js'
import { postColumns, type PostRow, toPost } from '../posts/row.js'
import type { Warning } from '../posts/state/warning.js'
import { previewApprovals } from './approve-many.js'
import { approvalColumns, toApproval, type ApprovalRow } from '../posts/approval/approval.js'
import type { Approval } from '../posts/approval/model.js'
import { statusOf } from '../posts/approval/status.js'

export type ApprovalsRef = { accountId: string; batchId: string }

export type ApprovalLine = {
  approval: Approval
  /** undefined: the post was deleted. */
  post: Post | undefined
  /** The time that an approval would give it now, with its warnings; once decided, the time it has. null: none, or not known. */
  sendAt: Date | null
  warnings: readonly Warning[]
  /** The link that would be published now, with its UTM parameters; null: it has none. */
  link: string | null
  /** True when the requested time has passed. */
  isPast: boolean
  /** Why it could not be scheduled now. */
  problem: DomainError | undefined
}

export type ApprovalsTogether = ApprovalsRef & { account: Account; lines: ApprovalLine[] }

/** Reads the approvals in the order of the requests. @throws NOT_FOUND also when all are forgotten */
export async function readApprovalsTogether(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, batchId }: ApprovalsRef,
): Promise<ApprovalsTogether> {
  const { sql } = deps.db
  const now = deps.clock()
  const account = await requireAccount(sql, actor, accountId)
  if (!isRowId(batchId)) throw notFound('Approval')
  const rows = await sql<ApprovalRow[]>`
    select ${approvalColumns(sql, account.organizationId)}
      from approvals a
     where a.organization_id = ${account.organizationId}
       and a.account_id = ${account.id}
       and a.batch_id = ${batchId}
     order by a.id`
  if (rows.length === 0) throw notFound('Approval')
  const approvals = rows.map(toApproval)
  const found = await sql<PostRow[]>`
    select ${postColumns(sql)}
      from posts p
     where p.organization_id = ${account.organizationId}
       and p.account_id = ${account.id}
       and p.id = any (${approvals.map(({ postId }) => postId)}::bigint[])`
  const posts = new Map(found.map((row) => [row.id, toPost(row)]))
  const open = approvals.flatMap(({ id: approvalId, state, postId }) => {
    const post = posts.get(postId)
    return state === 'open' && post ? [{ approvalId, version: post.version }] : []
  })
  const rules = await readUtmRules(sql, { organizationId: account.organizationId, accountId: account.id })
  const foreseen = new Map(
    (await previewApprovals(deps, actor, { accountId, approvals: open })).map((one) => [one.approvalId, one]),
  )
  return {
    accountId,
    batchId,
    account,
    lines: approvals.map((approval): ApprovalLine => {
      const post = posts.get(approval.postId)
      const would = foreseen.get(approval.id)
      const sendAt = approval.state === 'open' ? (would?.post?.sendAt ?? null) : (post?.sendAt ?? null)
      const link = post?.url ? withUtm(post.url, rules, { ...post, username: account.username }) : null
      return {
        approval,
        post,
        sendAt,
        link,
        isPast: statusOf(approval, now) === 'expired',
        warnings: would?.post?.warnings ?? [],
        problem: would?.error,
      }
    }),
  }
}
