/**
 * An account that is disconnected by its team: what waits, what is still being read back, and what goes on when it is
 * reconnected.
 */
import { beforeEach, expect, test } from 'vitest'
import { refreshAccess } from '../../src/core/connections/access.js'
import { readAccount } from '../../src/core/accounts/accounts.js'
import { storeConnection } from '../../src/core/connections/connect.js'
import { disconnectAccount } from '../../src/core/connections/disconnect.js'
import { pausePublishing, resumePublishing } from '../../src/core/accounts/publishing.js'
import { suspendUnused } from '../../src/core/accounts/workspaces/suspend.js'
import { listEndingTokens } from '../../src/core/connections/renew-ahead.js'
import type { PlatformTokens, PlatformUser } from '../../src/core/ports/platform.js'
import { schedulePost } from '../../src/core/posts/schedule.js'
import { sweepLate } from '../../src/core/publish/late/sweep.js'
import { aDatabase } from '../support/database.js'
import { DAY_MS, HOUR_MS } from '../support/factories.js'
import { aPin, aPublisher, aPublishWorld, attemptsOf, MINUTE_MS, pinsOf, reread, SECOND_MS, workFor } from './support/support.js'
import { anUnknownPost } from './support/unknown.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { deps, actor, accountId, organizationId, clock } = world
const [tokens] = await db.sql<
  [{ access: Buffer }]
>`select access_token as access from connections where account_id = ${accountId}`
const token = deps.sealer.open(tokens.access)

const account = () => readAccount(deps, actor, { accountId })
const disconnect = () => disconnectAccount(deps, actor, { accountId })
const inMinutes = (minutes: number) => new Date(clock.now.getTime() + minutes * MINUTE_MS)

/** As by a consent, of the same person at the platform or of another. */
async function connect(userId?: string): Promise<string> {
  const { platformUserId: id, username, displayName, avatarUrl, isBusiness } = await account()
  const user: PlatformUser = { id: userId ?? id, username, displayName, avatarUrl, isBusiness, websiteUrl: null }
  const grant = { accessToken: token, refreshToken: 'pinr_next', expiresAt: null, refreshExpiresAt: null, scopes: '' }
  const connected = await deps.db.tx((sql) => storeConnection(sql, deps, actor, { user, grant, timezone: null }, clock.now))
  return connected.account.id
}
beforeEach(async () => void (await connect()))

test('its tokens are gone at once, its pins wait with a reason, and connected again they go out', async () => {
  const pin = await aPin(world, { url: 'https://example.com/waits', at: inMinutes(5) })
  expect(await disconnect()).toMatchObject({ tokenStatus: 'unauthorized', disconnectedAt: clock.now })
  expect(await db.sql`select 1 from connections where organization_id = ${organizationId}`).toEqual([])
  await workFor(world, HOUR_MS)
  await sweepLate(deps)
  expect(await reread(world, pin)).toMatchObject({ status: 'queued', failure: null })
  expect(await pinsOf(world, pin)).toEqual([])
  await connect()
  expect(await account()).toMatchObject({ tokenStatus: 'authorized', disconnectedAt: null })
  await workFor(world, MINUTE_MS)
  expect(await reread(world, pin)).toMatchObject({ status: 'sent' })
  expect(await pinsOf(world, pin)).toHaveLength(1)
})

test('disconnected twice it is disconnected once; nothing new is put on its schedule, and after a day what waited fails', async () => {
  const pin = await aPin(world, { url: 'https://example.com/missed', at: inMinutes(5) })
  const draft = await aPin(world, { url: 'https://example.com/new', at: inMinutes(6) })
  await disconnect()
  const number = (await account()).connectionNumber
  await disconnect()
  expect((await account()).connectionNumber).toBe(number)
  const acts = await db.sql`select 1 from audit where action = 'disconnect' and at = ${clock.now}`
  expect(acts).toHaveLength(1)
  clock.advance(DAY_MS + HOUR_MS)
  await sweepLate(deps)
  expect((await reread(world, pin)).failure).toMatchObject({ reason: 'account_disconnected' })
  const again = schedulePost(deps, actor, { accountId, postId: draft.id, when: { kind: 'at', at: inMinutes(9) } })
  await expect(again).rejects.toMatchObject({ details: { reason: 'account_not_connected' } })
})

test.each(['the same person', 'somebody else first'])(
  'a pin of which nobody knows whether it is there is still looked for, and never sent twice, when %s connects again',
  async (who) => {
    const pin = await anUnknownPost(world, { made: true, post: { url: `https://example.com/unknown-${who.length}` } })
    expect(pin.status).toBe('uploading')
    await disconnect()
    await workFor(world, 20 * MINUTE_MS)
    expect(await reread(world, pin)).toMatchObject({ status: 'uploading' })
    if (who !== 'the same person') {
      const other = await connect('777777')
      expect(other).not.toBe(accountId) // an account of its own, which has none of these pins
      await workFor(world, 20 * MINUTE_MS)
      expect(await reread(world, pin)).toMatchObject({ status: 'uploading' })
    }
    await connect()
    await workFor(world, HOUR_MS)
    expect(await reread(world, pin)).toMatchObject({ status: 'sent' })
    expect(await pinsOf(world, pin)).toHaveLength(1)
  },
)

test('a renewal that ends after its account was disconnected brings no token back', async () => {
  const fresh: PlatformTokens = {
    accessToken: 'pina_late',
    refreshToken: 'pinr_late',
    scopes: '',
    expiresAt: inMinutes(99),
    refreshExpiresAt: null,
  }
  const refreshToken = async () => {
    await disconnect()
    return fresh
  }
  const late = { ...deps, platform: { ...deps.platform, refreshToken } }
  await expect(refreshAccess(late, await account())).rejects.toMatchObject({ details: { reason: 'platform_reconnect_required' } })
  expect(await db.sql`select 1 from connections where account_id = ${accountId}`).toEqual([])
  expect((await account()).tokenStatus).toBe('unauthorized')
})

test('an organization that took the app out of Slack and uses no key is paused until an admin resumes it; its tokens are renewed no more', async () => {
  await db.sql`update connections set expires_at = ${inMinutes(2 * 24 * 60)} where account_id = ${accountId}`
  const ending = async () => (await listEndingTokens(db.sql, { now: clock.now, limit: 9 })).map(({ account: { id } }) => id)
  const pin = await aPin(world, { url: 'https://example.com/nobody', at: inMinutes(5) })
  expect(await suspendUnused(deps)).toBe(0) // it never had the app: it works by keys
  await db.sql`
    insert into slack_installations (team_id, organization_id, installed_at)
    values ('T0GONE001', ${organizationId}, ${clock.now})`
  expect(await suspendUnused(deps)).toBe(0)
  await db.sql`update slack_installations set revoked_at = ${clock.now}`
  await db.sql`update api_keys set last_used_at = ${new Date(clock.now.getTime() - 29 * DAY_MS)} where organization_id = ${organizationId}`
  const [{ keys }] = await db.sql<
    [{ keys: number }]
  >`select count(*)::int as keys from api_keys where organization_id = ${organizationId}`
  if (keys === 0) {
    await db.sql`
      insert into api_keys (organization_id, name, prefix, hash, last_used_at, created_at)
      values (${organizationId}, 'Nightly', 'pst', ${Buffer.alloc(32)}, ${new Date(clock.now.getTime() - 29 * DAY_MS)}, ${clock.now})`
  }
  expect([await suspendUnused(deps), await ending()]).toEqual([0, [accountId]])
  await db.sql`update api_keys set last_used_at = ${new Date(clock.now.getTime() - 31 * DAY_MS)} where organization_id = ${organizationId}`
  expect(await suspendUnused(deps)).toBeGreaterThan(0)
  expect(await account()).toMatchObject({ publishing: 'paused', pausedBecause: 'app_removed' })
  expect(await ending()).toEqual([])
  expect(await suspendUnused(deps)).toBe(0)
  await workFor(world, 10 * MINUTE_MS + SECOND_MS)
  expect(await reread(world, pin)).toMatchObject({ status: 'queued' })
  const notices = await db.sql`select notice ->> 'message' as message from outbox where destination = 'staff'`
  expect(notices).toMatchObject([
    { message: expect.stringContaining(`Publishing of organization ${organizationId} is paused`) as string },
  ])

  await db.sql`update slack_installations set revoked_at = null`
  expect(await account()).toMatchObject({ publishing: 'paused' }) // installing the app gives no rights
  await resumePublishing(deps, actor, { accountId })
  expect(await account()).toMatchObject({ publishing: 'active', pausedBecause: null })
  await workFor(world, MINUTE_MS)
  expect(await reread(world, pin)).toMatchObject({ status: 'sent' })
})

test.each(['claimed', 'prepared'] as const)(
  'disconnected when a pin is %s, its token is used no more: the pin waits, and goes out once when the account is connected again',
  async (failpoint) => {
    const pin = await aPin(world, { url: `https://example.com/held-${failpoint}`, at: inMinutes(5) })
    const publisher = aPublisher(world, { atFailpoint: async (at) => void (at === failpoint && (await disconnect())) })
    await workFor(world, 6 * MINUTE_MS, [publisher])
    expect(await pinsOf(world, pin)).toEqual([])
    expect(await reread(world, pin)).toMatchObject({ status: 'queued', failure: null })
    expect(await attemptsOf(world, pin)).toMatchObject([{ state: 'retry' }]) // at once, not when its lease is over
    await connect()
    await workFor(world, MINUTE_MS)
    expect(await reread(world, pin)).toMatchObject({ status: 'sent' })
    expect(await pinsOf(world, pin)).toHaveLength(1)
  },
)

test.each(['sending', 'answered'] as const)('disconnected when a pin is %s, the attempt ends: it is sent', async (failpoint) => {
  const pin = await aPin(world, { url: `https://example.com/open-${failpoint}`, at: inMinutes(5) })
  const publisher = aPublisher(world, { atFailpoint: async (at) => void (at === failpoint && (await disconnect())) })
  await workFor(world, 6 * MINUTE_MS, [publisher])
  expect(await reread(world, pin)).toMatchObject({ status: 'sent' })
  expect(await pinsOf(world, pin)).toHaveLength(1)
})

test('where pins fail while an admin has paused, they wait all the same while the app is removed: nobody is there to hear of it', async () => {
  await pausePublishing(deps, actor, { accountId, whilePaused: 'fail' })
  await db.sql`update accounts set paused_because = 'app_removed' where id = ${accountId}`
  const pin = await aPin(world, { url: 'https://example.com/suspended', at: inMinutes(5) })
  await workFor(world, HOUR_MS)
  await sweepLate(deps)
  expect(await reread(world, pin)).toMatchObject({ status: 'queued', failure: null })
  await resumePublishing(deps, actor, { accountId })
  await workFor(world, MINUTE_MS)
  expect(await reread(world, pin)).toMatchObject({ status: 'sent' })
})
