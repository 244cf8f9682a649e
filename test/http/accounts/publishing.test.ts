import { expect, test } from 'vitest'
import { z } from 'zod'
import { accountSchema } from '../../../src/http/wire/account.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost } from '../../support/factories.js'
import { aServer } from '../support/support.js'

const { db } = await aDatabase()
const server = await aServer(db)
const { app, call, accountId, key } = server
const publishing = `/v1/accounts/${accountId}/publishing`
const whilePaused = async () => {
  const [row] = await db.sql<[{ value: string }]>`select while_paused as value from accounts where id = ${accountId}`
  return row.value
}

test('publishing is paused and resumed, and the answer is the account as it is then', async () => {
  const post = await aQueuedPost(server)
  const paused = await call('POST', `${publishing}/pause`, { whilePaused: 'fail' })
  expect([paused.status, paused.body.error]).toEqual([200, undefined])
  const account = z.strictObject(accountSchema.shape).parse(paused.body.data.account)
  expect(account).toMatchObject({ id: accountId, publishing: 'paused' })
  expect((await call('GET', `/v1/accounts/${accountId}`)).body.data.account).toEqual(account)
  expect((await call('GET', `/v1/accounts/${accountId}/posts/${post.id}`)).body.data.post.status).toBe('queued')
  expect(await whilePaused()).toBe('fail')
  const resumed = await call('POST', `${publishing}/resume`)
  expect([resumed.status, resumed.body.data.account.publishing]).toEqual([200, 'active'])
})

test('a pause ends at “until”: the account says when, null takes it away, and a time that is over is refused', async () => {
  const until = new Date(server.clock.now.getTime() + 3_600_000)
  const at = Math.floor(until.getTime() / 1000)
  const pause = async (end: string | null) => (await call('POST', `${publishing}/pause`, { until: end })).body
  expect((await pause(until.toISOString())).data.account).toMatchObject({ publishing: 'paused', pausedUntil: at })
  expect((await pause(server.clock.now.toISOString())).error).toMatchObject({ code: 'BAD_REQUEST', field: 'until' })
  expect((await call('GET', `/v1/accounts/${accountId}`)).body.data.account.pausedUntil).toBe(at)
  expect((await pause(null)).data.account.pausedUntil).toBeNull()
  await call('POST', `${publishing}/resume`)
})

test.each([
  ['no body at all', {}],
  ['an empty body that says it is JSON', { headers: { 'content-type': 'application/json' } }],
  ['an empty body of known length', { headers: { 'content-type': 'application/json', 'content-length': '0' } }],
  ['an empty object', { payload: {} }],
])('%s pauses and leaves the setting as it is', async (_, request) => {
  await db.sql`update accounts set while_paused = 'fail', publishing = 'active' where id = ${accountId}`
  const headers = { authorization: `Bearer ${key}`, ...('headers' in request && request.headers) }
  const answer = await app.inject({
    method: 'POST',
    url: `${publishing}/pause`,
    headers,
    ...('payload' in request && { payload: request.payload }),
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.json<{ data: { account: { publishing: string } } }>().data.account.publishing).toBe('paused')
  expect(await whilePaused()).toBe('fail')
})

test.each([
  ['null', 'body'],
  ['[]', 'body'],
  ['"fail"', 'body'],
  ['{"whilePaused":null}', 'whilePaused'],
  ['{"whilePaused":"later"}', 'whilePaused'],
  ['{"until":"tomorrow"}', 'until'],
])('pausing with %s is a 400 that names %s, and nothing changes', async (payload, field) => {
  await call('POST', `${publishing}/resume`)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url: `${publishing}/pause`, headers, payload })
  expect([answer.statusCode, answer.json<{ error: { field: string } }>().error.field]).toEqual([400, field])
  expect((await call('GET', `/v1/accounts/${accountId}`)).body.data.account.publishing).toBe('active')
})

test('resuming takes no body but an empty one', async () => {
  const { status, body } = await call('POST', `${publishing}/resume`, { whilePaused: 'wait' })
  expect([status, body.error?.field]).toEqual([400, 'body'])
  expect((await call('POST', `${publishing}/resume`, {})).status).toBe(200)
})

test('with an Idempotency-Key a repeated pause is the same answer and does not pause again', async () => {
  const headers = { 'idempotency-key': 'pause-1' }
  const first = await call('POST', `${publishing}/pause`, undefined, headers)
  await call('POST', `${publishing}/resume`)
  const again = await call('POST', `${publishing}/pause`, undefined, headers)
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true'])
  expect(again.body.data).toEqual(first.body.data)
  expect((await call('GET', `/v1/accounts/${accountId}`)).body.data.account.publishing).toBe('active')
})

test.each(['0', 'me', '987654'])('account %s is not found', async (id) => {
  for (const what of ['pause', 'resume']) expect((await call('POST', `/v1/accounts/${id}/publishing/${what}`)).status).toBe(404)
})

test('other methods are refused with what is allowed', async () => {
  const { status, headers } = await call('GET', `${publishing}/pause`)
  expect([status, headers['allow']]).toEqual([405, 'POST'])
})

test('the description says that the body may be left out, and what may be in it', async () => {
  type Described = {
    paths: Record<string, { post: { description: string; requestBody: { content: Record<string, { schema: object }> } } }>
  }
  const { paths } = (await app.inject('/openapi.json')).json<Described>()
  const { description, requestBody } = paths['/v1/accounts/{accountId}/publishing/pause']!.post
  expect(description).toContain('The body is optional.')
  expect(requestBody.content['application/json']?.schema).toMatchObject({
    additionalProperties: false,
    properties: { whilePaused: { enum: ['wait', 'fail'] } },
  })
})

test('an account is disconnected, again without effect, and nothing is scheduled on it until it is connected', async () => {
  const gone = await call('DELETE', `/v1/accounts/${accountId}/connection`)
  expect([gone.status, gone.body.data.account.tokenStatus]).toEqual([200, 'unauthorized'])
  expect(await db.sql`select 1 from connections where account_id = ${accountId}`).toEqual([])
  expect((await call('DELETE', `/v1/accounts/${accountId}/connection`)).body.data).toEqual(gone.body.data)
  expect((await call('DELETE', '/v1/accounts/999999/connection')).status).toBe(404)
  const { id } = await aDraft(server)
  const refused = await call('POST', `/v1/accounts/${accountId}/posts/${id}/schedule`, { sendAt: '2030-01-01T00:00:00Z' })
  expect(refused.body.error).toMatchObject({ code: 'PAYMENT_REQUIRED', reason: 'account_not_connected' })
})
