/** The bytes of pictures on their way: read while the request is written, its length known before. */
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { PinPicture } from '../../src/core/ports/platform.js'
import { aPlatform, textOf } from './support/bare-platform.js'
import { aPin, aPinPicture } from './support/pictures.js'

const access = { accessToken: 'pina_secret' }
const never = () => new AbortController().signal
const MIB = 1024 * 1024

const bytesOf = (length: number) => Buffer.from(Array.from({ length }, (_, n) => (n * 7) % 256))

test.each([0, 1, 2, 3, 4, 5, 100])(
  '%i bytes in pieces of any length arrive as they are, and as many as were said',
  async (length) => {
    const bytes = bytesOf(length)
    const pieces = [bytes.subarray(0, 1), bytes.subarray(1, 3), Buffer.alloc(0), bytes.subarray(3)]
    let seen: { headers: IncomingMessage['headers']; text: string } | undefined
    const { platform } = await aPlatform(async (request, response) => {
      seen = { headers: request.headers, text: await text(request) }
      response.writeHead(201).end('{"id":"9"}')
    })
    const images = [aPinPicture(bytes, 'image/png', pieces), aPinPicture(bytes)]
    const pin = await aPin({ title: 'Öl "und" 💡', media: { kind: 'carousel', images } })
    expect(await platform.createPin(access, pin, never())).toMatchObject({ kind: 'created', pinId: '9' })
    const { headers, text: sent = '' } = seen ?? {}
    expect(headers).toMatchObject({ 'content-length': String(Buffer.byteLength(sent)), 'content-type': 'application/json' })
    const data = bytes.toString('base64')
    expect(JSON.parse(sent)).toMatchObject({
      title: 'Öl "und" 💡',
      media_source: {
        items: [
          { content_type: 'image/png', data },
          { content_type: 'image/jpeg', data },
        ],
      },
    })
  },
)

test('no more of a picture is read than the platform takes', async () => {
  let isRead = 0
  const picture: PinPicture = {
    contentType: 'image/jpeg',
    bytes: 60 * MIB,
    async *open() {
      for (; isRead < 60; isRead++) yield Buffer.alloc(MIB)
    },
  }
  const { platform } = await aPlatform((request) => void request.pause())
  const media = { kind: 'image', image: picture } as const
  expect(await platform.createPin(access, await aPin({ media }), AbortSignal.timeout(800))).toMatchObject({ kind: 'noAnswer' })
  expect(isRead).toBeGreaterThan(0)
  expect(isRead).toBeLessThan(30) // the buffers of two sockets
})

/** A picture whose storage fails in its middle. */
const aBroken = (): PinPicture => ({
  contentType: 'image/jpeg',
  bytes: 2 * MIB,
  async *open() {
    yield Buffer.alloc(MIB)
    throw new Error('EIO')
  },
})

test.each([
  ['the storage fails in the middle', aBroken()],
  ['there are fewer bytes than were said', { ...aPinPicture(Buffer.alloc(10)), bytes: 11 }],
  ['there are more bytes than were said', { ...aPinPicture(Buffer.alloc(12)), bytes: 11 }],
])('where %s nothing can have come of it: the end of the body is never written', async (_, image) => {
  let whole = 0
  const { platform } = await aPlatform(async (request, response) => {
    await textOf(request).catch(() => undefined) // it is cut off
    if (request.complete) whole++
    response.writeHead(201).end('{"id":"9"}')
  })
  const media = { kind: 'carousel', images: [image, aPinPicture(Buffer.alloc(5))] } as const
  const answer = await platform.createPin(access, await aPin({ media: { ...media, images: [...media.images] } }), never())
  expect(answer).toMatchObject({ kind: 'noAnswer', neverLeft: true })
  expect(whole).toBe(0)
})

test('once the end was written, an answer that does not come leaves it open what came of it', async () => {
  const { platform } = await aPlatform(async (request) => {
    await textOf(request)
    request.socket.destroy()
  })
  const answer = await platform.createPin(access, await aPin(), never())
  expect(answer).toMatchObject({ kind: 'noAnswer' })
  expect(answer).not.toHaveProperty('neverLeft')
})

test('a refusal that comes before the body was read is heard', async () => {
  const { platform } = await aPlatform((request, response) => {
    request.resume()
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"code":2,"message":"Authentication failed."}')
  })
  const image = { ...aPinPicture(Buffer.alloc(3 * MIB)) }
  expect(await platform.createPin(access, await aPin({ media: { kind: 'image', image } }), never())).toMatchObject({
    kind: 'answer',
    status: 401,
    code: 2,
  })
})
