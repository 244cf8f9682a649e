/** Who may decide is reminded in their own morning: one message a person, at most two reminders a pin, once over all processes. */
import { afterAll, describe, expect, test } from 'vitest'
import type { Actor, Role } from '../../../../src/core/lib/actor.js'
import { after, HOUR_MS, MINUTE_MS } from '../../../../src/core/lib/duration.js'
import { requestDrafts } from '../../../../src/core/many/batch/drafts.js'
import { approvePin, declinePin } from '../../../../src/core/posts/approval/decide.js'
import { holdRequest, releaseRequest } from '../../../../src/core/posts/approval/hold.js'
import type { Approval } from '../../../../src/core/posts/approval/model.js'
import { nextReminderDue, postponeReminder, remindApprovers } from '../../../../src/core/posts/approval/remind.js'
import { mayReach, nextReminder, turnsOf } from '../../../../src/core/posts/approval/reminder-times.js'
import { takeBackRequest } from '../../../../src/core/posts/approval/request.js'
import { readWaiting, setWantsReminders } from '../../../../src/core/posts/approval/waiting.js'
import { schedulePost } from '../../../../src/core/posts/schedule.js'
import { undoDecision } from '../../../../src/core/posts/undo/decision.js'
import { writeKept } from '../../../../src/core/slots/keep.js'
import { openPool } from '../../../../src/db/pool.js'
import { makeCron } from '../../../../src/jobs/cron.js'
import { TICKS } from '../../../../src/jobs/ticks.js'
import { aDatabase } from '../../../support/database.js'
import { aDraft, aTimeslot, DAY_MS } from '../../../support/factories.js'
import { aWorld, START, type World } from '../../../support/world.js'

const { db, url } = await aDatabase()
const pools = [1, 2, 3].map(() => openPool(url, { max: 3 }))
afterAll(() => Promise.all(pools.map((pool) => pool.close())))

const at = (text: string) => new Date(`2026-${text}:00Z`)
const BERLIN = 'Europe/Berlin'
const NEW_YORK = 'America/New_York'

const as = (world: World, role: Role, name: string): Actor => ({
  organizationId: world.organizationId,
  via: 'slack',
  role,
  userId: `T1:U${name}`,
})

async function aPerson(
  { organizationId }: World,
  name: string,
  role: Role,
  timezone: string | null,
  teamId = 'T1',
): Promise<void> {
  await db.sql`
    insert into members (organization_id, slack_team_id, slack_user_id, role, timezone, seen_at)
    values (${organizationId}, ${teamId}, ${`U${name}`}, ${role}, ${timezone}, ${START})`
}

/** Ada decides in Berlin, where it is Monday 11:00, and Eve in New York, where it is 5:00. Milo asks. */
async function aTeamWorld(): Promise<World> {
  await db.sql`update approvals set remind_at = null` // those of earlier tests
  await db.sql`delete from cron_runs`
  const world = await aWorld(db)
  await db.sql`
    update accounts
       set approval_policy = 'required', approvals_channel_id = 'C1'
     where organization_id = ${world.organizationId}`
  await aPerson(world, 'ADA', 'admin', BERLIN)
  await aPerson(world, 'EVE', 'scheduler', NEW_YORK)
  await aPerson(world, 'MILO', 'contributor', BERLIN)
  return world
}

async function ask(world: World, sendAt: Date | null = after(world.clock.now, 3 * DAY_MS)): Promise<Approval> {
  const draft = await aDraft(world)
  const milo = as(world, 'contributor', 'MILO')
  await db.sql`update posts set created_by = ${milo.userId} where organization_id = ${world.organizationId} and id = ${draft.id}`
  const when = sendAt ? ({ kind: 'at', at: sendAt } as const) : ({ kind: 'nextOpenSlot' } as const)
  const post = await schedulePost(world.deps, milo, { accountId: world.accountId, postId: draft.id, when })
  return post.approval!
}

const messages = async ({ organizationId }: World) => {
  const rows = await db.sql<{ destination: string; key: string; dueAt: Date | null }[]>`
    select destination, dedupe_key as key, due_at as "dueAt"
      from outbox
     where organization_id = ${organizationId} and notice ->> 'kind' = 'approvalsWaiting'
     order by dedupe_key`
  return rows.map(
    ({ key, dueAt }) => `${key.replace('approvals-waiting:T1:U', '')} ${dueAt?.toISOString().slice(5, 16) ?? 'over'}`,
  )
}
const stateOf = async ({ organizationId }: World, { id }: Approval) => {
  const [row] = await db.sql<{ reminders: number; remindAt: Date | null }[]>`
    select reminders, remind_at as "remindAt"
      from approvals
     where organization_id = ${organizationId} and id = ${id}`
  return row!
}
const tickAt = (world: World, time: Date) => {
  world.clock.now = time
  return remindApprovers(world.deps)
}
const deliver = ({ organizationId, clock }: World) =>
  db.sql`
    update outbox
       set delivered_at = ${clock.now}, due_at = null
     where organization_id = ${organizationId} and due_at <= ${clock.now}`
const reminded = async ({ organizationId }: World) =>
  db.sql`select id from audit where organization_id = ${organizationId} and action = 'remind'`

describe('when', () => {
  const asked: Pick<Approval, 'state' | 'hold' | 'askedAt' | 'dueAt'> = {
    state: 'open',
    hold: null,
    askedAt: at('03-02T10:00'),
    dueAt: at('03-04T10:00'),
  }
  test('half, and a tenth of the time is left; then never', () => {
    const half = nextReminder(asked, asked.askedAt)
    expect(half).toEqual(at('03-03T10:00'))
    const tenth = nextReminder(asked, half!)
    expect(tenth).toEqual(at('03-04T05:12'))
    expect(nextReminder(asked, tenth!)).toBeNull()
  })

  test('none of a settled request, one without a due time, or one on hold until it is released', () => {
    expect(nextReminder({ ...asked, state: 'approved' }, asked.askedAt)).toBeNull()
    expect(nextReminder({ ...asked, dueAt: null }, asked.askedAt)).toBeNull()
    const hold = { by: 'T1:UADA', at: asked.askedAt, until: null, reason: null }
    expect(nextReminder({ ...asked, hold }, asked.askedAt)).toBeNull()
    const until = at('03-03T12:00')
    expect(nextReminder({ ...asked, hold: { ...hold, until } }, asked.askedAt)).toEqual(at('03-04T05:12'))
    expect(nextReminder(asked, until)).toEqual(at('03-04T05:12')) // released
  })

  const turns = (dueAt: Date, zone: string | null, now: Date) =>
    turnsOf({ dueAt }, zone, now).map(({ at: time, key }) => `${time.toISOString().slice(5, 16)} ${key.slice(5)}`)

  test('a forenoon of a weekday; in the afternoon only for what is due before the next morning', () => {
    const later = at('03-05T10:00')
    expect(turns(later, BERLIN, at('03-03T05:00'))).toEqual(['03-03T08:00 03-03am', '03-04T08:00 03-04am'])
    expect(turns(later, BERLIN, at('03-03T11:00'))).toEqual(['03-03T11:00 03-03am', '03-04T08:00 03-04am'])
    expect(turns(later, BERLIN, at('03-03T13:00'))).toEqual(['03-04T08:00 03-04am'])
    expect(turns(at('03-03T20:00'), BERLIN, at('03-03T13:00'))).toEqual(['03-03T13:00 03-03pm', '03-04T08:00 03-04am'])
    expect(turns(at('03-03T20:00'), BERLIN, at('03-03T16:00'))).toEqual(['03-04T08:00 03-04am']) // 17:00 there
  })

  test('not on a weekend, and at nine when the clocks have changed', () => {
    expect(turns(at('03-28T20:00'), BERLIN, at('03-27T17:00'))).toEqual(['03-30T07:00 03-30am'])
    expect(turns(at('03-28T20:00'), BERLIN, at('03-28T09:00'))).toEqual(['03-30T07:00 03-30am'])
    expect(turns(at('03-28T20:00'), null, at('03-28T09:00'))).toEqual(['03-30T09:00 03-30am'])
    expect(turns(at('03-28T20:00'), 'Mars/Olympus', at('03-28T09:00'))).toEqual(['03-30T09:00 03-30am'])
  })

  test('a message that was held up reaches nobody at night or on a weekend', () => {
    expect(mayReach(BERLIN, at('03-03T18:59'))).toBe(true)
    expect(mayReach(BERLIN, at('03-03T19:00'))).toBe(false)
    expect(mayReach(BERLIN, at('03-03T06:59'))).toBe(false)
    expect(mayReach(BERLIN, at('03-07T10:00'))).toBe(false)
  })
})

test('two pins make one message a person, each in their morning; both count once, and say when the next is', async () => {
  const world = await aTeamWorld()
  const [one, other] = [await ask(world), await ask(world)]
  expect(await stateOf(world, one)).toEqual({ reminders: 0, remindAt: at('03-03T10:00') })
  await tickAt(world, at('03-03T09:59'))
  expect(await messages(world)).toEqual([])
  await tickAt(world, at('03-03T10:00'))
  expect(await messages(world)).toEqual(['ADA@2026-03-03am 03-03T10:00', 'EVE@2026-03-03am 03-03T14:00'])
  for (const approval of [one, other])
    expect(await stateOf(world, approval)).toEqual({ reminders: 1, remindAt: at('03-04T05:12') })
  expect(await reminded(world)).toHaveLength(2)
})

test('two reminders a pin at most, and the second waits for the first morning of those who may decide', async () => {
  const world = await aTeamWorld()
  const approval = await ask(world)
  await tickAt(world, at('03-03T10:00'))
  world.clock.now = at('03-03T14:00')
  await deliver(world)
  await tickAt(world, at('03-04T05:12')) // 6:12 in Berlin
  expect(await stateOf(world, approval)).toEqual({ reminders: 1, remindAt: at('03-04T08:00') })
  await tickAt(world, at('03-04T08:00'))
  expect(await stateOf(world, approval)).toEqual({ reminders: 2, remindAt: null })
  await tickAt(world, at('03-05T10:00'))
  expect((await messages(world)).filter((message) => message.startsWith('ADA'))).toEqual([
    'ADA@2026-03-03am over',
    'ADA@2026-03-04am 03-04T08:00',
  ])
})

test('what falls due on a weekend, or while the service was down, is one reminder on the next workday', async () => {
  const world = await aTeamWorld()
  world.clock.now = at('03-06T15:00') // a Friday
  const approval = await ask(world, at('03-09T09:00'))
  await tickAt(world, at('03-07T12:00'))
  expect(await stateOf(world, approval)).toEqual({ reminders: 0, remindAt: at('03-09T08:00') })
  await tickAt(world, at('03-09T08:30'))
  expect(await stateOf(world, approval)).toEqual({ reminders: 1, remindAt: null })
  expect(await messages(world)).toEqual(['ADA@2026-03-09am 03-09T08:30', 'EVE@2026-03-09am 03-09T13:00'])
})

test('one message a half of a day: the next pin waits for the next, or joins one that Slack has not taken yet', async () => {
  const world = await aTeamWorld()
  await db.sql`delete from members where organization_id = ${world.organizationId} and slack_user_id = 'UEVE'`
  await ask(world)
  await tickAt(world, at('03-03T10:00'))
  await deliver(world)
  const soon = await ask(world, at('03-03T18:00')) // due at 14:00, half at 12:00 there 13:00
  await tickAt(world, at('03-03T11:30'))
  expect(await messages(world)).toEqual(['ADA@2026-03-03am over'])
  await tickAt(world, at('03-03T12:00'))
  expect(await stateOf(world, soon)).toMatchObject({ reminders: 1 })
  expect(await messages(world)).toEqual(['ADA@2026-03-03am over', 'ADA@2026-03-03pm 03-03T12:00'])
  // Slack is away: the afternoon's message still waits in the morning, and will list what waits then
  const late = await ask(world, at('03-04T14:00'))
  await tickAt(world, at('03-04T09:00'))
  expect(await stateOf(world, late)).toMatchObject({ reminders: 1 })
  expect(await messages(world)).toEqual(['ADA@2026-03-03am over', 'ADA@2026-03-03pm 03-03T12:00'])
})

test('nobody is reminded who may not decide, asked, or wants none; nor of an account that reminds nobody', async () => {
  const world = await aTeamWorld()
  const { organizationId, accountId } = world
  await aPerson(world, 'ADA', 'admin', NEW_YORK, 'T2') // the same person in another workspace of the enterprise
  await db.sql`update members set assigned_role = 'viewer' where organization_id = ${organizationId} and slack_user_id = 'UEVE'`
  const first = await ask(world)
  await tickAt(world, at('03-03T10:00'))
  expect(await messages(world)).toHaveLength(1)
  await setWantsReminders(world.deps, as(world, 'admin', 'ADA'), { wants: false })
  const second = await ask(world, at('03-05T10:00'))
  await tickAt(world, at('03-04T10:00'))
  expect(await messages(world)).toHaveLength(1)
  expect(await stateOf(world, second)).toMatchObject({ reminders: 0 })
  await setWantsReminders(world.deps, as(world, 'admin', 'ADA'), { wants: true })
  await db.sql`update accounts set reminds_approvers = false where organization_id = ${organizationId} and id = ${accountId}`
  const third = await ask(world, at('03-07T10:00'))
  await tickAt(world, at('03-05T11:00'))
  expect(await messages(world)).toHaveLength(1)
  expect(await stateOf(world, third)).toMatchObject({ reminders: 0 })
  expect((await stateOf(world, third)).remindAt).not.toBeNull()
  expect((await readWaiting(world.deps, as(world, 'admin', 'ADA'))).count).toBe(0)
  expect(await stateOf(world, first)).toMatchObject({ remindAt: null })
})

test('a request that was decided, taken back or is on hold has none; undone and asked again it has its next', async () => {
  const world = await aTeamWorld()
  const [declined, takenBack, held, again] = [await ask(world), await ask(world), await ask(world), await ask(world)]
  const { deps, accountId, organizationId } = world
  const ada = as(world, 'admin', 'ADA')
  await declinePin(deps, ada, { accountId, approvalId: declined.id, kind: 'rejected', reason: '' })
  await takeBackRequest(deps, as(world, 'contributor', 'MILO'), { accountId, postId: takenBack.postId })
  await holdRequest(deps, ada, { accountId, approvalId: held.id })
  expect(await stateOf(world, held)).toEqual({ reminders: 0, remindAt: null })
  await db.sql`update approvals set reminders = 2 where organization_id = ${organizationId} and id = ${again.id}`
  world.clock.now = at('03-02T10:01')
  const milo = as(world, 'contributor', 'MILO')
  await schedulePost(deps, milo, { accountId, postId: again.postId, when: { kind: 'at', at: at('03-09T10:01') } })
  expect(await stateOf(world, again)).toEqual({ reminders: 0, remindAt: at('03-05T10:01') })
  await undoDecision(deps, ada, { accountId, approvalId: declined.id })
  expect(await stateOf(world, declined)).toEqual({ reminders: 0, remindAt: at('03-03T10:00') })
  expect(await nextReminderDue(db.sql)).toEqual(at('03-03T10:00'))
  await tickAt(world, at('03-03T10:00'))
  expect((await reminded(world)).length).toBe(1)
  expect(await stateOf(world, held)).toMatchObject({ reminders: 0 })
  expect((await readWaiting(deps, ada)).rows.map(({ approval }) => approval?.id)).toEqual([declined.id, again.id])
  await releaseRequest(deps, ada, { accountId, approvalId: held.id })
  expect(await stateOf(world, held)).toMatchObject({ remindAt: at('03-04T05:12') })
})

test('a request that keeps another slot is reminded of by its new due time', async () => {
  const world = await aTeamWorld()
  const moved = await ask(world)
  await writeKept(db.sql, world, { id: moved.id, slot: { sendAt: at('03-10T10:00'), timeslotId: null } }, at('03-03T09:00'))
  await tickAt(world, at('03-03T10:00')) // half of its first time
  expect(await messages(world)).toEqual([])
  expect(await stateOf(world, moved)).toEqual({ reminders: 0, remindAt: at('03-05T22:00') })
})

test('what waits: soonest due first, not what the person asked for, and a batch is one row', async () => {
  const world = await aTeamWorld()
  const { deps, accountId } = world
  const later = await ask(world, after(START, 6 * DAY_MS))
  const drafts = [await aDraft(world), await aDraft(world)]
  const milo = as(world, 'contributor', 'MILO')
  await db.sql`update posts set created_by = ${milo.userId} where organization_id = ${world.organizationId}`
  await aTimeslot(world, { day: 2, time: '09:00' })
  await aTimeslot(world, { day: 3, time: '09:00' })
  await requestDrafts(deps, milo, { accountId, postIds: drafts.map(({ id }) => id) })
  const { count, rows } = await readWaiting(deps, as(world, 'admin', 'ADA'))
  expect(count).toBe(3)
  expect(rows.map((row) => [row.count, row.approval?.id, row.askedBy])).toEqual([
    [2, undefined, 'T1:UMILO'],
    [1, later.id, 'T1:UMILO'],
  ])
  expect(rows.map(({ account }) => account.id)).toEqual([accountId, accountId])
  expect((await readWaiting(deps, as(world, 'admin', 'MILO'))).rows).toEqual([])
  expect((await readWaiting(deps, as(world, 'contributor', 'BO'))).rows).toEqual([])
})

test('processes that race remind once; one that dies in it has done nothing', async () => {
  const world = await aTeamWorld()
  const approvals = await Promise.all([1, 2, 3, 4, 5].map(() => ask(world)))
  world.clock.now = at('03-03T10:00')
  const dying = {
    ...world.deps,
    db: {
      ...db,
      sql: db.sql,
      tx: (work: Parameters<typeof db.tx>[0]) =>
        db.tx(async (sql) => {
          await work(sql)
          throw new Error('killed before it commits')
        }),
    },
  }
  const killed = await remindApprovers(dying)
  expect(killed.failed).toHaveLength(1)
  expect(await messages(world)).toEqual([])
  await Promise.all([...pools, ...pools].map((pool) => remindApprovers({ ...world.deps, db: pool })))
  expect(await messages(world)).toHaveLength(2)
  expect(await reminded(world)).toHaveLength(5)
  for (const approval of approvals) expect(await stateOf(world, approval)).toMatchObject({ reminders: 1 })
})

test('a decision and a reminder at one moment do not wait for each other', async () => {
  const world = await aTeamWorld()
  const approvals = await Promise.all([1, 2, 3].map(() => ask(world)))
  world.clock.now = at('03-03T10:00')
  const { accountId, deps } = world
  const ada = as(world, 'admin', 'ADA')
  await Promise.all([
    ...pools.map((pool) => remindApprovers({ ...deps, db: pool })),
    ...approvals.map(({ id }) => declinePin(deps, ada, { accountId, approvalId: id, kind: 'rejected', reason: '' })),
  ])
  expect((await readWaiting(deps, ada)).rows).toEqual([])
  await tickAt(world, after(world.clock.now, MINUTE_MS))
  expect((await messages(world)).length).toBeLessThanOrEqual(2)
})

test('a forwarded clock stops there, and a message that came at night comes in the morning, once', async () => {
  const world = await aTeamWorld()
  await ask(world)
  const cron = makeCron(
    world.deps,
    TICKS.filter(({ job }) => job === 'reminders'),
  )
  await cron.drain()
  expect(await cron.nextDue()).toEqual(at('03-03T10:00'))
  world.clock.now = at('03-03T23:00')
  for (const _ of [1, 2]) await postponeReminder(world.deps, as(world, 'admin', 'ADA'), BERLIN)
  expect(await messages(world)).toEqual(['ADA@2026-03-04am:postponed 03-04T08:00'])
  expect(after(world.clock.now, HOUR_MS)).toEqual(at('03-04T00:00'))
})

test('a settled request keeps no next reminder, however it was settled', async () => {
  const world = await aTeamWorld()
  const requests = await Promise.all([ask(world), ask(world), ask(world)])
  const [declined, approved, takenBack] = requests
  for (const request of requests) expect((await stateOf(world, request)).remindAt).not.toBeNull()
  const eve = as(world, 'scheduler', 'EVE')
  const ref = ({ accountId, id }: Approval) => ({ accountId, approvalId: id })
  await declinePin(world.deps, eve, { ...ref(declined), kind: 'rejected', reason: '' })
  await approvePin(world.deps, eve, { ...ref(approved), version: approved.postVersion })
  await takeBackRequest(world.deps, as(world, 'contributor', 'MILO'), takenBack)
  for (const request of requests) expect(await stateOf(world, request)).toMatchObject({ remindAt: null })
})
