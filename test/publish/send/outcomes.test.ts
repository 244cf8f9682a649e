/** The judge of the random tests must say what is broken, or they prove nothing. */
import { expect, test } from 'vitest'
import type { Sql } from '../../../src/core/ports/deps.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { unschedulePost } from '../../../src/core/posts/unschedule.js'
import { readState } from '../../../src/sandbox/platform/state.js'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { judge } from '../support/judge.js'
import { aTaggedPin } from '../support/kinds.js'
import { aPin, aPublishWorld, reread, workFor } from '../support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { deps, actor, accountId } = world

const link = (name: string) => `https://example.com/${name}`
const sent = await aTaggedPin(world, { url: link('sent'), tags: ['8001'] })
const failed = await aPin(world, { url: link('failed'), boardId: '102' })
const off = await aPin(world, { url: link('off'), at: new Date(world.clock.now.getTime() + 2 * HOUR_MS) })
const gone = await aPin(world, { url: link('gone'), at: new Date(world.clock.now.getTime() + 2 * HOUR_MS) })
await world.simulator.fault({ operation: 'create_pin', fault: 'board_gone', match: { link: failed.url! } })
await workFor(world, HOUR_MS)
await unschedulePost(deps, actor, { accountId, postId: off.id })
await deletePost(deps, actor, { accountId, postId: gone.id })

const broken: [string, (sql: Sql) => PromiseLike<unknown>, string][] = [
  ['a second pin', (sql) => again(sql, link('sent')), 'on the platform 2 times'],
  ['a pin of a failed post', (sql) => again(sql, link('failed')), 'on the platform and must not be'],
  ['a pin of a post that was taken off', (sql) => again(sql, link('off')), 'on the platform and must not be'],
  ['a pin of a deleted post', (sql) => again(sql, link('gone')), 'on the platform and must not be'],
  ['a pin of nobody', (sql) => again(sql, link('nobody')), 'belongs to no post'],
  ['a pin that was taken away', (sql) => sql`delete from sim_pins`, 'none of its pins'],
  ['half an edit', (sql) => sql`update posts set alt_text = 'New' where id = ${sent.id}`, 'and its pin ['],
  ['a forgotten post', (sql) => uploading(sql), 'neither went out nor failed'],
  ['an open attempt', (sql) => uploading(sql), 'an attempt is open'],
  [
    'a draft that nobody made one',
    (sql) => sql`update posts set failure = null where id = ${failed.id}`,
    'a draft that no person made one',
  ],
  [
    'a third attempt',
    (sql) => sql`
      insert into publish_attempts (organization_id, post_id, number, state, board_id, send_at, claimed_at)
      select organization_id, post_id, number + n, 'absent', board_id, send_at, claimed_at
        from publish_attempts, generate_series(1, 3) n where post_id = ${failed.id}`,
    'two attempts had left no trace',
  ],
  [
    'a board lock that is left',
    (sql) => sql`
      insert into publish_lanes (organization_id, account_id, board_id, post_id, attempt_number)
      select organization_id, account_id, board_id, id, 1 from posts where id = ${sent.id}`,
    'a board lock is left',
  ],
  ['tags that are not there', (sql) => sql`delete from sim_product_tags`, 'said to be added and are not'],
  ['a credit too many', (sql) => sql`update entitlements set credits_left = credits_left + 1`, 'and its ledger says'],
  ['a pin that was refunded', (sql) => refund(sql, sent.id), 'refunded 1 times'],
  [
    'a failure that was not refunded',
    (sql) => sql`delete from credit_ledger where kind = 'refund' and charge_key = ${`post:${failed.id}#1`}`,
    'refunded 0 times',
  ],
  ['a failure that was not told', (sql) => sql`delete from outbox`, 'was told 0 times'],
  ['a pin that missed its day on hold, of which nobody heard', (sql) => onHold(sql), 'account_on_hold) was told 0 times'],
  [
    'a failure that was told of a pin that went out',
    (sql) => sql`update outbox set dedupe_key = ${`post:${sent.id}#1:failed`}`,
    'told to have failed and has not',
  ],
  [
    'a failure that was told twice',
    (sql) => sql`
      insert into outbox (organization_id, dedupe_key, destination, order_key, notice, created_at)
      select organization_id, dedupe_key || ':again', destination, order_key, notice, created_at from outbox`,
    'more often than it was scheduled',
  ],
]

const again = (sql: Sql, url: string) => sql`
  insert into sim_pins (board_id, owner_id, title, description, link, content_type, width, height, picture, created_at, media_type)
  select board_id, owner_id, title, description, ${url}, content_type, width, height, picture, created_at, media_type from sim_pins limit 1`
const uploading = async (sql: Sql) => {
  await sql`update publish_attempts set state = 'sending' where post_id = ${sent.id}`
  await sql`
    update posts set status = 'uploading', pin_id = null, sent_at = null, tags_state = null, tags_due_at = null, lease_until = send_at
     where id = ${sent.id}`
}
const onHold = (sql: Sql) =>
  sql`update posts set failure = failure || ${sql.json({ reason: 'account_on_hold' })} where id = ${failed.id}`
const refund = (sql: Sql, id: string) => sql`
  insert into credit_ledger (organization_id, account_id, charge_key, kind, unit, amount, balance_after, period, created_at)
  select organization_id, account_id, charge_key, 'refund', unit, 1, balance_after + 1, period, created_at
    from credit_ledger where charge_key = ${`post:${id}#1`}`

test('kept promises are not complained of', async () => {
  expect((await reread(world, sent)).status).toBe('sent')
  expect(await judge(db.sql, await world.simulator.state())).toEqual([])
})

test.each(broken)('%s is said', async (_, plant, said) => {
  expect(await judgeWith(plant)).toEqual(expect.arrayContaining([expect.stringContaining(said)]))
})

test('one notice a day speaks for every pin that missed its day on hold', async () => {
  const heard = await judgeWith(async (sql) => {
    await onHold(sql)
    await sql`
      update outbox o
         set dedupe_key = 'hold:' || ${accountId} || ':missed:' || to_char((p.failure ->> 'failedAt')::timestamptz at time zone 'UTC', 'YYYY-MM-DD'),
             notice = ${sql.json({ kind: 'pinsMissedOnHold', accountId })}
        from posts p
       where p.id = ${failed.id}
         and o.dedupe_key = ${`post:${failed.id}#1:failed`}`
  })
  expect(heard).toEqual([])
})

/** What the judge says of a change that is rolled back after it. */
async function judgeWith(plant: (sql: Sql) => PromiseLike<unknown>): Promise<string[]> {
  const undone = new Error('undone')
  const heard: string[] = []
  const planted = db.tx(async (sql) => {
    await plant(sql)
    heard.push(...(await judge(sql, await readState(sql))))
    throw undone
  })
  await expect(planted).rejects.toBe(undone)
  return heard
}

test('of a pin that somebody denied only that one is left out: a further one is said, of the sent and of those that are off', async () => {
  const state = await world.simulator.state()
  const deniedPins = new Set(['1'])
  const plus = (...more: [id: string, link: string][]) => {
    const pins = more.map(([id, to]) => ({ ...state.pins[0]!, id, link: to }))
    return { ...state, creates: state.creates + pins.length, pins: [...state.pins, ...pins] }
  }
  for (const name of ['sent', 'off', 'gone', 'failed']) {
    const denied = plus(['1', link(name)])
    const further = plus(['1', link(name)], ['2', link(name)])
    expect(await judge(db.sql, denied)).toHaveLength(1)
    expect(await judge(db.sql, denied, { deniedPins })).toEqual([])
    expect(await judge(db.sql, further, { deniedPins })).toHaveLength(1)
  }
})

test('two pins are said unless two may be there', async () => {
  const state = await world.simulator.state()
  const twice = { ...state, creates: state.creates + 1, pins: [...state.pins, { ...state.pins[0]!, id: '1' }] }
  expect(await judge(db.sql, twice)).toHaveLength(1)
  expect(await judge(db.sql, twice, { mayBeTwice: new Set([link('sent')]) })).toEqual([])
})

test('a pin that went with its board is not missed, nor are its tags', async () => {
  const gonePins = (await world.simulator.state()).pins
  const undone = new Error('undone')
  const heard: string[] = []
  const planted = db.tx(async (sql) => {
    await sql`delete from sim_product_tags`
    await sql`delete from sim_pins`
    heard.push(...(await judge(sql, await readState(sql), { gonePins })))
    throw undone
  })
  await expect(planted).rejects.toBe(undone)
  expect(heard).toEqual([])
})
