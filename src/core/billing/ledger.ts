/** Charges and refunds, each written into the append-only ledger beside the balance it changes. */
import type { Account } from '../accounts/account.js'
import type { DomainError } from '../lib/errors.js'
import type { Sql } from '../ports/deps.js'
import { chargeDenied, decideCharge, type Decision, type Plan, type Unit } from './charge.js'
import { readPlan, type DatedPlan } from './plan-row.js'

/** One scheduling of a post: the number grows each time a draft is scheduled. */
export type PostCharge = { postId: string; chargeNumber: number }

/** `unscheduled`, also for deleted posts: refunds no trial pin and nothing of an earlier period. `failed`: refunds any charge. */
export type RefundKind = 'unscheduled' | 'failed'

export const chargeKeyOf = ({ postId, chargeNumber }: PostCharge) => `post:${postId}#${chargeNumber}`

/**
 * Checks whether charges of `count` pins would be accepted now, without taking them, before expensive work begins.
 * @throws PAYMENT_REQUIRED a series counts as a whole
 */
export async function requireCharge(sql: Sql, account: Account, now: Date, count = 1): Promise<void> {
  const decision = decideCharge(await readPlan(sql, account, now, 'read'), count)
  if (decision.kind === 'denied') throw chargeDenied(decision.reason, account.id)
}

/**
 * Counts how many of `count` pins could be paid for now, and why no more. `mode` lock: their charges follow in this transaction.
 */
export async function countCharges(
  sql: Sql,
  account: Account,
  { count, mode }: { count: number; mode: 'read' | 'lock' },
  now: Date,
): Promise<{ fits: number; denial?: DomainError }> {
  const plan = mode === 'lock' ? await rollOver(sql, account, now) : await readPlan(sql, account, now, 'read')
  let fits = count
  while (fits > 0 && decideCharge(plan, fits).kind === 'denied') fits--
  const decision = decideCharge(plan, count)
  return decision.kind === 'denied' ? { fits, denial: chargeDenied(decision.reason, account.id) } : { fits }
}

/** Reads what these charges took, by their keys. */
export async function readCharges(
  sql: Sql,
  { organizationId, id }: Account,
  charges: readonly PostCharge[],
): Promise<Map<string, { unit: Unit; amount: number }>> {
  if (charges.length === 0) return new Map()
  const rows = await sql<{ key: string; unit: Unit; amount: number }[]>`
    select charge_key as key, unit, -amount as amount
      from credit_ledger
     where organization_id = ${organizationId}
       and account_id = ${id}
       and charge_key = any (${charges.map(chargeKeyOf)}::text[])
       and kind = 'charge'`
  return new Map(rows.map(({ key, ...taken }) => [key, taken]))
}

/** Checks scheduling without a new charge. @throws PAYMENT_REQUIRED account_not_connected */
export async function requireConnected(sql: Sql, account: Account, now: Date): Promise<void> {
  const { isConnected } = await readPlan(sql, account, now, 'read')
  if (!isConnected) throw chargeDenied('account_not_connected', account.id)
}

/**
 * Takes the charge of one pin in the caller's transaction, whose rollback is the refund.
 * @throws PAYMENT_REQUIRED nothing taken
 * @see docs/contract.md#ledger
 */
export async function takeCharge(sql: Sql, account: Account, charge: PostCharge, now: Date): Promise<void> {
  await takeUnit(sql, account, { key: chargeKeyOf(charge), decide: (plan) => decideCharge(plan) }, now)
}

/**
 * Takes what `decide` chooses for the plan in the current period, under a key that is charged once.
 * @returns what was taken
 * @throws PAYMENT_REQUIRED nothing taken
 */
export async function takeUnit<U extends Unit>(
  sql: Sql,
  account: Account,
  { key, decide }: { key: string; decide: (plan: Plan) => Decision<U> },
  now: Date,
): Promise<U> {
  const plan = await rollOver(sql, account, now)
  const decision = decide(plan)
  if (decision.kind === 'denied') throw chargeDenied(decision.reason, account.id)
  const { unit } = decision
  const balance = await addToBalance(sql, account, { plan, unit, amount: -1 })
  if (balance === undefined) throw chargeDenied('legacy_post_limit_exceeded', account.id) // another account took the last one
  const amount = unit === 'free' ? 0 : -1
  await writeRow(sql, account, { key, kind: 'charge', unit, amount, balance, period: plan.period }, now)
  return unit
}

/**
 * Refunds a charge, once; the refund belongs to the current period.
 * @returns whether anything was refunded
 * @see docs/contract.md#ledger
 */
export async function refundCharge(
  sql: Sql,
  account: Account,
  { refund, ...charge }: PostCharge & { refund: RefundKind },
  now: Date,
): Promise<boolean> {
  if (charge.chargeNumber === 0) return false // never scheduled
  const plan = await rollOver(sql, account, now)
  const key = chargeKeyOf(charge)
  const [taken] = await sql<{ unit: Unit; period: string; isRefunded: boolean }[]>`
    select c.unit, c.period::text as period, r.id is not null as "isRefunded"
      from credit_ledger c
      left join credit_ledger r
        on r.organization_id = c.organization_id and r.charge_key = c.charge_key and r.kind = 'refund'
     where c.organization_id = ${account.organizationId}
       and c.account_id = ${account.id}
       and c.charge_key = ${key}
       and c.kind = 'charge'`
  if (!taken || taken.isRefunded || taken.unit === 'free') return false
  if (refund === 'unscheduled' && (taken.unit === 'trial' || taken.period < plan.period)) return false
  const balance = await addToBalance(sql, account, { plan, unit: taken.unit, amount: 1 })
  if (balance === undefined) return false
  await writeRow(sql, account, { key, kind: 'refund', unit: taken.unit, amount: 1, balance, period: plan.period }, now)
  return true
}

export async function isRefunded(sql: Sql, { organizationId, id }: Account, charge: PostCharge): Promise<boolean> {
  const [row] = await sql<{ id: string }[]>`
    select id
      from credit_ledger
     where organization_id = ${organizationId}
       and account_id = ${id}
       and charge_key = ${chargeKeyOf(charge)}
       and kind = 'refund'`
  return row !== undefined
}

/**
 * Moves an account to the period of `now`: the rest of the allowance expires, and the new one is granted. Locks the account's
 * entitlement until the transaction ends, so that its charges run one by one.
 */
export async function rollOver(sql: Sql, account: Account, now: Date): Promise<DatedPlan> {
  const plan = await readPlan(sql, account, now, 'lock')
  const { period, storedPeriod, storedAllowance, monthlyAllowance } = plan
  if (storedPeriod >= period) return plan
  await sql`
    update entitlements
       set period = ${period}, allowance_left = ${monthlyAllowance}
     where organization_id = ${account.organizationId}
       and account_id = ${account.id}`
  const unit = 'allowance'
  if (storedAllowance > 0) {
    const row = {
      key: `expire:${account.id}:${storedPeriod}`,
      kind: 'expire',
      unit,
      amount: -storedAllowance,
      balance: 0,
    } as const
    await writeRow(sql, account, { ...row, period: storedPeriod }, now)
  }
  if (monthlyAllowance > 0) {
    const row = {
      key: `grant:${account.id}:${period}`,
      kind: 'grant',
      unit,
      amount: monthlyAllowance,
      balance: monthlyAllowance,
    } as const
    await writeRow(sql, account, { ...row, period }, now)
  }
  return plan
}

type Change = { plan: DatedPlan; unit: Unit; amount: 1 | -1 }

/** @returns the balance after it; undefined when there is nothing left to take */
async function addToBalance(sql: Sql, account: Account, { plan, unit, amount }: Change): Promise<number | undefined> {
  switch (unit) {
    case 'free':
      return 0
    case 'plan_post':
      return addToPlanPosts(sql, account, plan, amount)
    case 'allowance':
    case 'credit':
    case 'trial': {
      const column = sql({ allowance: 'allowance_left', credit: 'credits_left', trial: 'trial_left' }[unit])
      const [row] = await sql<{ balance: number }[]>`
        update entitlements
           set ${column} = ${column} + ${amount}
         where organization_id = ${account.organizationId}
           and account_id = ${account.id}
           and ${column} + ${amount} >= 0
        returning ${column} as balance`
      return row?.balance
    }
  }
}

/** Returns the rest of the limit as the balance of plan posts; 0 without a limit. */
async function addToPlanPosts(
  sql: Sql,
  { organizationId }: Account,
  plan: DatedPlan,
  amount: 1 | -1,
): Promise<number | undefined> {
  const [row] = await sql<{ used: number }[]>`
    insert into organization_periods as p (organization_id, period, used)
    values (${organizationId}, ${plan.period}, ${-amount})
    on conflict (organization_id, period) do update
       set used = p.used + excluded.used
     where excluded.used < 0 or ${plan.postLimit}::int is null or p.used < ${plan.postLimit}::int
    returning used`
  if (!row) return undefined
  return plan.postLimit === null ? 0 : Math.max(0, plan.postLimit - row.used)
}

type Row = {
  key: string
  kind: 'charge' | 'refund' | 'grant' | 'expire'
  unit: Unit
  amount: number
  balance: number
  period: string
}

export async function writeRow(sql: Sql, { organizationId, id }: Account, row: Row, now: Date): Promise<void> {
  await sql`
    insert into credit_ledger (organization_id, account_id, charge_key, kind, unit, amount, balance_after, period, created_at)
    values (${organizationId}, ${id}, ${row.key}, ${row.kind}, ${row.unit}, ${row.amount}, ${row.balance}, ${row.period}, ${now})`
}
