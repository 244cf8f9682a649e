import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { DomainError } from '../../../src/core/lib/errors.js'
import { discardMedia, mediaPath, prepareMedia, takeMedia, thumbnailPath } from '../../../src/core/media/media.js'
import { requestUpload, requireUpload } from '../../../src/core/media/uploads.js'
import type { GivenMedia } from '../../../src/core/media/prepare-image.js'
import type { PreparedMedia } from '../../../src/core/media/prepared.js'
import { openMedia } from '../../../src/core/media/open.js'
import { sweepUploads } from '../../../src/core/media/sweep-uploads.js'
import type { MediaSource } from '../../../src/core/media/post-media.js'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { aVideo } from '../../support/videos.js'
import { aMediaWorld, aPicture } from './support/media-support.js'

const { db } = await aDatabase()
const world = await aMediaWorld(db)
const { deps, actor, samples, staged, files, organizationId, clock } = world
const scene = readFileSync(new URL('../../media/fixtures/scene.heic', import.meta.url))

const urlOf = (name: string, mediaType: 'image' | 'video'): MediaSource => ({
  kind: 'url',
  url: `https://x.test/${name}`,
  mediaType,
})
const bring = (name: string, bytes: Buffer, mediaType: 'image' | 'video') => {
  samples.set(`https://x.test/${name}`, bytes)
  return urlOf(name, mediaType)
}
const uploaded = async (bytes: Buffer, extension: string): Promise<MediaSource> => ({
  kind: 'upload',
  uploadId: (await staged(bytes, extension)).uploadId,
})
const given = async (source: MediaSource): Promise<GivenMedia> =>
  source.kind === 'url'
    ? { ...source, field: 'mediaUrl' }
    : { ...source, field: 'uploadId', upload: await requireUpload(db.sql, actor, source.uploadId, 'uploadId', clock.now) }
const prepare = async (source: MediaSource) => prepareMedia(deps, actor, await given(source))
const take = (prepared: PreparedMedia) => db.tx((sql) => takeMedia(sql, actor, { prepared, field: 'uploadId' }, clock.now))
const refusal = async (source: MediaSource) => {
  const error: unknown = await prepare(source).catch((thrown: unknown) => thrown)
  if (!(error instanceof DomainError)) throw new Error(`not refused: ${String(error)}`)
  return [error.code, error.details.field, error.message]
}
const bytesOf = async (path: string | null) => {
  const media = await openMedia(deps, path?.replace('/media/', '') ?? '')
  return media && { type: media.contentType, bytes: await buffer(await media.stream()) }
}

test.each([
  ['by url', async (bytes: Buffer) => bring('walk.mp4', bytes, 'video')],
  ['by upload', async (bytes: Buffer) => uploaded(bytes, 'mp4')],
])('a video %s is kept as it is, with its facts and a drawn thumbnail', async (_how, give) => {
  const video = aVideo({ width: 1080, height: 1920, durationMs: 12_500, mdatBytes: 3_000_000 })
  const prepared = await prepare(await give(video))
  const facts = { contentType: 'video/mp4', width: 1080, height: 1920, durationMs: 12_500 }
  expect(prepared).toMatchObject({ mediaType: 'video', bytes: video.length, ...facts })
  const media = await take(prepared)
  expect(media).toMatchObject({ ...facts, hasThumbnail: true })
  expect(mediaPath(organizationId, media)).toMatch(/\.mp4$/)
  const shown = await bytesOf(mediaPath(organizationId, media))
  expect([shown?.type, shown?.bytes.equals(video)]).toEqual(['video/mp4', true])
  const thumbnail = await bytesOf(thumbnailPath(organizationId, media))
  expect(await sharp(thumbnail?.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 270, height: 480 })
})

test('a QuickTime video has its own extension', async () => {
  const media = await take(await prepare(await uploaded(aVideo({ brand: 'qt  ' }), 'mov')))
  expect(mediaPath(organizationId, media)).toMatch(/\.mov$/)
  expect((await bytesOf(mediaPath(organizationId, media)))?.type).toBe('video/quicktime')
  expect(await bytesOf(mediaPath(organizationId, { ...media, contentType: 'video/mp4' }))).toBeUndefined()
})

test.each([
  ['a HEIC by upload', () => uploaded(scene, 'heic'), 360, 240],
  ['a WebP by url', async () => bring('a.webp', await aPicture('webp'), 'image'), 600, 900],
])('%s is kept as a JPEG with a thumbnail', async (_what, give, width, height) => {
  const prepared = await prepare(await give())
  expect(prepared).toMatchObject({ mediaType: 'image', contentType: 'image/jpeg', width, height, durationMs: null })
  const media = await take(prepared)
  expect(media).toMatchObject({ contentType: 'image/jpeg', width, height, durationMs: null, hasThumbnail: true })
  const thumbnail = await bytesOf(thumbnailPath(organizationId, media))
  expect(thumbnail?.type).toBe('image/jpeg')
  expect((await sharp(thumbnail?.bytes).metadata()).height).toBeLessThanOrEqual(480)
})

test.each([
  ['a WebP named .jpg', async () => uploaded(await aPicture('webp'), 'jpg'), 'image/jpeg'],
  ['a HEIC named .jpg', () => uploaded(scene, 'jpg'), 'image/jpeg'],
  ['a JPEG named .png', async () => uploaded(await aPicture('jpeg'), 'png'), 'image/jpeg'],
  ['a PNG named .heif', async () => uploaded(await aPicture('png'), 'heif'), 'image/png'],
  ['an MP4 named .mov', () => uploaded(aVideo(), 'mov'), 'video/mp4'],
  ['a QuickTime file named .mp4', () => uploaded(aVideo({ brand: 'qt  ' }), 'mp4'), 'video/quicktime'],
  ['an MP4 named .m4v', () => uploaded(aVideo(), 'm4v'), 'video/mp4'],
])('%s is taken as what its bytes are', async (_what, give, contentType) => {
  const media = await take(await prepare(await give()))
  expect(media.contentType).toBe(contentType)
  expect((await bytesOf(mediaPath(organizationId, media)))?.type).toBe(contentType)
})

test('media from before there were thumbnails has none', async () => {
  const media = await take(await prepare(await uploaded(await aPicture('png', '#101010'), 'png')))
  await db.sql`update media set thumbnail_key = null where organization_id = ${organizationId} and id = ${media.id}`
  expect(thumbnailPath(organizationId, { ...media, hasThumbnail: false })).toBeNull()
  expect(await bytesOf(thumbnailPath(organizationId, media))).toBeUndefined()
})

test.each([
  ['a video without saying so', async () => bring('v', aVideo(), 'image'), 'mediaType', /Send mediaType video/],
  ['a picture and calls it a video', async () => bring('p', await aPicture(), 'video'), 'mediaType', /Send mediaType image/],
  ['a page', async () => bring('h', Buffer.from('<!doctype html><title>no</title>'), 'video'), 'mediaUrl', /not a video/],
  ['a video as .jpg', () => uploaded(aVideo(), 'jpg'), 'uploadId', /the file is a video/],
  ['a picture as .mp4', async () => uploaded(await aPicture(), 'mp4'), 'uploadId', /the file is an image/],
  ['an empty video', () => uploaded(Buffer.alloc(0), 'mp4'), 'uploadId', /no bytes were PUT/],
])('who brings %s is told', async (_what, give, field, sentence) => {
  const source = await give()
  const before = await files()
  expect(await refusal(source)).toEqual(['BAD_REQUEST', field, expect.stringMatching(sentence)])
  expect(await files()).toEqual(before) // no copy is left
})

test('a video whose bytes are not yet PUT is a 400', async () => {
  const { uploadId } = await requestUpload(deps, actor, { extension: 'mp4' })
  expect(await refusal({ kind: 'upload', uploadId })).toEqual([
    'BAD_REQUEST',
    'uploadId',
    expect.stringMatching(/no bytes were PUT/),
  ])
})

test.each([
  ['mp4', 'video', 2 ** 30, '1 GiB'],
  ['jpg', 'image', 20 * 2 ** 20, '20 MiB'],
])('an upload %s whose %s is longer than allowed is a 400, however it got there', async (extension, kind, most, words) => {
  const source = await uploaded(aVideo(), extension)
  const storage = { ...deps.storage, stat: async () => ({ bytes: most + 1 }) }
  const refused = prepareMedia({ ...deps, storage }, actor, await given(source))
  await expect(refused).rejects.toThrow(`uploadId: the ${kind} is larger than ${words}.`)
})

test('what is PUT after the video was judged changes nothing', async () => {
  const upload = await staged(aVideo(), 'mp4')
  const prepared = await prepare({ kind: 'upload', uploadId: upload.uploadId })
  await world.put(upload, Buffer.from('something else'))
  const media = await take(prepared)
  expect((await bytesOf(mediaPath(organizationId, media)))?.bytes.equals(aVideo())).toBe(true)
})

test('the copy of a video whose create is refused is taken away, and its upload stays usable', async () => {
  const source = await uploaded(aVideo({ mdatBytes: 777 }), 'mp4')
  const before = await files()
  const prepared = await prepare(source)
  expect(await files()).not.toEqual(before)
  await discardMedia(deps, prepared)
  await discardMedia(deps, prepared)
  expect((await files()).filter((name) => !name.startsWith('video-'))).toEqual(
    before.filter((name) => !name.startsWith('video-')),
  )
  expect(await take(await prepare(source))).toMatchObject({ contentType: 'video/mp4' })
})

test('a create that committed although it was told otherwise keeps its video', async () => {
  const prepared = await prepare(await uploaded(aVideo(), 'mp4'))
  const media = await take(prepared)
  await discardMedia(deps, prepared)
  expect(await bytesOf(mediaPath(organizationId, media))).toBeDefined()
})

test('a transaction that was rolled back leaves the copy to be discarded', async () => {
  const prepared = await prepare(await uploaded(aVideo(), 'mp4'))
  const failing = db.tx(async (sql) => {
    await takeMedia(sql, actor, { prepared, field: 'uploadId' }, clock.now)
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  await discardMedia(deps, prepared)
  expect(await deps.storage.stat(prepared.storageKey)).toBeUndefined()
})

test('the copy of a create whose process died is swept within the hour; one that was taken is not', async () => {
  const orphan = await prepare(await uploaded(aVideo(), 'mp4'))
  const kept = await take(await prepare(await uploaded(aVideo(), 'mp4')))
  clock.advance(HOUR_MS - 1000)
  await sweepUploads(deps)
  expect(await deps.storage.stat(orphan.storageKey)).toBeDefined()
  clock.advance(1000)
  await sweepUploads(deps)
  expect(await deps.storage.stat(orphan.storageKey)).toBeUndefined()
  await expect(take(orphan)).rejects.toThrow('was swept')
  clock.advance(24 * HOUR_MS)
  await sweepUploads(deps)
  expect(await bytesOf(mediaPath(organizationId, kept))).toBeDefined()
})

test('a storage that fails while a copy is taken away is no second error, and the sweep goes on where it stopped', async () => {
  const prepared = await prepare(await uploaded(aVideo(), 'mp4'))
  const storage = { ...deps.storage, remove: () => Promise.reject(new Error('the store is away')) }
  await discardMedia({ ...deps, storage }, prepared)
  expect(await deps.storage.stat(prepared.storageKey)).toBeDefined()
  await sweepUploads(deps)
  expect(await deps.storage.stat(prepared.storageKey)).toBeUndefined()
})

test('equal pictures are one row, equal videos are two', async () => {
  const picture = await aPicture('jpeg', '#abcdef')
  const ids = async (give: () => Promise<MediaSource>) => {
    const [a, b] = [await prepare(await give()), await prepare(await give())]
    return [(await take(a)).id, (await take(b)).id]
  }
  const [one, same] = await ids(() => uploaded(picture, 'jpg'))
  expect(same).toBe(one)
  const [first, second] = await ids(() => uploaded(aVideo(), 'mp4'))
  expect(second).not.toBe(first)
})

test('a picture of an address that is kept already is fetched and compared, and not opened', async () => {
  const source = bring('kept.jpg', await aPicture('jpeg', '#fedcba'), 'image')
  const media = await take(await prepare(source))
  const unopened = () => Promise.reject(new Error('it was opened'))
  const pictures = { ...deps.pictures, isAsSent: unopened, inspect: unopened, forPlatform: unopened, thumbnail: unopened }
  const again = await prepareMedia({ ...deps, pictures }, actor, await given(source))
  expect(again.known).toEqual(media)
})
