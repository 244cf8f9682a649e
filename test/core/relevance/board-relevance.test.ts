/** How well a board fits a keyword, by its live pins. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Page, PlatformAccess, PlatformPin } from '../../../src/core/ports/platform.js'
import { addPin, addSection } from '../../../src/sandbox/platform/seed-api.js'
import { aPicture } from '../../platform/support/pictures.js'
import { aDatabase } from '../../support/database.js'
import { START } from '../../support/world.js'
import { aBoard, addPins, books, FITS, KEYWORD, score, scored, scoringRows } from './support/board-relevance-fixtures.js'
import { aBoardWorld } from '../boards/support/fixtures.js'

const { db } = await aDatabase()
type Listing = (access: PlatformAccess, boardId: string, bookmark?: string) => Promise<Page<PlatformPin>>
let between: ((real: Listing) => Listing) | undefined
const world = await aBoardWorld(db, (real) => ({
  listBoardPins: (...asked) => {
    const list: Listing = (...input) => real.listBoardPins(...input)
    return (between ? between(list) : list)(...asked)
  },
}))
beforeEach(() => {
  between = undefined
  world.asked.length = 0
})

const MISSES = { title: 'Velvet sofa' }

describe('what it says', () => {
  test('contributing pins come strongest first, each with its id, destination and own relevance; poor ones only count', async () => {
    const boardId = await aBoard(world, db, [
      { title: 'Oak table with a bench' },
      { title: 'A cake for autumn', link: 'https://shop.test/a' },
      { title: 'Lemon cake', link: 'https://shop.test/b' },
    ])
    const relevance = await scored(world, boardId)
    expect(relevance).toMatchObject({ contributingPinCount: 2, scoredPinCount: 3, truncated: false })
    expect(relevance.pins.map(({ title, destinationUrl }) => [title, destinationUrl])).toEqual([
      ['Lemon cake', 'https://shop.test/b'],
      ['A cake for autumn', 'https://shop.test/a'],
    ])
    for (const pin of relevance.pins) expect(pin.explanation.tier).toBe(pin.relevance)
    expect(relevance.pins[0]?.relevance).toBe('excellent')
    expect(relevance.pins[1]?.explanation.score).toBeLessThan(relevance.pins[0]!.explanation.score)
  })

  test('equal pins stand in the order of the platform', async () => {
    const boardId = await aBoard(world, db)
    const ids = await addPins(db, boardId, [FITS, FITS, MISSES, FITS])
    const { pins } = await scored(world, boardId)
    expect(pins.map(({ pinId }) => pinId)).toEqual([ids[0], ids[1], ids[3]])
  })

  test('a pin that leads nowhere has no destination', async () => {
    const { pins } = await scored(world, await aBoard(world, db, [FITS]))
    expect(pins).toMatchObject([{ title: 'Lemon cake', destinationUrl: null }])
  })

  test('a board on which nothing fits is scored as poor', async () => {
    const boardId = await aBoard(world, db, [MISSES, MISSES])
    expect(await score(world, boardId)).toEqual({
      state: 'scored',
      relevance: 'poor',
      contributingPinCount: 0,
      scoredPinCount: 2,
      truncated: false,
      pins: [],
      taken: 'credit',
    })
  })

  test('the more of it fits, the better', async () => {
    const of = async (fits: number) =>
      (
        await scored(
          world,
          await aBoard(world, db, [...Array.from({ length: fits }, () => FITS), ...Array.from({ length: 10 }, () => MISSES)]),
        )
      ).relevance
    expect([await of(0), await of(1), await of(10)]).toEqual(['poor', 'poor', 'excellent'])
  })

  test('scores are the same in every request, on every board and beside any other pins', async () => {
    const pin = { title: 'A cake for autumn', description: 'With lemon' }
    const [one, other] = [await aBoard(world, db, [pin], 'One'), await aBoard(world, db, [FITS, MISSES, pin], 'Other')]
    const scoreOf = async (boardId: string) =>
      (await scored(world, boardId)).pins.find(({ title }) => title === pin.title)?.explanation.score
    const first = await scoreOf(one)
    expect(first).toBeGreaterThan(0)
    expect([await scoreOf(one), await scoreOf(other)]).toEqual([first, first])
  })

  test('the name of the board is read with its pins', async () => {
    const { pins } = await scored(world, await aBoard(world, db, [{ title: 'Cake' }], 'Everything lemon'))
    expect(pins[0]?.explanation.reasons).toMatchObject([
      { term: 'lemon', field: 'boardName' },
      { term: 'cake', field: 'title' },
    ])
  })

  test('a keyword is trimmed, and a board may be named with b_', async () => {
    const boardId = await aBoard(world, db, [FITS])
    expect(await score(world, `b_${boardId}`, `  ${KEYWORD}\n`)).toEqual(await score(world, boardId))
  })
})

test('255 characters are a keyword, of any script', async () => {
  const boardId = await aBoard(world, db, [FITS])
  expect(await score(world, boardId, ` ${'レモン'.repeat(85)} `)).toMatchObject({ state: 'scored', relevance: 'poor' })
})

test('a keyword without a word says nothing of any pin: absent, and free', async () => {
  const boardId = await aBoard(world, db, [FITS])
  const before = await books(world)
  for (const keyword of ['😀'.repeat(255), '!?']) expect(await score(world, boardId, keyword)).toEqual({ state: 'absent' })
  expect(await books(world)).toEqual(before)
})

describe('which pins are read', () => {
  test('live ones, those too that were added outside the service meanwhile', async () => {
    const boardId = await aBoard(world, db, [MISSES])
    expect(await score(world, boardId)).toMatchObject({ contributingPinCount: 0, scoredPinCount: 1 })
    const [pinId] = await addPins(db, boardId, [FITS])
    expect(await score(world, boardId)).toMatchObject({ contributingPinCount: 1, scoredPinCount: 2, pins: [{ pinId }] })
  })

  test('those in its sections, too', async () => {
    const boardId = await aBoard(world, db)
    const { id: sectionId } = await addSection(db.sql, { boardId, name: 'Baking' })
    const picture = { contentType: 'image/jpeg', bytes: await aPicture() } as const
    const words = { title: 'Lemon cake', description: null, link: null, altText: null }
    const { id: pinId } = await addPin(db.sql, { boardId, sectionId, ...words, createdAt: START, picture })
    expect(await score(world, boardId)).toMatchObject({ scoredPinCount: 1, pins: [{ pinId }] })
  })

  test.each([
    ['description', { description: 'Lemon cake' }],
    ['alt text', { altText: 'Lemon cake' }],
    ['link', { link: 'https://shop.test/lemon-cake' }],
  ])('without a title, its %s is read', async (_, pin) => {
    const boardId = await aBoard(world, db, [pin])
    expect(await score(world, boardId)).toMatchObject({ contributingPinCount: 1, scoredPinCount: 1 })
  })

  test('one without a word is not scored, and the name of the board makes it no more readable', async () => {
    const boardId = await aBoard(world, db, [{ title: '🍋' }, { link: 'https://shop.test/' }, {}, FITS], 'Lemon cake')
    expect(await score(world, boardId)).toMatchObject({ contributingPinCount: 1, scoredPinCount: 1 })
  })

  test('exactly 500 are all of them', async () => {
    const pins = [...Array.from({ length: 499 }, () => MISSES), FITS]
    expect(await score(world, await aBoard(world, db, pins))).toMatchObject({
      scoredPinCount: 500,
      contributingPinCount: 1,
      truncated: false,
    })
  })

  test('of 501 the first 500 are scored, and it says so', async () => {
    const pins = [...Array.from({ length: 499 }, () => MISSES), FITS, FITS]
    expect(await score(world, await aBoard(world, db, pins))).toMatchObject({
      scoredPinCount: 500,
      contributingPinCount: 1,
      truncated: true,
    })
  })

  test('of 2000 no more pages are read than it takes to see that there are more', async () => {
    const boardId = await aBoard(
      world,
      db,
      Array.from({ length: 2000 }, () => MISSES),
    )
    expect(await score(world, boardId)).toMatchObject({ scoredPinCount: 500, truncated: true })
    expect(world.asked).toEqual(['listBoardPins', 'listBoardPins', 'listBoardPins'])
  })

  test('a pin that the platform lists twice counts once', async () => {
    const boardId = await aBoard(world, db, [FITS, MISSES])
    between = (real) => async (access, id, bookmark) => {
      const page = await real(access, id, bookmark)
      return { ...page, items: [...page.items, page.items[0] as PlatformPin] }
    }
    const { pins, ...relevance } = await scored(world, boardId)
    expect([relevance.scoredPinCount, pins.length]).toEqual([2, 1])
  })

  test('a page that the platform lists twice counts once', async () => {
    const boardId = await aBoard(world, db, [FITS, ...Array.from({ length: 299 }, () => MISSES)])
    between = (real) => async (access, id, bookmark) =>
      bookmark === undefined
        ? { ...(await real(access, id)), bookmark: 'again' }
        : real(access, id, bookmark === 'again' ? undefined : bookmark)
    expect(await score(world, boardId)).toMatchObject({ contributingPinCount: 1, scoredPinCount: 300, truncated: false })
  })
})

describe('absent', () => {
  test.each([
    ['a board without a pin', []],
    ['a board whose pins have no word', [{}, { title: '…' }, { link: 'https://shop.test' }]],
  ])('%s is absent: free, and nothing is written', async (_, pins) => {
    const boardId = await aBoard(world, db, pins, `Lemon cake ${pins.length}`)
    const before = await books(world)
    expect(await score(world, boardId)).toEqual({ state: 'absent' })
    expect(await books(world)).toEqual(before)
  })
})

describe('a listing that goes wrong', () => {
  test.each<[string, (real: Listing) => Listing]>([
    ['goes in circles', (real) => async (access, id) => ({ ...(await real(access, id)), bookmark: 'same' })],
    ['forgets its own bookmark', (real) => (access, id, bookmark) => real(access, id, bookmark && 'bm9uc2Vuc2U')],
  ])('one that %s is a platform_timeout and charges nothing', async (_, wrong) => {
    const boardId = await aBoard(
      world,
      db,
      Array.from({ length: 300 }, () => FITS),
    )
    between = wrong
    const before = await books(world)
    const rows = await scoringRows(world)
    await expect(score(world, boardId)).rejects.toMatchObject({ details: { reason: 'platform_timeout' } })
    expect([await books(world), await scoringRows(world)]).toEqual([before, rows])
  })
})
