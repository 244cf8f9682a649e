import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { envelopeSchema } from '../../../src/http/envelope.js'
import { postSchema } from '../../../src/http/wire/post.js'
import { aDatabase } from '../../support/database.js'
import { aTimeslot, creditsOf } from '../../support/factories.js'
import { startSimulator } from '../../support/simulator.js'
import { START } from '../../support/world.js'
import {
  anUpload,
  at,
  complete,
  create,
  created,
  expectRefused,
  lockSchedule,
  postsOf,
  seconds,
  written,
} from './support/posts-fixtures.js'
import { aServer, copy, inDays, mediaUrl } from '../support/support.js'

const { db } = await aDatabase()
const simulator = await startSimulator(db, { now: START })
afterAll(() => simulator.close())
const server = await aServer(db, { parts: { platform: simulator.platform } })
const { call, app } = server

const onePost = envelopeSchema(z.strictObject({ post: z.strictObject(postSchema.shape) }))
const refused = async (body: object, field: string): Promise<void> => {
  await expectRefused(server, () => create(server, body), field)
}

describe('the answer', () => {
  test('a draft is 201 and in the wire shape, and reads back the same', async () => {
    const { status, body } = await create(server, { mediaUrl, altText: '', isSimplifiedPin: false })
    expect(status).toBe(201)
    onePost.parse(body)
    const { id, mediaUrl: stored, createdAt, ...rest } = body.data.post
    expect(rest).toEqual({
      status: 'draft',
      mediaType: 'image',
      title: null,
      description: null,
      url: null,
      boardId: null,
      boardName: null,
      boardSectionId: null,
      altText: null,
      sendAt: null,
      sentAt: null,
      pinId: null,
      isSimplifiedPin: false,
      productTagPinIds: [],
      aiDisclosures: [],
      cover: null,
      labels: [],
      intervalGroupId: null,
      state: { name: 'draft', cause: null, isLate: false, since: null, until: null, nextAttemptAt: null },
    })
    expect(createdAt).toBe(seconds(inDays(0)))
    expect(stored).toMatch(/^https:\/\/pinslot\.test\/media\/\d+_[\w-]{24}\.jpg$/)
    expect((await call('GET', `${postsOf(server)}/${id}`)).body.data.post).toEqual(body.data.post)
  })

  test('the picture of a post is public, immutable and never sniffed', async () => {
    const url = (await created(server, { mediaUrl })).mediaUrl!.replace('https://pinslot.test', '')
    const response = await app.inject(url)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-length': String(response.rawPayload.length),
    })
    const head = await app.inject({ method: 'HEAD', url })
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0])
    for (const name of ['1_nothing.jpg', '..%2f..%2fsecret', `1_${'a'.repeat(24)}.jpg`])
      expect((await app.inject(`/media/${name}`)).statusCode).toBe(404)
  })
})

describe('rule 1: exactly one media source', () => {
  test('neither is refused', () => refused({ title: 'x' }, 'mediaUrl'))
  test('both are refused', () => refused({ mediaUrl, uploadId: 'up_1_x' }, 'uploadId'))
  test('an upload is taken', async () => {
    expect(await created(server, { uploadId: await anUpload(server) })).toMatchObject({ mediaType: 'image' })
  })
  test('mediaType is image or video', () => refused({ mediaUrl, mediaType: 'gif' }, 'mediaType'))
  test.each(['video', 'gif', 7, null])('with an upload its mediaType is taken, and %j is ignored', async (mediaType) => {
    expect(await created(server, { uploadId: await anUpload(server), mediaType })).toMatchObject({ mediaType: 'image' })
  })
  test('an uploadId nobody gave is refused', () => refused({ uploadId: 'up_1_nothing' }, 'uploadId'))
  test('an uploadId of another organization is as if it did not exist', async () => {
    const stranger = await aServer(db)
    const foreign = await create(server, { uploadId: await anUpload(stranger) })
    const missing = await create(server, { uploadId: 'up_1_nothing' })
    expect([foreign.status, foreign.body.error]).toEqual([400, missing.body.error])
  })
})

describe('rule 2: with neither sendAt nor useNextOpenSlot it is a draft', () => {
  test.each([
    ['neither', {}],
    ['useNextOpenSlot false', { useNextOpenSlot: false }],
  ])('%s', async (_what, body) => {
    const credits = await creditsOf(server)
    expect(await created(server, { ...complete, ...body })).toMatchObject({
      status: 'draft',
      sendAt: null,
      ...copy,
      boardId: '101',
    })
    expect(await creditsOf(server)).toBe(credits)
  })
})

describe('rule 3: one time, in the future, within 10 years', () => {
  test('sendAt queues it, floored to the second, on the board named with its b_ prefix', async () => {
    const sendAt = '2026-03-05T12:00:00.900+02:00'
    expect(await created(server, { ...complete, boardId: 'b_101', boardSectionId: '1011', sendAt })).toMatchObject({
      status: 'queued',
      sendAt: seconds(new Date('2026-03-05T10:00:00Z')),
      boardId: '101',
      boardName: 'Kitchen ideas',
      boardSectionId: '1011',
      isSimplifiedPin: true,
    })
  })
  test('useNextOpenSlot queues it at the next slot', async () => {
    const server = await aServer(db)
    await aTimeslot(server, { day: 2, time: '09:00' })
    const post = await created(server, { ...complete, useNextOpenSlot: true })
    expect(post).toMatchObject({ status: 'queued', sendAt: seconds(new Date('2026-03-03T09:00:00Z')) })
  })
  test('sendAt beside useNextOpenSlot false is taken', async () => {
    expect(await created(server, { ...complete, ...at(), useNextOpenSlot: false })).toMatchObject({ status: 'queued' })
  })
  test('both are refused', () => refused({ ...complete, ...at(), useNextOpenSlot: true }, 'useNextOpenSlot'))
  test.each([
    ['now', '2026-03-02T10:00:00Z'],
    ['within this second', '2026-03-02T10:00:00.999Z'],
    ['the past', '2026-03-01T00:00:00Z'],
    ['ten years and a second', '2036-03-02T10:00:01Z'],
  ])('%s is refused', (_what, sendAt) => refused({ ...complete, sendAt }, 'sendAt'))
  test('ten years to the second are taken', async () => {
    expect(await created(server, { ...complete, sendAt: '2036-03-02T10:00:00Z' })).toMatchObject({ status: 'queued' })
  })
})

describe('rule 4: scheduling requires title, description, url and a board', () => {
  test.each(['title', 'description', 'url', 'boardId'])('without %s both ways are refused', async (field) => {
    for (const when of [at(), { useNextOpenSlot: true }]) await refused({ ...complete, [field]: undefined, ...when }, field)
  })
})

describe('rule 5: boardSectionId is a section of boardId', () => {
  test.each(['1011', ' 1011 '])('a section of the board is taken: %j', async (boardSectionId) => {
    expect(await created(server, { ...complete, boardSectionId })).toMatchObject({ boardId: '101', boardSectionId: '1011' })
  })
  test('a section of another board is refused', () =>
    refused({ ...complete, boardId: '102', boardSectionId: '1011' }, 'boardSectionId'))
  test('a section without a board is refused', () => refused({ mediaUrl, boardSectionId: '1011' }, 'boardSectionId'))
  test('beside intervalBoards it is refused, for each entry has its own', async () => {
    const series = { ...complete, boardId: undefined, ...at(), intervalBoards: [{ boardId: '101' }], intervalType: 'daily' }
    await refused({ ...series, boardSectionId: '1011' }, 'boardSectionId')
  })
})

describe('rule 8: product tags', () => {
  test('any of them forces a simplified pin', async () => {
    const tagged = await created(server, { ...complete, isSimplifiedPin: false, productTagPinIds: ['7', '8'] })
    expect(tagged).toMatchObject({ isSimplifiedPin: true, productTagPinIds: ['7', '8'] })
    expect(await created(server, { ...complete, isSimplifiedPin: false, productTagPinIds: [] })).toMatchObject({
      isSimplifiedPin: false,
    })
  })
  test('24 are taken, 25 are refused', async () => {
    const ids = Array.from({ length: 25 }, (_, index) => String(index + 1))
    expect((await created(server, { ...complete, productTagPinIds: ids.slice(1) })).productTagPinIds).toEqual(ids.slice(1))
    await refused({ ...complete, productTagPinIds: ids }, 'productTagPinIds')
  })
  test.each([[['x7']], [['']], [['7', '7']], [['-7']], [['7'.repeat(50)]]])('%j is refused', (ids) =>
    refused({ ...complete, productTagPinIds: ids }, 'productTagPinIds'),
  )
  test('they are for business accounts only', async () => {
    const server = await aServer(db, { isBusiness: false })
    await expectRefused(server, () => create(server, { ...complete, productTagPinIds: ['7'] }), 'productTagPinIds')
    expect(await created(server, { ...complete, productTagPinIds: [] })).toMatchObject({ productTagPinIds: [] })
  })
})

describe('rule 9: an upload is attached once', () => {
  test('a second create with it is 409, and nothing is written', async () => {
    const uploadId = await anUpload(server)
    await created(server, { uploadId })
    const before = await written(server)
    const { status, body } = await create(server, { uploadId })
    expect([status, body.error?.code, body.error?.reason]).toEqual([409, 'CONFLICT', 'upload_already_attached'])
    expect(await written(server)).toEqual(before)
  })
  test('of two creates at once one wins', async () => {
    const uploadId = await anUpload(server)
    const answers = await Promise.all([create(server, { uploadId }), create(server, { uploadId })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })
  test('one named only in a refused request stays usable', async () => {
    const uploadId = await anUpload(server)
    await refused({ uploadId, ...copy, ...at() }, 'boardId')
    expect(await created(server, { uploadId })).toMatchObject({ status: 'draft' })
  })
})

describe('rule 10: no slot, no post', () => {
  test('without an open slot it is 422, and nothing is written, charged or attached', async () => {
    const server = await aServer(db)
    const uploadId = await anUpload(server)
    const before = await written(server)
    const { status, body } = await create(server, { uploadId, ...copy, boardId: '101', useNextOpenSlot: true })
    expect([status, body.error?.code, body.error?.reason]).toEqual([422, 'UNPROCESSABLE_ENTITY', 'no_open_slot'])
    expect(await written(server)).toEqual(before)
  })
  test('timed out resolving one it is 503 with when to ask again, and nothing is written', async () => {
    const server = await aServer(db)
    await aTimeslot(server, { day: 2, time: '09:00' })
    const before = await written(server)
    const release = await lockSchedule(server)
    const { status, body, headers } = await create(server, { ...complete, useNextOpenSlot: true })
    await release()
    expect([status, body.error?.code, body.error?.reason]).toEqual([503, 'SERVICE_UNAVAILABLE', 'slot_resolution_timeout'])
    expect(headers['retry-after']).toBe('5')
    expect(await written(server)).toEqual(before)
  })
})

test('rule 11: a scheduled post takes one credit, a draft none', async () => {
  const server = await aServer(db, { credits: 5 })
  await created(server, complete)
  expect(await creditsOf(server)).toBe(5)
  await created(server, { ...complete, ...at() })
  expect(await creditsOf(server)).toBe(4)
})
