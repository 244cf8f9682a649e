import { expect, test } from 'vitest'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import { DomainError } from '../../../src/core/lib/errors.js'
import { refundCharge, rollOver, takeCharge } from '../../../src/core/billing/ledger.js'
import { takeScoringCharge } from '../../../src/core/billing/scoring.js'
import { aDatabase } from '../../support/database.js'
import { DAY_MS } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'
import { fc } from '../../support/random.js'

const { db } = await aDatabase()

type Step =
  | { kind: 'charge'; post: number }
  | { kind: 'refund'; post: number; refund: 'unscheduled' | 'failed' }
  | { kind: 'score' }
  | { kind: 'rollOver'; days: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('charge' as const), post: fc.nat(5) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      post: fc.nat(5),
      refund: fc.constantFrom('unscheduled' as const, 'failed' as const),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'score' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rollOver' as const), days: fc.integer({ min: 1, max: 70 }) }) },
)
const plan = fc.record({
  access: fc.constantFrom('none', 'granted', 'subscribed'),
  winback: fc.boolean(),
  monthly_allowance: fc.nat(4),
  allowance_left: fc.nat(4),
  credits_left: fc.nat(4),
  trial_offered: fc.boolean(),
  trial_left: fc.nat(3),
})
const billing = fc.record({ billing_system: fc.constantFrom('modular', 'legacy', 'shopify'), post_limit: fc.option(fc.nat(4)) })

async function begin(
  columns: { allowance_left: number; credits_left: number; trial_left: number },
  organization: object,
): Promise<World> {
  const world = await aWorld(db, { credits: 0 })
  const { organizationId, accountId, clock } = world
  await db.sql`update entitlements set ${db.sql(columns)} where organization_id = ${organizationId}`
  await db.sql`update organizations set ${db.sql(organization as { post_limit: number | null })} where id = ${organizationId}`
  const grants = { allowance: columns.allowance_left, credit: columns.credits_left, trial: columns.trial_left }
  for (const [unit, amount] of Object.entries(grants)) {
    await db.sql`
      insert into credit_ledger (organization_id, account_id, charge_key, kind, unit, amount, balance_after, period, created_at)
      values (${organizationId}, ${accountId}, ${`grant:${unit}`}, 'grant', ${unit}, ${amount}, ${amount}, ${clock.now}, ${clock.now})`
  }
  return world
}

async function requireEqual({ organizationId, accountId }: World) {
  const [row] = await db.sql`
    select e.allowance_left, e.credits_left, e.trial_left,
           coalesce(sum(l.amount) filter (where l.unit = 'allowance'), 0)::int as allowance,
           coalesce(sum(l.amount) filter (where l.unit = 'credit'), 0)::int as credit,
           coalesce(sum(l.amount) filter (where l.unit = 'trial'), 0)::int as trial,
           coalesce(sum(l.amount) filter (where l.unit = 'plan_post'), 0)::int as plan_posts,
           (array_agg(l.balance_after order by l.id desc) filter (where l.unit = 'allowance'))[1] as last_allowance,
           (array_agg(l.balance_after order by l.id desc) filter (where l.unit = 'credit'))[1] as last_credit,
           (array_agg(l.balance_after order by l.id desc) filter (where l.unit = 'trial'))[1] as last_trial,
           (select coalesce(sum(p.used), 0)::int from organization_periods p where p.organization_id = ${organizationId}) as used
      from entitlements e
      join credit_ledger l on l.organization_id = e.organization_id and l.account_id = e.account_id
     where e.organization_id = ${organizationId}
       and e.account_id = ${accountId}
     group by e.allowance_left, e.credits_left, e.trial_left`
  const { allowance_left, credits_left, trial_left, used, ...sums } = row as unknown as { [name: string]: number }
  expect({ ...sums }).toEqual({
    allowance: allowance_left,
    credit: credits_left,
    trial: trial_left,
    last_allowance: allowance_left,
    last_credit: credits_left,
    last_trial: trial_left,
    plan_posts: used === 0 ? 0 : -used!,
  })
}

test('the balance equals its ledger after whatever is charged, scored, refunded and rolled over', async () => {
  await fc.assert(
    fc.asyncProperty(plan, billing, fc.array(step, { minLength: 5, maxLength: 30 }), async (columns, organization, steps) => {
      const world = await begin(columns, organization)
      const account = await requireAccount(db.sql, world.actor, world.accountId)
      const numbers = new Map<number, number>()
      for (const next of steps) {
        const now = world.clock.now
        switch (next.kind) {
          case 'charge': {
            const chargeNumber = (numbers.get(next.post) ?? 0) + 1
            try {
              await db.tx((sql) => takeCharge(sql, account, { postId: String(next.post), chargeNumber }, now))
              numbers.set(next.post, chargeNumber)
            } catch (error) {
              if (!(error instanceof DomainError)) throw error
            }
            break
          }
          case 'refund': {
            const charge = { postId: String(next.post), chargeNumber: numbers.get(next.post) ?? 0 }
            await db.tx((sql) => refundCharge(sql, account, { ...charge, refund: next.refund }, now))
            break
          }
          case 'score':
            await db
              .tx((sql) => takeScoringCharge(sql, account, now))
              .catch((error: unknown) => {
                if (!(error instanceof DomainError)) throw error
              })
            break
          case 'rollOver':
            world.clock.advance(next.days * DAY_MS)
            await db.tx((sql) => rollOver(sql, account, world.clock.now))
        }
      }
      await requireEqual(world)
    }),
    { numRuns: 40 },
  )
})
