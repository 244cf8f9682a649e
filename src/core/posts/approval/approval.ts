/** A contributor requests that their pin is scheduled; another person approves it, rejects it or requests changes. */
import { requireAccount } from '../../accounts/accounts.js'
import { requireSight } from '../../accounts/people/roles.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { Actor } from '../../lib/actor.js'
import { notFound } from '../../lib/errors.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { postImage, type PostImage } from '../row.js'
import { changesBetween, type NamedImage } from './changes.js'
import type { Approval } from './model.js'

export type ApprovalRow = Omit<Approval, 'requestedTime' | 'askedWith' | 'changes'> & {
  wantedAt: Date | null
  spreadDays: number | null
  apiKeyId: string | null
  keyName: string | null
  agent: string | null
  requested: PostImage | null
  /** The current image; null: the post is gone, or the request is settled. */
  asItIs: NamedImage | null
}

/** The columns of `approvals a`. @param organizationId their organization, by value in each subselect */
export const approvalColumns = (sql: Sql, organizationId: string) => sql`
  a.organization_id as "organizationId", a.id, a.account_id as "accountId", a.post_id as "postId", a.batch_id as "batchId", a.state, a.wanted_at as "wantedAt", a.spread_days as "spreadDays",
  a.asked_by as "askedBy", a.asked_at as "askedAt", a.post_version as "postVersion", a.title, a.decided_by as "decidedBy",
  a.decided_at as "decidedAt", a.reason, a.revision, a.api_key_id as "apiKeyId", a.agent,
  (select k.name from api_keys k where k.organization_id = ${organizationId} and k.id = a.api_key_id) as "keyName",
  a.requested, case when a.state = 'open' and a.requested is not null then ${namedImage(sql, organizationId)} end as "asItIs"`

/** The current image of the post, with the names of its boards and sections and of the requested ones. */
const namedImage = (sql: Sql, organizationId: string) => sql`
  (select ${postImage(sql, organizationId)} || jsonb_build_object('names', jsonb_build_object(
            'boards', (select jsonb_object_agg(b.id, b.name)
                         from boards b
                        where b.organization_id = ${organizationId} and b.account_id = a.account_id
                          and b.id in (p.board_id, a.requested ->> 'boardId')),
            'sections', (select jsonb_object_agg(s.id, s.name)
                           from board_sections s
                          where s.organization_id = ${organizationId} and s.account_id = a.account_id
                            and s.id in (p.board_section_id, a.requested ->> 'boardSectionId'))))
     from posts p
    where p.organization_id = ${organizationId} and p.id = a.post_id)`

export const toApproval = ({
  wantedAt,
  spreadDays,
  apiKeyId,
  keyName,
  agent,
  requested,
  asItIs,
  ...row
}: ApprovalRow): Approval => ({
  ...row,
  changes: changesBetween(requested, asItIs),
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
  requireSight(actor, ref.accountId)
  return requireApproval(db.sql, actor, ref)
}

/** Lists the approvals of one pin, also of a deleted one, newest first, at most `limit`. @throws NOT_FOUND the account */
export async function listApprovalsOf(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, postId, limit }: { accountId: string; postId: string; limit: number },
): Promise<Approval[]> {
  const account = await requireAccount(sql, actor, accountId)
  if (!isRowId(postId)) return []
  const rows = await sql<ApprovalRow[]>`
    select ${approvalColumns(sql, account.organizationId)}
      from approvals a
     where a.organization_id = ${account.organizationId}
       and a.account_id = ${account.id}
       and a.post_id = ${postId}
     order by a.id desc
     limit ${limit}`
  return rows.map(toApproval)
}

/** Lists the open approvals, the oldest first, at most `limit`, for an approver. @throws NOT_FOUND the account */
export async function listOpenApprovals(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<Approval[]> {
  const account = await requireAccount(sql, actor, accountId)
  const rows = await sql<ApprovalRow[]>`
    select ${approvalColumns(sql, account.organizationId)}
      from approvals a
     where a.organization_id = ${account.organizationId}
       and a.account_id = ${account.id}
       and a.state = 'open'
     order by a.asked_at, a.id
     limit ${limit}`
  return rows.map(toApproval)
}

/** Lists these approvals in the order of the requests, without those that are no longer kept. @throws NOT_FOUND the account */
export async function listApprovalsById(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, approvalIds }: { accountId: string; approvalIds: readonly string[] },
): Promise<Approval[]> {
  const account = await requireAccount(sql, actor, accountId)
  const rows = await sql<ApprovalRow[]>`
    select ${approvalColumns(sql, account.organizationId)}
      from approvals a
     where a.organization_id = ${account.organizationId}
       and a.account_id = ${account.id}
       and a.id = any (${approvalIds.filter(isRowId)}::bigint[])
     order by a.id`
  return rows.map(toApproval)
}
