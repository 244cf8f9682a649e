/** What the operator sets: the billing system of an organization and the balances of its accounts. @see docs/contract.md#plans */
import { randomUUID } from 'node:crypto'
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import { type Organization, requireOrganization } from '../accounts/workspaces/organizations.js'
import type { Actor } from '../lib/actor.js'
import { recordAct } from '../audit/audit.js'
import type { Deps, Sql } from '../ports/deps.js'
import { rollOver, writeRow } from './ledger.js'
import { periodAt } from './period.js'
import { badRequest } from '../lib/errors.js'

export const DEFAULT_PLAN = { access: 'granted', monthlyAllowance: 500 } as const

export type Entitlement = {
  accountId: string
  access: 'none' | 'subscribed' | 'granted'
  winback: boolean
  monthlyAllowance: number
  allowanceLeft: number
  creditsLeft: number
  trialOffered: boolean
  trialLeft: number
}

/** Absent fields stay. Counts replace the balance; they are not added. */
export type PlanChange = {
  billingSystem?: Organization['billingSystem']
  /** Posts of the organization per billing period; null: no limit. */
  postLimit?: number | null
  access?: Entitlement['access']
  winback?: boolean
  /** Pins a month, from the current period on. */
  allowance?: number
  credits?: number
  trialPins?: number
}

/** Grants the plan of a new account; does nothing for an account that has one. */
export async function grantDefaultPlan(sql: Sql, account: Account, now: Date): Promise<void> {
  const { organizationId, id } = account
  const { access, monthlyAllowance } = DEFAULT_PLAN
  const [organization] = await sql<[{ anchor: Date }]>`
    select period_anchor as anchor
      from organizations
     where id = ${organizationId}`
  const period = periodAt(organization.anchor, now)
  const added = await sql`
    insert into entitlements (organization_id, account_id, access, monthly_allowance, allowance_left, period)
    values (${organizationId}, ${id}, ${access}, ${monthlyAllowance}, ${monthlyAllowance}, ${period})
    on conflict (organization_id, account_id) do nothing`
  if (added.count === 0) return
  const row = { key: `grant:${id}:${period}`, kind: 'grant', unit: 'allowance', amount: monthlyAllowance } as const
  await writeRow(sql, account, { ...row, balance: monthlyAllowance, period }, now)
}

/**
 * Sets the plan of one account, or of every account of the organization. A balance changes only with a ledger row, a grant or an
 * expiry of the difference, in the same transaction.
 * @throws BAD_REQUEST counts that are no whole numbers from 0 · NOT_FOUND organization, account
 */
export async function setPlan(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, change }: { accountId: string | null; change: PlanChange },
): Promise<{ organization: Organization; entitlements: Entitlement[] }> {
  for (const name of ['postLimit', 'allowance', 'credits', 'trialPins'] as const) requireCount(name, change[name])
  const now = clock()
  return db.tx(async (sql) => {
    await requireOrganization(sql, actor)
    await setOrganization(sql, actor, change)
    const entitlements: Entitlement[] = []
    for (const id of accountId === null ? await listIds(sql, actor) : [accountId]) {
      entitlements.push(await setEntitlement(sql, await requireAccount(sql, actor, id), change, now))
    }
    const subject = accountId === null ? `organization:${actor.organizationId}` : `account:${accountId}`
    await recordAct(sql, actor, { accountId, subject, action: 'setPlan', after: change }, now)
    return { organization: await requireOrganization(sql, actor), entitlements }
  })
}

/** Lists in key order, because several entitlements are locked in sequence. */
async function listIds(sql: Sql, { organizationId }: Actor): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id
      from accounts
     where organization_id = ${organizationId}
     order by id`
  return rows.map(({ id }) => id)
}

async function setOrganization(sql: Sql, { organizationId }: Actor, { billingSystem, postLimit }: PlanChange): Promise<void> {
  await sql`
    update organizations
       set billing_system = coalesce(${billingSystem ?? null}, billing_system),
           post_limit = ${postLimit === undefined ? sql`post_limit` : postLimit}
     where id = ${organizationId}`
}

async function setEntitlement(sql: Sql, account: Account, change: PlanChange, now: Date): Promise<Entitlement> {
  const { organizationId, id } = account
  const { period, ...rolledOver } = await rollOver(sql, account, now) // holds the entitlement, so the differences are right
  const balances = [
    ['allowance', rolledOver.allowanceLeft, change.allowance],
    ['credit', rolledOver.creditsLeft, change.credits],
    ['trial', rolledOver.trialLeft, change.trialPins],
  ] as const
  for (const [unit, before, after] of balances) {
    if (after === undefined || after === before) continue
    const row = { key: `plan:${id}:${randomUUID()}`, kind: after > before ? 'grant' : 'expire', unit } as const
    await writeRow(sql, account, { ...row, amount: after - before, balance: after, period }, now)
  }
  const [entitlement] = await sql<[Entitlement]>`
    update entitlements
       set access = coalesce(${change.access ?? null}, access),
           winback = coalesce(${change.winback ?? null}::boolean, winback),
           monthly_allowance = coalesce(${change.allowance ?? null}::int, monthly_allowance),
           allowance_left = coalesce(${change.allowance ?? null}::int, allowance_left),
           credits_left = coalesce(${change.credits ?? null}::int, credits_left),
           trial_offered = trial_offered or ${change.trialPins !== undefined},
           trial_left = coalesce(${change.trialPins ?? null}::int, trial_left)
     where organization_id = ${organizationId} and account_id = ${id}
    returning account_id as "accountId", access, winback, monthly_allowance as "monthlyAllowance",
              allowance_left as "allowanceLeft", credits_left as "creditsLeft",
              trial_offered as "trialOffered", trial_left as "trialLeft"`
  return entitlement
}

const LARGEST = 1_000_000_000

/** Accepts undefined and null. @throws BAD_REQUEST `name` */
function requireCount(name: string, count: number | null | undefined): void {
  if (count === null || count === undefined) return
  if (Number.isInteger(count) && count >= 0 && count <= LARGEST) return
  throw badRequest(name, (of) => `${of(name)} must be a whole number from 0 to ${LARGEST}.`)
}
