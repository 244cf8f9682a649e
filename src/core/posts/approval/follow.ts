/** Settles an approval when its post is changed other than by its card. */
import type { Account } from '../../accounts/account.js'
import { type Actor, type Author, isSamePerson, isSlackPerson } from '../../lib/actor.js'
import { DomainError, RefusedBecause } from '../../lib/errors.js'
import { announceApproval } from '../../events/announce.js'
import { recordAct } from '../../audit/audit.js'
import type { Sql } from '../../ports/deps.js'
import type { Before } from '../audit.js'
import type { PostImage } from '../row.js'
import { namedImage, readWritten } from './approval.js'
import { changesBetween, type NamedImage } from './changes.js'
import { isAsker, isOwnEdit, requireEditedByAnother } from './decidable.js'
import { inPlaceOf, type NewDecision, recordDecision } from './steps/decisions.js'
import { decideAllLeft, isAnybody, writeWaitsFor } from './judge.js'
import type { Approval } from './model.js'
import { holdNow } from './status.js'
import { enqueueCard, letGo, notifyRequesters } from './notify.js'
import { addStepsOfEdits } from './rules/more-steps.js'
import type { Decider } from './steps/tokens.js'

/** A written post. `image`: before the write, if the write may have edited it. */
export type Written = Pick<Before, 'id'> & Partial<Pick<Before, 'image'>>

/**
 * Updates open requests after a write of existing posts, in its transaction; the caller has locked or just deleted the posts. A
 * request for a deleted post is closed, one whose post another person scheduled is approved by them, with what the same write
 * edited, and an edited one requests the new version and says so on its card, with the steps that the edit adds.
 * @throws as undecidableFor(): the write would approve a request by scheduling its post
 */
export async function settleByChange(
  sql: Sql,
  actor: Author,
  account: Pick<Account, 'organizationId' | 'id'>,
  posts: readonly Written[],
  now: Date,
): Promise<void> {
  const postIds = posts.map(({ id }) => id)
  await addStepsOfEdits(sql, account, posts)
  const decides = await requireNoneApproved(sql, actor, account, postIds, now)
  const written = await sql<{ id: string }[]>`
    with now_is as (
      select w.id as post_id, p.version, p.title,
             case when p.status = 'draft' then 'open' when p.status = 'queued' then 'approved' else 'withdrawn' end as state
        from unnest(${postIds}::bigint[]) as w(id)
        left join posts p on p.organization_id = ${account.organizationId} and p.id = w.id
    )
    update approvals a
       set state = case when n.state = 'approved' and ${isAsker(sql, actor)} then 'withdrawn' else n.state end,
           decided_by = case when n.state <> 'open' then ${actor.userId} end,
           decided_at = case when n.state <> 'open' then ${now}::timestamptz end,
           post_version = coalesce(n.version, a.post_version),
           title = case when n.version is null then a.title else n.title end,
           edited_by = case when n.state = 'open' then ${actor.userId} else a.edited_by end,
           remind_at = case when n.state = 'open' then a.remind_at end,
           revision = a.revision + 1
      from now_is n
     where a.organization_id = ${account.organizationId}
       and a.post_id = n.post_id
       and a.state = 'open'
       and a.post_version is distinct from n.version
    returning a.id`
  const approvals = await withEdits(sql, account, await readWritten(sql, account.organizationId, written), posts)
  await forgetUndoneEdits(sql, account, approvals)
  await writeWaitsFor(sql, approvals)
  for (const approval of approvals) {
    await enqueueCard(sql, approval, now)
    if (approval.state === 'approved')
      for (const one of decides.get(approval.id) ?? []) await recordDecision(sql, approval, one, now)
    if (approval.state === 'open') continue // the edit has a row of its own
    await announceApproval(sql, 'approval.decided', approval, now)
    const act = {
      accountId: account.id,
      subject: `approval:${approval.id}`,
      action: approval.state === 'approved' ? 'approve' : 'withdraw',
    }
    const isAlone = approval.state === 'approved' && isOwnEdit(approval, actor) // else it was refused above
    const by = approval.state === 'approved' ? decides.get(approval.id)?.at(-1) : undefined
    const settled = {
      state: approval.state,
      ...(isAlone && { editedBy: approval.editedBy }),
      ...editsOf(approval),
      ...inPlaceOf(by),
    }
    await recordAct(sql, actor, { ...act, before: { state: 'open' }, after: settled }, now)
  }
  await letGo(sql, approvals, now)
  await notifyRequesters(
    sql,
    approvals.filter(({ state }) => state !== 'open'),
    now,
  )
}

const editsOf = ({ state, changes }: Approval) => (state === 'approved' && changes.length > 0 ? { edits: changes } : {})

type Owner = Pick<Account, 'organizationId' | 'id'>

/** Stores what the write edited of the posts whose requests it approved, and returns the requests with it. */
async function withEdits(
  sql: Sql,
  { organizationId }: Owner,
  approvals: Approval[],
  posts: readonly Written[],
): Promise<Approval[]> {
  const approved = new Set(approvals.flatMap(({ state, postId }) => (state === 'approved' ? [postId] : [])))
  const images = posts.flatMap(({ id, image }) => (image && approved.has(id) ? [{ id, image }] : []))
  if (images.length === 0) return approvals
  const rows = await sql<{ id: string; before: PostImage; now: NamedImage | null }[]>`
    select a.id, was.image as before, ${namedImage(sql, organizationId, sql`was.image`)} as now
      from jsonb_to_recordset(${sql.json(images)}) as was(id bigint, image jsonb)
      join approvals a on a.organization_id = ${organizationId} and a.post_id = was.id
     where a.id = any (${approvals.map(({ id }) => id)}::bigint[])`
  const edits = new Map(rows.map(({ id, before, now }) => [id, changesBetween(before, now)]))
  for (const [id, changes] of edits) {
    if (changes.length === 0) continue
    await sql`
      update approvals
         set edits = ${sql.json(changes)}
       where organization_id = ${organizationId}
         and id = ${id}`
  }
  return approvals.map((approval) => ({ ...approval, changes: edits.get(approval.id) ?? approval.changes }))
}

/** A pin that is as requested again was edited by nobody. */
async function forgetUndoneEdits(sql: Sql, { organizationId }: Owner, approvals: readonly Approval[]): Promise<void> {
  const asRequested = approvals.filter(
    ({ state, editedBy, changes }) => state === 'open' && editedBy !== null && changes.length === 0,
  )
  if (asRequested.length === 0) return
  for (const approval of asRequested) approval.editedBy = null
  await sql`
    update approvals
       set edited_by = null
     where organization_id = ${organizationId}
       and id = any (${asRequested.map(({ id }) => id)}::bigint[])`
}

/** False for a key without a person and for every agent: only a person decides. */
const mayDecide = ({ via, userId, isAgent }: Author): boolean => isAgent !== true && (via !== 'api' || isSlackPerson(userId))

/**
 * Returns the posts with an open request that this actor may not approve by scheduling them, each with the reason: the request is
 * on hold; or it is another person's, and the actor is no person, or edited the post last; or others have steps left to decide.
 */
export const undecidableFor = async (
  sql: Sql,
  actor: Author,
  account: Owner,
  postIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, DomainError>> => (await judgeScheduling(sql, actor, account, postIds, now)).refused

/** `decides`: by request, what the actor decides by scheduling the others. */
type Judgement = { refused: ReadonlyMap<string, DomainError>; decides: ReadonlyMap<string, NewDecision[]> }

async function judgeScheduling(
  sql: Sql,
  actor: Author,
  account: Owner,
  postIds: readonly string[],
  now: Date,
): Promise<Judgement> {
  const refused = new Map<string, DomainError>()
  const decides = new Map<string, NewDecision[]>()
  if (postIds.length === 0) return { refused, decides }
  const open = await sql<{ id: string }[]>`
    select a.id
      from approvals a
     where a.organization_id = ${account.organizationId}
       and a.account_id = ${account.id}
       and a.post_id = any (${[...postIds]}::bigint[])
       and a.state = 'open'`
  for (const approval of await readWritten(sql, account.organizationId, open)) {
    const error = await refusalOf(sql, actor, approval, now)
    const all = decideAllLeft(approval, deciderOf(actor))
    if (error) refused.set(approval.postId, error)
    else if (all.left && !isAnybody(actor))
      refused.set(approval.postId, new RefusedBecause('approval_steps_left', { step: all.left.name }))
    else decides.set(approval.id, all.decides)
  }
  return { refused, decides }
}

/** Acts that nobody makes, such as those of the schedule, have no role. */
const deciderOf = (actor: Author & Partial<Actor>): Decider => ({ ...actor, role: actor.role ?? 'none' })

async function refusalOf(sql: Sql, actor: Author, approval: Approval, now: Date): Promise<DomainError | undefined> {
  const isAsker = isSamePerson(approval.askedBy, actor.userId)
  if (!isAsker && !mayDecide(actor)) return waitsForPerson()
  if (holdNow(approval, now)) return new RefusedBecause('approval_on_hold')
  if (isAsker || approval.plan) return undefined
  try {
    await requireEditedByAnother(sql, approval, actor, now)
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}

const waitsForPerson = () =>
  new DomainError(
    'FORBIDDEN',
    (of) =>
      `Somebody asked for approval of this ${of('post')}, and only a person can decide. Ask a scheduler to approve it in Slack.`,
  )

/** @returns by request, what scheduling its post decides */
async function requireNoneApproved(
  sql: Sql,
  actor: Author,
  account: Owner,
  postIds: string[],
  now: Date,
): Promise<Judgement['decides']> {
  const { refused, decides } = await judgeScheduling(sql, actor, account, postIds, now)
  if (refused.size === 0) return decides
  const [queued] = await sql<{ id: string }[]>`
    select p.id
      from posts p
     where p.organization_id = ${account.organizationId}
       and p.id = any (${[...refused.keys()]}::bigint[])
       and p.status = 'queued'
     order by p.id
     limit 1`
  const error = queued && refused.get(queued.id)
  if (error) throw error
  return decides
}
