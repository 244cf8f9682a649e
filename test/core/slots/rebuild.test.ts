import { describe, expect, test } from 'vitest'
import type { Role } from '../../../src/core/lib/actor.js'
import { readSchedule } from '../../../src/core/slots/calendar.js'
import { rebuildTimeslots, type Rebuild } from '../../../src/core/slots/week/rebuild.js'
import { createTimeslot, listTimeslots } from '../../../src/core/slots/week/timeslots.js'
import type { Sql } from '../../../src/core/ports/deps.js'
import type { Pool } from '../../../src/db/pool.js'
import { countWaiting } from '../../db/support/waiting.js'
import { aDatabase } from '../../support/database.js'
import { aWorld, type World } from '../../support/world.js'
import { accountOf, aDraft, aPin, aSlot, next, setType } from './support/fixtures.js'

const { db } = await aDatabase()

type Input = { pinsPerDay?: number; timezone?: string | null; preview?: boolean }
const rebuild = ({ deps, actor, accountId }: World, { pinsPerDay = 2, timezone = 'UTC', preview = false }: Input = {}) =>
  rebuildTimeslots(deps, actor, { accountId, pinsPerDay, timezone, preview })
const list = ({ deps, actor, accountId }: World) => listTimeslots(deps, actor, { accountId })
const timesOf = (slots: { day: number; minute: number }[], day: number) =>
  slots.filter((slot) => slot.day === day).map(({ minute }) => minute / 60)
const rule = ({ day, minute, timezone }: { day: number; minute: number; timezone: string }) => ({ day, minute, timezone })
const pinOf = async ({ organizationId }: World, id: string) =>
  (
    await db.sql<{ status: string; sendAt: Date; timeslotId: string | null; version: number; updatedAt: Date }[]>`
    select status, send_at as "sendAt", timeslot_id as "timeslotId", version, updated_at as "updatedAt"
      from posts
     where organization_id = ${organizationId} and id = ${id}`
  )[0]!
const everything = async ({ organizationId }: World) => ({
  slots: [...(await db.sql`select * from timeslots where organization_id = ${organizationId} order by id`)],
  posts: [...(await db.sql`select * from posts where organization_id = ${organizationId} order by id`)],
  schedules: [...(await db.sql`select * from schedules where organization_id = ${organizationId}`)],
})

// A world in UTC begins Monday 2026-03-02 10:00; two a day are at 20:00 and 21:00 of the curve.
const utc = () => aWorld(db, { timezone: 'UTC' })
const MONDAY_NINE_PM = '2026-03-02T21:00:00Z'

describe('the new week', () => {
  test('has so many auto-created slots on each day, at its best times, in the zone asked for or the account’s', async () => {
    const world = await aWorld(db)
    const made = await rebuild(world, { pinsPerDay: 3, timezone: null })
    expect(made).toMatchObject({
      preview: false,
      basis: 'default',
      timezone: 'America/New_York',
      pinsPerDay: 3,
      leastApart: 300,
      removed: [],
      kept: [],
    })
    const slots = await list(world)
    expect(slots).toEqual(made.added)
    expect(slots).toHaveLength(21)
    for (const day of [1, 2, 3, 4]) expect(timesOf(slots, day)).toEqual([7, 12, 21])
    expect(timesOf(slots, 5)).toEqual([10, 15, 21])
    expect(slots.every(({ type, timezone }) => type === 'auto-created' && timezone === 'America/New_York')).toBe(true)
    expect(slots.find(({ day }) => day === 1)?.predictedSendAt).toEqual(new Date('2026-03-02T12:00:00Z'))
    expect((await rebuild(world, { pinsPerDay: 1, timezone: 'Asia/Kathmandu' })).timezone).toBe('Asia/Kathmandu')
    expect((await list(world)).map(({ timezone }) => timezone)).toEqual(Array.from({ length: 7 }, () => 'Asia/Kathmandu'))
  })

  test('keeps slots that are planned anyway, drops the others, leaves evergreen ones alone', async () => {
    const world = await utc()
    const kept = [await aSlot(world, 'mon 21:00'), await aSlot(world, 'sat 21:00')]
    const dropped = [
      await aSlot(world, 'mon 21:00'),
      await aSlot(world, 'tue 09:30'),
      await aSlot(world, 'tue 21:00', 'Europe/London'),
    ]
    const evergreen = await aSlot(world, 'wed 12:00')
    await setType(world, evergreen, 'evergreen')
    const made = await rebuild(world)
    expect(made.kept.map(({ id, type }) => [id, type])).toEqual(kept.map((id) => [id, 'auto-created']))
    expect(new Set(made.removed.map(({ id, type }) => `${id} ${type}`))).toEqual(new Set(dropped.map((id) => `${id} manual`)))
    expect(made.added).toHaveLength(12)
    const slots = await list(world)
    expect(slots).toHaveLength(14)
    expect(new Set(slots.map(({ type }) => type))).toEqual(new Set(['auto-created']))
    const [left] = await db.sql`select type from timeslots where organization_id = ${world.organizationId} and id = ${evergreen}`
    expect(left).toEqual({ type: 'evergreen' })
  })

  test('is the same when built again: everything stays', async () => {
    const world = await utc()
    const first = await rebuild(world, { pinsPerDay: 30 })
    const second = await rebuild(world, { pinsPerDay: 30 })
    expect([second.added, second.removed]).toEqual([[], []])
    expect(second.kept).toEqual(first.added)
  })

  test('forgets how far the schedule was full', async () => {
    const world = await utc()
    await db.sql`
      update schedules
         set full_until = '2027-01-01', full_until_tz = 'x'
       where organization_id = ${world.organizationId}`
    await rebuild(world)
    expect((await everything(world)).schedules[0]).toMatchObject({ full_until: null, full_until_tz: null })
  })

  test.each([
    [{ pinsPerDay: 0 }, 'pinsPerDay'],
    [{ pinsPerDay: 51 }, 'pinsPerDay'],
    [{ pinsPerDay: 2.5 }, 'pinsPerDay'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ timezone: null }, 'timezone'],
  ])('%j is refused and nothing changes', async (input, field) => {
    const world = await aWorld(db, { timezone: null })
    await aSlot(world, 'mon 09:00', 'UTC')
    const before = await everything(world)
    await expect(rebuild(world, input)).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field } })
    expect(await everything(world)).toEqual(before)
  })

  test('is not for viewers and contributors, nor for another organization', async () => {
    const [world, other] = [await utc(), await utc()]
    for (const role of ['viewer', 'contributor'] satisfies Role[]) {
      await expect(rebuild({ ...world, actor: { ...world.actor, role } })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    expect((await rebuild({ ...world, actor: { ...world.actor, role: 'scheduler' } })).added).toHaveLength(14)
    await expect(rebuild({ ...world, actor: other.actor })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('pins', () => {
  test('keep their times; those at an instant of the new week are on it, the others off-slot', async () => {
    const world = await utc()
    const old = await aSlot(world, 'mon 21:00', 'Europe/London') // the same instants for now
    const nine = await aSlot(world, 'tue 09:00')
    const same = await aPin(world, { at: MONDAY_NINE_PM, timeslotId: old })
    const uploading = await aPin(world, { at: '2026-03-09T21:00:00Z', timeslotId: old, status: 'uploading' })
    const lost = await aPin(world, { at: '2026-03-03T09:00:00Z', timeslotId: nine })
    const loose = await aPin(world, { at: '2026-03-04T12:00:00Z' })
    const off = await aPin(world, { at: '2026-03-04T12:00:30Z' })
    const sent = await aPin(world, { at: '2026-02-23T21:00:00Z', timeslotId: old, status: 'sent' })
    world.clock.advance(1000)
    const made = await rebuild(world)
    expect(made.pins).toEqual({ reattached: 3, offSlot: 2 })
    const slotOn = async (day: number, hour: number) =>
      (await list(world)).find((slot) => slot.day === day && slot.minute === hour * 60)!.id
    const slots = await Promise.all(
      [same, uploading, loose, lost, off, sent].map(async (id) => (await pinOf(world, id)).timeslotId),
    )
    expect(slots).toEqual([await slotOn(1, 21), await slotOn(1, 21), await slotOn(3, 12), null, null, null])
    expect(await pinOf(world, same)).toMatchObject({
      status: 'queued',
      sendAt: new Date(MONDAY_NINE_PM),
      updatedAt: world.clock.now,
    })
    for (const id of [same, lost, loose, off]) expect((await pinOf(world, id)).version).toBe(1) // nothing changed for a person
  })

  test('on a slot that stays are not touched', async () => {
    const world = await utc()
    const slot = await aSlot(world, 'mon 21:00')
    const pin = await aPin(world, { at: MONDAY_NINE_PM, timeslotId: slot })
    const before = await pinOf(world, pin)
    world.clock.advance(1000)
    expect((await rebuild(world)).pins).toEqual({ reattached: 0, offSlot: 0 })
    expect(await pinOf(world, pin)).toEqual(before)
  })

  test('are never more on an instant than it has slots, and what they held is not booked again', async () => {
    const world = await utc()
    const twins = [await aSlot(world, 'mon 21:00'), await aSlot(world, 'mon 21:00')]
    const pins = [
      await aPin(world, { at: MONDAY_NINE_PM, timeslotId: twins[1]! }),
      await aPin(world, { at: MONDAY_NINE_PM, timeslotId: twins[0]! }),
    ]
    const made = await rebuild(world)
    expect(made.pins).toEqual({ reattached: 0, offSlot: 1 })
    expect(await Promise.all(pins.map(async (id) => (await pinOf(world, id)).timeslotId))).toEqual([null, twins[0]])
    const { deps, actor, accountId } = world
    const { entries } = await readSchedule(deps, actor, { accountId, from: null, to: null })
    const atNine = entries.filter(({ sendAt }) => sendAt.getTime() === Date.parse(MONDAY_NINE_PM))
    expect(atNine.map(({ state }) => state)).toEqual(['scheduled', 'scheduled'])
    expect((await next(world)).sendAt).toEqual(new Date('2026-03-02T12:00:00Z'))
  })

  test('an evergreen pin stays on its own slot', async () => {
    const world = await utc()
    const evergreen = await aSlot(world, 'mon 21:00')
    await setType(world, evergreen, 'evergreen')
    const pin = await aPin(world, { at: MONDAY_NINE_PM, timeslotId: evergreen })
    expect((await rebuild(world)).pins).toEqual({ reattached: 0, offSlot: 0 })
    expect((await pinOf(world, pin)).timeslotId).toBe(evergreen)
  })

  test('drafts and those of another account stay as they are', async () => {
    const [world, other] = [await utc(), await utc()]
    const draft = await aDraft(world)
    const slot = await aSlot(other, 'tue 09:00')
    const foreign = await aPin(other, { at: '2026-03-03T09:00:00Z', timeslotId: slot })
    const before = [await pinOf(world, draft), await everything(other)]
    await rebuild(world)
    expect([await pinOf(world, draft), await everything(other)]).toEqual(before)
    expect((await pinOf(other, foreign)).timeslotId).toBe(slot)
  })

  test('ten thousand of them take a few statements more than a hundred', async () => {
    const world = await utc()
    const { organizationId, accountId, clock } = world
    /** On twenty slots a day for so many weeks. */
    const queue = (weeks: number) => db.sql`
      insert into posts (organization_id, account_id, status, media_type, title, description, url, url_key, board_id, send_at, timeslot_id,
                         due_at, created_via, created_at, updated_at)
      select ${organizationId}, ${accountId}, 'queued', 'image', 'Shelf', 'A shelf', 'https://shop.test/shelf', 'shop.test/shelf', '101', o.at,
             t.id, o.at, 'api', ${clock.now}, ${clock.now}
        from timeslots t
        cross join lateral (
              select t.predicted_send_at + w * interval '168 hours' as at
                from generate_series(0, ${weeks - 1}::int) as w) o
       where t.organization_id = ${organizationId} and t.account_id = ${accountId}`
    /** As it is again afterwards, with each pin to be written. */
    const counted = async (pinsPerDay: number) => {
      let statements = 0
      const count = (sql: Sql): Sql =>
        new Proxy(sql, {
          apply: (target, self, args: unknown[]): unknown => (statements++, Reflect.apply(target as never, self, args)),
        })
      const tx: Pool['tx'] = (work, options) => db.tx((sql) => work(count(sql)), options)
      const { pins } = await rebuild({ ...world, deps: { ...world.deps, db: { ...db, tx } } }, { pinsPerDay, timezone: 'UTC' })
      return { pins, statements }
    }
    const week = () => rebuild(world, { pinsPerDay: 20, timezone: 'Europe/London' })
    await week()
    await queue(1)
    const few = await counted(18)
    await db.sql`delete from posts where organization_id = ${organizationId}`
    await week()
    await queue(72)
    const { pins, statements } = await counted(18)
    expect(statements - few.statements).toBeLessThan(10) // thousands are written in each
    expect(pins.reattached + pins.offSlot).toBe(10_080)
    expect(pins.reattached).toBeGreaterThan(5000)
    const [row] = await db.sql<[{ on: number }]>`
      select count(*)::int as on
        from posts p
        join timeslots t on t.organization_id = p.organization_id and t.id = p.timeslot_id
       where p.organization_id = ${organizationId}`
    expect(row.on).toBe(pins.reattached)
  })
})

describe('a preview', () => {
  /** Slots and pins of all sorts. */
  async function aBusyWorld(): Promise<World> {
    const world = await utc()
    const slots = [
      ...[await aSlot(world, 'mon 21:00'), await aSlot(world, 'mon 21:00'), await aSlot(world, 'wed 20:00', 'Europe/London')],
      ...[await aSlot(world, 'thu 08:15'), await aSlot(world, 'sun 21:00', 'America/New_York')],
    ]
    const times = ['02T21:00', '02T21:00', '04T20:00', '05T08:15', '09T01:00']
    for (const [index, at] of times.entries()) await aPin(world, { at: `2026-03-${at}:00Z`, timeslotId: slots[index]! })
    for (const at of ['03T20:00', '03T20:00', '06T21:00', '06T21:01']) await aPin(world, { at: `2026-03-${at}:00Z` })
    await aPin(world, { at: '2026-04-06T21:00:00Z', timeslotId: slots[0]!, status: 'uploading' }) // April: London has another hour
    await aPin(world, { at: '2026-04-08T19:00:00Z', timeslotId: slots[2]! })
    return world
  }
  const asRules = ({ preview: _, added, ...rest }: Rebuild) => ({ ...rest, added: added.map(rule) })

  test.each([1, 2, 7, 24, 31])('of %i a day writes nothing, and the rebuild comes to just that', async (pinsPerDay) => {
    const world = await aBusyWorld()
    const before = await everything(world)
    const foreseen = await rebuild(world, { pinsPerDay, preview: true })
    expect(await everything(world)).toEqual(before)
    expect(foreseen.preview).toBe(true)
    expect(foreseen.added.some((slot) => 'id' in slot)).toBe(false)
    const made = await rebuild(world, { pinsPerDay })
    expect(asRules(made)).toEqual(asRules(foreseen))
    expect(made.pins.reattached + made.pins.offSlot).toBeGreaterThan(5)
  })

  test('waits for nobody: it can be had while the schedule is locked', async () => {
    const world = await aBusyWorld()
    const account = await accountOf(world)
    await db.tx(async (sql) => {
      await sql`select id from schedules where organization_id = ${account.organizationId} for update`
      expect((await rebuild(world, { preview: true })).added.length).toBeGreaterThan(0)
    })
  })
})

describe('beside others', () => {
  test('while a rebuild is in progress another write of timeslots is a 409, and it is one beside another', async () => {
    const world = await utc()
    const { deps, actor, accountId } = world
    let finish = () => {}
    const began = aSignal()
    const running = rebuildTimeslots(deps, actor, { accountId, pinsPerDay: 1, timezone: null, preview: false }, () => {
      began.give()
      return new Promise((resolve) => (finish = resolve))
    })
    await began.given
    const locked = { code: 'CONFLICT', details: { reason: 'schedule_locked' } }
    await expect(createTimeslot(deps, actor, { accountId, day: 1, time: '09:00', timezone: null })).rejects.toMatchObject(locked)
    await expect(rebuild(world)).rejects.toMatchObject(locked)
    finish()
    expect((await running).added).toHaveLength(7)
    expect(await list(world)).toHaveLength(7)
  })

  test('what fails before the commit undoes all of it', async () => {
    const world = await utc()
    const slot = await aSlot(world, 'mon 09:00')
    await aPin(world, { at: '2026-03-09T09:00:00Z', timeslotId: slot })
    const before = await everything(world)
    const { deps, actor, accountId } = world
    const input = { accountId, pinsPerDay: 3, timezone: null, preview: false }
    await expect(rebuildTimeslots(deps, actor, input, () => Promise.reject(new Error('lease lost')))).rejects.toThrow(
      'lease lost',
    )
    expect(await everything(world)).toEqual(before)
  })

  test('a pin that goes out, is unscheduled or moves meanwhile is waited for, and is left where it went', async () => {
    const world = await utc()
    const { organizationId } = world
    const slot = await aSlot(world, 'mon 21:00', 'Europe/London')
    const [sent, draft, moved, still] = [
      await aPin(world, { at: MONDAY_NINE_PM, timeslotId: slot }),
      await aPin(world, { at: '2026-03-09T21:00:00Z', timeslotId: slot }),
      await aPin(world, { at: '2026-03-16T21:00:00Z', timeslotId: slot }),
      await aPin(world, { at: '2026-03-23T21:00:00Z', timeslotId: slot }),
    ]
    const began = aSignal()
    const others = db.tx(async (sql) => {
      await sql`update posts set status = 'sent', pin_id = '5', sent_at = send_at, due_at = null where organization_id = ${organizationId} and id = ${sent}`
      await sql`
        update posts
           set status = 'draft', send_at = null, timeslot_id = null, due_at = null
         where organization_id = ${organizationId} and id = ${draft}`
      await sql`
        update posts
           set send_at = '2026-03-17T03:03:00Z', due_at = '2026-03-17T03:03:00Z', timeslot_id = null
         where organization_id = ${organizationId} and id = ${moved}`
      began.give()
      await waitsForPosts()
    })
    await began.given
    const running = rebuild(world)
    await others
    expect((await running).pins).toEqual({ reattached: 1, offSlot: 1 })
    expect(await pinOf(world, sent)).toMatchObject({ status: 'sent', timeslotId: null })
    expect(await pinOf(world, draft)).toMatchObject({ status: 'draft', timeslotId: null, sendAt: null })
    expect(await pinOf(world, moved)).toMatchObject({ sendAt: new Date('2026-03-17T03:03:00Z'), timeslotId: null })
    expect((await pinOf(world, still)).timeslotId).not.toBeNull()
  })

  test('an explicit time that takes an occurrence meanwhile keeps it, and the others find theirs', async () => {
    const world = await utc()
    const [kept, gone] = [await aSlot(world, 'mon 21:00'), await aSlot(world, 'tue 21:00', 'Europe/London')]
    const loose = await aPin(world, { at: MONDAY_NINE_PM })
    const other = await aPin(world, { at: '2026-03-03T21:00:00Z', timeslotId: gone })
    const began = aSignal()
    const quicker = db.tx(async (sql) => {
      const inside = { ...world, deps: { ...world.deps, db: { ...db, sql } } }
      const id = await aPin(inside, { at: MONDAY_NINE_PM, timeslotId: kept })
      began.give()
      await waitsForPosts()
      return id
    })
    await began.given
    const running = rebuild(world)
    expect((await pinOf(world, await quicker)).timeslotId).toBe(kept)
    expect((await running).pins).toEqual({ reattached: 1, offSlot: 1 })
    expect((await pinOf(world, loose)).timeslotId).toBeNull()
    expect((await pinOf(world, other)).timeslotId).not.toBeNull()
  })

  test('ten at once: each is whole or a 409, and the week is one of theirs', async () => {
    const world = await utc()
    const all = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => rebuild(world, { pinsPerDay: index + 1 })))
    const done = all.filter((one) => one.status === 'fulfilled').map(({ value }) => value.pinsPerDay)
    for (const one of all)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ details: { reason: 'schedule_locked' } })
    const slots = await list(world)
    expect(done).toContain(slots.length / 7)
  })
})

function aSignal() {
  let give = () => {}
  const given = new Promise<void>((resolve) => (give = resolve))
  return { given, give }
}

/** Until some other transaction waits for one of ours. */
const waitsForPosts = () => expect.poll(() => countWaiting(db, 'posts')).toBeGreaterThan(0)
