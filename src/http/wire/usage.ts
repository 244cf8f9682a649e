import { z } from 'zod'
import type { LedgerEntry, Usage } from '../../core/billing/usage.js'
import { seconds, secondsSchema } from './time.js'

const entrySchema = z.object({
  accountId: z.string().meta({ description: 'The account charged' }),
  key: z.string().meta({
    description: 'What the entry is for',
    examples: ['post:12#3', 'relevance:9b2f6c1e-4d0a-4f7e-8f57-0c8a1f3d5b21', 'grant:7:2026-09-01'],
  }),
  kind: z.enum(['charge', 'refund', 'grant', 'expire']).meta({ description: 'What happened' }),
  unit: z.enum(['allowance', 'credit', 'trial', 'plan_post', 'free']).meta({ description: 'The unit counted' }),
  amount: z.int().meta({ description: 'Change to the unit’s balance; a charge is negative' }),
  balanceAfter: z.int().meta({ description: 'Balance of the unit afterwards; for plan_post, what was left of the limit' }),
  createdAt: secondsSchema,
})

/** @see docs/contract.md#usage */
export const usageSchema = z
  .object({
    accountId: z.string().meta({ description: 'Id of the account' }),
    billingSystem: z
      .enum(['modular', 'legacy', 'shopify'])
      .meta({ description: 'What the plan counts: modular credits, the others posts' }),
    scope: z
      .enum(['account', 'organization'])
      .meta({ description: 'What the numbers cover: modular counts each account, legacy and shopify the whole organization' }),
    credits: z.int().meta({
      description: 'Credits left, one for each pin or board score: the rest of the monthly allowance plus bought credits',
    }),
    allowanceLeft: z.int().meta({ description: 'How many of these credits expire with the billing period' }),
    monthlyAllowance: z.int().meta({ description: 'Credits given each billing period; unused ones expire at its end' }),
    resetsAt: secondsSchema.meta({ description: 'When the billing period ends, Unix seconds' }),
    unlimitedScheduling: z
      .boolean()
      .meta({ description: 'Whether scheduling is unlimited: a winback plan, or a plan without a post limit' }),
    postLimit: z
      .int()
      .nullable()
      .meta({ description: 'The plan’s post limit per billing period; null: none, or the plan counts credits' }),
    postsThisPeriod: z.int().meta({ description: 'Posts charged against the plan this billing period, minus refunds' }),
    trialPinsLeft: z.int().meta({ description: 'Pins an account without publishing access can still publish' }),
    ledger: z.array(entrySchema).max(50).meta({ description: 'The last 50 entries, newest first' }),
  })
  .meta({ id: 'Usage', description: 'What an account can still spend, and what it has spent' })

export const usageToWire = (usage: Usage): z.output<typeof usageSchema> => ({
  accountId: usage.accountId,
  billingSystem: usage.billingSystem,
  scope: usage.scope,
  credits: usage.credits,
  allowanceLeft: usage.allowanceLeft,
  monthlyAllowance: usage.monthlyAllowance,
  resetsAt: seconds(usage.resetsAt),
  unlimitedScheduling: usage.unlimitedScheduling,
  postLimit: usage.postLimit,
  postsThisPeriod: usage.postsThisPeriod,
  trialPinsLeft: usage.trialPinsLeft,
  ledger: usage.ledger.map(entryToWire),
})

const entryToWire = (entry: LedgerEntry): z.output<typeof entrySchema> => ({
  key: entry.key,
  accountId: entry.accountId,
  kind: entry.kind,
  unit: entry.unit,
  amount: entry.amount,
  balanceAfter: entry.balanceAfter,
  createdAt: seconds(entry.createdAt),
})
