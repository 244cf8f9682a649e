/** Who is delivered to next: organizations share a claim, posts keep their order, endpoints their room, and nothing is forgotten. */
import { expect, test } from 'vitest'
import { SECOND_MS } from '../../../src/core/lib/duration.js'
import { announceApproval } from '../../../src/core/events/announce.js'
import { claimDeliveries, type ClaimedDelivery, DELIVERY_LEASE_MS, nextDeliveryDue } from '../../../src/core/webhooks/claim.js'
import { createWebhook } from '../../../src/core/webhooks/create.js'
import { settleDelivery } from '../../../src/core/webhooks/settle.js'
import { aDatabase } from '../../support/database.js'
import { aWorld, type World } from '../../support/world.js'

const { db } = await aDatabase()
const { sql } = db

/** An organization without endpoints; those of earlier tests are gone. */
async function aFirst(): Promise<World> {
  await sql`delete from webhooks`
  return aWorld(db)
}

async function hooks({ deps, actor }: World, many = 1): Promise<void> {
  for (let n = 0; n < many; n++) await createWebhook(deps, actor, { url: `https://hooks.example.com/${n}`, events: ['*'] })
}

/** Something happened to this post: each endpoint gets a delivery. */
const tell = ({ organizationId, accountId, clock }: World, postId: string, tx = sql) =>
  announceApproval(tx, 'approval.requested', { organizationId, accountId, postId }, clock.now)

async function tellOf(world: World, posts: number): Promise<void> {
  for (let n = 1; n <= posts; n++) await tell(world, `${n}`)
}

type Room = { limit?: number; suspects?: number }
const claim = ({ clock }: World, { limit = 50, suspects = 16 }: Room = {}) =>
  claimDeliveries(db, { now: clock.now, limit, suspects })

const settle = ({ clock }: World, claimed: ClaimedDelivery, status = 200) => {
  const answer = { kind: 'answered', status, retryAfter: null, text: '' } as const
  return settleDelivery({ db, random: () => 0 }, claimed, { answer, durationMs: 1 }, clock.now)
}

const countOf = (claimed: readonly ClaimedDelivery[], { organizationId }: World) =>
  claimed.filter((one) => one.organizationId === organizationId).length

test('the first delivery of an organization is in the next claim while hundreds of another wait', async () => {
  const busy = await aFirst()
  await hooks(busy, 8)
  await tellOf(busy, 60)
  expect(await claim(busy, { limit: 10 })).toHaveLength(10)
  const other = await aWorld(db)
  await hooks(other)
  await tell(other, '1')
  expect(countOf(await claim(busy, { limit: 10 }), other)).toBe(1)
})

test('organizations have equal parts of a claim, however many endpoints one of them has', async () => {
  const many = await aFirst()
  await hooks(many, 20)
  await tellOf(many, 2)
  const one = await aWorld(db)
  await hooks(one)
  await tellOf(one, 9)
  const claimed = await claim(many, { limit: 8 })
  expect([countOf(claimed, many), countOf(claimed, one)]).toEqual([4, 4])
})

test('an organization never has more than 32 open at once', async () => {
  const world = await aFirst()
  await hooks(world, 20)
  await tellOf(world, 4)
  const claimed = await claim(world, { limit: 96 })
  expect(claimed).toHaveLength(32)
  expect(await claim(world, { limit: 96 })).toEqual([])
  for (const one of claimed.slice(0, 3)) await settle(world, one)
  expect(await claim(world, { limit: 96 })).toHaveLength(3)
})

test('of one post only the oldest is claimed, and the next once that is settled', async () => {
  const world = await aFirst()
  await hooks(world)
  for (const post of ['7', '7', '8', '7']) await tell(world, post)
  const keys: string[][] = []
  for (let claimed = await claim(world); claimed.length > 0; claimed = await claim(world)) {
    keys.push(claimed.map(({ event }) => (event.subject as { postId: string }).postId))
    for (const one of claimed) await settle(world, one)
  }
  expect(keys).toEqual([['7', '8'], ['7'], ['7']])
})

test('an endpoint has four open at once, and one while it fails', async () => {
  const world = await aFirst()
  await hooks(world)
  await tellOf(world, 9)
  const claimed = await claim(world)
  expect(claimed).toHaveLength(4)
  expect(await claim(world)).toEqual([])
  await settle(world, claimed[0]!)
  expect(await claim(world)).toHaveLength(1)
  for (const one of claimed.slice(1)) await settle(world, one, 500)
  await sql`update webhooks set held_until = null`
  expect(await claim(world)).toEqual([]) // one is open
  world.clock.advance(DELIVERY_LEASE_MS)
  expect(await claim(world)).toHaveLength(1)
  expect(await claim(world)).toEqual([])
})

test('endpoints that fail have no more of a claim than they may, whatever else there is to do', async () => {
  const failing = await aFirst()
  await hooks(failing, 6)
  await tellOf(failing, 2)
  await sql`update webhooks set failures = 1`
  const well = await aWorld(db)
  await hooks(well)
  await tellOf(well, 4)
  const claimed = await claim(failing, { suspects: 2 })
  expect([countOf(claimed, failing), countOf(claimed, well)]).toEqual([2, 4])
  expect(claimed.filter(({ isSuspect }) => isSuspect)).toHaveLength(2)
  expect(await claim(failing, { suspects: 0 })).toEqual([])
  expect(await claim(failing, { suspects: 9 })).toHaveLength(4)
})

test('what a process had when it died is claimed again at the end of its lease, and not before', async () => {
  const world = await aFirst()
  await hooks(world)
  await tell(world, '1')
  const [first] = await claim(world)
  const end = new Date(world.clock.now.getTime() + DELIVERY_LEASE_MS)
  expect(await nextDeliveryDue(db, { now: world.clock.now })).toEqual(end)
  world.clock.now = new Date(end.getTime() - 1)
  expect(await claim(world)).toEqual([])
  world.clock.now = end
  expect(await claim(world)).toMatchObject([{ id: first!.id, attempt: 2 }])
  expect(await settle(world, first!)).toBe('superseded')
})

test('a clock that goes from one next time to the next finds something at each, and nothing before it', async () => {
  const world = await aFirst()
  const { clock } = world
  await hooks(world, 2)
  await tell(world, '1')
  clock.advance(2 * SECOND_MS)
  await tell(world, '2')
  for (let found = 0; found < 12; found++) {
    const next = (await nextDeliveryDue(db, { now: clock.now }))!
    if (next > clock.now) {
      clock.now = new Date(next.getTime() - 1)
      expect(await claim(world)).toEqual([])
      clock.now = next
    }
    const claimed = await claim(world)
    expect(claimed.length).toBeGreaterThan(0)
    for (const one of claimed) await settle(world, one, 500) // later each time, and the endpoint is held
  }
})

test('an event that commits after a claim found nothing is in the next one, and one that is taken back in none', async () => {
  const world = await aFirst()
  await hooks(world)
  await tell(world, '1')
  const [first] = await claim(world)
  await db.tx(async (tx) => {
    await tell(world, '2', tx)
    await settle(world, first!)
    expect(await claim(world)).toEqual([])
  })
  const [second] = await claim(world)
  expect(second).toMatchObject({ event: { subject: { postId: '2' } } })
  await settle(world, second!)
  const undone = db.tx(async (tx) => {
    await tell(world, '3', tx)
    throw new Error('taken back')
  })
  await expect(undone).rejects.toThrow('taken back')
  expect(await claim(world)).toEqual([])
  expect(await nextDeliveryDue(db, { now: world.clock.now })).toBeNull()
})

test('processes that claim at once take each delivery once', async () => {
  const world = await aFirst()
  await hooks(world, 3)
  await tellOf(world, 20)
  const taken: string[] = []
  const work = async () => {
    for (let idle = 0; idle < 5; ) {
      const claimed = await claim(world, { limit: 3 })
      idle = claimed.length === 0 ? idle + 1 : 0
      for (const one of claimed) {
        taken.push(one.id)
        expect(await settle(world, one)).toBe('delivered')
      }
    }
  }
  await Promise.all([work(), work(), work(), work()])
  while (taken.length < 60) {
    const claimed = await claim(world)
    if (claimed.length === 0) break
    for (const one of claimed) taken.push(one.id)
  }
  expect([taken.length, new Set(taken).size]).toEqual([60, 60])
})
