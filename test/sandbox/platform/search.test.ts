import { afterAll, expect, test } from 'vitest'
import { addBoard, addPin, addUser } from '../../../src/sandbox/platform/seed-api.js'
import { addManyPins } from './support/many-pins.js'
import { setSwitches } from '../../../src/sandbox/platform/faults/switches.js'
import { aDatabase } from '../../support/database.js'
import { startSimulator } from '../../support/simulator.js'
import { aPicture } from '../../platform/support/pictures.js'

const { db } = await aDatabase()
const clock = { now: new Date('2026-03-20T10:00:00Z') }
const simulator = await startSimulator(db, clock)
afterAll(() => simulator.close())

const picture = { contentType: 'image/jpeg', bytes: await aPicture() } as const
const aPin = async (boardId: string, title: string, description: string | null = null) =>
  (
    await addPin(db.sql, {
      boardId,
      title,
      description,
      link: 'https://shop.example/lamp',
      altText: null,
      picture,
      createdAt: clock.now,
    })
  ).id
const friend = await addUser(db.sql, { username: 'friend', displayName: 'F', isBusiness: false, createdAt: clock.now })
const open = await addBoard(db.sql, { ownerId: friend.id, name: 'Open', createdAt: clock.now })
const secret = await addBoard(db.sql, { ownerId: friend.id, name: 'Secret', privacy: 'SECRET', createdAt: clock.now })
const own = await aPin('101', 'A brass lamp')
const foreign = await aPin(open.id, 'Lamp', 'made of BRASS, 100% by hand')
const aside = await aPin(open.id, 'Brass knuckle')
await aPin(secret.id, 'Brass lamp nobody may see')

type Found = { items: Record<string, unknown>[]; bookmark: string | null }
const search = async (query: string) => {
  const answer = await fetch(`${simulator.url}/sandbox/platform/v5/search/partner/pins?${query}`, {
    headers: { authorization: 'Bearer pina_test' },
  })
  return { status: answer.status, body: (await answer.json()) as Found & { code: number; message: string } }
}
const ids = ({ body }: { body: Found }) => body.items.map(({ id }) => id)

test('finds the public pins of everybody that hold a word, in any case: most words first, then the newest', async () => {
  const found = await search('term=brass+LAMP&country_code=US&locale=en-US')
  expect(found.status).toBe(200)
  expect(ids(found)).toEqual([foreign, own, aside])
  expect(ids(await search('term=100%25&country_code=US'))).toEqual([foreign])
  expect(ids(await search('term=_&country_code=US'))).toEqual([])
})

test('a word said twice counts once, and a tiny one only where there is none else', async () => {
  expect(ids(await search('term=knuckle+knuckle+a+brass+lamp&country_code=US'))).toEqual([aside, foreign, own])
  expect(ids(await search('term=of+by+a+knuckle&country_code=US'))).toEqual([aside])
  expect(ids(await search('term=of&country_code=US'))).toEqual([foreign])
})

test('of a pin and its saved copies the original is found', async () => {
  const original = await aPin(open.id, 'Walnut stool')
  await addPin(db.sql, {
    boardId: '101',
    title: 'Walnut stool',
    description: null,
    link: null,
    altText: null,
    picture,
    createdAt: clock.now,
    parentPinId: original,
  })
  expect(ids(await search('term=walnut&country_code=US'))).toEqual([original])
  const listed = await simulator.platform.listBoardPins({ accessToken: 'pina_test' }, '101')
  expect(listed.items.map(({ title, parentPinId }) => [title, parentPinId])).toContainEqual(['Walnut stool', original])
})

test('tells of a pin that was paid for, and of no other, that it was', async () => {
  const plain = await aPin(open.id, 'Rattan chest')
  const paid = await addPin(db.sql, {
    boardId: open.id,
    title: 'Rattan chest',
    description: null,
    link: null,
    altText: null,
    picture,
    createdAt: clock.now,
    isPromoted: true,
  })
  const { body } = await search('term=rattan&country_code=US')
  expect(body.items.map(({ id, has_been_promoted }) => [id, has_been_promoted])).toEqual([
    [paid.id, true],
    [plain, undefined],
  ])
})

test('tells of a pin what anybody may know', async () => {
  const { body } = await search('term=hand&country_code=US')
  expect(body.items).toEqual([
    {
      id: foreign,
      title: 'Lamp',
      description: 'made of BRASS, 100% by hand',
      link: 'https://shop.example/lamp',
      alt_text: null,
      media: expect.objectContaining({ media_type: 'image' }) as object,
    },
  ])
})

test('gives ten at a time, or as many as asked for, and goes on from a bookmark', async () => {
  for (let n = 0; n < 12; n++) await aPin(open.id, `Chair ${n}`)
  expect((await search('term=chair&country_code=US')).body.items).toHaveLength(10)
  const first = await search('term=chair&country_code=US&limit=5')
  const rest = await search(`term=chair&country_code=US&limit=50&bookmark=${first.body.bookmark}`)
  expect([first.body.items.length, rest.body.items.length, rest.body.bookmark]).toEqual([5, 7, null])
  expect(new Set([...ids(first), ...ids(rest)]).size).toBe(12)
  expect((await search(`term=lamp&country_code=US&bookmark=${first.body.bookmark}`)).status).toBe(400)
})

test('a word may hold what the bookmark is made of', async () => {
  for (let n = 0; n < 3; n++) await aPin(open.id, `Wicker ${n}`)
  const first = await search('term=wicker+a%7Cb&country_code=US&limit=2')
  const rest = await search(`term=wicker+a%7Cb&country_code=US&limit=2&bookmark=${first.body.bookmark}`)
  expect([rest.status, ids(rest).length]).toEqual([200, 1])
})

test('pages go on where they stopped, though pins come meanwhile and words are found more or less often', async () => {
  await addManyPins(db.sql, {
    boardId: open.id,
    count: 120,
    title: (n) => (n % 3 === 0 ? `Teak bench ${n}` : `Bench ${n}`),
    createdAt: clock.now,
  })
  const seen: unknown[] = []
  const sizes: number[] = []
  let bookmark: string | null = ''
  while (bookmark !== null) {
    const { body }: { body: Found } = await search(
      `term=teak+bench&country_code=US&limit=50${bookmark && `&bookmark=${bookmark}`}`,
    )
    if (bookmark === '')
      await addManyPins(db.sql, { boardId: open.id, count: 10, title: () => 'Teak bench, new', createdAt: clock.now })
    seen.push(...body.items.map(({ title }) => title))
    sizes.push(body.items.length)
    bookmark = body.bookmark
  }
  expect(sizes).toEqual([50, 50, 20])
  expect(new Set(seen).size).toBe(120)
  expect(seen.slice(0, 2)).toEqual(['Teak bench 117', 'Teak bench 114'])
  expect(seen.slice(39, 42)).toEqual(['Teak bench 0', 'Bench 119', 'Bench 118'])
})

test.each([
  'country_code=US',
  'term=&country_code=US',
  'term=lamp',
  'term=lamp&country_code=USA',
  'term=x&country_code=US&limit=51',
])('%s is a 400', async (query) => {
  expect((await search(query)).status).toBe(400)
})

test('is for apps alone that were let in', async () => {
  await setSwitches(db.sql, { searchAllowed: false })
  const { status, body } = await search('term=lamp&country_code=US')
  expect([status, body.code, body.message]).toEqual([401, 3, expect.stringContaining('restricted feature')])
})
