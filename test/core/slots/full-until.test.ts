/** The hint that keeps the search short must never be noticed but by the time it takes. */
import { describe, expect, test } from 'vitest'
import { leaving, leftByDelete, leftByUpdate } from '../../../src/core/posts/changed.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import type { Post } from '../../../src/core/posts/post.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { undoChange } from '../../../src/core/posts/undo/undo.js'
import { unschedulePost } from '../../../src/core/posts/unschedule.js'
import { listOpenSlots } from '../../../src/core/slots/next-open-slot.js'
import { createTimeslot, deleteTimeslot, editTimeslot } from '../../../src/core/slots/week/timeslots.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, DAY_MS, HOUR_MS } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'
import { fc } from '../../support/random.js'
import { aPin } from './support/fixtures.js'
import { fill, hintOf, manySlots, occurrences, search, searchPlainly } from './support/search.js'

const { db } = await aDatabase()

/** 30 slots a week, filled without gaps to the 120th instant. */
async function fullWorld(filled = 120) {
  const world = await aWorld(db)
  await manySlots(world, 30)
  const instants = await occurrences(world)
  const pins = await fill(world, instants.slice(0, filled))
  return { world, instants, pins, sendAt: async () => (await search(world))?.sendAt }
}

const justBefore = (at: Date) => new Date(at.getTime() - 1)
const leave = async ({ organizationId }: World, ids: string[], sql = db.sql) => sql`
  with p as (delete from posts p where organization_id = ${organizationId} and id in ${sql(ids)} returning p.*, ${leftByDelete(sql)}),
       ${leaving(sql, sql`p`)}
  select from p`

describe('how far the schedule is full', () => {
  test('is kept by a search that passed over many full instants, up to just before the first open one', async () => {
    const { world, instants, sendAt } = await fullWorld()
    expect(await sendAt()).toEqual(instants[120]!.at)
    expect(await hintOf(world)).toEqual({ fullUntil: justBefore(instants[120]!.at), freed: [] })
  })

  test('is not written for a few', async () => {
    const { world, sendAt } = await fullWorld(49)
    await sendAt()
    expect((await hintOf(world)).fullUntil).toBeNull()
  })

  test('is forgotten when a slot is made, moved or removed', async () => {
    const { world, sendAt } = await fullWorld()
    const { deps, actor, accountId } = world
    const timeslot = await createTimeslot(deps, actor, { accountId, day: 1, time: '05:30', timezone: null })
    const changes = [
      () => createTimeslot(deps, actor, { accountId, day: 2, time: '05:30', timezone: null }),
      () => editTimeslot(deps, actor, { accountId, timeslotId: timeslot.id, time: '05:45' }),
      () => deleteTimeslot(deps, actor, { accountId, timeslotId: timeslot.id }),
    ]
    for (const change of changes) {
      await db.sql`update schedules set full_until = '2030-01-01', full_until_tz = ${process.versions.tz!} where account_id = ${accountId}`
      await change()
      expect((await hintOf(world)).fullUntil).toBeNull()
      expect(await sendAt()).toEqual(await searchPlainly(world))
    }
  })

  test('is not believed under other time zone data', async () => {
    const { world, instants, pins, sendAt } = await fullWorld()
    await sendAt()
    await leave(world, [pins[3]!])
    await db.sql`delete from freed_instants where account_id = ${world.accountId}`
    expect(await sendAt()).toEqual(instants[120]!.at) // believed: what is wrong with it stays unseen
    await db.sql`update schedules set full_until_tz = '1999z' where account_id = ${world.accountId}`
    expect(await sendAt()).toEqual(instants[3]!.at)
  })

  test('is forgotten when it is not believed, so that a reader that believes it never misses what was learned without it', async () => {
    const { world, instants, pins, sendAt } = await fullWorld()
    await sendAt()
    await leave(world, [pins[3]!, pins[7]!])
    const asUnder = (zoneData: string) => db.sql`
      update schedules set full_until_tz = ${zoneData} where account_id = ${world.accountId} and full_until is not null`
    await asUnder('1999z') // now by another process
    expect(await sendAt()).toEqual(instants[3]!.at)
    await fill(world, [instants[3]!])
    await asUnder(process.versions.tz!) // and by the first again
    expect(await sendAt()).toEqual(instants[7]!.at)
    expect(await sendAt()).toEqual(await searchPlainly(world))
  })

  test('stays when somebody who does not believe it only looks', async () => {
    const { world, sendAt } = await fullWorld()
    await sendAt()
    const before = await hintOf(world)
    await db.sql`update schedules set full_until_tz = '1999z' where account_id = ${world.accountId}`
    const { deps, actor, accountId } = world
    await listOpenSlots(deps, actor, { accountId, limit: 3 })
    expect(await hintOf(world)).toEqual(before)
  })

  test('helps a search that begins later, which itself tells nothing of what lies before', async () => {
    const { world, instants } = await fullWorld()
    const from = (n: number) => search(world, { postId: null, notBefore: instants[n]!.at })
    expect((await from(30))?.sendAt).toEqual(instants[120]!.at)
    expect((await hintOf(world)).fullUntil).toBeNull()
    await search(world)
    const { fullUntil } = await hintOf(world)
    expect((await from(30))?.sendAt).toEqual(instants[120]!.at)
    expect((await from(130))?.sendAt).toEqual(instants[130]!.at)
    expect(await hintOf(world)).toEqual({ fullUntil, freed: [] })
  })

  test('is read but never written by who only looks', async () => {
    const { world, instants, pins } = await fullWorld()
    const { deps, actor, accountId } = world
    const list = async () => (await listOpenSlots(deps, actor, { accountId, limit: 3 })).map(({ at }) => at)
    await leave(world, pins.slice(100, 101))
    const before = await hintOf(world)
    expect(await list()).toEqual([100, 120, 121].map((n) => instants[n]!.at))
    expect(await hintOf(world)).toEqual(before)
    await search(world)
    await leave(world, pins.slice(80, 81))
    const after = await hintOf(world)
    expect(await list()).toEqual([80, 100, 120].map((n) => instants[n]!.at))
    expect(await hintOf(world)).toEqual(after)
  })
})

describe('an instant that a pin left', () => {
  test('is found again before the hint, and forgotten when it is taken', async () => {
    const { world, instants, pins, sendAt } = await fullWorld()
    await sendAt()
    await leave(world, [pins[40]!, pins[7]!])
    expect(await sendAt()).toEqual(instants[7]!.at)
    await fill(world, [instants[7]!])
    expect(await sendAt()).toEqual(instants[40]!.at)
    expect((await hintOf(world)).freed).toEqual([instants[40]!.at])
  })

  test('between occurrences or beyond the hint is forgotten, one before a search begins is not', async () => {
    const { world, instants, pins, sendAt } = await fullWorld()
    await sendAt()
    const between = await aPin(world, { at: new Date(instants[5]!.at.getTime() + 60_000) })
    const beyond = await aPin(world, { at: instants[200]!.at })
    await leave(world, [between, beyond, pins[2]!])
    expect((await hintOf(world)).freed).toHaveLength(3)
    expect((await search(world, { postId: null, notBefore: instants[10]!.at }))?.sendAt).toEqual(instants[120]!.at)
    expect((await hintOf(world)).freed).toEqual([instants[2]!.at])
    expect(await sendAt()).toEqual(instants[2]!.at)
  })

  test('is scanned for when there are many', async () => {
    const { world, instants, pins, sendAt } = await fullWorld(300)
    await sendAt()
    await leave(world, pins.slice(60, 165))
    expect(await sendAt()).toEqual(instants[60]!.at)
    expect(await hintOf(world)).toEqual({ fullUntil: justBefore(instants[60]!.at), freed: [] })
    await fill(world, instants.slice(60, 165))
    expect(await sendAt()).toEqual(instants[300]!.at)
    expect((await hintOf(world)).fullUntil).toEqual(justBefore(instants[300]!.at))
  })

  test('beyond the hint is forgotten in portions; until all are, the hint goes no further', async () => {
    const { world, instants, sendAt } = await fullWorld()
    await db.sql`
      insert into freed_instants (organization_id, account_id, at)
      select ${world.organizationId}::bigint, ${world.accountId}::bigint, '2035-01-01'::timestamptz + n * interval '1 second'
        from generate_series(1, 12000) n`
    const left: number[] = []
    for (let n = 0; n < 3; n++) {
      expect(await sendAt()).toEqual(instants[120]!.at)
      const { fullUntil, freed } = await hintOf(world)
      left.push(freed.length)
      expect(fullUntil).toEqual(freed.length > 0 ? null : justBefore(instants[120]!.at))
    }
    expect(left).toEqual([7000, 2000, 0])
  })

  test('is not lost when it is left while a search is under way', async () => {
    const { world, instants, pins, sendAt } = await fullWorld()
    await sendAt()
    await leave(world, [pins[9]!])
    const again = await fill(world, [instants[9]!]) // a row without effect: the next search deletes it
    await db.tx(async (sql) => {
      await leave(world, again, sql) // not committed yet
      expect(await sendAt()).toEqual(instants[120]!.at)
    })
    expect(await sendAt()).toEqual(instants[9]!.at)
  })

  test("is not a pin's own, which counts as open for itself alone", async () => {
    const { world, instants, pins, sendAt } = await fullWorld()
    await sendAt()
    const own = pins[50]!
    expect((await search(world, { postId: own }))?.sendAt).toEqual(instants[50]!.at)
    await leave(world, [pins[70]!])
    expect((await search(world, { postId: own }))?.sendAt).toEqual(instants[50]!.at)
    await leave(world, [pins[20]!])
    expect((await search(world, { postId: own }))?.sendAt).toEqual(instants[20]!.at)
  })
})

describe('a refused caller', () => {
  test('leaves behind that the schedule is full, and nothing else', async () => {
    const world = await aWorld(db, { credits: 5 })
    await manySlots(world, 1)
    await fill(world, await occurrences(world))
    const draft = await aDraft(world)
    const { deps, actor, accountId } = world
    const asking = schedulePost(deps, actor, { accountId, postId: draft.id, when: { kind: 'nextOpenSlot' } }, async () => {
      throw new Error('there is no answer to store')
    })
    await expect(asking).rejects.toMatchObject({ details: { reason: 'no_open_slot' } })
    expect((await hintOf(world)).fullUntil).toEqual(new Date('2036-03-02T10:00:00Z'))
    const [row] = await db.sql`
      select p.status, p.version, e.credits_left,
             (select count(*)::int from credit_ledger where organization_id = ${world.organizationId} and kind = 'charge') as charges
        from posts p join entitlements e using (organization_id, account_id) where p.id = ${draft.id}`
    expect(row).toEqual({ status: 'draft', version: 1, credits_left: 5, charges: 0 })
  })

  test('of a spaced url does not make the schedule full for others', async () => {
    const world = await aWorld(db)
    await manySlots(world, 1)
    await fill(world, (await occurrences(world)).slice(0, -20))
    await db.sql`
      insert into spacing_rules (organization_id, account_id, url_key, days, updated_at)
      values (${world.organizationId}, ${world.accountId}, '', 365, ${world.clock.now})`
    await aQueuedPost(world, { at: new Date('2035-12-24T12:34:00Z') })
    const draft = await aDraft(world)
    const { deps, actor, accountId } = world
    const ask = (postId: string) => schedulePost(deps, actor, { accountId, postId, when: { kind: 'nextOpenSlot' } })
    await expect(ask(draft.id)).rejects.toMatchObject({ details: { reason: 'no_open_slot' } })
    expect((await hintOf(world)).fullUntil).not.toBeNull()
    const other = await ask((await aDraft(world, { url: 'https://example.com/another' })).id)
    expect(other.sendAt).toEqual((await occurrences(world)).at(-20)!.at)
  })
})

type Studio = Awaited<ReturnType<typeof fullWorld>> & { posts: Post[] }
type Step = (studio: Studio, n: number) => Promise<unknown>
const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]
const ignoring = (work: Promise<unknown>) => work.catch(() => {}) // a refusal is an outcome as good as any

/** What people and the publisher do, each by its own way. */
const STEPS: Record<string, Step> = {
  next: async ({ world, posts }, n) => {
    const draft = await aDraft(world, { url: `https://example.com/${n % 3}` })
    const { deps, actor, accountId } = world
    await ignoring(
      schedulePost(deps, actor, { accountId, postId: draft.id, when: { kind: 'nextOpenSlot' } }).then((p) => posts.push(p)),
    )
  },
  at: async ({ world, posts, instants }, n) => {
    const at = new Date(instants[n % 160]!.at.getTime() + (n % 4 === 0 ? HOUR_MS / 4 : 0))
    await ignoring(aQueuedPost(world, { at, url: `https://example.com/${n % 3}` }).then((post) => posts.push(post)))
  },
  again: ({ world: { deps, actor, accountId }, pins }, n) =>
    ignoring(schedulePost(deps, actor, { accountId, postId: pick(pins, n)!, when: { kind: 'nextOpenSlot' } })),
  unschedule: ({ world: { deps, actor, accountId }, pins }, n) =>
    ignoring(unschedulePost(deps, actor, { accountId, postId: pick(pins, n)! })),
  delete: ({ world: { deps, actor, accountId }, pins }, n) =>
    ignoring(deletePost(deps, actor, { accountId, postId: pick(pins, n)! })),
  undo: async ({ world: { deps, actor, accountId }, posts }, n) => {
    const post = pick(posts, n)
    if (post) await ignoring(undoChange(deps, actor, { accountId, postId: post.id, version: post.version }))
  },
  fail: ({ world: { organizationId }, pins }, n) => db.sql`
    with p as (
      update posts p set status = 'draft', send_at = null, timeslot_id = null, due_at = null, pin_id = null, sent_at = null
        from posts o
       where p.organization_id = ${organizationId} and p.id = ${pick(pins, n)!} and o.organization_id = ${organizationId} and o.id = p.id
      returning p.*, ${leftByUpdate(db.sql)}
    ), ${leaving(db.sql, db.sql`p`)}
    select from p`,
  publish: ({ world, pins }, n) => db.sql`
    update posts set status = 'sent', pin_id = id::text, sent_at = send_at, due_at = null
     where organization_id = ${world.organizationId} and id = ${pick(pins, n)!} and status = 'queued'`,
  leaveMany: ({ world, pins }, n) => leave(world, pins.slice(n % 60, (n % 60) + (n % 2 ? 4 : 110))),
  slot: async ({ world: { deps, actor, accountId } }, n) => {
    const time = `${String(n % 24).padStart(2, '0')}:00`
    const { id } = await createTimeslot(deps, actor, { accountId, day: n % 7, time, timezone: n % 2 ? 'Asia/Kathmandu' : null })
    if (n % 3 === 0) await deleteTimeslot(deps, actor, { accountId, timeslotId: id })
  },
  refill: async ({ world, instants }, n) => {
    const taken = await db.sql<{ at: Date }[]>`
      select send_at as at from posts where organization_id = ${world.organizationId} and send_at is not null`
    const held = new Set(taken.map(({ at }) => at.getTime()))
    await fill(
      world,
      instants.slice(0, 100 + (n % 80)).filter(({ at }) => at > world.clock.now && !held.has(at.getTime())),
    )
  },
  wait: async ({ world }, n) => world.clock.advance((n % 5) * DAY_MS + (n % 24) * HOUR_MS),
}

test('whatever happens, the answer is that of a search without a hint, spaced or not, from now or from later', async () => {
  let hinted = 0
  const names = Object.keys(STEPS)
  const step = fc.record({ name: fc.constantFrom(...names, 'next', 'refill', 'unschedule'), n: fc.nat(10_000) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 25 }), async (steps) => {
      const studio = { ...(await fullWorld()), posts: [] }
      const { world, pins, instants } = studio
      await db.sql`
        insert into spacing_rules (organization_id, account_id, url_key, url, days, updated_at)
        values (${world.organizationId}, ${world.accountId}, '', null, 3, ${world.clock.now}),
               (${world.organizationId}, ${world.accountId}, 'example.com/1', 'https://example.com/1', 12, ${world.clock.now})`
      for (const { name, n } of steps) {
        await STEPS[name]!(studio, n)
        const searches = [
          { postId: null },
          { postId: pick(pins, n + 1)! },
          { postId: pick(pins, n)!, urlKey: `example.com/${n % 2}` },
          { postId: null, notBefore: instants[n % 140]!.at },
        ]
        for (const asked of searches) expect((await search(world, asked))?.sendAt).toEqual(await searchPlainly(world, asked))
        if ((await hintOf(world)).fullUntil) hinted++
      }
    }),
    { numRuns: 8 },
  )
  expect(hinted).toBeGreaterThan(30)
}, 120_000)
