/** Queues that are longer than what is put on hold or released at once. */
import { afterEach, expect, test } from 'vitest'
import { AT_ONCE } from '../../../src/core/accounts/queue.js'
import { pausePublishing, resumePublishing } from '../../../src/core/accounts/publishing.js'
import { readBacklog } from '../../../src/core/publish/diagnostics/backlog.js'
import { putRestOnHold } from '../../../src/core/publish/queue/hold-rest.js'
import { nextSweepDue, sweepLate } from '../../../src/core/publish/late/sweep.js'
import { releaseForgotten } from '../../../src/core/publish/queue/release-rest.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, HOUR_MS } from '../../support/factories.js'
import { aPublishWorld, attemptsOf, MINUTE_MS, type PublishWorld, reread, workFor } from '../support/support.js'

const { db } = await aDatabase()
const { sql } = db
const HALF_DONE_MS = 1 // what is begun ends: one batch

afterEach(async () => {
  await sql`drop trigger if exists refusing on posts`
  await sql`delete from posts`
})

/** Queued pins for tomorrow, the first at that time and each of the others `apartMs` later; in the order of their times. */
async function aLongQueue(count: number, { apartMs = 1_000 } = {}) {
  const world = await aPublishWorld(db)
  const { id } = await aQueuedPost(world)
  await sql`
    insert into posts (organization_id, account_id, status, media_type, title, description, url, board_id, send_at, due_at, charge_number,
                       created_via, created_at, updated_at)
    select organization_id, account_id, status, media_type, title, description, url || n, board_id,
           send_at + (n - 1) * ${`${apartMs} ms`}::interval, due_at + (n - 1) * ${`${apartMs} ms`}::interval, 0, 'api', created_at, updated_at
      from posts, generate_series(2, ${count}::int) n
     where id = ${id}`
  await sql`analyze posts`
  return {
    world,
    pause: () => pausePublishing(world.deps, world.actor, world),
    resume: () => resumePublishing(world.deps, world.actor, world),
  }
}
const queueOf = async ({ organizationId }: PublishWorld) => {
  const [row] = await sql<[{ due: number; held: number }]>`
    select count(due_at)::int as due, (count(*) - count(due_at))::int as held
      from posts
     where organization_id = ${organizationId} and status = 'queued'`
  return { ...row }
}
const isMarked = async ({ organizationId }: PublishWorld) => {
  const rows = await sql`select from accounts where organization_id = ${organizationId} and unheld_from is not null`
  return rows.length > 0
}

test('a pause writes the first pins only, the next sweep the rest; a resume likewise', async () => {
  const { world, pause, resume } = await aLongQueue(AT_ONCE * 2 + 500)
  await pause()
  expect(await queueOf(world)).toEqual({ due: AT_ONCE + 500, held: AT_ONCE })
  const [first] = await sql<{ sendAt: Date }[]>`
    select min(send_at) as "sendAt" from posts where organization_id = ${world.organizationId} and due_at is not null`
  expect(first!.sendAt).toEqual(new Date(world.clock.now.getTime() + 24 * HOUR_MS + AT_ONCE * 1_000))
  expect(await sweepLate(world.deps)).toMatchObject({ held: AT_ONCE + 500, released: 0, failures: [] })
  expect([await queueOf(world), await isMarked(world)]).toEqual([{ due: 0, held: AT_ONCE * 2 + 500 }, false])
  await resume()
  expect(await queueOf(world)).toEqual({ due: AT_ONCE, held: AT_ONCE + 500 })
  expect(await sweepLate(world.deps)).toMatchObject({ held: 0, released: AT_ONCE + 500, failures: [] })
  expect(await queueOf(world)).toEqual({ due: AT_ONCE * 2 + 500, held: 0 })
  expect(await sweepLate(world.deps)).toMatchObject({ held: 0, released: 0 })
})

test('of a paused account nothing is sent, also of what is not held yet: the publisher holds it at its time', async () => {
  const { world, pause } = await aLongQueue(AT_ONCE + 3, { apartMs: 0 })
  world.clock.advance(24 * HOUR_MS - MINUTE_MS)
  await pause()
  expect(await queueOf(world)).toEqual({ due: 3, held: AT_ONCE })
  const unheld = await sql<
    { id: string }[]
  >`select id from posts where organization_id = ${world.organizationId} and due_at is not null`
  await workFor(world, 3 * MINUTE_MS)
  expect(await queueOf(world)).toEqual({ due: 0, held: AT_ONCE + 3 })
  expect((await world.simulator.state()).pins).toEqual([])
  for (const post of unheld) expect((await attemptsOf(world, post as Parameters<typeof attemptsOf>[1])).length).toBeLessThan(2)
})

test('pins on time do not wait behind thousands of late ones when their account is resumed', async () => {
  const { world, pause, resume } = await aLongQueue(AT_ONCE + 500)
  const onTime = await aQueuedPost(world, { at: new Date(world.clock.now.getTime() + 30 * HOUR_MS), boardId: '102' })
  await pause()
  await sweepLate(world.deps)
  world.clock.now = new Date(onTime.sendAt!.getTime() - MINUTE_MS)
  await resume()
  const [row] = await sql`select due_at from posts where organization_id = ${world.organizationId} and id = ${onTime.id}`
  expect(row).toEqual({ due_at: onTime.sendAt })
  expect((await reread(world, onTime)).status).toBe('queued')
})

test('a sweep that is cut off leaves the rest to the next one', async () => {
  const { world, pause, resume } = await aLongQueue(AT_ONCE * 3)
  await pause()
  expect((await putRestOnHold(db, HALF_DONE_MS)).done).toBeLessThan(AT_ONCE * 2)
  expect(await isMarked(world)).toBe(true)
  await putRestOnHold(db, 60_000)
  expect([await queueOf(world), await isMarked(world)]).toEqual([{ due: 0, held: AT_ONCE * 3 }, false])
  await resume()
  expect((await releaseForgotten(db, HALF_DONE_MS, world.clock.now)).done).toBeLessThan(AT_ONCE * 2)
  await releaseForgotten(db, 60_000, world.clock.now)
  expect(await queueOf(world)).toEqual({ due: AT_ONCE * 3, held: 0 })
})

test('a pin that cannot be written keeps none of its batch', async () => {
  const { world, pause, resume } = await aLongQueue(AT_ONCE + 20)
  await pause()
  const [last] = await sql<{ id: string }[]>`
    select id from posts where organization_id = ${world.organizationId} and due_at is not null order by send_at desc limit 1`
  await sql`create or replace function refuse() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$`
  await sql.unsafe(`
    create trigger refusing before update on posts for each row when (old.id = ${Number(last!.id)}) execute function refuse()`)
  const swept = await sweepLate(world.deps)
  expect(swept.failures.map(({ what, postId }) => [what, postId])).toEqual([['holding', last!.id]])
  expect(await queueOf(world)).toEqual({ due: 1, held: AT_ONCE + 19 })
  await sql`drop trigger refusing on posts`
  expect(await sweepLate(world.deps)).toMatchObject({ held: 1, failures: [] })
  expect(await isMarked(world)).toBe(false)
  await resume()
})

test('pauses and resumes beside sweeps end in the state of the last one', async () => {
  const { world, pause, resume } = await aLongQueue(AT_ONCE + 1_000)
  const all = AT_ONCE + 1_000
  for (const [acts, end] of [
    [[pause, resume, pause], { due: 0, held: all }],
    [[resume, pause, resume], { due: all, held: 0 }],
  ] as const) {
    let isOver = false
    const sweeps = async () => {
      while (!isOver) await sweepLate(world.deps)
    }
    const sweeping = [sweeps(), sweeps()]
    for (const act of acts) await act()
    isOver = true
    await Promise.all(sweeping)
    expect((await sweepLate(world.deps)).failures).toEqual([])
    expect([await queueOf(world), await isMarked(world)]).toEqual([end, false])
  }
})

test('the figures count a queue as held, and the virtual clock waits for the sweep, before it has written it', async () => {
  const { world, pause, resume } = await aLongQueue(AT_ONCE + 5)
  const now = () => world.clock.now
  await pause()
  expect(await readBacklog(db, new Date(now().getTime() + 48 * HOUR_MS))).toMatchObject({ held: AT_ONCE + 5, late: 0 })
  expect((await nextSweepDue(sql))!.getTime()).toBeLessThan(now().getTime())
  await sweepLate(world.deps)
  await resume()
  expect(await readBacklog(db, now())).toMatchObject({ held: 0, late: 0 })
  expect((await nextSweepDue(sql))!.getTime()).toBeLessThan(now().getTime())
  await sweepLate(world.deps)
  expect((await nextSweepDue(sql))!.getTime()).toBeGreaterThan(now().getTime())
})
