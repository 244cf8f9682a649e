/** What leaves for the platform, byte by byte: recorded by a bare server. */
import type { IncomingMessage, RequestListener } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { NewPin } from '../../src/core/ports/platform.js'
import { aPlatform, failure, textOf } from './support/bare-platform.js'
import { aCarousel, aPin } from './support/pictures.js'

const access = { accessToken: 'pina_secret' }

/** Answers 201 to a create and keeps what it was. */
async function createdOf(pin: NewPin) {
  let body: unknown
  const { platform } = await aPlatform(async (request, response) => {
    body = JSON.parse(await textOf(request))
    response.writeHead(201).end('{"id":"9"}')
  })
  await platform.createPin(access, pin, never())
  return (body as { media_source: unknown }).media_source // the body of a create
}
const never = () => new AbortController().signal
test.each([2, 5])('a carousel of %i is sent in order, and never as simplified', async (pictures) => {
  const media = await aCarousel(pictures)
  if (media.kind !== 'carousel') throw new Error('no carousel')
  expect(await createdOf(await aPin({ media, isSimplified: true }))).toEqual({
    source_type: 'multiple_image_base64',
    items: await Promise.all(
      media.images.map(async (one) => ({ content_type: 'image/jpeg', data: (await buffer(one.open())).toString('base64') })),
    ),
  })
})

test('a video is named by its id, with a second or a picture as its cover; simplified where that is asked for', async () => {
  const source = { source_type: 'video_id', media_id: '77', cover_image_key_frame_time: 0 }
  const media = { kind: 'video', mediaId: '77', cover: { second: 0 } } as const
  expect(await createdOf(await aPin({ media }))).toEqual(source)
  expect(await createdOf(await aPin({ media, isSimplified: true }))).toEqual({ ...source, is_standard: false })
  expect(await createdOf(await aPin({ media: { ...media, cover: { second: 4 } } }))).toEqual({
    ...source,
    cover_image_key_frame_time: 4,
  })
  const bytes = Buffer.from('a picture')
  const picture = { contentType: 'image/png', bytes: bytes.length, open: () => Readable.from([bytes]) } as const
  expect(await createdOf(await aPin({ media: { ...media, cover: { picture } } }))).toEqual({
    source_type: 'video_id',
    media_id: '77',
    cover_image_content_type: 'image/png',
    cover_image_data: bytes.toString('base64'),
  })
})

test('an upload begins by naming its kind; its fields keep their order', async () => {
  const asked: unknown[] = []
  const { platform } = await aPlatform(async (request, response) => {
    asked.push(request.method, request.url, request.headers.authorization, JSON.parse(await textOf(request)))
    const upload_parameters = { 'x-amz-date': 'd', policy: 'p', key: 'k', 'Content-Type': 'multipart/form-data' }
    const body = { media_id: '77', media_type: 'video', upload_url: 'https://store.example/', upload_parameters }
    response.writeHead(201).end(JSON.stringify(body))
  })
  const uploadFields = [
    ['x-amz-date', 'd'],
    ['policy', 'p'],
    ['key', 'k'],
    ['Content-Type', 'multipart/form-data'],
  ]
  expect(await platform.startVideo(access)).toEqual({ mediaId: '77', uploadUrl: 'https://store.example/', uploadFields })
  expect(asked).toEqual(['POST', '/v5/media', 'Bearer pina_secret', { media_type: 'video' }])
})

test('the bytes go as one form: fields in order, the file last, the length known, no token', async () => {
  let seen: { body: string; headers: IncomingMessage['headers'] } | undefined
  const { platform, url, lines } = await aPlatform(async (request, response) => {
    seen = { body: await textOf(request), headers: request.headers }
    response.writeHead(204).end()
  })
  const uploadFields: [string, string][] = [
    ['x-amz-signature', 'SECRETSIGN'],
    ['key', 'a/b'],
    ['odd"name', '1'],
  ]
  const body = Readable.from([Buffer.from('first'), Buffer.from('second')], { objectMode: false })
  await platform.uploadVideo({ uploadUrl: `${url}/store`, uploadFields }, { body, bytes: 11, contentType: 'video/mp4' }, never())
  const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(seen?.headers['content-type'] ?? '')?.[1]
  expect(seen?.body).toBe(
    [
      `--${boundary}\r\nContent-Disposition: form-data; name="x-amz-signature"\r\n\r\nSECRETSIGN\r\n`,
      `--${boundary}\r\nContent-Disposition: form-data; name="key"\r\n\r\na/b\r\n`,
      `--${boundary}\r\nContent-Disposition: form-data; name="odd%22name"\r\n\r\n1\r\n`,
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="video"\r\nContent-Type: video/mp4\r\n\r\nfirstsecond\r\n`,
      `--${boundary}--\r\n`,
    ].join(''),
  )
  expect(seen?.headers).toMatchObject({ 'content-length': String(seen?.body.length) })
  expect(seen?.headers).not.toHaveProperty('authorization')
  expect(seen?.headers).not.toHaveProperty('transfer-encoding')
  expect(lines.join()).not.toContain('SECRETSIGN')
})

test('bytes are read no faster than they are taken', async () => {
  const piece = Buffer.alloc(256 * 1024)
  const pieces = 400
  let read = 0
  let taken = 0
  let ahead = 0
  const { platform, url } = await aPlatform(async (request, response) => {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      taken += chunk.length
      ahead = Math.max(ahead, read * piece.length - taken)
    }
    response.writeHead(204).end()
  })
  const film = function* () {
    for (; read < pieces; read++) yield piece
  }
  const body = Readable.from(film(), { objectMode: false })
  const video = { body, bytes: pieces * piece.length, contentType: 'video/mp4' }
  await platform.uploadVideo({ uploadUrl: url, uploadFields: [] }, video, never())
  expect(taken).toBeGreaterThan(pieces * piece.length)
  expect(ahead).toBeLessThan(16 * 1024 * 1024) // what the sockets of this machine hold, of 100 MiB
})

test.each([
  [
    403,
    '<Error><Code>AccessDenied</Code><Message>Policy expired.</Message></Error>',
    'forbidden',
    /AccessDenied: Policy expired\./,
  ],
  [400, '<Error><Code>EntityTooLarge</Code><Message>m</Message></Error>', 'invalid', /EntityTooLarge/],
  [503, '<Error><Code>SlowDown</Code></Error>', 'unavailable', /SlowDown/],
  [502, '<html>Bad', 'unavailable', /Bad/],
] as const)('a store that answers %i %s is %s', async (status, xml, kind, words) => {
  const { platform, url } = await aPlatform((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(status).end(xml))
  })
  const body = Readable.from([Buffer.from('film')], { objectMode: false })
  const error = await failure(
    platform.uploadVideo({ uploadUrl: url, uploadFields: [] }, { body, bytes: 4, contentType: 'video/mp4' }, never()),
  )
  expect(error.kind).toBe(kind)
  expect(error.message).toMatch(words)
})

test.each([
  ['a store that says nothing', () => {}, 4, 'timeout'],
  ['a connection that is reset', (request) => void request.socket.destroy(), 4, 'unavailable'],
  ['a file that is shorter than it should be', (request) => void request.resume(), 5, 'unavailable'],
] satisfies [string, RequestListener, number, string][])(
  '%s: nobody knows whether the bytes arrived, and the file is closed',
  async (_what, answer, bytes, kind) => {
    const { platform, url } = await aPlatform(answer, { timeoutMs: 500 })
    const body = Readable.from([Buffer.from('film')], { objectMode: false })
    const error = await failure(
      platform.uploadVideo({ uploadUrl: url, uploadFields: [] }, { body, bytes, contentType: 'video/mp4' }, never()),
    )
    expect(error.kind).toBe(kind)
    expect(body.destroyed).toBe(true)
  },
)

test('a signal cuts an upload short', async () => {
  const { platform, url } = await aPlatform(() => {}, { timeoutMs: 60_000 })
  const cut = new AbortController()
  const body = Readable.from([Buffer.from('film')], { objectMode: false })
  const sent = platform.uploadVideo(
    { uploadUrl: url, uploadFields: [] },
    { body, bytes: 4, contentType: 'video/mp4' },
    cut.signal,
  )
  setTimeout(() => cut.abort(), 50)
  expect((await failure(sent)).kind).toBe('timeout')
})

test.each([
  ['registered', 'registered'],
  ['processing', 'processing'],
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['transmogrifying', 'processing'],
])('a video that is %s is given as %s', async (status, expected) => {
  const { platform } = await aPlatform((_request, response) => void response.end(JSON.stringify({ media_id: '7', status })))
  expect(await platform.readVideo(access, '7')).toEqual({ status: expected })
})

test('product tags are asked for all at once', async () => {
  const asked: unknown[] = []
  const { platform } = await aPlatform(async (request, response) => {
    asked.push(request.method, request.url, JSON.parse(await textOf(request)))
    response.end('{"product_tags":[]}')
  })
  await platform.addProductTags(access, '12', ['8001', '8002'])
  expect(asked).toEqual(['POST', '/v5/pins/12/product_tags', { product_tags: [{ pin_id: '8001' }, { pin_id: '8002' }] }])
})
