import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aSentPost } from '../../support/factories.js'
import { aPlace, idsOf, searchesIn } from './support/recommended-fixtures.js'

const { db } = await aDatabase()
const { recommender, publicPins, ownBoard } = await aPlace(db)
const PICTURES = 'https://i.pinimg.com'

test('what fits the keyword comes strongest first, with why; what is poor does not', async () => {
  const [partly, whole] = await publicPins({
    count: 3,
    title: (n) =>
      ['Wobbleplant planter and many other things for the windows of a dark house', 'Wobbleplant planter', 'Soup'][n]!,
    description: (n) => ['', 'In a pot', 'In the garden there stood a planter'][n]!,
    altText: (n) => (n === 1 ? 'a pot' : null),
    link: (n) => (n === 1 ? 'https://shop.example/a' : null),
  })
  const found = await (await recommender()).find({ keyword: 'Wobbleplant Planter' })
  expect(idsOf(found)).toEqual([whole, partly])
  expect(found[0]).toEqual({
    id: whole,
    title: 'Wobbleplant planter',
    description: 'In a pot',
    link: 'https://shop.example/a',
    relevance: 'excellent',
    thumbnailUrl: expect.stringMatching(/^http.*pictures/) as string,
    explanation: expect.objectContaining({ tier: 'excellent', headlineField: 'title' }) as object,
  })
  expect(found[1]).toMatchObject({ description: null, link: null })
  expect(found.every(({ relevance, explanation }) => relevance === explanation.tier)).toBe(true)
})

test('all are scored before the limit bounds the answer, which is ten where none is given', async () => {
  const [best] = await publicPins({ count: 1, title: () => 'Grimblechair' })
  await publicPins({ count: 60, title: (n) => `Grimblechair with a blue cushion number ${n}` })
  const asker = await recommender()
  expect(idsOf(await asker.find({ keyword: 'grimblechair', limit: 1 }))).toEqual([best])
  expect(searchesIn(asker)).toBe(2)
  expect(await asker.find({ keyword: 'grimblechair' })).toHaveLength(10)
  expect(await asker.find({ keyword: 'grimblechair', limit: 25 })).toHaveLength(25)
})

test('of pins that fit as well the platform’s rank decides', async () => {
  const ids = await publicPins({ count: 5, title: () => 'Snorkellamp', link: (n) => `https://shop.example/lamp/${n}` })
  expect(idsOf(await (await recommender()).find({ keyword: 'snorkellamp' }))).toEqual(ids.toReversed())
})

test('at most five pages of fifty are read, in the platform’s order, a pin that comes twice once', async () => {
  await publicPins({ count: 300, title: () => 'Quibbleshelf', link: (n) => `https://shop.example/shelf/${n}` })
  let pages = 0
  const asker = await recommender((real) => ({
    async searchPins(access, search) {
      expect(search).toMatchObject({ term: 'quibbleshelf', country: 'US' })
      pages++
      const page = await real.searchPins(access, search)
      return { ...page, items: [...page.items, ...page.items.slice(0, 3)] }
    },
  }))
  expect(new Set(idsOf(await asker.find({ keyword: 'quibbleshelf', limit: 25 }))).size).toBe(25)
  expect(pages).toBe(5)
  const [row] = await db.sql<[{ pins: { id: string }[] }]>`
    select pins from keyword_searches where organization_id = ${asker.organizationId}`
  expect(idsOf(row.pins)).toHaveLength(250)
})

test('pins of the board are left out, and those they were saved from', async () => {
  const [original, other] = await publicPins({ count: 2, title: (n) => `Tumblerug ${'ab'[n]}` })
  const { boardId, pinIds } = await ownBoard({
    count: 2,
    title: (n) => ['Tumblerug of our own', 'Words of mine'][n]!,
    parentPinId: (n) => (n === 1 ? original! : null),
  })
  const { find } = await recommender()
  expect(idsOf(await find({ keyword: 'tumblerug', boardId }))).toEqual([other])
  expect(new Set(idsOf(await find({ keyword: 'tumblerug' })))).toEqual(new Set([original, other, pinIds[0]]))
})

test('a pin added to the board a moment ago is left out of what was found before', async () => {
  const [id] = await publicPins({ count: 1, title: () => 'Dabblevase' })
  const { boardId } = await ownBoard()
  const asker = await recommender()
  expect(idsOf(await asker.find({ keyword: 'dabblevase', boardId }))).toEqual([id])
  await db.sql`update sim_pins set board_id = ${boardId} where id = ${id!}`
  expect(await asker.find({ keyword: 'dabblevase', boardId })).toEqual([])
  expect(searchesIn(asker)).toBe(1)
})

test('a copy of what the board holds is left out: the same picture, or the same page under the same title', async () => {
  const ids = await publicPins({
    count: 5,
    title: (n) => ['Mumblebench', 'A Mumblebench, Oak!', 'Mumblebench oak', 'Mumblebench oak tall', 'Mumblebench small'][n]!,
    link: (n) => (n === 2 ? 'https://other.example/bench' : n < 4 ? 'http://Shop.example/bench/#top' : 'mailto:me'),
  })
  const { boardId } = await ownBoard({ count: 1, title: () => 'a mumblebench oak', link: () => 'https://shop.example/bench' })
  const [copy, tall, other, small] = [ids[1], ids[3], ids[2], ids[4]]
  const pictureOf = (id: string) => `${PICTURES}/600x/aa/bb/cc/${id === ids[0] ? 'onboard' : id}.jpg`
  const { find } = await recommender((real) => ({
    async searchPins(access, search) {
      const page = await real.searchPins(access, search)
      return { ...page, items: page.items.map((pin) => ({ ...pin, imageUrl: pictureOf(pin.id) })) }
    },
    async listBoardPins(access, id, bookmark) {
      const page = await real.listBoardPins(access, id, bookmark)
      return { ...page, items: page.items.map((pin) => ({ ...pin, imageUrl: `${PICTURES}/originals/aa/bb/cc/onboard.jpg` })) }
    },
  }))
  const found = await find({ keyword: 'mumblebench', boardId })
  expect(new Set(idsOf(found))).toEqual(new Set([tall, other, small]))
  expect(idsOf(found)).not.toContain(copy)
  expect(found.find(({ id }) => id === small)?.link).toBeNull()
})

test('of copies among what was found the best stays', async () => {
  const [worse, best] = await publicPins({
    count: 2,
    title: (n) => ['Nimbledesk in a room with a window and many flowers', 'Nimbledesk'][n]!,
  })
  const { find } = await recommender((real) => ({
    async searchPins(access, search) {
      const page = await real.searchPins(access, search)
      return { ...page, items: page.items.map((pin) => ({ ...pin, imageUrl: `${PICTURES}/736x/aa/one.jpg` })).toReversed() }
    },
  }))
  const found = idsOf(await find({ keyword: 'nimbledesk' }))
  expect(found).toEqual([best])
  expect(found).not.toContain(worse)
})

test('what is promoted is left out, and what we published ourselves, on whichever board', async () => {
  const [promoted, ours, theirs] = await publicPins({
    count: 3,
    title: (n) => `Fumblecup ${'abc'[n]}`,
    isPromoted: (n) => n === 0,
  })
  const asker = await recommender()
  const post = await aSentPost(asker, { boardId: '101' })
  await db.sql`update posts set pin_id = ${ours!} where organization_id = ${asker.organizationId} and id = ${post.id}`
  expect(idsOf(await asker.find({ keyword: 'fumblecup' }))).toEqual([theirs])
  const another = await recommender()
  expect(new Set(idsOf(await another.find({ keyword: 'fumblecup' })))).toEqual(new Set([ours, theirs]))
  expect(idsOf(await another.find({ keyword: 'fumblecup' }))).not.toContain(promoted)
})

test('nothing that clears the threshold is an empty list', async () => {
  expect(await (await recommender()).find({ keyword: 'nobodypinnedthis' })).toEqual([])
})

test('a viewer may ask; nothing is charged, and no act is kept', async () => {
  const { deps, actor, accountId, organizationId } = await recommender()
  const before = await countsOf(organizationId)
  await findAs('viewer')
  expect(await countsOf(organizationId)).toEqual(before)

  async function findAs(role: 'viewer') {
    const { findRecommendedPins } = await import('../../../src/core/insight/relevance/recommended/recommended-pins.js')
    return findRecommendedPins(deps, { ...actor, role }, { accountId, boardId: '102', keyword: 'free' })
  }
})

async function countsOf(organizationId: string) {
  const [row] = await db.sql`
    select (select count(*)::int from credit_ledger where organization_id = ${organizationId}) as ledger,
           (select count(*)::int from audit where organization_id = ${organizationId}) as acts,
           (select credits_left from entitlements where organization_id = ${organizationId}) as credits`
  return row
}
