import { afterAll, expect, test } from 'vitest'
import { addPin } from '../../../src/sandbox/platform/seed-api.js'
import { addManyPins } from './support/many-pins.js'
import { aDatabase } from '../../support/database.js'
import { startSimulator } from '../../support/simulator.js'
import { aPicture } from '../../platform/support/pictures.js'

const { db } = await aDatabase()
const clock = { now: new Date('2026-03-20T10:00:00Z') }
const simulator = await startSimulator(db, clock)
afterAll(() => simulator.close())
const access = { accessToken: 'pina_test' }

test('fills a board by thousands, told newest first over its pages, each with what was said of it', async () => {
  const ids = await addManyPins(db.sql, {
    boardId: '101',
    count: 5_001,
    createdAt: new Date('2026-03-19T10:00:00Z'),
    title: (n) => `Shelf ${n}`,
    link: (n) => (n % 2 === 0 ? null : `https://shop.example/shelf/${n}`),
    description: (n) => (n === 5_000 ? 'the newest' : null),
    parentPinId: (n) => (n === 5_000 ? '77' : null),
  })
  const seen = []
  let bookmark: string | undefined
  do {
    const page = await simulator.platform.listBoardPins(access, '101', bookmark)
    seen.push(...page.items)
    bookmark = page.bookmark ?? undefined
  } while (bookmark !== undefined)
  expect(seen.map(({ id }) => id)).toEqual(ids.reverse())
  expect(seen[0]).toMatchObject({ title: 'Shelf 5000', description: 'the newest', link: null, parentPinId: '77', isOwner: true })
  expect(seen[1]).toMatchObject({ title: 'Shelf 4999', link: 'https://shop.example/shelf/4999', parentPinId: null })
  expect(seen[0]?.imageUrl).toContain(`/pictures/${ids[0]}`)
  expect((await simulator.platform.readBoard(access, '101')).pinCount).toBe(5_001)
  expect((await simulator.state()).creates).toBe(5_001)
})

test('a pin may be a saved copy of another, and one that was paid for', async () => {
  const words = { title: 'Lamp', description: null, link: null, altText: null, createdAt: clock.now }
  const picture = { contentType: 'image/jpeg', bytes: await aPicture() } as const
  const { id } = await addPin(db.sql, { boardId: '102', ...words, picture, parentPinId: '4711', isPromoted: true })
  expect((await simulator.platform.readPin(access, id)).parentPinId).toBe('4711')
  const told = (await simulator.state()).pins.find((pin) => pin.id === id)
  expect([told?.parent_pin_id, told?.has_been_promoted]).toEqual(['4711', true])
})

test('a board that is not there takes none', async () => {
  await expect(addManyPins(db.sql, { boardId: '999', count: 3, createdAt: clock.now })).rejects.toThrow('there is no board 999')
})
