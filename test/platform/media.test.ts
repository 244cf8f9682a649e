/** Carousels, videos and product tags as the simulated platform takes and refuses them. */
import { Readable } from 'node:stream'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { clearFaults } from '../../src/sandbox/platform/faults.js'
import { addUser } from '../../src/sandbox/platform/seed-api.js'
import { aFilm, FILM_MS } from '../publish/kinds.js'
import { aDatabase } from '../support/database.js'
import { startSimulator } from '../support/simulator.js'
import { aVideo } from '../support/videos.js'
import { aCarousel, aPicture, aPin } from './pictures.js'

const { db } = await aDatabase()
const clock = { now: new Date('2026-03-02T10:00:00Z') }
const simulator = await startSimulator(db, clock, { timeoutMs: 5_000 })
const { platform } = simulator
await addUser(db.sql, {
  username: 'other',
  displayName: 'Other',
  isBusiness: false,
  accessToken: 'pina_other',
  createdAt: clock.now,
})
afterAll(() => simulator.close())
beforeEach(() => clearFaults(db.sql))

const access = { accessToken: 'pina_test' }
const other = { accessToken: 'pina_other' }
const never = () => new AbortController().signal
const create = async (over: Parameters<typeof aPin>[0] = {}) => platform.createPin(access, await aPin(over), never())
const createRaw = (media_source: object) =>
  ask('/pins', { board_id: '101', title: 'Raw', link: 'https://a.example', media_source })
async function ask(path: string, body?: object) {
  const answer = await fetch(`${simulator.url}/sandbox/platform/v5${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: 'Bearer pina_test', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    ...(text && (JSON.parse(text) as { id?: string; code?: number; message?: string; product_tags?: unknown })),
  }
}
const send = (target: { uploadUrl: string; uploadFields: [string, string][] }, bytes = aFilm()) =>
  platform.uploadVideo(
    target,
    { body: Readable.from([bytes], { objectMode: false }), bytes: bytes.length, contentType: 'video/mp4' },
    never(),
  )
const pass = (ms: number) => void (clock.now = new Date(clock.now.getTime() + ms))
/** A video that may be used. */
async function aProcessed(bytes = aFilm()): Promise<string> {
  const { mediaId, ...target } = await platform.startVideo(access)
  await send(target, bytes)
  pass(8_000)
  return mediaId
}
async function aLivePin(): Promise<string> {
  const answer = await create()
  if (answer.kind !== 'created') throw new Error(JSON.stringify(answer))
  return answer.pinId
}
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

test('a video goes from registered over processing to succeeded, and then makes a pin', async () => {
  const { mediaId, ...target } = await platform.startVideo(access)
  expect(target.uploadFields.map(([name]) => name)).toEqual(
    expect.arrayContaining(['key', 'policy', 'x-amz-signature', 'Content-Type']),
  )
  expect(await platform.readVideo(access, mediaId)).toEqual({ status: 'registered' })
  expect(await create({ media: { kind: 'video', mediaId } })).toMatchObject({ status: 400, code: 1 })
  await send(target)
  expect(await platform.readVideo(access, mediaId)).toEqual({ status: 'processing' })
  expect(await create({ media: { kind: 'video', mediaId } })).toMatchObject({ status: 400, code: 1 })
  pass(8_000)
  expect(await platform.readVideo(access, mediaId)).toEqual({ status: 'succeeded' })
  const answer = await create({ media: { kind: 'video', mediaId }, link: 'https://a.example/video' })
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
  expect(await create({ media: { kind: 'video', mediaId } })).toMatchObject({ status: 400 })
})

test('bytes that are no video fail in processing', async () => {
  const mediaId = await aProcessed(Buffer.from('no film at all'))
  expect(await platform.readVideo(access, mediaId)).toEqual({ status: 'failed' })
})

test('the header of a film is found wherever it stands', async () => {
  const behind = aVideo({ moov: 'last', mdatBytes: 200_000, version: 1 })
  expect(await platform.readVideo(access, await aProcessed(behind))).toEqual({ status: 'succeeded' })
})

type Target = { uploadUrl: string; uploadFields: [string, string][] }
const swapped = ({ uploadUrl, uploadFields: [first, second, ...rest] }: Target): Target => ({
  uploadUrl,
  uploadFields: [second!, first!, ...rest],
})
test.each([
  ['in another order', swapped, 'invalid', /order/],
  [
    'without one',
    ({ uploadFields, ...of }: Target) => ({ ...of, uploadFields: uploadFields.slice(1) }),
    'forbidden',
    /SignatureDoesNotMatch/,
  ],
  [
    'with another signature',
    ({ uploadFields, ...of }: Target) => ({
      ...of,
      uploadFields: uploadFields.map(([name, value]): [string, string] => [name, name === 'x-amz-signature' ? 'other' : value]),
    }),
    'forbidden',
    /SignatureDoesNotMatch/,
  ],
  [
    'with another key',
    ({ uploadUrl }: Target) => ({ uploadUrl, uploadFields: [['key', 'x']] as [string, string][] }),
    'forbidden',
    /AccessDenied/,
  ],
] as const)('fields %s are refused by the store', async (_what, change, kind, words) => {
  const { mediaId, ...target } = await platform.startVideo(access)
  await expect(send(change(target))).rejects.toMatchObject({ kind, message: expect.stringMatching(words) as string })
  expect(await platform.readVideo(access, mediaId)).toEqual({ status: 'registered' })
})

test('a permission to upload ends after an hour', async () => {
  const { mediaId: _, ...target } = await platform.startVideo(access)
  pass(3_600_000)
  await expect(send(target)).rejects.toMatchObject({
    kind: 'forbidden',
    message: expect.stringContaining('Policy expired') as string,
  })
})

test.each([
  [
    'a field behind the file',
    (form: FormData, fields: [string, string][]) => {
      for (const [name, value] of fields) form.append(name, value)
      form.append('file', new Blob(['film']))
      form.append('late', '1')
    },
    400,
    'InvalidArgument',
  ],
  [
    'no file',
    (form: FormData, fields: [string, string][]) => {
      for (const [name, value] of fields) form.append(name, value)
    },
    400,
    'InvalidArgument',
  ],
  [
    'the file first',
    (form: FormData, fields: [string, string][]) => {
      form.append('file', new Blob(['film']))
      for (const [name, value] of fields) form.append(name, value)
    },
    403,
    'AccessDenied',
  ],
] as const)('a form with %s is refused in XML', async (_what, fill, status, code) => {
  const { uploadUrl, uploadFields } = await platform.startVideo(access)
  const form = new FormData()
  fill(form, uploadFields)
  const answer = await fetch(uploadUrl, { method: 'POST', body: form })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, expect.stringContaining('xml')])
  expect(await answer.text()).toContain(`<Code>${code}</Code>`)
})

test('a form as browsers make it is taken', async () => {
  const { mediaId, uploadUrl, uploadFields } = await platform.startVideo(access)
  const form = new FormData()
  for (const [name, value] of uploadFields) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(aFilm())]), 'film.mp4')
  expect((await fetch(uploadUrl, { method: 'POST', body: form })).status).toBe(204)
  expect(await platform.readVideo(access, mediaId)).toEqual({ status: 'processing' })
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

test.each([
  ['refused', 'forbidden', 'registered'],
  ['fail_500', 'unavailable', 'registered'],
  ['hang', 'timeout', 'registered'],
  ['commit_then_hang', 'timeout', 'processing'],
] as const)('fault %s of the store: the client sees %s, the video is %s', async (fault, kind, status) => {
  await simulator.fault({ operation: 'upload_media', fault })
  const { mediaId, ...target } = await platform.startVideo(access)
  const cut = new AbortController()
  if (kind === 'timeout') setTimeout(() => cut.abort(), 400)
  const bytes = aFilm()
  const video = { body: Readable.from([bytes], { objectMode: false }), bytes: bytes.length, contentType: 'video/mp4' }
  await expect(platform.uploadVideo(target, video, cut.signal)).rejects.toMatchObject({ kind })
  expect(await platform.readVideo(access, mediaId)).toEqual({ status })
})

test('product tags are added, listed and taken away; those that are there already are no error', async () => {
  const path = `/pins/${await aLivePin()}/product_tags`
  const tags = (...ids: string[]) => ({ product_tags: ids.map((pin_id) => ({ pin_id })) })
  expect(await ask(path)).toEqual({ status: 200, ...tags() })
  expect(await ask(path, tags('81', '82'))).toEqual({ status: 200, ...tags('81', '82') })
  expect((await ask(path, tags('82', '83'))).status).toBe(200)
  expect(await ask(path)).toEqual({ status: 200, ...tags('81', '82', '83') })
  expect((await ask(`${path}/bulk-delete`, tags('81', '89'))).status).toBe(204)
  expect(await ask(path)).toEqual({ status: 200, ...tags('82', '83') })
})

test.each([
  ['one that is no product', ['81', '71'], /ineligible product tags/],
  ['one twice', ['81', '81'], /twice/],
  ['25 of them', Array.from({ length: 25 }, (_, n) => `8${n}`), /maxItems=24/],
])('tags with %s are refused whole', async (_what, ids, words) => {
  const pinId = await aLivePin()
  await expect(platform.addProductTags(access, pinId, ids)).rejects.toMatchObject({
    kind: 'invalid',
    message: expect.stringMatching(words) as string,
  })
  expect(await ask(`/pins/${pinId}/product_tags`)).toEqual({ status: 200, product_tags: [] })
})

test('nobody tags a pin of another, or none', async () => {
  const pinId = await aLivePin()
  await expect(platform.addProductTags(other, pinId, ['81'])).rejects.toMatchObject({ kind: 'forbidden' })
  await expect(platform.addProductTags(access, '1', ['81'])).rejects.toMatchObject({ kind: 'not_found' })
})

test.each([
  ['ineligible', 'invalid'],
  ['fail_500', 'unavailable'],
  ['rate_limited', 'rate_limited'],
  ['unauthorized', 'reconnect'],
] as const)('fault %s of product tags is %s, once', async (fault, kind) => {
  const pinId = await aLivePin()
  await simulator.fault({ operation: 'add_product_tags', fault })
  await expect(platform.addProductTags(access, pinId, ['81'])).rejects.toMatchObject({ kind })
  await platform.addProductTags(access, pinId, ['81'])
})

test('the page shows a carousel as a row and a video with its length', async () => {
  await create({ media: await aCarousel(2), title: 'Two of them' })
  await create({ media: { kind: 'video', mediaId: await aProcessed() }, title: 'Moving' })
  const page = await (await fetch(`${simulator.url}/sandbox/platform?board=101`)).text()
  const cardOf = (title: string) => page.split('<article').find((card) => card.includes(`<h3>${title}</h3>`)) ?? ''
  expect(cardOf('Two of them').match(/<img /g)).toHaveLength(2)
  expect(cardOf('Two of them')).toContain('2/2')
  expect(cardOf('Moving')).toContain('class="play"')
  expect(cardOf('Moving')).toContain('0:42')
})
