import { beforeEach, expect, test } from 'vitest'
import { runEvergreen } from '../../../../src/core/posts/evergreen/run.js'
import { lockSchedule } from '../../../../src/core/slots/next-open-slot.js'
import { TICKS } from '../../../../src/jobs/ticks.js'
import { untilWaiting } from '../../../db/support/waiting.js'
import { aDatabase, isOnCluster } from '../../../support/database.js'
import { creditsOf } from '../../../support/factories.js'
import { aWorld, type World } from '../../../support/world.js'
import { anEvergreenSlot, aPoolPin, copiesOf, MINUTE_MS, nextAtOf, runAt, runsOf } from './support/fixtures.js'
import { accountOf } from '../../slots/support/fixtures.js'

const { db } = await aDatabase()
/** An advisory lock of one server, which a trigger waits for there. */
const testOfLocks = test.skipIf(isOnCluster())
const DUE = new Date('2026-03-02T13:40:00Z') // twenty minutes before Monday 09:00 in New York

/** A tick works on every organization: the slots of the tests before are not its business. */
beforeEach(async () => {
  await db.sql`update timeslots set next_at = null, type = 'manual' where type = 'evergreen'`
})

async function aDueWorld(slots = ['mon 09:00']): Promise<World> {
  const world = await aWorld(db)
  for (const days of [30, 20, 10]) await aPoolPin(world, { days })
  for (const slot of slots) await anEvergreenSlot(world, slot)
  world.clock.now = DUE
  return world
}

test('three instances at once make each post once and charge for it once', async () => {
  const worlds = [await aDueWorld(['mon 09:00', 'mon 08:50', 'mon 08:55']), await aDueWorld(['mon 09:00', 'mon 09:00'])]
  const before = await Promise.all(worlds.map(creditsOf))
  const ticks = await Promise.all([1, 2, 3].map(() => runEvergreen(worlds[0]!.deps)))
  expect(ticks.flatMap(({ failed }) => failed)).toEqual([])
  expect(ticks.reduce((sum, { made }) => sum + made, 0)).toBe(5)
  for (const [index, world] of worlds.entries()) {
    const copies = await copiesOf(world)
    expect(copies).toHaveLength(3 - index)
    expect(new Set(copies.map(({ sourcePostId }) => sourcePostId)).size).toBe(copies.length)
    expect(await creditsOf(world)).toBe(before[index]! - copies.length)
    expect((await runsOf(world)).map(({ postId }) => postId).sort()).toEqual(copies.map(({ id }) => id).sort())
  }
})

testOfLocks('an instance that dies between leaves nothing behind, and the next one makes the post', async () => {
  const world = await aDueWorld()
  const before = await creditsOf(world)
  // Stops the new post, written and charged, just before it is queued.
  await db.sql.unsafe(`
    create function stop() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(7); return new; end $$;
    create trigger stop before update on posts for each row when (new.source_post_id is not null) execute function stop()`)
  const tick = await db.tx(async (sql) => {
    await sql`select pg_advisory_xact_lock(7)`
    const dying = runEvergreen(world.deps)
    await untilWaiting(db)
    await db.sql`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return dying
  })
  await db.sql.unsafe('drop trigger stop on posts; drop function stop()')
  expect(tick).toMatchObject({ made: 0, passed: 0, failed: [{ accountId: world.accountId }] })
  expect([await copiesOf(world), await runsOf(world)]).toEqual([[], []])
  expect(await creditsOf(world)).toBe(before)
  expect(await runEvergreen(world.deps)).toEqual({ made: 1, passed: 0, failed: [] })
  expect(await copiesOf(world)).toHaveLength(1)
  expect(await creditsOf(world)).toBe(before - 1)
})

test('a slot that fails keeps no other from its turn, is logged, and is tried again a minute later', async () => {
  const [broken, sound] = [await aDueWorld(['mon 08:55']), await aDueWorld(['mon 09:00'])]
  await db.sql`create function break() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`
  await db.sql.unsafe(`
    create trigger break before insert on posts for each row when (new.account_id = ${broken.accountId}) execute function break()`)
  const logged: object[] = []
  const log = { ...sound.deps.log, error: (fields: object) => void logged.push(fields) }
  const tick = TICKS.find(({ job }) => job === 'evergreen')!
  await expect(tick.run({ ...sound.deps, log })).rejects.toThrow('evergreen slots could not be decided: 1')
  await db.sql`drop trigger break on posts`
  await db.sql`drop function break()`
  expect([await copiesOf(broken), await copiesOf(sound)]).toMatchObject([[], [{ status: 'queued' }]])
  expect(logged).toMatchObject([{ accountId: broken.accountId, error: { message: 'broken' } }])
  const due = await tick.nextWork!(sound.deps)
  expect(due!.getTime()).toBeLessThanOrEqual(DUE.getTime())
  sound.clock.advance(MINUTE_MS)
  await tick.run(sound.deps)
  expect(await copiesOf(broken)).toMatchObject([{ sendAt: new Date('2026-03-02T13:55:00Z') }])
})

test('a slot that is moved while the tick waits for the schedule is left for its new time', async () => {
  const world = await aDueWorld()
  const account = await accountOf(world)
  const [slot] = await db.sql<[{ id: string }]>`select id from timeslots where account_id = ${world.accountId}`
  const tick = await db.tx(async (sql) => {
    await lockSchedule(sql, account)
    const arriving = runEvergreen(world.deps)
    await untilWaiting(db)
    await sql`update timeslots set minute = minute + 60, next_at = ${new Date('2026-03-02T15:00:00Z')} where id = ${slot.id}`
    return { arriving }
  })
  expect(await tick.arriving).toEqual({ made: 0, passed: 0, failed: [] })
  expect(await copiesOf(world)).toEqual([])
  expect(await nextAtOf(world, slot.id)).toEqual(new Date('2026-03-02T15:00:00Z'))
})

test('an account that is paused while the tick waits for the schedule gets no post', async () => {
  const world = await aDueWorld()
  const account = await accountOf(world)
  const tick = await db.tx(async (sql) => {
    await lockSchedule(sql, account)
    const arriving = runEvergreen(world.deps)
    await untilWaiting(db)
    await sql`update accounts set publishing = 'paused' where id = ${world.accountId}`
    return { arriving }
  })
  expect(await tick.arriving).toMatchObject({ passed: 1 })
  expect(await runsOf(world)).toMatchObject([{ reason: 'publishing_paused' }])
})

test('more slots than are read at a time are all decided', async () => {
  const world = await aDueWorld([])
  await db.sql`
    insert into timeslots (organization_id, account_id, day, minute, timezone, type, next_at, created_at)
    select ${world.organizationId}, ${world.accountId}, 1, 540, 'America/New_York', 'evergreen', '2026-03-02T14:00:00Z', ${DUE}
      from generate_series(1, 501)`
  await db.sql`delete from evergreen_posts`
  expect(await runAt(world, DUE.toISOString())).toEqual({ made: 0, passed: 501, failed: [] })
})
