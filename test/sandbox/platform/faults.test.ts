import { request } from 'undici'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { clearFaults, listFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { addBoard, addPin, addSection } from '../../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../../support/database.js'
import { startSimulator } from '../../support/simulator.js'
import { aPicture } from '../../platform/support/pictures.js'

const { db } = await aDatabase()
const clock = { now: new Date('2026-03-20T10:00:00Z') }
const simulator = await startSimulator(db, clock)
const root = `${simulator.url}/sandbox/platform`
afterAll(() => simulator.close())
beforeEach(() => clearFaults(db.sql))

const picture = { contentType: 'image/jpeg', bytes: await aPicture() } as const
const pinId = (
  await addPin(db.sql, {
    boardId: '101',
    sectionId: '1011',
    title: 'Lamp',
    description: null,
    link: null,
    altText: null,
    picture,
    createdAt: new Date('2026-03-10T10:00:00Z'),
  })
).id

const { mediaId } = await simulator.platform.startVideo({ accessToken: 'pina_test' })

type Call = { operation: string; method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; path: string; body?: object }
const days = 'start_date=2026-03-10&end_date=2026-03-20'
const reads: Call[] = [
  ['user_account', '/user_account'],
  ['list_websites', '/user_account/websites'],
  ['list_boards', '/boards'],
  ['get_board', '/boards/101'],
  ['list_sections', '/boards/101/sections'],
  ['list_board_pins', '/boards/101/pins'],
  ['list_section_pins', '/boards/101/sections/1011/pins'],
  ['list_pins', '/pins'],
  ['get_pin', `/pins/${pinId}`],
  ['get_media', `/media/${mediaId}`],
  ['list_product_tags', `/pins/${pinId}/product_tags`],
  ['search_partner_pins', '/search/partner/pins?term=lamp&country_code=US'],
  ['trending_keywords', '/trends/keywords/US/top/growing'],
  ['pin_analytics', `/pins/${pinId}/analytics?${days}&metric_types=SAVE`],
  ['account_analytics', `/user_account/analytics?${days}`],
  ['top_pins', `/user_account/analytics/top_pins?${days}&sort_by=SAVE`],
].map(([operation = '', path = '']) => ({ operation, path, method: 'GET' }))
const image = { source_type: 'image_base64', content_type: 'image/jpeg', data: picture.bytes.toString('base64') }
const writes: Call[] = [
  { operation: 'create_pin', method: 'POST', path: '/pins', body: { board_id: '102', media_source: image } },
  { operation: 'create_media', method: 'POST', path: '/media', body: { media_type: 'video' } },
  {
    operation: 'add_product_tags',
    method: 'POST',
    path: `/pins/${pinId}/product_tags`,
    body: { product_tags: [{ pin_id: '81' }] },
  },
  {
    operation: 'remove_product_tags',
    method: 'POST',
    path: `/pins/${pinId}/product_tags/bulk-delete`,
    body: { product_tags: [{ pin_id: '81' }] },
  },
  { operation: 'create_board', method: 'POST', path: '/boards', body: { name: 'Attic' } },
  { operation: 'update_board', method: 'PATCH', path: '/boards/102', body: { description: 'Green' } },
  { operation: 'delete_board', method: 'DELETE', path: '/boards/555' },
  { operation: 'delete_pin', method: 'DELETE', path: '/pins/666' },
  { operation: 'create_section', method: 'POST', path: '/boards/101/sections', body: { name: 'Rugs' } },
  { operation: 'update_section', method: 'PATCH', path: '/boards/101/sections/1012', body: { name: 'Lights' } },
  { operation: 'delete_section', method: 'DELETE', path: '/boards/101/sections/777' },
]
const sections = writes.filter(({ operation }) => operation.endsWith('_section'))

/** What a write needs to succeed each time. */
async function again(): Promise<void> {
  await db.sql`delete from sim_boards where name = 'Attic'`
  await addBoard(db.sql, { id: '555', ownerId: '901', name: 'To go', createdAt: clock.now })
  await addSection(db.sql, { id: '777', boardId: '101', name: 'To go' })
  await db.sql`
    insert into sim_pins (id, board_id, owner_id, content_type, width, height, picture, created_at)
    values ('666', '101', '901', 'image/jpeg', 1, 1, '', ${clock.now})
    on conflict do nothing`
}
const fault = async (operation: string, name: string) => {
  const answer = await fetch(`${root}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ operation, fault: name }),
  })
  return { status: answer.status, body: (await answer.json()) as { error?: string } }
}
const call = async ({ method, path, body }: Call, token = 'pina_test') => {
  const answer = await fetch(`${root}/v5${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, json: () => JSON.parse(text) as Record<string, unknown> }
}
const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
/** The client gives up as soon as the call is being answered by nobody. */
async function hangs({ method, path, body }: Call): Promise<void> {
  const giveUp = new AbortController()
  const open = request(`${root}/v5${path}`, {
    method,
    headers: { authorization: 'Bearer pina_test', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
    signal: giveUp.signal,
  })
  const ended = open.then(
    () => 'answered',
    () => 'given up',
  )
  while ((await listFaults(db.sql)).length > 0) await new Promise(setImmediate)
  giveUp.abort()
  expect(await ended).toBe('given up')
}

const refusals = [
  ['fail_500', 500, 500, /went wrong/],
  ['rate_limited', 429, 8, /^This request exceeded a rate limit/],
  ['spam', 429, 8, /spam/],
  ['unauthorized', 401, 2, /^Authentication failed\.$/],
  ['scope_missing', 401, 3, /correct set of scopes/],
  ['app_not_approved', 401, 3, /consumer type is not supported/],
  ['restricted_feature', 401, 3, /does not have access to this restricted feature: /],
  ['forbidden', 403, 29, /not permitted/],
  ['board_gone', 404, 40, /^Board not found\.$/],
] as const

describe.each([...reads, ...writes].map((each) => [each.operation, each] as const))('%s', (operation, each) => {
  beforeEach(again)

  test('is refused in every way on demand, each time once, without anything done', async () => {
    const before = await simulator.state()
    for (const [name, status, code, message] of refusals) {
      expect((await fault(operation, name)).status).toBe(200)
      const refused = await call(each)
      expect([name, refused.status, refused.json().code]).toEqual([name, status, code])
      expect(refused.json().message).toMatch(message)
      expect(refused.headers.get('x-ratelimit-reset')).toBe(name === 'rate_limited' ? '30' : '60')
    }
    expect(await simulator.state()).toEqual(before)
    const done = await call(each)
    expect([done.status >= 200 && done.status < 300, done.text]).toEqual([true, expect.any(String)])
  })

  test('is cut short on demand, though it says success', async () => {
    await fault(operation, 'truncated')
    const cut = await call(each)
    expect([cut.status >= 200 && cut.status < 300, cut.text.length > 0, isJson(cut.text)]).toEqual([true, true, false])
  })

  test('hangs on demand, without anything done', async () => {
    const before = await simulator.state()
    await fault(operation, 'hang')
    await hangs(each)
    expect(await simulator.state()).toEqual(before)
  })
})

describe.each(writes.map((each) => [each.operation, each] as const))('%s', (operation, each) => {
  beforeEach(again)
  /** What the database holds of writes; counters and times of change included. */
  const held = async () =>
    JSON.stringify(
      await Promise.all([
        db.sql`select id from sim_pins order by 1`,
        db.sql`select id, name, description from sim_boards order by 1`,
        db.sql`select id, name from sim_sections order by 1`,
        db.sql`select id from sim_media order by 1`,
        db.sql`select pin_id, tag_pin_id from sim_product_tags order by 1, 2`,
      ]),
    )
  beforeEach(async () => {
    await db.sql`delete from sim_product_tags`
    if (operation === 'remove_product_tags')
      await db.sql`insert into sim_product_tags (pin_id, tag_pin_id) values (${pinId}, '81')`
    await db.sql`update sim_boards set description = null`
    await db.sql`update sim_sections set name = 'Lamps' where id = '1012'`
  })

  test('is done and then lost on demand: no answer, a 500, half an answer', async () => {
    const before = await held()
    await fault(operation, 'commit_then_500')
    expect((await call(each)).status).toBe(500)
    expect(await held()).not.toBe(before)
    await again()
    await fault(operation, 'commit_then_truncated')
    const cut = await call(each)
    expect([cut.status >= 200 && cut.status < 300, isJson(cut.text)]).toEqual([true, false])
  })

  test('is done and never answered on demand', async () => {
    const before = await held()
    await fault(operation, 'commit_then_hang')
    await hangs(each)
    await expect.poll(held).not.toBe(before)
  })
})

test.each(sections.map((each) => [each.operation, each] as const))(
  '%s meets the lock of the board on demand',
  async (operation, each) => {
    await fault(operation, 'section_conflict')
    const locked = await call(each)
    expect([locked.status, locked.json()]).toEqual([409, { code: 409, message: 'Board section conflict.' }])
  },
)

test('a pin is refused to an app on trial on demand', async () => {
  await fault('create_pin', 'trial_app')
  const refused = await call(writes[0]!)
  expect([refused.status, refused.json().code, refused.json().message]).toEqual([
    403,
    29,
    'Apps with Trial access may not create Pins in production https://api.pinterest.com - use API Sandbox https://api-sandbox.pinterest.com instead.',
  ])
})

test.each([
  ['get_board', 'commit_then_hang'],
  ['list_boards', 'section_conflict'],
  ['create_board', 'section_conflict'],
  ['update_board', 'trial_app'],
  ['delete_section', 'media_stuck'],
])('%s knows no fault %s: a 400 that says so', async (operation, name) => {
  const { status, body } = await fault(operation, name)
  expect([status, body.error]).toEqual([400, expect.stringContaining('fault')])
})

describe('tokens', () => {
  const renew = (refreshToken: string) =>
    fetch(`${root}/v5/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('client:secret').toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    })

  test('are renewed and lost on demand: the old refresh token is used up, the new one nobody has', async () => {
    await fault('refresh_token', 'commit_then_500')
    expect((await renew('pinr_test')).status).toBe(500)
    expect((await renew('pinr_test')).status).toBe(401)
    const [row] = await db.sql<{ n: number }[]>`
      select count(*)::int as n from sim_tokens where kind = 'refresh' and revoked_at is null`
    expect(row?.n).toBe(1)
  })

  test('are refused to an app that is not approved on demand', async () => {
    await fault('refresh_token', 'app_not_approved')
    const refused = await renew('pinr_test')
    expect([refused.status, await refused.json()]).toMatchObject([401, { code: 3 }])
  })
})
