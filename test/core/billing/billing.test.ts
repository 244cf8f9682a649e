import { describe, expect, test } from 'vitest'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import { chargeDenied, decideCharge, type Plan } from '../../../src/core/billing/charge.js'
import { refundCharge, requireCharge, takeCharge } from '../../../src/core/billing/ledger.js'
import { nextPeriodAt, periodAt } from '../../../src/core/billing/period.js'
import { aDatabase } from '../../support/database.js'
import { creditsOf, DAY_MS } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'

const { db } = await aDatabase()

describe('what a pin costs', () => {
  const granted: Plan = {
    billingSystem: 'modular',
    postLimit: null,
    used: 0,
    isConnected: true,
    access: 'granted',
    winback: false,
    allowanceLeft: 0,
    creditsLeft: 0,
    trialOffered: false,
    trialLeft: 0,
  }
  const legacy: Plan = { ...granted, billingSystem: 'legacy', access: 'none', postLimit: 10 }

  test.each<[string, Plan, string]>([
    ['the allowance goes before credits', { ...granted, allowanceLeft: 1, creditsLeft: 1 }, 'allowance'],
    ['then credits', { ...granted, access: 'subscribed', creditsLeft: 1 }, 'credit'],
    ['winback plans schedule free', { ...granted, winback: true, creditsLeft: 1 }, 'free'],
    ['without access the trial', { ...granted, access: 'none', creditsLeft: 5, trialOffered: true, trialLeft: 1 }, 'trial'],
    ['legacy spends no credits', { ...legacy, creditsLeft: 5, used: 9 }, 'plan_post'],
    ['nor does shopify', { ...legacy, billingSystem: 'shopify', creditsLeft: 5 }, 'plan_post'],
    ['a plan without a limit has none', { ...legacy, postLimit: null, used: 1e6 }, 'plan_post'],
  ])('%s', (_, plan, unit) => expect(decideCharge(plan)).toEqual({ kind: 'take', unit }))

  test.each<[string, Plan, string, string]>([
    ['access without credit', granted, 'insufficient_credits', '/billing/credits'],
    [
      'no access and the trial used up',
      { ...granted, access: 'none', trialOffered: true, creditsLeft: 5 },
      'trial_exhausted',
      '/billing/plans',
    ],
    ['trial never offered', { ...granted, access: 'none', creditsLeft: 5 }, 'no_access', '/billing/plans'],
    ["the plan's posts used up", { ...legacy, used: 10 }, 'legacy_post_limit_exceeded', '/billing/plans'],
    ['not connected, modular', { ...granted, isConnected: false, creditsLeft: 5 }, 'account_not_connected', '/connect/7'],
    ['not connected, legacy', { ...legacy, isConnected: false }, 'account_not_connected', '/connect/7'],
  ])('%s is denied', (_, plan, reason, resolvePath) => {
    const decision = decideCharge(plan)
    expect(decision).toEqual({ kind: 'denied', reason })
    if (decision.kind === 'denied') expect(chargeDenied(decision.reason, '7').details).toMatchObject({ reason, resolvePath })
  })
})

test.each([
  ['2026-01-31', '2026-02-27T23:59:59Z', '2026-01-31', '2026-02-28'],
  ['2026-01-31', '2026-02-28T00:00:00Z', '2026-02-28', '2026-03-31'],
  ['2026-01-31', '2026-03-30T12:00:00Z', '2026-02-28', '2026-03-31'],
  ['2026-01-31', '2028-02-29T00:00:00Z', '2028-02-29', '2028-03-31'],
  ['2026-03-15', '2026-03-15T00:00:00Z', '2026-03-15', '2026-04-15'],
  ['2026-03-15', '2026-03-14T23:59:59Z', '2026-02-15', '2026-03-15'],
  ['2026-12-01', '2027-01-01T00:00:00Z', '2027-01-01', '2027-02-01'],
  ['2026-03-15', '2027-01-10T00:00:00Z', '2026-12-15', '2027-01-15'],
])('with the anchor %s, %s lies in the period of %s', (anchor, now, period, next) => {
  expect(periodAt(new Date(anchor), new Date(now))).toBe(period)
  expect(nextPeriodAt(new Date(anchor), new Date(now))).toEqual(new Date(next))
})

type PlanColumns = {
  access?: string
  winback?: boolean
  monthly_allowance?: number
  allowance_left?: number
  credits_left?: number
  trial_offered?: boolean
  trial_left?: number
}

async function onPlan(world: World, columns: PlanColumns) {
  await db.sql`delete from credit_ledger where organization_id = ${world.organizationId}`
  await db.sql`update entitlements set ${db.sql(columns)} where organization_id = ${world.organizationId}`
}
async function onPostLimit(world: World, postLimit: number | null) {
  await db.sql`update organizations set billing_system = 'legacy', post_limit = ${postLimit} where id = ${world.organizationId}`
}

async function parts(world: World) {
  const account = await requireAccount(db.sql, world.actor, world.accountId)
  return {
    account,
    charge: (postId: string, chargeNumber = 1) =>
      db.tx((sql) => takeCharge(sql, account, { postId, chargeNumber }, world.clock.now)),
    refund: (postId: string, refund: 'unscheduled' | 'failed', chargeNumber = 1) =>
      db.tx((sql) => refundCharge(sql, account, { postId, chargeNumber, refund }, world.clock.now)),
    left: async () => {
      const [row] = await db.sql<[{ allowance: number; credits: number; trial: number }]>`
        select allowance_left as allowance, credits_left as credits, trial_left as trial
          from entitlements where organization_id = ${world.organizationId} and account_id = ${world.accountId}`
      return row
    },
    used: async () => {
      const [row] = await db.sql<{ used: number }[]>`
        select used from organization_periods where organization_id = ${world.organizationId} order by period desc limit 1`
      return row?.used
    },
  }
}

test('a look takes nothing', async () => {
  const world = await aWorld(db, { credits: 1 })
  const { account } = await parts(world)
  await requireCharge(db.sql, account, world.clock.now)
  expect(await creditsOf(world)).toBe(1)
  await onPlan(world, { credits_left: 0 })
  await expect(requireCharge(db.sql, account, world.clock.now)).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
})

test('nothing is charged or refunded twice', async () => {
  const world = await aWorld(db, { credits: 5 })
  const { charge, refund } = await parts(world)
  await charge('12')
  await expect(charge('12')).rejects.toThrow()
  expect(await creditsOf(world)).toBe(4)
  expect(await refund('12', 'failed')).toBe(true)
  expect(await refund('12', 'failed')).toBe(false)
  expect(await refund('12', 'unscheduled')).toBe(false)
  expect(await creditsOf(world)).toBe(5)
  await charge('12', 2)
  expect(await creditsOf(world)).toBe(4)
})

test('what was never charged is not refunded', async () => {
  const world = await aWorld(db, { credits: 5 })
  const { refund } = await parts(world)
  expect(await refund('99', 'failed')).toBe(false)
  expect(await refund('99', 'failed', 0)).toBe(false)
  expect(await creditsOf(world)).toBe(5)
})

test('unscheduling keeps a trial pin, a failure gives it back', async () => {
  const world = await aWorld(db, { credits: 0 })
  await onPlan(world, { access: 'none', trial_offered: true, trial_left: 2 })
  const { charge, refund, left } = await parts(world)
  await charge('1')
  await charge('2')
  await expect(charge('3')).rejects.toMatchObject({ details: { reason: 'trial_exhausted' } })
  expect(await refund('1', 'unscheduled')).toBe(false)
  expect(await refund('2', 'failed')).toBe(true)
  expect((await left()).trial).toBe(1)
})

test('winback plans schedule free, and there is nothing to refund', async () => {
  const world = await aWorld(db, { credits: 1 })
  await onPlan(world, { winback: true })
  const { charge, refund, left } = await parts(world)
  await charge('1')
  expect(await refund('1', 'failed')).toBe(false)
  expect((await left()).credits).toBe(1)
})

test('a new period is an expire and a grant; what failed is then value of the new one', async () => {
  const world = await aWorld(db, { credits: 0 })
  await onPlan(world, { monthly_allowance: 10, allowance_left: 10 })
  const { charge, refund, left } = await parts(world)
  await charge('1')
  await charge('2')
  world.clock.advance(31 * DAY_MS)
  await charge('3')
  expect((await left()).allowance).toBe(9)
  expect(await refund('1', 'unscheduled')).toBe(false)
  expect(await refund('2', 'failed')).toBe(true)
  expect((await left()).allowance).toBe(10)
  const ledger = await db.sql<{ kind: string; amount: number; balance_after: number; period: string }[]>`
    select kind, amount, balance_after, period::text
      from credit_ledger where organization_id = ${world.organizationId} order by id`
  expect(ledger.map(({ kind, amount, balance_after, period }) => [kind, amount, balance_after, period])).toEqual([
    ['charge', -1, 9, '2026-03-02'],
    ['charge', -1, 8, '2026-03-02'],
    ['expire', -8, 0, '2026-03-02'],
    ['grant', 10, 10, '2026-04-02'],
    ['charge', -1, 9, '2026-04-02'],
    ['refund', 1, 10, '2026-04-02'],
  ])
})

test('a look sees the allowance of the new period before anything is written', async () => {
  const world = await aWorld(db, { credits: 0 })
  await onPlan(world, { monthly_allowance: 1, allowance_left: 0 })
  const { account } = await parts(world)
  await expect(requireCharge(db.sql, account, world.clock.now)).rejects.toMatchObject({
    details: { reason: 'insufficient_credits' },
  })
  world.clock.advance(31 * DAY_MS)
  await requireCharge(db.sql, account, world.clock.now)
})

test('a legacy plan counts posts over all accounts of the organization, however many ask at once', async () => {
  const world = await aWorld(db)
  await onPostLimit(world, 3)
  const [second] = await db.sql<[{ id: string }]>`
    insert into accounts (organization_id, platform_user_id, username, display_name, created_at)
    values (${world.organizationId}, 'second', 'second', 'Second', ${world.clock.now})
    returning id`
  await db.sql`
    insert into connections (organization_id, account_id, access_token)
    values (${world.organizationId}, ${second.id}, ${Buffer.from('t')})`
  const [one, two] = [await parts(world), await parts({ ...world, accountId: second.id })]
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, (_, index) => (index % 2 ? one : two).charge(String(index))),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ details: { reason: 'legacy_post_limit_exceeded' } })
  }
  expect(await one.used()).toBe(3)
})

test('a plan post that failed after its period is one more of the running period', async () => {
  const world = await aWorld(db)
  await onPostLimit(world, 1)
  const { charge, refund, used } = await parts(world)
  await charge('1')
  await expect(charge('2')).rejects.toMatchObject({ details: { reason: 'legacy_post_limit_exceeded' } })
  world.clock.advance(31 * DAY_MS)
  expect(await refund('1', 'failed')).toBe(true)
  await charge('2')
  await charge('3')
  expect(await used()).toBe(1)
  await expect(charge('4')).rejects.toMatchObject({ details: { reason: 'legacy_post_limit_exceeded' } })
})

test('a limit of no posts lets none through', async () => {
  const world = await aWorld(db)
  await onPostLimit(world, 0)
  const { charge } = await parts(world)
  await expect(charge('1')).rejects.toMatchObject({ details: { reason: 'legacy_post_limit_exceeded' } })
})

test('an account without an entitlement has no access', async () => {
  const world = await aWorld(db)
  await db.sql`delete from entitlements where organization_id = ${world.organizationId}`
  const { charge } = await parts(world)
  await expect(charge('1')).rejects.toMatchObject({ details: { reason: 'no_access' } })
})
