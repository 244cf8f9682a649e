import { expect, test } from 'vitest'
import { requireEqualRatios } from '../../../src/core/posts/carousel.js'
import type { Post } from '../../../src/core/posts/post.js'
import { untilWaiting } from '../../db/support/waiting.js'
import { aDatabase } from '../../support/database.js'
import { DAY_MS, inDays } from '../../support/factories.js'
import { interrupted } from './support/changes.js'
import { anUpload, create, NOTHING, openStudios, picture, refused, SAMPLE, writtenIn } from './support/create-fixtures.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)
const items = (count: number) => Array.from({ length: count }, (_, index) => picture(400, 600, `00000${index + 1}`.slice(-3)))

test('rule 7: a cover and 1 to 4 items make a carousel, in their order', async () => {
  const world = await aStudio()
  const two = await create(world, { carouselItems: [picture(400, 600)] })
  expect(two.media.map(({ width }) => width)).toEqual([200, 400])
  const carouselItems = [picture(400, 600), picture(210, 315), picture(300, 450), picture(100, 150)]
  const five = await create(world, { carouselItems, when: { kind: 'at', at: inDays(world, 1) } })
  expect(five.media.map(({ width }) => width)).toEqual([200, 400, 210, 300, 100])
  expect(five).toMatchObject({ status: 'queued', mediaType: 'image' })
})

test('rule 7: five items are too many', async () => {
  const world = await aStudio()
  await refused(world, { carouselItems: items(5), accountId: '404' }, 'carouselItems')
  expect(world.fetched).toEqual([])
})

test('rule 7: uploads and addresses may be mixed', async () => {
  const world = await aStudio()
  const upload = () => anUpload(world, { width: 400, height: 600 })
  const post = await create(world, { media: await upload(), carouselItems: [SAMPLE, await upload(), picture(300, 450)] })
  expect(post.media.map(({ width }) => width)).toEqual([400, 200, 400, 300])
  expect(await writtenIn(world)).toMatchObject({ posts: 1, postMedia: 4, media: 3, attached: 2 })
})

test('an upload of a carousel that expires between its preparing and its writing is told by its own field', async () => {
  const world = await aStudio()
  const upload = await anUpload(world)
  world.clock.advance(DAY_MS - 1000)
  const late = interrupted(world, async () => world.clock.advance(1000))
  await refused(late, { carouselItems: [SAMPLE, upload] }, 'carouselItems[1].uploadId')
  expect(await writtenIn(world)).toMatchObject({ posts: 0, attached: 0 })
})

test('rule 7: no uploadId twice in one request, neither as cover and item nor in two items', async () => {
  const world = await aStudio()
  const upload = await anUpload(world)
  await refused(world, { media: upload, carouselItems: [SAMPLE, upload] }, 'carouselItems[1].uploadId')
  await refused(world, { carouselItems: [upload, upload] }, 'carouselItems[1].uploadId')
  expect(await create(world, { media: upload })).toMatchObject({ status: 'draft' }) // it was only named
})

test('rule 7: images only: no video as mediaType, cover or item', async () => {
  const world = await aStudio()
  const video = await anUpload(world, { extension: 'mp4', put: false })
  await refused(
    world,
    { media: { kind: 'url', url: 'https://pictures.test/a.mp4', mediaType: 'video' }, carouselItems: items(1) },
    'mediaType',
  )
  await refused(world, { media: video, carouselItems: items(1) }, 'uploadId')
  await refused(world, { carouselItems: [...items(1), video] }, 'carouselItems[1].uploadId')
  expect(world.fetched).toEqual([])
})

test('rule 7: no product tags on a carousel; an empty list is none', async () => {
  const world = await aStudio()
  await refused(world, { carouselItems: items(1), productTagPinIds: ['7001'] }, 'productTagPinIds')
  expect(world.fetched).toEqual([])
  expect((await create(world, { carouselItems: items(1), productTagPinIds: [] })).media).toHaveLength(2)
})

test('rule 7: all images have the ratio of the cover, within one percent', async () => {
  const world = await aStudio()
  const when = { kind: 'at', at: inDays(world, 1) } as const
  await refused(world, { carouselItems: [picture(400, 600), picture(300, 300)], when }, 'carouselItems[1].mediaUrl')
  await refused(world, { carouselItems: [await anUpload(world, { width: 300, height: 200 })], when }, 'carouselItems[0].uploadId')
  expect(await writtenIn(world)).toEqual(NOTHING)
})

test.each([
  [1000, 1000, 1000, 1010, true],
  [1000, 1000, 1010, 1000, true],
  [1000, 1000, 1000, 1011, false],
  [1000, 1000, 1011, 1000, false],
  [1000, 1500, 2000, 3000, true],
  [1000, 1500, 1500, 1000, false],
])('a cover of %i x %i goes with %i x %i: %s', (coverWidth, coverHeight, width, height, isEqual) => {
  const media = [
    { source: SAMPLE, width: coverWidth, height: coverHeight },
    { source: SAMPLE, width, height },
  ]
  const check = () => requireEqualRatios(media)
  if (isEqual) check()
  else expect(check).toThrow('carouselItems[0].mediaUrl')
})

test('rule 7: an item that is no picture is named', async () => {
  const world = await aStudio()
  const text = { kind: 'url', url: 'https://pictures.test/text', mediaType: 'image' } as const
  await refused(world, { carouselItems: [picture(400, 600), text, text] }, 'carouselItems[1].mediaUrl')
  expect(await writtenIn(world)).toEqual(NOTHING)
})

test('a carousel is stored as no simplified pin, whatever was asked', async () => {
  const world = await aStudio()
  expect((await create(world, { carouselItems: items(1), isSimplified: true })).isSimplified).toBe(false)
})

test('rule 9: an item whose uploadId is attached already is told, and the other uploads stay usable', async () => {
  const world = await aStudio()
  const [attached, other] = [await anUpload(world), await anUpload(world)]
  await create(world, { media: attached })
  await expect(create(world, { media: other, carouselItems: [attached] })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await create(world, { media: other })).toMatchObject({ status: 'draft' })
})

test('two carousels that name the same uploads in opposite orders never wait for each other in a circle', async () => {
  const world = await aStudio()
  const [one, two] = [await anUpload(world), await anUpload(world, { color: 'aa3' })]
  let making: Promise<PromiseSettledResult<Post>[]> | undefined
  await db.tx(async (sql) => {
    await sql`select id from uploads where organization_id = ${world.organizationId} order by id limit 1 for update`
    const first = create(world, { media: one, carouselItems: [two] })
    await untilWaiting(db, 1)
    const second = create(world, { media: two, carouselItems: [one] })
    await untilWaiting(db, 2) // the first upload is paused here: both have come as far as they can
    making = Promise.allSettled([first, second])
  })
  const loser = (await making)!.filter((outcome) => outcome.status === 'rejected')
  expect(loser).toHaveLength(1)
  expect(loser[0]!.reason).toMatchObject({ details: { reason: 'upload_already_attached' } })
})

test('at most two of the pictures are fetched at a time', async () => {
  const world = await aStudio()
  const { pictures } = world.deps
  let [running, most] = [0, 0]
  const fetch: typeof pictures.fetch = async (...args) => {
    most = Math.max(most, ++running)
    return pictures.fetch(...args).finally(() => (running -= 1))
  }
  await create({ ...world, deps: { ...world.deps, pictures: { ...pictures, fetch } } }, { carouselItems: items(4) })
  expect(most).toBe(2)
})
