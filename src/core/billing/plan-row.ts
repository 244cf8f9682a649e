/** Reads an account's plan, moved to the period of `now`. */
import type { Account } from '../accounts/account.js'
import type { Sql } from '../ports/deps.js'
import type { Plan } from './charge.js'
import { nextPeriodAt, periodAt } from './period.js'

/** A plan with its dates: `period` is the first day of the current one, `storedPeriod` of the one last written. */
export type DatedPlan = Plan & {
  period: string
  /** When the current period ends. */
  resetsAt: Date
  storedPeriod: string
  storedAllowance: number
  monthlyAllowance: number
}

type Row = Omit<Plan, 'used'> & { anchor: Date; storedPeriod: Date | null; monthlyAllowance: number }

/** Reads the plan. `lock` locks the account's entitlement until the transaction ends; `read` only reads. */
export async function readPlan(sql: Sql, account: Account, now: Date, mode: 'read' | 'lock'): Promise<DatedPlan> {
  const { organizationId } = account
  const row = await findPlan(sql, account, mode)
  if (!row) {
    await addEntitlement(sql, account)
    return readPlan(sql, account, now, mode)
  }
  const { anchor, storedPeriod, ...plan } = row
  const period = periodAt(anchor, now)
  const stored = storedPeriod?.toISOString().slice(0, 10) ?? period
  return {
    ...plan,
    allowanceLeft: stored < period ? plan.monthlyAllowance : plan.allowanceLeft,
    used: plan.billingSystem === 'modular' ? 0 : await postsUsed(sql, organizationId, period),
    period,
    resetsAt: nextPeriodAt(anchor, now),
    storedPeriod: stored,
    storedAllowance: plan.allowanceLeft,
  }
}

async function findPlan(sql: Sql, { organizationId, id }: Account, mode: 'read' | 'lock'): Promise<Row | undefined> {
  const [row] = await sql<Row[]>`
    select o.billing_system as "billingSystem", o.post_limit as "postLimit", o.period_anchor as anchor,
           a.token_status = 'authorized' and c.account_id is not null as "isConnected",
           coalesce(e.access, 'none') as access, coalesce(e.winback, false) as winback,
           coalesce(e.allowance_left, 0) as "allowanceLeft", coalesce(e.credits_left, 0) as "creditsLeft",
           coalesce(e.trial_offered, false) as "trialOffered", coalesce(e.trial_left, 0) as "trialLeft",
           coalesce(e.monthly_allowance, 0) as "monthlyAllowance", e.period as "storedPeriod"
      from accounts a
      join organizations o on o.id = a.organization_id
      left join connections c on c.organization_id = a.organization_id and c.account_id = a.id
     ${mode === 'lock' ? sql`` : sql`left`} join entitlements e on e.organization_id = a.organization_id and e.account_id = a.id
     where a.organization_id = ${organizationId}
       and a.id = ${id}
     ${mode === 'lock' ? sql`for update of e` : sql``}`
  return row
}

/** Adds a row for an account without one, which has no access, so that there is something to lock. */
async function addEntitlement(sql: Sql, { organizationId, id }: Account): Promise<void> {
  await sql`
    insert into entitlements (organization_id, account_id, period)
    select o.id, ${id}, o.period_anchor
      from organizations o
     where o.id = ${organizationId}
    on conflict (organization_id, account_id) do nothing`
}

async function postsUsed(sql: Sql, organizationId: string, period: string): Promise<number> {
  const [row] = await sql<{ used: number }[]>`
    select used
      from organization_periods
     where organization_id = ${organizationId}
       and period = ${period}`
  return row?.used ?? 0
}
