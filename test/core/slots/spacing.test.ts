import { monitorEventLoopDelay } from 'node:perf_hooks'
import { describe, expect, test } from 'vitest'
import { blockedDays, freeFrom, isBlocked, makeSpacing, nearestPin } from '../../../src/core/slots/spacing.js'
import { wallDayOf } from '../../../src/core/lib/time.js'
import { urlKeyOf } from '../../../src/core/lib/http/url.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, aSentPost, anUploadingPost } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'
import { fc } from '../../support/random.js'
import { createAll, openStudios } from '../posts/support/create-fixtures.js'
import { aSlot } from './support/fixtures.js'
import { fill, manySlots, occurrences, search, searchPlainly } from './support/search.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)
// The world starts on Monday 2 March 2026, 10:00 UTC, which is 05:00 in New York.

const ZONES = [
  'UTC',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'America/St_Johns',
]
const zone = fc.constantFrom(...ZONES)
/** Whole minutes of the years 2006 to 2036: Apia's lost day is among them, and New Foundland's clocks that went back over midnight. */
const minute = fc.integer({ min: 18_934_560, max: 34_713_600 })
const at = minute.map((n) => new Date(n * 60_000))
/** Near each other, so that they meet. */
const cluster = fc
  .tuple(minute, fc.array(fc.integer({ min: -60 * 24 * 60, max: 60 * 24 * 60 }), { maxLength: 12 }))
  .map(([around, offsets]) => offsets.map((offset, n) => ({ postId: String(n), at: new Date((around + offset) * 60_000) })))

describe('the rule', () => {
  test('leaves every calendar day free that is far enough from all others, and no other', () => {
    const days = fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 12 })
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 40 }), (pinDays, least) => {
        const ranges = blockedDays(pinDays, least)
        for (let day = -50; day <= 170; day++) {
          const isAllowed = pinDays.every((other) => Math.abs(day - other) >= least)
          expect(ranges.some(({ first, last }) => first <= day && day <= last)).toBe(!isAllowed)
        }
        for (const [n, { first }] of ranges.entries()) if (n > 0) expect(first).toBeGreaterThan(ranges[n - 1]!.last + 1)
      }),
    )
  })

  test('counts days as the clocks of the zone show them, and nothing before the next free instant is free', () => {
    fc.assert(
      fc.property(
        zone,
        cluster,
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: -1500, max: 1500 }),
        (timezone, pins, days, hours) => {
          const spacing = makeSpacing({ days, timezone }, pins)
          const dayOf = (instant: Date) => wallDayOf(instant, timezone)
          const isFar = (instant: Date) => pins.every((pin) => Math.abs(dayOf(instant) - dayOf(pin.at)) >= days)
          const instant = new Date((pins[0]?.at.getTime() ?? 0) + hours * 3_600_000)
          expect(isBlocked(spacing, instant)).toBe(!isFar(instant))
          const free = freeFrom(spacing, instant)
          expect(free.getTime()).toBeGreaterThanOrEqual(instant.getTime())
          for (let n = 0; n < 20; n++) {
            const between = new Date(instant.getTime() + Math.floor(((free.getTime() - instant.getTime()) * n) / 20))
            if (between < free) expect(isFar(between)).toBe(false)
          }
          if (free > instant) expect(isFar(new Date(free.getTime() - 1))).toBe(false)
          const daysTo = (pin: { at: Date }) => Math.abs(dayOf(pin.at) - dayOf(instant))
          const nearest = nearestPin(spacing, instant)
          if (nearest) expect(daysTo(nearest)).toBe(Math.min(...pins.map(daysTo)))
          else expect(pins).toEqual([])
        },
      ),
      { numRuns: 300 },
    )
  })

  test('finds the pin in the way by calendar days, though another is nearer by the clock', () => {
    const inTheWay = { postId: '1', at: new Date('2026-03-04T01:00:00Z') }
    const nextDay = { postId: '2', at: new Date('2026-03-05T00:30:00Z') }
    const spacing = makeSpacing({ days: 1, timezone: 'UTC' }, [nextDay, inTheWay])
    expect(nearestPin(spacing, new Date('2026-03-04T23:00:00Z'))).toMatchObject(inTheWay)
  })

  test('finds of two pins as many days away the one that is nearer by the clock', () => {
    const pins = ['2026-03-03T06:00:00Z', '2026-03-03T20:00:00Z', '2026-03-05T04:00:00Z', '2026-03-05T23:00:00Z'].map(
      (text, n) => ({
        postId: String(n),
        at: new Date(text),
      }),
    )
    const spacing = makeSpacing({ days: 3, timezone: 'UTC' }, pins)
    const nearestTo = (text: string) => nearestPin(spacing, new Date(text))?.postId
    expect(['01:00', '11:59', '12:01', '23:00'].map((time) => nearestTo(`2026-03-04T${time}:00Z`))).toEqual(['1', '1', '2', '2'])
    expect([nearestTo('2026-03-05T13:00:00Z'), nearestTo('2026-03-05T14:00:00Z')]).toEqual(['2', '3'])
    expect([nearestTo('2026-03-01T13:00:00Z'), nearestTo('2026-03-09T14:00:00Z')]).toEqual(['0', '3'])
  })

  test('never goes back in time for a free day where the clocks went back over midnight', () => {
    // New Foundland, 7 November 2010: at 00:01 it was 23:01 of the day before again, so that midnight came twice.
    const spacing = makeSpacing({ days: 1, timezone: 'America/St_Johns' }, [
      { postId: '1', at: new Date('2010-11-06T15:00:00Z') },
    ])
    const secondTime = new Date('2010-11-07T03:00:00Z')
    expect([isBlocked(spacing, new Date('2010-11-07T02:30:30Z')), isBlocked(spacing, secondTime)]).toEqual([false, true])
    expect(freeFrom(spacing, secondTime)).toEqual(secondTime)
    expect(freeFrom(spacing, new Date('2010-11-07T02:00:00Z'))).toEqual(new Date('2010-11-07T02:30:00Z'))
  })

  test('never makes a search stand still: from any instant a free one is reached', () => {
    fc.assert(
      fc.property(zone, cluster, fc.integer({ min: 1, max: 30 }), at, (timezone, pins, days, from) => {
        const spacing = makeSpacing({ days, timezone }, pins)
        let instant = from
        for (let n = 0; n < 60 && isBlocked(spacing, instant); n++) {
          const free = freeFrom(spacing, instant)
          instant = free > instant ? free : new Date(instant.getTime() + 3_600_000)
        }
        expect(isBlocked(spacing, instant)).toBe(false)
      }),
    )
  })
})

/** `days` between pins of the account, or of one url. */
async function aRule({ organizationId, accountId, clock }: World, days: number, url: string | null = null): Promise<void> {
  await db.sql`
    insert into spacing_rules (organization_id, account_id, url_key, url, days, updated_at)
    values (${organizationId}, ${accountId}, ${url === null ? '' : urlKeyOf(url)}, ${url}, ${days}, ${clock.now})`
}

const SHELF = 'https://shop.test/shelf'
const KEY = urlKeyOf(SHELF)
/** A slot on each day at 09:00 New York time. */
async function dailyWorld(): Promise<World> {
  const world = await aWorld(db)
  for (const day of ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']) await aSlot(world, `${day} 09:00`)
  return world
}
const dayFor = async (world: World, urlKey: string | null = KEY, postId: string | null = null) =>
  (await search(world, { postId, urlKey }))?.sendAt.toISOString().slice(0, 10)

describe('the next open slot of a url with a rule', () => {
  test('is so many calendar days from every pin with the same url, before it and after it', async () => {
    const world = await dailyWorld()
    await aRule(world, 3)
    await aQueuedPost(world, { url: SHELF, at: new Date('2026-03-04T23:00:00Z') })
    expect(await dayFor(world)).toBe('2026-03-07') // the 2nd and 3rd are too near as well
    await aQueuedPost(world, { url: SHELF, at: new Date('2026-03-09T01:00:00Z') }) // the evening of the 8th in New York
    expect(await dayFor(world)).toBe('2026-03-11')
  })

  test('without a rule, or of another url, is simply the next one', async () => {
    const world = await dailyWorld()
    await aQueuedPost(world, { url: SHELF, at: new Date('2026-03-03T00:00:00Z') })
    expect(await dayFor(world)).toBe('2026-03-02')
    await aRule(world, 3, 'https://shop.test/lamp')
    expect(await dayFor(world)).toBe('2026-03-02')
    await aRule(world, 3)
    expect(await dayFor(world, 'shop.test/other')).toBe('2026-03-02')
    expect(await dayFor(world, null)).toBe('2026-03-02')
    expect(await dayFor(world)).toBe('2026-03-05')
  })

  test('is spaced by the rule of its url rather than by the DEFAULT', async () => {
    const world = await dailyWorld()
    await aQueuedPost(world, { url: SHELF, at: new Date('2026-03-02T20:00:00Z') })
    await aRule(world, 9)
    await aRule(world, 2, `${SHELF}/#top`)
    expect(await dayFor(world)).toBe('2026-03-04')
  })

  test('counts a published pin from when it was published, a publishing one by its time, a draft not at all', async () => {
    const world = await dailyWorld()
    await aRule(world, 2)
    await aDraft(world, { url: SHELF })
    expect(await dayFor(world)).toBe('2026-03-02')
    const sent = await aSentPost(world, { url: SHELF, at: new Date('2026-03-02T11:00:00Z') })
    await db.sql`update posts set sent_at = '2026-03-04T03:00:00Z' where organization_id = ${world.organizationId} and id = ${sent.id}`
    expect(await dayFor(world)).toBe('2026-03-05') // it went out on the 3rd, late in the evening
    await anUploadingPost(world, { url: SHELF, at: new Date('2026-03-05T20:00:00Z') })
    expect(await dayFor(world)).toBe('2026-03-07')
  })

  test('counts a pin that was published days after its time from when it was published', async () => {
    const world = await dailyWorld()
    await aRule(world, 1)
    const late = await aSentPost(world, { url: SHELF, at: new Date('2026-03-02T11:00:00Z') })
    await db.sql`
      update posts
         set send_at = '2026-02-26T14:00:00Z', sent_at = '2026-03-02T09:00:00Z'
       where organization_id = ${world.organizationId} and id = ${late.id}`
    expect(await dayFor(world)).toBe('2026-03-03')
  })

  test('is found without holding others up, however many pins have the url', async () => {
    const world = await aWorld(db)
    await manySlots(world, 100)
    await aRule(world, 1)
    await fill(world, (await occurrences(world)).slice(0, 25_000))
    await db.sql`analyze posts`
    const blocked: number[] = []
    for (let n = 0; n < 4; n++) {
      const delay = monitorEventLoopDelay({ resolution: 1 })
      delay.enable()
      await search(world, { postId: null, urlKey: 'taken.test' })
      delay.disable()
      blocked.push(delay.max / 1e6)
    }
    expect(Math.min(...blocked)).toBeLessThan(300) // ms; 20 on a machine that does nothing else
  })

  test('does not stand in its own way, nor do pins of another account', async () => {
    const [world, other] = [await dailyWorld(), await dailyWorld()]
    await aRule(world, 5)
    await aQueuedPost(other, { url: SHELF, at: new Date('2026-03-03T00:00:00Z') })
    const post = await aQueuedPost(world, { url: SHELF, at: new Date('2026-03-03T00:00:00Z') })
    expect(await dayFor(world, KEY, post.id)).toBe('2026-03-02')
    expect(await dayFor(world, KEY)).toBe('2026-03-07')
  })

  test('counts days in UTC where the account has no zone', async () => {
    const world = await aWorld(db, { timezone: null })
    await aSlot(world, 'tue 00:30', 'UTC')
    await aSlot(world, 'tue 23:30', 'UTC')
    await aRule(world, 1)
    await aQueuedPost(world, { url: SHELF, at: new Date('2026-03-03T23:59:00Z') })
    expect((await search(world, { postId: null, urlKey: KEY }))?.sendAt).toEqual(new Date('2026-03-10T00:30:00Z'))
  })

  test('is none when its pins block ten years', async () => {
    const world = await dailyWorld()
    await aRule(world, 365)
    for (let year = 2026; year <= 2035; year++) await aQueuedPost(world, { url: SHELF, at: new Date(`${year}-03-02T20:00:00Z`) })
    await aQueuedPost(world, { url: SHELF, at: new Date('2036-03-01T20:00:00Z') })
    expect(await dayFor(world)).toBeUndefined()
    expect(await dayFor(world, 'shop.test/other')).toBe('2026-03-02')
  })

  test('is what a plain search finds, in any zone, with and without a full schedule before it', async () => {
    const pins = fc.array(fc.record({ url: fc.nat(2), hours: fc.integer({ min: 1, max: 90 * 24 }) }), {
      minLength: 1,
      maxLength: 14,
    })
    const rules = fc.record({ all: fc.option(fc.integer({ min: 1, max: 20 })), own: fc.option(fc.integer({ min: 1, max: 20 })) })
    await fc.assert(
      fc.asyncProperty(zone, pins, rules, async (timezone, asked, { all, own }) => {
        const world = await aWorld(db, { timezone })
        await manySlots(world, 12, timezone)
        if (all !== null) await aRule(world, all)
        if (own !== null) await aRule(world, own, 'https://example.com/1')
        for (const { url, hours } of asked) {
          const on = new Date(world.clock.now.getTime() + hours * 3_600_000)
          await aQueuedPost(world, { url: `https://example.com/${url}`, at: on })
        }
        for (const urlKey of ['example.com/0', 'example.com/1', 'example.com/9']) {
          const search1 = { postId: null, urlKey }
          expect((await search(world, search1))?.sendAt).toEqual(await searchPlainly(world, search1))
        }
      }),
      { numRuns: 12 },
    )
  })
})

describe('who is spaced', () => {
  const next = { kind: 'nextOpenSlot' } as const
  const dayOf = (post: { sendAt: Date | null }) => post.sendAt?.toISOString().slice(0, 10)

  test('a draft that is scheduled, and a queued pin that asks again, by the url it has', async () => {
    const world = await dailyWorld()
    const { deps, actor, accountId } = world
    await aRule(world, 4)
    const schedule = (postId: string) => schedulePost(deps, actor, { accountId, postId, when: next })
    const first = await schedule((await aDraft(world, { url: SHELF })).id)
    const second = await schedule((await aDraft(world, { url: `${SHELF}/` })).id)
    expect([dayOf(first), dayOf(second)]).toEqual(['2026-03-02', '2026-03-06'])
    expect(dayOf(await schedule(second.id))).toBe('2026-03-06')
    expect(dayOf(await schedule(first.id))).toBe('2026-03-02')
  })

  test('a pin that stands too near by an explicit time moves away when it asks for the next open slot', async () => {
    const world = await dailyWorld()
    const { deps, actor, accountId } = world
    await aRule(world, 4)
    await aQueuedPost(world, { url: SHELF, at: new Date('2026-03-02T20:00:00Z') })
    const near = await aQueuedPost(world, { url: SHELF, at: new Date('2026-03-03T14:00:00Z') })
    expect([dayOf(near), near.timeslotId]).toEqual(['2026-03-03', expect.any(String)]) // an explicit time is not spaced
    const moved = await schedulePost(deps, actor, { accountId, postId: near.id, when: next })
    expect(dayOf(moved)).toBe('2026-03-06')
  })

  test('the first board of a series alone: the interval governs within it', async () => {
    const world = await aStudio()
    for (const day of ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']) await aSlot(world, `${day} 09:00`)
    await aRule(world, 4)
    await aQueuedPost(world, { url: SHELF, at: new Date('2026-03-02T20:00:00Z') })
    const boards = ['101', '102'].map((boardId) => ({ boardId, boardSectionId: null }))
    const series = { boards, intervalType: 'daily', intervalDays: null, mode: 'slots' } as const
    expect((await createAll(world, { url: SHELF, when: next })).map(dayOf)).toEqual(['2026-03-06'])
    const posts = await createAll(world, { url: SHELF, board: null, series, when: next })
    expect(posts.map(dayOf)).toEqual(['2026-03-10', '2026-03-11'])
  })
})
