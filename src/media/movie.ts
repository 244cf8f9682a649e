/**
 * Reads a video's facts from its `moov` box: duration, size, orientation, codec. Nothing recurses, because the paths of the boxes
 * are fixed.
 */
import { type Box, childrenOf, findBox, Malformed } from './boxes.js'

/** @see VideoFacts */
export type Movie = { width: number; height: number; durationMs: number; codec: string | null }

/**
 * Returns undefined if there is no video track, perhaps only sound.
 * @throws Malformed · RangeError
 */
export function readMovie(moov: Buffer): Movie | undefined {
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
