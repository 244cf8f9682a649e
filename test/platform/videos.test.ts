/** Videos as the simulated platform takes, processes and publishes them. */
import { expect, test } from 'vitest'
import { aFilm, FILM_MS } from '../publish/support/kinds.js'
import { aDatabase } from '../support/database.js'
import { aVideo } from '../support/videos.js'
import { access, aMediaWorld, other } from './support/media-world.js'
import { aPicture } from './support/pictures.js'

const { db } = await aDatabase()
const { simulator, platform, pass, create, createRaw, send, aProcessed } = await aMediaWorld(db)

test('a video goes from registered over processing to succeeded, and then makes a pin', async () => {
  const { mediaId, ...target } = await platform.startVideo(access)
  expect(target.uploadFields.map(([name]) => name)).toEqual(
    expect.arrayContaining(['key', 'policy', 'x-amz-signature', 'Content-Type']),
  )
  expect(await platform.readVideo(access, mediaId)).toEqual({ status: 'registered' })
  expect(await create({ media: { kind: 'video', mediaId, cover: { second: 0 } } })).toMatchObject({ status: 400, code: 1 })
  await send(target)
  expect(await platform.readVideo(access, mediaId)).toEqual({ status: 'processing' })
  expect(await create({ media: { kind: 'video', mediaId, cover: { second: 0 } } })).toMatchObject({ status: 400, code: 1 })
  pass(8_000)
  expect(await platform.readVideo(access, mediaId)).toEqual({ status: 'succeeded' })
  const answer = await create({ media: { kind: 'video', mediaId, cover: { second: 0 } }, link: 'https://a.example/video' })
  expect(answer.kind).toBe('created')
  const { pins, media } = await simulator.state()
  const pin = pins.find(({ link }) => link === 'https://a.example/video')
  expect(pin).toMatchObject({
    creative_type: 'VIDEO',
    media: { media_type: 'video', duration: FILM_MS, width: 720, height: 1280 },
  })
  expect(media.find((one) => one.media_id === mediaId)).toEqual({ media_id: mediaId, bytes: aFilm().length, uploads: 1 })
  if (pin?.media.media_type !== 'video') throw new Error('no video')
  expect((await fetch(pin.media.cover_image_url)).headers.get('content-type')).toContain('image/svg+xml')
})

test('a video needs a cover; one that is given is shown', async () => {
  const source = { source_type: 'video_id', media_id: await aProcessed() }
  expect(await createRaw(source)).toMatchObject({
    status: 400,
    message: expect.stringContaining('cover_image_url or cover_image_content_type') as string,
  })
  const bytes = await aPicture(400, 700)
  const answer = await createRaw({
    ...source,
    cover_image_content_type: 'image/jpeg',
    cover_image_data: bytes.toString('base64'),
  })
  expect(answer.status).toBe(201)
  const shown = await fetch(`${simulator.url}/sandbox/platform/pictures/${answer.id}`)
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(bytes)
})

test("a video of another user is not there for anybody else, and makes nobody's pin", async () => {
  const { mediaId } = await platform.startVideo(other)
  await expect(platform.readVideo(access, mediaId)).rejects.toMatchObject({
    kind: 'not_found',
    message: 'Media upload not found',
  })
  expect(await create({ media: { kind: 'video', mediaId, cover: { second: 0 } } })).toMatchObject({ status: 400 })
})

test('bytes that are no video fail in processing', async () => {
  const mediaId = await aProcessed(Buffer.from('no film at all'))
  expect(await platform.readVideo(access, mediaId)).toEqual({ status: 'failed' })
})

test.each([
  [3_999, 'failed'],
  [4_000, 'succeeded'],
  [900_000, 'succeeded'],
  [900_001, 'failed'],
] as const)('a film of %i ms ends as %s', async (durationMs, status) => {
  expect(await platform.readVideo(access, await aProcessed(aVideo({ durationMs })))).toEqual({ status })
})

test('the header of a film is found wherever it stands', async () => {
  const behind = aVideo({ moov: 'last', mdatBytes: 200_000, version: 1 })
  expect(await platform.readVideo(access, await aProcessed(behind))).toEqual({ status: 'succeeded' })
})

test.each([
  ['media_stuck', 'processing'],
  ['media_failed', 'failed'],
] as const)('fault %s: the video stays or ends as %s', async (fault, status) => {
  await simulator.fault({ operation: 'create_media', fault })
  const mediaId = await aProcessed()
  pass(3_600_000)
  expect(await platform.readVideo(access, mediaId)).toEqual({ status })
})
