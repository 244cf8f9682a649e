import { expect, test } from 'vitest'
import { markUnauthorized, readAccess, refreshAccess } from '../../src/core/accounts/access.js'
import { requireAccount } from '../../src/core/accounts/accounts.js'
import { PlatformError, type Platform } from '../../src/core/platform-port.js'
import { openPool } from '../../src/db/pool.js'
import { aDatabase } from '../support/database.js'
import { aQueuedPost, HOUR_MS } from '../support/factories.js'
import { aWorld, type World } from '../support/world.js'

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

test('the tokens are opened, renewed and kept', async () => {
  const { platform } = aTokenOffice()
  const world = await aWorld(db, { parts: { platform } })
  const account = await accountOf(world)
  expect(await readAccess(world.deps, account)).toEqual({ accessToken: 'pina_test' })
  expect(await refreshAccess(world.deps, account)).toEqual({ accessToken: 'pina_1' })
  expect(await readAccess(world.deps, account)).toEqual({ accessToken: 'pina_1' })
})

test('whoever was refused with old tokens gets the newer ones without asking the platform', async () => {
  const { platform, spent } = aTokenOffice()
  const world = await aWorld(db, { parts: { platform } })
  const account = await accountOf(world)
  const refused = await readAccess(world.deps, account)
  await refreshAccess(world.deps, account, refused)
  expect(await refreshAccess(world.deps, account, refused)).toEqual({ accessToken: 'pina_1' })
  expect(spent.size).toBe(1)
})

test('many who are refused at once end with the same new tokens', async () => {
  const { platform } = aTokenOffice()
  const world = await aWorld(db, { parts: { platform } })
  const account = await accountOf(world)
  const refused = await readAccess(world.deps, account)
  const renewed = await Promise.all(Array.from({ length: 8 }, () => refreshAccess(world.deps, account, refused)))
  expect(new Set(renewed.map(({ accessToken }) => accessToken))).toEqual(new Set(['pina_1']))
})

test('while another process renews, the tokens are not dead but to be asked for later', async () => {
  const { platform, spent } = aTokenOffice()
  const world = await aWorld(db, { parts: { platform } })
  const account = await accountOf(world)
  const own = openPool(url, { max: 1 }) // renewals are shared by those who share a pool
  const [here, there] = await Promise.allSettled([
    refreshAccess(world.deps, account),
    refreshAccess({ ...world.deps, db: own }, account, { accessToken: 'pina_test' }),
  ])
  await own.close()
  const outcomes = [here, there].map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value.accessToken : (outcome.reason as PlatformError).kind,
  )
  expect(['pina_1', 'unavailable']).toEqual(expect.arrayContaining(outcomes))
  expect(outcomes).toContain('pina_1')
  expect(spent.size).toBe(1)
})

test('a renewal that died with its process is taken over after a minute', async () => {
  const { platform } = aTokenOffice()
  const world = await aWorld(db, { parts: { platform } })
  const account = await accountOf(world)
  await db.sql`update connections set refreshing_until = ${new Date(world.clock.now.getTime() + 60_000)} where organization_id = ${world.organizationId}`
  await expect(refreshAccess(world.deps, account)).rejects.toMatchObject({ kind: 'unavailable' })
  world.clock.advance(60_000)
  expect(await refreshAccess(world.deps, account)).toEqual({ accessToken: 'pina_1' })
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
  expect(await notices()).toEqual([{ kind: 'reconnectNeeded', accountId: world.accountId }])
  expect(await accountOf(world)).toMatchObject({ tokenStatus: 'unauthorized' })
  const [row] = await db.sql`select status, due_at from posts where id = ${post.id}`
  expect(row).toEqual({ status: 'queued', due_at: null })

  await db.sql`update accounts set token_status = 'authorized' where organization_id = ${world.organizationId}`
  world.clock.advance(HOUR_MS)
  await mark()
  expect(await notices()).toHaveLength(2)
})
