import { afterAll, describe, expect, test } from 'vitest'
import { before, MINUTE_MS } from '../../../src/core/lib/duration.js'
import { readDigestSettings, setDigestSettings, DEFAULT_CHOICES } from '../../../src/core/accounts/digest-settings.js'
import { pausePublishing } from '../../../src/core/accounts/publishing.js'
import { setTimezone } from '../../../src/core/accounts/settings.js'
import { openPool } from '../../../src/db/pool.js'
import { makeCron } from '../../../src/jobs/cron.js'
import { TICKS } from '../../../src/jobs/ticks.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, aTimeslot, DAY_MS, HOUR_MS } from '../../support/factories.js'
import { aWorld, type World, type WorldOptions } from '../../support/world.js'

const { db, url } = await aDatabase()
const pools = [1, 2].map(() => openPool(url, { max: 3 }))
afterAll(() => Promise.all(pools.map((pool) => pool.close())))

const jobs = TICKS.filter(({ job }) => job === 'digests' || job === 'nudges')

/** Its channel is set; ticks run as in a process of its own. */
async function aTeamWorld(options: WorldOptions & { channel?: string | null } = {}) {
  await db.sql`update accounts set notify_channel_id = null, token_status = 'unauthorized'` // teams of earlier tests
  await db.sql`delete from cron_runs`
  const world = await aWorld(db, options)
  const { deps, organizationId, clock } = world
  const { channel = 'C1' } = options
  await db.sql`update accounts set notify_channel_id = ${channel} where organization_id = ${organizationId}`
  let crons = [makeCron(deps, jobs)]
  const enqueued = () => db.sql<{ kind: string; week: string; at: string; key: string }[]>`
    select notice ->> 'kind' as kind, notice ->> 'week' as week, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI') as at,
           dedupe_key as key
      from outbox
     where organization_id = ${organizationId}
     order by id`
  return {
    ...world,
    /** As processes of their own. */
    runOn: (databases: typeof pools) => (crons = databases.map((pool) => makeCron({ ...deps, db: pool }, jobs))),
    run: () => Promise.all(crons.map((cron) => cron.drain())),
    /** As a clock is forwarded: it stops wherever there is work. */
    forward: async (ms: number) => {
      const until = new Date(clock.now.getTime() + ms)
      for (;;) {
        await Promise.all(crons.map((cron) => cron.drain()))
        const next = await crons[0]!.nextDue()
        if (!next || next > until) break
        if (next > clock.now) clock.now = next
      }
      clock.now = until
      await Promise.all(crons.map((cron) => cron.drain()))
    },
    digests: async () =>
      (await enqueued()).filter(({ kind }) => kind === 'weeklyDigest').map(({ week, at }) => `${week} at ${at}`),
    nudges: async () => (await enqueued()).filter(({ kind }) => kind === 'emptySlots').map(({ week, at }) => `${week} at ${at}`),
    enqueued,
  }
}

/** The world begins on Monday 2 March 2026, 10:00 UTC, which is 05:00 in New York. */
describe('the digest', () => {
  test('comes on Monday at nine in the account’s zone, also when the clocks have changed', async () => {
    const { forward, digests } = await aTeamWorld()
    await forward(15 * DAY_MS)
    expect(await digests()).toEqual([
      '2026-02-23 at 2026-03-02T14:00',
      '2026-03-02 at 2026-03-09T13:00', // they went forward on the 8th
      '2026-03-09 at 2026-03-16T13:00',
    ])
  })

  test('goes by UTC where the account has no zone', async () => {
    const { forward, digests } = await aTeamWorld({ timezone: null })
    await forward(8 * DAY_MS)
    expect(await digests()).toEqual(['2026-03-02 at 2026-03-09T09:00']) // this Monday’s nine was over
  })

  test('a forwarded clock stops for it, and at no minute between', async () => {
    const { run, deps } = await aTeamWorld()
    await run()
    expect(await makeCron(deps, jobs).nextDue()).toEqual(new Date('2026-03-02T14:00:00Z'))
  })

  test('is told once when several processes race for it, week after week', async () => {
    const { runOn, run, clock, digests } = await aTeamWorld()
    await run()
    for (let week = 0; week < 5; week++) {
      clock.now = new Date(Date.parse('2026-03-02T14:00:00Z') + week * 7 * DAY_MS)
      await db.sql`delete from cron_runs` // nothing but the account’s own row keeps them apart
      const { length } = runOn([...pools, ...pools])
      expect(length).toBe(4)
      await run()
    }
    expect((await digests()).map((one) => one.slice(0, 10))).toEqual([
      '2026-02-23',
      '2026-03-02',
      '2026-03-09',
      '2026-03-16',
      '2026-03-23',
    ])
  })

  test('is told once when a process dies between its claim and its word to the outbox', async () => {
    const { run, clock, digests, deps } = await aTeamWorld()
    await run()
    clock.now = new Date('2026-03-02T14:00:00Z')
    await db.sql`
      create function die() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`
    await db.sql`create trigger dies before insert on outbox for each row execute function die()`
    try {
      await run()
      expect(await digests()).toEqual([])
    } finally {
      await db.sql`drop trigger dies on outbox`
      await db.sql`drop function die()`
    }
    clock.advance(MINUTE_MS)
    await makeCron(deps, jobs).drain()
    clock.advance(MINUTE_MS)
    await makeCron(deps, jobs).drain()
    expect(await digests()).toEqual(['2026-02-23 at 2026-03-02T14:01'])
  })

  test('that was missed is made up for within a day, and not later', async () => {
    const late = await aTeamWorld()
    await late.run()
    late.clock.now = new Date('2026-03-03T13:59:00Z')
    await late.run()
    expect(await late.digests()).toEqual(['2026-02-23 at 2026-03-03T13:59'])
    late.clock.now = new Date('2026-03-10T13:01:00Z')
    await late.run()
    expect(await late.digests()).toHaveLength(1)
    await late.forward(7 * DAY_MS)
    expect(await late.digests()).toEqual(['2026-02-23 at 2026-03-03T13:59', '2026-03-09 at 2026-03-16T13:00'])
  })

  test('of a week that is told does not come again on another day of it', async () => {
    const { forward, digests, deps, actor, accountId } = await aTeamWorld()
    await forward(DAY_MS)
    const { nextAt } = await setDigestSettings(deps, actor, { accountId, ...DEFAULT_CHOICES, weekday: 5, minute: 600 })
    expect(nextAt).toEqual(new Date('2026-03-13T14:00:00Z'))
    await forward(14 * DAY_MS)
    expect(await digests()).toEqual(['2026-02-23 at 2026-03-02T14:00', '2026-03-02 at 2026-03-13T14:00'])
  })

  test('set to a later day before it came waits for that day', async () => {
    const { run, forward, digests, deps, actor, accountId } = await aTeamWorld()
    await run()
    await setDigestSettings(deps, actor, { accountId, ...DEFAULT_CHOICES, weekday: 0 }) // the last day of the week
    await forward(8 * DAY_MS)
    expect(await digests()).toEqual(['2026-02-23 at 2026-03-08T13:00'])
  })

  test('that is due is not lost by saving the settings before its tick', async () => {
    const { run, digests, clock, deps, actor, accountId } = await aTeamWorld()
    await run()
    clock.now = new Date('2026-03-02T14:00:20Z')
    await setDigestSettings(deps, actor, { accountId, ...DEFAULT_CHOICES, minute: 600 })
    clock.now = new Date('2026-03-02T14:01:00Z')
    await run()
    expect(await digests()).toEqual(['2026-02-23 at 2026-03-02T14:01'])
  })

  test('keeps its week when the account moves to another zone, whichever way', async () => {
    const east = await aTeamWorld()
    await east.run()
    await setTimezone(east.deps, east.actor, { accountId: east.accountId, timezone: 'Asia/Kathmandu' }) // nine was over there
    await east.forward(8 * DAY_MS)
    expect(await east.digests()).toEqual(['2026-02-23 at 2026-03-02T10:01', '2026-03-02 at 2026-03-09T03:15'])
    const west = await aTeamWorld({ timezone: 'Pacific/Kiritimati' })
    await west.forward(8 * DAY_MS)
    await setTimezone(west.deps, west.actor, { accountId: west.accountId, timezone: 'Pacific/Pago_Pago' })
    await west.forward(7 * DAY_MS)
    expect(await west.digests()).toEqual(['2026-03-02 at 2026-03-08T19:00', '2026-03-09 at 2026-03-16T20:00'])
  })

  test('is not told while it is turned off, and begins again when it is turned on', async () => {
    const { run, forward, digests, deps, actor, accountId } = await aTeamWorld()
    await run()
    expect((await setDigestSettings(deps, actor, { accountId, ...DEFAULT_CHOICES, digest: false })).nextAt).toBeNull()
    await forward(8 * DAY_MS)
    expect(await digests()).toEqual([])
    await setDigestSettings(deps, actor, { accountId, ...DEFAULT_CHOICES })
    await forward(7 * DAY_MS)
    expect(await digests()).toEqual(['2026-03-09 at 2026-03-16T13:00'])
  })

  test('of an account whose zone nobody knows goes by UTC, and keeps no other waiting', async () => {
    const { run, forward, digests, organizationId } = await aTeamWorld()
    await run()
    await db.sql`update accounts set timezone = 'Mars/Olympus' where organization_id = ${organizationId}`
    await forward(8 * DAY_MS)
    expect(await digests()).toEqual(['2026-02-23 at 2026-03-02T10:01', '2026-03-02 at 2026-03-09T09:00'])
  })

  test('goes nowhere without a channel, and leaves no row behind', async () => {
    const { forward, enqueued, organizationId, digests } = await aTeamWorld({ channel: null })
    await forward(8 * DAY_MS)
    expect(await enqueued()).toEqual([])
    await db.sql`update accounts set notify_channel_id = 'C1' where organization_id = ${organizationId}`
    await forward(7 * DAY_MS)
    expect(await digests()).toEqual(['2026-03-09 at 2026-03-16T13:00'])
  })
})

describe('the settings', () => {
  test('are Mondays at nine for who never changed them, and are changed by admins alone', async () => {
    const { deps, actor, accountId } = await aTeamWorld()
    const usual = await readDigestSettings(deps, actor, { accountId })
    expect(usual).toEqual({ ...DEFAULT_CHOICES, timezone: 'America/New_York', nextAt: new Date('2026-03-02T14:00:00Z') })
    const choices = { accountId, ...DEFAULT_CHOICES, weekday: 3 }
    await expect(setDigestSettings(deps, { ...actor, role: 'scheduler' }, choices)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await readDigestSettings(deps, actor, { accountId })).toEqual(usual)
  })

  test.each([
    ['weekday', { weekday: 7 }],
    ['weekday', { weekday: 1.5 }],
    ['minute', { minute: 1440 }],
    ['minute', { minute: -1 }],
    ['minute', { minute: Number.NaN }],
  ])('a bad %s is named and changes nothing: %o', async (field, bad) => {
    const { deps, actor, accountId } = await aTeamWorld()
    const set = setDigestSettings(deps, actor, { accountId, ...DEFAULT_CHOICES, digest: false, ...bad })
    await expect(set).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field } })
    expect(await readDigestSettings(deps, actor, { accountId })).toMatchObject(DEFAULT_CHOICES)
  })

  test('leave a row of who changed what, and none where nothing changed', async () => {
    const { deps, actor, accountId, organizationId } = await aTeamWorld()
    await setDigestSettings(deps, actor, { accountId, ...DEFAULT_CHOICES })
    await setDigestSettings(deps, actor, { accountId, ...DEFAULT_CHOICES, weekday: 2 })
    const rows = await db.sql`select subject, action, actor, before, after from audit where organization_id = ${organizationId}`
    expect([...rows]).toEqual([
      {
        subject: `digest:${accountId}`,
        action: 'update',
        actor: 'key:test',
        before: { ...DEFAULT_CHOICES },
        after: { ...DEFAULT_CHOICES, weekday: 2 },
      },
    ])
  })
})

describe('the nudge about empty slots', () => {
  /** Two slots each day; somebody made a draft lately. */
  async function withSlots(options: Parameters<typeof aTeamWorld>[0] = {}) {
    const world = await aTeamWorld({ timezone: 'UTC', ...options })
    for (let day = 0; day < 7; day++) for (const time of ['12:00', '18:00']) await aTimeslot(world, { day, time })
    await aDraft(world)
    return world
  }
  const at = (day: number, hour: number) => new Date(Date.UTC(2026, 2, day, hour))
  const fill = async (world: World, days: number[], hours: number[]) => {
    for (const day of days) for (const hour of hours) await aQueuedPost(world, { at: at(day, hour) })
  }

  test('comes no two times within a week, also not on either side of a Sunday', async () => {
    const { forward, nudges } = await withSlots({ at: new Date('2026-03-06T10:00:00Z') }) // a Friday
    await forward(12 * DAY_MS)
    expect(await nudges()).toEqual(['2026-03-02 at 2026-03-07T09:00', '2026-03-09 at 2026-03-14T09:00'])
  })

  test('comes once a week, the day after the digest', async () => {
    const { forward, nudges, digests } = await withSlots()
    await forward(14 * DAY_MS)
    expect(await digests()).toEqual(['2026-03-02 at 2026-03-09T09:00', '2026-03-09 at 2026-03-16T09:00'])
    expect(await nudges()).toEqual(['2026-03-02 at 2026-03-03T09:00', '2026-03-09 at 2026-03-10T09:00'])
  })

  test('does not come while more than half of the slots are filled, and comes when the next three days are empty', async () => {
    const world = await withSlots()
    await fill(world, [3, 4, 5, 6, 7, 8, 9, 10], [12]) // one of two each day: half, and no more
    await world.forward(5 * DAY_MS)
    expect(await world.nudges()).toEqual(['2026-03-02 at 2026-03-05T09:00']) // of the seven days up to Thursday, six have one

    const filled = await withSlots()
    await fill(filled, [6, 7, 8, 9, 10], [12, 18]) // most are, but nothing goes out before Friday
    await filled.forward(DAY_MS)
    expect(await filled.nudges()).toEqual(['2026-03-02 at 2026-03-03T09:00'])
  })

  test.each([
    [
      'paused',
      async (world: World) =>
        void (await pausePublishing(world.deps, world.actor, { accountId: world.accountId, whilePaused: 'wait' })),
    ],
    ['disconnected', async () => void (await db.sql`update accounts set token_status = 'unauthorized'`)],
    ['without slots', async () => void (await db.sql`delete from timeslots`)],
    [
      'unused for weeks',
      async ({ clock }: World) => void (await db.sql`update posts set created_at = ${before(clock.now, 29 * DAY_MS)}`),
    ],
    [
      'of a team that wants none',
      async ({ deps, actor, accountId }: World) =>
        void (await setDigestSettings(deps, actor, { accountId, ...DEFAULT_CHOICES, nudge: false })),
    ],
    ['without a channel', async () => void (await db.sql`update accounts set notify_channel_id = null`)],
  ])('does not come for an account that is %s', async (_, make) => {
    const world = await withSlots()
    await world.run()
    await make(world)
    await world.forward(4 * DAY_MS)
    expect(await world.nudges()).toEqual([])
  })

  test('does not come before the digest of the same day, should its tick be first', async () => {
    const { run, clock, deps, digests, nudges } = await withSlots({ at: at(8, 10) })
    await run()
    clock.now = at(9, 9)
    await makeCron(
      deps,
      jobs.filter(({ job }) => job === 'nudges'),
    ).drain()
    expect(await nudges()).toEqual([])
    await run()
    expect([await digests(), await nudges()]).toEqual([['2026-03-02 at 2026-03-09T09:00'], []])
  })

  test('does not come on the day of a digest that came late', async () => {
    const world = await withSlots({ at: new Date('2026-03-02T08:00:00Z') })
    await world.run()
    world.clock.now = new Date('2026-03-03T08:30:00Z')
    await world.run()
    expect(await world.digests()).toEqual(['2026-02-23 at 2026-03-03T08:30'])
    await world.forward(DAY_MS)
    expect(await world.nudges()).toEqual([])
    await world.forward(HOUR_MS)
    expect(await world.nudges()).toEqual(['2026-03-02 at 2026-03-04T09:00'])
  })

  test('is told once when several processes race for it', async () => {
    const { runOn, run, clock, nudges } = await withSlots()
    await run()
    clock.now = at(3, 9)
    await db.sql`delete from cron_runs`
    runOn([...pools, ...pools])
    await run()
    expect(await nudges()).toHaveLength(1)
  })
})
