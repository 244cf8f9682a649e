/** A link within mrkdwn. */
import { escapeSigns } from './as-typed.js'
import { label } from './kit.js'

/**
 * `<https://…|Words>`, one line. A bar or an angle in the words would end the link: the one is replaced, the other escaped.
 * @param url whole, as `platform.pages` gives it
 * @param max characters of the words, an ellipsis included
 */
export const linkTo = (url: string, words: string, max = 90): string =>
  `<${escapeSigns(url)}|${label(words.replaceAll('|', '¦'), max)}>`
