/** The rules for the price of scheduling pins and scoring a board, and for denials. */
import { type DomainError, RefusedBecause } from '../lib/errors.js'
import { type DenialReason, REASONS } from '../lib/reasons.js'

export type BillingSystem = 'modular' | 'legacy' | 'shopify'
export type Unit = 'allowance' | 'credit' | 'trial' | 'plan_post' | 'free'

/** What an account and its organization may spend in the current period. */
export type Plan = {
  billingSystem: BillingSystem
  /** Legacy and shopify: posts per period over all accounts; null: no limit. */
  postLimit: number | null
  /** Legacy and shopify: plan posts charged less refunded in this period. */
  used: number
  /** True when the connection to the platform exists and its tokens work. */
  isConnected: boolean
  access: 'none' | 'subscribed' | 'granted'
  winback: boolean
  allowanceLeft: number
  creditsLeft: number
  trialOffered: boolean
  trialLeft: number
}

export type Decision<U extends Unit = Unit> = { kind: 'take'; unit: U } | { kind: 'denied'; reason: DenialReason }
export type ScoringUnit = Exclude<Unit, 'plan_post'>

/**
 * Decides a charge. `unit` is for the first pin; allowance and credits may be mixed.
 * @param count pins to be scheduled together: a series counts as a whole
 * @see docs/contract.md#charges
 */
export function decideCharge(plan: Plan, count = 1): Decision {
  if (!plan.isConnected) return denied('account_not_connected')
  switch (plan.billingSystem) {
    case 'legacy':
    case 'shopify':
      return plan.postLimit !== null && plan.used + count > plan.postLimit
        ? denied('legacy_post_limit_exceeded')
        : take('plan_post')
    case 'modular':
      return decideModular(plan, count)
  }
}

/**
 * Decides the charge for scoring a board against a keyword. A plan that counts posts does not count scores, and winback makes
 * only scheduling free; the connection to the platform does not matter.
 * @see docs/contract.md#scoring
 */
export const decideScoring = (plan: Plan): Decision<ScoringUnit> =>
  plan.billingSystem === 'modular' ? decideModular({ ...plan, winback: false }, 1) : take('free')

function decideModular(plan: Plan, count: number): Decision<ScoringUnit> {
  const { access, winback, allowanceLeft, creditsLeft, trialOffered, trialLeft } = plan
  if (access === 'none') {
    if (trialLeft >= count) return take('trial')
    return denied(trialOffered ? 'trial_exhausted' : 'no_access')
  }
  if (winback) return take('free')
  if (allowanceLeft + creditsLeft < count) return denied('insufficient_credits')
  return take(allowanceLeft > 0 ? 'allowance' : 'credit') // the allowance first: it expires with the period
}

const take = <U extends Unit>(unit: U) => ({ kind: 'take', unit }) as const
const denied = (reason: DenialReason) => ({ kind: 'denied', reason }) as const

/** Makes the error of a denial, with the page where it can be resolved. */
export const chargeDenied = (reason: DenialReason, accountId: string): DomainError =>
  new RefusedBecause(reason, { resolvePath: REASONS[reason].denial.path(accountId) })
