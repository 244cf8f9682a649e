/** Notices on a database that is spread over nodes: claimed organization by organization, by statements that a cluster plans. */
import { beforeEach, expect, test } from 'vitest'
import { claimOutboxEach, nextOutboxDueEach } from '../../../src/core/notices/claim-in-steps.js'
import { MINUTE_MS } from '../../../src/core/lib/duration.js'
import { aDatabase } from '../../support/database.js'
import { aWorld } from '../../support/world.js'
import { asDistributed } from '../support/distributed.js'

const { db: own, url } = await aDatabase()
const { db, clear, unplanned } = await asDistributed(own, url)
const world = await aWorld(own)
const other = await aWorld(own, { at: world.clock.now })
const { now } = world.clock

beforeEach(async () => {
  await own.sql`delete from outbox`
  await own.sql`delete from outbox_places`
  await own.sql`delete from shared_places`
  clear()
})

const put = (organizationId: string, destination: string, key: string, kind = 'x') => own.sql`
  insert into outbox (organization_id, destination, dedupe_key, notice, order_key, due_at, created_at)
  values (${organizationId}, ${destination}, ${key}, ${own.sql.json({ kind })}, ${key}, ${now}, ${now})`

test('each place gets one notice, of each organization, until it is free again', async () => {
  for (const { organizationId } of [world, other])
    for (const key of ['a', 'b', 'c']) await put(organizationId, key === 'c' ? 'channel:C2' : 'channel:C1', key)
  expect(await nextOutboxDueEach(db.sql, now)).toEqual(now)
  const claimed = await claimOutboxEach(db, { now, limit: 10 })
  expect(claimed.map(({ organizationId, dedupeKey, attempt }) => [organizationId, dedupeKey, attempt]).sort()).toEqual(
    [world, other].flatMap(({ organizationId }) => [
      [organizationId, 'a', 1],
      [organizationId, 'c', 1],
    ]),
  )
  expect(claimed.every(({ place, destination }) => place === destination)).toBe(true)
  expect(await claimOutboxEach(db, { now, limit: 10 })).toEqual([])
  expect((await nextOutboxDueEach(db.sql, now))!.getTime()).toBeGreaterThan(now.getTime())
  expect(await unplanned()).toEqual([])
})

test('no more are claimed than were asked for', async () => {
  for (const { organizationId } of [world, other]) for (const n of [1, 2, 3]) await put(organizationId, `channel:C${n}`, `${n}`)
  expect(await claimOutboxEach(db, { now, limit: 4 })).toHaveLength(4)
})

test('the staff get one message at a time, of whatever organization', async () => {
  await put(world.organizationId, 'staff', 'report', 'problemReport')
  await put(other.organizationId, 'staff', 'alert', 'operatorAlert')
  const first = await claimOutboxEach(db, { now, limit: 10 })
  expect(first).toHaveLength(1)
  expect(await claimOutboxEach(db, { now, limit: 10 })).toEqual([])
  const later = new Date(now.getTime() + 10 * MINUTE_MS)
  const second = await claimOutboxEach(db, { now: later, limit: 10 })
  expect(second).toHaveLength(1)
  expect(await unplanned()).toEqual([])
})

test('an alert goes before what others reported before it, and reports take turns by organization', async () => {
  for (const key of ['a1', 'a2']) await put(world.organizationId, 'staff', key, 'issueReport')
  await put(other.organizationId, 'staff', 'b1', 'issueReport')
  await put(other.organizationId, 'staff', 'alert', 'operatorAlert')
  const order: (string | undefined)[] = []
  for (let turn = 1; turn <= 4; turn++) {
    const at = new Date(now.getTime() + turn * 10 * MINUTE_MS)
    const [row] = await claimOutboxEach(db, { now: at, limit: 10 })
    order.push(row?.dedupeKey)
    await own.sql`update outbox set due_at = null, delivered_at = ${at} where dedupe_key = ${row?.dedupeKey ?? ''}`
  }
  expect(order).toEqual(['alert', 'a1', 'b1', 'a2'])
  expect(await unplanned()).toEqual([])
})

test('a report whose earlier card is tried again later holds up no other organization', async () => {
  await put(world.organizationId, 'staff', 'earlier', 'issueReport')
  await put(world.organizationId, 'staff', 'resolved', 'issueReport')
  await own.sql`update outbox set order_key = 'report:1'`
  await own.sql`update outbox set due_at = ${new Date(now.getTime() + MINUTE_MS)} where dedupe_key = 'earlier'`
  await put(other.organizationId, 'staff', 'other', 'issueReport')
  expect((await claimOutboxEach(db, { now, limit: 10 })).map(({ dedupeKey }) => dedupeKey)).toEqual(['other'])
})

test('hundreds of notices that wait for one channel hold up no other organization', async () => {
  for (let n = 0; n < 300; n++) await put(world.organizationId, 'channel:C1', `long ${n}`)
  expect((await claimOutboxEach(db, { now, limit: 10 })).map(({ dedupeKey }) => dedupeKey)).toEqual(['long 0'])
  await put(other.organizationId, 'channel:C1', 'short')
  expect((await claimOutboxEach(db, { now, limit: 10 })).map(({ dedupeKey }) => dedupeKey)).toEqual(['short'])
  await put(other.organizationId, 'channel:C2', 'soon')
  const soon = new Date(now.getTime() + 1000)
  await own.sql`update outbox set due_at = ${soon} where dedupe_key = 'soon'`
  expect(await nextOutboxDueEach(db.sql, now)).toEqual(soon)
  expect(await unplanned()).toEqual([])
})

test('of two processes one gets each notice', async () => {
  for (let n = 0; n < 8; n++) await put(world.organizationId, `channel:C${n}`, `${n}`)
  const claims = await Promise.all([claimOutboxEach(db, { now, limit: 10 }), claimOutboxEach(db, { now, limit: 10 })])
  expect(claims.flat()).toHaveLength(8)
  expect(new Set(claims.flat().map(({ id }) => id)).size).toBe(8)
})
