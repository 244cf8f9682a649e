import { expect, test } from 'vitest'
import { createClient, PinslotError } from '../src/index.js'
import { answers, aReceiver, hangsUp, refuses } from './support/receiver.js'

const ok = answers(200, { data: { accounts: [] }, meta: { requestId: 'r' } })
const created = answers(201, { data: { post: { id: '7' } }, meta: { requestId: 'r' } })
const busy = refuses(503, { code: 'SERVICE_UNAVAILABLE', reason: 'platform_rate_limited' }, { 'retry-after': '1' })
const tooMany = refuses(429, { code: 'TOO_MANY_REQUESTS' }, { 'retry-after': '1' })
const post = { accountId: '1', postId: '7' }

const clientOf = (baseUrl: string, limits = {}) => createClient({ baseUrl, key: 'pst_test', ...limits })
const errorOf = async (call: Promise<unknown>): Promise<PinslotError> => {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(PinslotError)
  return error as PinslotError // just seen
}

test.each([
  ['429', tooMany],
  ['503', busy],
])('after %s a GET is sent again, and not before Retry-After', async (_, refusal) => {
  const { baseUrl, seen } = await aReceiver(refusal, ok)
  const { status } = await clientOf(baseUrl).listAccounts()
  expect([status, seen.length]).toEqual([200, 2])
  expect(seen[1]!.at - seen[0]!.at).toBeGreaterThanOrEqual(995)
})

test('Retry-After may be a date', async () => {
  const at = new Date(Date.now() + 2_000).toUTCString()
  const { baseUrl, seen } = await aReceiver(refuses(503, { code: 'SERVICE_UNAVAILABLE' }, { 'retry-after': at }), ok)
  await clientOf(baseUrl).listAccounts()
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(at))
  expect(seen).toHaveLength(2)
})

test('a POST is sent again with the same idempotency key and the same bytes, each call with another key', async () => {
  const { baseUrl, seen } = await aReceiver(hangsUp, busy, created, created)
  const client = clientOf(baseUrl)
  const body = { title: 'A lamp', uploadId: 'u' }
  await client.createPost({ accountId: '1', body })
  await client.createPost({ accountId: '1', body })
  const keys = seen.map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toMatch(/^[\w-]{36}$/)
  expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]])
  expect(keys[3]).not.toBe(keys[0])
  expect(new Set(seen.map(({ body }) => body))).toEqual(new Set([JSON.stringify(body)]))
})

test('an idempotency key of the caller’s own is sent as it is, and never with what is no POST', async () => {
  const { baseUrl, seen } = await aReceiver(created, ok)
  await clientOf(baseUrl).createPost({ accountId: '1', body: {} }, { idempotencyKey: 'mine-1' })
  await clientOf(baseUrl).listAccounts({}, { idempotencyKey: 'mine-2' })
  expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['mine-1', undefined])
})

test('while the first request is at work the repeat waits for its answer', async () => {
  const { baseUrl, seen } = await aReceiver(
    hangsUp,
    refuses(409, { code: 'CONFLICT', reason: 'idempotency_in_progress' }),
    created,
  )
  expect((await clientOf(baseUrl).createPost({ accountId: '1', body: {} })).status).toBe(201)
  expect(seen).toHaveLength(3)
})

test('another conflict is not repeated', async () => {
  const { baseUrl, seen } = await aReceiver(refuses(409, { code: 'CONFLICT', reason: 'post_status_changed' }), created)
  expect((await errorOf(clientOf(baseUrl).createPost({ accountId: '1', body: {} }))).reason).toBe('post_status_changed')
  expect(seen).toHaveLength(1)
})

test('a PATCH, and a DELETE that answers otherwise the second time, are not repeated without an answer', async () => {
  for (const act of ['updatePost', 'deletePost'] as const) {
    const { baseUrl, seen } = await aReceiver(hangsUp, ok)
    const client = clientOf(baseUrl)
    const call = act === 'updatePost' ? client.updatePost({ ...post, body: { title: 'x' } }) : client.deletePost(post)
    const error = await errorOf(call)
    expect([error.code, error.status, error.attempts, seen.length]).toEqual(['NO_ANSWER', 0, 1, 1])
    expect(error.message).toContain('/v1/accounts/1/posts/7')
  }
})

test('a 429 was refused before anything was done: everything is sent again', async () => {
  const { baseUrl, seen } = await aReceiver(refuses(429, { code: 'TOO_MANY_REQUESTS' }, { 'retry-after': '0' }), ok)
  await clientOf(baseUrl).updatePost({ ...post, body: { title: 'x' } })
  expect(seen).toHaveLength(2)
})

test('a DELETE that answers the same twice is repeated', async () => {
  const { baseUrl, seen } = await aReceiver(hangsUp, ok)
  await clientOf(baseUrl).unschedulePost(post)
  expect(seen).toHaveLength(2)
})

test('an answer that breaks off is none', async () => {
  const { baseUrl, seen } = await aReceiver((response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
    response.write('{"data":', () => response.destroy())
  }, ok)
  expect((await clientOf(baseUrl).listAccounts()).data.accounts).toEqual([])
  expect(seen).toHaveLength(2)
})

test('the number of repeats is limited', async () => {
  const { baseUrl, seen } = await aReceiver(refuses(503, { code: 'SERVICE_UNAVAILABLE' }, { 'retry-after': '0' }))
  const error = await errorOf(clientOf(baseUrl, { retries: 2 }).listAccounts())
  expect([error.code, error.attempts, seen.length]).toEqual(['SERVICE_UNAVAILABLE', 3, 3])
})

test('a wait that is longer than the call may take ends it at once, with how long it would be', async () => {
  const { baseUrl, seen } = await aReceiver(refuses(429, { code: 'RATE_LIMIT_EXCEEDED' }, { 'retry-after': '3600' }))
  const error = await errorOf(clientOf(baseUrl).listAccounts())
  expect([error.code, error.retryAfterSeconds, error.requestId, seen.length]).toEqual(['RATE_LIMIT_EXCEEDED', 3600, 'r1', 1])
})

test('an attempt that takes too long counts as none', async () => {
  const { baseUrl, seen } = await aReceiver(() => {}, ok)
  await clientOf(baseUrl, { attemptMs: 500 }).listAccounts()
  expect(seen.length).toBeGreaterThanOrEqual(2)
})

test('the caller’s signal ends a call in its waits, with the caller’s reason', async () => {
  const { baseUrl, seen } = await aReceiver(refuses(503, { code: 'SERVICE_UNAVAILABLE' }, { 'retry-after': '30' }))
  const stop = new AbortController()
  const call = clientOf(baseUrl).listAccounts({}, { signal: stop.signal })
  const ended = expect(call).rejects.toThrow('the user left')
  await expect.poll(() => seen.length).toBe(1)
  stop.abort(new Error('the user left'))
  await ended
})

test('a signal that fired before sends nothing', async () => {
  const { baseUrl, seen } = await aReceiver(ok)
  await expect(clientOf(baseUrl).listAccounts({}, { signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow(
    'too late',
  )
  expect(seen).toEqual([])
})

test('an error has code, reason, field, request and where it is resolved', async () => {
  const denial = {
    code: 'PAYMENT_REQUIRED',
    reason: 'no_access',
    field: 'sendAt',
    resolve_url: 'https://pinslot.test/billing/plans',
  }
  const { baseUrl } = await aReceiver(refuses(402, denial))
  expect(await errorOf(clientOf(baseUrl).listAccounts())).toMatchObject({
    name: 'PinslotError',
    status: 402,
    code: 'PAYMENT_REQUIRED',
    reason: 'no_access',
    field: 'sendAt',
    requestId: 'r1',
    resolveUrl: 'https://pinslot.test/billing/plans',
    message: 'Not now.',
    attempts: 1,
  })
})

test.each([
  ['a page of a proxy', 200],
  ['a redirect', 302],
])('%s is not taken for an answer', async (_, status) => {
  const { baseUrl, seen } = await aReceiver(
    (response) => void response.writeHead(status, { location: '/elsewhere' }).end('<html>'),
  )
  const error = await errorOf(clientOf(baseUrl).listAccounts())
  expect([error.code, error.status, seen.length]).toEqual(['UNEXPECTED_ANSWER', status, 1])
})

test('the key is sent as a bearer, and stands in no error', async () => {
  const { baseUrl, seen } = await aReceiver(hangsUp)
  const error = await errorOf(clientOf(baseUrl, { retries: 0 }).listAccounts())
  expect(seen[0]!.headers.authorization).toBe('Bearer pst_test')
  expect(JSON.stringify({ ...error, message: error.message, stack: error.stack })).not.toContain('pst_test')
})

test('arguments that would lead to another address are refused before anything is sent', async () => {
  const { baseUrl, seen } = await aReceiver(ok)
  const client = clientOf(`${baseUrl}/v1/`)
  await expect(client.getPost({ accountId: '1', postId: '' })).rejects.toThrow('postId must be an id')
  // @ts-expect-error fields of a body stand in body
  await expect(client.createPost({ accountId: '1', body: {}, title: 'x' })).rejects.toThrow('title is no parameter')
  expect(() => createClient({ baseUrl: 'pinslot.test', key: 'k' })).toThrow('baseUrl')
  expect(() => createClient({ baseUrl, key: 'two words' })).toThrow('key')
  expect(() => createClient({ baseUrl, key: 'k', retries: -1 })).toThrow('retries')
  expect(seen).toEqual([])
  await client.getPost({ accountId: '1', postId: '../9' })
  expect(seen[0]!.url).toBe('/v1/accounts/1/posts/..%2F9')
})

test('a list is read page after page, as far as the loop goes', async () => {
  const page = (ids: string[], cursor: string | null) =>
    answers(200, { data: { posts: ids.map((id) => ({ id })), cursor }, meta: {} })
  const { baseUrl, seen } = await aReceiver(page(['1', '2'], 'next'), page(['3'], null))
  const client = clientOf(baseUrl)
  const read: string[] = []
  for await (const { id } of client.each('listPosts', { accountId: '1', query: { status: 'draft' } })) read.push(id)
  expect([read, seen.map(({ url }) => url)]).toEqual([
    ['1', '2', '3'],
    ['/v1/accounts/1/posts?status=draft', '/v1/accounts/1/posts?status=draft&cursor=next'],
  ])
})

test('a loop that is left reads no further page', async () => {
  const { baseUrl, seen } = await aReceiver(answers(200, { data: { posts: [{ id: '1' }], cursor: 'next' }, meta: {} }))
  for await (const _ of clientOf(baseUrl).each('listPosts', { accountId: '1' })) break
  expect(seen).toHaveLength(1)
})

test('a page that leads to itself ends the list', async () => {
  const { baseUrl, seen } = await aReceiver(answers(200, { data: { posts: [{ id: '1' }], cursor: 'same' }, meta: {} }))
  let count = 0
  for await (const _ of clientOf(baseUrl).each('listPosts', { accountId: '1' })) count++
  expect([count, seen.length]).toEqual([2, 2])
})
