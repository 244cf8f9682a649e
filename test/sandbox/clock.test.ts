import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { MINUTE_MS } from '../../src/core/lib/duration.js'
import { makeClock, type ServiceClock } from '../../src/db/clock.js'
import { openPool } from '../../src/db/pool.js'
import { makeCron } from '../../src/jobs/cron.js'
import type { Loop } from '../../src/jobs/loop.js'
import { makeOutbox } from '../../src/jobs/outbox.js'
import { makePublisher } from '../../src/jobs/publisher.js'
import { TICKS } from '../../src/jobs/ticks.js'
import { sandboxClockPlugin } from '../../src/sandbox/clock.js'
import { aPin, aPublishWorld, noticesOf, reread, type PublishWorld } from '../publish/support/support.js'
import { aDatabase } from '../support/database.js'
import { DAY_MS, HOUR_MS } from '../support/factories.js'

const { url } = await aDatabase()
const db = openPool(url, { max: 8, applicationName: 'pinslot 1 pool' })
afterAll(() => db.close())

const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** The publishing world on a clock that is forwarded, with the loops at work and the controls over HTTP. */
async function aSandbox() {
  const parts: { serviceClock?: ServiceClock } = {}
  const clock = {
    get now() {
      return parts.serviceClock!.now()
    },
  }
  parts.serviceClock = await makeClock({
    sql: db.sql,
    wallClock: () => new Date(),
    databaseTime: async () => new Date(),
    isVirtual: true,
    log: silent,
  })
  const ticks: string[] = []
  const made = await aPublishWorld(db, {
    at: clock.now,
    parts: { messenger: { deliver: async ({ notice }) => (ticks.push(notice.kind), { kind: 'delivered' }) } },
  })
  Object.defineProperty(made.clock, 'now', { get: () => clock.now })
  const world: PublishWorld = made
  const loops: Loop[] = [makePublisher(world.deps), makeOutbox(world.deps), makeCron(world.deps, TICKS)]
  for (const loop of loops) await loop.start()
  const app: FastifyInstance = Fastify()
  let steps = 0
  const counted = loops.map((loop) => ({ ...loop, drain: () => (steps++, loop.drain()) }))
  await app.register(sandboxClockPlugin({ serviceClock: parts.serviceClock, loops: counted, db }))
  afterAll(async () => {
    for (const loop of loops) await loop.close()
    parts.serviceClock!.close()
    await app.close()
  })
  const move = async (body: object) => {
    const answer = await app.inject({ method: 'POST', url: '/sandbox/clock', headers: { host: '127.0.0.1' }, payload: body })
    return { status: answer.statusCode, ...answer.json<{ now?: string; error?: string }>() }
  }
  const read = async () =>
    (await app.inject({ url: '/sandbox/clock', headers: { host: '127.0.0.1' } })).json<{ now: string }>().now
  return { world, move, read, ticks, serviceClock: parts.serviceClock, steps: () => steps }
}
const { world, move, read, ticks, steps } = await aSandbox()
const inMs = (ms: number) => new Date(world.clock.now.getTime() + ms)

test('the clock is told to the millisecond', async () => {
  expect(await read()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('forwarding answers when everything due on the way is done, each at its time', async () => {
  const first = await aPin(world, { url: 'https://example.com/first', at: inMs(HOUR_MS) })
  const second = await aPin(world, { url: 'https://example.com/second', at: inMs(3 * HOUR_MS) })
  const later = await aPin(world, { url: 'https://example.com/later', at: inMs(5 * HOUR_MS) })
  const { status, now } = await move({ to: inMs(4 * HOUR_MS).toISOString() })
  expect(status).toBe(200)
  expect(new Date(now!).getTime()).toBeLessThan(later.sendAt!.getTime())
  for (const post of [first, second]) {
    const sent = await reread(world, post)
    expect(sent.status).toBe('sent')
    expect(sent.sentAt!.getTime() - post.sendAt!.getTime()).toBeLessThan(5_000)
  }
  expect((await reread(world, later)).status).toBe('queued')
  expect((await move({ to: later.sendAt!.toISOString() })).status).toBe(200) // to its very time
  expect((await reread(world, later)).status).toBe('sent')
})

test('an answer that never came is settled on the way', async () => {
  const post = await aPin(world, { url: 'https://example.com/hung', at: inMs(MINUTE_MS) })
  await world.simulator.fault({ operation: 'create_pin', fault: 'commit_then_hang', times: 1, match: { link: post.url! } })
  await move({ advanceMs: HOUR_MS })
  expect((await reread(world, post)).status).toBe('sent')
})

test('a day with a pin every hour misses nothing', async () => {
  const posts = []
  for (let hour = 1; hour <= 23; hour++)
    posts.push(
      await aPin(world, { url: `https://example.com/hour-${hour}`, at: inMs(hour * HOUR_MS), boardId: hour % 2 ? '101' : '102' }),
    )
  await move({ advanceMs: DAY_MS })
  for (const post of posts) expect((await reread(world, post)).status).toBe('sent')
  for (const post of posts) expect(await noticesOf(world, post)).toEqual([])
})

test('three empty days take a few steps', async () => {
  const before = steps()
  await move({ advanceMs: 3 * DAY_MS })
  expect(steps() - before).toBeLessThan(100)
})

test('a pin that cannot go out fails on the way as it would have in time, and its team is told', async () => {
  const post = await aPin(world, { url: 'https://example.com/dead', at: inMs(MINUTE_MS) })
  await db.sql`update sim_tokens set revoked_at = ${world.clock.now} where kind = 'access'`
  await db.sql`update sim_tokens set revoked_at = ${world.clock.now} where kind = 'refresh'`
  const before = ticks.length
  await move({ advanceMs: 2 * DAY_MS })
  const failed = await reread(world, post)
  expect(failed).toMatchObject({ status: 'draft', failure: { reason: 'account_disconnected' } })
  const lateMs = failed.failure!.failedAt.getTime() - post.sendAt!.getTime()
  expect(lateMs).toBeGreaterThanOrEqual(DAY_MS)
  expect(lateMs).toBeLessThan(DAY_MS + 2 * MINUTE_MS)
  expect(ticks.slice(before)).toEqual(['reconnectNeeded', 'pinFailed'])
})

test.each([
  [{}],
  [{ advanceMs: -1 }],
  [{ advanceMs: 1.5 }],
  [{ advanceMs: '1000' }],
  [{ advanceMs: 1000, to: '2030-01-01T00:00:00Z' }],
  [{ to: '2030-01-01T00:00:00' }],
  [{ to: 'tomorrow' }],
  [{ to: '2020-01-01T00:00:00Z' }],
  [{ advanceMs: 1000, loud: true }],
])('%j is refused in a sentence', async (body) => {
  const before = await read()
  const { status, error } = await move(body)
  expect(status).toBe(400)
  expect(error).toMatch(/\.$/)
  expect(new Date(await read()).getTime() - new Date(before).getTime()).toBeLessThan(5_000)
})

test('two forwardings follow one another', async () => {
  const before = new Date(await read()).getTime()
  const both = await Promise.all([move({ advanceMs: HOUR_MS }), move({ advanceMs: HOUR_MS })])
  const times = both.map(({ now }) => new Date(now!).getTime() - before).sort((a, b) => a - b)
  expect(times[0]).toBeGreaterThanOrEqual(HOUR_MS)
  expect(times[1]).toBeGreaterThanOrEqual(2 * HOUR_MS)
})

test('it is refused while another process lives on the database, and taken again when that is gone', async () => {
  const other = openPool(url, { max: 1, applicationName: 'pinslot 2 pool' })
  await other.sql`select 1`
  expect(await move({ advanceMs: 1000 })).toMatchObject({ status: 409, error: expect.stringContaining('Process 2') as string })
  await other.close()
  expect((await move({ advanceMs: 1000 })).status).toBe(200)
})
