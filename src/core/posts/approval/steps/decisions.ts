/** The decisions on a request, each of the version that was seen. One that is undone stays, and counts no more. */
import type { Sql } from '../../../ports/deps.js'

/** `skip`: the rule did not ask for the step. */
export type DecisionKind = 'approve' | 'request_changes' | 'reject' | 'skip'

export type StepDecision = {
  id: string
  approvalId: string
  /** The number of the step; null: it decides none, such as the word of a client whom no step asks. */
  step: number | null
  decision: DecisionKind
  /** `T1:U1` of the Slack user; `link:7` or `client:T2:U9` of a client. */
  decidedBy: string
  /** `T1:U1` of the person who is away, for whom a deputy decided; null: for themselves. */
  decidedFor: string | null
  /** What a person outside calls themselves; null: a person in Slack. */
  name: string | null
  postVersion: number
  /** Stands for what the step looks at: after an edit of it, the decision counts no more. */
  fingerprint: string | null
  reason: string | null
  /** The reviewer of the step that it was made as: `person:U1`, `role:scheduler`; null: none. */
  token: string | null
  decidedAt: Date
}

type Owner = { organizationId: string; accountId: string }
/** `settles`: with it the request is settled, so that undoing that undoes it. */
export type NewDecision = Omit<StepDecision, 'id' | 'decidedAt'> & { settles?: boolean }

/** Stores a decision. The caller has locked the post, and has checked who decides. @returns its id */
export async function recordDecision(
  sql: Sql,
  { organizationId, accountId }: Owner,
  {
    approvalId,
    step,
    decision,
    decidedBy,
    decidedFor,
    name,
    postVersion,
    fingerprint,
    reason,
    token,
    settles = false,
  }: NewDecision,
  now: Date,
): Promise<string> {
  const [{ id }] = await sql<[{ id: string }]>`
    insert into approval_decisions (organization_id, account_id, approval_id, step, decision, decided_by, decided_for, name, post_version,
                                    fingerprint, reason, token, settles, decided_at)
    values (${organizationId}, ${accountId}, ${approvalId}, ${step}, ${decision}, ${decidedBy}, ${decidedFor}, ${name}, ${postVersion},
            ${fingerprint}, ${reason}, ${token}, ${settles}, ${now})
    returning id`
  return id
}

/** Names, for the audit, the person who is away and for whom a deputy decided. */
export const inPlaceOf = (one: Pick<NewDecision, 'decidedFor'> | undefined): { decidedFor?: string } =>
  one?.decidedFor == null ? {} : { decidedFor: one.decidedFor }

/** A decision of `approval_decisions d` as JSON: readDecision() makes it one. */
export const decisionJson = (sql: Sql) => sql`
  jsonb_build_object('id', d.id::text, 'approvalId', d.approval_id::text, 'step', d.step, 'decision', d.decision, 'decidedBy', d.decided_by,
                     'decidedFor', d.decided_for, 'name', d.name, 'postVersion', d.post_version, 'fingerprint', d.fingerprint,
                     'reason', d.reason, 'token', d.token, 'decidedAt', d.decided_at)`
export type DecisionJson = Omit<StepDecision, 'decidedAt'> & { decidedAt: string }
export const readDecision = ({ decidedAt, ...one }: DecisionJson): StepDecision => ({ ...one, decidedAt: new Date(decidedAt) })

/** Marks decisions as undone: these, or all that settled these requests. The caller has locked their posts. */
export const undoDecisions = (
  sql: Sql,
  organizationId: string,
  which: { ids: readonly string[] } | { settled: readonly string[] } | { all: readonly string[] },
  now: Date,
): Promise<unknown> =>
  sql`
    update approval_decisions
       set undone_at = ${now}
     where organization_id = ${organizationId}
       and ${
         'ids' in which
           ? sql`id = any (${[...which.ids]}::bigint[])`
           : 'all' in which
             ? sql`approval_id = any (${[...which.all]}::bigint[])`
             : sql`approval_id = any (${[...which.settled]}::bigint[]) and settles`
       }
       and undone_at is null`
