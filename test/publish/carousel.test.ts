import { expect, test } from 'vitest'
import { aDatabase } from '../support/database.js'
import { HOUR_MS } from '../support/factories.js'
import { aCarousel, mediaOf } from './support/kinds.js'
import { aPublishWorld, attemptsOf, pinsOf, reread, workFor } from './support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)

test.each([2, 5])('a carousel of %i pictures goes out as one pin with all of them, in order', async (pictures) => {
  const post = await aCarousel(world, { url: `https://example.com/carousel-${pictures}`, pictures })
  await workFor(world, HOUR_MS)
  const sent = await reread(world, post)
  expect(sent).toMatchObject({ status: 'sent', sentAt: post.sendAt })
  expect(await pinsOf(world, post)).toEqual([sent.pinId])
  const items = Array.from({ length: pictures }, (_, n) => ({ images: { originals: { width: 200 + 20 * n } } }))
  expect(await mediaOf(world, post)).toMatchObject([{ media_type: 'multiple_images', items }])
})

test('slides go out with their images, and Pinterest shows them', async () => {
  const post = await aCarousel(world, { url: 'https://example.com/carousel-slides', pictures: 3 })
  const slides = [{ title: 'Oak' }, {}, { description: 'Ash', link: 'https://example.com/ash' }]
  await db.sql`update posts set slides = ${db.sql.json(slides)} where id = ${post.id}`
  await workFor(world, HOUR_MS)
  expect(await mediaOf(world, post)).toMatchObject([
    {
      items: [
        { title: 'Oak', description: null, link: null },
        { title: null, description: null, link: null },
        { title: null, description: 'Ash', link: 'https://example.com/ash' },
      ],
    },
  ])
  expect(await attemptsOf(world, post)).toMatchObject([{ state: 'confirmed' }])
})

test('a carousel is never sent as simplified, though the post is and the platform is asked for such pins', async () => {
  const simple = { ...world, deps: { ...world.deps, settings: { ...world.deps.settings, simplifiedPins: true } } }
  const post = await aCarousel(simple, { url: 'https://example.com/carousel-simple', pictures: 2 })
  expect(post.isSimplified).toBe(true)
  await workFor(simple, HOUR_MS)
  expect((await reread(world, post)).status).toBe('sent')
  expect(await pinsOf(world, post)).toHaveLength(1)
})

test.each(['commit_then_hang', 'commit_then_500', 'truncated_2xx'] as const)(
  '%s: a carousel is found on its board and adopted',
  async (fault) => {
    const post = await aCarousel(world, { url: `https://example.com/carousel-${fault}`, pictures: 3 })
    await world.simulator.fault({ operation: 'create_pin', fault, times: 1, match: { link: post.url! } })
    await workFor(world, HOUR_MS)
    const sent = await reread(world, post)
    expect(await attemptsOf(world, post)).toMatchObject([{ state: 'found' }])
    expect(sent.status).toBe('sent')
    expect(await pinsOf(world, post)).toEqual([sent.pinId])
  },
)

test('a carousel with the same words but another number of pictures is not it', async () => {
  const words = { url: 'https://example.com/carousel-count', title: 'The same', boardId: '102' }
  const two = await aCarousel(world, { ...words, pictures: 2 })
  await workFor(world, HOUR_MS)
  await db.sql`update posts set pin_id = pin_id || '9' where id = ${two.id}` // as if that pin were none of ours
  const three = await aCarousel(world, { ...words, pictures: 3, at: new Date(world.clock.now.getTime() + 60_000) })
  await db.sql`update sim_pins set created_at = ${three.sendAt} where link = ${words.url}`
  await world.simulator.fault({ operation: 'create_pin', fault: 'commit_then_hang', times: 1, match: { link: words.url } })
  await workFor(world, HOUR_MS)
  const sent = await reread(world, three)
  const { pins } = await world.simulator.state()
  expect(sent.status).toBe('sent')
  expect(pins.find(({ id }) => id === sent.pinId)?.media).toMatchObject({ items: [{}, {}, {}] })
})
