/** Finds the picture of a page that shows what a draft is about. Pure. */
import type { PagePicture } from '../../ports/page.js'
import { seenOn } from '../pictures.js'
import { overlap } from '../texts.js'
import type { Said } from './writer.js'

/** Returns the picture below the draft's heading, otherwise the one whose text matches best. */
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
