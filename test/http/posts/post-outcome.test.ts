import { expect, test } from 'vitest'
import { z } from 'zod'
import { postSchema } from '../../../src/http/wire/post.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost } from '../../support/factories.js'
import { aDraftOfUnknownOutcome, aPinOf, aPostOfUnknownOutcome } from '../../support/unknown-outcomes.js'
import { aBoardServer, answerOf } from '../boards/support/board-fixtures.js'
import { seconds } from './support/posts-fixtures.js'

const { db } = await aDatabase()
const server = await aBoardServer(db)
const { call, accountId, simulator } = server
const posts = `/v1/accounts/${accountId}/posts`
const say = (postId: string, body: unknown, headers?: Record<string, string>) =>
  call('POST', `${posts}/${postId}/outcome`, body, headers)
const versionOf = async (id: string) => {
  const [row] = await db.sql<[{ version: number }]>`select version from posts where id = ${id}`
  return row.version
}

test('“published” with its pin, by number or by address, makes the post a sent one, and the answer is that post', async () => {
  for (const address of [(id: string) => id, (id: string) => `https://www.pinterest.com/pin/a-shelf--${id}/?mt=login`]) {
    const draft = await aDraftOfUnknownOutcome(server, { url: `https://example.com/there-${address('').length}` })
    const pinId = await aPinOf(server, draft)
    const { status, body } = await say(draft.id, { published: true, pinId: address(pinId) })
    expect([status, body.error]).toEqual([200, undefined])
    const post = z.strictObject(postSchema.shape).parse(body.data.post)
    expect(post).toMatchObject({
      status: 'sent',
      pinId,
      sendAt: seconds(draft.failure!.sendAt!),
      sentAt: expect.any(Number) as number,
    })
    expect(post.failure).toBeUndefined()
    expect((await call('GET', `${posts}/${draft.id}`)).body.data.post).toEqual(body.data.post)
  }
})

test('“not published” leaves a draft without a failure, and queues again what was being published', async () => {
  const draft = await aDraftOfUnknownOutcome(server)
  const said = await say(draft.id, { published: false })
  expect([said.status, said.body.data.post.status, said.body.data.post.failure]).toEqual([200, 'draft', undefined])
  const open = await aPostOfUnknownOutcome(server)
  const queued = await say(open.id, { published: false })
  expect([queued.status, queued.body.error, queued.body.data?.post.status]).toEqual([200, undefined, 'queued'])
})

test.each([
  [{}, 'published'],
  [{ published: 'yes' }, 'published'],
  [{ published: null }, 'published'],
  [{ published: true }, 'pinId'],
  [{ published: false, pinId: '1' }, 'pinId'],
  [{ published: true, pinId: 1 }, 'pinId'],
  [{ published: true, pinId: `https://www.pinterest.com/pin/${'1'.repeat(41)}/` }, 'pinId'],
  [{ published: true, pinId: 'the blue one' }, 'pinId'],
  [{ published: true, pinId: '424242' }, 'pinId'],
  [{ published: false, because: 'I looked' }, 'because'],
])('%j is a 400 that names %s and writes nothing', async (body, field) => {
  const draft = await aDraftOfUnknownOutcome(server)
  const answer = await say(draft.id, body)
  expect(answerOf(answer)).toEqual({ status: 400, code: 'BAD_REQUEST', field })
  expect(answer.body.error?.message).toContain(field)
  expect(await versionOf(draft.id)).toBe(draft.version)
})

test('a post whose outcome is known is 409, and one that is not there 404', async () => {
  const queued = await aQueuedPost(server)
  for (const body of [{ published: false }, { published: true, pinId: '1' }])
    expect(answerOf(await say(queued.id, body))).toEqual({ status: 409, code: 'CONFLICT', reason: 'outcome_known' })
  const draft = await aDraftOfUnknownOutcome(server)
  await say(draft.id, { published: false })
  expect(answerOf(await say(draft.id, { published: false }))).toMatchObject({ status: 409, reason: 'outcome_known' })
  for (const id of ['999999', 'x'])
    expect(answerOf(await say(id, { published: false }))).toEqual({ status: 404, code: 'NOT_FOUND' })
  const another = await server.another()
  const foreign = await aDraftOfUnknownOutcome(another)
  expect(answerOf(await say(foreign.id, { published: false }))).toEqual({ status: 404, code: 'NOT_FOUND' })
})

test('a platform that does not answer, and a dead connection, are told as everywhere', async () => {
  const draft = await aDraftOfUnknownOutcome(server)
  const pinId = await aPinOf(server, draft)
  await simulator.fault({ operation: 'get_pin', fault: 'rate_limited', times: 10 })
  expect(answerOf(await say(draft.id, { published: true, pinId }))).toMatchObject({
    status: 503,
    reason: 'platform_rate_limited',
  })
  await db.sql`delete from sim_faults`
  await db.sql`update accounts set token_status = 'unauthorized' where id = ${accountId}`
  expect(answerOf(await say(draft.id, { published: true, pinId }))).toMatchObject({
    status: 422,
    reason: 'platform_reconnect_required',
  })
  await db.sql`update accounts set token_status = 'authorized' where id = ${accountId}`
  expect(await versionOf(draft.id)).toBe(draft.version)
})

test('said twice with one Idempotency-Key it has one effect and the same answer', async () => {
  const draft = await aDraftOfUnknownOutcome(server, { url: 'https://example.com/keyed' })
  const body = { published: true, pinId: await aPinOf(server, draft) }
  const first = await say(draft.id, body, { 'idempotency-key': 'said' })
  const again = await say(draft.id, body, { 'idempotency-key': 'said' })
  expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([200, 200, 'true'])
  expect(again.body.data).toEqual(first.body.data)
  expect(answerOf(await say(draft.id, body))).toMatchObject({ status: 409 })
})
