/** The same link on a pin of the board that Pinslot did not make. */
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/core/lib/duration.js'
import { PlatformError } from '../../../src/core/ports/platform.js'
import { preflightPost, preflightShown } from '../../../src/core/preflight/check.js'
import { purgeLiveLinks } from '../../../src/core/preflight/live-links.js'
import { addManyPins } from '../../sandbox/platform/support/many-pins.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aSentPost, type DraftFields } from '../../support/factories.js'
import { aPlace, type Recommender } from '../relevance/support/recommended-fixtures.js'

const { db } = await aDatabase()
const place = await aPlace(db)
const { clock } = place
let links = 0
const aLink = () => `https://shop.example.net/vase-${++links}`

const pinned = async (link: string, title: string | null = 'A vase') =>
  (await addManyPins(db.sql, { boardId: '102', createdAt: clock.now, count: 1, title: () => title, link: () => link }))[0]!
const findings = async ({ deps, actor, accountId }: Recommender, postId: string) =>
  (await preflightPost(deps, actor, { accountId, postId })).findings.filter(({ code }) => code === 'duplicate_link')
const check = async (world: Recommender, fields: DraftFields) =>
  findings(world, (await aDraft(world, { boardId: '102', ...fields })).id)
const asked = (world: Recommender) => world.asked.filter((name) => name === 'listBoardPins').length

test('is found however it is written, with the pin that has it; another link, or the same on another board, is not', async () => {
  const world = await place.recommender()
  const link = aLink()
  const pinId = await pinned(`${link.replace('https:', 'http:')}/#top`)
  expect(await check(world, { url: link })).toEqual([
    {
      code: 'duplicate_link',
      severity: 'info',
      pin: { postId: null, pinId, title: 'A vase', at: clock.now.toISOString() },
    },
  ])
  expect(await check(world, { url: aLink() })).toEqual([])
  expect(await check(world, { url: link, boardId: '101' })).toEqual([])
})

test('of a pin that we made it is our own post that is named, or nothing where a pin goes out again', async () => {
  const world = await place.recommender()
  const link = aLink()
  const pinId = await pinned(link)
  const post = await aSentPost(world, { url: link, boardId: '102' })
  await db.sql`update posts set pin_id = ${pinId} where organization_id = ${world.organizationId} and id = ${post.id}`
  expect(await check(world, { url: link })).toMatchObject([{ pin: { postId: post.id } }])
  const again = await aDraft(world, { url: link, boardId: '102' })
  await db.sql`update posts set source_post_id = ${post.id} where organization_id = ${world.organizationId} and id = ${again.id}`
  await db.sql`update posts set board_id = '101' where organization_id = ${world.organizationId} and id = ${post.id}`
  expect(await findings(world, again.id)).toEqual([])
})

test('Pinterest is asked once a day and board, however many pins are checked at once, and not for a card', async () => {
  const world = await place.recommender()
  const drafts = await Promise.all(Array.from({ length: 8 }, () => aDraft(world, { url: aLink(), boardId: '102' })))
  for (const draft of drafts) await preflightShown(world.deps, world.actor, draft)
  expect(asked(world)).toBe(0)
  await Promise.all(drafts.map(({ id }) => findings(world, id)))
  expect(asked(world)).toBe(1)
  clock.advance(DAY_MS - HOUR_MS)
  await findings(world, drafts[0]!.id)
  expect(asked(world)).toBe(1)
  clock.advance(HOUR_MS)
  await findings(world, drafts[0]!.id)
  expect(asked(world)).toBe(2)
})

test('a board that does not answer says nothing, is not asked again that day, and what was read before it stays', async () => {
  let fails = false
  const world = await place.recommender((real) => ({
    listBoardPins: (...question) =>
      fails ? Promise.reject(new PlatformError('unavailable', 'busy')) : real.listBoardPins(...question),
  }))
  const link = aLink()
  await pinned(link)
  const draft = await aDraft(world, { url: link, boardId: '102' })
  expect(await findings(world, draft.id)).toHaveLength(1)
  clock.advance(DAY_MS)
  fails = true
  expect(await findings(world, draft.id)).toHaveLength(1)
  expect(await findings(world, draft.id)).toHaveLength(1)
  expect(asked(world)).toBe(2)
})

test('an account whose connection ended asks nothing', async () => {
  const world = await place.recommender()
  await db.sql`update accounts set token_status = 'unauthorized' where organization_id = ${world.organizationId}`
  await check(world, { url: aLink() })
  expect(asked(world)).toBe(0)
})

test('what was read is gone a month after Pinterest was asked last', async () => {
  const world = await place.recommender()
  await check(world, { url: aLink() })
  const kept = async () => (await db.sql`select from live_links where organization_id = ${world.organizationId}`).length
  await purgeLiveLinks(db, new Date(clock.now.getTime() + 29 * DAY_MS), () => true)
  expect(await kept()).toBe(1)
  await purgeLiveLinks(db, new Date(clock.now.getTime() + 30 * DAY_MS), () => true)
  expect(await kept()).toBe(0)
})
