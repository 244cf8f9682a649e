/** Many at once on one smart schedule: nobody shares a place, nobody pays without one, and what the search keeps in mind stays true. */
import { leaving, leftByUpdate } from '../../../src/core/posts/changed.js'
import { expect, test } from 'vitest'
import { DomainError } from '../../../src/core/lib/errors.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import type { Post } from '../../../src/core/posts/post.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { undoChange } from '../../../src/core/posts/undo/undo.js'
import { unschedulePost } from '../../../src/core/posts/unschedule.js'
import { purgeFreed } from '../../../src/core/slots/full-until.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, creditsOf, HOUR_MS } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'
import { fill, hintOf, manySlots, occurrences, search, searchPlainly } from '../slots/support/search.js'

const { db } = await aDatabase()

const next = { kind: 'nextOpenSlot' } as const
const drafts = (world: World, count: number) => Promise.all(Array.from({ length: count }, () => aDraft(world)))
const reasonOf = (error: unknown) => (error instanceof DomainError ? error.details.reason : error)

test('fifty callers for the last ten of fifty thousand occurrences: ten distinct places and charges, forty refusals without any', async () => {
  const world = await aWorld(db, { credits: 100 })
  const { deps, actor, organizationId, accountId } = world
  await manySlots(world, 96)
  const instants = await occurrences(world)
  expect(instants.length).toBeGreaterThan(49_000)
  const open = new Set([3, 700, 701, 20_000, 33_333, -1, -2, -3, -50, -4000].map((n) => instants.at(n)!))
  await fill(
    world,
    instants.filter((instant) => !open.has(instant)),
  )
  await db.sql`analyze posts`
  const asking = await drafts(world, 50)
  const outcomes = await Promise.allSettled(
    asking.map(({ id }) => schedulePost(deps, actor, { accountId, postId: id, when: next })),
  )
  const placed = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [reasonOf(outcome.reason)] : []))
  expect(refusals).toHaveLength(40)
  // a busy machine may use up the budget of the last, which the wait for all others is part of
  for (const reason of refusals) expect(['no_open_slot', 'slot_resolution_timeout']).toContain(reason)
  expect(refusals).toContain('no_open_slot')
  expect(new Set(placed.map(({ sendAt }) => sendAt?.getTime()))).toEqual(new Set([...open].map(({ at }) => at.getTime())))
  expect(await creditsOf(world)).toBe(90)
  const charged = await db.sql<{ charge_key: string }[]>`
    select charge_key from credit_ledger where organization_id = ${organizationId} and kind in ('charge', 'refund')`
  expect(charged.map(({ charge_key: key }) => key).sort()).toEqual(placed.map(({ id }) => `post:${id}#1`).sort())
  const audited = await db.sql`
    select from audit where organization_id = ${organizationId} and action = 'schedule'`
  expect(audited).toHaveLength(10)
})

test('forty placements at once on one schedule get the next forty places, without an error', async () => {
  const world = await aWorld(db)
  const { deps, actor, accountId } = world
  await manySlots(world, 20)
  const asking = await drafts(world, 40)
  const posts = await Promise.all(asking.map(({ id }) => schedulePost(deps, actor, { accountId, postId: id, when: next })))
  const places = (await occurrences(world)).flatMap(({ at, timeslotIds }) => timeslotIds.map((id) => `${at.getTime()} ${id}`))
  expect(posts.map(({ sendAt, timeslotId }) => `${sendAt!.getTime()} ${timeslotId}`).sort()).toEqual(places.slice(0, 40).sort())
})

/** More live pins on slots than there are slots, at one instant. */
async function crowded(world: World): Promise<number[]> {
  const capacity = new Map((await occurrences(world)).map(({ at, timeslotIds }) => [at.getTime(), timeslotIds.length]))
  const rows = await db.sql<{ at: Date; pins: number }[]>`
    select send_at as at, count(*)::int as pins
      from posts
     where organization_id = ${world.organizationId} and timeslot_id is not null
     group by send_at`
  return rows.filter(({ at, pins }) => pins > (capacity.get(at.getTime()) ?? 0)).map(({ at }) => at.getTime())
}

test('explicit times, unscheduling, deleting, failing, undoing and purging at once with searches: no instant too full, none forgotten', async () => {
  const world = await aWorld(db, { credits: 2000 })
  const { deps, actor, organizationId, accountId } = world
  await manySlots(world, 40)
  const instants = await occurrences(world)
  const pins = await fill(world, instants.slice(0, 150))
  await search(world)
  expect((await hintOf(world)).fullUntil).not.toBeNull()
  const posts: Post[] = []
  const act = async (n: number): Promise<unknown> => {
    const pin = pins[(n * 37) % pins.length]!
    const at = instants[(n * 13) % 200]!.at
    switch (n % 8) {
      case 0:
        return unschedulePost(deps, actor, { accountId, postId: pin })
      case 1:
        return deletePost(deps, actor, { accountId, postId: pin })
      case 2: // as the publisher gives up
        return db.tx(async (sql) => {
          await sql`select from posts where organization_id = ${organizationId} and id = ${pin} for update`
          await sql`
            with p as (
              update posts p set status = 'draft', send_at = null, timeslot_id = null, due_at = null
                from posts o
               where p.organization_id = ${organizationId} and p.id = ${pin} and p.status = 'queued'
                 and o.organization_id = ${organizationId} and o.id = p.id
              returning p.*, ${leftByUpdate(sql)}
            ), ${leaving(sql, sql`p`)}
            select from p`
        })
      case 3: {
        const { id } = await aDraft(world)
        const explicit = { kind: 'at', at: n % 16 === 3 ? at : new Date(at.getTime() + HOUR_MS / 3) } as const
        return schedulePost(deps, actor, { accountId, postId: id, when: explicit }).then((post) => posts.push(post))
      }
      case 4: {
        const post = posts[(n * 5) % Math.max(1, posts.length)]
        return post && undoChange(deps, actor, { accountId, postId: post.id, version: post.version })
      }
      case 5:
        return schedulePost(deps, actor, { accountId, postId: pin, when: next })
      default: {
        const { id } = await aDraft(world)
        return schedulePost(deps, actor, { accountId, postId: id, when: next }).then((post) => posts.push(post))
      }
    }
  }
  for (let round = 0; round < 10; round++) {
    const purging = purgeFreed(db, world.clock.now)
    const outcomes = await Promise.allSettled([...Array.from({ length: 24 }, (_, n) => act(round * 24 + n)), purging])
    const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    // A pin that another step had taken is refused; nothing else goes wrong.
    expect(failed.filter((error) => !(error instanceof DomainError && ['CONFLICT', 'NOT_FOUND'].includes(error.code)))).toEqual(
      [],
    )
    expect(await crowded(world)).toEqual([])
    expect((await search(world))?.sendAt).toEqual(await searchPlainly(world))
  }
})
