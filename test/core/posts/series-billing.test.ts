import { describe, expect, test } from 'vitest'
import { decideCharge, type Plan } from '../../../src/core/billing/charge.js'
import { setPlan, type PlanChange } from '../../../src/core/billing/plan.js'
import type { Post } from '../../../src/core/posts/post.js'
import { aDatabase } from '../../support/database.js'
import { inDays } from '../../support/factories.js'
import { boardsOf, createAll, NOTHING, openStudios, writtenIn, type Studio } from './support/create-fixtures.js'

const { db } = await aDatabase()
const makeStudio = openStudios(db)

async function aStudio(change: PlanChange): Promise<Studio> {
  const world = await makeStudio({ credits: 0 })
  await setPlan(world.deps, world.actor, { accountId: null, change })
  return world
}

/** Over three boards, a day apart. */
async function series(world: Studio, boards = ['201', '202', '203']): Promise<Post[]> {
  const known = await db.sql`select 1 from boards where organization_id = ${world.organizationId} and id = '201'`
  if (known.length === 0) await boardsOf(world, 3)
  const choices = boards.map((boardId) => ({ boardId, boardSectionId: null }))
  return createAll(world, {
    board: null,
    series: { boards: choices, intervalType: 'daily', intervalDays: null, mode: 'exact' },
    when: { kind: 'at', at: inDays(world, 1) },
  })
}

async function unitsOf({ organizationId }: Studio): Promise<string[]> {
  const rows = await db.sql<{ unit: string }[]>`
    select unit
      from credit_ledger
     where organization_id = ${organizationId} and kind = 'charge'
     order by id`
  return rows.map(({ unit }) => unit)
}

async function denied(world: Studio, reason: string): Promise<void> {
  const before = await writtenIn(world)
  await expect(series(world)).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED', details: { reason } })
  expect(world.fetched).toEqual([]) // before media is fetched
  expect(await writtenIn(world)).toEqual(before)
}

describe('rule 11: a series counts whole', () => {
  test('modular: two credits are too few for three pins', async () => {
    await denied(await aStudio({ access: 'granted', credits: 2 }), 'insufficient_credits')
  })

  test('modular: allowance and credits are added up, the allowance spent first', async () => {
    const world = await aStudio({ access: 'subscribed', allowance: 2, credits: 1 })
    await series(world)
    expect(await unitsOf(world)).toEqual(['allowance', 'allowance', 'credit'])
  })

  test('modular: winback plans schedule free', async () => {
    const world = await aStudio({ access: 'subscribed', winback: true })
    await series(world)
    expect(await unitsOf(world)).toEqual(['free', 'free', 'free'])
  })

  test('without access the trial must have a pin for each', async () => {
    await denied(await aStudio({ access: 'none', trialPins: 2, credits: 9 }), 'trial_exhausted')
    const world = await aStudio({ access: 'none', trialPins: 3 })
    await series(world)
    expect(await unitsOf(world)).toEqual(['trial', 'trial', 'trial'])
  })

  test('without access and without a trial it is no_access', async () => {
    await denied(await aStudio({ access: 'none', credits: 9 }), 'no_access')
  })

  test.each(['legacy', 'shopify'] as const)(
    '%s: the post limit of the period must leave a post for each',
    async (billingSystem) => {
      const world = await aStudio({ billingSystem, postLimit: 5 })
      await series(world)
      expect(await unitsOf(world)).toEqual(['plan_post', 'plan_post', 'plan_post'])
      world.fetched.length = 0
      await denied(world, 'legacy_post_limit_exceeded')
      await series(world, ['201', '202']) // the two that are left
    },
  )

  test('a dead connection denies it on every billing system', async () => {
    for (const billingSystem of ['modular', 'legacy'] as const) {
      const world = await aStudio({ billingSystem, access: 'granted', credits: 9, postLimit: null })
      await db.sql`update accounts set token_status = 'unauthorized' where organization_id = ${world.organizationId}`
      await denied(world, 'account_not_connected')
    }
  })
})

test('of two series at once on too few credits one is made whole and the other not at all', async () => {
  const world = await aStudio({ access: 'granted', credits: 5 })
  await boardsOf(world, 3)
  const outcomes = await Promise.allSettled([series(world), series(world)])
  const losers = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(losers).toHaveLength(1)
  expect(losers[0]!.reason).toMatchObject({ details: { reason: 'insufficient_credits' } })
  expect(await writtenIn(world)).toEqual({ ...NOTHING, posts: 3, postMedia: 3, media: 1, charges: 3, audited: 3 })
})

const modular: Plan = {
  billingSystem: 'modular',
  postLimit: null,
  used: 0,
  isConnected: true,
  access: 'granted',
  winback: false,
  allowanceLeft: 0,
  creditsLeft: 0,
  trialOffered: true,
  trialLeft: 0,
}
test.each<[string, Partial<Plan>, number, number]>([
  ['allowance and credits', { allowanceLeft: 2, creditsLeft: 3 }, 5, 6],
  ['credits alone', { creditsLeft: 4 }, 4, 5],
  ['trial pins', { access: 'none', trialLeft: 2 }, 2, 3],
  ['plan posts', { billingSystem: 'legacy', postLimit: 10, used: 7 }, 3, 4],
])('with %s a series is denied from one pin too many', (_, plan, most, tooMany) => {
  expect(decideCharge({ ...modular, ...plan }, most).kind).toBe('take')
  expect(decideCharge({ ...modular, ...plan }, tooMany).kind).toBe('denied')
})
