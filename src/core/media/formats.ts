/** The kinds of media the service knows, by extension and by content type. */
import { badRequest } from '../errors.js'

export type Format = { mediaType: 'image' | 'video'; contentType: string }

const image = (contentType: string): Format => ({ mediaType: 'image', contentType })
const video = (contentType: string): Format => ({ mediaType: 'video', contentType })

/** @see service-api.md "POST /v1/media/uploads" */
const FORMATS = new Map<string, Format>([
  ['jpg', image('image/jpeg')],
  ['jpeg', image('image/jpeg')],
  ['png', image('image/png')],
  ['svg', image('image/svg+xml')],
  ['gif', image('image/gif')],
  ['webp', image('image/webp')],
  ['heic', image('image/heic')],
  ['mp4', video('video/mp4')],
  ['mov', video('video/quicktime')],
  ['qt', video('video/quicktime')],
])

const MIB = 1024 * 1024
/** @see decisions.md section 4 */
export const MAX_BYTES = { image: 20 * MIB, video: 1024 * MIB }

/** With or without a leading dot, any case. @throws BAD_REQUEST extension */
export function requireFormat(extension: string): Format & { extension: string } {
  const plain = extension.trim().toLowerCase().replace(/^\./, '')
  const format = FORMATS.get(plain)
  if (!format) throw badRequest('extension', `extension must be one of ${[...FORMATS.keys()].join(', ')}.`)
  return { ...format, extension: plain }
}
