import { afterAll, beforeEach, expect, test } from 'vitest'
import { readAccess, refreshAccess } from '../../../src/core/connections/access.js'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import { callPlatform } from '../../../src/core/connections/call-platform.js'
import { storeConnection } from '../../../src/core/connections/connect.js'
import { markAlive, markUnauthorized } from '../../../src/core/connections/unauthorized.js'
import { PlatformError, type Platform } from '../../../src/core/ports/platform.js'
import { openPool } from '../../../src/db/pool.js'
import { changeTokens } from '../../../src/sandbox/platform/faults/token-control.js'
import { untilWaiting } from '../../db/support/waiting.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost } from '../../support/factories.js'
import { startSimulator } from '../../support/simulator.js'
import { aWorld, START } from '../../support/world.js'

const { db, url } = await aDatabase()
const { sql } = db
const simulator = await startSimulator(db, { now: START })
const world = await aWorld(db, { parts: { platform: simulator.platform } })
const there = openPool(url, { max: 10 })
afterAll(async () => {
  await there.close()
  await simulator.close()
})
const processes = [world.deps, { ...world.deps, db: there }]
const account = () => requireAccount(sql, world.actor, world.accountId)

/** Of twenty callers in two processes, each by itself: their results. */
async function twentyReads() {
  const reader = await account()
  const reads = Array.from({ length: 20 }, (_, index) => {
    const deps = processes[index % 2]!
    return callPlatform(deps, reader, { thing: 'Board', forbids: 'board' }, (access) => deps.platform.readBoard(access, '101'))
  })
  return Promise.allSettled(reads)
}
const refreshesSoFar = async () => {
  const [row] = await sql<
    [{ spent: number }]
  >`select count(*)::int as spent from sim_tokens where kind = 'refresh' and revoked_at is not null`
  return row.spent
}

beforeEach(async () => {
  await sql`update sim_tokens set revoked_at = null, expires_at = null where token in ('pina_test', 'pinr_test')`
  await sql`
    update connections
       set access_token = 'pina_test', refresh_token = 'pinr_test', expires_at = null, refreshing_until = null
     where organization_id = ${world.organizationId}`
  await sql`update accounts set token_status = 'authorized' where organization_id = ${world.organizationId}`
})

test('twenty callers in two processes whose token is refused renew it once, and all are served', async () => {
  await changeTokens(sql, { username: 'maker', do: 'expire_access' }, START)
  const before = await refreshesSoFar()
  const reads = await twentyReads()
  expect(reads.map((read) => (read.status === 'fulfilled' ? read.value.id : String(read.reason)))).toEqual(Array(20).fill('101'))
  expect((await refreshesSoFar()) - before).toBe(1)
})

test('twenty callers whose token is known to be over renew it once too, without being refused first', async () => {
  await sql`update connections set expires_at = ${START} where organization_id = ${world.organizationId}`
  const before = await refreshesSoFar()
  expect((await twentyReads()).filter(({ status }) => status === 'rejected')).toEqual([])
  expect((await refreshesSoFar()) - before).toBe(1)
})

test('twenty callers of a revoked account are all told to reconnect, its team once', async () => {
  await changeTokens(sql, { username: 'maker', do: 'revoke' }, START)
  const reads = await twentyReads()
  const reasons = reads.map((read) => (read.status === 'rejected' ? (read.reason as { details: object }).details : 'served'))
  expect(reasons).toEqual(Array(20).fill({ reason: 'platform_reconnect_required' }))
  expect(await account()).toMatchObject({ tokenStatus: 'unauthorized' })
  expect(await sql`select notice from outbox where organization_id = ${world.organizationId}`).toHaveLength(1)
})

test.each(['expired', 'refused'] as const)(
  'a write whose %s tokens cannot be renewed for now changed nothing, and that is what is said',
  async (how) => {
    if (how === 'refused') await changeTokens(sql, { username: 'maker', do: 'expire_access' }, START)
    else await sql`update connections set expires_at = ${START} where organization_id = ${world.organizationId}`
    await simulator.fault({ operation: 'refresh_token', fault: 'fail_500' })
    const write = callPlatform(world.deps, await account(), { thing: 'Board', forbids: 'board', writes: true }, (access) =>
      simulator.platform.createBoard(access, { name: how, description: null, privacy: 'public' }),
    )
    await expect(write).rejects.toMatchObject({ details: { reason: 'platform_timeout', isUncertain: false } })
  },
)

test('a renewal that stood still until another process found its refresh token spent heals the account when it goes on', async () => {
  const post = await aQueuedPost(world)
  let [goOn, isAnswered] = [() => {}, () => {}]
  const standing = new Promise<void>((resolve) => (goOn = resolve))
  const answered = new Promise<void>((resolve) => (isAnswered = resolve))
  const refreshToken: Platform['refreshToken'] = async (spent) => {
    const fresh = await simulator.platform.refreshToken(spent)
    isAnswered()
    await standing
    return fresh
  }
  const before = await account()
  const renewal = refreshAccess({ ...world.deps, platform: { ...simulator.platform, refreshToken } }, before)
  await answered
  const later = { ...world.deps, clock: () => new Date(START.getTime() + 2 * 60_000), db: there }
  await expect(refreshAccess(later, before)).rejects.toMatchObject({ kind: 'reconnect' })
  expect(await account()).toMatchObject({ tokenStatus: 'unauthorized' })
  goOn()
  await renewal
  expect(await account()).toMatchObject({ tokenStatus: 'authorized', connectionNumber: before.connectionNumber })
  expect(await simulator.platform.readUser(await readAccess(world.deps, before))).toMatchObject({ username: 'maker' })
  expect(await sql`select due_at from posts where id = ${post.id}`).toEqual([{ due_at: post.sendAt }])
  expect(
    (await sql`select notice from outbox where destination = ${`account:${world.accountId}`} order by id desc limit 2`).map(
      kindOf,
    ),
  ).toEqual(['accountConnected', 'reconnectNeeded'])
})
const kindOf = ({ notice }: { notice?: { kind: string } }) => notice?.kind

test('an account that is being reconnected while its old refresh token is found dead goes on with its new tokens', async () => {
  let [commit, isStored] = [() => {}, () => {}]
  const committing = new Promise<void>((resolve) => (commit = resolve))
  const stored = new Promise<void>((resolve) => (isStored = resolve))
  const before = await account()
  const user = { ...before, id: before.platformUserId, websiteUrl: null }
  const grant = { accessToken: 'pina_new', refreshToken: 'pinr_new', expiresAt: null, refreshExpiresAt: null, scopes: '' }
  let connecting: Promise<unknown> = Promise.resolve()
  const refreshToken: Platform['refreshToken'] = async () => {
    connecting = db.tx(async (tx) => {
      await storeConnection(tx, world.deps, world.actor, { user, grant, timezone: null }, START)
      isStored()
      await committing
    })
    await stored
    throw new PlatformError('reconnect', 'The authorization grant is invalid', { status: 401, code: 283 })
  }
  const renewal = refreshAccess({ ...world.deps, platform: { ...simulator.platform, refreshToken }, db: there }, before)
  await untilWaiting({ sql })
  commit()
  expect((await renewal).accessToken).toBe('pina_new')
  await connecting
  expect(await account()).toMatchObject({ tokenStatus: 'authorized', connectionNumber: before.connectionNumber + 1 })
})

test('who heals an account waits for a process that is about to take its tokens for dead', async () => {
  const before = await account()
  let healing: Promise<void> = Promise.resolve()
  await db.tx(async (tx) => {
    await markUnauthorized(tx, before, START)
    healing = there.tx((other) => markAlive(other, before, START))
    await untilWaiting({ sql })
  })
  await healing
  expect(await account()).toMatchObject({ tokenStatus: 'authorized' })
})
