/** What an account may still spend, in one line. */
import type { Usage } from '../../src/core/billing/usage.js'
import { whole } from '../kit/numbers.js'
import { counted } from '../slots/text.js'
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

/** What a credit is, for whom it counts: in a line, where the figure stands. undefined: nothing is counted in credits. */
export function creditsHint({ billingSystem, unlimitedScheduling }: UsageLine): string | undefined {
  if (billingSystem !== 'modular' || unlimitedScheduling) return undefined
  return 'Scheduling a pin costs 1 credit. Drafts are free, and you get the credit back if the pin fails or you unschedule it.'
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
