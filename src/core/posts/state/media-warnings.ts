/** What a post loses of the media it was given. */
import type { PostMedia } from '../../media/post-media.js'
import type { PreparedMedia } from '../../media/prepared.js'
import { mediaField } from '../carousel.js'
import type { Placed } from '../post.js'
import type { Warning } from './warning.js'

const warningsOfMedia = (prepared: readonly PreparedMedia[]): Warning[] =>
  prepared.flatMap(({ isStilled, original, source }, index) => {
    return isStilled || original?.of.isStilled ? [movementLost(mediaField(source, index))] : []
  })

/** The same of media that are stored, whatever entry point named them. */
export const warningsOfStored = (media: readonly Pick<PostMedia, 'isStilled'>[]): Warning[] =>
  media.flatMap(({ isStilled = false }, index) =>
    isStilled ? [movementLost(media.length > 1 ? `carouselItems[${index}].mediaUrl` : 'mediaUrl')] : [],
  )

const movementLost = (field: string): Warning => ({
  code: 'movement_lost',
  field,
  message: `${field}: the image is animated. The pin shows its first picture; send a video to keep the movement.`,
})

/** Names its new media as the request did; of a series the first alone, for all have the same. */
export function withMediaWarnings<P extends Placed>(posts: readonly P[], prepared: readonly PreparedMedia[]): P[] {
  const added = warningsOfMedia(prepared)
  if (added.length === 0) return [...posts]
  return posts.map((post, index) => {
    const others = (post.warnings ?? []).filter(({ code }) => code !== 'movement_lost')
    return { ...post, warnings: [...others, ...(index > 0 ? [] : added)] }
  })
}
