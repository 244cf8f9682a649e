/** What is written at the end of a change of a published pin: the change, its post, the history and a notice, in one transaction. */
import type { Account } from '../../accounts/account.js'
import { type Author, isSlackPerson } from '../../lib/actor.js'
import { DomainError } from '../../lib/errors.js'
import { Superseded } from '../../lib/work/superseded.js'
import { enqueueNotice, enqueueRedraw } from '../../notices/notices.js'
import type { Db, Sql } from '../../ports/deps.js'
import type { PostAction } from '../../posts/action.js'
import { changed, showing } from '../../posts/changed.js'
import { type Content, contentOf } from '../../posts/content.js'
import { contentAssigned } from '../../posts/row.js'
import { lockPost } from '../../posts/store.js'
import type { ClaimedEdit } from './claim.js'
import { differing, type EditReason, type EditState } from './pin-edit.js'

export type EditEnd = { state: Exclude<EditState, 'pending_approval' | 'sending'>; reason?: EditReason; platformMessage?: string }

/**
 * Settles a claimed change. @returns false: another worker has it, or its account is gone; nothing was written
 */
export async function settleEdit(db: Db, claimed: ClaimedEdit, end: EditEnd, now: Date): Promise<boolean> {
  const { organizationId, account, postId, id, claims, author } = claimed
  try {
    await db.tx(async (sql) => {
      const post = await lockPost(sql, account, postId) // before the change, as when it is requested
      const { count } = await sql`
        update pin_edits
           set state = ${end.state}, reason = ${end.reason ?? null}, platform_message = ${end.platformMessage ?? null}, settled_at = ${now}, due_at = null,
               lease_until = null
         where organization_id = ${organizationId}
           and id = ${id}
           and claims = ${claims}
           and due_at is not null`
      if (count === 0) throw new Superseded()
      const isGone = end.reason === 'pin_deleted'
      if (end.state === 'applied' && claimed.after) await writeEdited(sql, claimed, contentOf(post), now)
      else if (end.state === 'applied') await markDeleted(sql, { action: 'deletePublished', author, account, postId }, now)
      else if (isGone) await markDeleted(sql, { action: 'findDeleted', author, account, postId }, now)
      await notify(sql, claimed, end, now)
    })
    return true
  } catch (error) {
    if (error instanceof Superseded || (error instanceof DomainError && error.code === 'NOT_FOUND')) return false
    throw error
  }
}

/** Writes the fields that were changed at Pinterest to the locked post. */
async function writeEdited(
  sql: Sql,
  { organizationId, account, postId, before, after, url, author }: ClaimedEdit,
  was: Content,
  now: Date,
) {
  if (!after) return
  const fields = differing(before, after)
  const content = { ...was }
  for (const field of fields) {
    if (field === 'url') content.url = url ?? after.url
    else if (field !== 'boardId' && field !== 'boardSectionId') content[field] = after[field]
  }
  const isMoved = fields.includes('boardId') || fields.includes('boardSectionId')
  const locked = await lockPost(sql, account, postId)
  await sql`
    with p as (
    update posts p
       set ${contentAssigned(sql, content)}, version = p.version + 1, updated_at = ${now},
           board_id = case when ${isMoved}::boolean then ${after.boardId} else p.board_id end,
           board_section_id = case when ${isMoved}::boolean then ${after.boardSectionId} else p.board_section_id end
     where p.organization_id = ${organizationId}
       and p.id = ${postId}
       and p.status = 'sent'
    returning p.*), ${showing(sql, sql`p`, { organizationId, now })}
    select id from p`
  await changed(sql, author, { account, action: 'editPublished', before: [locked] }, now)
}

type Gone = { action: Extract<PostAction, 'deletePublished' | 'findDeleted'>; author: Author; account: Account; postId: string }

/** Marks a post whose pin is no longer on Pinterest, once; evergreen does not repeat it. The post, its history and stats stay. */
export async function markDeleted(sql: Sql, { action, author, account, postId }: Gone, now: Date): Promise<void> {
  const { organizationId } = account
  const post = await lockPost(sql, account, postId)
  if (post.pinDeletedAt) return
  await sql`
    with p as (
    update posts p
       set pin_deleted_at = ${now}, version = p.version + 1, updated_at = ${now}
     where p.organization_id = ${organizationId}
       and p.id = ${postId}
    returning p.*), ${showing(sql, sql`p`, { organizationId, now })}
    select id from p`
  await sql`
    delete from evergreen_posts
     where organization_id = ${organizationId} and account_id = ${account.id} and post_id = ${postId}`
  await changed(sql, author, { account, action, before: [post] }, now)
}

type Waiting = { organizationId: string; accountId: string; postId: string; id: string }

/** Asks the approvers of the account in their channel to decide a change, or redraws what asks them. */
export const askToDecide = (sql: Sql, { organizationId, accountId, postId, id }: Waiting, now: Date): Promise<void> =>
  enqueueRedraw(
    sql,
    {
      organizationId,
      destination: `approvals:${accountId}`,
      dedupeKey: `pin_edit_asked:${id}`,
      notice: { kind: 'pinEditAsked', accountId, postId, editId: id },
    },
    now,
  )

/** Tells who asked; what went wrong is told to the team of the account where a program asked. */
export async function notify(
  sql: Sql,
  {
    organizationId,
    account,
    postId,
    id,
    kind,
    author,
  }: Pick<ClaimedEdit, 'organizationId' | 'account' | 'postId' | 'id' | 'kind' | 'author'>,
  end: EditEnd,
  now: Date,
): Promise<void> {
  const isPerson = isSlackPerson(author.userId)
  if (!isPerson && end.state === 'applied') return
  const destination = isPerson ? `user:${author.userId}` : `account:${account.id}`
  const notice = { kind: 'pinEditEnded', accountId: account.id, postId, editId: id, change: kind } as const
  await enqueueNotice(sql, { organizationId, destination, dedupeKey: `pin_edit:${id}`, notice }, now)
}
