/** Two pins that change places, a series that moves as a whole, and a draft made of another post. */
import { expect, test } from 'vitest'
import { DomainError } from '../../../../src/core/lib/errors.js'
import { duplicatePost } from '../../../../src/core/posts/create/duplicate.js'
import { editPost } from '../../../../src/core/posts/edit.js'
import { moveSeries, type SeriesMove } from '../../../../src/core/posts/schedule/move-series.js'
import { swapPosts } from '../../../../src/core/posts/schedule/swap.js'
import type { Post } from '../../../../src/core/posts/post.js'
import { schedulePost } from '../../../../src/core/posts/schedule.js'
import { undoChange } from '../../../../src/core/posts/undo/undo.js'
import { aDatabase } from '../../../support/database.js'
import { aDraft, anUploadingPost, aQueuedPost, aSentPost, aTimeslot, creditsOf, inDays } from '../../../support/factories.js'
import { aWorld, type World } from '../../../support/world.js'
import { asCarousel, auditOf, reread } from '../support/changes.js'

const { db } = await aDatabase()

const TUESDAY = new Date('2026-03-03T09:00:00Z')
const THURSDAY = new Date('2026-03-05T09:00:00Z')

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof DomainError ? (error.details.reason ?? error.details.field ?? error.code) : error),
  )
const swap = ({ deps, actor, accountId }: World, one: Post, two: Post, versions = {}) =>
  swapPosts(deps, actor, { accountId, postId: one.id, otherPostId: two.id, ...versions })
const undo = ({ deps, actor, accountId }: World, { id, version }: Post) =>
  undoChange(deps, actor, { accountId, postId: id, version })

async function twoOnSlots(world: World) {
  const slots = [await aTimeslot(world, { day: 2, time: '09:00' }), await aTimeslot(world, { day: 4, time: '09:00' })] as const
  const pins = [await aQueuedPost(world, { at: TUESDAY }), await aQueuedPost(world, { at: THURSDAY })] as const
  return { slots, pins }
}

async function asSeries({ organizationId, ...world }: World, posts: readonly Post[]): Promise<string> {
  const [first] = posts
  for (const [position, { id }] of posts.entries())
    await world.deps.db.sql`
      update posts
         set interval_group_id = ${first!.id}, interval_position = ${position}
       where organization_id = ${organizationId} and id = ${id}`
  return first!.id
}
const move = ({ deps, actor, accountId }: World, intervalGroupId: string, how: SeriesMove, seen = {}) =>
  moveSeries(deps, actor, { accountId, intervalGroupId, move: how, ...seen })

test('two pins that are swapped have each other’s time and slot, for free, as one change', async () => {
  const world = await aWorld(db, { credits: 2 })
  const {
    slots: [tuesdays, thursdays],
    pins: [one, two],
  } = await twoOnSlots(world)
  const { post, other } = await swap(world, one, two)
  expect(post).toMatchObject({ id: one.id, sendAt: THURSDAY, timeslotId: thursdays })
  expect(other).toMatchObject({ id: two.id, sendAt: TUESDAY, timeslotId: tuesdays })
  expect(await creditsOf(world)).toBe(0)
  const [ours, theirs] = [await auditOf(world, one.id), await auditOf(world, two.id)]
  expect([ours.at(-1)?.action, ours.at(-1)?.change]).toEqual(['reschedule', theirs.at(-1)?.change])
})

test('undoing a swap puts both back, each on its slot, from either pin', async () => {
  const world = await aWorld(db)
  const { pins } = await twoOnSlots(world)
  for (const index of [0, 1] as const) {
    const { post, other } = await swap(world, await reread(world, pins[0].id), await reread(world, pins[1].id))
    const { posts } = await undo(world, index === 0 ? post : other)
    expect(posts.map(({ sendAt, timeslotId }) => [sendAt, timeslotId])).toEqual(
      pins.map(({ sendAt, timeslotId }) => [sendAt, timeslotId]),
    )
  }
})

test('a swap of pins that were changed since they were seen is refused, whichever was', async () => {
  const world = await aWorld(db)
  const {
    pins: [one, two],
  } = await twoOnSlots(world)
  const moved = await schedulePost(world.deps, world.actor, {
    accountId: world.accountId,
    postId: two.id,
    when: { kind: 'at', at: inDays(world, 9) },
  })
  expect(await refusalOf(swap(world, one, two, { version: one.version, otherVersion: two.version }))).toBe('post_status_changed')
  expect(await refusalOf(swap(world, two, one, { version: two.version }))).toBe('post_status_changed')
  expect(await refusalOf(swap(world, one, moved, { version: one.version, otherVersion: moved.version }))).toBeNull()
})

test('only pins that wait are swapped, never one that is in flight, out, a draft, late, itself or somebody else’s', async () => {
  const world = await aWorld(db)
  const queued = await aQueuedPost(world)
  for (const other of [await anUploadingPost(world), await aSentPost(world), await aDraft(world)])
    expect(await refusalOf(swap(world, queued, other))).toBe('post_not_schedulable')
  expect(await refusalOf(swap(world, queued, queued))).toBe('otherPostId')
  expect(await refusalOf(swap(world, queued, await aQueuedPost(world)))).toBe('otherPostId')
  expect(await refusalOf(swap(world, queued, await aQueuedPost(await aWorld(db), { at: inDays(world, 3) })))).toBe('NOT_FOUND')
  const soon = await aQueuedPost(world, { at: new Date(world.clock.now.getTime() + 60_000) })
  world.clock.now = new Date(world.clock.now.getTime() + 120_000)
  expect(await refusalOf(swap(world, queued, soon))).toBe('sendAt')
  const due = await aQueuedPost(world, { at: new Date(world.clock.now.getTime() + 60_000) })
  world.clock.now = due.sendAt!
  expect(await refusalOf(swap(world, queued, due))).toBe('sendAt')
})

test('two pins of a series that come to one instant with two slots have a slot each', async () => {
  const world = await aWorld(db)
  const slots = [await aTimeslot(world, { day: 4, time: '09:00' }), await aTimeslot(world, { day: 4, time: '09:00' })]
  const pins = [await aQueuedPost(world, { at: TUESDAY }), await aQueuedPost(world, { at: TUESDAY })]
  const posts = await move(world, await asSeries(world, pins), { kind: 'days', days: 2 })
  expect(posts.map(({ sendAt }) => sendAt)).toEqual([THURSDAY, THURSDAY])
  expect(posts.map(({ timeslotId }) => timeslotId).toSorted()).toEqual(slots.toSorted())
})

test('many swaps of the same pins at once end with each time taken once', async () => {
  const world = await aWorld(db)
  const { pins } = await twoOnSlots(world)
  const third = await aQueuedPost(world, { at: inDays(world, 8) })
  const all = [...pins, third]
  await Promise.all(
    Array.from({ length: 9 }, (_, n) => swap(world, all[n % 3]!, all[(n + 1) % 3]!).catch((error: unknown) => error)),
  )
  const times = await Promise.all(all.map(async ({ id }) => (await reread(world, id)).sendAt!.getTime()))
  expect(times.sort()).toEqual([TUESDAY, THURSDAY, inDays(world, 8)].map((at) => at.getTime()).sort())
})

test('a series moves by days at the same hour of the account’s clocks, also over their change', async () => {
  const world = await aWorld(db)
  await db.sql`update accounts set timezone = 'Europe/Berlin' where id = ${world.accountId}`
  const posts = [
    await aQueuedPost(world, { at: new Date('2026-03-20T08:00:00Z') }),
    await aQueuedPost(world, { at: new Date('2026-03-27T08:00:00Z') }),
  ]
  const moved = await move(world, await asSeries(world, posts), { kind: 'days', days: 7 })
  expect(moved.map(({ sendAt }) => sendAt?.toISOString())).toEqual(['2026-03-27T08:00:00.000Z', '2026-04-03T07:00:00.000Z'])
  expect((await auditOf(world, posts[0]!.id)).at(-1)?.change).toBe((await auditOf(world, posts[1]!.id)).at(-1)?.change)
})

test('a series that moves onto its own slots keeps all of them, and Undo brings all of them back', async () => {
  const world = await aWorld(db)
  await db.sql`update accounts set timezone = 'UTC' where id = ${world.accountId}`
  await aTimeslot(world, { day: 2, time: '09:00' })
  const weeks = [0, 1, 2].map((week) => new Date(TUESDAY.getTime() + week * 7 * 86_400_000))
  const posts = await Promise.all(weeks.map((at) => aQueuedPost(world, { at })))
  const moved = await move(world, await asSeries(world, posts), { kind: 'days', days: 7 })
  expect(moved.every(({ timeslotId }) => timeslotId !== null)).toBe(true)
  const back = await undo(world, moved[1]!)
  const places = (some: Post[]) => some.map(({ id, sendAt, timeslotId }) => `${id} ${sendAt?.toISOString()} ${timeslotId}`).sort()
  expect(places(back.posts)).toEqual(places(posts))
})

test('a series moves to a new first time with the distances it has; what is out, in flight or a draft stays', async () => {
  const world = await aWorld(db)
  const posts = [
    await aSentPost(world, { at: inDays(world, 1) }),
    await aQueuedPost(world, { at: inDays(world, 2) }),
    await anUploadingPost(world, { at: inDays(world, 3) }),
    await aQueuedPost(world, { at: inDays(world, 4) }),
    await aDraft(world),
  ]
  const group = await asSeries(world, posts)
  const at = new Date(inDays(world, 20).getTime() + 3_600_000)
  const moved = await move(world, group, { kind: 'to', at })
  expect(moved.map(({ id, sendAt }) => [id, sendAt])).toEqual([
    [posts[1]!.id, at],
    [posts[3]!.id, new Date(at.getTime() + 2 * 86_400_000)],
  ])
  expect(await reread(world, posts[2]!.id)).toMatchObject({ status: 'uploading', sendAt: inDays(world, 3) })
})

test('all of a series or none: one that would be past stops the others', async () => {
  const world = await aWorld(db)
  const posts = [await aQueuedPost(world, { at: inDays(world, 1) }), await aQueuedPost(world, { at: inDays(world, 9) })]
  const group = await asSeries(world, posts)
  expect(await refusalOf(move(world, group, { kind: 'days', days: -3 }))).toBe('days')
  expect(await refusalOf(move(world, group, { kind: 'days', days: 3649 }))).toBe('days')
  for (const days of [0, 1.5, 4000]) expect(await refusalOf(move(world, group, { kind: 'days', days }))).toBe('days')
  expect(await refusalOf(move(world, group, { kind: 'to', at: inDays(world, -1) }))).toBe('sendAt')
  expect(await refusalOf(move(world, group, { kind: 'days', days: 1 }, { seenAt: inDays(world, 2) }))).toBe('post_status_changed')
  expect(await refusalOf(move(world, '999999', { kind: 'days', days: 1 }))).toBe('NOT_FOUND')
  expect(await reread(world, posts[1]!.id)).toMatchObject({ version: posts[1]!.version })
})

test('contributors swap nothing and move no series', async () => {
  const world = await aWorld(db)
  const posts = [await aQueuedPost(world), await aQueuedPost(world, { at: inDays(world, 2) })] as const
  const contributor = { ...world, actor: { ...world.actor, role: 'contributor' as const } }
  expect(await refusalOf(swap(contributor, ...posts))).toBe('FORBIDDEN')
  expect(await refusalOf(move(contributor, await asSeries(world, posts), { kind: 'days', days: 1 }))).toBe('FORBIDDEN')
})

test('a duplicate is a draft with all that the pin has but its time, its series and what became of it', async () => {
  const world = await aWorld(db, { credits: 5 })
  const { deps, actor, accountId } = world
  const source = await asCarousel(world, await aQueuedPost(world, { altText: 'A vase', boardId: '102' }))
  await asSeries(world, [source, await aQueuedPost(world)])
  const credits = await creditsOf(world)
  const draft = await duplicatePost(deps, actor, { accountId, postId: source.id })
  const { title, description, url, altText, boardId, media, isSimplified, productTagPinIds } = source
  expect(draft).toMatchObject({ title, description, url, altText, boardId, media, isSimplified, productTagPinIds })
  expect(draft).toMatchObject({ status: 'draft', sendAt: null, intervalGroupId: null, failure: null, sourcePostId: null })
  expect(draft.id).not.toBe(source.id)
  expect(await creditsOf(world)).toBe(credits)
  expect((await undo(world, draft)).posts).toEqual([])
  expect(await reread(world, source.id)).toMatchObject({ media })
})

test('a pin in whatever state is duplicated, by contributors too; what is not there is not', async () => {
  const world = await aWorld(db)
  const { deps, accountId } = world
  const contributor = { ...world.actor, role: 'contributor' as const, userId: 'T1:U9' }
  for (const { id: postId } of [await anUploadingPost(world), await aSentPost(world), await aDraft(world)])
    expect(await duplicatePost(deps, contributor, { accountId, postId })).toMatchObject({ status: 'draft', createdBy: 'T1:U9' })
  expect(await refusalOf(duplicatePost(deps, contributor, { accountId, postId: '999999' }))).toBe('NOT_FOUND')
  const viewer = { ...world.actor, role: 'viewer' as const }
  expect(await refusalOf(duplicatePost(deps, viewer, { accountId, postId: '1' }))).toBe('FORBIDDEN')
})

test('two people who swap the same pins at once move them once: the second one is told', async () => {
  const world = await aWorld(db)
  const {
    pins: [one, two],
  } = await twoOnSlots(world)
  const seen = { seenAt: one.sendAt!, otherSeenAt: two.sendAt! }
  const outcomes = await Promise.all([
    refusalOf(swap(world, one, two, seen)),
    refusalOf(swap(world, two, one, { seenAt: two.sendAt!, otherSeenAt: one.sendAt! })),
    refusalOf(swap(world, one, two, seen)),
  ])
  expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'post_status_changed')).toHaveLength(2)
  expect([(await reread(world, one.id)).sendAt, (await reread(world, two.id)).sendAt]).toEqual([two.sendAt, one.sendAt])
})

test('a swap and an edit at once both hold: neither the words nor the time are lost', async () => {
  const world = await aWorld(db)
  const { deps, actor, accountId } = world
  for (let round = 0; round < 5; round++) {
    const { pins } = await twoOnSlots(world)
    const [one, two] = pins
    const title = `Edited ${round}`
    await Promise.all([
      swap(world, one, two, { seenAt: one.sendAt!, otherSeenAt: two.sendAt! }),
      editPost(deps, actor, { accountId, postId: two.id, changes: { title } }),
    ])
    expect(await reread(world, one.id)).toMatchObject({ sendAt: two.sendAt })
    expect(await reread(world, two.id)).toMatchObject({ sendAt: one.sendAt, title })
    await db.sql`delete from timeslots where organization_id = ${world.organizationId}`
  }
})

test('a swap and a move at once: both hold, or the swap is told that a time is another one', async () => {
  const world = await aWorld(db)
  const { deps, actor, accountId } = world
  const {
    pins: [one, two],
  } = await twoOnSlots(world)
  const away = inDays(world, 20)
  const [swapped] = await Promise.all([
    refusalOf(swap(world, one, two, { seenAt: one.sendAt!, otherSeenAt: two.sendAt! })),
    schedulePost(deps, actor, { accountId, postId: two.id, when: { kind: 'at', at: away } }),
  ])
  const times = [(await reread(world, one.id)).sendAt, (await reread(world, two.id)).sendAt]
  expect([null, 'post_status_changed']).toContain(swapped)
  expect(times).toEqual([swapped === null ? two.sendAt : one.sendAt, away])
})
