import { afterAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/core/lib/duration.js'
import type { Deps, Log } from '../../../src/core/ports/deps.js'
import { readAllDays } from '../../../src/jobs/days.js'
import { TICKS } from '../../../src/jobs/ticks.js'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { addDays, addUser } from '../../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../../support/database.js'
import { startSimulator } from '../../support/simulator.js'
import { aWorld, START, type SettableClock, type World } from '../../support/world.js'

const { db } = await aDatabase()
const clock: SettableClock = {
  now: START,
  advance(ms) {
    clock.now = new Date(clock.now.getTime() + ms)
  },
}
const simulator = await startSimulator(db, clock)
afterAll(() => simulator.close())
beforeEach(() => clearFaults(db.sql))

type Reader = World & { userId: string; asked: unknown[]; lines: { message: string }[]; tick: () => Promise<void> }
let users = 0
const dateAgo = (days: number) => new Date(clock.now.getTime() - days * DAY_MS).toISOString().slice(0, 10)

/** An account of its own; `asked` are the days that its platform is queried for. Others of the file have been read. */
async function aReader({
  isBusiness = true,
  believed = isBusiness,
}: {
  isBusiness?: boolean
  believed?: boolean
} = {}): Promise<Reader> {
  await db.sql`update accounts set days_read_at = '2100-01-01'`
  const world = await aWorld(db, { isBusiness: believed })
  const tokens = { accessToken: `pina_days${users}`, refreshToken: `pinr_days${users}` }
  const user = { username: `days${users}`, displayName: `Days ${users++}`, isBusiness, createdAt: new Date('2024-01-01') }
  const { id: userId } = await addUser(db.sql, { ...user, ...tokens })
  await db.sql`
    update connections
       set access_token = ${Buffer.from(tokens.accessToken)}, refresh_token = ${Buffer.from(tokens.refreshToken)}
     where organization_id = ${world.organizationId}`
  const asked: unknown[] = []
  const lines: { message: string }[] = []
  const write = (_: object, message: string) => void lines.push({ message })
  const log: Log = { debug: write, info: write, warn: write, error: write }
  const platform: Deps['platform'] = {
    ...simulator.platform,
    readAccountAnalytics: (access, days) => {
      asked.push(days)
      return simulator.platform.readAccountAnalytics(access, days)
    },
  }
  const deps = { ...world.deps, clock: () => new Date(clock.now), platform, log }
  return { ...world, clock, deps, userId, asked, lines, tick: () => readAllDays(deps) }
}
/** Makes an account due again beside those made later. */
const release = async ({ organizationId }: World) =>
  db.sql`
    with again as (delete from account_jobs where organization_id = ${organizationId})
    update accounts set days_read_at = null where organization_id = ${organizationId}`

const kept = async ({ organizationId }: World) => [
  ...(await db.sql<{ day: string; status: string; impression: number | null }[]>`
    select day::text, data_status as status, (metrics ->> 'impression')::int as impression
      from account_days
     where organization_id = ${organizationId}
     order by day`),
]
const rowOf = async ({ organizationId }: World) =>
  (
    await db.sql<{ [column: string]: unknown }[]>`
      select username, display_name, is_business, token_status, days_read_at from accounts where organization_id = ${organizationId}`
  )[0]

test('it is one of the ticks, shared by all processes', () => {
  expect(TICKS).toContainEqual({ job: 'days', expression: '* * * * *', isShared: true, run: readAllDays })
})

test('at first all 90 days are kept, a day later what came since and two weeks before', async () => {
  const reader = await aReader()
  await reader.tick()
  expect(reader.asked).toEqual([{ first: dateAgo(89), last: dateAgo(0) }])
  const first = await kept(reader)
  expect([first.length, first[0]?.day, first.at(-1)]).toEqual([
    90,
    dateAgo(89),
    { day: dateAgo(0), status: 'PROCESSING', impression: null },
  ])
  await reader.tick()
  expect(reader.asked).toHaveLength(1)
  clock.advance(DAY_MS)
  await reader.tick()
  expect(reader.asked[1]).toEqual({ first: dateAgo(15), last: dateAgo(0) })
  const second = await kept(reader)
  expect(second).toHaveLength(91)
  expect(second.at(-3)).toMatchObject({ status: 'READY', impression: expect.any(Number) as number })
})

test('days are kept when the platform tells them no more', async () => {
  const reader = await aReader()
  await addDays(db.sql, { userId: reader.userId }, [{ day: dateAgo(80), metrics: { IMPRESSION: 4711 } }])
  const day = dateAgo(80)
  await reader.tick()
  for (let month = 0; month < 4; month++) {
    clock.advance(30 * DAY_MS)
    await reader.tick()
  }
  const days = await kept(reader)
  expect(days.find((one) => one.day === day)).toEqual({ day, status: 'READY', impression: 4711 })
  expect(days).toHaveLength(90 + 120)
})

test('after a long pause all that the platform still tells is read', async () => {
  const reader = await aReader()
  await reader.tick()
  clock.advance(200 * DAY_MS)
  await reader.tick()
  expect(reader.asked[1]).toEqual({ first: dateAgo(89), last: dateAgo(0) })
})

test('the account’s names and kind are read along, also those of personal ones, once a day', async () => {
  const [business, personal] = [await aReader(), await aReader({ isBusiness: false })]
  await release(business)
  await db.sql`update sim_users set username = 'renamed', display_name = 'Renamed' where id = ${business.userId}`
  await personal.tick()
  expect(await rowOf(business)).toMatchObject({ username: 'renamed', display_name: 'Renamed', is_business: true })
  expect(await rowOf(personal)).toMatchObject({ is_business: false, days_read_at: clock.now })
  expect([personal.asked.length, (await kept(business)).length, await kept(personal)]).toEqual([1, 90, []])
  await db.sql`update sim_users set account_type = 'BUSINESS' where id = ${personal.userId}`
  await personal.tick()
  expect(await rowOf(personal)).toMatchObject({ is_business: false })
  clock.advance(DAY_MS)
  await personal.tick()
  expect(await rowOf(personal)).toMatchObject({ is_business: true })
  expect((await kept(personal)).length).toBeGreaterThan(0)
})

test('its website and whether it has claimed it are read along; while Pinterest does not say, what is known stays', async () => {
  const reader = await aReader()
  const website = async () =>
    (
      await db.sql`
        select domain, is_domain_verified as claimed from accounts where organization_id = ${reader.organizationId}`
    )[0]
  const next = async () => {
    clock.advance(DAY_MS)
    await reader.tick()
    return website()
  }
  await db.sql`update sim_users set website_url = 'https://www.oak.example.com/shop', has_claimed = true where id = ${reader.userId}`
  expect(await next()).toEqual({ domain: 'oak.example.com', claimed: true })
  await simulator.fault({ operation: 'list_websites', fault: 'restricted_feature', times: 9 })
  expect(await next()).toEqual({ domain: 'oak.example.com', claimed: true })
  await db.sql`update sim_users set website_url = 'https://pine.example.com' where id = ${reader.userId}`
  expect(await next()).toEqual({ domain: 'pine.example.com', claimed: false })
  await clearFaults(db.sql)
  await db.sql`update sim_users set has_claimed = false where id = ${reader.userId}`
  expect(await next()).toEqual({ domain: 'pine.example.com', claimed: false })
  await db.sql`update sim_users set website_url = null where id = ${reader.userId}`
  expect(await next()).toEqual({ domain: null, claimed: false })
})

test('an account that is a business no more is asked for no numbers', async () => {
  const reader = await aReader({ isBusiness: false, believed: true })
  await reader.tick()
  expect([reader.asked, (await rowOf(reader))?.is_business]).toEqual([[], false])
})

test('what the platform refuses is asked for again tomorrow', async () => {
  const reader = await aReader()
  await simulator.fault({ operation: 'account_analytics', fault: 'forbidden' })
  await reader.tick()
  await reader.tick()
  expect([reader.asked.length, reader.lines]).toEqual([1, [{ message: 'the platform refuses the numbers of this account' }]])
  clock.advance(DAY_MS)
  await reader.tick()
  expect((await kept(reader)).length).toBeGreaterThan(0)
})

test('an account that fails stops no other, and has its next turn after five minutes', async () => {
  const [failing, reader] = [await aReader(), await aReader()]
  await release(failing)
  const scopesOf = async (scopes: string) => db.sql`update sim_tokens set scopes = ${scopes} where user_id = ${failing.userId}`
  await scopesOf('boards:read boards:write pins:read pins:write')
  await reader.tick()
  expect([(await kept(failing)).length, (await kept(reader)).length]).toEqual([0, 90])
  expect(reader.lines).toEqual([{ message: 'days could not be read' }])
  await scopesOf('boards:read boards:write pins:read pins:write user_accounts:read')
  clock.advance(5 * 60_000)
  await reader.tick()
  expect((await kept(failing)).length).toBe(90)
  expect(reader.asked).toHaveLength(2)
})

test.each(['user_account', 'account_analytics'] as const)('while %s is limited, the day is not over', async (operation) => {
  const reader = await aReader()
  await simulator.fault({ operation, fault: 'rate_limited', times: 100 })
  await reader.tick()
  expect([await kept(reader), (await rowOf(reader))?.days_read_at]).toEqual([[], null])
  await clearFaults(db.sql)
  clock.advance(5 * 60_000)
  await reader.tick()
  expect([(await kept(reader)).length, (await rowOf(reader))?.days_read_at]).toEqual([90, clock.now])
})

test('dead tokens make the account unauthorized, which is told once, and it is not asked again', async () => {
  const reader = await aReader()
  const gone = Buffer.from('gone')
  await db.sql`update connections set access_token = ${gone}, refresh_token = ${gone} where organization_id = ${reader.organizationId}`
  await reader.tick()
  await reader.tick()
  expect((await rowOf(reader))?.token_status).toBe('unauthorized')
  expect(reader.lines).toEqual([{ message: 'days could not be read' }])
  const enqueued = await db.sql`select notice ->> 'kind' as kind from outbox where organization_id = ${reader.organizationId}`
  expect([...enqueued]).toEqual([{ kind: 'reconnectNeeded' }])
})
