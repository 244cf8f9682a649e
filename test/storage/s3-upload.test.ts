/** An upload with media in a bucket, from /v1 to the served picture: the bytes pass this service only when they are attached and read. */
import { afterAll, expect, test } from 'vitest'
import { sweepUploads } from '../../src/core/media/sweep-uploads.js'
import { aPicture, aServer } from '../http/support/support.js'
import { aDatabase } from '../support/database.js'
import { anS3Store } from '../support/s3-store.js'
import { aVideo } from '../support/videos.js'
import { START } from '../support/world.js'
import { storageOf } from './support.js'

const { db } = await aDatabase()
const store = await anS3Store({ now: START })
const storage = storageOf(store)
const server = await aServer(db, { parts: { storage } })
const { app, call, accountId, clock } = server
afterAll(async () => {
  await storage.close()
  await store.close()
})

const picture = await aPicture()
const slot = async (extension = 'jpg') => (await call('POST', '/v1/media/uploads', { extension })).body.data.upload
const put = async (url: string, bytes: Buffer, contentType = 'image/jpeg') =>
  (await fetch(url, { method: 'PUT', headers: { 'content-type': contentType }, body: bytes })).status
const attach = (uploadId: string) => call('POST', `/v1/accounts/${accountId}/posts`, { uploadId })
const serve = (mediaUrl: string, headers = {}) => app.inject({ url: mediaUrl.replace('https://pinslot.test', ''), headers })
const stagedKeys = () => [...store.objects.keys()].filter((key) => key.startsWith('staged/'))

test('uploaded bytes go straight to the bucket, and become the picture that is served', async () => {
  const { uploadId, uploadUrl, contentType } = await slot()
  expect(uploadUrl.startsWith(`${store.endpoint}/pins/staged/`)).toBe(true)
  expect(await put(uploadUrl, picture, contentType)).toBe(200)
  const { status, body } = await attach(uploadId)
  expect([status, body.error]).toEqual([201, undefined])
  expect(body.data.post.mediaUrl).toMatch(/^https:\/\/pinslot\.test\/media\//)
  const served = await serve(body.data.post.mediaUrl!)
  expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(served.rawPayload.equals(picture)).toBe(true)
})

test('a part of the picture is read as a part from the bucket', async () => {
  const { uploadId, uploadUrl } = await slot()
  await put(uploadUrl, picture)
  const { mediaUrl } = (await attach(uploadId)).body.data.post
  const served = await serve(mediaUrl!, { range: 'bytes=10-19' })
  expect([served.statusCode, served.rawPayload]).toEqual([206, picture.subarray(10, 20)])
  expect(store.seen.at(-1)?.headers.range).toBe('bytes=10-19')
})

test('the bucket takes exactly the Content-Type that was promised', async () => {
  const { uploadId, uploadUrl } = await slot()
  for (const other of ['image/png', 'image/jpeg; charset=binary', '']) expect(await put(uploadUrl, picture, other)).toBe(403)
  const { status, body } = await attach(uploadId)
  expect([status, body.error?.field]).toEqual([400, 'uploadId'])
})

test('an address ends after 15 minutes', async () => {
  const { uploadUrl, uploadUrlExpiresAt } = await slot()
  store.clock.now = new Date(uploadUrlExpiresAt * 1000)
  expect(await put(uploadUrl, picture)).toBe(200)
  store.clock.now = new Date((uploadUrlExpiresAt + 1) * 1000)
  expect(await put(uploadUrl, picture)).toBe(403)
  store.clock.now = START
})

test('a later PUT to the same address changes nothing', async () => {
  const first = await aPicture({ color: '#aa0000' })
  const { uploadId, uploadUrl } = await slot()
  await put(uploadUrl, first)
  const { mediaUrl } = (await attach(uploadId)).body.data.post
  expect(await put(uploadUrl, picture)).toBe(200)
  expect((await serve(mediaUrl!)).rawPayload.equals(first)).toBe(true)
})

test('a video is copied inside the bucket and read by its parts', async () => {
  const video = aVideo()
  const { uploadId, uploadUrl } = await slot('mp4')
  expect(await put(uploadUrl, video, 'video/mp4')).toBe(200)
  const before = store.seen.length
  const { status, body } = await attach(uploadId)
  expect([status, body.error, body.data.post.mediaType]).toEqual([201, undefined, 'video'])
  const calls = store.seen.slice(before)
  const copies = calls.filter(({ headers }) => headers['x-amz-copy-source'] !== undefined)
  expect(copies.map(({ key }) => store.objects.get(key)?.contentType)).toEqual(['video/mp4'])
  expect(calls.filter(({ method, headers }) => method === 'GET' && headers.range === undefined)).toEqual([])
  await put(uploadUrl, aVideo({ width: 400 }), 'video/mp4')
  expect((await serve(body.data.post.mediaUrl!)).rawPayload.equals(video)).toBe(true)
})

test('a file over the limit is refused when it is attached', async () => {
  const { uploadId, uploadUrl } = await slot()
  expect(await put(uploadUrl, Buffer.concat([picture, Buffer.alloc(20 * 1024 * 1024)]))).toBe(200)
  const { status, body } = await attach(uploadId)
  expect([status, body.error?.field]).toEqual([400, 'uploadId'])
  expect(body.error?.message).toContain('20 MiB')
})

test('this service takes no bytes itself', async () => {
  const { uploadUrl } = await slot()
  const response = await app.inject({ method: 'PUT', url: `/uploads${new URL(uploadUrl).pathname}`, payload: picture })
  expect(response.statusCode).toBe(404)
})

test('a bucket that refuses is a masked failure that tells nothing of it', async () => {
  const { uploadId } = await slot()
  store.faults.push({ status: 403, body: '' })
  const { status, text } = await attach(uploadId)
  expect(status).toBe(500)
  for (const word of ['staged/', 'store', store.keys.accessKeyId]) expect(text).not.toContain(word)
})

test('staged bytes leave the bucket when their id expires', async () => {
  expect(stagedKeys().length).toBeGreaterThan(0)
  clock.advance(86_400_000)
  await sweepUploads(server.deps)
  expect(stagedKeys()).toEqual([])
})
