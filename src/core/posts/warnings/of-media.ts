/** What a post loses of the media it was given. */
import type { PreparedMedia } from '../../media/prepared.js'
import { mediaField } from '../carousel.js'
import type { Placed } from '../post.js'
import type { Warning } from './warning.js'

const warningsOfMedia = (prepared: readonly PreparedMedia[]): Warning[] =>
  prepared.flatMap(({ isStilled, original, source }, index) => {
    if (!isStilled && !original?.of.isStilled) return []
    const field = mediaField(source, index)
    return [
      {
        code: 'movement_lost',
        field,
        message: `${field}: the image is animated. The pin shows its first picture; send a video to keep the movement.`,
      },
    ]
  })

/** Adds what is to be known of its new media; of a series the first alone, for all have the same. */
export function withMediaWarnings<P extends Placed>(posts: readonly P[], prepared: readonly PreparedMedia[]): P[] {
  const added = warningsOfMedia(prepared)
  return posts.map((post, index) =>
    index > 0 || added.length === 0 ? post : { ...post, warnings: [...(post.warnings ?? []), ...added] },
  )
}
