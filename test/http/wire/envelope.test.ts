import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aServer, mediaUrl } from '../support/support.js'

const { db } = await aDatabase()
const { app, call, accountId } = await aServer(db)
const posts = `/v1/accounts/${accountId}/posts`

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
const json = { 'content-type': 'application/json' }

test.each([
  ['a success', 'GET', '/v1/accounts', undefined, {}, 200, undefined],
  ['a missing key', 'GET', '/v1/accounts', undefined, { authorization: '' }, 401, 'UNAUTHORIZED'],
  ['an unknown key', 'GET', '/v1/accounts', undefined, { authorization: 'Bearer pst_1_nonsense' }, 401, 'UNAUTHORIZED'],
  ['another scheme', 'GET', '/v1/accounts', undefined, { authorization: 'Basic eDp5' }, 401, 'UNAUTHORIZED'],
  ['an unknown path below /v1', 'GET', '/v1/nothing', undefined, {}, 404, 'NOT_FOUND'],
  ['/v1 itself', 'GET', '/v1', undefined, {}, 404, 'NOT_FOUND'],
  ['an unknown path elsewhere', 'GET', '/nothing', undefined, {}, 404, 'NOT_FOUND'],
  ['a path that is not percent-encoded', 'GET', '/v1/accounts/%zz', undefined, {}, 400, 'BAD_REQUEST'],
  ['an id too long to be one', 'GET', `/v1/accounts/${'1'.repeat(2000)}`, undefined, {}, 404, 'NOT_FOUND'],
  ['a wrong method', 'PUT', posts, undefined, {}, 405, 'METHOD_NOT_ALLOWED'],
  ['a wrong method on a public path', 'POST', '/health/live', undefined, {}, 405, 'METHOD_NOT_ALLOWED'],
  ['OPTIONS', 'OPTIONS', posts, undefined, {}, 405, 'METHOD_NOT_ALLOWED'],
  ['malformed JSON', 'POST', posts, '{"mediaUrl":', json, 400, 'BAD_REQUEST'],
  ['a poisoned prototype', 'POST', posts, '{"__proto__":{"x":1}}', json, 400, 'BAD_REQUEST'],
  ['no body at all', 'POST', posts, undefined, {}, 400, 'BAD_REQUEST'],
  ['an empty body called JSON', 'POST', posts, '', json, 400, 'BAD_REQUEST'],
  ['an array for a body', 'POST', posts, '[]', json, 400, 'BAD_REQUEST'],
  ['a form', 'POST', posts, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['text', 'POST', posts, '{}', { 'content-type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['a body above 1 MiB', 'POST', posts, `{"title":"${'x'.repeat(1024 * 1024)}"}`, json, 413, 'PAYLOAD_TOO_LARGE'],
] as const)(
  '%s has the envelope and the request id in body and header',
  async (_what, method, url, payload, headers, status, code) => {
    const { body, ...answer } = await call(method, url, payload, headers)
    expect([answer.status, body.error?.code]).toEqual([status, code])
    expect(body.meta?.requestId).toMatch(UUID)
    expect(answer.headers['x-request-id']).toBe(body.meta?.requestId)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.headers['content-security-policy']).toBe(
      url.startsWith('/v1') || status >= 400 ? "default-src 'none'" : undefined,
    )
  },
)

test('request ids are never given twice', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, async () => (await call('GET', '/v1/accounts')).body.meta?.requestId))
  expect(new Set(ids).size).toBe(20)
})

test('a 401 says how to authenticate', async () => {
  const { headers } = await call('GET', '/v1/accounts', undefined, { authorization: '' })
  expect(headers['www-authenticate']).toBe('Bearer')
})

test('a key comes before all: unknown path, wrong method and malformed body of a stranger are 401', async () => {
  const strange = { authorization: 'Bearer no', 'content-type': 'application/json' }
  for (const [method, url, payload] of [
    ['GET', '/v1/nothing', undefined],
    ['PUT', posts, undefined],
    ['POST', posts, '{"'],
  ] as const)
    expect((await call(method, url, payload, strange)).status).toBe(401)
})

test('a 405 names what is allowed', async () => {
  const { headers, body } = await call('DELETE', posts)
  expect(headers.allow).toBe('GET, HEAD, POST')
  expect(body.error?.message).toContain('GET, HEAD, POST')
})

test('HEAD answers as GET does, without a body', async () => {
  const { status, text, headers } = await call('HEAD', '/v1/accounts')
  expect([status, text]).toEqual([200, ''])
  expect(headers['x-ratelimit-limit']).toBe('5000')
})

test('a failure of ours is masked, and logged with the request id', async () => {
  const lines: object[] = []
  const log = { debug() {}, info() {}, warn() {}, error: (fields: object) => void lines.push(fields) }
  const broken = await aServer(db, {
    parts: { log, pictures: { fetch: () => Promise.reject(new Error('secret detail')) } as never },
  })
  const { status, body, text } = await broken.call('POST', `/v1/accounts/${broken.accountId}/posts`, { mediaUrl })
  expect([status, body.error?.code]).toEqual([500, 'INTERNAL_SERVER_ERROR'])
  expect(text).not.toContain('secret detail')
  expect(lines).toEqual([expect.objectContaining({ requestId: body.meta?.requestId })])
})

test('what is not HTTP is a 400 in the envelope', async () => {
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  socket.write('NONSENSE\r\n\r\n')
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const answer = JSON.parse(body) as { error: { code: string }; meta: { requestId: string } }
  expect(head).toMatch(/^HTTP\/1\.1 400 /)
  expect(head).toContain(`X-Request-Id: ${answer.meta.requestId}`)
  expect(answer.error.code).toBe('BAD_REQUEST')
})
