/** What becomes of an import when who started it loses the right to it, or somebody cancels it. */
import { beforeEach, expect, test } from 'vitest'
import { makeActorNow } from '../../../src/core/accounts/keys/actor-now.js'
import { makeAuthenticator } from '../../../src/core/accounts/keys/authenticate.js'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import type { FindPerson } from '../../../src/core/accounts/keys/key-actor.js'
import { revokeApiKey } from '../../../src/core/accounts/keys/revoke.js'
import { cancelImport } from '../../../src/core/sources/imports/cancel.js'
import { createImport } from '../../../src/core/sources/imports/create.js'
import { claimDueImports, writeChunk } from '../../../src/core/sources/imports/work.js'
import type { Actor, KeyRole } from '../../../src/core/lib/actor.js'
import { DAY_MS } from '../../../src/core/lib/duration.js'
import { aDatabase } from '../../support/database.js'
import type { World } from '../../support/world.js'
import { openStudios } from '../posts/support/create-fixtures.js'
import { aLine, fileOf, importOf, pinsOf, readAgain, work } from './support/imports.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)
let world: World
beforeEach(async () => {
  world = await aStudio()
})

const THREE_CHUNKS = fileOf(Array.from({ length: 250 }, (_, index) => aLine(index)))

async function aKey(role: KeyRole = 'scheduler', given: { expiresAt?: Date } = {}): Promise<{ id: string; actor: Actor }> {
  const { deps, actor, accountId } = world
  const made = await createApiKey(deps, actor, { name: 'Import bot', role, accountIds: [accountId], ...given })
  const authenticated = await makeAuthenticator(deps).authenticate(made.key, '198.51.100.7')
  return { id: made.apiKey.id, actor: authenticated!.actor }
}

const beginAs = (actor: Actor, text = THREE_CHUNKS) => createImport(world.deps, actor, importOf(world, text))
const claimOne = async () => (await claimDueImports(world.deps, 1))[0]!
const writeOne = async () => writeChunk(world.deps, await claimOne())
const auditOf = (importId: string | null) =>
  db.sql<{ action: string; via: string; actor: string }[]>`
    select action, via, actor from audit
     where organization_id = ${world.organizationId} and subject = ${`import:${importId ?? ''}`} order by id`

test('a key that is revoked ends its import: what is left fails with that sentence, and nothing more is created', async () => {
  const key = await aKey()
  const made = await beginAs(key.actor)
  await writeOne()
  await revokeApiKey(world.deps, world.actor, { apiKeyId: key.id })
  await work(world)
  const { errors, ...ended } = await readAgain(world, made)
  expect(ended).toMatchObject({ status: 'success', created: 100, failed: 150, stoppedBecause: 'not_allowed' })
  expect(errors).toHaveLength(150)
  expect(errors[0]).toEqual({ line: 102, message: 'The key “Import bot” was revoked. Import this line again.' })
  expect(await pinsOf(world)).toHaveLength(100)
  expect((await auditOf(made.id)).map(({ action }) => action)).toEqual(['create', 'stop'])
})

test('a key that is revoked while a chunk is prepared writes nothing of it', async () => {
  const key = await aKey()
  const made = await beginAs(key.actor)
  const claimed = await claimOne()
  const { pictures } = world.deps
  let isRevoked = false
  const revoking = new Proxy(pictures, {
    get: (all, name) => {
      const part = Reflect.get(all, name) as unknown
      if (typeof part !== 'function') return part
      return async (...args: unknown[]) => {
        if (!isRevoked) await revokeApiKey(world.deps, world.actor, { apiKeyId: key.id })
        isRevoked = true
        return (part as (...given: unknown[]) => unknown).apply(all, args)
      }
    },
  })
  await writeChunk({ ...world.deps, pictures: revoking }, claimed)
  expect(isRevoked).toBe(true)
  expect(await readAgain(world, made)).toMatchObject({ status: 'failed', created: 0, failed: 250, stoppedBecause: 'not_allowed' })
  expect(await pinsOf(world)).toHaveLength(0)
})

test('so does a key that expires, or that may no longer add pins to the account', async () => {
  const short = await aKey('scheduler', { expiresAt: new Date(world.clock.now.getTime() + DAY_MS) })
  const first = await beginAs(short.actor)
  world.clock.advance(DAY_MS)
  await work(world)
  expect((await readAgain(world, first)).errors[0]?.message).toBe('The key “Import bot” has expired. Import this line again.')

  const narrowed = await aKey()
  const second = await beginAs(narrowed.actor)
  await db.sql`delete from api_key_accounts where organization_id = ${world.organizationId} and api_key_id = ${narrowed.id}`
  await work(world)
  expect((await readAgain(world, second)).errors[0]?.message).toBe(
    'The key “Import bot” may no longer add pins to this account. Import this line again.',
  )
  expect(await pinsOf(world)).toHaveLength(0)
})

test('a person who left the workspace, or was made a viewer, creates nothing more; one of whom Slack says nothing waits', async () => {
  const person = { ...world.actor, via: 'slack', userId: 'T1:U1' } as const
  let found: Awaited<ReturnType<FindPerson>> = { actor: person }
  world.deps.actorNow = makeActorNow(world.deps, async () => found)
  const left = await beginAs(person)
  await writeOne()
  found = undefined
  await writeOne()
  expect(await readAgain(world, left)).toMatchObject({ status: 'processing', created: 100, failed: 0 })
  found = 'gone'
  world.clock.advance(DAY_MS)
  await work(world)
  expect((await readAgain(world, left)).errors[0]?.message).toBe(
    'The member U1 is no longer in the Slack workspace. Import this line again.',
  )

  found = { actor: person }
  const demoted = await beginAs(person)
  found = { actor: { ...person, role: 'viewer' } }
  await work(world)
  expect((await readAgain(world, demoted)).errors[0]?.message).toBe(
    'The member U1 may no longer add pins to this account. Import this line again.',
  )
  expect(await pinsOf(world)).toHaveLength(100)
})

test('a person whom Slack never names again holds up nobody for ever', async () => {
  const person = { ...world.actor, via: 'slack', userId: 'T1:U1' } as const
  world.deps.actorNow = makeActorNow(world.deps, async () => undefined)
  const made = await beginAs(person)
  for (let times = 0; times < 12; times++) {
    await work(world)
    world.clock.advance(DAY_MS)
  }
  expect(await readAgain(world, made)).toMatchObject({ status: 'failed', failed: 250, stoppedBecause: 'not_allowed' })
})

test('the imports of others go on, and the room of an ended key is free at once', async () => {
  const key = await aKey()
  const [one] = await Promise.all([beginAs(key.actor), beginAs(key.actor), beginAs(key.actor)])
  const { organizationId } = world
  const later = new Date(world.clock.now.getTime() + DAY_MS)
  await db.sql`update imports set due_at = ${later} where organization_id = ${organizationId}` // they wait for a host
  const small = fileOf([aLine(1)])
  await expect(beginAs(world.actor, small)).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: '3 imports of this account are still being written. Wait until one of them is done, or cancel one.',
  })
  await revokeApiKey(world.deps, world.actor, { apiKeyId: key.id })
  await work(world)
  expect(await readAgain(world, one)).toMatchObject({ status: 'failed', stoppedBecause: 'not_allowed' })
  const others = await beginAs(world.actor, small)
  await work(world)
  expect(await readAgain(world, others)).toMatchObject({ status: 'success', created: 1, stoppedBecause: null })
})

test('an import is cancelled by a scheduler, or by the contributor who started it: what is created stays', async () => {
  const { deps, actor, accountId } = world
  const [contributor, other] = [await aKey('contributor'), await aKey('contributor')]
  const made = await beginAs(contributor.actor)
  const place = { accountId, importId: made.id ?? '' }
  await writeOne()
  await expect(cancelImport(deps, other.actor, place)).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'Contributors can cancel only what they started themselves. Ask a scheduler.',
  })
  await expect(cancelImport(deps, { ...actor, role: 'viewer' }, place)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(cancelImport(deps, actor, { ...place, importId: '999' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const cancelled = await cancelImport(deps, contributor.actor, place)
  expect(cancelled).toMatchObject({ status: 'success', created: 100, failed: 150, stoppedBecause: 'cancelled' })
  expect(cancelled.errors[0]).toEqual({ line: 102, message: 'The import was cancelled before this line. Import it again.' })
  await expect(cancelImport(deps, actor, place)).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'import_over' },
  })
  await work(world)
  expect(await pinsOf(world)).toHaveLength(100)
  expect(await auditOf(made.id)).toEqual([
    expect.objectContaining({ action: 'create' }),
    { action: 'cancel', via: 'api', actor: `key:${contributor.id}` },
  ])
})

test('cancelling races with the writing of a chunk: what is counted is what is there', async () => {
  for (let round = 0; round < 6; round++) {
    const made = await beginAs(world.actor, fileOf(Array.from({ length: 120 }, (_, index) => aLine(index))))
    const before = (await pinsOf(world)).length
    const claimed = await claimOne()
    const place = { accountId: world.accountId, importId: made.id ?? '' }
    const cancelled = async () => {
      for (let turns = 0; turns < 40 * round; turns++) await new Promise((resolve) => setImmediate(resolve))
      return cancelImport(world.deps, world.actor, place)
    }
    await Promise.all([writeChunk(world.deps, claimed), cancelled()])
    await work(world)
    const { created, failed, stoppedBecause } = await readAgain(world, made)
    expect([created + failed, stoppedBecause]).toEqual([120, 'cancelled'])
    expect((await pinsOf(world)).length - before).toBe(created)
  }
})
