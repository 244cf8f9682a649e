/** What the staff does with reports of every organization: each claim, note and way back is decided once. */
import { expect, test } from 'vitest'
import type { Actor } from '../../../src/core/lib/actor.js'
import { reportIssue, requestCapability } from '../../../src/core/reports/issue-report.js'
import { findIssueReport, type ReportRef } from '../../../src/core/reports/report.js'
import { claimReport, releaseReport, resolveReport, type Staff } from '../../../src/core/reports/staff.js'
import { aDatabase } from '../../support/database.js'
import { aWorld, type World } from '../../support/world.js'

const { db } = await aDatabase()

/** Staff of another organization than the reporter's. */
const staffNamed = (name: string, place: Partial<Staff> = {}): Staff => ({
  actor: { organizationId: '0', via: 'slack', role: 'viewer', userId: `T0STAFF:${name}` },
  channelId: 'C0STAFF',
  staffChannelId: 'C0STAFF',
  teamIds: ['T0STAFF', null],
  staffTeamId: null,
  ...place,
})
const ada = staffNamed('U0ADA')
const bob = staffNamed('U0BOB')

async function aReport(world: World, from: Partial<Actor> = {}): Promise<ReportRef> {
  const { deps, actor, organizationId } = world
  await reportIssue(deps, { ...actor, ...from }, { description: 'It is empty.', tool: '/pin queue' })
  const [row] = await db.sql<{ id: string }[]>`select max(id) as id from issue_reports where organization_id = ${organizationId}`
  return { organizationId, reportId: row!.id }
}
const stateOf = async (ref: ReportRef) => findIssueReport(db.sql, ref)
const noticesOf = ({ organizationId }: World) => db.sql<{ destination: string; dedupe_key: string; kind: string }[]>`
  select destination, dedupe_key, notice ->> 'kind' as kind from outbox where organization_id = ${organizationId} order by id`
const auditOf = ({ organizationId }: World) => db.sql<{ subject: string; action: string; actor: string; via: string }[]>`
  select subject, action, actor, via from audit where organization_id = ${organizationId} and subject like 'report:%' order by id`

test('of two who claim at once one has it, and the other is told who and when', async () => {
  const world = await aWorld(db)
  const ref = await aReport(world)
  for (let round = 0; round < 5; round++) {
    const changes = await Promise.all([claimReport(world.deps, ada, ref), claimReport(world.deps, bob, ref)])
    const winners = changes.filter(({ isDone }) => isDone)
    expect(winners).toHaveLength(1)
    const { claimedBy, claimedAt, version } = winners[0]!.report
    expect(['T0STAFF:U0ADA', 'T0STAFF:U0BOB']).toContain(claimedBy)
    expect(changes.find(({ isDone }) => !isDone)?.report).toMatchObject({ state: 'claimed', claimedBy, claimedAt })
    expect((await releaseReport(world.deps, ada, { ...ref, version })).isDone).toBe(true)
  }
  expect(await stateOf(ref)).toMatchObject({ state: 'open', claimedBy: null, claimedAt: null })
})

test('every change sends the card again, in the order of the report, and leaves an audit row with the reporter’s organization', async () => {
  const world = await aWorld(db)
  const ref = await aReport(world)
  const { report } = await claimReport(world.deps, ada, ref)
  await releaseReport(world.deps, bob, { ...ref, version: report.version })
  await resolveReport(world.deps, bob, { ...ref, note: ' It was the cache. ' })
  const id = ref.reportId
  expect(await noticesOf(world)).toEqual(
    ['', ':2', ':3', ':4'].map((rest) => ({ destination: 'staff', dedupe_key: `report:${id}${rest}`, kind: 'issueReport' })),
  )
  expect(await auditOf(world)).toEqual([
    { subject: `report:${id}`, action: 'create', actor: 'key:test', via: 'api' },
    { subject: `report:${id}`, action: 'claim', actor: 'T0STAFF:U0ADA', via: 'slack' },
    { subject: `report:${id}`, action: 'give back', actor: 'T0STAFF:U0BOB', via: 'slack' },
    { subject: `report:${id}`, action: 'resolve', actor: 'T0STAFF:U0BOB', via: 'slack' },
  ])
  expect(await stateOf(ref)).toMatchObject({ state: 'resolved', resolvedBy: 'T0STAFF:U0BOB', resolution: 'It was the cache.' })
})

test('a claim that somebody made since is not released by a person who has not seen it', async () => {
  const world = await aWorld(db)
  const ref = await aReport(world)
  const seen = (await claimReport(world.deps, ada, ref)).report.version
  await releaseReport(world.deps, ada, { ...ref, version: seen })
  await claimReport(world.deps, bob, ref)
  const late = await releaseReport(world.deps, ada, { ...ref, version: seen })
  expect(late).toMatchObject({ isDone: false, report: { state: 'claimed', claimedBy: 'T0STAFF:U0BOB' } })
})

test('resolved is final: of two notes at once one counts, and nothing follows it', async () => {
  const world = await aWorld(db)
  const ref = await aReport(world)
  const notes = [ada, bob].map((staff) => resolveReport(world.deps, staff, { ...ref, note: `Done by ${staff.actor.userId}.` }))
  const changes = await Promise.all(notes)
  expect(changes.filter(({ isDone }) => isDone)).toHaveLength(1)
  const resolved = await stateOf(ref)
  expect(resolved?.resolution).toBe(`Done by ${resolved?.resolvedBy}.`)
  expect((await claimReport(world.deps, ada, ref)).isDone).toBe(false)
  expect((await releaseReport(world.deps, ada, { ...ref, version: resolved!.version })).isDone).toBe(false)
  expect(await stateOf(ref)).toEqual(resolved)
})

test('who reported in Slack is told when it is resolved, an API client has nowhere to be told', async () => {
  const world = await aWorld(db)
  const bySlack = await aReport(world, { via: 'slack', userId: 'T1:U7' })
  const byKey = await aReport(world)
  for (const ref of [bySlack, byKey]) await resolveReport(world.deps, ada, { ...ref, note: 'Fixed.' })
  const resolved = (await noticesOf(world)).filter(({ kind }) => kind === 'reportResolved')
  expect(resolved).toEqual([
    { destination: 'user:T1:U7', dedupe_key: `report:${bySlack.reportId}:resolved`, kind: 'reportResolved' },
  ])
})

test('a note loses what it must not keep, like every other text', async () => {
  const world = await aWorld(db)
  const ref = await aReport(world)
  await resolveReport(world.deps, ada, { ...ref, note: 'Use pst_1_abcdefgh, or write to me@example.com' })
  expect((await stateOf(ref))?.resolution).toBe('Use [redacted: API key], or write to [redacted: e-mail address]')
})

test.each([
  ['nothing', '  ', 'note is empty: use 1 to 1000 characters.'],
  ['too much', 'n'.repeat(1001), 'note is 1 character too long: at most 1000.'],
])('a note of %s is refused by its name, and the report stays open', async (_what, note, message) => {
  const world = await aWorld(db)
  const ref = await aReport(world)
  await expect(resolveReport(world.deps, ada, { ...ref, note })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message,
    details: { field: 'note' },
  })
  expect(await stateOf(ref)).toMatchObject({ state: 'open', version: 1 })
})

test('a thousand emoji are a thousand characters', async () => {
  const world = await aWorld(db)
  expect((await resolveReport(world.deps, ada, { ...(await aReport(world)), note: '🪴'.repeat(1000) })).isDone).toBe(true)
})

test.each([
  ['another channel', { channelId: 'C0OTHER' }],
  ['no channel', { channelId: undefined }],
  ['a service without a staff channel', { staffChannelId: null }],
  ['their channel as another workspace shares it', { teamIds: ['T0OTHER', null], staffTeamId: 'T0STAFF' }],
  ['their channel, from another enterprise', { teamIds: ['T0STAFF', 'E0OTHER'], staffTeamId: 'E0STAFF' }],
  ['neither', { channelId: undefined, staffChannelId: null }],
])('nobody is staff in %s', async (_where, place) => {
  const world = await aWorld(db)
  const ref = await aReport(world)
  const stranger = staffNamed('U0X', place)
  for (const act of [
    () => claimReport(world.deps, stranger, ref),
    () => releaseReport(world.deps, stranger, { ...ref, version: 1 }),
    () => resolveReport(world.deps, stranger, { ...ref, note: 'x' }),
  ])
    await expect(act()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await stateOf(ref)).toMatchObject({ state: 'open', version: 1 })
})

test.each([
  ['workspace', { staffTeamId: 'T0STAFF' }],
  ['enterprise', { teamIds: ['T0ONE', 'E0STAFF'], staffTeamId: 'E0STAFF' }],
])('who is of the staff’s %s is staff in their channel', async (_what, place) => {
  const world = await aWorld(db)
  expect((await claimReport(world.deps, staffNamed('U0ADA', place), await aReport(world))).isDone).toBe(true)
})

test('a report is found under its own organization alone', async () => {
  const [world, other] = [await aWorld(db), await aWorld(db)]
  const { reportId } = await aReport(world)
  const foreign = { organizationId: other.organizationId, reportId }
  await expect(claimReport(world.deps, ada, foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await noticesOf(other)).toEqual([])
})

test('what is missing is recorded redacted, as a request, and queued for the staff', async () => {
  const world = await aWorld(db)
  await requestCapability(world.deps, world.actor, { description: ' Drafts by mail to me@example.com ' })
  const rows = await db.sql`
    select kind, tool, description from issue_reports where organization_id = ${world.organizationId}`
  expect(rows).toEqual([{ kind: 'capability', tool: null, description: 'Drafts by mail to [redacted: e-mail address]' }])
  expect((await noticesOf(world)).map(({ destination }) => destination)).toEqual(['staff'])
})
