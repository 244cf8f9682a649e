import { beforeEach, describe, expect, test } from 'vitest'
import { setPlan } from '../../../../src/core/billing/plan.js'
import { deletePublished } from '../../../../src/core/publish/published/request.js'
import { deletePost } from '../../../../src/core/posts/delete.js'
import { removeFromEvergreen, setEvergreen } from '../../../../src/core/posts/evergreen/pool.js'
import { nextEvergreenDue, runEvergreen } from '../../../../src/core/posts/evergreen/run.js'
import { listPostChanges } from '../../../../src/core/posts/history.js'
import { readPost } from '../../../../src/core/posts/list.js'
import { undoChange } from '../../../../src/core/posts/undo/undo.js'
import { unschedulePost } from '../../../../src/core/posts/unschedule.js'
import { purgeExpired } from '../../../../src/core/care/purge.js'
import { readSchedule } from '../../../../src/core/slots/calendar.js'
import { deleteEvergreenSlot, editEvergreenSlot } from '../../../../src/core/slots/evergreen-slots.js'
import type { Storage } from '../../../../src/core/ports/deps.js'
import { urlKeyOf } from '../../../../src/core/lib/http/url.js'
import { aDatabase } from '../../../support/database.js'
import { aMedia, aQueuedPost, creditsOf, DAY_MS } from '../../../support/factories.js'
import { aWorld, type World } from '../../../support/world.js'
import { anEvergreenSlot, aPoolPin, aPublishedPin, copiesOf, MINUTE_MS, nextAtOf, runAt, runsOf } from './support/fixtures.js'
import { aSlot, next } from '../../slots/support/fixtures.js'

const { db } = await aDatabase()
// The world starts on Monday 2 March 2026, 10:00 UTC, which is 05:00 in New York.
const MONDAY = new Date('2026-03-02T14:00:00Z') // 09:00 there

/** A tick works on every organization: the slots of the tests before are not its business. */
beforeEach(async () => {
  await db.sql`update timeslots set next_at = null, type = 'manual' where type = 'evergreen'`
})

/** An evergreen slot on Monday 09:00; it is due 20 minutes before. */
async function aMonday(world: World): Promise<string> {
  return anEvergreenSlot(world, 'mon 09:00')
}
const runMonday = (world: World) => runAt(world, '2026-03-02T13:40:00Z')

async function aRule({ organizationId, accountId, clock }: World, days: number, url: string | null = null): Promise<void> {
  await db.sql`
    insert into spacing_rules (organization_id, account_id, url_key, url, days, updated_at)
    values (${organizationId}, ${accountId}, ${url === null ? '' : urlKeyOf(url)}, ${url}, ${days}, ${clock.now})`
}

const sourcesOf = async (world: World) => (await copiesOf(world)).map(({ sourcePostId }) => sourcePostId)
const reasonsOf = async (world: World) => (await runsOf(world)).map(({ reason }) => reason)

describe('twenty minutes before an evergreen slot', () => {
  test('a new post is made of the pin, queued for exactly the time of the slot', async () => {
    const world = await aWorld(db)
    const source = await aPoolPin(world, { altText: 'A shelf', boardSectionId: '1011' })
    await db.sql`update posts set product_tag_pin_ids = '{77,78}', is_simplified = false where id = ${source.id}`
    await db.sql`
      insert into post_media (organization_id, post_id, position, media_id)
      values (${world.organizationId}, ${source.id}, 1, ${await aMedia(world)})`
    const timeslotId = await aMonday(world)
    expect(await runAt(world, '2026-03-02T13:39:59Z')).toMatchObject({ made: 0, passed: 0 })
    expect(await runMonday(world)).toEqual({ made: 1, passed: 0, failed: [] })
    const { deps, actor, accountId } = world
    const [run] = await runsOf(world)
    expect(run).toMatchObject({ timeslotId, at: MONDAY, reason: null })
    const copy = await readPost(deps, actor, { accountId, postId: run!.postId! })
    const { title, description, url, altText, boardId, boardSectionId, media, isSimplified, mediaType } = await readPost(
      deps,
      actor,
      {
        accountId,
        postId: source.id,
      },
    )
    expect(media).toHaveLength(2)
    expect(copy).toMatchObject({ title, description, url, altText, boardId, boardSectionId, media, isSimplified, mediaType })
    expect(copy).toMatchObject({
      status: 'queued',
      sendAt: MONDAY,
      timeslotId,
      sourcePostId: source.id,
      sentAt: null,
      pinId: null,
    })
    expect(copy).toMatchObject({
      productTagPinIds: ['77', '78'],
      productTagsState: null,
      intervalGroupId: null,
      createdAt: world.clock.now,
    })
    const [row] = await db.sql`select due_at, url_key from posts where id = ${copy.id}`
    expect(row).toEqual({ due_at: MONDAY, url_key: urlKeyOf(url!) })
  })

  test('it is charged like any other, and its history names evergreen', async () => {
    const world = await aWorld(db, { credits: 3 })
    await aPoolPin(world)
    const before = await creditsOf(world)
    await aMonday(world)
    await runMonday(world)
    const [copy] = await copiesOf(world)
    const { deps, actor, accountId } = world
    expect(await creditsOf(world)).toBe(before - 1)
    const [charge] = await db.sql`select charge_key from credit_ledger where account_id = ${accountId} order by id desc limit 1`
    expect(charge).toEqual({ charge_key: `post:${copy!.id}#1` })
    expect(await listPostChanges(deps, actor, { accountId, postId: copy!.id, limit: 5 })).toMatchObject([
      { via: 'operator', actor: 'evergreen', action: 'create', at: world.clock.now },
    ])
    const [audit] = await db.sql`select version, after from audit where subject = ${`post:${copy!.id}`}`
    expect(audit).toMatchObject({ version: 2, after: { status: 'queued', version: 2 } })
  })

  test('the schedule shows it without a slot, and at the instant of a smart slot it takes that place', async () => {
    const world = await aWorld(db)
    await aPoolPin(world)
    await aMonday(world)
    await aSlot(world, 'mon 09:00')
    await runMonday(world)
    const { deps, actor, accountId } = world
    const [copy] = await copiesOf(world)
    const { entries } = await readSchedule(deps, actor, { accountId, from: null, to: new Date('2026-03-03T00:00:00Z') })
    expect(entries).toMatchObject([{ sendAt: MONDAY, state: 'scheduled', timeslotId: null, post: { postId: copy!.id } }])
    expect((await next(world)).sendAt).toEqual(new Date('2026-03-09T13:00:00Z'))
  })
})

describe('what goes out', () => {
  test('is the longest-unpublished of the pool, then the next, and round again', async () => {
    const world = await aWorld(db)
    const [middle, oldest, newest] = [
      await aPoolPin(world, { days: 20 }),
      await aPoolPin(world, { days: 30 }),
      await aPoolPin(world, { days: 10 }),
    ]
    await aPublishedPin(world, { days: 300 }) // not of the pool
    for (const time of ['09:00', '09:05', '09:10', '09:15']) await anEvergreenSlot(world, `mon ${time}`)
    await runAt(world, '2026-03-02T13:55:00Z')
    expect(await sourcesOf(world)).toEqual([oldest.id, middle.id, newest.id, oldest.id])
  })

  test('counts what was made of a pin as long as it is live, wherever it was moved', async () => {
    const world = await aWorld(db)
    const [older, newer] = [await aPoolPin(world, { days: 30 }), await aPoolPin(world, { days: 20 })]
    for (const day of ['mon', 'tue', 'wed']) await anEvergreenSlot(world, `${day} 09:00`)
    await runMonday(world)
    const [copy] = await copiesOf(world)
    await db.sql`update posts set send_at = '2026-04-01T00:00:00Z', due_at = '2026-04-01T00:00:00Z' where id = ${copy!.id}`
    await runAt(world, '2026-03-03T13:40:00Z')
    await runAt(world, '2026-03-04T13:40:00Z')
    expect(await sourcesOf(world)).toEqual([older.id, newer.id, newer.id])
  })

  test('rotates past a pin whose copy failed or was taken off', async () => {
    const world = await aWorld(db)
    const [older, newer] = [await aPoolPin(world, { days: 30 }), await aPoolPin(world, { days: 20 })]
    for (const day of ['mon', 'tue', 'wed']) await anEvergreenSlot(world, `${day} 09:00`)
    for (const day of [2, 3, 4]) {
      await runAt(world, `2026-03-0${day}T13:40:00Z`)
      const copies = await copiesOf(world)
      await unschedulePost(world.deps, world.actor, { accountId: world.accountId, postId: copies.at(-1)!.id })
    }
    expect(await sourcesOf(world)).toEqual([older.id, newer.id, older.id])
  })

  test('of two that are as old is the one made first', async () => {
    const world = await aWorld(db)
    const [first, second] = [await aPoolPin(world, { days: 9 }), await aPoolPin(world, { days: 9 })]
    await aMonday(world)
    await anEvergreenSlot(world, 'mon 09:01')
    await runAt(world, '2026-03-02T13:41:00Z')
    expect(await sourcesOf(world)).toEqual([first.id, second.id])
  })

  test('is no pin whose deletion from Pinterest is under way; it has its turn if that is refused', async () => {
    const world = await aWorld(db)
    const [going, other] = [await aPoolPin(world, { days: 20 }), await aPoolPin(world, { days: 10 })]
    const { deps, actor, accountId } = world
    await deletePublished(deps, actor, { accountId, postId: going.id, confirm: going.pinId ?? '' })
    await aMonday(world)
    await runMonday(world)
    expect(await sourcesOf(world)).toEqual([other.id])
    await db.sql`
      update pin_edits set state = 'refused', reason = 'platform_refused', due_at = null, settled_at = ${world.clock.now} where post_id = ${going.id}`
    await runAt(world, '2026-03-09T12:40:00Z')
    expect(await sourcesOf(world)).toEqual([other.id, going.id])
  })

  test('is no pin that was removed from the pool', async () => {
    const world = await aWorld(db)
    const [older, newer] = [await aPoolPin(world, { days: 30 }), await aPoolPin(world, { days: 20 })]
    await removeFromEvergreen(world.deps, world.actor, { accountId: world.accountId, postId: older.id })
    await aMonday(world)
    await runMonday(world)
    expect(await sourcesOf(world)).toEqual([newer.id])
  })
})

describe('spacing', () => {
  test('holds against the pin itself: calendar days in the account’s zone, at least so many apart', async () => {
    const world = await aWorld(db)
    // Monday 2 March, 09:00 in New York, less seven calendar days is Monday 23 February, which there begins at 05:00 UTC.
    const source = await aPoolPin(world)
    const publishedAt = (at: string) =>
      db.sql`update posts set send_at = ${at}::timestamptz, sent_at = ${at}::timestamptz where id = ${source.id}`
    await aRule(world, 7)
    await aMonday(world)
    await publishedAt('2026-02-24T05:00:00Z')
    await runMonday(world)
    expect(await reasonsOf(world)).toEqual(['spacing'])
    await anEvergreenSlot(world, 'mon 09:01')
    await publishedAt('2026-02-24T04:59:00Z')
    await runAt(world, '2026-03-02T13:41:00Z')
    expect(await reasonsOf(world)).toEqual(['spacing', null])
  })

  test('holds against pins to come, copies and others with the same link, and the next in turn goes out', async () => {
    const world = await aWorld(db)
    const url = 'https://shop.test/lamp'
    const [near, far] = [await aPoolPin(world, { days: 30, url }), await aPoolPin(world, { days: 20 })]
    await aQueuedPost(world, { url: 'http://SHOP.test/lamp/#top', at: new Date('2026-03-08T20:00:00Z') })
    await aRule(world, 7)
    await aMonday(world)
    await anEvergreenSlot(world, 'tue 09:00')
    await anEvergreenSlot(world, 'mon 20:00')
    await runMonday(world)
    expect(await sourcesOf(world)).toEqual([far.id])
    await runAt(world, '2026-03-03T00:40:00Z')
    await runAt(world, '2026-03-03T13:40:00Z')
    expect(await sourcesOf(world)).toEqual([far.id])
    expect(await reasonsOf(world)).toEqual([null, 'spacing', 'spacing'])
    const moved = '2026-03-20T20:00:00Z'
    await db.sql`
      update posts set send_at = ${moved}, due_at = ${moved} where url_key = ${urlKeyOf(url)} and status = 'queued'`
    await anEvergreenSlot(world, 'tue 10:00')
    await runAt(world, '2026-03-03T14:40:00Z')
    expect(await sourcesOf(world)).toEqual([far.id, near.id])
  })

  test('of a link of its own wins over the account’s, whichever is longer', async () => {
    const world = await aWorld(db)
    const [strict, loose] = ['https://shop.test/strict', 'https://shop.test/loose']
    const loosePin = await aPoolPin(world, { days: 3, url: loose })
    await aPoolPin(world, { days: 8, url: strict })
    await aRule(world, 7)
    await aRule(world, 30, strict)
    await aRule(world, 1, loose)
    await aMonday(world)
    await runMonday(world)
    expect(await sourcesOf(world)).toEqual([loosePin.id])
  })
})

describe('at its time', () => {
  test('is the wall clock’s: an hour that is skipped moves on, one that is repeated comes once', async () => {
    const world = await aWorld(db, { at: new Date('2026-03-07T12:00:00Z') })
    await aPoolPin(world)
    const timeslotId = await anEvergreenSlot(world, 'sun 02:30')
    await runAt(world, '2026-03-08T07:10:00Z')
    expect((await copiesOf(world))[0]?.sendAt).toEqual(new Date('2026-03-08T07:30:00Z')) // 03:30 there
    expect(await nextAtOf(world, timeslotId)).toEqual(new Date('2026-03-15T06:30:00Z'))

    const autumn = await aWorld(db, { at: new Date('2026-10-31T12:00:00Z') })
    await aPoolPin(autumn)
    await anEvergreenSlot(autumn, 'sun 01:30')
    await runAt(autumn, '2026-11-01T05:10:00Z')
    await runAt(autumn, '2026-11-01T06:10:00Z')
    await runAt(autumn, '2026-11-01T06:30:00Z')
    expect((await copiesOf(autumn)).map(({ sendAt }) => sendAt)).toEqual([new Date('2026-11-01T05:30:00Z')])
  })

  test('or up to ten minutes late after a standstill, not later; and never for the weeks that passed', async () => {
    const world = await aWorld(db)
    await aPoolPin(world)
    const monday = await aMonday(world)
    const tuesday = await anEvergreenSlot(world, 'tue 08:59')
    // Two weeks later, on Tuesday 17 March, ten minutes after 08:59.
    await runAt(world, '2026-03-17T13:09:00Z')
    await runEvergreen(world.deps)
    expect(await runsOf(world)).toMatchObject([
      { timeslotId: monday, at: MONDAY, reason: 'too_late' },
      { timeslotId: tuesday, at: new Date('2026-03-03T13:59:00Z'), reason: 'too_late' },
      { timeslotId: tuesday, at: new Date('2026-03-17T12:59:00Z'), reason: null },
    ])
    expect(await nextAtOf(world, monday)).toEqual(new Date('2026-03-23T13:00:00Z'))
    expect(await nextAtOf(world, tuesday)).toEqual(new Date('2026-03-24T12:59:00Z'))
    await runAt(world, '2026-03-24T13:09:01Z')
    expect(await reasonsOf(world)).toEqual(['too_late', 'too_late', null, 'too_late', 'too_late'])
  })

  test('that time zone data has moved away since is looked for again', async () => {
    const world = await aWorld(db)
    await aPoolPin(world)
    const timeslotId = await aMonday(world)
    await db.sql`update timeslots set next_at = '2026-03-02T13:00:00Z' where id = ${timeslotId}`
    await runAt(world, '2026-03-02T12:40:00Z')
    expect([await copiesOf(world), await runsOf(world)]).toEqual([[], []])
    expect(await nextAtOf(world, timeslotId)).toEqual(MONDAY)
  })
})

describe('time zone data moves an occurrence', () => {
  const aMoved = async (at: string): Promise<{ world: World; timeslotId: string }> => {
    const world = await aWorld(db)
    await aPoolPin(world)
    const timeslotId = await aMonday(world)
    await db.sql`update timeslots set next_at = ${at}::timestamptz where id = ${timeslotId}`
    return { world, timeslotId }
  }
  const NEXT_MONDAY = new Date('2026-03-09T13:00:00Z')

  test('earlier, by a little: it is made up for within its ten minutes', async () => {
    const { world, timeslotId } = await aMoved('2026-03-02T14:25:00Z')
    expect(await runAt(world, '2026-03-02T14:05:00Z')).toEqual({ made: 1, passed: 0, failed: [] })
    expect(await runsOf(world)).toMatchObject([{ timeslotId, at: MONDAY, reason: null }])
    expect((await copiesOf(world)).map(({ sendAt }) => sendAt)).toEqual([MONDAY])
    expect(await nextAtOf(world, timeslotId)).toEqual(NEXT_MONDAY)
  })

  test.each([
    ['an hour', '2026-03-02T15:00:00Z'],
    ['a day', '2026-03-03T14:00:00Z'],
  ])('earlier by %s: it is too late, and told so', async (_, at) => {
    const { world, timeslotId } = await aMoved(at)
    expect(await runAt(world, at)).toEqual({ made: 0, passed: 1, failed: [] })
    expect(await runsOf(world)).toMatchObject([{ timeslotId, at: MONDAY, reason: 'too_late' }])
    expect(await nextAtOf(world, timeslotId)).toEqual(NEXT_MONDAY)
  })

  test('later, by a little: it is decided at once, for its own time', async () => {
    const { world, timeslotId } = await aMoved('2026-03-02T13:50:00Z')
    await runAt(world, '2026-03-02T13:45:00Z')
    expect(await runsOf(world)).toMatchObject([{ timeslotId, at: MONDAY, reason: null }])
    expect(await nextAtOf(world, timeslotId)).toEqual(NEXT_MONDAY)
  })

  test('and what was decided for it before stays so', async () => {
    const { world, timeslotId } = await aMoved('2026-03-02T14:00:00Z')
    await runMonday(world)
    await db.sql`update timeslots set next_at = '2026-03-02T14:30:00Z' where id = ${timeslotId}`
    expect(await runAt(world, '2026-03-02T14:10:00Z')).toEqual({ made: 0, passed: 0, failed: [] })
    expect(await copiesOf(world)).toHaveLength(1)
    expect(await nextAtOf(world, timeslotId)).toEqual(NEXT_MONDAY)
  })
})

describe('a slot from before there was evergreen', () => {
  test('is started by the next tick, at its first occurrence after it', async () => {
    const world = await aWorld(db)
    await aPoolPin(world)
    const [soon, later] = [await anEvergreenSlot(world, 'mon 09:00'), await anEvergreenSlot(world, 'mon 08:30')]
    await db.sql`update timeslots set next_at = null where organization_id = ${world.organizationId}`
    expect(await runMonday(world)).toEqual({ made: 1, passed: 0, failed: [] })
    expect(await runsOf(world)).toMatchObject([{ timeslotId: soon, at: MONDAY, reason: null }])
    expect(await nextAtOf(world, later)).toEqual(new Date('2026-03-09T12:30:00Z'))
  })

  test('keeps no other back when its zone is not known any more', async () => {
    const world = await aWorld(db)
    await aPoolPin(world)
    const [lost, soon] = [await anEvergreenSlot(world, 'mon 08:00'), await anEvergreenSlot(world, 'mon 09:00')]
    await db.sql`update timeslots set next_at = null, timezone = 'Nowhere/City' where id = ${lost}`
    const { made, failed } = await runMonday(world)
    expect([made, failed.map(({ timeslotId, at }) => [timeslotId, at])]).toEqual([1, [[lost, null]]])
    expect(await runsOf(world)).toMatchObject([{ timeslotId: soon, reason: null }])
  })
})

describe('a board', () => {
  const copyOf = async (world: World) => {
    await aMonday(world)
    await runMonday(world)
    const [copy] = await copiesOf(world)
    return readPost(world.deps, world.actor, { accountId: world.accountId, postId: copy!.id })
  }

  test('that lost the section of the pin takes what is made of it itself', async () => {
    const world = await aWorld(db)
    await aPoolPin(world, { boardId: '101', boardSectionId: '1011' })
    await db.sql`delete from board_sections where organization_id = ${world.organizationId} and id = '1011'`
    expect(await copyOf(world)).toMatchObject({ status: 'queued', boardId: '101', boardSectionId: null })
  })

  test('that is gone stays named, with its section, and publishing says so', async () => {
    const world = await aWorld(db)
    await aPoolPin(world, { boardId: '101', boardSectionId: '1011' })
    await db.sql`delete from boards where organization_id = ${world.organizationId} and id = '101'`
    expect(await copyOf(world)).toMatchObject({ status: 'queued', boardId: '101', boardSectionId: '1011' })
  })
})

describe('nothing goes out', () => {
  test('while the pool is empty', async () => {
    const world = await aWorld(db)
    await aMonday(world)
    expect(await runMonday(world)).toEqual({ made: 0, passed: 1, failed: [] })
    expect(await reasonsOf(world)).toEqual(['empty_pool'])
  })

  test('while evergreen is paused, and nothing is caught up on afterwards', async () => {
    const world = await aWorld(db)
    const pause = (state: 'active' | 'paused') => setEvergreen(world.deps, world.actor, { accountId: world.accountId, state })
    await aPoolPin(world)
    await aMonday(world)
    await anEvergreenSlot(world, 'tue 09:00')
    await pause('paused')
    await runMonday(world)
    await pause('active')
    await runAt(world, '2026-03-02T13:50:00Z')
    await runAt(world, '2026-03-03T13:40:00Z')
    expect(await reasonsOf(world)).toEqual(['evergreen_paused', null])
  })

  test('while publishing is paused', async () => {
    const world = await aWorld(db)
    await aPoolPin(world)
    await aMonday(world)
    await db.sql`update accounts set publishing = 'paused' where id = ${world.accountId}`
    await runMonday(world)
    expect(await reasonsOf(world)).toEqual(['publishing_paused'])
  })

  test('while the account is not connected: its tokens dead or its connection gone', async () => {
    const [dead, gone] = [await aWorld(db), await aWorld(db)]
    for (const world of [dead, gone]) {
      await aPoolPin(world)
      await aMonday(world)
    }
    await db.sql`update accounts set token_status = 'unauthorized' where id = ${dead.accountId}`
    await db.sql`delete from connections where account_id = ${gone.accountId}`
    await runMonday(dead)
    expect([...(await reasonsOf(dead)), ...(await reasonsOf(gone))]).toEqual(['not_connected', 'not_connected'])
    const notices = await db.sql`select from outbox where organization_id in (${dead.organizationId}, ${gone.organizationId})`
    expect(notices).toHaveLength(0)
  })

  test('without credit: no post, no charge, and the team is told once a day', async () => {
    const world = await aWorld(db, { credits: 5 })
    await aPoolPin(world)
    const { deps, actor, accountId, organizationId } = world
    await db.sql`update entitlements set credits_left = 0 where account_id = ${accountId}`
    for (const slot of ['mon 09:00', 'mon 10:00', 'tue 09:00']) await anEvergreenSlot(world, slot)
    const count = async () => {
      const [row] = await db.sql<[{ posts: number; charges: number; audited: number }]>`
        select (select count(*)::int from posts where account_id = ${accountId}) as posts,
               (select count(*)::int from credit_ledger where account_id = ${accountId}) as charges,
               (select count(*)::int from audit where account_id = ${accountId}) as audited`
      return row
    }
    const before = await count()
    await runMonday(world)
    await runAt(world, '2026-03-02T14:40:00Z')
    await runAt(world, '2026-03-03T13:40:00Z')
    expect(await reasonsOf(world)).toEqual(['no_credit', 'no_credit', 'no_credit'])
    expect(await count()).toEqual(before)
    const notices = await db.sql`
      select destination, dedupe_key, notice
        from outbox where organization_id = ${organizationId} order by id`
    const message = 'This account does not have enough credits. Buy credits or wait for the next period.'
    expect(notices).toEqual(
      ['2026-03-02', '2026-03-03'].map((day) => ({
        destination: `account:${accountId}`,
        dedupe_key: `evergreen:${accountId}:${day}:no_credit`,
        notice: { kind: 'evergreenStopped', accountId, message, reason: 'insufficient_credits' },
      })),
    )
    await setPlan(deps, actor, { accountId, change: { credits: 1 } })
    await anEvergreenSlot(world, 'tue 10:00')
    await runAt(world, '2026-03-03T14:40:00Z')
    expect(await reasonsOf(world)).toEqual(['no_credit', 'no_credit', 'no_credit', null])
  })
})

describe('what was decided stays so', () => {
  test('when the post is taken off, its charge refunded, or deleted', async () => {
    const world = await aWorld(db, { credits: 10 })
    await aPoolPin(world)
    await aMonday(world)
    const before = await creditsOf(world)
    await runMonday(world)
    const [copy] = await copiesOf(world)
    const { deps, actor, accountId } = world
    await unschedulePost(deps, actor, { accountId, postId: copy!.id })
    expect(await creditsOf(world)).toBe(before)
    expect(await runAt(world, '2026-03-02T13:50:00Z')).toEqual({ made: 0, passed: 0, failed: [] })
    await deletePost(deps, actor, { accountId, postId: copy!.id })
    await runAt(world, '2026-03-02T14:05:00Z')
    expect(await copiesOf(world)).toEqual([])
    expect(await runsOf(world)).toMatchObject([{ postId: copy!.id }])
  })

  test('when its deletion is undone: it comes back at its time, still the copy of its source', async () => {
    const world = await aWorld(db)
    const source = await aPoolPin(world)
    await aMonday(world)
    await runMonday(world)
    const [copy] = await copiesOf(world)
    const { deps, actor, accountId } = world
    await deletePost(deps, actor, { accountId, postId: copy!.id })
    await undoChange(deps, actor, { accountId, postId: copy!.id, version: 3 })
    expect(await copiesOf(world)).toMatchObject([{ id: copy!.id, sourcePostId: source.id, status: 'queued', sendAt: MONDAY }])
    expect(await runEvergreen(deps)).toMatchObject({ made: 0, passed: 0 })
  })

  test('when the slot is moved away and back, or written again as it is', async () => {
    const world = await aWorld(db)
    await aPoolPin(world)
    const timeslotId = await aMonday(world)
    await runMonday(world)
    const { deps, actor, accountId } = world
    await editEvergreenSlot(deps, actor, { accountId, timeslotId, time: '11:00' })
    await editEvergreenSlot(deps, actor, { accountId, timeslotId, time: '09:00' })
    expect(await nextAtOf(world, timeslotId)).toEqual(MONDAY)
    expect(await runEvergreen(deps)).toEqual({ made: 0, passed: 0, failed: [] })
    expect(await nextAtOf(world, timeslotId)).toEqual(new Date('2026-03-09T13:00:00Z'))
    expect(await copiesOf(world)).toHaveLength(1)
  })

  test('when the slot is deleted: the post keeps its time', async () => {
    const world = await aWorld(db)
    await aPoolPin(world)
    const timeslotId = await aMonday(world)
    await runMonday(world)
    await deleteEvergreenSlot(world.deps, world.actor, { accountId: world.accountId, timeslotId })
    expect(await copiesOf(world)).toMatchObject([{ status: 'queued', sendAt: MONDAY, timeslotId: null }])
    expect(await runAt(world, '2026-03-09T13:00:00Z')).toEqual({ made: 0, passed: 0, failed: [] })
  })
})

test('a virtual clock that is forwarded stops twenty minutes before the first occurrence of all', async () => {
  expect(await nextEvergreenDue(db.sql)).toBeNull()
  const world = await aWorld(db)
  await anEvergreenSlot(world, 'tue 09:00')
  await aMonday(world)
  expect(await nextEvergreenDue(db.sql)).toEqual(new Date(MONDAY.getTime() - 20 * MINUTE_MS))
})

test('what became of an occurrence is kept ninety days', async () => {
  const storage = { remove: async () => {} } satisfies Partial<Storage>
  const world = await aWorld(db, { parts: { storage: storage as unknown as Storage } }) // all that purging asks
  await aMonday(world)
  await runMonday(world)
  world.clock.advance(90 * DAY_MS - 1)
  await purgeExpired(world.deps)
  expect(await runsOf(world)).toHaveLength(1)
  world.clock.advance(1)
  await purgeExpired(world.deps)
  expect(await runsOf(world)).toHaveLength(0)
})
