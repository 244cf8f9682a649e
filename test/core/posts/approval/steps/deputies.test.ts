/** A person who is away names a deputy, who decides for them what names them, until then. */
import { expect, test } from 'vitest'
import { endAbsence, readAbsence, setDeputy } from '../../../../../src/core/accounts/people/deputies.js'
import { findKnownMember } from '../../../../../src/core/accounts/people/members.js'
import { after, DAY_MS, HOUR_MS } from '../../../../../src/core/lib/duration.js'
import type { Actor } from '../../../../../src/core/lib/actor.js'
import { approversToName } from '../../../../../src/core/posts/approval/approvers.js'
import { decidePin } from '../../../../../src/core/posts/approval/decide.js'
import { remindApprovers } from '../../../../../src/core/posts/approval/remind.js'
import { countRequestsFor } from '../../../../../src/core/posts/approval/requests.js'
import { readPostAsked } from '../../../../../src/core/posts/list.js'
import { aDatabase } from '../../../../support/database.js'
import { asked, ofRole, person, rule, step } from './support.js'

const { db } = await aDatabase()

const EVE_OR_BOB = step('Brand', [person('EVE'), person('BOB')])
const EVE = step('Brand', [person('EVE')])
const BOSS = step('Boss', [ofRole('admin')])
const FORBIDDEN = { code: 'FORBIDDEN' }
const NOT_FOUND = { code: 'NOT_FOUND' }

type Given = Parameters<typeof asked>[1][number]['steps']

async function aRequest(steps: Given) {
  const it = await asked(db, [rule(steps)])
  const { organizationId, clock } = it.world
  await db.sql`
    insert into members (organization_id, slack_team_id, slack_user_id, role, seen_at)
    values (${organizationId}, 'T1', 'UDORA', 'none', ${clock.now})`
  const until = after(clock.now, 3 * DAY_MS)
  /** As each of their requests finds them. */
  const nowOf = async (name: string): Promise<Actor> =>
    (await findKnownMember(db.sql, { organizationId, teamId: 'T1', userId: `U${name}` }, clock.now))!.actor
  const isAway = async (who: Actor, deputy: string) => setDeputy(it.deps, who, { deputy: `T1:U${deputy}`, until })
  const approve = async (name: string) => decidePin(it.deps, await nowOf(name), { ...it.ref, decision: 'approve' })
  return { ...it, clock, until, nowOf, isAway, approve, organizationId }
}

test('a deputy decides what names the person who is away; the decision and the audit say for whom', async () => {
  const it = await aRequest([EVE, BOSS])
  await expect(it.approve('VIC')).rejects.toMatchObject(FORBIDDEN)
  await it.isAway(it.eve, 'VIC')
  await it.approve('VIC')
  expect((await it.now()).decisions).toMatchObject([{ decidedBy: 'T1:UVIC', decidedFor: 'T1:UEVE', token: 'person:UEVE' }])
  const [act] = await db.sql<{ actor: string; after: object }[]>`
    select actor, after from audit
     where organization_id = ${it.organizationId} and subject = ${`approval:${it.ref.approvalId}`} and action = 'approve_step'`
  expect(act).toMatchObject({ actor: 'T1:UVIC', after: { decidedFor: 'T1:UEVE' } })
})

test('a deputy’s last approval schedules the pin, and the audit says for whom', async () => {
  const it = await aRequest([EVE])
  await it.isAway(it.eve, 'DORA')
  expect(await countRequestsFor(it.deps, await it.nowOf('DORA'), it.ref)).toBe(1)
  expect(await readPostAsked(it.deps, await it.nowOf('DORA'), it.pin)).toMatchObject({ id: it.pin.postId })
  expect((await it.approve('DORA')).post.status).toBe('queued')
  const [act] = await db.sql<{ after: object }[]>`
    select after from audit
     where organization_id = ${it.organizationId} and subject = ${`approval:${it.ref.approvalId}`} and action = 'approve'`
  expect(act).toMatchObject({ after: { state: 'approved', decidedFor: 'T1:UEVE' } })
})

test('a user group of the person who is away is lent, their roles are not', async () => {
  const it = await aRequest([step('Team', [{ kind: 'group', id: 'S1' }]), BOSS])
  await db.sql`update members set groups = '{S1}' where organization_id = ${it.organizationId} and slack_user_id = 'UADA'`
  await it.isAway(it.ada, 'VIC')
  await it.approve('VIC')
  expect(await it.states()).toEqual(['approved', 'pending'])
  await expect(it.approve('VIC')).rejects.toMatchObject(FORBIDDEN) // `role:admin` stays Ada’s
})

test('an absence ends by the clock, or when the person says so', async () => {
  const it = await aRequest([EVE])
  await it.isAway(it.eve, 'DORA')
  expect(await readAbsence(it.deps, it.eve)).toEqual({ deputy: 'T1:UDORA', until: it.until })
  it.clock.now = it.until
  expect(await readAbsence(it.deps, it.eve)).toBeNull()
  await expect(it.approve('DORA')).rejects.toMatchObject(NOT_FOUND)
  it.clock.now = after(it.until, -DAY_MS)
  await endAbsence(it.deps, it.eve)
  await expect(it.approve('DORA')).rejects.toMatchObject(NOT_FOUND)
  expect(await readAbsence(it.deps, it.eve)).toBeNull()
})

test('a deputy of a deputy stands in for nobody', async () => {
  const it = await aRequest([EVE])
  await it.isAway(it.eve, 'VIC')
  await it.isAway(it.vic, 'DORA')
  await expect(it.approve('DORA')).rejects.toMatchObject(NOT_FOUND)
  await it.approve('VIC')
})

test('a deputy has no right that the person who is away has not', async () => {
  const it = await aRequest([EVE])
  await it.isAway(it.eve, 'DORA')
  await db.sql`
    update members set assigned_role = 'none' where organization_id = ${it.organizationId} and slack_user_id = 'UEVE'`
  await expect(it.approve('DORA')).rejects.toMatchObject(NOT_FOUND)
})

test('a deputy whom an admin gave no access to the account gets none by it', async () => {
  const it = await aRequest([EVE])
  await it.isAway(it.eve, 'DORA')
  await db.sql`
    update members set account_roles = ${db.sql.json({ [it.pin.accountId]: 'none' })}
     where organization_id = ${it.organizationId} and slack_user_id = 'UDORA'`
  await expect(it.approve('DORA')).rejects.toMatchObject(NOT_FOUND)
})

test('who asked decides by no absence: neither as a deputy, nor by their own deputy', async () => {
  const it = await aRequest([step('Brand', [person('EVE'), person('MILO')])])
  await it.isAway(it.eve, 'MILO')
  await expect(it.approve('MILO')).rejects.toMatchObject(FORBIDDEN)
  await it.isAway(it.milo, 'VIC')
  await expect(it.approve('VIC')).rejects.toMatchObject(FORBIDDEN)
  expect(await countRequestsFor(it.deps, await it.nowOf('VIC'), it.ref)).toBe(0)
})

test('one person decides a step once, also with the rights of two', async () => {
  const it = await aRequest([{ ...EVE_OR_BOB, rule: 'all' }])
  await it.isAway(it.bob, 'EVE')
  await it.approve('EVE')
  await expect(it.approve('EVE')).rejects.toMatchObject(FORBIDDEN)
  expect(await it.states()).toEqual(['pending'])
})

const WRONG: [string, (it: Awaited<ReturnType<typeof aRequest>>) => Promise<void>][] = [
  ['person', ({ deps, eve, until }) => setDeputy(deps, eve, { deputy: 'T1:UEVE', until })],
  ['person', ({ deps, eve, until }) => setDeputy(deps, eve, { deputy: 'T2:UEVE', until })],
  ['person', ({ deps, eve, until }) => setDeputy(deps, eve, { deputy: 'T1:rita', until })],
  ['until', ({ deps, eve, clock }) => setDeputy(deps, eve, { deputy: 'T1:UBOB', until: clock.now })],
  ['until', ({ deps, eve, clock }) => setDeputy(deps, eve, { deputy: 'T1:UBOB', until: after(clock.now, 400 * DAY_MS) })],
]

test('oneself is no deputy, and an absence ends in the future, within a year; a key and an agent name nobody', async () => {
  const it = await aRequest([EVE])
  for (const [field, set] of WRONG) await expect(set(it)).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field } })
  const { deps, until, eve } = it
  for (const who of [
    { ...eve, userId: 'key:1' },
    { ...eve, isAgent: true as const },
  ])
    await expect(setDeputy(deps, who, { deputy: 'T1:UBOB', until })).rejects.toMatchObject(FORBIDDEN)
})

test('a second absence replaces the first, in any workspace of an enterprise, and the audit has both', async () => {
  const it = await aRequest([EVE])
  await it.isAway(it.eve, 'BOB')
  await it.isAway({ ...it.eve, userId: 'T2:UEVE' }, 'VIC')
  await it.isAway({ ...it.eve, userId: 'T2:UEVE' }, 'VIC')
  const rows = await db.sql`select user_id, deputy from deputies where organization_id = ${it.organizationId}`
  expect(rows).toEqual([{ user_id: 'T2:UEVE', deputy: 'T1:UVIC' }])
  const acts =
    await db.sql`select before, after from audit where organization_id = ${it.organizationId} and action = 'setDeputy' order by at, id`
  expect(acts).toMatchObject([{ before: null }, { before: { deputy: 'T1:UBOB' }, after: { deputy: 'T1:UVIC' } }])
})

test('absences that are named at once leave one', async () => {
  const it = await aRequest([EVE])
  await Promise.all(['BOB', 'VIC', 'ADA', 'DORA'].map((name) => it.isAway(it.eve, name)))
  const [{ count }] = await db.sql<[{ count: number }]>`
    select count(*)::int as count from deputies where organization_id = ${it.organizationId}`
  expect(count).toBe(1)
})

test('the card and the reminder name the deputy in place of the person who is away', async () => {
  const it = await aRequest([EVE_OR_BOB])
  await it.isAway(it.eve, 'DORA')
  const named = async () => (await approversToName(db.sql, await it.now(), it.clock.now)).sort()
  expect(await named()).toEqual(['T1:UBOB', 'T1:UDORA'])
  const { dueAt } = await it.now()
  await db.sql`update approvals set remind_at = null where organization_id <> ${it.organizationId}`
  it.clock.now = new Date('2026-03-04T14:30:00Z')
  expect(it.clock.now < it.until && it.clock.now < dueAt!).toBe(true)
  await db.sql`update approvals set remind_at = ${it.clock.now}, asked_at = ${after(dueAt!, -10 * DAY_MS)} where organization_id = ${it.organizationId}`
  await remindApprovers(it.deps)
  const sent = await db.sql<{ destination: string }[]>`
    select destination from outbox
     where organization_id = ${it.organizationId} and notice ->> 'kind' = 'approvalsWaiting' order by destination`
  expect(sent.map(({ destination }) => destination)).toEqual(['user:T1:UBOB', 'user:T1:UDORA'])
  it.clock.now = after(it.until, HOUR_MS)
  expect(await named()).toEqual(['T1:UBOB', 'T1:UEVE'])
})
