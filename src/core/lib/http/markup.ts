/** HTML as the text that people see. */
import { decodeHTML } from 'entities'

const MOST_CHARACTERS = 20_000

/** HTML without its elements: line separators stand where an element breaks a line. Escaped twice is read, too. */
export const withoutElements = (text: string): string =>
  withoutUnseen(decodeHTML(decodeHTML(text.slice(0, MOST_CHARACTERS))))
    .replace(/\r?\n|<\/(?:p|li|h\d|div|tr|ul|ol|table|blockquote)>|<br[^>]{0,50}>/gi, LINE_END)
    .replace(/<\/?[a-z!][^<>]{0,500}>/gi, ' ')

/** Without what no reader sees: styles, programs and comments, to their end. */
function withoutUnseen(html: string): string {
  const parts = html.split(/(?=<(?:style|script)\b|<!--)/i)
  return parts.map((part) => part.replace(/^<(?:style|script|!--)[\s\S]*?(?:<\/(?:style|script)\s{0,20}>|-->|$)/i, ' ')).join('')
}

export const LINE_END = '\u2028'

/** An element that texts of shops and editors have; `a < b` and `<3` are none. */
const ELEMENT =
  /<\/?(?:p|br|div|span|strong|b|em|i|u|s|ul|ol|li|a|h[1-6]|table|tbody|thead|tr|td|th|img|blockquote|font|hr|section|article|figure|sup|sub|small|style|script|meta)(?:\s[^<>]{0,2000})?\/?>/i
/** Elements that part no words. */
const WITHIN_WORDS = /<\/?(?:span|strong|b|em|i|u|s|a|font|small|sup|sub)(?:\s[^<>]{0,2000})?>/gi
/** A reference that no person types. */
const REFERENCE = /&(?:amp|lt|gt|quot|apos|nbsp|hellip|[lr][sd]quo|[mn]dash|#\d{2,6}|#x[\da-f]{2,5});/i

/** What a cell says where a program wrote HTML into it: each line of its own. Any other text comes back as it is. */
export function textOfMarkup(text: string): string {
  if (text.length > MOST_CHARACTERS) return text // no text of a pin is so long, and none is read in part
  if (!ELEMENT.test(text)) return REFERENCE.test(text) ? decodeHTML(text) : text
  return withoutElements(text.replace(WITHIN_WORDS, ''))
    .split(LINE_END)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}
