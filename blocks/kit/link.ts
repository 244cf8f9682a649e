/** A link within mrkdwn. */
import { escapeSigns } from './as-typed.js'
import { label } from './kit.js'

/**
 * Writes `<https://…|Words>` on one line. A bar in the words is replaced and an angle escaped, as both would end the link.
 * @param url the full address of a page
 * @param max the characters of the words, with the ellipsis
 */
export const linkTo = (url: string, words: string, max = 90): string =>
  `<${escapeSigns(url)}|${label(words.replaceAll('|', '¦'), max)}>`
