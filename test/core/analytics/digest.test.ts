/** The digest as data, against a week whose every number is known. */
import { expect, test } from 'vitest'
import { readDigest } from '../../../src/core/insight/analytics/digest.js'
import { isEmpty, readNudge } from '../../../src/core/insight/analytics/nudge.js'
import { sendDigestNow } from '../../../src/core/insight/analytics/digest-on-request.js'
import { addDates } from '../../../src/core/lib/time.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, aSentPost, aTimeslot, DAY_MS } from '../../support/factories.js'
import { aWorld, type World, type WorldOptions } from '../../support/world.js'

const { db } = await aDatabase()
const { sql } = db

/** Monday 9 March 2026, nine o'clock in New York, the day after its clocks went forward. */
const NINE = new Date('2026-03-09T13:00:00Z')
const WEEK = '2026-03-02'
const at = (iso: string) => new Date(iso)

const aDigestWorld = (options: WorldOptions = {}) => aWorld(db, { at: NINE, ...options })
const digestOf = ({ deps, actor, accountId }: World) => readDigest(deps, actor, { accountId, week: WEEK })

async function aDay({ organizationId, accountId }: World, day: string, of: number, status = 'READY'): Promise<void> {
  const metrics = { impression: of * 100, save: of, pinClick: of * 2, outboundClick: of, engagement: of * 4 }
  await sql`
    insert into account_days (organization_id, account_id, day, metrics, data_status, read_at)
    values (${organizationId}, ${accountId}, ${day}, ${sql.json(metrics)}, ${status}, ${NINE})`
}

async function aPinDay({ organizationId, accountId }: World, pinId: string | null, day: string, metrics: Record<string, number>) {
  await sql`
    insert into pin_days (organization_id, account_id, pin_id, day, metrics, data_status, read_at)
    values (${organizationId}, ${accountId}, ${pinId}, ${day}, ${sql.json(metrics)}, 'READY', ${NINE})`
}

const sentAt = async (world: World, when: string, title = 'Out') => {
  const post = await aSentPost(world, { title, at: new Date(NINE.getTime() + DAY_MS) })
  await sql`update posts set sent_at = ${at(when)}, send_at = ${at(when)} where organization_id = ${world.organizationId} and id = ${post.id}`
  return post
}

test('a week stands against the week before, day for day, and says what is still counted', async () => {
  const world = await aDigestWorld()
  for (let day = 0; day < 7; day++) await aDay(world, addDates('2026-02-23', day), 10)
  for (let day = 0; day < 5; day++) await aDay(world, addDates(WEEK, day), 20)
  await aDay(world, '2026-03-07', 3, 'ESTIMATE')
  await aDay(world, '2026-03-08', 0, 'PROCESSING')
  await aDay(world, '2026-03-09', 1000) // today is in no week yet
  await aDay(world, '2026-02-22', 1000)
  const { numbers, week, before } = await digestOf(world)
  expect([week, before]).toEqual([
    { startDate: '2026-03-02', endDate: '2026-03-08' },
    { startDate: '2026-02-23', endDate: '2026-03-01' },
  ])
  const of = (metric: string) => numbers?.stats.compared.find((one) => one.metric === metric)
  expect(of('impression')).toEqual({ metric: 'impression', total: 10_000, before: 5_000, change: 1 }) // five days against what five had
  expect(of('save')).toMatchObject({ total: 100, before: 50 })
  expect(of('outboundClick')).toMatchObject({ total: 100, before: 50 })
  expect(numbers?.stats).toMatchObject({ wholeDays: 5, lastWholeDay: '2026-03-06' })
  expect(numbers?.stats.days.filter(({ isCounting }) => isCounting).map(({ date }) => date)).toEqual(['2026-03-07', '2026-03-08'])
  expect(numbers?.both.days).toHaveLength(14)
  expect(numbers?.both.days[0]).toMatchObject({ date: '2026-02-23', impressions: 1_000, saves: 10, outboundClicks: 10 })
})

test('an account that is no business has no numbers, but its pins', async () => {
  const world = await aDigestWorld({ isBusiness: false })
  await sentAt(world, '2026-03-04T12:00:00Z')
  expect(await digestOf(world)).toMatchObject({ numbers: null, published: { count: 1, before: 0 } })
})

test('a pin belongs to the week that the calendar of its account has, to the second', async () => {
  const world = await aDigestWorld()
  await sentAt(world, '2026-02-23T04:59:59Z') // still Sunday there, of the week before the one before
  await sentAt(world, '2026-02-23T05:00:00Z')
  await sentAt(world, '2026-03-02T04:59:59Z')
  await sentAt(world, '2026-03-02T05:00:00Z')
  await sentAt(world, '2026-03-09T03:59:59Z') // an hour earlier: the clocks have changed
  await sentAt(world, '2026-03-09T04:00:00Z')
  expect((await digestOf(world)).published).toMatchObject({ count: 2, before: 2 })
})

test.each([
  ['the end of a month', '2026-04-06T13:00:00Z', '2026-03-30', '2026-04-05'],
  ['the end of a year', '2027-01-04T14:00:00Z', '2026-12-28', '2027-01-03'],
])('a week over %s is one week', async (_, now, first, last) => {
  const world = await aWorld(db, { at: at(now) })
  for (let day = -7; day < 7; day++) await aDay(world, addDates(first, day), 10)
  const { week, numbers } = await readDigest(world.deps, world.actor, { accountId: world.accountId, week: first })
  expect(week).toEqual({ startDate: first, endDate: last })
  expect(numbers?.stats).toMatchObject({ wholeDays: 7, lastWholeDay: last })
})

test('the three best pins are those with most saves and clicks in the week', async () => {
  const world = await aDigestWorld()
  const pins = []
  for (const title of ['Seen', 'Saved', 'Clicked', 'Old', 'Unseen']) pins.push(await sentAt(world, '2026-03-02T12:00:00Z', title))
  const [seen, saved, clicked, old, unseen] = pins.map(({ pinId }) => pinId)
  await aPinDay(world, seen!, '2026-03-03', { impression: 5_000 })
  await aPinDay(world, saved!, '2026-03-03', { impression: 10, save: 4 })
  await aPinDay(world, saved!, '2026-03-08', { impression: 10, save: 3 })
  await aPinDay(world, clicked!, '2026-03-04', { impression: 10, outboundClick: 2, pinClick: 6 })
  await aPinDay(world, old!, '2026-03-01', { impression: 90, save: 90 }) // of the week before
  await aPinDay(world, unseen!, '2026-03-03', { impression: 0, save: 0 })
  await aPinDay(world, '77777777', '2026-03-03', { save: 500 }) // none of ours
  const { best } = await digestOf(world)
  expect(best.map(({ post: { title }, ...numbers }) => [title, numbers])).toEqual([
    ['Clicked', { impressions: 10, saves: 0, pinClicks: 6, outboundClicks: 2 }],
    ['Saved', { impressions: 20, saves: 7, pinClicks: 0, outboundClicks: 0 }],
    ['Seen', { impressions: 5_000, saves: 0, pinClicks: 0, outboundClicks: 0 }],
  ])
})

test('what comes: the pins of seven days with the first three by name, and the slots that are open', async () => {
  const world = await aDigestWorld()
  for (let day = 0; day < 7; day++) await aTimeslot(world, { day, time: '18:00' })
  for (const [day, title] of [
    [9, 'First'],
    [11, 'Second'],
    [12, 'Third'],
    [13, 'Fourth'],
    [14, 'Fifth'],
    [17, 'After'],
  ] as const)
    await aQueuedPost(world, { title, at: new Date(Date.UTC(2026, 2, day, 18)) })
  const { ahead } = await digestOf(world)
  expect(ahead.pins.count).toBe(5)
  expect(ahead.pins.first.map(({ title, boardName, sendAt }) => [title, boardName, sendAt.toISOString()])).toEqual([
    ['First', 'Kitchen ideas', '2026-03-09T18:00:00.000Z'],
    ['Second', 'Kitchen ideas', '2026-03-11T18:00:00.000Z'],
    ['Third', 'Kitchen ideas', '2026-03-12T18:00:00.000Z'],
  ])
  expect(ahead.slots).toEqual({ count: 7, open: 2, firstOpen: at('2026-03-10T18:00:00Z'), closed: 0 })
  expect(ahead.soon).toEqual({ pins: 2, open: 1 })
})

test('of four pins that come, each has its name: a line that says “and 1 more” would be as long', async () => {
  const world = await aDigestWorld()
  for (const day of [9, 11, 12, 13]) await aQueuedPost(world, { title: `On ${day}`, at: new Date(Date.UTC(2026, 2, day, 18)) })
  const { ahead } = await digestOf(world)
  expect([ahead.pins.count, ahead.pins.first.map(({ title }) => title)]).toEqual([4, ['On 9', 'On 11', 'On 12', 'On 13']])
})

test('failed drafts, a connection that ends soon and few credits are said, and nothing of it where all is well', async () => {
  const world = await aDigestWorld()
  expect(await digestOf(world)).toMatchObject({ failed: 0, connectionEndsAt: null, lowOn: null })
  const { id } = await aDraft(world)
  const failure = { reason: 'board_gone', message: 'Gone.', failedAt: NINE.toISOString(), sendAt: null }
  await sql`update posts set failure = ${sql.json(failure)} where organization_id = ${world.organizationId} and id = ${id}`
  const endsAt = new Date(NINE.getTime() + 3 * DAY_MS)
  await sql`update connections set refresh_expires_at = ${endsAt} where organization_id = ${world.organizationId}`
  await sql`update entitlements set credits_left = 4 where organization_id = ${world.organizationId}`
  const { failed, connectionEndsAt, lowOn } = await digestOf(world)
  expect({ failed, connectionEndsAt, credits: lowOn?.credits }).toEqual({ failed: 1, connectionEndsAt: endsAt, credits: 4 })
})

test('tokens that are renewed by themselves are no connection that ends', async () => {
  const world = await aDigestWorld()
  await sql`
    update connections
       set expires_at = ${new Date(NINE.getTime() + DAY_MS)}, refresh_expires_at = ${new Date(NINE.getTime() + 60 * DAY_MS)}
     where organization_id = ${world.organizationId}`
  expect((await digestOf(world)).connectionEndsAt).toBeNull()
  await sql`update connections set refresh_token = null where organization_id = ${world.organizationId}`
  expect((await digestOf(world)).connectionEndsAt).not.toBeNull()
})

test('no other organization reads it', async () => {
  const [world, other] = [await aDigestWorld(), await aDigestWorld()]
  await expect(readDigest(other.deps, other.actor, { accountId: world.accountId, week: WEEK })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(readNudge(other.deps, other.actor, { accountId: world.accountId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test.each([
  ['all open', { count: 14, open: 14, pins: 0, soonOpen: 6 }, true],
  ['half open, and one goes out soon', { count: 14, open: 7, pins: 1, soonOpen: 5 }, false],
  ['one more than half', { count: 14, open: 8, pins: 1, soonOpen: 5 }, true],
  ['a few open, and nothing goes out soon', { count: 14, open: 3, pins: 0, soonOpen: 3 }, true],
  ['a few open, none of them soon', { count: 14, open: 3, pins: 0, soonOpen: 0 }, false],
  ['none open', { count: 14, open: 0, pins: 0, soonOpen: 0 }, false],
  ['no slots', { count: 0, open: 0, pins: 0, soonOpen: 0 }, false],
])('slots with %s are told of or not', (_, { count, open, pins, soonOpen }, enqueued) => {
  expect(isEmpty({ slots: { count, open, firstOpen: null, closed: 0 }, soon: { pins, open: soonOpen } })).toBe(enqueued)
})

const asked = ({ organizationId }: World) => sql`
  select destination, notice from outbox where organization_id = ${organizationId} order by id`
const ada = ({ actor }: World) => ({ ...actor, via: 'slack', userId: 'T1:U1' }) as const

test('one sent now goes to who asked alone, once a minute, and is none of the week’s', async () => {
  const world = await aDigestWorld()
  const { deps, accountId, clock, organizationId } = world
  await sendDigestNow(deps, ada(world), { accountId })
  clock.advance(59_000)
  await expect(sendDigestNow(deps, ada(world), { accountId })).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: 'We just sent you one. Ask again in 1 second.',
  })
  await sendDigestNow(deps, { ...ada(world), userId: 'T1:U2' }, { accountId }) // somebody else waits for nobody
  clock.advance(1_000)
  await sendDigestNow(deps, ada(world), { accountId })
  const notice = { kind: 'weeklyDigest', accountId, week: WEEK, isAsked: true }
  expect([...(await asked(world))]).toEqual([
    { destination: 'user:T1:U1', notice },
    { destination: 'user:T1:U2', notice },
    { destination: 'user:T1:U1', notice },
  ])
  expect((await sql`select from digests where organization_id = ${organizationId}`).count).toBe(0)
  expect((await sql`select from audit where organization_id = ${organizationId} and action = 'send'`).count).toBe(3)
})

test('two presses at once send one', async () => {
  const world = await aDigestWorld()
  const { deps, accountId } = world
  const both = await Promise.allSettled([1, 2].map(() => sendDigestNow(deps, ada(world), { accountId })))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await asked(world)).count).toBe(1)
})

test('contributors and keys of the API are refused, and nothing is sent', async () => {
  const world = await aDigestWorld()
  const { deps, actor, accountId } = world
  await expect(sendDigestNow(deps, { ...ada(world), role: 'contributor' }, { accountId })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await expect(sendDigestNow(deps, actor, { accountId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect((await asked(world)).count).toBe(0)
})

test('the week’s approvals: the median time to decide, what waits longest, what was edited and why changes were requested', async () => {
  const world = await aDigestWorld()
  const { organizationId, accountId } = world
  expect((await digestOf(world)).approvals).toBeNull()
  type Request = { asked: string; state?: string; decided?: string; reason?: string; edits?: object[]; title?: string }
  const request = async ({ asked, state = 'open', decided, reason, edits, title = 'A vase' }: Request) => {
    const { id } = await aDraft(world, { title })
    const decidedAt = decided === undefined ? null : at(decided)
    await sql`
      insert into approvals (organization_id, account_id, post_id, state, asked_by, asked_at, post_version, title, decided_by, decided_at, reason, edits)
      values (${organizationId}, ${accountId}, ${id}, ${state}, 'T1:UMILO', ${at(asked)}, 1, ${title}, ${decidedAt && 'T1:UADA'},
              ${decidedAt}, ${reason ?? null}, ${edits ? sql.json(edits as { field: string }[]) : null})`
  }
  const [title, url] = [{ field: 'title' }, { field: 'url' }]
  await request({ asked: '2026-03-02T10:00:00Z', state: 'approved', decided: '2026-03-02T11:00:00Z', edits: [url, title] })
  await request({ asked: '2026-03-02T10:00:00Z', state: 'approved', decided: '2026-03-02T12:00:00Z', edits: [title] })
  for (const hour of [13, 14, 15])
    await request({
      asked: '2026-03-02T10:00:00Z',
      state: 'changes_requested',
      decided: `2026-03-02T${hour}:00:00Z`,
      reason: hour === 15 ? 'Say the price.' : 'Name the wood.',
    })
  await request({ asked: '2026-02-20T10:00:00Z', state: 'rejected', decided: '2026-03-01T10:00:00Z' }) // the week before
  await request({ asked: '2026-03-03T10:00:00Z', state: 'withdrawn', decided: '2026-03-03T11:00:00Z' })
  await request({ asked: '2026-03-04T10:00:00Z', title: 'A bowl' })
  await request({ asked: '2026-03-01T10:00:00Z', title: 'A jug' })
  expect((await digestOf(world)).approvals).toEqual({
    decided: 5,
    medianMs: 3 * 3_600_000,
    waiting: { count: 2, longest: { title: 'A jug', askedAt: at('2026-03-01T10:00:00Z') } },
    sentBack: { count: 3, reasons: ['Name the wood.', 'Say the price.'] },
    edited: [
      { field: 'title', count: 2 },
      { field: 'url', count: 1 },
    ],
  })
})
