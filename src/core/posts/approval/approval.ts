/** A contributor requests that their pin is scheduled; another person approves it, rejects it or requests changes. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import { requireSight } from '../../accounts/people/roles.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { Actor } from '../../lib/actor.js'
import { notFound } from '../../lib/errors.js'
import type { Deps, Sql } from '../../ports/deps.js'
import type { LostBecause } from '../../slots/kept.js'
import { postImage, type PostImage } from '../row.js'
import { changesBetween, type NamedImage, printOf } from './changes.js'
import { type DecisionJson, decisionJson, readDecision } from './steps/decisions.js'
import type { Approval, ApprovalChange } from './model.js'
import { seenBy, asSeer, withSight } from './sight.js'
import type { Step } from './steps/steps.js'

export type ApprovalRow = Omit<
  Approval,
  'requestedTime' | 'keptSlot' | 'lostSlot' | 'hold' | 'askedWith' | 'changes' | 'plan' | 'decisions'
> & {
  wantedAt: Date | null
  spreadDays: number | null
  keptAt: Date | null
  keptTimeslotId: string | null
  lostAt: Date | null
  lostBecause: LostBecause | null
  heldBy: string | null
  heldAt: Date | null
  heldUntil: Date | null
  heldReason: string | null
  edits: ApprovalChange[] | null
  apiKeyId: string | null
  keyName: string | null
  agent: string | null
  requested: PostImage | null
  steps: Step[] | null
  ruleNames: string[] | null
  decisions: DecisionJson[] | null
  /** The current image; null: the post is gone, or the request is settled. */
  asItIs: NamedImage | null
}

/** The columns of `approvals a`. @param organizationId their organization, by value in each subselect */
export const approvalColumns = (sql: Sql, organizationId: string) => sql`
  a.organization_id as "organizationId", a.id, a.account_id as "accountId", a.post_id as "postId", a.batch_id as "batchId", a.state, a.wanted_at as "wantedAt", a.spread_days as "spreadDays",
  a.asked_by as "askedBy", a.asked_at as "askedAt", a.post_version as "postVersion", a.title, a.decided_by as "decidedBy",
  a.due_at as "dueAt", a.kept_at as "keptAt", a.kept_timeslot_id as "keptTimeslotId", a.lost_at as "lostAt", a.lost_because as "lostBecause", a.held_by as "heldBy", a.held_at as "heldAt", a.held_until as "heldUntil",
  a.held_reason as "heldReason", a.edited_by as "editedBy", a.edits,
  a.decided_at as "decidedAt", a.reason, a.revision, a.api_key_id as "apiKeyId", a.agent,
  (select k.name from api_keys k where k.organization_id = ${organizationId} and k.id = a.api_key_id) as "keyName",
  a.steps, a.rule_names as "ruleNames", a.waits_for as "waitsFor", a.on_silence as "onSilence",
  (select jsonb_agg(${decisionJson(sql)} order by d.id)
     from approval_decisions d
    where d.organization_id = ${organizationId} and d.approval_id = a.id and d.undone_at is null) as decisions,
  a.requested, case when a.state = 'open' and a.requested is not null then ${namedImage(sql, organizationId)} end as "asItIs"`

/** The current image of the post, with the names of its boards and sections and of those of an earlier image. */
export const namedImage = (sql: Sql, organizationId: string, earlier = sql`a.requested`) => sql`
  (select ${postImage(sql, organizationId)} || jsonb_build_object('names', jsonb_build_object(
            'boards', (select jsonb_object_agg(b.id, b.name)
                         from boards b
                        where b.organization_id = ${organizationId} and b.account_id = a.account_id
                          and b.id in (p.board_id, ${earlier} ->> 'boardId')),
            'sections', (select jsonb_object_agg(s.id, s.name)
                           from board_sections s
                          where s.organization_id = ${organizationId} and s.account_id = a.account_id
                            and s.id in (p.board_section_id, ${earlier} ->> 'boardSectionId'))))
     from posts p
    where p.organization_id = ${organizationId} and p.id = a.post_id)`

export const toApproval = ({
  wantedAt,
  spreadDays,
  keptAt,
  keptTimeslotId,
  lostAt,
  lostBecause,
  heldBy,
  heldAt,
  heldUntil,
  heldReason,
  edits,
  apiKeyId,
  keyName,
  agent,
  requested,
  steps,
  ruleNames,
  decisions,
  asItIs,
  ...row
}: ApprovalRow): Approval => ({
  ...row,
  plan: steps && { ruleNames: ruleNames ?? [], steps, prints: asItIs && steps.map((step) => printOf(step, asItIs)) },
  decisions: (decisions ?? []).map(readDecision),
  changes: edits ?? changesBetween(requested, asItIs),
  keptSlot: keptAt && { sendAt: keptAt, timeslotId: keptTimeslotId },
  lostSlot: lostAt && lostBecause && { sendAt: lostAt, because: lostBecause },
  hold: heldBy !== null && heldAt !== null ? { by: heldBy, at: heldAt, until: heldUntil, reason: heldReason } : null,
  askedWith: apiKeyId === null ? null : { apiKeyId, keyName, agent },
  requestedTime:
    wantedAt === null ? { kind: 'nextOpenSlot', ...(spreadDays !== null && { spreadDays }) } : { kind: 'at', at: wantedAt },
})

/**
 * Reads what was just written, in the order of the ids: a write returns only these, because a cluster plans no subselect in it.
 * @param sql of its transaction
 */
export async function readWritten(sql: Sql, organizationId: string, written: readonly { id: string }[]): Promise<Approval[]> {
  if (written.length === 0) return []
  const rows = await sql<ApprovalRow[]>`
    select ${approvalColumns(sql, organizationId)}
      from approvals a
     where a.organization_id = ${organizationId}
       and a.id = any (${written.map(({ id }) => id)}::bigint[])
     order by a.id`
  return rows.map(toApproval)
}

export type ApprovalRef = { accountId: string; approvalId: string }

/** Reads an approval. @throws NOT_FOUND also for a foreign id and for one of the wrong form */
export async function requireApproval(
  sql: Sql,
  { organizationId }: Pick<Actor, 'organizationId'>,
  { accountId, approvalId }: ApprovalRef,
): Promise<Approval> {
  if (!isRowId(accountId) || !isRowId(approvalId)) throw notFound('Approval')
  const [row] = await sql<ApprovalRow[]>`
    select ${approvalColumns(sql, organizationId)}
      from approvals a
     where a.organization_id = ${organizationId}
       and a.account_id = ${accountId}
       and a.id = ${approvalId}`
  if (!row) throw notFound('Approval')
  return toApproval(row)
}

/** @throws NOT_FOUND */
export async function readApproval({ db }: Pick<Deps, 'db'>, actor: Actor, ref: ApprovalRef): Promise<Approval> {
  requireSight(await withSight(db.sql, actor, ref), ref.accountId)
  return requireApproval(db.sql, actor, ref)
}

/** Lists the approvals of one pin, also of a deleted one, newest first, at most `limit`. @throws NOT_FOUND the account */
export async function listApprovalsOf(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, postId, limit }: { accountId: string; postId: string; limit: number },
): Promise<Approval[]> {
  const account = await requireAccount(sql, asSeer(actor, accountId), accountId)
  if (!isRowId(postId)) return []
  const rows = await sql<ApprovalRow[]>`
    select ${approvalColumns(sql, account.organizationId)}
      from approvals a
     where a.organization_id = ${account.organizationId}
       and a.account_id = ${account.id}
       and a.post_id = ${postId}
       and ${seenBy(sql, actor, accountId)}
     order by a.id desc
     limit ${limit}`
  return rows.map(toApproval)
}

/** Lists these approvals in the order of the requests, without those that are no longer kept. @throws NOT_FOUND the account */
export async function listApprovalsById(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, approvalIds }: { accountId: string; approvalIds: readonly string[] },
): Promise<Approval[]> {
  const account = await requireAccount(sql, asSeer(actor, accountId), accountId)
  return listThese(sql, account, approvalIds.filter(isRowId), seenBy(sql, actor, accountId))
}

/** Does the same for ids of the right form. @param sql of a transaction, perhaps */
export async function listThese(
  sql: Sql,
  account: Pick<Account, 'organizationId' | 'id'>,
  approvalIds: readonly string[],
  isListed = sql`true`,
): Promise<Approval[]> {
  const rows = await sql<ApprovalRow[]>`
    select ${approvalColumns(sql, account.organizationId)}
      from approvals a
     where a.organization_id = ${account.organizationId}
       and a.account_id = ${account.id}
       and a.id = any (${[...approvalIds]}::bigint[])
       and ${isListed}
     order by a.id`
  return rows.map(toApproval)
}
