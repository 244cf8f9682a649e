/** The approval rules of an account, as admins set them. */
import { isDeepStrictEqual } from 'node:util'
import { requireAccount } from '../../../accounts/accounts.js'
import { requireRoleOn } from '../../../accounts/people/roles.js'
import { recordAct } from '../../../audit/audit.js'
import type { Actor } from '../../../lib/actor.js'
import { badRequest, DomainError } from '../../../lib/errors.js'
import type { BeforeCommit, Deps, Sql } from '../../../ports/deps.js'
import { type KnownPerson, listKnownPeople } from '../approvers.js'
import { askedOf, type Step, tokenOf } from '../steps/steps.js'
import { tokensOf } from '../steps/tokens.js'
import { type ApprovalRule, type GivenRule, readRules } from './rule.js'

/** `changedAt` null: there were none yet. */
export type ApprovalRules = { rules: ApprovalRule[]; changedAt: Date | null; changedBy: string | null }
type Owner = { organizationId: string; id: string }

const SET_SINCE = 'Somebody set the approval steps since you opened them. Nothing was saved: open them again.'
const NONE: ApprovalRules = { rules: [], changedAt: null, changedBy: null }

/** Reads the rules of an account for whoever follows them. */
export async function findRules(sql: Sql, { organizationId, id }: Owner): Promise<ApprovalRules> {
  const [row] = await sql<ApprovalRules[]>`
    select rules, changed_at as "changedAt", changed_by as "changedBy"
      from approval_rules
     where organization_id = ${organizationId} and account_id = ${id}`
  return row ?? NONE
}

/** @throws FORBIDDEN not an admin · NOT_FOUND */
export async function readApprovalRules(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId }: { accountId: string },
): Promise<ApprovalRules> {
  requireRoleOn(actor, accountId, 'admin')
  return findRules(sql, await requireAccount(sql, actor, accountId))
}

/**
 * Replaces the rules of an account. Requests that wait keep their steps.
 * @param seen when the rules were set that the actor has seen; null: never; undefined: whichever there are, they are replaced
 * @throws FORBIDDEN not an admin · NOT_FOUND · BAD_REQUEST the field, such as rules[0].steps[1].reviewers: fewer known people can
 * fulfil it than it asks for · CONFLICT set again since `seen`
 */
export async function putApprovalRules(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, rules: given, seen }: { accountId: string; rules: readonly GivenRule[]; seen?: Date | null },
  beforeCommit?: BeforeCommit<ApprovalRules>,
): Promise<ApprovalRules> {
  requireRoleOn(actor, accountId, 'admin')
  const rules = readRules(given)
  const now = clock()
  return db.tx(async (sql) => {
    const account = await requireAccount(sql, actor, accountId)
    const { organizationId, id } = account
    await sql`select from accounts where organization_id = ${organizationId} and id = ${id} for no key update` // one change at a time
    await requireFulfillable(sql, account, rules, now)
    await requireBoards(sql, account, rules)
    const before = await findRules(sql, account)
    const set = { rules, changedAt: now, changedBy: actor.userId }
    const isSame = isDeepStrictEqual(before.rules, JSON.parse(JSON.stringify(rules)))
    if (!isSame) {
      if (seen !== undefined && seen?.getTime() !== before.changedAt?.getTime()) throw new DomainError('CONFLICT', SET_SINCE)
      const groupIds = await groupsOf(sql, account, rules)
      await sql`
        insert into approval_rules as r (organization_id, account_id, rules, group_ids, changed_at, changed_by)
        values (${organizationId}, ${id}, ${sql.json(rules)}, ${groupIds}, ${now}, ${actor.userId})
        on conflict (organization_id, account_id) do update
           set rules = excluded.rules, group_ids = excluded.group_ids, changed_at = excluded.changed_at, changed_by = excluded.changed_by`
      const act = { accountId: id, subject: `approval_rules:${id}`, action: 'put', before: before.rules, after: rules }
      await recordAct(sql, actor, act, now)
    }
    const result = isSame ? before : set
    await beforeCommit?.(sql, result)
    return result
  })
}

/** Groups that the rules or a waiting request name: who is in them is asked of Slack when they act. */
async function groupsOf(sql: Sql, { organizationId, id }: Owner, rules: readonly ApprovalRule[]): Promise<string[]> {
  const waiting = await sql<{ steps: Step[] }[]>`
    select distinct steps
      from approvals
     where organization_id = ${organizationId} and account_id = ${id} and state = 'open' and steps is not null`
  const steps = [...rules, ...waiting].flatMap((one) => one.steps)
  const groups = steps.flatMap(({ reviewers }) => reviewers.filter(({ kind }) => kind === 'group'))
  return [...new Set(groups.map((group) => group.id))].sort()
}

async function requireFulfillable(
  sql: Sql,
  { organizationId, id: accountId }: Owner,
  rules: readonly ApprovalRule[],
  now: Date,
): Promise<void> {
  const people = await listKnownPeople(sql, organizationId, now)
  rules.forEach(({ steps }, at) => {
    steps.forEach((step, index) => {
      const count = countOf(step, people, accountId)
      if (count >= askedOf(step)) return
      throw badRequest(
        `rules[${at}].steps[${index}].reviewers`,
        `The step “${step.name}” asks for ${askedOf(step)}, and ${count} known ${count === 1 ? 'person' : 'people'} can decide it. ` +
          'Pinslot knows people once they have opened it, or have a role.',
      )
    })
  })
}

/** Counts who can decide a step. A group counts as enough until somebody of it was seen. */
function countOf({ reviewers }: Step, people: readonly KnownPerson[], accountId: string): number {
  const tokens = new Set(reviewers.map(tokenOf))
  const known = people.map((person) => tokensOf(person, accountId))
  const isUnknown = reviewers.some(({ kind, id }) => kind === 'group' && !people.some(({ groups }) => groups.includes(id)))
  if (isUnknown) return Number.POSITIVE_INFINITY
  const contacts = reviewers.filter(({ kind }) => kind === 'contact').length
  const named = known.filter((theirs) => theirs.some((token) => tokens.has(token))).length
  const isOfRole = reviewers.some(({ kind }) => kind === 'role') // each workspace of Slack has an admin, who has every role here
  return Math.max(named, isOfRole ? 1 : 0) + contacts
}

async function requireBoards(sql: Sql, { organizationId, id }: Owner, rules: readonly ApprovalRule[]): Promise<void> {
  const named = rules.flatMap(({ when }) => when?.boardIds ?? [])
  if (named.length === 0) return
  const rows = await sql<{ id: string }[]>`
    select b.id
      from boards b
     where b.organization_id = ${organizationId} and b.account_id = ${id} and b.id = any (${named})`
  const known = new Set(rows.map((board) => board.id))
  rules.forEach(({ when }, at) => {
    const unknown = when?.boardIds?.find((board) => !known.has(board))
    if (unknown !== undefined) throw badRequest(`rules[${at}].when.boardIds`, `The account has no board ${unknown}.`)
  })
}
