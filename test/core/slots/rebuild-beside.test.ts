import { describe, expect, test } from 'vitest'
import { claimDue } from '../../../src/core/publish/claim/claim-due.js'
import { takeReadBacks } from '../../../src/core/publish/claim/claim.js'
import { listDue } from '../../../src/core/publish/claim/due.js'
import { awaitReadBack } from '../../../src/core/publish/settle/settle.js'
import { DomainError } from '../../../src/core/lib/errors.js'
import { editPost } from '../../../src/core/posts/edit.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { undoChange } from '../../../src/core/posts/undo/undo.js'
import { lockSchedule } from '../../../src/core/slots/next-open-slot.js'
import { rebuildTimeslots, type Rebuild } from '../../../src/core/slots/week/rebuild.js'
import { createTimeslot, deleteTimeslot, editTimeslot, listTimeslots } from '../../../src/core/slots/week/timeslots.js'
import { untilWaiting } from '../../db/support/waiting.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'
import { accountOf, aPin, aSlot } from './support/fixtures.js'

const { db } = await aDatabase()

const utc = () => aWorld(db, { timezone: 'UTC', credits: 10_000 })
const rebuild = ({ deps, actor, accountId }: World, beforeCommit?: () => Promise<void>, pinsPerDay = 1): Promise<Rebuild> =>
  rebuildTimeslots(deps, actor, { accountId, pinsPerDay, timezone: null, preview: false }, beforeCommit)
const place = ({ deps, actor, accountId }: World, postId: string, at: Date, beforeCommit?: () => Promise<void>) =>
  schedulePost(deps, actor, { accountId, postId, when: { kind: 'at', at } }, beforeCommit)
const slotOf = async ({ organizationId }: World, id: string) =>
  (
    await db.sql<{ timeslotId: string | null }[]>`
    select timeslot_id as "timeslotId" from posts where organization_id = ${organizationId} and id = ${id}`
  )[0]!.timeslotId
const idsOf = async ({ deps, actor, accountId }: World) => (await listTimeslots(deps, actor, { accountId })).map(({ id }) => id)
const timeOf = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const soon = <T>(work: Promise<T>) =>
  Promise.race([work, new Promise<'waits'>((resolve) => setTimeout(() => resolve('waits'), 2000).unref())])
const MONDAY_NINE_PM = new Date('2026-03-02T21:00:00Z') // of a week of one pin a day, in UTC

describe('the publisher of all organizations, while a rebuild is not committed yet', () => {
  test('goes on without waiting for boards of pins whose slot goes', async () => {
    const world = await utc()
    const { clock } = world
    await aSlot(world, 'mon 11:13')
    const post = await aQueuedPost(world, { at: new Date('2026-03-02T11:13:00Z') })
    expect(post.timeslotId).not.toBeNull()
    clock.now = new Date('2026-03-02T11:13:01Z')
    const dueNow = async () => (await listDue(db.sql, { now: clock.now, limit: 1000 })).filter(({ postId }) => postId === post.id)
    const [claimed] = await claimDue(db, await dueNow(), clock.now)
    await db.sql`
      update publish_attempts
         set state = 'sending', sending_at = ${clock.now}
       where organization_id = ${world.organizationId} and post_id = ${post.id}`
    await awaitReadBack(db, claimed!, { dueAt: clock.now })
    const due = await dueNow()
    expect(due).toMatchObject([{ work: 'readBack' }])
    const during: unknown[] = []
    await rebuild(world, async () => void during.push(await soon(takeReadBacks(db, due, clock.now))))
    expect(during).toEqual([[]])
    expect(await takeReadBacks(db, due, clock.now)).toMatchObject([{ postId: post.id }]) // the next scan has it
  })

  test('publishes a pin that is on no slot before and after', async () => {
    const world = await utc()
    await aSlot(world, 'tue 09:13')
    const post = await aQueuedPost(world, { at: new Date(world.clock.now.getTime() + 5000) })
    const now = new Date(world.clock.now.getTime() + 6000)
    const claimed: unknown[] = []
    await rebuild(world, async () => {
      const due = (await listDue(db.sql, { now, limit: 100 })).filter(({ postId }) => postId === post.id)
      claimed.push(...(await claimDue(db, due, now)))
    })
    expect(claimed).toMatchObject([{ postId: post.id }])
  })
})

describe('explicit times beside a rebuild', () => {
  test('on all occurrences of a week, one after another, keep them, and the pins meant for these are on no slot', async () => {
    const world = await utc()
    const { added } = await rebuild(world)
    const week = added.flatMap((slot) => ('id' in slot ? [slot] : [])).sort((a, b) => +a.predictedSendAt! - +b.predictedSendAt!)
    const loose: string[] = []
    for (const { predictedSendAt } of week) loose.push(await aPin(world, { at: predictedSendAt! }))
    const releases: (() => void)[] = []
    const placed: Promise<unknown>[] = []
    for (const { id, predictedSendAt: at } of week) {
      const { id: pin } = await aDraft(world)
      await new Promise<void>((ready) => {
        const placing = db.tx(async (sql) => {
          await sql`
            update posts
               set status = 'queued', send_at = ${at}, due_at = ${at}, timeslot_id = ${id}
             where organization_id = ${world.organizationId} and id = ${pin}`
          ready()
          await new Promise<void>((resolve) => releases.push(resolve))
        })
        placed.push(placing.then(async () => expect(await slotOf(world, pin)).toBe(id)))
      })
    }
    const rebuilding = rebuild(world)
    for (const [index, release] of releases.entries()) {
      await untilWaiting(db, 1) // for this one
      release()
      await placed[index]
    }
    expect((await rebuilding).pins).toEqual({ reattached: 0, offSlot: 7 })
    expect(await Promise.all(loose.map((id) => slotOf(world, id)))).toEqual(loose.map(() => null))
  })

  test('that are on their way onto a slot that goes are waited for, and then off it', async () => {
    const world = await utc()
    await aSlot(world, 'tue 09:00')
    const draft = await aDraft(world)
    const rebuilding: Promise<Rebuild>[] = []
    const placed = await place(world, draft.id, new Date('2026-03-03T09:00:00Z'), async () => {
      rebuilding.push(rebuild(world))
      await untilWaiting(db, 1)
    })
    expect(placed.timeslotId).not.toBeNull()
    expect((await rebuilding[0]!).pins).toEqual({ reattached: 0, offSlot: 1 })
    expect(await slotOf(world, draft.id)).toBeNull()
  })

  test('do not wait for a rebuild: onto a slot that goes there is no way any more', async () => {
    const world = await utc()
    await aSlot(world, 'tue 09:00')
    const draft = await aDraft(world)
    const placed: unknown[] = []
    await rebuild(world, async () => void placed.push(await soon(place(world, draft.id, new Date('2026-03-03T09:00:00Z')))))
    expect(placed).toMatchObject([{ status: 'queued', timeslotId: null }])
  })

  test('and slots that are moved, removed and rebuilt leave no pin on a slot that is gone, and nobody fails unforeseen', async () => {
    const world = await utc()
    const { deps, actor, accountId, organizationId } = world
    const posts = (await Promise.all(Array.from({ length: 10 }, () => aDraft(world)))).map(({ id }) => id)
    let onSlots = 0
    for (let round = 0; round < 12; round++) {
      const slots = await Promise.all(
        [1, 2, 3, 4].map((day) => {
          const time = day === 1 ? '21:00' : timeOf(540 + round) // one that a rebuild wants as well, others that it does not
          return createTimeslot(deps, actor, { accountId, day, time, timezone: null })
        }),
      )
      const acts: (() => Promise<unknown>)[] = posts.map((id, n) => () => place(world, id, slots[n % 4]!.predictedSendAt!))
      const writes: (() => Promise<unknown>)[] = [
        () => rebuild(world, async () => {}, 1 + (round % 3)),
        () => deleteTimeslot(deps, actor, { accountId, timeslotId: slots[1]!.id }),
        () => editTimeslot(deps, actor, { accountId, timeslotId: slots[2]!.id, time: '10:10' }),
      ]
      for (const [index, write] of writes.entries()) acts.splice((round * 3 + index * 4) % acts.length, 0, write)
      const ends = await Promise.allSettled(acts.map((act) => act()))
      const failed = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))
      expect(failed.filter((error) => !(error instanceof DomainError))).toEqual([])
      const pins = await db.sql<{ at: Date; day: number | null; minute: number | null }[]>`
        select p.send_at as at, t.day, t.minute
          from posts p
          left join timeslots t on t.organization_id = p.organization_id and t.id = p.timeslot_id
         where p.organization_id = ${organizationId} and p.timeslot_id is not null`
      for (const { at, day, minute } of pins)
        expect([day, minute]).toEqual([at.getUTCDay(), at.getUTCHours() * 60 + at.getUTCMinutes()])
      onSlots += pins.length
    }
    expect(onSlots).toBeGreaterThan(0) // else nothing was shown
  })
})

test('a coming pin on a slot that is not there any more gets a slot of its instant', async () => {
  const world = await utc()
  const lost = await aPin(world, { at: MONDAY_NINE_PM, timeslotId: '999999' })
  const nowhere = await aPin(world, { at: '2026-03-02T21:01:00Z', timeslotId: '999999' })
  expect((await rebuild(world)).pins).toEqual({ reattached: 1, offSlot: 1 })
  expect(await idsOf(world)).toContain(await slotOf(world, lost))
  expect(await slotOf(world, nowhere)).toBeNull()
})

test('what was done to a pin before its slot came or went can still be undone', async () => {
  const world = await utc()
  const { deps, actor, accountId } = world
  await aSlot(world, 'mon 21:00', 'Europe/London')
  await aSlot(world, 'tue 09:00')
  for (const at of [MONDAY_NINE_PM, new Date('2026-03-03T09:00:00Z')]) {
    const post = await aQueuedPost(world, { at, title: 'Before' })
    const edited = await editPost(deps, actor, { accountId, postId: post.id, changes: { title: 'After' } })
    await rebuild(world, async () => {}, at === MONDAY_NINE_PM ? 1 : 2)
    const { posts } = await undoChange(deps, actor, { accountId, postId: post.id, version: edited.version })
    expect(posts).toMatchObject([{ title: 'Before', sendAt: at }])
  }
})

test('a schedule that is being changed goes before a zone that is missing, and a zone that does not exist before both', async () => {
  const world = await aWorld(db, { timezone: null })
  const { deps, actor, accountId } = world
  const account = await accountOf(world)
  await db.tx(async (sql) => {
    await lockSchedule(sql, account)
    await expect(rebuild(world)).rejects.toMatchObject({ code: 'CONFLICT', details: { reason: 'schedule_locked' } })
    const unknown = { accountId, pinsPerDay: 1, timezone: 'Mars/Olympus', preview: false }
    await expect(rebuildTimeslots(deps, actor, unknown)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
  await expect(rebuild(world)).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field: 'timezone' } })
})

test('a rebuild that somebody holds up for too long is a 409 and has written nothing', async () => {
  const world = await utc()
  await aSlot(world, 'tue 09:00')
  const pin = await aPin(world, { at: '2026-03-03T09:00:00Z', timeslotId: (await idsOf(world))[0]! })
  const hurried: World = {
    ...world,
    deps: { ...world.deps, db: { ...db, tx: (work, options) => db.tx(work, { ...options, budgetMs: 500 }) } },
  }
  await db.tx(async (sql) => {
    await sql`select from posts where organization_id = ${world.organizationId} and id = ${pin} for update`
    await expect(rebuild(hurried)).rejects.toMatchObject({ code: 'CONFLICT', details: { reason: 'schedule_locked' } })
  })
  expect(await idsOf(world)).toEqual([await slotOf(world, pin)])
})
