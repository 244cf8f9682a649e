import { afterAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/core/lib/duration.js'
import type { Deps, Log } from '../../../src/core/ports/deps.js'
import { readAccount } from '../../../src/core/accounts/accounts.js'
import { readBestTimes } from '../../../src/core/slots/account-times.js'
import { suggestTimeslots } from '../../../src/core/slots/week/suggestions.js'
import { readAllResults } from '../../../src/jobs/ticks.js'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { addBoard, addDays, addPin, addUser } from '../../../src/sandbox/platform/seed-api.js'
import { aPicture } from '../../platform/support/pictures.js'
import { aDatabase } from '../../support/database.js'
import { startSimulator } from '../../support/simulator.js'
import { aWorld, START, type SettableClock, type World } from '../../support/world.js'
import { aPin } from '../slots/support/fixtures.js'

const { db } = await aDatabase()
const clock: SettableClock = {
  now: START,
  advance(ms) {
    clock.now = new Date(clock.now.getTime() + ms)
  },
}
const simulator = await startSimulator(db, clock)
afterAll(() => simulator.close())
const picture = { contentType: 'image/jpeg', bytes: await aPicture() } as const

type Reader = World & { deps: Deps; asked: string[]; lines: { message: string }[]; boardId: string; tick: () => Promise<void> }
let users = 0

/**
 * An account of its own with the platform; `asked` are the pins that the platform is queried for. Others of the file are on
 * hold meanwhile.
 */
async function aReader({ isBusiness = true } = {}): Promise<Reader> {
  await db.sql`update accounts set results_after = '2100-01-01'`
  const [world, number] = [await aWorld(db), users++]
  const user = { username: `reader${number}`, displayName: 'R', isBusiness, createdAt: START, accessToken: `pina_${number}` }
  const { id: ownerId } = await addUser(db.sql, { ...user, refreshToken: `pinr_${number}` })
  const { id: boardId } = await addBoard(db.sql, { ownerId, name: 'Own', createdAt: START })
  await db.sql`
    update connections
       set access_token = ${Buffer.from(`pina_${number}`)}, refresh_token = ${Buffer.from(`pinr_${number}`)}
     where organization_id = ${world.organizationId}`
  const asked: string[] = []
  const lines: { message: string }[] = []
  const write = (_: object, message: string) => void lines.push({ message })
  const log: Log = { debug: write, info: write, warn: write, error: write }
  const platform: Deps['platform'] = {
    ...simulator.platform,
    readPinAnalytics: (access, pinId, question) => {
      asked.push(pinId)
      return simulator.platform.readPinAnalytics(access, pinId, question)
    },
  }
  const deps = { ...world.deps, clock: () => new Date(clock.now), platform, log }
  return { ...world, clock, deps, asked, lines, boardId, tick: () => readAllResults(deps) }
}

/** A pin on the platform, and the post that it came of. @returns the pin's id */
async function published(reader: Reader, at: Date, { isKnown = true } = {}): Promise<string> {
  const { boardId, organizationId } = reader
  const title = `pin ${at.getTime()}`
  const pin = { boardId, title, description: null, link: null, altText: null, createdAt: at, picture }
  const pinId = isKnown ? (await addPin(db.sql, pin)).id : String(at.getTime())
  const postId = await aPin(reader, { at, status: 'sent' })
  await db.sql`update posts set pin_id = ${pinId} where organization_id = ${organizationId} and id = ${postId}`
  return pinId
}
const ago = (days: number) => new Date(clock.now.getTime() - days * DAY_MS)
const kept = async ({ organizationId }: World) =>
  [
    ...(await db.sql<{ pin: string; days: number }[]>`
      select pin_id as pin, count(*)::int as days
        from pin_days
       where organization_id = ${organizationId}
       group by pin_id
       order by pin_id`),
  ].map(({ pin, days }) => [pin, days])
const throttledUntil = async ({ organizationId }: World) =>
  (await db.sql<[{ at: Date | null }]>`select results_after as at from accounts where organization_id = ${organizationId}`)[0].at
const tokenStatusOf = async ({ organizationId }: World) =>
  (await db.sql<[{ is: string }]>`select token_status as is from accounts where organization_id = ${organizationId}`)[0].is
const enqueued = async ({ organizationId }: World) =>
  (await db.sql<{ kind: string }[]>`select notice ->> 'kind' as kind from outbox where organization_id = ${organizationId}`).map(
    ({ kind }) => kind,
  )

test('the days of each pin since it went out are kept, and asked for again a day later', async () => {
  const reader = await aReader()
  const pins = [await published(reader, ago(10)), await published(reader, ago(4))].sort()
  await reader.tick()
  expect(await kept(reader)).toEqual([
    [pins[0], 11],
    [pins[1], 5],
  ])
  clock.advance(HOUR_MS)
  await reader.tick()
  expect(reader.asked).toHaveLength(2)
  clock.advance(DAY_MS)
  await reader.tick()
  expect(reader.asked).toHaveLength(4)
  expect(await kept(reader)).toEqual([
    [pins[0], 12],
    [pins[1], 6],
  ])
})

test('all pins that are due are read in one tick, each once', async () => {
  const reader = await aReader()
  for (let at = 0; at < 45; at++) await published(reader, ago(3 + at / 2))
  await reader.tick()
  expect(new Set(reader.asked).size).toBe(45)
  await reader.tick()
  expect(reader.asked).toHaveLength(45)
})

test('an account that the platform refuses is left alone for a week', async () => {
  const reader = await aReader({ isBusiness: false }) // we believe it is one, the platform does not
  await published(reader, ago(10))
  await published(reader, ago(9))
  await reader.tick()
  expect(reader.asked).toHaveLength(1)
  expect(await throttledUntil(reader)).toEqual(new Date(clock.now.getTime() + 7 * DAY_MS))
  clock.advance(2 * DAY_MS)
  await reader.tick()
  expect(reader.asked).toHaveLength(1)
  clock.advance(5 * DAY_MS)
  await reader.tick()
  expect(new Set(reader.asked).size).toBe(2) // the other one this time
})

test('a pin that is gone is asked for once a day and stands in nobody’s way', async () => {
  const reader = await aReader()
  await published(reader, ago(12), { isKnown: false })
  const pinId = await published(reader, ago(10))
  await reader.tick()
  await reader.tick()
  expect(reader.asked).toHaveLength(2)
  expect(await kept(reader)).toEqual([[pinId, 11]])
  expect(await throttledUntil(reader)).toBeNull()
})

test.each(['rate_limited', 'fail_500'] as const)(
  'after %s the account waits for five minutes, and goes on then',
  async (fault) => {
    const reader = await aReader()
    await published(reader, ago(12))
    await published(reader, ago(11))
    await simulator.fault({ operation: 'pin_analytics', fault, times: fault === 'fail_500' ? 3 : 1 }) // a read is sent three times
    await reader.tick()
    expect([reader.asked.length, await kept(reader)]).toEqual([1, []])
    expect(reader.lines).toEqual([{ message: 'results could not be read' }])
    await reader.tick()
    expect(reader.asked).toHaveLength(1)
    clock.advance(5 * 60_000)
    await reader.tick()
    expect(await kept(reader)).toHaveLength(2)
  },
)

test('old tokens are renewed; dead ones stop the account, which the team is told, and no other one', async () => {
  const [dead, reader] = [await aReader(), await aReader()]
  await published(dead, ago(12))
  await published(reader, ago(12))
  await db.sql`update accounts set results_after = null where organization_id = ${dead.organizationId}`
  await db.sql`update connections set access_token = 'pina_no', refresh_token = 'pinr_no' where organization_id = ${dead.organizationId}`
  await db.sql`update connections set access_token = 'pina_old' where organization_id = ${reader.organizationId}`
  await reader.tick()
  expect([await kept(dead), (await kept(reader)).length]).toEqual([[], 1])
  expect(reader.lines.map(({ message }) => message).sort()).toEqual(['results could not be read', 'results of pins'])
  expect([await tokenStatusOf(dead), await enqueued(dead)]).toEqual(['unauthorized', ['reconnectNeeded']])
  expect([await tokenStatusOf(reader), await enqueued(reader)]).toEqual(['authorized', []])
  await reader.tick()
  expect([reader.lines.length, (await enqueued(dead)).length]).toEqual([2, 1])
})

test('an account without a connection is one whose tokens are dead', async () => {
  const reader = await aReader()
  await published(reader, ago(12))
  await db.sql`delete from connections where organization_id = ${reader.organizationId}`
  await reader.tick()
  expect(reader.lines).toEqual([{ message: 'results could not be read' }])
  expect(await tokenStatusOf(reader)).toBe('unauthorized')
})

test('what our app may not do alerts the operator, and the account stays', async () => {
  const reader = await aReader()
  await published(reader, ago(12))
  await simulator.fault({ operation: 'pin_analytics', fault: 'app_not_approved', times: 10 })
  await reader.tick()
  expect([await tokenStatusOf(reader), await enqueued(reader)]).toEqual(['authorized', []])
  expect(
    await db.sql`select notice ->> 'kind' as kind, notice ->> 'seenFor' as "seenFor" from outbox where destination = 'staff'`,
  ).toEqual([{ kind: 'operatorAlert', seenFor: reader.organizationId }])
  await clearFaults(db.sql)
})

test('a video is asked for the metrics of videos', async () => {
  const reader = await aReader()
  const pinId = await published(reader, ago(12))
  const day = ago(6).toISOString().slice(0, 10)
  const [pin] = await db.sql<[{ owner_id: string }]>`select owner_id from sim_pins where id = ${pinId}`
  await addDays(db.sql, { userId: pin.owner_id, pinId }, [{ day, metrics: { IMPRESSION: 5, VIDEO_START: 3 } }])
  const metrics = async () => {
    await reader.tick()
    const rows = await db.sql`select metrics from pin_days where pin_id = ${pinId} and day = ${day}`
    return rows[0]?.metrics as unknown
  }
  expect(await metrics()).toEqual({ impression: 5 })
  await db.sql`update posts set media_type = 'video' where organization_id = ${reader.organizationId}`
  clock.advance(DAY_MS)
  expect(await metrics()).toEqual({ impression: 5, videoStart: 3 })
})

test('as time goes on, what is published at one hour of the simulated platform moves the suggestions there', async () => {
  const reader = await aReader()
  const { deps, actor, accountId } = reader
  const suggest = () => suggestTimeslots(deps, actor, { accountId, limit: 5 })
  expect(await suggest()).toMatchObject({ basis: 'default', pinsRead: 0 })
  const start = clock.now.getTime()
  for (let day = 0; day < 14; day++) {
    for (const hour of [9, 13, 19, 22]) await published(reader, new Date(start + day * DAY_MS + hour * HOUR_MS)) // UTC
  }
  clock.advance(26 * DAY_MS)
  await reader.tick()
  const learned = await suggest()
  expect(learned).toMatchObject({ basis: 'results', pinsRead: 56 })
  const { timezone } = learned
  const { scores } = await readBestTimes(db.sql, await readAccount(deps, actor, { accountId }), timezone, clock.now)
  const scoreOf = (hour: number) => Math.max(...[0, 1, 2, 3, 4, 5, 6].map((day) => scores[day * 24 + hour] ?? 0))
  expect(scoreOf(18)).toBeGreaterThan(0.6) // 22:00 UTC, which the curve puts at half
  expect(scoreOf(9)).toBeLessThan(0.5) // 13:00 UTC
})
