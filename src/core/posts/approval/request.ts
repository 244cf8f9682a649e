/** A contributor requests that their draft is scheduled. */
import { isDeepStrictEqual } from 'node:util'
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import { hasRoleOn } from '../../accounts/people/roles.js'
import type { Actor } from '../../lib/actor.js'
import { announceApproval } from '../../events/announce.js'
import { recordAct } from '../../audit/audit.js'
import { after, SECOND_MS } from '../../lib/duration.js'
import { badRequest, RefusedBecause } from '../../lib/errors.js'
import { followSlots } from '../../notices/cards.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import { findSlotsToKeep, dueOf } from '../../slots/keep.js'
import { freeInstants } from '../../slots/kept.js'
import type { FoundSlot } from '../../slots/next-open-slot.js'
import type { Placement } from '../../slots/placement.js'
import { requireMayChange, requireMayMake, scheduledByOthers } from '../permissions.js'
import type { Placed, Post } from '../post.js'
import { requireSchedulable, requireWhen } from '../rules.js'
import { type PostImage, postImage, toPost } from '../row.js'
import { withSchedule } from '../schedule/take-slot.js'
import { requireTimeAsSeen } from '../seen.js'
import { lockPost, postStatusChanged } from '../store.js'
import { readWritten, requireApproval } from './approval.js'
import { undoDecisions } from './steps/decisions.js'
import { writeWaitsFor } from './judge.js'
import type { Approval, RequestedTime } from './model.js'
import { enqueueCard, letGo } from './notify.js'
import { planReminder } from './remind.js'
import { type Plan, planOf } from './rules/plan.js'
import type { Step } from './steps/steps.js'
import { withWarnings } from '../state/warnings.js'
import type { When } from '../when.js'

export { dueOf }

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
 * approval; the next open slot is kept until it is due.
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
  return withSchedule(deps, account, { when }, async (sql) => {
    const now = deps.clock()
    const locked = await lockPost(sql, account, postId)
    const post = toPost(locked)
    requireMayChange(actor, post)
    if (version !== undefined && version !== post.version) throw postStatusChanged()
    requireTimeAsSeen(locked, when, seenAt)
    requireSchedulable(post)
    const request = await openApproval(sql, actor, { account, post, when: requireWhen(when, now) }, now)
    const requested = await withWarnings(sql, account, { ...post, ...request }, now)
    await beforeCommit?.(sql, requested)
    return requested
  })
}

/**
 * requestApproval() by anybody who may change the draft, also by a person who could schedule it.
 * @throws as requestApproval() · NOT_FOUND · FORBIDDEN an account without approvals
 */
export async function askForApproval(
  deps: Deps,
  actor: Actor,
  { accountId, ...asked }: RequestApproval & { accountId: string },
  beforeCommit: BeforeCommit<Placed>,
): Promise<Placed> {
  requireMayMake(actor, accountId)
  const account = await requireAccount(deps.db.sql, actor, accountId)
  if (account.approvalPolicy === 'none') throw scheduledByOthers()
  return requestApproval(deps, actor, account, asked, beforeCommit)
}

/** What is returned of a request beside its post. `placement`: of the slot that it keeps. */
export type Requested = { approval: Approval; placement?: Placement }

/**
 * `account`: whose schedule lock the caller holds for the next open slot. `batchId`: the batch that requests several at once.
 * `changeId`: the edit that requests it in the same act. `slots`: found by keepTogether() for several.
 */
type NewApproval = {
  account: Account
  post: Pick<Post, 'organizationId' | 'accountId' | 'id' | 'version' | 'title' | 'url'>
  when: RequestedTime
  batchId?: string | null
  changeId?: string
  slots?: ReadonlyMap<string, FoundSlot>
}

/**
 * Opens a request for a draft that the caller has locked or just made. An open request takes the new time; a request of a batch
 * replaces it, because each has its own card. A request for the next open slot keeps that slot; without an open one it waits
 * without.
 */
export async function openApproval(
  sql: Sql,
  actor: Actor,
  { account, post, when, batchId = null, changeId, slots }: NewApproval,
  now: Date,
): Promise<Requested> {
  const { organizationId, accountId, id, version, title, url } = post
  if (batchId !== null) await withdrawOpen(sql, actor, { organizationId, accountId, id }, now)
  const wantedAt = when.kind === 'at' ? when.at : null
  const spreadDays = (when.kind === 'nextOpenSlot' && when.spreadDays) || null
  const [image] = await sql<[{ requested: PostImage }]>`
    select ${postImage(sql, organizationId)} as requested
      from posts p
     where p.organization_id = ${organizationId}
       and p.id = ${id}`
  const plan = await planOf(sql, actor, account, { ...image.requested, id, url })
  const keepsNone = when.kind === 'at' || plan?.keepsSlot === false
  const found = keepsNone ? undefined : (slots ?? (await keepTogether(sql, account, [{ post, when }], now))).get(id)
  const [earlier] = await sql<Earlier[]>`
    select a.kept_at as "keptAt", a.asked_by as "askedBy", a.steps
      from approvals a
     where a.organization_id = ${organizationId} and a.post_id = ${id} and a.state = 'open'`
  const dueAt = dueOf(wantedAt ?? found?.sendAt ?? null, now, plan?.dueBeforeSeconds)
  const written = await sql<{ id: string }[]>`
    insert into approvals as a (organization_id, account_id, post_id, state, wanted_at, spread_days, asked_by, asked_at, post_version, title,
                                 api_key_id, agent, requested, batch_id, due_at, kept_at, kept_timeslot_id, steps, rule_names, due_before_seconds, on_silence)
    values (${organizationId}, ${accountId}, ${id}, 'open', ${wantedAt}, ${spreadDays}, ${actor.userId}, ${now}, ${version}, ${title},
            ${actor.apiKeyId ?? null}, ${actor.agent ?? null}, ${sql.json(image.requested)}, ${batchId}, ${dueAt},
            ${found?.sendAt ?? null}, ${found?.timeslotId ?? null}, ${plan && sql.json(plan.steps)}, ${plan?.ruleNames ?? null},
            ${plan?.dueBeforeSeconds ?? null}, ${plan?.onSilence ?? null})
    on conflict (organization_id, post_id) where state = 'open' do update
       set wanted_at = excluded.wanted_at, spread_days = excluded.spread_days, asked_by = excluded.asked_by, asked_at = excluded.asked_at,
           post_version = excluded.post_version, title = excluded.title, api_key_id = excluded.api_key_id, agent = excluded.agent,
           requested = excluded.requested, due_at = excluded.due_at, kept_at = excluded.kept_at,
           kept_timeslot_id = excluded.kept_timeslot_id, steps = excluded.steps, rule_names = excluded.rule_names,
           due_before_seconds = excluded.due_before_seconds, on_silence = excluded.on_silence, waits_for = null, lost_at = null, lost_because = null, edited_by = null, reminders = 0,
           revision = a.revision + 1
    returning a.id`
  if (earlier && !isSameAsk(earlier, actor, plan))
    await undoDecisions(sql, organizationId, { all: written.map((one) => one.id) }, now)
  const [approval] = await readWritten(sql, organizationId, written)
  if (!approval) throw new Error('a request that was just written is there')
  await writeWaitsFor(sql, [approval])
  await planReminder(sql, approval, now)
  await enqueueCard(sql, approval, batchId === null ? now : after(now, CHECKED_MS))
  await announceApproval(sql, 'approval.requested', approval, now)
  const asked = { postId: id, wantedAt, postVersion: version, ...(changeId !== undefined && { changeId }) }
  await recordAct(sql, actor, { accountId, subject: `approval:${approval.id}`, action: 'ask', after: asked }, now)
  const keptAt = earlier?.keptAt
  if (keptAt && keptAt.getTime() !== found?.sendAt.getTime())
    await freeInstants(sql, { organizationId, accountId }, [keptAt], now)
  if (found || keptAt) await followSlots(sql, account, now)
  return { approval, ...(found && { placement: found.placement }) }
}

type Earlier = { keptAt: Date | null; askedBy: string; steps: Step[] | null }

/** True if the same person asks for the same steps again, such as for another time: what was decided stays. */
const isSameAsk = ({ askedBy, steps }: Earlier, { userId }: Pick<Actor, 'userId'>, plan: Plan | null): boolean =>
  askedBy === userId && isDeepStrictEqual(steps, plan && JSON.parse(JSON.stringify(plan.steps)))

/**
 * Finds slots to keep for requests that are made together, in the order given; those with a time of their own keep none. The
 * caller holds the schedule lock.
 */
export const keepTogether = (
  sql: Sql,
  account: Account,
  requests: readonly { post: Pick<Post, 'id' | 'title' | 'url'>; when: When }[],
  now: Date,
): Promise<Map<string, FoundSlot>> =>
  findSlotsToKeep(
    sql,
    account,
    requests.flatMap(({ post: { id: postId, title, url }, when }) =>
      when.kind === 'nextOpenSlot' ? [{ postId, title, url, spreadDays: when.spreadDays ?? null }] : [],
    ),
    now,
  )

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
    if (!approval) throw new RefusedBecause('approval_decided', { about: 'none' })
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
       set state = 'withdrawn', decided_by = ${actor.userId}, decided_at = ${now}, remind_at = null,
           revision = a.revision + 1
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
  await letGo(sql, [approval], now)
  await announceApproval(sql, 'approval.decided', approval, now)
  const act = { accountId: approval.accountId, subject: `approval:${approval.id}`, action: 'withdraw' }
  await recordAct(sql, actor, { ...act, before: { state: 'open' }, after: { state: 'withdrawn' } }, now)
}
