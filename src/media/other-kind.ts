import { badRequest, type DomainError } from '../core/lib/errors.js'
import type { MediaType } from '../core/media/formats.js'

/**
 * The error for bytes of another kind than declared. It names the field to change, which is mediaType for the cover's mediaUrl.
 */
export function otherKind(field: string, found: MediaType): DomainError {
  const [is, isNot] = found === 'video' ? ['a video', 'an image'] : ['an image', 'a video']
  if (field === 'mediaUrl')
    return badRequest(
      'mediaType',
      (of) =>
        `${of('mediaType')} does not match: ${of('mediaUrl')} leads to ${is}, not to ${isNot}. Send ${of('mediaType')} ${found}.`,
      'link_of_other_kind',
    )
  if (field.endsWith('mediaUrl')) {
    const needs = field.startsWith('cover.') ? 'Send an image, or a second of the video.' : 'A carousel can only have images.'
    return badRequest(field, (of) => `${of(field)} leads to ${is}. ${needs}`)
  }
  return badRequest(
    field,
    (of) => `${of(field)}: the file is ${is}, not ${isNot}. Ask for an upload with its real extension.`,
    'upload_of_other_kind',
  )
}
