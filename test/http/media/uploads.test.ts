import { connect } from 'node:net'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { sweepUploads } from '../../../src/core/media/sweep-uploads.js'
import { z } from 'zod'
import { uploadSchema } from '../../../src/http/wire/upload.js'
import { anAnimation } from '../../core/media/support/animation.js'
import { aVideo } from '../../support/videos.js'
import { aDatabase } from '../../support/database.js'
import { aPicture, aServer } from '../support/support.js'

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
/** A row whose bytes are 200: a whole video is longer. */
const short = async () => Buffer.from(Array.from({ length: 200 }, (_, n) => n))
let shortName: Promise<string> | undefined
const shortUrl = () =>
  (shortName ??= (async () => {
    const upload = await staged(aVideo(), 'mp4', 'video/mp4')
    const { mediaUrl } = (await attach(upload.uploadId)).body.data.post
    const [, token] = /_(.{24})\.mp4$/.exec(mediaUrl!) ?? []
    const [row] = await db.sql<
      [{ key: string }]
    >`update media set bytes = 200 where token = ${token ?? ''} returning storage_key as key`
    await deps.storage.put(row.key, await short(), 'video/mp4')
    return mediaUrl!.replace('https://pinslot.test', '')
  })())
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
  ['avif', 'image', 'image/avif'],
  ['mp4', 'video', 'video/mp4'],
  ['.mov', 'video', 'video/quicktime'],
  ['jfif', 'image', 'image/jpeg'],
  ['.JPE', 'image', 'image/jpeg'],
  ['heif', 'image', 'image/heic'],
  ['m4v', 'video', 'video/mp4'],
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
  const response = await app.inject(body.data.post.mediaUrl!.replace('https://pinslot.test', ''))
  expect(response.rawPayload.equals(picture)).toBe(true)
})

test('an upload is attached once, and a later PUT changes nothing', async () => {
  const { uploadId, uploadUrl } = await staged(await aPicture({ color: '#aa0000' }))
  const { body } = await attach(uploadId)
  const url = body.data.post.mediaUrl!.replace('https://pinslot.test', '')
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
  ['whose bytes are a video', async () => (await staged(aVideo())).uploadId],
  ['whose bytes are no picture', async () => (await staged(Buffer.from('<html>hello, this is not a picture</html>'))).uploadId],
  ['with no bytes in it', async () => (await staged(Buffer.alloc(0))).uploadId],
])('an uploadId %s is a 400 that names it', async (_what, make) => {
  const { status, body } = await attach(await make())
  expect([status, body.error?.field]).toEqual([400, 'uploadId'])
})

test('a picture of another kind than its extension says is taken as what it is', async () => {
  const { uploadId } = await staged(await aPicture({ format: 'png' }))
  const { status, body } = await attach(uploadId)
  expect(status).toBe(201)
  expect(body.data.post.mediaUrl).toMatch(/\.png$/)
})

test.each(['gif', 'webp'] as const)('an animated %s is taken as a still, and a warning says so each time', async (format) => {
  const moving = await anAnimation(format)
  for (const _time of [1, 2]) {
    const { uploadId } = await staged(moving, format, `image/${format}`)
    const { status, body } = await attach(uploadId)
    expect(status).toBe(201)
    expect(body.meta?.warnings).toEqual([
      { code: 'movement_lost', field: 'uploadId', message: expect.stringContaining('animated') as string },
    ])
    const { uploadId: again } = await staged(moving, format, `image/${format}`)
    const replaced = await call('PUT', `${posts}/${body.data.post.id}/media`, {
      uploadId: again,
    })
    expect([replaced.status, replaced.body.meta?.warnings?.[0]?.code]).toEqual([200, 'movement_lost'])
  }
  const { uploadId } = await staged(moving, format, `image/${format}`)
  const batch = await call('POST', `${posts}/batch`, { posts: [{ uploadId }], mode: 'draft' })
  const said = (body: typeof batch.body) => body.data.batch.results.map(({ warnings }) => warnings.map(({ code }) => code))
  expect(said(batch.body)).toEqual([['movement_lost']])
  expect(said((await call('GET', `/v1/accounts/${accountId}/batches/${batch.body.data.batch.id!}`)).body)).toEqual([
    ['movement_lost'],
  ])
})

test('a GIF of one picture has nothing to warn of', async () => {
  const still = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } })
    .gif()
    .toBuffer()
  const { uploadId } = await staged(still, 'gif', 'image/gif')
  expect((await attach(uploadId)).body.meta?.warnings).toBeUndefined()
})

test('uploaded bytes become the video of a post, with the thumbnail drawn for it', async () => {
  const video = aVideo({ mdatBytes: 200_000 })
  const { uploadId } = await staged(video, 'mp4', 'video/mp4')
  const { status, body } = await attach(uploadId)
  expect([status, body.error, body.data.post.mediaType]).toEqual([201, undefined, 'video'])
  const url = body.data.post.mediaUrl!.replace('https://pinslot.test', '')
  const whole = await app.inject(url)
  expect(whole.rawPayload.equals(video)).toBe(true)
  expect(whole.headers).toMatchObject({
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
  })
  const thumbnail = await app.inject(url.replace(/\.mp4$/, '.thumb.jpg'))
  expect([thumbnail.statusCode, thumbnail.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(await sharp(thumbnail.rawPayload).metadata()).toMatchObject({ width: 270, height: 480 })
  for (const name of [url.replace('.mp4', '.mov'), url.replace('.mp4', '.jpg'), url.replace('.mp4', ''), '/media/x.mp4'])
    expect((await app.inject(name)).statusCode).toBe(404)
})

test.each([
  ['bytes=0-99', 206, 0, 99],
  ['bytes=100-', 206, 100, 199],
  ['bytes=-50', 206, 150, 199],
  ['bytes=-9999', 206, 0, 199],
  ['bytes=190-9999', 206, 190, 199],
  ['bytes=199-199', 206, 199, 199],
  ['bytes=200-', 416, 0, 0],
  ['bytes=-0', 416, 0, 0],
  ['bytes=9-5', 200, 0, 199],
  ['bytes=0-1,5-6', 200, 0, 199],
  ['lines=0-1', 200, 0, 199],
  ['bytes=', 200, 0, 199],
])('the range %s of a video of 200 bytes is answered with %i', async (range, status, start, end) => {
  const answer = await app.inject({ url: await shortUrl(), headers: { range } })
  expect(answer.statusCode).toBe(status)
  if (status === 416) return expect([answer.headers['content-range'], answer.payload]).toEqual(['bytes */200', ''])
  expect(answer.rawPayload.equals((await short()).subarray(start, end + 1))).toBe(true)
  expect(answer.headers['content-length']).toBe(String(end - start + 1))
  expect(answer.headers['content-range']).toBe(status === 206 ? `bytes ${start}-${end}/200` : undefined)
})

test('HEAD tells the length and sends nothing; If-Range, for which there is nothing to compare, means the whole', async () => {
  const head = await app.inject({ method: 'HEAD', url: await shortUrl() })
  expect([head.statusCode, head.headers['content-length'], head.payload]).toEqual([200, '200', ''])
  const whole = await app.inject({ url: await shortUrl(), headers: { range: 'bytes=0-9', 'if-range': '"x"' } })
  expect([whole.statusCode, whole.rawPayload.length]).toEqual([200, 200])
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

test('another part of the signed claims, altered, is a 403: the key, the type, the size, the time', async () => {
  const { uploadUrl } = await slot()
  const [claims = '', mac = ''] = uploadUrl.replace('https://pinslot.test/uploads/', '').split('.')
  const signed = JSON.parse(Buffer.from(claims, 'base64url').toString()) as [string, string, number, number]
  const others = ['media/1/x.jpg', 'image/png', 1_000_000_000, signed[3] + 1]
  for (const [place, other] of others.entries()) {
    const altered = Buffer.from(JSON.stringify(signed.with(place, other))).toString('base64url')
    const contentType = place === 1 ? 'image/png' : 'image/jpeg'
    expect(await put(`https://pinslot.test/uploads/${altered}.${mac}`, picture, contentType)).toEqual([403, 'FORBIDDEN'])
  }
})

test('the address takes a PUT and nothing else', async () => {
  const { uploadUrl } = await staged()
  for (const method of ['GET', 'POST', 'DELETE', 'PATCH'] as const) {
    const answer = await app.inject({ method, url: uploadUrl.replace('https://pinslot.test', '') })
    expect([method, answer.statusCode, answer.headers.allow]).toEqual([method, 405, 'PUT'])
  }
})

test('a PUT that worked is refused when it is replayed after its time, and its bytes stay', async () => {
  const { uploadId, uploadUrl } = await staged(await aPicture({ color: '#00aaaa' }))
  clock.advance(15 * 60_000)
  expect(await put(uploadUrl, Buffer.from('late'))).toEqual([403, 'FORBIDDEN'])
  expect((await attach(uploadId)).status).toBe(201)
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
  const url = (await attach(used.uploadId)).body.data.post.mediaUrl!.replace('https://pinslot.test', '')
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

test('an error in place of media is kept by no cache and says nothing of a range', async () => {
  const url = await shortUrl()
  const away = vi.spyOn(deps.storage, 'stream').mockRejectedValue(new Error('the store is away'))
  try {
    const { statusCode, headers } = await app.inject({ url, headers: { range: 'bytes=0-9' } })
    expect(statusCode).toBe(500)
    expect([headers['cache-control'], headers['content-range'], headers['accept-ranges']]).toEqual([
      'no-store',
      undefined,
      undefined,
    ])
  } finally {
    away.mockRestore()
  }
})
