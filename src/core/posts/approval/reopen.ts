/** Opens a request again when the scheduling or the decision that settled it is undone. */
import type { Account } from '../../accounts/account.js'
import type { Author } from '../../lib/actor.js'
import { announceApproval } from '../../events/announce.js'
import { redrawCards } from '../../notices/cards.js'
import { recordAct } from '../../audit/audit.js'
import type { Sql } from '../../ports/deps.js'
import { slotOfRequest, writeKept } from '../../slots/keep.js'
import { isNoOpenSlot } from '../schedule/take-slot.js'
import { readWritten } from './approval.js'
import { undoDecisions } from './steps/decisions.js'
import { writeWaitsFor } from './judge.js'
import { keeperOf } from './keeper.js'
import { enqueueCard, notifyReopened } from './notify.js'
import { planReminder } from './remind.js'
import type { Approval, ApprovalState } from './model.js'

/**
 * Opens requests again when a scheduling is undone, in the undo's transaction; the caller has locked the posts. It covers
 * requests that this scheduling approved, or withdrew because the requester scheduled the pin.
 * @param posts with the versions that the scheduling led to; a post that is no draft now was none before
 * @see docs/decisions.md#50-undo-brings-back-what-it-can
 */
export async function reopenSettled(
  sql: Sql,
  author: Author,
  account: Account,
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
 * posts, and before them the schedule where slots are kept again.
 * @see waitsForSlot
 */
export async function reopen(sql: Sql, author: Author, account: Account, settled: readonly Settled[], now: Date): Promise<void> {
  const { organizationId, id: accountId } = account
  const written = await sql<{ id: string }[]>`
    update approvals a
       set state = 'open', decided_by = null, decided_at = null, reason = null, edits = null, post_version = p.version, title = p.title,
           revision = a.revision + 1
      from posts p
     where a.organization_id = ${organizationId}
       and a.id = any (${settled.map(({ id }) => id)}::bigint[])
       and p.organization_id = ${organizationId}
       and p.id = a.post_id
    returning a.id`
  await undoDecisions(sql, organizationId, { settled: written.map(({ id }) => id) }, now)
  await writeWaitsFor(sql, await readWritten(sql, organizationId, written))
  for (const approval of await readWritten(sql, organizationId, written)) await keepAgain(sql, account, approval, now)
  const approvals = await readWritten(sql, organizationId, written)
  for (const approval of approvals) {
    await planReminder(sql, approval, now)
    await enqueueCard(sql, approval, now)
    await redrawCards(sql, organizationId, [approval.postId], now)
    await announceApproval(sql, 'approval.requested', approval, now)
    const before = { state: settled.find(({ id }) => id === approval.id)?.state }
    const act = { accountId, subject: `approval:${approval.id}`, action: 'reopen', before, after: { state: 'open' } }
    await recordAct(sql, author, act, now)
  }
  await notifyReopened(sql, author, approvals, now)
}

/** Gives back the slot that a request had, if nobody has it, else keeps the next open one; an overdue request keeps none. */
async function keepAgain(sql: Sql, account: Account, approval: Approval, now: Date): Promise<void> {
  const { id, postId, requestedTime, keptSlot, dueAt } = approval
  if (requestedTime.kind !== 'nextOpenSlot' || keptSlot === null || (dueAt !== null && dueAt <= now)) return
  const [post] = await sql<{ title: string | null; url: string | null }[]>`
    select title, url
      from posts
     where organization_id = ${account.organizationId} and id = ${postId}`
  if (!post) return
  const keeper = keeperOf(approval, { id: postId, ...post })
  const given = await slotOfRequest(sql, account, keeper, now).catch((error: unknown) => {
    if (!isNoOpenSlot(error)) throw error
    return null
  })
  if (given?.sendAt.getTime() === keptSlot.sendAt.getTime()) return
  await writeKept(sql, account, { id, slot: given }, now)
}

/** True when opening these requests again keeps slots, so that the schedule is locked first. */
export const waitsForSlot = (
  sql: Sql,
  { organizationId }: Pick<Account, 'organizationId'>,
  postIds: readonly string[],
): Promise<boolean> =>
  sql`
    select 1
      from approvals a
     where a.organization_id = ${organizationId}
       and a.post_id = any (${[...postIds]}::bigint[])
       and a.state <> 'open'
       and a.kept_at is not null
     limit 1`.then(({ length }) => length > 0)
