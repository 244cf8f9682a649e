/** What only grows goes after its time; what is young, or still needed, stays. */
import { expect, test } from 'vitest'
import { DEFAULT_RETENTION } from '../../../src/core/care/retention.js'
import type { Storage } from '../../../src/core/ports/deps.js'
import { purgeExpired } from '../../../src/core/care/purge.js'
import { inBatches } from '../../../src/core/lib/work/batch.js'
import { aDatabase } from '../../support/database.js'
import { DAY_MS } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'
import { aPin } from '../slots/support/fixtures.js'

const { db } = await aDatabase()
const storage = { remove: async () => {} } satisfies Partial<Storage>
const aPurgeWorld = () => aWorld(db, { parts: { storage: storage as unknown as Storage } }) // all that purging asks
const ago = ({ clock }: World, days: number) => new Date(clock.now.getTime() - days * DAY_MS)

test('acts are kept 760 days; what is said of a pin that is not published, and who connected an account, for longer', async () => {
  const [world, other] = [await aPurgeWorld(), await aPurgeWorld()]
  await db.sql`delete from audit`
  const sent = await aPin(world, { at: ago(world, 800), status: 'sent' })
  const draft = await aPin(world, { at: ago(world, 1), status: 'queued' })
  const act = async (subject: string, action: string, days: number, of = world) => {
    const { organizationId, accountId, clock } = of
    await db.sql`
      insert into audit (organization_id, account_id, change_id, version, subject, action, via, actor, at)
      values (${organizationId}, ${accountId}, gen_random_uuid(), 1, ${subject}, ${action}, 'slack', 'T1:U1',
              ${new Date(clock.now.getTime() - days * DAY_MS)}::timestamptz + interval '1 microsecond')`
  }
  await act(`post:${sent}`, 'edit', 761)
  await act(`post:${sent}`, 'edit', 759)
  await act(`post:${draft}`, 'create', 761)
  await act(`post:${draft}`, 'edit', 761, other) // another organization's pin has this number
  await act(`account:${world.accountId}`, 'connect', 2000)
  await act(`account:${world.accountId}`, 'set', 761)
  await act(`timeslot:5`, 'create', 759)
  await purgeExpired(world.deps)
  const left = await db.sql`select organization_id as organization, subject, action from audit order by id`
  const organization = world.organizationId
  expect([...left]).toEqual([
    { organization, subject: `post:${sent}`, action: 'edit' },
    { organization, subject: `post:${draft}`, action: 'create' },
    { organization, subject: `account:${world.accountId}`, action: 'connect' },
    { organization, subject: 'timeslot:5', action: 'create' },
  ])
})

test('the audit is purged page by page, past what stays, however much there is', async () => {
  const world = await aPurgeWorld()
  await db.sql`delete from audit`
  const draft = await aPin(world, { at: ago(world, 1), status: 'queued' })
  await db.sql`
    insert into audit (organization_id, account_id, change_id, version, subject, action, via, actor, at)
    select ${world.organizationId}, ${world.accountId}, gen_random_uuid(), 1, case when n <= 1500 then ${`post:${draft}`} else 'timeslot:1' end,
           'edit', 'slack', 'T1:U1', ${ago(world, 900)}::timestamptz + (n / 700) * interval '1 microsecond'
      from generate_series(1, 4000) n`
  await purgeExpired(world.deps)
  const [left] =
    await db.sql`select count(*)::int as rows, count(*) filter (where subject like 'post:%')::int as posts from audit`
  expect(left).toEqual({ rows: 1500, posts: 1500 })
})

test('settled attempts are kept 400 days; one that is open or unknown, and the last of a pin that is not published, for longer', async () => {
  const world = await aPurgeWorld()
  await db.sql`delete from publish_attempts`
  const [sent, queued] = [
    await aPin(world, { at: ago(world, 500), status: 'sent' }),
    await aPin(world, { at: ago(world, -5), status: 'queued' }),
  ]
  await db.sql`update posts set attempt_number = 9 where organization_id = ${world.organizationId}`
  const tried = async (postId: string, number: number, state: string, days: number) => {
    const at = ago(world, days)
    const isSettled = ['confirmed', 'found', 'refused', 'retry', 'absent'].includes(state)
    await db.sql`
      insert into publish_attempts (organization_id, post_id, number, state, board_id, send_at, claimed_at, settled_at)
      values (${world.organizationId}, ${postId}, ${number}, ${state}, '101', ${at}, ${at}, ${isSettled ? at : null})`
  }
  await tried(sent, 1, 'retry', 401)
  await tried(sent, 2, 'unknown', 401)
  await tried(sent, 3, 'absent', 401)
  await tried(sent, 8, 'retry', 399)
  await tried(sent, 9, 'confirmed', 401)
  await tried(queued, 1, 'refused', 401)
  await tried(queued, 8, 'sending', 401)
  await tried(queued, 9, 'retry', 401)
  await purgeExpired(world.deps)
  const left = await db.sql`select post_id as post, number from publish_attempts order by post_id, number`
  expect([...left]).toEqual([
    { post: sent, number: 2 },
    { post: sent, number: 3 },
    { post: sent, number: 8 },
    { post: queued, number: 8 },
    { post: queued, number: 9 },
  ])
})

test('daily numbers of pins are kept 760 days, some thousands go in one purge, and those of accounts stay', async () => {
  const world = await aPurgeWorld()
  const { organizationId, accountId } = world
  const days = (name: string, from: number, to: number) => db.sql`
    insert into pin_days (organization_id, account_id, pin_id, day, metrics, data_status, read_at)
    select ${organizationId}, ${accountId}, ${name}, (${world.clock.now}::timestamptz at time zone 'UTC')::date - n, '{}', 'READY', ${world.clock.now}
      from generate_series(${from}::int, ${to}::int) n`
  await days('1', 750, 760)
  await days('2', 761, 3600)
  await db.sql`
    insert into account_days (organization_id, account_id, day, metrics, data_status, read_at)
    values (${organizationId}, ${accountId}, '2019-01-01', '{}', 'READY', ${world.clock.now})`
  await purgeExpired(world.deps)
  const left = await db.sql`select pin_id as pin, count(*)::int as days from pin_days group by pin_id`
  expect([...left]).toEqual([{ pin: '1', days: 11 }])
  expect((await db.sql`select from account_days where organization_id = ${organizationId}`).count).toBe(1)
})

test('days of accounts stay for good, or for as long as the operator says', async () => {
  const world = await aPurgeWorld()
  const { organizationId, accountId, clock } = world
  await db.sql`
    insert into account_days (organization_id, account_id, day, metrics, data_status, read_at)
    select ${organizationId}, ${accountId}, (${clock.now}::timestamptz at time zone 'UTC')::date - n, '{}', 'READY', ${clock.now}
      from generate_series(0, 1200) n`
  const kept = async () => (await db.sql`select from account_days where organization_id = ${organizationId}`).count
  await purgeExpired(world.deps)
  expect(await kept()).toBe(1201)
  await purgeExpired({
    ...world.deps,
    settings: { ...world.deps.settings, retention: { ...DEFAULT_RETENTION, accountDays: 90 } },
  })
  expect(await kept()).toBe(91)
})

test('an operator may keep things for longer', async () => {
  const world = await aPurgeWorld()
  const { organizationId, accountId } = world
  await db.sql`
    insert into pin_days (organization_id, account_id, pin_id, day, metrics, data_status, read_at)
    values (${organizationId}, ${accountId}, 'long', ${ago(world, 900)}, '{}', 'READY', ${world.clock.now})`
  const settings = { ...world.deps.settings, retention: { ...DEFAULT_RETENTION, pinDays: 1000 } }
  await purgeExpired({ ...world.deps, settings })
  expect((await db.sql`select from pin_days where pin_id = 'long'`).count).toBe(1)
})

test('people, Homes, days of keys, reports, approvals and what was asked for go when nobody needs them any more', async () => {
  const world = await aPurgeWorld()
  const { organizationId, accountId, clock } = world
  const real = (days: number) => new Date(Date.now() - days * DAY_MS)
  for (const table of ['members', 'homes', 'api_key_days', 'model_days', 'issue_reports', 'approvals', 'board_creations'])
    await db.sql`delete from ${db.sql(table)}`
  for (const [user, days, role] of [
    ['old', 401, null],
    ['young', 399, null],
    ['given', 401, 'admin'],
  ] as const)
    await db.sql`
      insert into members (organization_id, slack_team_id, slack_user_id, role, seen_at, assigned_role)
      values (${organizationId}, 'T1', ${user}, 'scheduler', ${ago(world, days)}, ${role})`
  for (const [user, days] of [
    ['old', 91],
    ['young', 89],
  ] as const)
    await db.sql`
      insert into homes (organization_id, slack_team_id, slack_user_id, seen_at, shown_at)
      values (${organizationId}, 'T1', ${user}, ${real(days)}, ${real(days)})`
  const [key] = await db.sql<[{ id: string }]>`
    insert into api_keys (organization_id, name, prefix, hash, created_at)
    values (${organizationId}, 'k', 'k', 'k', ${clock.now}) returning id`
  for (const days of [91, 0]) await db.sql`insert into model_days values (${organizationId}, ${ago(world, days)}, 1)`
  for (const days of [91, 0]) await db.sql`insert into api_key_days values (${organizationId}, ${key.id}, ${ago(world, days)}, 1)`
  for (const [tool, days, state] of [
    ['old', 401, 'resolved'],
    ['young', 399, 'resolved'],
    ['open', 900, 'open'],
  ] as const) {
    const at = ago(world, days)
    const [by, resolution, end] = state === 'open' ? [null, null, null] : ['T1:U1', 'Done.', at]
    await db.sql`
      insert into issue_reports (organization_id, kind, tool, description, via, state, created_at, resolved_by, resolved_at, resolution)
      values (${organizationId}, 'report', ${tool}, 'd', 'slack', ${state}, ${at}, ${by}, ${end}, ${resolution})`
  }
  const [sent, queued] = [
    await aPin(world, { at: ago(world, 500), status: 'sent' }),
    await aPin(world, { at: ago(world, -5), status: 'queued' }),
  ]
  for (const [title, postId, days] of [
    ['old', sent, 401],
    ['young', sent, 399],
    ['waits', queued, 401],
  ] as const)
    await db.sql`
      insert into approvals (organization_id, account_id, post_id, state, asked_by, asked_at, post_version, title, decided_by, decided_at)
      values (${organizationId}, ${accountId}, ${postId}, 'approved', 'T1:U1', ${ago(world, days)}, 1, ${title}, 'T1:U2', ${ago(world, days)})`
  for (const [name, days] of [
    ['old', 31],
    ['young', 29],
  ] as const)
    await db.sql`insert into board_creations (organization_id, account_id, name_key, asked_at) values (${organizationId}, ${accountId}, ${name}, ${ago(world, days)})`
  for (const [name, days] of [
    ['old', 61],
    ['young', 59],
  ] as const)
    await db.sql`
      insert into reviews (organization_id, account_id, person, created_at, changed_at)
      values (${organizationId}, ${accountId}, ${name}, ${ago(world, days)}, ${ago(world, days)})`
  await purgeExpired(world.deps)
  const names = async (table: string, column: string) =>
    (await db.sql<{ name: string }[]>`select ${db.sql(column)} as name from ${db.sql(table)} order by 1`).map(({ name }) => name)
  expect(await names('members', 'slack_user_id')).toEqual(['given', 'young'])
  expect(await names('homes', 'slack_user_id')).toEqual(['young'])
  expect((await names('api_key_days', 'day')).length).toBe(1)
  expect((await names('model_days', 'day')).length).toBe(1)
  expect(await names('issue_reports', 'tool')).toEqual(['open', 'young'])
  expect(await names('approvals', 'title')).toEqual(['waits', 'young'])
  expect(await names('board_creations', 'name_key')).toEqual(['young'])
  expect(await names('reviews', 'person')).toEqual(['young'])
})

test('no statement deletes more than its batch, and what is left when the time is up goes at the next purge', async () => {
  const limits: number[] = []
  let left = 2500
  const deleteSome = async (limit: number) => {
    limits.push(limit)
    const some = Math.min(limit, left)
    left -= some
    return some
  }
  expect(await inBatches(() => limits.length < 2, deleteSome)).toEqual({ deleted: 2000, isDone: false })
  expect(await inBatches(() => true, deleteSome)).toEqual({ deleted: 500, isDone: true })
  expect(limits).toEqual([1000, 1000, 1000])

  const world = await aPurgeWorld()
  await db.sql`
    insert into slack_events (event_id, received_at)
    select 'e' || n, ${ago(world, 2)} from generate_series(1, 2500) n`
  const events = async () => (await db.sql`select from slack_events`).count
  await purgeExpired(world.deps, { sweepMs: 0 })
  expect(await events()).toBe(2500)
  await purgeExpired(world.deps, { goesOn: () => false })
  expect(await events()).toBe(2500)
  await purgeExpired(world.deps)
  expect(await events()).toBe(0)
})

test('a purge that is cut off keeps what it deleted, and leaves the rest whole', async () => {
  const world = await aPurgeWorld()
  await db.sql`delete from slack_events`
  await db.sql`
    insert into slack_events (event_id, received_at)
    select 'e' || n, ${ago(world, 2)} from generate_series(1, 2500) n`
  await db.sql.unsafe(`
    create sequence cut_off;
    create function cut_off() returns trigger language plpgsql as $$
    begin
      if nextval('cut_off') = 1500 then raise exception 'the connection is gone'; end if;
      return old;
    end $$;
    create trigger cut_off before delete on slack_events for each row execute function cut_off();`)
  await expect(purgeExpired(world.deps)).rejects.toThrow('1 of the sweeps failed')
  expect((await db.sql`select from slack_events`).count).toBe(1500)
  await purgeExpired(world.deps)
  expect((await db.sql`select from slack_events`).count).toBe(0)
})
