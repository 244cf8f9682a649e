/** Which picture of a page shows what a draft speaks of. Pure. */
import type { PagePicture } from '../../ports/page.js'
import { seenOn } from '../pictures.js'
import { overlap } from '../texts.js'
import type { Said } from './writer.js'

/** The picture that shows what is spoken of: that which stands under its heading, else that of which the page says so. */
export function nearest(
  { about, shows }: Pick<Said, 'about' | 'shows'>,
  pictures: readonly PagePicture[],
): PagePicture | undefined {
  if (about === null) return undefined
  const below = shows === undefined ? undefined : pictures.find(({ under }) => under === about)
  if (below) return below
  const near = pictures
    .filter(({ under }) => shows === undefined || (under ?? null) === null)
    .map((picture) => ({ picture, share: overlap(shows ?? about, seenOn(picture) ?? '') }))
    .filter(({ share }) => share >= 0.3)
  return near.sort((a, b) => b.share - a.share)[0]?.picture
}
