import { afterAll, beforeEach, expect, test } from 'vitest'
import { PlatformError, type Platform } from '../../src/core/ports/platform.js'
import { addFault, clearFaults } from '../../src/sandbox/platform/faults/faults.js'
import { addBoard, addPin, addSection, addUser } from '../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../support/database.js'
import { startSimulator } from '../support/simulator.js'
import { aPicture } from './support/pictures.js'

const { db } = await aDatabase()
const clock = { now: new Date('2026-03-02T10:00:00Z') }
const simulator = await startSimulator(db, clock, { timeoutMs: 20_000 })
const impatient = await startSimulator(db, clock, { timeoutMs: 700 })
const { platform } = simulator
afterAll(async () => {
  await simulator.close()
  await impatient.close()
})
beforeEach(() => clearFaults(db.sql))

const access = { accessToken: 'pina_test' }
const v5 = `${simulator.url}/sandbox/platform/v5`
const get = (path: string, token = 'pina_test') => fetch(v5 + path, { headers: { authorization: `Bearer ${token}` } })
const send = (method: string, path: string, body: object) =>
  fetch(v5 + path, {
    method,
    headers: { authorization: 'Bearer pina_test', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const failure = async (call: Promise<unknown>) => {
  const error: unknown = await call.catch((thrown: unknown) => thrown)
  if (!(error instanceof PlatformError)) throw new Error(`no PlatformError: ${String(error)}`)
  return { kind: error.kind, ...error.details }
}

const friend = await addUser(db.sql, {
  username: 'friend',
  displayName: 'A friend',
  isBusiness: false,
  createdAt: clock.now,
})
const shared = await addBoard(db.sql, { ownerId: friend.id, name: 'Shared', collaboratorIds: ['901'], createdAt: clock.now })
const secret = await addBoard(db.sql, { ownerId: '901', name: 'Hidden', privacy: 'SECRET', createdAt: clock.now })
const foreign = await addBoard(db.sql, { ownerId: friend.id, name: 'Not yours', createdAt: clock.now })

test('the account is read with its kind and name', async () => {
  const asMaker = await platform.readUser(access)
  expect(asMaker).toEqual({
    id: '901',
    username: 'maker',
    displayName: 'The Maker',
    avatarUrl: null,
    isBusiness: true,
    websiteUrl: null,
  })
  expect(await platform.readUser(friend)).toMatchObject({ username: 'friend', displayName: 'friend', isBusiness: false })
})

test('boards are own ones and those of a collaborator, with their owner and privacy', async () => {
  const { items, bookmark } = await platform.listBoards(access)
  expect(bookmark).toBeNull()
  expect(items.map(({ name, privacy, ownerUsername }) => [name, privacy, ownerUsername])).toEqual([
    ['Kitchen ideas', 'public', 'maker'],
    ['Garden', 'public', 'maker'],
    ['Shared', 'public', 'friend'],
    ['Hidden', 'secret', 'maker'],
  ])
})

test('a token without the secret scope sees no secret board', async () => {
  await db.sql`insert into sim_tokens (token, kind, user_id, scopes) values ('pina_public', 'access', '901', 'boards:read,pins:read')`
  const { items } = await platform.listBoards({ accessToken: 'pina_public' })
  expect(items.map(({ name }) => name)).not.toContain('Hidden')
  expect(await failure(platform.readBoard({ accessToken: 'pina_public' }, secret.id))).toMatchObject({
    kind: 'not_found',
    code: 40,
  })
})

test("a missing board and another account's board are the same 404 with code 40", async () => {
  expect(await failure(platform.readBoard(access, '424242'))).toMatchObject({ kind: 'not_found', status: 404, code: 40 })
  expect(await failure(platform.readBoard(access, foreign.id))).toMatchObject({ kind: 'not_found', status: 404, code: 40 })
  expect(await failure(platform.listBoardPins(access, foreign.id))).toMatchObject({ kind: 'not_found', code: 40 })
})

test('pages follow their bookmark to the end: every pin once, none on two pages', async () => {
  const board = await addBoard(db.sql, { ownerId: '901', name: 'Many', createdAt: clock.now })
  const section = await addSection(db.sql, { boardId: board.id, name: 'Half' })
  const bytes = await aPicture()
  for (let n = 0; n < 7; n++) {
    await addPin(db.sql, {
      boardId: board.id,
      sectionId: n % 2 ? section.id : null,
      title: `Pin ${n}`,
      description: null,
      link: null,
      altText: null,
      createdAt: clock.now,
      picture: { contentType: 'image/jpeg', bytes },
    })
  }
  const read = async (path: string) => {
    const titles: unknown[] = []
    const sizes: number[] = []
    let bookmark: string | null = ''
    while (bookmark !== null) {
      const answer = await get(`${path}?page_size=3${bookmark && `&bookmark=${encodeURIComponent(bookmark)}`}`)
      const page = (await answer.json()) as { items: { title: string }[]; bookmark: string | null }
      titles.push(...page.items.map(({ title }) => title))
      sizes.push(page.items.length)
      bookmark = page.bookmark
    }
    return { titles, sizes }
  }
  expect(await read(`/boards/${board.id}/pins`)).toEqual({
    titles: ['Pin 6', 'Pin 5', 'Pin 4', 'Pin 3', 'Pin 2', 'Pin 1', 'Pin 0'],
    sizes: [3, 3, 1],
  })
  expect((await read(`/boards/${board.id}/sections/${section.id}/pins`)).titles).toEqual(['Pin 5', 'Pin 3', 'Pin 1'])
  const first = (await (await get(`/boards/${board.id}/pins?page_size=3`)).json()) as { bookmark: string }
  expect((await get(`/pins?bookmark=${encodeURIComponent(first.bookmark)}`)).status).toBe(400)
  for (const pageSize of ['0', '251', '-1', 'x']) expect((await get(`/pins?page_size=${pageSize}`)).status).toBe(400)
})

test('sections are listed, made and deleted; the pins of a deleted one stay on the board', async () => {
  expect((await platform.listSections(access, '101')).items).toEqual([
    { id: '1011', name: 'Shelves' },
    { id: '1012', name: 'Lamps' },
  ])
  const made = await send('POST', '/boards/102/sections', { name: 'Ponds' })
  expect(made.status).toBe(201)
  const { id } = (await made.json()) as { id: string }
  const pin = await addPin(db.sql, {
    boardId: '102',
    sectionId: id,
    title: 'Lilies',
    description: null,
    link: null,
    altText: null,
    createdAt: clock.now,
    picture: { contentType: 'image/jpeg', bytes: await aPicture() },
  })
  expect((await send('DELETE', `/boards/102/sections/${id}`, {})).status).toBe(204)
  expect((await send('DELETE', `/boards/102/sections/${id}`, {})).status).toBe(404)
  expect((await platform.listBoardPins(access, '102')).items).toMatchObject([{ id: pin.id, boardSectionId: null }])
  expect((await send('DELETE', `/boards/${shared.id}/sections/1`, {})).status).toBe(403)
  expect((await send('POST', '/boards/102/sections', { name: '' })).status).toBe(400)
})

test('a board is made and changed; a name twice is 400 with code 58, a collaborator is refused with 29', async () => {
  const made = await send('POST', '/boards', { name: 'Attic', description: 'Under the roof' })
  expect(made.status).toBe(201)
  const { id } = (await made.json()) as { id: string }
  expect(await (await send('POST', '/boards', { name: 'attic' })).json()).toMatchObject({ code: 58 })
  expect(await (await send('PATCH', `/boards/${id}`, { name: 'Garden' })).json()).toMatchObject({ code: 58 })
  expect((await send('PATCH', `/boards/${id}`, { privacy: 'SECRET' })).status).toBe(200)
  expect(await platform.readBoard(access, id)).toMatchObject({ name: 'Attic', description: 'Under the roof', privacy: 'secret' })
  expect(await (await send('PATCH', `/boards/${shared.id}`, { name: 'Mine' })).json()).toMatchObject({ code: 29 })
})

test('every answer has a request id, and rate limits in the list grammar with seconds to reset', async () => {
  const answer = await get('/boards')
  expect(answer.headers.get('x-pinterest-rid')).toMatch(/^\d{15,}$/)
  expect(answer.headers.get('x-ratelimit-limit')).toBe('1000, 1000;w=60;name="org_read"')
  expect(Number(answer.headers.get('x-ratelimit-remaining'))).toBeLessThan(1000)
  expect(answer.headers.get('x-ratelimit-reset')).toBe('60')
})

test('an unknown path is a 404, a broken body a 400, both in the shape of the platform', async () => {
  expect(await (await get('/nowhere')).json()).toEqual({ code: 404, message: 'Not found.' })
  const headers = { authorization: 'Bearer pina_test', 'content-type': 'application/json' }
  const broken = await fetch(`${v5}/pins`, { method: 'POST', headers, body: '{' })
  expect([broken.status, await broken.json()]).toMatchObject([400, { code: 1 }])
})

const calls: Record<string, (platform: Platform) => Promise<unknown>> = {
  get_board: (platform) => platform.readBoard(access, '101'),
  list_board_pins: (platform) => platform.listBoardPins(access, '101'),
  list_pins: (platform) => platform.listPins(access),
  list_boards: (platform) => platform.listBoards(access),
  list_sections: (platform) => platform.listSections(access, '101'),
  user_account: (platform) => platform.readUser(access),
  refresh_token: (platform) => platform.refreshToken('pinr_test'),
}
const faults = [
  ['hang', { kind: 'timeout' }],
  ['fail_500', { kind: 'unavailable', status: 500 }], // a read is sent three times before that is believed
  ['rate_limited', { kind: 'rate_limited', status: 429, code: 8, retryAfterMs: 30_000 }],
  ['unauthorized', { kind: 'reconnect', status: 401 }],
] as const
test.each(Object.entries(calls).flatMap(([name, call]) => faults.map(([fault, seen]) => [name, fault, seen, call] as const)))(
  '%s with fault %s goes wrong once and only there',
  async (name, fault, seen, call) => {
    await addFault(db.sql, { operation: name, fault, times: fault === 'fail_500' && name !== 'refresh_token' ? 3 : 1 })
    if (name !== 'user_account') await platform.readUser(access)
    expect(await failure(call(fault === 'hang' ? impatient.platform : platform))).toMatchObject(seen)
    if (name !== 'refresh_token') await call(platform)
  },
)

test('a refresh gives new tokens, ends the old refresh token, and leaves the old access token until it expires', async () => {
  const first = await platform.refreshToken('pinr_test')
  expect(first.accessToken).not.toBe('pina_test')
  expect(first.refreshToken).not.toBe('pinr_test')
  expect(first.expiresAt).toEqual(new Date('2026-04-01T10:00:00Z'))
  expect(first.refreshExpiresAt).toEqual(new Date('2026-05-01T10:00:00Z'))
  expect(first.scopes).toContain('pins:write')
  expect(await failure(platform.refreshToken('pinr_test'))).toMatchObject({ kind: 'reconnect', code: 283 })
  await platform.readUser(first)
  await platform.readUser(access)
  clock.now = new Date('2026-04-01T10:00:00Z')
  expect(await failure(platform.readUser(first))).toMatchObject({ kind: 'reconnect', status: 401, code: 2 })
  const second = await platform.refreshToken(first.refreshToken ?? '')
  expect((await platform.readUser(second)).id).toBe('901')
})

test('of two concurrent refreshes with one token, one wins', async () => {
  const { refreshToken } = await addUser(db.sql, { username: 'racer', displayName: 'R', isBusiness: false, createdAt: clock.now })
  const results = await Promise.allSettled([platform.refreshToken(refreshToken), platform.refreshToken(refreshToken)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
