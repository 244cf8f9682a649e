import { afterAll, describe, expect, test } from 'vitest'
import type { Post } from '../../../src/core/posts/post.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, anUploadingPost, aQueuedPost, aSentPost, aTimeslot, creditsOf } from '../../support/factories.js'
import { startSimulator } from '../../support/simulator.js'
import { START } from '../../support/world.js'
import { at, expectRefused, lockSchedule, postsOf, seconds, written } from './support/posts-fixtures.js'
import { aServer, inDays, type Server } from '../support/support.js'

const { db } = await aDatabase()
const simulator = await startSimulator(db, { now: START })
afterAll(() => simulator.close())
const server = await aServer(db, { parts: { platform: simulator.platform } })

const schedule = (post: Post, body: object, where: Server = server) =>
  where.call('POST', `${postsOf(where)}/${post.id}/schedule`, body)
const refused = async (post: Post, body: object, field: string): Promise<void> => {
  await expectRefused(server, () => schedule(post, body), field)
}

async function scheduled(post: Post, body: object, where: Server = server) {
  const { status, body: answer } = await schedule(post, body, where)
  expect([status, answer.error]).toEqual([200, undefined])
  return answer.data.post
}

describe('rule 1: exactly one of sendAt or useNextOpenSlot', () => {
  test('sendAt queues a draft', async () => {
    expect(await scheduled(await aDraft(server), at(3))).toMatchObject({ status: 'queued', sendAt: seconds(inDays(3)) })
  })
  test('useNextOpenSlot queues it at the next slot, and asking again changes nothing', async () => {
    const server = await aServer(db)
    await aTimeslot(server, { day: 2, time: '09:00' })
    const draft = await aDraft(server)
    const first = await scheduled(draft, { useNextOpenSlot: true }, server)
    expect(first.sendAt).toBe(seconds(new Date('2026-03-03T09:00:00Z')))
    expect((await scheduled(draft, { useNextOpenSlot: true }, server)).sendAt).toBe(first.sendAt)
  })
  test.each([
    ['neither', {}, 'sendAt'],
    ['both', { ...at(), useNextOpenSlot: true }, 'sendAt'],
    ['useNextOpenSlot false', { useNextOpenSlot: false }, 'useNextOpenSlot'],
    ['useNextOpenSlot false beside sendAt', { ...at(), useNextOpenSlot: false }, 'useNextOpenSlot'],
    ['an unknown field', { ...at(), status: 'queued' }, 'status'],
    ['a time in the past', { sendAt: '2026-03-02T10:00:00Z' }, 'sendAt'],
    ['a time beyond ten years', { sendAt: '2036-03-02T10:00:01Z' }, 'sendAt'],
  ] as const)('%s is refused', async (_what, body, field) => refused(await aDraft(server), body, field))
})

describe('rule 2: the post must have title, description, url and a board', () => {
  test.each(['title', 'description', 'url', 'boardId'] as const)('without %s it is refused', async (field) => {
    await refused(await aDraft(server, { [field]: null }), at(), field)
  })
  test('the board may come with the request', async () => {
    const draft = await aDraft(server, { boardId: null })
    expect(await scheduled(draft, { ...at(), boardId: 'b_101', boardSectionId: '1011' })).toMatchObject({
      boardId: '101',
      boardSectionId: '1011',
    })
  })
})

describe('rule 3: sent and uploading posts cannot be rescheduled', () => {
  test.each([
    ['sent', aSentPost],
    ['uploading', anUploadingPost],
  ] as const)('%s is 409', async (_status, make) => {
    const post = await make(server)
    const before = await written(server)
    const { status, body } = await schedule(post, at(5))
    expect([status, body.error?.code, body.error?.reason]).toEqual([409, 'CONFLICT', 'post_not_schedulable'])
    expect(await written(server)).toEqual(before)
  })
  test('a queued one can, for free', async () => {
    const post = await aQueuedPost(server)
    const credits = await creditsOf(server)
    expect(await scheduled(post, at(5))).toMatchObject({ status: 'queued', sendAt: seconds(inDays(5)) })
    expect(await creditsOf(server)).toBe(credits)
  })
})

describe('rule 4: no slot', () => {
  test('without an open slot it is 422, and nothing is written or charged', async () => {
    const draft = await aDraft(server)
    const before = await written(server)
    const { status, body } = await schedule(draft, { useNextOpenSlot: true })
    expect([status, body.error?.code, body.error?.reason]).toEqual([422, 'UNPROCESSABLE_ENTITY', 'no_open_slot'])
    expect(await written(server)).toEqual(before)
  })
  test('timed out resolving one it is 503 with when to ask again, and nothing is written or charged', async () => {
    const server = await aServer(db)
    await aTimeslot(server, { day: 2, time: '09:00' })
    const draft = await aDraft(server)
    const before = await written(server)
    const release = await lockSchedule(server)
    const { status, body, headers } = await schedule(draft, { useNextOpenSlot: true }, server)
    await release()
    expect([status, body.error?.code, body.error?.reason]).toEqual([503, 'SERVICE_UNAVAILABLE', 'slot_resolution_timeout'])
    expect(headers['retry-after']).toBe('5')
    expect(await written(server)).toEqual(before)
  })
})

test('rule 5: a draft takes one credit, without one it is 402 and nothing is written', async () => {
  const server = await aServer(db, { credits: 1 })
  await scheduled(await aDraft(server), at(), server)
  expect(await creditsOf(server)).toBe(0)
  const draft = await aDraft(server)
  const before = await written(server)
  const { status, body } = await schedule(draft, at(), server)
  expect([status, body.error?.code, body.error?.reason]).toEqual([402, 'PAYMENT_REQUIRED', 'insufficient_credits'])
  expect(await written(server)).toEqual(before)
})

describe('the board of a scheduling', () => {
  const inSection = () => aDraft(server, { boardId: '101', boardSectionId: '1011' })
  test('without one board and section stay', async () => {
    expect(await scheduled(await inSection(), at())).toMatchObject({ boardId: '101', boardSectionId: '1011' })
  })
  test('a board without a section clears the section', async () => {
    expect(await scheduled(await inSection(), { ...at(), boardId: '101' })).toMatchObject({
      boardId: '101',
      boardSectionId: null,
    })
  })
  test('an empty section is the board root', async () => {
    expect(await scheduled(await inSection(), { ...at(), boardSectionId: '' })).toMatchObject({
      boardId: '101',
      boardSectionId: null,
    })
  })
  test('a section of another board is refused', async () =>
    refused(await aDraft(server, { boardId: '102' }), { ...at(), boardSectionId: '1011' }, 'boardSectionId'))
  test('a board that is not there is 404', async () => {
    expect((await schedule(await aDraft(server), { ...at(), boardId: '999' })).status).toBe(404)
  })
})

test('the schema is judged before the post, the post and the board before its status, its status before the rules', async () => {
  const sent = await aSentPost(server)
  const statusOf = async (body: object) => (await schedule(sent, body)).status
  expect(await statusOf({ ...at(), boardId: 'Kitchen ideas' })).toBe(400)
  expect(await statusOf({ ...at(), boardId: '999' })).toBe(404)
  expect(await statusOf({ ...at(), boardId: '101', boardSectionId: '99' })).toBe(409)
  expect(await statusOf({ sendAt: START.toISOString() })).toBe(409)
})
