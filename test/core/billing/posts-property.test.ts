import { expect, test } from 'vitest'
import { readUsage } from '../../../src/core/billing/usage.js'
import { aDatabase } from '../../support/database.js'
import type { World } from '../../support/world.js'
import { fc } from '../../support/random.js'
import type { Answer, Look } from './support/ends.js'
import { begin, change, isRefusal, step, take, type Step, type Studio } from './support/steps.js'
import { openStudios } from '../posts/support/create-fixtures.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)

/** `live`: on the schedule, on its way or published. */
type Stand = { live: number; charges: number; refunds: number; ledger: number }

async function standOf({ organizationId }: World): Promise<Stand> {
  const [row] = await db.sql<[Stand]>`
    select (select count(*)::int from posts where organization_id = ${organizationId} and status in ('queued', 'uploading', 'sent')) as live,
           count(*) filter (where kind = 'charge')::int as charges,
           count(*) filter (where kind = 'refund')::int as refunds,
           count(*)::int as ledger
      from credit_ledger
     where organization_id = ${organizationId}`
  return row
}

/** A charge for each pin that came on the schedule, a refund at most for each that left it, and nothing else. */
function expectPaid(step: Step, before: Stand, after: Stand): void {
  const came = after.live - before.live
  const charges = after.charges - before.charges
  const refunds = after.refunds - before.refunds
  // What was not refunded is not charged again; and a pin that is found after its failure costs nothing.
  if (step.kind === 'undo' || step.kind === 'say')
    expect(charges).toBeLessThanOrEqual(step.kind === 'say' ? 0 : Math.max(0, came))
  else expect(charges).toBe(Math.max(0, came))
  expect(refunds).toBeLessThanOrEqual(Math.max(0, -came))
}

/**
 * The failure of a pin refunds whatever was charged for it; the failure of an earlier time may apply to it again after an Undo.
 */
async function expectFailuresRefunded({ organizationId }: World): Promise<void> {
  const kept = await db.sql`
    select p.id, l.unit
      from posts p
      join credit_ledger l
        on l.organization_id = p.organization_id and l.charge_key = 'post:' || p.id || '#' || p.charge_number and l.kind = 'charge'
     where p.organization_id = ${organizationId}
       and p.failure is not null
       and l.unit <> 'free'
       and exists (select from outbox o
                    where o.organization_id = l.organization_id and o.dedupe_key = l.charge_key || ':failed')
       and not exists (select from credit_ledger r
                        where r.organization_id = l.organization_id and r.charge_key = l.charge_key and r.kind = 'refund')`
  expect(kept).toEqual([])
}

/** Every balance is the sum of its rows and the last of its rows; none was ever below 0. */
async function expectBalanced({ organizationId, accountId }: World): Promise<void> {
  const [row] = await db.sql<[Record<string, number>]>`
    select e.allowance_left as "allowanceHeld", e.credits_left as "creditHeld", e.trial_left as "trialHeld",
           coalesce(sum(l.amount) filter (where l.unit = 'allowance'), 0)::int as allowance,
           coalesce(sum(l.amount) filter (where l.unit = 'credit'), 0)::int as credit,
           coalesce(sum(l.amount) filter (where l.unit = 'trial'), 0)::int as trial,
           coalesce((array_agg(l.balance_after order by l.id desc) filter (where l.unit = 'allowance'))[1], 0) as "allowanceLast",
           coalesce((array_agg(l.balance_after order by l.id desc) filter (where l.unit = 'credit'))[1], 0) as "creditLast",
           coalesce((array_agg(l.balance_after order by l.id desc) filter (where l.unit = 'trial'))[1], 0) as "trialLast",
           coalesce(min(l.balance_after), 0) as lowest
      from entitlements e
      left join credit_ledger l on l.organization_id = e.organization_id and l.account_id = e.account_id
     where e.organization_id = ${organizationId} and e.account_id = ${accountId}
     group by e.allowance_left, e.credits_left, e.trial_left`
  if (!row) return // it was never charged
  for (const unit of ['allowance', 'credit', 'trial'])
    expect([row[unit], row[`${unit}Last`]], unit).toEqual([row[`${unit}Held`], row[`${unit}Held`]])
  expect(row['lowest']).toBeGreaterThanOrEqual(0)
}

/** Each time on the schedule was charged once and refunded at most once; what is on the schedule or went out is paid for. */
async function expectChargedOnce({ organizationId }: World): Promise<void> {
  const wrong = await db.sql`
    select p.id, p.status, p.charge_number, charges.*
      from posts p
      cross join lateral (
        select count(*) filter (where l.kind = 'charge')::int as taken,
               count(*) filter (where l.kind = 'refund')::int as given,
               count(*) filter (where l.charge_key = 'post:' || p.id || '#' || p.charge_number and l.kind = 'refund')::int as given_for_this,
               coalesce(bool_and(l.amount = case when l.kind = 'refund' then 1 when l.unit = 'free' then 0 else -1 end), true) as are_whole
          from credit_ledger l
         where l.organization_id = p.organization_id and l.charge_key like 'post:' || p.id || '#%'
      ) charges
     where p.organization_id = ${organizationId}
       and (taken <> p.charge_number or given > taken or not are_whole or p.status in ('queued', 'uploading') and (taken = 0 or given_for_this > 0)
            or p.status = 'sent' and given_for_this > 0 and not ${wasUnknown(db.sql)})`
  expect(wrong).toEqual([])
}

/** Its failure was reported: nobody pays for a pin that is found after that. */
const wasUnknown = (sql: typeof db.sql) => sql`
  exists (select from outbox o
           where o.organization_id = p.organization_id and o.dedupe_key = 'post:' || p.id || '#' || p.charge_number || ':failed'
             and o.notice ->> 'reason' = 'outcome_unknown')`

/** Plan posts: what the periods count is what the ledger says, and usage shows nothing else. */
async function expectCounted({ worlds: [world] }: Studio): Promise<void> {
  const { organizationId, deps, actor, accountId } = world
  const [row] = await db.sql<[{ used: number; charged: number }]>`
    select (select coalesce(sum(used), 0)::int from organization_periods where organization_id = ${organizationId}) as used,
           (select coalesce(-sum(amount), 0)::int from credit_ledger where organization_id = ${organizationId} and unit = 'plan_post') as charged`
  expect(row.used).toBe(row.charged)
  const { credits, trialPinsLeft, postsThisPeriod, billingSystem } = await readUsage(deps, actor, { accountId })
  const [held] = await db.sql<{ credits: number; trial: number }[]>`
    select allowance_left + credits_left as credits, trial_left as trial
      from entitlements where organization_id = ${organizationId} and account_id = ${accountId}`
  if (billingSystem === 'modular') expect({ credits, trial: trialPinsLeft }).toEqual(held ?? { credits: 0, trial: 0 })
  expect(postsThisPeriod).toBeGreaterThanOrEqual(0)
}

const create: Step = { kind: 'create', account: 0, boards: 0 }
const publish = (answer: Answer): Step => ({ kind: 'publish', post: 0, answer })
const look = (seen: Look): Step => ({ kind: 'look', post: 0, seen })
/** Each way an attempt may end, whatever chance chooses besides. */
const EACH_END: Step[] = [
  ...[create, publish('created'), create, publish('refused'), create, publish('later'), publish('lost'), look('found')],
  ...[create, publish('lost'), look('absent'), publish('lost'), look('unsure')],
]

test('whatever is made, moved, taken back, published, lost, found, failed or sold: balances equal their ledger, and nothing is charged or refunded twice', async () => {
  await fc.assert(
    fc.asyncProperty(change, change, fc.array(step, { minLength: 15, maxLength: 50 }), async (first, second, steps) => {
      const studio = await begin(await aStudio({ credits: 0 }))
      const [world] = studio.worlds
      for (const [index, plan] of [first, second].entries()) await take(studio, { kind: 'setPlan', account: index, change: plan })
      for (const next of steps) {
        const before = await standOf(world)
        try {
          await take(studio, next)
          expectPaid(next, before, await standOf(world))
        } catch (error) {
          if (!isRefusal(error)) throw error
          expect(await standOf(world)).toEqual(before) // what is refused leaves nothing
        }
        await expectChargedOnce(world)
        await expectFailuresRefunded(world)
      }
      for (const one of studio.worlds) await expectBalanced(one)
      await expectCounted(studio)
    }),
    { numRuns: 30, examples: [[{ credits: 9 }, {}, EACH_END]] },
  )
  const kinds = await db.sql<{ kind: string }[]>`select distinct kind from credit_ledger`
  expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['charge', 'refund', 'grant'])) // it was not all refused
  const ends = await db.sql<{ state: string }[]>`select distinct state from publish_attempts`
  expect(ends.map(({ state }) => state)).toEqual(
    expect.arrayContaining(['confirmed', 'found', 'refused', 'retry', 'absent', 'ambiguous']),
  )
}, 120_000)
