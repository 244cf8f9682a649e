/** Opens a request again when the scheduling or the decision that settled it is undone. */
import type { Account } from '../../accounts/account.js'
import type { Author } from '../../lib/actor.js'
import { announceApproval } from '../../events/announce.js'
import { redrawCards } from '../../notices/cards.js'
import { recordAct } from '../../audit/audit.js'
import type { Sql } from '../../ports/deps.js'
import { readWritten } from './approval.js'
import { enqueueCard, notifyReopened } from './notify.js'
import type { ApprovalState } from './model.js'

/**
 * Opens requests again when a scheduling is undone, in the undo's transaction; the caller has locked the posts. It covers
 * requests that this scheduling approved, or withdrew because the requester scheduled the pin.
 * @param posts with the versions that the scheduling led to; a post that is no draft now was none before
 * @see docs/decisions.md#50-undo-brings-back-what-it-can
 */
export async function reopenSettled(
  sql: Sql,
  author: Author,
  account: Pick<Account, 'organizationId' | 'id'>,
  posts: readonly { postId: string; version: number }[],
  now: Date,
): Promise<void> {
  const { organizationId } = account
  const led = sql.json(posts.map(({ postId, version }) => ({ postId, version })))
  const settled = await sql<Settled[]>`
    select a.id, a.state
      from approvals a
      join jsonb_to_recordset(${led}) as c("postId" bigint, version int) on c."postId" = a.post_id and c.version = a.post_version
      join posts p on p.organization_id = ${organizationId} and p.id = a.post_id and p.status = 'draft'
     where a.organization_id = ${organizationId}
       and a.state in ('approved', 'withdrawn')`
  if (settled.length > 0) await reopen(sql, author, account, settled, now)
}

type Settled = { id: string; state: ApprovalState }

/**
 * Opens settled approvals again: their cards offer the decision, and the requesters are notified. The caller has locked the
 * posts.
 */
export async function reopen(
  sql: Sql,
  author: Author,
  { organizationId, id: accountId }: Pick<Account, 'organizationId' | 'id'>,
  settled: readonly Settled[],
  now: Date,
): Promise<void> {
  const written = await sql<{ id: string }[]>`
    update approvals a
       set state = 'open', decided_by = null, decided_at = null, reason = null, post_version = p.version, title = p.title,
           revision = a.revision + 1
      from posts p
     where a.organization_id = ${organizationId}
       and a.id = any (${settled.map(({ id }) => id)}::bigint[])
       and p.organization_id = ${organizationId}
       and p.id = a.post_id
    returning a.id`
  const approvals = await readWritten(sql, organizationId, written)
  for (const approval of approvals) {
    await enqueueCard(sql, approval, now)
    await redrawCards(sql, organizationId, [approval.postId], now)
    await announceApproval(sql, 'approval.requested', approval, now)
    const before = { state: settled.find(({ id }) => id === approval.id)?.state }
    const act = { accountId, subject: `approval:${approval.id}`, action: 'reopen', before, after: { state: 'open' } }
    await recordAct(sql, author, act, now)
  }
  await notifyReopened(sql, author, approvals, now)
}
