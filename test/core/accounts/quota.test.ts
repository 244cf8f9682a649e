import { expect, test } from 'vitest'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import { revokeApiKey } from '../../../src/core/accounts/keys/revoke.js'
import { makeAuthenticator } from '../../../src/core/accounts/keys/authenticate.js'
import { openPool } from '../../../src/db/pool.js'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'

const { db, url } = await aDatabase()

const authenticatorOf = ({ deps }: World, limit: number, own = deps.db) =>
  makeAuthenticator({ db: own, clock: deps.clock, settings: { ...deps.settings, dailyRequestLimit: limit } })

const aKey = async (world: World, expiresAt?: Date) =>
  createApiKey(world.deps, world.actor, { name: 'Tests', ...(expiresAt ? { expiresAt } : {}) })

test('a good key is admitted as its organization, with what is left of the day', async () => {
  const world = await aWorld(db)
  const { key, apiKey } = await aKey(world)
  const authenticator = authenticatorOf(world, 3)
  expect(await authenticator.authenticate(key, '192.0.2.1')).toEqual({
    actor: { organizationId: world.organizationId, via: 'api', role: 'admin', userId: `key:${apiKey.id}`, apiKeyId: apiKey.id },
    apiKeyId: apiKey.id,
    limit: 3,
    remaining: 2,
    resetAt: Date.parse('2026-03-03T00:00:00Z') / 1000,
    exceeded: false,
  })
})

test('request limit + 1 is exceeded, and the next day starts over', async () => {
  const world = await aWorld(db)
  const { key } = await aKey(world)
  const authenticator = authenticatorOf(world, 2)
  const outcomes = []
  for (let n = 0; n < 4; n++) outcomes.push(await authenticator.authenticate(key, '192.0.2.1'))
  expect(outcomes.map((admission) => admission?.exceeded)).toEqual([false, false, true, true])
  expect(outcomes.map((admission) => admission?.remaining)).toEqual([1, 0, 0, 0])
  world.clock.advance(24 * HOUR_MS)
  expect(await authenticator.authenticate(key, '192.0.2.1')).toMatchObject({ exceeded: false, remaining: 1 })
})

test('exactly the limit is let through, however many processes ask at once', async () => {
  const world = await aWorld(db)
  const { key } = await aKey(world)
  const pools = [openPool(url, { max: 2 }), openPool(url, { max: 2 }), openPool(url, { max: 2 })]
  const authenticators = pools.map((pool) => authenticatorOf(world, 100, pool))
  const authenticated = await Promise.all(
    Array.from({ length: 300 }, (_, index) => authenticators[index % authenticators.length]!.authenticate(key, '192.0.2.1')),
  )
  await Promise.all(pools.map((pool) => pool.close()))
  const through = authenticated.filter((admission) => admission && !admission.exceeded)
  expect(through).toHaveLength(100)
  expect(new Set(through.map((admission) => admission?.remaining)).size).toBe(100)
})

test('requests that wait on one key share an update', async () => {
  const world = await aWorld(db)
  const { key } = await aKey(world)
  let statements = 0
  const counting = new Proxy(db.sql, {
    apply: (target, self, args: unknown[]) => {
      const [[text = ''] = []] = args as [string[]?]
      if (/^\s*(?:with|select)/.test(text)) statements += 1 // and no part of one
      return Reflect.apply(target as unknown as (...all: unknown[]) => unknown, self, args)
    },
  })
  const authenticator = authenticatorOf(world, 1000, { ...db, sql: counting })
  const authenticated = await Promise.all(Array.from({ length: 100 }, () => authenticator.authenticate(key, '192.0.2.1')))
  expect(statements).toBe(3) // the look-up of a key that is new here, the first, and all others
  expect(authenticated.at(-1)).toMatchObject({ remaining: 900 })
})

test('what is no key, unknown, revoked or expired is not admitted, and writes nothing', async () => {
  const world = await aWorld(db)
  const authenticator = authenticatorOf(world, 10)
  const { key, apiKey } = await aKey(world)
  const { key: expiring } = await aKey(world, new Date(world.clock.now.getTime() + HOUR_MS))
  await authenticator.authenticate(expiring, '192.0.2.1')
  await revokeApiKey(world.deps, world.actor, { apiKeyId: apiKey.id })
  world.clock.advance(HOUR_MS)
  const unknown = `pst_${world.organizationId}_${'A'.repeat(43)}`
  for (const bearer of [
    undefined,
    '',
    'x',
    key,
    expiring,
    unknown,
    `${key}x`,
    unknown.replace('pst_', 'pst_9'),
    `pst_99999999999999999999_${'A'.repeat(43)}`,
  ]) {
    expect(await authenticator.authenticate(bearer, '192.0.2.1')).toBeUndefined()
  }
  const days = await db.sql`select requests from api_key_days where organization_id = ${world.organizationId}`
  expect(days.map(({ requests }: { requests?: number }) => requests)).toEqual([1])
})

test('a revocation counts at once', async () => {
  const world = await aWorld(db)
  const { key, apiKey } = await aKey(world)
  const authenticator = authenticatorOf(world, 10)
  expect(await authenticator.authenticate(key, '192.0.2.1')).toBeDefined()
  await revokeApiKey(world.deps, world.actor, { apiKeyId: apiKey.id })
  expect(await authenticator.authenticate(key, '192.0.2.1')).toBeUndefined()
})

test('when a key was last used is written once a minute', async () => {
  const world = await aWorld(db)
  const { key, apiKey } = await aKey(world)
  const authenticator = authenticatorOf(world, 10)
  const lastUsed = async () => {
    const [row] = await db.sql<[{ at: Date | null }]>`
      select last_used_at as at from api_keys where organization_id = ${world.organizationId} and id = ${apiKey.id}`
    return row.at
  }
  const first = new Date(world.clock.now)
  await authenticator.authenticate(key, '192.0.2.1')
  world.clock.advance(59_000)
  await authenticator.authenticate(key, '192.0.2.1')
  expect(await lastUsed()).toEqual(first)
  world.clock.advance(1_000)
  await authenticator.authenticate(key, '192.0.2.1')
  expect(await lastUsed()).toEqual(world.clock.now)
})

test('a failing database fails every request that waited, and the authenticator goes on after it', async () => {
  const world = await aWorld(db)
  const { key } = await aKey(world)
  const broken = openPool(url, { max: 1 })
  await broken.close()
  let pool = broken
  const authenticator = makeAuthenticator({
    db: {
      ...broken,
      get sql() {
        return pool.sql
      },
    },
    clock: world.deps.clock,
    settings: world.deps.settings,
  })
  const outcomes = await Promise.allSettled([
    authenticator.authenticate(key, '192.0.2.1'),
    authenticator.authenticate(key, '192.0.2.1'),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  pool = db
  expect(await authenticator.authenticate(key, '192.0.2.1')).toMatchObject({ exceeded: false })
})
