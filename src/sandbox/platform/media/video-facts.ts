/** Reads duration and size of a video from a stream of its bytes, without keeping them. */

export type VideoFacts = { durationMs: number; width: number; height: number }

/** Both boxes fit into this, in all versions. */
const REACH_BYTES = 100

/** Finds the movie header (mvhd) and that of the first video track (tkhd) at any position. */
export function makeVideoFacts() {
  let carried: Buffer = Buffer.alloc(0)
  let durationMs: number | undefined
  let size: { width: number; height: number } | undefined
  const scan = (bytes: Buffer) => {
    for (const at of places(bytes, 'mvhd')) durationMs ??= readDuration(bytes.subarray(at))
    for (const at of places(bytes, 'tkhd')) size ??= readSize(bytes.subarray(at))
  }
  return {
    add(chunk: Buffer) {
      const bytes = Buffer.concat([carried, chunk])
      scan(bytes)
      carried = bytes.subarray(Math.max(0, bytes.length - REACH_BYTES - 3))
    },
    /** undefined if this is not a video. */
    end(): VideoFacts | undefined {
      scan(Buffer.concat([carried, Buffer.alloc(REACH_BYTES)]))
      return durationMs === undefined ? undefined : { durationMs, ...(size ?? { width: 720, height: 1280 }) }
    },
  }
}

/** Yields the start of each such box that is complete. */
function* places(bytes: Buffer, name: string): Generator<number> {
  for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1)) {
    if (at + name.length + REACH_BYTES <= bytes.length) yield at + name.length
  }
}

function readDuration(box: Buffer): number | undefined {
  const isLong = box[0] === 1
  const timescale = box.readUInt32BE(isLong ? 20 : 12)
  const duration = isLong ? Number(box.readBigUInt64BE(24)) : box.readUInt32BE(16)
  return timescale > 0 && duration > 0 ? Math.max(1, Math.round((duration / timescale) * 1000)) : undefined
}

function readSize(box: Buffer): { width: number; height: number } | undefined {
  const at = box[0] === 1 ? 88 : 76
  const [width, height] = [box.readUInt16BE(at), box.readUInt16BE(at + 4)]
  return width > 0 && height > 0 ? { width, height } : undefined
}
