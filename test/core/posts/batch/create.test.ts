import { expect, test } from 'vitest'
import { undoBatch } from '../../../../src/core/many/batch/undo.js'
import { readBatch } from '../../../../src/core/many/batch/store.js'
import { editPost } from '../../../../src/core/posts/edit.js'
import { badRequest } from '../../../../src/core/lib/errors.js'
import { aDatabase } from '../../../support/database.js'
import { DAY_MS, MINUTE_MS } from '../../../../src/core/lib/duration.js'
import { purgeBatches } from '../../../../src/core/care/purge-others.js'
import { createWebhook } from '../../../../src/core/webhooks/create.js'
import { creditsOf, inDays } from '../../../support/factories.js'
import { anUpload, NOTHING, openStudios, picture, writtenIn } from '../support/create-fixtures.js'
import { aPost, make, posts, preview, threeADay } from './support/batches.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)
const ids = (batch: Awaited<ReturnType<typeof make>>) => batch.results.flatMap(({ post }) => post?.id ?? [])

test('a batch of drafts is written in the order given, takes no charge, and is read again as it is', async () => {
  const world = await aStudio({ credits: 0 })
  const batch = await make(world, { posts: [...posts(2), aPost(2, { media: await anUpload(world) })] })
  expect(batch).toMatchObject({ id: expect.stringMatching(/^\d+$/) as string, mode: 'draft', accountId: world.accountId })
  expect(batch.results.map(({ index, post }) => [index, post?.title, post?.status])).toEqual([
    [0, 'Pin 0', 'draft'],
    [1, 'Pin 1', 'draft'],
    [2, 'Pin 2', 'draft'],
  ])
  const read = await readBatch(world.deps, world.actor, { accountId: world.accountId, batchId: batch.id! })
  expect(read.results.map(({ post }) => post?.id)).toEqual(ids(batch))
})

test('a batch on the schedule takes the next open slots, and a charge for each', async () => {
  const world = await aStudio({ credits: 5 })
  await threeADay(world)
  const { results } = await make(world, { posts: posts(3), mode: 'schedule' })
  expect(results.map(({ post }) => post?.sendAt?.toISOString())).toEqual([
    '2026-03-02T12:00:00.000Z',
    '2026-03-02T16:00:00.000Z',
    '2026-03-03T08:00:00.000Z',
  ])
  expect(results.map(({ charge }) => charge)).toEqual(Array(3).fill({ unit: 'credit', amount: 1 }))
  expect(results[1]?.placement?.passedOver).toMatchObject([{ reason: 'taken', post: { title: 'Pin 0' } }])
  expect(await creditsOf(world)).toBe(2)
})

test('a time of its own wins over the mode, and no other one of the batch takes its slot', async () => {
  const world = await aStudio()
  await threeADay(world)
  const at = new Date('2026-03-02T12:00:00Z')
  const { results } = await make(world, {
    posts: [aPost(0), aPost(1, { when: { kind: 'at', at } })],
    mode: 'schedule',
  })
  expect(results.map(({ post }) => post?.sendAt?.toISOString())).toEqual(['2026-03-02T16:00:00.000Z', '2026-03-02T12:00:00.000Z'])
  const drafts = await make(world, { posts: [aPost(5), aPost(6, { when: { kind: 'at', at: inDays(world, 9) } })] })
  expect(drafts.results.map(({ post }) => post?.status)).toEqual(['draft', 'queued'])
})

test('boards take turns', async () => {
  const world = await aStudio()
  await threeADay(world)
  const on = (boardId: string, number: number) => aPost(number, { board: { boardId, boardSectionId: null } })
  const { results } = await make(world, { posts: [on('101', 0), on('101', 1), on('102', 2), on('102', 3)], mode: 'schedule' })
  const bySlot = [...results].sort((a, b) => a.post!.sendAt!.getTime() - b.post!.sendAt!.getTime())
  expect(bySlot.map(({ post }) => post?.boardId)).toEqual(['101', '102', '101', '102'])
})

const BAD = [
  aPost(0),
  aPost(1, { title: 'x'.repeat(101) }),
  aPost(2, { board: { boardId: 'shelves', boardSectionId: null } }),
  aPost(3, { media: { kind: 'url', url: 'https://pictures.test/text', mediaType: 'image' } }),
  badRequest('sendAt', (of) => `${of('sendAt')} must be a time.`),
]
const ROWS = [
  { index: 1, error: { code: 'BAD_REQUEST', field: 'title' } },
  { index: 2, error: { code: 'BAD_REQUEST', field: 'boardId' } },
  { index: 3, error: { code: 'BAD_REQUEST', field: 'mediaUrl' } },
  { index: 4, error: { code: 'BAD_REQUEST', field: 'sendAt' } },
]

test('with stop, one bad row refuses all, each of the bad ones named', async () => {
  const world = await aStudio()
  const bad = BAD.filter((_, index) => index !== 3)
  await expect(make(world, { posts: bad })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    details: {
      field: 'posts[1].title',
      rows: [
        { index: 1, error: { details: { field: 'title' } } },
        { index: 2, error: { details: { field: 'boardId' } } },
        { index: 3, error: { details: { field: 'sendAt' } } },
      ],
    },
  })
  await expect(make(world, { posts: [aPost(0), BAD[3]!] })).rejects.toMatchObject({ details: { field: 'posts[1].mediaUrl' } })
  expect(await writtenIn(world)).toEqual(NOTHING)
  expect(await db.sql`select from uploads where organization_id = ${world.organizationId}`).toHaveLength(0) // no copy is left
})

test('with stop all that is refused is said at once, pictures too, as a preview says it; nothing is kept', async () => {
  const world = await aStudio()
  const gone = aPost(4, { board: { boardId: '9'.repeat(41), boardSectionId: null } })
  const given = { posts: [...BAD, gone] }
  const seen = await preview(world, given)
  const rows = [...ROWS, { index: 5, error: { code: 'NOT_FOUND', field: 'boardId' } }]
  expect(seen.results.filter(({ error }) => error)).toMatchObject(rows)
  await expect(make(world, given)).rejects.toMatchObject({
    message: expect.stringMatching(/^5 of 6 posts cannot be saved/) as string,
    details: {
      field: 'posts[1].title',
      rows: rows.map(({ index, error: { code, field } }) => ({ index, error: { code, details: { field } } })),
    },
  })
  expect(await writtenIn(world)).toEqual(NOTHING)
})

test('with skip the good ones are written, and the bad ones say why', async () => {
  const world = await aStudio()
  const batch = await make(world, { posts: BAD, onError: 'skip' })
  expect(batch.results).toMatchObject([{ index: 0, post: { title: 'Pin 0' } }, ...ROWS])
  const read = await readBatch(world.deps, world.actor, { accountId: world.accountId, batchId: batch.id! })
  expect(read.results).toMatchObject([{ index: 0, post: { title: 'Pin 0' } }, ...ROWS])
  expect(await writtenIn(world)).toMatchObject({ posts: 1, audited: 1 })
})

test('credit for 7 of 12: with stop a refusal that says so before a picture is fetched, with skip the last five are refused', async () => {
  const world = await aStudio({ credits: 7 })
  await threeADay(world)
  await expect(make(world, { posts: posts(12), mode: 'schedule' })).rejects.toMatchObject({
    code: 'PAYMENT_REQUIRED',
    message: expect.stringContaining('credit for 7 of these 12 posts') as string,
    details: {
      reason: 'insufficient_credits',
      resolvePath: '/billing/credits',
      rows: [7, 8, 9, 10, 11].map((index) => ({ index })),
    },
  })
  expect(world.fetched).toEqual([])
  expect(await creditsOf(world)).toBe(7)
  const { results } = await make(world, { posts: posts(12), mode: 'schedule', onError: 'skip' })
  expect(results.map(({ error }) => error?.code)).toEqual(
    Array.from({ length: 12 }, (_, index) => (index < 7 ? undefined : 'PAYMENT_REQUIRED')),
  )
  expect(await creditsOf(world)).toBe(0)
})

test('one upload in two rows is the first one’s', async () => {
  const world = await aStudio()
  const media = await anUpload(world)
  const { results } = await make(world, { posts: [aPost(0, { media }), aPost(1, { media })], onError: 'skip' })
  expect(results).toMatchObject([{ post: {} }, { error: { code: 'CONFLICT', reason: 'upload_already_attached' } }])
})

test('a schedule that is full refuses those that have no place', async () => {
  const world = await aStudio()
  await expect(make(world, { mode: 'schedule' })).rejects.toMatchObject({
    code: 'UNPROCESSABLE_ENTITY',
    details: { reason: 'no_open_slot' },
  })
  const when = { kind: 'at', at: inDays(world, 1) } as const
  const { results } = await make(world, { posts: [aPost(0), aPost(1, { when })], mode: 'schedule', onError: 'skip' })
  expect(results).toMatchObject([{ error: { reason: 'no_open_slot' } }, { post: { status: 'queued' } }])
})

test('a preview writes nothing and holds nothing', async () => {
  const world = await aStudio({ credits: 2 })
  await threeADay(world)
  const media = await anUpload(world)
  const seen = await preview(world, { posts: [aPost(0, { media }), aPost(1), aPost(2)], mode: 'schedule' })
  expect(seen).toMatchObject({
    id: null,
    results: [
      { post: { id: '', status: 'queued' }, charge: { amount: 1 } },
      { post: {} },
      { error: { code: 'PAYMENT_REQUIRED' } },
    ],
  })
  expect(await writtenIn(world)).toEqual(NOTHING)
  expect(await creditsOf(world)).toBe(2)
  expect(await db.sql`select from batches where organization_id = ${world.organizationId}`).toHaveLength(0)
  await make(world, { posts: [aPost(0, { media }), aPost(1)], mode: 'schedule' })
})

test('one Undo takes all of it back, charges included, once', async () => {
  const world = await aStudio({ credits: 3 })
  await threeADay(world)
  const batch = await make(world, { mode: 'schedule' })
  const ref = { accountId: world.accountId, batchId: batch.id! }
  const undone = await undoBatch(world.deps, world.actor, ref)
  expect(undone.results.map(({ index, post }) => [index, post])).toEqual([0, 1, 2].map((index) => [index, undefined]))
  expect(await creditsOf(world)).toBe(3)
  expect(await writtenIn(world)).toMatchObject({ posts: 0 })
  await expect(undoBatch(world.deps, world.actor, ref)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('Undo is refused after ten minutes, and where one of them was changed since', async () => {
  const world = await aStudio()
  const batch = await make(world)
  const ref = { accountId: world.accountId, batchId: batch.id! }
  const [first] = ids(batch)
  await editPost(world.deps, world.actor, { accountId: world.accountId, postId: first!, changes: { title: 'Another one' } })
  await expect(undoBatch(world.deps, world.actor, ref)).rejects.toMatchObject({ details: { reason: 'post_status_changed' } })
  expect(await writtenIn(world)).toMatchObject({ posts: 3 })
  const later = await make(world, { posts: [aPost(7)] })
  world.clock.advance(10 * MINUTE_MS + 1000)
  await expect(undoBatch(world.deps, world.actor, { ...ref, batchId: later.id! })).rejects.toMatchObject({
    details: { reason: 'undo_expired' },
  })
})

test('equal pictures in one batch are kept once', async () => {
  const world = await aStudio()
  await make(world, { posts: [aPost(0, { media: picture(200, 300) }), aPost(1, { media: picture(200, 300) })] })
  expect(await writtenIn(world)).toMatchObject({ posts: 2, media: 1 })
})

test('a batch is forgotten after 90 days; its posts stay', async () => {
  const world = await aStudio()
  const batch = await make(world)
  const ref = { accountId: world.accountId, batchId: batch.id! }
  const purge = async (now: Date) => purgeBatches(db, { now, goesOn: () => true })
  await purge(new Date(world.clock.now.getTime() + 90 * DAY_MS - 1))
  expect((await readBatch(world.deps, world.actor, ref)).results).toHaveLength(3)
  await purge(new Date(world.clock.now.getTime() + 90 * DAY_MS))
  await expect(readBatch(world.deps, world.actor, ref)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await writtenIn(world)).toMatchObject({ posts: 3 })
  expect(await db.sql`select from batch_rows where organization_id = ${world.organizationId}`).toHaveLength(0)
})

test('a viewer makes no batch, a contributor only drafts, and an account without approvals has nothing to ask for', async () => {
  const world = await aStudio()
  await threeADay(world)
  const as = (role: 'viewer' | 'contributor') => ({ ...world, actor: { ...world.actor, role, userId: 'T1:UMILO' } })
  await expect(make(as('viewer'))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(preview(as('viewer'))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect((await make(as('contributor'))).results).toHaveLength(3)
  await expect(make(as('contributor'), { mode: 'schedule' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(make(as('contributor'), { mode: 'approval' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(make(world, { mode: 'approval' })).rejects.toMatchObject({ details: { field: 'mode' } })
})

test('each post that a batch schedules is told to a webhook that wants it', async () => {
  const world = await aStudio()
  await threeADay(world)
  await createWebhook(world.deps, world.actor, {
    url: 'https://hooks.example.com/pins',
    events: ['post.scheduled', 'post.deleted'],
  })
  const batch = await make(world, { mode: 'schedule' })
  await undoBatch(world.deps, world.actor, { accountId: world.accountId, batchId: batch.id! })
  const events = await db.sql<{ type: string }[]>`
    select type from webhook_events where organization_id = ${world.organizationId} order by id`
  expect(events.map(({ type }) => type)).toEqual([
    ...ids(batch).map(() => 'post.scheduled'),
    ...ids(batch).map(() => 'post.deleted'),
  ])
})
