import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { claimDueGenerations, generate } from '../../../src/core/sources/generations/work.js'
import { aDatabase } from '../../support/database.js'
import { aPage } from '../../core/generations/support/page.js'
import { aFolderWeb, put } from '../../core/preflight/support/web-world.js'
import { aServer, mediaUrl, type Server } from '../support/support.js'

const { db } = await aDatabase()
const folder = mkdtempSync(path.join(tmpdir(), 'pinslot-web-'))
afterAll(() => rmSync(folder, { recursive: true }))
put(folder, 'pages.example.com/shelves.html', aPage({ pictures: [mediaUrl] }))
const URL = 'https://pages.example.com/shelves.html'

const aSite = () => aServer(db, { parts: { web: aFolderWeb(folder) } })
const addressOf = ({ accountId }: Server, rest = '') => `/v1/accounts/${accountId}/generations${rest}`
const begin = (server: Server, body: object, headers = {}) => server.call('POST', addressOf(server), body, headers)
async function work({ deps }: Server): Promise<void> {
  for (let claimed = await claimDueGenerations(deps, 9); claimed.length > 0; claimed = await claimDueGenerations(deps, 9))
    for (const one of claimed) await generate(deps, one)
}
const countOf = async ({ organizationId }: Server) =>
  (await db.sql`select from generations where organization_id = ${organizationId}`).length

test('a generation is 201 with where to read it; its drafts name it, and other posts name none', async () => {
  const server = await aSite()
  const { status, headers, body } = await begin(server, { url: URL, drafts: 2 })
  const { generation: made } = body.data
  expect([status, headers['location']]).toEqual([201, addressOf(server, `/${made.id}`)])
  expect(made).toEqual({
    id: made.id,
    accountId: server.accountId,
    url: URL,
    title: null,
    status: 'queued',
    failureCode: null,
    failureMessage: null,
    deduplicated: false,
    postIds: [],
    writtenBy: null,
    warnings: [],
    createdAt: server.clock.now.getTime() / 1000,
    finishedAt: null,
  })
  await work(server)
  const { generation: done } = (await server.call('GET', addressOf(server, `/${made.id}`))).body.data
  expect(done).toMatchObject({ status: 'success', writtenBy: 'local', finishedAt: made.createdAt })
  expect(done.postIds.length).toBeGreaterThan(0)
  for (const postId of done.postIds) {
    const { post } = (await server.call('GET', `/v1/accounts/${server.accountId}/posts/${postId}`)).body.data
    expect(post).toMatchObject({ status: 'draft', generationId: made.id, url: URL })
  }
  const { post: written } = (await server.call('POST', `/v1/accounts/${server.accountId}/posts`, { mediaUrl })).body.data
  expect(written).not.toHaveProperty('generationId')
})

test('a page that is no page says why, as a code and for people', async () => {
  const server = await aSite()
  const { generation: made } = (await begin(server, { url: 'https://pages.example.com/gone' })).body.data
  await work(server)
  const { generation: done } = (await server.call('GET', addressOf(server, `/${made.id}`))).body.data
  expect(done).toMatchObject({ status: 'failed', failureCode: 'unreachable', postIds: [] })
  expect(done.failureMessage).toMatch(/^The page did not load/)
})

test('the same page in work is the same generation; an idempotency key answers the same again', async () => {
  const server = await aSite()
  const key = { 'idempotency-key': 'once' }
  const [first, again, other] = [
    await begin(server, { url: URL }, key),
    await begin(server, { url: URL }, key),
    await begin(server, { url: URL }),
  ]
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true'])
  expect(again.body.data).toEqual(first.body.data)
  expect(other.status).toBe(201)
  expect(other.body.data.generation).toEqual({ ...first.body.data.generation, deduplicated: true })
  expect(await countOf(server)).toBe(1)
})

test('one that waits is cancelled once; then 409 generation_started', async () => {
  const server = await aSite()
  const { generation: made } = (await begin(server, { url: URL })).body.data
  const cancel = () => server.call('POST', addressOf(server, `/${made.id}/cancel`))
  expect(await cancel()).toMatchObject({
    status: 200,
    body: { data: { generation: { id: made.id, status: 'failed', failureCode: 'cancelled' } } },
  })
  expect(await cancel()).toMatchObject({ status: 409, body: { error: { reason: 'generation_started' } } })
  await work(server)
  const { body } = await server.call('GET', `/v1/accounts/${server.accountId}/posts?status=draft`)
  expect(body.data.posts).toEqual([])
})

test.each<[object, string]>([
  [{}, 'url'],
  [{ url: 'https://localhost/x' }, 'url'],
  [{ url: URL, title: 'x'.repeat(257) }, 'title'],
  [{ url: URL, keywords: Array.from({ length: 11 }, () => 'oak') }, 'keywords'],
  [{ url: URL, drafts: 6 }, 'drafts'],
  [{ url: URL, boardId: 'Kitchen' }, 'boardId'],
  [{ url: URL, boardId: null }, 'boardId'],
  [{ url: URL, sendAt: '2026-05-01T10:00:00Z' }, 'sendAt'],
])('%j is a 400 that names %s, and nothing is kept', async (body, field) => {
  const server = await aSite()
  expect(await begin(server, body)).toMatchObject({ status: 400, body: { error: { code: 'BAD_REQUEST', field } } })
  expect(await countOf(server)).toBe(0)
})

test('another organization finds nothing', async () => {
  const [server, other] = [await aSite(), await aSite()]
  const { generation: made } = (await begin(server, { url: URL })).body.data
  for (const account of [server.accountId, other.accountId]) {
    const address = `/v1/accounts/${account}/generations/${made.id}`
    expect((await other.call('GET', address)).status).toBe(404)
    expect((await other.call('POST', `${address}/cancel`)).status).toBe(404)
  }
  expect((await other.call('POST', addressOf(server), { url: URL })).status).toBe(404)
  expect(await countOf(server)).toBe(1)
})
