import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { PlatformError } from '../../src/core/platform-port.js'
import { makePlatform } from '../../src/platform/client.js'
import { anImage, aPicture, aPin } from './pictures.js'

const access = { accessToken: 'pina_secret' }
const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const part of opened.splice(0).reverse()) await part.close()
})

/** A platform that answers every call in one way, and what the client logged of it. */
async function aPlatform(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push({ close: () => closeServer(server) })
  const { port } = server.address() as AddressInfo // listening on a port, not on a pipe
  const lines: string[] = []
  const write = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }))
  const platform = makePlatform({
    apiUrl: () => `http://127.0.0.1:${port}/v5/`,
    clientId: 'client',
    clientSecret: 'secret',
    timeoutMs: 1500,
    log: { debug: write, info: write, warn: write, error: write },
    clock: () => new Date('2026-03-02T10:00:00Z'),
  })
  opened.push(platform)
  return { platform, lines, server }
}
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
const signal = () => new AbortController().signal
const failure = async (call: Promise<unknown>) => {
  const error: unknown = await call.catch((thrown: unknown) => thrown)
  if (!(error instanceof PlatformError)) throw new Error(`no PlatformError: ${String(error)}`)
  return error
}

test('absent fields are null, unknown values of an enumeration pass, and a date without a zone is UTC', async () => {
  const { platform } = await aPlatform(
    json(200, { items: [{ id: '7', created_at: '2022-10-13T01:40:29', media: { media_type: 'hologram' } }] }),
  )
  expect(await platform.listBoardPins(access, '1')).toEqual({
    items: [
      {
        id: '7',
        boardId: null,
        boardSectionId: null,
        title: null,
        description: null,
        link: null,
        altText: null,
        mediaType: 'hologram',
        itemCount: null,
        isOwner: null,
        createdAt: new Date('2022-10-13T01:40:29Z'),
        imageUrl: null,
      },
    ],
    bookmark: null,
  })
  const { platform: other } = await aPlatform(json(200, { id: '1', name: 'B', privacy: 'CLANDESTINE' }))
  expect(await other.readBoard(access, '1')).toMatchObject({ privacy: 'clandestine', pinCount: 0, description: null })
})

test('a list is asked for in pages of 250, from its bookmark on, with the token in the header', async () => {
  const asked: unknown[] = []
  const { platform } = await aPlatform((request, response) => {
    asked.push([request.method, request.url, request.headers.authorization])
    response.end(JSON.stringify({ items: [], bookmark: 'n&xt' }))
  })
  expect(await platform.listBoardPins(access, '12', 'a/b=')).toEqual({ items: [], bookmark: 'n&xt' })
  expect(asked).toEqual([['GET', '/v5/boards/12/pins?page_size=250&bookmark=a%2Fb%3D', 'Bearer pina_secret']])
})

test('a pin is sent as v5 wants it, once', async () => {
  const bodies: Record<string, unknown>[] = []
  const { platform } = await aPlatform((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      bodies.push(JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>)
      response.writeHead(201).end('{"id":"9","created_at":null}')
    })
  })
  const bytes = await aPicture()
  const pin = await aPin({ media: anImage(bytes) })
  expect(await platform.createPin(access, pin, signal())).toEqual({
    kind: 'created',
    pinId: '9',
    createdAt: null,
    requestId: null,
  })
  await platform.createPin(access, { ...pin, isSimplified: true, boardSectionId: '3', altText: 'a' }, signal())
  const source = { source_type: 'image_base64', content_type: 'image/jpeg', data: bytes.toString('base64') }
  const { title, description, link } = pin
  expect(bodies).toEqual([
    { board_id: '101', title, description, link, media_source: source },
    {
      board_id: '101',
      board_section_id: '3',
      alt_text: 'a',
      title,
      description,
      link,
      media_source: { ...source, is_standard: false },
    },
  ])
})

test.each([
  ['a 2xx without an id', json(201, { title: 'x' }), { kind: 'answer', status: 201, code: null }],
  ['a 2xx that is no JSON', (_q, r) => void r.writeHead(200).end('{"id": "12'), { kind: 'answer', status: 200, code: null }],
  ['a 2xx without a body', (_q, r) => void r.writeHead(201).end(), { kind: 'answer', status: 201, code: null }],
  ['a gateway in HTML', (_q, r) => void r.writeHead(502).end('<html>Bad'), { kind: 'answer', status: 502, code: null }],
  ['a code as text', json(400, { code: '2787', message: 'Sorry!' }), { kind: 'answer', code: 2787, message: 'Sorry!' }],
  [
    'a detail that tells of spam',
    json(429, { code: 8, message: 'Blocked.', message_detail: 'May lead to spam.' }, { 'x-ratelimit-reset': '58' }),
    { kind: 'answer', message: 'Blocked. May lead to spam.', retryAfterMs: 58_000 },
  ],
  [
    'a rate limit without a believable reset',
    json(429, { code: 8 }, { 'x-ratelimit-reset': '1772445600' }),
    { kind: 'answer', status: 429, retryAfterMs: null },
  ],
  [
    'an answer that breaks off',
    (_q, r) => {
      r.writeHead(201, { 'content-length': '500' })
      r.write('{"id":"12"', () => r.destroy())
    },
    { kind: 'noAnswer' },
  ],
  ['a connection that is reset', (q) => void q.socket.destroy(), { kind: 'noAnswer' }],
  ['silence', () => {}, { kind: 'noAnswer' }],
  [
    'a body that never ends',
    (_q, r) => {
      const more = () => void (r.destroyed || r.write('x'.repeat(1_000_000), more))
      more()
    },
    { kind: 'noAnswer' },
  ],
] satisfies [string, RequestListener, object][])('what came of a pin is given raw: %s', async (_what, answer, expected) => {
  const { platform } = await aPlatform(answer)
  const given = await platform.createPin(access, await aPin(), signal())
  expect(given).toMatchObject(expected)
  expect(given).not.toHaveProperty('neverLeft')
})

test('where nobody listens the pin has never left', async () => {
  const { platform, server } = await aPlatform(json(201, { id: '1' }))
  await closeServer(server)
  expect(await platform.createPin(access, await aPin(), signal())).toMatchObject({ kind: 'noAnswer', neverLeft: true })
  expect((await failure(platform.readUser(access))).kind).toBe('unavailable')
})

const APP = 'Your application consumer type is not supported, please contact support'
const SCOPE = 'Your token does not have sufficient permissions to perform this operation.'
test.each([
  [401, { code: 2, message: 'Authentication failed.' }, 'reconnect'],
  [401, { code: 3, message: SCOPE }, 'reconnect'],
  [401, { code: 3, message: APP }, 'app_refused'],
  [401, { code: 283, message: 'The authorization grant is invalid' }, 'reconnect'],
  [403, { code: 29, message: 'You are not permitted to access that resource.' }, 'forbidden'],
  [403, { code: 29, message: 'Apps with Trial access may not create Pins in production' }, 'app_refused'],
  [404, { code: 40, message: 'Board not found.' }, 'not_found'],
  [400, { code: 1, message: 'Invalid request' }, 'invalid'],
  [400, { code: 2787, message: 'Sorry!' }, 'unavailable'],
  [409, { code: 58, message: 'Try a different name.' }, 'invalid'],
  [409, { code: 409, message: 'Board section conflict.' }, 'unavailable'],
  [429, { code: 8, message: 'This request exceeded a rate limit.' }, 'rate_limited'],
  [500, { code: 500, message: 'Sorry!' }, 'unavailable'],
  [503, 'down', 'unavailable'],
  [200, { items: 'none' }, 'unavailable'],
])('a read answered %i %j is %s', async (status, body, kind) => {
  const { platform } = await aPlatform(json(status, body, { 'x-pinterest-rid': '123', 'x-ratelimit-reset': '5' }))
  const error = await failure(platform.listBoards(access))
  expect(error.kind).toBe(kind)
  expect(error.details).toMatchObject({ status, requestId: '123', ...(status === 429 && { retryAfterMs: 5000 }) })
})

test("a refresh refused for the app's own secret does not ask anybody to reconnect", async () => {
  const { platform } = await aPlatform(json(401, { code: 2, message: 'Authentication failed.' }))
  expect((await failure(platform.refreshToken('pinr_secret'))).kind).toBe('app_refused')
  const { platform: other } = await aPlatform(json(401, { code: 283, message: 'The authorization grant is invalid' }))
  expect((await failure(other.refreshToken('pinr_secret'))).kind).toBe('reconnect')
})

test('a refresh sends the form with basic authentication; an old app gets no new refresh token', async () => {
  const asked: unknown[] = []
  const { platform } = await aPlatform((request, response) => {
    request.on('data', (chunk: Buffer) => asked.push(request.headers.authorization, chunk.toString()))
    request.on('end', () => response.end(JSON.stringify({ access_token: 'pina_2', expires_in: 60, token_type: 'bearer' })))
  })
  expect(await platform.refreshToken('pinr_&1')).toEqual({
    accessToken: 'pina_2',
    refreshToken: null,
    expiresAt: new Date('2026-03-02T10:01:00Z'),
    refreshExpiresAt: null,
    scopes: '',
  })
  expect(asked).toEqual([
    `Basic ${Buffer.from('client:secret').toString('base64')}`,
    'grant_type=refresh_token&refresh_token=pinr_%261',
  ])
})

test('the log holds no picture and no token, even where the platform echoes them', async () => {
  const bytes = await aPicture()
  const pin = await aPin({ media: anImage(bytes) })
  const data = bytes.toString('base64')
  const { platform, lines } = await aPlatform(json(400, { code: 1, message: `Invalid request: ${data} is not valid` }))
  const answer = await platform.createPin(access, pin, signal())
  await failure(platform.refreshToken('pinr_secret'))
  const logged = lines.join('\n')
  expect(logged).toContain('Invalid request')
  expect(logged).not.toContain(data.slice(0, 100))
  expect(logged).not.toMatch(/pina_|pinr_/)
  expect(answer).toMatchObject({ code: 1, message: expect.stringMatching(/^.{0,301}$/) as string })
})
