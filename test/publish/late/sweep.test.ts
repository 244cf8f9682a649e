/** The sweep over late posts when something is in its way. */
import { beforeEach, expect, test, vi } from 'vitest'
import { pausePublishing, resumePublishing } from '../../../src/core/accounts/publishing.js'
import type { Notice } from '../../../src/core/ports/notice.js'
import { sweepLate, failMissed } from '../../../src/core/publish/late/sweep.js'
import { NotAllDoneError } from '../../../src/core/cron-runs.js'
import { TICKS } from '../../../src/jobs/ticks.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, creditsOf, DAY_MS, inDays } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'
import { MINUTE_MS, noticesOf, reread } from '../support/support.js'

const { db } = await aDatabase()
const { sql } = db

beforeEach(async () => {
  await sql`drop trigger if exists refusing on posts`
  await sql`delete from posts`
})

/** Every write of these posts fails, from every process. */
async function refuseWritesOf(ids: string[]): Promise<void> {
  await sql`create or replace function refuse() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$`
  await sql.unsafe(`
    create trigger refusing before update on posts
      for each row when (old.id in (${ids.map(Number).join(', ')})) execute function refuse()`)
}
/** Queued for tomorrow, as schedulePost leaves them. */
async function manyQueued(world: World, count: number): Promise<void> {
  const { id } = await aQueuedPost(world)
  await sql`
    insert into posts (organization_id, account_id, status, media_type, title, description, url, board_id, send_at, due_at, charge_number,
                       created_via, created_at, updated_at)
    select organization_id, account_id, status, media_type, title, description, url || n, board_id, send_at, due_at, 0, 'api', created_at, updated_at
      from posts, generate_series(2, ${count}::int) n
     where id = ${id}`
}
const countOf = async (status: string) => {
  const [row] = await sql<[{ count: number }]>`select count(*)::int as count from posts where status = ${status}`
  return row.count
}

test('a pause that cannot end keeps no other from ending, is told to the operator and tried again by the next sweep', async () => {
  const [broken, other] = [await aWorld(db), await aWorld(db)]
  for (const world of [broken, other]) {
    const until = new Date(world.clock.now.getTime() + MINUTE_MS)
    await pausePublishing(world.deps, world.actor, { accountId: world.accountId, until })
  }
  await sql`create or replace function refuse() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$`
  await sql.unsafe(`
    create trigger refusing before update on accounts
      for each row when (old.id = ${Number(broken.accountId)}) execute function refuse()`)
  const publishingOf = async ({ accountId, organizationId }: World) => {
    const [account] = await sql<[{ publishing: string }]>`
      select publishing from accounts where organization_id = ${organizationId} and id = ${accountId}`
    return account.publishing
  }
  other.clock.advance(2 * MINUTE_MS)
  const { failures } = await sweepLate(other.deps)
  expect(failures).toMatchObject([{ what: 'resuming', organizationId: broken.organizationId, accountId: broken.accountId }])
  expect([await publishingOf(broken), await publishingOf(other)]).toEqual(['paused', 'active'])
  await sql`drop trigger refusing on accounts`
  expect((await sweepLate(other.deps)).failures).toEqual([])
  expect(await publishingOf(broken)).toBe('active')
})

test('a post that cannot be failed keeps no other from failing, is told to the operator and tried again by the next sweep', async () => {
  const world = await aWorld(db)
  const posts = []
  for (let n = 0; n < 6; n++) posts.push(await aQueuedPost(world, { at: inDays(world, 1) }))
  const broken = [posts[0]!, posts[3]!]
  await refuseWritesOf(broken.map(({ id }) => id))
  world.clock.advance(2 * DAY_MS + MINUTE_MS)
  const swept = await sweepLate(world.deps)
  expect(swept.failed).toBe(4)
  expect(swept.failures.filter(({ what }) => what === 'failing')).toMatchObject(
    broken.map(({ id: postId }) => ({ organizationId: world.organizationId, accountId: world.accountId, postId })),
  )
  const error = vi.fn()
  const tick = TICKS.find(({ job }) => job === 'lateness')!.run({ ...world.deps, log: { ...world.deps.log, error } })
  await expect(tick).rejects.toThrow(NotAllDoneError)
  expect(error).toHaveBeenCalledWith(expect.objectContaining({ postId: broken[0]!.id }), expect.any(String))
  await sql`drop trigger refusing on posts`
  expect(await sweepLate(world.deps)).toMatchObject({ failed: 2, failures: [] })
  for (const post of posts) expect(await noticesOf(world, post)).toHaveLength(1)
})

test('a post that cannot be told late, or released, keeps no other from its turn', async () => {
  const world = await aWorld(db)
  const [brokenLate, late, brokenHeld, held] = [
    await aQueuedPost(world),
    await aQueuedPost(world),
    await aQueuedPost(world, { at: inDays(world, 2) }),
    await aQueuedPost(world, { at: inDays(world, 2) }),
  ]
  await sql`update posts set due_at = null where id in (${brokenHeld.id}, ${held.id})`
  await refuseWritesOf([brokenLate.id, brokenHeld.id])
  world.clock.advance(DAY_MS + 11 * MINUTE_MS)
  const swept = await sweepLate(world.deps)
  expect(swept).toMatchObject({ released: 1, reported: 1 })
  expect(swept.failures.map(({ what, postId }) => [what, postId])).toEqual([
    ['releasing', brokenHeld.id],
    ['telling', brokenLate.id],
  ])
  expect(await noticesOf(world, late)).toMatchObject([{ kind: 'pinLate' }])
  const [row] = await sql`select due_at from posts where id = ${held.id}`
  expect(row).toEqual({ due_at: held.sendAt })
})

test('more posts than are read at a time are processed in one sweep', async () => {
  const world = await aWorld(db)
  await manyQueued(world, 501)
  world.clock.advance(DAY_MS + 11 * MINUTE_MS)
  expect((await sweepLate(world.deps)).reported).toBe(501)
  world.clock.advance(DAY_MS)
  expect((await sweepLate(world.deps)).failed).toBe(501)
  expect([await countOf('queued'), await countOf('draft')]).toEqual([0, 501])
})

test('of many pins of one account that are found late at once the team reads one message, of a few one each', async () => {
  const [many, few] = [await aWorld(db), await aWorld(db)]
  await manyQueued(many, 4)
  await manyQueued(few, 3)
  many.clock.advance(DAY_MS + 11 * MINUTE_MS)
  expect((await sweepLate(many.deps)).reported).toBe(7)
  const reported = async ({ organizationId }: World) =>
    (await sql<{ notice: Notice }[]>`select notice from outbox where organization_id = ${organizationId}`).map(
      (row) => row.notice,
    )
  expect(await reported(many)).toEqual([{ kind: 'pinsLate', accountId: many.accountId, count: 4 }])
  expect((await reported(few)).map(({ kind }) => kind)).toEqual(['pinLate', 'pinLate', 'pinLate'])
  expect((await sweepLate(many.deps)).reported).toBe(0)
})

test('posts that cannot be failed do not stand in the way of those behind them, however many they are', async () => {
  const world = await aWorld(db)
  await manyQueued(world, 520)
  const last = await aQueuedPost(world, { at: inDays(world, 1.5) })
  const broken = await sql<{ id: string }[]>`select id from posts where id <> ${last.id}`
  await refuseWritesOf(broken.map(({ id }) => id))
  world.clock.advance(3 * DAY_MS)
  expect(await sweepLate(world.deps)).toMatchObject({ failed: 1 })
  expect((await reread(world, last)).status).toBe('draft')
})

test('a post that somebody holds keeps no other waiting', async () => {
  const world = await aWorld(db)
  const [held, free] = [await aQueuedPost(world), await aQueuedPost(world)]
  world.clock.advance(2 * DAY_MS + MINUTE_MS)
  await db.tx(async (tx) => {
    await tx`select from posts where organization_id = ${world.organizationId} and id = ${held.id} for update`
    expect(await sweepLate(world.deps)).toMatchObject({ failed: 1, failures: [] })
  })
  expect([(await reread(world, held)).status, (await reread(world, free)).status]).toEqual(['queued', 'draft'])
  expect(await sweepLate(world.deps)).toMatchObject({ failed: 1 })
})

test('an account that is resumed between the look and the failing keeps its pins', async () => {
  const world = await aWorld(db)
  const { deps, actor, accountId, organizationId } = world
  const before = await creditsOf(world)
  const post = await aQueuedPost(world)
  await pausePublishing(deps, actor, { accountId, whilePaused: 'fail' })
  world.clock.advance(DAY_MS)
  const seen = { organizationId, accountId, postId: post.id, at: '' }
  await resumePublishing(deps, actor, { accountId })
  expect(await db.tx((tx) => failMissed(tx, seen, world.clock.now))).toBe(false)
  expect((await reread(world, post)).status).toBe('queued')
  await pausePublishing(deps, actor, { accountId, whilePaused: 'fail' })
  expect(await db.tx((tx) => failMissed(tx, seen, world.clock.now))).toBe(true)
  expect(await creditsOf(world)).toBe(before)
})
