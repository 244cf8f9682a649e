import { describe, expect, test } from 'vitest'
import { listEvergreenCandidates, MOST_SEARCHED } from '../../../../src/core/posts/evergreen/candidates.js'
import { isEvergreen } from '../../../../src/core/posts/evergreen/membership.js'
import {
  addToEvergreen,
  MOST_EVERGREEN_POSTS,
  readEvergreen,
  removeFromEvergreen,
  setEvergreen,
} from '../../../../src/core/posts/evergreen/pool.js'
import { schedulePost } from '../../../../src/core/posts/schedule.js'
import { unschedulePost } from '../../../../src/core/posts/unschedule.js'
import { setPlan } from '../../../../src/core/billing/plan.js'
import { lockSchedule } from '../../../../src/core/slots/next-open-slot.js'
import { aDatabase } from '../../../support/database.js'
import { aDraft, aQueuedPost, DAY_MS } from '../../../support/factories.js'
import { aWorld, type World } from '../../../support/world.js'
import { anEvergreenSlot, aPoolPin, aPublishedPin, copiesOf, runAt } from './support/fixtures.js'
import { accountOf } from '../../slots/support/fixtures.js'

const { db } = await aDatabase()
// The world starts on Monday 2 March 2026, 10:00 UTC, which is 05:00 in New York.

const add = ({ deps, actor, accountId }: World, postId: string) => addToEvergreen(deps, actor, { accountId, postId })
const remove = ({ deps, actor, accountId }: World, postId: string) => removeFromEvergreen(deps, actor, { accountId, postId })
const pause = ({ deps, actor, accountId }: World, state: 'active' | 'paused') => setEvergreen(deps, actor, { accountId, state })
const read = ({ deps, actor, accountId }: World, limit = 10) => readEvergreen(deps, actor, { accountId, limit })
const poolOf = async (world: World) => (await read(world)).pool.map(({ post }) => post.id)
const isIn = ({ deps, actor, accountId }: World, postId: string) => isEvergreen(deps, actor, { accountId, postId })
const candidates = async ({ deps, actor, accountId }: World, words = '', limit = 10) =>
  (await listEvergreenCandidates(deps, actor, { accountId, words, limit })).map(({ id }) => id)

/** Published by its slot, as the publisher leaves it. */
async function sendCopy({ deps, organizationId }: World, id: string): Promise<void> {
  await deps.db.sql`
    update posts
       set status = 'sent', pin_id = ${`7${id}`}, sent_at = send_at, due_at = null
     where organization_id = ${organizationId} and id = ${id}`
}

describe('the pool', () => {
  test('takes published pins, each once', async () => {
    const world = await aWorld(db)
    const post = await aPublishedPin(world)
    expect((await add(world, post.id)).id).toBe(post.id)
    await add(world, post.id)
    expect(await poolOf(world)).toEqual([post.id])
  })

  test('refuses a pin that is not published, and one that is not there', async () => {
    const world = await aWorld(db)
    const stranger = await aPublishedPin(await aWorld(db))
    for (const { id } of [await aDraft(world), await aQueuedPost(world)])
      await expect(add(world, id)).rejects.toMatchObject({ code: 'CONFLICT', details: { reason: 'post_not_published' } })
    for (const id of [stranger.id, '999999', 'x']) await expect(add(world, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await poolOf(world)).toEqual([])
  })

  test('takes, and releases, the source of a pin that evergreen made', async () => {
    const world = await aWorld(db)
    const source = await aPoolPin(world)
    await anEvergreenSlot(world, 'mon 09:00')
    await runAt(world, '2026-03-02T13:40:00Z')
    const [copy] = await copiesOf(world)
    await add(world, copy!.id)
    expect(await poolOf(world)).toEqual([source.id])
    expect([await isIn(world, source.id), await isIn(world, copy!.id)]).toEqual([true, true])
    expect((await remove(world, copy!.id)).id).toBe(source.id)
    expect([await isIn(world, source.id), await isIn(world, copy!.id)]).toEqual([false, false])
    expect((await add(world, copy!.id)).id).toBe(source.id)
    expect(await poolOf(world)).toEqual([source.id])
  })

  test('is left by a pin that is removed, once', async () => {
    const world = await aWorld(db)
    const { id } = await aPoolPin(world)
    await remove(world, id)
    expect(await poolOf(world)).toEqual([])
    await expect(remove(world, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('is full at five hundred, also when several are added at once', async () => {
    const world = await aWorld(db)
    const { organizationId, accountId, clock } = world
    await db.sql`
      with made as (
        insert into posts (organization_id, account_id, status, media_type, title, description, url, board_id, send_at, pin_id, sent_at,
                           created_via, created_at, updated_at)
        select ${organizationId}::bigint, ${accountId}::bigint, 'sent', 'image', 'Old', 'Old', 'https://example.com', '101', ${clock.now}::timestamptz,
               'full' || n, ${clock.now}::timestamptz, 'api', ${clock.now}::timestamptz, ${clock.now}::timestamptz
          from generate_series(1, ${MOST_EVERGREEN_POSTS - 1}) n
        returning id
      )
      insert into evergreen_posts (organization_id, post_id, account_id, added_by, added_at)
      select ${organizationId}, id, ${accountId}, 'test', ${clock.now}
        from made`
    const posts = [await aPublishedPin(world), await aPublishedPin(world), await aPublishedPin(world)]
    const outcomes = await Promise.allSettled(posts.map(({ id }) => add(world, id)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const full = { code: 'BAD_REQUEST', details: { field: 'postId' } }
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: full })
    expect((await read(world)).poolSize).toBe(MOST_EVERGREEN_POSTS)
    const [there] = posts.filter((_, index) => outcomes[index]?.status === 'fulfilled')
    await add(world, there!.id) // it stays as it is
  })

  test('and its pause are not changed while the schedule is being changed', async () => {
    const world = await aWorld(db)
    const { id } = await aPoolPin(world)
    const post = await aPublishedPin(world)
    const account = await accountOf(world)
    await db.tx(async (sql) => {
      await lockSchedule(sql, account)
      const outcomes = await Promise.allSettled([add(world, post.id), remove(world, id), pause(world, 'paused')])
      for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { details: { reason: 'schedule_locked' } } })
    })
    expect(await read(world)).toMatchObject({ state: 'active', pool: [{ post: { id } }] })
  })

  test('is kept by schedulers and admins', async () => {
    const world = await aWorld(db)
    const { id } = await aPoolPin(world)
    const contributor: World = { ...world, actor: { ...world.actor, role: 'contributor' } }
    const forbidden = { code: 'FORBIDDEN' }
    await expect(add(contributor, id)).rejects.toMatchObject(forbidden)
    await expect(remove(contributor, id)).rejects.toMatchObject(forbidden)
    await expect(pause(contributor, 'paused')).rejects.toMatchObject(forbidden)
    expect(await read(contributor)).toMatchObject({ state: 'active', poolSize: 1 })
    await pause({ ...world, actor: { ...world.actor, role: 'scheduler' } }, 'paused')
    expect((await read(world)).state).toBe('paused')
  })
})

describe('what may be added', () => {
  test('are published pins outside the pool, the newest first, and no copies', async () => {
    const world = await aWorld(db)
    const [old, young] = [await aPublishedPin(world, { days: 20 }), await aPublishedPin(world, { days: 2 })]
    await aPoolPin(world, { days: 10 })
    await aQueuedPost(world)
    await anEvergreenSlot(world, 'mon 09:00')
    await runAt(world, '2026-03-02T13:40:00Z')
    const [copy] = await copiesOf(world)
    await sendCopy(world, copy!.id)
    expect(await candidates(world)).toEqual([young.id, old.id])
    expect(await candidates(world, '', 1)).toEqual([young.id])
    await db.sql`
      update posts set pin_deleted_at = ${world.clock.now} where organization_id = ${world.organizationId} and id = ${young.id}`
    expect(await candidates(world)).toEqual([old.id])
  })

  test('is found by every word in title, description or link, whatever the case, signs standing for themselves', async () => {
    const world = await aWorld(db)
    const lamp = await aPublishedPin(world, { title: 'Brass LAMP', description: '100% light', url: 'https://shop.test/a_b' })
    await aPublishedPin(world, { title: 'Brass bowl', description: '100 uses', url: 'https://shop.test/axb' })
    expect(await candidates(world, 'lamp brass')).toEqual([lamp.id])
    expect(await candidates(world, '100%')).toEqual([lamp.id])
    expect(await candidates(world, 'a_b')).toEqual([lamp.id])
    expect(await candidates(world, 'brass')).toHaveLength(2)
    expect(await candidates(world, 'brass shelf')).toEqual([])
    await expect(candidates(world, 'x'.repeat(201))).rejects.toMatchObject({ details: { field: 'words' } })
  })

  test('is looked for among the newest five thousand, copies aside', async () => {
    const world = await aWorld(db)
    const { organizationId, accountId, clock } = world
    const [lamp, older] = [
      await aPublishedPin(world, { title: 'Lamp', days: 40 }),
      await aPublishedPin(world, { title: 'Lamp', days: 41 }),
    ]
    await db.sql`
      insert into posts (organization_id, account_id, status, media_type, title, send_at, pin_id, sent_at, source_post_id,
                         created_via, created_at, updated_at)
      select ${organizationId}, ${accountId}, 'sent', 'image', 'Bowl', p.at, 'many' || p.n, p.at,
             case when p.n > ${MOST_SEARCHED - 1}::int then ${lamp.id}::bigint end, 'api', p.at, p.at
        from (select n, ${clock.now}::timestamptz - n * interval '1 minute' as at
                from generate_series(1, ${MOST_SEARCHED + 100}::int) n) p`
    expect(await candidates(world, 'lamp')).toEqual([lamp.id])
    await db.sql`delete from posts where organization_id = ${organizationId} and pin_id = 'many7'`
    expect(await candidates(world, 'lamp')).toEqual([lamp.id, older.id])
  })
})

describe('what is shown', () => {
  test('is empty at first', async () => {
    expect(await read(await aWorld(db))).toEqual({
      state: 'active',
      slots: [],
      pool: [],
      poolSize: 0,
      ended: [],
      runs: [],
      next: null,
    })
  })

  test('is the pool, the longest-unpublished first, with when it went out last and how often', async () => {
    const world = await aWorld(db)
    const [middle, oldest, newest] = [
      await aPoolPin(world, { days: 20 }),
      await aPoolPin(world, { days: 30 }),
      await aPoolPin(world, { days: 10 }),
    ]
    await anEvergreenSlot(world, 'mon 09:00')
    await anEvergreenSlot(world, 'tue 09:00')
    await runAt(world, '2026-03-02T13:40:00Z')
    const [copy] = await copiesOf(world)
    expect((await read(world)).pool.map(({ post, lastOutAt, runs }) => [post.id, lastOutAt, runs])).toEqual([
      [middle.id, middle.sentAt, 0],
      [newest.id, newest.sentAt, 0],
      [oldest.id, new Date('2026-03-02T14:00:00Z'), 0],
    ])
    await sendCopy(world, copy!.id)
    expect(await read(world, 1)).toMatchObject({ pool: [{ post: { id: middle.id } }], poolSize: 3 })
    expect((await read(world)).pool.at(-1)).toMatchObject({ post: { id: oldest.id }, runs: 1 })
  })

  test('next is the coming occurrence and what would go out then; the post itself once it is made', async () => {
    const world = await aWorld(db)
    const source = await aPoolPin(world)
    await anEvergreenSlot(world, 'mon 09:00')
    await anEvergreenSlot(world, 'tue 09:00')
    const [monday, tuesday] = [new Date('2026-03-02T14:00:00Z'), new Date('2026-03-03T14:00:00Z')]
    expect((await read(world)).next).toMatchObject({ at: monday, post: { id: source.id } })
    await runAt(world, '2026-03-02T13:40:00Z')
    const [copy] = await copiesOf(world)
    expect((await read(world)).next).toMatchObject({ at: monday, post: { id: copy!.id, sourcePostId: source.id } })
    const { deps, actor, accountId } = world
    const when = { kind: 'at', at: new Date('2026-03-02T15:00:00Z') } as const
    await schedulePost(deps, actor, { accountId, postId: copy!.id, when })
    expect((await read(world)).next).toMatchObject({ at: tuesday, post: { id: source.id } })
    await unschedulePost(deps, actor, { accountId, postId: copy!.id })
    expect((await read(world)).next).toMatchObject({ at: tuesday, post: { id: source.id } })
  })

  test('next says why nothing would go out, or will', async () => {
    const world = await aWorld(db, { credits: 1000 })
    const { deps, actor, accountId } = world
    await anEvergreenSlot(world, 'mon 09:00')
    const because = async () => (await read(world)).next
    const at = new Date('2026-03-02T14:00:00Z')
    expect(await because()).toEqual({ at, post: null, because: 'empty_pool' })
    await aPoolPin(world)
    await setPlan(deps, actor, { accountId, change: { access: 'none' } })
    expect(await because()).toEqual({ at, post: null, because: 'no_credit' })
    await setPlan(deps, actor, { accountId, change: { access: 'granted' } })
    await pause(world, 'paused')
    expect(await because()).toEqual({ at, post: null, because: 'evergreen_paused' })
    await runAt(world, '2026-03-02T13:45:00Z')
    await pause(world, 'active')
    expect(await because()).toEqual({ at, post: null, because: 'evergreen_paused' })
    world.clock.now = at
    expect(await because()).toMatchObject({ at: new Date(at.getTime() + 7 * DAY_MS - 3_600_000) }) // the clocks change before
  })

  test('the last five runs are told, the newest first', async () => {
    const world = await aWorld(db)
    for (const day of ['mon', 'tue', 'wed', 'thu', 'fri', 'sat']) await anEvergreenSlot(world, `${day} 09:00`)
    for (const day of [2, 3, 4, 5, 6, 7]) await runAt(world, `2026-03-0${day}T14:00:00Z`)
    const { runs } = await read(world)
    expect(runs.map(({ at, reason }) => [at.getUTCDate(), reason])).toEqual([7, 6, 5, 4, 3].map((day) => [day, 'empty_pool']))
  })

  test('of a foreign account is not found', async () => {
    const [mine, theirs] = [await aWorld(db), await aWorld(db)]
    await expect(read({ ...mine, accountId: theirs.accountId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
