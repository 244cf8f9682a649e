/**
 * Whether a file says that AI made or changed what it shows: by the digital source type of the IPTC, which is an address in the
 * XMP of the file or in a signed C2PA manifest. A manifest alone says nothing, because cameras sign photos, too.
 */
import { inflateSync } from 'node:zlib'

/** The two types for AI. */
const ENDINGS = ['/trainedAlgorithmicMedia', '/compositeWithTrainedAlgorithmicMedia'].map((name) => Buffer.from(name, 'latin1'))
/** What the address has before its last part. */
const VOCABULARY = Buffer.from('/newscodes/digitalsourcetype', 'latin1')
/** The most mentions that are compared: a file may have the words anywhere. */
const MOST_MENTIONS = 32

/** Searches the bytes as they are, and the XMP of a PNG, which many programs compress. */
export const saysAi = (bytes: Buffer): boolean =>
  [bytes, ...packedIn(bytes)].some((one) => ENDINGS.some((ending) => has(one, ending)))

function has(bytes: Buffer, ending: Buffer): boolean {
  let at = bytes.indexOf(ending)
  for (let count = 0; at >= 0 && count < MOST_MENTIONS; count++) {
    const from = at - VOCABULARY.length
    if (from >= 0 && bytes.subarray(from, at).equals(VOCABULARY)) return true
    at = bytes.indexOf(ending, at + ending.length)
  }
  return false
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** The keyword of XMP in a chunk of text, behind it how it is packed. `zTXt` has no further names before the packed text. */
const PACKED = {
  iTXt: Buffer.from('XML:com.adobe.xmp\0\x01\0', 'latin1'),
  zTXt: Buffer.from('XML:com.adobe.xmp\0\0', 'latin1'),
} as const
const MOST_CHUNKS = 10_000
const MOST_XMP_BYTES = 1024 * 1024

function packedIn(bytes: Buffer): Buffer[] {
  if (!bytes.subarray(0, PNG.length).equals(PNG)) return []
  let at = PNG.length
  for (let count = 0; at + 12 <= bytes.length && count < MOST_CHUNKS; count++) {
    const end = at + 8 + bytes.readUInt32BE(at)
    const content = bytes.subarray(at + 8, end)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if ((type === 'iTXt' || type === 'zTXt') && content.subarray(0, PACKED[type].length).equals(PACKED[type]))
      return unpacked(content.subarray(PACKED[type].length), { hasNames: type === 'iTXt' })
    at = end + 4
  }
  return []
}

/** @param rest the packed text; with names, behind two that end with a zero */
function unpacked(rest: Buffer, { hasNames }: { hasNames: boolean }): Buffer[] {
  const from = hasNames ? rest.indexOf(0, rest.indexOf(0) + 1) + 1 : 0
  try {
    return [inflateSync(rest.subarray(from), { maxOutputLength: MOST_XMP_BYTES })]
  } catch {
    return [] // damaged or too long: it says nothing that can be read
  }
}
