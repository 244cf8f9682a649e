/** Videos by their container: a few small reads give their facts; the frames are never decoded here. */
import { Readable } from 'node:stream'
import { badRequest, DomainError } from '../core/lib/errors.js'
import { otherKind } from './other-kind.js'
import { toTempFile } from '../core/lib/temp-file.js'
import type { VideoFacts, Videos } from '../core/ports/deps.js'
import { Malformed, readBox } from './boxes.js'
import { type Movie, readMovie } from './movie.js'
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
  const { width, height, durationMs, codec } = movie
  if (durationMs <= 0 || durationMs > MAX_DURATION_MS)
    throw badRequest(field, (of) => `${of(field)}: the video does not say how long it is. Export it as a plain MP4.`)
  if (Math.min(width, height) < minSide)
    throw badRequest(
      field,
      (of) => `${of(field)}: the video is ${width} x ${height}; each side needs at least ${minSide} pixels.`,
    )
  const contentType = sniffed.contentType === 'video/mp4' ? 'video/mp4' : 'video/quicktime'
  return { contentType, width, height, durationMs, codec }
}

/** Passes on errors of the reads themselves, because a failing disk is not the video's fault. */
async function readSource(source: Source, field: string): Promise<Movie | undefined> {
  const moov = await readMoov(source, field)
  return judged(field, () => readMovie(moov))
}

/** Finds the box before or after the media data. */
async function readMoov(source: Source, field: string): Promise<Buffer> {
  const { bytes } = source
  let at = 0
  for (let count = 0; at + 8 <= bytes && count < MOST_TOP_BOXES; count++) {
    const head = await source.read(at, Math.min(16, bytes - at))
    const box = judged(field, () => readBox(head, at, bytes))
    if (box.type !== 'moov') {
      at = box.end
      continue
    }
    const length = box.end - box.start
    if (length > MAX_MOOV_BYTES) throw badRequest(field, (of) => `${of(field)}: the index of this video is larger than 8 MiB.`)
    const moov = await source.read(box.start, length)
    if (moov.length < length) break
    return moov
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
