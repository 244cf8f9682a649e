/** What an account may still spend, and what it has spent. */
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import type { Actor } from '../lib/actor.js'
import type { DomainError } from '../lib/errors.js'
import type { Deps, Sql } from '../ports/deps.js'
import type { BillingSystem, Unit } from './charge.js'
import { countCharges, rollOver } from './ledger.js'
import { readPlan, type DatedPlan } from './plan-row.js'

const LEDGER_LENGTH = 50

export type LedgerEntry = {
  accountId: string
  kind: 'charge' | 'refund' | 'grant' | 'expire'
  unit: Unit
  amount: number
  balanceAfter: number
  /** `post:12#3`, `relevance:9b2f…`, `grant:7:2026-09-01`, … */
  key: string
  createdAt: Date
}

export type Usage = {
  accountId: string
  billingSystem: BillingSystem
  /** What the numbers cover: modular counts per account, legacy and shopify over the whole organization. */
  scope: 'account' | 'organization'
  /** Bought credits plus the rest of the monthly allowance; 0 for plans without credits. */
  credits: number
  /** How many of `credits` expire with the period. */
  allowanceLeft: number
  monthlyAllowance: number
  /** When the current billing period ends. */
  resetsAt: Date
  unlimitedScheduling: boolean
  postLimit: number | null
  /** Posts charged against the plan's limit less those refunded; 0 for plans with credits. */
  postsThisPeriod: number
  trialPinsLeft: number
  /** The last 50, newest first. */
  ledger: LedgerEntry[]
}

/**
 * Writes a due change of period first, so that the numbers always match the ledger.
 * @throws NOT_FOUND
 * @see docs/contract.md#usage
 */
export async function readUsage(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId }: { accountId: string },
): Promise<Usage> {
  const now = clock()
  const account = await requireAccount(db.sql, actor, accountId)
  const stored = await readPlan(db.sql, account, now, 'read')
  if (stored.storedPeriod < stored.period) await db.tx((sql) => rollOver(sql, account, now))
  return db.tx(async (sql) => {
    await sql`set transaction isolation level repeatable read, read only` // one moment: no charge between balance and ledger
    const plan = await readPlan(sql, account, now, 'read')
    return { accountId, ...numbersOf(plan), ledger: await listEntries(sql, account, scopeOf(plan)) }
  })
}

/** Reads only the numbers for the current period, whether or not its change has been written. @throws NOT_FOUND */
export async function readBalance(
  { db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId }: { accountId: string },
): Promise<Omit<Usage, 'ledger'>> {
  const account = await requireAccount(sql, actor, accountId)
  return { accountId, ...numbersOf(await readPlan(sql, account, clock(), 'read')) }
}

/** Returns why this many pins could not be paid for now; undefined: they could. Takes nothing. @throws NOT_FOUND */
export async function foreseeDenial(
  { db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, count }: { accountId: string; count: number },
): Promise<DomainError | undefined> {
  const account = await requireAccount(sql, actor, accountId)
  return (await countCharges(sql, account, { count, mode: 'read' }, clock())).denial
}

const scopeOf = ({ billingSystem }: DatedPlan): Usage['scope'] => (billingSystem === 'modular' ? 'account' : 'organization')

function numbersOf(plan: DatedPlan): Omit<Usage, 'accountId' | 'ledger'> {
  const { billingSystem, resetsAt, postLimit, used } = plan
  const all = { billingSystem, scope: scopeOf(plan), resetsAt }
  switch (billingSystem) {
    case 'modular':
      return {
        ...all,
        credits: plan.allowanceLeft + plan.creditsLeft,
        allowanceLeft: plan.allowanceLeft,
        monthlyAllowance: plan.monthlyAllowance,
        unlimitedScheduling: plan.access !== 'none' && plan.winback,
        postLimit: null,
        postsThisPeriod: 0,
        trialPinsLeft: plan.trialLeft,
      }
    case 'legacy':
    case 'shopify':
      return {
        ...all,
        credits: 0,
        allowanceLeft: 0,
        monthlyAllowance: 0,
        unlimitedScheduling: postLimit === null,
        postLimit,
        postsThisPeriod: Math.max(0, used), // below 0 after a pin of an earlier period was refunded
        trialPinsLeft: 0,
      }
  }
}

/** Lists entries; for a plan of the whole organization those of every account, because their posts are counted together. */
async function listEntries(sql: Sql, { organizationId, id }: Account, scope: Usage['scope']): Promise<LedgerEntry[]> {
  return sql<LedgerEntry[]>`
    select account_id as "accountId", kind, unit, amount, balance_after as "balanceAfter", charge_key as key, created_at as "createdAt"
      from credit_ledger
     where organization_id = ${organizationId}
     ${scope === 'account' ? sql`and account_id = ${id}` : sql``}
     order by id desc
     limit ${LEDGER_LENGTH}`
}
