/** People decide over /v1: hold and release, an approval with edits, and the slot that is kept meanwhile; each refusal with its field. */
import { beforeEach, expect, test } from 'vitest'
import { createApiKey, createPersonalKey } from '../../../src/core/accounts/keys/create.js'
import { aDatabase } from '../../support/database.js'
import { aTimeslot, inDays } from '../../support/factories.js'
import { type Answer, aServer, copy, mediaUrl, type Server } from '../support/support.js'

const { db } = await aDatabase()

type Approval = Record<string, unknown> & { id: string; dueAt: number; keptSlotAt: number | null }
type Data = { approval: Approval; post: { id: string; title: string; status: string; sendAt: number | null } }
const dataOf = ({ body }: Answer) => body.data as unknown as Data

let server: Server
let contributor: { authorization: string }
let ada: { authorization: string }

beforeEach(async () => {
  server = await aServer(db, { findPerson: async () => ({ actor: { ...server.actor, via: 'slack', userId: 'T1:UADA' } }) })
  const { deps, actor, organizationId } = server
  await db.sql`update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where organization_id = ${organizationId}`
  contributor = bearer((await createApiKey(deps, actor, { name: 'agent', role: 'contributor' })).key)
  const person = { ...actor, via: 'slack', userId: 'T1:UADA' } as const
  ada = bearer((await createPersonalKey(deps, person, { name: 'laptop' })).key)
})
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

const inHours = (hours: number) => new Date(server.clock.now.getTime() + hours * 3_600_000).toISOString()
const ask = async (when: object = { sendAt: inDays(server, 4).toISOString() }) => {
  const body = { mediaUrl, ...copy, boardId: '101', ...when }
  const answer = await server.call('POST', `/v1/accounts/${server.accountId}/posts`, body, contributor)
  expect(answer.status).toBe(202)
  return dataOf(answer)
}
const addressOf = ({ id }: { id: string }) => `/v1/accounts/${server.accountId}/approvals/${id}`
const decide = (approval: { id: string }, body: object, as = ada) =>
  server.call('POST', `${addressOf(approval)}/decision`, body, as)
const release = (approval: { id: string }, as = ada) => server.call('POST', `${addressOf(approval)}/release`, undefined, as)
const read = async (approval: { id: string }) => dataOf(await server.call('GET', addressOf(approval))).approval

test('a hold says who, until when and why; it stays pending, is not approved, and is released once', async () => {
  const { approval } = await ask()
  const until = inHours(30)
  const held = await decide(approval, { decision: 'hold', until, reason: 'The price changes.' })
  expect(held.status).toBe(200)
  const seconds = new Date(until).getTime() / 1000
  expect(await read(approval)).toMatchObject({
    state: 'pending',
    heldBy: 'T1:UADA',
    heldUntil: seconds,
    heldReason: 'The price changes.',
  })
  const approved = await decide(approval, { decision: 'approve' })
  expect([approved.status, approved.body.error]).toMatchObject([409, { reason: 'approval_on_hold' }])
  for (const again of [await release(approval), await release(approval)])
    expect([again.status, dataOf(again).approval]).toMatchObject([
      200,
      { state: 'pending', heldBy: null, heldUntil: null, heldReason: null },
    ])
  expect((await decide(approval, { decision: 'approve' })).status).toBe(200)
  const late = await release(approval)
  expect([late.status, late.body.error]).toMatchObject([409, { reason: 'approval_decided' }])
})

test('a hold that ended by itself is none, and the pin can be approved', async () => {
  const { approval } = await ask()
  await decide(approval, { decision: 'hold', until: inHours(2) })
  server.clock.advance(3 * 3_600_000)
  expect(await read(approval)).toMatchObject({ state: 'pending', heldBy: null })
  expect((await decide(approval, { decision: 'approve' })).status).toBe(200)
})

test('an approval with an edit edits and schedules in one act, and says what was edited', async () => {
  const { approval, post } = await ask()
  const answer = await decide(approval, {
    decision: 'approve',
    postVersion: 1,
    edit: { title: 'Oak shelf', url: 'https://example.com/oak' },
  })
  expect(answer.status).toBe(200)
  expect(dataOf(answer).post).toMatchObject({ id: post.id, title: 'Oak shelf', status: 'queued' })
  expect(dataOf(answer).approval).toMatchObject({
    state: 'approved',
    decidedBy: 'T1:UADA',
    changes: [
      { field: 'title', before: copy.title, after: 'Oak shelf' },
      { field: 'url', before: copy.url, after: 'https://example.com/oak' },
    ],
  })
})

test.each([
  ['an end that has passed', { decision: 'hold', until: '2020-01-01T00:00:00Z' }, 'until'],
  ['an end in more than a year', { decision: 'hold', until: '2036-01-01T00:00:00Z' }, 'until'],
  ['an end of no hold', { decision: 'approve', until: '2026-03-05T00:00:00Z' }, 'until'],
  ['a reason that is too long', { decision: 'hold', reason: 'a'.repeat(1001) }, 'reason'],
  ['changes without a reason', { decision: 'request_changes' }, 'reason'],
  ['an edit of a rejection', { decision: 'reject', edit: { title: 'Oak' } }, 'edit'],
  ['a title that is too long', { decision: 'approve', edit: { title: 'a'.repeat(101) } }, 'edit.title'],
  ['a link that is none', { decision: 'approve', edit: { url: 'nowhere' } }, 'edit.url'],
  ['a description that is too long', { decision: 'approve', edit: { description: 'a'.repeat(801) } }, 'edit.description'],
  ['a field that a pin has not', { decision: 'approve', edit: { colour: 'blue' } }, 'edit.colour'],
  ['a decision that is none', { decision: 'later' }, 'decision'],
  ['a version that is none', { decision: 'approve', postVersion: 0 }, 'postVersion'],
])('%s is refused with its field, and the request stays as it is', async (_, body, field) => {
  const { approval } = await ask()
  const before = await read(approval)
  const { status, body: answer } = await decide(approval, body)
  expect([status, answer.error]).toMatchObject([400, { field }])
  expect(await read(approval)).toEqual(before)
})

test('who may not decide is refused: a key without a person, and the version of before', async () => {
  const { approval } = await ask()
  for (const decision of ['approve', 'hold']) expect((await decide(approval, { decision }, bearer(server.key))).status).toBe(403)
  expect((await release(approval, contributor)).status).toBe(403)
  const outdated = await decide(approval, { decision: 'approve', postVersion: 7 })
  expect([outdated.status, outdated.body.error]).toMatchObject([409, { reason: 'approval_outdated' }])
  expect((await decide({ id: '999999' }, { decision: 'hold' })).status).toBe(404)
})

test('the next open slot is kept until the request is due: others get the next one, and an approval takes it', async () => {
  for (const day of [4, 5]) await aTimeslot(server, { day, time: '09:00' })
  const { approval, post } = await ask({ useNextOpenSlot: true })
  const kept = await read(approval)
  expect(kept).toMatchObject({ sendAt: null, keptSlotAt: expect.any(Number) as number, keptSlotUntil: kept.dueAt })
  const other = await server.call('POST', `/v1/accounts/${server.accountId}/posts`, {
    mediaUrl,
    ...copy,
    url: 'https://example.com/2',
    boardId: '101',
    useNextOpenSlot: true,
  })
  expect(dataOf(other).post.sendAt).toBeGreaterThan(kept.keptSlotAt!)
  const approved = await decide(approval, { decision: 'approve' })
  expect(dataOf(approved)).toMatchObject({
    post: { id: post.id, sendAt: kept.keptSlotAt },
    approval: { keptSlotAt: null, keptSlotUntil: null },
  })
})

test('an overdue request keeps no slot, and one on hold without an end keeps it without one', async () => {
  await aTimeslot(server, { day: 4, time: '09:00' })
  const { approval } = await ask({ useNextOpenSlot: true })
  await decide(approval, { decision: 'hold' })
  expect(await read(approval)).toMatchObject({ keptSlotAt: expect.any(Number) as number, keptSlotUntil: null })
  await release(approval)
  server.clock.now = new Date(approval.dueAt * 1000 + 1000)
  expect(await read(approval)).toMatchObject({ state: 'pending', keptSlotAt: null, keptSlotUntil: null })
})
