import { afterAll, expect, test } from 'vitest'
import { OUTBOX_LEASE_MS } from '../../../src/core/notices/claim.js'
import { claimNotices } from '../../../src/core/notices/claim-due.js'
import { enqueueRedraw } from '../../../src/core/notices/notices.js'
import { markDead, markDelivered, purgeOutbox } from '../../../src/core/notices/outbox.js'
import type { Messenger } from '../../../src/core/ports/deps.js'
import { makeOutbox } from '../../../src/jobs/outbox.js'
import { aDatabase, poolOn } from '../../support/database.js'
import { DAY_MS, HOUR_MS } from '../../support/factories.js'
import { aWorld } from '../../support/world.js'
import { anOutbox, say, stateOf, workOutbox } from '../support/outbox-world.js'

const { db, url } = await aDatabase()
/** Of their own, as other processes have. */
const pools = [1, 2, 3].map(() => poolOn(url, { max: 3 }))
afterAll(() => Promise.all(pools.map((pool) => pool.close())))

test('notices are delivered in order, one a second and destination', async () => {
  const { world, delivered, outbox } = await anOutbox(db)
  for (const key of ['one', 'two', 'three']) await say(world, key)
  await say(world, 'elsewhere', { destination: 'staff', postId: '2' })
  await workOutbox(world, outbox, 10_000)
  expect(delivered.filter(({ destination }) => destination === 'account:1')).toEqual([
    { key: 'one', destination: 'account:1', at: 0 },
    { key: 'two', destination: 'account:1', at: 1000 },
    { key: 'three', destination: 'account:1', at: 2000 },
  ])
  expect(delivered.find(({ key }) => key === 'elsewhere')?.at).toBe(0)
})

test('a notice is told once, however often it is written', async () => {
  const { world, delivered, outbox } = await anOutbox(db)
  await say(world, 'same')
  await workOutbox(world, outbox, 5_000)
  await say(world, 'same')
  await workOutbox(world, outbox, 5_000)
  expect(delivered).toHaveLength(1)
})

test('while a place is limited nothing is sent there, and elsewhere it goes on', async () => {
  const { world, delivered, tries, outbox } = await anOutbox(db, (key, tries) =>
    key === 'first' && tries === 1 ? { kind: 'later', afterMs: 30_000, message: 'rate limited' } : { kind: 'delivered' },
  )
  await say(world, 'first')
  await say(world, 'second')
  await say(world, 'of another pin', { postId: '2' })
  await say(world, 'elsewhere', { destination: 'account:2', postId: '3' })
  await workOutbox(world, outbox, 60_000)
  expect(delivered.map(({ key, at }) => [key, at])).toEqual([
    ['elsewhere', 0],
    ['first', 30_000],
    ['second', 31_000],
    ['of another pin', 32_000],
  ])
  expect(tries.get('of another pin')).toBe(1)
})

test('what cannot be told of one pin keeps nothing of another waiting, and what is told of it later is not told before', async () => {
  let isBroken = true
  const { world, delivered, outbox } = await anOutbox(db, (key) => {
    if (key === 'late' && isBroken) throw new Error('cannot be laid out')
    return { kind: 'delivered' }
  })
  await say(world, 'late')
  await say(world, 'failed')
  await say(world, 'of another pin', { postId: '2' })
  await workOutbox(world, outbox, 3 * HOUR_MS)
  expect(delivered.map(({ key }) => key)).toEqual(['of another pin'])
  expect(delivered[0]!.at).toBeLessThanOrEqual(1_000)
  isBroken = false
  await workOutbox(world, outbox, DAY_MS)
  expect(delivered.map(({ key }) => key)).toEqual(['of another pin', 'late', 'failed'])
})

test.each(['account:1', 'staff'])(
  'a worker that stood still for longer than its lease writes nothing of a notice to %s that another one has by now',
  async (destination) => {
    const { world, delivered, outbox } = await anOutbox(db)
    const claim = () => claimNotices(db, { now: world.clock.now, limit: 10 })
    await say(world, 'one', { destination, postId: '1' })
    await say(world, 'two', { destination, postId: '2' })
    const [slow] = await claim()
    world.clock.advance(OUTBOX_LEASE_MS)
    const [next] = await claim()
    expect([slow?.dedupeKey, next?.dedupeKey]).toEqual(['one', 'one'])
    await markDead(db.sql, slow!, { message: 'no such channel' }, world.clock.now)
    expect(await stateOf(world, 'one')).toMatchObject({ dead_at: null, attempt: 2 })
    expect(await claim()).toEqual([]) // its place is not free, either
    await markDelivered(db.sql, next!, world.clock.now)
    expect(await stateOf(world, 'one')).toMatchObject({ dead_at: null, delivered_at: world.clock.now })
    await workOutbox(world, outbox, 5_000)
    expect(delivered.map(({ key }) => key)).toEqual(['two'])
  },
)

test('a message that changes again and again is brought up to date when the first change said', async () => {
  const { world, delivered, outbox } = await anOutbox(db)
  const { organizationId, clock } = world
  const destination = 'account:1'
  const notice = { kind: 'pinPublished', accountId: '1', postId: '1' } as const
  const change = (ms: number) =>
    enqueueRedraw(db.sql, { organizationId, destination, dedupeKey: 'card', notice }, new Date(clock.now.getTime() + ms))
  await change(10_000)
  await change(20_000)
  await workOutbox(world, outbox, 60_000)
  expect(delivered.map(({ key, at }) => [key, at])).toEqual([['card', 10_000]])
})

test('a message that changes while it is brought up to date is brought up to date once more', async () => {
  const { world, delivered, outbox } = await anOutbox(db, async (_key, tries) => {
    if (tries === 1) await change()
    return { kind: 'delivered' }
  })
  const notice = { kind: 'pinPublished', accountId: '1', postId: '1' } as const
  const { organizationId, clock } = world
  const change = () =>
    enqueueRedraw(db.sql, { organizationId, destination: 'account:1', dedupeKey: 'card', notice }, new Date(clock.now))
  await change()
  await workOutbox(world, outbox, 10_000)
  expect(delivered.map(({ key }) => key)).toEqual(['card', 'card'])
  expect(await stateOf(world, 'card')).toMatchObject({ dead_at: null, last_error: null })
  expect(await outbox.nextDue()).toBe(null)
})

test('an outbox that is closed takes nothing more', async () => {
  const { world, delivered, outbox } = await anOutbox(db)
  await outbox.close()
  await say(world, 'after its end')
  expect(await outbox.drain()).toBe(false)
  expect(delivered).toEqual([])
  await workOutbox(world, makeOutbox(world.deps), 5_000)
  expect(delivered.map(({ key }) => key)).toEqual(['after its end'])
})

test('accounts whose channel is the same share its second', async () => {
  const { world, delivered, outbox } = await anOutbox(db)
  const { organizationId, accountId, clock } = world
  const [other] = await db.sql<[{ id: string }]>`
    insert into accounts (organization_id, platform_user_id, username, display_name, notify_channel_id, created_at)
    values (${organizationId}, '77', 'other', 'Other', 'C7', ${clock.now})
    returning id`
  await db.sql`update accounts set notify_channel_id = 'C7' where organization_id = ${organizationId} and id = ${accountId}`
  await say(world, 'one', { destination: `account:${accountId}`, postId: '1' })
  await say(world, 'two', { destination: `account:${other.id}`, postId: '2' })
  await say(world, 'three', { destination: 'user:T1:U1', postId: '3' })
  await workOutbox(world, outbox, 10_000)
  expect(Object.fromEntries(delivered.map(({ key, at }) => [key, at]))).toEqual({ one: 0, two: 1_000, three: 0 })
})

test('what is to be decided in the channel that also hears of the account shares its second; in another one it does not', async () => {
  const { world, delivered, outbox } = await anOutbox(db)
  const { accountId, organizationId } = world
  const hears = `account:${accountId}`
  const decides = `approvals:${accountId}`
  await db.sql`
    update accounts
       set notify_channel_id = 'C1', approvals_channel_id = 'C1'
     where organization_id = ${organizationId}`
  await say(world, 'heard', { destination: hears, postId: '1' })
  await say(world, 'to decide', { destination: decides, postId: '2' })
  await workOutbox(world, outbox, 5_000)
  await db.sql`update accounts set approvals_channel_id = 'C2' where organization_id = ${organizationId}`
  await say(world, 'heard again', { destination: hears, postId: '3' })
  await say(world, 'to decide again', { destination: decides, postId: '4' })
  await workOutbox(world, outbox, 5_000)
  expect(delivered.map(({ key, at }) => [key, at])).toEqual([
    ['heard', 0],
    ['to decide', 1_000],
    ['heard again', 5_000],
    ['to decide again', 5_000],
  ])
})

test('an exception is tried again with growing pauses, and given up after ten tries over a day', async () => {
  const { world, delivered, tries, outbox } = await anOutbox(db, (key) => {
    if (key === 'broken') throw new Error('no connection')
    return { kind: 'delivered' }
  })
  await say(world, 'broken')
  await say(world, 'behind')
  await workOutbox(world, outbox, HOUR_MS)
  expect(delivered).toEqual([])
  await workOutbox(world, outbox, 2 * DAY_MS)
  expect(tries.get('broken')).toBe(10)
  expect(await stateOf(world, 'broken')).toMatchObject({ delivered_at: null, last_error: 'no connection' })
  expect((await stateOf(world, 'broken')).dead_at).not.toBeNull()
  expect(delivered.map(({ key }) => key)).toEqual(['behind'])
})

test.each([900_000, 400_000_000])(
  'a place that asks for %i seconds is asked once more after a day, and all that waited for it is a dead letter',
  async (seconds) => {
    const { world, tries, outbox } = await anOutbox(db, () => ({
      kind: 'later',
      afterMs: seconds * 1000,
      message: 'rate limited',
    }))
    for (let n = 0; n < 12; n++) await say(world, `n${n}`, { postId: String(n % 4) })
    await workOutbox(world, outbox, DAY_MS)
    expect(Object.fromEntries(tries)).toMatchObject({ n0: 2, n1: 1, n11: 1 })
    for (let n = 0; n < 12; n++)
      expect(await stateOf(world, `n${n}`)).toMatchObject({ dead_at: world.clock.now, last_error: 'rate limited' })
  },
)

test('notices that are days old outlast a limit that ends within a minute', async () => {
  const { world, delivered, outbox } = await anOutbox(db, (_, tries) =>
    tries === 1 ? { kind: 'later', afterMs: 60_000, message: 'rate limited' } : { kind: 'delivered' },
  )
  for (let n = 0; n < 3; n++) await say(world, `n${n}`)
  world.clock.advance(3 * DAY_MS) // nothing of ours was running
  await workOutbox(world, outbox, HOUR_MS)
  expect(delivered.map(({ key }) => key)).toEqual(['n0', 'n1', 'n2'])
})

test('what nobody can be told is dead at once and holds up nothing', async () => {
  const { world, delivered, outbox } = await anOutbox(db, (key) =>
    key === 'nobody' ? { kind: 'undeliverable', message: 'no channel' } : { kind: 'delivered' },
  )
  await say(world, 'nobody')
  await say(world, 'next')
  await workOutbox(world, outbox, 5_000)
  expect(await stateOf(world, 'nobody')).toMatchObject({ last_error: 'no channel', attempt: 1 })
  expect(delivered.map(({ key }) => key)).toEqual(['next'])
})

test('a worker that dies in the middle leaves the row to the next one', async () => {
  const { world, delivered, outbox } = await anOutbox(db)
  await say(world, 'left behind')
  await db.sql`
    update outbox set lease_until = ${new Date(world.clock.now.getTime() + 60_000)}, attempt = 1
     where organization_id = ${world.organizationId}`
  await workOutbox(world, outbox, 59_000)
  expect(delivered).toEqual([])
  await workOutbox(world, outbox, 2_000)
  expect(delivered).toMatchObject([{ key: 'left behind' }])
})

test('three processes that race deliver each notice once, each place one at a time and each pin in its order', async () => {
  const open = new Map<string, number>()
  let most = 0
  const { world, delivered } = await anOutbox(db)
  const messenger: Messenger = {
    async deliver({ destination, dedupeKey: key }) {
      open.set(destination, (open.get(destination) ?? 0) + 1)
      most = Math.max(most, ...open.values())
      await new Promise((resolve) => setImmediate(resolve)) // the others get their chance in the middle of it
      delivered.push({ key, destination, at: world.clock.now.getTime() })
      open.set(destination, open.get(destination)! - 1)
      return { kind: 'delivered' }
    },
  }
  for (let n = 0; n < 60; n++) await say(world, `n${n}`, { destination: `account:${n % 10}`, postId: String(n % 5) })
  const workers = pools.map((pool) => makeOutbox({ ...world.deps, db: pool, messenger }))
  for (let second = 0; second < 120 && delivered.length < 60; second++) {
    await Promise.all([...workers, ...workers].map((one) => one.drain()))
    world.clock.advance(250)
  }
  expect([delivered.length, new Set(delivered.map(({ key }) => key)).size, most]).toEqual([60, 60, 1])
  for (let post = 0; post < 5; post++) {
    const order = delivered.map(({ key }) => Number(key.slice(1))).filter((n) => n % 5 === post)
    expect(order).toEqual([...order].sort((a, b) => a - b))
  }
  for (let account = 0; account < 10; account++) {
    const at = delivered.filter(({ destination }) => destination === `account:${account}`).map((one) => one.at)
    for (const [index, time] of at.slice(1).entries()) expect(time - at[index]!).toBeGreaterThanOrEqual(1_000)
  }
})

test('processes that claim for many organizations at once take each notice once, and none waits for another in a circle', async () => {
  const { world } = await anOutbox(db)
  const others = await Promise.all([1, 2, 3, 4].map(() => aWorld(db, { at: world.clock.now })))
  for (const one of [world, ...others])
    for (let n = 0; n < 12; n++) await say(one, `n${n}`, { destination: `account:${n % 4}`, postId: String(n) })
  const claimed: string[] = []
  for (let second = 0; second < 60 && claimed.length < 60; second++) {
    const { now } = world.clock
    const taken = (await Promise.all([...pools, ...pools].map((pool) => claimNotices(pool, { now, limit: 10 })))).flat()
    for (const { organizationId, place } of taken)
      expect(taken.filter((one) => one.organizationId === organizationId && one.place === place)).toHaveLength(1)
    claimed.push(...taken.map(({ organizationId, dedupeKey }) => `${organizationId} ${dedupeKey}`))
    await Promise.all(taken.map((row) => markDelivered(db.sql, row, now)))
    world.clock.advance(1_000)
  }
  expect([claimed.length, new Set(claimed).size]).toEqual([60, 60])
})

test('what was delivered is not delivered again because the database was away when it was to be written down', async () => {
  const { world, delivered, tries } = await anOutbox(db)
  await say(world, 'away')
  let refusals = 0
  const failing = ((...asked: Parameters<typeof db.sql>) => {
    if (/^\s*with freed as/.test(String(asked[0])) && refusals++ < 2) return Promise.reject(new Error('connection reset'))
    return db.sql(...asked)
  }) as typeof db.sql
  const outbox = makeOutbox({ ...world.deps, db: { ...db, sql: Object.assign(failing, db.sql) } })
  await workOutbox(world, outbox, 5 * 60_000)
  expect([refusals, delivered.length, tries.get('away')]).toEqual([3, 1, 1])
  expect((await stateOf(world, 'away')).delivered_at).not.toBeNull()
})

test('a running outbox delivers what is written at once', async () => {
  const { world, delivered, outbox } = await anOutbox(db)
  await outbox.start()
  await say(world, 'now')
  await expect.poll(() => delivered.length, { interval: 5 }).toBe(1)
  await outbox.close()
})

test('what is over is forgotten after a month', async () => {
  const { world, outbox } = await anOutbox(db)
  await say(world, 'old')
  await workOutbox(world, outbox, 1_000)
  const isThere = async () => (await db.sql`select from outbox where organization_id = ${world.organizationId}`).count > 0
  await purgeOutbox(db, world.clock.now)
  expect(await isThere()).toBe(true)
  await purgeOutbox(db, new Date(world.clock.now.getTime() + 31 * DAY_MS))
  expect(await isThere()).toBe(false)
})
