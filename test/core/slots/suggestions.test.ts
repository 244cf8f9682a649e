import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/core/lib/duration.js'
import type { Role } from '../../../src/core/lib/actor.js'
import { keepPinDays } from '../../../src/core/insight/analytics/pin-days.js'
import { rebuildTimeslots } from '../../../src/core/slots/week/rebuild.js'
import { suggestTimeslots, takeSuggestion } from '../../../src/core/slots/week/suggestions.js'
import { listTimeslots } from '../../../src/core/slots/week/timeslots.js'
import { MOST_SLOTS } from '../../../src/core/slots/week/rules.js'
import { aDatabase } from '../../support/database.js'
import { aWorld, type World } from '../../support/world.js'
import { accountOf, aPin, aSlot, setType } from './support/fixtures.js'

const { db } = await aDatabase()

const suggest = ({ deps, actor, accountId }: World, input: { limit?: number; timezone?: string | null } = {}) =>
  suggestTimeslots(deps, actor, { accountId, ...input })
const take = ({ deps, actor, accountId }: World, input: { day?: number; time?: string; timezone?: string | null } = {}) =>
  takeSuggestion(deps, actor, { accountId, day: 6, time: '21:00', timezone: null, ...input })
const list = ({ deps, actor, accountId }: World) => listTimeslots(deps, actor, { accountId })
const timesOf = ({ suggestions }: Awaited<ReturnType<typeof suggest>>) => suggestions.map(({ day, minute }) => [day, minute])

/** Pins whose results are known: two a day, at 6:00 and 21:00 UTC, for four weeks. */
async function withResults(world: World, valueAt: (hour: number) => number): Promise<void> {
  const account = await accountOf(world)
  const start = Date.parse('2026-01-20T00:00:00Z')
  for (let index = 0; index < 56; index++) {
    const hour = index % 2 ? 21 : 6
    const at = new Date(start + Math.floor(index / 2) * DAY_MS + hour * 3_600_000)
    await aPin(world, { at, status: 'sent' })
    const days = Array.from({ length: 14 }, (_, day) => ({
      day: new Date(at.getTime() + day * DAY_MS).toISOString().slice(0, 10),
      dataStatus: 'READY',
      metrics: { impression: valueAt(hour) + index },
    }))
    await keepPinDays(db.sql, account, { pinId: String(at.getTime()), days }, world.clock.now)
  }
}

describe('suggestions', () => {
  test('come from the curve while little is known, ten of them, best first, in the account’s zone', async () => {
    const world = await aWorld(db)
    const answer = await suggest(world)
    expect(answer).toMatchObject({ basis: 'default', pinsRead: 0, timezone: 'America/New_York' })
    expect(timesOf(answer)).toHaveLength(10)
    expect(answer.suggestions[0]).toEqual({ day: 6, minute: 1260, score: 1 })
    expect((await suggest(world, { timezone: 'Asia/Tokyo', limit: 50 })).suggestions).toHaveLength(50)
  })

  test('come from the account’s own results where there are enough of them, and so does a rebuild', async () => {
    const world = await aWorld(db, { timezone: 'UTC' })
    await withResults(world, (hour) => (hour === 6 ? 1000 : 10))
    const answer = await suggest(world)
    expect(answer).toMatchObject({ basis: 'results', pinsRead: 56 })
    expect(answer.suggestions.filter(({ minute }) => minute === 360).length).toBeGreaterThan(4)
    expect(answer.suggestions.some(({ minute }) => minute === 1260)).toBe(false)
    const { deps, actor, accountId } = world
    const input = { accountId, pinsPerDay: 3, timezone: null, preview: true }
    const rebuild = await rebuildTimeslots(deps, actor, input)
    expect(rebuild.basis).toBe('results')
    expect(rebuild.added.filter(({ minute }) => minute === 360)).toHaveLength(7)
  })

  test('keep their distance from the slots there are, whatever zone these are in, but not from evergreen ones', async () => {
    const world = await aWorld(db)
    await aSlot(world, 'sun 02:20', 'UTC') // Saturday 21:20 in New York, in March
    await setType(world, await aSlot(world, 'sun 21:00'), 'evergreen')
    const times = timesOf(await suggest(world, { limit: 50 }))
    expect(times).toContainEqual([0, 1260])
    const near = times.filter(([day, minute]) => day === 6 && Math.abs(minute! - 1280) < 120)
    expect(near).toEqual([])
    expect(times).toContainEqual([6, 1140])
    world.clock.now = new Date('2026-07-01T00:00:00Z') // 22:20 by now
    expect(timesOf(await suggest(world, { limit: 50 }))).toContainEqual([6, 1200])
  })

  test.each([0, 51, 1.5])('a limit of %d is refused', async (limit) => {
    const world = await aWorld(db)
    await expect(suggest(world, { limit })).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field: 'limit' } })
  })

  test('need a zone that exists, of the call or of the account', async () => {
    const world = await aWorld(db, { timezone: null })
    const refused = { code: 'BAD_REQUEST', details: { field: 'timezone' } }
    await expect(suggest(world)).rejects.toMatchObject(refused)
    await expect(suggest(world, { timezone: 'Mars/Olympus' })).rejects.toMatchObject(refused)
    expect(await suggest(world, { timezone: 'UTC' })).toMatchObject({ timezone: 'UTC' })
    const other = await aWorld(db)
    await expect(suggest({ ...world, actor: other.actor }, { timezone: 'UTC' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('taking one', () => {
  test('makes a slot of type recommended, which is then not suggested any more', async () => {
    const world = await aWorld(db)
    await db.sql`
      update schedules
         set full_until = '2027-01-01', full_until_tz = 'x'
       where organization_id = ${world.organizationId}`
    const made = await take(world)
    expect(made).toMatchObject({ day: 6, minute: 1260, timezone: 'America/New_York', type: 'recommended' })
    expect(made.predictedSendAt).toEqual(new Date('2026-03-08T02:00:00Z'))
    expect(await list(world)).toEqual([made])
    expect(timesOf(await suggest(world, { limit: 50 }))).not.toContainEqual([6, 1260])
    const [schedule] = await db.sql`select full_until from schedules where organization_id = ${world.organizationId}`
    expect(schedule).toEqual({ full_until: null })
  })

  test('twice gives the slot that is there, also at once and whatever its type', async () => {
    const world = await aWorld(db)
    const made = await Promise.all([take(world), take(world), take(world)])
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    const manual = await aSlot(world, 'mon 09:00')
    expect(await take(world, { day: 1, time: '09:00' })).toMatchObject({ id: manual, type: 'manual' })
    await setType(world, manual, 'evergreen')
    expect((await take(world, { day: 1, time: '09:00' })).type).toBe('recommended')
    expect((await take(world, { timezone: 'UTC' })).id).not.toBe(made[0].id)
  })

  test.each([
    [{ day: 7 }, 'dayPreference'],
    [{ time: '9:00' }, 'time'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{}, 'timezone'],
  ])('of %j is refused and names %s', async (input, field) => {
    const world = await aWorld(db, { timezone: null })
    await expect(take(world, input)).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field } })
    expect(await list(world)).toEqual([])
  })

  test('is not for viewers and contributors', async () => {
    const world = await aWorld(db)
    for (const role of ['viewer', 'contributor'] satisfies Role[]) {
      await expect(take({ ...world, actor: { ...world.actor, role } })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    expect(await take({ ...world, actor: { ...world.actor, role: 'scheduler' } })).toMatchObject({ type: 'recommended' })
  })

  test('needs room for one more slot; one that is there already is given all the same', async () => {
    const world = await aWorld(db)
    await db.sql`
      insert into timeslots (organization_id, account_id, day, minute, timezone, type, created_at)
      select ${world.organizationId}, ${world.accountId}, n % 7, n % 1440, 'America/New_York', 'manual', ${world.clock.now}::timestamptz
        from generate_series(1, ${MOST_SLOTS.smart.most}::int) n`
    await expect(take(world, { timezone: 'UTC' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      details: { field: 'dayPreference' },
    })
    expect(await list(world)).toHaveLength(MOST_SLOTS.smart.most)
    expect(await take(world, { day: 1, time: '00:01' })).toMatchObject({ day: 1, minute: 1, type: 'manual' })
  })

  test('is a 409 while the schedule is locked', async () => {
    const world = await aWorld(db)
    await db.tx(async (sql) => {
      await sql`select id from schedules where organization_id = ${world.organizationId} for update`
      await expect(take(world)).rejects.toMatchObject({ code: 'CONFLICT', details: { reason: 'schedule_locked' } })
    })
  })
})
