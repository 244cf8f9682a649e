/** What else can happen to a batch at that moment. */
import { expect, test } from 'vitest'
import { createBatch } from '../../../../src/core/many/batch/create.js'
import { scheduleDrafts } from '../../../../src/core/many/batch/drafts.js'
import { undoBatch } from '../../../../src/core/many/batch/undo.js'
import { createPosts } from '../../../../src/core/posts/create/create.js'
import { editPost } from '../../../../src/core/posts/edit.js'
import { schedulePost } from '../../../../src/core/posts/schedule.js'
import type { Deps } from '../../../../src/core/ports/deps.js'
import { aDatabase } from '../../../support/database.js'
import { aDraft, creditsOf, inDays } from '../../../support/factories.js'
import { NOTHING, openStudios, picture, writtenIn } from '../support/create-fixtures.js'
import { alone, aPost, batchOf, make, posts, threeADay } from './support/batches.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)

/** Its process is gone at that statement: the server ends the connection, and what was open with it. */
const killed = (deps: Deps): Deps => ({
  ...deps,
  db: {
    ...deps.db,
    tx: (work, options) =>
      deps.db.tx(async (sql) => {
        const result = await work(sql)
        await sql`select pg_terminate_backend(pg_backend_pid())`
        return result
      }, options),
  },
})

test('a process that is killed before the commit leaves nothing half written, and nothing charged', async () => {
  const world = await aStudio({ credits: 10 })
  await threeADay(world)
  const batch = batchOf(world, { posts: posts(4), mode: 'schedule' })
  await expect(createBatch(killed(world.deps), world.actor, batch)).rejects.toThrow()
  expect(await writtenIn(world)).toEqual(NOTHING)
  expect(await creditsOf(world)).toBe(10)
  expect((await make(world, batch)).results).toHaveLength(4)
})

test('batches and single posts with the same pictures at once wait in no circle, and share no slot', async () => {
  const world = await aStudio({ credits: 100 })
  await threeADay(world)
  const shared = Array.from({ length: 5 }, (_, index) => aPost(index, { media: picture(200, 300, `${index + 1}04080`) }))
  const outcomes = await Promise.allSettled([
    make(world, { posts: shared, mode: 'schedule' }),
    make(world, { posts: [...shared].reverse(), mode: 'schedule' }),
    ...shared.map((post) => createPosts(world.deps, world.actor, alone(world, post, { kind: 'nextOpenSlot' }))),
  ])
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
  const times = await db.sql<{ at: Date }[]>`
    select send_at as at from posts where organization_id = ${world.organizationId} and status = 'queued'`
  expect(times).toHaveLength(15)
  expect(new Set(times.map(({ at }) => at.getTime())).size).toBe(15)
  expect([await creditsOf(world), (await writtenIn(world))['media']]).toEqual([85, 5])
})

test('an account that is paused, or gone, while pictures are fetched', async () => {
  const world = await aStudio()
  await threeADay(world)
  const { pictures } = world.deps
  /** As each picture is fetched. */
  const during = (change: () => Promise<unknown>): Deps => ({
    ...world.deps,
    pictures: {
      ...pictures,
      fetch: async (url, field) => {
        await change()
        return pictures.fetch(url, field)
      },
    },
  })
  const paused = during(
    async () => db.sql`update accounts set publishing = 'paused', while_paused = 'wait' where id = ${world.accountId}`,
  )
  const { results } = await createBatch(paused, world.actor, batchOf(world, { mode: 'schedule' }))
  expect(results.map(({ warnings }) => warnings?.[0]?.code)).toEqual(['account_paused', 'account_paused', 'account_paused'])
  const gone = during(async () => db.sql`update accounts set deleting_at = now() where id = ${world.accountId}`)
  await expect(createBatch(gone, world.actor, batchOf(world, { posts: [aPost(11), aPost(12)] }))).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await writtenIn(world)).toMatchObject({ posts: 3 })
})

test('of an Undo and an edit at once one wins, and nothing is half undone', async () => {
  const world = await aStudio()
  for (let round = 0; round < 5; round++) {
    const batch = await make(world, { posts: posts(3) })
    const [first] = batch.results.map(({ post }) => post!.id)
    const before = (await writtenIn(world))['posts']!
    const [undo, edit] = await Promise.allSettled([
      undoBatch(world.deps, world.actor, { accountId: world.accountId, batchId: batch.id! }),
      editPost(world.deps, world.actor, { accountId: world.accountId, postId: first!, changes: { title: 'Another' } }),
    ])
    expect([undo.status, edit.status].sort()).toEqual(['fulfilled', 'rejected'])
    expect((await writtenIn(world))['posts']).toBe(undo.status === 'fulfilled' ? before - 3 : before)
  }
})

test('a draft that somebody schedules alone while all are scheduled is paid for once', async () => {
  const world = await aStudio({ credits: 50 })
  await threeADay(world)
  const drafts = [await aDraft(world), await aDraft(world), await aDraft(world)]
  const { accountId, deps, actor } = world
  const [all, one] = await Promise.allSettled([
    scheduleDrafts(deps, actor, { accountId, postIds: drafts.map(({ id }) => id) }),
    schedulePost(deps, actor, { accountId, postId: drafts[1]!.id, when: { kind: 'nextOpenSlot' } }),
  ])
  // the one alone moves what is scheduled already; all together refuse a draft that is none any more
  expect(one.status).toBe('fulfilled')
  expect(await creditsOf(world)).toBe(all.status === 'fulfilled' ? 47 : 49)
})

test('a pin of a batch that is being published keeps the batch from being undone', async () => {
  const world = await aStudio()
  await threeADay(world)
  const batch = await make(world, { mode: 'schedule' })
  await db.sql`
    update posts set status = 'uploading', attempt_number = 1, lease_until = ${inDays(world, 1)}, due_at = null
     where organization_id = ${world.organizationId} and id = ${batch.results[0]!.post!.id}`
  await expect(undoBatch(world.deps, world.actor, { accountId: world.accountId, batchId: batch.id! })).rejects.toMatchObject({
    code: expect.stringMatching(/CONFLICT|FORBIDDEN/) as string,
  })
  expect(await writtenIn(world)).toMatchObject({ posts: 3, charges: 3 })
})
