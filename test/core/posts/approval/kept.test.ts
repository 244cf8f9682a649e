/** The next open slot is kept for a request while it waits: others get later ones, and an approval gives it this one. */
import { expect, test } from 'vitest'
import { approveMany } from '../../../../src/core/many/approve-many.js'
import { requestDrafts } from '../../../../src/core/many/batch/drafts.js'
import { undoBatch } from '../../../../src/core/many/batch/undo.js'
import { readApproval } from '../../../../src/core/posts/approval/approval.js'
import { approvePin, declinePin } from '../../../../src/core/posts/approval/decide.js'
import type { Approval } from '../../../../src/core/posts/approval/model.js'
import { takeBackRequest } from '../../../../src/core/posts/approval/request.js'
import { keepingOf } from '../../../../src/core/posts/approval/status.js'
import { deletePost } from '../../../../src/core/posts/delete.js'
import { editPost } from '../../../../src/core/posts/edit.js'
import type { Placed, Post } from '../../../../src/core/posts/post.js'
import { schedulePost } from '../../../../src/core/posts/schedule.js'
import { readWeek } from '../../../../src/core/posts/schedule/week.js'
import { undoDecision } from '../../../../src/core/posts/undo/decision.js'
import { undoChange } from '../../../../src/core/posts/undo/undo.js'
import type { Actor, Role } from '../../../../src/core/lib/actor.js'
import { readSchedule } from '../../../../src/core/slots/calendar.js'
import { changeGuard } from '../../../../src/core/slots/guard-settings.js'
import { listOpenSlots } from '../../../../src/core/slots/next-open-slot.js'
import { putSpacingRule } from '../../../../src/core/slots/spacing-rules.js'
import { deleteTimeslot, editTimeslot } from '../../../../src/core/slots/week/timeslots.js'
import { aDatabase } from '../../../support/database.js'
import { aDraft, DAY_MS, HOUR_MS, inDays } from '../../../support/factories.js'
import { aWorld, type World } from '../../../support/world.js'
import { aSlot } from '../../slots/support/fixtures.js'

const { db } = await aDatabase()

const as = ({ organizationId }: World, role: Role, name: string): Actor => ({
  organizationId,
  via: 'slack',
  role,
  userId: `T1:U${name}`,
})
const milo = (world: World) => as(world, 'contributor', 'MILO')
const ada = (world: World) => as(world, 'admin', 'ADA')
const next = { kind: 'nextOpenSlot' } as const

// The test starts on Monday, March 2, 10:00 UTC.
const [THU, FRI, NEXT_THU] = ['2026-03-05T09:30:00Z', '2026-03-06T19:15:00Z', '2026-03-12T09:30:00Z'] as const
const at = (time: string) => new Date(time)

/** An account with approvals, whose slots are Thursdays at 9:30 and Fridays at 19:15. */
async function aTeam(): Promise<World & { thursday: string; friday: string }> {
  const world = await aWorld(db, { credits: 100 })
  await db.sql`
    update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where organization_id = ${world.organizationId}`
  return { ...world, thursday: await aSlot(world, 'thu 09:30', 'UTC'), friday: await aSlot(world, 'fri 19:15', 'UTC') }
}

async function milosDraft(world: World, url = `https://example.com/${Math.random()}`): Promise<Post> {
  const draft = await aDraft(world, { url })
  await db.sql`update posts set created_by = 'T1:UMILO' where organization_id = ${world.organizationId} and id = ${draft.id}`
  return draft
}

type Asked = Placed & { approval: Approval }
async function ask(
  world: World,
  { id: postId }: { id: string },
  when: Parameters<typeof schedulePost>[2]['when'] = next,
): Promise<Asked> {
  const post = await schedulePost(world.deps, milo(world), { accountId: world.accountId, postId, when })
  if (!post.approval) throw new Error('a contributor asks')
  return { ...post, approval: post.approval }
}
const asked = async (world: World, url?: string) => ask(world, await milosDraft(world, url))

/** A pin that Ada schedules for the next open slot. */
async function scheduled(world: World): Promise<Placed> {
  const { id: postId } = await aDraft(world, { url: `https://example.com/${Math.random()}` })
  return schedulePost(world.deps, ada(world), { accountId: world.accountId, postId, when: next })
}
const timeOf = (post: Placed) => post.sendAt?.toISOString()
const iso = (time: string) => at(time).toISOString()

const now = ({ deps, actor, accountId }: World, { approval }: Asked) =>
  readApproval(deps, actor, { accountId, approvalId: approval.id })
const keptOf = async (world: World, of: Asked) => keepingOf(await now(world, of), world.clock.now)?.sendAt.toISOString() ?? null
const refOf = ({ accountId }: World, { approval }: Asked) => ({ accountId, approvalId: approval.id })
const approve = (world: World, of: Asked) => approvePin(world.deps, ada(world), { ...refOf(world, of), version: of.version })
const openOf = async ({ deps, actor, accountId }: World, limit = 2) =>
  (await listOpenSlots(deps, actor, { accountId, limit })).map(({ at: time }) => time.toISOString())

test('a request for the next open slot keeps it until it is due, and others get the next one', async () => {
  const world = await aTeam()
  const request = await asked(world)
  expect(request.approval.keptSlot).toEqual({ sendAt: at(THU), timeslotId: world.thursday })
  expect(request.approval.dueAt).toEqual(new Date(at(THU).getTime() - DAY_MS))
  expect(request.placement).toEqual({ passedOver: [], more: 0, spacingDays: null })
  expect(await openOf(world)).toEqual([iso(FRI), iso(NEXT_THU)])
  const other = await scheduled(world)
  expect(timeOf(other)).toBe(iso(FRI))
  expect(other.placement?.passedOver).toMatchObject([{ at: at(THU), reason: 'taken', post: { postId: request.id } }])
  const second = await asked(world)
  expect(second.approval.keptSlot?.sendAt).toEqual(at(NEXT_THU))
})

test('an approval takes the kept slot, also when an earlier one is open by then', async () => {
  const world = await aTeam()
  const first = await scheduled(world)
  const request = await asked(world)
  expect(await keptOf(world, request)).toBe(iso(FRI))
  await deletePost(world.deps, ada(world), { accountId: world.accountId, postId: first.id })
  const approved = await approve(world, request)
  expect([timeOf(approved), approved.lostSlot]).toEqual([iso(FRI), undefined])
  expect(await openOf(world)).toEqual([iso(THU), iso(NEXT_THU)])
})

test('an exact time keeps nothing, and anybody may take the time of a kept slot without taking the slot', async () => {
  const world = await aTeam()
  const exact = await ask(world, await milosDraft(world), { kind: 'at', at: at(FRI) })
  expect(exact.approval.keptSlot).toBeNull()
  expect(await openOf(world)).toEqual([iso(THU), iso(FRI)])
  const request = await asked(world)
  const { id: postId } = await aDraft(world)
  const typed = await schedulePost(world.deps, ada(world), {
    accountId: world.accountId,
    postId,
    when: { kind: 'at', at: at(THU) },
  })
  expect([timeOf(typed), typed.timeslotId]).toEqual([iso(THU), null])
  const approved = await approve(world, request)
  expect([timeOf(approved), approved.timeslotId]).toEqual([iso(THU), world.thursday])
})

test('without an open slot a request waits without one, and its approval finds the next', async () => {
  const world = await aWorld(db, { credits: 100 })
  await db.sql`
    update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where organization_id = ${world.organizationId}`
  const request = await asked(world)
  expect([request.approval.keptSlot, request.approval.dueAt]).toEqual([null, inDays(world, 2)])
  await aSlot(world, 'thu 09:30', 'UTC')
  const approved = await approve(world, request)
  expect([timeOf(approved), approved.lostSlot]).toEqual([iso(THU), undefined])
})

test('once it is due, others may take the slot; the request still tries it first', async () => {
  const world = await aTeam()
  const [lucky, late] = [await asked(world), await asked(world)]
  world.clock.now = new Date(at(THU).getTime() - 2 * HOUR_MS) // the other is due in the evening
  expect(await keptOf(world, lucky)).toBeNull()
  expect(await openOf(world)).toEqual([iso(THU), iso(NEXT_THU)])
  expect(timeOf(await approve(world, lucky))).toBe(iso(THU))
  expect(timeOf(await approve(world, late))).toBe(iso(FRI))
})

test('an approval after another pin took the slot goes out in the next one, and says which it lost', async () => {
  const world = await aTeam()
  const request = await asked(world)
  world.clock.now = new Date(at(THU).getTime() - 2 * HOUR_MS)
  expect(timeOf(await scheduled(world))).toBe(iso(THU))
  const approved = await approve(world, request)
  expect([timeOf(approved), approved.lostSlot]).toEqual([iso(FRI), { sendAt: at(THU), because: 'taken' }])
  expect(await now(world, request)).toMatchObject({ state: 'approved', lostSlot: { sendAt: at(THU), because: 'taken' } })
})

test('an approval after the time of the slot takes the next open one: such a request does not expire', async () => {
  const world = await aTeam()
  const request = await asked(world)
  world.clock.now = new Date(at(THU).getTime() + HOUR_MS)
  const approved = await approve(world, request)
  expect([timeOf(approved), approved.lostSlot]).toEqual([iso(FRI), { sendAt: at(THU), because: 'passed' }])
})

test('a hold keeps the slot for as long as it lasts, also when it is overdue', async () => {
  const world = await aTeam()
  const request = await asked(world)
  const until = new Date(at(THU).getTime() - HOUR_MS)
  await db.sql`
    update approvals set held_by = 'T1:UADA', held_at = ${world.clock.now}, held_until = ${until}
     where organization_id = ${world.organizationId}`
  world.clock.now = new Date(at(THU).getTime() - 2 * HOUR_MS)
  expect(keepingOf(await now(world, request), world.clock.now)).toEqual({ sendAt: at(THU), until })
  expect(await openOf(world, 1)).toEqual([iso(FRI)])
  world.clock.now = until
  expect(await openOf(world, 1)).toEqual([iso(THU)])
})

test.each([
  [
    'withdrawn',
    (world: World, of: Asked) => takeBackRequest(world.deps, milo(world), { accountId: world.accountId, postId: of.id }),
  ],
  [
    'rejected',
    (world: World, of: Asked) => declinePin(world.deps, ada(world), { ...refOf(world, of), kind: 'rejected', reason: '' }),
  ],
  [
    'sent back',
    (world: World, of: Asked) =>
      declinePin(world.deps, ada(world), { ...refOf(world, of), kind: 'changes_requested', reason: 'Crop it' }),
  ],
  ['deleted', (world: World, of: Asked) => deletePost(world.deps, milo(world), { accountId: world.accountId, postId: of.id })],
  ['asked for again with a time of its own', (world: World, of: Asked) => ask(world, of, { kind: 'at', at: inDays(world, 9) })],
])('the slot of a request that is %s is open again, behind a full schedule, too', async (_, act) => {
  const world = await aTeam()
  const request = await asked(world)
  const later = await Promise.all([scheduled(world), scheduled(world), scheduled(world)])
  await db.sql`
    update schedules set full_until = ${later[2].sendAt}, full_until_tz = ${process.versions.tz ?? ''}
     where organization_id = ${world.organizationId}`
  await act(world, request)
  expect(await openOf(world, 1)).toEqual([iso(THU)])
  expect(timeOf(await scheduled(world))).toBe(iso(THU))
})

test('a slot that lapses behind a full schedule is found without a write', async () => {
  const world = await aTeam()
  await asked(world)
  const later = [await scheduled(world), await scheduled(world), await scheduled(world)]
  await db.sql`
    update schedules set full_until = ${later[2]!.sendAt}, full_until_tz = ${process.versions.tz ?? ''}
     where organization_id = ${world.organizationId}`
  world.clock.now = new Date(at(THU).getTime() - 2 * HOUR_MS)
  expect(timeOf(await scheduled(world))).toBe(iso(THU))
})

test('an undone approval gives the slot back if nobody has it', async () => {
  const world = await aTeam()
  const request = await asked(world)
  const approved = await approve(world, request)
  await undoChange(world.deps, ada(world), { accountId: world.accountId, postId: approved.id, version: approved.version })
  expect(await keptOf(world, request)).toBe(iso(THU))
  expect(timeOf(await scheduled(world))).toBe(iso(FRI))
})

test('an undone rejection keeps the next open slot when another pin has the first by then, and says so', async () => {
  const world = await aTeam()
  const request = await asked(world)
  await declinePin(world.deps, ada(world), { ...refOf(world, request), kind: 'rejected', reason: '' })
  const other = await asked(world)
  expect(await keptOf(world, other)).toBe(iso(THU))
  await undoDecision(world.deps, ada(world), refOf(world, request))
  expect(await now(world, request)).toMatchObject({
    state: 'open',
    keptSlot: { sendAt: at(FRI) },
    lostSlot: { sendAt: at(THU), because: 'taken' },
  })
  expect(await keptOf(world, other)).toBe(iso(THU))
})

test('a request whose posting time is removed or moved keeps the next open slot, and its card says so', async () => {
  const world = await aTeam()
  const { deps, accountId, thursday, friday } = world
  const request = await asked(world)
  await deleteTimeslot(deps, ada(world), { accountId, timeslotId: thursday })
  const again = await now(world, request)
  expect(again).toMatchObject({ keptSlot: { sendAt: at(FRI) }, lostSlot: { sendAt: at(THU), because: 'removed' } })
  expect(again.revision).toBe(request.approval.revision + 1)
  await editTimeslot(deps, ada(world), { accountId, timeslotId: friday, time: '08:00' })
  expect(await keptOf(world, request)).toBe('2026-03-06T08:00:00.000Z')
  await deleteTimeslot(deps, ada(world), { accountId, timeslotId: friday })
  expect(await now(world, request)).toMatchObject({ keptSlot: null, lostSlot: { because: 'removed' } })
  const cards = await db.sql`
    select 1
      from outbox
     where organization_id = ${world.organizationId} and dedupe_key like ${`approval:${request.approval.id}#%`}`
  expect(cards).toHaveLength(4)
})

test('a request whose slot is in a new blackout keeps the next open slot, and its card says so', async () => {
  const world = await aTeam()
  const { deps, accountId } = world
  const request = await asked(world)
  const [from, to] = ['2026-03-05', '2026-03-05']
  await changeGuard(deps, ada(world), { accountId, blackouts: [{ from, to, note: null }] })
  const again = await now(world, request)
  expect(again).toMatchObject({ keptSlot: { sendAt: at(FRI) }, lostSlot: { sendAt: at(THU), because: 'blackout' } })
  expect(again.revision).toBe(request.approval.revision + 1)
  expect(timeOf(await approve(world, { ...request, approval: again }))).toBe(iso(FRI))
})

test('a kept slot takes a pin of its day from others, and its own request still gets it', async () => {
  const world = await aTeam()
  const { deps, accountId } = world
  await aSlot(world, 'thu 12:00', 'UTC')
  await changeGuard(deps, ada(world), { accountId, perDay: 1 })
  const request = await asked(world)
  expect(timeOf(await scheduled(world))).toBe(iso(FRI))
  expect(timeOf(await approve(world, request))).toBe(iso(THU))
})

test('an edit changes nothing about the slot, and asking again keeps one slot, not two', async () => {
  const world = await aTeam()
  const request = await asked(world)
  await editPost(world.deps, milo(world), { accountId: world.accountId, postId: request.id, changes: { title: 'Better' } })
  expect(await keptOf(world, request)).toBe(iso(THU))
  const again = await ask(world, request)
  expect(again.approval).toMatchObject({ id: request.approval.id, keptSlot: { sendAt: at(THU) } })
  expect(await openOf(world, 1)).toEqual([iso(FRI)])
})

test('spacing rules keep the pins of waiting requests apart, too', async () => {
  const world = await aTeam()
  const url = 'https://example.com/shelf'
  await putSpacingRule(world.deps, ada(world), { accountId: world.accountId, type: 'CUSTOM', url, days: 5 })
  const [first, second] = [await asked(world, url), await asked(world, url)]
  expect([first.approval.keptSlot?.sendAt, second.approval.keptSlot?.sendAt]).toEqual([at(THU), at(NEXT_THU)])
  expect(second.placement?.passedOver).toMatchObject([
    { reason: 'taken', post: { postId: first.id } },
    { reason: 'spacing', post: { postId: first.id } },
  ])
})

test('the requests of a batch keep one slot each, and approving them together gives each its own', async () => {
  const world = await aTeam()
  const drafts = [await milosDraft(world), await milosDraft(world), await milosDraft(world)]
  const ids = drafts.map(({ id }) => id)
  const { id, results } = await requestDrafts(world.deps, milo(world), { accountId: world.accountId, postIds: ids })
  const approvals = results.flatMap(({ post }) => post?.approval ?? [])
  const kept = approvals.map(({ keptSlot }) => keptSlot?.sendAt.toISOString())
  expect([...kept].sort()).toEqual([iso(THU), iso(FRI), iso(NEXT_THU)])
  const yes = [approvals[2]!, approvals[0]!].map(({ id: approvalId, postVersion: version }) => ({ approvalId, version }))
  const done = await approveMany(world.deps, ada(world), { accountId: world.accountId, approvals: yes })
  expect(done.results.map(({ post }) => post && timeOf(post))).toEqual([kept[2], kept[0]])
  expect(await openOf(world, 1)).not.toEqual([kept[1]])
  expect(id).not.toBeNull()
})

test('undoing a batch of requests lets all of its slots go', async () => {
  const world = await aTeam()
  const ids = [(await milosDraft(world)).id, (await milosDraft(world)).id]
  const { id } = await requestDrafts(world.deps, milo(world), { accountId: world.accountId, postIds: ids })
  expect(await openOf(world, 1)).toEqual([iso(NEXT_THU)])
  await undoBatch(world.deps, milo(world), { accountId: world.accountId, batchId: id! })
  expect(await openOf(world)).toEqual([iso(THU), iso(FRI)])
})

test('the week shows a kept slot as waiting, and the dated schedule no longer lists it as open', async () => {
  const world = await aTeam()
  const request = await asked(world)
  const { deps, actor, accountId, clock } = world
  const week = await readWeek(deps, actor, {
    accountIds: [accountId],
    start: clock.now,
    end: inDays(world, 6),
    limit: 50,
    cursor: null,
  })
  expect(week.entries).toMatchObject([
    { kind: 'waiting', at: at(THU), post: { id: request.id } },
    { kind: 'open', at: at(FRI) },
  ])
  expect(week.totals.open).toBe(1)
  const { entries } = await readSchedule(deps, actor, { accountId, from: null, to: inDays(world, 6) })
  expect(entries.map(({ state, sendAt }) => [state, sendAt])).toEqual([['open', at(FRI)]])
})

test('ten requests and schedulings at once: no slot is given twice, and none is lost', async () => {
  const world = await aTeam()
  const drafts = await Promise.all(Array.from({ length: 10 }, () => milosDraft(world)))
  const done = await Promise.all(
    drafts.map(({ id: postId }, index) =>
      schedulePost(world.deps, index % 2 === 0 ? milo(world) : ada(world), { accountId: world.accountId, postId, when: next }),
    ),
  )
  const times = done.map((post) => (post.sendAt ?? post.approval?.keptSlot?.sendAt)!.getTime()).sort((a, b) => a - b)
  const weeks = Array.from({ length: 5 }, (_, week) => [THU, FRI].map((time) => at(time).getTime() + week * 7 * DAY_MS))
  expect(times).toEqual(weeks.flat())
})

test('approvals, withdrawals and schedulings at once leave each slot to one pin', async () => {
  const world = await aTeam()
  const requests: Asked[] = []
  for (let n = 0; n < 8; n++) requests.push(await asked(world))
  await Promise.all([
    ...requests.slice(0, 4).map((request) => approve(world, request)),
    ...requests
      .slice(4)
      .map(({ id: postId }) => takeBackRequest(world.deps, milo(world), { accountId: world.accountId, postId })),
    ...Array.from({ length: 6 }, () => scheduled(world)),
  ])
  const rows = await db.sql<{ at: Date; pins: number }[]>`
    select send_at as at, count(*)::int as pins
      from posts
     where organization_id = ${world.organizationId} and status = 'queued'
     group by send_at
     order by send_at`
  expect(rows.map(({ pins }) => pins)).toEqual(Array(10).fill(1))
  const open = await openOf(world, 6)
  const times = new Set(rows.map(({ at: time }) => time.toISOString()))
  const weeks = Array.from({ length: 8 }, (_, week) => [THU, FRI].map((time) => new Date(at(time).getTime() + week * 7 * DAY_MS)))
  expect(open).toEqual(
    weeks
      .flat()
      .map((time) => time.toISOString())
      .filter((time) => !times.has(time))
      .slice(0, 6),
  )
})
