import { expect, test } from 'vitest'
import { deletePost, deleteSeries } from '../../../src/core/posts/delete.js'
import { editPost, type EditPost } from '../../../src/core/posts/edit.js'
import type { Post } from '../../../src/core/posts/post.js'
import type { MediaSource } from '../../../src/core/media/post-media.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { undoChange } from '../../../src/core/posts/undo/undo.js'
import { UNDO_MS } from '../../../src/core/posts/undo/change.js'
import { unschedulePost, unscheduleSeries } from '../../../src/core/posts/unschedule.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, aTimeslot, creditsOf, inDays } from '../../support/factories.js'
import { aWorld, START, type World } from '../../support/world.js'
import { aCreated, auditOf, conflictOf, ledgerOf, reread } from './support/changes.js'
import { FILM, openStudios, picture } from './support/create-fixtures.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)

const undo = ({ deps, actor, accountId }: World, { id, version }: Pick<Post, 'id' | 'version'>) =>
  undoChange(deps, actor, { accountId, postId: id, version })
const at = (when: Date) => ({ kind: 'at', at: when }) as const
const schedule = ({ deps, actor, accountId }: World, { id }: Post, when: Date, boardId?: string) =>
  schedulePost(deps, actor, { accountId, postId: id, when: at(when), ...(boardId ? { board: { boardId } } : {}) })
const edit = ({ deps, actor, accountId }: World, { id }: Post, title: string) =>
  editPost(deps, actor, { accountId, postId: id, changes: { title } })
const unschedule = ({ deps, actor, accountId }: World, { id }: Post) => unschedulePost(deps, actor, { accountId, postId: id })
const remove = ({ deps, actor, accountId }: World, { id }: Post) => deletePost(deps, actor, { accountId, postId: id })

const but = (post: Post, changes: Partial<Post>) => ({ ...post, ...changes })
const changed = conflictOf('post_status_changed')
const expired = conflictOf('undo_expired')

test('an undone draft goes, and can be looked up nowhere', async () => {
  const world = await aWorld(db)
  const [draft] = await aCreated(world, { queued: false })
  expect(await undo(world, draft!)).toEqual({ action: 'create', posts: [], notScheduled: [] })
  await expect(reread(world, draft!.id)).rejects.toThrow('Post not found.')
  expect(await auditOf(world, draft!.id)).toMatchObject([
    { action: 'create', before: null, after: { status: 'draft' } },
    { action: 'undo', before: { status: 'draft' }, after: null },
  ])
})

test('a create with a time is one change: its undo takes the post away and gives the charge back', async () => {
  const world = await aWorld(db, { credits: 1 })
  const [post] = await aCreated(world)
  expect(await auditOf(world, post!.id)).toMatchObject([
    { action: 'create', version: post!.version, before: null, after: { status: 'queued', chargeNumber: 1 } },
  ])
  await undo(world, post!)
  expect(await creditsOf(world)).toBe(1)
  await expect(reread(world, post!.id)).rejects.toThrow('Post not found.')
})

test('the create of a series is undone whole, by any of its posts', async () => {
  const world = await aWorld(db, { credits: 3 })
  const posts = await aCreated(world, { count: 3 })
  await undo(world, posts[1]!)
  for (const { id } of posts) await expect(reread(world, id)).rejects.toThrow('Post not found.')
  expect(await creditsOf(world)).toBe(3)
})

test('an undone edit restores the copy, the board, the tags, the media and the simplified form', async () => {
  const world = await aStudio()
  const { deps, actor, accountId } = world
  const draft = await aDraft(world, { boardSectionId: '1011', altText: 'A shelf' })
  await db.sql`update posts set is_simplified = false where id = ${draft.id}`
  const before = await reread(world, draft.id)
  const changes = {
    title: 'Other',
    description: 'Other',
    url: 'https://example.com/other',
    altText: '',
    board: { boardId: '102' },
    productTagPinIds: ['11'],
    aiDisclosures: ['AI_MODIFIED'],
    labels: ['spring'],
    media: [FILM] as [MediaSource],
    coverPicture: picture(400, 600),
  } satisfies Required<Omit<EditPost['changes'], 'cover' | 'slides'>> // a field that is new in an edit is edited and undone here, too; a cover is a picture here
  const edited = await editPost(deps, actor, { accountId, postId: draft.id, changes })
  const { action, posts } = await undo(world, edited)
  expect(action).toBe('edit')
  expect(posts).toEqual([but(before, { version: edited.version + 1 })])
  const [row] = await db.sql`select url_key from posts where id = ${draft.id}`
  expect(row).toEqual({ url_key: 'example.com/pin' })
})

test('an undone edit of a queued post leaves its time alone', async () => {
  const world = await aWorld(db)
  const post = await aQueuedPost(world)
  const { posts } = await undo(world, await edit(world, post, 'Other'))
  expect(posts).toEqual([but(post, { version: post.version + 2 })])
})

test('an undone scheduling makes the draft again, with its board and its failure, and gives the charge back', async () => {
  const world = await aWorld(db, { credits: 1 })
  const draft = await aDraft(world, { boardSectionId: '1011' })
  const failure = { reason: 'missed', message: 'Too late', failedAt: START.toISOString(), sendAt: START.toISOString() }
  await db.sql`update posts set failure = ${db.sql.json(failure)} where id = ${draft.id}`
  const before = await reread(world, draft.id)
  const queued = await schedule(world, draft, inDays(world, 1), '102')
  expect(await creditsOf(world)).toBe(0)
  expect((await undo(world, queued)).posts).toEqual([but(before, { version: queued.version + 1 })])
  expect(await creditsOf(world)).toBe(1)
})

test('an undone rescheduling restores the time, its slot and the board, and charges nothing', async () => {
  const world = await aWorld(db, { credits: 1 })
  const timeslotId = await aTimeslot(world, { day: 2, time: '09:00' })
  const slot = new Date('2026-03-03T09:00:00Z')
  const post = await aQueuedPost(world, { at: slot, boardSectionId: '1011' })
  expect(post.timeslotId).toBe(timeslotId)
  const moved = await schedule(world, post, inDays(world, 5), '102')
  const { posts } = await undo(world, moved)
  expect(posts).toEqual([but(post, { version: moved.version + 1 })])
  expect(await ledgerOf(world, post.id)).toHaveLength(1)
  const [row] = await db.sql`select due_at from posts where id = ${post.id}`
  expect(row).toEqual({ due_at: slot })
})

test('a time that returns stands off-slot when its occurrence was taken meanwhile', async () => {
  const world = await aWorld(db)
  await aTimeslot(world, { day: 2, time: '09:00' })
  const slot = new Date('2026-03-03T09:00:00Z')
  const post = await aQueuedPost(world, { at: slot })
  const moved = await schedule(world, post, inDays(world, 5))
  const other = await aQueuedPost(world, { at: slot })
  expect(other.timeslotId).not.toBeNull()
  expect((await undo(world, moved)).posts).toMatchObject([{ sendAt: slot, timeslotId: null }])
})

test('an undone unscheduling charges again what was refunded', async () => {
  const world = await aWorld(db, { credits: 1 })
  const post = await aQueuedPost(world)
  const draft = await unschedule(world, post)
  expect(await creditsOf(world)).toBe(1)
  expect((await undo(world, draft)).posts).toEqual([but(post, { version: draft.version + 1 })])
  expect(await creditsOf(world)).toBe(0)
  const { id } = post
  expect(await ledgerOf(world, id)).toEqual([
    `charge credit post:${id}#1`,
    `refund credit post:${id}#1`,
    `charge credit post:${id}#2`,
  ])
})

test('an undone unscheduling does not charge again what was not refunded', async () => {
  const world = await aWorld(db)
  await db.sql`
    update entitlements set access = 'none', trial_offered = true, trial_left = 1, credits_left = 0
     where organization_id = ${world.organizationId}`
  const post = await aQueuedPost(world)
  const { posts } = await undo(world, await unschedule(world, post))
  expect(posts).toMatchObject([{ status: 'queued', sendAt: post.sendAt }])
  expect(await ledgerOf(world, post.id)).toEqual([`charge trial post:${post.id}#1`])
  const [row] = await db.sql`select charge_number from posts where id = ${post.id}`
  expect(row).toEqual({ charge_number: 1 })
})

test('an undone unscheduling that cannot be paid for is PAYMENT_REQUIRED, and the draft stays', async () => {
  const world = await aWorld(db, { credits: 1 })
  const draft = await unschedule(world, await aQueuedPost(world))
  await aQueuedPost(world)
  await expect(undo(world, draft)).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
  expect(await reread(world, draft.id)).toEqual(draft)
})

test('nothing goes back on the schedule of an account that is not connected, also when nothing was refunded', async () => {
  const world = await aWorld(db)
  const { organizationId } = world
  await db.sql`
    update entitlements set access = 'none', trial_offered = true, trial_left = 1, credits_left = 0
     where organization_id = ${organizationId}`
  const draft = await unschedule(world, await aQueuedPost(world))
  await db.sql`update accounts set token_status = 'unauthorized' where organization_id = ${organizationId}`
  await expect(undo(world, draft)).rejects.toMatchObject({
    code: 'PAYMENT_REQUIRED',
    details: { reason: 'account_not_connected' },
  })
  expect(await reread(world, draft.id)).toEqual(draft)
})

test('an undone deletion brings the post back with its id, its pictures, its time and what was tried of it', async () => {
  const world = await aWorld(db, { credits: 1 })
  const post = await aQueuedPost(world, { altText: 'A shelf', boardSectionId: '1011' })
  await db.sql`
    insert into publish_attempts (organization_id, post_id, number, state, board_id, send_at, claimed_at)
    values (${world.organizationId}, ${post.id}, 1, 'absent', '101', ${post.sendAt}, ${world.clock.now})`
  await db.sql`update posts set attempt_number = 1 where id = ${post.id}`
  const attempts = () => db.sql`select * from publish_attempts where post_id = ${post.id}`
  const tried = [...(await attempts())]
  const gone = await remove(world, post)
  expect(await creditsOf(world)).toBe(1)
  const { posts } = await undo(world, gone)
  expect(posts).toEqual([but(post, { version: posts[0]!.version })])
  expect(posts[0]!.version).toBeGreaterThan(gone.version)
  expect(await reread(world, post.id)).toEqual(posts[0])
  expect([...(await attempts())]).toEqual(tried)
  expect(await creditsOf(world)).toBe(0)
  const [row] = await db.sql`select due_at, attempt_number, charge_number, url_key from posts where id = ${post.id}`
  expect(row).toEqual({ due_at: post.sendAt, attempt_number: 1, charge_number: 2, url_key: 'example.com/pin' })
  expect(await db.sql`select 1 from deleted_posts where id = ${post.id}`).toHaveLength(0)
})

test('what was deleted comes back also when columns were added since: they have their defaults', async () => {
  const world = await aWorld(db)
  const { organizationId } = world
  const post = await aQueuedPost(world)
  await db.sql`
    insert into publish_attempts (organization_id, post_id, number, state, board_id, send_at, claimed_at)
    values (${organizationId}, ${post.id}, 1, 'absent', '101', ${post.sendAt}, ${world.clock.now})`
  const gone = await remove(world, post)
  await db.sql`alter table posts add column "A new" int not null default 7`
  await db.sql`alter table publish_attempts add column fresh int not null default 8`
  const { posts } = await undo(world, gone)
  expect(posts).toEqual([but(post, { version: posts[0]!.version })])
  const [row] = await db.sql`
    select p."A new", a.fresh, a.state
      from posts p
      join publish_attempts a on a.organization_id = p.organization_id and a.post_id = p.id
     where p.id = ${post.id}`
  expect(row).toEqual({ 'A new': 7, fresh: 8, state: 'absent' })
  await db.sql`alter table posts drop column "A new"`
  await db.sql`alter table publish_attempts drop column fresh`
})

test('a draft that was deleted comes back with its failure', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world)
  const failure = { reason: 'outcome_unknown', message: 'Look on the board', failedAt: START.toISOString(), sendAt: null }
  await db.sql`update posts set failure = ${db.sql.json(failure)} where id = ${draft.id}`
  const before = await reread(world, draft.id)
  const { posts } = await undo(world, await remove(world, draft))
  expect(posts).toEqual([but(before, { version: posts[0]!.version })])
})

test('a series that was unscheduled or deleted comes back whole, in its order', async () => {
  const world = await aWorld(db, { credits: 3 })
  const { deps, actor, accountId } = world
  const posts = await aCreated(world, { count: 3 })
  const intervalGroupId = posts[0]!.intervalGroupId!
  const drafts = await unscheduleSeries(deps, actor, { accountId, intervalGroupId })
  const back = await undo(world, drafts[2]!)
  expect(back.posts.map(({ id, sendAt }) => [id, sendAt])).toEqual(posts.map(({ id, sendAt }) => [id, sendAt]))
  const gone = await deleteSeries(deps, actor, { accountId, intervalGroupId })
  const again = await undo(world, gone[0]!)
  expect(again.posts.map(({ id, sendAt }) => [id, sendAt])).toEqual(posts.map(({ id, sendAt }) => [id, sendAt]))
  expect(again.posts.every((post) => post.intervalGroupId === intervalGroupId)).toBe(true)
  expect(await creditsOf(world)).toBe(0)
})

test('a series of which one post was changed since is not undone at all', async () => {
  const world = await aWorld(db)
  const posts = await aCreated(world, { count: 2 })
  await edit(world, posts[1]!, 'Other')
  await expect(undo(world, posts[0]!)).rejects.toMatchObject(changed)
  expect(await reread(world, posts[0]!.id)).toEqual(posts[0])
})

test('after ten minutes it can no longer be undone; at ten minutes it can', async () => {
  const world = await aWorld(db)
  const post = await aQueuedPost(world)
  const [one, other] = [await edit(world, post, 'Other'), await edit(world, await aDraft(world), 'Other')]
  world.clock.advance(UNDO_MS)
  expect((await undo(world, one)).posts).toMatchObject([{ title: 'A pin' }])
  world.clock.advance(1)
  await expect(undo(world, other)).rejects.toMatchObject(expired)
  expect((await reread(world, other.id)).title).toBe('Other')
})

test('only the last change of a post can be undone', async () => {
  const world = await aWorld(db)
  const first = await edit(world, await aDraft(world), 'Other')
  const second = await edit(world, first, 'Another')
  await expect(undo(world, first)).rejects.toMatchObject(changed)
  expect((await undo(world, second)).posts).toMatchObject([{ title: 'Other' }])
})

test('the second undo of a change is told that it was undone already', async () => {
  const world = await aWorld(db)
  const edited = await edit(world, await aDraft(world), 'Other')
  await undo(world, edited)
  await expect(undo(world, edited)).rejects.toMatchObject({ ...changed, message: 'This was already undone.' })
})

test('an undo is not undone', async () => {
  const world = await aWorld(db)
  const { posts } = await undo(world, await edit(world, await aDraft(world), 'Other'))
  await expect(undo(world, posts[0]!)).rejects.toMatchObject(expired)
})

test.each([
  ['uploading', 'being published', { status: 'uploading', attempt_number: 1, lease_until: START, due_at: null }],
  ['sent', 'published', { status: 'sent', pin_id: '79', sent_at: START, due_at: null }],
])('what the publisher has taken (%s) is %s, and stays', async (status, words, columns) => {
  const world = await aWorld(db)
  const queued = await schedule(world, await aDraft(world), inDays(world, 1))
  await db.sql`update posts set ${db.sql(columns)}, version = version + 1 where id = ${queued.id}`
  const undoing = undo(world, queued)
  await expect(undoing).rejects.toMatchObject(changed)
  await expect(undoing).rejects.toThrow(words)
  expect((await reread(world, queued.id)).status).toBe(status)
})

test('a post that was deleted since is not undone', async () => {
  const world = await aWorld(db)
  const edited = await edit(world, await aDraft(world), 'Other')
  await remove(world, edited)
  await expect(undo(world, edited)).rejects.toMatchObject({
    ...changed,
    message: 'The post was deleted in the meantime. Nothing was undone.',
  })
})

test('a time that has passed does not return', async () => {
  const world = await aWorld(db)
  const soon = new Date(world.clock.now.getTime() + 5 * 60_000)
  const post = await aQueuedPost(world, { at: soon })
  const draft = await unschedule(world, post)
  world.clock.now = soon
  await expect(undo(world, draft)).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field: 'sendAt' } })
  expect(await reread(world, post.id)).toEqual(draft)
  expect((await auditOf(world, post.id)).map(({ action }) => action)).not.toContain('undo')
})

test('a version that no change led to, a missing post and a foreign one are refused', async () => {
  const [world, other] = [await aWorld(db), await aWorld(db)]
  const draft = await aDraft(world)
  await expect(undo(world, draft)).rejects.toMatchObject(changed)
  const [foreign] = await aCreated(other)
  for (const id of ['x', '999999', foreign!.id]) {
    await expect(undo(world, { id, version: foreign!.version })).rejects.toThrow('Post not found.')
  }
  expect((await reread(other, foreign!.id)).status).toBe('queued')
})

test('what runs before the commit shares its fate', async () => {
  const world = await aWorld(db)
  const { deps, actor, accountId } = world
  const edited = await edit(world, await aDraft(world), 'Other')
  const failing = undoChange(deps, actor, { accountId, postId: edited.id, version: edited.version }, async () => {
    throw new Error('no room for the answer')
  })
  await expect(failing).rejects.toThrow('no room for the answer')
  expect((await undo(world, edited)).posts).toMatchObject([{ title: 'A pin' }])
})

test('two undos at once have one effect', async () => {
  const world = await aWorld(db, { credits: 40 })
  const { deps, actor, accountId } = world
  const rounds = await Promise.all(
    Array.from({ length: 6 }, async (_, n) => {
      const posts = await aCreated(world, { count: 2 })
      const group = { accountId, intervalGroupId: posts[0]!.intervalGroupId! }
      const changes = [
        () => edit(world, posts[0]!, 'Other'),
        () => unschedule(world, posts[0]!),
        () => remove(world, posts[0]!),
        () => schedule(world, posts[0]!, inDays(world, 9)),
        async () => (await deleteSeries(deps, actor, group))[0]!,
        async () => (await unscheduleSeries(deps, actor, group))[1]!,
      ]
      const ref = await changes[n]!()
      return { posts, outcomes: await Promise.allSettled([undo(world, ref), undo(world, ref), undo(world, ref)]) }
    }),
  )
  for (const { posts, outcomes } of rounds) {
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ message: 'This was already undone.' })
    for (const post of posts) {
      const now = await reread(world, post.id)
      expect(now).toEqual(but(post, { version: now.version }))
    }
  }
  expect(await creditsOf(world)).toBe(40 - 12)
})

test('an undo that waits too long says what for: the schedule only where that was held', async () => {
  const [world, other] = [await aWorld(db), await aWorld(db)]
  const [draft, edited] = [await unschedule(world, await aQueuedPost(world)), await edit(other, await aDraft(other), 'Other')]
  await db.tx(async (sql) => {
    await sql`select id from schedules where organization_id = ${world.organizationId} for update`
    await sql`select id from posts where organization_id = ${other.organizationId} and id = ${edited.id} for update`
    await Promise.all([
      expect(undo(world, draft)).rejects.toMatchObject(conflictOf('schedule_locked')),
      expect(undo(other, edited)).rejects.toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        message: 'Undoing took too long. Nothing was undone: try again shortly.',
        details: { retryAfterSeconds: 5 },
      }),
    ])
  })
  expect([await reread(world, draft.id), await reread(other, edited.id)]).toEqual([draft, edited])
})
