/** Adds the steps of rules that are for pins with a finding, when a check finds something on a pin that waits. */
import type { Sql } from '../../../ports/deps.js'
import { readWritten } from '../approval.js'
import { writeWaitsFor } from '../judge.js'
import { enqueueCard } from '../notify.js'
import type { Step } from '../steps/steps.js'
import { isMet, type Planned } from './plan.js'
import { stepsOf } from './rule.js'
import { findRules } from './rules.js'

/**
 * Adds what is missing behind the steps that the request has: none is removed, and at most five are there. The caller has locked
 * the post, so that no decision is made meanwhile.
 */
export async function addStepsOfFindings(
  sql: Sql,
  { organizationId, accountId, id: postId }: { organizationId: string; accountId: string; id: string },
  now: Date,
): Promise<void> {
  const account = { organizationId, id: accountId }
  const rules = (await findRules(sql, account)).rules.filter(({ when }) => when?.findings)
  if (rules.length === 0) return
  const [open] = await sql<({ approvalId: string; askedBy: string } & Planned)[]>`
    select a.id as "approvalId", a.asked_by as "askedBy", p.id, p.url, p.board_id as "boardId", p.labels, p.ai_disclosures as "aiDisclosures"
      from approvals a
      join posts p on p.organization_id = ${organizationId} and p.id = a.post_id
     where a.organization_id = ${organizationId} and a.post_id = ${postId} and a.state = 'open'`
  if (!open) return
  const written = [{ id: open.approvalId }]
  const [approval] = await readWritten(sql, organizationId, written)
  const had: { steps: Step[]; ruleNames: string[] } = approval?.plan ?? { steps: [], ruleNames: [] }
  const added = []
  for (const rule of rules) {
    const { when = {}, name } = rule
    if (!had.ruleNames.includes(name) && (await isMet(sql, { userId: open.askedBy }, account, { post: open, when })))
      added.push(rule)
  }
  const steps = stepsOf(added, had.steps)
  if (added.length === 0 || steps.length === had.steps.length) return
  const ruleNames = [...had.ruleNames, ...added.map(({ name }) => name)]
  await sql`
    update approvals
       set steps = ${sql.json(steps)}, rule_names = ${ruleNames}, revision = revision + 1
     where organization_id = ${organizationId} and id = ${open.approvalId}`
  const changed = await readWritten(sql, organizationId, written)
  await writeWaitsFor(sql, changed)
  for (const one of changed) await enqueueCard(sql, one, now)
}
