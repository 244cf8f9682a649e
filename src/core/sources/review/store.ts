/** Reviews in the database: rows, reading them, and the writes that the operations share. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import { hasRoleOn } from '../../accounts/people/roles.js'
import { type Actor, isSamePerson } from '../../lib/actor.js'
import { notFound } from '../../lib/errors.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { Sql } from '../../ports/deps.js'
import { requireMayMake } from '../../posts/permissions.js'
import type { Post } from '../../posts/post.js'
import { postColumns, type PostRow, toPost } from '../../posts/row.js'
import type {
  FileOrigin,
  ItemCause,
  ItemSource,
  ItemState,
  LinkShows,
  PageWish,
  Proposal,
  Review,
  ReviewItem,
  ReviewRef,
  ReviewState,
} from './model.js'

export type ReviewRow = {
  id: string
  organizationId: string
  accountId: string
  person: string
  state: ReviewState
  decidedBy: string | null
  decidedAt: Date | null
  batchId: string | null
  words: string | null
  url: string | null
  channel: string | null
  messageTs: string | null
  changedAt: Date
  spreadDays: number
}
/** `shows`, `page`: for a link. `from`: for a file. */
export type KeptProposal = Proposal & { shows?: LinkShows; page?: PageWish; from?: FileOrigin }
type ItemRow = {
  position: number
  kind: ItemSource['kind']
  source: string
  name: string
  proposal: KeptProposal
  state: 'reading' | 'ready' | 'failed'
  cause: ItemCause | null
  leaseUntil: Date | null
  postId: string | null
  isLeftOut: boolean
  sendAt: Date | null
}

export const reviewColumns = (sql: Sql) => sql`
  r.id, r.organization_id as "organizationId", r.account_id as "accountId", r.person, r.state, r.decided_by as "decidedBy",
  r.decided_at as "decidedAt", r.batch_id as "batchId", r.words, r.url, r.channel, r.message_ts as "messageTs",
  r.changed_at as "changedAt", r.spread_days as "spreadDays"`

/** Finds a review. @param lock locks it until the end of the transaction */
export async function findReview(
  sql: Sql,
  account: Pick<Account, 'organizationId' | 'id'>,
  reviewId: string,
  lock: 'lock' | 'read' = 'read',
): Promise<ReviewRow | undefined> {
  if (!isRowId(reviewId)) return undefined
  const [row] = await sql<ReviewRow[]>`
    select ${reviewColumns(sql)}
      from reviews r
     where r.organization_id = ${account.organizationId}
       and r.account_id = ${account.id}
       and r.id = ${reviewId}
     ${lock === 'lock' ? sql`for update` : sql``}`
  return row
}

/**
 * Reads a review that the actor may decide: their own, or any on an account where they schedule.
 * @throws NOT_FOUND · FORBIDDEN a viewer
 */
export async function requireReview(
  sql: Sql,
  actor: Actor,
  { accountId, reviewId }: ReviewRef,
  lock: 'lock' | 'read' = 'read',
): Promise<{ account: Account; row: ReviewRow }> {
  requireMayMake(actor, accountId)
  const account = await requireAccount(sql, actor, accountId)
  const row = await findReview(sql, account, reviewId, lock)
  if (!row || !(isSamePerson(row.person, actor.userId) || hasRoleOn(actor, accountId, 'scheduler'))) throw notFound('Resource')
  return { account, row }
}

/** Reads the items of a review. @param now by the wall clock, as leases are written */
export async function withItems(sql: Sql, row: ReviewRow, now: Date): Promise<Review> {
  const { organizationId, accountId } = row
  const [items, posts] = await Promise.all([
    sql<ItemRow[]>`
      select i.position, i.kind, i.source, i.name, i.proposal, i.state, i.cause, i.lease_until as "leaseUntil",
             i.post_id as "postId", i.is_left_out as "isLeftOut", i.send_at as "sendAt"
        from review_items i
       where i.organization_id = ${organizationId}
         and i.review_id = ${row.id}
       order by i.position`,
    sql<PostRow[]>`
      select ${postColumns(sql)}
        from posts p
       where p.organization_id = ${organizationId}
         and p.account_id = ${accountId}
         and p.id in (select i.post_id
                        from review_items i
                       where i.organization_id = ${organizationId}
                         and i.review_id = ${row.id}
                         and i.post_id is not null)`,
  ])
  const postOf = new Map(posts.map((each) => [each.id, toPost(each)]))
  const { id, person, state, decidedBy, decidedAt, batchId, changedAt, spreadDays, channel, messageTs } = row
  return {
    id,
    organizationId,
    accountId,
    person,
    state,
    decidedBy,
    decidedAt,
    batchId,
    changedAt,
    spreadDays,
    shownIn: channel === null || messageTs === null ? null : { channel, ts: messageTs },
    items: items.map((item) => toItem(item, postOf, now)),
  }
}

function toItem(row: ItemRow, postOf: ReadonlyMap<string, Post>, now: Date): ReviewItem {
  const { position, name, isLeftOut, sendAt, proposal: kept } = row
  const { shows = 'page', page: _, from: __, ...proposal } = kept
  const source: ItemSource = row.kind === 'link' ? { kind: 'link', url: row.source, shows } : { kind: row.kind, id: row.source }
  return { position, source, name, proposal, isLeftOut, sendAt, state: stateOf(row, postOf, now) }
}

/** Returns the state of an item. An item of a dead process counts as interrupted after its lease, and can be tried again. */
function stateOf({ state, cause, leaseUntil, postId }: ItemRow, postOf: ReadonlyMap<string, Post>, now: Date): ItemState {
  if (postId !== null) {
    const post = postOf.get(postId)
    return post ? { name: 'ready', post } : { name: 'deleted' }
  }
  if (state === 'failed') return { name: 'failed', cause: cause ?? { code: 'unknown' } }
  const isRead = leaseUntil !== null && leaseUntil > now
  return isRead ? { name: 'reading' } : { name: 'failed', cause: { code: 'interrupted' } }
}
