/** What an account's guard closes: blackouts, and days that have their limit. A person's own time is taken all the same. */
import { describe, expect, test } from 'vitest'
import { changeMany } from '../../../src/core/many/bulk/change.js'
import { runEvergreen } from '../../../src/core/posts/evergreen/run.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { swapPosts } from '../../../src/core/posts/schedule/swap.js'
import { undoChange } from '../../../src/core/posts/undo/undo.js'
import { unschedulePost } from '../../../src/core/posts/unschedule.js'
import { readSchedule } from '../../../src/core/slots/calendar.js'
import { createEvergreenSlot } from '../../../src/core/slots/evergreen-slots.js'
import { changeGuard, type GuardChange, listInBlackouts, readGuardSettings } from '../../../src/core/slots/guard-settings.js'
import { listOpenSlots } from '../../../src/core/slots/next-open-slot.js'
import { setTimezone } from '../../../src/core/accounts/settings.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, aSentPost, aTimeslot, DAY_MS, HOUR_MS } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'
import { aPin, aSlot, next } from './support/fixtures.js'
import { fill, manySlots, occurrences, search } from './support/search.js'

const { db } = await aDatabase()
// The world starts on Monday 2 March 2026, 10:00 UTC, which is 05:00 in New York.

const set = ({ deps, actor, accountId }: World, change: GuardChange) => changeGuard(deps, actor, { accountId, ...change })
const read = ({ deps, actor, accountId }: World) => readGuardSettings(deps, actor, { accountId })
const blackout = (from: string, to: string, note: string | null = null) => ({ from, to, note })
const place = ({ deps, actor, accountId }: World, postId: string, at?: string) =>
  schedulePost(deps, actor, {
    accountId,
    postId,
    when: at === undefined ? { kind: 'nextOpenSlot' } : { kind: 'at', at: new Date(at) },
  })
const codes = (warnings: { code: string }[] | undefined) => (warnings ?? []).map(({ code }) => code)
const daily = async (world: World, ...times: string[]) => {
  for (let day = 0; day < 7; day++) for (const time of times) await aTimeslot(world, { day, time, timezone: 'America/New_York' })
}

describe('a blackout', () => {
  test('closes the slots of its days in the account’s zone, and says so for those passed over', async () => {
    const world = await aWorld(db)
    await daily(world, '23:30')
    await set(world, { blackouts: [blackout('2026-03-02', '2026-03-03', 'Launch')] })
    const placed = await place(world, (await aDraft(world)).id)
    expect(placed.sendAt?.toISOString()).toBe('2026-03-05T04:30:00.000Z') // 4 March in New York
    expect(placed.placement?.passedOver.map(({ reason, post }) => [reason, post])).toEqual([
      ['blackout', null],
      ['blackout', null],
    ])
  })

  test('has hours, too: its end is open again', async () => {
    const world = await aWorld(db)
    await daily(world, '09:00', '12:00')
    await set(world, { blackouts: [blackout('2026-03-02T09:00:00-05:00', '2026-03-02T12:00:00-05:00')] })
    expect((await next(world)).sendAt.toISOString()).toBe('2026-03-02T17:00:00.000Z')
  })

  test('follows the account’s zone when that changes', async () => {
    const world = await aWorld(db)
    await aSlot(world, 'mon 20:00')
    await set(world, { blackouts: [blackout('2026-03-03', '2026-03-03')] })
    expect((await next(world)).sendAt.toISOString()).toBe('2026-03-03T01:00:00.000Z')
    await setTimezone(world.deps, world.actor, { accountId: world.accountId, timezone: 'UTC' })
    expect((await next(world)).sendAt.toISOString()).toBe('2026-03-10T00:00:00.000Z')
  })

  test('is as long as its days, also where the clocks change', async () => {
    const world = await aWorld(db, { at: new Date('2026-03-07T12:00:00Z') })
    await daily(world, '00:00', '23:45')
    await set(world, { blackouts: [blackout('2026-03-08', '2026-03-08')] })
    const open = await listOpenSlots(world.deps, world.actor, { accountId: world.accountId, limit: 2 })
    expect(open.map(({ at }) => at.toISOString())).toEqual(['2026-03-08T04:45:00.000Z', '2026-03-09T04:00:00.000Z'])
  })

  test('is not shown as open in the calendar', async () => {
    const world = await aWorld(db)
    await daily(world, '12:00')
    await set(world, { blackouts: [blackout('2026-03-03', '2026-03-08')] })
    const { entries } = await readSchedule(world.deps, world.actor, {
      accountId: world.accountId,
      from: null,
      to: new Date('2026-03-11T00:00:00Z'),
    })
    expect(entries.map(({ sendAt }) => sendAt.toISOString().slice(0, 10))).toEqual(['2026-03-02', '2026-03-09', '2026-03-10'])
  })

  test('takes a set time with a warning, and so does Undo', async () => {
    const world = await aWorld(db)
    await set(world, { blackouts: [blackout('2026-03-04', '2026-03-04', 'Fair')] })
    const post = await place(world, (await aDraft(world)).id, '2026-03-04T17:00:00Z')
    expect(post.warnings).toMatchObject([
      { code: 'blackout', field: 'sendAt', message: 'sendAt is in a blackout of the account: Fair.' },
    ])
    const { deps, actor, accountId } = world
    const { version } = await unschedulePost(deps, actor, { accountId, postId: post.id })
    const undone = await undoChange(deps, actor, { accountId, postId: post.id, version })
    expect(undone.posts[0]?.sendAt?.toISOString()).toBe('2026-03-04T17:00:00.000Z')
  })

  test('moves no scheduled pin: it counts them, and they move when a person says so', async () => {
    const world = await aWorld(db)
    await daily(world, '12:00')
    const [first, second] = [await aDraft(world), await aDraft(world)]
    await place(world, first.id)
    const inside = await place(world, second.id)
    const { blackouts } = await set(world, { blackouts: [blackout('2026-03-03', '2026-03-05')] })
    expect(blackouts).toMatchObject([{ from: '2026-03-03', to: '2026-03-05', pins: 1 }])
    const { deps, actor, accountId } = world
    const ids = await listInBlackouts(deps, actor, { accountId, limit: 100 })
    expect(ids).toEqual([inside.id])
    const moved = await changeMany(deps, actor, {
      accountId,
      which: { kind: 'ids', ids },
      action: { kind: 'reschedule' },
      preview: false,
    })
    expect(moved.results[0]?.post?.sendAt?.toISOString()).toBe('2026-03-06T17:00:00.000Z')
    expect((await read(world)).blackouts).toMatchObject([{ pins: 0 }])
  })

  test('that has ended keeps no pin from its time: one that still waits is not moved with those of others', async () => {
    const world = await aWorld(db)
    await set(world, { blackouts: [blackout('2026-03-03', '2026-03-03'), blackout('2026-03-06', '2026-03-06')] })
    await place(world, (await aDraft(world)).id, '2026-03-03T22:00:00Z')
    const inside = await place(world, (await aDraft(world)).id, '2026-03-06T22:00:00Z')
    world.clock.now = new Date('2026-03-04T12:00:00Z')
    const { deps, actor, accountId } = world
    expect(await listInBlackouts(deps, actor, { accountId, limit: 100 })).toEqual([inside.id])
  })

  test('that has ended makes room for another one, where there are a hundred', async () => {
    const world = await aWorld(db)
    const all = Array.from({ length: 100 }, (_, index) =>
      blackout(`2026-03-${index < 60 ? '03' : '10'}`, '2026-03-10', `${index}`),
    )
    const past = all.map((one, index) => (index < 60 ? { ...one, to: '2026-03-04' } : one))
    const { blackouts } = await set(world, { blackouts: past })
    expect(blackouts).toHaveLength(100)
    const add = () => set(world, { blackouts: (current) => [...current, blackout('2026-03-20', '2026-03-20', 'New')] })
    await expect(add()).rejects.toMatchObject({ details: { field: 'blackouts' } })
    world.clock.now = new Date('2026-03-06T12:00:00Z')
    expect((await add()).blackouts.map(({ note }) => note)).toEqual([...past.slice(60).map(({ note }) => note), 'New'])
  })

  test('that covers every slot of ten years is refused with its reason, at once', async () => {
    const world = await aWorld(db)
    await daily(world, '12:00')
    await set(world, { blackouts: [blackout('2026-03-01', '2036-03-01')] })
    await expect(place(world, (await aDraft(world)).id)).rejects.toMatchObject({
      details: { reason: 'no_open_slot' },
      message:
        'No open slot on this schedule within ten years. Blackouts and the limit of a day close slots, too. Add a timeslot or pass sendAt.',
    })
  })

  test('lets evergreen wait, and says why', async () => {
    const world = await aWorld(db)
    const { deps, actor, accountId, organizationId, clock } = world
    const sent = await aSentPost(world, { at: new Date('2026-03-02T11:00:00Z') })
    await db.sql`
      insert into evergreen_posts (organization_id, account_id, post_id, added_by, added_at)
      values (${organizationId}, ${accountId}, ${sent.id}, 'key:test', ${clock.now})`
    await createEvergreenSlot(deps, actor, { accountId, day: 2, time: '09:00', timezone: null })
    await set(world, { blackouts: [blackout('2026-03-03', '2026-03-03')] })
    clock.now = new Date('2026-03-03T13:50:00Z')
    expect(await runEvergreen(deps)).toMatchObject({ made: 0, passed: 1 })
    const [run] = await db.sql`select reason from evergreen_runs where organization_id = ${organizationId}`
    expect(run).toEqual({ reason: 'blackout' })
  })

  test('takes a swapped pin, because a person names the times', async () => {
    const world = await aWorld(db)
    const one = await aQueuedPost(world, { at: new Date('2026-03-04T17:00:00Z') })
    const other = await aQueuedPost(world, { at: new Date('2026-03-06T17:00:00Z'), url: 'https://example.com/other' })
    await set(world, { blackouts: [blackout('2026-03-06', '2026-03-06')] })
    const { deps, actor, accountId } = world
    const swapped = await swapPosts(deps, actor, { accountId, postId: one.id, otherPostId: other.id })
    expect(swapped.post.sendAt?.toISOString()).toBe('2026-03-06T17:00:00.000Z')
  })

  test('is passed over by Later and by Earlier', async () => {
    const world = await aWorld(db)
    await daily(world, '12:00')
    await set(world, { blackouts: [blackout('2026-03-04', '2026-03-05')] })
    const { deps, actor, accountId } = world
    const post = await place(world, (await aDraft(world)).id, '2026-03-03T17:00:00Z')
    const later = await schedulePost(deps, actor, { accountId, postId: post.id, when: { kind: 'later' } })
    expect(later.sendAt?.toISOString()).toBe('2026-03-06T17:00:00.000Z')
    const earlier = await schedulePost(deps, actor, { accountId, postId: post.id, when: { kind: 'earlier' } })
    expect(earlier.sendAt?.toISOString()).toBe('2026-03-03T17:00:00.000Z')
    const inside = { kind: 'openSlot', at: new Date('2026-03-04T17:00:00Z') } as const
    await expect(schedulePost(deps, actor, { accountId, postId: post.id, when: inside })).rejects.toMatchObject({
      details: { reason: 'slot_not_open' },
    })
  })
})

describe('the limit of a day', () => {
  test('sends a pin to the next day with room, and says why', async () => {
    const world = await aWorld(db)
    await daily(world, '09:00', '12:00', '15:00')
    await set(world, { perDay: 2 })
    const days: (string | undefined)[] = []
    for (let n = 0; n < 5; n++) days.push((await place(world, (await aDraft(world)).id)).sendAt?.toISOString().slice(0, 10))
    expect(days).toEqual(['2026-03-02', '2026-03-02', '2026-03-03', '2026-03-03', '2026-03-04'])
    const { placement } = await place(world, (await aDraft(world)).id)
    expect(placement?.passedOver.map(({ reason }) => reason)).toEqual([
      'taken',
      'taken',
      'day_full',
      'taken',
      'taken',
      'day_full',
      'taken',
    ])
  })

  test('counts set times, which are taken with a warning', async () => {
    const world = await aWorld(db)
    await daily(world, '12:00')
    await set(world, { perDay: 1 })
    await place(world, (await aDraft(world)).id, '2026-03-02T20:00:30Z')
    const late = await aDraft(world, { url: 'https://example.com/late' })
    expect((await place(world, late.id, '2026-03-03T04:00:00Z')).warnings).toMatchObject([
      {
        code: 'many_today',
        field: 'sendAt',
        message: 'The day of sendAt has 1 posts or more, the limit of the account’s guard.',
      },
    ])
    const placed = await place(world, (await aDraft(world, { url: 'https://example.com/slot' })).id)
    expect(placed.sendAt?.toISOString()).toBe('2026-03-03T17:00:00.000Z')
    expect(codes(placed.warnings)).toEqual([])
  })

  test('below what is queued moves nothing, and names the days that are over it', async () => {
    const world = await aWorld(db)
    await daily(world, '09:00', '12:00', '15:00')
    for (let n = 0; n < 4; n++) await place(world, (await aDraft(world)).id)
    expect((await set(world, { perDay: 2 })).daysOver).toEqual([{ date: '2026-03-02', pins: 3, limit: 2 }])
    const [row] =
      await db.sql`select count(*)::int as pins from posts where organization_id = ${world.organizationId} and status = 'queued'`
    expect(row).toEqual({ pins: 4 })
  })

  test('of auto is 5 in the first two weeks, 15 until three months, then 30, or its own past, at most 50', async () => {
    const world = await aWorld(db)
    await manySlots(world, 420)
    await set(world, { perDay: 'auto' })
    const today = async () => (await read(world)).limitToday
    expect(await today()).toBe(5)
    world.clock.advance(13 * DAY_MS)
    expect(await today()).toBe(5)
    world.clock.advance(DAY_MS)
    expect(await today()).toBe(15)
    world.clock.advance(77 * DAY_MS)
    expect(await today()).toBe(30)
    for (let n = 0; n < 60; n++)
      await aPin(world, { at: new Date(world.clock.now.getTime() - DAY_MS - n * 60_000), status: 'sent' })
    expect(await today()).toBe(50)
    world.clock.advance(32 * DAY_MS)
    expect(await today()).toBe(30)
  })

  test('of auto grows with the day that is searched', async () => {
    const world = await aWorld(db)
    await daily(world, '09:00', '10:00', '11:00', '12:00', '13:00', '14:00')
    await set(world, { perDay: 'auto' })
    const open = await occurrences(world)
    const until = new Date('2026-03-16T04:00:00Z') // the fifteenth day in New York
    const byDay = new Map<string, number>()
    const early = open.filter(({ at }) => {
      const day = at.toISOString().slice(0, 10)
      byDay.set(day, (byDay.get(day) ?? 0) + 1)
      return at < until && byDay.get(day)! <= 5
    })
    await fill(world, early)
    expect((await next(world)).sendAt.toISOString()).toBe('2026-03-16T13:00:00.000Z')
    await set(world, { perDay: 6 })
    expect((await next(world)).sendAt.toISOString()).toBe('2026-03-02T19:00:00.000Z')
  })

  test('leaves a pin on its own day: it does not count against itself', async () => {
    const world = await aWorld(db)
    await daily(world, '09:00', '12:00')
    await set(world, { perDay: 1 })
    const post = await place(world, (await aDraft(world)).id)
    expect((await place(world, post.id)).sendAt).toEqual(post.sendAt)
  })

  test('holds back evergreen, too', async () => {
    const world = await aWorld(db)
    const { deps, actor, accountId, organizationId, clock } = world
    const sent = await aSentPost(world, { at: new Date('2026-03-02T11:00:00Z') })
    await db.sql`
      insert into evergreen_posts (organization_id, account_id, post_id, added_by, added_at)
      values (${organizationId}, ${accountId}, ${sent.id}, 'key:test', ${clock.now})`
    await createEvergreenSlot(deps, actor, { accountId, day: 1, time: '09:00', timezone: null })
    await set(world, { perDay: 1 })
    clock.now = new Date('2026-03-02T13:50:00Z')
    await runEvergreen(deps)
    const [run] = await db.sql`select reason from evergreen_runs where organization_id = ${organizationId}`
    expect(run).toEqual({ reason: 'day_full' })
  })

  test('costs a search behind 10,000 queued pins no more than reading them once', async () => {
    const world = await aWorld(db)
    await manySlots(world, 70) // ten a day
    await set(world, { perDay: 5 })
    const byDay = new Map<string, number>()
    const half = (await occurrences(world)).filter(({ at }) => {
      const day = new Date(at.getTime() - 5 * HOUR_MS).toISOString().slice(0, 10)
      byDay.set(day, (byDay.get(day) ?? 0) + 1)
      return byDay.get(day)! <= 5
    })
    await fill(world, half.slice(0, 9_000))
    await db.sql`analyze posts`
    const times: number[] = []
    for (let n = 0; n < 7; n++) {
      const began = performance.now()
      await search(world)
      times.push(performance.now() - began)
    }
    expect(Math.min(...times)).toBeLessThan(250)
  })
})

describe('a change of the guard', () => {
  test.each([
    ['no pin a day', { perDay: 0 }, 'perDay'],
    ['more than 50 a day', { perDay: 51 }, 'perDay'],
    ['half a pin', { perDay: 1.5 }, 'perDay'],
    ['a picture that may never go out', { samePicturePerMonth: 0 }, 'samePicturePerMonth'],
    ['a day that the calendar lacks', { blackouts: [blackout('2026-02-30', '2026-03-04')] }, 'blackouts[0].from'],
    [
      'a time of a day that the calendar lacks',
      { blackouts: [blackout('2026-02-30T10:00:00Z', '2026-03-04')] },
      'blackouts[0].from',
    ],
    ['a note with a NUL', { blackouts: [blackout('2026-03-04', '2026-03-04', 'a\0b')] }, 'blackouts[0].note'],
    ['a note with half of an emoji', { blackouts: [blackout('2026-03-04', '2026-03-04', 'a\ud83d')] }, 'blackouts[0].note'],
    ['an end before its begin', { blackouts: [blackout('2026-03-04', '2026-03-03')] }, 'blackouts[0].to'],
    [
      'a time without a zone',
      { blackouts: [blackout('2026-03-04', '2026-03-05'), blackout('2026-03-04T10:00:00', '2026-03-05')] },
      'blackouts[1].from',
    ],
    ['a time that ends at once', { blackouts: [blackout('2026-03-04T10:00:00Z', '2026-03-04T10:00:00Z')] }, 'blackouts[0].to'],
    ['an end beyond ten years', { blackouts: [blackout('2026-03-04', '2036-03-04')] }, 'blackouts[0].to'],
    ['a long note', { blackouts: [blackout('2026-03-04', '2026-03-04', 'n'.repeat(201))] }, 'blackouts[0].note'],
    ['too many blackouts', { blackouts: Array.from({ length: 101 }, () => blackout('2026-03-04', '2026-03-04')) }, 'blackouts'],
    ['nothing', {}, 'body'],
  ] satisfies [string, GuardChange, string][])(
    'with %s is refused by its field, and writes nothing',
    async (_, change, field) => {
      const world = await aWorld(db)
      await set(world, { perDay: 3 })
      await expect(set(world, change)).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field } })
      expect(await read(world)).toMatchObject({ perDay: 3, blackouts: [], samePicturePerMonth: 5 })
    },
  )

  test('keeps a note on one line, without what nobody sees, up to 200 characters as people count them', async () => {
    const world = await aWorld(db)
    const notes = [' Launch\n of\u200b <!here> ', '\u200b', '🎄'.repeat(200)]
    await set(world, { blackouts: notes.map((note) => blackout('2026-03-04', '2026-03-04', note)) })
    expect((await read(world)).blackouts.map(({ note }) => note)).toEqual(['Launch of <!here>', null, '🎄'.repeat(200)])
  })

  test('is for admins, and of this organization alone', async () => {
    const [world, stranger] = [await aWorld(db), await aWorld(db)]
    const { deps, actor, accountId } = world
    await expect(changeGuard(deps, { ...actor, role: 'scheduler' }, { accountId, perDay: 1 })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await expect(changeGuard(deps, stranger.actor, { accountId, perDay: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await read(world)).perDay).toBeNull()
  })

  test('leaves other fields as they are, and is in the audit once', async () => {
    const world = await aWorld(db)
    await set(world, { perDay: 'auto' })
    await set(world, { blackouts: [blackout('2026-03-05', '2026-03-05'), blackout('2026-03-04T10:00:00+01:00', '2026-03-04')] })
    await set(world, { perDay: 'auto' })
    expect(await read(world)).toMatchObject({
      perDay: 'auto',
      blackouts: [{ from: '2026-03-04T09:00:00.000Z' }, { from: '2026-03-05' }],
    })
    const acts = await db.sql`select action from audit where organization_id = ${world.organizationId}`
    expect(acts).toHaveLength(2)
  })
})
