/** What a week has. The world starts on Monday 2 March 2026, 10:00 UTC, which is 05:00 in New York. */
import { describe, expect, test } from 'vitest'
import { DomainError } from '../../../../src/core/lib/errors.js'
import { setEvergreen } from '../../../../src/core/posts/evergreen/pool.js'
import { readWeek, type WeekEntry } from '../../../../src/core/posts/schedule/week.js'
import { schedulePost } from '../../../../src/core/posts/schedule.js'
import { unschedulePost } from '../../../../src/core/posts/unschedule.js'
import { pausePublishing } from '../../../../src/core/accounts/publishing.js'
import { readWeekAhead } from '../../../../src/core/insight/analytics/week-ahead.js'
import { readSchedule } from '../../../../src/core/slots/calendar.js'
import { changeGuard } from '../../../../src/core/slots/guard-settings.js'
import { listOpenSlots } from '../../../../src/core/slots/next-open-slot.js'
import { aDatabase } from '../../../support/database.js'
import { aDraft, aQueuedPost } from '../../../support/factories.js'
import { aWorld, type World } from '../../../support/world.js'
import { accountOf, aPin, aSlot } from '../../slots/support/fixtures.js'
import { anEvergreenSlot, aPoolPin, aPublishedPin, copiesOf, runAt } from '../evergreen/support/fixtures.js'

const { db } = await aDatabase()
const MONDAY = new Date('2026-03-02T05:00:00Z')
const SUNDAY = new Date('2026-03-09T03:59:59Z')

type Asked = { start?: Date; end?: Date; limit?: number; cursor?: string | null; accountIds?: string[] }
const read = (
  { deps, actor, accountId }: World,
  { start = MONDAY, end = SUNDAY, limit = 50, cursor = null, accountIds }: Asked = {},
) => readWeek(deps, actor, { accountIds: accountIds ?? [accountId], start, end, limit, cursor })

async function anotherAccount({ deps, organizationId }: World): Promise<string> {
  const [{ id }] = await deps.db.sql<[{ id: string }]>`
    insert into accounts (organization_id, platform_user_id, username, display_name, timezone, is_business, created_at)
    values (${organizationId}, ${`91${organizationId}`}, 'garden', 'Garden', 'UTC', true, now())
    returning id`
  await deps.db.sql`insert into schedules (organization_id, account_id) values (${organizationId}, ${id})`
  await deps.db.sql`
    insert into entitlements (organization_id, account_id, access, credits_left, period)
    values (${organizationId}, ${id}, 'granted', 0, now())`
  return id
}

/** At a time of its own on any account: what is charged is not the matter here. */
async function queuedOn(world: World, accountId: string, at: string): Promise<string> {
  const { id } = await aQueuedPost(world, { at: new Date(at) })
  await world.deps.db
    .sql`update posts set account_id = ${accountId} where organization_id = ${world.organizationId} and id = ${id}`
  return id
}

const brief = (entry: WeekEntry): string => {
  const at = entry.at.toISOString().slice(5, 16)
  switch (entry.kind) {
    case 'pin':
      return `${at} ${entry.post.sourcePostId === null ? '' : 'repeated '}${entry.post.status} ${entry.post.id}`
    case 'repeat':
      return `${at} repeat ${entry.because ?? entry.post?.id ?? ''}`.trim()
    case 'waiting':
      return `${at} waiting ${entry.post.id}`
    case 'open':
      return `${at} open ${entry.places}`
  }
}
const entriesOf = async (world: World, asked?: Asked) => (await read(world, asked)).entries.map(brief)

describe('a week', () => {
  test('has what went out, what will, what evergreen repeats and the open slots, in time order', async () => {
    const world = await aWorld(db)
    const pool = await aPoolPin(world)
    await anEvergreenSlot(world, 'wed 12:00')
    const [tuesday] = [await aSlot(world, 'tue 09:00'), await aSlot(world, 'thu 09:00'), await aSlot(world, 'thu 09:00')]
    const sent = await aPin(world, { at: '2026-03-02T09:00:00Z', status: 'sent' })
    const queued = await aPin(world, { at: '2026-03-03T14:00:00Z', timeslotId: tuesday })
    const off = await aPin(world, { at: '2026-03-05T11:11:00Z' })
    const week = await read(world)
    expect(week.entries.map(brief)).toEqual([
      `03-02T09:00 sent ${sent}`,
      `03-03T14:00 queued ${queued}`,
      `03-04T17:00 repeat ${pool.id}`,
      `03-05T11:11 queued ${off}`,
      '03-05T14:00 open 2',
    ])
    expect(week.totals).toEqual({ published: 1, coming: 2, repeats: 1, open: 2 })
    expect(week.cursor).toBeNull()
  })

  test('knows the pin of the next evergreen occurrence, and of later ones that there are such', async () => {
    const world = await aWorld(db)
    const pool = await aPoolPin(world)
    for (const when of ['wed 12:00', 'fri 12:00']) await anEvergreenSlot(world, when)
    expect(await entriesOf(world)).toEqual([`03-04T17:00 repeat ${pool.id}`, '03-06T17:00 repeat'])
    const nextWeek = { start: new Date('2026-03-09T04:00:00Z'), end: new Date('2026-03-16T03:59:59Z') }
    expect(await entriesOf(world, nextWeek)).toEqual(['03-11T16:00 repeat', '03-13T16:00 repeat'])
  })

  test('has the pin that was made of an occurrence in its place, once', async () => {
    const world = await aWorld(db)
    await aPoolPin(world)
    await anEvergreenSlot(world, 'wed 12:00')
    await runAt(world, '2026-03-04T16:45:00Z')
    const [copy] = await copiesOf(world)
    expect(await entriesOf(world)).toEqual([`03-04T17:00 repeated queued ${copy!.id}`])
    await unschedulePost(world.deps, world.actor, { accountId: world.accountId, postId: copy!.id })
    expect(await entriesOf(world)).toEqual([]) // it is not made again
  })

  test('has no repeat while evergreen is paused or its pool is empty, and says why the next one would not go out', async () => {
    const world = await aWorld(db)
    const { deps, actor, accountId } = world
    await anEvergreenSlot(world, 'wed 12:00')
    expect(await entriesOf(world)).toEqual([])
    await aPoolPin(world)
    await pausePublishing(deps, actor, { accountId, whilePaused: 'wait' })
    expect(await entriesOf(world)).toEqual(['03-04T17:00 repeat publishing_paused'])
    await setEvergreen(deps, actor, { accountId, state: 'paused' })
    expect(await entriesOf(world)).toEqual([])
  })

  test('of the past has no open slot and no occurrence that nothing came of', async () => {
    const world = await aWorld(db)
    await aPoolPin(world)
    await anEvergreenSlot(world, 'mon 04:00')
    await aSlot(world, 'mon 04:30')
    expect(await entriesOf(world)).toEqual([])
  })

  test('comes page by page, none twice and none left out, whatever lies at one instant', async () => {
    const world = await aWorld(db)
    await aPoolPin(world)
    for (const when of ['tue 12:00', 'tue 12:00', 'thu 08:00']) await anEvergreenSlot(world, when)
    for (const when of ['tue 12:00', 'tue 12:00', 'tue 12:00', 'tue 12:00', 'fri 10:00']) await aSlot(world, when)
    for (let n = 0; n < 3; n++) await aPin(world, { at: '2026-03-03T17:00:00Z' })
    const whole = await entriesOf(world)
    expect(whole).toHaveLength(8)
    for (const limit of [1, 2, 3, 7]) {
      const pages: string[] = []
      let cursor: string | null = null
      do {
        const page = await read(world, { limit, cursor })
        pages.push(...page.entries.map(brief))
        cursor = page.cursor
      } while (cursor !== null)
      expect(pages).toEqual(whole)
    }
  })

  test('of several accounts is one list in time order, and of no other organization', async () => {
    const world = await aWorld(db)
    const other = await anotherAccount(world)
    const stranger = await aWorld(db)
    const first = await aQueuedPost(world, { at: new Date('2026-03-03T10:00:00Z') })
    const second = await queuedOn(world, other, '2026-03-03T09:00:00Z')
    await aQueuedPost(stranger, { at: new Date('2026-03-03T09:30:00Z') })
    const accountIds = [world.accountId, other]
    expect(await entriesOf(world, { accountIds })).toEqual([`03-03T09:00 queued ${second}`, `03-03T10:00 queued ${first.id}`])
    const { cursor } = await read(world, { accountIds, limit: 1 })
    expect(await entriesOf(world, { accountIds, limit: 1, cursor })).toEqual([`03-03T10:00 queued ${first.id}`])
    await expect(read(world, { accountIds: [stranger.accountId] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('refuses a window that is too long, and a cursor that is none', async () => {
    const world = await aWorld(db)
    const wrong = [{ end: new Date('2026-06-01T00:00:00Z') }, { end: new Date('2026-03-01T00:00:00Z') }, { cursor: 'x' }]
    for (const asked of wrong) await expect(read(world, asked)).rejects.toThrow(DomainError)
  })

  test('reads ten thousand posts by their index', async () => {
    const world = await aWorld(db)
    const { id } = await aDraft(world)
    await world.deps.db.sql`
      insert into posts (organization_id, account_id, status, media_type, title, board_id, created_via, created_by, created_at, updated_at, send_at, sent_at, pin_id)
      select organization_id, account_id, 'sent', media_type, title, board_id, created_via, created_by, created_at, updated_at,
             ${MONDAY}::timestamptz - n * interval '1 hour', ${MONDAY}::timestamptz - n * interval '1 hour', n::text
        from posts, generate_series(1, 10000) n
       where organization_id = ${world.organizationId} and id = ${id}`
    await world.deps.db.sql`analyze posts`
    await aQueuedPost(world, { at: new Date('2026-03-03T10:00:00Z') })
    const plan = await world.deps.db.sql<{ 'QUERY PLAN': string }[]>`
      explain select id
        from posts p
       where p.organization_id = ${world.organizationId} and p.account_id = ${world.accountId}
         and p.status in ('queued', 'uploading', 'sent')
         and p.send_at > ${MONDAY} and p.send_at <= ${SUNDAY}
         and (p.send_at, p.id) > (${MONDAY}::timestamptz, 0::bigint)
       order by p.send_at, p.id
       limit 25`
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/Index (Only )?Scan using posts_(live|list|due)/)
    expect(await entriesOf(world)).toHaveLength(1)
  })
})

describe('evergreen is part of', () => {
  test('the next seven days, and the schedule where it is requested', async () => {
    const world = await aWorld(db)
    const { deps, actor, accountId } = world
    const pool = await aPoolPin(world, { title: 'Lamp' })
    await anEvergreenSlot(world, 'wed 12:00')
    await aQueuedPost(world, { title: 'Shelf', at: new Date('2026-03-06T10:00:00Z') })
    const ahead = await readWeekAhead(deps.db.sql, await accountOf(world), world.clock.now)
    expect(ahead.pins.count).toBe(2)
    expect(ahead.soon.pins).toBe(1)
    expect(ahead.pins.first.map(({ title, isRepeat }) => [title, isRepeat])).toEqual([
      [pool.title, true],
      ['Shelf', false],
    ])
    const window = { accountId, from: null, to: null }
    const kinds = async (withRepeats: boolean) =>
      (await readSchedule(deps, actor, { ...window, withRepeats })).entries.map(({ kind, post }) => [kind, post !== null])
    expect(await kinds(false)).toEqual([['pin', true]])
    expect(await kinds(true)).toEqual([
      ['repeat', false],
      ['pin', true],
      ['repeat', false],
    ])
  })

  test('the next seven days by board, those with most pins first', async () => {
    const world = await aWorld(db)
    await world.deps.db.sql`
      insert into boards (organization_id, account_id, id, name, privacy, fetched_at)
      values (${world.organizationId}, ${world.accountId}, '444444', 'Lamps', 'PUBLIC', ${world.clock.now})`
    const other = '444444'
    await aQueuedPost(world, { title: 'Lamp', boardId: other, at: new Date('2026-03-03T10:00:00Z') })
    for (const hour of [12, 13, 14, 15, 16, 17])
      await aQueuedPost(world, { title: `At ${hour}`, at: new Date(`2026-03-04T${hour}:00:00Z`) })
    const { pins } = await readWeekAhead(world.deps.db.sql, await accountOf(world), world.clock.now)
    expect(pins.boards.map(({ count, first }) => [count, first.map(({ title }) => title)])).toEqual([
      [6, ['At 12', 'At 13', 'At 14', 'At 15']],
      [1, ['Lamp']],
    ])
    expect(pins.first.map(({ title }) => title)).toEqual(['Lamp', 'At 12', 'At 13'])
  })

  test('a pin that evergreen made is a repeat on the schedule, wherever it was moved', async () => {
    const world = await aWorld(db)
    const { deps, actor, accountId } = world
    await aPoolPin(world)
    await aPublishedPin(world)
    await anEvergreenSlot(world, 'wed 12:00')
    await runAt(world, '2026-03-04T16:45:00Z')
    const [copy] = await copiesOf(world)
    await schedulePost(deps, actor, { accountId, postId: copy!.id, when: { kind: 'at', at: new Date('2026-03-05T10:00:00Z') } })
    const { entries } = await readSchedule(deps, actor, { accountId, from: null, to: new Date('2026-03-08T00:00:00Z') })
    expect(entries.map(({ kind, post }) => [kind, post?.postId])).toEqual([['repeat', copy!.id]])
  })
})

test('a week, the digest and the next open slots count no more open slots of a day than its limit has room for', async () => {
  const world = await aWorld(db)
  const { deps, actor, accountId } = world
  await deps.db.sql`update accounts set timezone = 'America/New_York' where id = ${accountId}`
  for (const slot of ['mon 12:00', 'mon 15:00', 'mon 18:00', 'tue 12:00', 'tue 12:00', 'tue 12:00']) await aSlot(world, slot)
  await changeGuard(deps, actor, { accountId, perDay: 2 })
  await schedulePost(deps, actor, { accountId, postId: (await aDraft(world)).id, when: { kind: 'nextOpenSlot' } })
  const { entries, totals } = await read(world)
  expect(entries.map(brief).filter((entry) => entry.includes('open'))).toEqual(['03-02T20:00 open 1', '03-03T17:00 open 2'])
  expect(totals).toMatchObject({ coming: 1, open: 3 })
  const { slots, soon } = await readWeekAhead(deps.db.sql, await accountOf(world), world.clock.now)
  expect([slots.count, slots.open, slots.closed, soon.open]).toEqual([6, 3, 2, 3])
  const next = await listOpenSlots(deps, actor, { accountId, limit: 4 })
  expect(next.map(({ at }) => at.toISOString().slice(5, 16))).toEqual([
    '03-02T20:00',
    '03-03T17:00',
    '03-03T17:00',
    '03-09T16:00',
  ])
})
