import { expect, test } from 'vitest'
import { DomainError } from '../../../../src/core/lib/errors.js'
import { pausePublishing } from '../../../../src/core/accounts/publishing.js'
import { putSpacingRule } from '../../../../src/core/slots/spacing-rules.js'
import { readPost } from '../../../../src/core/posts/list.js'
import type { NewTime } from '../../../../src/core/posts/when.js'
import { schedulePost } from '../../../../src/core/posts/schedule.js'
import { undoChange } from '../../../../src/core/posts/undo/undo.js'
import { untilWaiting } from '../../../db/support/waiting.js'
import { aDatabase } from '../../../support/database.js'
import { aDraft, anUploadingPost, aQueuedPost, aSentPost, aTimeslot, creditsOf, inDays } from '../../../support/factories.js'
import { aWorld, START, type World } from '../../../support/world.js'

const { db } = await aDatabase()

const place = ({ deps, actor, accountId }: World, { id }: { id: string }, when: NewTime) =>
  schedulePost(deps, actor, { accountId, postId: id, when })
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof DomainError ? error.details.reason : error),
  )
const now = { kind: 'now' } as const
const later = { kind: 'later' } as const
const earlier = { kind: 'earlier' } as const

async function rowOf({ organizationId }: World, { id }: { id: string }) {
  const [row] = await db.sql<{ status: string; due_at: Date | null; send_at: Date | null; tries: number; version: number }[]>`
    select status, due_at, send_at, tries, version from posts where organization_id = ${organizationId} and id = ${id}`
  return row!
}

const failed = ({ organizationId }: World, { id }: { id: string }, reason: string) =>
  db.sql`
    update posts
       set failure = ${db.sql.json({ reason, message: 'No', failedAt: START.toISOString(), sendAt: START.toISOString() })}
     where organization_id = ${organizationId} and id = ${id}`

/** Tuesdays and Thursdays at nine. */
async function twoSlots(world: World) {
  await aTimeslot(world, { day: 2, time: '09:00' })
  await aTimeslot(world, { day: 4, time: '09:00' })
}
const TUESDAY = new Date('2026-03-03T09:00:00Z')
const THURSDAY = new Date('2026-03-05T09:00:00Z')
const NEXT_TUESDAY = new Date('2026-03-10T09:00:00Z')

test('a draft that is published now is charged once and due at once', async () => {
  const world = await aWorld(db, { credits: 1 })
  const draft = await aDraft(world)
  const post = await place(world, draft, now)
  expect(post).toMatchObject({ status: 'queued', sendAt: world.clock.now, timeslotId: null })
  expect(await rowOf(world, draft)).toMatchObject({ due_at: world.clock.now })
  expect(await creditsOf(world)).toBe(0)
})

test('a scheduled pin that is published now costs nothing more and leaves its slot', async () => {
  const world = await aWorld(db, { credits: 1 })
  await twoSlots(world)
  const post = await aQueuedPost(world, { at: TUESDAY })
  expect(await place(world, post, now)).toMatchObject({ sendAt: world.clock.now, timeslotId: null, version: post.version + 1 })
  expect(await place(world, await aDraft(world), { kind: 'nextOpenSlot' }).catch(() => 'no credit')).toBe('no credit')
  expect(await creditsOf(world)).toBe(0)
})

test('a pause that commits while “now” waits for its pin refuses it, and nothing is written', async () => {
  const world = await aWorld(db, { credits: 1 })
  const { deps, actor, accountId } = world
  const draft = await aDraft(world)
  const refused: Promise<unknown>[] = []
  await db.tx(async (sql) => {
    await sql`select from posts where organization_id = ${world.organizationId} and id = ${draft.id} for update`
    refused.push(refusalOf(place(world, draft, now)))
    await untilWaiting(db)
    await pausePublishing(deps, actor, { accountId, whilePaused: 'wait' })
  })
  expect(await Promise.all(refused)).toEqual(['publishing_paused'])
  expect(await rowOf(world, draft)).toMatchObject({ status: 'draft', version: draft.version })
  expect(await creditsOf(world)).toBe(1)
})

test('a late pin that is published now stands no longer among the late ones', async () => {
  const world = await aWorld(db)
  const post = await aQueuedPost(world, { at: TUESDAY })
  world.clock.now = new Date(TUESDAY.getTime() + 20 * 60_000)
  expect(await place(world, post, now)).toMatchObject({ sendAt: world.clock.now, version: post.version + 1 })
})

test('two publishes of one pin by impatience are one: one charge, one change, one due time', async () => {
  const world = await aWorld(db, { credits: 5 })
  const draft = await aDraft(world)
  const posts = await Promise.all(Array.from({ length: 6 }, () => place(world, draft, now)))
  expect(new Set(posts.map(({ version }) => version)).size).toBe(1)
  expect(await creditsOf(world)).toBe(4)
  expect(await rowOf(world, draft)).toMatchObject({ version: draft.version + 1 })
})

test('the second publish of a scheduled pin some seconds later changes nothing', async () => {
  const world = await aWorld(db)
  const post = await aQueuedPost(world)
  const once = await place(world, post, now)
  world.clock.now = new Date(world.clock.now.getTime() + 4_000)
  expect(await place(world, post, now)).toMatchObject({ version: once.version, sendAt: once.sendAt })
})

test('a pin that waits for its next try, or is late, goes out now when it is asked to', async () => {
  const world = await aWorld(db)
  const post = await aQueuedPost(world)
  world.clock.now = new Date(post.sendAt!.getTime() + 3_600_000)
  await db.sql`update posts set tries = 3, due_at = ${inDays(world, 1)} where id = ${post.id}`
  await place(world, post, now)
  expect(await rowOf(world, post)).toMatchObject({ due_at: world.clock.now, tries: 0 })
})

test.each([
  ['paused', 'publishing_paused', { publishing: 'paused' }],
  ['disconnected', 'platform_reconnect_required', { token_status: 'unauthorized' }],
])('of an account that is %s nothing is published now: %s, and nothing is written', async (_, reason, columns) => {
  const world = await aWorld(db, { credits: 1 })
  const draft = await aDraft(world)
  await db.sql`update accounts set ${db.sql(columns)} where organization_id = ${world.organizationId}`
  await expect(place(world, draft, now)).rejects.toMatchObject({ details: { reason } })
  expect(await rowOf(world, draft)).toMatchObject({ status: 'draft', version: draft.version })
  expect(await creditsOf(world)).toBe(1)
})

test('an account that is paused while it waits to be published holds the pin, or refuses it', async () => {
  for (let n = 0; n < 8; n++) {
    const world = await aWorld(db)
    const draft = await aDraft(world)
    const [, published] = await Promise.allSettled([
      pausePublishing(world.deps, world.actor, { accountId: world.accountId, whilePaused: 'wait' }),
      place(world, draft, now),
    ])
    const { status, due_at: dueAt } = await rowOf(world, draft)
    expect([status, dueAt]).toEqual(published.status === 'fulfilled' ? ['queued', dueAt] : ['draft', null])
  }
})

test('what scheduling refuses, publishing now refuses for the same reason', async () => {
  const world = await aWorld(db, { credits: 2 })
  await expect(place(world, await aDraft(world, { title: null }), now)).rejects.toMatchObject({ details: { field: 'title' } })
  await expect(place(world, await aDraft(world, { boardId: null }), now)).rejects.toMatchObject({ details: { field: 'boardId' } })
  expect(await refusalOf(place(world, await anUploadingPost(world), now))).toBe('post_not_schedulable')
  expect(await refusalOf(place(world, await aSentPost(world), now))).toBe('post_not_schedulable')
  await expect(place(world, await aDraft(world), now)).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
  await expect(place(world, { id: '999999' }, now)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a pin of which nobody knows whether it was published is not published again, as a draft or scheduled again', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world)
  await failed(world, draft, 'outcome_unknown')
  expect(await refusalOf(place(world, draft, now))).toBe('outcome_unknown')
  const queued = await aQueuedPost(world)
  await db.sql`
    insert into publish_attempts (organization_id, post_id, number, state, board_id, payload, send_at, claimed_at, sending_at, settled_at)
    values (${world.organizationId}, ${queued.id}, 1, 'ambiguous', '101', '{}', ${START}, ${START}, ${START}, ${START})`
  expect(await refusalOf(place(world, queued, now))).toBe('outcome_unknown')
})

test('a draft that failed for another reason is published now', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world)
  await failed(world, draft, 'platform_rejected')
  expect(await place(world, draft, now)).toMatchObject({ status: 'queued', failure: null })
})

test('publishing now can be undone while nobody has taken the pin', async () => {
  const world = await aWorld(db)
  const post = await aQueuedPost(world)
  const { accountId, deps, actor } = world
  const { version } = await place(world, post, now)
  const { posts } = await undoChange(deps, actor, { accountId, postId: post.id, version })
  expect(posts).toMatchObject([{ sendAt: post.sendAt, status: 'queued' }])
})

test('contributors publish nothing right away, and move nothing', async () => {
  const world = await aWorld(db)
  const { deps, accountId, actor } = world
  await db.sql`update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where id = ${accountId}`
  const contributor = { ...actor, role: 'contributor' as const }
  const draft = await aDraft(world)
  for (const when of [now, later, earlier])
    await expect(schedulePost(deps, contributor, { accountId, postId: draft.id, when })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
})

test('later is the first open slot after the pin’s own time, and earlier the last one before it', async () => {
  const world = await aWorld(db)
  await twoSlots(world)
  const post = await aQueuedPost(world, { at: TUESDAY })
  await aQueuedPost(world, { at: THURSDAY, url: 'https://example.com/other' })
  expect(await place(world, post, later)).toMatchObject({ sendAt: NEXT_TUESDAY })
  expect(await place(world, post, later)).toMatchObject({ sendAt: new Date('2026-03-12T09:00:00Z') })
  expect(await place(world, post, earlier)).toMatchObject({ sendAt: NEXT_TUESDAY })
  expect(await place(world, post, earlier)).toMatchObject({ sendAt: TUESDAY })
})

test('earlier of a pin in the earliest open slot changes nothing, not even its version', async () => {
  const world = await aWorld(db)
  await twoSlots(world)
  const post = await aQueuedPost(world, { at: TUESDAY })
  expect(await place(world, post, earlier)).toMatchObject({ sendAt: TUESDAY, version: post.version })
})

test('earlier is before the pin’s own time, also where another slot is open at it', async () => {
  const world = await aWorld(db)
  await twoSlots(world)
  await aTimeslot(world, { day: 4, time: '09:00' })
  const post = await aQueuedPost(world, { at: THURSDAY })
  expect(await place(world, post, earlier)).toMatchObject({ sendAt: TUESDAY })
})

test('earlier finds a slot that is months before an exact time', async () => {
  const world = await aWorld(db)
  await twoSlots(world)
  const post = await aQueuedPost(world, { at: inDays(world, 400) })
  const moved = await place(world, post, earlier)
  expect(moved.timeslotId).not.toBeNull()
  expect(post.sendAt!.getTime() - moved.sendAt!.getTime()).toBeLessThan(7 * 86_400_000)
})

test('later and earlier keep pins with one link apart as the spacing rule says', async () => {
  const world = await aWorld(db)
  const { deps, actor, accountId } = world
  await twoSlots(world)
  await putSpacingRule(deps, actor, { accountId, type: 'DEFAULT', url: null, days: 6 })
  await aQueuedPost(world, { at: NEXT_TUESDAY })
  const post = await aQueuedPost(world, { at: TUESDAY })
  expect(await place(world, post, later)).toMatchObject({ sendAt: new Date('2026-03-17T09:00:00Z') })
  expect(await place(world, post, earlier)).toMatchObject({ sendAt: TUESDAY })
})

test('a draft has no earlier and no later', async () => {
  const world = await aWorld(db)
  await twoSlots(world)
  for (const when of [later, earlier])
    expect(await refusalOf(place(world, await aDraft(world), when))).toBe('post_not_schedulable')
})

test('pins that are moved later all at once get slots of their own', async () => {
  const world = await aWorld(db)
  await twoSlots(world)
  const posts = await Promise.all([TUESDAY, THURSDAY, NEXT_TUESDAY].map((at) => aQueuedPost(world, { at })))
  await Promise.all(posts.map((post) => place(world, post, later)))
  const places = await Promise.all(
    posts.map(({ id }) => readPost(world.deps, world.actor, { accountId: world.accountId, postId: id })),
  )
  expect(new Set(places.map(({ sendAt }) => sendAt!.getTime())).size).toBe(3)
  expect(places.every(({ timeslotId }) => timeslotId !== null)).toBe(true)
})

test('a chosen open slot is taken while it is open, and else refused: nothing is written', async () => {
  const world = await aWorld(db, { credits: 10 })
  await twoSlots(world)
  const draft = await aDraft(world)
  expect(await place(world, draft, { kind: 'openSlot', at: THURSDAY })).toMatchObject({ sendAt: THURSDAY, status: 'queued' })
  const other = await aDraft(world)
  expect(await refusalOf(place(world, other, { kind: 'openSlot', at: THURSDAY }))).toBe('slot_not_open')
  expect(await refusalOf(place(world, other, { kind: 'openSlot', at: inDays(world, 1) }))).toBe('slot_not_open')
  expect(await rowOf(world, other)).toMatchObject({ status: 'draft', version: other.version })
})

test('of many who choose one open slot, by it or by its time alone, one has it', async () => {
  const world = await aWorld(db)
  await twoSlots(world)
  const drafts = await Promise.all(Array.from({ length: 8 }, () => aDraft(world)))
  const chosen = await Promise.allSettled(
    drafts.map((draft, index) => place(world, draft, { kind: index % 2 ? 'openSlot' : 'at', at: THURSDAY })),
  )
  const on = chosen.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])).filter(({ timeslotId }) => timeslotId)
  expect(on).toHaveLength(1)
})

test('the own slot of a pin, chosen, changes nothing', async () => {
  const world = await aWorld(db)
  await twoSlots(world)
  const post = await aQueuedPost(world, { at: TUESDAY })
  expect(await place(world, post, { kind: 'openSlot', at: TUESDAY })).toMatchObject({ version: post.version })
})

test('a move of a pin that was changed since it was seen is refused', async () => {
  const world = await aWorld(db)
  const post = await aQueuedPost(world)
  await place(world, post, { kind: 'at', at: inDays(world, 3) })
  const { deps, actor, accountId } = world
  const again = schedulePost(deps, actor, { accountId, postId: post.id, when: now, version: post.version })
  expect(await refusalOf(again)).toBe('post_status_changed')
})
