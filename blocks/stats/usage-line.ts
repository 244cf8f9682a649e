/** The remaining credits or posts of an account, in one line. */
import type { Usage } from '../../src/core/billing/usage.js'
import { counted, whole } from '../kit/numbers.js'
import { slackDay } from '../kit/times.js'

export type UsageLine = Pick<
  Usage,
  | 'billingSystem'
  | 'credits'
  | 'monthlyAllowance'
  | 'resetsAt'
  | 'unlimitedScheduling'
  | 'postLimit'
  | 'postsThisPeriod'
  | 'trialPinsLeft'
>

/** Home shows the line at this number or below. */
const FEW = 50

/** Returns the line if credits or posts run out soon. */
export function lowLine(usage: UsageLine): string | undefined {
  const { billingSystem, unlimitedScheduling, credits, trialPinsLeft, postLimit, postsThisPeriod } = usage
  const left =
    billingSystem === 'modular'
      ? unlimitedScheduling
        ? null
        : credits + trialPinsLeft
      : postLimit && postLimit - postsThisPeriod
  return left === null || left > FEW ? undefined : usageLine(usage)
}

export function usageLine(usage: UsageLine): string {
  switch (usage.billingSystem) {
    case 'modular':
      return modularLine(usage)
    case 'legacy':
    case 'shopify':
      return usage.postLimit === null
        ? 'Unlimited pins on this plan'
        : `${whole(usage.postsThisPeriod)} of ${counted(usage.postLimit, 'pin')} used across all accounts until ${slackDay(usage.resetsAt)}`
  }
}

function modularLine({ unlimitedScheduling, credits, monthlyAllowance, resetsAt, trialPinsLeft }: UsageLine): string {
  if (unlimitedScheduling) return 'Scheduling is free on this plan'
  if (credits === 0 && trialPinsLeft > 0) return `${counted(trialPinsLeft, 'trial pin')} left`
  const next = monthlyAllowance > 0 ? `; ${whole(monthlyAllowance)} more on ${slackDay(resetsAt)}` : ''
  return `${credits === 0 ? 'No credits' : counted(credits, 'credit')} left${next}`
}
