/** Pins and boards of other accounts on the sandbox's platform: enough for a search and for the score of a board. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { PlatformPin, PublicPin } from '../../src/core/ports/platform.js'
import { score } from '../../src/core/insight/relevance/score.js'
import { tier } from '../../src/core/insight/relevance/tiers.js'
import { addBoard, addUser } from '../../src/sandbox/platform/seed-api.js'
import { makeSamples } from '../../src/sandbox/samples/samples.js'
import { ACCOUNTS } from '../../src/sandbox/seed/content.js'
import { seedEarlier, seedPublicPins } from '../../src/sandbox/seed/other-accounts.js'
import { aDatabase } from '../support/database.js'
import { startSimulator } from '../support/simulator.js'
import { aWorld } from '../support/world.js'

const { db } = await aDatabase()
const { deps, clock } = await aWorld(db)
const simulator = await startSimulator(db, clock)
const dataDir = mkdtempSync(path.join(tmpdir(), 'pinslot-seed-'))
afterAll(async () => {
  await simulator.close()
  rmSync(dataDir, { recursive: true })
})
const seeding = { deps, dataDir, baseUrl: '', samples: makeSamples({ dir: dataDir, ownPort: () => 0 }) }

const [shop, walker] = ACCOUNTS
if (!shop || !walker) throw new Error('the seed has two accounts')
const holders: { seed: (typeof ACCOUNTS)[number]; user: Awaited<ReturnType<typeof addUser>> }[] = []
for (const seed of [shop, walker]) {
  const { platformUserId: id, username, displayName, isBusiness } = seed
  holders.push({ seed, user: await addUser(db.sql, { id, username, displayName, isBusiness, createdAt: clock.now }) })
}
const boardIds = new Map<string, string>()
for (const { seed, user } of holders)
  for (const { name } of seed.boards)
    boardIds.set(name, (await addBoard(db.sql, { ownerId: user.id, name, createdAt: clock.now })).id)
const idOf = (name: string) => boardIds.get(name) ?? name
const fill = async () => {
  await seedPublicPins(seeding)
  for (const { seed, user } of holders) await seedEarlier(seeding, { id: user.id, username: seed.username }, idOf)
}
await fill()

const access = { accessToken: holders[0]?.user.accessToken ?? '' }
const { platform } = simulator
const kitchens = await platform.listBoardPins(access, idOf('Warm kitchens'))
const tierOf = (keyword: string, { title, description, altText, link }: PublicPin | PlatformPin) =>
  tier(score(keyword, { title: title ?? '', description: description ?? '', altText: altText ?? '', link: link ?? '' }))
const counted = (tiers: string[]) =>
  Object.fromEntries([...new Set(tiers)].map((one) => [one, tiers.filter((t) => t === one).length]))

test('a search finds what suits and what does not, of several strangers, and some of it paid for', async () => {
  const { items } = await platform.searchPins(access, { term: 'small kitchen shelf', country: 'US' })
  const tiers = items.map((pin) => tierOf('small kitchen shelf', pin))
  expect(tiers.filter((one) => one !== 'poor').length).toBeGreaterThanOrEqual(8)
  expect(tiers.filter((one) => one === 'poor').length).toBeGreaterThanOrEqual(5)
  expect(Object.keys(counted(tiers)).length).toBeGreaterThanOrEqual(3)
  expect(items.filter(({ isPromoted }) => isPromoted)).toHaveLength(1)
  expect(items.every(({ imageUrl }) => imageUrl !== null)).toBe(true)
})

test('a copy of one of them stands on the board: what is found there is its original', async () => {
  const [copy] = kitchens.items.filter(({ parentPinId }) => parentPinId !== null)
  const { items } = await platform.searchPins(access, { term: copy?.title ?? '', country: 'US' })
  expect(items[0]).toMatchObject({ id: copy?.parentPinId, title: copy?.title, link: copy?.link, description: copy?.description })
  expect(items.map(({ id }) => id)).not.toContain(copy?.id)
})

test('the pins of the own board suit its words more and less, and one has none to read', () => {
  const tiers = kitchens.items.map((pin) => tierOf('kitchen shelves', pin))
  expect(Object.keys(counted(tiers)).length).toBeGreaterThanOrEqual(3)
  expect(tiers).toContain('poor')
  expect(kitchens.items.filter(({ title, link }) => title === null && link === null)).toHaveLength(1)
})

test('there are 49 pins of four strangers, who show among nobody’s boards and connect nothing', async () => {
  const { pins } = await simulator.state()
  const own = new Set(holders.map(({ seed }) => seed.username))
  const foreign = pins.filter(({ board_owner }) => !own.has(board_owner.username))
  expect(foreign).toHaveLength(49)
  expect(new Set(foreign.map(({ board_owner }) => board_owner.username)).size).toBe(4)

  const page = async (query = '') => (await fetch(`${simulator.url}/sandbox/platform${query}`)).text()
  expect(await page()).not.toContain('Galley kitchen makeover')
  expect(await page()).toContain('Copper pans on a rail')
  expect(await page(`?board=${foreign[0]?.board_id}`)).toContain(foreign[0]?.title)
  const consent = new URLSearchParams({
    client_id: 'client',
    redirect_uri: 'https://pinslot.test/connect/callback',
    response_type: 'code',
    scope: 'pins:read',
  })
  const asked = await page(`/oauth?${consent.toString()}`)
  expect(asked).toContain('@maple_and_thread')
  expect(asked).not.toContain('@oak_and_rye')
})

test('a start that died half way is carried on, and one that did not changes nothing', async () => {
  const before = await simulator.state()
  await db.sql`delete from sim_pins where title in ('Galley kitchen makeover on a budget', 'Copper pans on a rail')`
  await fill()
  await fill()
  const after = await simulator.state()
  const titles = ({ pins }: typeof before) => pins.map(({ title }) => title ?? '').sort()
  expect(titles(after)).toEqual(titles(before))
})
