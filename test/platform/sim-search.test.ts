import { afterAll, expect, test } from 'vitest'
import { addBoard, addPin, addUser } from '../../src/sandbox/platform/seed-api.js'
import { setSwitches } from '../../src/sandbox/platform/switches.js'
import { aDatabase } from '../support/database.js'
import { startSimulator } from '../support/simulator.js'
import { aPicture } from './pictures.js'

const { db } = await aDatabase()
const clock = { now: new Date('2026-03-20T10:00:00Z') }
const simulator = await startSimulator(db, clock)
afterAll(() => simulator.close())

const picture = { contentType: 'image/jpeg', bytes: await aPicture() } as const
const aPin = async (boardId: string, title: string, description: string | null = null) =>
  (
    await addPin(db.sql, {
      ...{ boardId, title, description, link: 'https://shop.example/lamp', altText: null, picture },
      createdAt: clock.now,
    })
  ).id
const friend = await addUser(db.sql, { username: 'friend', displayName: 'F', isBusiness: false, createdAt: clock.now })
const open = await addBoard(db.sql, { ownerId: friend.id, name: 'Open', createdAt: clock.now })
const secret = await addBoard(db.sql, { ownerId: friend.id, name: 'Secret', privacy: 'SECRET', createdAt: clock.now })
const own = await aPin('101', 'A brass lamp')
const foreign = await aPin(open.id, 'Lamp', 'made of BRASS, 100% by hand')
await aPin(open.id, 'Brass knuckle')
await aPin(secret.id, 'Brass lamp nobody may see')

type Found = { items: Record<string, unknown>[]; bookmark: string | null }
const search = async (query: string) => {
  const answer = await fetch(`${simulator.url}/sandbox/platform/v5/search/partner/pins?${query}`, {
    headers: { authorization: 'Bearer pina_test' },
  })
  return { status: answer.status, body: (await answer.json()) as Found & { code: number; message: string } }
}
const ids = ({ body }: { body: Found }) => body.items.map(({ id }) => id)

test('finds the public pins of everybody that hold every word, in any case', async () => {
  const found = await search('term=brass+LAMP&country_code=US&locale=en-US')
  expect(found.status).toBe(200)
  expect(ids(found)).toEqual([foreign, own])
  expect(ids(await search('term=100%25&country_code=US'))).toEqual([foreign])
  expect(ids(await search('term=_&country_code=US'))).toEqual([])
})

test('tells of a pin what anybody may know', async () => {
  const { body } = await search('term=hand&country_code=US')
  expect(body.items).toEqual([
    {
      ...{ id: foreign, title: 'Lamp', description: 'made of BRASS, 100% by hand', link: 'https://shop.example/lamp' },
      ...{ alt_text: null, media: expect.objectContaining({ media_type: 'image' }) as object },
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
