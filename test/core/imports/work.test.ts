/** How the lines of a file are written: in turns with other organizations, again where something passes by itself, once. */
import { expect, test } from 'vitest'
import { findChunk, nextImportDue } from '../../../src/core/imports/claim.js'
import { claimDueImports, LEASE_MS, writeChunk } from '../../../src/core/imports/work.js'
import { DomainError } from '../../../src/core/lib/errors.js'
import { DAY_MS } from '../../../src/core/lib/duration.js'
import { purgeExpired } from '../../../src/core/retention/purge.js'
import { aDatabase } from '../../support/database.js'
import { openStudios } from '../posts/support/create-fixtures.js'
import { aLine, begin, fileOf, pinsOf, readAgain, work } from './support/imports.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)
const lines = (count: number) => Array.from({ length: count }, (_, number) => aLine(number))

test('organizations take turns, a hundred lines each, and one has one place however many files it brings', async () => {
  const [many, few] = [await aStudio(), await aStudio()]
  const big = await begin(many, fileOf(lines(250)))
  await begin(many, fileOf(lines(1)))
  const small = await begin(few, fileOf(lines(2)))
  const claimed = await claimDueImports(many.deps, 9)
  expect(claimed.map(({ importId }) => importId).sort()).toEqual([big.id, small.id].sort())
  expect(await claimDueImports(many.deps, 9)).toEqual([])
  for (const one of claimed) await writeChunk(many.deps, one)
  expect(await readAgain(few, small)).toMatchObject({ status: 'success', created: 2 })
  expect(await readAgain(many, big)).toMatchObject({ status: 'processing', created: 100 })
  await work(many)
  expect(await readAgain(many, big)).toMatchObject({ status: 'success', created: 250 })
  expect(await pinsOf(many)).toHaveLength(251)
})

test('while one file of an organization is written, its others are not due: nobody looks for them again and again', async () => {
  const world = await aStudio()
  const [first, second] = [await begin(world, fileOf(lines(1))), await begin(world, fileOf(lines(1)))]
  const claimed = await claimDueImports(world.deps, 9)
  expect(claimed).toHaveLength(1)
  expect(await nextImportDue(db.sql)).toEqual(new Date(world.clock.now.getTime() + LEASE_MS))
  for (const one of claimed) await writeChunk(world.deps, one)
  expect(await nextImportDue(db.sql)).toEqual(world.clock.now)
  await work(world)
  for (const made of [first, second]) expect(await readAgain(world, made)).toMatchObject({ status: 'success', created: 1 })
})

test('two that write the same chunk, after a lease that ended: its lines are written once', async () => {
  const world = await aStudio()
  const made = await begin(world, fileOf(lines(30)))
  const [first] = await claimDueImports(world.deps, 1)
  world.clock.now = new Date(world.clock.now.getTime() + LEASE_MS)
  const [second] = await claimDueImports(world.deps, 1)
  expect(second?.importId).toBe(first?.importId)
  const written = await Promise.all([writeChunk(world.deps, first!), writeChunk(world.deps, second!)])
  expect(written.map((one) => one.written).sort((a, b) => a - b)).toEqual([0, 30])
  expect(await pinsOf(world)).toHaveLength(30)
  expect(await readAgain(world, made)).toMatchObject({ status: 'success', created: 30, failed: 0 })
})

test('lines that are refused for what passes by itself are tried again, and given up after a while', async () => {
  const world = await aStudio()
  const busy = aLine(1).with(3, 'https://pictures.test/200x300-b01')
  let isBusy = true
  world.onFetch = (url) => {
    if (isBusy && url === busy[3]) throw new DomainError('SERVICE_UNAVAILABLE', 'Too many images are being prepared.')
  }
  const made = await begin(world, fileOf([aLine(0), busy]))
  await work(world)
  expect(await readAgain(world, made)).toMatchObject({ status: 'processing', created: 1, failed: 0, errors: [] })
  const key = { organizationId: world.organizationId, importId: made.id! }
  expect((await findChunk(db.sql, key))?.rows.map(({ line }) => line)).toEqual([3])
  isBusy = false
  world.clock.now = (await nextImportDue(db.sql))!
  await work(world)
  expect(await readAgain(world, made)).toMatchObject({ status: 'success', created: 2, failed: 0 })

  isBusy = true
  const hopeless = await begin(world, fileOf([busy]))
  for (let next = await nextImportDue(db.sql); next !== null; next = await nextImportDue(db.sql)) {
    if (next > world.clock.now) world.clock.now = next
    await work(world)
  }
  const end = await readAgain(world, hopeless)
  expect(end).toMatchObject({ status: 'failed', created: 0, failed: 1 })
  expect(end.errors).toEqual([{ line: 2, message: 'Too many images are being prepared.' }])
})

test('an import is kept for 90 days after its last line; one that waits stays', async () => {
  const world = await aStudio()
  const [done, waiting] = [await begin(world, fileOf(lines(1))), await begin(world, fileOf(lines(1)))]
  await db.sql`
    update imports set status = 'success', due_at = null, finished_at = ${world.clock.now}
     where organization_id = ${world.organizationId} and id = ${done.id}`
  world.clock.now = new Date(world.clock.now.getTime() + 89 * DAY_MS)
  await purgeExpired(world.deps)
  expect(await readAgain(world, done)).toMatchObject({ id: done.id })
  world.clock.now = new Date(world.clock.now.getTime() + 2 * DAY_MS)
  await purgeExpired(world.deps)
  await expect(readAgain(world, done)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await readAgain(world, waiting)).toMatchObject({ status: 'queued' })
})
