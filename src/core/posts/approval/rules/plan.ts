/** The steps that a request passes, by the rules of its account. */
import { isDeepStrictEqual } from 'node:util'
import type { Account } from '../../../accounts/account.js'
import { type Actor, isSlackPerson } from '../../../lib/actor.js'
import { urlKeyOf } from '../../../lib/http/url.js'
import { isLive } from '../../../lib/rows/live.js'
import type { Sql } from '../../../ports/deps.js'
import type { Post } from '../../post.js'
import type { Approval } from '../model.js'
import type { Step } from '../steps/steps.js'
import { type ApprovalRule, type RuleWhen, stepsOf } from './rule.js'
import { findRules } from './rules.js'

/** `onSilence`: as Approval has it. */
export type Plan = {
  ruleNames: string[]
  steps: Step[]
  dueBeforeSeconds: number | null
  onSilence: Approval['onSilence']
  keepsSlot: boolean
}
type Owner = Pick<Account, 'organizationId' | 'id'>
/** A pin as conditions look at it. */
export type Planned = Pick<Post, 'id' | 'url' | 'boardId' | 'labels' | 'aiDisclosures'>
type Asker = Pick<Actor, 'userId' | 'isAgent'>

/** Returns the steps of a request for this pin; null: no rule is for it, so that one scheduler decides. */
export async function planOf(sql: Sql, asker: Asker, account: Owner, post: Planned): Promise<Plan | null> {
  const { rules } = await findRules(sql, account)
  const matching: ApprovalRule[] = []
  for (const rule of rules) if (!rule.when || (await isMet(sql, asker, account, { post, when: rule.when }))) matching.push(rule)
  return matching.length === 0 ? null : planBy(matching)
}

/** The account's own rule comes first; of several due times the earliest counts. */
function planBy(matching: readonly ApprovalRule[]): Plan {
  const rules = [...matching.filter(({ when }) => !when), ...matching.filter(({ when }) => when)]
  const due = rules.flatMap(({ dueBeforeSeconds }) => dueBeforeSeconds ?? [])
  const remind = rules.some(({ onSilence }) => onSilence.remind)
  const admins = rules.some(({ onSilence }) => onSilence.then === 'admins')
  return {
    ruleNames: rules.map(({ name }) => name),
    steps: stepsOf(rules),
    dueBeforeSeconds: due.length === 0 ? null : Math.max(...due),
    onSilence: !remind ? 'quiet' : admins ? 'admins' : null,
    keepsSlot: rules.every(({ keepsSlot }) => keepsSlot),
  }
}

/** True for a request of this person for this pin that meets every condition. */
export async function isMet(
  sql: Sql,
  { userId, isAgent }: Asker,
  account: Owner,
  { post, when }: { post: Planned; when: RuleWhen },
): Promise<boolean> {
  const { boardIds, requestedBy, findings, newDomain, labels, aiDisclosed } = when
  const asks = isAgent === true || !isSlackPerson(userId) ? 'agent' : 'person'
  if (boardIds && (post.boardId === null || !boardIds.includes(post.boardId))) return false
  if (requestedBy && requestedBy !== asks) return false
  if (labels && !labels.some((label) => post.labels.some((own) => own.toLowerCase() === label.toLowerCase()))) return false
  if (aiDisclosed && post.aiDisclosures.length === 0) return false
  if (findings && !(await hasFindings(sql, account, post.id))) return false
  return !newDomain || isNewDomain(sql, account, post)
}

async function hasFindings(sql: Sql, { organizationId }: Owner, postId: string): Promise<boolean> {
  const [found] = await sql`
    select 1
      from preflights f
     where f.organization_id = ${organizationId} and f.post_id = ${postId} and f.checked_at is not null and f.findings <> '[]'`
  return found !== undefined
}

/** True for a link whose host no other published or scheduled pin of the account has. */
async function isNewDomain(sql: Sql, { organizationId, id }: Owner, { id: postId, url }: Planned): Promise<boolean> {
  if (url === null) return false
  const { host } = new URL(url)
  const key = urlKeyOf(`https://${host}`)
  const [known] = await sql`
    select 1
      from posts p
     where p.organization_id = ${organizationId} and p.account_id = ${id} and p.id <> ${postId}
       and ${isLive(sql, 'p')}
       and (p.url_key = ${key} or starts_with(p.url_key, ${`${key}/`}) or starts_with(p.url_key, ${`${key}?`}))
     limit 1`
  return known === undefined
}

/** True if the rules that a request was made under ask for other steps by now, or are gone. */
export function hasRuleChanged({ plan }: Pick<Approval, 'plan'>, rules: readonly ApprovalRule[]): boolean {
  if (!plan) return false
  const same = plan.ruleNames.flatMap((name) => rules.find((rule) => rule.name === name) ?? [])
  return same.length < plan.ruleNames.length || !isDeepStrictEqual(stepsOf(same), plan.steps)
}
