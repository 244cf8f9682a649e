/** Warnings about what a post loses of its media. */
import type { PostMedia } from '../../media/post-media.js'
import type { PreparedMedia } from '../../media/prepared.js'
import { mediaField } from '../carousel.js'
import type { Placed } from '../post.js'
import type { Warning } from './warning.js'

const warningsOfMedia = (prepared: readonly PreparedMedia[]): Warning[] =>
  prepared.flatMap(({ isStilled, original, source }, index) => {
    return isStilled || original?.of.isStilled ? [movementLost(mediaField(source, index))] : []
  })

/** Returns the warnings for stored media, whatever entry point named them. */
export const warningsOfStored = (media: readonly Pick<PostMedia, 'isStilled'>[]): Warning[] =>
  media.flatMap(({ isStilled = false }, index) =>
    isStilled ? [movementLost(media.length > 1 ? `carouselItems[${index}].mediaUrl` : 'mediaUrl')] : [],
  )

const movementLost = (field: string): Warning => ({
  code: 'movement_lost',
  field,
  message: `${field}: the image is animated. The pin shows its first picture; send a video to keep the movement.`,
})

/**
 * Adds the warnings for new media under the names of the request; in a series only to the first post, because all have the same
 * media.
 */
export function withMediaWarnings<P extends Placed>(posts: readonly P[], prepared: readonly PreparedMedia[]): P[] {
  const added = warningsOfMedia(prepared)
  if (added.length === 0) return [...posts]
  return posts.map((post, index) => {
    const others = (post.warnings ?? []).filter(({ code }) => code !== 'movement_lost')
    return { ...post, warnings: [...others, ...(index > 0 ? [] : added)] }
  })
}
