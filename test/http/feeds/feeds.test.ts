import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { claimDueFeeds, workOnFeed } from '../../../src/core/sources/feeds/work.js'
import { claimDueGenerations, generate } from '../../../src/core/sources/generations/work.js'
import { aDatabase } from '../../support/database.js'
import { aPage } from '../../core/generations/support/page.js'
import { aFolderWeb, put } from '../../core/preflight/support/web-world.js'
import { aServer, mediaUrl, type Server } from '../support/support.js'

const { db } = await aDatabase()
const folder = mkdtempSync(path.join(tmpdir(), 'pinslot-web-'))
afterAll(() => rmSync(folder, { recursive: true }))
const URL = 'https://blog.example.com/feed.xml'
put(folder, 'blog.example.com/shelves.html', aPage({ pictures: [mediaUrl] }))
put(
  folder,
  'blog.example.com/feed.xml',
  '<rss><channel><title>The blog</title><item><title>Shelves</title><link>https://blog.example.com/shelves.html</link></item></channel></rss>',
)

const aSite = () => aServer(db, { parts: { web: aFolderWeb(folder) } })
const addressOf = ({ accountId }: Server, rest = '') => `/v1/accounts/${accountId}/feeds${rest}`
const add = (server: Server, body: object, headers = {}) => server.call('POST', addressOf(server), body, headers)
async function work({ deps }: Server): Promise<void> {
  for (const one of await claimDueFeeds(deps, 99)) await workOnFeed(deps, one)
  for (const one of await claimDueGenerations(deps, 99)) await generate(deps, one)
}

test('a feed is 201 with where to read it; it is read with what became of its entries', async () => {
  const server = await aSite()
  const { status, headers, body } = await add(server, { url: URL, perDay: 2 })
  const { feed: made } = body.data
  expect([status, headers['location']]).toEqual([201, addressOf(server, `/${made.id}`)])
  const now = server.clock.now.getTime() / 1000
  expect(made).toEqual({
    id: made.id,
    accountId: server.accountId,
    url: URL,
    kind: null,
    title: null,
    perDay: 2,
    boardId: null,
    state: 'active',
    lastError: null,
    lookedAt: null,
    nextLookAt: now,
    waiting: 0,
    drafts: 0,
    drafted: 0,
    createdAt: now,
  })
  await work(server)
  const { feed: read } = (await server.call('GET', addressOf(server, `/${made.id}`))).body.data
  expect(read).toMatchObject({ kind: 'rss', title: 'The blog', lookedAt: now, nextLookAt: now + 3600, drafts: 1, drafted: 1 })
  expect(read.entries).toMatchObject([
    { url: 'https://blog.example.com/shelves.html', title: 'Shelves', state: 'drafted', failureCode: null },
  ])
  const { generationId } = read.entries[0]!
  const { generation } = (await server.call('GET', `/v1/accounts/${server.accountId}/generations/${generationId}`)).body.data
  expect(generation).toMatchObject({ status: 'success', feedId: made.id })
  const { feeds } = (await server.call('GET', addressOf(server))).body.data
  expect(feeds).toMatchObject([{ id: made.id, drafts: 1 }])
  expect(feeds[0]).not.toHaveProperty('entries')
})

test('it is paused, changed and deleted; its drafts stay', async () => {
  const server = await aSite()
  const { feed } = (await add(server, { url: URL, perDay: 2 })).body.data
  await work(server)
  const own = addressOf(server, `/${feed.id}`)
  expect((await server.call('PATCH', own, { state: 'paused', perDay: 5 })).body.data.feed).toMatchObject({
    state: 'paused',
    perDay: 5,
    nextLookAt: null,
  })
  expect((await server.call('POST', `${own}/look`)).body.error).toMatchObject({ code: 'CONFLICT', reason: 'feed_paused' })
  expect((await server.call('PATCH', own, {})).status).toBe(400)
  expect((await server.call('PATCH', own, { url: URL })).status).toBe(400)
  expect((await server.call('DELETE', own)).status).toBe(200)
  expect((await server.call('GET', own)).status).toBe(404)
  const { posts } = (await server.call('GET', `/v1/accounts/${server.accountId}/posts?status=draft`)).body.data
  expect(posts).toMatchObject([{ url: 'https://blog.example.com/shelves.html' }])
})

test('what is wrong with a feed is said as a code and for people', async () => {
  const server = await aSite()
  const { feed } = (await add(server, { url: 'https://blog.example.com/shelves.html', perDay: 1, kind: 'rss' })).body.data
  await work(server)
  const { feed: read } = (await server.call('GET', addressOf(server, `/${feed.id}`))).body.data
  expect(read.lastError?.code).toBe('not_a_feed')
  expect(read.lastError?.message).toMatch(/^This is not a feed/)
})

test.each([
  [{ url: URL }, 'perDay'],
  [{ url: URL, perDay: 31 }, 'perDay'],
  [{ url: URL, perDay: '3' }, 'perDay'],
  [{ url: URL, perDay: 3, kind: 'opml' }, 'kind'],
  [{ perDay: 3 }, 'url'],
  [{ url: 'shop', perDay: 3 }, 'url'],
  [{ url: URL, perDay: 3, every: 'hour' }, 'every'],
])('%j is a 400 that names %s', async (body, field) => {
  const server = await aSite()
  const refused = await add(server, body)
  expect(refused.status).toBe(400)
  expect(refused.body.error?.message).toContain(field)
})

test('an idempotency key adds a feed once', async () => {
  const server = await aSite()
  const key = { 'idempotency-key': 'once' }
  const [first, again] = [await add(server, { url: URL, perDay: 1 }, key), await add(server, { url: URL, perDay: 1 }, key)]
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true'])
  expect(again.body.data).toEqual(first.body.data)
  expect((await add(server, { url: URL, perDay: 1 })).body.error).toMatchObject({ code: 'CONFLICT', reason: 'feed_exists' })
})
