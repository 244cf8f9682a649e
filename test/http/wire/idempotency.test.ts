import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aServer, copy, inDays, mediaUrl } from '../support/support.js'

const { db } = await aDatabase()
const { call, accountId, clock } = await aServer(db)
const posts = `/v1/accounts/${accountId}/posts`
const count = async () => (await db.sql`select 1 from posts where account_id = ${accountId}`).length
const keyed = (key: string) => ({ 'idempotency-key': key })

test('the same request with the same key has one effect and the same answer, with a fresh request id', async () => {
  const first = await call('POST', posts, { mediaUrl, title: 'Once' }, keyed('one'))
  const before = await count()
  const again = await call('POST', posts, { mediaUrl, title: 'Once' }, keyed('one'))
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true'])
  expect(first.headers['idempotent-replayed']).toBeUndefined()
  expect(again.body.data).toEqual(first.body.data)
  expect(again.body.meta.requestId).not.toBe(first.body.meta.requestId)
  expect(await count()).toBe(before)
})

/** The bytes of an answer but for what is fresh in each. */
const bytesOf = ({ text, body }: { text: string; body: { meta: { requestId: string } } }) =>
  text.replace(body.meta.requestId, 'the request id')

test.each<[string, string, object]>([
  ['a post', posts, { mediaUrl, ...copy, altText: 'é 😀 "quoted" \u2028', boardId: '101', sendAt: inDays(11).toISOString() }],
  ['a post at the next open slot, with meta', posts, { mediaUrl, ...copy, boardId: '101', useNextOpenSlot: true }],
  ['a secret', '/v1/media/uploads', { extension: 'jpg' }],
  ['a timeslot', `/v1/accounts/${accountId}/timeslots`, { dayPreference: 1, time: '09:30' }],
])('a replay of %s gives the same bytes but for the request id', async (name, url, body) => {
  if (body && 'useNextOpenSlot' in body)
    await call('POST', `/v1/accounts/${accountId}/timeslots`, { dayPreference: 1, time: '08:15' })
  const first = await call('POST', url, body, keyed(`bytes-${name.length}`))
  const again = await call('POST', url, body, keyed(`bytes-${name.length}`))
  expect([first.status, again.headers['idempotent-replayed']]).toEqual([201, 'true'])
  expect(bytesOf(again)).toBe(bytesOf(first))
})

test('an answer is kept once, however it is kept', async () => {
  await call('POST', posts, { mediaUrl, title: 'Kept once' }, keyed('one-copy'))
  await call('POST', '/v1/media/uploads', { extension: 'jpg' }, keyed('one-sealed-copy'))
  const kept = await db.sql`
    select key, answer is not null as "asData", answer_text is not null as "asText"
      from idempotency_keys
     where key like 'one-%copy'
     order by key`
  expect(kept).toEqual([
    { key: 'one-copy', asData: false, asText: true },
    { key: 'one-sealed-copy', asData: true, asText: false },
  ])
})

test('what the version before kept is given again, too', async () => {
  const first = await call('POST', posts, { mediaUrl, title: 'Kept before' }, keyed('old'))
  await db.sql`update idempotency_keys set answer = answer_text::jsonb -> 'data', answer_text = null where key = 'old'`
  const again = await call('POST', posts, { mediaUrl, title: 'Kept before' }, keyed('old'))
  expect([again.status, again.headers['idempotent-replayed'], again.body.data]).toEqual([201, 'true', first.body.data])
})

test.each([
  ['another body', () => call('POST', posts, { mediaUrl, title: 'Other' }, keyed('bound'))],
  ['another path', () => call('POST', '/v1/media/uploads', { extension: 'jpg' }, keyed('bound'))],
])('the same key with %s is 422', async (_what, other) => {
  await call('POST', posts, { mediaUrl, title: 'Bound' }, keyed('bound'))
  const { status, body } = await other()
  expect([status, body.error?.reason]).toEqual([422, 'idempotency_key_reused'])
})

test('an error releases the key', async () => {
  const bad = { mediaUrl, title: 'x'.repeat(101) }
  expect((await call('POST', posts, bad, keyed('free'))).status).toBe(400)
  expect((await call('POST', posts, { mediaUrl, title: 'Fine' }, keyed('free'))).status).toBe(201)
})

test('of many equal requests at once one writes; the others are 409 or its answer', async () => {
  const before = await count()
  const body = { mediaUrl, ...copy, boardId: '101', sendAt: inDays(9).toISOString() }
  const answers = await Promise.all(Array.from({ length: 8 }, () => call('POST', posts, body, keyed('race'))))
  expect(await count()).toBe(before + 1)
  const made = answers.filter(({ status }) => status === 201)
  expect(new Set(made.map(({ body }) => body.data.post.id)).size).toBe(1)
  for (const { status, body } of answers)
    if (status !== 201) expect([status, body.error?.reason]).toEqual([409, 'idempotency_in_progress'])
})

test('after a day the key is new again', async () => {
  await call('POST', posts, { mediaUrl, title: 'Daily' }, keyed('daily'))
  const before = await count()
  clock.advance(24 * 3_600_000)
  const again = await call('POST', posts, { mediaUrl, title: 'Daily' }, keyed('daily'))
  expect(again.headers['idempotent-replayed']).toBeUndefined()
  expect(await count()).toBe(before + 1)
})

test.each(['', 'a b', 'x'.repeat(256), 'ä'])('the key %j is a 400', async (key) => {
  const { status, body } = await call('POST', posts, { mediaUrl }, keyed(key))
  expect([status, body.error?.field]).toEqual([400, 'Idempotency-Key'])
})

test('two keys of one organization do not share their idempotency keys', async () => {
  const other = await aServer(db)
  await call('POST', '/v1/media/uploads', { extension: 'png' }, keyed('shared'))
  const theirs = await other.call('POST', '/v1/media/uploads', { extension: 'png' }, keyed('shared'))
  expect([theirs.status, theirs.headers['idempotent-replayed']]).toEqual([201, undefined])
})

test('a key in quotes, the form of the IETF draft, is the key that stands in them', async () => {
  const first = await call('POST', posts, { mediaUrl, title: 'Quoted' }, keyed('"8e03978e-40d5"'))
  const again = await call('POST', posts, { mediaUrl, title: 'Quoted' }, keyed('8e03978e-40d5'))
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true'])
  expect(again.body.data).toEqual(first.body.data)
  const escaped = await call('POST', posts, { mediaUrl, title: 'Escaped' }, keyed('"a\\"b"'))
  const plain = await call('POST', posts, { mediaUrl, title: 'Escaped' }, keyed('a"b'))
  expect([escaped.status, plain.headers['idempotent-replayed']]).toEqual([201, 'true'])
  for (const key of ['""', '"two words"', `"${'x'.repeat(256)}"`])
    expect((await call('POST', posts, { mediaUrl }, keyed(key))).body.error).toMatchObject({ field: 'Idempotency-Key' })
})
