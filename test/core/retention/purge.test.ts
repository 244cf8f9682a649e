import { expect, test } from 'vitest'
import type { Storage } from '../../../src/core/ports/deps.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { purgeExpired } from '../../../src/core/care/purge.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, DAY_MS } from '../../support/factories.js'
import { aWorld, START, type World } from '../../support/world.js'

const { db } = await aDatabase()

test('a deleted post is kept 30 days, then it is forgotten with what the audit says of it, however many there are', async () => {
  const storage = { remove: async () => {} } satisfies Partial<Storage>
  const world = await aWorld(db, { parts: { storage: storage as unknown as Storage } }) // all that purging asks
  const { deps, actor, accountId, organizationId, clock } = world
  const [gone, stays] = [await aDraft(world), await aDraft(world)]
  await deletePost(deps, actor, { accountId, postId: gone.id })
  await db.sql`
    insert into deleted_posts (organization_id, id, account_id, post, media_ids, attempts, deleted_at)
    select ${organizationId}, 1000000 + n, ${accountId}, '{}', '{}', '[]', ${clock.now}
      from generate_series(1, 501) n`
  const kept = async () => {
    const [row] = await db.sql<[{ posts: number; changes: number }]>`
      select (select count(*)::int from deleted_posts where organization_id = ${organizationId}) as posts,
             (select count(*)::int from audit where organization_id = ${organizationId}) as changes`
    return row
  }
  clock.advance(30 * DAY_MS - 1)
  await deletePost(deps, actor, { accountId, postId: stays.id })
  await purgeExpired(deps)
  expect(await kept()).toEqual({ posts: 503, changes: 2 })
  clock.advance(1)
  await purgeExpired(deps)
  expect(await kept()).toEqual({ posts: 1, changes: 1 })
})

test('a sweep that fails keeps none of the others from its work; at the next try it is done alone', async () => {
  const storage = { remove: async () => {} } satisfies Partial<Storage>
  const world = await aWorld(db, { parts: { storage: storage as unknown as Storage } }) // all that purging asks
  const { deps, clock } = world
  const event = (id: string) => db.sql`
    insert into slack_events (event_id, received_at) values (${id}, ${new Date(clock.now.getTime() - 2 * DAY_MS)})`
  const events = async () => (await db.sql`select from slack_events`).count
  const [stuck, other] = [await aWorld(db), await aWorld(db)]
  await db.sql`
    insert into deleted_posts (organization_id, id, account_id, post, media_ids, attempts, deleted_at)
    select o, 2000000 + n, a, '{}', '{}', '[]', ${new Date(clock.now.getTime() - 31 * DAY_MS)}::timestamptz + n * interval '1 ms'
      from generate_series(1, 300) n,
           (values (${stuck.organizationId}::bigint, ${stuck.accountId}::bigint), (${other.organizationId}, ${other.accountId})) w(o, a)`
  const deleted = async ({ organizationId }: World) =>
    (await db.sql`select from deleted_posts where organization_id = ${organizationId}`).count
  await db.sql.unsafe(`
    create function stuck() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$;
    create trigger stuck before delete on deleted_posts for each row when (old.organization_id = ${stuck.organizationId}) execute function stuck();`)
  await event('first')
  const purging = purgeExpired(deps)
  await expect(purging).rejects.toMatchObject({ parts: ['deletedPosts'], message: '1 of the sweeps failed: deletedPosts' })
  expect([await events(), await deleted(stuck), await deleted(other)]).toEqual([0, 300, 0])
  await event('second')
  await db.sql`drop trigger stuck on deleted_posts`
  await purgeExpired(deps, { only: ['deletedPosts'] })
  expect([await events(), await deleted(stuck)]).toEqual([1, 0])
})

test('kept answers are purged a day after their time, the days of an account never', async () => {
  const storage = { remove: async () => {} } satisfies Partial<Storage>
  const world = await aWorld(db, { parts: { storage: storage as unknown as Storage } }) // all that purging asks
  const { deps, organizationId, accountId, clock } = world
  await db.sql`
    insert into analytics_cache (organization_id, account_id, question, answer, read_at, fresh_until)
    values (${organizationId}, ${accountId}, 'q', '{}', ${clock.now}, ${clock.now})`
  await db.sql`
    insert into account_days (organization_id, account_id, day, metrics, data_status, read_at)
    values (${organizationId}, ${accountId}, '2019-01-01', '{}', 'READY', ${new Date('2019-01-02')})`
  const kept = async () => {
    const [row] = await db.sql<[{ answers: number; days: number }]>`
      select (select count(*)::int from analytics_cache where organization_id = ${organizationId}) as answers,
             (select count(*)::int from account_days where organization_id = ${organizationId}) as days`
    return row
  }
  clock.advance(DAY_MS - 1)
  await purgeExpired(deps)
  expect(await kept()).toEqual({ answers: 1, days: 1 })
  clock.advance(1)
  await purgeExpired(deps)
  expect(await kept()).toEqual({ answers: 0, days: 1 })
})

/** `minutes` from the start of the world, one row each. */
const leaveInstants = ({ organizationId, accountId }: World, minutes: number[]) => db.sql`
  insert into freed_instants (organization_id, account_id, at)
  select ${organizationId}::bigint, ${accountId}::bigint, ${START}::timestamptz + n * interval '1 minute'
    from unnest(${minutes}::int[]) n`
const fullUntil = ({ organizationId }: World, minute: number) => db.sql`
  update schedules
     set full_until = ${new Date(START.getTime() + minute * 60_000)}, full_until_tz = '1999z'
   where organization_id = ${organizationId}`
async function leftOf({ organizationId }: World): Promise<number[]> {
  const rows = await db.sql<{ at: Date }[]>`
    select at from freed_instants where organization_id = ${organizationId} order by at`
  return rows.map(({ at }) => (at.getTime() - START.getTime()) / 60_000)
}

test('an instant that was left is forgotten once it is past, and where no search relies on it, however many there are', async () => {
  const storage = { remove: async () => {} } satisfies Partial<Storage>
  const world = await aWorld(db, { parts: { storage: storage as unknown as Storage } }) // all that purging asks
  const [full, wasFull, never, busy] = [world, await aWorld(db), await aWorld(db), await aWorld(db)]
  await fullUntil(full, 2)
  await fullUntil(wasFull, 0)
  for (const one of [full, wasFull, never, busy]) await leaveInstants(one, [-2, -1, 0, 1, 2, 3])
  await leaveInstants(
    never,
    Array.from({ length: 10_001 }, (_, n) => n + 100),
  )
  await db.tx(async (sql) => {
    // A search: it may have read an instant before that was left, and is about to note how far the schedule is full.
    await sql`select from schedules where organization_id = ${busy.organizationId} for update`
    await purgeExpired(world.deps)
    expect(await Promise.all([full, wasFull, never, busy].map(leftOf))).toEqual([[1, 2], [], [], [1, 2, 3]])
    await sql`
      update schedules
         set full_until = ${new Date(START.getTime() + 60_000)}, full_until_tz = '1999z'
       where organization_id = ${busy.organizationId}`
  })
  await purgeExpired(world.deps)
  expect(await leftOf(busy)).toEqual([1])
})

test('messages that a thread hangs on are known for 400 days', async () => {
  const storage = { remove: async () => {} } satisfies Partial<Storage>
  const { deps, organizationId, clock } = await aWorld(db, { parts: { storage: storage as unknown as Storage } }) // all that purging asks
  await db.sql`
    insert into slack_messages (organization_id, subject, place, channel_id, ts, sent_at)
    values (${organizationId}, 'post:1', 'C1', 'C1', '1.1', ${clock.now})`
  const known = async () => (await db.sql`select from slack_messages where organization_id = ${organizationId}`).count
  clock.advance(400 * DAY_MS - 1)
  await purgeExpired(deps)
  expect(await known()).toBe(1)
  clock.advance(1)
  await purgeExpired(deps)
  expect(await known()).toBe(0)
})

test('which pictures a Slack workspace has is known for 180 days', async () => {
  const storage = { remove: async () => {} } satisfies Partial<Storage>
  const { deps, organizationId, clock } = await aWorld(db, { parts: { storage: storage as unknown as Storage } }) // all that purging asks
  const brought = [180 * DAY_MS, 180 * DAY_MS - 1].map((ms) => new Date(clock.now.getTime() - ms))
  for (const [n, at] of brought.entries())
    await db.sql`
      insert into slack_files (organization_id, slack_team_id, picture, file_id, uploaded_at)
      values (${organizationId}, 'T1', ${`stats:${n}`}, ${`F${n}`}, ${at})`
  await purgeExpired(deps)
  expect([...(await db.sql`select picture from slack_files where organization_id = ${organizationId}`)]).toEqual([
    { picture: 'stats:1' },
  ])
})
