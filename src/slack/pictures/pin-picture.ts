/** The source of a pin's drawing on Pinterest, which is drawn again when its cover or a text changes. */
import { hostOf } from '../../../blocks/kit/host.js'
import type { Picture } from '../../../blocks/kit/kit.js'
import { isCarousel, shownOf } from '../../core/media/post-media.js'
import type { PinLook } from '../../core/ports/charts.js'
import type { Post } from '../../core/posts/post.js'
import { nameOf, type PictureSource } from './picture-source.js'
import type { Pictured } from './pictures.js'

type DrawnPost = Pick<Post, 'organizationId' | 'media' | 'title' | 'boardName' | 'url'>

/** The host as Pinterest shows it; null: there is no link. */
export const shownHost = (link: string | null): string | null => hostOf(link).replace(/^www\./, '') || null

export const lookOf = ({ media, title, boardName, url }: Omit<DrawnPost, 'organizationId'>): PinLook => ({
  title,
  board: boardName,
  host: shownHost(url),
  pictures: isCarousel(media) ? media.length : 1,
  durationMs: media[0]?.durationMs ?? null,
})

const sourceOf = (post: DrawnPost): PictureSource => {
  const { organizationId, media } = post
  return { kind: 'pin', cover: { kind: 'media', organizationId, media: shownOf(media) }, look: lookOf(post) }
}

/**
 * Draws the pin; callers show the bare picture without it. undefined means that there is nothing to draw, null that it was not
 * ready in time.
 * @param timeoutMs default: that of the view
 */
export async function drawnPin(
  { picturesOf }: Pick<Pictured, 'picturesOf'>,
  post: DrawnPost,
  timeoutMs?: number,
): Promise<Picture | null | undefined> {
  const source = sourceOf(post)
  if (nameOf(source) === undefined) return undefined
  const [picture = null] = await picturesOf([source], timeoutMs)
  return picture
}
