/** The request to the platform, as an attempt keeps it. */
import type { NewPin } from '../../../ports/platform.js'

/** As the platform names it on a pin. */
export type MediaKind = 'image' | 'multiple_images' | 'video'

/** What was sent, with our media ids in place of bytes; what a read-back compares with. */
export type Payload = Omit<NewPin, 'media'> & { mediaKind: MediaKind; mediaIds: string[] }
