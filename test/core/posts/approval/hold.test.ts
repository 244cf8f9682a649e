/** A request on hold is approved by nobody, and an approver who edits the pin decides that edit in the same act, or not at all. */
import { expect, test } from 'vitest'
import type { Actor, Role } from '../../../../src/core/lib/actor.js'
import { changeMany } from '../../../../src/core/many/bulk/change.js'
import { approveMany } from '../../../../src/core/many/approve-many.js'
import { readApproval } from '../../../../src/core/posts/approval/approval.js'
import { approvePin, decidePin, declinePin } from '../../../../src/core/posts/approval/decide.js'
import { holdRequest, releaseRequest } from '../../../../src/core/posts/approval/hold.js'
import { takeBackRequest } from '../../../../src/core/posts/approval/request.js'
import { holdNow } from '../../../../src/core/posts/approval/status.js'
import { deletePost } from '../../../../src/core/posts/delete.js'
import { editPost } from '../../../../src/core/posts/edit.js'
import { readPost } from '../../../../src/core/posts/list.js'
import { schedulePost } from '../../../../src/core/posts/schedule.js'
import { undoDecision } from '../../../../src/core/posts/undo/decision.js'
import { undoChange } from '../../../../src/core/posts/undo/undo.js'
import { aDatabase } from '../../../support/database.js'
import { aDraft, creditsOf, DAY_MS, inDays } from '../../../support/factories.js'
import { aWorld, type World } from '../../../support/world.js'

const { db } = await aDatabase()

const as = ({ organizationId }: World, role: Role, name: string): Actor => ({
  organizationId,
  via: 'slack',
  role,
  userId: `T1:U${name}`,
})

/** Milo's draft, for which he asks. */
async function asked() {
  const world = await aWorld(db)
  const { organizationId, accountId, deps } = world
  await db.sql`
    update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where organization_id = ${organizationId}`
  const [milo, ada, eve] = [as(world, 'contributor', 'MILO'), as(world, 'admin', 'ADA'), as(world, 'scheduler', 'EVE')]
  const draft = await aDraft({ ...world, actor: milo })
  const post = await schedulePost(deps, milo, { accountId, postId: draft.id, when: { kind: 'at', at: inDays(world, 3) } })
  const pin = { accountId, postId: post.id }
  const ref = { accountId, approvalId: post.approval!.id }
  const now = () => readApproval(deps, world.actor, ref)
  const postNow = () => readPost(deps, world.actor, pin)
  return { world, deps, milo, ada, eve, pin, ref, version: post.version, now, postNow }
}
type Asked = Awaited<ReturnType<typeof asked>>

/** Somebody else who may decide, as far as the app knows. */
const known = ({ world: { organizationId, clock } }: Asked, name: string, role: Role = 'scheduler') => db.sql`
  insert into members (organization_id, slack_team_id, slack_user_id, role, seen_at)
  values (${organizationId}, 'T1', ${`U${name}`}, ${role}, ${clock.now})`

const actsOf = async ({ world: { organizationId }, ref }: Asked) =>
  db.sql<{ action: string; actor: string; after: unknown }[]>`
    select action, actor, after
      from audit
     where organization_id = ${organizationId} and subject = ${`approval:${ref.approvalId}`}
     order by id`
const noticesOf = async ({ world: { organizationId } }: Asked) =>
  db.sql<{ kind: string; destination: string; dueAt: Date }[]>`
    select notice ->> 'kind' as kind, destination, due_at as "dueAt"
      from outbox
     where organization_id = ${organizationId} and notice ->> 'kind' in ('approvalHeld', 'approvalHoldEnded', 'approvalDecided')
     order by id`

const ON_HOLD = { code: 'CONFLICT', details: { reason: 'approval_on_hold' } }
const OWN_EDIT = { code: 'FORBIDDEN', details: { reason: 'approval_own_edit' } }
const DECIDED = { code: 'CONFLICT', details: { reason: 'approval_decided' } }

test('a request on hold stays open, and nobody schedules its pin: on its card, with others, in bulk, or another way', async () => {
  const it = await asked()
  const { deps, ada, eve, milo, pin, ref, version, world } = it
  const until = inDays(world, 1)
  const held = await holdRequest(deps, ada, { ...ref, until, reason: ' The price changes. ' })
  expect(held).toMatchObject({ state: 'open', hold: { by: 'T1:UADA', at: world.clock.now, until, reason: 'The price changes.' } })
  const promoted = { ...milo, role: 'scheduler' as const }
  for (const actor of [ada, eve]) await expect(approvePin(deps, actor, { ...ref, version })).rejects.toMatchObject(ON_HOLD)
  for (const actor of [ada, eve, promoted])
    await expect(schedulePost(deps, actor, { ...pin, when: { kind: 'at', at: inDays(world, 4) } })).rejects.toMatchObject(ON_HOLD)
  await expect(
    editPost(deps, eve, { ...pin, changes: { title: 'x' }, when: { kind: 'at', at: inDays(world, 4) } }),
  ).rejects.toMatchObject(ON_HOLD)
  const together = await approveMany(deps, eve, {
    accountId: pin.accountId,
    approvals: [{ approvalId: ref.approvalId, version }],
  })
  expect(together.results[0]?.error).toMatchObject(ON_HOLD)
  const which = { kind: 'ids', ids: [pin.postId] } as const
  const bulk = await changeMany(deps, eve, { accountId: pin.accountId, which, action: { kind: 'reschedule' }, preview: false })
  expect(bulk.results[0]?.error).toMatchObject(ON_HOLD)
  expect(await it.postNow()).toMatchObject({ status: 'draft' })
  expect(await actsOf(it)).toEqual([
    expect.objectContaining({ action: 'ask' }),
    { action: 'hold', actor: 'T1:UADA', after: { until: until.toISOString(), reason: 'The price changes.' } },
  ])
})

test('who asked is told of the hold at once, and both of its end when it comes', async () => {
  const it = await asked()
  const until = inDays(it.world, 1)
  await holdRequest(it.deps, it.ada, { ...it.ref, until })
  const { now } = it.world.clock
  expect(await noticesOf(it)).toEqual([
    { kind: 'approvalHeld', destination: 'user:T1:UMILO', dueAt: now },
    { kind: 'approvalHoldEnded', destination: 'user:T1:UMILO', dueAt: until },
    { kind: 'approvalHoldEnded', destination: 'user:T1:UADA', dueAt: until },
  ])
})

test('a hold ends at its time by itself, when anybody who may decide releases it, and with the request', async () => {
  const timed = await asked()
  await holdRequest(timed.deps, timed.ada, { ...timed.ref, until: inDays(timed.world, 1) })
  timed.world.clock.advance(DAY_MS)
  expect(holdNow(await timed.now(), timed.world.clock.now)).toBeNull()
  await approvePin(timed.deps, timed.eve, { ...timed.ref, version: timed.version })
  expect(await timed.postNow()).toMatchObject({ status: 'queued' })

  const released = await asked()
  await holdRequest(released.deps, released.ada, released.ref)
  await expect(releaseRequest(released.deps, released.milo, released.ref)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await releaseRequest(released.deps, released.eve, released.ref)).toMatchObject({ hold: null })
  await releaseRequest(released.deps, released.eve, released.ref) // a second click changes nothing
  expect((await actsOf(released)).map(({ action }) => action)).toEqual(['ask', 'hold', 'release'])
  await approvePin(released.deps, released.ada, { ...released.ref, version: released.version })

  for (const end of [
    ({ deps, eve, ref }: Asked) => declinePin(deps, eve, { ...ref, kind: 'changes_requested', reason: 'Another title' }),
    ({ deps, eve, ref }: Asked) => declinePin(deps, eve, { ...ref, kind: 'rejected', reason: '' }),
    ({ deps, milo, ref }: Asked) => takeBackRequest(deps, milo, ref),
    ({ deps, milo, pin }: Asked) => deletePost(deps, milo, pin),
  ]) {
    const it = await asked()
    await holdRequest(it.deps, it.ada, it.ref)
    await end(it)
    const settled = await it.now()
    expect([settled.state === 'open', holdNow(settled, it.world.clock.now)]).toEqual([false, null])
    await expect(releaseRequest(it.deps, it.ada, it.ref)).rejects.toMatchObject(DECIDED)
  }
})

test('who asked may edit while it is on hold, and an undone rejection brings the hold back', async () => {
  const it = await asked()
  const { deps, ada, eve, milo, pin, ref, world } = it
  await holdRequest(deps, ada, ref)
  await editPost(deps, milo, { ...pin, changes: { title: 'Better' } })
  expect(await it.now()).toMatchObject({ state: 'open', hold: { by: 'T1:UADA' } })
  await declinePin(deps, eve, { ...ref, kind: 'rejected', reason: '' })
  await undoDecision(deps, eve, ref)
  expect(holdNow(await it.now(), world.clock.now)).toMatchObject({ by: 'T1:UADA' })
})

test('a hold ends in the future and within a year; its holder changes it, and nobody else', async () => {
  const it = await asked()
  const { deps, ada, eve, milo, ref, world } = it
  for (const until of [world.clock.now, inDays(world, 367)])
    await expect(holdRequest(deps, ada, { ...ref, until })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      details: { field: 'until' },
    })
  await expect(holdRequest(deps, { ...milo, role: 'scheduler' }, ref)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await holdRequest(deps, ada, ref)
  await expect(holdRequest(deps, eve, ref)).rejects.toMatchObject(ON_HOLD)
  expect(await holdRequest(deps, ada, { ...ref, until: inDays(world, 2) })).toMatchObject({ hold: { until: inDays(world, 2) } })
})

test('approved with edits: one act and one Undo, told with what was changed', async () => {
  const it = await asked()
  const { deps, ada, pin, ref, version } = it
  const credits = await creditsOf(it.world)
  const post = await approvePin(deps, ada, { ...ref, version, edit: { title: 'A better title', altText: 'A shelf' } })
  expect(post).toMatchObject({ status: 'queued', title: 'A better title', sendAt: inDays(it.world, 3) })
  expect(await creditsOf(it.world)).toBe(credits - 1)
  const changes = [
    { field: 'title', before: 'A pin', after: 'A better title' },
    { field: 'altText', before: null, after: 'A shelf' },
  ]
  expect(await it.now()).toMatchObject({ state: 'approved', decidedBy: 'T1:UADA', changes, editedBy: null })
  expect((await actsOf(it)).at(-1)).toEqual({ action: 'approve', actor: 'T1:UADA', after: { state: 'approved', edits: changes } })
  expect((await noticesOf(it)).map(({ kind, destination }) => [kind, destination])).toEqual([
    ['approvalDecided', 'user:T1:UMILO'],
  ])
  await undoChange(deps, ada, { ...pin, version: post.version })
  expect(await it.postNow()).toMatchObject({ status: 'draft', title: 'A pin', altText: null })
  expect(await it.now()).toMatchObject({ state: 'open', changes: [], editedBy: null })
  expect(await creditsOf(it.world)).toBe(credits)
})

test('edits of an approval are refused as those of an edit, and then nothing is approved', async () => {
  const it = await asked()
  const { deps, ada, milo, pin, ref, version } = it
  const decide = (edit: object, decision: 'approve' | 'reject' = 'approve') => decidePin(deps, ada, { ...ref, decision, edit })
  await expect(decide({})).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field: 'edit.title' } })
  await expect(decide({ url: 'no link' })).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field: 'edit.url' } })
  await expect(decide({ title: 'x' }, 'reject')).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field: 'edit' } })
  await expect(decidePin(deps, ada, { ...ref, decision: 'approve', until: inDays(it.world, 1) })).rejects.toMatchObject({
    details: { field: 'until' },
  })
  await editPost(deps, milo, { ...pin, changes: { description: 'Another one' } })
  await expect(approvePin(deps, ada, { ...ref, version, edit: { title: 'x' } })).rejects.toMatchObject({
    details: { reason: 'approval_outdated' },
  })
  expect(await it.postNow()).toMatchObject({ status: 'draft', title: 'A pin' })
})

test('who edited the pin last does not decide it, by whatever way, while somebody else may', async () => {
  const it = await asked()
  const { deps, ada, eve, milo, pin, ref } = it
  await known(it, 'ADA', 'admin')
  await known(it, 'EVE')
  const { version } = await editPost(deps, ada, { ...pin, changes: { title: 'By Ada' } })
  await expect(approvePin(deps, ada, { ...ref, version })).rejects.toMatchObject(OWN_EDIT)
  await expect(approvePin(deps, ada, { ...ref, version, edit: { title: 'Again' } })).rejects.toMatchObject(OWN_EDIT)
  await expect(declinePin(deps, ada, { ...ref, kind: 'rejected', reason: '' })).rejects.toMatchObject(OWN_EDIT)
  await expect(schedulePost(deps, ada, { ...pin, when: { kind: 'at', at: inDays(it.world, 4) } })).rejects.toMatchObject(OWN_EDIT)
  const together = await approveMany(deps, ada, {
    accountId: pin.accountId,
    approvals: [{ approvalId: ref.approvalId, version }],
  })
  expect(together.results[0]?.error).toMatchObject(OWN_EDIT)
  await editPost(deps, milo, { ...pin, changes: { description: 'By Milo' } })
  const { version: milos } = await it.postNow()
  await editPost(deps, eve, { ...pin, changes: { title: 'By Eve' } })
  await undoChange(deps, eve, { ...pin, version: milos + 1 })
  await expect(approvePin(deps, eve, { ...ref, version: milos + 2 })).rejects.toMatchObject(OWN_EDIT)
  await approvePin(deps, ada, { ...ref, version: milos + 2 })
})

test('an edit that is undone is none, and a new request starts without one', async () => {
  const it = await asked()
  const { deps, ada, milo, pin, ref } = it
  await known(it, 'EVE')
  const edited = await editPost(deps, ada, { ...pin, changes: { title: 'By Ada' } })
  await undoChange(deps, ada, { ...pin, version: edited.version })
  expect(await it.now()).toMatchObject({ editedBy: null, changes: [] })
  await editPost(deps, ada, { ...pin, changes: { title: 'By Ada' } })
  const { version } = await schedulePost(deps, milo, { ...pin, when: { kind: 'at', at: inDays(it.world, 5) } })
  await approvePin(deps, ada, { ...ref, version })
  expect(await it.postNow()).toMatchObject({ status: 'queued', title: 'By Ada' })
})

test('who is alone decides what they edited, and the audit says so; who has not been here for a month does not count', async () => {
  const it = await asked()
  const { deps, ada, pin, ref, world } = it
  for (const [name, role] of [
    ['MILO', 'scheduler'],
    ['ADA', 'admin'],
    ['VIC', 'viewer'],
  ] as const)
    await known(it, name, role)
  await known(it, 'GONE')
  await db.sql`
    update members set seen_at = ${inDays(world, -31)} where organization_id = ${world.organizationId} and slack_user_id = 'UGONE'`
  const { version } = await editPost(deps, ada, { ...pin, changes: { title: 'By Ada' } })
  await approvePin(deps, ada, { ...ref, version })
  expect((await actsOf(it)).at(-1)).toEqual({
    action: 'approve',
    actor: 'T1:UADA',
    after: { state: 'approved', editedBy: 'T1:UADA' },
  })
})

test('a hold, an approval and a withdrawal in one second: one of them is first, and the others see it', async () => {
  for (let round = 0; round < 8; round++) {
    const it = await asked()
    const { deps, ada, eve, milo, ref, version } = it
    const [held, approved, withdrawn] = await Promise.allSettled([
      holdRequest(deps, ada, ref),
      approvePin(deps, eve, { ...ref, version }),
      takeBackRequest(deps, milo, ref),
    ])
    const { state, hold } = await it.now()
    const { status } = await it.postNow()
    expect(status).toBe(approved.status === 'fulfilled' ? 'queued' : 'draft')
    expect(state).toBe(approved.status === 'fulfilled' ? 'approved' : 'withdrawn')
    expect(hold !== null).toBe(held.status === 'fulfilled')
    expect([approved.status, withdrawn.status].filter((one) => one === 'fulfilled')).toHaveLength(1)
    if (held.status === 'fulfilled') expect(approved.status).toBe('rejected')
  }
})

test('two holds in one second: one holds, and the other reads that it is held', async () => {
  for (let round = 0; round < 8; round++) {
    const it = await asked()
    const outcomes = await Promise.allSettled([it.ada, it.eve].map((actor) => holdRequest(it.deps, actor, it.ref)))
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    expect(refused).toEqual([
      expect.objectContaining({ details: expect.objectContaining({ reason: 'approval_on_hold' }) as object }),
    ])
    expect((await actsOf(it)).map(({ action }) => action)).toEqual(['ask', 'hold'])
  }
})

test('an approval with edits beside another’s edit: what goes out is what was seen with these edits, or nothing', async () => {
  for (let round = 0; round < 8; round++) {
    const it = await asked()
    const { deps, ada, milo, pin, ref, version } = it
    const [approved, edited] = await Promise.allSettled([
      approvePin(deps, ada, { ...ref, version, edit: { title: 'By Ada' } }),
      editPost(deps, milo, { ...pin, changes: { description: 'By Milo' } }),
    ])
    const post = await it.postNow()
    if (approved.status === 'fulfilled') {
      expect(post).toMatchObject({ status: 'queued', title: 'By Ada' })
      expect([edited.status, post.description === 'By Milo']).toEqual(['rejected', false])
    } else expect(post).toMatchObject({ status: 'draft', title: 'A pin', description: 'By Milo' })
  }
})

test('another organization neither holds nor releases it', async () => {
  const it = await asked()
  const other = as(await aWorld(db), 'admin', 'ADA')
  await expect(holdRequest(it.deps, other, it.ref)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(releaseRequest(it.deps, other, it.ref)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
