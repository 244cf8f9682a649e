import { afterAll, afterEach, expect, test } from 'vitest'
import { nextTokenEnd } from '../../../src/core/connections/renew-ahead.js'
import type { Deps } from '../../../src/core/ports/deps.js'
import { openPool } from '../../../src/db/pool.js'
import { TICKS, renewTokens } from '../../../src/jobs/ticks.js'
import { addUser } from '../../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../../support/database.js'
import { DAY_MS, HOUR_MS } from '../../support/factories.js'
import { startSimulator } from '../../support/simulator.js'
import { aWorld, START } from '../../support/world.js'

const { db, url } = await aDatabase()
const { sql } = db
const time = { now: START }
const simulator = await startSimulator(db, time)
afterAll(() => simulator.close())
const logged: string[] = []
const write = (fields: object, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`)
const parts: Partial<Deps> = {
  platform: simulator.platform,
  clock: () => new Date(time.now),
  log: { debug: write, info: write, warn: write, error: write },
}
afterEach(async () => {
  time.now = START
  logged.length = 0
  await sql`delete from connections`
  await sql`delete from sim_faults`
})

/** An account with tokens of its own at the platform, which end after so many days; null: the platform did not say. */
async function anAccount({ access, refresh = null }: { access: number | null; refresh?: number | null }) {
  const world = await aWorld(db, { parts })
  const { organizationId } = world
  const at = (days: number | null) => (days === null ? null : new Date(START.getTime() + days * DAY_MS))
  const user = { username: `u${organizationId}`, displayName: 'U', isBusiness: true, createdAt: START }
  const ends = { accessExpiresAt: at(access), refreshExpiresAt: at(refresh) }
  const { accessToken, refreshToken } = await addUser(sql, { ...user, ...ends })
  await sql`
    update connections
       set access_token = ${Buffer.from(accessToken)}, refresh_token = ${Buffer.from(refreshToken)}, expires_at = ${at(access)},
           refresh_expires_at = ${at(refresh)}
     where organization_id = ${organizationId}`
  const isRenewed = async () => {
    const [row] = await sql<
      { token: Buffer }[]
    >`select access_token as token from connections where organization_id = ${organizationId}`
    return row!.token.toString() !== accessToken
  }
  return { ...world, isRenewed }
}

test.each([
  { access: 2.9, refresh: 40, isRenewed: true },
  { access: 3.1, refresh: 40, isRenewed: false },
  { access: 20, refresh: 9.9, isRenewed: true },
  { access: 20, refresh: 10.1, isRenewed: false },
  { access: 29.5, refresh: 5, isRenewed: false }, // renewed today, and its refresh token got no younger
  { access: -1, refresh: 20, isRenewed: true },
  { access: null, refresh: null, isRenewed: false },
])('an access token that ends in $access days, a refresh token in $refresh: renewed $isRenewed', async (ends) => {
  const account = await anAccount(ends)
  await renewTokens(account.deps)
  expect(await account.isRenewed()).toBe(ends.isRenewed)
})

test('it is done every ten minutes', () => {
  expect(TICKS).toContainEqual(expect.objectContaining({ job: 'tokens', expression: '*/10 * * * *', run: renewTokens }))
})

test('one whose refresh token is dead is told to its team, stops no other, and is not asked for again', async () => {
  const dead = await anAccount({ access: 1, refresh: 30 })
  const alive = await anAccount({ access: 1, refresh: 30 })
  await sql`update sim_tokens set revoked_at = ${START} where token in (select convert_from(refresh_token, 'utf8') from connections where organization_id = ${dead.organizationId})`
  await renewTokens(dead.deps)
  expect(await alive.isRenewed()).toBe(true)
  expect(logged.filter((line) => line.startsWith('tokens could not be renewed'))).toHaveLength(1)
  expect(await sql`select token_status from accounts where id = ${dead.accountId}`).toEqual([{ token_status: 'unauthorized' }])
  expect(await sql`select notice from outbox where organization_id = ${dead.organizationId}`).toEqual([
    { notice: { kind: 'reconnectNeeded', accountId: dead.accountId, cause: 'dead', connectionNumber: 1 } },
  ])
  logged.length = 0
  await renewTokens(dead.deps)
  expect(logged).toEqual([])
})

test('what failed is tried again at the next turn', async () => {
  const account = await anAccount({ access: 1 })
  await simulator.fault({ operation: 'refresh_token', fault: 'fail_500' })
  await renewTokens(account.deps)
  expect(await account.isRenewed()).toBe(false)
  await renewTokens(account.deps)
  expect(await account.isRenewed()).toBe(true)
})

test('an app that is refused alerts the operator, and nobody else is tried with it', async () => {
  const accounts = [await anAccount({ access: 1 }), await anAccount({ access: 1 })]
  await simulator.fault({ operation: 'refresh_token', fault: 'app_not_approved' })
  await renewTokens(accounts[0]!.deps)
  expect(await Promise.all(accounts.map((one) => one.isRenewed()))).toEqual([false, false])
  const ids = accounts.map(({ organizationId }) => organizationId)
  expect(await sql`select notice ->> 'kind' as kind from outbox where destination = 'staff'`).toEqual([{ kind: 'operatorAlert' }])
  expect(
    await sql`select token_status from accounts where token_status <> 'authorized' and organization_id in ${sql(ids)}`,
  ).toEqual([])
})

test('an account whose tokens cannot be read keeps no other waiting, and the tick counts as failed', async () => {
  const [broken, good] = [await anAccount({ access: 1 }), await anAccount({ access: 1 })]
  await sql`update connections set access_token = 'broken' where organization_id = ${broken.organizationId}`
  const { sealer } = good.deps
  const open = (sealed: Buffer) => {
    if (sealed.toString() === 'broken') throw new Error('sealed with another key')
    return sealer.open(sealed)
  }
  await expect(renewTokens({ ...good.deps, sealer: { ...sealer, open } })).rejects.toThrow('tokens could not be renewed: 1')
  expect(await good.isRenewed()).toBe(true)
})

test('two processes renew each account once', async () => {
  const accounts = [await anAccount({ access: 1 }), await anAccount({ access: 1 }), await anAccount({ access: 1 })]
  const there = openPool(url, { max: 5 })
  await Promise.all([renewTokens(accounts[0]!.deps), renewTokens({ ...accounts[0]!.deps, db: there })])
  await there.close()
  expect(await Promise.all(accounts.map((one) => one.isRenewed()))).toEqual([true, true, true])
  expect(logged.filter((line) => line.startsWith('tokens could not'))).toEqual([])
  const spent =
    await sql`select token from sim_tokens where kind = 'refresh' and revoked_at = ${START} and user_id in (select id from sim_users where username in ${sql(accounts.map(({ organizationId }) => `u${organizationId}`))})`
  expect(spent).toHaveLength(3)
})

test('a clock that is moved stops where tokens are to be renewed, and not for what is overdue', async () => {
  const account = await anAccount({ access: 30, refresh: 60 })
  expect(await nextTokenEnd(sql, time.now)).toEqual(new Date(START.getTime() + 27 * DAY_MS))
  time.now = new Date(START.getTime() + 27 * DAY_MS)
  await renewTokens(account.deps)
  expect(await nextTokenEnd(sql, time.now)).toEqual(new Date(START.getTime() + (27 + 27) * DAY_MS))
  time.now = new Date(START.getTime() + 54 * DAY_MS + HOUR_MS)
  expect(await nextTokenEnd(sql, time.now)).toBeNull()
})
