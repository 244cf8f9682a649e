/** How the lines of a file are written: in turns with other organizations, again where something passes by itself, once. */
import { expect, test } from 'vitest'
import { findChunk, nextImportDue, postpone } from '../../../src/core/sources/imports/claim.js'
import { claimDueImports, LEASE_MS, writeChunk } from '../../../src/core/sources/imports/work.js'
import { badRequest, DomainError } from '../../../src/core/lib/errors.js'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/lib/duration.js'
import { claimOnePerOrganization } from '../../../src/core/lib/rows/one-per-organization.js'
import { purgeExpired } from '../../../src/core/care/purge.js'
import { aDatabase } from '../../support/database.js'
import { openStudios, type Studio } from '../posts/support/create-fixtures.js'
import { aLine, begin, fileOf, importAll, pinsOf, readAgain, work } from './support/imports.js'

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

test('a file is not taken where another process has taken one of the same organization since it was looked for', async () => {
  const world = await aStudio()
  await begin(world, fileOf(lines(1)))
  const other = await begin(world, fileOf(lines(1)))
  const by = { now: world.clock.now, limit: 1 }
  const until = new Date(world.clock.now.getTime() + LEASE_MS)
  const taken = await claimOnePerOrganization(db.sql, 'imports', by, async (mayTake) => {
    await db.sql`update imports set lease_until = ${until} where organization_id = ${world.organizationId} and id = ${other.id}`
    return db.sql`update imports t set lease_until = ${until} where ${mayTake} returning t.id`
  })
  expect(taken).toEqual([])
  await db.sql`update imports set lease_until = null where organization_id = ${world.organizationId}`
  await work(world)
  expect(await pinsOf(world)).toHaveLength(2)
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

test('two that write the same chunk, of which some lines have to wait: the others are written once', async () => {
  const world = await aStudio()
  const busy = aLine(1).with(3, 'https://pictures.test/200x300-b01')
  world.onFetch = (url) => {
    if (url === busy[3]) throw new DomainError('SERVICE_UNAVAILABLE', 'Too many images are being prepared.')
  }
  const made = await begin(world, fileOf([aLine(0), busy]))
  const [first] = await claimDueImports(world.deps, 1)
  world.clock.now = new Date(world.clock.now.getTime() + LEASE_MS)
  const [second] = await claimDueImports(world.deps, 1)
  const written = await Promise.all([writeChunk(world.deps, first!), writeChunk(world.deps, second!)])
  expect(written.map((one) => one.written).sort((a, b) => a - b)).toEqual([0, 1])
  expect(await pinsOf(world)).toHaveLength(1)
  expect(await readAgain(world, made)).toMatchObject({ status: 'processing', created: 1, failed: 0 })
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

const BUSY = 'The media URL: the server answered with status 503 instead of an image.'
const busyHost = (retryAfter: string | null = null) =>
  new DomainError('BAD_REQUEST', (of) => `${of('mediaUrl')}: the server answered with status 503 instead of an image.`, {
    field: 'mediaUrl',
    busyHost: { retryAfter },
  })
const onBusyHost = (number: number) => aLine(number).with(3, 'https://busy.test/200x300-b01')
const askedOf = ({ fetched }: Studio) => fetched.filter((url) => url.startsWith('https://busy.test/')).length
/** In a row, until nothing is due any more. @returns when each of them was */
async function workToTheEnd(world: Studio): Promise<number[]> {
  const begun = world.clock.now.getTime()
  const times = []
  for (let next = await nextImportDue(db.sql); next !== null; next = await nextImportDue(db.sql)) {
    if (next > world.clock.now) world.clock.now = next
    times.push((world.clock.now.getTime() - begun) / 1000)
    await work(world)
  }
  return times
}

test('a host that is busy is asked again when it says, by one line of the file; what others have is written meanwhile', async () => {
  const world = await aStudio()
  world.onFetch = (url) => {
    if (url.startsWith('https://busy.test/')) throw busyHost('300')
  }
  const made = await begin(world, fileOf([...Array.from({ length: 130 }, (_, number) => onBusyHost(number)), aLine(130)]))
  await work(world)
  await purgeExpired(world.deps)
  expect(await readAgain(world, made)).toMatchObject({ status: 'processing', created: 1, failed: 0, errors: [] })
  expect(askedOf(world)).toBeLessThanOrEqual(2) // as many as are fetched at once
  expect(await nextImportDue(db.sql)).toEqual(new Date(world.clock.now.getTime() + 300_000))
  world.onFetch = () => undefined
  expect(await workToTheEnd(world)).toEqual([300])
  expect(await readAgain(world, made)).toMatchObject({ status: 'success', created: 131, failed: 0 })
})

test('what is known of a busy host outlives the process that learned it', async () => {
  const world = await aStudio()
  world.onFetch = (url) => {
    if (url.startsWith('https://busy.test/')) throw busyHost('3000')
  }
  const made = await begin(world, fileOf(Array.from({ length: 101 }, (_, number) => onBusyHost(number))))
  const [first] = await claimDueImports(world.deps, 1)
  await writeChunk(world.deps, first!)
  const asked = askedOf(world)
  expect(await claimDueImports(world.deps, 1)).toHaveLength(1) // and this one dies
  world.clock.now = new Date(world.clock.now.getTime() + LEASE_MS)
  await work(world)
  expect(askedOf(world)).toBe(asked)
  expect(await readAgain(world, made)).toMatchObject({ status: 'processing', created: 0, failed: 0 })
  world.onFetch = () => undefined
  await workToTheEnd(world)
  expect(await readAgain(world, made)).toMatchObject({ status: 'success', created: 101 })
})

test('a host that stays busy is asked ten times, an hour apart at most; then its lines are refused with the reason', async () => {
  const world = await aStudio()
  let retryAfter = '86400'
  world.onFetch = (url) => {
    if (url.startsWith('https://busy.test/')) throw busyHost(retryAfter)
  }
  const made = await begin(world, fileOf([...Array.from({ length: 101 }, (_, number) => onBusyHost(number)), aLine(101)]))
  await work(world)
  expect(await nextImportDue(db.sql)).toEqual(new Date(world.clock.now.getTime() + HOUR_MS))
  retryAfter = '0'
  expect(await workToTheEnd(world)).toEqual([3600, 3620, 3660, 3740, 3900, 4220, 4860, 6140, 8700])
  const end = await readAgain(world, made)
  expect(end).toMatchObject({ status: 'success', created: 1, failed: 101 })
  expect(new Set(end.errors.map(({ message }) => message))).toEqual(new Set([BUSY]))
  expect(end.errors).toHaveLength(101)
  expect(askedOf(world)).toBeLessThanOrEqual(22) // ten times, and once more for the second hundred
})

test('a host that answers some and refuses the rest for a minute is asked until it has answered all', async () => {
  const world = await aStudio()
  let left = 0
  world.onFetch = (url) => {
    if (url.startsWith('https://busy.test/') && left-- <= 0) throw busyHost('60')
  }
  const made = await begin(world, fileOf(Array.from({ length: 90 }, (_, number) => onBusyHost(number))))
  for (let minute = 0; minute < 20; minute++) {
    left = 5
    await work(world)
    world.clock.now = new Date(world.clock.now.getTime() + 60_000)
  }
  expect(await readAgain(world, made)).toMatchObject({ status: 'success', created: 90, failed: 0 })
})

test('pictures that their host always fails on hold up no other line of it', async () => {
  const world = await aStudio()
  const broken = 'https://busy.test/200x300-c01'
  world.onFetch = (url) => {
    if (url === broken) throw busyHost()
  }
  const head = [0, 1, 2].map((number) => aLine(number).with(3, broken))
  const made = await begin(world, fileOf([...head, ...Array.from({ length: 20 }, (_, number) => onBusyHost(number + 3))]))
  const begun = world.clock.now.getTime()
  for (let tries = 0; tries < 4; tries++) {
    world.clock.now = (await nextImportDue(db.sql))!
    await work(world)
  }
  expect(world.clock.now.getTime() - begun).toBeLessThanOrEqual(MINUTE_MS)
  expect(await readAgain(world, made)).toMatchObject({ status: 'processing', created: 20, failed: 0 })
  await workToTheEnd(world)
  const end = await readAgain(world, made)
  expect(end).toMatchObject({ status: 'success', created: 20, failed: 3 })
  expect(end.errors.map(({ line }) => line).sort()).toEqual([2, 3, 4])
})

test('a carousel of which a host has one picture and always fails on another comes to an end', async () => {
  const world = await aStudio()
  const broken = 'https://busy.test/200x300-c01'
  world.onFetch = (url) => {
    if (url === broken) throw busyHost()
  }
  const made = await begin(world, fileOf([aLine(0).with(3, `https://busy.test/200x300-b01 ${broken}`)]))
  for (let tries = 0; tries < 30; tries++) {
    const next = await nextImportDue(db.sql)
    if (next === null) break
    world.clock.now = next
    await work(world)
  }
  expect(await readAgain(world, made)).toMatchObject({ status: 'failed', created: 0, failed: 1 })
})

test('a picture that is not there is refused at once', async () => {
  const world = await aStudio()
  world.onFetch = (url) => {
    if (url.startsWith('https://busy.test/')) throw badRequest('mediaUrl', 'The address answered with status 404.')
  }
  expect(await importAll(world, fileOf([onBusyHost(0), aLine(1)]))).toMatchObject({ status: 'success', created: 1, failed: 1 })
})

test('an import that somebody else has finished is not due again for who still fails at it', async () => {
  const world = await aStudio()
  const made = await begin(world, fileOf(lines(1)))
  const key = { organizationId: world.organizationId, importId: made.id! }
  await work(world)
  await postpone(db.sql, key, world.clock.now)
  expect(await nextImportDue(db.sql)).toBe(null)
  expect(await readAgain(world, made)).toMatchObject({ status: 'success', created: 1 })
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
