/** The request to the platform, as an attempt keeps it. */
import type { NewPin } from '../../ports/platform.js'

/** The kind in the platform's names. */
export type MediaKind = 'image' | 'multiple_images' | 'video'

/** The payload that was sent, with which a read-back compares. */
export type Payload = CreatePayload | SavePayload

/**
 * The payload of a new pin, with our media ids in place of bytes; a picture behind a video is its cover. `url`: the post's own
 * link, where parameters were added to it. `coverSecond`: of a video; absent: its first one, or a picture.
 */
export type CreatePayload = Omit<NewPin, 'media'> & {
  url?: string
  mediaKind: MediaKind
  mediaIds: string[]
  coverSecond?: number
  savedPinId?: never
}

/** The payload of a save: a board and a section are all that Pinterest takes. */
export type SavePayload = { savedPinId: string; boardId: string; boardSectionId: string | null }

export const isSave = (payload: Payload): payload is SavePayload => payload.savedPinId !== undefined

/** Returns the link that the post had. */
export const urlOf = ({ url, link }: Pick<CreatePayload, 'url' | 'link'>): string => url ?? link
