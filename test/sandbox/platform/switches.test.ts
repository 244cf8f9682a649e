import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { addBoard, addPin, addUser } from '../../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../../support/database.js'
import { startSimulator } from '../../support/simulator.js'
import { aPicture } from '../../platform/support/pictures.js'

const { db } = await aDatabase()
const NOW = new Date('2026-03-20T10:00:00Z')
const clock = { now: NOW }
const simulator = await startSimulator(db, clock)
const { platform } = simulator
const root = `${simulator.url}/sandbox/platform`
afterAll(() => simulator.close())

const control = async (path: string, method = 'GET', body?: unknown) => {
  const answer = await fetch(root + path, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const turn = async (switches: object) => {
  expect((await control('/switches', 'POST', switches)).status).toBe(200)
}
beforeEach(async () => {
  clock.now = NOW
  await clearFaults(db.sql)
  await control('/switches', 'DELETE')
})
const get = async (path: string, token = 'pina_test') => {
  const answer = await fetch(`${root}/v5${path}`, { headers: { authorization: `Bearer ${token}` } })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> }
}
const access = { accessToken: 'pina_test' }
const picture = { contentType: 'image/jpeg', bytes: await aPicture() } as const
const aPin = (title: string, boardId = '101') =>
  addPin(db.sql, {
    boardId,
    title,
    description: null,
    link: null,
    altText: null,
    picture,
    createdAt: new Date('2026-03-10T10:00:00Z'),
  })
const { id: pinId } = await aPin('Lamp')
await aPin('Vase')
const friend = await addUser(db.sql, { username: 'friend', displayName: 'Friend', isBusiness: false, createdAt: NOW })
const shared = await addBoard(db.sql, { ownerId: friend.id, name: 'Shared', collaboratorIds: ['901'], createdAt: NOW })
await aPin('Of a friend', shared.id)
const window = 'start_date=2026-03-08&end_date=2026-03-20'

const usual = {
  zonelessDates: false,
  omitNulls: false,
  unknownEnums: false,
  missingMetrics: false,
  expireBookmarks: false,
  sameTokenTwice: false,
  enforceLimits: false,
  trialApp: false,
  searchAllowed: true,
  rewriteText: false,
}

describe('the switches', () => {
  test('are all off, are turned one by one, stay over calls, and are set back together', async () => {
    expect((await control('/switches')).body).toEqual(usual)
    expect((await control('/switches', 'POST', { omitNulls: true })).body).toEqual({ ...usual, omitNulls: true })
    await turn({ enforceLimits: { org_read: 2 } })
    expect((await control('/switches')).body).toEqual({ ...usual, omitNulls: true, enforceLimits: { org_read: 2 } })
    await turn({ omitNulls: false })
    expect((await control('/switches')).body).toMatchObject({ omitNulls: false, enforceLimits: { org_read: 2 } })
    expect((await control('/switches', 'DELETE')).body).toEqual(usual)
    expect((await control('/switches')).body).toEqual(usual)
  })

  test.each([
    [{ omitNulls: 'yes' }, 'omitNulls'],
    [{ omitNils: true }, 'omitNils'],
    [{ expireBookmarks: true }, 'expireBookmarks'],
    [{ enforceLimits: { org_ads: 1 } }, 'enforceLimits'],
    [{ rewriteText: 2 }, 'rewriteText'],
    ['all', 'body'],
  ])('that are not known are a 400 that names them: %j', async (input, named) => {
    const { status, body } = await control('/switches', 'POST', input)
    expect([status, body.error]).toEqual([400, expect.stringContaining(named)])
    expect((await control('/switches')).body).toEqual(usual)
  })
})

describe('zonelessDates', () => {
  test('takes the zone from every time of boards and pins, and our client reads them as UTC', async () => {
    const before = await platform.readBoard(access, '101')
    await turn({ zonelessDates: true })
    const { body } = await get('/boards/101')
    expect([body.created_at, body.board_pins_modified_at]).toEqual(['2026-01-05T08:00:00', '2026-03-10T10:00:00'])
    const page = (await get('/boards/101/pins')).body as { items: { created_at: string }[] }
    expect(page.items.map(({ created_at }) => created_at)).toEqual(['2026-03-10T10:00:00', '2026-03-10T10:00:00'])
    expect(await platform.readBoard(access, '101')).toEqual(before)
  })
})

describe('omitNulls', () => {
  test('leaves out what is null, in lists and at their end too, and our client sees no difference', async () => {
    const [user, board, pin] = await Promise.all([
      platform.readUser(friend),
      platform.readBoard(access, '101'),
      platform.readPin(access, pinId),
    ])
    await turn({ omitNulls: true })
    const { body: page } = await get('/boards/101/pins')
    expect(JSON.stringify(page)).not.toContain('null')
    expect(Object.keys(page)).toEqual(['items'])
    expect(Object.keys((await get('/boards/102')).body)).not.toContain('description')
    expect(await platform.readUser(friend)).toEqual(user)
    expect(await platform.readBoard(access, '101')).toEqual(board)
    expect(await platform.readPin(access, pinId)).toEqual(pin)
    expect((await platform.listBoardPins(access, '101')).bookmark).toBeNull()
  })
})

describe('unknownEnums', () => {
  test('gives values that no list holds, where the platform may have new ones', async () => {
    await turn({ unknownEnums: true })
    expect((await get('/boards/101')).body.privacy).toBe('LIMITED')
    const days = (await get(`/user_account/analytics?${window}`)).body as { all: { daily_metrics: { data_status: string }[] } }
    const statuses = days.all.daily_metrics.map(({ data_status }) => data_status)
    expect([statuses[0], statuses.at(-1)]).toEqual(['READY', 'RECOUNTING'])
    const kinds = async (boardId: string) => {
      const page = (await get(`/boards/${boardId}/pins`)).body as { items: { media: { media_type: string } }[] }
      return page.items.map(({ media }) => media.media_type)
    }
    expect([await kinds('101'), await kinds(shared.id)]).toEqual([['image', 'image'], ['hologram']])
    expect((await get('/user_account')).body.account_type).toBe('BUSINESS')
  })

  test('is no trouble to our client', async () => {
    await turn({ unknownEnums: true })
    expect((await platform.readBoard(access, '101')).privacy).toBe('limited')
    expect((await platform.listBoardPins(access, shared.id)).items[0]?.mediaType).toBe('hologram')
    const { days } = await platform.readPinAnalytics(access, pinId, { first: '2026-03-08', last: '2026-03-20', isVideo: false })
    expect(days.at(-1)).toEqual({ day: '2026-03-20', dataStatus: 'RECOUNTING', metrics: {} })
  })
})

describe('missingMetrics', () => {
  test('leaves days without metrics, and ready ones without one of them', async () => {
    const path = `/pins/${pinId}/analytics?${window}&metric_types=IMPRESSION,OUTBOUND_CLICK,TOTAL_COMMENTS`
    const before = (await get(path)).body as { all: object }
    expect(Object.keys(before.all)).toEqual(['summary_metrics', 'daily_metrics', 'lifetime_metrics'])
    await turn({ missingMetrics: true })
    type Row = { date: string; data_status: string; metrics?: object }
    const { all } = (await get(path)).body as { all: { summary_metrics: object; daily_metrics: Row[] } }
    expect(Object.keys(all).sort()).toEqual(['daily_metrics', 'summary_metrics'])
    expect(Object.keys(all.summary_metrics)).toEqual(['IMPRESSION'])
    expect(all.daily_metrics.at(-1)).toEqual({ date: '2026-03-20', data_status: 'PROCESSING' })
    const metricsOf = (date: string) => Object.keys(all.daily_metrics.find((row) => row.date === date)?.metrics ?? {})
    expect([metricsOf('2026-03-14'), metricsOf('2026-03-15')]).toEqual([['IMPRESSION', 'OUTBOUND_CLICK'], ['IMPRESSION']])
  })

  test('leaves the best pins with a number that is still processed, and one that never comes', async () => {
    await turn({ missingMetrics: true })
    const { pins } = await platform.readTopPins(access, { first: '2026-03-08', last: '2026-03-20' }, 'SAVE')
    expect(pins[0]?.metrics).toMatchObject({ outboundClick: null, save: expect.any(Number) as number })
    expect(pins[0]?.metrics).not.toHaveProperty('saveRate')
  })
})

describe('expireBookmarks', () => {
  test('refuses a bookmark that is older than so many seconds', async () => {
    const { body } = await get('/boards?page_size=1')
    const next = `/boards?page_size=1&bookmark=${encodeURIComponent(String(body.bookmark))}`
    clock.now = new Date(NOW.getTime() + 86_400_000)
    expect((await get(next)).status).toBe(200)
    await turn({ expireBookmarks: 60 })
    clock.now = new Date(NOW.getTime() + 60_000)
    expect((await get(next)).status).toBe(200)
    clock.now = new Date(NOW.getTime() + 61_000)
    expect(await get(next)).toMatchObject({
      status: 400,
      body: { code: 1, message: expect.stringContaining('expired') as string },
    })
  })
})

describe('sameTokenTwice', () => {
  const renewTwice = async (afterMs: number) => {
    const { refreshToken } = await addUser(db.sql, {
      username: `twin ${afterMs}`,
      displayName: 'Twin',
      isBusiness: false,
      createdAt: NOW,
    })
    const first = await platform.refreshToken(refreshToken)
    clock.now = new Date(NOW.getTime() + afterMs)
    const second = await platform.refreshToken(first.refreshToken ?? '')
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect((await platform.readUser(second)).username).toBe(`twin ${afterMs}`)
    return first.accessToken === second.accessToken
  }

  test('gives the same access token again within a second, and a new refresh token all the same', async () => {
    expect(await renewTwice(10)).toBe(false)
    await turn({ sameTokenTwice: true })
    clock.now = NOW
    expect(await renewTwice(900)).toBe(true)
    clock.now = NOW
    expect(await renewTwice(1000)).toBe(false)
  })
})

describe('enforceLimits', () => {
  test('refuses what is more than the limit of its category, until the minute is over', async () => {
    clock.now = new Date('2026-03-20T10:00:20Z')
    await turn({ enforceLimits: { org_read: 2 } })
    const left = async () => (await get('/boards')).headers.get('x-ratelimit-remaining')
    expect([await left(), await left()]).toEqual(['1', '0'])
    const { status, headers, body } = await get('/boards')
    expect([status, body.code]).toEqual([429, 8])
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-ratelimit-limit': '2, 2;w=60;name="org_read"',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '40',
    })
    expect((await get(`/user_account/analytics?${window}`)).status).toBe(200)
    clock.now = new Date('2026-03-20T10:01:00Z')
    expect((await get('/boards')).status).toBe(200)
  })

  test('counts each account for itself', async () => {
    await turn({ enforceLimits: { org_read: 1 } })
    expect([(await get('/pins')).status, (await get('/pins')).status]).toEqual([200, 429])
    expect((await get('/pins', friend.accessToken)).status).toBe(200)
  })
})

describe('rewriteText', () => {
  const words = {
    title: 'Salt  &  “pepper” ✨',
    description: 'One  — two & three',
    link: 'https://example.com/mill#top',
    altText: 'A mill',
  }
  const bytes = picture.bytes
  const image = {
    contentType: picture.contentType,
    bytes: bytes.length,
    async *open() {
      yield bytes
    },
  }
  const create = async (title: string) => {
    const made = await platform.createPin(
      access,
      { boardId: '101', boardSectionId: null, ...words, title, isSimplified: false, media: { kind: 'image', image } },
      AbortSignal.timeout(5_000),
    )
    return made.kind === 'created' ? made.pinId : undefined
  }
  const shownOf = async (pinId?: string) => (await get(`/pins/${pinId}`)).body.title

  test('stores what is made from then on its own way, the same in lists and by itself; the state shows what was sent', async () => {
    await turn({ rewriteText: true })
    const pins = await Promise.all([1, 2, 3, 4, 5].map((n) => create(`${words.title}  ${n}`)))
    const { items } = (await get('/boards/101/pins')).body as {
      items: { id: string; title: string; link: string; alt_text: string | null }[]
    }
    const listed = pins.map((id) => items.find((item) => item.id === id)!)
    const texts = listed.map(({ title, link, alt_text }) => JSON.stringify([title.slice(0, -1), link, alt_text]))
    expect(texts).not.toContain(JSON.stringify([`${words.title}  `, words.link, words.altText]))
    expect(new Set(texts).size).toBeGreaterThan(1) // each in some way
    expect(await shownOf(pins[0])).toBe(listed[0]!.title)
    const { pins: sent } = await simulator.state()
    expect(sent.filter(({ id }) => pins.includes(id)).map(({ link }) => link)).toEqual(Array(5).fill(words.link))
    await turn({ rewriteText: false })
    expect(await shownOf(await create(words.title))).toBe(words.title)
    expect(await shownOf(pins[0])).toBe(listed[0]!.title)
  })

  test('as a share rewrites some', async () => {
    await turn({ rewriteText: 0.5 })
    const pins = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((n) => create(`Lamp ${n}`)))
    const { items } = (await get('/boards/101/pins')).body as {
      items: { id: string; link: string; description: string; alt_text: string | null }[]
    }
    const own = items.filter(({ id }) => pins.includes(id))
    const asSent = own.filter(
      (one) => one.link === words.link && one.description === words.description && one.alt_text === words.altText,
    )
    expect(asSent.length).toBeGreaterThan(0)
    expect(asSent.length).toBeLessThan(own.length)
  })
})

describe('rate limits', () => {
  test.each([
    ['/boards', 'a wrong token', 401],
    ['/nowhere', 'pina_test', 404],
    ['/boards/424242', 'pina_test', 404],
    ['/boards?page_size=0', 'pina_test', 400],
  ])('are told with every answer, also for %s with %s', async (path, token, status) => {
    const answer = await get(path, token.replaceAll(' ', '_'))
    expect(answer.status).toBe(status)
    expect(answer.headers.get('x-ratelimit-limit')).toBe('1000, 1000;w=60;name="org_read"')
    expect(answer.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/)
    expect(answer.headers.get('x-ratelimit-reset')).toBe('60')
    expect(answer.headers.get('x-pinterest-rid')).toMatch(/^\d+$/)
  })
})
