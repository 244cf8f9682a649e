import { afterAll, describe, expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { startSimulator } from '../../support/simulator.js'
import { aVideo } from '../../support/videos.js'
import { START } from '../../support/world.js'
import { anUpload, at, complete, create, created, expectRefused, postsOf } from './support/posts-fixtures.js'
import { aPicture, aServer, mediaUrl } from '../support/support.js'

const { db } = await aDatabase()
const simulator = await startSimulator(db, { now: START })
afterAll(() => simulator.close())
const server = await aServer(db, { parts: { platform: simulator.platform } })
const { call, accountId, app, samples } = server

const refused = async (body: object, field: string): Promise<void> => {
  await expectRefused(server, () => create(server, body), field)
}

describe('a video', () => {
  test('by its address needs mediaType video; its own address plays in parts', async () => {
    samples.set('clip.mp4', aVideo())
    const clip = { ...complete, mediaUrl: 'https://sample.test/clip.mp4' }
    const post = await created(server, { ...clip, mediaType: 'video', ...at() })
    expect(post).toMatchObject({ status: 'queued', mediaType: 'video' })
    expect(post.mediaUrl).toMatch(/^https:\/\/pinslot\.test\/media\/.+\.mp4$/)
    const part = await app.inject({ url: post.mediaUrl!.replace('https://pinslot.test', ''), headers: { range: 'bytes=0-7' } })
    expect([part.statusCode, part.headers['content-type'], part.rawPayload.length]).toEqual([206, 'video/mp4', 8])
    await refused(clip, 'mediaType')
  })
  test.each(['mp4', 'mov', 'qt'])('uploaded as %s is one whatever mediaType says', async (extension) => {
    const uploadId = await anUpload(server, { extension, bytes: aVideo({ brand: extension === 'mp4' ? 'isom' : 'qt  ' }) })
    expect(await created(server, { uploadId, mediaType: 'image' })).toMatchObject({ mediaType: 'video' })
  })
  test('takes product tags', async () => {
    const uploadId = await anUpload(server, { extension: 'mp4', bytes: aVideo() })
    expect(await created(server, { uploadId, productTagPinIds: ['7'] })).toMatchObject({ productTagPinIds: ['7'] })
  })
  test('where a picture is promised is refused', async () => {
    await refused({ ...complete, mediaType: 'video' }, 'mediaType') // and the other way round
    await refused({ uploadId: await anUpload(server, { bytes: aVideo() }) }, 'uploadId')
  })
})

describe('the form of the fields', () => {
  test.each([
    ['an unknown field', { colour: 'red' }, 'colour'],
    ['null', { title: null }, 'title'],
    ['a number for text', { title: 7 }, 'title'],
    ['a string for a boolean', { isSimplifiedPin: 'true' }, 'isSimplifiedPin'],
    ['a text for a list', { productTagPinIds: '7' }, 'productTagPinIds'],
    ['NUL in a text', { title: 'a\0b' }, 'title'],
    ['half a character', { title: 'a\ud800' }, 'title'],
    ['an empty title', { title: ' ' }, 'title'],
    ['a title of 101 characters', { title: 'x'.repeat(101) }, 'title'],
    ['an empty description', { description: '' }, 'description'],
    ['a description of 801 characters', { description: 'x'.repeat(801) }, 'description'],
    ['an alt text of 501 characters', { altText: 'x'.repeat(501) }, 'altText'],
    ['a url without scheme', { url: 'shop.test/x' }, 'url'],
    ['a url of another scheme', { url: 'javascript:alert(1)' }, 'url'],
    ['a url without host', { url: 'http:///x' }, 'url'],
    ['a url of 2049 characters', { url: `https://shop.test/${'x'.repeat(2031)}` }, 'url'],
    ['a board name', { boardId: 'Kitchen ideas' }, 'boardId'],
    ['a board URL', { boardId: 'https://www.pinterest.com/maker/kitchen/' }, 'boardId'],
    ['a time without zone', { sendAt: '2026-04-01T00:00:00' }, 'sendAt'],
    ['a date', { sendAt: '2026-04-01' }, 'sendAt'],
    ['a day that is not', { sendAt: '2026-02-30T00:00:00Z' }, 'sendAt'],
    ['a Unix time', { sendAt: 1_800_000_000 }, 'sendAt'],
    ['a private picture', { mediaUrl: 'http://169.254.169.254/latest/meta-data' }, 'mediaUrl'],
    ['a picture that is no URL', { mediaUrl: 'one.jpg' }, 'mediaUrl'],
    ['an empty mediaUrl', { mediaUrl: '' }, 'mediaUrl'],
    ['a mediaUrl of another scheme', { mediaUrl: 'ftp://sample.test/one.jpg' }, 'mediaUrl'],
    ['a mediaUrl with a password', { mediaUrl: 'https://me:secret@sample.test/one.jpg' }, 'mediaUrl'],
    ['a mediaUrl of 2049 characters', { mediaUrl: `https://sample.test/${'x'.repeat(2029)}` }, 'mediaUrl'],
    ['a carousel item that is no URL', { carouselItems: [{ mediaUrl: 'two.jpg' }] }, 'carouselItems[0].mediaUrl'],
  ] as const)('%s is a 400 that names the field, and nothing is written', async (_what, body, field) => {
    await refused({ ...complete, ...body }, field)
  })
  test('lengths are code points after trimming', async () => {
    const title = '🪑'.repeat(100)
    expect(await created(server, { ...complete, title: ` ${title} ` })).toMatchObject({ title })
  })
})

describe('what comes first', () => {
  test('the schema is judged before the account, the account before the rules', async () => {
    const elsewhere = '/v1/accounts/999999/posts'
    const statusOf = async (body: object) => (await call('POST', elsewhere, body)).status
    expect(await statusOf({ nothing: 1 })).toBe(400)
    expect(await statusOf({ mediaUrl, title: 'x'.repeat(101) })).toBe(400)
    expect(await statusOf({ mediaUrl, productTagPinIds: ['x'] })).toBe(400)
    expect(await statusOf({ mediaUrl: 'one.jpg' })).toBe(400)
    expect(await statusOf({ ...complete, ...at(), intervalBoards: [{ boardId: '101' }], intervalType: 'daily' })).toBe(400)
    expect(await statusOf({ mediaUrl, sendAt: '2020-01-01T00:00:00Z' })).toBe(404)
    expect(await statusOf({ mediaUrl, ...at() })).toBe(404) // copy is missing too
  })
  test('404 before 409, 409 before the rules, those before payment, payment before the picture', async () => {
    const poor = await aServer(db, { credits: 0, parts: { platform: simulator.platform } })
    const uploadId = await anUpload(poor)
    await created(poor, { uploadId })
    const statusOf = async (body: object) => (await create(poor, body)).status
    expect(await statusOf({ uploadId, boardId: '999', ...at() })).toBe(404)
    expect(await statusOf({ uploadId, ...at() })).toBe(409)
    expect(await statusOf({ uploadId, boardId: '101', boardSectionId: '99' })).toBe(409)
    expect(await statusOf({ uploadId: 'up_1_x', carouselItems: [{ uploadId }] })).toBe(409)
    expect(await statusOf({ ...complete, title: undefined, ...at() })).toBe(400)
    const waiting = (await poor.call('POST', '/v1/media/uploads', { extension: 'jpg' })).body.data.upload // its bytes were not PUT
    expect(await statusOf({ ...complete, mediaUrl: undefined, uploadId: waiting.uploadId, ...at() })).toBe(400)
    expect(await statusOf({ ...complete, mediaUrl: 'https://sample.test/missing.jpg', ...at() })).toBe(402)
  })
})

test('what belongs to somebody else is missing: the same body but for the request id', async () => {
  const stranger = await aServer(db)
  const theirs = await created(stranger, { mediaUrl })
  const bodies = []
  for (const url of [
    `/v1/accounts/${stranger.accountId}`,
    '/v1/accounts/999999',
    '/v1/accounts/x',
    postsOf(stranger),
    `${postsOf(stranger)}/${theirs.id}`,
  ]) {
    const { status, body } = await call('GET', url)
    expect(status).toBe(404)
    bodies.push(body.error)
  }
  expect(new Set(bodies.map((error) => JSON.stringify(error))).size).toBe(1)
  const mine = `/v1/accounts/${accountId}/posts`
  expect((await call('GET', `${mine}/${theirs.id}`)).body.error).toEqual((await call('GET', `${mine}/x`)).body.error)
})

test('a create with an Idempotency-Key that is repeated makes one post and gives the same answer', async () => {
  const headers = { 'idempotency-key': 'once' }
  const first = await call('POST', postsOf(server), complete, headers)
  const again = await call('POST', postsOf(server), complete, headers)
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.body.data).toEqual(first.body.data)
})

test('bytes that are no picture are refused by name, and those of another picture are taken', async () => {
  samples.set('text.jpg', Buffer.from('not a picture'))
  await refused({ mediaUrl: 'https://sample.test/text.jpg' }, 'mediaUrl')
  await refused({ uploadId: await anUpload(server, { bytes: Buffer.from('not a picture') }) }, 'uploadId')
  const png = await anUpload(server, { bytes: await aPicture({ format: 'png' }) }) // named jpg
  expect((await call('POST', postsOf(server), { uploadId: png })).status).toBe(201)
})
