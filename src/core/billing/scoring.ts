/**
 * The price of scoring a board against a keyword: that of one pin, checked before the board is read, charged once it is scored.
 */
import { randomUUID } from 'node:crypto'
import type { Account } from '../accounts/account.js'
import type { Sql } from '../ports/deps.js'
import { chargeDenied, decideScoring, type ScoringUnit } from './charge.js'
import { takeUnit } from './ledger.js'
import { readPlan, type DatedPlan } from './plan-row.js'

/**
 * Returns what would be taken now, without taking it.
 * @throws PAYMENT_REQUIRED insufficient_credits, trial_exhausted, no_access
 */
export async function readScoringCharge(sql: Sql, account: Account, now: Date): Promise<{ unit: ScoringUnit; plan: DatedPlan }> {
  const plan = await readPlan(sql, account, now, 'read')
  const decision = decideScoring(plan)
  if (decision.kind === 'denied') throw chargeDenied(decision.reason, account.id)
  return { unit: decision.unit, plan }
}

/**
 * Takes the charge of one scored request in the caller's transaction, under a unique key: a second request is charged again.
 * @returns what was taken
 * @throws PAYMENT_REQUIRED nothing taken: another request took the last one meanwhile
 * @see docs/contract.md#scoring
 */
export const takeScoringCharge = (sql: Sql, account: Account, now: Date): Promise<ScoringUnit> =>
  takeUnit(sql, account, { key: `relevance:${randomUUID()}`, decide: decideScoring }, now)
