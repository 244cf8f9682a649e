/** The request to the platform, as an attempt keeps it. */
import type { NewPin } from '../../../ports/platform.js'

/** As the platform names it on a pin. */
export type MediaKind = 'image' | 'multiple_images' | 'video'

/**
 * What was sent, with our media ids in place of bytes; what a read-back compares with. `url`: the post's own link, where parameters were added
 * to it.
 */
export type Payload = Omit<NewPin, 'media'> & { url?: string; mediaKind: MediaKind; mediaIds: string[] }

/** The link that the post had. */
export const urlOf = ({ url, link }: Pick<Payload, 'url' | 'link'>): string => url ?? link
