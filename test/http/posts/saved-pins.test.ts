/** A post that saves somebody's public pin, on /v1. */
import { expect, test } from 'vitest'
import { exportPosts } from '../../../src/core/many/csv-posts.js'
import { listEvergreenCandidates } from '../../../src/core/posts/evergreen/candidates.js'
import { addToEvergreen } from '../../../src/core/posts/evergreen/pool.js'
import { undoChange } from '../../../src/core/posts/undo/undo.js'
import { aDatabase } from '../../support/database.js'
import { creditsOf } from '../../support/factories.js'
import { aServer } from '../support/support.js'
import { aPictureUrl, postsOf } from './support/posts-fixtures.js'

const { db } = await aDatabase()
const server = await aServer(db)
const { accountId } = server
const posts = postsOf(server)
const picture = await aPictureUrl(server, 400, 600)
const create = (body: object) => server.call('POST', posts, body)
const SAVED = { savePinId: '8125530', boardId: '101' }

test('the number of a pin, or the address of its page, makes a draft without media, words or link', async () => {
  for (const savePinId of ['8125530', ' https://www.pinterest.com/pin/an-oak-shelf--8125530/ ']) {
    const { status, body } = await create({ savePinId })
    expect(status).toBe(201)
    expect(body.data.post).toMatchObject({
      status: 'draft',
      mediaUrl: null,
      mediaType: null,
      title: null,
      description: null,
      url: null,
      altText: null,
      savedPin: { pinId: '8125530', pictureUrl: null },
    })
    expect((await server.call('GET', `${posts}/${body.data.post.id}`)).body.data.post).toEqual(body.data.post)
  }
})

test('it goes on the schedule with its board alone, and takes its charge', async () => {
  const credits = await creditsOf(server)
  const { body } = await create({ ...SAVED, sendAt: '2026-04-01T10:00:00Z' })
  expect(body.data.post).toMatchObject({ status: 'queued', boardId: '101' })
  expect(await creditsOf(server)).toBe(credits - 1)
  const without = await create({ savePinId: '1', sendAt: '2026-04-01T10:00:00Z' })
  expect(without).toMatchObject({ status: 400, body: { error: { field: 'boardId' } } })
  const draft = (await create({ savePinId: '2' })).body.data.post
  const scheduled = await server.call('POST', `${posts}/${draft.id}/schedule`, { boardId: '101', sendAt: '2026-04-02T10:00:00Z' })
  expect(scheduled.body.data.post).toMatchObject({ status: 'queued', title: null, savedPin: { pinId: '2' } })
})

test('what a search of the organization has shown of it is its title and its picture, and another organization’s is not', async () => {
  const shown = { id: '777', title: 'Oak shelves, step by step', imageUrl: 'https://i.pinimg.example/oak.jpg' }
  const other = await aServer(db)
  const search = (organizationId: string, pin: typeof shown) => db.sql`
    insert into keyword_searches (organization_id, keyword, searched_at, found_at, pins)
    values (${organizationId}, 'oak', ${server.clock.now}, ${server.clock.now}, ${db.sql.json([{ id: '776', title: 'No' }, pin])})`
  await search(server.organizationId, shown)
  await search(other.organizationId, { ...shown, id: '778' })
  expect((await create({ savePinId: '777' })).body.data.post).toMatchObject({
    title: shown.title,
    savedPin: { pinId: '777', pictureUrl: shown.imageUrl },
  })
  expect((await create({ savePinId: '778' })).body.data.post).toMatchObject({ title: null, savedPin: { pictureUrl: null } })
})

const refused: [string, object, string, RegExp][] = [
  ['no pin', { savePinId: 'the oak one' }, 'savePinId', /pin’s number or link/],
  ['an address that is no pin', { savePinId: 'https://pin.it/abc' }, 'savePinId', /copy its link/],
  ['a number', { savePinId: 12 }, 'savePinId', /./],
  ['an empty one', { savePinId: '' }, 'savePinId', /./],
  ['media beside it', { savePinId: '1', mediaUrl: 'https://sample.test/x.jpg' }, 'savePinId', /Leave the media out/],
  ['a kind of media', { savePinId: '1', mediaType: 'video' }, 'mediaType', /not used with savePinId/],
  ['a title', { savePinId: '1', title: 'Mine' }, 'title', /Pinterest shows the original’s/],
  ['a description', { savePinId: '1', description: 'Mine' }, 'description', /original/],
  ['a link', { savePinId: '1', url: 'https://shop.example' }, 'url', /original/],
  ['an alt text', { savePinId: '1', altText: 'A shelf' }, 'altText', /original/],
  ['product tags', { savePinId: '1', productTagPinIds: ['5'] }, 'productTagPinIds', /original/],
  ['neither', {}, 'mediaUrl', /required/],
]

test.each(refused)('%s is a 400 that names the field and the fix, and writes nothing', async (_, body, field, message) => {
  const count = async () => (await db.sql<[{ n: number }]>`select count(*)::int as n from posts`)[0].n
  const before = await count()
  const answer = await create(body)
  expect(answer).toMatchObject({ status: 400, body: { error: { field, message: expect.stringMatching(message) as string } } })
  expect(await count()).toBe(before)
})

test('a carousel beside it is refused by the name of what to leave out', async () => {
  const body = { savePinId: '1', mediaUrl: picture, carouselItems: [{ mediaUrl: picture }] }
  expect(await create(body)).toMatchObject({ status: 400, body: { error: { field: 'savePinId' } } })
})

test('its board may be edited; its words and its media are the original’s', async () => {
  const { id } = (await create(SAVED)).body.data.post
  const path = `${posts}/${id}`
  expect((await server.call('PATCH', path, { boardId: '102' })).body.data.post).toMatchObject({ boardId: '102' })
  for (const [field, value] of Object.entries({ title: 'Mine', url: 'https://shop.example', altText: '', productTagPinIds: [] }))
    expect(await server.call('PATCH', path, { [field]: value })).toMatchObject({ status: 400, body: { error: { field } } })
  expect(await server.call('PATCH', path, { savePinId: '2' })).toMatchObject({
    status: 400,
    body: { error: { field: 'savePinId' } },
  })
  expect(await server.call('PUT', `${path}/media`, { mediaUrl: picture })).toMatchObject({
    status: 400,
    body: { error: { field: 'mediaUrl' } },
  })
})

const bulkResults = (body: unknown) => (body as { data: { results: object[] } }).data.results

test('in bulk a link is refused of it alone, and a board is not', async () => {
  const { id } = (await create(SAVED)).body.data.post
  const bulk = async (edit: object) =>
    bulkResults((await server.call('POST', `${posts}/bulk`, { ids: [id], action: 'edit', edit })).body)[0]
  expect(await bulk({ url: 'https://shop.example' })).toMatchObject({ error: { field: 'url' } })
  expect(await bulk({ boardId: '102' })).toMatchObject({ post: { boardId: '102' } })
})

test('a duplicate saves the same pin; a deleted one comes back with it', async () => {
  const post = (await create(SAVED)).body.data.post
  const copy = await server.call('POST', `${posts}/${post.id}/duplicate`)
  expect(copy.body.data.post).toMatchObject({ status: 'draft', savedPin: post.savedPin })
  await server.call('DELETE', `${posts}/${post.id}`)
  const undone = await undoChange(server.deps, server.actor, { accountId, postId: post.id, version: 2 })
  expect(undone.posts).toMatchObject([{ id: post.id, savedPin: { id: post.savedPin!.pinId }, media: [] }])
})

test('a series saves it to each board, and a batch takes it beside pins of one’s own', async () => {
  const series = await create({
    savePinId: '31',
    intervalType: 'daily',
    intervalMode: 'exact',
    sendAt: '2026-05-01T10:00:00Z',
    intervalBoards: [{ boardId: '101' }, { boardId: '102' }],
  })
  const all = series.body.data.intervalPosts as { boardId: string; savedPin: { pinId: string } }[]
  expect(all.map(({ boardId, savedPin }) => [boardId, savedPin.pinId])).toEqual([
    ['101', '31'],
    ['102', '31'],
  ])
  const batch = await server.call('POST', `${posts}/batch`, {
    mode: 'draft',
    posts: [{ savePinId: '32' }, { mediaUrl: picture }, { savePinId: '33', title: 'Mine' }],
    onError: 'skip',
  })
  expect(batch.body.data.batch.results).toMatchObject([
    { post: { savedPin: { pinId: '32' }, mediaUrl: null } },
    { post: { mediaUrl: expect.any(String) as string } },
    { error: { field: 'title' } },
  ])
})

test('the export has the address of the original and no media', async () => {
  let text = ''
  const asked = { accountId, status: 'draft', startDate: null, endDate: null, withByteOrderMark: false } as const
  const reading = { ...server.deps, actorNow: async () => server.actor }
  for await (const piece of exportPosts(reading, server.actor, asked)) text += piece
  const [header = '', ...rows] = text.trim().split('\r\n')
  expect(header.endsWith(',Saved pin URL,Labels,AI disclosures,Cover second,Thumbnail')).toBe(true)
  expect(rows.some((row) => /\/pin\/8125530\/?,,,,$/.test(row))).toBe(true)
})

test('the same pin on the same board a second time is said before it goes out, and its long title is nobody’s to cut', async () => {
  const title = 'Oak shelves for every corner of a kitchen that has no room for any shelf at all'
  await db.sql`
    insert into keyword_searches (organization_id, keyword, searched_at, found_at, pins)
    values (${server.organizationId}, 'long', ${server.clock.now}, ${server.clock.now}, ${db.sql.json([{ id: '555', title }])})`
  const make = async () => (await create({ savePinId: '555', boardId: '102', sendAt: '2026-07-01T10:00:00Z' })).body.data.post.id
  const codesOf = async (id: string) => {
    const { body } = await server.call('GET', `${posts}/${id}/preflight`)
    return (body as unknown as { data: { preflight: { findings: { code: string }[] } } }).data.preflight.findings.map(
      ({ code }) => code,
    )
  }
  const first = await make()
  expect(await codesOf(first)).not.toContain('duplicate_picture')
  const second = await codesOf(await make())
  expect(second).toContain('duplicate_picture')
  expect(second).not.toContain('text_cut')
})

test('evergreen takes pins of one’s own alone', async () => {
  const { id } = (await create({ ...SAVED, sendAt: '2026-06-01T10:00:00Z' })).body.data.post
  await db.sql`
    update posts set status = 'sent', pin_id = '991', sent_at = send_at, due_at = null
     where organization_id = ${server.organizationId} and id = ${id}`
  await expect(addToEvergreen(server.deps, server.actor, { accountId, postId: id })).rejects.toThrow(/cannot be evergreen/)
  const offered = await listEvergreenCandidates(server.deps, server.actor, { accountId, words: '', limit: 10 })
  expect(offered.map((post) => post.id)).not.toContain(id)
})
