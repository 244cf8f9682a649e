/** Opens a review link: what its page shows of each pin, and nothing that is the team’s own. */
import { loadAccount } from '../../accounts/accounts.js'
import { type Actor, isClient } from '../../lib/actor.js'
import { before, MINUTE_MS } from '../../lib/duration.js'
import { UNDO_MS } from '../../lib/undo-time.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { type ApprovalRow, approvalColumns, toApproval } from '../approval/approval.js'
import type { StepDecision } from '../approval/steps/decisions.js'
import { progressNow } from '../approval/judge.js'
import type { Approval } from '../approval/model.js'
import { asShown, type ShownApproval } from '../approval/status.js'
import { pendingOf } from '../approval/steps/steps.js'
import { isWaitedFor } from '../approval/steps/tokens.js'
import type { Comment } from '../comments/comment.js'
import { readLastComments } from '../comments/read.js'
import type { Post } from '../post.js'
import { postColumns, type PostRow, toPost } from '../row.js'
import { hashOf, linkColumns, organizationOf, type ReviewLink, stateOfLink } from './review-link.js'
import { type Seat, seatOfLink } from './seat.js'

export type OpenLink = Seat & { link: ReviewLink }

/** Finds a link that works. `ended`: it was revoked or has expired. `unknown`: we never made it. */
export async function openReviewLink(
  { db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<OpenLink | 'ended' | 'unknown'> {
  const organizationId = organizationOf(token)
  if (organizationId === undefined) return 'unknown'
  const [link] = await sql<ReviewLink[]>`
    select ${linkColumns(sql, organizationId)}
      from review_links l
     where l.organization_id = ${organizationId} and l.token_hash = ${hashOf(token)}`
  const account = await loadAccount(sql, { organizationId }, link?.accountId ?? '0') // also of none, which takes as long
  if (!link) return 'unknown'
  return account && stateOfLink(link, clock()) === 'active' ? { link, ...seatOfLink(link, account) } : 'ended'
}

const OPENINGS_KEPT = 100
/** Openings within this time are one: the page is loaded again after each press. */
const ONE_OPENING_MS = 10 * MINUTE_MS

/** Records that the page was opened. */
export async function noteOpening({ db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>, { link }: OpenLink): Promise<void> {
  const { organizationId, id, openings } = link
  const now = clock()
  const [last] = openings
  if (last && last > before(now, ONE_OPENING_MS)) return
  await sql`
    insert into review_openings (organization_id, link_id, opened_at)
    values (${organizationId}, ${id}, ${now})
    on conflict do nothing`
  const [oldest] = await sql<{ at: Date }[]>`
    select opened_at as at
      from review_openings
     where organization_id = ${organizationId} and link_id = ${id}
     order by opened_at desc
    offset ${OPENINGS_KEPT}
     limit 1`
  if (oldest)
    await sql`delete from review_openings where organization_id = ${organizationId} and link_id = ${id} and opened_at <= ${oldest.at}`
}

/** A pin as its client sees it. */
export type ReviewPin = {
  post: Post
  /** The last request, also one that is settled; null: there is none. */
  approval: ShownApproval | null
  /** What a client asked to change in an earlier request: the words of the team are its own. */
  lastAsked: string | null
  /** The last ones that clients see. */
  comments: readonly Comment[]
  /** What this client said of the request, perhaps of an earlier version. */
  said: StepDecision | null
  mayDecide: boolean
  /** The step that waits for this client, by its number; null: none does, and the team hears what they think. */
  step: number | null
  canUndo: boolean
}

/** `pin` null: it was deleted. */
export type ReviewRow = { postId: string; pin: ReviewPin | null }

const COMMENTS_SHOWN = 20

type Read = { accountId: string; actor: Actor; postIds: readonly string[] }

/** Reads the pins of a link in its order. */
export const readReview = (deps: Pick<Deps, 'db' | 'clock'>, { link, actor }: OpenLink): Promise<ReviewRow[]> =>
  readReviewOf(deps, { ...link, actor }, ({ decidedBy }) => decidedBy === actor.userId)

/** Reads pins as clients see them. @param isTheirs true for what the client said, or any of them */
export async function readReviewOf(
  deps: Pick<Deps, 'db' | 'clock'>,
  { accountId, actor, postIds }: Read,
  isTheirs: (decision: StepDecision) => boolean,
): Promise<ReviewRow[]> {
  const { sql } = deps.db
  const now = deps.clock()
  const { organizationId } = actor
  const [rows, approvals, commentsOf] = await Promise.all([
    sql<PostRow[]>`
      select ${postColumns(sql)}
        from posts p
       where p.organization_id = ${organizationId}
         and p.account_id = ${accountId}
         and p.id = any (${[...postIds]}::bigint[])`,
    readRequests(sql, { organizationId, accountId, postIds }),
    readLastComments(deps, actor, { accountId, postIds, limit: COMMENTS_SHOWN, audience: 'client' }),
  ])
  const posts = new Map(rows.map((row) => [row.id, toPost(row)]))
  return postIds.map((postId) => {
    const post = posts.get(postId)
    if (!post) return { postId, pin: null }
    const [approval = null, ...earlier] = approvals.filter((one) => one.postId === postId)
    const said = approval?.decisions.findLast(isTheirs) ?? null
    const isOpen = approval?.state === 'open'
    const step = approval ? stepFor(approval, actor) : null
    return {
      postId,
      pin: {
        post,
        approval: approval && asShown(approval, now),
        lastAsked: lastAskedOf(earlier),
        comments: commentsOf(postId).last,
        said,
        mayDecide: isOpen && (step !== null || said?.postVersion !== post.version),
        step,
        canUndo: said !== null && (isOpen || approval?.decidedBy === said.decidedBy) && isUndoable(said, now),
      },
    }
  })
}

/** Returns the number of the pending step if it waits for this client. */
export const stepFor = (approval: Approval, actor: Actor): number | null =>
  approval.state === 'open' && approval.plan && isWaitedFor(approval.waitsFor, actor, approval)
    ? (pendingOf(progressNow(approval))?.number ?? null)
    : null

/** @param requests the newest first */
const lastAskedOf = (requests: readonly Approval[]): string | null =>
  requests
    .flatMap(({ decisions }) => decisions.toReversed())
    .find(({ decision, decidedBy }) => decision === 'request_changes' && isClient(decidedBy))?.reason ?? null

/** Reads the requests of the pins, the newest first. */
async function readRequests(
  sql: Sql,
  { organizationId, accountId, postIds }: Omit<Read, 'actor'> & { organizationId: string },
): Promise<Approval[]> {
  const rows = await sql<ApprovalRow[]>`
    select ${approvalColumns(sql, organizationId)}
      from approvals a
     where a.organization_id = ${organizationId}
       and a.account_id = ${accountId}
       and a.post_id = any (${[...postIds]}::bigint[])
     order by a.id desc`
  return rows.map(toApproval)
}

export const isUndoable = ({ decidedAt }: Pick<StepDecision, 'decidedAt'>, now: Date): boolean =>
  now.getTime() - decidedAt.getTime() <= UNDO_MS
