/** Many late pins: never a burst, whatever kept them from going out. @see docs/contract.md#late-pins */
import { afterEach, expect, test } from 'vitest'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import { addAccount } from '../../../src/core/connections/connect.js'
import { pausePublishing, resumePublishing } from '../../../src/core/accounts/publishing.js'
import { markUnauthorized } from '../../../src/core/connections/unauthorized.js'
import type { Post } from '../../../src/core/posts/post.js'
import { MISSED_AFTER_MS, nextRetry } from '../../../src/core/posts/state/lateness.js'
import { LATE_AFTER_MS } from '../../../src/core/lib/late.js'
import { sweepLate } from '../../../src/core/publish/late/sweep.js'
import { aDatabase } from '../../support/database.js'
import { creditsOf, DAY_MS, HOUR_MS } from '../../support/factories.js'
import { fc } from '../../support/random.js'
import { aPin, aPublishWorld, MINUTE_MS, reread, SECOND_MS, workFor } from '../support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { deps, actor, accountId, organizationId, clock } = world

/** More than get their minute in the last twenty of a day. */
const COUNT = 30
const pause = () => pausePublishing(deps, actor, { accountId, whilePaused: 'wait' })
const resume = () => resumePublishing(deps, actor, { accountId })
const lose = async () => {
  const account = await requireAccount(db.sql, actor, accountId)
  await db.tx((sql) => markUnauthorized(sql, account, clock.now))
}
const connect = () => addAccount(deps, actor, { accessToken: 'pina_test', refreshToken: 'pinr_test', timezone: null })

afterEach(async () => {
  await connect()
  await resume()
})

/**
 * One each `everyMs` from now, alternating between both boards; the last one first, so that their ids do not show their order.
 */
async function manyPins(name: string, { count = COUNT, everyMs = 10 * SECOND_MS } = {}): Promise<Post[]> {
  const pins: Post[] = []
  for (let n = count; n > 0; n--) {
    const at = new Date(clock.now.getTime() + n * everyMs)
    pins.unshift(await aPin(world, { url: `https://example.com/${name}/${n}`, at, boardId: n % 2 ? '101' : '102' }))
  }
  return pins
}
const sentTimes = async (posts: Post[]): Promise<number[]> => {
  const times = []
  for (const post of posts) times.push((await reread(world, post)).sentAt?.getTime() ?? Infinity)
  return times
}
const gapsOf = (times: number[]) => times.slice(1).map((time, index) => time - times[index]!)

test.each([
  { why: 'paused', hold: pause, free: resume },
  { why: 'not connected', hold: lose, free: connect },
  { why: 'held by nothing but our own outage', hold: () => Promise.resolve(), free: () => Promise.resolve() },
])(
  '$why for hours: 30 late pins go out one a minute in the order of their times, those on time at theirs',
  async ({ why, hold, free }) => {
    const late = await manyPins(why.replaceAll(' ', '-'))
    const onTime = []
    for (const minutes of [0.5, 7, 31]) {
      const at = new Date(clock.now.getTime() + 3 * HOUR_MS + minutes * MINUTE_MS)
      onTime.push(await aPin(world, { url: `https://example.com/on-time/${why}/${minutes}`, at }))
    }
    await hold()
    clock.advance(3 * HOUR_MS)
    await free()
    const begun = clock.now.getTime()
    await workFor(world, 2 * HOUR_MS)
    const times = await sentTimes(late)
    expect(times[0]).toBe(begun)
    expect(gapsOf(times)).toEqual(Array(COUNT - 1).fill(MINUTE_MS))
    expect(await sentTimes(onTime)).toEqual(onTime.map((post) => post.sendAt!.getTime()))
  },
  60_000,
)

test('paused, resumed and lost again in the middle they still go one a minute, each once', async () => {
  const late = await manyPins('in-the-middle')
  clock.advance(2 * HOUR_MS)
  await workFor(world, 10 * MINUTE_MS)
  for (let n = 0; n < 6; n++) {
    await pause()
    await workFor(world, 5 * SECOND_MS)
    await resume()
    await workFor(world, 5 * SECOND_MS)
  }
  await lose()
  await workFor(world, 90 * SECOND_MS)
  await connect()
  await workFor(world, 2 * HOUR_MS)
  const times = await sentTimes(late)
  expect(Math.min(...gapsOf(times))).toBeGreaterThanOrEqual(MINUTE_MS)
  const { pins } = await world.simulator.state()
  const links = pins.map(({ link }) => link).filter((link) => link?.includes('in-the-middle'))
  expect(links.length).toBe(COUNT)
  expect(new Set(links).size).toBe(COUNT)
})

test.each([
  { reason: 'missed', hold: () => Promise.resolve() },
  { reason: 'paused', hold: pause },
  { reason: 'account_disconnected', hold: lose },
])(
  'those that do not get their minute within 24 hours fail as $reason, are paid back and told once each',
  async ({ reason, hold }) => {
    const credits = await creditsOf(world)
    const pins = await manyPins(`fails-${reason}`, { everyMs: SECOND_MS })
    await hold()
    clock.advance(DAY_MS - 20 * MINUTE_MS) // nothing ran; two thirds of them could still get theirs
    for (let minute = 0; minute < 30; minute++) {
      await workFor(world, MINUTE_MS)
      await sweepLate(deps)
    }
    const ends = await Promise.all(pins.map((post) => reread(world, post)))
    const failed = ends.filter(({ status }) => status === 'draft')
    const sent = ends.filter(({ status }) => status === 'sent')
    expect(sent.length + failed.length).toBe(COUNT)
    expect(sent.length).toBe(reason === 'missed' ? 21 : 0)
    expect(new Set(failed.map(({ failure }) => failure?.reason))).toEqual(new Set([reason]))
    expect(await creditsOf(world)).toBe(credits - sent.length)
    const reported = await db.sql<{ id: string; refunded: string }[]>`
    select notice ->> 'postId' as id, notice ->> 'refunded' as refunded
      from outbox
     where organization_id = ${organizationId} and notice ->> 'kind' = 'pinFailed' and notice ->> 'reason' = ${reason}`
    expect(reported.map(({ id }) => id).sort()).toEqual(failed.map(({ id }) => id).sort())
    expect(new Set(reported.map(({ refunded }) => refunded))).toEqual(new Set(['true']))
  },
  60_000,
)

test('a retry comes after its wait and at most a tenth of it more, spread evenly, and never after the day', () => {
  const waits = [1, 5, 30, 120, 360].map((minutes) => minutes * MINUTE_MS)
  const sendAt = new Date('2026-03-02T10:00:00Z')
  const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  const asked = fc.record({ tries: fc.nat({ max: 30 }), chance, sinceMs: fc.nat({ max: MISSED_AFTER_MS + HOUR_MS }) })
  fc.assert(
    fc.property(asked, ({ tries, chance: given, sinceMs }) => {
      const now = new Date(sendAt.getTime() + sinceMs)
      const base = waits[Math.min(tries, waits.length - 1)]!
      const at = nextRetry({ tries, sendAt, chance: given }, now)
      const exact = now.getTime() + base * (1 + 0.1 * given)
      expect(at === undefined).toBe(Math.floor(exact) >= sendAt.getTime() + MISSED_AFTER_MS)
      if (at) expect(Math.abs(at.getTime() - exact)).toBeLessThan(1)
    }),
  )
})

test('seven retries fit into the day: the first before the pin counts as late, three of them within the hour', () => {
  for (const chance of [0, 0.999]) {
    let now = new Date('2026-03-02T10:00:00Z')
    const sendAt = now
    const at: number[] = []
    for (let tries = 0; ; tries++) {
      const next = nextRetry({ tries, sendAt, chance }, now)
      if (!next) break
      at.push(next.getTime() - sendAt.getTime())
      now = next
    }
    expect(at.length).toBe(7)
    expect(at[0]).toBeLessThan(LATE_AFTER_MS)
    expect(at[2]).toBeLessThan(HOUR_MS)
  }
})
