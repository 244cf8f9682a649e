import type { Organization } from '../core/accounts/workspaces/organizations.js'
import { setPlan, type Entitlement, type PlanChange } from '../core/billing/plan.js'
import { operatorOf, UsageError, type Command, type Values } from './command.js'
import { optionalChoice, optionalCount, optionalFlag, optionalId, optionalLimit, requireId } from './options.js'

export const planSet: Command = {
  name: 'plan set',
  usage:
    '--org ID [--account ID] [--system modular|legacy|shopify] [--post-limit N|none]\n' +
    '    [--access none|subscribed|granted] [--winback true|false] [--allowance N] [--credits N] [--trial N]\n' +
    '    or --org ID --unlimited',
  summary:
    'Sets what is given and leaves the rest. --system and --post-limit (posts a billing period) belong to the organization, the others to\n' +
    '    the account, or to all accounts without --account. A number is what the balance shall be, not what is added; --allowance is\n' +
    '    the pins of each month from the running one on, all of which are then left. --trial counts without access, --winback with it.\n' +
    '    --unlimited counts nothing: no posts a period, no credits.',
  examples: [
    'plan set --org 1 --account 7 --system modular --access granted --allowance 500',
    'plan set --org 1 --account 7 --credits 200',
    'plan set --org 1 --account 7 --access none --trial 10',
    'plan set --org 2 --system legacy --post-limit 300',
    'plan set --org 2 --unlimited',
  ],
  options: {
    org: { type: 'string' },
    account: { type: 'string' },
    system: { type: 'string' },
    'post-limit': { type: 'string' },
    access: { type: 'string' },
    winback: { type: 'string' },
    allowance: { type: 'string' },
    credits: { type: 'string' },
    trial: { type: 'string' },
    unlimited: { type: 'boolean' },
  },
  prepare(values) {
    const actor = operatorOf(requireId(values, 'org'))
    const accountId = optionalId(values, 'account') ?? null
    const change = readChange(values)
    if (Object.keys(change).length === 0) throw new UsageError('Nothing to set: give --system or another option of the plan.')
    return async (deps) => {
      const { organization, entitlements } = await setPlan(deps, actor, { accountId, change })
      return {
        json: { organization, entitlements },
        lines: [organizationLine(organization), ...entitlements.map(entitlementLine)],
      }
    }
  },
}

const UNLIMITED: PlanChange = { billingSystem: 'legacy', postLimit: null }

function readChange(values: Values): PlanChange {
  if (values['unlimited'] === true) {
    const others = Object.keys(values).filter((name) => !['org', 'unlimited', 'json'].includes(name))
    if (others.length > 0)
      throw new UsageError(`--unlimited is for the whole organization and stands alone: leave out --${others[0]!}.`)
    return UNLIMITED
  }
  const given = {
    billingSystem: optionalChoice(values, 'system', ['modular', 'legacy', 'shopify']),
    postLimit: optionalLimit(values, 'post-limit'),
    access: optionalChoice(values, 'access', ['none', 'subscribed', 'granted']),
    winback: optionalFlag(values, 'winback'),
    allowance: optionalCount(values, 'allowance'),
    credits: optionalCount(values, 'credits'),
    trialPins: optionalCount(values, 'trial'),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

const organizationLine = ({ id, billingSystem, postLimit }: Organization) =>
  `Organization ${id}: ${billingSystem}${billingSystem === 'modular' ? '' : `, ${postLimit ?? 'no limit of'} posts a period`}.`

const entitlementLine = ({ accountId, access, winback, monthlyAllowance, allowanceLeft, creditsLeft, trialLeft }: Entitlement) =>
  `Account ${accountId}: access ${access}${winback ? ', winback' : ''}, ${allowanceLeft} of ${monthlyAllowance} pins left this month, ` +
  `${creditsLeft} credits, ${trialLeft} trial pins.`
