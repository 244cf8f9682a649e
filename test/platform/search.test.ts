/** The search of everybody's pins, as our client asks it and reads it. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addFault, clearFaults } from '../../src/sandbox/platform/faults/faults.js'
import { addManyPins } from '../sandbox/platform/support/many-pins.js'
import { resetSwitches, setSwitches } from '../../src/sandbox/platform/faults/switches.js'
import { aDatabase } from '../support/database.js'
import { startSimulator } from '../support/simulator.js'
import { aPlatform, answering, failure } from './support/bare-platform.js'

const access = { accessToken: 'pina_test' }
const search = { term: 'small kitchen shelf', country: 'US' }
const found = async (...items: unknown[]) => {
  const { platform } = await aPlatform(answering(200, { items }))
  return (await platform.searchPins(access, search)).items
}

test('it is asked for by its words and a country, fifty a page, from its bookmark on', async () => {
  const { platform, asked } = await aPlatform(answering(200, { items: [], bookmark: 'n&xt' }))
  expect(await platform.searchPins(access, { term: 'Kücheregal & more 100%', country: 'DE' })).toEqual({
    items: [],
    bookmark: 'n&xt',
  })
  await platform.searchPins(access, { ...search, bookmark: 'a/b=' })
  const term = 'K%C3%BCcheregal%20%26%20more%20100%25'
  expect(asked).toEqual([
    `GET /v5/search/partner/pins?term=${term}&country_code=DE&limit=50`,
    'GET /v5/search/partner/pins?term=small%20kitchen%20shelf&country_code=US&limit=50&bookmark=a%2Fb%3D',
  ])
})

const NOTHING = { title: null, description: null, link: null, altText: null, imageUrl: null, isPromoted: null }

test('what a pin does not have is null, whether it is said so or left out', async () => {
  const nulls = { title: null, description: null, link: null, alt_text: null, media: null, has_been_promoted: null }
  expect(await found({ id: '7' }, { id: '8', ...nulls })).toEqual([
    { id: '7', ...NOTHING },
    { id: '8', ...NOTHING },
  ])
})

test('words are given as they are, and what nobody knows of is passed over', async () => {
  const wire = { id: '7', title: ' A  Shelf ', description: '', link: 'https://a.example/?x=1#y', alt_text: 'Of oak' }
  const [pin] = await found({ ...wire, media: { media_type: 'hologram', depth: 3 }, pinner: { id: 1 }, score: 0.5 })
  expect(pin).toEqual({
    id: '7',
    title: ' A  Shelf ',
    description: '',
    link: 'https://a.example/?x=1#y',
    altText: 'Of oak',
    imageUrl: null,
    isPromoted: null,
  })
})

test('that a pin was paid for is known where it is told as yes or no, and from nothing else', async () => {
  const told = [true, false, null, undefined, 'yes', 1].map((has_been_promoted, n) => ({ id: String(n), has_been_promoted }))
  expect((await found(...told)).map(({ isPromoted }) => isPromoted)).toEqual([true, false, null, null, null, null])
})

test('the id of somebody else’s pin need not be digits: the description does not say so', async () => {
  expect((await found({ id: 'ASDk3_x-9' }, { id: '12' })).map(({ id }) => id)).toEqual(['ASDk3_x-9', '12'])
})

const image = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { width: 1, height: 1, url: `u:${name}` }]))
test.each([
  ['the size that fits a card', { media_type: 'image', images: image('150x150', '600x', 'originals') }, 'u:600x'],
  ['the next best', { media_type: 'image', images: { ...image('150x150', 'originals'), '600x': null } }, 'u:originals'],
  ['the cover of a video', { media_type: 'video', cover_image_url: 'u:cover', images: null }, 'u:cover'],
  ['the first of a carousel', { media_type: 'multiple_images', items: [{ images: image('600x') }, { images: {} }] }, 'u:600x'],
  [
    'the cover of the first of several videos',
    { media_type: 'multiple_videos', items: [{ item_type: 'video', cover_image_url: 'u:first' }] },
    'u:first',
  ],
  ['none', { media_type: 'image', images: {} }, null],
])('its picture is %s', async (_what, media, expected) => {
  const [pin] = await found({ id: '7', media })
  expect(pin?.imageUrl).toBe(expected)
})

test.each([
  ['without its list', { bookmark: null }, /items: /],
  ['whose list is none', { items: { id: '7' } }, /items: /],
  ['of a pin without an id', { items: [{ id: '6' }, { title: 'x' }] }, /items\.1\.id: /],
  ['of a pin with an empty id', { items: [{ id: '' }] }, /items\.0\.id: /],
  ['of words that are none', { items: [{ id: '6', title: 7 }] }, /items\.0\.title: /],
])('an answer %s is no empty one', async (_what, body, where) => {
  const { platform } = await aPlatform(answering(200, body))
  const error = await failure(platform.searchPins(access, search))
  expect([error.kind, error.message]).toEqual(['unavailable', expect.stringMatching(where)])
})

describe('on the simulated platform', async () => {
  const { db } = await aDatabase()
  const clock = { now: new Date('2026-03-20T10:00:00Z') }
  const { platform, ...simulator } = await startSimulator(db, clock)
  const impatient = await startSimulator(db, clock, { timeoutMs: 500 })
  afterAll(async () => {
    await simulator.close()
    await impatient.close()
  })
  beforeEach(async () => {
    await clearFaults(db.sql)
    await resetSwitches(db.sql)
  })
  await addManyPins(db.sql, {
    boardId: '101',
    count: 120,
    createdAt: clock.now,
    title: (n) => `Shelf ${n}`,
    isPromoted: (n) => n % 40 === 0,
  })

  test('its pages follow their bookmark to the end: every pin once', async () => {
    const sizes: number[] = []
    const seen: { id: string; isPromoted: boolean | null }[] = []
    let bookmark: string | undefined
    do {
      const page = await platform.searchPins(access, { ...search, bookmark })
      seen.push(...page.items)
      sizes.push(page.items.length)
      bookmark = page.bookmark ?? undefined
    } while (bookmark !== undefined)
    expect([sizes, new Set(seen.map(({ id }) => id)).size]).toEqual([[50, 50, 20], 120])
    expect(seen.filter(({ isPromoted }) => isPromoted)).toHaveLength(3)
  })

  test('for an app that was not let in it is the app that is refused, not the account', async () => {
    await setSwitches(db.sql, { searchAllowed: false })
    const error = await failure(platform.searchPins(access, search))
    expect([error.kind, error.details, error.message]).toEqual([
      'app_refused',
      expect.objectContaining({ status: 401, code: 3 }),
      expect.stringContaining('restricted feature: partner_search'),
    ])
  })

  test.each([
    ['fail_500', { kind: 'unavailable', details: { status: 500 } }],
    ['truncated', { kind: 'unavailable', details: { status: 200 } }],
    ['rate_limited', { kind: 'rate_limited', details: { status: 429, code: 8, retryAfterMs: 30_000 } }],
    ['spam', { kind: 'spam', details: { status: 429 } }],
    ['unauthorized', { kind: 'reconnect', details: { status: 401, code: 2 } }],
    ['scope_missing', { kind: 'reconnect', details: { status: 401, code: 3, lacksScope: true } }],
    ['app_not_approved', { kind: 'app_refused', details: { status: 401, code: 3 } }],
    ['restricted_feature', { kind: 'app_refused', details: { status: 401, code: 3 } }],
    ['forbidden', { kind: 'forbidden', details: { status: 403, code: 29 } }],
    ['hang', { kind: 'timeout' }],
  ] as const)('a search and the pins of a board go wrong by %s, each for itself', async (fault, expected) => {
    const client = fault === 'hang' ? impatient.platform : platform
    const ask = {
      search_partner_pins: () => client.searchPins(access, search),
      list_board_pins: () => client.listBoardPins(access, '101'),
    }
    const isAskedAgain = fault === 'fail_500' || fault === 'truncated'
    for (const [operation, other] of [
      ['search_partner_pins', 'list_board_pins'] as const,
      ['list_board_pins', 'search_partner_pins'] as const,
    ]) {
      await addFault(db.sql, { operation, fault, times: isAskedAgain ? 3 : 1 })
      await ask[other]()
      expect(await failure(ask[operation]())).toMatchObject(expected)
      await ask[operation]()
    }
  })

  test('an answer that fails once is asked for again', async () => {
    await addFault(db.sql, { operation: 'search_partner_pins', fault: 'fail_500', times: 2 })
    expect((await platform.searchPins(access, search)).items).toHaveLength(50)
  })

  test('null fields may be left out of it, and its kinds of media be new', async () => {
    const usual = await platform.searchPins(access, search)
    await setSwitches(db.sql, { omitNulls: true, unknownEnums: true })
    expect((await platform.searchPins(access, search)).items).toEqual(usual.items)
  })
})
