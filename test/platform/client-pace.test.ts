/** The client below the limits of the platform: what it asks, what it keeps to itself, and what it says then. */
import { expect, test } from 'vitest'
import { judge } from '../../src/core/publish/send/outcomes.js'
import { aDatabase } from '../support/database.js'
import { startSimulator } from '../support/simulator.js'
import { aPlatform, answering, failure, inOrder } from './support/bare-platform.js'
import { EVERY, GRANTS, READS, WRITES } from './support/every-call.js'
import { aPin } from './support/pictures.js'

const access = { accessToken: 'pina_secret', account: '1 7' }
const other = { accessToken: 'pina_other', account: '1 8' }
const LIMITED = { code: 8, message: 'This request exceeded a rate limit.' }
const aBoard = answering(200, { id: '1', name: 'Kitchen' })
const limited = answering(429, LIMITED, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '30' })

function aClock() {
  const clock = { now: Date.parse('2026-03-02T10:00:00Z') }
  return Object.assign(clock, { read: () => new Date(clock.now) })
}

test('after a 429 nothing of its category is asked for the account until the window ends', async () => {
  const clock = aClock()
  const { platform, asked } = await aPlatform(inOrder(limited, aBoard), { clock: clock.read })
  expect((await failure(platform.readBoard(access, '1'))).details).toMatchObject({ status: 429, retryAfterMs: 30_000 })
  clock.now += 10_000
  const held = await failure(platform.readBoard(access, '1'))
  expect([held.kind, held.details]).toEqual(['rate_limited', { retryAfterMs: 20_000, neverLeft: true }])
  expect(asked).toHaveLength(1)
  await platform.readBoard(other, '1')
  await platform.updateBoard(access, '1', { name: 'Cellar' })
  clock.now += 20_000
  await platform.readBoard(access, '1')
  expect(asked).toHaveLength(4)
})

test('a new token is the same account', async () => {
  const { platform, asked } = await aPlatform(limited)
  await failure(platform.readBoard(access, '1'))
  await failure(platform.readBoard({ ...access, accessToken: 'pina_renewed' }, '1'))
  expect(asked).toHaveLength(1)
})

test('a pin that may not go now says so at once, and nothing is sent', async () => {
  const clock = aClock()
  const { platform, asked } = await aPlatform(inOrder(limited, answering(201, { id: '9' })), { clock: clock.read })
  expect(await EVERY.create_pin(platform, access)).toMatchObject({ kind: 'answer', status: 429, retryAfterMs: 30_000 })
  const held = await platform.createPin(access, await aPin(), new AbortController().signal)
  expect(held).toEqual({ kind: 'paced', retryAfterMs: 30_000 })
  expect(judge(held)).toMatchObject({ kind: 'waitForRate', ms: 30_000 })
  expect(asked).toHaveLength(1)
  clock.now += 30_000
  expect(await EVERY.create_pin(platform, access)).toMatchObject({ kind: 'created', pinId: '9' })
})

test('a pin goes where other writes wait already, up to the last one of the minute', async () => {
  const { platform, asked } = await aPlatform(answering(201, { id: '9', name: 'Kitchen' }))
  for (let write = 0; write < 90; write++) await platform.updateBoard(access, '1', { name: 'Cellar' })
  expect((await failure(platform.updateBoard(access, '1', { name: 'Cellar' }))).kind).toBe('rate_limited')
  for (let pin = 0; pin < 10; pin++) expect(await EVERY.create_pin(platform, access)).toMatchObject({ kind: 'created' })
  expect(await EVERY.create_pin(platform, access)).toEqual({ kind: 'paced', retryAfterMs: 60_000 })
  expect(asked).toHaveLength(100)
})

test('what the platform says of a day is kept to by every later call', async () => {
  const headers = { 'x-ratelimit-limit': '1000, 1000;w=86400', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '40000' }
  const { platform, asked } = await aPlatform(answering(200, { id: '1', name: 'Kitchen' }, headers))
  await platform.readBoard(access, '1')
  expect((await failure(platform.readBoard(access, '1'))).details.retryAfterMs).toBe(40_000_000)
  expect(asked).toHaveLength(1)
})

test('a block for spam is about one pin: the next one goes', async () => {
  const spam = answering(429, { code: 8, message: 'Blocked: this may lead to spam.' }, { 'x-ratelimit-reset': '30' })
  const { platform, asked } = await aPlatform(inOrder(spam, answering(201, { id: '9' })))
  expect(await EVERY.create_pin(platform, access)).toMatchObject({ kind: 'answer', status: 429 })
  expect(await EVERY.create_pin(platform, access)).toMatchObject({ kind: 'created' })
  expect(asked).toHaveLength(2)
})

test('each try of a read counts', async () => {
  const { platform, asked } = await aPlatform(
    answering(500, { code: 500, message: 'Sorry!' }, { 'x-ratelimit-limit': '60;w=60', 'x-ratelimit-remaining': '7' }),
  )
  const reads = Array.from({ length: 20 }, () =>
    failure(platform.readAccountAnalytics(access, { first: '2026-03-01', last: '2026-03-02' })),
  )
  await Promise.all(reads)
  expect(asked).toHaveLength(54)
})

test('every call of an account is paced, a grant is in nobody’s name', async () => {
  const { platform, asked } = await aPlatform(limited)
  const ofEachCategory = [READS.get_board, WRITES.create_board, READS.account_analytics, READS.trending_keywords]
  for (const call of ofEachCategory) await failure(call(platform, access))
  expect(asked).toHaveLength(4)
  for (const call of [...Object.values(READS), ...Object.values(WRITES)]) {
    expect((await failure(call(platform, access))).kind).toBe('rate_limited')
  }
  expect(asked).toHaveLength(4)
  for (const call of [...Object.values(GRANTS), ...Object.values(GRANTS)]) await failure(call(platform))
  expect(asked).toHaveLength(8)
})

test('without pacing everything is asked', async () => {
  const { platform, asked } = await aPlatform(limited, { pacing: false })
  for (let read = 0; read < 3; read++) await failure(platform.readBoard(access, '1'))
  expect(asked).toHaveLength(3)
})

test('the simulated platform is asked below its limits, as its own headers say', async () => {
  const { db } = await aDatabase()
  const clock = { now: new Date('2026-03-02T10:00:00Z') }
  const simulator = await startSimulator(db, clock, { pacing: true })
  const world = { accessToken: 'pina_test', account: '1 1' }
  const write = () => simulator.platform.updateBoard(world, '101', { name: 'Kitchen' })
  try {
    for (let count = 0; count < 90; count++) await write()
    expect((await failure(write())).kind).toBe('rate_limited')
    clock.now = new Date(clock.now.getTime() + 60_000)
    await write()
  } finally {
    await simulator.close()
  }
})
