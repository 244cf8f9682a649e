/** What we write to Pinterest v5: the bodies of requests. */
import type { NewPin, NewPlatformBoard, PlatformImage } from '../core/platform-port.js'

export const toTagsBody = (tagPinIds: string[]) => ({ product_tags: tagPinIds.map((pin_id) => ({ pin_id })) })

/** The body of POST /boards. */
export const toBoardBody = ({ name, description, privacy }: NewPlatformBoard) => ({
  name,
  ...(description !== null && { description }),
  privacy: privacy.toUpperCase(),
})

/** The body of POST /pins. */
export const toCreateBody = (of: NewPin) => ({
  board_id: of.boardId,
  ...(of.boardSectionId !== null && { board_section_id: of.boardSectionId }),
  title: of.title,
  description: of.description,
  link: of.link,
  ...(of.altText !== null && { alt_text: of.altText }),
  media_source: toMediaSource(of),
})

/** `is_standard` is a beta field: named only where a simplified pin is asked for, and never on a carousel, which has none. */
function toMediaSource({ media, isSimplified }: NewPin) {
  const simplified = isSimplified && { is_standard: false }
  switch (media.kind) {
    case 'image':
      return { source_type: 'image_base64', ...toBase64(media.image), ...simplified }
    case 'carousel':
      return { source_type: 'multiple_image_base64', items: media.images.map(toBase64) }
    case 'video':
      // Without a cover the platform refuses a video; the frame at 0 s is always there.
      return { source_type: 'video_id', media_id: media.mediaId, cover_image_key_frame_time: 0, ...simplified }
  }
}

const toBase64 = ({ contentType, bytes }: PlatformImage) => ({ content_type: contentType, data: bytes.toString('base64') })
