/** Notices to the staff of all organizations go to one channel: paced as one, alerts first, organizations round-robin. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { enqueueNotice } from '../../../src/core/notices/notices.js'
import type { Notice } from '../../../src/core/ports/notice.js'
import type { Delivery, Messenger } from '../../../src/core/ports/deps.js'
import { makeOutbox } from '../../../src/jobs/outbox.js'
import { aDatabase, poolOn } from '../../support/database.js'
import { aWorld, type World } from '../../support/world.js'
import { workOutbox } from '../support/outbox-world.js'

const { db, url } = await aDatabase()
/** Of their own, as other processes have. */
const pools = [1, 2, 3].map(() => poolOn(url, { max: 3 }))
afterAll(() => Promise.all(pools.map((pool) => pool.close())))

const delivered: { of: string; key: string; at: number }[] = []
let answer: (key: string) => Delivery | Promise<Delivery>
const messenger: Messenger = {
  async deliver({ organizationId, dedupeKey: key }) {
    const delivery = await answer(key)
    if (delivery.kind === 'delivered') delivered.push({ of: organizationId, key, at: maple.clock.now.getTime() - begun })
    return delivery
  },
}
const maple = await aWorld(db, { parts: { messenger } })
const oak = await aWorld(db)
const elm = await aWorld(db)
const outbox = makeOutbox(maple.deps)
let begun: number
let number = 0

beforeEach(async () => {
  await db.sql`delete from outbox`
  await db.sql`delete from outbox_places`
  maple.clock.advance(24 * 3_600_000)
  begun = maple.clock.now.getTime()
  delivered.length = 0
  answer = () => ({ kind: 'delivered' })
})

const toStaff = ({ organizationId }: World, key: string, notice: Notice) =>
  enqueueNotice(db.sql, { organizationId, destination: 'staff', dedupeKey: `${++number} ${key}`, notice }, maple.clock.now)
const report = (world: World, key: string) => toStaff(world, key, { kind: 'issueReport', reportId: String(number + 1) })
const alert = (world: World, message: string) =>
  toStaff(world, message, { kind: 'operatorAlert', subject: 'stuck', seenFor: world.organizationId, message })
const keys = () => delivered.map(({ key }) => key.split(' ')[1])

test('the channel hears one message a second, of whatever organizations', async () => {
  for (const world of [maple, oak, elm]) for (const key of ['one', 'two', 'three']) await report(world, key)
  await alert(maple, 'alarm')
  await workOutbox(maple, outbox, 60_000)
  expect(delivered.map(({ at }) => at)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((second) => second * 1_000))
})

test('organizations take turns: who sends one waits for one of each other, not for all that another sent before', async () => {
  for (let n = 0; n < 250; n++) await report(maple, 'maple') // more than a claim reads of all that waits
  await report(oak, 'oak')
  await report(elm, 'elm')
  await workOutbox(maple, outbox, 3_000)
  expect(keys().slice(0, 3).sort()).toEqual(['elm', 'maple', 'oak'])
  await report(oak, 'oak')
  await workOutbox(maple, outbox, 2_000)
  expect(keys().slice(3, 6)).toContain('oak')
})

test('an alert is told next, before every report that waits', async () => {
  for (let n = 0; n < 20; n++) await report(maple, 'maple')
  await report(oak, 'oak')
  await workOutbox(maple, outbox, 1_500)
  await alert(maple, 'alarm')
  await workOutbox(maple, outbox, 1_000)
  expect(keys().filter((key) => key !== 'oak')).toEqual(['maple', 'alarm'])
})

test('while Slack limits the channel nothing is sent there, of whatever organization, and elsewhere it goes on', async () => {
  answer = (key) => (key.endsWith('limited') ? { kind: 'later', afterMs: 30_000, message: 'limited' } : { kind: 'delivered' })
  await report(maple, 'limited')
  await workOutbox(maple, outbox, 0)
  answer = () => ({ kind: 'delivered' })
  await report(oak, 'oak')
  const notice = { kind: 'pinPublished', accountId: oak.accountId, postId: '1' } as const
  const elsewhere = { organizationId: oak.organizationId, destination: 'user:T1:U1', dedupeKey: `${++number} elsewhere`, notice }
  await enqueueNotice(db.sql, elsewhere, maple.clock.now)
  await workOutbox(maple, outbox, 29_000)
  expect(keys()).toEqual(['elsewhere'])
  await workOutbox(maple, outbox, 5_000)
  expect(keys()).toHaveLength(3)
  expect(delivered[1]!.at).toBe(30_000)
})

test('a report that cannot be told keeps no other waiting', async () => {
  answer = (key) => {
    if (key.endsWith('broken')) throw new Error('cannot be laid out')
    return { kind: 'delivered' }
  }
  await report(maple, 'broken')
  await report(maple, 'maple')
  await report(oak, 'oak')
  await workOutbox(maple, outbox, 3_000)
  expect(keys().sort()).toEqual(['maple', 'oak'])
})

test('three processes that race have one message on its way to the channel', async () => {
  let open = 0
  let most = 0
  answer = async () => {
    most = Math.max(most, ++open)
    await new Promise((resolve) => setImmediate(resolve)) // the others get their chance in the middle of it
    open--
    return { kind: 'delivered' }
  }
  for (const world of [maple, oak, elm]) for (let n = 0; n < 5; n++) await report(world, 'report')
  const workers = pools.map((pool) => makeOutbox({ ...maple.deps, db: pool }))
  for (let times = 0; times < 120 && delivered.length < 15; times++) {
    await Promise.all([...workers, ...workers].map((one) => one.drain()))
    maple.clock.advance(250)
  }
  expect([delivered.length, new Set(delivered.map(({ key }) => key)).size, most]).toEqual([15, 15, 1])
  for (const [index, { at }] of delivered.slice(1).entries()) expect(at - delivered[index]!.at).toBeGreaterThanOrEqual(1_000)
})

test('a process that dies with a message holds the channel for its lease and no longer', async () => {
  await report(maple, 'left')
  answer = () => Promise.reject(new Error('killed'))
  const dying = makeOutbox({ ...maple.deps, db: { ...db, sql: deadAfterClaim() } })
  await dying.drain()
  answer = () => ({ kind: 'delivered' })
  await report(oak, 'oak')
  await workOutbox(maple, outbox, 4 * 60_000)
  expect(keys()).toEqual([])
  await workOutbox(maple, outbox, 65_000)
  expect(keys().sort()).toEqual(['left', 'oak'])
})

/** Claims, and writes nothing down afterwards. */
function deadAfterClaim(): typeof db.sql {
  const sql = ((...asked: Parameters<typeof db.sql>) =>
    /^\s*(update shared_places|with freed as)/.test(String(asked[0]))
      ? Promise.reject(new Error('killed'))
      : db.sql(...asked)) as typeof db.sql
  return Object.assign(sql, db.sql)
}
