/** Bodies as bytes: what is no text, no JSON of ours, or not expected. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aDraft } from '../../support/factories.js'
import { aServer, mediaUrl } from '../support/support.js'

const { db } = await aDatabase()
const server = await aServer(db)
const posts = `/v1/accounts/${server.accountId}/posts`
const json = { 'content-type': 'application/json' }
const post = async (payload: string | Buffer) => {
  const { status, body } = await server.call('POST', posts, payload, json)
  return { status, error: body.error }
}
const withItems = async (carouselItems: object[]) => (await post(JSON.stringify({ mediaUrl, carouselItems }))).error?.message

test.each([
  ['__proto__', `{"mediaUrl":"${mediaUrl}","__proto__":{"title":"x"}}`],
  ['constructor', `{"mediaUrl":"${mediaUrl}","constructor":{"prototype":{}}}`],
  ['carouselItems[0].__proto__', `{"mediaUrl":"${mediaUrl}","carouselItems":[{"mediaUrl":"${mediaUrl}","__proto__":{}}]}`],
])('a key that could reach a prototype, %s, is an unknown field like any other', async (key, body) => {
  expect(await post(body)).toEqual({ status: 400, error: { code: 'BAD_REQUEST', field: key, message: `Unknown field: ${key}.` } })
})

test('bytes that are no UTF-8 are refused, not replaced', async () => {
  const body = Buffer.concat([Buffer.from(`{"mediaUrl":"${mediaUrl}","title":"`), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
  expect(await post(body)).toMatchObject({ status: 400, error: { field: 'body', message: 'The body is not valid UTF-8.' } })
  expect((await post(`\uFEFF{"mediaUrl":"${mediaUrl}"}`)).status).toBe(201) // a mark of byte order is none of the text
})

test('a body of more values than any request has is refused before each of them is looked at', async () => {
  const entries = `[${'1,'.repeat(400_000)}1]`
  const fields = `{${Array.from({ length: 30_000 }, (_, n) => `"k${n}":0`).join()}}`
  const inEachOther = `[${'{"a":[[1],[2]]},'.repeat(8_000)}0]`
  for (const carouselItems of [entries, fields, inEachOther])
    expect(await post(`{"carouselItems":${carouselItems}}`)).toMatchObject({
      status: 400,
      error: { field: 'body', message: 'The body has more than 25000 values. Send less in one request.' },
    })
  expect(await withItems(Array<object>(9_000).fill({}))).toBe(
    'carouselItems[0].mediaUrl or uploadId is required: a carousel item needs an image.',
  )
})

test('a body that is nested deeper than any request is refused before anything walks it', async () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  for (const levels of [64, 8_000, 200_000])
    expect(await post(`{"title":${nested(levels)}}`)).toMatchObject({
      status: 400,
      error: { field: 'body', message: 'The body is nested more than 64 levels deep.' },
    })
  expect(await post(`{"title":${nested(60)}}`)).toMatchObject({ status: 400, error: { field: 'title' } })
})

test('a hundred carousels with all that they may have are not too many values', async () => {
  const productTags = Array<string>(24).fill('1')
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`field${n}`, n]))
  const post = { ...fields(30), productTags, carouselItems: Array<object>(4).fill({ ...fields(10), productTags }) }
  const { status, body } = await server.call('POST', `${posts}/batch`, { posts: Array<object>(100).fill(post) })
  expect([status, body.error?.field]).toEqual([400, 'posts[0].carouselItems[0].field0']) // each was read
})

test('a batch of thousands is refused for their number, and none of them is read', async () => {
  const { status, body } = await server.call('POST', `${posts}/batch`, { posts: Array<object>(9_000).fill({ nothing: 1 }) })
  expect([status, body.error?.message]).toEqual([400, 'posts must be 1 to 100; there are 9000.'])
})

test('what is wrong with an entry of a list is said once, with its place', async () => {
  expect(await withItems([{}])).toBe('carouselItems[0].mediaUrl or uploadId is required: a carousel item needs an image.')
  expect(await withItems([{ mediaUrl, uploadId: 'up_1_x' }])).toBe(
    'carouselItems[0].uploadId and mediaUrl exclude each other: send one.',
  )
  expect(await withItems([])).toBe('carouselItems must be at least 1 entry long.')
})

test.each([
  ['perDay', 'PATCH', 'guard', { perDay: 'some' }, 'perDay must be auto or a number.'],
  ['rule', 'PUT', 'approval-rules', ruled('some'), 'rules[0].steps[0].rule must be any, all or an object.'],
  ['rule', 'PUT', 'approval-rules', ruled({ atLeast: '2' }), 'rules[0].steps[0].rule.atLeast must be a number.'],
  ['rule', 'PUT', 'approval-rules', ruled({ atMost: 2 }), 'rules[0].steps[0].rule.atLeast is required.'],
] as const)('a value of several forms is refused with what it may be: %s', async (name, method, path, body, message) => {
  const refused = await server.call(method, `/v1/accounts/${server.accountId}/${path}`, body)
  expect([refused.status, refused.body.error]).toMatchObject([400, { message }])
  expect(refused.body.error?.field).toContain(name)
})

function ruled(rule: unknown) {
  return { rules: [{ name: 'Ours', steps: [{ name: 'First', reviewers: [{ kind: 'role', id: 'admin' }], rule }] }] }
}

test('a time may leave its seconds out, as ISO 8601 allows', async () => {
  const draft = await aDraft(server)
  const schedule = (sendAt: string) => server.call('POST', `${posts}/${draft.id}/schedule`, { sendAt })
  const { status, body } = await schedule('2026-03-20T10:00+01:00')
  expect(status).toBe(200)
  expect(body.data.post.sendAt).toBe(Date.UTC(2026, 2, 20, 9) / 1000)
  expect((await schedule('2026-03-20T10:00')).status).toBe(400)
})

test('an operation that takes no body refuses one with fields, and changes nothing', async () => {
  const draft = await aDraft(server)
  const refused = await server.call('DELETE', `${posts}/${draft.id}`, { force: true })
  expect(refused.body.error).toMatchObject({ code: 'BAD_REQUEST', field: 'body', message: 'This operation takes no body.' })
  expect((await server.call('DELETE', `${posts}/${draft.id}`, '', json)).status).toBe(200)
})

const compressed = async (coding: string, payload: Buffer) => {
  const { status, body } = await server.call('POST', posts, payload, { ...json, 'content-encoding': coding })
  return { status, error: body.error }
}

test.each([
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['identity', (text: string) => Buffer.from(text)],
] as const)('a body compressed with %s is read as the same body without compression', async (coding, compress) => {
  const text = JSON.stringify({ mediaUrl, title: 'Packed' })
  const key = { ...json, 'idempotency-key': `packed-${coding}` }
  const first = await server.call('POST', posts, compress(text), { ...key, 'content-encoding': coding })
  expect([first.status, first.body.data.post.title]).toEqual([201, 'Packed'])
  const again = await server.call('POST', posts, text, key)
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true'])
})

test('a body that a coding does not fit, or with a coding that nobody knows, is refused with the ones there are', async () => {
  expect(await compressed('gzip', Buffer.from('{}'))).toMatchObject({
    status: 400,
    error: { field: 'body', message: 'The body is not valid gzip, as its Content-Encoding says.' },
  })
  for (const coding of ['zstd', 'gzip, br', 'constructor'])
    expect(await compressed(coding, gzipSync('{}'))).toMatchObject({
      status: 415,
      error: { message: 'The Content-Encoding of a body must be gzip, deflate, br or identity.' },
    })
})

test('a small body that unpacks to more than a body may have is refused before it is unpacked whole', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))
  expect(bomb.length).toBeLessThan(100_000)
  expect(await compressed('gzip', bomb)).toMatchObject({
    status: 413,
    error: { message: 'The request body is too large: at most 1 MiB.' },
  })
})
