/** Warnings about what a post loses of its media. */
import { isCarousel, type PostMedia } from '../../media/post-media.js'
import type { PreparedMedia } from '../../media/prepared.js'
import { mediaField } from '../carousel.js'
import { AI_MODIFIED } from '../content.js'
import type { Placed, Post } from '../post.js'
import type { Warning } from './warning.js'

const warningsOfMedia = (prepared: readonly PreparedMedia[]): Warning[] =>
  prepared.flatMap(({ isStilled, original, source }, index) => {
    return isStilled || original?.of.isStilled ? [movementLost(mediaField(source, index))] : []
  })

/** Returns the warnings for stored media, whatever entry point named them. */
export const warningsOfStored = (post: SaidByMedia): Warning[] => [
  ...post.media.flatMap(({ isStilled = false }, index) => (isStilled ? [movementLost(storedField(post, index))] : [])),
  ...warningOfAi(post),
]

/** Returns the name in a request of one of the post's media. */
const storedField = ({ media }: SaidByMedia, index: number): string =>
  mediaField({ kind: 'url', url: '', mediaType: 'image', ...(index > 0 && !isCarousel(media) && { isCover: true }) }, index)

type SaidByMedia = { media: readonly Pick<PostMedia, 'isStilled' | 'saysAi' | 'durationMs'>[] } & Pick<Post, 'aiDisclosures'>

/** Returns the position of the first medium that says it is of AI, while the post declares nothing about that; -1: there is none. */
export const undeclaredIn = ({ media, aiDisclosures }: SaidByMedia): number =>
  aiDisclosures.includes(AI_MODIFIED) ? -1 : media.findIndex(({ saysAi = false }) => saysAi)

const warningOfAi = (post: SaidByMedia): Warning[] =>
  undeclaredIn(post) < 0
    ? []
    : [
        {
          code: 'ai_undeclared',
          field: 'aiDisclosures',
          message: `aiDisclosures: the file says that AI made or changed it. Add ${AI_MODIFIED}, or leave it if that is wrong.`,
        },
      ]

const movementLost = (field: string): Warning => ({
  code: 'movement_lost',
  field,
  message: `${field}: the image is animated. The pin shows its first picture; use a video to keep the movement.`,
})

/**
 * Adds the warnings for new media under the names of the request; in a series only to the first post, because all have the same
 * media.
 */
export function withMediaWarnings<P extends Placed>(posts: readonly P[], prepared: readonly PreparedMedia[]): P[] {
  const lost = warningsOfMedia(prepared)
  return posts.map((post, index) => {
    const added = index > 0 ? [] : [...lost, ...(prepared.length > 0 ? warningOfAi(post) : [])]
    const others = (post.warnings ?? []).filter(({ code }) => !added.some((one) => one.code === code))
    return added.length === 0 && index === 0 ? post : { ...post, warnings: [...others, ...added] }
  })
}
