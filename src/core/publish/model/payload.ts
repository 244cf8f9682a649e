/** The request to the platform, as an attempt keeps it. */
import type { NewPin } from '../../ports/platform.js'

/** As the platform names it on a pin. */
export type MediaKind = 'image' | 'multiple_images' | 'video'

/** What was sent; what a read-back compares with. */
export type Payload = CreatePayload | SavePayload

/** Of a new pin, with our media ids in place of bytes. `url`: the post's own link, where parameters were added to it. */
export type CreatePayload = Omit<NewPin, 'media'> & { url?: string; mediaKind: MediaKind; mediaIds: string[]; savedPinId?: never }

/** Of a pin that is saved: a board and a section are all that Pinterest takes. */
export type SavePayload = { savedPinId: string; boardId: string; boardSectionId: string | null }

export const isSave = (payload: Payload): payload is SavePayload => payload.savedPinId !== undefined

/** The link that the post had. */
export const urlOf = ({ url, link }: Pick<CreatePayload, 'url' | 'link'>): string => url ?? link
