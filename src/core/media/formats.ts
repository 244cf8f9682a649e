/** The kinds of media the service knows, by extension and by content type. */
import { badRequest } from '../lib/errors.js'

export type MediaType = 'image' | 'video'
/** A file of pins is uploaded too, for an import. */
export type UploadType = MediaType | 'csv'
export type Format = { mediaType: MediaType; contentType: string }

type Kind = Format & { extensions: readonly string[] }

/** The one table of names: uploads, files of Slack and addresses go by it. @see docs/contract.md#media */
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

/** What the end of a name or of a path says it is; undefined: nothing we take. The bytes decide later. */
export const formatOfName = (name: string): Format | undefined =>
  FORMATS.get(/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '')

const MIB = 1024 * 1024
/** @see docs/contract.md#media */
export const MAX_BYTES = { image: 20 * MIB, video: 1024 * MIB, csv: 10 * MIB }
/**
 * The size of an attached picture: no larger than the platform shows it. It shows pins 1,200 pixels wide at most, so a long
 * side of 3,000 leaves room for every screen, and a tall picture keeps its width. What is within these limits stays byte by
 * byte as it was given.
 */
export const SENT_IMAGE = {
  longSide: 3000,
  /** The short side is not made smaller than that for the sake of the long one. */
  shortSide: 1200,
  pixels: 16_000_000,
  bytes: 4 * MIB,
}
/** What the adapters keep to: bytes of an image, pixels of either kind, and what an image is brought to. */
export const MEDIA_LIMITS = { maxBytes: MAX_BYTES.image, minSide: 100, sent: SENT_IMAGE }
/** Also in words, for the sentence of a refusal. */
export const MAX_SIZE_TEXT = { image: '20 MiB', video: '1 GiB', csv: '10 MiB' }

export const CSV_TYPE = 'text/csv'
export const MEDIA_EXTENSIONS = [...FORMATS.keys()]
export const UPLOAD_EXTENSIONS = [...MEDIA_EXTENSIONS, 'csv']
const plainOf = (extension: string) => extension.toLowerCase().replace(/^\./, '')

/** Of a file that is to be uploaded: a medium, or a file of pins. @throws BAD_REQUEST extension */
export function requireUploadFormat(extension: string): { mediaType: UploadType; contentType: string; extension: string } {
  if (plainOf(extension) === 'csv') return { mediaType: 'csv', contentType: CSV_TYPE, extension: 'csv' }
  return requireFormat(extension)
}

/** With or without a leading dot, any case; blanks around it are not taken off. @throws BAD_REQUEST naming `field` */
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

/** What is kept is one of these; everything else is converted first. */
const EXTENSIONS = new Map([
  ['image/jpeg', '.jpg'],
  ['image/png', '.png'],
  ['video/mp4', '.mp4'],
  ['video/quicktime', '.mov'],
])

/** With its dot, for the name of a file that is kept. */
export function extensionOf(contentType: string): string {
  const extension = EXTENSIONS.get(contentType)
  if (!extension) throw new Error(`nothing is kept as ${contentType}`)
  return extension
}
