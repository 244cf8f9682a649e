/** Adds the steps of rules that a waiting pin comes under later: by what a check finds, or by an edit. */
import type { Account } from '../../../accounts/account.js'
import type { Sql } from '../../../ports/deps.js'
import type { PostImage } from '../../row.js'
import { readWritten } from '../approval.js'
import { writeWaitsFor } from '../judge.js'
import type { Approval } from '../model.js'
import { enqueueCard } from '../notify.js'
import type { Step } from '../steps/steps.js'
import { isMet, type Planned } from './plan.js'
import { type ApprovalRule, type RuleWhen, stepsOf } from './rule.js'
import { findRules } from './rules.js'

type Owner = Pick<Account, 'organizationId' | 'id'>
type Open = { approvalId: string; askedBy: string } & Planned

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
  for (const open of await readOpen(sql, account, [postId])) {
    const isFor = (when: RuleWhen) => isMet(sql, { userId: open.askedBy }, account, { post: open, when })
    for (const one of await addSteps(sql, account, open, rules, isFor)) await enqueueCard(sql, one, now)
  }
}

type Edited = { id: string; image?: PostImage | null | undefined }

/**
 * Adds the steps of rules that edits of waiting pins brought them under, such as a board or a label: a rule that was changed
 * meanwhile adds none. The caller has locked the posts, judges the requests afterwards and updates their cards.
 * @param posts with their images before the write
 */
export async function addStepsOfEdits(sql: Sql, account: Owner, posts: readonly Edited[]): Promise<void> {
  const images = new Map(posts.flatMap(({ id, image }) => (image ? [[id, image]] : [])))
  if (images.size === 0) return
  const rules = (await findRules(sql, account)).rules.filter(({ when }) => when)
  if (rules.length === 0) return
  for (const open of await readOpen(sql, account, [...images.keys()])) {
    const image = images.get(open.id)
    if (!image || routedBy(image) === routedBy(open)) continue
    const asker = { userId: open.askedBy }
    const earlier = { ...open, url: image.url, boardId: image.boardId, ...listsOf(image) }
    const isFor = async (when: RuleWhen) =>
      (await isMet(sql, asker, account, { post: open, when })) && !(await isMet(sql, asker, account, { post: earlier, when }))
    await addSteps(sql, account, open, rules, isFor)
  }
}

type Routing = Partial<Pick<Planned, 'labels' | 'aiDisclosures'>> & Pick<Planned, 'url' | 'boardId'>

/** An image from before a field was there has none of it. */
const listsOf = ({ labels = [], aiDisclosures = [] }: Partial<Routing>) => ({ labels, aiDisclosures })

/** Returns what conditions look at, as one text. */
const routedBy = ({ url, boardId, ...lists }: Routing): string => {
  const { labels, aiDisclosures } = listsOf(lists)
  return JSON.stringify([url, boardId, labels, aiDisclosures])
}

/** Reads the open requests of these posts, with the posts as they are now. */
async function readOpen(sql: Sql, { organizationId, id }: Owner, postIds: readonly string[]): Promise<Open[]> {
  return sql<Open[]>`
    select a.id as "approvalId", a.asked_by as "askedBy", p.id, p.url, p.board_id as "boardId", p.labels, p.ai_disclosures as "aiDisclosures"
      from approvals a
      join posts p on p.organization_id = ${organizationId} and p.id = a.post_id
     where a.organization_id = ${organizationId}
       and a.account_id = ${id}
       and a.post_id = any (${[...postIds]}::bigint[])
       and a.state = 'open'
     order by a.id`
}

/** @returns the request, if it has more steps now */
async function addSteps(
  sql: Sql,
  { organizationId }: Owner,
  { approvalId }: Open,
  rules: readonly ApprovalRule[],
  isFor: (when: RuleWhen) => Promise<boolean>,
): Promise<Approval[]> {
  const written = [{ id: approvalId }]
  const [approval] = await readWritten(sql, organizationId, written)
  const had: { steps: Step[]; ruleNames: string[] } = approval?.plan ?? { steps: [], ruleNames: [] }
  const added = []
  for (const rule of rules) {
    const { when = {}, name } = rule
    if (!had.ruleNames.includes(name) && (await isFor(when))) added.push(rule)
  }
  const steps = stepsOf(added, had.steps)
  if (added.length === 0 || steps.length === had.steps.length) return []
  const ruleNames = [...had.ruleNames, ...added.map(({ name }) => name)]
  await sql`
    update approvals
       set steps = ${sql.json(steps)}, rule_names = ${ruleNames}, revision = revision + 1
     where organization_id = ${organizationId} and id = ${approvalId}`
  const changed = await readWritten(sql, organizationId, written)
  await writeWaitsFor(sql, changed)
  return changed
}
