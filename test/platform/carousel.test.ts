/** Carousels as the simulated platform takes and refuses them, and how its page shows what is no single picture. */
import { expect, test } from 'vitest'
import { aDatabase } from '../support/database.js'
import { access, aMediaWorld } from './support/media-world.js'
import { aCarousel, aPicture } from './support/pictures.js'

const { db } = await aDatabase()
const { simulator, platform, create, createRaw, aProcessed } = await aMediaWorld(db)
const item = async () => ({ content_type: 'image/jpeg', data: (await aPicture()).toString('base64') })

test('a carousel is held with its pictures in order, each at an address of its own', async () => {
  const answer = await create({ media: await aCarousel(3), link: 'https://a.example/carousel' })
  const { items } = await platform.listBoardPins(access, '101')
  expect(items.find(({ link }) => link === 'https://a.example/carousel')).toMatchObject({
    mediaType: 'multiple_images',
    itemCount: 3,
  })
  const { pins } = await simulator.state()
  const pin = pins.find(({ id }) => answer.kind === 'created' && id === answer.pinId)
  if (pin?.media.media_type !== 'multiple_images') throw new Error('no carousel')
  expect(pin.creative_type).toBe('CAROUSEL')
  const originals = pin.media.items.map(({ images }) => images.originals)
  expect(originals.map(({ width }) => width)).toEqual([200, 210, 220])
  for (const { url } of originals) expect((await fetch(url)).status).toBe(200)
  expect(new Set(originals.map(({ url }) => url)).size).toBe(3)
})

test.each([
  ['six pictures', async () => ({ items: await Promise.all([1, 2, 3, 4, 5, 6].map(item)) }), /maxItems=5/],
  ['one picture', async () => ({ items: [await item()] }), /minItems=2/],
  ['is_standard', async () => ({ items: [await item(), await item()], is_standard: false }), /is_standard/],
])('a carousel with %s is refused', async (_what, rest, words) => {
  const answer = await createRaw({ source_type: 'multiple_image_base64', ...(await rest()) })
  expect(answer).toMatchObject({ status: 400, code: 1, message: expect.stringMatching(words) as string })
})

test('the page shows a carousel as a row and a video with its length', async () => {
  await create({ media: await aCarousel(2), title: 'Two of them' })
  await create({ media: { kind: 'video', mediaId: await aProcessed(), cover: { second: 0 } }, title: 'Moving' })
  const page = await (await fetch(`${simulator.url}/sandbox/platform?board=101`)).text()
  const cardOf = (title: string) => page.split('<article').find((card) => card.includes(`>${title}</a></h3>`)) ?? ''
  expect(cardOf('Two of them').match(/<img /g)).toHaveLength(2)
  expect(cardOf('Two of them')).toContain('2/2')
  expect(cardOf('Moving')).toContain('class="play"')
  expect(cardOf('Moving')).toContain('0:42')
})
