import { describe, expect, test } from 'vitest'
import type { Post } from '../../../src/core/posts/post.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, anUploadingPost, aQueuedPost, aSentPost } from '../../support/factories.js'
import { postsOf, seconds } from './support/posts-fixtures.js'
import { aServer, inDays, type Server } from '../support/support.js'

const { db } = await aDatabase()
const server = await aServer(db)
type Query = Record<string, string | number>
const list = (query: Query, where: Server = server) => {
  const words = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  return where.call('GET', `${postsOf(where)}?${new URLSearchParams(words).toString()}`)
}
const window = { startDate: inDays(0).toISOString(), endDate: inDays(30).toISOString() }
const daysOf = (posts: { sendAt: number | null }[]) => posts.map(({ sendAt }) => ((sendAt ?? 0) - seconds(inDays(0))) / 86_400)

async function ids(query: Query, where: Server = server): Promise<string[]> {
  const { status, body } = await list(query, where)
  expect([status, body.error]).toEqual([200, undefined])
  return body.data.posts.map(({ id }) => id)
}

describe('each status', () => {
  test.each([
    ['queued', aQueuedPost, [1, 2, 3]],
    ['uploading', anUploadingPost, [1, 2, 3]],
    ['sent', aSentPost, [3, 2, 1]],
  ] as const)('%s in its order, and nothing else', async (status, make, order) => {
    const server = await aServer(db)
    for (const day of [2, 1, 3]) await make(server, { at: inDays(day) })
    for (const other of [aQueuedPost, anUploadingPost, aSentPost, aDraft].filter((one) => one !== make)) await other(server)
    const { body } = await list({ status, ...window }, server)
    expect(daysOf(body.data.posts)).toEqual(order)
    expect(body.data.cursor).toBeNull()
  })
  test('drafts newest first', async () => {
    const server = await aServer(db)
    const [first, second] = [await aDraft(server), await aDraft(server)]
    await aQueuedPost(server)
    expect(await ids({ status: 'draft' }, server)).toEqual([second.id, first.id])
  })
  test('without one it is queued', async () => {
    const server = await aServer(db)
    await aDraft(server)
    const queued = await aQueuedPost(server)
    expect(await ids({}, server)).toEqual([queued.id])
  })
})

describe('the dates', () => {
  test.each(['sent', 'uploading'])('%s needs both', async (status) => {
    for (const missing of ['startDate', 'endDate'] as const) {
      const { [missing]: _, ...rest } = window
      const { status: code, body } = await list({ status, ...rest })
      expect([code, body.error?.field]).toEqual([400, missing])
    }
  })
  test('they bound sendAt, inclusive', async () => {
    const server = await aServer(db)
    for (const day of [1, 2, 3, 4]) await aQueuedPost(server, { at: inDays(day) })
    const { body } = await list({ startDate: inDays(2).toISOString(), endDate: inDays(3).toISOString() }, server)
    expect(daysOf(body.data.posts)).toEqual([2, 3])
  })
  test('queued takes one of them alone', async () => {
    const server = await aServer(db)
    for (const day of [1, 2]) await aQueuedPost(server, { at: inDays(day) })
    expect(daysOf((await list({ startDate: inDays(2).toISOString() }, server)).body.data.posts)).toEqual([2])
    expect(daysOf((await list({ endDate: inDays(1).toISOString() }, server)).body.data.posts)).toEqual([1])
  })
  test('drafts ignore them', async () => {
    const server = await aServer(db)
    const draft = await aDraft(server)
    expect(await ids({ status: 'draft', startDate: inDays(8).toISOString(), endDate: inDays(9).toISOString() }, server)).toEqual([
      draft.id,
    ])
  })
})

describe('pages', () => {
  /** Every page with its cursor, `between` after each. */
  async function pages(
    server: Server,
    query: Record<string, string | number>,
    between: (page: number) => Promise<unknown> = async () => {},
  ) {
    const seen: string[] = []
    let cursor: string | null = null
    for (let page = 1; ; page++) {
      const { body } = await list({ ...query, ...(cursor !== null && { cursor }) }, server)
      seen.push(...body.data.posts.map(({ id }) => id))
      cursor = body.data.cursor
      if (cursor === null) return seen
      await between(page)
    }
  }
  test.each([
    ['queued', aQueuedPost],
    ['sent', aSentPost],
    ['uploading', anUploadingPost],
    ['draft', aDraft],
  ] as const)('%s: together they are the whole list, each post once', async (status, make) => {
    const server = await aServer(db)
    for (let post = 0; post < 7; post++) await make(server, status === 'draft' ? {} : { at: inDays(1 + (post % 3)) }) // several at one instant
    const whole = await ids({ status, ...window }, server)
    expect(whole).toHaveLength(7)
    expect(await pages(server, { status, ...window, limit: 2 })).toEqual(whole)
  })
  test('a cursor keeps its place while rows come and go', async () => {
    const server = await aServer(db)
    const posts: Post[] = []
    for (const day of [1, 2, 3, 4, 5, 6]) posts.push(await aQueuedPost(server, { at: inDays(day) }))
    const seen = await pages(server, { limit: 2 }, async (page) => {
      if (page > 1) return
      await aQueuedPost(server, { at: inDays(0.5) }) // before the cursor: not seen
      await server.call('DELETE', `${postsOf(server)}/${posts[1]!.id}`) // the row the cursor was made of
      await server.call('DELETE', `${postsOf(server)}/${posts[3]!.id}`)
      posts.push(await aQueuedPost(server, { at: inDays(4.5) })) // after it: seen
    })
    expect(seen).toEqual([0, 1, 2, 6, 4, 5].map((index) => posts[index]!.id))
  })
  test('the default limit is 50, the largest 100', async () => {
    const server = await aServer(db)
    for (let post = 0; post < 51; post++) await aDraft(server)
    expect(await ids({ status: 'draft' }, server)).toHaveLength(50)
    expect(await ids({ status: 'draft', limit: 100 }, server)).toHaveLength(51)
  })
  test('a cursor is bound to its filters', async () => {
    const server = await aServer(db)
    for (const day of [1, 2]) await aQueuedPost(server, { at: inDays(day) })
    const cursor = (await list({ limit: 1 }, server)).body.data.cursor ?? ''
    for (const query of [{ status: 'draft' }, { startDate: inDays(1).toISOString() }]) {
      const { status, body } = await list({ limit: 1, cursor, ...query }, server)
      expect([status, body.error?.field]).toEqual([400, 'cursor'])
    }
  })
})

test('unknown names in the query are ignored', async () => {
  expect((await list({ colour: 'red' })).status).toBe(200)
})

test.each([
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['limit=ten', 'limit'],
  ['limit=', 'limit'],
  ['limit=1&limit=2', 'limit'],
  ['status=published', 'status'],
  ['cursor=nonsense', 'cursor'],
  ['startDate=yesterday', 'startDate'],
  ['startDate=0000-01-01T00:00:00Z', 'startDate'],
  ['startDate=9999-12-31T23:59:59-23:59', 'startDate'],
  ['startDate=2026-03-02T00:00:00Z&endDate=2026-03-01T00:00:00Z', 'startDate'],
] as const)('%s is a 400 that names %s', async (query, field) => {
  const { status, body } = await server.call('GET', `${postsOf(server)}?${query}`)
  expect([status, body.error?.field]).toEqual([400, field])
  expect(body.error?.message).toContain(field)
})
