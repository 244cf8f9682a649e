/** A process that stops begins nothing further, whatever a tick has to do. */
import { expect, test } from 'vitest'
import { purgeFreed } from '../../../src/core/slots/full-until.js'
import { TICKS } from '../../../src/jobs/ticks.js'
import { aPin } from '../../core/slots/support/fixtures.js'
import { aDatabase } from '../../support/database.js'
import { DAY_MS } from '../../support/factories.js'
import { aWorld } from '../../support/world.js'

const { db } = await aDatabase()

test.each([
  ['lateness', 'the late pin is still queued'],
  ['digests', 'the digest is still due'],
  ['nudges', 'the slots are still to be checked'],
  ['evergreen', 'the slot is still to be decided'],
  ['tokens', 'the tokens are still to be renewed'],
])('%s: %s', async (job) => {
  const world = await aWorld(db)
  const { organizationId, accountId, clock, deps } = world
  const past = new Date(clock.now.getTime() - 60_000)
  const late = await aPin(world, { at: new Date(clock.now.getTime() - 2 * DAY_MS), status: 'queued' })
  await db.sql`
    insert into digests (organization_id, account_id, planned_zone, digest_at, digest_week, nudge_at)
    values (${organizationId}, ${accountId}, 'America/New_York', ${past}, '2026-02-23', ${past})
    on conflict (organization_id, account_id) do update set digest_at = excluded.digest_at, nudge_at = excluded.nudge_at`
  await db.sql`
    insert into timeslots (organization_id, account_id, day, minute, timezone, type, next_at, created_at)
    values (${organizationId}, ${accountId}, 1, 600, 'America/New_York', 'evergreen', ${past}, ${past})`
  await db.sql`update connections set expires_at = ${new Date(clock.now.getTime() + 1)} where account_id = ${accountId}`
  const calls: string[] = []
  const platform = { ...deps.platform, refreshToken: () => (calls.push('renew'), Promise.reject(new Error('asked'))) }
  const stateOf = async () => {
    const [row] = await db.sql`
      select p.status, d.digest_at, d.nudge_at, t.next_at, ${calls.length}::int as calls
        from posts p
        join digests d on d.account_id = p.account_id
        join timeslots t on t.account_id = p.account_id and t.type = 'evergreen'
       where p.id = ${late}`
    return row
  }
  const before = await stateOf()
  const tick = TICKS.find((one) => one.job === job)!
  await tick.run({ ...deps, platform }, () => false)
  expect(await stateOf()).toEqual(before)
  await tick.run({ ...deps, platform }, () => true).catch(() => {}) // what could not be renewed counts as failed
  expect(await stateOf()).not.toEqual(before)
})

test('the purge of instants that pins left ends, too', async () => {
  const { organizationId, accountId, clock } = await aWorld(db)
  await db.sql`
    insert into freed_instants (organization_id, account_id, at)
    select ${organizationId}, ${accountId}, ${clock.now}::timestamptz + n * interval '1 hour' from generate_series(-2, 2) n`
  const left = async () => (await db.sql`select from freed_instants where account_id = ${accountId}`).count
  await purgeFreed(db, clock.now, () => false)
  expect(await left()).toBe(5)
  await purgeFreed(db, clock.now)
  expect(await left()).toBe(0)
})
