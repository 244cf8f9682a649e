/** A contributor requests that their draft is scheduled. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import { hasRoleOn } from '../../accounts/people/roles.js'
import type { Actor } from '../../lib/actor.js'
import { announceApproval } from '../../events/announce.js'
import { recordAct } from '../../audit/audit.js'
import { after, SECOND_MS } from '../../lib/duration.js'
import { badRequest, conflict } from '../../lib/errors.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import { requireMayChange, requireMayMake, scheduledByOthers } from '../permissions.js'
import type { Placed, Post } from '../post.js'
import { requireSchedulable, requireWhen } from '../rules.js'
import { type PostImage, postImage, toPost } from '../row.js'
import { requireTimeAsSeen } from '../seen.js'
import { lockPost, postStatusChanged } from '../store.js'
import { readWritten, requireApproval } from './approval.js'
import type { Approval, RequestedTime } from './model.js'
import { enqueueCard } from './notify.js'
import { withWarnings } from '../state/warnings.js'

/** True when scheduling by this actor needs an approval. requireMayScheduleOrAsk() checks whether they may request one. */
export const isApprovalNeeded = (actor: Actor, accountId: string): boolean => !hasRoleOn(actor, accountId, 'scheduler')

/**
 * Checks that the actor may schedule or request approval; the caller has checked that they may create posts.
 * @throws FORBIDDEN a contributor of an account without approvals
 */
export function requireMayScheduleOrAsk(actor: Actor, { id, approvalPolicy }: Pick<Account, 'id' | 'approvalPolicy'>): void {
  if (approvalPolicy === 'none' && isApprovalNeeded(actor, id)) throw scheduledByOthers()
}

/** How long the card of several requests waits for the checks of their pins. */
const CHECKED_MS = 2 * SECOND_MS

/** `version`, `seenAt`: as in schedulePost(). */
type RequestApproval = {
  postId: string
  when: RequestedTime
  board?: object | undefined
  version?: number
  seenAt?: Date | null
}

/**
 * Requests approval for an existing draft, or again with another time. Nothing is charged and no slot is filled before the
 * approval.
 * @returns the draft with its approval
 * @throws NOT_FOUND · FORBIDDEN another person's draft, or a post on the schedule · BAD_REQUEST a field is missing, sendAt
 * @throws CONFLICT post_status_changed, MovedSinceSeen: it differs from what was seen
 */
export async function requestApproval(
  deps: Deps,
  actor: Actor,
  account: Account,
  { postId, when, board, version, seenAt }: RequestApproval,
  beforeCommit?: BeforeCommit<Placed>,
): Promise<Placed> {
  if (board && Object.values(board).some((value) => value !== undefined))
    throw badRequest('boardId', 'Change the board of the draft first, then ask for approval.')
  return deps.db.tx(async (sql) => {
    const now = deps.clock()
    const locked = await lockPost(sql, account, postId)
    const post = toPost(locked)
    requireMayChange(actor, post)
    if (version !== undefined && version !== post.version) throw postStatusChanged()
    requireTimeAsSeen(locked, when, seenAt)
    requireSchedulable(post)
    const approval = await openApproval(sql, actor, post, requireWhen(when, now), now)
    const requested = await withWarnings(sql, account, { ...post, approval }, now)
    await beforeCommit?.(sql, requested)
    return requested
  })
}

/**
 * Opens a request for a draft that the caller has locked or just made. An open request takes the new time; a request of a batch
 * replaces it, because each has its own card.
 * @param batchId the batch that requests several at once
 * @param changeId the edit that requests it in the same act
 */
export async function openApproval(
  sql: Sql,
  actor: Actor,
  { organizationId, accountId, id, version, title }: Pick<Post, 'organizationId' | 'accountId' | 'id' | 'version' | 'title'>,
  requestedTime: RequestedTime,
  now: Date,
  { batchId = null, changeId }: { batchId?: string | null; changeId?: string } = {},
): Promise<Approval> {
  if (batchId !== null) await withdrawOpen(sql, actor, { organizationId, accountId, id }, now)
  const wantedAt = requestedTime.kind === 'at' ? requestedTime.at : null
  const spreadDays = (requestedTime.kind === 'nextOpenSlot' && requestedTime.spreadDays) || null
  const [image] = await sql<[{ requested: PostImage }]>`
    select ${postImage(sql, organizationId)} as requested
      from posts p
     where p.organization_id = ${organizationId}
       and p.id = ${id}`
  const written = await sql<{ id: string }[]>`
    insert into approvals as a (organization_id, account_id, post_id, state, wanted_at, spread_days, asked_by, asked_at, post_version, title,
                                 api_key_id, agent, requested, batch_id)
    values (${organizationId}, ${accountId}, ${id}, 'open', ${wantedAt}, ${spreadDays}, ${actor.userId}, ${now}, ${version}, ${title},
            ${actor.apiKeyId ?? null}, ${actor.agent ?? null}, ${sql.json(image.requested)}, ${batchId})
    on conflict (organization_id, post_id) where state = 'open' do update
       set wanted_at = excluded.wanted_at, spread_days = excluded.spread_days, asked_by = excluded.asked_by, asked_at = excluded.asked_at,
           post_version = excluded.post_version, title = excluded.title, api_key_id = excluded.api_key_id, agent = excluded.agent,
           requested = excluded.requested, revision = a.revision + 1
    returning a.id`
  const [approval] = await readWritten(sql, organizationId, written)
  if (!approval) throw new Error('a request that was just written is there')
  await enqueueCard(sql, approval, batchId === null ? now : after(now, CHECKED_MS))
  await announceApproval(sql, 'approval.requested', approval, now)
  const asked = { postId: id, wantedAt, postVersion: version, ...(changeId !== undefined && { changeId }) }
  await recordAct(sql, actor, { accountId, subject: `approval:${approval.id}`, action: 'ask', after: asked }, now)
  return approval
}

export type Withdrawn = { post: Post; approval: Approval }

/**
 * Withdraws a request for the person who made it: the pin stays a draft.
 * @throws NOT_FOUND · FORBIDDEN another person's request · CONFLICT approval_decided
 */
export async function takeBackRequest(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, ...which }: { accountId: string } & ({ postId: string } | { approvalId: string }),
  beforeCommit?: BeforeCommit<Withdrawn>,
): Promise<Withdrawn> {
  requireMayMake(actor, accountId)
  const account = await requireAccount(db.sql, actor, accountId)
  const { postId } = 'postId' in which ? which : await requireApproval(db.sql, actor, { accountId, ...which })
  return db.tx(async (sql) => {
    const post = toPost(await lockPost(sql, account, postId))
    requireMayChange(actor, post)
    const { organizationId } = account
    const [approval] = await withdrawWhere(sql, actor, { organizationId, accountId, ...which }, clock())
    if (!approval) throw conflict('approval_decided', (of) => `No approval of this ${of('post')} is being waited for anymore.`)
    await beforeCommit?.(sql, { post, approval })
    return { post, approval }
  })
}

type Owner = Pick<Account, 'organizationId'> & { accountId: string }

/** Withdraws the open request of a draft, if there is one. */
const withdrawOpen = (sql: Sql, actor: Actor, { id: postId, ...owner }: Owner & { id: string }, now: Date): Promise<Approval[]> =>
  withdrawWhere(sql, actor, { ...owner, postId }, now)

/** Withdraws the request that an edit made in the same act, when the edit is undone. */
export const withdrawAskedBy = (
  sql: Sql,
  actor: Actor,
  { organizationId, id: accountId }: Pick<Account, 'organizationId' | 'id'>,
  { changeId }: { changeId: string },
  now: Date,
): Promise<Approval[]> => withdrawWhere(sql, actor, { organizationId, accountId, changeId }, now)

async function withdrawWhere(
  sql: Sql,
  actor: Actor,
  { organizationId, accountId, ...meant }: Owner & ({ postId: string } | { approvalId: string } | { changeId: string }),
  now: Date,
): Promise<Approval[]> {
  const isMeant =
    'postId' in meant
      ? sql`a.post_id = ${meant.postId}`
      : 'approvalId' in meant
        ? sql`a.id = ${meant.approvalId}`
        : sql`
          exists (
            select 1
              from audit k
             where k.organization_id = ${organizationId} and k.account_id = ${accountId} and k.subject = 'approval:' || a.id
               and k.after ->> 'changeId' = ${meant.changeId})`
  const written = await sql<{ id: string }[]>`
    update approvals a
       set state = 'withdrawn', decided_by = ${actor.userId}, decided_at = ${now}, revision = a.revision + 1
     where a.organization_id = ${organizationId}
       and a.account_id = ${accountId}
       and ${isMeant}
       and a.state = 'open'
    returning a.id`
  const withdrawn = await readWritten(sql, organizationId, written)
  for (const approval of withdrawn) await settleWithdrawn(sql, actor, approval, now)
  return withdrawn
}

/**
 * Updates the card, announces and records a request that was just withdrawn. The requester is not notified: they withdrew it, or
 * the caller notifies them.
 */
export async function settleWithdrawn(sql: Sql, actor: Actor, approval: Approval, now: Date): Promise<void> {
  await enqueueCard(sql, approval, now)
  await announceApproval(sql, 'approval.decided', approval, now)
  const act = { accountId: approval.accountId, subject: `approval:${approval.id}`, action: 'withdraw' }
  await recordAct(sql, actor, { ...act, before: { state: 'open' }, after: { state: 'withdrawn' } }, now)
}
