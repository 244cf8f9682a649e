/** Sorts the pictures of a page by how well they suit pins: tall ones, then usable ones, then the rest with a warning. Pure. */
import { formatOfName } from '../../media/formats.js'
import type { PagePicture } from '../../ports/page.js'
import type { DraftWarning } from './draft.js'

const TALL = 1.2
const LEAST_WIDTH = 600

/** Sorts by score; equal ones keep the page's order. */
export function inOrder(pictures: readonly PagePicture[]): PagePicture[] {
  return pictures
    .map((picture, at) => ({ picture, at, worth: worthOf(picture) + (seenOn(picture) === undefined ? 0 : 0.25) }))
    .sort((a, b) => b.worth - a.worth || a.at - b.at)
    .map(({ picture }) => picture)
}

function worthOf({ width, height, from }: PagePicture): number {
  const isNamed = from === 'pin' ? 8 : 0
  const isWide = width !== null && width < LEAST_WIDTH ? -4 : 0
  if (width === null || height === null) return isNamed + isWide + (from === 'body' && width === null ? 0 : 1.5)
  const ratio = height / width
  return isNamed + isWide + (ratio < TALL ? 0.5 : ratio > 2.2 ? 1 : 3)
}

/** The size as far as it is known. */
export type Size = { width: number | null; height: number | null }

export const warningsOf = ({ width, height }: Size): DraftWarning[] => [
  ...(width === null || height === null
    ? (['picture_size_unknown'] as const)
    : height / width < TALL
      ? (['picture_ratio'] as const)
      : []),
  ...(width !== null && width < LEAST_WIDTH ? (['picture_small'] as const) : []),
]

const FILE_NAME = /^(?:img|dsc|image|photo|picture|screenshot|untitled|bild|foto)[-_ ]?\d*$|^\S[^\s_-]*[-_]\S+$/i

/** Returns the text that describes the picture; undefined: none, or only a file name. */
export function seenOn({ alt, caption }: PagePicture): string | undefined {
  const said = [alt, caption].map((one) => one?.trim() ?? '')
  return said.find(
    (one) => ((one.length >= 8 && /\s/.test(one)) || /\p{Lo}{5}/u.test(one)) && !FILE_NAME.test(one) && !formatOfName(one),
  )
}
