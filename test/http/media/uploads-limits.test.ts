/** What an organization may have waiting for a post, and how its bytes may come: one PUT at a time, and no body slower than it has to be. */
import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stageFile } from '../../../src/core/media/stage.js'
import { requestUpload } from '../../../src/core/media/uploads.js'
import type { Storage } from '../../../src/core/ports/deps.js'
import { buildServer } from '../../../src/http/server.js'
import { Readable } from 'node:stream'
import { aDatabase } from '../../support/database.js'
import { aWorld } from '../../support/world.js'
import { aPicture, aServer } from '../support/support.js'

const { db } = await aDatabase()
const server = await aServer(db)
const { call, deps, actor, organizationId, clock } = server
const QUICK_MS = 400
const app = await buildServer(deps, { bodyTimeoutMs: QUICK_MS })
let port = 0
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port // it listens on a port, not on a pipe
})
afterAll(() => app.close())

const aSlot = async () => (await call('POST', '/v1/media/uploads', { extension: 'jpg' })).body.data.upload
const addressOf = (uploadUrl: string) => uploadUrl.slice(uploadUrl.indexOf('/uploads/'))
/** Begun and not ended: the head and some bytes are sent. */
async function begunPut(uploadUrl: string, bytes: Buffer): Promise<{ sent: ClientRequest; answer: Promise<IncomingMessage> }> {
  const sent = request({
    port,
    method: 'PUT',
    path: addressOf(uploadUrl),
    headers: { 'content-type': 'image/jpeg', 'content-length': bytes.length },
  })
  const answer = once(sent, 'response').then(([response]) => response as IncomingMessage)
  answer.catch(() => {})
  sent.on('error', () => {})
  sent.write(bytes.subarray(0, 10))
  return { sent, answer }
}
const isTaken = async () =>
  (await db.sql`select from uploads where organization_id = ${organizationId} and put_until is not null`).length > 0
/** Slots that nobody has used. */
const slots = (count: number, mediaType = 'image', stagedBytes: number | null = null) => db.sql`
  insert into uploads (organization_id, secret_hash, storage_key, extension, media_type, content_type, url_expires_at, expires_at, created_at, staged_bytes)
  select ${organizationId}, sha256(random()::text::bytea), 'staged/' || ${organizationId}::text || '/' || md5(random()::text), 'jpg', ${mediaType}, 'image/jpeg',
         ${new Date(clock.now.getTime() + 900_000)}, ${new Date(clock.now.getTime() + 86_400_000)}, ${clock.now}, ${stagedBytes}
    from generate_series(1, ${count}::int)`
const forgetSlots = () => db.sql`delete from uploads where organization_id = ${organizationId}`

test('a second PUT to an address is a 409 while the first is under way, and the first wins', async () => {
  const picture = await aPicture()
  const { uploadUrl, uploadId } = await aSlot()
  const first = await begunPut(uploadUrl, picture)
  await expect.poll(isTaken).toBe(true)
  const second = await begunPut(uploadUrl, picture)
  const refused = await second.answer
  expect([refused.statusCode, await text(refused)]).toEqual([
    409,
    expect.stringContaining('Another PUT to this upload URL is in progress'),
  ])
  first.sent.end(picture.subarray(10))
  expect((await first.answer).statusCode).toBe(200)
  expect(await isTaken()).toBe(false)
  const [slot] = await db.sql`select staged_bytes from uploads where organization_id = ${organizationId} order by id desc limit 1`
  expect(slot).toEqual({ staged_bytes: String(picture.length) })
  expect(uploadId).toBeTruthy()
})

test('of PUTs that begin at once one is taken', async () => {
  const picture = await aPicture()
  const { uploadUrl } = await aSlot()
  const all = await Promise.all(Array.from({ length: 8 }, () => begunPut(uploadUrl, picture)))
  const refused = new Set<ClientRequest>()
  for (const { sent, answer } of all) void answer.then(({ statusCode }) => statusCode === 409 && refused.add(sent))
  await expect.poll(() => refused.size).toBe(7)
  const [winner] = all.filter(({ sent }) => !refused.has(sent))
  winner!.sent.end(picture.subarray(10))
  expect((await winner!.answer).statusCode).toBe(200)
})

test('a PUT that is broken off frees its address, and one whose process died holds it for a minute', async () => {
  const picture = await aPicture()
  const { uploadUrl } = await aSlot()
  const first = await begunPut(uploadUrl, picture)
  await expect.poll(isTaken).toBe(true)
  first.sent.destroy()
  await expect.poll(isTaken).toBe(false)
  await db.sql`update uploads set put_until = ${new Date(clock.now.getTime() + 60_000)} where organization_id = ${organizationId} and attached_at is null`
  const held = await begunPut(uploadUrl, picture)
  expect((await held.answer).statusCode).toBe(409)
  clock.advance(60_000)
  const again = await begunPut(uploadUrl, picture)
  again.sent.end(picture.subarray(10))
  expect((await again.answer).statusCode).toBe(200)
})

test('an organization has 500 uploads open, also when many are asked for at once; posts and time free them', async () => {
  await forgetSlots()
  await slots(496)
  const answers = await Promise.all(Array.from({ length: 10 }, () => call('POST', '/v1/media/uploads', { extension: 'jpg' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 429, 429, 429, 429, 429, 429])
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.body.error).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: expect.stringMatching(/^500 uploads are waiting for a post.*Create posts with them/) as string,
  })
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3_600)
  const body = Readable.from([await aPicture()])
  await expect(stageFile(deps, actor, { name: 'a.jpg', body, field: 'files' })).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  })
  const other = await aWorld(db)
  expect(await requestUpload({ ...deps, db }, other.actor, { extension: 'jpg' })).toMatchObject({ mediaType: 'image' })
  await db.sql`update uploads set attached_at = ${clock.now} where id = (select max(id) from uploads where organization_id = ${organizationId})`
  expect((await call('POST', '/v1/media/uploads', { extension: 'jpg' })).status).toBe(201)
})

test('an organization has 50 GiB staged: what is not known counts as much as may come', async () => {
  await forgetSlots()
  await slots(50, 'video')
  const refused = await call('POST', '/v1/media/uploads', { extension: 'mp4' })
  expect([refused.status, refused.body.error?.message]).toEqual([429, expect.stringContaining('50 GiB')])
  await db.sql`update uploads set staged_bytes = 30000000 where organization_id = ${organizationId}`
  expect((await call('POST', '/v1/media/uploads', { extension: 'mp4' })).status).toBe(201)
})

test('where bytes go straight to a bucket it is asked what came, before anything is refused', async () => {
  await forgetSlots()
  await slots(50, 'video')
  const asked: string[] = []
  const bucket: Storage = {
    ...deps.storage,
    stat: async (key) => (asked.push(key), asked.length % 2 === 0 ? { bytes: 1000 } : undefined),
  }
  delete bucket.receivePut
  const ask = () => requestUpload({ ...deps, storage: bucket }, actor, { extension: 'mp4' })
  await expect(ask()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' }) // their addresses are still good
  expect(asked).toEqual([])
  clock.advance(16 * 60_000)
  expect(await ask()).toMatchObject({ mediaType: 'video' })
  expect(asked).toHaveLength(40)
})

/** What comes back for a request whose body stops in its middle. */
async function stopped(head: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1')
  socket.write(`${head}\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a":`)
  return await text(socket)
}

test('a JSON body that does not come is a 408 with the headers of every answer, and its connection ends', async () => {
  const answer = await stopped(`POST /v1/media/uploads HTTP/1.1\r\nauthorization: Bearer ${server.key}`)
  expect(answer).toMatch(/^HTTP\/1.1 408 /)
  expect(answer).toContain('took too long to arrive')
  for (const name of [
    'x-request-id',
    'cache-control: no-store',
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'connection: close',
  ])
    expect(answer.toLowerCase().split(`\r\n${name}`).length, name).toBe(2) // once
})

test('the bytes of an upload may take longer', async () => {
  const picture = await aPicture()
  await forgetSlots()
  const { uploadUrl } = await aSlot()
  const { sent, answer } = await begunPut(uploadUrl, picture)
  await sleep(2 * QUICK_MS)
  sent.end(picture.subarray(10))
  expect((await answer).statusCode).toBe(200)
})
