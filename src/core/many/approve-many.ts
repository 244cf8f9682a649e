/**
 * Approves several requests at once: those that can be scheduled are, together; each of the others stays open, with the reason.
 */
import { requireAccount } from '../accounts/accounts.js'
import type { Account } from '../accounts/account.js'
import { countCharges } from '../billing/ledger.js'
import { badRequest, DomainError, notFound, RefusedBecause } from '../lib/errors.js'
import type { Actor } from '../lib/actor.js'
import { rolledBack } from '../lib/rows/rolled-back.js'
import { isRowId } from '../lib/rows/row-id.js'
import { inSavepoint } from '../lib/rows/savepoint.js'
import { urlKeyOf } from '../lib/http/url.js'
import type { BeforeCommit, Deps, Sql } from '../ports/deps.js'
import { slotOfRequest } from '../slots/keep.js'
import { lockSchedule, rememberFull, RESOLUTION_BUDGET_MS, turnOfSchedule } from '../slots/next-open-slot.js'
import { announceAccount } from '../events/announce.js'
import { newChangeId } from '../posts/audit.js'
import { changed } from '../posts/changed.js'
import { arrange } from './batch/arrange.js'
import { requireCount } from './batch/check.js'
import { deniedOf, savedPictureOf } from './batch/write.js'
import { type FindSlot, isNoOpenSlot, placePost } from '../posts/schedule/take-slot.js'
import type { Placed } from '../posts/post.js'
import { writeSteps } from '../posts/approval/decide.js'
import { type LockedPost, toPost } from '../posts/row.js'
import { requireSchedulable } from '../posts/rules.js'
import { requireBoardBack, requireReschedulable } from '../posts/schedule.js'
import { findPost, lockPosts } from '../posts/store.js'
import { withWarnings } from '../posts/state/warnings.js'
import { listThese } from '../posts/approval/approval.js'
import { requireApproverOf, requireDecider, requireNotOnHold, requireUndecided } from '../posts/approval/decidable.js'
import { settleByChange } from '../posts/approval/follow.js'
import { ANYBODY, completesWith, decisionOf } from '../posts/approval/judge.js'
import { keeperOf } from '../posts/approval/keeper.js'
import type { Approval, LostSlot, RequestedTime } from '../posts/approval/model.js'
import { asSeer } from '../posts/approval/sight.js'

/** One approval. `version`: of its post, as the approver saw it. */
export type Yes = { approvalId: string; version: number }
export type ApproveMany = { accountId: string; approvals: readonly Yes[] }
/** `post`: after the approval, with its open `approval` while steps are left; `error`: why this one was not approved. */
export type Approved = { approvalId: string; post?: Placed; error?: DomainError }
export type ApprovedMany = {
  accountId: string
  /** The id by which all of it is undone; null: none was approved. */
  changeId: string | null
  /** The results in the given order. */
  results: Approved[]
}

/** The real time for each further approval: searching a slot takes some milliseconds of it. */
const EACH_MS = 60

/**
 * Approves in one transaction and as one change, with one notice for each requester. Without credit for all, the last ones get an
 * error; of two concurrent calls the second finds each decided.
 * @throws FORBIDDEN no scheduler, a key without a person · NOT_FOUND the account · BAD_REQUEST approvals: none, too many, one
 * twice
 * @throws SERVICE_UNAVAILABLE slot_resolution_timeout: nothing was written
 * @see docs/decisions.md#28-approvals-together
 */
export async function approveMany(
  deps: Deps,
  actor: Actor,
  { accountId, approvals }: ApproveMany,
  beforeCommit?: BeforeCommit<ApprovedMany>,
): Promise<ApprovedMany> {
  requireCount('approvals', approvals.length)
  if (new Set(approvals.map(({ approvalId }) => approvalId)).size < approvals.length)
    throw badRequest('approvals', (of) => `${of('approvals')} must not list a request twice.`)
  requireDecider(actor, accountId)
  const account = await requireAccount(deps.db.sql, asSeer(actor, accountId), accountId)
  requireApproverOf(actor, accountId, await listThese(deps.db.sql, account, idsOf(approvals)))
  const goneBoards = await findGoneBoards(deps, account, idsOf(approvals))
  const mayDecide = async (sql: Sql, approval: Approval, now: Date) => {
    await requireUndecided(sql, approval, actor, now)
    requireNotOnHold(approval, now)
  }
  return approveAll(deps, actor, { account, approvals, goneBoards, mayDecide }, beforeCommit)
}

/**
 * Returns what approveMany() would do now for any approver, by doing it and rolling it back, without calls to Pinterest. The
 * result is empty when the search for slots takes too long.
 * @throws NOT_FOUND the account
 */
export async function previewApprovals(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, approvals }: ApproveMany,
): Promise<Approved[]> {
  if (approvals.length === 0) return []
  const account = await requireAccount(deps.db.sql, actor, accountId)
  const anybody: Actor = { organizationId: actor.organizationId, via: 'operator', role: 'admin', userId: ANYBODY }
  try {
    return await rolledBack<ApprovedMany, Approved[]>(
      (beforeCommit) =>
        approveAll(deps, anybody, { account, approvals, goneBoards: new Map(), mayDecide: requireOpen }, beforeCommit),
      (_, { results }) => results,
    )
  } catch (error) {
    if (error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE') return []
    throw error
  }
}

async function requireOpen(_sql: Sql, approval: Approval, now: Date): Promise<void> {
  if (approval.state !== 'open') throw new RefusedBecause('approval_decided', { about: approval.state })
  requireNotOnHold(approval, now)
}

const idsOf = (approvals: readonly Yes[]): string[] => approvals.map(({ approvalId }) => approvalId).filter(isRowId)

type Approving = {
  account: Account
  approvals: readonly Yes[]
  goneBoards: ReadonlyMap<string, DomainError>
  /** Checks that the approver may decide it. @throws the error of this approval */
  mayDecide: (sql: Sql, approval: Approval, now: Date) => Promise<void>
}

async function approveAll(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { account, approvals, goneBoards, mayDecide }: Approving,
  beforeCommit?: BeforeCommit<ApprovedMany>,
): Promise<ApprovedMany> {
  const ids = idsOf(approvals)
  return db.tx(
    async (sql) => {
      await lockSchedule(sql, account) // before every other lock
      const seen = await readThem(sql, account, ids)
      const locked = await lockPosts(sql, account, { postIds: [...new Set([...seen.values()].map(({ postId }) => postId))] })
      const posts = new Map(locked.map((post) => [post.id, post]))
      const now = clock() // read after the wait
      const requests = await readThem(sql, account, ids) // read again under the locks of their posts
      const judged = new Map<string, Judged>()
      for (const yes of approvals) judged.set(yes.approvalId, await judge(yes))
      const ready = [...judged.values()].filter(({ when }) => when)
      const steps = ready.flatMap(({ approval }) => (approval && hasStepsLeft(approval) ? [approval] : []))
      const decided = new Map((await writeSteps(sql, actor, steps, now)).map((approval) => [approval.id, approval]))
      const done = await place(
        sql,
        account,
        ready.filter(({ approval }) => approval && !decided.has(approval.id)),
        now,
      )
      const changeId = done.size > 0 ? newChangeId() : null
      if (changeId !== null) {
        const before = locked.filter(({ id }) => done.has(id))
        await changed(sql, actor, { account, action: 'schedule', before, changeId }, now)
      }
      await settleByChange(sql, actor, account, strays([...judged.values()]), now)
      const results = await Promise.all(
        approvals.map(({ approvalId }) => resultOf(sql, approvalId, { one: judged.get(approvalId), done, decided })),
      )
      const approved = { accountId: account.id, changeId, results }
      await beforeCommit?.(sql, approved)
      return approved

      async function judge({ approvalId, version }: Yes): Promise<Judged> {
        const approval = requests.get(approvalId)
        const post = approval && posts.get(approval.postId)
        try {
          if (!approval) throw notFound('Approval')
          await mayDecide(sql, approval, now)
          if (!post) throw notFound('Post')
          requireReschedulable(post)
          if (post.version !== version) throw new RefusedBecause('approval_outdated')
          const when = approval.requestedTime
          if (when.kind === 'at' && when.at <= now) throw new RefusedBecause('approval_time_past')
          requireSchedulable(post)
          const gone = goneBoards.get(approval.id)
          if (gone) throw gone
          return { approval, post, when }
        } catch (error) {
          if (!(error instanceof DomainError)) throw error
          return { approval, post, error }
        }
      }
    },
    {
      budgetMs: RESOLUTION_BUDGET_MS + approvals.length * EACH_MS,
      onTimeout: () => new RefusedBecause('slot_resolution_timeout'),
      turn: turnOfSchedule(account.organizationId, account.id),
    },
  )

  /** True when this approval decides a step, and others are left. A preview says what the last one would do. */
  function hasStepsLeft(approval: Approval): boolean {
    return actor.userId !== ANYBODY && !completesWith(approval, decisionOf(approval, actor, { decision: 'approve' }))
  }

  async function resultOf(
    sql: Sql,
    approvalId: string,
    {
      one,
      done,
      decided,
    }: { one: Judged | undefined; done: ReadonlyMap<string, Placed>; decided: ReadonlyMap<string, Approval> },
  ): Promise<Approved> {
    const approval = decided.get(approvalId)
    if (one?.post && approval) return { approvalId, post: { ...toPost(one.post), approval } }
    const placed = one?.post && done.get(one.post.id)
    if (placed) return { approvalId, post: await withWarnings(sql, account, placed, clock()) }
    return { approvalId, error: one?.error ?? notFound('Approval') }
  }
}

/** `error`: why it stays undecided. */
type Judged = {
  approval: Approval | undefined
  post: LockedPost | undefined
  when?: RequestedTime
  error?: DomainError
}

/** Returns the posts of open requests whose pins are gone or were published, so that no decision is possible. */
const strays = (judged: readonly Judged[]): { id: string }[] =>
  judged.flatMap(({ approval, post, error }) =>
    approval?.state === 'open' && error !== undefined && (!post || error.details.reason === 'post_not_schedulable')
      ? [{ id: approval.postId }]
      : [],
  )

async function readThem(sql: Sql, account: Account, ids: readonly string[]): Promise<Map<string, Approval>> {
  return new Map((await listThese(sql, account, ids)).map((approval) => [approval.id, approval]))
}

/** Runs before the transaction, because it may call the platform. */
async function findGoneBoards(deps: Deps, account: Account, ids: readonly string[]): Promise<Map<string, DomainError>> {
  const { organizationId, id: accountId } = account
  const failed = await deps.db.sql<{ approvalId: string; postId: string }[]>`
    select a.id as "approvalId", a.post_id as "postId"
      from approvals a
      join posts p on p.organization_id = a.organization_id and p.id = a.post_id
     where a.organization_id = ${organizationId}
       and a.account_id = ${accountId}
       and a.id = any (${[...ids]}::bigint[])
       and p.failure ->> 'reason' = 'board_gone'`
  const gone = new Map<string, DomainError>()
  for (const { approvalId, postId } of failed) {
    const post = await findPost(deps.db.sql, { organizationId, accountId, postId })
    if (!post) continue
    await requireBoardBack(deps, account, post).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error
      gone.set(approvalId, error)
    })
  }
  return gone
}

type Ready = { judged: Judged; post: LockedPost; when: RequestedTime }

/**
 * Places those with a time first, so that no other takes their slot, then those that have a slot, then the others on the next open
 * slots, arranged as a batch.
 * A refused one gets its `error`.
 * @returns the placed posts by id
 */
async function place(sql: Sql, account: Account, all: readonly Judged[], now: Date): Promise<Map<string, Placed>> {
  const wanted = all.flatMap((judged): Ready[] =>
    judged.post && judged.when ? [{ judged, post: judged.post, when: judged.when }] : [],
  )
  const placed = new Map<string, Placed>()
  if (wanted.length === 0) return placed
  const { fits, denial } = await countCharges(sql, account, { count: wanted.length, mode: 'lock' }, now)
  if (denial) for (const { judged } of wanted.slice(fits)) judged.error = deniedOf(denial, fits, wanted.length)
  const paid = denial ? wanted.slice(0, fits) : wanted
  const searching = paid.filter(({ when }) => when.kind === 'nextOpenSlot')
  const [keeping, others] = partition(searching, ({ judged: { approval } }) => approval?.keptSlot != null)
  const arranged = arrange(others.map((one) => ({ ...one, ...likenessOf(one.post) })))
  let isFull = false
  for (const { judged, post, when } of [...paid.filter(({ when: { kind } }) => kind === 'at'), ...keeping, ...arranged]) {
    try {
      const { placing, lost } = placingOf(account, judged, { post, when })
      const done = await inSavepoint(sql, (inner) => placePost(inner, account, placing, now))
      placed.set(post.id, { ...done, ...(lost.slot && { lostSlot: lost.slot }) })
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'SERVICE_UNAVAILABLE') throw error
      judged.error = error
      if (isFull || !isNoOpenSlot(error)) continue
      isFull = true
      await rememberFull(sql, account, now) // otherwise each of the others would search ten years again
      await announceAccount(sql, 'schedule.full', account, now)
    }
  }
  return placed
}

/** Places a request that has a slot there, else on the next open one. */
function placingOf(account: Account, { approval }: Judged, { post, when }: { post: LockedPost; when: RequestedTime }) {
  const lost: { slot: LostSlot | null } = { slot: null }
  if (when.kind === 'at' || !approval?.keptSlot) return { placing: { post, when }, lost }
  const keeper = keeperOf(approval, post)
  const find: FindSlot = async (sql, at) => {
    const { lost: slot, ...found } = await slotOfRequest(sql, account, keeper, at)
    lost.slot = slot
    return found
  }
  return { placing: { post, when: { ...when, find } }, lost }
}

function partition<T>(all: readonly T[], is: (one: T) => boolean): [T[], T[]] {
  return [all.filter(is), all.filter((one) => !is(one))]
}

const likenessOf = (post: LockedPost) => ({
  board: post.boardId,
  link: post.url && urlKeyOf(post.url),
  picture: post.media[0]?.id ?? savedPictureOf(post),
})
