/** Turning the pages of a list inside a form: onwards, and back to where it begins. */
import type { Button } from '@slack/types'
import { button } from './kit.js'

export type Page = { at: number; size: number; of: number }
type Pages = { page: Page; next: string; first: string /** What is listed, for screen readers. */; says: string }

/** The value of each is where its page begins. */
export function pageButtons({ page: { at, size, of }, next, first, says }: Pages): Button[] {
  const to = (words: string, actionId: string, where: number) =>
    button({ words, actionId, value: String(where), says: `${words}: ${says}` })
  const left = of - at - size
  return [
    ...(left > 0 ? [to(`Next ${Math.min(left, size)}`, next, at + size)] : []),
    ...(at > 0 ? [to('Back to the first', first, 0)] : []),
  ]
}

/** A list may have become shorter meanwhile: then its last page. */
export const pageWithin = ({ at, size, of }: Page): number => (at < of ? at : Math.max(0, Math.floor((of - 1) / size) * size))
