import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { MEDIA_LIMITS } from '../../src/core/media/formats.js'
import { DomainError } from '../../src/core/lib/errors.js'
import { makeVideos } from '../../src/media/videos.js'
import { aMoov, aVideo, box, longBox, text, u32, type VideoOptions } from '../support/videos.js'
import { fc } from '../support/random.js'

const sample = aVideo()
const videos = makeVideos({
  limits: MEDIA_LIMITS,
  readSample: async (url) => (url === 'http://ours.test/clip.mp4' ? sample : undefined),
})
afterAll(() => videos.close())

const sourceOf = (bytes: Buffer) => {
  const reads: number[] = []
  const read = async (start: number, length: number) => {
    const found = bytes.subarray(start, start + length)
    reads.push(found.length)
    return found
  }
  return { source: { bytes: bytes.length, read }, reads }
}
const inspect = (bytes: Buffer, field = 'mediaUrl') => videos.inspect(sourceOf(bytes).source, field)
const refusal = async (bytes: Buffer, field = 'mediaUrl') => {
  const error: unknown = await inspect(bytes, field).catch((thrown: unknown) => thrown)
  if (!(error instanceof DomainError)) throw new Error(`not refused: ${String(error)}`)
  expect(error.code).toBe('BAD_REQUEST')
  return [error.details.field, error.message]
}
const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url))

test.each<[string, VideoOptions]>([
  ['its index first', {}],
  ['its index last', { moov: 'last' }],
  ['wide times', { version: 1 }],
  ['no sound', { handlers: ['vide'] }],
  ['turned upside down', { rotation: 180 }],
])('a video with %s is read', async (_what, options) => {
  const facts = { contentType: 'video/mp4', width: 540, height: 960, durationMs: 4000, codec: 'avc1' }
  expect(await inspect(aVideo(options))).toEqual(facts)
})

test.each([90, 270] as const)('a video turned by %i degrees has its sides swapped', async (rotation) => {
  expect(await inspect(aVideo({ width: 1920, height: 1080, rotation }))).toMatchObject({ width: 1080, height: 1920 })
})

test.each([
  ['qt  ', 'video/quicktime'],
  [null, 'video/quicktime'],
  ['isom', 'video/mp4'],
  ['mp42', 'video/mp4'],
] as const)('the brand %j is %s', async (brand, contentType) => {
  expect(await inspect(aVideo({ brand }))).toMatchObject({ contentType })
})

test.each([1000, 20 * 60_000])(
  'a video of %i ms is taken: what the platform may not take is said by its preflight',
  async (durationMs) => {
    expect(await inspect(aVideo({ durationMs }))).toMatchObject({ durationMs })
  },
)

test.each([
  ['hvc1', 'hvc1'],
  ['raw ', 'raw'],
  ['\0\0\0\x01', null],
])('the encoding is what the index calls it: %j', async (codec, expected) => {
  expect(await inspect(aVideo({ codec }))).toMatchObject({ codec: expected })
})

test('files made by ffmpeg: an MP4 with sound, and a QuickTime one on its side with its index last', async () => {
  expect(await inspect(fixture('real.mp4'))).toMatchObject({
    contentType: 'video/mp4',
    width: 270,
    height: 480,
    durationMs: 4000,
    codec: 'avc1',
  })
  expect(await inspect(fixture('real.mov'))).toEqual({
    contentType: 'video/quicktime',
    width: 180,
    height: 320,
    durationMs: 4000,
    codec: 'avc1',
  })
})

test('a few small reads are enough, however large the pictures are', async () => {
  const { source, reads } = sourceOf(aVideo({ moov: 'last', mdatBytes: 5 * 1024 * 1024 }))
  await videos.inspect(source, 'mediaUrl')
  expect(reads.length).toBeLessThanOrEqual(6)
  expect(reads.reduce((sum, length) => sum + length)).toBeLessThan(6000)
})

test('lengths of 64 bits, and a last box that goes on to the end', async () => {
  const [moov, pictures] = [aMoov(), Buffer.alloc(99)]
  const ftyp = box('ftyp', text('isom'), u32(1))
  expect(await inspect(Buffer.concat([ftyp, longBox('mdat', 115n, pictures), moov]))).toMatchObject({ durationMs: 4000 })
  expect(await inspect(Buffer.concat([ftyp, moov, u32(0), text('mdat'), pictures]))).toMatchObject({ durationMs: 4000 })
})

test('a fragmented video tells its length in mehd', async () => {
  const moov = aMoov({ durationMs: 0 })
  const mvex = box('mvex', box('mehd', u32(0), u32(7000)))
  const whole = Buffer.concat([box('ftyp', text('isom'), u32(1)), box('moov', moov.subarray(8), mvex)])
  expect(await inspect(whole)).toMatchObject({ durationMs: 7000 })
})

test('pictures of chapters, a disabled track, are not the video', async () => {
  const [chapters, video] = [aMoov({ width: 200, height: 200, handlers: ['vide'] }), aMoov({ handlers: ['vide'] })]
  const tracks = [chapters, video].map((moov) => moov.subarray(moov.indexOf('trak') - 4))
  const disabled = Buffer.from(tracks[0]!)
  disabled.writeUInt8(0, disabled.indexOf('tkhd') + 7)
  const mvhd = video.subarray(8, video.indexOf('trak') - 4)
  const file = Buffer.concat([box('ftyp', text('isom'), u32(1)), box('moov', mvhd, disabled, tracks[1]!)])
  expect(await inspect(file)).toMatchObject({ width: 540, height: 960 })
})

test.each([
  ['without a video track', aVideo({ handlers: ['soun'] }), /no video track/],
  ['below 100 pixels', aVideo({ width: 98 }), /98 x 960; each side needs at least 100/],
  ['without a length', aVideo({ durationMs: 0 }), /does not say how long/],
  ['whose time has no scale', aVideo({ timescale: 0 }), /does not say how long/],
  ['longer than can be', aVideo({ durationMs: 2 ** 31, version: 1 }), /does not say how long/],
  ['without an index', Buffer.concat([box('ftyp', text('isom')), box('mdat', Buffer.alloc(90))]), /damaged/],
  ['cut off in its index', aVideo().subarray(0, 300), /damaged/],
  ['with a box of no length', Buffer.concat([box('ftyp', text('isom')), u32(4), text('free'), aMoov()]), /damaged/],
  ['with a box beyond its end', Buffer.concat([box('ftyp', text('isom')), longBox('free', 2n ** 63n), aMoov()]), /damaged/],
  [
    'with an index of more than 8 MiB',
    Buffer.concat([box('ftyp', text('isom')), box('moov', Buffer.alloc(8_388_609))]),
    /larger than 8 MiB/,
  ],
  ['that is a text', Buffer.from('the free offer of the day is not a video at all'), /not a video/],
  ['that is empty', Buffer.alloc(0), /not a video/],
  ['in another container', Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(99)]), /not a video/],
])('a file %s is a 400', async (_what, bytes, sentence) => {
  const [field, message] = await refusal(bytes)
  expect([field, message]).toEqual(['mediaUrl', expect.stringMatching(sentence)])
})

test.each([
  ['mediaUrl', 'mediaType', /Send mediaType image/],
  ['uploadId', 'uploadId', /the file is an image/],
])('a picture where %s should be a video is a 400 of %s', async (given, field, sentence) => {
  expect(await refusal(fixture('scene.heic'), given)).toEqual([field, expect.stringMatching(sentence)])
})

test('more boxes than any camera writes are not followed', async () => {
  const { source, reads } = sourceOf(
    Buffer.concat([box('ftyp', text('isom')), ...Array.from({ length: 10_000 }, () => box('free')), aMoov()]),
  )
  await expect(videos.inspect(source, 'mediaUrl')).rejects.toThrow(/damaged/)
  expect(reads.length).toBeLessThan(300)
  const crowded = box('moov', ...Array.from({ length: 10_000 }, () => box('free')), aMoov().subarray(8))
  expect((await refusal(Buffer.concat([box('ftyp', text('isom')), crowded])))[1]).toMatch(/damaged/)
})

test('a read that fails is no fault of the video', async () => {
  const read = () => Promise.reject(new Error('the disk is gone'))
  await expect(videos.inspect({ bytes: 999, read }, 'mediaUrl')).rejects.toThrow('the disk is gone')
})

test('whatever the bytes are, they are judged by a few reads: facts or a 400', async () => {
  const wholes = [aVideo(), aVideo({ moov: 'last', version: 1, brand: 'qt  ' }), fixture('real.mp4'), fixture('real.mov')]
  const change = fc.record({ at: fc.nat(), value: fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0, 1, 255)) })
  const mutated = fc.record({
    whole: fc.constantFrom(...wholes),
    changes: fc.array(change, { minLength: 1, maxLength: 40 }),
    cut: fc.option(fc.nat()),
  })
  const property = fc.asyncProperty(mutated, async ({ whole, changes, cut }) => {
    const bytes = Buffer.from(whole)
    const index = bytes.indexOf('moov')
    for (const [n, { at, value }] of changes.entries()) bytes[n % 2 === 0 ? at % bytes.length : index + (at % 700)] = value
    const { source, reads } = sourceOf(cut === null ? bytes : bytes.subarray(0, cut % bytes.length))
    const outcome: unknown = await videos.inspect(source, 'mediaUrl').catch((error: unknown) => error)
    expect(reads.length).toBeLessThan(300)
    if (outcome instanceof Error) expect(outcome).toMatchObject({ name: 'DomainError', code: 'BAD_REQUEST' })
    else expect((outcome as { durationMs: number }).durationMs).toSatisfy((ms: number) => Number.isSafeInteger(ms) && ms > 0) // facts, then
  })
  await fc.assert(property, { numRuns: 3000 })
})

test('one of our own samples is read without any network, as a file to be removed', async () => {
  const { file, bytes, remove } = await videos.fetch('http://ours.test/clip.mp4', 'mediaUrl')
  expect([(await readFile(file)).equals(sample), bytes]).toEqual([true, sample.length])
  await remove()
  await expect(readFile(file)).rejects.toThrow('ENOENT')
})
