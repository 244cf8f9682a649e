import { expect, test } from 'vitest'
import { DomainError } from '../../../src/core/lib/errors.js'
import type { Post } from '../../../src/core/posts/post.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { unschedulePost } from '../../../src/core/posts/unschedule.js'
import { untilWaiting } from '../../db/support/waiting.js'
import { aDatabase, isOnCluster } from '../../support/database.js'
import { aDraft, aQueuedPost, aTimeslot, creditsOf, inDays } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'

const { db } = await aDatabase()
/** An advisory lock of one server, which a trigger waits for there. */
const testOfLocks = test.skipIf(isOnCluster())

/**
 * On a machine that is busy with other tests the 5 s may not do for fifty in a row: a caller that gets this error retries, as
 * it says.
 */
async function untilResolved(world: World, postId: string): Promise<Post> {
  try {
    return await schedulePost(world.deps, world.actor, { accountId: world.accountId, postId, when: { kind: 'nextOpenSlot' } })
  } catch (error) {
    if (error instanceof DomainError && error.details.reason === 'slot_resolution_timeout') return untilResolved(world, postId)
    throw error
  }
}

test('fifty callers for ten open slots: ten get distinct ones, forty are told there is none, ten charges', async () => {
  const world = await aWorld(db, { credits: 100 })
  const { organizationId, accountId, clock } = world
  const timeslotId = await aTimeslot(world, { day: 2, time: '09:00' })
  const last = new Date(clock.now)
  last.setUTCFullYear(last.getUTCFullYear() + 10)
  // Live posts on all occurrences of ten years but the ten last.
  await db.sql`
    insert into posts (organization_id, account_id, status, media_type, title, description, url, board_id, send_at, timeslot_id,
                       due_at, created_via, created_at, updated_at)
    select ${organizationId}::bigint, ${accountId}::bigint, 'queued', 'image', 'Taken', 'Taken', 'https://example.com/taken', '102', at,
           ${timeslotId}::bigint, at, 'api', ${clock.now}::timestamptz, ${clock.now}::timestamptz
      from (select at
              from generate_series('2026-03-03T09:00:00Z'::timestamptz, ${last}::timestamptz, interval '168 hours') as at
             order by at desc
            offset 10) as taken`
  const drafts = await Promise.all(Array.from({ length: 50 }, () => aDraft(world)))
  const outcomes = await Promise.allSettled(drafts.map(({ id }) => untilResolved(world, id)))
  const placed = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  expect(new Set(placed.map(({ sendAt }) => sendAt?.getTime())).size).toBe(10)
  expect(placed).toHaveLength(10)
  expect(refused.filter((error) => error instanceof DomainError && error.details.reason === 'no_open_slot')).toHaveLength(40)
  expect(await creditsOf(world)).toBe(90)
  const [ledger] = await db.sql<[{ charges: number }]>`
    select count(*)::int as charges from credit_ledger where organization_id = ${organizationId} and kind = 'charge'`
  expect(ledger.charges).toBe(10)
})

test('callers for the next open slot and for its explicit time never share an occurrence', async () => {
  const world = await aWorld(db)
  const { accountId, organizationId } = world
  await aTimeslot(world, { day: 2, time: '09:00' })
  await aTimeslot(world, { day: 4, time: '09:00' })
  const instants = ['2026-03-03T09:00:00Z', '2026-03-05T09:00:00Z', '2026-03-10T09:00:00Z'].map((text) => new Date(text))
  const drafts = await Promise.all(Array.from({ length: 24 }, () => aDraft(world)))
  const posts = await Promise.all(
    drafts.map(({ id }, index) =>
      schedulePost(world.deps, world.actor, {
        accountId,
        postId: id,
        when: index % 2 ? { kind: 'nextOpenSlot' } : { kind: 'at', at: instants[index % 3]! },
      }),
    ),
  )
  expect(posts.filter((_, index) => index % 2).every(({ timeslotId }) => timeslotId !== null)).toBe(true)
  const taken = await db.sql`
    select timeslot_id, send_at from posts where organization_id = ${organizationId} and timeslot_id is not null
     group by timeslot_id, send_at having count(*) > 1`
  expect(taken).toHaveLength(0)
})

test('one credit and many callers: one post is scheduled', async () => {
  const world = await aWorld(db, { credits: 1 })
  const drafts = await Promise.all(Array.from({ length: 8 }, () => aDraft(world)))
  const outcomes = await Promise.allSettled(
    drafts.map(({ id }) =>
      schedulePost(world.deps, world.actor, {
        accountId: world.accountId,
        postId: id,
        when: { kind: 'at', at: inDays(world, 1) },
      }),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await creditsOf(world)).toBe(0)
})

test('two callers for one draft: it is charged once', async () => {
  const world = await aWorld(db, { credits: 10 })
  const draft = await aDraft(world)
  await Promise.all(
    [1, 2, 3, 4].map((days) =>
      schedulePost(world.deps, world.actor, {
        accountId: world.accountId,
        postId: draft.id,
        when: { kind: 'at', at: inDays(world, days) },
      }),
    ),
  )
  expect(await creditsOf(world)).toBe(9)
})

testOfLocks('scheduling onto an instant that another pin takes and leaves meanwhile does not end in a deadlock', async () => {
  const world = await aWorld(db, { credits: 10 })
  const { deps, actor, accountId } = world
  await aTimeslot(world, { day: 2, time: '09:00' })
  const when = { kind: 'at', at: new Date('2026-03-03T09:00:00Z') } as const
  const other = await aQueuedPost(world)
  const draft = await aDraft(world)
  // Stops the draft, its place chosen and paid for, just before it is written.
  await db.sql.unsafe(`
    create function stop() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(7); return new; end $$;
    create trigger stop before update on posts for each row when (new.id = ${draft.id}) execute function stop()`)
  let pending: Promise<unknown>[] = []
  await db.tx(async (sql) => {
    await sql`select pg_advisory_xact_lock(7)`
    const arriving = schedulePost(deps, actor, { accountId, postId: draft.id, when })
    await untilWaiting(db, 1)
    await schedulePost(deps, actor, { accountId, postId: other.id, when })
    pending = [arriving, unschedulePost(deps, actor, { accountId, postId: other.id })]
    await untilWaiting(db, 2)
  })
  expect(await Promise.all(pending)).toMatchObject([{ status: 'queued', sendAt: when.at }, { status: 'draft' }])
  expect(await creditsOf(world)).toBe(9)
  await db.sql.unsafe('drop trigger stop on posts; drop function stop()')
})
