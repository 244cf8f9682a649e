/** Bytes of pictures on their way: bounded in this process, and none waits behind those of another organization. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { disconnectAccount } from '../../../src/core/connections/disconnect.js'
import { pausePublishing } from '../../../src/core/accounts/publishing.js'
import type { CreatePinAnswer, NewPin, PinPicture } from '../../../src/core/ports/platform.js'
import type { Deps } from '../../../src/core/ports/deps.js'
import type { World } from '../../support/world.js'
import { aDatabase } from '../../support/database.js'
import { aGate } from '../../support/gate.js'
import { aMedia } from '../../support/factories.js'
import { aCrowd, aCrowdWorld, aPlatform, besides, created, crowdPublisher, statusesOf } from '../support/loop-crowd.js'

const { db } = await aDatabase()
const MIB = 1024 * 1024
const poll = { interval: 5 }

const picturesOf = ({ media }: NewPin): PinPicture[] =>
  media.kind === 'video' ? [] : media.kind === 'image' ? [media.image] : media.images

/** Reads what it is sent, as a request does, and answers when released. */
function aReader() {
  const gate = aGate()
  let [open, most] = [0, 0]
  const asked = aPlatform(async (pin, number): Promise<CreatePinAnswer> => {
    const bytes = picturesOf(pin).reduce((sum, one) => sum + one.bytes, 0)
    open += bytes
    most = Math.max(most, open)
    for (const picture of picturesOf(pin)) for await (const _ of picture.open());
    if (!pin.link.includes('small')) await gate.passed
    open -= bytes
    return created(String(number))
  })
  return { ...asked, gate, mostOpen: () => most }
}

/** A storage whose objects are as long as their rows say. */
const aStore = (bytes: () => number) =>
  ({ read: async () => Buffer.alloc(bytes()), stat: async () => ({ bytes: bytes() }) }) as unknown as Deps['storage'] // nothing else of it is used

/** Queued now, each on a board of its own: pins with as many pictures of so many bytes. */
async function heavy(
  world: World,
  { count, bytes, pictures = 1, name }: Record<'count' | 'bytes', number> & { pictures?: number; name: string },
) {
  await aCrowd(world, { count, at: world.clock.now, name })
  const { organizationId } = world
  const link = `https://example.com/${name}/%`
  await db.sql`
    delete from post_media m using posts p
     where m.organization_id = ${organizationId} and p.organization_id = ${organizationId} and p.id = m.post_id and p.url like ${link}`
  for (let position = 0; position < pictures; position++) {
    const mediaId = await aMedia(world, { bytes })
    await db.sql`
      insert into post_media (organization_id, post_id, position, media_id)
      select organization_id, id, ${position}, ${mediaId}
        from posts where organization_id = ${organizationId} and url like ${link}`
  }
}

test('of large pins an account has one on its way, and small ones of others go out meanwhile', async () => {
  const asked = aReader()
  const world = await aCrowdWorld(db, asked, { storage: aStore(() => 4 * MIB) })
  const other = await besides(db, world)
  await heavy(world, { count: 8, bytes: 4 * MIB, pictures: 5, name: 'carousel' })
  await heavy(other, { count: 6, bytes: 1000, name: 'small' })
  other.deps.storage = world.deps.storage
  const publisher = crowdPublisher(world)
  await publisher.start()
  await expect.poll(() => statusesOf(other), poll).toEqual({ sent: 6 })
  expect([...asked.open].filter((link) => link.includes('carousel'))).toHaveLength(1)
  const states = await db.sql<{ state: string }[]>`
    select state from publish_attempts where organization_id = ${world.organizationId} order by state`
  expect(states.filter(({ state }) => state === 'sending')).toHaveLength(1) // what waits was not sent, and a process that ends now leaves no doubt
  asked.gate.open()
  await expect.poll(() => statusesOf(world), poll).toEqual({ sent: 8 })
  await publisher.close()
})

test('accounts of one organization together have so many bytes on their way, all organizations so many', async () => {
  const asked = aReader()
  const worlds = [await aCrowdWorld(db, asked, { storage: aStore(() => 4 * MIB) })]
  for (let n = 1; n < 8; n++) worlds.push(await besides(db, worlds[0]!))
  for (const world of worlds) await heavy(world, { count: 2, bytes: 4 * MIB, pictures: 3, name: `many${world.organizationId}` })
  const publisher = crowdPublisher(worlds[0]!)
  await publisher.start()
  await expect.poll(() => asked.open.size, poll).toBe(4) // of 12 MiB each
  asked.gate.open()
  for (const world of worlds) await expect.poll(() => statusesOf(world), poll).toEqual({ sent: 2 })
  expect(asked.mostOpen()).toBeLessThanOrEqual(48 * MIB)
  await publisher.close()
})

test('small pins whose bytes have left wait for their answers in any number', async () => {
  const asked = aReader()
  const worlds = [await aCrowdWorld(db, asked, { storage: aStore(() => MIB) })]
  for (let n = 1; n < 8; n++) worlds.push(await besides(db, worlds[0]!))
  for (const world of worlds) await heavy(world, { count: 10, bytes: MIB, name: `waiting${world.organizationId}` })
  const publisher = crowdPublisher(worlds[0]!)
  await publisher.start()
  await expect.poll(() => asked.open.size, poll).toBe(80) // of 1 MiB each
  asked.gate.open()
  for (const world of worlds) await expect.poll(() => statusesOf(world), poll).toEqual({ sent: 10 })
  await publisher.close()
})

test('small pins whose bytes have not left have so many on their way', async () => {
  const gate = aGate()
  let [reading, most] = [0, 0]
  const asked = aPlatform(async (pin, number) => {
    most = Math.max(most, ++reading)
    await gate.passed
    for (const picture of picturesOf(pin)) for await (const _ of picture.open());
    reading--
    return created(String(number))
  })
  const worlds = [await aCrowdWorld(db, asked, { storage: aStore(() => MIB) })]
  for (let n = 1; n < 8; n++) worlds.push(await besides(db, worlds[0]!))
  for (const world of worlds) await heavy(world, { count: 10, bytes: MIB, name: `held${world.organizationId}` })
  const publisher = crowdPublisher(worlds[0]!)
  await publisher.start()
  await expect.poll(() => reading, poll).toBe(48)
  gate.open()
  for (const world of worlds) await expect.poll(() => statusesOf(world), poll).toEqual({ sent: 10 })
  expect(most).toBe(48)
  await publisher.close()
})

test('pictures that were stored larger than they are sent today are read while they are sent, and never whole', async () => {
  const asked = aReader()
  const reads: string[] = []
  const storage = {
    ...aStore(() => 18 * MIB),
    read: async (key: string) => (reads.push(key), Buffer.alloc(1)),
    stream: async () =>
      (async function* () {
        for (let n = 0; n < 18; n++) yield Buffer.alloc(MIB)
      })(),
  } as unknown as Deps['storage']
  const world = await aCrowdWorld(db, asked, { storage })
  await heavy(world, { count: 2, bytes: 18 * MIB, pictures: 5, name: 'old' })
  asked.gate.open()
  await crowdPublisher(world).drain()
  expect(await statusesOf(world)).toEqual({ sent: 2 })
  expect(reads).toEqual([])
})

test.each([
  { what: 'paused', act: pausePublishing },
  { what: 'disconnected', act: disconnectAccount },
])('a pin that waits for its turn when its account is $what is not sent: it waits on the schedule', async ({ what, act }) => {
  const asked = aReader()
  const world = await aCrowdWorld(db, asked, { storage: aStore(() => 4 * MIB) })
  await heavy(world, { count: 2, bytes: 4 * MIB, pictures: 5, name: what })
  const publisher = crowdPublisher(world)
  await publisher.start()
  await expect.poll(() => asked.open.size, poll).toBe(1)
  await act(world.deps, world.actor, { accountId: world.accountId })
  await sleep(1_100) // a wait is one from a second on
  asked.gate.open()
  await expect.poll(() => statusesOf(world), poll).toEqual({ sent: 1, queued: 1 })
  await publisher.close()
  expect(asked.asked).toHaveLength(1)
})
