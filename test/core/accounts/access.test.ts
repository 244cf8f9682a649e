import { expect, test, vi } from 'vitest'
import { readAccess, refreshAccess } from '../../../src/core/connections/access.js'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import { callPlatform } from '../../../src/core/connections/call-platform.js'
import { markUnauthorized } from '../../../src/core/connections/unauthorized.js'
import { PlatformError, type Platform } from '../../../src/core/ports/platform.js'
import { makeSealer } from '../../../src/core/care/seal.js'
import { openPool, type Pool } from '../../../src/db/pool.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, HOUR_MS } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'

const { db, url } = await aDatabase()

/** A token works once; what it is exchanged for is numbered. */
function aTokenOffice() {
  const spent = new Set<string>()
  const refreshToken: Platform['refreshToken'] = async (token) => {
    if (spent.has(token)) throw new PlatformError('reconnect', 'refresh token was used', { status: 400 })
    spent.add(token)
    const number = spent.size
    return {
      accessToken: `pina_${number}`,
      refreshToken: `pinr_${number}`,
      expiresAt: new Date('2026-04-01T00:00:00Z'),
      refreshExpiresAt: null,
      scopes: 'pins:write',
    }
  }
  return { platform: { refreshToken } as unknown as Platform, spent } // all that is asked of it
}

const accountOf = ({ actor, accountId }: World) => requireAccount(db.sql, actor, accountId)

const opened = (world: World, accessToken: string) => ({ accessToken, account: `${world.organizationId} ${world.accountId}` })

test('the tokens are opened, renewed and kept, and say whose they are', async () => {
  const { platform } = aTokenOffice()
  const world = await aWorld(db, { parts: { platform } })
  const account = await accountOf(world)
  expect(await readAccess(world.deps, account)).toEqual(opened(world, 'pina_test'))
  expect(await refreshAccess(world.deps, account)).toEqual(opened(world, 'pina_1'))
  expect(await readAccess(world.deps, account)).toEqual(opened(world, 'pina_1'))
})

test('a token that is known to be over is renewed before it is used', async () => {
  const { platform, spent } = aTokenOffice()
  const world = await aWorld(db, { parts: { platform } })
  await db.sql`update connections set expires_at = ${world.clock.now} where organization_id = ${world.organizationId}`
  expect(await readAccess(world.deps, await accountOf(world))).toEqual(opened(world, 'pina_1'))
  expect(await readAccess(world.deps, await accountOf(world))).toEqual(opened(world, 'pina_1'))
  expect(spent.size).toBe(1)
})

test('a platform that names no new refresh token leaves the old one, and scopes it does not repeat stay', async () => {
  const asked: string[] = []
  const expiresAt = new Date('2026-04-01T00:00:00Z')
  const refreshToken: Platform['refreshToken'] = async (token) => {
    asked.push(token)
    return { accessToken: `pina_${asked.length}`, refreshToken: null, expiresAt, refreshExpiresAt: null, scopes: '' }
  }
  const world = await aWorld(db, { parts: { platform: { refreshToken } as unknown as Platform } })
  await db.sql`update connections set scopes = 'pins:read' where organization_id = ${world.organizationId}`
  const account = await accountOf(world)
  await refreshAccess(world.deps, account)
  await refreshAccess(world.deps, account)
  expect(asked).toEqual(['pinr_test', 'pinr_test'])
  expect(await db.sql`select expires_at, scopes from connections where organization_id = ${world.organizationId}`).toEqual([
    { expires_at: expiresAt, scopes: 'pins:read' },
  ])
})

test('a caller that was refused with old tokens gets the newer ones without asking the platform', async () => {
  const { platform, spent } = aTokenOffice()
  const world = await aWorld(db, { parts: { platform } })
  const account = await accountOf(world)
  const refused = await readAccess(world.deps, account)
  await refreshAccess(world.deps, account, refused)
  expect(await refreshAccess(world.deps, account, refused)).toEqual(opened(world, 'pina_1'))
  expect(spent.size).toBe(1)
})

test('twenty who are refused at once in two processes end with the same new tokens, of one renewal', async () => {
  const { platform, spent } = aTokenOffice()
  const world = await aWorld(db, { parts: { platform } })
  const account = await accountOf(world)
  const refused = await readAccess(world.deps, account)
  const there = openPool(url, { max: 10 }) // renewals are shared by those who share a pool
  const processes = [world.deps, { ...world.deps, db: there }]
  const renewed = await Promise.all(
    Array.from({ length: 20 }, (_, index) => refreshAccess(processes[index % 2]!, account, refused)),
  )
  await there.close()
  expect(new Set(renewed.map(({ accessToken }) => accessToken))).toEqual(new Set(['pina_1']))
  expect(spent.size).toBe(1)
})

test('a dead refresh token is tried once over two processes; all hear that it is dead, and the team once', async () => {
  let asked = 0
  const refreshToken = async () => {
    asked++
    throw new PlatformError('reconnect', 'The authorization grant is invalid', { status: 401, code: 283 })
  }
  const world = await aWorld(db, { parts: { platform: { refreshToken } as unknown as Platform } })
  const account = await accountOf(world)
  const there = openPool(url, { max: 10 })
  const processes = [world.deps, { ...world.deps, db: there }]
  const ends = await Promise.allSettled(Array.from({ length: 8 }, (_, index) => refreshAccess(processes[index % 2]!, account)))
  await there.close()
  expect(ends.map(({ status }) => status)).toEqual(Array(8).fill('rejected'))
  expect(asked).toBe(1)
  expect(await accountOf(world)).toMatchObject({ tokenStatus: 'unauthorized' })
  expect(await db.sql`select notice from outbox where organization_id = ${world.organizationId}`).toEqual([
    { notice: { kind: 'reconnectNeeded', accountId: world.accountId, cause: 'dead', connectionNumber: 1 } },
  ])
})

test('a renewal that died with its process is taken over by a waiting caller, once its lease is out', async () => {
  const { platform, spent } = aTokenOffice()
  const world = await aWorld(db, { parts: { platform } })
  const account = await accountOf(world)
  const until = new Date(world.clock.now.getTime() + 90_000)
  await db.sql`update connections set refreshing_until = ${until} where organization_id = ${world.organizationId}`
  let looks = 0
  const clock = () => (looks++, new Date(world.clock.now))
  const waiting = refreshAccess({ ...world.deps, clock }, account)
  await expect.poll(() => looks).toBeGreaterThan(1)
  expect(spent.size).toBe(0)
  world.clock.advance(90_000)
  expect(await waiting).toEqual(opened(world, 'pina_1'))
})

test('nobody waits for ever for another process: the tokens are not dead, but to be asked for later', async () => {
  const { platform, spent } = aTokenOffice()
  const world = await aWorld(db, { parts: { platform } })
  const account = await accountOf(world)
  const until = new Date(world.clock.now.getTime() + 90_000)
  await db.sql`update connections set refreshing_until = ${until} where organization_id = ${world.organizationId}`
  let passed = 0
  const time = vi.spyOn(performance, 'now').mockImplementation(() => (passed += 10_000))
  await expect(refreshAccess(world.deps, account)).rejects.toMatchObject({ kind: 'unavailable' })
  time.mockRestore()
  expect(spent.size).toBe(0)
  expect(await accountOf(world)).toMatchObject({ tokenStatus: 'authorized' })
})

test('a database that is away for a moment does not lose the new pair', async () => {
  const { platform, spent } = aTokenOffice()
  const world = await aWorld(db, { parts: { platform } })
  const account = await accountOf(world)
  let failures = 3
  const failing: Pool = {
    ...db,
    tx: async (work, options) => {
      if (failures-- > 0) throw new Error('CONNECTION_CLOSED')
      return db.tx(work, options)
    },
  }
  expect(await refreshAccess({ ...world.deps, db: failing }, account)).toEqual(opened(world, 'pina_1'))
  expect(failures).toBeLessThan(0)
  expect(await readAccess(world.deps, account)).toEqual(opened(world, 'pina_1'))
  expect([...spent]).toEqual(['pinr_test'])
})

test('a pair whose commit was written but not answered is not stored twice, and is the answer', async () => {
  const { platform } = aTokenOffice()
  const world = await aWorld(db, { parts: { platform } })
  const account = await accountOf(world)
  let isLost = true
  const failing: Pool = {
    ...db,
    tx: async (work, options) => {
      const result = await db.tx(work, options)
      if (!isLost) return result
      isLost = false
      throw new Error('the database did not answer a commit')
    },
  }
  expect(await refreshAccess({ ...world.deps, db: failing }, account)).toEqual(opened(world, 'pina_1'))
  expect(isLost).toBe(false)
  expect(await refreshAccess(world.deps, account)).toEqual(opened(world, 'pina_2')) // by the refresh token of the first pair
})

test('an account that is reconnected while its old tokens are renewed keeps the new ones', async () => {
  const world = await aWorld(db)
  const account = await accountOf(world)
  const refreshToken: Platform['refreshToken'] = async () => {
    await db.sql`
      update connections
         set access_token = ${Buffer.from('pina_new')}, refresh_token = ${Buffer.from('pinr_new')}, refreshing_until = null
       where organization_id = ${world.organizationId}`
    const expiresAt = new Date('2026-04-01T00:00:00Z')
    return { accessToken: 'pina_old', refreshToken: 'pinr_old', expiresAt, refreshExpiresAt: null, scopes: '' }
  }
  const deps = { ...world.deps, platform: { refreshToken } as unknown as Platform }
  expect(await refreshAccess(deps, account)).toEqual(opened(world, 'pina_new'))
  expect(await readAccess(deps, account)).toEqual(opened(world, 'pina_new'))
})

test('tokens that are sealed with another key while they are renewed do not lose the new pair', async () => {
  const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const sealer = makeSealer(newKey, [oldKey])
  const world = await aWorld(db, { parts: { sealer } })
  const account = await accountOf(world)
  const sealWith = (key: Buffer) => db.sql`
    update connections
       set access_token = ${makeSealer(key).seal('pina_test')}, refresh_token = ${makeSealer(key).seal('pinr_test')}
     where organization_id = ${world.organizationId}`
  await sealWith(oldKey)
  const { platform } = aTokenOffice()
  const refreshToken: Platform['refreshToken'] = async (token) => {
    await sealWith(newKey)
    return platform.refreshToken(token)
  }
  const deps = { ...world.deps, platform: { refreshToken } as unknown as Platform }
  expect(await refreshAccess(deps, account)).toEqual(opened(world, 'pina_1'))
  expect(await readAccess(deps, account)).toEqual(opened(world, 'pina_1'))
})

test('a token that only lacks a scope is not renewed; its team is told once a connection, and it goes on publishing', async () => {
  const { platform, spent } = aTokenOffice()
  const world = await aWorld(db, { parts: { platform } })
  const refuse = () => Promise.reject(new PlatformError('reconnect', 'scopes', { status: 401, code: 3, lacksScope: true }))
  const ask = async () => callPlatform(world.deps, await accountOf(world), { thing: 'Board', forbids: 'board' }, refuse)
  await expect(ask()).rejects.toMatchObject({ details: { reason: 'platform_reconnect_required' } })
  await expect(ask()).rejects.toMatchObject({ details: { reason: 'platform_reconnect_required' } })
  expect(spent.size).toBe(0)
  expect(await accountOf(world)).toMatchObject({ tokenStatus: 'authorized' })
  expect(await db.sql`select notice from outbox where organization_id = ${world.organizationId}`).toHaveLength(1)
  await db.sql`update accounts set connection_number = 2 where organization_id = ${world.organizationId}`
  await expect(ask()).rejects.toMatchObject({ code: 'UNPROCESSABLE_ENTITY' })
  expect(await db.sql`select notice from outbox where organization_id = ${world.organizationId}`).toHaveLength(2)
})

test('tokens that cannot be renewed are said so', async () => {
  const { platform, spent } = aTokenOffice()
  const world = await aWorld(db, { parts: { platform } })
  const account = await accountOf(world)
  spent.add('pinr_test')
  await expect(refreshAccess(world.deps, account)).rejects.toMatchObject({ kind: 'reconnect' })
  await db.sql`update connections set refresh_token = null where organization_id = ${world.organizationId}`
  await expect(refreshAccess(world.deps, account)).rejects.toMatchObject({ code: 'UNPROCESSABLE_ENTITY' })
  await db.sql`delete from connections where organization_id = ${world.organizationId}`
  await expect(readAccess(world.deps, account)).rejects.toMatchObject({ code: 'UNPROCESSABLE_ENTITY' })
})

test('dead tokens hold the queue and are told once, each time they die', async () => {
  const world = await aWorld(db)
  const post = await aQueuedPost(world)
  const account = await accountOf(world)
  const mark = () => db.tx((sql) => markUnauthorized(sql, account, world.clock.now))
  const notices = async () =>
    (await db.sql`select notice from outbox where organization_id = ${world.organizationId}`).map(
      ({ notice }: { notice?: unknown }) => notice,
    )
  expect((await Promise.all([mark(), mark(), mark()])).filter(Boolean)).toHaveLength(1)
  expect(await notices()).toEqual([{ kind: 'reconnectNeeded', accountId: world.accountId, cause: 'dead', connectionNumber: 1 }])
  expect(await accountOf(world)).toMatchObject({ tokenStatus: 'unauthorized' })
  const [row] = await db.sql`select status, due_at from posts where id = ${post.id}`
  expect(row).toEqual({ status: 'queued', due_at: null })

  await db.sql`update accounts set token_status = 'authorized' where organization_id = ${world.organizationId}`
  world.clock.advance(HOUR_MS)
  await mark()
  expect(await notices()).toHaveLength(2)
})
