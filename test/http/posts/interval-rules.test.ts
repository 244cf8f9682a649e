import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { envelopeSchema } from '../../../src/http/envelope.js'
import { postSchema } from '../../../src/http/wire/post.js'
import { aDatabase } from '../../support/database.js'
import { aTimeslot, creditsOf } from '../../support/factories.js'
import { anUpload, at, boardsOf, create, expectRefused, postsOf, seconds, written } from './support/posts-fixtures.js'
import { aServer, copy, inDays, mediaUrl, type Server } from '../support/support.js'

const { db } = await aDatabase()
const server = await aServer(db, { timezone: null })
const boardIds = await boardsOf(server, 21)
const boards = (count: number) => boardIds.slice(0, count).map((boardId) => ({ boardId }))
const series = { mediaUrl, ...copy, ...at(), intervalBoards: boards(3), intervalType: 'weekly', intervalMode: 'exact' }
const refused = async (body: object, field: string): Promise<void> => {
  await expectRefused(server, () => create(server, body), field)
}

async function createdSeries(server: Server, body: object) {
  const { status, body: answer } = await create(server, body)
  expect([status, answer.error]).toEqual([201, undefined])
  return { post: answer.data.post, posts: answer.data.intervalPosts ?? [] }
}
const times = (posts: { sendAt: number | null }[]) => posts.map(({ sendAt }) => sendAt)
const days = (...of: number[]) => of.map((day) => seconds(inDays(day)))

test('rule 6: one post a board, in board order, the post itself first, and in the wire shape', async () => {
  const { body } = await create(server, {
    ...series,
    intervalBoards: [{ boardId: '201', boardSectionId: '2011' }, { boardId: 'b_202' }, { boardId: '203' }],
  })
  const one = z.strictObject(postSchema.shape)
  envelopeSchema(z.strictObject({ post: one, intervalPosts: z.array(one) })).parse(body)
  const { post, intervalPosts = [] } = body.data
  expect(intervalPosts[0]).toEqual(post)
  expect(intervalPosts.map(({ boardId, boardSectionId }) => [boardId, boardSectionId])).toEqual([
    ['201', '2011'],
    ['202', null],
    ['203', null],
  ])
  expect(new Set(intervalPosts.map(({ id }) => id)).size).toBe(3)
  expect(new Set(intervalPosts.map(({ intervalGroupId }) => intervalGroupId))).toEqual(new Set([post.id]))
  for (const { id, status, title } of intervalPosts) {
    expect([status, title]).toEqual(['queued', copy.title])
    expect((await server.call('GET', `${postsOf(server)}/${id}`)).body.data.post.intervalGroupId).toBe(post.id)
  }
})

test('rule 6: of one board only data.post is there', async () => {
  const { body } = await create(server, { ...series, intervalBoards: boards(1) })
  expect(body.data.post).toMatchObject({ boardId: '201', sendAt: seconds(inDays(1)), intervalGroupId: null })
  expect(body.data).not.toHaveProperty('intervalPosts')
})

test.each([
  ['daily', 1],
  ['weekly', 7],
  ['biweekly', 14],
  ['monthly', 30],
])('rule 6: %s places each board %i days after the one before', async (intervalType, step) => {
  const { posts } = await createdSeries(server, { ...series, intervalType })
  expect(times(posts)).toEqual(days(1, 1 + step, 1 + 2 * step))
})

test('rule 6: intervalDays gives an exact day count in place of the preset', async () => {
  const { posts } = await createdSeries(server, { ...series, intervalType: 'weekly', intervalDays: 14 })
  expect(times(posts)).toEqual(days(1, 15, 29))
})

test('rule 6: the days are calendar days at the same wall time', async () => {
  const server = await aServer(db, { timezone: 'America/New_York' })
  await boardsOf(server, 2)
  const sendAt = '2026-03-07T15:00:00Z' // 10:00; the clocks go forward on the next day
  const { posts } = await createdSeries(server, { ...series, sendAt, intervalBoards: boards(2), intervalType: 'daily' })
  expect(times(posts)).toEqual([seconds(new Date(sendAt)), seconds(new Date('2026-03-08T14:00:00Z'))])
})

describe('rule 6: mode slots, the default', () => {
  test('snaps each board to the first open slot at or after its time; an explicit first time is not snapped', async () => {
    const server = await aServer(db, { timezone: null })
    await boardsOf(server, 3)
    await aTimeslot(server, { day: 4, time: '09:00' }) // Thursdays
    const { posts } = await createdSeries(server, { ...series, intervalMode: undefined, intervalType: 'daily' })
    expect(times(posts)).toEqual([
      ...days(1), // Tuesday the 3rd
      seconds(new Date('2026-03-05T09:00:00Z')),
      seconds(new Date('2026-03-12T09:00:00Z')), // the 5th is taken by then
    ])
  })
  test('with useNextOpenSlot the first takes the next slot', async () => {
    const server = await aServer(db, { timezone: null })
    await boardsOf(server, 2)
    await aTimeslot(server, { day: 4, time: '09:00' })
    const body = { ...series, sendAt: undefined, useNextOpenSlot: true, intervalMode: 'slots', intervalBoards: boards(2) }
    const { posts } = await createdSeries(server, body)
    expect(times(posts)).toEqual(['2026-03-05', '2026-03-12'].map((day) => seconds(new Date(`${day}T09:00:00Z`))))
  })
  test('one board without a slot is 422, and nothing is written', async () => {
    const server = await aServer(db, { timezone: null })
    await boardsOf(server, 2)
    const before = await written(server)
    const { status, body } = await create(server, { ...series, intervalMode: 'slots', intervalBoards: boards(2) })
    expect([status, body.error?.reason]).toEqual([422, 'no_open_slot'])
    expect(await written(server)).toEqual(before)
  })
})

describe('rule 6: what is refused', () => {
  test('beside boardId', () => refused({ ...series, boardId: '201' }, 'intervalBoards'))
  test('as a draft', () => refused({ ...series, sendAt: undefined }, 'intervalBoards'))
  test('as a draft, useNextOpenSlot false', () =>
    refused({ ...series, sendAt: undefined, useNextOpenSlot: false }, 'intervalBoards'))
  test('without intervalType', () => refused({ ...series, intervalType: undefined }, 'intervalType'))
  test('an interval that is none', () => refused({ ...series, intervalType: 'yearly' }, 'intervalType'))
  test('a mode that is none', () => refused({ ...series, intervalMode: 'snap' }, 'intervalMode'))
  test.each([
    ['intervalType', 'daily'],
    ['intervalDays', 3],
    ['intervalMode', 'exact'],
  ])('%s without intervalBoards', (field, value) =>
    refused({ mediaUrl, ...copy, boardId: '201', ...at(), [field]: value }, field),
  )
  test.each([0, 91, 1.5, '7'])('intervalDays %j', (intervalDays) => refused({ ...series, intervalDays }, 'intervalDays'))
  test('no board', () => refused({ ...series, intervalBoards: [] }, 'intervalBoards'))
  test('21 boards', () => refused({ ...series, intervalBoards: boards(21) }, 'intervalBoards'))
  test('a board twice, also with another section or the b_ prefix', async () => {
    await refused(
      { ...series, intervalBoards: [{ boardId: '201' }, { boardId: '201', boardSectionId: '2011' }] },
      'intervalBoards[1].boardId',
    )
    await refused(
      { ...series, intervalBoards: [{ boardId: '201' }, { boardId: '202' }, { boardId: 'b_201' }] },
      'intervalBoards[2].boardId',
    )
  })
  test('a board name', () => refused({ ...series, intervalBoards: [{ boardId: 'Garden' }] }, 'intervalBoards[0].boardId'))
  test('an entry without a board', () =>
    refused({ ...series, intervalBoards: [{ boardSectionId: '2011' }] }, 'intervalBoards[0].boardId'))
  test('an unknown field of an entry', () =>
    refused({ ...series, intervalBoards: [{ boardId: '201', sendAt: 1 }] }, 'intervalBoards[0].sendAt'))
  test('a section of another board', () =>
    refused(
      { ...series, intervalBoards: [{ boardId: '201' }, { boardId: '202', boardSectionId: 'x' }] },
      'intervalBoards[1].boardSectionId',
    ))
  test('a board beyond ten years', () =>
    refused({ ...series, sendAt: '2036-03-01T00:00:00Z', intervalType: 'monthly' }, 'intervalBoards'))
})

test('rule 6: 20 boards are taken', async () => {
  expect((await createdSeries(server, { ...series, intervalBoards: boards(20) })).posts).toHaveLength(20)
})

test('rule 6: the posts share one upload', async () => {
  const { posts } = await createdSeries(server, { ...series, mediaUrl: undefined, uploadId: await anUpload(server) })
  expect(new Set(posts.map(({ mediaUrl }) => mediaUrl)).size).toBe(1)
})

test('rule 6: one charge a pin, and a series that cannot be paid whole is refused whole', async () => {
  const server = await aServer(db, { credits: 5, timezone: null })
  await boardsOf(server, 3)
  await createdSeries(server, series)
  expect(await creditsOf(server)).toBe(2)
  const before = await written(server)
  const { status, body } = await create(server, series)
  expect([status, body.error?.reason]).toEqual([402, 'insufficient_credits'])
  expect(await written(server)).toEqual(before)
})

test('rule 6: siblings are independent afterwards', async () => {
  const { posts } = await createdSeries(server, series)
  const url = `${postsOf(server)}/${posts[1]!.id}`
  expect((await server.call('PATCH', url, { title: 'Another' })).status).toBe(200)
  expect((await server.call('DELETE', url)).status).toBe(200)
  expect((await server.call('GET', `${postsOf(server)}/${posts[0]!.id}`)).body.data.post).toEqual(posts[0])
})

test('a series with an Idempotency-Key that is repeated is made once and answered alike', async () => {
  const headers = { 'idempotency-key': 'series' }
  const first = await server.call('POST', postsOf(server), series, headers)
  const again = await server.call('POST', postsOf(server), series, headers)
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.body.data).toEqual(first.body.data)
  expect(again.body.data.intervalPosts).toHaveLength(3)
})
