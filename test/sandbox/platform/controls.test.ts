import { request } from 'node:http'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { addBoard, addDays, addPin, addSection, addUser } from '../../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../../support/database.js'
import { startSimulator } from '../../support/simulator.js'
import { aPicture } from '../../platform/support/pictures.js'

const { db } = await aDatabase()
const at = new Date('2026-03-02T10:00:00Z')
const simulator = await startSimulator(db, { now: at })
afterAll(() => simulator.close())
beforeEach(() => clearFaults(db.sql))

const page = `${simulator.url}/sandbox/platform`
const post = (body: unknown, headers = {}) =>
  fetch(`${page}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const faultsLeft = async () => (await db.sql`select from sim_faults`).length

test('a fault is taken as given and stands for each of its times', async () => {
  const answer = await post({ operation: 'create_pin', fault: 'hang', times: 3, match: { link: 'https://a.example' } })
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { operation: 'create_pin', fault: 'hang', times: 3, match: { link: 'https://a.example' } },
  ])
  expect(await faultsLeft()).toBe(3)
})

test('the controls answer this machine alone: no other name for it, and no form of another page', async () => {
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify({ operation: 'create_pin', fault: 'hang', times: 1 })
  const before = await faultsLeft()
  const foreign = await post({ operation: 'create_pin', fault: 'hang', times: 1 }, { origin: 'https://evil.example' })
  expect(foreign.status).toBe(403)
  const { port } = new URL(simulator.url)
  const statusOf = (method: string, path: string, headers: object) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = request(
        { host: '127.0.0.1', port, method, path: `/sandbox/platform${path}`, headers: { ...headers } },
        (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        },
      )
      asked.on('error', reject).end(method === 'POST' ? body : undefined)
    })
  for (const [method, path] of [
    ['GET', '/state'],
    ['POST', '/faults'],
    ['DELETE', '/faults'],
    ['DELETE', '/switches'],
    ['POST', '/tokens'],
  ] as const)
    expect(await statusOf(method, path, { ...json, host: `rebound.example:${port}` }), `${method} ${path}`).toBe(403)
  expect(await faultsLeft()).toBe(before)
})

test.each([
  [{ operation: 'create_pin', fault: 'explode' }, 'fault'],
  [{ operation: 'fly', fault: 'hang' }, 'operation'],
  [{ operation: 'get_board', fault: 'commit_then_hang' }, 'fault'],
  [{ operation: 'create_pin', fault: 'hang', times: 0 }, 'times'],
  [{ operation: 'create_pin', fault: 'hang', times: 1.5 }, 'times'],
  [{ operation: 'create_pin', fault: 'hang', sometimes: 1 }, 'sometimes'],
  [{ operation: 'create_pin', fault: 'hang', match: { title: 'x' } }, 'title'],
  ['hang', 'body'],
])('a fault we do not know is a 400 that names the field: %j', async (body, named) => {
  const answer = await post(body)
  expect(answer.status).toBe(400)
  const { error, ...rest } = (await answer.json()) as { error: string }
  expect(error).toContain(named)
  expect(rest).toEqual({})
  expect(await faultsLeft()).toBe(0)
})

test('a body that is no JSON is a 400 with a sentence', async () => {
  const headers = { 'content-type': 'application/json' }
  const broken = await fetch(`${page}/faults`, { method: 'POST', headers, body: '{' })
  expect([broken.status, await broken.json()]).toEqual([400, { error: expect.stringContaining('JSON') as string }])
  const text = await fetch(`${page}/faults`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' })
  expect([text.status, Object.keys((await text.json()) as object)]).toEqual([400, ['error']])
})

test('the state holds all accounts in the v5 shape, secret boards included, and counts every pin ever committed', async () => {
  const other = await addUser(db.sql, { username: 'other', displayName: 'Other', isBusiness: false, createdAt: at })
  const board = await addBoard(db.sql, { ownerId: other.id, name: 'Secret', privacy: 'SECRET', createdAt: at })
  const pin = {
    boardId: board.id,
    title: 'Seeded',
    description: 'd',
    link: 'https://a.example',
    altText: null,
    createdAt: at,
    picture: { contentType: 'image/jpeg' as const, bytes: await aPicture(300, 600) },
  }
  const { id } = await addPin(db.sql, pin)
  const state = await simulator.state()
  expect(await (await fetch(`${page}/state`)).json()).toEqual(state)
  expect(state.creates).toBe(1)
  expect(state.boards.map(({ id }) => id)).toEqual(['101', '102', board.id])
  expect(state.boards.at(-1)).toMatchObject({ pin_count: 1, owner: { username: 'other' }, privacy: 'SECRET' })
  expect(state.pins).toHaveLength(1)
  expect(state.pins[0]).toMatchObject({
    id,
    board_id: board.id,
    board_section_id: null,
    title: 'Seeded',
    created_at: '2026-03-02T10:00:00Z',
    media: { media_type: 'image', images: { '600x': { width: 600, height: 1200, url: `${page}/pictures/${id}` } } },
  })
})

test('seeding again changes nothing', async () => {
  const seed = async () => {
    const user = await addUser(db.sql, { username: 'again', displayName: 'Again', isBusiness: true, createdAt: at })
    const board = await addBoard(db.sql, { ownerId: user.id, name: 'Twice', createdAt: at })
    const section = await addSection(db.sql, { boardId: board.id, name: 'Part' })
    const pin = await addPin(db.sql, {
      boardId: board.id,
      sectionId: section.id,
      title: null,
      description: null,
      link: null,
      altText: null,
      createdAt: at,
      picture: { contentType: 'image/jpeg', bytes: await aPicture() },
    })
    const days = [{ day: '2026-03-01', metrics: { IMPRESSION: 12, SAVE: 1 } }]
    await addDays(db.sql, { userId: user.id }, days)
    await addDays(db.sql, { userId: user.id, pinId: pin.id }, days)
    return { user, board, section, pin, state: await simulator.state() }
  }
  expect(await seed()).toEqual(await seed())
  const days = await db.sql`select pin_id <> '' as of_pin, day::text, status, metrics from sim_days order by 1`
  expect([...days]).toEqual([
    { of_pin: false, day: '2026-03-01', status: 'READY', metrics: { IMPRESSION: 12, SAVE: 1 } },
    { of_pin: true, day: '2026-03-01', status: 'READY', metrics: { IMPRESSION: 12, SAVE: 1 } },
  ])
})

test('the page shows a pin, escapes what it says, and links only to web addresses', async () => {
  await addBoard(db.sql, { id: '777', ownerId: '901', name: '<b>Bold & co</b>', createdAt: at })
  const picture = { contentType: 'image/jpeg' as const, bytes: await aPicture() }
  const hostile = {
    boardId: '777',
    title: '<script>alert("x")</script>',
    description: `"'><img src=x onerror=alert(1)>`,
    link: 'javascript:alert(1)',
    altText: '" onload="alert(1)',
    createdAt: at,
    picture,
  }
  const { id } = await addPin(db.sql, hostile)
  await addPin(db.sql, { ...hostile, title: 'Kind', link: 'https://shop.example.com/?a=1&b="2"' })
  const answer = await fetch(page)
  const text = await answer.text()
  expect(answer.headers.get('content-type')).toContain('text/html')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(text).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;')
  expect(text).toContain('&lt;b&gt;Bold &amp; co&lt;/b&gt;')
  expect(text).not.toMatch(/<script>|<img src=x|javascript:|" onload/)
  expect(text).toContain('href="https://shop.example.com/?a=1&amp;b=&quot;2&quot;"')
  expect(text).not.toMatch(/(src|href)="(https?:)?\/\/(?!shop\.example\.com|a\.example)/)
  const bytes = await fetch(`${page}/pictures/${id}`)
  expect(bytes.headers.get('content-type')).toBe('image/jpeg')
  expect(Buffer.from(await bytes.arrayBuffer())).toEqual(picture.bytes)
  expect((await fetch(`${page}/pictures/1`)).status).toBe(404)
})

test('the page narrows to a board and answers 304 while nothing is new', async () => {
  const first = await fetch(`${page}?board=102`)
  expect(await first.text()).toContain('No pins here yet')
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  expect((await fetch(`${page}?board=102`, { headers })).status).toBe(304)
  await addPin(db.sql, {
    boardId: '102',
    title: 'Fresh',
    description: null,
    link: null,
    altText: null,
    createdAt: at,
    picture: { contentType: 'image/jpeg', bytes: await aPicture() },
  })
  expect(await (await fetch(`${page}?board=102`, { headers })).text()).toContain('Fresh')
})
