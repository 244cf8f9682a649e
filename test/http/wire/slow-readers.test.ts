/** Whoever asks and does not read keeps a connection for a while, and nothing else of anybody. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import { revokeApiKey } from '../../../src/core/accounts/keys/revoke.js'
import { buildServer, type ServerOptions } from '../../../src/http/server.js'
import { makeLocalStorage } from '../../../src/storage/local.js'
import { aDatabase } from '../../support/database.js'
import { aDraft } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'

const { db } = await aDatabase()
const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-readers-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const MIB = 1024 ** 2
/** More than the system keeps on its way to one that does not read. */
const VIDEO_BYTES = 24 * MIB

const closes: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close()
})

type Server = World & { app: FastifyInstance; port: number; baseUrl: string; key: string; apiKeyId: string }
async function aServer(options: ServerOptions = {}): Promise<Server> {
  const world = await aWorld(db)
  const { clock, settings } = world.deps
  const storage = makeLocalStorage({ dir, publicUrl: () => settings.publicUrl, secret: Buffer.from('a secret'), clock })
  const deps = { ...world.deps, storage }
  const { key, apiKey } = await createApiKey(deps, world.actor, { name: 'k' })
  const app = await buildServer(deps, options)
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  closes.push(() => app.close())
  return { ...world, deps, app, baseUrl, port: Number(new URL(baseUrl).port), key, apiKeyId: apiKey.id }
}

/** The path of a video of random bytes, and these. */
async function aVideo({ deps, organizationId, clock }: Server, bytes = VIDEO_BYTES): Promise<{ path: string; content: Buffer }> {
  const content = randomBytes(bytes)
  const token = randomBytes(18).toString('base64url')
  await deps.storage.put(`media/${token}`, content, 'video/mp4')
  await deps.db.sql`
    insert into media (organization_id, token, storage_key, sha256, media_type, content_type, bytes, width, height, duration_ms, created_at)
    values (${organizationId}, ${token}, ${`media/${token}`}, ${createHash('sha256').update(content).digest()}, 'video', 'video/mp4', ${bytes},
            600, 900, 5000, ${clock.now})`
  return { path: `/media/${organizationId}_${token}.mp4`, content }
}

/** Drafts of some 4 KB each. */
async function drafts(world: World, count: number): Promise<void> {
  const { id } = await aDraft(world)
  await db.sql`
    insert into posts (organization_id, account_id, status, media_type, title, description, url, created_via, created_at, updated_at)
    select organization_id, account_id, 'draft', 'image', 'Draft ' || n, repeat('é', 800), 'https://example.com/' || repeat('x', 1900), 'api',
           created_at, updated_at
      from posts, generate_series(1, ${count}) n
     where organization_id = ${world.organizationId} and id = ${id}`
  await db.sql`
    insert into post_media (organization_id, post_id, position, media_id)
    select p.organization_id, p.id, 0, m.media_id
      from posts p
      join post_media m on m.organization_id = p.organization_id and m.post_id = ${id}
     where p.organization_id = ${world.organizationId} and p.title like 'Draft %'`
}

type Asked = { socket: Socket; head: Buffer; status: string; rest: () => Promise<number> }
/** Sends a request and reads no more than the beginning of its answer. `rest`: reads what there is until the end, and counts it. */
async function askAndStall({ port }: Server, path: string, headers: Record<string, string> = {}): Promise<Asked> {
  const socket = connect(port, '127.0.0.1')
  closes.push(() => socket.destroy())
  socket.on('error', () => {})
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${lines.join('')}\r\n`)
  const head = await new Promise<Buffer>((resolve) => socket.once('data', (data: Buffer) => (socket.pause(), resolve(data))))
  const rest = () =>
    new Promise<number>((resolve) => {
      let bytes = head.length
      socket
        .on('data', (data: Buffer) => (bytes += data.length))
        .once('close', () => resolve(bytes))
        .resume()
    })
  return { socket, head, status: head.toString('latin1', 9, 12), rest }
}
/** How many connections the service has. */
const openAt = async ({ app }: Server) => promisify(app.server.getConnections.bind(app.server))()
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const statusOf = async ({ baseUrl }: Server, path: string, headers: Record<string, string> = {}): Promise<number> => {
  const answer = await fetch(baseUrl + path, { headers })
  await answer.arrayBuffer()
  return answer.status
}

/** An answer that is written at once. */
const large =
  (bytes: Buffer): FastifyPluginAsync =>
  async (app) =>
    void app.get('/large', { schema: { hide: true } }, (_request, reply) => reply.send(bytes))

const ADMISSION = { loopMs: 60_000, databaseMs: 60_000, mostAtWork: 20 }
/** Half a second without any progress, and 200 KB a second. */
const SOON = { graceMs: 500, mostMs: 500, bytesPerSecond: 200_000, tickMs: 50 }

test('videos that nobody reads are no work: pages and requests with a key are answered beside more of them than may be at work', async () => {
  const server = await aServer({ admission: ADMISSION })
  const { path } = await aVideo(server)
  const stalled: Asked[] = []
  for (let n = 0; n < 50; n++) stalled.push(await askAndStall(server, path))
  expect(new Set(stalled.map(({ status }) => status))).toEqual(new Set(['200']))
  await expect.poll(() => statusOf(server, '/docs')).toBe(200)
  expect(await statusOf(server, '/v1/accounts', bearer(server.key))).toBe(200)
  expect(await openAt(server)).toBeGreaterThanOrEqual(50)
})

test('beyond the number at work a made-up key gets nothing, whatever organization it names, and one that worked lately its share', async () => {
  const server = await aServer({ admission: ADMISSION })
  const other = await aServer()
  const { key } = await createApiKey(other.deps, other.actor, { name: 'k' })
  const list = `/v1/accounts/${server.accountId}/posts`
  expect(await statusOf(server, '/v1/accounts', bearer(key))).toBe(200)
  const busy: Promise<number>[] = []
  await db.tx(async (sql) => {
    await sql`lock table posts in access exclusive mode`
    for (let n = 0; n < 30; n++) busy.push(statusOf(server, list, bearer(server.key)))
    await expect.poll(() => statusOf(server, '/docs')).toBe(503)
    for (const named of [server.organizationId, other.organizationId, '4711']) {
      const made = `pst_${named}_${randomBytes(32).toString('base64url')}`
      expect(await statusOf(server, '/v1/accounts', bearer(made))).toBe(503)
      expect(await statusOf(server, '/v1/accounts', bearer(`pst_${named}_x`))).toBe(503)
    }
    expect(await statusOf(server, '/v1/accounts', bearer(key))).toBe(200)
  })
  await Promise.all(busy)
})

test('who takes nothing of an answer is cut off, also in the middle of a large one that was written at once', async () => {
  const server = await aServer({ readers: SOON, plugins: [large(Buffer.alloc(VIDEO_BYTES))] })
  const { path } = await aVideo(server)
  const stalled = [await askAndStall(server, path), await askAndStall(server, '/large')]
  expect(await openAt(server)).toBe(2)
  await expect.poll(() => openAt(server), { timeout: 5_000 }).toBe(0)
  for (const { rest } of stalled) expect(await rest()).toBeLessThan(VIDEO_BYTES)
})

test('who takes a little now and then is cut off, too', async () => {
  const server = await aServer({ readers: SOON })
  const { path } = await aVideo(server)
  const { socket } = await askAndStall(server, path)
  const drip = setInterval(() => void socket.read(1_000), 50) // a tenth of the least
  closes.push(() => clearInterval(drip))
  socket.on('readable', () => {})
  await expect.poll(() => openAt(server), { timeout: 8_000 }).toBe(0)
})

test('a slow line gets all of it, however long that takes: of a file, and of what was written at once', async () => {
  const bytes = randomBytes(VIDEO_BYTES)
  const server = await aServer({ readers: { ...SOON, mostMs: 3_000 }, plugins: [large(bytes)] })
  const { path, content } = await aVideo(server)
  /** 6 MB a second, which the system takes in parts of megabytes. */
  const readSlowly = async (at: string) => {
    const { socket, head } = await askAndStall(server, at)
    const parts = [head]
    let read = 0
    const from = Date.now()
    const turn = setInterval(() => {
      const most = ((Date.now() - from) / 1000) * 6_000_000
      while (read < most) {
        const part = socket.read() as Buffer | null
        if (part === null) break
        parts.push(part)
        read += part.length
      }
    }, 20)
    closes.push(() => clearInterval(turn))
    socket.on('readable', () => {})
    await new Promise((resolve) => socket.once('end', resolve))
    expect(Date.now() - from).toBeGreaterThan(3_500)
    const answer = Buffer.concat(parts)
    return answer.subarray(answer.indexOf('\r\n\r\n') + 4)
  }
  const [file, written] = await Promise.all([readSlowly(path), readSlowly('/large')])
  expect([file.equals(content), written.equals(bytes)]).toEqual([true, true])
})

test('a process that stood still cuts nobody off for that time', async () => {
  const server = await aServer({ readers: { ...SOON, graceMs: 2_000, mostMs: 2_000 } })
  const { path } = await aVideo(server)
  await askAndStall(server, path)
  await sleep(300)
  const until = performance.now() + 3_000
  while (performance.now() < until);
  await sleep(200)
  expect(await openAt(server)).toBe(1)
  await expect.poll(() => openAt(server)).toBe(0)
})

test('of readers that hold too much the slowest are cut off, of one address and in all; who comes then is answered', async () => {
  const each = 128 * 1024
  const server = await aServer({
    trustedProxies: ['127.0.0.1'],
    readers: { graceMs: 60_000, mostMs: 60_000, tickMs: 50, bytesOfAddress: 4 * each, bytes: 6 * each },
  })
  const { path } = await aVideo(server)
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const [one, two, three] = ['198.51.100.1', '198.51.100.2', '198.51.100.3']
  const first = await askAndStall(server, path, from(one))
  await sleep(100)
  for (let n = 0; n < 4; n++) await askAndStall(server, path, from(one))
  await expect.poll(() => openAt(server)).toBe(4)
  expect(await first.rest()).toBeLessThan(VIDEO_BYTES)
  for (let n = 0; n < 2; n++) await askAndStall(server, path, from(two))
  await sleep(200)
  expect(await openAt(server)).toBe(6)
  const last = await askAndStall(server, path, from(three)) // one of the first address makes room
  await expect.poll(() => openAt(server)).toBe(6)
  expect(await last.rest()).toBeGreaterThan(VIDEO_BYTES)
})

test('files of CSV that nobody reads take no place of their organization, and break off once their key is revoked', async () => {
  const server = await aServer()
  await drafts(server, 3_000)
  const { actor, accountId, deps } = server
  const { key, apiKey } = await createApiKey(deps, actor, { name: 'viewer', role: 'viewer', accountIds: [accountId] })
  const file = `/v1/accounts/${accountId}/posts.csv?status=draft`
  const stalled: Asked[] = []
  for (let n = 0; n < 10; n++) stalled.push(await askAndStall(server, file, bearer(key)))
  expect(new Set(stalled.map(({ status }) => status))).toEqual(new Set(['200']))
  const whole = await fetch(server.baseUrl + file, { headers: bearer(server.key) })
  const { length } = await whole.text()
  expect(await statusOf(server, `/v1/accounts/${accountId}/posts`, bearer(server.key))).toBe(200)

  await revokeApiKey(deps, actor, { apiKeyId: apiKey.id })
  for (const { rest } of stalled) expect(await rest()).toBeLessThan(length)
})
