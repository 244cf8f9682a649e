import { expect, test } from 'vitest'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import { aDatabase } from '../../support/database.js'
import { aTimeslot, creditsOf } from '../../support/factories.js'
import { aServer, copy, inDays, mediaUrl, type Server } from '../support/support.js'

const { db } = await aDatabase()

async function aShop(options: Parameters<typeof aServer>[1] = {}): Promise<Server> {
  const server = await aServer(db, options)
  for (let day = 0; day < 7; day++) await aTimeslot(server, { day, time: '12:00' })
  return server
}
const one = { mediaUrl, ...copy, boardId: '101' }
const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ ...one, url: `https://shop.test/${index}` }))
const batchOf = ({ accountId }: Server) => `/v1/accounts/${accountId}/posts/batch`
const create = (server: Server, body: object, headers = {}) => server.call('POST', batchOf(server), body, headers)
const postsIn = async ({ organizationId }: Server) =>
  (await db.sql`select from posts where organization_id = ${organizationId}`).length

test('a batch is written, read and undone', async () => {
  const server = await aShop({ credits: 3 })
  const { status, headers, body } = await create(server, { posts: numbered(3), mode: 'schedule' })
  const { batch } = body.data
  const address = `/v1/accounts/${server.accountId}/batches/${batch.id}`
  expect([status, headers['location'], batch.counts]).toEqual([201, address, { created: 3, failed: 0 }])
  expect(batch.results.map(({ post, charge, warnings }) => [post?.status, charge, warnings])).toEqual(
    Array.from({ length: 3 }, () => ['queued', { unit: 'credit', amount: 1 }, []]),
  )
  expect(batch.results[2]?.placement?.passedOver).toHaveLength(2)
  expect((await server.call('GET', address)).body.data.batch).toEqual(batch)
  const undone = await server.call('POST', `${address}/undo`)
  expect([undone.status, undone.body.data.batch.results.map(({ post }) => post)]).toEqual([
    200,
    [undefined, undefined, undefined],
  ])
  expect([await creditsOf(server), await postsIn(server)]).toEqual([3, 0])
  expect(await server.call('POST', `${address}/undo`)).toMatchObject({
    status: 409,
    body: { error: { reason: 'post_status_changed' } },
  })
})

test('a preview is 200, shows what is then written, and writes nothing', async () => {
  const server = await aShop({ credits: 2 })
  const asked = {
    posts: [...numbered(2), { ...one, sendAt: inDays(30).toISOString() }, { ...one, title: ' ' }],
    mode: 'schedule',
  }
  const { status, body } = await create(server, { ...asked, preview: true })
  const { batch } = body.data
  expect([status, batch.id, batch.counts]).toEqual([200, null, { created: 2, failed: 2 }])
  expect(batch.results.map(({ post, error }) => [post?.id, post?.mediaUrl, post?.title, error?.code])).toEqual([
    [undefined, undefined, copy.title, undefined],
    [undefined, undefined, copy.title, undefined],
    [undefined, undefined, undefined, 'PAYMENT_REQUIRED'],
    [undefined, undefined, undefined, 'BAD_REQUEST'],
  ])
  expect(await postsIn(server)).toBe(0)
  const written = await create(server, { ...asked, onError: 'skip' })
  expect(written.body.data.batch.results.map(({ post }) => post?.sendAt)).toEqual(batch.results.map(({ post }) => post?.sendAt))
})

test('a post with nothing but a link is told the way to drafts of its page, alone and in a row', async () => {
  const server = await aShop()
  const link = { url: 'https://shop.test/shelf' }
  const message =
    'mediaUrl or uploadId is required: a post needs an image or a video. For drafts of the page that url leads to, send it to POST /v1/accounts/{accountId}/generations.'
  const { status, body } = await create(server, { posts: [one, link] })
  expect([status, body.error?.rows]).toEqual([400, [{ index: 1, code: 'BAD_REQUEST', field: 'mediaUrl', message }]])
  const alone = await server.call('POST', `/v1/accounts/${server.accountId}/posts`, link)
  expect(alone).toMatchObject({ status: 400, body: { error: { field: 'mediaUrl', message } } })
  expect(await postsIn(server)).toBe(0)
})

test('what is wrong with the form of a post is said of its row', async () => {
  const server = await aShop()
  const posts = [
    one,
    { ...one, title: 7 },
    { ...one, color: 'red' },
    'a pin',
    { ...one, intervalBoards: [] },
    { ...one, sendAt: 'soon' },
  ]
  const { status, body } = await create(server, { posts })
  expect([status, body.error?.field, body.error?.rows?.map(({ index, field }) => [index, field])]).toEqual([
    400,
    'posts[1].title',
    [
      [1, 'title'],
      [2, 'color'],
      [3, 'body'],
      [4, 'intervalBoards'],
      [5, 'sendAt'],
    ],
  ])
  expect(await postsIn(server)).toBe(0)
  const skipped = await create(server, { posts, onError: 'skip' })
  expect([skipped.status, skipped.body.data.batch.counts]).toEqual([201, { created: 1, failed: 5 }])
})

test.each([
  ['posts', { posts: [] }],
  ['posts', { posts: numbered(101) }],
  ['posts', { posts: 'many' }],
  ['mode', { posts: [one], mode: 'now' }],
  ['mode', { posts: [one], mode: 'approval' }],
  ['onError', { posts: [one], onError: 'retry' }],
  ['preview', { posts: [one], preview: 'yes' }],
  ['boardId', { posts: [one], boardId: '101' }],
])('wrong form %#: 400 of %s', async (field, body) => {
  const server = await aShop()
  expect(await create(server, body)).toMatchObject({ status: 400, body: { error: { code: 'BAD_REQUEST', field } } })
})

test('too little credit is 402 with what fits', async () => {
  const server = await aShop({ credits: 1 })
  expect(await create(server, { posts: numbered(2), mode: 'schedule' })).toMatchObject({
    status: 402,
    body: {
      error: {
        reason: 'insufficient_credits',
        message: expect.stringContaining('credit for 1 of these 2 posts') as string,
        resolve_url: 'https://pinslot.test/billing/credits',
        rows: [{ index: 1, code: 'PAYMENT_REQUIRED' }],
      },
    },
  })
})

test('one idempotency key is one batch, and one preview', async () => {
  const server = await aShop()
  const key = { 'idempotency-key': 'monday' }
  const first = await create(server, { posts: numbered(2) }, key)
  const again = await create(server, { posts: numbered(2) }, key)
  expect([again.status, again.body.data, again.headers['idempotent-replayed']]).toEqual([201, first.body.data, 'true'])
  expect(await postsIn(server)).toBe(2)
  const seen = { posts: numbered(2), preview: true }
  const preview = await create(server, seen, { 'idempotency-key': 'look' })
  expect(await create(server, seen, { 'idempotency-key': 'look' })).toMatchObject({
    status: 200,
    body: { data: preview.body.data },
  })
})

test('a dead connection refuses all, also with skip, and the same request is done once the account is connected again', async () => {
  const server = await aShop({ credits: 5 })
  const connection = (status: string) =>
    db.sql`update accounts set token_status = ${status} where organization_id = ${server.organizationId} and id = ${server.accountId}`
  const asked = { posts: [{ ...one, sendAt: inDays(3).toISOString() }], mode: 'schedule', onError: 'skip' }
  const headers = { 'idempotency-key': 'while-it-is-dead' }
  await connection('unauthorized')
  expect(await create(server, asked, headers)).toMatchObject({
    status: 402,
    body: { error: { reason: 'account_not_connected', resolve_url: `https://pinslot.test/connect/${server.accountId}` } },
  })
  const preview = await create(server, { ...asked, preview: true })
  expect(preview.body.data.batch.results).toMatchObject([{ error: { reason: 'account_not_connected' } }])
  await connection('authorized')
  const { status, body } = await create(server, asked, headers)
  expect([status, body.data.batch.counts]).toEqual([201, { created: 1, failed: 0 }])
})

test('a key that may not schedule asks for each of them: 202', async () => {
  const server = await aShop()
  await db.sql`update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where id = ${server.accountId}`
  const { key } = await createApiKey(server.deps, server.actor, { name: 'agent', role: 'contributor' })
  const { status, body } = await create(server, { posts: numbered(2), mode: 'schedule' }, { authorization: `Bearer ${key}` })
  expect(status).toBe(202)
  expect(body.data.batch.results).toMatchObject([
    { post: { status: 'draft' }, approval: { state: 'pending', sendAt: null } },
    { post: { status: 'draft' }, approval: { state: 'pending', sendAt: null } },
  ])
  const all = await create(server, { posts: numbered(1), mode: 'approval' }) // of one that may schedule
  expect([all.status, all.body.data.batch.results[0]?.approval?.state]).toEqual([202, 'pending'])
})

test('a batch of another account is not there', async () => {
  const [server, other] = [await aShop(), await aShop()]
  const { batch } = (await create(server, { posts: [one] })).body.data
  expect((await other.call('GET', `/v1/accounts/${other.accountId}/batches/${batch.id}`)).status).toBe(404)
  expect((await other.call('POST', `/v1/accounts/${other.accountId}/batches/${batch.id}/undo`)).status).toBe(404)
  expect((await server.call('GET', `/v1/accounts/${server.accountId}/batches/first`)).status).toBe(404)
})
