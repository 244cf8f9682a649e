import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { sweepUploads } from '../../src/core/media/uploads.js'
import { z } from 'zod'
import { uploadSchema } from '../../src/http/wire/upload.js'
import { aDatabase } from '../support/database.js'
import { aPicture, aServer } from './support.js'

const { db } = await aDatabase()
const server = await aServer(db)
const { call, app, accountId, clock, deps } = server
const stranger = await aServer(db)
const posts = `/v1/accounts/${accountId}/posts`
const picture = await aPicture()

const slot = async (extension = 'jpg') => (await call('POST', '/v1/media/uploads', { extension })).body.data.upload
const put = async (uploadUrl: string, payload: Buffer | undefined, contentType: string | null = 'image/jpeg') => {
  const {
    statusCode,
    headers,
    payload: text,
  } = await app.inject({
    method: 'PUT',
    url: uploadUrl.replace('https://pinslot.test', ''),
    headers: contentType === null ? {} : { 'content-type': contentType },
    ...(payload && { payload }),
  })
  const body = JSON.parse(text || '{}') as { error?: { code: string }; meta?: { requestId: string } }
  if (statusCode !== 200) expect(body.meta?.requestId).toBe(headers['x-request-id'])
  return [statusCode, body.error?.code]
}
const staged = async (bytes = picture, extension = 'jpg', contentType = 'image/jpeg') => {
  const upload = await slot(extension)
  expect(await put(upload.uploadUrl, bytes, contentType)).toEqual([200, undefined])
  return upload
}
const attach = (uploadId: string, more = {}) => call('POST', posts, { uploadId, ...more })

test('an upload slot is 201, 15 minutes for the bytes, 24 hours for the id', async () => {
  const { status, body } = await call('POST', '/v1/media/uploads', { extension: '.JPG' })
  expect(status).toBe(201)
  const upload = z.strictObject(uploadSchema.shape).parse(body.data.upload)
  const now = clock.now.getTime() / 1000
  expect(upload).toMatchObject({
    mediaType: 'image',
    contentType: 'image/jpeg',
    uploadUrlExpiresAt: now + 900,
    expiresAt: now + 86_400,
  })
  expect(upload.uploadUrl).toMatch(/^https:\/\/pinslot\.test\/uploads\//)
})

test.each([
  ['jpeg', 'image', 'image/jpeg'],
  ['png', 'image', 'image/png'],
  ['.SVG', 'image', 'image/svg+xml'],
  ['Gif', 'image', 'image/gif'],
  ['webp', 'image', 'image/webp'],
  ['heic', 'image', 'image/heic'],
  ['mp4', 'video', 'video/mp4'],
  ['.mov', 'video', 'video/quicktime'],
  ['qt', 'video', 'video/quicktime'],
])('the extension %s is %s, %s', async (extension, mediaType, contentType) => {
  expect(await slot(extension)).toMatchObject({ mediaType, contentType })
})

test.each([['exe'], [''], ['..jpg'], [7], [null], [undefined]])('the extension %j is a 400', async (extension) => {
  const { status, body } = await call('POST', '/v1/media/uploads', { extension })
  expect([status, body.error?.field]).toEqual([400, 'extension'])
})

test('uploaded bytes become the picture of a post, whatever mediaType says', async () => {
  const { uploadId } = await staged()
  const { status, body } = await attach(uploadId, { mediaType: 'video' })
  expect([status, body.error]).toEqual([201, undefined])
  expect(body.data.post.mediaType).toBe('image')
  const response = await app.inject(body.data.post.mediaUrl.replace('https://pinslot.test', ''))
  expect(response.rawPayload.equals(picture)).toBe(true)
})

test('an upload is attached once, and a later PUT changes nothing', async () => {
  const { uploadId, uploadUrl } = await staged(await aPicture({ color: '#aa0000' }))
  const { body } = await attach(uploadId)
  const url = body.data.post.mediaUrl.replace('https://pinslot.test', '')
  const before = (await app.inject(url)).rawPayload
  await put(uploadUrl, picture)
  expect((await app.inject(url)).rawPayload.equals(before)).toBe(true)
  for (const wait of [0, 25 * 3_600_000]) {
    clock.advance(wait)
    const again = await attach(uploadId)
    expect([again.status, again.body.error?.reason]).toEqual([409, 'upload_already_attached'])
  }
})

test('of two creates with one uploadId one wins', async () => {
  const { uploadId } = await staged(await aPicture({ color: '#00aa00' }))
  const answers = await Promise.all(Array.from({ length: 6 }, () => attach(uploadId)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
})

test('an uploadId named in a refused request stays usable', async () => {
  const { uploadId } = await staged()
  expect((await attach(uploadId, { title: 'x'.repeat(101) })).status).toBe(400)
  expect(
    (await attach(uploadId, { boardId: '101', title: 'T', description: 'D', url: 'https://a.test', useNextOpenSlot: true }))
      .status,
  ).toBe(422)
  expect((await attach(uploadId)).status).toBe(201)
})

test.each([
  [
    'of somebody else',
    async () => (await stranger.call('POST', '/v1/media/uploads', { extension: 'jpg' })).body.data.upload.uploadId,
  ],
  [
    'that is older than a day',
    async () => {
      const { uploadId } = await staged()
      clock.advance(86_400_000)
      return uploadId
    },
  ],
  ['without bytes', async () => (await slot()).uploadId],
  ['whose bytes are not what the extension says', async () => (await staged(await aPicture({ format: 'png' }))).uploadId],
  ['whose bytes are no picture', async () => (await staged(Buffer.from('<html>hello, this is not a picture</html>'))).uploadId],
  ['with no bytes in it', async () => (await staged(Buffer.alloc(0))).uploadId],
])('an uploadId %s is a 400 that names it', async (_what, make) => {
  const { status, body } = await attach(await make())
  expect([status, body.error?.field]).toEqual([400, 'uploadId'])
})

test('a video is not taken yet, and said so', async () => {
  const { uploadId } = await staged(Buffer.alloc(500), 'mp4', 'video/mp4')
  const { status, body } = await attach(uploadId)
  expect([status, body.error?.message]).toEqual([400, 'uploadId: videos are not taken. Upload an image.'])
})

test('the PUT wants exactly the signed content type', async () => {
  const { uploadUrl } = await slot()
  for (const contentType of ['image/png', 'image/jpeg; charset=binary', null])
    expect(await put(uploadUrl, picture, contentType)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
})

test('the PUT takes 20 MiB of an image, whether its length is told or streamed', async () => {
  const { uploadUrl } = await slot()
  const huge = Buffer.alloc(20 * 1024 * 1024 + 1)
  expect(await put(uploadUrl, huge)).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(huge)
      stream.close()
    },
  })
  const response = await fetch(uploadUrl.replace('https://pinslot.test', origin), {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg' },
    body,
    duplex: 'half',
  })
  expect(response.status).toBe(413)
})

test('a forged, altered, foreign or expired address is a 403', async () => {
  const { uploadUrl } = await slot()
  const [claims = '', mac = ''] = uploadUrl.replace('https://pinslot.test/uploads/', '').split('.')
  const [key, type, size, until] = JSON.parse(Buffer.from(claims, 'base64url').toString()) as [string, string, number, number]
  const altered = Buffer.from(JSON.stringify([key, type, size, until + 60_000])).toString('base64url')
  for (const token of [`${altered}.${mac}`, `${claims}.${'A'.repeat(43)}`, `${claims}.`, claims, `${claims}.${mac}.x`, 'x', ''])
    expect(await put(`https://pinslot.test/uploads/${token}`, picture)).toEqual([403, 'FORBIDDEN'])
  clock.advance(15 * 60_000)
  expect(await put(uploadUrl, picture)).toEqual([403, 'FORBIDDEN'])
})

test('staged bytes are deleted when the id expires; an attached id is remembered', async () => {
  const used = await staged(await aPicture({ color: '#0000aa' }))
  const unused = await staged()
  const url = (await attach(used.uploadId)).body.data.post.mediaUrl.replace('https://pinslot.test', '')
  clock.advance(86_400_000)
  expect(await sweepUploads(deps)).toBeGreaterThanOrEqual(2)
  expect(await sweepUploads(deps)).toBe(0)
  expect((await attach(used.uploadId)).status).toBe(409)
  expect((await attach(unused.uploadId)).status).toBe(400)
  expect((await app.inject(url)).statusCode).toBe(200)
})

test('a picture used twice is kept once, also when two creates bring it at once', async () => {
  const fresh = await aPicture({ color: '#123456' })
  server.samples.set('fresh.jpg', fresh)
  const made = await Promise.all(
    Array.from({ length: 6 }, () => call('POST', posts, { mediaUrl: 'https://sample.test/fresh.jpg' })),
  )
  expect(made.map(({ status }) => status)).toEqual(Array(6).fill(201))
  expect(new Set(made.map(({ body }) => body.data.post.mediaUrl)).size).toBe(1)
})

test('a PUT that is broken off leaves nothing and is no failure of ours', async () => {
  const lines: object[] = []
  const log = { debug() {}, info() {}, warn() {}, error: (fields: object) => void lines.push(fields) }
  const other = await aServer(db, { parts: { log } })
  const upload = (await other.call('POST', '/v1/media/uploads', { extension: 'jpg' })).body.data.upload
  const { port } = new URL(await other.app.listen({ port: 0, host: '127.0.0.1' }))
  const answered = new Promise<void>((resolve) =>
    other.app.server.once('connection', (socket) => socket.once('close', () => resolve())),
  )
  const socket = connect(Number(port), '127.0.0.1')
  const address = upload.uploadUrl.replace('https://pinslot.test', '')
  socket.write(`PUT ${address} HTTP/1.1\r\nHost: a\r\nContent-Type: image/jpeg\r\nContent-Length: 1000\r\n\r\nabc`, () =>
    socket.destroy(),
  )
  await answered
  await expect
    .poll(async () => (await other.call('POST', `/v1/accounts/${other.accountId}/posts`, { uploadId: upload.uploadId })).status)
    .toBe(400)
  expect(lines).toEqual([])
})
