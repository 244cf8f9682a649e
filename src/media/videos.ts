/** Videos by their container: a few small reads give their facts; the frames are never decoded here. */
import { Readable } from 'node:stream'
import { badRequest, DomainError } from '../core/lib/errors.js'
import { saysAi } from './says-ai.js'
import { otherKind } from './other-kind.js'
import { toTempFile } from '../core/lib/temp-file.js'
import type { VideoFacts, Videos } from '../core/ports/deps.js'
import { Malformed, readBox, type Box, childrenOf, findBox } from './boxes.js'
import { makeRemote, type Remote } from './remote.js'
import { HEAD_BYTES, sniff } from './sniff.js'

export type VideosOptions = {
  /** The core's limits, in pixels. */
  limits: { minSide: number }
  /** The bytes behind one of our own sample addresses (sandbox); checked before any network. */
  readSample?: (url: string) => Promise<Buffer | undefined>
  remote?: Remote
}
type Source = Parameters<Videos['inspect']>[0]

const MIB = 1024 * 1024
/** Limits of a download; larger videos are uploaded. @see docs/contract.md#media */
const FETCH = { maxBytes: 200 * MIB, timeoutMs: 60_000, kind: 'video' } as const
const MAX_MOOV_BYTES = 8 * MIB
/** Boxes with XMP or a C2PA manifest, and the bytes of each that are searched. */
const MOST_UUID_BOXES = 4
const MAX_UUID_BYTES = MIB
/** Boxes before `moov`; a camera writes a few. */
const MOST_TOP_BOXES = 256
/** The range of the column; no video is 24 days long. */
const MAX_DURATION_MS = 2 ** 31 - 1

export function makeVideos({ limits, readSample, remote = makeRemote() }: VideosOptions): Videos & { close(): Promise<void> } {
  return {
    inspect: (source, field) => inspect(source, field, limits.minSide),
    async fetch(url, field) {
      const sample = await readSample?.(url)
      const tooLarge = () =>
        badRequest(field, (of) => `${of(field)}: the file is larger than 200 MiB. Upload larger videos instead.`)
      if (sample) return toTempFile(Readable.from([sample]), { maxBytes: FETCH.maxBytes, tooLarge })
      return remote.download(url, field, { ...FETCH, tooLarge })
    },
    close: () => remote.close(),
  }
}

async function inspect(source: Source, field: string, minSide: number): Promise<VideoFacts> {
  const sniffed = sniff(await source.read(0, Math.min(HEAD_BYTES, source.bytes)))
  if (sniffed?.mediaType === 'image') throw otherKind(field, 'image')
  if (!sniffed) throw notAVideo(field)
  const movie = await readSource(source, field)
  if (!movie) throw badRequest(field, (of) => `${of(field)}: this file has no video track.`)
  const { width, height, durationMs, codec, saysAi } = movie
  if (durationMs <= 0 || durationMs > MAX_DURATION_MS)
    throw badRequest(field, (of) => `${of(field)}: the video does not say how long it is. Export it as a plain MP4.`)
  if (Math.min(width, height) < minSide)
    throw badRequest(
      field,
      (of) => `${of(field)}: the video is ${width} x ${height}; each side needs at least ${minSide} pixels.`,
    )
  const contentType = sniffed.contentType === 'video/mp4' ? 'video/mp4' : 'video/quicktime'
  return { contentType, width, height, durationMs, codec, ...(saysAi && { saysAi }) }
}

/** Passes on errors of the reads themselves, because a failing disk is not the video's fault. */
async function readSource(source: Source, field: string): Promise<(Movie & { saysAi: boolean }) | undefined> {
  const { moov, before } = await readMoov(source, field)
  const movie = judged(field, () => readMovie(moov))
  return movie && { ...movie, saysAi: [moov, ...before].some(saysAi) }
}

/** Finds the box before or after the media data. `before`: the beginnings of boxes of metadata before it. */
async function readMoov(source: Source, field: string): Promise<{ moov: Buffer; before: Buffer[] }> {
  const before: Buffer[] = []
  const { bytes } = source
  let at = 0
  for (let count = 0; at + 8 <= bytes && count < MOST_TOP_BOXES; count++) {
    const head = await source.read(at, Math.min(16, bytes - at))
    const box = judged(field, () => readBox(head, at, bytes))
    if (box.type !== 'moov') {
      const isRead = box.type === 'uuid' && before.length < MOST_UUID_BOXES
      if (isRead) before.push(await source.read(at, Math.min(MAX_UUID_BYTES, box.end - at, bytes - at)))
      at = box.end
      continue
    }
    const length = box.end - box.start
    if (length > MAX_MOOV_BYTES) throw badRequest(field, (of) => `${of(field)}: the index of this video is larger than 8 MiB.`)
    const moov = await source.read(box.start, length)
    if (moov.length < length) break
    return { moov, before }
  }
  throw damaged(field)
}

function judged<T>(field: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof Malformed || error instanceof RangeError) throw damaged(field)
    throw error
  }
}

const notAVideo = (field: string): DomainError =>
  badRequest(field, (of) => `${of(field)}: this is not a video. Send MP4 or QuickTime (.mov).`)
const damaged = (field: string): DomainError =>
  badRequest(field, (of) => `${of(field)}: the video is damaged or was cut off: its index could not be read.`)

/** @see VideoFacts */
type Movie = { width: number; height: number; durationMs: number; codec: string | null }

/**
 * Returns undefined if there is no video track, perhaps only sound.
 * @throws Malformed · RangeError
 */
function readMovie(moov: Buffer): Movie | undefined {
  const root: Box = { type: 'moov', start: 0, end: moov.length }
  const tracks = [...childrenOf(moov, root)].filter(({ type }) => type === 'trak')
  const videos = tracks.filter((track) => handlerOf(moov, track) === 'vide').map((track) => readTrack(moov, track))
  const video = videos.find(({ isEnabled }) => isEnabled) ?? videos[0] // chapter pictures are a disabled video track
  if (!video) return undefined
  const { width, height, codec } = video
  return { width, height, codec, durationMs: readDuration(moov, root) }
}

function handlerOf(moov: Buffer, track: Box): string | undefined {
  const hdlr = findBox(moov, track, 'mdia', 'hdlr')
  return hdlr && fieldsOf(moov, hdlr).toString('latin1', 8, 12)
}

type Track = { isEnabled: boolean; width: number; height: number; codec: string | null }

function readTrack(moov: Buffer, track: Box): Track {
  const tkhd = findBox(moov, track, 'tkhd')
  if (!tkhd) throw new Malformed('a track without tkhd')
  const fields = fieldsOf(moov, tkhd)
  const isEnabled = (fields.readUInt8(3) & 1) === 1
  const matrix = fields.readUInt8(0) === 1 ? 52 : 40 // two wider times and one wider duration in version 1
  const [a, b] = [fields.readInt32BE(matrix), fields.readInt32BE(matrix + 4)]
  const shown = { width: fields.readUInt32BE(matrix + 36) >>> 16, height: fields.readUInt32BE(matrix + 40) >>> 16 } // 16.16 fixed point
  const { width, height } = shown.width > 0 && shown.height > 0 ? shown : readSampleSize(moov, track)
  const liesOnItsSide = Math.abs(b) > Math.abs(a) // turned by 90 or 270 degrees
  const codec = readCodec(moov, track)
  return { isEnabled, codec, ...(liesOnItsSide ? { width: height, height: width } : { width, height }) }
}

/** The type of the first sample entry, after version, count and the entry's length. */
function readCodec(moov: Buffer, track: Box): string | null {
  const stsd = findBox(moov, track, 'mdia', 'minf', 'stbl', 'stsd')
  const codec = stsd ? fieldsOf(moov, stsd).toString('latin1', 12, 16) : ''
  return /^[ -~]{4}$/.test(codec) ? codec.trimEnd() : null
}

/** The size of the pictures themselves, for a track without a display size. */
function readSampleSize(moov: Buffer, track: Box): { width: number; height: number } {
  const stsd = findBox(moov, track, 'mdia', 'minf', 'stbl', 'stsd')
  if (!stsd) throw new Malformed('a track without stsd')
  const fields = fieldsOf(moov, stsd)
  const entry = 8 // after version and count; the sizes are 32 bytes into the first one
  return { width: fields.readUInt16BE(entry + 32), height: fields.readUInt16BE(entry + 34) }
}

/** The duration; in a fragmented file `mehd` has that of all fragments together. */
function readDuration(moov: Buffer, root: Box): number {
  const mvhd = findBox(moov, root, 'mvhd')
  if (!mvhd) throw new Malformed('moov without mvhd')
  const fields = fieldsOf(moov, mvhd)
  const isWide = fields.readUInt8(0) === 1
  const timescale = fields.readUInt32BE(isWide ? 20 : 12)
  const mehd = findBox(moov, root, 'mvex', 'mehd')
  const duration = readTime(fields, isWide ? 24 : 16, isWide) || (mehd ? readMehd(fieldsOf(moov, mehd)) : 0)
  return timescale === 0 ? 0 : Math.round((duration * 1000) / timescale)
}

const readMehd = (fields: Buffer) => readTime(fields, 4, fields.readUInt8(0) === 1)

/** Returns 0 if all bits are set, which means unknown. */
function readTime(fields: Buffer, at: number, isWide: boolean): number {
  if (!isWide) return fields.readUInt32BE(at) === 0xffff_ffff ? 0 : fields.readUInt32BE(at)
  const time = fields.readBigUInt64BE(at)
  return time === 0xffff_ffff_ffff_ffffn ? 0 : Number(time)
}

const fieldsOf = (moov: Buffer, { start, end }: Box) => moov.subarray(start, end)
