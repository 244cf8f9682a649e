/** A request passes the steps of its rule in order; each is decided by whom it names, and the last one schedules the pin. */
import { expect, test } from 'vitest'
import { approveMany } from '../../../../../src/core/many/approve-many.js'
import { decidePin, declinePin } from '../../../../../src/core/posts/approval/decide.js'
import { countRequestsFor, listOpenRequests } from '../../../../../src/core/posts/approval/requests.js'
import { takeBackRequest } from '../../../../../src/core/posts/approval/request.js'
import { readWaiting } from '../../../../../src/core/posts/approval/waiting.js'
import { editPost } from '../../../../../src/core/posts/edit.js'
import { schedulePost } from '../../../../../src/core/posts/schedule.js'
import { undoDecision } from '../../../../../src/core/posts/undo/decision.js'
import { MINUTE_MS } from '../../../../../src/core/lib/duration.js'
import { aDatabase } from '../../../../support/database.js'
import { inDays } from '../../../../support/factories.js'
import { asked, contact, ofRole, person, rule, step } from './support.js'

const { db } = await aDatabase()

const BRAND = step('Brand', [person('EVE'), person('BOB')])
const CLIENT = step('Client', [{ kind: 'contact', id: 'Rosa' }])
const BOSS = step('Boss', [ofRole('admin')])
const FORBIDDEN = { code: 'FORBIDDEN' }
const STEPS_LEFT = { code: 'CONFLICT', details: { reason: 'approval_steps_left' } }

test('each step is decided by whom it names, in order, and the last one schedules the pin', async () => {
  const it = await asked(db, [rule([BRAND, BOSS])])
  expect(await it.states()).toEqual(['pending', 'waiting'])
  await expect(it.approve(it.ada)).rejects.toMatchObject(FORBIDDEN)
  await expect(it.approve(it.milo)).rejects.toMatchObject(FORBIDDEN)
  expect(await it.approve(it.eve)).toMatchObject({ status: 'draft', approval: { state: 'open' } })
  expect(await it.states()).toEqual(['approved', 'pending'])
  await expect(it.approve(it.bob)).rejects.toMatchObject(FORBIDDEN)
  expect(await it.approve(it.ada)).toMatchObject({ status: 'queued' })
  const { decisions, state } = await it.now()
  expect(state).toBe('approved')
  expect(decisions).toMatchObject([
    { step: 1, decision: 'approve', decidedBy: 'T1:UEVE', token: 'person:UEVE', postVersion: it.version },
    { step: 2, decision: 'approve', decidedBy: 'T1:UADA', token: 'role:admin', postVersion: it.version },
  ])
})

test('somebody who may only look decides the step that names them, and schedules by that and nothing else', async () => {
  const it = await asked(db, [rule([step('Legal', [person('VIC')])])])
  await expect(schedulePost(it.deps, it.vic, { ...it.pin, when: { kind: 'at', at: inDays(it.world, 2) } })).rejects.toMatchObject(
    FORBIDDEN,
  )
  expect(await it.approve(it.vic)).toMatchObject({ status: 'queued' })
})

test('a contact decides by name, compared without case, and one contact counts once over several links', async () => {
  const it = await asked(db, [
    rule([
      step(
        'Client',
        [
          { kind: 'contact', id: 'Rosa' },
          { kind: 'contact', id: 'Luis' },
        ],
        { atLeast: 2 },
      ),
    ]),
  ])
  await expect(it.approve(contact(it.world, 'Ana'))).rejects.toMatchObject(FORBIDDEN)
  await it.approve(contact(it.world, ' ROSA ', '7'))
  await expect(it.approve(contact(it.world, 'rosa', '8'))).rejects.toMatchObject(FORBIDDEN)
  expect(await it.approve(contact(it.world, 'Luis', '9'))).toMatchObject({ status: 'queued' })
  expect((await it.now()).decisions).toMatchObject([{ decidedBy: 'link:7', token: 'contact:rosa' }, { decidedBy: 'link:9' }])
})

test('all asks each of them, n of m any n, and nobody counts twice', async () => {
  const all = await asked(db, [rule([step('Both', [person('EVE'), person('BOB')], 'all')])])
  expect(await all.approve(all.eve)).toMatchObject({ status: 'draft' })
  await expect(all.approve(all.eve)).rejects.toMatchObject(FORBIDDEN)
  expect(await all.approve(all.bob)).toMatchObject({ status: 'queued' })
  const two = await asked(db, [rule([step('Two', [ofRole('scheduler')], { atLeast: 2 })])])
  await two.approve(two.ada)
  await expect(two.approve(two.ada)).rejects.toMatchObject(FORBIDDEN)
  expect(await two.approve(two.bob)).toMatchObject({ status: 'queued' })
})

test('an edit restarts the steps that look at what changed, and a moved section none', async () => {
  const words = step('Words', [person('BOB')], 'any', { looksAt: ['title', 'description'] })
  const it = await asked(db, [rule([words, BOSS])])
  await it.approve(it.bob)
  await editPost(it.deps, it.milo, { ...it.pin, changes: { altText: 'A lamp.' } })
  expect(await it.states()).toEqual(['approved', 'pending'])
  await editPost(it.deps, it.milo, { ...it.pin, changes: { title: 'Another lamp' } })
  expect(await it.states()).toEqual(['pending', 'waiting'])
  await expect(it.approve(it.ada)).rejects.toMatchObject(FORBIDDEN)
  await it.approve(it.bob)
  expect(await it.approve(it.ada)).toMatchObject({ status: 'queued' })
})

test('an edit that is taken back brings the decision back', async () => {
  const it = await asked(db, [rule([BRAND, BOSS])])
  const { title } = await it.postNow()
  await it.approve(it.bob)
  await editPost(it.deps, it.milo, { ...it.pin, changes: { title: 'Other' } })
  expect(await it.states()).toEqual(['pending', 'waiting'])
  await editPost(it.deps, it.milo, { ...it.pin, changes: { title: title! } })
  expect(await it.states()).toEqual(['approved', 'pending'])
})

test('who edited the pin last does not decide a step, nobody else being there or not', async () => {
  const it = await asked(db, [rule([step('Boss', [person('ADA')])])])
  await editPost(it.deps, it.ada, { ...it.pin, changes: { title: 'Mine' } })
  await expect(it.approve(it.ada)).rejects.toMatchObject({ details: { reason: 'approval_own_edit' } })
})

test('nobody schedules the pin past a step: by hand, by an edit, in bulk, or as who asked; who may decide all of them does so', async () => {
  const it = await asked(db, [rule([BRAND, BOSS])])
  const when = { kind: 'at', at: inDays(it.world, 2) } as const
  for (const actor of [it.eve, it.ada, { ...it.milo, role: 'scheduler' as const }])
    await expect(schedulePost(it.deps, actor, { ...it.pin, when })).rejects.toMatchObject(STEPS_LEFT)
  await expect(editPost(it.deps, it.ada, { ...it.pin, changes: { title: 'x' }, when })).rejects.toMatchObject(STEPS_LEFT)
  expect(await it.postNow()).toMatchObject({ status: 'draft' })
  await it.approve(it.eve)
  expect(await schedulePost(it.deps, it.ada, { ...it.pin, when })).toMatchObject({ status: 'queued' })
  expect((await it.now()).decisions).toMatchObject([{ step: 1 }, { step: 2, decidedBy: 'T1:UADA' }])
  const own = await asked(db, [rule([step('Any', [ofRole('scheduler')]), BOSS])])
  expect(await schedulePost(own.deps, own.ada, { ...own.pin, when })).toMatchObject({ status: 'queued' })
  expect((await own.now()).decisions).toMatchObject([{ step: 1 }, { step: 2 }])
})

test('edits with an approval belong to the last step, and only if they restart no other', async () => {
  const words = step('Words', [person('BOB')], 'any', { looksAt: ['title'] })
  const it = await asked(db, [rule([words, BOSS])])
  const edit = (changes: object, actor = it.ada) => decidePin(it.deps, actor, { ...it.ref, decision: 'approve', edit: changes })
  await expect(edit({ altText: 'x' }, it.bob)).rejects.toMatchObject(STEPS_LEFT)
  await it.approve(it.bob)
  await expect(edit({ title: 'Other' })).rejects.toMatchObject(STEPS_LEFT)
  expect(await edit({ altText: 'A lamp.' })).toMatchObject({ post: { status: 'queued', altText: 'A lamp.' } })
})

test('any step declines the whole request, and undoing that brings the decisions back', async () => {
  const it = await asked(db, [rule([BRAND, BOSS])])
  await it.approve(it.bob)
  await expect(declinePin(it.deps, it.bob, { ...it.ref, kind: 'rejected', reason: '' })).rejects.toMatchObject(FORBIDDEN)
  await declinePin(it.deps, it.ada, { ...it.ref, kind: 'changes_requested', reason: 'Too dark.' })
  expect((await it.now()).decisions).toMatchObject([{ step: 1 }, { step: 2, decision: 'request_changes', reason: 'Too dark.' }])
  await undoDecision(it.deps, it.ada, it.ref)
  expect(await it.states()).toEqual(['approved', 'pending'])
  expect((await it.now()).decisions).toHaveLength(1)
})

test('an approval of a step is undone within ten minutes, by who made it or who schedules, until the next step decided', async () => {
  const it = await asked(db, [rule([step('Legal', [person('VIC')]), BRAND, BOSS])])
  await it.approve(it.vic)
  await expect(undoDecision(it.deps, it.milo, it.ref)).rejects.toMatchObject(FORBIDDEN)
  await undoDecision(it.deps, it.vic, it.ref)
  expect(await it.states()).toEqual(['pending', 'waiting', 'waiting'])
  await it.approve(it.vic)
  await it.approve(it.bob)
  await expect(undoDecision(it.deps, it.vic, it.ref)).rejects.toMatchObject(FORBIDDEN) // now it is Bob's that would be undone
  it.world.clock.advance(10 * MINUTE_MS + 1)
  await expect(undoDecision(it.deps, it.bob, it.ref)).rejects.toMatchObject({ details: { reason: 'undo_expired' } })
  await it.approve(it.ada)
  await undoDecision(it.deps, it.ada, it.ref)
  expect(await it.states()).toEqual(['approved', 'approved', 'pending'])
  expect(await it.postNow()).toMatchObject({ status: 'draft' })
})

test('a request that is made again keeps what was decided if the same person asks for the same steps, and else nothing', async () => {
  const it = await asked(db, [rule([BRAND, BOSS])])
  await it.approve(it.bob)
  await schedulePost(it.deps, it.milo, { ...it.pin, when: { kind: 'at', at: inDays(it.world, 6) } })
  expect(await it.states()).toEqual(['approved', 'pending'])
  const withdrawn = await takeBackRequest(it.deps, it.milo, { accountId: it.pin.accountId, approvalId: it.ref.approvalId })
  expect(withdrawn.approval.state).toBe('withdrawn')
  const again = await schedulePost(it.deps, it.milo, { ...it.pin, when: { kind: 'at', at: inDays(it.world, 6) } })
  expect(again.approval).toMatchObject({ decisions: [], waitsFor: ['person:UEVE', 'person:UBOB'] })
})

test('requests that wait for a step are in the list, the count and the reminder of those who decide it, and of no other', async () => {
  const it = await asked(db, [rule([BRAND, CLIENT, BOSS])])
  const { accountId } = it.pin
  const forMe = async (actor: typeof it.eve) => [
    await countRequestsFor(it.deps, actor, { accountId }),
    (await listOpenRequests(it.deps, actor, { accountId, of: 'forMe', timezone: 'UTC', at: 0, limit: 5 })).approvals.length,
    (await readWaiting(it.deps, actor)).count,
  ]
  expect(await forMe(it.eve)).toEqual([1, 1, 1])
  expect(await forMe(it.ada)).toEqual([0, 0, 0])
  await it.approve(it.eve)
  expect(await forMe(it.eve)).toEqual([0, 0, 0])
  await it.approve(contact(it.world, 'Rosa'))
  expect(await forMe(it.ada)).toEqual([1, 1, 1])
})

test('approving many decides the step of each, and schedules those whose last it was', async () => {
  const it = await asked(db, [rule([BRAND, BOSS])])
  const many = (actor: typeof it.eve) =>
    approveMany(it.deps, actor, {
      accountId: it.pin.accountId,
      approvals: [{ approvalId: it.ref.approvalId, version: it.version }],
    })
  expect((await many(it.ada)).results).toMatchObject([{ error: FORBIDDEN }])
  const first = await many(it.bob)
  expect(first).toMatchObject({ changeId: null, results: [{ post: { status: 'draft', approval: { state: 'open' } } }] })
  expect(await many(it.ada)).toMatchObject({ results: [{ post: { status: 'queued' } }] })
})

test('two who decide one step at once decide it once each way: one is recorded, and the other finds it decided or decides the next', async () => {
  for (let round = 0; round < 4; round++) {
    const it = await asked(db, [rule([BRAND, BOSS])])
    const results = await Promise.allSettled([it.approve(it.eve), it.approve(it.bob)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await it.now()).decisions).toHaveLength(1)
    expect(await it.states()).toEqual(['approved', 'pending'])
  }
})

test('the last approval beside an edit: what was approved goes out, or the request waits for the edit', async () => {
  for (let round = 0; round < 4; round++) {
    const it = await asked(db, [rule([BRAND, BOSS])])
    await it.approve(it.bob)
    const version = (await it.postNow()).version
    const [approved, edited] = await Promise.allSettled([
      it.approve(it.ada, version),
      editPost(it.deps, it.milo, { ...it.pin, changes: { title: 'Raced' } }),
    ])
    const { status, title } = await it.postNow()
    if (approved.status === 'fulfilled') expect({ status, title }).not.toEqual({ status: 'queued', title: 'Raced' })
    else expect({ status, edited: edited.status }).toEqual({ status: 'draft', edited: 'fulfilled' })
  }
})
