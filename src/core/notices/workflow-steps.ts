/** Steps of Slack's workflows. An execution is a row, written with what it did; its end is a notice to Slack. */
import { before, DAY_MS } from '../lib/duration.js'
import type { GoesOn } from '../lib/work/batch.js'
import { purgeRows, type Rows } from '../lib/rows/by-organization.js'
import type { Sql } from '../ports/deps.js'
import { enqueueNotice } from './notices.js'

/** `executionId`: Slack's, the same however often it sends the step. */
export type StepId = { organizationId: string; executionId: string }
export type StepRun = StepId & { slackTeamId: string; step: string }
/** What a step hands on to the workflow, by the names of its outputs; or why it failed, as a sentence. */
export type StepEnd = { outputs: Record<string, string | number>; failure?: never } | { outputs?: never; failure: string }

/** The execution has its row: nothing is done again. */
export class StepRunBefore extends Error {
  override readonly name = 'StepRunBefore'
}

/** Slack sends a step for an hour at most; after this time nobody asks for its row. */
const KEPT_MS = 30 * DAY_MS

/**
 * Records a step in the transaction of its work.
 * @param how its end, or the request whose decision ends it
 * @throws StepRunBefore: thrown on, it rolls the work back
 */
export async function recordStep(sql: Sql, run: StepRun, how: StepEnd | { approvalId: string }, now: Date): Promise<void> {
  const { organizationId, executionId, slackTeamId, step } = run
  const { approvalId = null, outputs = null, failure = null } = how as Partial<StepEnd & { approvalId: string }>
  const written = await sql`
    insert into workflow_steps (organization_id, execution_id, slack_team_id, step, approval_id, outputs, failure, begun_at, ended_at)
    values (${organizationId}, ${executionId}, ${slackTeamId}, ${step}, ${approvalId}, ${outputs && sql.json(outputs)}, ${failure},
            ${now}, ${approvalId === null ? now : null})
    on conflict (organization_id, execution_id) do nothing`
  if (written.count === 0) throw new StepRunBefore()
  if (approvalId === null) await enqueueEnd(sql, { organizationId, executionId }, now)
}

type Settled = {
  organizationId: string
  id: string
  postId: string
  state: string
  decidedBy: string | null
  reason: string | null
}

/** Ends the steps that wait for these requests, in the transaction that settles them. A request that opens again ends nothing twice. */
export async function endStepsOf(sql: Sql, settled: readonly Settled[], now: Date): Promise<void> {
  const [first] = settled
  if (!first) return
  const { organizationId } = first
  const ends = settled.map((approval) => ({ id: approval.id, outputs: outputsOf(approval) }))
  const ended = await sql<{ executionId: string }[]>`
    update workflow_steps s
       set outputs = e.outputs, ended_at = ${now}
      from jsonb_to_recordset(${sql.json(ends)}) as e(id bigint, outputs jsonb)
     where s.organization_id = ${organizationId}
       and s.approval_id = e.id
       and s.ended_at is null
    returning s.execution_id as "executionId"`
  for (const { executionId } of ended) await enqueueEnd(sql, { organizationId, executionId }, now)
}

function outputsOf({ postId, state, decidedBy, reason }: Settled): Record<string, string> {
  const [, person] = /^T[A-Z0-9]+:([UW][A-Z0-9]+)$/.exec(decidedBy ?? '') ?? []
  return { pin: postId, decision: state, ...(person !== undefined && { decided_by: person }), ...(reason !== null && { reason }) }
}

async function enqueueEnd(sql: Sql, { organizationId, executionId }: StepId, now: Date) {
  const key = `step:${executionId}`
  const notice = { kind: 'stepEnded', executionId } as const
  await enqueueNotice(sql, { organizationId, destination: key, dedupeKey: key, notice }, now)
}

export type EndedStep = StepEnd & Pick<StepRun, 'slackTeamId'>

/** undefined: it has not ended, or is not known any more. */
export async function findEndedStep(sql: Sql, { organizationId, executionId }: StepId): Promise<EndedStep | undefined> {
  const [row] = await sql<EndedStep[]>`
    select slack_team_id as "slackTeamId", outputs, failure
      from workflow_steps
     where organization_id = ${organizationId}
       and execution_id = ${executionId}
       and ended_at is not null`
  return row
}

/** Records that Slack took no end. @param code Slack's own */
export async function noteStepRefused(sql: Sql, { organizationId, executionId }: StepId, code: string): Promise<void> {
  await sql`
    update workflow_steps
       set refused = ${code}
     where organization_id = ${organizationId}
       and execution_id = ${executionId}`
}

/** Deletes ended steps. One that waits stays as long as its request. */
export async function purgeSteps(db: Rows, now: Date, goesOn: GoesOn = () => true): Promise<void> {
  const over = db.sql`t.ended_at <= ${before(now, KEPT_MS)}`
  await purgeRows(db, goesOn, { from: 'workflow_steps', key: { execution_id: 'text' }, over })
}
