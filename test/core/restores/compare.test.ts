/** After a restore: what went out since the backup is known again, what did not waits, and nothing goes out twice. */
import { expect, test } from 'vitest'
import { pausePublishing } from '../../../src/core/accounts/publishing.js'
import { readAccount } from '../../../src/core/accounts/accounts.js'
import { sweepLate } from '../../../src/core/publish/late/sweep.js'
import { setOutcome } from '../../../src/core/publish/settle/set-outcome.js'
import { countUncompared, endComparison, listComparisons } from '../../../src/core/care/restores/comparisons.js'
import { untilWaiting } from '../../db/support/waiting.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, HOUR_MS } from '../../support/factories.js'
import { aPin, givePicture, MINUTE_MS, reread, workFor } from '../../publish/support/support.js'
import { aRestoreWorld } from './support/restores.js'

const { db } = await aDatabase()
const { world, inHours, published, restore, compare, resume, pinsOf, backupAt } = await aRestoreWorld(db)
const { deps, actor, organizationId, accountId, clock } = world
const { sql } = db
const url = (name: string) => `https://example.com/compare/${name}`

test('a pin that went out at its time is sent with what is there, charged for once, and nobody hears of it again', async () => {
  await sql`update accounts set tells_published = true`
  const post = await aPin(world, { url: url('on-time'), at: inHours(3) })
  const pinId = await published(post, inHours(3))
  await restore()
  expect(await readAccount(deps, actor, { accountId })).toMatchObject({ publishing: 'paused', pausedBecause: 'restored' })
  expect(await compare()).toMatchObject({
    found: [{ postId: post.id, pinId }],
    doubtful: [],
    absent: 0,
    unread: [],
    isDone: true,
  })
  expect(await reread(world, post)).toMatchObject({ status: 'sent', pinId, sentAt: inHours(3) })
  expect(
    await sql`select notice ->> 'kind' as kind from outbox where due_at is not null and notice ->> 'kind' = 'pinPublished'`,
  ).toEqual([])
  await resume()
  await workFor(world, HOUR_MS)
  expect(await pinsOf(post)).toHaveLength(1)
})

test.each([
  ['hours after its time', 2, 9],
  ['before its time, since somebody moved it', 40, 5],
])('a pin that went out %s is found all the same', async (_when, planned, went) => {
  const post = await aPin(world, { url: url(`moved-${planned}`), at: inHours(planned) })
  const pinId = await published(post, inHours(went))
  await restore()
  expect((await compare()).found).toMatchObject([{ postId: post.id, pinId }])
  expect(await reread(world, post)).toMatchObject({ status: 'sent', pinId })
})

test('a pin that was due and is not there waits, and goes out late once the account is resumed', async () => {
  const post = await aPin(world, { url: url('absent'), at: inHours(20) })
  await restore()
  await expect(resume()).rejects.toMatchObject({ code: 'CONFLICT', details: { reason: 'not_compared' } })
  await workFor(world, 2 * MINUTE_MS)
  expect(await pinsOf(post)).toHaveLength(0)
  expect(await countUncompared(sql)).toBe(1)
  expect(await compare()).toMatchObject({ found: [], absent: 1, isDone: true })
  expect(await countUncompared(sql)).toBe(0)
  expect(await reread(world, post)).toMatchObject({ status: 'queued' })
  await resume()
  await workFor(world, 2 * MINUTE_MS)
  expect(await pinsOf(post)).toHaveLength(1)
})

test('a pin that Pinterest dates a few minutes before the backup, since its clock is behind ours, is found', async () => {
  const post = await aPin(world, { url: url('clock-behind'), at: inHours(0.01) })
  const pinId = await published(post, inHours(-0.1))
  await restore()
  expect(await compare()).toMatchObject({ found: [{ postId: post.id, pinId }], absent: 0, unknownPins: 0 })
})

test('one that was due more than a day ago and is not there becomes a draft', async () => {
  const post = await aPin(world, { url: url('missed'), at: inHours(2) })
  await restore(48)
  await compare()
  await resume()
  await sweepLate(deps)
  expect(await reread(world, post)).toMatchObject({ status: 'draft', failure: { reason: 'missed' } })
})

test('a pin with its link and another title leaves it to a person, who is asked and heard', async () => {
  const post = await aPin(world, { url: url('doubt'), at: inHours(3) })
  const pinId = await published(post, inHours(7), { title: 'Edited meanwhile' })
  await restore()
  expect(await compare()).toMatchObject({ found: [], doubtful: [{ postId: post.id }], absent: 0 })
  expect(await reread(world, post)).toMatchObject({ status: 'draft', failure: { reason: 'outcome_unknown' } })
  await resume()
  await workFor(world, HOUR_MS)
  expect(await pinsOf(post)).toHaveLength(1)
  await setOutcome(deps, actor, { accountId, postId: post.id, outcome: { kind: 'there', pinId } })
  expect(await reread(world, post)).toMatchObject({ status: 'sent', pinId })
})

test('a later pin is not held up by one that only has its link', async () => {
  const post = await aPin(world, { url: url('one-link'), at: inHours(30) })
  await published(post, inHours(5), { title: 'Another pin of that page' })
  await restore()
  expect(await compare()).toMatchObject({ found: [], doubtful: [], absent: 0, unknownPins: 1 })
  expect(await reread(world, post)).toMatchObject({ status: 'queued' })
})

test('of pins that are alike each finds the one of its own time', async () => {
  const [first, second] = [
    await aPin(world, { url: url('twins'), at: inHours(3) }),
    await aPin(world, { url: url('twins'), at: inHours(9) }),
  ]
  const pinIds = [await published(first, inHours(3)), await published(second, inHours(9))]
  await restore()
  await compare()
  expect(await reread(world, first)).toMatchObject({ status: 'sent', pinId: pinIds[0] })
  expect(await reread(world, second)).toMatchObject({ status: 'sent', pinId: pinIds[1] })
})

test('a draft that somebody published in between is sent, and one that nobody did stays a draft', async () => {
  const [one, other] = [await aDraft(world, { url: url('draft') }), await aDraft(world, { url: url('other-draft') })]
  const pinId = await published(one, inHours(4))
  await restore()
  await compare()
  expect(await reread(world, one)).toMatchObject({ status: 'sent', pinId })
  expect(await reread(world, other)).toMatchObject({ status: 'draft', failure: null })
})

test('a pin that a worker had taken when the backup was made, and sent after it, is found', async () => {
  const post = await aPin(world, { url: url('taken'), at: inHours(0.01) })
  await sql`
    update posts set status = 'uploading', attempt_number = 1, due_at = null, lease_until = send_at where id = ${post.id}`
  await sql`
    insert into publish_attempts (organization_id, post_id, number, state, board_id, send_at, claimed_at)
    values (${organizationId}, ${post.id}, 1, 'claimed', ${post.boardId}, ${inHours(0.01)}, ${backupAt()})`
  await sql`
    insert into publish_lanes (organization_id, account_id, board_id, post_id, attempt_number)
    values (${organizationId}, ${accountId}, ${post.boardId}, ${post.id}, 1)`
  const pinId = await published(post, inHours(0.02))
  await restore()
  await compare()
  expect(await reread(world, post)).toMatchObject({ status: 'sent', pinId })
  expect(await sql`select from publish_lanes`).toHaveLength(0)
})

test('while a board cannot be read the account stays paused, and the comparison may be repeated', async () => {
  const post = await aPin(world, { url: url('unread'), at: inHours(3) })
  const pinId = await published(post, inHours(3))
  await restore()
  await world.simulator.fault({ operation: 'get_board', fault: 'fail_500', times: 5 })
  expect(await compare()).toMatchObject({ found: [], isDone: false, unread: [{ boardId: post.boardId }] })
  await expect(resume()).rejects.toMatchObject({ details: { reason: 'not_compared' } })
  await sql`delete from sim_faults`
  expect((await compare()).found).toMatchObject([{ pinId }])
  await resume()
})

test('what an admin had paused stays paused, and pausing does not make its pins fail before they were compared', async () => {
  await pausePublishing(deps, actor, { accountId, whilePaused: 'fail' })
  const post = await aPin(world, { url: url('paused'), at: inHours(3) })
  const pinId = await published(post, inHours(3))
  await restore()
  await pausePublishing(deps, actor, { accountId, whilePaused: 'fail' })
  await workFor(world, HOUR_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'queued' })
  const [comparison] = await listComparisons(sql, { organizationId })
  expect(comparison).toMatchObject({ resumes: false })
  await compare()
  expect(await reread(world, post)).toMatchObject({ status: 'sent', pinId })
  expect(await readAccount(deps, actor, { accountId })).toMatchObject({ publishing: 'paused', pausedBecause: null })
})

test('an account whose workspace removed the app stays so, and is not taken for one that an admin paused', async () => {
  await sql`update accounts set publishing = 'paused', paused_because = 'app_removed'`
  await restore()
  expect(await compare()).toMatchObject({ isDone: true })
  expect(await readAccount(deps, actor, { accountId })).toMatchObject({ publishing: 'paused', pausedBecause: 'app_removed' })
})

test('an admin who is pausing the account while its comparison ends has paused it: that its boards were not compared is no reason any more', async () => {
  await restore()
  const ofAccount = sql`organization_id = ${organizationId}`
  let ending: Promise<void> | undefined
  await db.tx(async (pausing) => {
    await pausing`select from accounts where ${ofAccount} and id = ${accountId} for no key update`
    ending = db.tx((own) => endComparison(own, { organizationId, accountId }, clock.now))
    ending.catch(() => undefined) // awaited below
    await untilWaiting(db)
    await pausing`update comparisons set resumes = false where ${ofAccount} and account_id = ${accountId}`
  })
  await ending
  expect(await readAccount(deps, actor, { accountId })).toMatchObject({ publishing: 'paused', pausedBecause: null })
})

test('an account that is being deleted waits for no comparison', async () => {
  await restore()
  expect(await countUncompared(sql)).toBe(1)
  await sql`update accounts set deleting_at = ${clock.now}`
  try {
    expect(await countUncompared(sql)).toBe(0)
    expect(await listComparisons(sql)).toEqual([])
  } finally {
    await sql`update accounts set deleting_at = null`
  }
})

test('notices that waited are dead letters, deliveries to webhooks go on, and an import that was being written ends with its lines named', async () => {
  const notice = { kind: 'pinPublished', accountId, postId: '1' }
  await sql`
    insert into outbox (organization_id, destination, dedupe_key, order_key, notice, due_at, created_at)
    values (${organizationId}, ${`account:${accountId}`}, 'one', 'one', ${sql.json(notice)}, ${backupAt()}, ${backupAt()}),
           (${organizationId}, ${`account:${accountId}`}, 'card', 'card', ${sql.json({ ...notice, kind: 'pinCard', cardId: '1' })}, ${backupAt()}, ${backupAt()})`
  const [made] = await sql<[{ id: string }]>`
    insert into imports (organization_id, account_id, status, mode, rows, created, columns, unknown_columns, actor, created_by, created_at, due_at)
    values (${organizationId}, ${accountId}, 'processing', 'schedule', 5, 3, '[]', '[]', '{}', 'x', ${backupAt()}, ${backupAt()})
    returning id`
  await sql`
    insert into import_chunks (organization_id, import_id, account_id, number, rows)
    values (${organizationId}, ${made.id}, ${accountId}, 0, ${sql.json([
      { line: 5, post: {} },
      { line: 4, post: {} },
    ])})`
  await restore()
  const letters = await sql<{ key: string; isDead: boolean }[]>`
    select dedupe_key as key, dead_at is not null as "isDead" from outbox where dedupe_key in ('one', 'card') order by 1`
  expect([...letters]).toEqual([
    { key: 'card', isDead: false },
    { key: 'one', isDead: true },
  ])
  const [ended] = await sql<[{ status: string; failed: number; lines: number[] }]>`
    select status, failed, array(select (e ->> 'line')::int from jsonb_array_elements(errors) e) as lines from imports where id = ${made.id}`
  expect(ended).toEqual({ status: 'success', failed: 2, lines: [4, 5] })
})

test('an evergreen slot whose time came in between is passed over', async () => {
  const [slot] = await sql<[{ id: string }]>`
    insert into timeslots (organization_id, account_id, day, minute, timezone, type, next_at, created_at)
    values (${organizationId}, ${accountId}, 1, 600, 'UTC', 'evergreen', ${inHours(5)}, ${backupAt()})
    returning id`
  await restore()
  expect(await sql`select next_at from timeslots where id = ${slot.id}`).toEqual([{ next_at: null }])
  await sql`delete from timeslots where id = ${slot.id}`
  await givePicture(world)
})
