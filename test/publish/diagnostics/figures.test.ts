import { expect, test } from 'vitest'
import { enqueueNotice } from '../../../src/core/notices/notices.js'
import type { Delivery, Messenger } from '../../../src/core/ports/deps.js'
import { makeCron } from '../../../src/jobs/cron.js'
import { makeOutbox } from '../../../src/jobs/outbox.js'
import { makeMetrics } from '../../../src/metrics/metrics.js'
import { makePlatform } from '../../../src/platform/client.js'
import { aDatabase } from '../../support/database.js'
import { aPin, aPublishWorld, MINUTE_MS, SECOND_MS, workFor } from '../support/support.js'

const { db } = await aDatabase()
const { meter, watch } = makeMetrics()
const deliveries: Delivery[] = []
const messenger: Messenger = { deliver: async () => deliveries.shift() ?? { kind: 'delivered' } }
const world = await aPublishWorld(db, { parts: { meter, messenger } })
const { simulator, organizationId, clock, deps } = world
const scrape = watch({ readBacklog: () => Promise.reject(new Error('not of interest here')), loops: [] })

/** What a counter grew by since the last read. */
const seen = new Map<string, number>()
async function grown(sample: string): Promise<number> {
  const { text } = await scrape()
  const line = text.split('\n').find((one) => one.startsWith(`${sample} `))
  const value = Number(line?.slice(sample.length + 1) ?? 0)
  const before = seen.get(sample) ?? 0
  seen.set(sample, value)
  return value - before
}
const end = (result: string, reason = '', work = 'publish') =>
  `pinslot_publish_ends_total{work="${work}",result="${result}",reason="${reason}"}`
const call = (operation: string, result: string) => `pinslot_platform_calls_total{operation="${operation}",result="${result}"}`

test('a pin that goes out counts one request, how late it was, and one pin sent', async () => {
  await aPin(world, { url: 'https://example.com/figures' })
  await workFor(world, 2 * MINUTE_MS)
  expect(await grown(end('sent'))).toBe(1)
  expect(await grown(call('create_pin', 'ok'))).toBe(1)
  expect(await grown('pinslot_pickup_lateness_seconds_count')).toBe(1)
  expect(await grown('pinslot_pickup_lateness_seconds_bucket{le="0.05"}')).toBe(1)
  expect(await grown('pinslot_platform_call_duration_seconds_count{operation="create_pin"}')).toBe(1)
})

test('what goes wrong is counted by its kind: refused, tried again, unknown and what the read-back found', async () => {
  for (const fault of ['board_gone', 'image_unreachable', 'commit_then_hang'] as const) {
    const url = `https://example.com/figures-${fault}`
    await simulator.fault({ operation: 'create_pin', fault, times: 1, match: { link: url } })
    await aPin(world, { url })
  }
  await workFor(world, 5 * MINUTE_MS)
  expect(await grown(end('failed', 'board_gone'))).toBe(1)
  expect(await grown(end('again'))).toBe(1)
  expect(await grown(end('unknown'))).toBe(1)
  expect(await grown(end('sent', '', 'read_back'))).toBe(1)
  expect(await grown(end('sent'))).toBe(1) // of the retry
  expect(await grown(call('create_pin', 'not_found'))).toBe(1)
  expect(await grown(call('create_pin', 'timeout'))).toBe(1)
  expect(await grown('pinslot_pickup_lateness_seconds_count')).toBe(3) // the retry is none
})

test('a pin that is 20 minutes late is in the bucket of half an hour', async () => {
  await grown('pinslot_pickup_lateness_seconds_bucket{le="600"}')
  await grown('pinslot_pickup_lateness_seconds_bucket{le="1800"}')
  await aPin(world, { url: 'https://example.com/figures-late' })
  clock.advance(21 * MINUTE_MS)
  await workFor(world, SECOND_MS)
  expect(await grown('pinslot_pickup_lateness_seconds_bucket{le="600"}')).toBe(0)
  expect(await grown('pinslot_pickup_lateness_seconds_bucket{le="1800"}')).toBe(1)
})

test('a call that the quota holds back is counted, and is no exchange', async () => {
  const client = makePlatform({
    apiUrl: () => `${simulator.url}/sandbox/platform/v5`,
    authorizeUrl: () => '',
    clientId: 'client',
    clientSecret: 'secret',
    timeoutMs: 2_000,
    log: deps.log,
    clock: deps.clock,
    random: deps.random,
    onCall: meter.platformCalled,
  })
  await simulator.fault({ operation: 'user_account', fault: 'rate_limited', times: 1 })
  for (let n = 0; n < 3; n++) await client.readUser({ accessToken: 'pina_test' }).catch(() => undefined)
  expect(await grown(call('user_account', 'rate_limited'))).toBe(1)
  expect(await grown(call('user_account', 'held'))).toBe(2)
  expect(await grown('pinslot_platform_call_duration_seconds_count{operation="user_account"}')).toBe(1)
  await client.close()
})

test('deliveries of notices are counted by what came of them', async () => {
  const outbox = makeOutbox(deps)
  await outbox.drain()
  const results = ['delivered', 'later', 'undeliverable', 'gave_up'].map(
    (result) => `pinslot_outbox_deliveries_total{result="${result}"}`,
  )
  for (const result of results) await grown(result)
  for (const reportId of ['a', 'b', 'c']) {
    const notice = { kind: 'issueReport', reportId } as const
    await enqueueNotice(db.sql, { organizationId, destination: 'staff', dedupeKey: reportId, notice }, clock.now)
  }
  await db.sql`update outbox set attempt = 30, created_at = ${new Date(clock.now.getTime() - 48 * 60 * MINUTE_MS)} where dedupe_key = 'b'`
  deliveries.push(
    { kind: 'undeliverable', message: 'x' },
    { kind: 'later', afterMs: 0, message: 'x' },
    { kind: 'later', afterMs: 5_000, message: 'x' },
  )
  for (let n = 0; n < 20; n++) {
    await outbox.drain()
    clock.advance(2 * SECOND_MS)
  }
  expect(await Promise.all(results.map(grown))).toEqual([1, 1, 1, 1])
})

test('ticks are counted by job and result', async () => {
  const ticks = ['good', 'bad'].map((job) => ({
    job,
    expression: '* * * * *',
    run: () => (job === 'bad' ? Promise.reject(new Error('it failed')) : Promise.resolve()),
  }))
  await makeCron(deps, ticks).drain()
  expect(await grown('pinslot_cron_ticks_total{tick="good",result="done"}')).toBe(1)
  expect(await grown('pinslot_cron_ticks_total{tick="bad",result="failed"}')).toBe(1)
})
