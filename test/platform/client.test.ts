/** What leaves for the platform and what is made of its answers. */
import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { OPERATIONS } from '../../src/platform/operations.js'
import { aPlatform, answering, breakOff, breakWithin, failure, textOf } from './support/bare-platform.js'
import { EVERY } from './support/every-call.js'
import { anImage, aPicture, aPin } from './support/pictures.js'

const access = { accessToken: 'pina_secret' }
const json = answering
const signal = () => new AbortController().signal

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
        parentPinId: null,
      },
    ],
    bookmark: null,
  })
  const { platform: other } = await aPlatform(json(200, { id: '1', name: 'B', privacy: 'CLANDESTINE' }))
  expect(await other.readBoard(access, '1')).toMatchObject({ privacy: 'clandestine', pinCount: 0, description: null })
})

test.each([
  ['2022-10-13T01:40:29', '2022-10-13T01:40:29Z'],
  ['2022-10-13T01:40:29.123456', '2022-10-13T01:40:29.123Z'],
  ['2022-10-13T01:40:29Z', '2022-10-13T01:40:29Z'],
  ['2022-10-13T01:40:29+00:00', '2022-10-13T01:40:29Z'],
  ['2022-10-13T03:40:29+0200', '2022-10-13T01:40:29Z'],
  ['2022-10-13', '2022-10-13T00:00:00Z'],
  ['2022-13-13T01:40:29', null],
  ['yesterday', null],
  ['Thu, 13 Oct 2022 01:40:29 GMT', null],
  ['', null],
  [null, null],
  [undefined, null],
])('the time %s is %s', async (created_at, expected) => {
  const { platform } = await aPlatform(json(200, { id: '1', name: 'Kitchen', created_at }))
  expect((await platform.readBoard(access, '1')).createdAt).toEqual(expected === null ? null : new Date(expected))
})

test('a NUL and half of a character are taken out of what the platform says: no database keeps them', async () => {
  const escaped = String.raw`{"items":[{"id":"1","name":"a\u0000b \ud83d\ude00","description":"cut off \ud83d"}]}`
  const { platform } = await aPlatform(json(200, escaped))
  const { items } = await platform.listBoards(access)
  expect(items).toMatchObject([{ name: 'ab \u{1f600}', description: 'cut off \ufffd' }])
})

test('an answer without its list is no empty list', async () => {
  const { platform } = await aPlatform(json(200, { bookmark: null }))
  expect((await failure(platform.listBoardPins(access, '1'))).message).toMatch(/could not be read: items: /)
})

test.each([
  [{ id: '1', name: 'K' }, {}],
  [{ id: '1', name: 'K', owner: null, privacy: null, pin_count: null, description: null, board_pins_modified_at: null }, {}],
  [{ id: '1', name: 'K', owner: { username: null }, media: { pin_thumbnail_urls: 7 }, made_up: [] }, {}],
  [
    { id: '1', name: 'K', privacy: 'PROTECTED', owner: { username: 'o' } },
    { privacy: 'protected', ownerUsername: 'o' },
  ],
])('the board %j is read', async (wire, expected) => {
  const { platform } = await aPlatform(json(200, wire))
  expect(await platform.readBoard(access, '1')).toEqual({
    id: '1',
    name: 'K',
    description: null,
    privacy: 'public',
    pinCount: 0,
    followerCount: 0,
    ownerUsername: null,
    pinsModifiedAt: null,
    createdAt: null,
    ...expected,
  })
})

test('each kind of call has its own time', () => {
  const times = Object.entries(OPERATIONS).map(([name, { timeoutMs }]) => [name, timeoutMs / 1000])
  expect(Object.fromEntries(times)).toEqual({
    user_account: 10,
    list_websites: 10,
    list_boards: 10,
    get_board: 10,
    list_sections: 10,
    list_board_pins: 10,
    list_pins: 10,
    get_pin: 10,
    get_media: 10,
    search_partner_pins: 10,
    exchange_code: 15,
    refresh_token: 15,
    create_board: 15,
    update_board: 15,
    update_pin: 15,
    delete_pin: 15,
    create_section: 15,
    delete_section: 15,
    create_media: 15,
    add_product_tags: 15,
    account_analytics: 20,
    top_pins: 20,
    pin_analytics: 20,
    trending_keywords: 20,
    create_pin: 30,
    save_pin: 30,
  })
})

test.each(Object.entries(EVERY))('no call takes longer than the client may: %s', async (_name, call) => {
  const { platform } = await aPlatform(() => {}, { timeoutMs: 100 })
  const came = await call(platform, access).catch((error: unknown) => error)
  expect(came).toMatchObject(came instanceof Error ? { kind: 'timeout' } : { kind: 'noAnswer' })
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
  const { platform } = await aPlatform(async (request, response) => {
    bodies.push(JSON.parse(await textOf(request)) as Record<string, unknown>)
    response.writeHead(201).end('{"id":"9","created_at":null}')
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
    { kind: 'answer', status: 429, retryAfterMs: 60_000 }, // as long as the account is not used then
  ],
  ['an answer that breaks off', breakWithin, { kind: 'noAnswer' }],
  ['a connection that is reset', breakOff, { kind: 'noAnswer' }],
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
  const { platform, closeServer } = await aPlatform(json(201, { id: '1' }))
  await closeServer()
  expect(await platform.createPin(access, await aPin(), signal())).toMatchObject({ kind: 'noAnswer', neverLeft: true })
  expect((await failure(platform.readUser(access))).kind).toBe('unavailable')
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
