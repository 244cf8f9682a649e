/** Requests as their card or their list shows them: the status of each, and what approving them together would do now. */
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
import { withSight } from '../posts/approval/sight.js'
import { holdNow, statusOf } from '../posts/approval/status.js'

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
  /** True while it is on hold: nobody decides it, so it takes no part in what the others would get. */
  isHeld: boolean
  isOverdue: boolean
  /** Why it could not be scheduled now. */
  problem: DomainError | undefined
}

/** `reader`: the actor, who sees the account for these requests. */
export type ApprovalsTogether = ApprovalsRef & { account: Account; lines: ApprovalLine[]; reader: Actor }

/** Reads the approvals in the order of the requests. @throws NOT_FOUND also when all are forgotten */
export async function readApprovalsTogether(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, batchId }: ApprovalsRef,
): Promise<ApprovalsTogether> {
  const { sql } = deps.db
  const reader = await withSight(sql, actor, { accountId, batchId })
  const account = await requireAccount(sql, reader, accountId)
  if (!isRowId(batchId)) throw notFound('Approval')
  const rows = await sql<ApprovalRow[]>`
    select ${approvalColumns(sql, account.organizationId)}
      from approvals a
     where a.organization_id = ${account.organizationId}
       and a.account_id = ${account.id}
       and a.batch_id = ${batchId}
     order by a.id`
  if (rows.length === 0) throw notFound('Approval')
  return { accountId, batchId, account, lines: await readLines(deps, reader, account, rows.map(toApproval)), reader }
}

/** Reads the posts of these approvals, and what approving all of the open ones together would do now. */
export async function readLines(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  account: Account,
  approvals: readonly Approval[],
): Promise<ApprovalLine[]> {
  const { sql } = deps.db
  const { organizationId, id: accountId } = account
  const now = deps.clock()
  const found = await sql<PostRow[]>`
    select ${postColumns(sql)}
      from posts p
     where p.organization_id = ${organizationId}
       and p.account_id = ${accountId}
       and p.id = any (${approvals.map(({ postId }) => postId)}::bigint[])`
  const posts = new Map(found.map((row) => [row.id, toPost(row)]))
  const open = approvals.flatMap((approval) => {
    const post = posts.get(approval.postId)
    return approval.state === 'open' && post && !holdNow(approval, now)
      ? [{ approvalId: approval.id, version: post.version }]
      : []
  })
  const rules = await readUtmRules(sql, { organizationId, accountId })
  const foreseen = new Map(
    (await previewApprovals(deps, actor, { accountId, approvals: open })).map((one) => [one.approvalId, one]),
  )
  return approvals.map((approval): ApprovalLine => {
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
      isHeld: holdNow(approval, now) !== null,
      isOverdue: approval.state === 'open' && approval.dueAt !== null && approval.dueAt < now,
      warnings: would?.post?.warnings ?? [],
      problem: would?.error,
    }
  })
}
