/** The current price of scoring a board, shown before it is done. */
import { requireAccount } from '../../accounts/accounts.js'
import { requireRoleOn } from '../../accounts/people/roles.js'
import type { Actor } from '../../lib/actor.js'
import { readScoringCharge } from '../../billing/scoring.js'
import type { Deps } from '../../ports/deps.js'

export type RelevancePrice =
  | { kind: 'free' }
  /** One unit per request. `left`: what the account has before, of allowance and credits together, or of trial pins. */
  | { kind: 'paid'; unit: 'credit' | 'trial'; left: number }

/**
 * Reads the price without charging.
 * @throws FORBIDDEN below scheduler · NOT_FOUND account · PAYMENT_REQUIRED it could not be paid
 * @see docs/contract.md#scoring
 */
export async function readRelevancePrice(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId }: { accountId: string },
): Promise<RelevancePrice> {
  requireRoleOn(actor, accountId, 'scheduler')
  const account = await requireAccount(db.sql, actor, accountId)
  const { unit, plan } = await readScoringCharge(db.sql, account, clock())
  switch (unit) {
    case 'free':
      return { kind: 'free' }
    case 'trial':
      return { kind: 'paid', unit, left: plan.trialLeft }
    case 'allowance':
    case 'credit':
      return { kind: 'paid', unit: 'credit', left: plan.allowanceLeft + plan.creditsLeft }
  }
}
