/** Small but whole videos, box by box: what a player would read of them is all there but the pictures. */

export type VideoOptions = {
  width?: number
  height?: number
  durationMs?: number
  /** Of the container: the brand in `ftyp`, or no `ftyp` at all, as QuickTime once had it. */
  brand?: 'isom' | 'mp42' | 'qt  ' | null
  /** Degrees by which a player turns it. */
  rotation?: 0 | 90 | 180 | 270
  /** Where the index stands: before the pictures, or after them. */
  moov?: 'first' | 'last'
  /** The wide form of the times. */
  version?: 0 | 1
  handlers?: string[]
  /** Of the pictures, four letters. */
  codec?: string
  /** Of the pictures' box. */
  mdatBytes?: number
  timescale?: number
}

export function aVideo(options: VideoOptions = {}): Buffer {
  const { brand = 'isom', moov = 'first', mdatBytes = 64 } = options
  const ftyp = brand === null ? [] : [box('ftyp', text(brand), u32(0x200), text(brand))]
  const mdat = box('mdat', Buffer.alloc(mdatBytes, 1))
  const index = aMoov(options)
  return Buffer.concat([...ftyp, ...(moov === 'first' ? [index, mdat] : [box('free'), mdat, index])])
}

/** The index alone. */
export function aMoov(options: VideoOptions = {}): Buffer {
  const { durationMs = 4000, version = 0, handlers = ['soun', 'vide'], timescale = 1000 } = options
  const duration = Math.round((durationMs * timescale) / 1000)
  const mvhd = box(
    'mvhd',
    head(version),
    time(0, version),
    time(0, version),
    u32(timescale),
    time(duration, version),
    Buffer.alloc(80),
  )
  return box('moov', mvhd, ...handlers.map((handler) => aTrack(handler, options)))
}

function aTrack(handler: string, { width = 540, height = 960, rotation = 0, version = 0, codec = 'avc1' }: VideoOptions): Buffer {
  const isVideo = handler === 'vide'
  const [w, h] = isVideo ? [width, height] : [0, 0]
  const tkhd = box(
    'tkhd',
    head(version, 3), // enabled, in the movie
    Buffer.alloc(version === 1 ? 32 : 20),
    Buffer.alloc(16),
    MATRICES[isVideo ? rotation : 0],
    u32(w * 65_536),
    u32(h * 65_536),
  )
  const hdlr = box('hdlr', head(0), u32(0), text(handler), Buffer.alloc(13))
  const entry = box(isVideo ? codec : 'mp4a', Buffer.alloc(24), u16(w), u16(h), Buffer.alloc(50))
  const stbl = box('stbl', box('stsd', head(0), u32(1), entry))
  return box('trak', tkhd, box('mdia', hdlr, box('minf', stbl)))
}

export function box(type: string, ...payload: Buffer[]): Buffer {
  const length = payload.reduce((sum, part) => sum + part.length, 8)
  return Buffer.concat([u32(length), text(type), ...payload])
}

/** With its length in 64 bits. */
export function longBox(type: string, length: bigint, ...payload: Buffer[]): Buffer {
  const wide = Buffer.alloc(8)
  wide.writeBigUInt64BE(length)
  return Buffer.concat([u32(1), text(type), wide, ...payload])
}

export const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}
const u16 = (value: number) => u32(value).subarray(2)
export const text = (four: string) => Buffer.from(four, 'latin1')
const head = (version: number, flags = 0) => u32(version * 0x100_0000 + flags)
const time = (value: number, version: number) =>
  version === 1 ? Buffer.concat([u32(Math.floor(value / 2 ** 32)), u32(value)]) : u32(value)

/** a, b, u, c, d, v, x, y, w: 16.16, the third column 2.30. */
const matrix = (a: number, b: number, c: number, d: number) =>
  Buffer.concat([a, b, 0, c, d, 0, 0, 0, 16_384].map((value) => u32(value * 65_536)))
const MATRICES = { 0: matrix(1, 0, 0, 1), 90: matrix(0, 1, -1, 0), 180: matrix(-1, 0, 0, -1), 270: matrix(0, -1, 1, 0) }
