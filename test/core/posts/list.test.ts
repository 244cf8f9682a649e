import { expect, test } from 'vitest'
import { listPosts, readPost, type ListPosts } from '../../../src/core/posts/list.js'
import type { Post } from '../../../src/core/posts/post.js'
import { noting } from '../../db/support/statements.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, anotherAccount, anUploadingPost, aQueuedPost, aSentPost, inDays } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'

const { db } = await aDatabase()

const list = ({ deps, actor, accountId }: World, input: Partial<ListPosts> = {}) =>
  listPosts(deps, actor, { accountId, status: 'queued', limit: 50, cursor: null, startDate: null, endDate: null, ...input })

async function allPages(world: World, input: Partial<ListPosts>, between: () => Promise<unknown> = async () => {}) {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof list>> = await list(world, { ...input, cursor })
    ids.push(...page.posts.map(({ id }) => id))
    cursor = page.cursor
    await between()
  } while (cursor !== null)
  return ids
}

const window = (world: World) => ({ startDate: inDays(world, -10), endDate: inDays(world, 100) })

test('queued posts come soonest first, in pages that neither repeat nor leave out', async () => {
  const world = await aWorld(db)
  const late = await aQueuedPost(world, { at: inDays(world, 9) })
  const early = await aQueuedPost(world, { at: inDays(world, 1) })
  const sameTime = await aQueuedPost(world, { at: inDays(world, 1) })
  const middle = await aQueuedPost(world, { at: inDays(world, 4) })
  const expected = [early.id, sameTime.id, middle.id, late.id]
  expect(await allPages(world, { limit: 1 })).toEqual(expected)
  expect(await allPages(world, { limit: 3 })).toEqual(expected)
  expect((await list(world, { limit: 4 })).cursor).toBeNull()
})

test('pages stay in place while posts come and go', async () => {
  const world = await aWorld(db)
  const posts = []
  for (const days of [2, 3, 4, 5]) posts.push(await aQueuedPost(world, { at: inDays(world, days) }))
  const ids = await allPages(world, { limit: 2 }, () => aQueuedPost(world, { at: inDays(world, 1) }))
  expect(ids).toEqual(posts.map(({ id }) => id))
})

test.each([
  ['queued', async (world: World, n: number) => aQueuedPost(world, { at: inDays(world, n) })],
  ['sent', async (world: World, n: number) => aSentPost(world, { at: inDays(world, n) })],
  ['uploading', async (world: World, n: number) => anUploadingPost(world, { at: inDays(world, n) })],
  [
    'draft',
    async (world: World, n: number) => {
      const draft = await aDraft(world)
      await db.sql`update posts set created_at = ${inDays(world, n)} where id = ${draft.id}`
      return draft
    },
  ],
] as const)('%s: while posts come, go and move between two pages, each one that stays is listed once', async (status, make) => {
  const world = await aWorld(db)
  const column = db.sql(status === 'draft' ? 'created_at' : 'send_at')
  // Three of each day, so that pages end among equals; of each three one stays, one goes and one moves.
  const posts: Post[] = []
  for (let n = 0; n < 12; n++) posts.push(await make(world, 10 + Math.floor(n / 3)))
  const ids = (rest: number) => posts.filter((_, n) => n % 3 === rest).map(({ id }) => id)
  const [staying, going, moving] = [ids(0), ids(1), ids(2)]
  let turn = 0
  const listed = await allPages(world, { status, limit: 2, ...window(world) }, async () => {
    turn++
    await make(world, 10 + (turn % 4))
    const [gone, moved] = [going.splice(turn % going.length, 1)[0], moving[turn % moving.length]]
    if (gone) await db.sql`delete from posts where id = ${gone}`
    const movedTo = inDays(world, turn % 2 ? 8 : 16)
    const due = status === 'queued' ? db.sql`, due_at = ${movedTo}` : db.sql``
    if (moved) await db.sql`update posts set ${column} = ${movedTo} ${due} where id = ${moved}`
  })
  expect(turn).toBeGreaterThan(4)
  expect(listed.filter((id) => staying.includes(id)).toSorted()).toEqual(staying.toSorted())
})

/** @param micros of its millisecond */
const finer = (at: Date, micros: number) => at.toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`)

test('posts within one millisecond are neither repeated nor left out', async () => {
  const world = await aWorld(db)
  const posts = []
  for (let n = 0; n < 4; n++) posts.push((await aSentPost(world, { at: inDays(world, 1) })).id)
  // finer than a Date, as rows that were written by SQL are
  for (const [n, id] of posts.entries())
    await db.sql`update posts set send_at = ${finer(inDays(world, 1), n * 200)}::text::timestamptz where id = ${id}`
  expect(await allPages(world, { status: 'sent', limit: 1, ...window(world) })).toEqual(posts.toReversed())
  await db.sql`
    update posts set status = 'queued', pin_id = null, sent_at = null where organization_id = ${world.organizationId}`
  expect(await allPages(world, { limit: 1 })).toEqual(posts)
})

test('drafts come newest first and ignore the dates', async () => {
  const world = await aWorld(db)
  const first = await aDraft(world)
  const sameInstant = await aDraft(world)
  world.clock.advance(1000)
  const last = await aDraft(world)
  const input = { status: 'draft', startDate: inDays(world, 50), endDate: inDays(world, 40), limit: 2 } as const
  expect(await allPages(world, input)).toEqual([last.id, sameInstant.id, first.id])
})

test('sent posts come newest first, uploading ones oldest first', async () => {
  const world = await aWorld(db)
  const [a, b] = [await aSentPost(world, { at: inDays(world, 1) }), await aSentPost(world, { at: inDays(world, 2) })]
  const [c, d] = [await anUploadingPost(world, { at: inDays(world, 2) }), await anUploadingPost(world, { at: inDays(world, 1) })]
  expect(await allPages(world, { status: 'sent', limit: 1, ...window(world) })).toEqual([b.id, a.id])
  expect(await allPages(world, { status: 'uploading', limit: 1, ...window(world) })).toEqual([d.id, c.id])
})

test('the dates bound sendAt, both inclusive', async () => {
  const world = await aWorld(db)
  const posts = []
  for (const days of [1, 2, 3]) posts.push(await aQueuedPost(world, { at: inDays(world, days) }))
  const [, , third] = posts
  const ids = async (start: number | null, end: number | null) =>
    (
      await list(world, {
        startDate: start === null ? null : inDays(world, start),
        endDate: end === null ? null : inDays(world, end),
      })
    ).posts.length
  expect(await ids(1, 3)).toBe(3)
  expect(await ids(2, 2)).toBe(1)
  expect(await ids(3, null)).toBe(1)
  expect(await ids(null, 2)).toBe(2)
  expect((await list(world, { startDate: third!.sendAt })).posts.map(({ id }) => id)).toEqual([third!.id])
})

test.each([
  ['sent without startDate', { status: 'sent', startDate: null }, 'startDate'],
  ['sent without endDate', { status: 'sent', endDate: null }, 'endDate'],
  ['uploading without startDate', { status: 'uploading', startDate: null }, 'startDate'],
  [
    'a start after the end',
    { status: 'queued', startDate: new Date('2027-01-01'), endDate: new Date('2026-01-01') },
    'startDate',
  ],
] as const)('%s is a bad request', async (_, input, field) => {
  const world = await aWorld(db)
  await expect(list(world, { ...window(world), ...input })).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field } })
})

test('a cursor is bound to its account, status and dates, and one that is not ours is refused', async () => {
  const world = await aWorld(db)
  await aQueuedPost(world, { at: inDays(world, 1) })
  await aQueuedPost(world, { at: inDays(world, 2) })
  const { cursor } = await list(world, { limit: 1 })
  expect(cursor).not.toBeNull()
  const bad = { code: 'BAD_REQUEST', details: { field: 'cursor' } }
  await expect(list(world, { cursor, status: 'draft' })).rejects.toMatchObject(bad)
  await expect(list(world, { cursor, endDate: inDays(world, 3) })).rejects.toMatchObject(bad)
  const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  for (const text of [
    '',
    'x',
    '%%%',
    'null',
    forged(null),
    forged({}),
    forged({ atMicros: 1e99, id: '1', filters: '' }),
    forged({ atMicros: 1, id: '1;', filters: '' }),
  ]) {
    await expect(list(world, { cursor: text }), text).rejects.toMatchObject(bad)
  }
})

test('a list of a missing, malformed or foreign account is not found', async () => {
  const world = await aWorld(db)
  const other = await aWorld(db)
  await aQueuedPost(other)
  for (const accountId of ['0', 'x', '99999999', other.accountId]) {
    await expect(list(world, { accountId })).rejects.toThrow('Account not found.')
  }
  expect((await list(world)).posts).toEqual([])
})

test('reading a post says which of the two is missing', async () => {
  const world = await aWorld(db)
  const other = await aWorld(db)
  const foreign = await aDraft(other)
  const { deps, actor, accountId } = world
  await expect(readPost(deps, actor, { accountId, postId: foreign.id })).rejects.toThrow('Post not found.')
  await expect(readPost(deps, actor, { accountId: other.accountId, postId: foreign.id })).rejects.toThrow('Account not found.')
})

test('a post carries its media, its board name and its failure', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world)
  const failure = {
    reason: 'missed',
    message: 'Too late',
    failedAt: '2026-03-01T10:00:00.000Z',
    sendAt: '2026-02-28T10:00:00.000Z',
  }
  await db.sql`update posts set failure = ${db.sql.json(failure)} where id = ${draft.id}`
  const post = await readPost(world.deps, world.actor, { accountId: world.accountId, postId: draft.id })
  expect(post).toMatchObject({ boardName: 'Kitchen ideas', media: [{ contentType: 'image/jpeg', width: 600, height: 900 }] })
  expect(post.failure).toEqual({
    reason: 'missed',
    message: 'Too late',
    failedAt: new Date(failure.failedAt),
    sendAt: new Date(failure.sendAt),
  })
  expect(post).not.toHaveProperty('chargeNumber')
})

test('posts that are read in one moment, as requests that come together read them, are one statement, and one more for what waits', async () => {
  const world = await aWorld(db)
  const other = await anotherAccount(world)
  const [draft, queued, later] = [await aDraft(world), await aQueuedPost(world), await aQueuedPost(other)]
  const { db: noted, ran } = noting(db)
  const read = (accountId: string, postId: string) => readPost({ ...world.deps, db: noted }, world.actor, { accountId, postId })
  const found = await Promise.all([
    read(world.accountId, draft.id),
    read(world.accountId, queued.id),
    read(world.accountId, queued.id),
    read(other.accountId, later.id),
  ])
  expect(found.map(({ id, state }) => [id, state.name])).toEqual([
    [draft.id, 'draft'],
    [queued.id, 'scheduled'],
    [queued.id, 'scheduled'],
    [later.id, 'scheduled'],
  ])
  expect(ran).toHaveLength(2)
})

test('a read that begins after a change has the change, however soon', async () => {
  const world = await aWorld(db)
  const { id: postId } = await aDraft(world)
  const read = () => readPost(world.deps, world.actor, { accountId: world.accountId, postId })
  const early = read()
  await db.sql`update posts set title = 'Changed' where organization_id = ${world.organizationId} and id = ${postId}`
  expect((await read()).title).toBe('Changed')
  await early
})

test('of posts that are read in one moment, one of another account or organization is not found, and the others are', async () => {
  const [world, foreign] = [await aWorld(db), await aWorld(db)]
  const other = await anotherAccount(world)
  const [own, ofOther, theirs] = [await aDraft(world), await aDraft(other), await aDraft(foreign)]
  const found = await Promise.allSettled(
    [own.id, ofOther.id, theirs.id, '9223372036854775807', 'x'].map((postId) =>
      readPost(world.deps, world.actor, { accountId: world.accountId, postId }),
    ),
  )
  expect(found.map((one) => (one.status === 'fulfilled' ? one.value.id : (one.reason as { code: string }).code))).toEqual([
    own.id,
    ...Array<string>(4).fill('NOT_FOUND'),
  ])
})

test('a read in a transaction sees what it wrote, and one outside in the same moment does not', async () => {
  const world = await aWorld(db)
  const { id: postId } = await aDraft(world, { title: 'As it was' })
  const read = (given: World['deps']) => readPost(given, world.actor, { accountId: world.accountId, postId })
  await db.tx(async (sql) => {
    await sql`update posts set title = 'Changed' where organization_id = ${world.organizationId} and id = ${postId}`
    const [inside, outside] = await Promise.all([read({ ...world.deps, db: { ...db, sql } }), read(world.deps)])
    expect([inside.title, outside.title]).toEqual(['Changed', 'As it was'])
  })
})
