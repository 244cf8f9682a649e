import { describe, expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import {
  anUpload,
  aPictureUrl,
  at,
  complete,
  create,
  created,
  expectRefused,
  postsOf,
  written,
} from './support/posts-fixtures.js'
import { aServer, copy, mediaUrl } from '../support/support.js'
import { aVideo } from '../../support/videos.js'

const { db } = await aDatabase()
const server = await aServer(db)
const tall = await aPictureUrl(server, 400, 600)
const item = { mediaUrl: tall }
const refused = async (body: object, field: string): Promise<void> => {
  await expectRefused(server, () => create(server, body), field)
}

describe('rule 7: a carousel has 2 to 5 images', () => {
  test.each([1, 2, 3, 4])('a cover and %i entries are taken, in order, and read back', async (count) => {
    const post = await created(server, { ...complete, carouselItems: Array.from({ length: count }, () => item) })
    expect(post.mediaType).toBe('image')
    expect(post.carouselItems).toHaveLength(count)
    for (const { url } of post.carouselItems ?? []) expect(url).toMatch(/^https:\/\/pinslot\.test\/media\//)
    expect((await server.call('GET', `${postsOf(server)}/${post.id}`)).body.data.post).toEqual(post)
  })
  test('the images keep their order', async () => {
    const urls = await Promise.all([300, 310, 320].map((width) => aPictureUrl(server, width, width)))
    const [cover, ...rest] = urls
    const post = await created(server, { mediaUrl: cover, carouselItems: rest.map((mediaUrl) => ({ mediaUrl })) })
    const again = await created(server, { mediaUrl: rest[1] })
    expect(post.carouselItems?.[1]?.url).toBe(again.mediaUrl) // a picture used twice is kept once, so its address shows it
    expect(post.carouselItems?.[0]?.url).not.toBe(again.mediaUrl)
  })
  test('on a single image carouselItems is absent', async () => {
    expect(await created(server, complete)).not.toHaveProperty('carouselItems')
  })
  test('no entry is refused', () => refused({ ...complete, carouselItems: [] }, 'carouselItems'))
  test('five entries are refused', () =>
    refused({ ...complete, carouselItems: Array.from({ length: 5 }, () => item) }, 'carouselItems'))
})

describe('slides are the texts and links of the images', () => {
  const slides = [{ title: 'Oak' }, { description: 'Ash', link: 'https://shop.example.com/ash' }]
  test('they are read back beside each image, and PATCH replaces them', async () => {
    const post = await created(server, { ...complete, carouselItems: [item], slides })
    expect(post.slides).toEqual(slides)
    expect(post.carouselItems).toEqual([{ url: expect.any(String) as string, ...slides[1] }])
    const patch = async (given: object) => server.call('PATCH', `${postsOf(server)}/${post.id}`, given)
    expect((await patch({ slides: [{}, { title: 'Elm' }] })).body.data.post.carouselItems).toMatchObject([{ title: 'Elm' }])
    expect((await patch({ slides: [] })).body.data.post).not.toHaveProperty('slides')
    expect((await patch({ slides: [{}] })).body.error).toMatchObject({ field: 'slides' })
  })
  test('a single image has none', () => refused({ ...complete, slides }, 'slides'))
  test('there is one for each image', () => refused({ ...complete, carouselItems: [item, item], slides }, 'slides'))
  test('an unknown field of a slide is refused', () =>
    refused({ ...complete, carouselItems: [item], slides: [{ altText: 'x' }, {}] }, 'slides[0].altText'))
})

describe('rule 7: each entry has one source', () => {
  test('neither is refused', () => refused({ ...complete, carouselItems: [item, {}] }, 'carouselItems[1].mediaUrl'))
  test('both are refused', () =>
    refused({ ...complete, carouselItems: [{ ...item, uploadId: 'up_1_x' }] }, 'carouselItems[0].uploadId'))
  test.each(['title', 'description', 'link', 'mediaType'])('%s cannot be set on an entry', (field) =>
    refused({ ...complete, carouselItems: [{ ...item, [field]: 'x' }] }, `carouselItems[0].${field}`),
  )
  test('uploads and addresses may be mixed', async () => {
    const body = { uploadId: await anUpload(server), ...copy, carouselItems: [item, { uploadId: await anUpload(server) }] }
    expect((await created(server, body)).carouselItems).toHaveLength(2)
  })
  test('no uploadId twice', async () => {
    const uploadId = await anUpload(server)
    await refused({ uploadId, carouselItems: [item, { uploadId }] }, 'carouselItems[1].uploadId')
    await refused({ mediaUrl, carouselItems: [{ uploadId }, { uploadId }] }, 'carouselItems[1].uploadId')
    await created(server, { uploadId }) // it stays usable
  })
  test('an unknown upload is refused by its place', () =>
    refused({ ...complete, carouselItems: [item, { uploadId: 'up_1_nothing' }] }, 'carouselItems[1].uploadId'))
  test('an attached upload is 409', async () => {
    const uploadId = await anUpload(server)
    await created(server, { uploadId })
    const { status, body } = await create(server, { ...complete, carouselItems: [{ uploadId }] })
    expect([status, body.error?.reason]).toEqual([409, 'upload_already_attached'])
  })
  test('a picture that is none is refused by its place, and nothing is written', async () => {
    server.samples.set('text.jpg', Buffer.from('not a picture'))
    await refused(
      { ...complete, carouselItems: [item, { mediaUrl: 'https://sample.test/text.jpg' }] },
      'carouselItems[1].mediaUrl',
    )
  })
})

describe('rule 7: images only', () => {
  test('a video as the cover is refused', () => refused({ ...complete, mediaType: 'video', carouselItems: [item] }, 'mediaType'))
  test('an uploaded video is refused wherever it stands', async () => {
    const uploadId = await anUpload(server, { extension: 'mp4', bytes: aVideo() })
    await refused({ uploadId, carouselItems: [item] }, 'uploadId')
    await refused({ mediaUrl, carouselItems: [{ uploadId }] }, 'carouselItems[0].uploadId')
  })
})

describe('rule 7: one ratio of width to height', () => {
  test('another ratio than the cover is refused by its place', async () => {
    const wide = await aPictureUrl(server, 600, 400)
    await refused({ ...complete, mediaUrl: tall, carouselItems: [item, { mediaUrl: wide }] }, 'carouselItems[1].mediaUrl')
  })
  test('the same ratio in another size is taken, and so is a difference within 1 %', async () => {
    const [large, near] = [await aPictureUrl(server, 800, 1200), await aPictureUrl(server, 400, 602)]
    await created(server, { ...complete, mediaUrl: tall, carouselItems: [{ mediaUrl: large }, { mediaUrl: near }] })
  })
  test('a difference above 1 % is refused', async () => {
    const off = await aPictureUrl(server, 400, 610)
    await refused({ ...complete, mediaUrl: tall, carouselItems: [{ mediaUrl: off }] }, 'carouselItems[0].mediaUrl')
  })
})

describe('rule 7: no product tags', () => {
  test('tags are refused', () => refused({ ...complete, carouselItems: [item], productTagPinIds: ['7'] }, 'productTagPinIds'))
  test('an empty list is taken', async () => {
    const post = await created(server, { ...complete, carouselItems: [item], productTagPinIds: [] })
    expect(post.productTagPinIds).toEqual([])
  })
})

test('a carousel is never kept as a simplified pin', async () => {
  expect(await created(server, { ...complete, carouselItems: [item], isSimplifiedPin: true })).toMatchObject({
    isSimplifiedPin: false,
  })
})

test('a carousel is scheduled for one charge', async () => {
  const before = await written(server)
  expect(await created(server, { ...complete, ...at(), carouselItems: [item] })).toMatchObject({ status: 'queued' })
  const after = await written(server)
  expect([after['posts']! - before['posts']!, after['ledger']! - before['ledger']!]).toEqual([1, 1])
})
