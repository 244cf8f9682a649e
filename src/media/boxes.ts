/**
 * The boxes of an ISO base media file, and of QuickTime before it: length, four letters, payload. @see ISO/IEC 14496-12 section
 * 4.2
 */

export type Box = {
  type: string
  /** The bounds of the payload, from the beginning of the bytes read. */
  start: number
  end: number
}

/** A malformed file. A RangeError from reading past its end means the same. */
export class Malformed extends Error {}

/** The boxes allowed outside of all others, besides the file type. */
export const topBoxTypes: ReadonlySet<string> = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])

const MOST_BOXES = 4096

/**
 * Reads a box at `at` from its first 8 to 16 bytes.
 * @param limit the end of its parent
 */
export function readBox(head: Buffer, at: number, limit: number): Box {
  const type = head.toString('latin1', 4, 8)
  const length = head.readUInt32BE(0)
  const isLong = length === 1
  const size = isLong ? Number(head.readBigUInt64BE(8)) : length === 0 ? limit - at : length // 0: to the end
  const start = at + (isLong ? 16 : 8)
  const end = at + size
  if (end < start || end > limit) throw new Malformed(`${type} at ${at} is ${size} bytes long`)
  return { type, start, end }
}

/** The direct children of `parent`. A few bytes at the end that form no box are padding. */
export function* childrenOf(bytes: Buffer, parent: Box): Generator<Box> {
  let at = parent.start
  for (let count = 0; at + 8 <= parent.end; count++) {
    if (count === MOST_BOXES) throw new Malformed(`${parent.type} holds more than ${MOST_BOXES} boxes`)
    const box = readBox(bytes.subarray(at, at + 16), at, parent.end)
    yield box
    at = box.end
  }
}

/** Follows a path of types, taking the first box of each. */
export function findBox(bytes: Buffer, parent: Box, ...path: string[]): Box | undefined {
  let box: Box | undefined = parent
  for (const type of path) box = box && firstChild(bytes, box, type)
  return box
}

function firstChild(bytes: Buffer, parent: Box, type: string): Box | undefined {
  for (const box of childrenOf(bytes, parent)) if (box.type === type) return box
  return undefined
}
