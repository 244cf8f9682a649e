/** What was uploaded goes at its time: much of it at once, each organization in its turn, whatever the store refuses. */
import { beforeEach, expect, test } from 'vitest'
import { sweepUploads } from '../../../src/core/media/sweep-uploads.js'
import type { Storage } from '../../../src/core/ports/deps.js'
import { makeCron } from '../../../src/jobs/cron.js'
import { TICKS } from '../../../src/jobs/ticks.js'
import { aDatabase } from '../../support/database.js'
import { aWorld, START, type World } from '../../support/world.js'

const { db } = await aDatabase()
const TEN_MINUTES = 10 * 60_000
beforeEach(() => db.sql`delete from uploads`)

/** Of the store nothing else is asked. */
const sweeping = (world: World, remove: (key: string) => Promise<void>): World['deps'] => ({
  ...world.deps,
  storage: { remove } as unknown as Storage,
})

/** Staged and past their time, each a microsecond after the one before. */
const staged = ({ organizationId }: World, count: number, name = 'staged', at = START) => db.sql`
  insert into uploads (organization_id, secret_hash, storage_key, extension, media_type, content_type, url_expires_at, expires_at, created_at)
  select ${organizationId}, sha256((${name} || n)::bytea), ${name} || '/' || n, 'jpg', 'image', 'image/jpeg', ${at},
         ${at}::timestamptz + n * interval '1 microsecond', ${at}
    from generate_series(1, ${count}::int) n`

const left = async ({ organizationId }: World) =>
  (await db.sql`select from uploads where organization_id = ${organizationId}`).count

const later = async (world: World) => {
  world.clock.advance(1000)
  return world
}

test('staged bytes past their time are removed at the next tick, however many there are, sixteen at once', async () => {
  const world = await later(await aWorld(db))
  await staged(world, 1500)
  const removed = new Set<string>()
  let [open, most] = [0, 0]
  const deps = sweeping(world, async (key) => {
    most = Math.max(most, ++open)
    await new Promise((resolve) => setTimeout(resolve, 1))
    open--
    removed.add(key)
  })
  const ticks = TICKS.filter(({ job }) => job === 'uploads')
  await makeCron(deps, ticks).drain()
  expect([removed.size, most, await left(world)]).toEqual([1500, 16, 0])
})

test('several processes share out what is to be removed', async () => {
  const world = await later(await aWorld(db))
  await staged(world, 400)
  const removed: string[] = []
  const deps = sweeping(world, async (key) => void removed.push(key))
  await Promise.all([sweepUploads(deps), sweepUploads(deps), sweepUploads(deps)])
  expect(removed).toHaveLength(400)
  expect(new Set(removed).size).toBe(400)
})

test('an organization that left very much, and whose bytes cannot be removed, keeps nobody waiting', async () => {
  const [much, little] = [await later(await aWorld(db)), await later(await aWorld(db))]
  await staged(much, 3000, 'stuck')
  await staged(little, 300, 'fine', new Date(START.getTime() + 500))
  const calls: string[] = []
  const deps = sweeping(much, async (key) => {
    calls.push(key)
    if (key.startsWith('stuck')) throw new Error('timeout')
  })
  await expect(sweepUploads(deps)).rejects.toThrow(/^\d+ uploads could not be swept$/)
  expect([await left(much), await left(little)]).toEqual([3000, 0])
  expect(calls.filter((key) => key.startsWith('stuck')).length).toBeLessThanOrEqual(64)
})

test('organizations share each page evenly, however much one of them left before', async () => {
  const [much, little] = [await later(await aWorld(db)), await later(await aWorld(db))]
  await staged(much, 500, 'much')
  await staged(little, 20, 'little', new Date(START.getTime() + 500))
  let removed = 0
  await sweepUploads(
    sweeping(much, async () => void removed++),
    () => removed === 0,
  )
  expect([removed, await left(little)]).toEqual([64, 0])
})

test('what cannot be removed is tried again ten minutes later, behind what was not tried yet', async () => {
  const world = await later(await aWorld(db))
  await staged(world, 70, 'stuck')
  await staged(world, 10, 'fine', new Date(START.getTime() + 500))
  let calls: string[] = []
  const deps = sweeping(world, async (key) => {
    calls.push(key)
    if (key.startsWith('stuck')) throw new Error('EACCES')
  })
  const tick = async () => {
    calls = []
    await sweepUploads(deps).catch(() => undefined)
    return calls.filter((key) => key.startsWith('stuck')).length
  }
  expect([await tick(), await left(world)]).toEqual([64, 80])
  expect([await tick(), await left(world)]).toEqual([6, 70])
  expect(await tick()).toBe(0)
  world.clock.advance(TEN_MINUTES)
  expect(await tick()).toBe(64)
})

test('the sweep ends when its time is up or the process stops, and what was taken then is not lost', async () => {
  const world = await later(await aWorld(db))
  await staged(world, 100)
  let removed = 0
  const deps = sweeping(world, async () => void removed++)
  expect([await sweepUploads(deps, () => false), await sweepUploads(deps, () => true, 0)]).toEqual([0, 0])
  expect(await sweepUploads(deps, () => removed === 0)).toBe(64)
  expect([await sweepUploads(deps), await left(world)]).toEqual([36, 0])
})
