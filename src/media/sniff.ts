/** Detects the format of a file from its first bytes; headers and names are only claims. */
import { topBoxTypes } from './boxes.js'
import { isSvg } from './svg.js'

/** Bytes of a file that are read. */
export const HEAD_BYTES = 4096

export type Sniffed = { mediaType: 'image' | 'video'; contentType: string }

/**
 * Returns undefined for unknown formats. A picture may be of an unsupported format; a video is recognized by its container only.
 */
export function sniff(bytes: Buffer): Sniffed | undefined {
  const image = sniffImage(bytes)
  if (image) return { mediaType: 'image', contentType: image }
  const video = sniffVideo(bytes)
  return video === undefined ? undefined : { mediaType: 'video', contentType: video }
}

function sniffImage(bytes: Buffer): string | undefined {
  if (bytes.length < 12) return undefined
  if (bytes.subarray(0, 3).equals(JPEG)) return 'image/jpeg'
  if (bytes.subarray(0, 8).equals(PNG)) return 'image/png'
  const latin = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (/^GIF8[79]a/.test(latin(0, 6))) return 'image/gif'
  if (latin(0, 4) === 'RIFF' && latin(8, 12) === 'WEBP') return 'image/webp'
  const brands = brandsOf(bytes)
  if (brands.some((brand) => AVIF_BRANDS.has(brand)) && !brands.some((brand) => HEVC_BRANDS.has(brand))) return 'image/avif'
  if (HEIF_BRANDS.has(brands[0] ?? '')) return 'image/heic'
  if (isSvg(bytes)) return 'image/svg+xml'
  return undefined
}

/** Recognizes QuickTime by its brand, or by the lack of one, because the brand is younger than the container. */
function sniffVideo(bytes: Buffer): 'video/mp4' | 'video/quicktime' | undefined {
  if (bytes.length < 8) return undefined
  const [major] = brandsOf(bytes)
  if (major !== undefined) return major === 'qt  ' ? 'video/quicktime' : 'video/mp4'
  const type = bytes.toString('latin1', 4, 8)
  const isLikely = bytes[0] === 0 || type === 'mdat' // only mdat is often longer than 16 MiB: "the free offer" is a text
  return topBoxTypes.has(type) && isLikely ? 'video/quicktime' : undefined
}

/** The brands of an `ftyp` box: the major one, then the compatible ones. */
function brandsOf(bytes: Buffer): string[] {
  if (bytes.length < 12 || bytes.toString('latin1', 4, 8) !== 'ftyp') return []
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, MOST_BRANDS * 4)
  const brands = [bytes.toString('latin1', 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4))
  return brands
}
const MOST_BRANDS = 64

const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const HEVC_BRANDS = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis'])
const AVIF_BRANDS = new Set(['avif', 'avis'])
const HEIF_BRANDS = new Set([...HEVC_BRANDS, 'mif1', 'msf1'])
