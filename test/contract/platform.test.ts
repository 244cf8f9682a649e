/**
 * Success paths of our client on the simulated platform, each request and answer checked against the platform's own
 * description.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PLATFORM_SCOPES, type Platform } from '../../src/core/ports/platform.js'
import { makePlatform } from '../../src/platform/client.js'
import { addBoard, addDays, addPin, addUser } from '../../src/sandbox/platform/seed-api.js'
import { addManyPins } from '../sandbox/platform/support/many-pins.js'
import { resetSwitches, setSwitches } from '../../src/sandbox/platform/faults/switches.js'
import { aPicture, aPinPicture } from '../platform/support/pictures.js'
import { aFilm } from '../publish/support/kinds.js'
import { videoOf } from '../platform/support/media-world.js'
import { aDatabase } from '../support/database.js'
import { startSimulator } from '../support/simulator.js'
import { aDescription, hasDescription } from './description.js'
import { errorsOf, startPrism, watchNotes, type Prism } from './prism.js'

const { db } = await aDatabase()
const clock = { now: new Date('2026-03-20T10:00:00Z') }
const simulator = await startSimulator(db, clock)
const root = `${simulator.url}/sandbox/platform`
const access = { accessToken: 'pina_test' }
const window = { first: '2025-12-20', last: '2026-03-20' }
const notes = watchNotes()
const never = () => new AbortController().signal
const bytes = await aPicture()
const picture = { contentType: 'image/jpeg', bytes } as const
const image = aPinPicture(bytes)

afterAll(() => simulator.close())

describe.skipIf(!hasDescription())('the platform’s own description of v5', () => {
  let prism: Prism
  let platform: Platform & { close(): Promise<void> }
  beforeAll(async () => {
    prism = await startPrism(aDescription(), `${root}/v5`)
    platform = makePlatform({
      apiUrl: () => prism.url,
      authorizeUrl: () => `${root}/oauth`,
      clientId: 'client',
      clientSecret: 'secret',
      timeoutMs: 10_000,
      pacing: false,
      log: { debug() {}, info() {}, warn() {}, error() {} },
      clock: () => new Date(clock.now),
      random: () => 0.5,
    })
  })
  afterAll(async () => {
    await platform.close()
    const errors = errorsOf(await prism.close())
    const isProvoked = (line: string) => / get \/boards(\/101)? /.test(line) // by the last two tests
    expect([errors.filter((line) => !isProvoked(line)), errors.some(isProvoked)]).toEqual([[], true])
  })
  beforeEach(async () => {
    await resetSwitches(db.sql)
    return () => expect(notes.splice(0)).toEqual([])
  })

  const create = async (over: object = {}) => {
    const pin = {
      boardId: '101',
      boardSectionId: null,
      title: 'Lamp',
      description: 'Of brass',
      link: 'https://shop.example/lamp',
    }
    const media = { kind: 'image', image } as const
    const answer = await platform.createPin(access, { ...pin, altText: 'A lamp', isSimplified: false, media, ...over }, never())
    if (answer.kind !== 'created') throw new Error(JSON.stringify(answer))
    return answer.pinId
  }

  test('holds for the user', async () => {
    expect((await platform.readUser(access)).username).toBe('maker')
    const person = await addUser(db.sql, { username: 'person', displayName: 'P', isBusiness: false, createdAt: clock.now })
    expect((await platform.readUser(person)).isBusiness).toBe(false)
  })

  test('holds for boards over several pages, own and shared, with and without pins', async () => {
    const friend = await addUser(db.sql, { username: 'friend', displayName: 'F', isBusiness: false, createdAt: clock.now })
    await addBoard(db.sql, { ownerId: friend.id, name: 'Shared', collaboratorIds: ['901'], createdAt: clock.now })
    await addBoard(db.sql, { ownerId: '901', name: 'Hidden', privacy: 'SECRET', createdAt: clock.now })
    for (let n = 0; n < 250; n++) await addBoard(db.sql, { ownerId: '901', name: `Board ${n}`, createdAt: clock.now })
    const first = await platform.listBoards(access)
    const second = await platform.listBoards(access, first.bookmark ?? 'none')
    expect([first.items.length, second.items.length, second.bookmark]).toEqual([250, 4, null])
  })

  test('holds for a board that is made, read, changed', async () => {
    const { id } = await platform.createBoard(access, { name: 'Attic', description: null, privacy: 'secret' })
    expect((await platform.readBoard(access, id)).privacy).toBe('secret')
    expect((await platform.updateBoard(access, id, { name: 'Loft', description: 'Up there' })).name).toBe('Loft')
  })

  test('holds for sections made, listed and deleted', async () => {
    const { id } = await platform.createSection(access, '102', 'Ponds')
    expect((await platform.listSections(access, '102')).items).toEqual([{ id, name: 'Ponds' }])
    await platform.deleteSection(access, '102', id)
    expect((await platform.listSections(access, '102')).items).toEqual([])
  })

  test('holds for pins of every kind, created, read and listed', async () => {
    const { mediaId, ...target } = await platform.startVideo(access)
    expect((await platform.readVideo(access, mediaId)).status).toBe('registered')
    await platform.uploadVideo(target, videoOf(aFilm()), never())
    expect((await platform.readVideo(access, mediaId)).status).toBe('processing')
    clock.now = new Date(clock.now.getTime() + 8_000)
    expect((await platform.readVideo(access, mediaId)).status).toBe('succeeded')
    const made = [
      await create({ boardSectionId: '1011' }),
      await create({ isSimplified: true, altText: null }),
      await create({
        media: { kind: 'carousel', images: [image, image, image] },
        slides: [{ title: 'Oak' }, {}, { description: 'Ash', link: 'https://example.com/ash' }],
      }),
      await create({ media: { kind: 'video', mediaId, cover: { second: 2 } } }),
    ]
    const read = await Promise.all(made.map((pinId) => platform.readPin(access, pinId)))
    expect(read.map(({ mediaType }) => mediaType)).toEqual(['image', 'image', 'multiple_images', 'video'])
    const { items } = await platform.listBoardPins(access, '101')
    expect(items.map(({ id }) => id)).toEqual(made.toReversed())
    clock.now = new Date('2026-03-20T10:00:00Z')
  })

  test('holds for a pin that is changed, moved to a section, and deleted', async () => {
    const pinId = await create()
    const changed = await platform.updatePin(access, pinId, { title: 'Brass lamp', altText: null, boardSectionId: '1011' })
    expect(changed).toMatchObject({ title: 'Brass lamp', altText: null, boardSectionId: '1011', description: 'Of brass' })
    await platform.deletePin(access, pinId)
    await expect(platform.readPin(access, pinId)).rejects.toMatchObject({ kind: 'not_found' })
  })

  test('holds for somebody’s pin, found by the public search and saved to a board and to a section', async () => {
    const other = await addUser(db.sql, { username: 'oak', displayName: 'Oak', isBusiness: true, createdAt: clock.now })
    const { id: boardId } = await addBoard(db.sql, { ownerId: other.id, name: 'Oak shelves', createdAt: clock.now })
    const words = { title: 'Oaken shelf', description: 'Of oak', link: 'https://oak.example/shelf', altText: null }
    await addPin(db.sql, { boardId, ...words, picture, createdAt: new Date('2026-02-01T10:00:00Z') })
    const { items } = await platform.searchPins(access, { term: 'oaken', country: 'US' })
    const pinId = items[0]!.id
    for (const boardSectionId of [null, '1011']) {
      const answer = await platform.savePin(access, { pinId, boardId: '101', boardSectionId }, never())
      if (answer.kind !== 'created') throw new Error(JSON.stringify(answer))
      expect(await platform.readPin(access, answer.pinId)).toMatchObject({
        parentPinId: pinId,
        boardSectionId,
        title: words.title,
      })
    }
    const gone = await platform.savePin(access, { pinId: '99999999', boardId: '101', boardSectionId: null }, never())
    expect(gone).toMatchObject({ kind: 'answer', status: 404, code: 50 })
  })

  test('holds for the numbers of the account, its best pins and each of them', async () => {
    const { id } = await addPin(db.sql, {
      boardId: '102',
      title: 'Rose',
      description: null,
      link: null,
      altText: null,
      picture,
      createdAt: new Date('2026-02-01T10:00:00Z'),
    })
    await addDays(db.sql, { userId: '901' }, [{ day: '2026-03-01', metrics: { IMPRESSION: 400, SAVE: 3 } }])
    const account = await platform.readAccountAnalytics(access, window)
    expect([account.days.length, account.summary.impression]).toEqual([91, expect.any(Number)])
    for (const sortBy of ['ENGAGEMENT', 'SAVE', 'IMPRESSION', 'OUTBOUND_CLICK', 'PIN_CLICK'] as const) {
      expect((await platform.readTopPins(access, window, sortBy)).pins.map(({ pinId }) => pinId)).toContain(id)
    }
    for (const isVideo of [false, true]) {
      const { lifetime, days } = await platform.readPinAnalytics(access, id, { ...window, isVideo })
      expect([Object.keys(lifetime).sort(), days.length]).toEqual([['totalComments', 'totalReactions'], 91])
    }
  })

  test('holds for tokens by a code and by a refresh token', async () => {
    const redirectUri = `${simulator.url}/connect/callback`
    const consent = await fetch(`${root}/oauth`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({
        client_id: 'client',
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: PLATFORM_SCOPES.join(' '),
        user_id: '901',
        decision: 'allow',
      }),
    })
    const code = new URL(consent.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const tokens = await platform.exchangeCode({ code, redirectUri })
    const renewed = await platform.refreshToken(tokens.refreshToken ?? '')
    expect((await platform.readUser(renewed)).username).toBe('maker')
  })

  test('holds for a search of everybody’s pins, ours in pages of fifty and others, copies and paid ones among them', async () => {
    await addManyPins(db.sql, {
      boardId: '102',
      count: 60,
      createdAt: clock.now,
      title: (n) => (n % 5 === 0 ? null : `Trellis ${n}`),
      description: (n) => (n % 5 === 0 ? 'A trellis' : null),
      altText: (n) => (n % 7 === 0 ? 'Of wood' : null),
      isPromoted: (n) => n % 10 === 0,
      parentPinId: (n) => (n === 59 ? '4711' : null),
    })
    const search = { term: 'wooden trellis', country: 'DE' }
    const first = await platform.searchPins(access, search)
    const second = await platform.searchPins(access, { ...search, bookmark: first.bookmark ?? 'none' })
    expect([first.items.length, second.items.length, second.bookmark]).toEqual([50, 9, null])
    expect([...first.items, ...second.items].filter(({ isPromoted }) => isPromoted)).toHaveLength(6)
    const { items } = await platform.listBoardPins(access, '102')
    expect(items[0]).toMatchObject({ title: 'Trellis 59', parentPinId: '4711' })
    const other = await fetch(`${prism.url}/search/partner/pins?term=lamp&country_code=US&limit=2&locale=en-US`, {
      headers: { authorization: 'Bearer pina_test' },
    })
    expect([other.status, await other.json()]).toEqual([
      200,
      expect.objectContaining({ items: [{}, {}].map(() => expect.anything() as unknown) }),
    ])
    await setSwitches(db.sql, { omitNulls: true })
    expect((await platform.searchPins(access, search)).items).toEqual(first.items)
  })

  test('holds for what people search for, in every region and kind', async () => {
    const asked = (['growing', 'monthly', 'yearly', 'seasonal'] as const).flatMap((type) =>
      (['US', 'DE+AT+CH', 'MX+AR+CO+CL'] as const).map((region) => ({ type, region, interest: 'food_and_drinks' })),
    )
    for (const question of asked) expect((await platform.listTrends(access, question)).length).toBeGreaterThan(3)
    const several = await fetch(`${prism.url}/trends/keywords/US/top/yearly?interests=wedding&interests=art&limit=5`, {
      headers: { authorization: 'Bearer pina_test' },
    })
    expect([several.status, ((await several.json()) as { trends: unknown[] }).trends.length]).toEqual([200, 4])
    await setSwitches(db.sql, { omitNulls: true })
    expect((await platform.listTrends(access, { type: 'growing', region: 'US', interest: null })).length).toBeGreaterThan(30)
  })

  test('holds for a search by an app that was not let in', async () => {
    await setSwitches(db.sql, { searchAllowed: false })
    await expect(platform.searchPins(access, { term: 'lamp', country: 'US' })).rejects.toMatchObject({
      kind: 'app_refused',
      details: { status: 401, code: 3 },
    })
  })

  test('holds when optional fields that are null are left out', async () => {
    await setSwitches(db.sql, { omitNulls: true, missingMetrics: true })
    await platform.readUser(access)
    await platform.listBoards(access)
    await platform.listBoardPins(access, '101')
    await platform.readAccountAnalytics(access, window)
  })

  test('holds for what is refused', async () => {
    const person = await addUser(db.sql, { username: 'other', displayName: 'O', isBusiness: false, createdAt: clock.now })
    const refused = (call: Promise<unknown>, status: number, code: number) =>
      expect(call).rejects.toMatchObject({ details: { status, code } })
    await refused(platform.readUser({ accessToken: 'pina_wrong' }), 401, 2)
    await refused(platform.readBoard(access, '424242'), 404, 40)
    await refused(platform.readPin(access, '424242'), 404, 50)
    await refused(platform.createBoard(access, { name: 'Garden', description: null, privacy: 'public' }), 400, 58)
    await refused(platform.deleteSection(access, '101', '424242'), 404, 404)
    await refused(platform.readAccountAnalytics(person, window), 403, 403)
    await refused(platform.readAccountAnalytics(access, { first: '2025-12-19', last: '2026-03-20' }), 400, 400)
    await refused(platform.refreshToken('pinr_wrong'), 401, 283)
  })

  test('does not hold for times without a zone, as the live platform was seen to send: so the check can fail', async () => {
    await setSwitches(db.sql, { zonelessDates: true })
    await expect(platform.readBoard(access, '101')).rejects.toMatchObject({ kind: 'unavailable', details: { status: 500 } })
    const answer = await fetch(`${prism.url}/boards/101`, { headers: { authorization: 'Bearer pina_test' } })
    expect([answer.status, await answer.text()]).toEqual([500, expect.stringContaining('created_at')])
    expect(notes.splice(0).length).toBeGreaterThan(1)
  })

  test('does not hold for a request that breaks it', async () => {
    const answer = await fetch(`${prism.url}/boards?page_size=999`, { headers: { authorization: 'Bearer pina_test' } })
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('page_size')])
  })
})
