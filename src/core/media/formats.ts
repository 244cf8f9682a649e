/** The kinds of media that the service knows, by extension and content type. */
import { badRequest } from '../lib/errors.js'

export type MediaType = 'image' | 'video'
/** Includes a file of pins, uploaded for an import. */
export type UploadType = MediaType | 'csv'
export type Format = { mediaType: MediaType; contentType: string }

type Kind = Format & { extensions: readonly string[] }

/** The single table of names, for uploads, files from Slack and addresses. @see docs/contract.md#media */
const KINDS: readonly Kind[] = [
  { mediaType: 'image', contentType: 'image/jpeg', extensions: ['jpg', 'jpeg', 'jpe', 'jfif'] },
  { mediaType: 'image', contentType: 'image/png', extensions: ['png'] },
  { mediaType: 'image', contentType: 'image/svg+xml', extensions: ['svg'] },
  { mediaType: 'image', contentType: 'image/gif', extensions: ['gif'] },
  { mediaType: 'image', contentType: 'image/webp', extensions: ['webp'] },
  { mediaType: 'image', contentType: 'image/heic', extensions: ['heic', 'heif'] },
  { mediaType: 'image', contentType: 'image/avif', extensions: ['avif'] },
  { mediaType: 'video', contentType: 'video/mp4', extensions: ['mp4', 'm4v'] },
  { mediaType: 'video', contentType: 'video/quicktime', extensions: ['mov', 'qt'] },
]
const FORMATS = new Map(
  KINDS.flatMap(({ extensions, mediaType, contentType }) =>
    extensions.map((extension) => [extension, { mediaType, contentType }] as const),
  ),
)

/** Returns the format that the end of a name or path suggests; undefined: not supported. The bytes decide later. */
export const formatOfName = (name: string): Format | undefined =>
  FORMATS.get(/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '')

const MIB = 1024 * 1024
/** @see docs/contract.md#media */
export const MAX_BYTES = { image: 20 * MIB, video: 1024 * MIB, csv: 10 * MIB }
/**
 * The size limits of an attached picture. The platform shows pins at most 1,200 pixels wide, so a long side of 3,000 suits every
 * screen, and a tall picture keeps its width; pictures within the limits stay unchanged.
 */
export const SENT_IMAGE = {
  longSide: 3000,
  /** The short side is not reduced below this to shorten the long side. */
  shortSide: 1200,
  pixels: 16_000_000,
  bytes: 4 * MIB,
}
/** The limits for the adapters: bytes of an image, pixels of images and videos, and the target of conversion. */
export const MEDIA_LIMITS = { maxBytes: MAX_BYTES.image, minSide: 100, sent: SENT_IMAGE }
/** The limits in words, for refusals. */
export const MAX_SIZE_TEXT = { image: '20 MiB', video: '1 GiB', csv: '10 MiB' }

export const CSV_TYPE = 'text/csv'
export const MEDIA_EXTENSIONS = [...FORMATS.keys()]
export const UPLOAD_EXTENSIONS = [...MEDIA_EXTENSIONS, 'csv']
const plainOf = (extension: string) => extension.toLowerCase().replace(/^\./, '')

/** Returns the format of an upload: media, or a file of pins. @throws BAD_REQUEST extension */
export function requireUploadFormat(extension: string): { mediaType: UploadType; contentType: string; extension: string } {
  if (plainOf(extension) === 'csv') return { mediaType: 'csv', contentType: CSV_TYPE, extension: 'csv' }
  return requireFormat(extension)
}

/** Accepts a leading dot and any case, but no blanks. @throws BAD_REQUEST naming `field` */
export function requireFormat(extension: string, field = 'extension'): Format & { extension: string } {
  const plain = plainOf(extension)
  const format = FORMATS.get(plain)
  const taken = MEDIA_EXTENSIONS.join(', ')
  if (!format && field === 'extension')
    throw badRequest(field, (of) => `${of(field)} must be one of ${taken}, or csv for an import.`)
  if (!format)
    throw badRequest(field, (of) => `${of(field)}: files of this type are not supported. The extension must be one of ${taken}.`)
  return { ...format, extension: plain }
}

/** Stored types; everything else is converted first. */
const EXTENSIONS = new Map([
  ['image/jpeg', '.jpg'],
  ['image/png', '.png'],
  ['video/mp4', '.mp4'],
  ['video/quicktime', '.mov'],
])

/** Returns the extension with its dot, for the name of a stored file. */
export function extensionOf(contentType: string): string {
  const extension = EXTENSIONS.get(contentType)
  if (!extension) throw new Error(`nothing is kept as ${contentType}`)
  return extension
}
