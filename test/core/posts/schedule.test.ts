import { expect, test } from 'vitest'
import type { Post } from '../../../src/core/posts/post.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { untilWaiting } from '../../db/support/waiting.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, anUploadingPost, aQueuedPost, aSentPost, aTimeslot, creditsOf, DAY_MS, inDays } from '../../support/factories.js'
import { aWorld, START, type World } from '../../support/world.js'
import { auditOf, conflictOf, interrupted, reread } from './support/changes.js'

const { db } = await aDatabase()

const schedule = (
  { deps, actor, accountId }: World,
  postId: string,
  when: Parameters<typeof schedulePost>[2]['when'],
  board?: Parameters<typeof schedulePost>[2]['board'],
) => schedulePost(deps, actor, { accountId, postId, when, ...(board ? { board } : {}) })

const next = { kind: 'nextOpenSlot' } as const

async function rowOf({ organizationId }: World, postId: string) {
  const [row] = await db.sql<
    { due_at: Date | null; tries: number; charge_number: number; failure: unknown; late_told: boolean }[]
  >`
    select due_at, tries, charge_number, failure, late_told from posts where organization_id = ${organizationId} and id = ${postId}`
  return row!
}

test('rule 1: a draft scheduled at a time is queued, due then, and charged once', async () => {
  const world = await aWorld(db, { credits: 1 })
  const draft = await aDraft(world)
  const at = inDays(world, 3)
  const post = await schedule(world, draft.id, { kind: 'at', at: new Date(at.getTime() + 999) })
  expect(post).toMatchObject({ id: draft.id, status: 'queued', sendAt: at, timeslotId: null, boardName: 'Kitchen ideas' })
  expect(post.media).toHaveLength(1)
  expect(await rowOf(world, draft.id)).toMatchObject({ due_at: at, charge_number: 1 })
  expect(await creditsOf(world)).toBe(0)
})

test('a reschedule takes no second charge and needs no live connection', async () => {
  const world = await aWorld(db, { credits: 1 })
  const post = await aQueuedPost(world)
  await db.sql`delete from connections where organization_id = ${world.organizationId}`
  const moved = await schedule(world, post.id, { kind: 'at', at: inDays(world, 5) })
  expect(moved).toMatchObject({ status: 'queued', sendAt: inDays(world, 5), version: post.version + 1 })
  expect(await creditsOf(world)).toBe(0)
})

test('a reschedule resets the retries', async () => {
  const world = await aWorld(db)
  const post = await aQueuedPost(world)
  await db.sql`update posts set tries = 3, late_told = true, due_at = ${inDays(world, 2)} where id = ${post.id}`
  await schedule(world, post.id, { kind: 'at', at: inDays(world, 4) })
  expect(await rowOf(world, post.id)).toMatchObject({ tries: 0, late_told: false, due_at: inDays(world, 4) })
})

test('scheduling clears what failed before', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world)
  const failure = { reason: 'missed', message: 'Too late', failedAt: START.toISOString(), sendAt: START.toISOString() }
  await db.sql`update posts set failure = ${db.sql.json(failure)} where id = ${draft.id}`
  const post = await schedule(world, draft.id, { kind: 'at', at: inDays(world, 1) })
  expect(post.failure).toBeNull()
})

test.each([
  ['paused', { publishing: 'paused' }],
  ['unauthorized', { token_status: 'unauthorized' }],
])('a post of an account that is %s is rescheduled without a due time', async (_, columns) => {
  const world = await aWorld(db)
  const post = await aQueuedPost(world)
  await db.sql`update accounts set ${db.sql(columns)} where organization_id = ${world.organizationId}`
  const moved = await schedule(world, post.id, { kind: 'at', at: inDays(world, 2) })
  expect(moved.sendAt).toEqual(inDays(world, 2))
  expect((await rowOf(world, post.id)).due_at).toBeNull()
})

test('rule 1: the next open slot is the first one that no live post has', async () => {
  const world = await aWorld(db)
  const timeslotId = await aTimeslot(world, { day: 2, time: '09:00' })
  const [first, second] = [await aDraft(world), await aDraft(world)]
  expect(await schedule(world, first.id, next)).toMatchObject({ sendAt: new Date('2026-03-03T09:00:00Z'), timeslotId })
  expect(await schedule(world, second.id, next)).toMatchObject({ sendAt: new Date('2026-03-10T09:00:00Z'), timeslotId })
})

test('asking for the next open slot again changes nothing', async () => {
  const world = await aWorld(db)
  await aTimeslot(world, { day: 2, time: '09:00' })
  const draft = await aDraft(world)
  const once = await schedule(world, draft.id, next)
  const twice = await schedule(world, draft.id, next)
  expect(twice.sendAt).toEqual(once.sendAt)
  expect(twice.timeslotId).toBe(once.timeslotId)
})

test('an explicit time on an open occurrence occupies it', async () => {
  const world = await aWorld(db)
  const timeslotId = await aTimeslot(world, { day: 2, time: '09:00' })
  const at = new Date('2026-03-03T09:00:00Z')
  const [first, second] = [await aDraft(world), await aDraft(world)]
  expect(await schedule(world, first.id, { kind: 'at', at })).toMatchObject({ timeslotId })
  expect(await schedule(world, second.id, { kind: 'at', at })).toMatchObject({ timeslotId: null, sendAt: at })
})

test('of many explicit times on one occurrence one occupies it and the others are off-slot', async () => {
  const world = await aWorld(db)
  await aTimeslot(world, { day: 2, time: '09:00' })
  const at = new Date('2026-03-03T09:00:00Z')
  const drafts = await Promise.all(Array.from({ length: 8 }, () => aDraft(world)))
  const posts = await Promise.all(drafts.map(({ id }) => schedule(world, id, { kind: 'at', at })))
  expect(posts.filter(({ timeslotId }) => timeslotId !== null)).toHaveLength(1)
  expect(posts.every(({ sendAt }) => sendAt?.getTime() === at.getTime())).toBe(true)
})

test('rule 4: no slot at all is no_open_slot, and nothing is written or charged', async () => {
  const world = await aWorld(db, { credits: 1 })
  const draft = await aDraft(world)
  await expect(schedule(world, draft.id, next)).rejects.toMatchObject({
    code: 'UNPROCESSABLE_ENTITY',
    details: { reason: 'no_open_slot' },
  })
  expect(await creditsOf(world)).toBe(1)
  expect((await rowOf(world, draft.id)).charge_number).toBe(0)
})

test('rule 5: without a credit the denial comes before the search for a slot', async () => {
  const world = await aWorld(db, { credits: 0 })
  const draft = await aDraft(world)
  await expect(schedule(world, draft.id, next)).rejects.toMatchObject({
    code: 'PAYMENT_REQUIRED',
    details: { reason: 'insufficient_credits', resolvePath: '/billing/credits' },
  })
})

test('a draft of an account without a connection is account_not_connected', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world)
  await db.sql`delete from connections where organization_id = ${world.organizationId}`
  await expect(schedule(world, draft.id, { kind: 'at', at: inDays(world, 1) })).rejects.toMatchObject({
    details: { reason: 'account_not_connected', resolvePath: `/connect/${world.accountId}` },
  })
})

test.each([
  ['sent', aSentPost],
  ['uploading', anUploadingPost],
])('rule 3: a post that is %s cannot be rescheduled', async (_, make) => {
  const world = await aWorld(db)
  const post = await make(world)
  await expect(schedule(world, post.id, { kind: 'at', at: inDays(world, 9) })).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'post_not_schedulable' },
  })
})

test.each(['title', 'description', 'url', 'boardId'] as const)('rule 2: scheduling without %s names the field', async (field) => {
  const world = await aWorld(db)
  const draft = await aDraft(world, { [field]: null })
  await expect(schedule(world, draft.id, { kind: 'at', at: inDays(world, 1) })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    details: { field },
  })
})

test.each([
  ['now', 0],
  ['the past', -DAY_MS],
  ['beyond ten years', 3654 * DAY_MS],
])('rule 1: a sendAt at %s is a bad request', async (_, ms) => {
  const world = await aWorld(db)
  const draft = await aDraft(world)
  await expect(schedule(world, draft.id, { kind: 'at', at: new Date(START.getTime() + ms) })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    details: { field: 'sendAt' },
  })
})

test('a missing, malformed or foreign post is the same not found', async () => {
  const world = await aWorld(db)
  const other = await aWorld(db)
  const foreign = await aDraft(other)
  for (const postId of ['999999', 'x', '-1', '99999999999999999999', foreign.id]) {
    await expect(schedule(world, postId, { kind: 'at', at: inDays(world, 1) })).rejects.toThrow('Post not found.')
  }
  await expect(
    schedulePost(world.deps, world.actor, { accountId: other.accountId, postId: foreign.id, when: next }),
  ).rejects.toThrow('Account not found.')
})

test('supplying a board without a section clears the section; b_ is stripped', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world, { boardSectionId: '1011' })
  const at = { kind: 'at', at: inDays(world, 1) } as const
  expect(await schedule(world, draft.id, at, { boardId: 'b_102' })).toMatchObject({ boardId: '102', boardSectionId: null })
  expect(await schedule(world, draft.id, at, { boardId: '101', boardSectionId: '1012' })).toMatchObject({
    boardSectionId: '1012',
  })
  expect(await schedule(world, draft.id, at, { boardSectionId: null })).toMatchObject({ boardId: '101', boardSectionId: null })
})

test('what runs before the commit shares its fate', async () => {
  const world = await aWorld(db, { credits: 1 })
  const draft = await aDraft(world)
  const failing = schedulePost(
    world.deps,
    world.actor,
    { accountId: world.accountId, postId: draft.id, when: { kind: 'at', at: inDays(world, 1) } },
    async () => {
      throw new Error('no room for the answer')
    },
  )
  await expect(failing).rejects.toThrow('no room for the answer')
  expect(await creditsOf(world)).toBe(1)
})

test('the publisher is woken for a pin within a minute, and not for a later one', async () => {
  const world = await aWorld(db)
  const woken: string[] = []
  const stop = await db.listen('posts_due', (payload) => woken.push(payload))
  woken.length = 0
  const [near, far] = [await aDraft(world), await aDraft(world)]
  await schedule(world, far.id, { kind: 'at', at: inDays(world, 1) })
  await schedule(world, near.id, { kind: 'at', at: new Date(START.getTime() + 30_000) })
  await expect.poll(() => woken.length).toBe(1)
  await stop()
})

test('rule 4: while another write holds the schedule longer than five seconds it is a timeout; nothing is written or charged', async () => {
  const world = await aWorld(db, { credits: 1 })
  await aTimeslot(world, { day: 2, time: '09:00' })
  const draft = await aDraft(world)
  await db.tx(async (sql) => {
    await sql`select id from schedules where organization_id = ${world.organizationId} for update`
    await expect(schedule(world, draft.id, next)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: { reason: 'slot_resolution_timeout' },
    })
  })
  expect(await reread(world, draft.id)).toEqual(draft)
  expect(await creditsOf(world)).toBe(1)
})

test('an occurrence that passed during the wait for the schedule is not given any more', async () => {
  const world = await aWorld(db)
  await aTimeslot(world, { day: 2, time: '09:00' })
  const draft = await aDraft(world)
  world.clock.now = new Date('2026-03-03T08:59:59Z')
  const { scheduling } = await db.tx(async (sql) => {
    await sql`select id from schedules where organization_id = ${world.organizationId} for update`
    const waits = schedule(world, draft.id, next)
    await untilWaiting(db)
    world.clock.now = new Date('2026-03-03T09:00:01Z')
    return { scheduling: waits }
  })
  expect((await scheduling).sendAt).toEqual(new Date('2026-03-10T09:00:00Z'))
})

test('rule 5: a trial that is used up and a post limit that is reached deny a draft, and a reschedule never', async () => {
  const trial = await aWorld(db)
  await db.sql`
    update entitlements set access = 'none', trial_offered = true, trial_left = 1, credits_left = 0 where organization_id = ${trial.organizationId}`
  const legacy = await aWorld(db)
  await db.sql`update organizations set billing_system = 'legacy', post_limit = 1 where id = ${legacy.organizationId}`
  for (const [world, reason] of [
    [trial, 'trial_exhausted'],
    [legacy, 'legacy_post_limit_exceeded'],
  ] as const) {
    const post = await aQueuedPost(world)
    const draft = await aDraft(world)
    await expect(schedule(world, draft.id, { kind: 'at', at: inDays(world, 1) }), reason).rejects.toMatchObject({
      code: 'PAYMENT_REQUIRED',
      details: { reason },
    })
    expect(await schedule(world, post.id, { kind: 'at', at: inDays(world, 2) })).toMatchObject({ sendAt: inDays(world, 2) })
  }
})

test('a scheduling and a rescheduling are written down', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world)
  await schedule(world, draft.id, { kind: 'at', at: inDays(world, 1) })
  await schedule(world, draft.id, { kind: 'at', at: inDays(world, 2) }, { boardId: '102' })
  const changes = await auditOf(world, draft.id)
  expect(changes).toMatchObject([
    { action: 'schedule', version: 2, before: { status: 'draft', sendAt: null }, after: { status: 'queued', chargeNumber: 1 } },
    { action: 'reschedule', version: 3, before: { boardId: '101' }, after: { boardId: '102', chargeNumber: 1 } },
  ])
  const times = changes.flatMap(({ after }) => (after?.sendAt ? [new Date(after.sendAt)] : []))
  expect(times).toEqual([inDays(world, 1), inDays(world, 2)])
})

test('a section checked on a board that the pin has left meanwhile is not written', async () => {
  const world = await aWorld(db)
  const post = await aQueuedPost(world)
  const moved = interrupted(world, () => db.sql`update posts set board_id = '102' where id = ${post.id}`)
  const moving = schedule(moved, post.id, { kind: 'at', at: inDays(world, 2) }, { boardSectionId: '1011' })
  await expect(moving).rejects.toMatchObject(conflictOf('post_status_changed'))
  expect(await reread(world, post.id)).toMatchObject({ boardId: '102', sendAt: post.sendAt })
})

test('rule 4: asking for the next open slot by a post that is on it changes nothing: no version, no history; the answer is still stored', async () => {
  const world = await aWorld(db, { credits: 1 })
  const { deps, actor, accountId } = world
  await aTimeslot(world, { day: 2, time: '09:00' })
  await aTimeslot(world, { day: 4, time: '09:00' })
  const draft = await aDraft(world)
  const post = await schedule(world, draft.id, next)
  const before = await auditOf(world, draft.id)
  const stored: Post[] = []
  const again = await schedulePost(deps, actor, { accountId, postId: post.id, when: next }, async (_sql, result) => {
    stored.push(result)
  })
  const { placement, ...bare } = post
  expect([again, stored, await reread(world, post.id)]).toEqual([post, [post], bare])
  expect(placement).toEqual({ passedOver: [], more: 0, spacingDays: null })
  expect(await auditOf(world, draft.id)).toEqual(before)
  expect(await creditsOf(world)).toBe(0)
})
