import { describe, expect, test } from 'vitest'
import { refundCharge, takeCharge } from '../../../src/core/billing/ledger.js'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import { setPlan, type PlanChange } from '../../../src/core/billing/plan.js'
import { readUsage } from '../../../src/core/billing/usage.js'
import { after } from '../../../src/core/lib/duration.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { unschedulePost } from '../../../src/core/posts/unschedule.js'
import type { Sql } from '../../../src/core/ports/deps.js'
import { whileWaited } from '../../db/support/waiting.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, DAY_MS, inDays } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'

const { db } = await aDatabase()

const plan = (world: World, change: PlanChange) => setPlan(world.deps, world.actor, { accountId: world.accountId, change })
const usageOf = ({ deps, actor, accountId }: World) => readUsage(deps, actor, { accountId })

async function aSecondAccount(world: World): Promise<World> {
  const { organizationId, clock } = world
  const [account] = await db.sql<[{ id: string }]>`
    insert into accounts (organization_id, platform_user_id, username, display_name, created_at)
    values (${organizationId}, 'second', 'second', 'Second', ${clock.now})
    returning id`
  await db.sql`insert into schedules (organization_id, account_id) values (${organizationId}, ${account.id})`
  await db.sql`insert into connections (organization_id, account_id, access_token) values (${organizationId}, ${account.id}, 'pina')`
  return { ...world, accountId: account.id }
}

describe('modular', () => {
  test('credits are what is left of the allowance and the bought ones together', async () => {
    const world = await aWorld(db, { credits: 0 })
    await plan(world, { allowance: 10, credits: 5, trialPins: 2 })
    await aQueuedPost(world)
    expect(await usageOf(world)).toMatchObject({
      accountId: world.accountId,
      billingSystem: 'modular',
      scope: 'account',
      credits: 14,
      monthlyAllowance: 10,
      resetsAt: new Date('2026-04-02T00:00:00Z'),
      unlimitedScheduling: false,
      postLimit: null,
      postsThisPeriod: 0,
      trialPinsLeft: 2,
    })
  })

  test('the ledger has the newest entry first, with its key and the balance after it', async () => {
    const world = await aWorld(db, { credits: 3 })
    const post = await aQueuedPost(world)
    await unschedulePost(world.deps, world.actor, { accountId: world.accountId, postId: post.id })
    const entry = { accountId: world.accountId, unit: 'credit', createdAt: world.clock.now }
    expect((await usageOf(world)).ledger).toEqual([
      { ...entry, kind: 'refund', amount: 1, balanceAfter: 3, key: `post:${post.id}#1` },
      { ...entry, kind: 'charge', amount: -1, balanceAfter: 2, key: `post:${post.id}#1` },
      { ...entry, kind: 'grant', amount: 3, balanceAfter: 3, key: 'grant:test' },
    ])
  })

  test('the ledger has the last 50 entries', async () => {
    const world = await aWorld(db, { credits: 100 })
    const account = await requireAccount(db.sql, world.actor, world.accountId)
    await db.tx(async (sql) => {
      for (let post = 1; post <= 60; post++)
        await takeCharge(sql, account, { postId: String(post), chargeNumber: 1 }, world.clock.now)
    })
    const { ledger } = await usageOf(world)
    expect(ledger.map(({ key }) => key)).toEqual(Array.from({ length: 50 }, (_, index) => `post:${60 - index}#1`))
  })

  test('the ledger of another account of the organization is not shown', async () => {
    const world = await aWorld(db, { credits: 3 })
    await aQueuedPost(world)
    expect((await usageOf(await aSecondAccount(world))).ledger).toEqual([])
  })

  test('a winback plan schedules without limit, but only with access', async () => {
    const world = await aWorld(db)
    await plan(world, { winback: true })
    expect((await usageOf(world)).unlimitedScheduling).toBe(true)
    await plan(world, { access: 'none' })
    expect((await usageOf(world)).unlimitedScheduling).toBe(false)
  })

  test('the turn of the period shows at once: what was left has expired, the new allowance is there, and the ledger says so', async () => {
    const world = await aWorld(db, { credits: 2 })
    await plan(world, { allowance: 10 })
    await aQueuedPost(world)
    world.clock.advance(31 * DAY_MS)
    const usage = await usageOf(world)
    expect(usage).toMatchObject({ credits: 12, resetsAt: new Date('2026-05-02T00:00:00Z') })
    expect(usage.ledger.slice(0, 2)).toMatchObject([
      { kind: 'grant', unit: 'allowance', amount: 10, balanceAfter: 10 },
      { kind: 'expire', unit: 'allowance', amount: -9, balanceAfter: 0 },
    ])
    expect((await usageOf(world)).ledger).toEqual(usage.ledger) // granted once, however often it is read
  })

  test('many look at the turn of the period at once: it is granted once', async () => {
    const world = await aWorld(db, { credits: 0 })
    await plan(world, { allowance: 10 })
    world.clock.advance(31 * DAY_MS)
    const seen = await Promise.all(Array.from({ length: 8 }, () => usageOf(world)))
    expect(seen.map(({ credits }) => credits)).toEqual(Array.from({ length: 8 }, () => 10))
    expect((await usageOf(world)).ledger.filter(({ kind }) => kind === 'grant')).toHaveLength(2)
  })

  test('a trial that was offered stays offered when something else of the plan changes', async () => {
    const world = await aWorld(db, { credits: 0 })
    await plan(world, { access: 'none', trialPins: 1 })
    await aQueuedPost(world)
    await plan(world, { credits: 5 })
    await expect(aQueuedPost(world, { at: inDays(world, 2) })).rejects.toMatchObject({ details: { reason: 'trial_exhausted' } })
  })

  test('a process whose clock has not turned yet charges the period that the books are in', async () => {
    const world = await aWorld(db, { credits: 0 })
    await plan(world, { allowance: 10 })
    const { resetsAt } = await usageOf(world)
    world.clock.now = after(resetsAt, 1_000)
    await aQueuedPost(world)
    world.clock.now = after(resetsAt, -1_000)
    await aQueuedPost(world, { at: inDays(world, 2) })
    world.clock.now = after(resetsAt, 2_000)
    const { credits, ledger } = await usageOf(world)
    expect(credits).toBe(8)
    expect(ledger.map(({ kind }) => kind)).toEqual(['charge', 'charge', 'grant', 'expire', 'grant'])
  })

  test('credits and ledger are of one moment: what is charged between their reads is in neither', async () => {
    const world = await aWorld(db, { credits: 5 })
    const account = await requireAccount(db.sql, world.actor, world.accountId)
    const charge = async (sql: Sql) => {
      await sql`lock table credit_ledger in access exclusive mode`
      await takeCharge(sql, account, { postId: '1', chargeNumber: 1 }, world.clock.now)
    }
    const { credits, ledger } = await whileWaited(db, charge, () => usageOf(world))
    expect([credits, ledger[0]?.balanceAfter]).toEqual([5, 5])
    expect(await usageOf(world)).toMatchObject({ credits: 4, ledger: [{ balanceAfter: 4 }, { balanceAfter: 5 }] })
  })

  test('an account that was never given anything has nothing', async () => {
    const world = await aWorld(db)
    expect(await usageOf(await aSecondAccount(world))).toMatchObject({
      credits: 0,
      monthlyAllowance: 0,
      trialPinsLeft: 0,
      unlimitedScheduling: false,
      ledger: [],
    })
  })
})

describe.each(['legacy', 'shopify'] as const)('%s', (billingSystem) => {
  test('the numbers are of the organization: its limit, and the posts of all its accounts', async () => {
    const world = await aWorld(db, { credits: 7 })
    await plan(world, { billingSystem, postLimit: 9, trialPins: 3 })
    const second = await aSecondAccount(world)
    await aQueuedPost(world)
    await schedulePost(world.deps, world.actor, {
      accountId: second.accountId,
      postId: (await aDraft(second)).id,
      when: { kind: 'at', at: inDays(world, 1) },
    })
    const usage = await usageOf(world)
    expect(usage).toMatchObject({
      billingSystem,
      scope: 'organization',
      credits: 0,
      monthlyAllowance: 0,
      unlimitedScheduling: false,
      postLimit: 9,
      postsThisPeriod: 2,
      trialPinsLeft: 0,
    })
    expect(usage.ledger.slice(0, 2)).toMatchObject([
      { accountId: second.accountId, unit: 'plan_post', kind: 'charge', amount: -1, balanceAfter: 7 },
      { accountId: world.accountId, unit: 'plan_post', kind: 'charge', amount: -1, balanceAfter: 8 },
    ])
  })

  test('a plan without a limit schedules without one', async () => {
    const world = await aWorld(db)
    await plan(world, { billingSystem, postLimit: 9 })
    await plan(world, { postLimit: null })
    expect(await usageOf(world)).toMatchObject({ unlimitedScheduling: true, postLimit: null })
  })

  test('a new period begins at none', async () => {
    const world = await aWorld(db)
    await plan(world, { billingSystem, postLimit: 1 })
    await aQueuedPost(world)
    expect((await usageOf(world)).postsThisPeriod).toBe(1)
    world.clock.advance(31 * DAY_MS)
    expect((await usageOf(world)).postsThisPeriod).toBe(0)
  })

  test('a pin of an earlier period that failed makes none of this one, not less', async () => {
    const world = await aWorld(db)
    await plan(world, { billingSystem, postLimit: 1 })
    const post = await aQueuedPost(world)
    world.clock.advance(31 * DAY_MS)
    const account = await requireAccount(db.sql, world.actor, world.accountId)
    const charge = { postId: post.id, chargeNumber: 1, refund: 'failed' } as const
    expect(await db.tx((sql) => refundCharge(sql, account, charge, world.clock.now))).toBe(true)
    expect(await usageOf(world)).toMatchObject({ postsThisPeriod: 0, postLimit: 1 })
  })
})

test('a period of the 31st ends with shorter months', async () => {
  const world = await aWorld(db, { at: new Date('2026-01-31T10:00:00Z') })
  expect((await usageOf(world)).resetsAt).toEqual(new Date('2026-02-28T00:00:00Z'))
  world.clock.now = new Date('2026-02-28T00:00:00Z')
  expect((await usageOf(world)).resetsAt).toEqual(new Date('2026-03-31T00:00:00Z'))
})

test('the usage of an account of another organization is not found', async () => {
  const [world, stranger] = [await aWorld(db), await aWorld(db)]
  await expect(readUsage(world.deps, world.actor, { accountId: stranger.accountId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
