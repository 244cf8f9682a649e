/** The way in to preparing media: bounded, and fair between organizations. */
import { expect, test } from 'vitest'
import { prepareMedia } from '../../../src/core/media/media.js'
import { makeAcquire, makeFairSemaphore } from '../../../src/core/lib/work/fair-semaphore.js'
import { aDatabase } from '../../support/database.js'
import { aWorld } from '../../support/world.js'
import { aMediaWorld, aPicture } from '../media/support/media-support.js'

const { db } = await aDatabase()

/** Who waits longer than its test is turned away after it. */
const ended = () => undefined

/** Work that ends when released; `begun` in the order of their start. */
function aSemaphore(options: Partial<Parameters<typeof makeFairSemaphore>[0]> = {}) {
  const turns = makeFairSemaphore({ atOnce: 3, perOrganization: 2, waitMs: 60_000, refusal: () => new Error('busy'), ...options })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    begun,
    turns,
    settled,
    acquire: (name: string) =>
      turns(name.slice(0, 1), async () => {
        begun.push(name)
        await new Promise<void>((resolve) => ends.set(name, resolve))
        return name
      }),
    end: async (name: string) => {
      ends.get(name)?.()
      await settled()
    },
  }
}

test('an organization has two at once, all together have what the process allows', async () => {
  const { acquire, begun, settled } = aSemaphore()
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) acquire(name).catch(ended)
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
})

test('who came once does not wait for all that another has brought', async () => {
  const { acquire, end, begun, settled } = aSemaphore({ atOnce: 2 })
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1', 'b2']) acquire(name).catch(ended)
  await settled()
  for (const name of ['a1', 'a2', 'b1', 'a3', 'c1', 'b2', 'a4']) await end(name)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'c1', 'b2', 'a4', 'a5'])
})

test('a work that fails gives its place to the next', async () => {
  const { turns } = aSemaphore({ atOnce: 1 })
  const fails = turns('a', () => Promise.reject(new Error('no')))
  const next = turns('a', async () => 'next')
  await expect(fails).rejects.toThrow('no')
  expect(await next).toBe('next')
})

test('whose turn does not come in time is refused as the caller says, and is not let in later', async () => {
  const { acquire, end, begun } = aSemaphore({ atOnce: 1, waitMs: 20 })
  const first = acquire('a1')
  await expect(acquire('b1')).rejects.toThrow('busy')
  await end('a1')
  expect([await first, begun]).toEqual(['a1', ['a1']])
})

/** Who goes in, in that order; `leave` by name. */
function aScale(options: Partial<Parameters<typeof makeAcquire>[0]> = {}) {
  const acquire = makeAcquire({ atOnce: 10, perOrganization: 6, waitMs: 60_000, refusal: () => new Error('busy'), ...options })
  const begun: string[] = []
  const leaves = new Map<string, () => void>()
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    begun,
    settled,
    acquire: async (name: string, weight: number, exclusiveKey?: string) => {
      leaves.set(
        name,
        await acquire({
          organizationId: name.slice(0, 1),
          weight,
          ...(exclusiveKey !== undefined && { exclusiveKeys: [exclusiveKey] }),
        }),
      )
      begun.push(name)
    },
    release: async (name: string) => {
      leaves.get(name)?.()
      await settled()
    },
  }
}

test('weights are bounded for each organization and for all together, and what is heavier than that goes in alone', async () => {
  const { acquire, release, begun, settled } = aScale()
  for (const [name, weight] of [
    ['a1', 4],
    ['a2', 4],
    ['b1', 4],
    ['c1', 50],
    ['d1', 1],
  ] as const)
    acquire(name, weight).catch(ended)
  await settled()
  expect(begun).toEqual(['a1', 'b1'])
  await release('a1')
  expect(begun).toEqual(['a1', 'b1', 'a2'])
  await release('b1')
  expect(begun).toEqual(['a1', 'b1', 'a2']) // the heavy one is next, and nobody passes it
  await release('a2')
  expect(begun).toEqual(['a1', 'b1', 'a2', 'c1'])
  await release('c1')
  expect(begun).toEqual(['a1', 'b1', 'a2', 'c1', 'd1'])
})

test('of those that go alone one is in at a time, and the others of its organization go past it', async () => {
  const { acquire, release, begun, settled } = aScale()
  acquire('a1', 2, 'x').catch(ended)
  acquire('a2', 2, 'x').catch(ended)
  acquire('a3', 2, 'y').catch(ended)
  await settled()
  expect(begun).toEqual(['a1', 'a3'])
  await release('a1')
  expect(begun).toEqual(['a1', 'a3', 'a2'])
})

test('a place that is released twice is free once', async () => {
  const { acquire, release, begun, settled } = aScale({ atOnce: 2 })
  for (const name of ['a1', 'b1', 'c1', 'd1']) acquire(name, 2).catch(ended)
  await settled()
  await release('a1')
  await release('a1')
  expect(begun).toEqual(['a1', 'b1'])
})

test('what gave up waiting holds up nobody behind it', async () => {
  const { acquire, begun } = aScale({ waitMs: 30 })
  await acquire('a1', 4)
  const heavy = acquire('b1', 50)
  const light = acquire('c1', 1)
  await expect(heavy).rejects.toThrow('busy')
  await light.catch(() => undefined) // its own time may have come with that of the other
  await acquire('d1', 1)
  expect(begun).toContain('d1')
})

test('the pictures of one organization that do not come hold up those of no other', async () => {
  const { deps, actor, samples } = await aMediaWorld(db)
  const stranger = await aWorld(db)
  samples.set('https://x.test/a.jpg', await aPicture())
  let asked = 0
  let come = (_bytes: Buffer) => {}
  const slow = new Promise<Buffer>((resolve) => (come = resolve))
  const hanging = { ...deps, pictures: { ...deps.pictures, fetch: () => (asked++, slow) } }
  const given = { kind: 'url', url: 'https://x.test/a.jpg', mediaType: 'image', field: 'mediaUrl' } as const
  const stuck = Array.from({ length: 20 }, () => prepareMedia(hanging, actor, given))
  expect(await prepareMedia(deps, stranger.actor, given)).toMatchObject({ mediaType: 'image' })
  expect(asked).toBe(2) // of twenty: what waits holds no bytes
  come(await aPicture())
  expect(await Promise.all(stuck)).toHaveLength(20)
})

test('no more wait of an organization than may; those of another one do', async () => {
  const acquire = makeAcquire({ atOnce: 1, perOrganization: 1, waitMs: 60_000, mostWaiting: 1, refusal: () => new Error('busy') })
  const release = await acquire({ organizationId: 'a' })
  const waiting = acquire({ organizationId: 'a' })
  await expect(acquire({ organizationId: 'a' })).rejects.toThrow('busy')
  const other = acquire({ organizationId: 'b' })
  expect([acquire.organizations(), acquire.countOf('a'), acquire.countOf('b'), acquire.countOf('c')]).toEqual([2, 2, 1, 0])
  release()
  await Promise.all([waiting, other].map(async (one) => (await one)()))
  expect(acquire.organizations()).toBe(0)
})

test('of those that share a key the first in line goes first, also one that waits for two', async () => {
  const acquire = makeAcquire({ atOnce: 10, perOrganization: 10, waitMs: 5_000, refusal: () => new Error('full') })
  const order: string[] = []
  const enter = async (name: string, exclusiveKeys: string[]) => {
    const leave = await acquire({ organizationId: 'A', exclusiveKeys })
    order.push(name)
    return leave
  }
  const [ofA, ofB] = [await enter('a', ['a']), await enter('b', ['b'])]
  const both = enter('both', ['a', 'b'])
  const laterA = enter('later a', ['a'])
  const laterC = enter('c', ['c'])
  ofA()
  ;(await laterC)()
  ofB()
  ;(await both)()
  ;(await laterA)()
  expect(order).toEqual(['a', 'b', 'c', 'both', 'later a'])
})

test('one request may wait for less long than others, and is refused in its own words', async () => {
  const acquire = makeAcquire({ atOnce: 1, perOrganization: 1, waitMs: 60_000, refusal: () => new Error('full') })
  const leave = await acquire({ organizationId: 'A' })
  const impatient = acquire({ organizationId: 'A', waitMs: 20, refusal: () => new Error('too late') })
  await expect(impatient).rejects.toThrow('too late')
  leave()
  expect(acquire.countOf('A')).toBe(0)
})
